// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_RTT_VARIABLE_H
#define FLOW_RTT_VARIABLE_H

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Extra one-way delays in seconds of flows whose round-trip times are exponential, clipped.
 *
 * A flow with round-trip time R on a path that itself takes P has the delay (R - P) / 2 in each
 * direction. The default is the law of the paper "background": of the connections that Aikat et al.
 * (2003) measured, 60 % have a least round-trip time below 100 ms, which gives a mean of
 * 100 ms / ln 2.5. Values below Min become Min, those above Max become Max.
 */
class FlowRttVariable : public RandomVariableStream
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return a delay in seconds; the program ends with an error if Min is below PathRtt or above
    /// Max
    double GetValue() override;
    /// @return a delay in whole seconds, rounded down
    uint32_t GetInteger() override;

  private:
    Time m_mean; //!< of the round-trip times before they are clipped
    Time m_min;  //!< least round-trip time
    Time m_max;  //!< greatest round-trip time
    Time m_path; //!< what the path takes itself
};
} // namespace hsn
} // namespace ns3

#endif // FLOW_RTT_VARIABLE_H
