// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What does a packet cost on a link? On a chain of 4 links of 1 Gbit/s and 10 ms, with the same
 * packets at the same times: lean links, ns-3's point-to-point links with a FifoQueueDisc in front
 * of a device queue of 1 packet, and ns-3's point-to-point links with a device queue alone.
 *
 *     ./hsn bench links [--json] [--quick]
 *
 * Scenarios: "links", in which the nodes between hand packets on as they are, and "udp", in which
 * ns-3's UDP and IP send and forward them. Packets of 100 flows and of 40 to 1500 bytes come in
 * bursts of 20; 95 % of the lines are used. A packet-hop is a packet delivered at the far end of
 * one link. The contestants take turns, each run in a process of its own; measured is the CPU time
 * of Simulator::Run. A run fails if it does not deliver every packet.
 *
 * The last line is a JSON object. For each scenario:
 * - lean, p2p_fifo, p2p, lean_delays: packet-hops per CPU second, medians; lean_delays are lean
 *   links with a delay for each flow on the second one
 * - events: simulator events per packet-hop, of the same, without those of the source
 * - ratio_lean_fifo, ratio_lean_p2p, ratio_delays_lean: of the speeds, medians over the turns
 */
#include "in-child.h"
#include "median.h"

#include "ns3/core-module.h"
#include "ns3/flow-delay-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/lean-link-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/traffic-control-module.h"

#include <array>
#include <ctime>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t HOPS = 4;
constexpr uint32_t FLOWS = 100;
constexpr uint32_t BURST = 20;   // packets
constexpr double RATE = 1e9;     // bit/s
constexpr double LOAD = 0.95;    // share of the lines that is used
constexpr uint32_t HEADERS = 28; // bytes of IP and UDP
constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t PORT = 9;
const char* const BUFFER = "100000p";

/// Kinds of links.
enum class Kind
{
    LEAN,        //!< lean links
    P2P_FIFO,    //!< ns-3's, with FifoQueueDisc
    P2P,         //!< ns-3's, with device queue alone
    LEAN_DELAYS, //!< lean links, one with delays of flows
};

const std::map<Kind, std::string> NAMES{{Kind::LEAN, "lean"},
                                        {Kind::P2P_FIFO, "p2p_fifo"},
                                        {Kind::P2P, "p2p"},
                                        {Kind::LEAN_DELAYS, "lean_delays"}};

/// What a run cost.
struct Cost
{
    double cpu{0};    //!< seconds
    double events{0}; //!< per packet-hop
};

/// A packet that the nodes between hand on as it is.
class WholeItem : public QueueDiscItem
{
  public:
    /// @param packet with IP header @param to address of the next device
    WholeItem(Ptr<Packet> packet, const Address& to)
        : QueueDiscItem(packet, to, IPV4)
    {
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

/// Five nodes in a row, and packets from the first to the last.
class Chain
{
  public:
    /// @param kind of links @param hasUdp whether ns-3's UDP and IP carry the packets
    Chain(Kind kind, bool hasUdp)
        : m_hasUdp(hasUdp)
    {
        m_nodes.Create(HOPS + 1);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false); // its solicitations would be counted
        stack.Install(m_nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        Ipv4InterfaceContainer last;
        for (uint32_t i = 0; i < HOPS; ++i)
        {
            const NodeContainer ends(m_nodes.Get(i), m_nodes.Get(i + 1));
            const bool isLean = kind == Kind::LEAN || kind == Kind::LEAN_DELAYS;
            const auto devices = isLean ? AddLean(ends) : AddPointToPoint(ends, kind);
            if (kind == Kind::LEAN_DELAYS && i == 1)
            {
                FlowDelayHelper delays;
                delays.SetTableAttribute(
                    "Default",
                    StringValue("ns3::ExponentialRandomVariable[Mean=0.05|Bound=0.5]"));
                delays.Install(devices.Get(0))->AssignStreams(1);
            }
            last = addresses.Assign(devices);
            addresses.NewNetwork();
            m_out.push_back(devices.Get(0));
            if (!hasUdp)
            {
                devices.Get(1)->SetReceiveCallback(MakeBoundCallback(&Chain::HandOn, this, i + 1));
            }
        }
        if (hasUdp)
        {
            Ipv4GlobalRoutingHelper::PopulateRoutingTables();
            OpenSockets(InetSocketAddress(last.GetAddress(1), PORT));
        }
    }

    /// @param packets to send @return what it cost
    Cost Run(uint32_t packets)
    {
        m_left = packets;
        Simulator::Schedule(Seconds(1), &Chain::SendBurst, this); // queue discs are ready
        const double before = std::clock();
        Simulator::Run();
        Cost cost;
        cost.cpu = (std::clock() - before) / CLOCKS_PER_SEC;
        const uint64_t events = Simulator::GetEventCount() - packets / BURST;
        cost.events = static_cast<double>(events) / packets / HOPS;
        NS_ABORT_MSG_IF(m_delivered != packets,
                        m_delivered << " of " << packets << " packets have been delivered");
        return cost;
    }

  private:
    /// @param ends two nodes @return devices of a lean link between them
    static NetDeviceContainer AddLean(const NodeContainer& ends)
    {
        LeanLinkHelper lean;
        lean.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(RATE))));
        lean.SetDeviceAttribute("MaxSize", StringValue(BUFFER));
        lean.SetChannelAttribute("Delay", StringValue("10ms"));
        return lean.Install(ends);
    }

    /// @param ends two nodes @param kind of the link @return devices of ns-3's link between them
    static NetDeviceContainer AddPointToPoint(const NodeContainer& ends, Kind kind)
    {
        const bool hasFifo = kind == Kind::P2P_FIFO;
        PointToPointHelper p2p;
        p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(RATE))));
        p2p.SetChannelAttribute("Delay", StringValue("10ms"));
        p2p.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(hasFifo ? "1p" : BUFFER));
        if (!hasFifo)
        {
            DisableFlowControl(p2p);
        }
        const auto devices = p2p.Install(ends);
        if (hasFifo)
        {
            TrafficControlHelper fifo;
            fifo.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue(BUFFER));
            fifo.Install(devices);
        }
        return devices;
    }

    /// @param to address of the last node
    void OpenSockets(const InetSocketAddress& to)
    {
        const TypeId udp = TypeId::LookupByName("ns3::UdpSocketFactory");
        m_sink = Socket::CreateSocket(m_nodes.Get(HOPS), udp);
        m_sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_sink->SetRecvCallback(MakeCallback(&Chain::Read, this));
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            m_sources.push_back(Socket::CreateSocket(m_nodes.Get(0), udp));
            m_sources.back()->Bind();
            m_sources.back()->Connect(to);
        }
    }

    /// Sends some packets, and others later.
    void SendBurst()
    {
        uint32_t bytes = 0;
        for (uint32_t i = 0; i < BURST; ++i)
        {
            const uint32_t size = m_dice() % 2 ? 1500 : 40 + m_dice() % 1460;
            Send(m_dice() % FLOWS, size);
            bytes += size;
        }
        m_left -= BURST;
        if (m_left > 0)
        {
            Simulator::Schedule(Seconds(bytes * 8 / RATE / LOAD), &Chain::SendBurst, this);
        }
    }

    /// @param flow number @param size of the IP packet
    void Send(uint32_t flow, uint32_t size)
    {
        auto packet = Create<Packet>(size - HEADERS);
        if (m_hasUdp)
        {
            m_sources[flow]->Send(packet);
            return;
        }
        UdpHeader udp;
        udp.SetSourcePort(static_cast<uint16_t>(1000 + flow));
        udp.SetDestinationPort(PORT);
        packet->AddHeader(udp);
        Ipv4Header ip;
        ip.SetSource(Ipv4Address("10.0.0.1"));
        ip.SetDestination(Ipv4Address("10.0.3.2"));
        ip.SetProtocol(UdpL4Protocol::PROT_NUMBER);
        ip.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
        packet->AddHeader(ip);
        Forward(0, packet);
    }

    /// @param node that sends @param packet to the next one
    void Forward(uint32_t node, Ptr<Packet> packet)
    {
        const auto& device = m_out[node];
        m_nodes.Get(node)->GetObject<TrafficControlLayer>()->Send(
            device,
            Create<WholeItem>(packet, device->GetBroadcast()));
    }

    /// @param chain @param node that has received @param packet received @return true
    static bool HandOn(Chain* chain,
                       uint32_t node,
                       Ptr<NetDevice>,
                       Ptr<const Packet> packet,
                       uint16_t,
                       const Address&)
    {
        if (node < HOPS)
        {
            chain->Forward(node, packet->Copy());
        }
        else
        {
            ++chain->m_delivered;
        }
        return true;
    }

    /// @param socket that has received
    void Read(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_delivered;
        }
    }

    const bool m_hasUdp;                //!< ns-3's UDP and IP carry the packets
    NodeContainer m_nodes;              //!< in a row
    std::vector<Ptr<NetDevice>> m_out;  //!< device of each node towards the last one
    std::vector<Ptr<Socket>> m_sources; //!< one for each flow
    Ptr<Socket> m_sink;                 //!< at the last node
    std::mt19937 m_dice{1};             //!< of flows and sizes
    uint32_t m_left{0};                 //!< packets to send
    uint64_t m_delivered{0};            //!< packets at the last node
};

/**
 * @brief Measures a scenario.
 * @param hasUdp which
 * @param packets of each run
 * @param repeats turns
 * @return the numbers
 */
JsonObject
Measure(bool hasUdp, uint32_t packets, uint32_t repeats)
{
    std::map<Kind, std::vector<double>> speeds;
    std::map<Kind, double> events;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        for (const auto& [kind, name] : NAMES)
        {
            const auto cost = InChild<Cost>(
                [kind = kind, hasUdp, packets] { return Chain(kind, hasUdp).Run(packets); });
            speeds[kind].push_back(static_cast<double>(packets) * HOPS / cost.cpu);
            events[kind] = cost.events;
        }
    }
    JsonObject out;
    JsonObject perHop;
    for (const auto& [kind, name] : NAMES)
    {
        out.Set(name, Median(speeds[kind]));
        perHop.Set(name, events[kind]);
    }
    out.Set("events", perHop);
    const auto setRatio = [&](const char* name, Kind above, Kind below) {
        std::vector<double> ratios;
        for (uint32_t i = 0; i < repeats; ++i)
        {
            ratios.push_back(speeds[above][i] / speeds[below][i]);
        }
        out.Set(name, Median(ratios));
    };
    setRatio("ratio_lean_fifo", Kind::LEAN, Kind::P2P_FIFO);
    setRatio("ratio_lean_p2p", Kind::LEAN, Kind::P2P);
    setRatio("ratio_delays_lean", Kind::LEAN_DELAYS, Kind::LEAN);
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t packets = 200000;
    uint32_t repeats = 5;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__,
                           "Cost of a packet on lean links and on ns-3's point-to-point links");
    options.Add("packets",
                "Packets of each run, rounded to bursts",
                packets,
                Between(20, 100000000));
    options.Add("repeats", "Turns of runs", repeats, Between(1, 100000));
    options.Add("quick", "One turn of 20000 packets", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        packets = 20000;
        repeats = 1;
    }
    packets -= packets % BURST;
    JsonObject result;
    for (const bool hasUdp : {false, true})
    {
        const std::string name = hasUdp ? "udp" : "links";
        const JsonObject one = Measure(hasUdp, packets, repeats);
        result.Set(name, one);
        if (!json)
        {
            std::cout << name << ": " << one << std::endl;
        }
    }
    std::cout << result << std::endl;
    return 0;
}
