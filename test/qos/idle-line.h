// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A line between two hosts on which nothing is sent but what a test sends.
 */
#ifndef HSN_IDLE_LINE_H
#define HSN_IDLE_LINE_H

#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Two hosts, 1.5 Mb/s and 1 ms between them.
struct IdleLine
{
    static constexpr uint16_t PORT = 7000; //!< of the second host

    /// @param ipv6 or IPv4
    explicit IdleLine(bool ipv6)
    {
        nodes.Create(2);
        PointToPointHelper line;
        line.SetDeviceAttribute("DataRate", StringValue("1.5Mbps"));
        line.SetChannelAttribute("Delay", StringValue("1ms"));
        DisableFlowControl(line);
        devices = line.Install(nodes);
        InternetStackHelper().Install(nodes);
        if (ipv6)
        {
            Ipv6AddressHelper addresses("2001:db8::", Ipv6Prefix(64));
            auto given = addresses.Assign(devices);
            for (uint32_t i = 0; i < 2; ++i)
            {
                given.SetForwarding(i, true); // a host would ask for routers, at times by chance
            }
            target = Inet6SocketAddress(given.GetAddress(1, 1), PORT);
        }
        else
        {
            Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
            target = InetSocketAddress(addresses.Assign(devices).GetAddress(1), PORT);
        }
        for (auto device = devices.Begin(); device != devices.End(); ++device)
        {
            // before 3.36 there is flow control, and so a queue for each flow
            const auto layer = (*device)->GetNode()->GetObject<TrafficControlLayer>();
            if (layer->GetRootQueueDiscOnDevice(*device))
            {
                TrafficControlHelper().Uninstall(*device);
            }
        }
    }

    NodeContainer nodes;        //!< two
    NetDeviceContainer devices; //!< of the line
    Address target;             //!< of the second
};
} // namespace hsn
} // namespace ns3

#endif // HSN_IDLE_LINE_H
