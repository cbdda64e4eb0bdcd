// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * ns-3's error models set up as the loss processes that papers speak of.
 */
#ifndef HSN_TWO_STATE_LOSS_H
#define HSN_TWO_STATE_LOSS_H

#include "ns3/error-model.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes a model of packet losses that come in runs (Gilbert's two states).
 *
 * All packets are lost in one state, none in the other, so that runs of losses have geometric
 * lengths. Runs of the mean length 1 / (1 - loss) are independent losses (ns3::RateErrorModel by
 * packets); for longer ones the model is ns3::BurstErrorModel with geometric bursts.
 *
 * @param loss share of packets lost in the long run, 0 to below 1
 * @param meanRun mean number of packets lost in a row, at least 1 / (1 - loss); 0: independent
 * @param stream stream of its random variables; two are used. Negative: assigned automatically
 * @return the model
 */
Ptr<ErrorModel> MakeTwoStateLoss(double loss, double meanRun = 0, int64_t stream = -1);
} // namespace hsn
} // namespace ns3

#endif // HSN_TWO_STATE_LOSS_H
