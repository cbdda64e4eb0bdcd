// SPDX-License-Identifier: GPL-2.0-only
#include "socket-end-point.h"

#include "socket-keeper.h"

#include "ns3/abort.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"

#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSocketEndPoint");

void
SocketEndPoint::User::ReceiveIcmp(Ipv4Address from,
                                  uint8_t ttl,
                                  uint8_t type,
                                  uint8_t code,
                                  uint32_t info)
{
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
}

void
SocketEndPoint::User::ReceiveIcmp6(Ipv6Address from,
                                   uint8_t ttl,
                                   uint8_t type,
                                   uint8_t code,
                                   uint32_t info)
{
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
}

SocketEndPoint::SocketEndPoint(Socket& socket, User& user)
    : m_socket(socket),
      m_user(user)
{
}

SocketEndPoint::~SocketEndPoint()
{
    NS_ASSERT_MSG(!IsBound(), "a bound socket is destroyed");
}

void
SocketEndPoint::SetNode(Ptr<Node> node)
{
    m_node = node;
}

Ptr<Node>
SocketEndPoint::GetNode() const
{
    return m_node;
}

void
SocketEndPoint::SetAllocator(EndPointAllocator* allocator)
{
    m_allocator = allocator;
}

EndPointAllocator*
SocketEndPoint::GetAllocator() const
{
    return m_allocator;
}

// --- binding --------------------------------------------------------------------------------

template <typename E>
Socket::SocketErrno
SocketEndPoint::Attach(E* endPoint)
{
    if (!endPoint)
    {
        return Socket::ERROR_ADDRINUSE;
    }
    if (m_socket.GetBoundNetDevice())
    {
        endPoint->BindToNetDevice(m_socket.GetBoundNetDevice());
    }
    endPoint->SetDestroyCallback(MakeCallback(&SocketEndPoint::EndPointDestroyed, this));
    if constexpr (std::is_same_v<E, Ipv4EndPoint>)
    {
        m_endPoint = endPoint;
        endPoint->SetRxCallback(MakeCallback(&SocketEndPoint::ReceiveIpv4, this));
        endPoint->SetIcmpCallback(MakeCallback(&SocketEndPoint::ReceiveIcmp, this));
    }
    else
    {
        m_endPoint6 = endPoint;
        endPoint->SetRxCallback(MakeCallback(&SocketEndPoint::ReceiveIpv6, this));
        endPoint->SetIcmpCallback(MakeCallback(&SocketEndPoint::ReceiveIcmp6, this));
    }
    m_keeper = SocketKeeper::Get(m_node);
    m_keeper->Add(Ptr<Socket>(&m_socket), MakeCallback(&SocketEndPoint::NodeGone, this));
    return Socket::ERROR_NOTERROR;
}

template <typename E>
void
SocketEndPoint::Detach(E* endPoint)
{
    endPoint->SetDestroyCallback(MakeNullCallback<void>());
    if constexpr (std::is_same_v<E, Ipv4EndPoint>)
    {
        endPoint->SetRxCallback(
            MakeNullCallback<void, Ptr<Packet>, Ipv4Header, uint16_t, Ptr<Ipv4Interface>>());
        endPoint->SetIcmpCallback(
            MakeNullCallback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t>());
    }
    else
    {
        endPoint->SetRxCallback(
            MakeNullCallback<void, Ptr<Packet>, Ipv6Header, uint16_t, Ptr<Ipv6Interface>>());
        endPoint->SetIcmpCallback(
            MakeNullCallback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t>());
    }
}

bool
SocketEndPoint::Adopt(Ipv4EndPoint* endPoint)
{
    return Attach(endPoint) == Socket::ERROR_NOTERROR;
}

bool
SocketEndPoint::Adopt(Ipv6EndPoint* endPoint)
{
    return Attach(endPoint) == Socket::ERROR_NOTERROR;
}

Socket::SocketErrno
SocketEndPoint::Bind()
{
    return IsBound()
               ? Socket::ERROR_INVAL
               : Attach(
                     m_allocator->Allocate(m_socket.GetBoundNetDevice(), Ipv4Address::GetAny(), 0));
}

Socket::SocketErrno
SocketEndPoint::Bind6()
{
    return IsBound()
               ? Socket::ERROR_INVAL
               : Attach(
                     m_allocator->Allocate(m_socket.GetBoundNetDevice(), Ipv6Address::GetAny(), 0));
}

Socket::SocketErrno
SocketEndPoint::Bind(const Address& address)
{
    if (IsBound())
    {
        return Socket::ERROR_INVAL;
    }
    const auto device = m_socket.GetBoundNetDevice();
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto local = InetSocketAddress::ConvertFrom(address);
        return Attach(m_allocator->Allocate(device, local.GetIpv4(), local.GetPort()));
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto local = Inet6SocketAddress::ConvertFrom(address);
        return Attach(m_allocator->Allocate(device, local.GetIpv6(), local.GetPort()));
    }
    return Socket::ERROR_INVAL;
}

void
SocketEndPoint::BindToNetDevice(Ptr<NetDevice> device)
{
    if (m_endPoint)
    {
        m_endPoint->BindToNetDevice(device);
    }
    if (m_endPoint6)
    {
        m_endPoint6->BindToNetDevice(device);
    }
}

void
SocketEndPoint::Release()
{
    if (auto endPoint = std::exchange(m_endPoint, nullptr))
    {
        Detach(endPoint);
        m_allocator->DeAllocate(endPoint);
    }
    else if (auto endPoint6 = std::exchange(m_endPoint6, nullptr))
    {
        Detach(endPoint6);
        m_allocator->DeAllocate(endPoint6);
    }
    if (const auto keeper = std::exchange(m_keeper, nullptr))
    {
        keeper->Remove(&m_socket);
    }
}

void
SocketEndPoint::EndPointDestroyed()
{
    NS_LOG_FUNCTION(this);
    const Ptr<Socket> self(&m_socket);
    m_endPoint = nullptr;
    m_endPoint6 = nullptr;
    m_user.NotifyNodeGone();
    m_node = nullptr;
    if (const auto keeper = std::exchange(m_keeper, nullptr))
    {
        keeper->Remove(&m_socket);
    }
}

void
SocketEndPoint::NodeGone()
{
    if (m_endPoint)
    {
        Detach(m_endPoint);
    }
    if (m_endPoint6)
    {
        Detach(m_endPoint6);
    }
    EndPointDestroyed();
}

// --- addresses ------------------------------------------------------------------------------

Socket::SocketErrno
SocketEndPoint::Connect(const Address& peer)
{
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    if (InetSocketAddress::IsMatchingType(peer))
    {
        if (m_endPoint6)
        {
            return Socket::ERROR_AFNOSUPPORT;
        }
        if (!m_endPoint && (error = Bind()) != Socket::ERROR_NOTERROR)
        {
            return error;
        }
        const auto to = InetSocketAddress::ConvertFrom(peer);
        m_endPoint->SetPeer(to.GetIpv4(), to.GetPort());
        Ipv4Address source;
        error = Route<Ipv4, Ipv4Header>(to.GetIpv4(), source, "IPv4");
        if (error == Socket::ERROR_NOTERROR)
        {
            m_endPoint->SetLocalAddress(source);
        }
        return error;
    }
    if (Inet6SocketAddress::IsMatchingType(peer))
    {
        const auto to = Inet6SocketAddress::ConvertFrom(peer);
        if (to.GetIpv6().IsIpv4MappedAddress())
        {
            return Connect(InetSocketAddress(to.GetIpv6().GetIpv4MappedAddress(), to.GetPort()));
        }
        if (m_endPoint)
        {
            return Socket::ERROR_AFNOSUPPORT;
        }
        if (!m_endPoint6 && (error = Bind6()) != Socket::ERROR_NOTERROR)
        {
            return error;
        }
        m_endPoint6->SetPeer(to.GetIpv6(), to.GetPort());
        Ipv6Address source;
        error = Route<Ipv6, Ipv6Header>(to.GetIpv6(), source, "IPv6");
        if (error == Socket::ERROR_NOTERROR)
        {
            m_endPoint6->SetLocalAddress(source);
        }
        return error;
    }
    return Socket::ERROR_INVAL;
}

template <typename Ip, typename Header, typename A>
Socket::SocketErrno
SocketEndPoint::Route(A peer, A& source, const char* name) const
{
    const auto ip = m_node->GetObject<Ip>();
    NS_ABORT_MSG_IF(!ip || !ip->GetRoutingProtocol(),
                    "node " << m_node->GetId() << " has no " << name << " routing protocol");
    Header header;
    header.SetDestination(peer);
    Socket::SocketErrno error = Socket::ERROR_NOROUTETOHOST;
    const auto route = ip->GetRoutingProtocol()->RouteOutput(Ptr<Packet>(),
                                                             header,
                                                             m_socket.GetBoundNetDevice(),
                                                             error);
    if (!route)
    {
        return error;
    }
    source = route->GetSource();
    return Socket::ERROR_NOTERROR;
}

Socket::SocketErrno
SocketEndPoint::FindSource(const Address& peer, Address& source) const
{
    Socket::SocketErrno error = Socket::ERROR_INVAL;
    if (Ipv4Address::IsMatchingType(peer))
    {
        Ipv4Address local;
        error = Route<Ipv4, Ipv4Header>(Ipv4Address::ConvertFrom(peer), local, "IPv4");
        source = local;
    }
    else if (Ipv6Address::IsMatchingType(peer))
    {
        Ipv6Address local;
        error = Route<Ipv6, Ipv6Header>(Ipv6Address::ConvertFrom(peer), local, "IPv6");
        source = local;
    }
    return error;
}

Address
SocketEndPoint::GetLocalAddress() const
{
    return m_endPoint ? Address(m_endPoint->GetLocalAddress())
                      : Address(m_endPoint6->GetLocalAddress());
}

Address
SocketEndPoint::GetPeerAddress() const
{
    return m_endPoint ? Address(m_endPoint->GetPeerAddress())
                      : Address(m_endPoint6->GetPeerAddress());
}

uint16_t
SocketEndPoint::GetLocalPort() const
{
    return m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort();
}

uint16_t
SocketEndPoint::GetPeerPort() const
{
    return m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort();
}

Address
SocketEndPoint::GetSockName() const
{
    if (m_endPoint)
    {
        return InetSocketAddress(m_endPoint->GetLocalAddress(), m_endPoint->GetLocalPort());
    }
    if (m_endPoint6)
    {
        return Inet6SocketAddress(m_endPoint6->GetLocalAddress(), m_endPoint6->GetLocalPort());
    }
    return InetSocketAddress(Ipv4Address::GetZero(), 0);
}

Socket::SocketErrno
SocketEndPoint::GetPeerName(Address& peer) const
{
    if (m_endPoint && m_endPoint->GetPeerPort() != 0)
    {
        peer = InetSocketAddress(m_endPoint->GetPeerAddress(), m_endPoint->GetPeerPort());
        return Socket::ERROR_NOTERROR;
    }
    if (m_endPoint6 && m_endPoint6->GetPeerPort() != 0)
    {
        peer = Inet6SocketAddress(m_endPoint6->GetPeerAddress(), m_endPoint6->GetPeerPort());
        return Socket::ERROR_NOTERROR;
    }
    return Socket::ERROR_NOTCONN;
}

template <typename Ip, typename A>
uint32_t
SocketEndPoint::GetInterfaceMtu(A local) const
{
    const auto ip = m_node->GetObject<Ip>();
    const int32_t interface = ip->GetInterfaceForAddress(local);
    return interface < 0 ? 0 : ip->GetMtu(interface);
}

uint32_t
SocketEndPoint::GetMtu() const
{
    return m_endPoint ? GetInterfaceMtu<Ipv4>(m_endPoint->GetLocalAddress())
                      : GetInterfaceMtu<Ipv6>(m_endPoint6->GetLocalAddress());
}

// --- packets --------------------------------------------------------------------------------

void
SocketEndPoint::ReceiveIpv4(Ptr<Packet> packet, Ipv4Header ip, uint16_t port, Ptr<Ipv4Interface> in)
{
    const Ptr<Socket> self(&m_socket); // the user may release the end point
    PacketArrival arrival;
    arrival.ipv4 = &ip;
    arrival.peerPort = port;
    arrival.localPort = m_endPoint->GetLocalPort();
    m_user.Receive(packet, arrival);
}

void
SocketEndPoint::ReceiveIpv6(Ptr<Packet> packet, Ipv6Header ip, uint16_t port, Ptr<Ipv6Interface> in)
{
    const Ptr<Socket> self(&m_socket);
    PacketArrival arrival;
    arrival.ipv6 = &ip;
    arrival.peerPort = port;
    arrival.localPort = m_endPoint6->GetLocalPort();
    m_user.Receive(packet, arrival);
}

void
SocketEndPoint::ReceiveIcmp(Ipv4Address from,
                            uint8_t ttl,
                            uint8_t type,
                            uint8_t code,
                            uint32_t info)
{
    const Ptr<Socket> self(&m_socket);
    m_user.ReceiveIcmp(from, ttl, type, code, info);
}

void
SocketEndPoint::ReceiveIcmp6(Ipv6Address from,
                             uint8_t ttl,
                             uint8_t type,
                             uint8_t code,
                             uint32_t info)
{
    const Ptr<Socket> self(&m_socket);
    m_user.ReceiveIcmp6(from, ttl, type, code, info);
}

void
SocketEndPoint::AddSocketTags(Ptr<Packet> packet, uint8_t ecn) const
{
    // a value of 0 needs no tag: it is IP's default, or means that the user has set none
    if (const uint8_t tos = (m_socket.GetIpTos() & 0xfc) | ecn)
    {
        SocketIpTosTag tag;
        tag.SetTos(tos);
        packet->AddPacketTag(tag);
    }
    if (m_endPoint6)
    {
        if (const uint8_t tclass = (m_socket.GetIpv6Tclass() & 0xfc) | ecn)
        {
            SocketIpv6TclassTag tag;
            tag.SetTclass(tclass);
            packet->AddPacketTag(tag);
        }
        if (const uint8_t limit = m_socket.GetIpv6HopLimit())
        {
            SocketIpv6HopLimitTag tag;
            tag.SetHopLimit(limit);
            packet->AddPacketTag(tag);
        }
    }
    else if (const uint8_t ttl = m_socket.GetIpTtl())
    {
        SocketIpTtlTag tag;
        tag.SetTtl(ttl);
        packet->AddPacketTag(tag);
    }
    if (m_socket.GetPriority())
    {
        SocketPriorityTag tag;
        tag.SetPriority(m_socket.GetPriority());
        packet->ReplacePacketTag(tag);
    }
}
} // namespace hsn
} // namespace ns3
