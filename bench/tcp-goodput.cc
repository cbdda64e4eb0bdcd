// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-goodput.h"

#include "in-child.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <algorithm>
#include <list>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t SEGMENT = 1448;
constexpr uint32_t SEND_BUFFER = 1 << 24;
constexpr uint32_t DATA_FROM = 200;  // longer packets carry data
constexpr uint32_t SEQUENCE_AT = 26; // place of TCP's sequence number behind PPP, IP and the ports
constexpr uint32_t N_TRANSFERS = 40;
constexpr double TRANSFER_EVERY = 2; // seconds
constexpr double SPREAD = 0.1;       // seconds in which transfers begin, at random
const Time TRANSFERS_END = Seconds(200);
const Time HELD_AT_MOST = MilliSeconds(100);

/// Loses and reorders packets that arrive at a device.
class PacketFaults : public ErrorModel
{
  public:
    PacketFaults(Ptr<PointToPointNetDevice> device, const GoodputCase& c)
        : m_device(device),
          m_case(c)
    {
    }

    /// @param stream of the random decisions
    void SetStream(int64_t stream)
    {
        m_random->SetStream(stream);
    }

  private:
    /// A packet that waits to be overtaken.
    struct Held
    {
        Ptr<Packet> packet;
        uint32_t behind; //!< packets that must pass it
        EventId event;   //!< its end, if too few come
    };

    bool DoCorrupt(Ptr<Packet> packet) override
    {
        if (m_releasing)
        {
            return false;
        }
        const bool data = packet->GetSize() > DATA_FROM;
        const double loss = !data                ? m_case.ackLoss
                            : IsRepeated(packet) ? m_case.lossAgain
                                                 : m_case.loss;
        if (m_random->GetValue() < loss)
        {
            return true;
        }
        if (!data || m_case.reorder == 0)
        {
            return false;
        }
        if (m_random->GetValue() < m_case.reorder)
        {
            const auto held = m_held.insert(m_held.end(), {packet->Copy(), m_case.behind, {}});
            held->event = Simulator::Schedule(HELD_AT_MOST, &PacketFaults::Release, this, held);
            return true;
        }
        for (auto held = m_held.begin(); held != m_held.end(); ++held)
        {
            if (held->behind > 0 && --held->behind == 0)
            {
                held->event.Cancel();
                held->event = Simulator::ScheduleNow(&PacketFaults::Release, this, held);
            }
        }
        return false;
    }

    void DoReset() override
    {
    }

    /// Lets a packet go on. @param held the packet
    void Release(std::list<Held>::iterator held)
    {
        const auto packet = held->packet;
        m_held.erase(held);
        m_releasing = true;
        m_device->Receive(packet);
        m_releasing = false;
    }

    /// @param packet of data @return whether its sequence number has been here
    bool IsRepeated(Ptr<const Packet> packet)
    {
        uint8_t bytes[SEQUENCE_AT + 4];
        packet->CopyData(bytes, sizeof(bytes));
        const uint8_t* p = bytes + SEQUENCE_AT;
        const SequenceNumber32 seq((p[0] << 24) | (p[1] << 16) | (p[2] << 8) | p[3]);
        if (m_case.transfer > 0)
        {
            return false; // numbers of several connections
        }
        if (seq <= m_highest)
        {
            return true;
        }
        m_highest = seq;
        return false;
    }

    Ptr<PointToPointNetDevice> m_device;
    const GoodputCase m_case;
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    std::list<Held> m_held;
    bool m_releasing{false};
    SequenceNumber32 m_highest{0};
};

/// When a transfer's last byte came.
struct TransferEnd
{
    Time at;

    void Arrives(Ptr<const Packet>, const Address&)
    {
        at = Simulator::Now();
    }
};

/// Sets what both TCPs have in common. @param c case
void
SetDefaults(const GoodputCase& c)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(SEND_BUFFER));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(c.receiveBuffer));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName(c.variant)));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(c.ecn ? "On" : "Off"));
    Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(c.pacing));
    Config::SetDefault("ns3::CoDelQueueDisc::UseEcn", BooleanValue(c.ecn));
    Config::SetDefault("ns3::FqCoDelQueueDisc::UseEcn", BooleanValue(c.ecn));
}

/// @param c case @param factory of sockets @param seed of the run @return goodput, bit/s
double
Run(const GoodputCase& c, const std::string& factory, uint32_t seed)
{
    SetDefaults(c);
    RngSeedManager::SetRun(seed);
    NodeContainer nodes(3);
    InternetStackHelper internet;
    internet.Install(nodes);
    internet.AssignStreams(nodes, 1000);
    HsnInternetHelper().Install(nodes);
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(10 * c.rate)));
    p2p.SetChannelAttribute("Delay", TimeValue(c.rtt / 20));
    if (c.queueDisc.empty())
    {
        DisableFlowControl(p2p); // so that no queue disc is installed
        p2p.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    }
    const auto first = p2p.Install(nodes.Get(0), nodes.Get(1));
    p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(c.rate)));
    p2p.SetChannelAttribute("Delay", TimeValue(c.rtt / 2 - c.rtt / 20));
    p2p.SetQueue(
        "ns3::DropTailQueue",
        "MaxSize",
        QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, c.queueDisc.empty() ? c.queue : 3)));
    const auto second = p2p.Install(nodes.Get(1), nodes.Get(2));
    if (!c.queueDisc.empty())
    {
        TrafficControlHelper control;
        control.SetRootQueueDisc(c.queueDisc);
        control.SetQueueLimits("ns3::DynamicQueueLimits", "HoldTime", StringValue("1ms"));
        control.Install(second.Get(0));
    }
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    addresses.Assign(first);
    addresses.NewNetwork();
    const auto receiver = addresses.Assign(second).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    int64_t stream = 1;
    for (const auto& device : {first.Get(0), second.Get(1)})
    {
        const auto p2pDevice = DynamicCast<PointToPointNetDevice>(device);
        auto faults = CreateObject<PacketFaults>(p2pDevice, c);
        faults->SetStream(stream++);
        p2pDevice->SetReceiveErrorModel(faults);
    }
    const auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(stream);
    std::vector<Ptr<PacketSink>> sinks;
    std::vector<TransferEnd> ends(N_TRANSFERS);
    std::vector<Time> starts;
    const uint32_t n = c.transfer > 0 ? N_TRANSFERS : 1;
    for (uint32_t i = 0; i < n; ++i)
    {
        const auto port = static_cast<uint16_t>(1000 + i);
        BulkSendHelper send(factory, InetSocketAddress(receiver, port));
        send.SetAttribute("SendSize", UintegerValue(SEGMENT));
        send.SetAttribute("MaxBytes", UintegerValue(c.transfer));
        auto sources = send.Install(nodes.Get(0));
        starts.push_back(Seconds(TRANSFER_EVERY * i + SPREAD * start->GetValue()));
        sources.Start(starts.back());
        PacketSinkHelper receive(factory, InetSocketAddress(Ipv4Address::GetAny(), port));
        sinks.push_back(DynamicCast<PacketSink>(receive.Install(nodes.Get(2)).Get(0)));
        sinks.back()->TraceConnectWithoutContext("Rx",
                                                 MakeCallback(&TransferEnd::Arrives, &ends[i]));
    }
    Simulator::Stop(c.transfer > 0 ? TRANSFERS_END : Seconds(c.seconds));
    Simulator::Run();
    double goodput = sinks[0]->GetTotalRx() * 8 / c.seconds;
    if (c.transfer > 0)
    {
        double sum = 0;
        for (uint32_t i = 0; i < n; ++i)
        {
            const bool whole = sinks[i]->GetTotalRx() == c.transfer;
            sum += ((whole ? ends[i].at : TRANSFERS_END) - starts[i]).GetSeconds();
        }
        goodput = c.transfer * 8.0 * n / sum;
    }
    Simulator::Destroy();
    return goodput;
}

/// @return paths, without names of variants
std::vector<GoodputCase>
MakePaths()
{
    std::vector<GoodputCase> paths;
    const auto add = [&paths](const std::string& name) -> GoodputCase& {
        paths.emplace_back();
        paths.back().name = name;
        return paths.back();
    };
    add("drop-tail");
    add("pacing").pacing = true;
    auto& loss = add("loss-1%");
    loss.loss = 0.01;
    loss.lossAgain = 0.01;
    auto& again = add("lost-retransmissions");
    again.loss = 0.01;
    again.lossAgain = 0.5;
    auto& small = add("small-windows");
    small.receiveBuffer = 3 * SEGMENT;
    small.loss = 0.02;
    small.lossAgain = 0.02;
    auto& narrow = add("receiver-8kB");
    narrow.receiveBuffer = 8192;
    narrow.loss = 0.01;
    narrow.lossAgain = 0.01;
    for (const uint32_t behind : {3, 5, 10})
    {
        auto& path = add("reordering-" + std::to_string(behind));
        path.reorder = 0.02;
        path.behind = behind;
    }
    add("ack-loss-20%").ackLoss = 0.2;
    auto& transfers = add("short-transfers-loss-3%");
    transfers.transfer = 50000;
    transfers.loss = 0.03;
    for (const bool ecn : {false, true})
    {
        for (const char* kind : {"CoDel", "FqCoDel"})
        {
            auto& path = add(std::string(kind) + (ecn ? "-ecn" : ""));
            path.queueDisc = "ns3::" + std::string(kind) + "QueueDisc";
            path.ecn = ecn;
            path.rate = 50000000;
            path.rtt = MilliSeconds(50);
        }
    }
    return paths;
}
} // namespace

std::vector<GoodputCase>
MakeGoodputCases()
{
    std::vector<GoodputCase> cases;
    for (const char* variant : {"Cubic", "NewReno", "Dctcp", "Bbr"})
    {
        for (auto path : MakePaths())
        {
            path.variant = "ns3::Tcp" + std::string(variant);
            path.name = std::string(variant) + " " + path.name;
            cases.push_back(path);
        }
    }
    return cases;
}

double
MeasureGoodput(const GoodputCase& c, const std::string& factory, uint32_t seed)
{
    return InChild<double>([&] { return Run(c, factory, seed); });
}
} // namespace hsn
} // namespace ns3
