// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts on one link that drop chosen UDP packets, for tests of protocols over UDP.
 */
#ifndef HSN_UDP_TEST_NETWORK_H
#define HSN_UDP_TEST_NETWORK_H

#include "ns3/arp-cache.h"
#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Drops UDP packets selected by their count. */
class ChosenLoss : public ErrorModel
{
  public:
    std::function<bool(uint32_t)> loses{[](uint32_t) { return false; }}; //!< by count, from 0
    uint32_t packets{0};                                                 //!< UDP packets seen
    uint32_t lost{0};                                                    //!< UDP packets dropped

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        uint8_t ip[10];
        const bool udp = packet->CopyData(ip, sizeof(ip)) == sizeof(ip) &&
                         ((ip[0] >> 4 == 4 && ip[9] == UdpL4Protocol::PROT_NUMBER) ||
                          (ip[0] >> 4 == 6 && ip[6] == UdpL4Protocol::PROT_NUMBER));
        if (!udp)
        {
            return false;
        }
        const bool drop = loses(packets++);
        lost += drop;
        return drop;
    }

    void DoReset() override
    {
        packets = 0;
    }
};

/** @brief Hosts with an Internet stack on one link of 1 ms delay. */
struct UdpTestNetwork
{
    /** @brief UDP port of the receivers. */
    static constexpr uint16_t PORT = 9;

    /** @param hosts number of hosts */
    explicit UdpTestNetwork(uint32_t hosts = 2)
    {
        nodes.Create(hosts);
        auto channel = CreateObject<SimpleChannel>();
        channel->SetAttribute("Delay", TimeValue(MilliSeconds(1)));
        for (uint32_t i = 0; i < hosts; i++)
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(GetMac(i));
            device->SetChannel(channel);
            nodes.Get(i)->AddDevice(device);
            devices.Add(device);
            losses.push_back(CreateObject<ChosenLoss>());
            device->SetReceiveErrorModel(losses.back());
        }
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        for (uint32_t i = 0; i < hosts; i++)
        {
            // by default, at most three packets wait for address resolution
            nodes.Get(i)->GetObject<Ipv4L3Protocol>()->GetInterface(1)->GetArpCache()->SetAttribute(
                "PendingQueueSize",
                UintegerValue(100));
        }
        interfaces6 = Ipv6AddressHelper("2001:1::", Ipv6Prefix(64)).Assign(devices);
    }

    ~UdpTestNetwork()
    {
        Simulator::Destroy();
    }

    /** @param host index of a host @return its IPv4 address and PORT */
    InetSocketAddress GetAddress(uint32_t host) const
    {
        return {interfaces.GetAddress(host), PORT};
    }

    /** @param host index of a host @return its global IPv6 address and PORT */
    Inet6SocketAddress GetAddress6(uint32_t host) const
    {
        return {interfaces6.GetAddress(host, 1), PORT};
    }

    /** @param host index of a host @return its MAC address, in every network the same: before ns-3
     * 3.37 Mac48Address::Allocate() counts on over simulations */
    static Mac48Address GetMac(uint32_t host)
    {
        const uint8_t octets[6] = {0, 0, 0, 0, 0, static_cast<uint8_t>(host + 1)};
        Mac48Address mac;
        mac.CopyFrom(octets);
        return mac;
    }

    NodeContainer nodes;                 //!< the hosts
    NetDeviceContainer devices;          //!< their devices
    std::vector<Ptr<ChosenLoss>> losses; //!< loss at each host's receiver
    Ipv4InterfaceContainer interfaces;   //!< IPv4 interfaces
    Ipv6InterfaceContainer interfaces6;  //!< IPv6 interfaces
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_TEST_NETWORK_H
