// SPDX-License-Identifier: GPL-2.0-only
#include "atm-pvc-table.h"

#include "ns3/abort.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// VCIs below are reserved for signalling and OAM (I.361, 2.2.3).
constexpr uint16_t FIRST_FREE_VCI = 32;

/// @param ipv4 of the node @param device of it
/// @return interface of the device, or of one that stands in front of it and is aggregated to it
int32_t
FindInterface(Ipv4& ipv4, const Ptr<NetDevice>& device)
{
    const int32_t own = ipv4.GetInterfaceForDevice(device);
    for (uint32_t i = 0; own < 0 && i < ipv4.GetNInterfaces(); ++i)
    {
        if (ipv4.GetNetDevice(i)->GetObject<NetDevice>(device->GetInstanceTypeId()) == device)
        {
            return static_cast<int32_t>(i);
        }
    }
    return own;
}
} // namespace

void
AtmPvcTable::Check(AtmVcId id) const
{
    NS_ABORT_MSG_IF(id.vci < FIRST_FREE_VCI,
                    "VCI " << id.vci << " of a VC: must be at least " << FIRST_FREE_VCI);
    NS_ABORT_MSG_IF(id.vpi > 255, "VPI " << id.vpi << " at a user-network interface: at most 255");
    NS_ABORT_MSG_IF(m_byId.count(id.Key()), "VC " << id << " exists already in this device");
}

void
AtmPvcTable::Add(Ptr<AtmVc> vc)
{
    const AtmVcId id = vc->GetId();
    Check(id);
    m_vcs.push_back(vc);
    m_byId[id.Key()] = PeekPointer(vc);
    m_byPeer.emplace(vc->GetPeerAddress(), PeekPointer(vc));
    m_byPeer.emplace(vc->GetAlias(), PeekPointer(vc));
}

AtmVc*
AtmPvcTable::FindTo(const Mac48Address& to, uint16_t protocol) const
{
    const auto range = m_byPeer.equal_range(to);
    for (auto it = range.first; it != range.second; ++it)
    {
        if (it->second->CanSend() && it->second->Carries(protocol))
        {
            return it->second;
        }
    }
    for (const auto& vc : m_vcs) // the far end may have become known, or have got another address
    {
        if (vc->GetPeerAddress() == to && vc->CanSend() && vc->Carries(protocol))
        {
            return PeekPointer(vc);
        }
    }
    return nullptr;
}

void
AtmPvcTable::SetNextHop(Ipv4Address nextHop, AtmVc* vc)
{
    m_nextHops[nextHop] = vc;
}

AtmVc*
AtmPvcTable::FindNextHop(Ipv4Address nextHop) const
{
    const auto byHand = m_nextHops.find(nextHop);
    if (byHand != m_nextHops.end())
    {
        return byHand->second;
    }
    AtmVc* open = nullptr; // leads to addresses that are not known
    uint32_t candidates = 0;
    for (const auto& vc : m_vcs)
    {
        if (!vc->CanSend() || !vc->Carries(Rfc2684::IPV4))
        {
            continue;
        }
        ++candidates;
        const auto peer = vc->GetPeer();
        const auto node = peer ? peer->GetNode() : nullptr;
        const auto ipv4 = node ? node->GetObject<Ipv4>() : nullptr;
        const int32_t interface = ipv4 ? FindInterface(*ipv4, peer) : -1;
        const uint32_t addresses = interface >= 0 ? ipv4->GetNAddresses(interface) : 0;
        if (addresses == 0)
        {
            open = PeekPointer(vc);
        }
        for (uint32_t i = 0; i < addresses; ++i)
        {
            if (ipv4->GetAddress(interface, i).GetLocal() == nextHop)
            {
                return PeekPointer(vc);
            }
        }
    }
    return candidates == 1 ? open : nullptr;
}

Mac48Address
AtmPvcTable::GetAddressOf(const AtmVc& vc) const
{
    const auto peer = vc.GetPeerAddress();
    return FindTo(peer, Rfc2684::IPV4) == &vc ? peer : vc.GetAlias();
}

void
AtmPvcTable::Dispose()
{
    m_byId.clear();
    m_byPeer.clear();
    m_nextHops.clear();
    for (auto& vc : m_vcs)
    {
        vc->Dispose();
    }
    m_vcs.clear();
}
} // namespace hsn
} // namespace ns3
