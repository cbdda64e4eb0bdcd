// SPDX-License-Identifier: GPL-2.0-only
#include "group-applications.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
ApplicationContainer
InstallGroupSinks(const std::string& factory, const Address& group, const NodeContainer& receivers)
{
    const bool isIpv4 = InetSocketAddress::IsMatchingType(group);
    const Address any =
        isIpv4 ? Address(InetSocketAddress(Ipv4Address::GetAny(),
                                           InetSocketAddress::ConvertFrom(group).GetPort()))
               : Address(Inet6SocketAddress(Ipv6Address::GetAny(),
                                            Inet6SocketAddress::ConvertFrom(group).GetPort()));
    return PacketSinkHelper(factory, any).Install(receivers);
}

ApplicationContainer
InstallGroupSource(const std::string& factory,
                   const Address& group,
                   Ptr<Node> source,
                   uint64_t bytes,
                   uint32_t size)
{
    BulkSendHelper bulk(factory, group);
    bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
    bulk.SetAttribute("SendSize", UintegerValue(size));
    return bulk.Install(source);
}

Ptr<Socket>
GetSocketOf(Ptr<Application> source)
{
    if (const auto bulk = DynamicCast<BulkSendApplication>(source))
    {
        return bulk->GetSocket();
    }
    const auto onOff = DynamicCast<OnOffApplication>(source);
    return onOff ? onOff->GetSocket() : nullptr;
}
} // namespace hsn
} // namespace ns3
