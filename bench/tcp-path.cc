// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-path.h"

#include "tcp-load.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <algorithm>
#include <fstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t UDP_HEADERS = 28; // with IP
const Time ACCESS_DELAY = MilliSeconds(1);
constexpr uint16_t PORT = 9;
const Time BUDGET_CHECK = MilliSeconds(10);

/// @param stream where the window goes @param window the new one, in bytes
void
RecordWindow(std::ofstream* stream, uint32_t, uint32_t window)
{
    *stream << Simulator::Now().GetNanoSeconds() << " " << window << "\n";
}

/// @param s whose congestion control is set
void
SetDefaults(const Scenario& s)
{
    ConfigureTcp(s.delayedAck, BUFFER, INITIAL_WINDOW);
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName("ns3::" + s.variant)));
    Config::SetDefault("ns3::TcpCubic::HyStart", BooleanValue(s.hyStart));
    if (s.beta > 0)
    {
        Config::SetDefault("ns3::TcpCubic::Beta", DoubleValue(s.beta));
    }
}
} // namespace

double
UserSeconds(const rusage& usage)
{
    return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec * 1e-6;
}

double
CpuSeconds()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return UserSeconds(usage);
}

// --- the path ---------------------------------------------------------------------------------

Path::Path(Time rtt, uint64_t rate, uint32_t queue)
{
    nodes.Create(3);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    PointToPointHelper p2p;
    DisableFlowControl(p2p); // so that no queue disc is installed
    const auto setQueue = [&p2p](uint32_t packets) {
        p2p.SetQueue("ns3::DropTailQueue",
                     "MaxSize",
                     QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, packets)));
    };
    setQueue(1000000);
    const Time accessDelay = std::min(ACCESS_DELAY, rtt / 4);
    p2p.SetDeviceAttribute("DataRate",
                           DataRateValue(DataRate(static_cast<uint64_t>(ACCESS * rate))));
    p2p.SetChannelAttribute("Delay", TimeValue(accessDelay));
    const auto first = p2p.Install(nodes.Get(0), nodes.Get(1));
    setQueue(queue);
    p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
    p2p.SetChannelAttribute("Delay", TimeValue(rtt / 2 - accessDelay));
    const auto second = p2p.Install(nodes.Get(1), nodes.Get(2));
    senderDevice = DynamicCast<PointToPointNetDevice>(first.Get(0));
    bottleneck = DynamicCast<PointToPointNetDevice>(second.Get(0));
    receiverDevice = DynamicCast<PointToPointNetDevice>(second.Get(1));
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    addresses.Assign(first);
    addresses.NewNetwork();
    receiver = addresses.Assign(second).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

void
Path::Count(Cost& cost) const
{
    cost.data = senderDevice->GetQueue()->GetTotalReceivedPackets();
    cost.acks = receiverDevice->GetQueue()->GetTotalReceivedPackets();
    cost.drops = bottleneck->GetQueue()->GetTotalDroppedPackets();
}

Transfer::Transfer(const Path& path, const std::string& factory)
{
    BulkSendHelper send(factory, InetSocketAddress(path.receiver, PORT));
    send.SetAttribute("SendSize", UintegerValue(SEGMENT));
    source = DynamicCast<BulkSendApplication>(send.Install(path.nodes.Get(0)).Get(0));
    PacketSinkHelper receive(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    sink = DynamicCast<PacketSink>(receive.Install(path.nodes.Get(2)).Get(0));
}

void
ConfigureTcp(uint32_t delayedAck, uint32_t buffer, uint32_t initialWindow)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(initialWindow));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(delayedAck));
}

// --- runs -------------------------------------------------------------------------------------

Cost
TcpRun(const Scenario& s, const std::string& factory)
{
    SetDefaults(s);
    const Path path(BASE_RTT, s.rate, s.queue);
    const Transfer transfer(path, factory);
    if (s.drop > 0)
    {
        const auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({s.drop + 1}); // before data: SYN and ACK
        DynamicCast<PointToPointNetDevice>(path.nodes.Get(2)->GetDevice(1))
            ->SetReceiveErrorModel(errors);
    }
    std::ofstream trace;
    if (!s.trace.empty())
    {
        trace.open(s.trace);
        ScheduleCall(Time(1), [&transfer, &trace] {
            transfer.source->GetSocket()->TraceConnectWithoutContext(
                "CongestionWindow",
                MakeBoundCallback(&RecordWindow, &trace));
        });
    }
    Cost cost;
    const double before = CpuSeconds();
    if (s.early > 0)
    {
        ScheduleCall(Seconds(s.early), [&cost, before] { cost.earlyCpu = CpuSeconds() - before; });
    }
    for (Time at; s.budget > 0 && at < Seconds(s.seconds); at += BUDGET_CHECK)
    {
        ScheduleCall(at, [&s, before] {
            if (CpuSeconds() - before > s.budget)
            {
                Simulator::Stop();
            }
        });
    }
    Simulator::Stop(Seconds(s.seconds));
    Simulator::Run();
    cost.cpu = CpuSeconds() - before;
    cost.events = Simulator::GetEventCount();
    cost.bytes = transfer.sink->GetTotalRx();
    cost.simulated = Simulator::Now().GetSeconds();
    path.Count(cost);
    return cost;
}

Cost
LeanRun(const Scenario& s, const std::string& factory)
{
    SetDefaults(s);
    LeanFlow flow;
    flow.rate = s.rate;
    flow.accessRate = static_cast<uint64_t>(ACCESS * s.rate);
    flow.accessDelay = ACCESS_DELAY.GetNanoSeconds();
    flow.delay = (BASE_RTT / 2 - ACCESS_DELAY).GetNanoSeconds();
    flow.queue = s.queue;
    flow.segment = SEGMENT;
    flow.seconds = s.seconds;
    flow.factory = factory;
    const LeanCost lean = RunLeanFlow(flow);
    Cost cost;
    cost.cpu = lean.cpu;
    cost.events = lean.events;
    cost.data = lean.data;
    cost.acks = lean.acks;
    cost.drops = lean.drops;
    cost.bytes = lean.bytes;
    cost.simulated = s.seconds;
    return cost;
}

// --- the floor --------------------------------------------------------------------------------

UdpFlow::UdpFlow(const Path& path, uint64_t data, uint64_t acks, uint64_t window)
    : m_data(data),
      m_acks(acks),
      m_window(window)
{
    const TypeId udp = TypeId::LookupByName("ns3::UdpSocketFactory");
    m_sender = Socket::CreateSocket(path.nodes.Get(0), udp);
    m_sender->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_sender->Connect(InetSocketAddress(path.receiver, PORT));
    m_sender->SetRecvCallback(MakeCallback(&UdpFlow::AckArrives, this));
    m_receiver = Socket::CreateSocket(path.nodes.Get(2), udp);
    m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_receiver->Connect(
        InetSocketAddress(path.nodes.Get(0)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(), PORT));
    m_receiver->SetRecvCallback(MakeCallback(&UdpFlow::DataArrives, this));
    Simulator::ScheduleNow(&UdpFlow::Send, this);
}

uint64_t
UdpFlow::GetReceived() const
{
    return m_received;
}

void
UdpFlow::Send()
{
    const uint64_t limit = std::min(m_data, m_window + m_acked * m_data / m_acks);
    for (; m_sent < limit; ++m_sent)
    {
        m_sender->Send(Create<Packet>(DATA_PACKET - UDP_HEADERS));
    }
}

void
UdpFlow::DataArrives(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_received;
        for (; m_acksSent * m_data < m_received * m_acks; ++m_acksSent)
        {
            m_receiver->Send(Create<Packet>(ACK_PACKET - UDP_HEADERS));
        }
    }
}

void
UdpFlow::AckArrives(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_acked;
    }
    Send();
}

Cost
FloorRun(const Scenario& s, const Cost& tcp)
{
    const auto window = static_cast<uint32_t>(BASE_RTT.GetSeconds() * s.rate / 8 / DATA_PACKET);
    const Path path(BASE_RTT, s.rate, s.queue + window); // the first window comes at once
    const UdpFlow flow(path, tcp.data, tcp.acks, window + s.queue / 2);
    Cost cost;
    const double before = CpuSeconds();
    Simulator::Run();
    cost.cpu = CpuSeconds() - before;
    cost.events = Simulator::GetEventCount();
    cost.simulated = Simulator::Now().GetSeconds();
    path.Count(cost);
    cost.bytes = flow.GetReceived() * SEGMENT;
    return cost;
}
} // namespace hsn
} // namespace ns3
