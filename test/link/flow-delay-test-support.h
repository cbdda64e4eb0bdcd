// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets of UDP flows, and a lean link that delays them.
 */
#ifndef HSN_FLOW_DELAY_TEST_SUPPORT_H
#define HSN_FLOW_DELAY_TEST_SUPPORT_H

#include "ether-types.h"

#include "ns3/flow-delay-helper.h"
#include "ns3/flow-delay-table.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/lean-link-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
inline constexpr uint8_t TCP = 6;
inline constexpr uint8_t UDP = 17;
inline const char* const HERE = "10.0.0.1";
inline const char* const THERE = "10.0.0.2";

/** @param host @param port @return one end */
inline InetSocketAddress
End(const char* host, uint16_t port)
{
    return InetSocketAddress(Ipv4Address(host), port);
}

/** @param from port @param to port @return the UDP flow from HERE to THERE */
inline LinkFlow
Flow(uint16_t from, uint16_t to)
{
    return LinkFlow(End(HERE, from), End(THERE, to), UDP);
}

/**
 * @brief Makes a UDP packet over IPv4.
 * @param source host @param from its port @param destination host @param to its port
 * @param bytes of the IP packet
 * @return the packet
 */
inline Ptr<Packet>
MakeUdp(const char* source,
        uint16_t from,
        const char* destination,
        uint16_t to,
        uint32_t bytes = 98)
{
    auto packet = Create<Packet>(bytes - 28);
    UdpHeader udp;
    udp.SetSourcePort(from);
    udp.SetDestinationPort(to);
    packet->AddHeader(udp);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(source));
    ip.SetDestination(Ipv4Address(destination));
    ip.SetProtocol(UDP);
    ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    packet->AddHeader(ip);
    return packet;
}

/** @brief A lean link of 8 Mbit/s and 1 ms with delays of flows. */
class DelayLink
{
  public:
    /** @param helper of the delays, or null @param delay of the link in microseconds */
    explicit DelayLink(const FlowDelayHelper* helper, int64_t delay = 1000)
    {
        LeanLinkHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        link.SetDeviceAttribute("MaxSize", StringValue("20p"));
        link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(delay)));
        nodes.Create(2);
        devices = link.Install(nodes);
        if (helper)
        {
            table = helper->Install(devices.Get(0));
        }
        devices.Get(1)->SetReceiveCallback(MakeBoundCallback(&DelayLink::Receive, this));
    }

    ~DelayLink()
    {
        Simulator::Destroy();
    }

    /** @param at time in microseconds @param port of the flow @param bytes of the IP packet */
    void SendAt(int64_t at, uint16_t port, uint32_t bytes = 98)
    {
        ScheduleCall(MicroSeconds(at), [this, port, bytes] {
            devices.Get(0)->Send(MakeUdp(HERE, port, THERE, 9, bytes),
                                 devices.Get(0)->GetBroadcast(),
                                 IPV4);
        });
    }

    /** @return port and time in microseconds of each arrival, after a run */
    std::string Run()
    {
        Simulator::Run();
        std::string text;
        for (const auto& one : arrivals)
        {
            text += (text.empty() ? "" : " ") + std::to_string(one.first) + "@" +
                    std::to_string(one.second);
        }
        return text;
    }

    NodeContainer nodes;                                //!< two
    NetDeviceContainer devices;                         //!< theirs
    Ptr<FlowDelayTable> table;                          //!< delays, or null
    std::vector<std::pair<uint16_t, int64_t>> arrivals; //!< port, microseconds

  private:
    /** @param link @param packet received @return true */
    static bool Receive(DelayLink* link,
                        Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t,
                        const Address&)
    {
        const auto copy = packet->Copy();
        Ipv4Header ip;
        UdpHeader udp;
        copy->RemoveHeader(ip);
        copy->RemoveHeader(udp);
        link->arrivals.emplace_back(udp.GetSourcePort(), Simulator::Now().GetMicroSeconds());
        return true;
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FLOW_DELAY_TEST_SUPPORT_H
