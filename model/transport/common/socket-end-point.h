// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOCKET_END_POINT_H
#define HSN_SOCKET_END_POINT_H

#include "end-point-allocator.h"
#include "link-end-point.h"
#include "packet-arrival.h"
#include "transport-path.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
class SocketKeeper;

/**
 * @brief The addresses of a socket, and the end point through which packets reach it.
 *
 * Every socket of this module that has an end point of its own has one of these: it binds over
 * IPv4, IPv6, or a device without IP (LinkSocketAddress, if the protocol can), finds the local
 * address for a peer, and reports names and MTU. A bound socket is kept alive (SocketKeeper)
 * until Release() is called.
 *
 * Functions that can fail return the error of ns3::Socket; ERROR_NOTERROR is success.
 */
class SocketEndPoint
{
  public:
    /** @brief The socket, as its end point sees it. */
    class User
    {
      public:
        virtual ~User() = default;

        /** @brief A packet arrives. @param packet with its transport header @param arrival where
         * it comes from and goes to */
        virtual void Receive(Ptr<Packet> packet, const PacketArrival& arrival) = 0;

        /** @brief An ICMP error arrives; the parameters are those of Ipv4EndPoint's callback. */
        virtual void ReceiveIcmp(Ipv4Address /* from */,
                                 uint8_t /* ttl */,
                                 uint8_t /* type */,
                                 uint8_t /* code */,
                                 uint32_t /* info */)
        {
        }

        /** @brief An ICMPv6 error arrives; the parameters are those of Ipv6EndPoint's callback. */
        virtual void ReceiveIcmp6(Ipv6Address /* from */,
                                  uint8_t /* ttl */,
                                  uint8_t /* type */,
                                  uint8_t /* code */,
                                  uint32_t /* info */)
        {
        }

        /** @brief The node is being disposed of; the end point is gone. Stop all timers. */
        virtual void NotifyNodeGone() = 0;
    };

    /** @param socket the socket @param user the same, as User */
    SocketEndPoint(Socket& socket, User& user);
    ~SocketEndPoint();

    SocketEndPoint(const SocketEndPoint&) = delete;
    SocketEndPoint& operator=(const SocketEndPoint&) = delete;

    /** @param node where the socket is */
    void SetNode(Ptr<Node> node);
    /** @return the node; null once it has been disposed of */
    Ptr<Node> GetNode() const;
    /** @param allocator makes end points; must exist as long as the node */
    void SetAllocator(EndPointAllocator* allocator);
    /** @return what makes end points */
    EndPointAllocator* GetAllocator() const;

    /** @brief Binds to any IPv4 address and an ephemeral port, until BindFor() needs a device
     * without IP. @return error: INVAL if bound already, ADDRNOTAVAIL if no port is free */
    Socket::SocketErrno Bind();
    /** @brief Binds to any IPv6 address and an ephemeral port. @return error, as Bind() */
    Socket::SocketErrno Bind6();
    /** @brief Binds. @param address an InetSocketAddress, Inet6SocketAddress or LinkSocketAddress
     * @return error, as Bind(); ADDRINUSE if the port is in use; AFNOSUPPORT if the protocol needs
     * IP; INVAL for any other kind of address */
    Socket::SocketErrno Bind(const Address& address);
    /** @brief Binds to the kind of a peer's address, if bound to none or by Bind() without an
     * address, which ns-3's applications call for any peer. @param peer as of Connect()
     * @return error, as Bind(); AFNOSUPPORT if bound to another kind */
    Socket::SocketErrno BindFor(const Address& peer);
    /** @brief Restricts the end point, if there is one, to a device. @param device or null */
    void BindToNetDevice(Ptr<NetDevice> device);
    /**
     * @brief Sets the peer, binds if necessary, and finds the local address by routing.
     * @param peer an InetSocketAddress, Inet6SocketAddress or LinkSocketAddress; IPv4-mapped
     *             addresses are IPv4
     * @return error: INVAL for any other kind of address, AFNOSUPPORT if bound in another address
     *         family or if the node lacks it, NOROUTETOHOST
     */
    Socket::SocketErrno Connect(const Address& peer);
    /** @brief Takes an end point with all four addresses (accepted connection). @param endPoint
     * or nullptr @return whether there was one */
    bool Adopt(Ipv4EndPoint* endPoint);
    /** @copydoc Adopt(Ipv4EndPoint*) */
    bool Adopt(Ipv6EndPoint* endPoint);
    /** @copydoc Adopt(Ipv4EndPoint*) */
    bool Adopt(LinkEndPoint* endPoint);
    /** @brief Frees the end point, if there is one. The socket is destroyed unless the caller
     * holds a Ptr to it. */
    void Release();

    /** @return whether there is an end point */
    bool IsBound() const
    {
        return m_endPoint || m_endPoint6 || m_linkEndPoint;
    }

    /** @return the only device of the socket; null: any */
    Ptr<NetDevice> GetDevice() const;

    /** @param peer address and port @return whether it is of the address family that the end point
     * is bound in; an IPv6 end point can reach IPv4-mapped addresses, and so can one of IPv4 */
    bool CanReach(const Address& peer) const;

    /** @return whether the end point is one of IPv6 */
    bool IsIpv6() const
    {
        return m_endPoint6 != nullptr;
    }

    /** @return local address without port; there must be an end point */
    Address GetLocalAddress() const;
    /** @return the peer's address without port; there must be an end point */
    Address GetPeerAddress() const;
    /** @return local port; there must be an end point */
    uint16_t GetLocalPort() const;
    /** @return the peer's port, 0 without a peer; there must be an end point */
    uint16_t GetPeerPort() const;
    /** @return local address and port; 0.0.0.0 and 0 without an end point */
    Address GetSockName() const;
    /** @param peer gets address and port of the peer @return error: NOTCONN without a peer */
    Socket::SocketErrno GetPeerName(Address& peer) const;
    /** @return MTU of the interface with the local address, bytes of an IP packet; 0 if unknown.
     * Without IP: of the device */
    uint32_t GetMtu() const;
    /** @return the way of packets to the peer; there must be an end point */
    TransportPath GetPath() const;
    /**
     * @brief Finds the local address from which packets to a peer are sent.
     * @param peer an Ipv4Address or Ipv6Address; IPv4-mapped addresses have IPv4-mapped sources
     * @param source gets the local address, of the same family
     * @return error: NOROUTETOHOST; INVAL for any other kind of address
     */
    Socket::SocketErrno FindSource(const Address& peer, Address& source) const;
    /** @brief Adds the tags by which IP learns the socket's TOS, TTL, traffic class, hop limit and
     * priority. @param packet to be sent @param ecn the two ECN bits of its IP header */
    void AddSocketTags(Ptr<Packet> packet, uint8_t ecn) const;
    /** @param ecn the two ECN bits of an IP header @return whether AddSocketTags() adds any tag */
    bool HasSocketTags(uint8_t ecn) const;

  private:
    /** @brief Connects the callbacks of a new end point. @tparam E Ipv4EndPoint, Ipv6EndPoint or
     * LinkEndPoint @param endPoint or nullptr @param error to be returned for nullptr
     * @return error */
    template <typename E>
    Socket::SocketErrno Attach(E* endPoint, Socket::SocketErrno error);
    /** @brief Takes the end point away from the socket: disconnects its callbacks. @param free
     * whether to free it, too */
    void Detach(bool free);
    /** @brief Calls a function with the end point. @tparam R its result @tparam F function object
     * @param none result without an end point @param function called with any kind of end point
     * @return the result */
    template <typename R, typename F>
    R Visit(R none, F function) const;
    /** @brief Binds to an address of IP. @tparam A Ipv4Address or Ipv6Address @param address local
     * @param port local @return error */
    template <typename A>
    Socket::SocketErrno BindIp(A address, uint16_t port);
    /** @brief Connects over IP. @tparam E end point of IPv4 or IPv6 @tparam A its address
     * @param endPoint m_endPoint or m_endPoint6 @param peer address @param port of the peer
     * @return error */
    template <typename E, typename A>
    Socket::SocketErrno ConnectIp(E*& endPoint, A peer, uint16_t port);
    /** @brief Connects without IP. @param peer address @return error */
    Socket::SocketErrno ConnectLink(const LinkSocketAddress& peer);
    /** @brief Hands a packet to the user, if the protocol admits it. @param packet the packet
     * @param arrival its way; gets the ports @param port of the sender */
    void Receive(Ptr<Packet> packet, PacketArrival arrival, uint16_t port);
    /** @brief MTU by IPv4 or IPv6. @tparam Ip which @tparam A its address @param local address
     * @return bytes, or 0 */
    template <typename Ip, typename A>
    uint32_t GetInterfaceMtu(A local) const;
    /** @brief Ipv4EndPoint's callback. */
    void ReceiveIpv4(Ptr<Packet> packet, Ipv4Header ip, uint16_t port, Ptr<Ipv4Interface> in);
    /** @brief Ipv6EndPoint's callback. */
    void ReceiveIpv6(Ptr<Packet> packet, Ipv6Header ip, uint16_t port, Ptr<Ipv6Interface> in);
    /** @brief LinkEndPoint's callback. */
    void ReceiveLink(Ptr<Packet> packet, LinkArrival link, uint16_t port);
    /** @brief Ipv4EndPoint's callback. */
    void ReceiveIcmp(Ipv4Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info);
    /** @brief Ipv6EndPoint's callback. */
    void ReceiveIcmp6(Ipv6Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info);
    /** @brief The protocol destroys the end point. */
    void EndPointDestroyed();
    /** @brief The node is disposed of before the protocol destroys the end point. */
    void NodeGone();

    Socket& m_socket;                        //!< whose end point this is
    User& m_user;                            //!< the same
    Ptr<Node> m_node;                        //!< where it is
    EndPointAllocator* m_allocator{nullptr}; //!< makes end points
    Ptr<SocketKeeper> m_keeper;              //!< keeps the socket while it is bound
    Ipv4EndPoint* m_endPoint{nullptr};       //!< IPv4
    Ipv6EndPoint* m_endPoint6{nullptr};      //!< IPv6
    LinkEndPoint* m_linkEndPoint{nullptr};   //!< without IP
    bool m_boundToAny{false};                //!< by Bind() without an address

    /// What applications ask for whenever they send or receive, made once.
    struct Names
    {
        Address own;  //!< see GetSockName
        Address peer; //!< see GetPeerName; invalid: there is none
    };

    /** @return addresses of the end point */
    const Names& GetNames() const;

    mutable std::optional<Names> m_names; //!< nothing: the end point has changed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_END_POINT_H
