// SPDX-License-Identifier: GPL-2.0-only
#ifndef JITTER_POINT_TO_POINT_CHANNEL_H
#define JITTER_POINT_TO_POINT_CHANNEL_H

#include "ns3/nstime.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h" // before 3.38 the channel needs it and does not say so
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief A channel of ns-3's point-to-point devices on which each packet has a random extra delay,
 * and packets keep their order.
 *
 * A packet whose last bit has left at time t arrives at
 *
 *     max(t + Delay + jitter, arrival of the packet before in the same direction).
 *
 * Each direction has a random variable of its own. PointToPointHelper makes channels without
 * jitter; CdmaDataLinkHelper makes these, and a script can attach devices to one:
 * PointToPointNetDevice::Attach().
 */
class JitterPointToPointChannel : public PointToPointChannel
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    JitterPointToPointChannel();
    ~JitterPointToPointChannel() override;

    /// Ends the program if the jitter is negative or not finite.
    bool TransmitStart(Ptr<const Packet> p, Ptr<PointToPointNetDevice> src, Time txTime) override;

    /**
     * @brief Fixes the streams of the jitter from the first and from the second device.
     * @param stream the first one
     * @return streams used: 2
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    Ptr<RandomVariableStream> m_jitter;        //!< from the first device, s, or null
    Ptr<RandomVariableStream> m_reverseJitter; //!< from the second device, s, or null
    std::array<Time, 2> m_last;                //!< latest arrival from each device
};
} // namespace hsn
} // namespace ns3

#endif // JITTER_POINT_TO_POINT_CHANNEL_H
