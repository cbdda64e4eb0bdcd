// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_IPV6_MEMBERSHIP_H
#define HSN_IPV6_MEMBERSHIP_H

#include "ns3/ipv6-address.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes a node a member of a group of IPv6, or ends that. Memberships are counted; IPv4 of
 * ns-3 has none.
 * @param node the node
 * @param group multicast address
 * @param joins whether to join it, or leave it
 * @param device whose interface joins; null, or one without IPv6: all interfaces
 * @return false if the node has no IPv6
 */
inline bool
ChangeIpv6Membership(const Ptr<Node>& node,
                     Ipv6Address group,
                     bool joins,
                     const Ptr<NetDevice>& device = nullptr)
{
    const auto ip = node->GetObject<Ipv6L3Protocol>();
    if (!ip)
    {
        return false;
    }
    const int32_t interface = device ? ip->GetInterfaceForDevice(device) : -1;
    if (interface < 0)
    {
        joins ? ip->AddMulticastAddress(group) : ip->RemoveMulticastAddress(group);
    }
    else
    {
        joins ? ip->AddMulticastAddress(group, interface)
              : ip->RemoveMulticastAddress(group, interface);
    }
    return true;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_IPV6_MEMBERSHIP_H
