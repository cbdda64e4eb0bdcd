// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-end-points.h"

#include "ns3/net-device.h"

namespace ns3
{
namespace hsn
{
void
TcpEndPoints::SetTcp(Ptr<TcpL4Protocol> tcp)
{
    m_tcp = tcp;
}

Ipv4EndPoint*
TcpEndPoints::Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port)
{
    if (port != 0)
    {
        return m_tcp->Allocate(device, address, port);
    }
    return address.IsAny() ? m_tcp->Allocate() : m_tcp->Allocate(address);
}

Ipv6EndPoint*
TcpEndPoints::Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port)
{
    if (port != 0)
    {
        return m_tcp->Allocate6(device, address, port);
    }
    return address.IsAny() ? m_tcp->Allocate6() : m_tcp->Allocate6(address);
}

void
TcpEndPoints::DeAllocate(Ipv4EndPoint* endPoint)
{
    m_tcp->DeAllocate(endPoint);
}

void
TcpEndPoints::DeAllocate(Ipv6EndPoint* endPoint)
{
    m_tcp->DeAllocate(endPoint);
}
} // namespace hsn
} // namespace ns3
