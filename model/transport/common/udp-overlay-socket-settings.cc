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
    return m_inner->SetAllowBroadcast(allow);
}

bool
UdpOverlaySocket::GetAllowBroadcast() const
{
    return m_inner->GetAllowBroadcast();
}

void
UdpOverlaySocket::Ipv6JoinGroup(Ipv6Address address,
                                Ipv6MulticastFilterMode mode,
                                std::vector<Ipv6Address> sources)
{
    m_inner->Ipv6JoinGroup(address, mode, sources);
}

void
UdpOverlaySocket::Ipv6LeaveGroup()
{
    m_inner->Ipv6LeaveGroup();
}

int
UdpOverlaySocket::MulticastJoinGroup(uint32_t interface, const Address& group)
{
    return m_inner.Note(m_inner->MulticastJoinGroup(interface, group));
}

int
UdpOverlaySocket::MulticastLeaveGroup(uint32_t interface, const Address& group)
{
    return m_inner.Note(m_inner->MulticastLeaveGroup(interface, group));
}

void
UdpOverlaySocket::CopySettings()
{
    m_inner->SetIpTos(GetIpTos());
    m_inner->SetPriority(GetPriority());
    if (IsManualIpTtl())
    {
        m_inner->SetIpTtl(GetIpTtl());
    }
    m_inner->SetIpv6Tclass(IsManualIpv6Tclass() ? GetIpv6Tclass() : -1);
    if (IsManualIpv6HopLimit())
    {
        m_inner->SetIpv6HopLimit(GetIpv6HopLimit());
    }
}

void
UdpOverlaySocket::TakeIpTos()
{
    if (m_inner->GetIpTos() != GetIpTos())
    {
        SetIpTos(m_inner->GetIpTos());
    }
}

void
UdpOverlaySocket::SetRcvBufSize(uint32_t size)
{
    m_queue.SetLimit(size);
}

uint32_t
UdpOverlaySocket::GetRcvBufSize() const
{
    return m_queue.GetLimit();
}

void
UdpOverlaySocket::SetIpMulticastTtl(uint8_t ttl)
{
    m_ipMulticastTtl = ttl;
    m_inner.Set("IpMulticastTtl", UintegerValue(ttl));
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
    m_inner.Set("IpMulticastIf", IntegerValue(interface));
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
    m_inner.Set("IpMulticastLoop", BooleanValue(loop));
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
    m_inner.Set("MtuDiscover", BooleanValue(discover));
}

bool
UdpOverlaySocket::GetMtuDiscover() const
{
    return m_mtuDiscover;
}
} // namespace hsn
} // namespace ns3
