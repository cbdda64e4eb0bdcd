// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_CLIENT_H
#define PROBE_CLIENT_H

#include "probe-receiver.h"

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
 *
 * One way, a ProbeReceiver at the far host measures. With a Receiver of its own the client probes
 * the round trip: a ProbeReflector, or another server that returns what it gets, such as ns-3's
 * UdpEchoServer, is at the far host, and the client's receiver gets what comes back.
 */
class PeriodicProbeClient : public PacketSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param stream of SendJitter @return number of streams used
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;
    Ptr<Packet> MakePacket() override;
    void UseSocket(Ptr<Socket> socket) override;

    /// @param receiver of what comes back, or null
    void SetReceiver(Ptr<ProbeReceiver> receiver);
    /// @return receiver of what comes back, or null
    Ptr<ProbeReceiver> GetReceiver() const;
    /// @return time until the next packet leaves, noise included
    Time GetWait();

    Time m_interval;                    //!< T
    uint32_t m_size{0};                 //!< octets of a packet
    Ptr<RandomVariableStream> m_jitter; //!< noise, s, or null
    Ptr<ProbeReceiver> m_receiver;      //!< of what comes back, or null
    Time m_due;                         //!< of the next packet, without noise
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_CLIENT_H
