// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two workstations of the paper: sender, router, receiver; cross traffic enters at the router.
 */
#ifndef QOS_MONITOR_NETWORK_H
#define QOS_MONITOR_NETWORK_H

#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-xtp-adapter.h"
#include "ns3/queue-disc.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/xtp-socket.h"

#include <string>

namespace ns3
{
namespace hsn
{
/// Sender, router and receiver, and the way back if it is another one.
struct QosNetwork
{
    static constexpr uint16_t PORT = 5000; //!< of the receiver

    /// @param rate of the link between router and receiver @param delay of it
    /// @param reverse delay of a link from the receiver to the sender that answers take; negative:
    /// answers return as the data came @param packets that the router's queue holds
    void Build(DataRate rate, Time delay, Time reverse, uint32_t packets)
    {
        nodes.Create(4);
        InternetStackHelper internet;
        internet.Install(nodes);
        HsnInternetHelper().Install(nodes, "ns3::hsn::XtpSocketFactory");
        PointToPointHelper access;
        access.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        access.SetChannelAttribute("Delay", TimeValue(Time(0)));
        Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
        const auto near = addresses.Assign(access.Install(nodes.Get(0), nodes.Get(1)));
        addresses.NewNetwork();
        const auto cross = addresses.Assign(access.Install(nodes.Get(3), nodes.Get(1)));
        addresses.NewNetwork();
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", DataRateValue(rate));
        link.SetChannelAttribute("Delay", TimeValue(delay));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        bottleneck = link.Install(nodes.Get(1), nodes.Get(2));
        const auto far = addresses.Assign(bottleneck);
        TrafficControlHelper control;
        control.Uninstall(bottleneck.Get(0));
        control.SetRootQueueDisc("ns3::FifoQueueDisc",
                                 "MaxSize",
                                 QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
        queue = control.Install(bottleneck.Get(0)).Get(0);
        sender = near.GetAddress(0);
        receiver = far.GetAddress(1);
        Ipv4StaticRoutingHelper routes;
        const auto route = [&](uint32_t node, Ipv4Address gateway) {
            routes.GetStaticRouting(nodes.Get(node)->GetObject<Ipv4>())
                ->SetDefaultRoute(gateway, 1);
        };
        route(0, near.GetAddress(1));
        route(2, far.GetAddress(0));
        route(3, cross.GetAddress(1));
        if (!reverse.IsNegative())
        {
            access.SetChannelAttribute("Delay", TimeValue(reverse));
            addresses.NewNetwork();
            const auto back = addresses.Assign(access.Install(nodes.Get(2), nodes.Get(0)));
            routes.GetStaticRouting(nodes.Get(2)->GetObject<Ipv4>())
                ->AddHostRouteTo(sender, back.GetAddress(1), 2);
        }
    }

    NodeContainer nodes;           //!< sender, router, receiver, cross traffic
    NetDeviceContainer bottleneck; //!< of the router, of the receiver
    Ptr<QueueDisc> queue;          //!< of the router
    Ipv4Address sender;            //!< its address
    Ipv4Address receiver;          //!< its address
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MONITOR_NETWORK_H
