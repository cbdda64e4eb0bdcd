// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_UNMAP_ADDRESS_H
#define HSN_UNMAP_ADDRESS_H

#include "ns3/address.h"
#include "ns3/ipv6-address.h"

namespace ns3
{
namespace hsn
{
/** @param address an address @return the IPv4 address, if it is mapped to IPv6; else the same */
inline Address
UnmapAddress(const Address& address)
{
    if (Ipv6Address::IsMatchingType(address))
    {
        const auto ipv6 = Ipv6Address::ConvertFrom(address);
        if (ipv6.IsIpv4MappedAddress())
        {
            return ipv6.GetIpv4MappedAddress();
        }
    }
    return address;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_UNMAP_ADDRESS_H
