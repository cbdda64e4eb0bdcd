// SPDX-License-Identifier: GPL-2.0-only
#include "link-end-point.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/// First ephemeral port (RFC 6335, section 6), as ns-3 has it for IP.
constexpr uint16_t FIRST_PORT = 49152;
} // namespace

LinkEndPoint::LinkEndPoint(Ptr<NetDevice> device, uint16_t port)
    : m_device(device),
      m_port(port)
{
}

LinkEndPoint::~LinkEndPoint()
{
    if (!m_destroyed.IsNull())
    {
        m_destroyed();
    }
}

Ptr<NetDevice>
LinkEndPoint::GetBoundNetDevice() const
{
    return m_device;
}

Mac48Address
LinkEndPoint::GetLocalAddress() const
{
    return Mac48Address::ConvertFrom(m_device->GetAddress());
}

uint16_t
LinkEndPoint::GetLocalPort() const
{
    return m_port;
}

Mac48Address
LinkEndPoint::GetPeerAddress() const
{
    return m_peer;
}

uint16_t
LinkEndPoint::GetPeerPort() const
{
    return m_peerPort;
}

void
LinkEndPoint::SetPeer(Mac48Address address, uint16_t port)
{
    m_peer = address;
    m_peerPort = port;
}

void
LinkEndPoint::SetRxCallback(RxCallback callback)
{
    m_receive = callback;
}

void
LinkEndPoint::SetDestroyCallback(Callback<void> callback)
{
    m_destroyed = callback;
}

void
LinkEndPoint::ForwardUp(Ptr<Packet> packet, const LinkArrival& arrival, uint16_t port)
{
    const RxCallback receive = m_receive; // the socket may free this end point
    if (!receive.IsNull())
    {
        receive(packet, arrival, port);
    }
}

bool
LinkEndPointDemux::IsInUse(Ptr<NetDevice> device,
                           uint16_t port,
                           Mac48Address peer,
                           uint16_t peerPort) const
{
    return std::any_of(m_endPoints.begin(), m_endPoints.end(), [&](const auto& e) {
        return e->GetBoundNetDevice() == device && e->GetLocalPort() == port &&
               e->GetPeerPort() == peerPort && (peerPort == 0 || e->GetPeerAddress() == peer);
    });
}

LinkEndPoint*
LinkEndPointDemux::Allocate(Ptr<NetDevice> device, uint16_t port)
{
    const auto used = [&](uint16_t number) {
        return std::any_of(m_endPoints.begin(), m_endPoints.end(), [&](const auto& e) {
            return e->GetBoundNetDevice() == device && e->GetLocalPort() == number;
        });
    };
    for (uint32_t tries = 65536 - FIRST_PORT; port == 0 && tries > 0; --tries)
    {
        m_lastPort = m_lastPort == 65535 ? FIRST_PORT : m_lastPort + 1;
        port = used(m_lastPort) ? 0 : m_lastPort;
    }
    if (port == 0 || used(port))
    {
        return nullptr;
    }
    m_endPoints.push_back(std::make_unique<LinkEndPoint>(device, port));
    return m_endPoints.back().get();
}

LinkEndPoint*
LinkEndPointDemux::Allocate(Ptr<NetDevice> device,
                            uint16_t port,
                            Mac48Address peer,
                            uint16_t peerPort)
{
    if (IsInUse(device, port, peer, peerPort))
    {
        return nullptr;
    }
    m_endPoints.push_back(std::make_unique<LinkEndPoint>(device, port));
    m_endPoints.back()->SetPeer(peer, peerPort);
    return m_endPoints.back().get();
}

void
LinkEndPointDemux::DeAllocate(LinkEndPoint* endPoint)
{
    m_endPoints.remove_if([endPoint](const auto& e) { return e.get() == endPoint; });
}

LinkEndPoint*
LinkEndPointDemux::Lookup(const LinkArrival& arrival, uint16_t port, uint16_t peerPort) const
{
    LinkEndPoint* open = nullptr;
    for (const auto& e : m_endPoints)
    {
        if (e->GetBoundNetDevice() != arrival.device || e->GetLocalPort() != port)
        {
            continue;
        }
        if (e->GetPeerPort() == 0)
        {
            open = e.get();
        }
        else if (e->GetPeerPort() == peerPort && e->GetPeerAddress() == arrival.source)
        {
            return e.get();
        }
    }
    return open;
}
} // namespace hsn
} // namespace ns3
