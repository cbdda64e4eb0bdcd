// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random runs of TCP and UDP on plain devices, and the same with hosts in front of them that cost
 * nothing: packets and times must be equal.
 */
#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/bsd-client.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/demux-clients.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/lean-link-helper.h"
#include "ns3/point-to-point-module.h"
#include "ns3/polling-client.h"
#include "ns3/program-options.h"

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What a run is like.
struct Draw
{
    uint32_t kind{0};     //!< of the devices
    bool six{false};      //!< IPv6
    bool tcp{false};      //!< else UDP
    std::string client;   //!< of the hosts
    double mbps{1};       //!< of the link
    double delayUs{1};    //!< of the link
    double loss{0};       //!< of packets
    uint32_t queue{10};   //!< packets
    uint32_t size{1000};  //!< octets of a datagram
    uint32_t bytes{1000}; //!< of a TCP transfer
};

const std::vector<std::string> KINDS{"point-to-point", "csma", "lean", "atm"};
const std::vector<std::string> CLIENTS{"LateDemuxClient",
                                       "EarlyDemuxClient",
                                       "BsdClient",
                                       "PollingClient"};

/// Hashes what goes on.
class Trace
{
  public:
    /// @param packet of which octets and time count
    void Note(Ptr<const Packet> packet)
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        for (const uint8_t octet : octets)
        {
            Mix(octet);
        }
        Mix(static_cast<uint64_t>(Simulator::Now().GetNanoSeconds()));
        ++m_packets;
    }

    /// @return the hash
    uint64_t GetHash() const
    {
        return m_hash;
    }

    /// @return packets noted
    uint64_t GetPackets() const
    {
        return m_packets;
    }

  private:
    void Mix(uint64_t value)
    {
        m_hash = (m_hash ^ value) * 1099511628211ULL;
    }

    uint64_t m_hash{14695981039346656037ULL}; //!< FNV-1a
    uint64_t m_packets{0};                    //!< noted
};

/// @param d the run @param nodes three hosts @return devices of the first two, and of a third
NetDeviceContainer
MakeDevices(const Draw& d, const NodeContainer& nodes)
{
    const DataRate rate(static_cast<uint64_t>(d.mbps * 1e6));
    const Time delay = NanoSeconds(static_cast<int64_t>(d.delayUs * 1e3));
    const NodeContainer two(nodes.Get(0), nodes.Get(1));
    NetDeviceContainer devices;
    if (d.kind == 0)
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(delay));
        helper.SetQueue("ns3::DropTailQueue",
                        "MaxSize",
                        StringValue(std::to_string(d.queue) + "p"));
        devices = helper.Install(two);
    }
    else if (d.kind == 1)
    {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", DataRateValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(delay / 100));
        helper.SetQueue("ns3::DropTailQueue",
                        "MaxSize",
                        StringValue(std::to_string(d.queue) + "p"));
        devices = helper.Install(nodes);
        helper.AssignStreams(devices, 100);
    }
    else if (d.kind == 2)
    {
        LeanLinkHelper helper;
        helper.SetDeviceAttribute("DataRate", DataRateValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(delay));
        devices = helper.Install(two);
    }
    else
    {
        AtmHelper helper;
        helper.SetChannelAttribute("DataRate", DataRateValue(rate));
        helper.SetChannelAttribute("Delay", TimeValue(delay));
        devices = helper.Install(two);
        helper.ConnectPvc(devices.Get(0), devices.Get(1));
        AtmHelper::AssignStreams(devices, 100);
    }
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const std::string last = std::to_string(i + 1);
        devices.Get(i)->SetAddress(Mac48Address(("00:00:00:00:00:0" + last).c_str()));
        if (d.loss > 0 && d.kind < 2)
        {
            const auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(d.loss);
            model->AssignStreams(200 + i);
            devices.Get(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
        }
    }
    return devices;
}

/// @param d what it is like @param host whether there are hosts @return all packets of the stack
Trace
Run(const Draw& d, bool host)
{
    Ipv4AddressGenerator::Reset();
    Ipv6AddressGenerator::Reset();
    NodeContainer nodes;
    nodes.Create(3);
    NetDeviceContainer devices = MakeDevices(d, nodes);
    if (host)
    {
        HostHelper helper;
        helper.SetClient("ns3::hsn::" + d.client);
        devices = helper.Install(devices);
    }
    InternetStackHelper stack;
    stack.Install(nodes);
    stack.AssignStreams(nodes, 1000);
    Ipv4AddressHelper v4("10.0.0.0", "255.255.255.0");
    Ipv6AddressHelper v6(Ipv6Address("2001:db8::"), Ipv6Prefix(64));
    const auto fours = v4.Assign(devices);
    const auto sixes = v6.Assign(devices);
    const auto to = [&](uint32_t i, uint16_t port) {
        return d.six ? Address(Inet6SocketAddress(sixes.GetAddress(i, 1), port))
                     : Address(InetSocketAddress(fours.GetAddress(i), port));
    };
    const auto any = d.six ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 9))
                           : Address(InetSocketAddress(Ipv4Address::GetAny(), 9));
    const std::string factory = d.tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory";
    Trace trace;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto note = Sink<Ptr<const Packet>, Ptr<Ipv4>, uint32_t>::Make(
            [&trace](Ptr<const Packet> p, Ptr<Ipv4>, uint32_t) { trace.Note(p); });
        const auto note6 = Sink<Ptr<const Packet>, Ptr<Ipv6>, uint32_t>::Make(
            [&trace](Ptr<const Packet> p, Ptr<Ipv6>, uint32_t) { trace.Note(p); });
        for (const char* name : {"Tx", "Rx"})
        {
            nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(name, note);
            nodes.Get(i)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(name, note6);
        }
        const auto sink = PacketSinkHelper(factory, any).Install(nodes.Get(i)).Get(0);
        const auto got = Sink<Ptr<const Packet>, const Address&>::Make(
            [&trace](Ptr<const Packet> p, const Address&) { trace.Note(p); });
        sink->TraceConnectWithoutContext("Rx", got);
        if (d.tcp)
        {
            BulkSendHelper bulk(factory, to(1 - i, 9));
            bulk.SetAttribute("MaxBytes", UintegerValue(d.bytes));
            bulk.Install(nodes.Get(i)).Start(Seconds(2 + 0.01 * i));
        }
        else
        {
            OnOffHelper source(factory, to(1 - i, 9));
            source.SetAttribute("PacketSize", UintegerValue(d.size));
            source.SetAttribute("DataRate",
                                DataRateValue(DataRate(static_cast<uint64_t>(d.mbps * 1.2e6))));
            source.SetAttribute("OnTime", StringValue("ns3::ExponentialRandomVariable[Mean=0.02]"));
            source.SetAttribute("OffTime",
                                StringValue("ns3::ExponentialRandomVariable[Mean=0.02]"));
            source.SetAttribute("MaxBytes", UintegerValue(d.bytes));
            auto app = source.Install(nodes.Get(i));
            source.AssignStreams(nodes.Get(i), 300 + 10 * i);
            app.Start(Seconds(2 + 0.01 * i));
        }
    }
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    Simulator::Destroy();
    return trace;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t runs = 200;
    ProgramOptions options(__FILE__,
                           "Paper nif: hosts without costs change neither packets nor times");
    options.Add("runs", "Random runs", runs, AtLeast(1).AtMost(1e6));
    options.Parse(argc, argv);
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    uint32_t equal = 0;
    uint32_t tcp = 0;
    uint64_t packets = 0;
    std::vector<std::string> different;
    for (uint32_t i = 0; i < runs; ++i)
    {
        Draw d;
        d.kind = i % 4;
        d.six = i / 4 % 2 == 1;
        d.tcp = i / 8 % 2 == 1;
        d.client = CLIENTS[i / 16 % 4];
        d.mbps = std::exp(random->GetValue(0, 4));
        d.delayUs = std::exp(random->GetValue(0, 10));
        d.loss = random->GetValue() < 0.5 ? 0 : random->GetValue(0, 0.05);
        d.queue = random->GetInteger(3, 40);
        d.size = random->GetInteger(1, 1400);
        d.bytes = random->GetInteger(1, 60000);
        const Trace plain = Run(d, false);
        const Trace host = Run(d, true);
        packets += plain.GetPackets();
        tcp += d.tcp ? 1 : 0;
        if (plain.GetHash() == host.GetHash() && plain.GetPackets() == host.GetPackets() &&
            plain.GetPackets() > 0)
        {
            ++equal;
        }
        else
        {
            different.push_back(std::to_string(i) + " " + KINDS[d.kind] + " " + d.client +
                                (d.six ? " 6" : " 4") + (d.tcp ? " tcp " : " udp ") +
                                std::to_string(plain.GetPackets()) + " " +
                                std::to_string(host.GetPackets()));
        }
    }
    JsonObject out;
    out.Set("runs", runs);
    out.Set("equal", equal);
    out.Set("tcp", tcp);
    out.Set("packets", packets);
    out.Set("different", different);
    std::cout << out << std::endl;
    return 0;
}
