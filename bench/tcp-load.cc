// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-load.h"

#include "in-child.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/lean-forwarder.h"
#include "ns3/lean-host.h"
#include "ns3/lean-link-helper.h"
#include "ns3/lean-link-net-device.h"
#include "ns3/lean-routing-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/tcp-cubic-era.h"

#include <malloc.h>
#include <memory>
#include <sys/resource.h>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 9;
constexpr uint32_t SEGMENT = 1448;         // bytes of data
constexpr uint32_t SHORT_TRANSFER = 10000; // bytes
const Time START_SPREAD = MilliSeconds(100);
const Time BETWEEN = MilliSeconds(1); // connections

/// @return user CPU time of this process so far, s
double
GetCpu()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec * 1e-6;
}

/// Two hosts and a link.
struct Pair
{
    NodeContainer nodes;                 //!< sender and receiver
    Ptr<PointToPointNetDevice> receives; //!< at the receiver
    Ipv4Address address;                 //!< of the receiver
    uint64_t segments{0};                //!< with data that have come to the receiver

    Pair()
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        nodes.Create(2);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes, "ns3::hsn::IndexedTcpSocketFactory");
        PointToPointHelper link;
        DisableFlowControl(link); // so that no queue disc is installed
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        const auto ends = link.Install(nodes);
        receives = DynamicCast<PointToPointNetDevice>(ends.Get(1));
        receives->TraceConnectWithoutContext("PhyRxEnd", MakeCallback(&Pair::Count, this));
        address = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(ends).GetAddress(1);
    }

    /// @param packet that has arrived
    void Count(Ptr<const Packet> packet)
    {
        segments += packet->GetSize() > SEGMENT;
    }
};

/// Sends a number of bytes over a new connection, and closes it.
class ShortTransfer
{
  public:
    /// @param node of the sender @param factory its class @param to address and port
    ShortTransfer(Ptr<Node> node, TypeId factory, const Address& to)
        : m_node(node),
          m_factory(factory),
          m_to(to)
    {
    }

    /// Begins.
    void Start()
    {
        m_socket = Socket::CreateSocket(m_node, m_factory);
        m_socket->SetConnectCallback(MakeCallback(&ShortTransfer::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Connect(m_to);
    }

  private:
    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(SHORT_TRANSFER));
        socket->Close();
        m_socket = nullptr;
    }

    Ptr<Node> m_node;     //!< of the sender
    TypeId m_factory;     //!< of sockets
    Address m_to;         //!< receiver
    Ptr<Socket> m_socket; //!< until it is connected
};

/// @param network with a load @param factory of the receiver @return that application
Ptr<PacketSink>
AddSink(const Pair& network, const std::string& factory)
{
    PacketSinkHelper receive(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    return DynamicCast<PacketSink>(receive.Install(network.nodes.Get(1)).Get(0));
}

/// @param end of the simulation @return user CPU time, s
double
Simulate(Time end)
{
    Simulator::Stop(end);
    const double before = GetCpu();
    Simulator::Run();
    return GetCpu() - before;
}
} // namespace

LoadCost
MeasureFlows(const std::string& factory, uint32_t flows, double seconds)
{
    return InChild<LoadCost>([&] {
        Pair network;
        const auto sink = AddSink(network, factory);
        BulkSendHelper send(factory, InetSocketAddress(network.address, PORT));
        send.SetAttribute("SendSize", UintegerValue(SEGMENT));
        for (uint32_t i = 0; i < flows; ++i)
        {
            auto sender = send.Install(network.nodes.Get(0));
            sender.Start(START_SPREAD * i / flows);
        }
        LoadCost cost;
        cost.cpu = Simulate(Seconds(seconds));
        cost.units = network.segments;
        cost.bytes = sink->GetTotalRx();
        return cost;
    });
}

LoadCost
MeasureConnections(const std::string& factory, uint32_t connections)
{
    return InChild<LoadCost>([&] {
        Pair network;
        const auto sink = AddSink(network, factory);
        std::vector<std::unique_ptr<ShortTransfer>> transfers;
        for (uint32_t i = 0; i < connections; ++i)
        {
            transfers.push_back(
                std::make_unique<ShortTransfer>(network.nodes.Get(0),
                                                TypeId::LookupByName(factory),
                                                InetSocketAddress(network.address, PORT)));
            Simulator::Schedule(BETWEEN * i, &ShortTransfer::Start, transfers.back().get());
        }
        LoadCost cost;
        cost.cpu = Simulate(BETWEEN * connections + Seconds(1));
        cost.bytes = sink->GetTotalRx();
        cost.units = cost.bytes / SHORT_TRANSFER;
        return cost;
    });
}

double
MeasureIdle(const std::string& factory, uint32_t sockets)
{
    return InChild<double>([&] {
        const Pair network;
        const TypeId tid = TypeId::LookupByName(factory);
        Simulator::Stop(Time(1));
        Simulator::Run(); // until then ns-3 keeps a list of all Time objects
        std::vector<Ptr<Socket>> made(sockets);
        made[0] = Socket::CreateSocket(network.nodes.Get(0), tid); // makes what all share
        const auto before = mallinfo2();
        for (uint32_t i = 1; i < sockets; ++i)
        {
            made[i] = Socket::CreateSocket(network.nodes.Get(0), tid);
        }
        const auto after = mallinfo2();
        return static_cast<double>(after.uordblks + after.hblkhd - before.uordblks -
                                   before.hblkhd) /
               (sockets - 1);
    });
}

LeanCost
RunLeanFlow(const LeanFlow& flow)
{
    NodeContainer nodes(3); // sender, router, receiver
    InternetStackHelper stack;
    stack.SetRoutingHelper(LeanRoutingHelper());
    stack.Install(nodes);
    HsnInternetHelper().Install(nodes, "ns3::hsn::IndexedTcpSocketFactory");
    LeanLinkHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(flow.accessRate)));
    link.SetDeviceAttribute("MaxSize", StringValue("1000000p"));
    link.SetChannelAttribute("Delay", TimeValue(NanoSeconds(flow.accessDelay)));
    const auto first = link.Install(nodes.Get(0), nodes.Get(1));
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(flow.rate)));
    link.SetDeviceAttribute("MaxSize",
                            QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, flow.queue)));
    link.SetChannelAttribute("Delay", TimeValue(NanoSeconds(flow.delay)));
    const auto second = link.Install(nodes.Get(1), nodes.Get(2));
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    const auto sender = addresses.Assign(first).GetAddress(0);
    addresses.NewNetwork();
    const auto receiver = addresses.Assign(second).GetAddress(1);
    const auto device = [](const NetDeviceContainer& ends, uint32_t i) {
        return DynamicCast<LeanLinkNetDevice>(ends.Get(i));
    };
    const auto router = CreateObject<LeanForwarder>();
    nodes.Get(1)->AggregateObject(router);
    router->SetRoute(sender, device(first, 1));
    router->SetRoute(receiver, device(second, 0));
    router->Serve(device(first, 1));
    router->Serve(device(second, 0));
    for (const auto& end : {device(first, 0), device(second, 1)})
    {
        const auto node = end->GetNode();
        LeanRoutingHelper::Get(node)->SetDefaultRoute(end);
        const auto host = CreateObject<LeanHost>();
        node->AggregateObject(host);
        host->Serve(end);
    }
    BulkSendHelper send(flow.factory, InetSocketAddress(receiver, PORT));
    send.SetAttribute("SendSize", UintegerValue(flow.segment));
    send.Install(nodes.Get(0));
    PacketSinkHelper receive(flow.factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sink = DynamicCast<PacketSink>(receive.Install(nodes.Get(2)).Get(0));
    LeanCost cost;
    cost.cpu = Simulate(Seconds(flow.seconds));
    cost.events = Simulator::GetEventCount();
    const auto packets = [&device](const NetDeviceContainer& ends, uint32_t i) {
        return device(ends, i)->GetTxCounters().accepted.packets;
    };
    cost.data = packets(first, 0);
    cost.acks = packets(second, 1);
    cost.drops = device(second, 0)->GetTxCounters().dropped.packets;
    cost.bytes = sink->GetTotalRx();
    return cost;
}
} // namespace hsn
} // namespace ns3
