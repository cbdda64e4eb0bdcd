// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts with no more of an Internet stack than a socket needs: most targets make them anew for each
 * input, so that nothing of one input is left for the next.
 */
#ifndef HSN_FUZZ_HOST_H
#define HSN_FUZZ_HOST_H

#include "ns3/arp-l3-protocol.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/tick-clock.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/transport-socket-factory.h"

#include <functional>
#include <string>
#include <utility>

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

/// A link to peers that the target plays: a function gets what the host sends.
class FuzzWire : public SimpleChannel
{
  public:
    /// Gets a packet and its protocol number.
    using Peer = std::function<void(Ptr<Packet> packet, uint16_t protocol)>;

    /// @param peer is called for each packet
    explicit FuzzWire(Peer peer)
        : m_peer(std::move(peer))
    {
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address,
              Mac48Address,
              Ptr<SimpleNetDevice>) override
    {
        m_peer(packet, protocol);
    }

  private:
    Peer m_peer; //!< gets what is sent
};

/**
 * @brief Gives a node IPv4 at 10.0.0.1 over a link to peers that the target plays.
 * @param node a node
 * @param peer is called for each packet that the node sends
 * @return the interface on which packets arrive
 */
inline Ptr<Ipv4Interface>
AddFuzzWire(Ptr<Node> node, FuzzWire::Peer peer)
{
    auto device = CreateObject<SimpleNetDevice>();
    device->SetAddress(Mac48Address("00:00:00:00:00:01"));
    device->SetAttribute("PointToPointMode", BooleanValue(true));
    node->AddDevice(device);
    device->SetChannel(CreateObject<FuzzWire>(std::move(peer)));
    AddIpv4(node, device, "10.0.0.1");
    auto ip = node->GetObject<Ipv4L3Protocol>();
    return ip->GetInterface(ip->GetInterfaceForDevice(device));
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
