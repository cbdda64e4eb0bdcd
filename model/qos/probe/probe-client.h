// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_CLIENT_H
#define PROBE_CLIENT_H

#include "ns3/packet-source.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Sends a short packet every Interval: the sender of the bandwidth probe of Davoli, Khan and
 * Maryni (section 2).
 *
 * Packet k is due at the start plus k Interval. SendJitter, the timing noise of the host, delays
 * each packet by its absolute value in seconds, which does not move later ones. Packets keep their
 * order. A packet begins with ns-3's SeqTsHeader: sequence number from 0, time of sending.
 */
class PeriodicProbeClient : public PacketSource
{
  public:
    /// Octets of the smallest packet: a sequence number and a time.
    static constexpr uint32_t MIN_SIZE = 12;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param stream of SendJitter @return number of streams used
    int64_t AssignStreams(int64_t stream);

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;
    Ptr<Packet> MakePacket() override;

    /// @return time until the next packet leaves, noise included
    Time GetWait();

    Time m_interval;                    //!< T
    uint32_t m_size{0};                 //!< octets of a packet
    Ptr<RandomVariableStream> m_jitter; //!< noise, s, or null
    Time m_due;                         //!< of the next packet, without noise
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_CLIENT_H
