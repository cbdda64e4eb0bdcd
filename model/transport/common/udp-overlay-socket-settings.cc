// SPDX-License-Identifier: GPL-2.0-only
// UdpOverlaySocket: groups, IP settings and attributes, which the inner socket implements.
#include "udp-overlay-socket.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
bool
UdpOverlaySocket::SetAllowBroadcast(bool allow)
{
    return m_udp->SetAllowBroadcast(allow);
}

bool
UdpOverlaySocket::GetAllowBroadcast() const
{
    return m_udp->GetAllowBroadcast();
}

void
UdpOverlaySocket::Ipv6JoinGroup(Ipv6Address address,
                                Ipv6MulticastFilterMode mode,
                                std::vector<Ipv6Address> sources)
{
    m_udp->Ipv6JoinGroup(address, mode, sources);
}

void
UdpOverlaySocket::Ipv6LeaveGroup()
{
    m_udp->Ipv6LeaveGroup();
}

int
UdpOverlaySocket::MulticastJoinGroup(uint32_t interface, const Address& group)
{
    return Note(m_udp->MulticastJoinGroup(interface, group));
}

int
UdpOverlaySocket::MulticastLeaveGroup(uint32_t interface, const Address& group)
{
    return Note(m_udp->MulticastLeaveGroup(interface, group));
}

void
UdpOverlaySocket::CopySettings()
{
    m_udp->SetIpTos(GetIpTos());
    m_udp->SetPriority(GetPriority());
    if (IsManualIpTtl())
    {
        m_udp->SetIpTtl(GetIpTtl());
    }
    m_udp->SetIpv6Tclass(IsManualIpv6Tclass() ? GetIpv6Tclass() : -1);
    if (IsManualIpv6HopLimit())
    {
        m_udp->SetIpv6HopLimit(GetIpv6HopLimit());
    }
}

void
UdpOverlaySocket::TakeIpTos()
{
    if (m_udp->GetIpTos() != GetIpTos())
    {
        SetIpTos(m_udp->GetIpTos());
    }
}

void
UdpOverlaySocket::SetInner(const char* name, const AttributeValue& value)
{
    if (m_udp)
    {
        m_udp->SetAttribute(name, value);
    }
}

void
UdpOverlaySocket::SetRcvBufSize(uint32_t size)
{
    m_rcvBufSize = size;
}

uint32_t
UdpOverlaySocket::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

void
UdpOverlaySocket::SetIpMulticastTtl(uint8_t ttl)
{
    m_ipMulticastTtl = ttl;
    SetInner("IpMulticastTtl", UintegerValue(ttl));
}

uint8_t
UdpOverlaySocket::GetIpMulticastTtl() const
{
    return m_ipMulticastTtl;
}

void
UdpOverlaySocket::SetIpMulticastIf(int32_t interface)
{
    m_ipMulticastIf = interface;
    SetInner("IpMulticastIf", IntegerValue(interface));
}

int32_t
UdpOverlaySocket::GetIpMulticastIf() const
{
    return m_ipMulticastIf;
}

void
UdpOverlaySocket::SetIpMulticastLoop(bool loop)
{
    m_ipMulticastLoop = loop;
    SetInner("IpMulticastLoop", BooleanValue(loop));
}

bool
UdpOverlaySocket::GetIpMulticastLoop() const
{
    return m_ipMulticastLoop;
}

void
UdpOverlaySocket::SetMtuDiscover(bool discover)
{
    m_mtuDiscover = discover;
    SetInner("MtuDiscover", BooleanValue(discover));
}

bool
UdpOverlaySocket::GetMtuDiscover() const
{
    return m_mtuDiscover;
}
} // namespace hsn
} // namespace ns3
