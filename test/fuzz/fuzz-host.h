// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts with no more of an Internet stack than a socket needs: they are made anew for each input,
 * so that nothing of one input is left for the next.
 */
#ifndef HSN_FUZZ_HOST_H
#define HSN_FUZZ_HOST_H

#include "ns3/arp-l3-protocol.h"
#include "ns3/double.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/tick-clock.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/transport-socket-factory.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Gives a node IPv4, and address resolution if the device needs it.
 * @param node a node
 * @param device of it
 * @param address of that, of 24 bits
 */
inline void
AddIpv4(Ptr<Node> node, Ptr<NetDevice> device, const std::string& address)
{
    auto queues = CreateObject<TrafficControlLayer>();
    node->AggregateObject(queues);
    if (device->NeedsArp())
    {
        auto arp = CreateObject<ArpL3Protocol>();
        auto jitter = CreateObject<ConstantRandomVariable>();
        jitter->SetAttribute("Constant", DoubleValue(0));
        arp->SetAttribute("RequestJitter", PointerValue(jitter));
        node->AggregateObject(arp);
        arp->SetTrafficControl(queues);
    }
    auto ip = CreateObject<Ipv4L3Protocol>();
    node->AggregateObject(ip);
    node->AggregateObject(CreateObject<Icmpv4L4Protocol>());
    ip->SetRoutingProtocol(CreateObject<Ipv4StaticRouting>());
    const auto interface = ip->AddInterface(device);
    ip->AddAddress(interface, Ipv4InterfaceAddress(address.c_str(), "255.255.255.0"));
    ip->SetUp(interface);
    TickClock::AssignStreams(node, 1); // the same phase for every input
}

/**
 * @brief Gives a node a protocol's sockets.
 * @tparam F class of the factory
 * @param node with what the protocol needs
 */
template <typename F>
void
AddSockets(Ptr<Node> node)
{
    auto factory = CreateObject<F>();
    node->AggregateObject(factory);
    factory->Prepare();
}
} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_HOST_H
