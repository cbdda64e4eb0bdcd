// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_DEMULTIPLEXER_H
#define HSN_TCP_DEMULTIPLEXER_H

#include "tcp-connection-key.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/node.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket-end-point.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @brief Finds the socket of a TCP segment by a hash of its addresses and ports.
 *
 * ns-3's TCP walks through all end points of the node for each segment, which with a thousand
 * connections takes longer than everything else. This object stands between a node's IPv4 and
 * ns-3's TCP: segments of connections that have joined go to their sockets; all else goes on to
 * ns-3's TCP, as do all segments if ns-3 computes checksums (Node::ChecksumEnabled). It is part of
 * its node (AggregateObject).
 */
class TcpDemultiplexer : public IpL4Protocol
{
  public:
    /** @brief A connection whose segments are found here. The socket holds it. */
    class Connection : public SimpleRefCount<Connection>
    {
      public:
        /// The connection ends, or its segments come through ns-3's TCP from now on.
        void Leave();

      private:
        friend class TcpDemultiplexer;

        TcpDemultiplexer* m_owner{nullptr};    //!< null: has left
        TcpConnectionKey m_key;                //!< addresses and ports
        SocketEndPoint::User* m_user{nullptr}; //!< its socket
        Socket* m_socket{nullptr};             //!< the same
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    TcpDemultiplexer();
    ~TcpDemultiplexer() override;

    /**
     * @brief Finds the object of a node, or makes it.
     * @param node with ns-3's TCP
     * @return the object; null if the node has no IPv4
     */
    static Ptr<TcpDemultiplexer> Of(Ptr<Node> node);

    /**
     * @brief A connection joins.
     * @param endPoint with both addresses
     * @param user the socket @param socket the socket, as ns-3's class
     * @return the connection; null if its segments have to come through ns-3's TCP: over IPv6, or
     * bound to a device
     */
    Ptr<Connection> Join(const SocketEndPoint& endPoint,
                         SocketEndPoint::User& user,
                         Socket& socket);

    /// @return segments that were handed to sockets
    uint64_t GetReceived() const;

    // inherited from IpL4Protocol
    int GetProtocolNumber() const override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv4Header& ip,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv6Header& ip,
                     Ptr<Ipv6Interface> interface) override;
    void ReceiveIcmp(Ipv4Address from,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv4Address source,
                     Ipv4Address destination,
                     const uint8_t payload[8]) override;
    void SetDownTarget(DownTargetCallback callback) override;
    void SetDownTarget6(DownTargetCallback6 callback) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    void DoDispose() override;

  private:
    /// Connections by addresses and ports.
    using Table = std::unordered_map<TcpConnectionKey, Ptr<Connection>, TcpConnectionKey::Hash>;

    Ptr<TcpL4Protocol> m_tcp; //!< ns-3's
    Table m_connections;      //!< that have joined
    uint64_t m_received{0};   //!< see GetReceived
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_DEMULTIPLEXER_H
