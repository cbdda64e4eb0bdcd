// SPDX-License-Identifier: GPL-2.0-only
#include "socket-end-point.h"

#include "socket-keeper.h"
#include "socket-tags.h"
#include "source-address.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"

#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSocketEndPoint");

namespace
{
/** @param address of IPv4 @param port a port @return both */
Address
Join(const Ipv4EndPoint* /* kind */, Ipv4Address address, uint16_t port)
{
    return InetSocketAddress(address, port);
}

/** @param address of IPv6 @param port a port @return both */
Address
Join(const Ipv6EndPoint* /* kind */, Ipv6Address address, uint16_t port)
{
    return Inet6SocketAddress(address, port);
}

/** @param endPoint has the device @param address there @param port a port @return all three */
Address
Join(const LinkEndPoint* endPoint, Mac48Address address, uint16_t port)
{
    return LinkSocketAddress(endPoint->GetBoundNetDevice()->GetIfIndex(), address, port);
}
} // namespace

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

template <typename R, typename F>
R
SocketEndPoint::Visit(R none, F function) const
{
    if (m_endPoint)
    {
        return function(m_endPoint);
    }
    if (m_endPoint6)
    {
        return function(m_endPoint6);
    }
    return m_linkEndPoint ? function(m_linkEndPoint) : none;
}

template <typename E>
Socket::SocketErrno
SocketEndPoint::Attach(E* endPoint, Socket::SocketErrno error)
{
    if (!endPoint)
    {
        return error;
    }
    m_names.reset();
    m_boundToAny = false;
    endPoint->SetDestroyCallback(MakeCallback(&SocketEndPoint::EndPointDestroyed, this));
    if constexpr (std::is_same_v<E, LinkEndPoint>)
    {
        m_linkEndPoint = endPoint;
        endPoint->SetRxCallback(MakeCallback(&SocketEndPoint::ReceiveLink, this));
    }
    else
    {
        if (m_socket.GetBoundNetDevice())
        {
            endPoint->BindToNetDevice(m_socket.GetBoundNetDevice());
        }
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
    }
    m_keeper = SocketKeeper::Get(m_node);
    m_keeper->Add(Ptr<Socket>(&m_socket), MakeCallback(&SocketEndPoint::NodeGone, this));
    return Socket::ERROR_NOTERROR;
}

void
SocketEndPoint::Detach(bool free)
{
    Visit(0, [](auto endPoint) {
        endPoint->SetDestroyCallback({});
        endPoint->SetRxCallback({});
        if constexpr (!std::is_same_v<decltype(endPoint), LinkEndPoint*>)
        {
            endPoint->SetIcmpCallback({});
        }
        return 0;
    });
    m_names.reset();
    const auto endPoint = std::exchange(m_endPoint, nullptr);
    const auto endPoint6 = std::exchange(m_endPoint6, nullptr);
    const auto linkEndPoint = std::exchange(m_linkEndPoint, nullptr);
    if (free && endPoint)
    {
        m_allocator->DeAllocate(endPoint);
    }
    else if (free && endPoint6)
    {
        m_allocator->DeAllocate(endPoint6);
    }
    else if (free && linkEndPoint)
    {
        m_allocator->DeAllocateLink(linkEndPoint);
    }
}

bool
SocketEndPoint::Adopt(Ipv4EndPoint* endPoint)
{
    return Attach(endPoint, Socket::ERROR_ADDRINUSE) == Socket::ERROR_NOTERROR;
}

bool
SocketEndPoint::Adopt(Ipv6EndPoint* endPoint)
{
    return Attach(endPoint, Socket::ERROR_ADDRINUSE) == Socket::ERROR_NOTERROR;
}

bool
SocketEndPoint::Adopt(LinkEndPoint* endPoint)
{
    return Attach(endPoint, Socket::ERROR_ADDRINUSE) == Socket::ERROR_NOTERROR;
}

template <typename A>
Socket::SocketErrno
SocketEndPoint::BindIp(A address, uint16_t port)
{
    if (IsBound())
    {
        return Socket::ERROR_INVAL;
    }
    return Attach(m_allocator->Allocate(m_socket.GetBoundNetDevice(), address, port),
                  port ? Socket::ERROR_ADDRINUSE : Socket::ERROR_ADDRNOTAVAIL);
}

Socket::SocketErrno
SocketEndPoint::Bind()
{
    if (!m_allocator->CanUseIp())
    {
        return IsBound() ? Socket::ERROR_INVAL
                         : Socket::ERROR_NOTERROR; // the peer tells the device
    }
    const auto error = BindIp(Ipv4Address::GetAny(), 0);
    m_boundToAny |= error == Socket::ERROR_NOTERROR;
    return error;
}

Socket::SocketErrno
SocketEndPoint::Bind6()
{
    return BindIp(Ipv6Address::GetAny(), 0);
}

Socket::SocketErrno
SocketEndPoint::Bind(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto local = InetSocketAddress::ConvertFrom(address);
        return BindIp(local.GetIpv4(), local.GetPort());
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto local = Inet6SocketAddress::ConvertFrom(address);
        return BindIp(local.GetIpv6(), local.GetPort());
    }
    if (!LinkSocketAddress::IsMatchingType(address) || IsBound())
    {
        return Socket::ERROR_INVAL;
    }
    const auto local = LinkSocketAddress::ConvertFrom(address);
    if (local.GetDevice() >= m_node->GetNDevices())
    {
        return Socket::ERROR_NODEV;
    }
    if (!m_allocator->CanUseLink())
    {
        return Socket::ERROR_AFNOSUPPORT;
    }
    return Attach(m_allocator->AllocateLink(m_node->GetDevice(local.GetDevice()), local.GetPort()),
                  local.GetPort() ? Socket::ERROR_ADDRINUSE : Socket::ERROR_ADDRNOTAVAIL);
}

Socket::SocketErrno
SocketEndPoint::BindFor(const Address& peer)
{
    if (CanReach(peer))
    {
        return Socket::ERROR_NOTERROR;
    }
    const bool isLink = LinkSocketAddress::IsMatchingType(peer);
    if (IsBound() && !(isLink && m_boundToAny && m_allocator->CanUseLink()))
    {
        return Socket::ERROR_AFNOSUPPORT;
    }
    if (isLink)
    {
        Detach(true);
        const auto device = LinkSocketAddress::ConvertFrom(peer).GetDevice();
        const auto error = Bind(LinkSocketAddress(device, Mac48Address(), 0));
        if (error != Socket::ERROR_NOTERROR)
        {
            Release();
        }
        return error;
    }
    if (!m_allocator->CanUseIp())
    {
        return Socket::ERROR_AFNOSUPPORT;
    }
    if (Inet6SocketAddress::IsMatchingType(peer))
    {
        const auto ipv6 = Inet6SocketAddress::ConvertFrom(peer).GetIpv6();
        return ipv6.IsIpv4MappedAddress() ? Bind() : Bind6();
    }
    return InetSocketAddress::IsMatchingType(peer) ? Bind() : Socket::ERROR_INVAL;
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
    Detach(true);
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
    m_names.reset();
    m_endPoint = nullptr;
    m_endPoint6 = nullptr;
    m_linkEndPoint = nullptr;
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
    Detach(false);
    EndPointDestroyed();
}

// --- addresses ------------------------------------------------------------------------------

template <typename E, typename A>
Socket::SocketErrno
SocketEndPoint::ConnectIp(E*& endPoint, A peer, uint16_t port)
{
    if (IsBound() && !endPoint)
    {
        return Socket::ERROR_AFNOSUPPORT;
    }
    Socket::SocketErrno error = endPoint ? Socket::ERROR_NOTERROR : BindIp(A::GetAny(), 0);
    if (error != Socket::ERROR_NOTERROR)
    {
        return error;
    }
    A source;
    error = FindSourceAddress(m_node, m_socket.GetBoundNetDevice(), peer, source);
    if (error == Socket::ERROR_NOTERROR)
    {
        endPoint->SetPeer(peer, port);
        endPoint->SetLocalAddress(source);
    }
    return error;
}

Socket::SocketErrno
SocketEndPoint::ConnectLink(const LinkSocketAddress& peer)
{
    const Socket::SocketErrno error = BindFor(peer);
    if (error == Socket::ERROR_NOTERROR)
    {
        m_linkEndPoint->SetPeer(peer.GetAddress(), peer.GetPort());
    }
    return error;
}

Socket::SocketErrno
SocketEndPoint::Connect(const Address& peer)
{
    m_names.reset();
    if (InetSocketAddress::IsMatchingType(peer))
    {
        const auto to = InetSocketAddress::ConvertFrom(peer);
        return ConnectIp(m_endPoint, to.GetIpv4(), to.GetPort());
    }
    if (Inet6SocketAddress::IsMatchingType(peer))
    {
        const auto to = Inet6SocketAddress::ConvertFrom(peer);
        if (to.GetIpv6().IsIpv4MappedAddress())
        {
            return Connect(InetSocketAddress(to.GetIpv6().GetIpv4MappedAddress(), to.GetPort()));
        }
        return ConnectIp(m_endPoint6, to.GetIpv6(), to.GetPort());
    }
    return LinkSocketAddress::IsMatchingType(peer)
               ? ConnectLink(LinkSocketAddress::ConvertFrom(peer))
               : Socket::ERROR_INVAL;
}

Socket::SocketErrno
SocketEndPoint::FindSource(const Address& peer, Address& source) const
{
    Socket::SocketErrno error = Socket::ERROR_INVAL;
    const auto device = m_socket.GetBoundNetDevice();
    if (Ipv4Address::IsMatchingType(peer))
    {
        Ipv4Address local;
        error = FindSourceAddress(m_node, device, Ipv4Address::ConvertFrom(peer), local);
        source = local;
    }
    else if (Ipv6Address::IsMatchingType(peer))
    {
        const auto to = Ipv6Address::ConvertFrom(peer);
        Ipv6Address local;
        if (to.IsIpv4MappedAddress())
        {
            Ipv4Address local4;
            error = FindSourceAddress(m_node, device, to.GetIpv4MappedAddress(), local4);
            local = Ipv6Address::MakeIpv4MappedAddress(local4);
        }
        else
        {
            error = FindSourceAddress(m_node, device, to, local);
        }
        source = local;
    }
    return error;
}

Address
SocketEndPoint::GetLocalAddress() const
{
    return Visit(Address(), [](auto endPoint) { return Address(endPoint->GetLocalAddress()); });
}

Address
SocketEndPoint::GetPeerAddress() const
{
    return Visit(Address(), [](auto endPoint) { return Address(endPoint->GetPeerAddress()); });
}

uint16_t
SocketEndPoint::GetLocalPort() const
{
    return Visit(uint16_t(), [](auto endPoint) { return endPoint->GetLocalPort(); });
}

uint16_t
SocketEndPoint::GetPeerPort() const
{
    return Visit(uint16_t(), [](auto endPoint) { return endPoint->GetPeerPort(); });
}

TransportPath
SocketEndPoint::GetPath() const
{
    return {GetLocalAddress(), GetPeerAddress(), GetLocalPort(), GetPeerPort(), GetDevice()};
}

bool
SocketEndPoint::CanReach(const Address& peer) const
{
    if (InetSocketAddress::IsMatchingType(peer))
    {
        return m_endPoint;
    }
    if (Inet6SocketAddress::IsMatchingType(peer))
    {
        const auto to = Inet6SocketAddress::ConvertFrom(peer).GetIpv6();
        return m_endPoint6 || (m_endPoint && to.IsIpv4MappedAddress());
    }
    return m_linkEndPoint && LinkSocketAddress::IsMatchingType(peer);
}

Ptr<NetDevice>
SocketEndPoint::GetDevice() const
{
    return m_linkEndPoint ? m_linkEndPoint->GetBoundNetDevice() : m_socket.GetBoundNetDevice();
}

const SocketEndPoint::Names&
SocketEndPoint::GetNames() const
{
    if (!m_names)
    {
        m_names.emplace();
        m_names->own = Visit(Address(InetSocketAddress(Ipv4Address::GetZero(), 0)), [](auto e) {
            return Join(e, e->GetLocalAddress(), e->GetLocalPort());
        });
        if (GetPeerPort() != 0)
        {
            m_names->peer = Visit(Address(), [](auto e) {
                return Join(e, e->GetPeerAddress(), e->GetPeerPort());
            });
        }
    }
    return *m_names;
}

Address
SocketEndPoint::GetSockName() const
{
    return GetNames().own;
}

Socket::SocketErrno
SocketEndPoint::GetPeerName(Address& peer) const
{
    if (GetNames().peer.IsInvalid())
    {
        return Socket::ERROR_NOTCONN;
    }
    peer = GetNames().peer;
    return Socket::ERROR_NOTERROR;
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
    if (m_linkEndPoint)
    {
        return m_linkEndPoint->GetBoundNetDevice()->GetMtu();
    }
    if (m_endPoint)
    {
        return GetInterfaceMtu<Ipv4>(m_endPoint->GetLocalAddress());
    }
    if (!m_endPoint6)
    {
        return 0;
    }
    const auto local = m_endPoint6->GetLocalAddress();
    return local.IsIpv4MappedAddress() ? GetInterfaceMtu<Ipv4>(local.GetIpv4MappedAddress())
                                       : GetInterfaceMtu<Ipv6>(local);
}

// --- packets --------------------------------------------------------------------------------

void
SocketEndPoint::Receive(Ptr<Packet> packet, PacketArrival arrival, uint16_t port)
{
    const Ptr<Socket> self(&m_socket); // the user may release the end point
    arrival.peerPort = port;
    arrival.localPort = GetLocalPort();
    if (m_allocator->Admit(packet, arrival))
    {
        m_user.Receive(packet, arrival);
    }
}

void
SocketEndPoint::ReceiveIpv4(Ptr<Packet> packet, Ipv4Header ip, uint16_t port, Ptr<Ipv4Interface> in)
{
    Receive(packet, {&ip, nullptr, nullptr}, port);
}

void
SocketEndPoint::ReceiveIpv6(Ptr<Packet> packet, Ipv6Header ip, uint16_t port, Ptr<Ipv6Interface> in)
{
    Receive(packet, {nullptr, &ip, nullptr}, port);
}

void
SocketEndPoint::ReceiveLink(Ptr<Packet> packet, LinkArrival link, uint16_t port)
{
    Receive(packet, {nullptr, nullptr, &link}, port);
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
    AddTags(packet, m_socket, m_endPoint6, ecn);
}

bool
SocketEndPoint::HasSocketTags(uint8_t ecn) const
{
    return NeedsTags(m_socket, m_endPoint6, ecn);
}
} // namespace hsn
} // namespace ns3
