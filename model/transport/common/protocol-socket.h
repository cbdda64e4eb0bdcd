// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PROTOCOL_SOCKET_H
#define HSN_PROTOCOL_SOCKET_H

#include "connection-socket.h"
#include "packet-traces.h"
#include "transport-protocol.h"

#include "ns3/attribute-copy.h"
#include "ns3/packet.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief What the sockets of a TransportProtocol share besides the socket interface: the way to the
 * protocol, sockets of accepted connections, what is dropped, and the end.
 *
 * @tparam Base StreamSocket or MessageSocket
 * @tparam P class of the protocol, if the socket needs more of it than TransportProtocol has
 */
template <typename Base, typename P = TransportProtocol>
class ProtocolSocket : public Base, public PacketTraces
{
  public:
    ProtocolSocket() = default;

    /** @brief Copies the settings for an accepted connection. @param other listening socket */
    ProtocolSocket(const ProtocolSocket& other)
        : Base(other),
          m_protocol(other.m_protocol)
    {
    }

    /** @param protocol of the node */
    void SetProtocol(Ptr<P> protocol)
    {
        m_protocol = protocol;
        this->GetEndPoint().SetAllocator(PeekPointer(protocol));
    }

    /** @return packets that arrived and were of no use: trace RxDrop */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

  protected:
    /** @brief Sends a packet to the peer. @param header gets ports and checksum @param packet
     * payload; nothing by default */
    template <typename H>
    void Transmit(H&& header, Ptr<Packet> packet = Create<Packet>())
    {
        m_protocol->Send(packet, header, this->GetEndPoint());
    }

    /** @brief Sends a packet without payload to where another one came from, which has no
     * connection. @param header gets ports and checksum @param arrival of the other one */
    template <typename H>
    void Answer(H&& header, const PacketArrival& arrival)
    {
        m_protocol->Send(Create<Packet>(), header, arrival.GetReplyPath());
    }

    /** @param size wanted bytes of payload @param headers bytes of headers @return as many of them
     * as fit into a packet that IP need not fragment */
    uint32_t LimitPayload(uint32_t size, uint32_t headers) const
    {
        const uint32_t longest = m_protocol->GetMaxPacketSize(this->GetEndPoint());
        return longest > headers ? std::min(size, longest - headers) : size;
    }

    /**
     * @brief Makes the socket of a connection that is accepted.
     * @tparam S class of the socket
     * @param listener this socket
     * @param arrival of the packet that opens the connection
     * @return a fork whose end point has the peer of that packet; null if there is one already
     */
    template <typename S>
    static Ptr<S> ForkFor(const S& listener, const PacketArrival& arrival)
    {
        const Ptr<S> socket = ForkSocket(listener);
        return listener.m_protocol->Accept(socket->GetEndPoint(), arrival) ? socket : nullptr;
    }

    /** @brief Counts and traces a packet that is dropped. @param packet the packet @param reason
     * why */
    void Drop(Ptr<const Packet> packet, const std::string& reason)
    {
        ++m_dropped;
        m_rxDrop(packet, reason);
    }

    /** @brief The connection has ended: stops all timers, forgets what is on its way. */
    virtual void Stop() = 0;

    // inherited from SocketEndPoint::User
    void NotifyNodeGone() override
    {
        this->m_stage = STREAM_CLOSED;
        Stop();
    }

    Ptr<P> m_protocol; //!< sends packets

  private:
    uint64_t m_dropped{0}; //!< packets of no use
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PROTOCOL_SOCKET_H
