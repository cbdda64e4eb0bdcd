// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_DATA_ADAPTER_H
#define QOS_DATA_ADAPTER_H

#include "ns3/nstime.h"
#include "ns3/packet-traces.h"
#include "ns3/packet.h"
#include "ns3/qos-adapter.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief Whether the packet of a PDU is user data; a protocol whose control PDUs have contents
/// overloads it.
/// @return true
template <typename Header>
bool
HasUserData(const Header&)
{
    return true;
}

/**
 * @ingroup hsn-qos
 * @brief Records of a socket whose trace sources are those that this module's transports share: Tx
 * and Rx with user data and header, and, if it has them, Retransmission and Rtt.
 * @tparam Header of the protocol
 */
template <typename Header>
class QosDataAdapter : public QosAdapter
{
  public:
    using QosAdapter::QosAdapter;

    /// @param socket of this protocol
    /// @param overhead octets in front of the user data of Tx and Rx
    /// @return whether it has the trace sources Tx and Rx
    bool Attach(Ptr<Socket> socket, uint32_t overhead = 0)
    {
        m_overhead = overhead;
        const Ptr<QosDataAdapter> self(this);
        const auto connect = [&](const char* name, auto sink) {
            return socket->TraceConnectWithoutContext(
                name,
                MakeHeaderCallback<Header>(MakeCallback(sink, self)));
        };
        using Self = QosDataAdapter;
        connect("Retransmission", &Self::Resent);
        socket->TraceConnectWithoutContext("Rtt", MakeCallback(&Self::Measured, self));
        return connect("Tx", &Self::Tx) && connect("Rx", &Self::Rx);
    }

  private:
    /// @param packet or null @param overhead in front of user data @return octets of user data
    static uint32_t Measure(Ptr<const Packet> packet, uint32_t overhead)
    {
        const uint32_t size = packet ? packet->GetSize() : 0;
        return size > overhead ? size - overhead : 0;
    }

    /// @param packet user data @param header of it
    void Tx(Ptr<const Packet> packet, const Header& header)
    {
        Sent(HasUserData(header) ? Measure(packet, m_overhead) : 0);
    }

    /// @param packet user data @param header of it
    void Rx(Ptr<const Packet> packet, const Header& header)
    {
        Arrived(HasUserData(header) ? Measure(packet, m_overhead) : 0);
    }

    /// @param packet user data
    void Resent(Ptr<const Packet> packet, const Header&)
    {
        Again(Measure(packet, 0));
    }

    /// @param now round trip
    void Measured(Time, Time now)
    {
        Delay(now.GetNanoSeconds());
    }

    uint32_t m_overhead{0}; //!< octets in front of the user data
};
} // namespace hsn
} // namespace ns3

#endif // QOS_DATA_ADAPTER_H
