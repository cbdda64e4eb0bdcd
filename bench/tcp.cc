// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What does a TCP segment cost? On one path and in one run, this benchmark compares
 * IndexedTcpSocket, ns-3's TCP, ns-2's TCP (if installed), and the same packets sent by UDP, whose
 * cost is that of ns-3's IP, devices and scheduler without any TCP.
 *
 * The path is sender - router - receiver over point-to-point links, with a drop-tail queue in front
 * of the slower second link and without queue discs. Each run has its own process, so that memory
 * left by one run does not slow the next. Measured is the user CPU time of Simulator::Run. The
 * contestants alternate, and medians are printed.
 *
 * The last line of output is a JSON object. Its main members:
 * - `ratio_floor`: CPU time per packet of IndexedTcpSocket to that of UDP
 * - `ratio_ns3`: CPU time of ns-3's TCP to that of IndexedTcpSocket for the same simulated time
 * - `segment_cost_ratio_1e5_1e2`: CPU time per segment of IndexedTcpSocket at a window of 10^5
 *   segments to that at 10^2; see WindowRun
 * - `floor_cost_ratio_1e5_1e2`: the same for UDP, the share of everything but TCP
 * - `load_ratio_ns3`: ours to those of ns-3's TCP: CPU time for a segment when there are 1,000
 * flows, CPU time for a short connection, memory of a socket that is not connected; see tcp-load.h
 * - `ratio_ns2`: CPU time of IndexedTcpSocket to that of ns-2's TCP for the same simulated time;
 *   `ratio_ns2_lean`: the same over lean links
 * - `goodput_ratio_ns3`: goodput of IndexedTcpSocket to that of ns-3's TCP, by path, where packets
 *   are lost, reordered or marked; see tcp-goodput.h
 * - `bytes_per_segment`: memory per outstanding segment, without the packet in flight
 */
#include "in-child.h"
#include "median.h"
#include "tcp-goodput.h"
#include "tcp-load.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SEGMENT = 1448;     // bytes of data in a segment
constexpr uint32_t DATA_PACKET = 1500; // IP packet: with IP header 20, TCP 20, timestamps 12
constexpr uint32_t ACK_PACKET = 52;    // the same without data
constexpr uint32_t UDP_HEADERS = 28;   // with IP
constexpr uint32_t PPP_BYTES = 2;      // PointToPointNetDevice adds them
constexpr double ACCESS = 10;          // times as fast as the bottleneck
const Time ACCESS_DELAY = MilliSeconds(1);
const Time BASE_RTT = MilliSeconds(40); // without transmission times
constexpr uint32_t INITIAL_WINDOW = 10; // segments
constexpr uint32_t BUFFER = 1 << 25;    // bytes, at both ends
constexpr uint16_t PORT = 9;
const Time BUDGET_CHECK = MilliSeconds(10);

const char* const NS3_FACTORY = "ns3::TcpSocketFactory";

// --- processes --------------------------------------------------------------------------------

/// @param usage of a process @return its user CPU time in seconds
double
UserSeconds(const rusage& usage)
{
    return usage.ru_utime.tv_sec + usage.ru_utime.tv_usec * 1e-6;
}

/// @return user CPU time of this process so far, in seconds
double
CpuSeconds()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return UserSeconds(usage);
}

/// @return the most memory this process ever had, in bytes
double
PeakMemory()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024.0;
}

/// What a run cost.
struct Cost
{
    double cpu{0};       //!< seconds
    double earlyCpu{0};  //!< seconds of CPU time until Scenario::early
    uint64_t events{0};  //!< simulator events
    uint64_t data{0};    //!< packets sent by the sender
    uint64_t acks{0};    //!< packets sent by the receiver
    uint64_t drops{0};   //!< at the bottleneck
    uint64_t bytes{0};   //!< received by the application
    double simulated{0}; //!< seconds
    double memory{0};    //!< bytes, the most the process ever had

    double PerPacket() const
    {
        return cpu / (data + acks);
    }
};

// --- the path ---------------------------------------------------------------------------------

/// What is common to the runs with real congestion control.
struct Scenario
{
    std::string variant{"TcpCubic"};
    bool hyStart{true};
    double beta{0}; //!< of CUBIC; 0: ns-3's
    uint32_t delayedAck{2};
    uint64_t rate{1000000000}; //!< of the bottleneck, bit/s
    uint32_t queue{2000};      //!< packets waiting there
    double seconds{10};        //!< simulated
    double budget{0};          //!< stop when so many seconds of CPU time are spent; 0: do not
    double early{0};           //!< a point of simulated time at which CPU time is read; 0: none
    std::string trace;         //!< file for the congestion window; empty: none
    uint32_t drop{0};          //!< a data packet to lose at the bottleneck, from 1; 0: none
};

/// Sender, router and receiver.
struct Path
{
    NodeContainer nodes;
    Ptr<PointToPointNetDevice> senderDevice;
    Ptr<PointToPointNetDevice> bottleneck; //!< at the router
    Ptr<PointToPointNetDevice> receiverDevice;
    Ipv4Address receiver;

    /**
     * @param rtt without transmission times
     * @param rate of the bottleneck, bit/s
     * @param queue packets that can wait there
     */
    Path(Time rtt, uint64_t rate, uint32_t queue)
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

    /// @param cost to which what the devices counted is added
    void Count(Cost& cost) const
    {
        cost.data = senderDevice->GetQueue()->GetTotalReceivedPackets();
        cost.acks = receiverDevice->GetQueue()->GetTotalReceivedPackets();
        cost.drops = bottleneck->GetQueue()->GetTotalDroppedPackets();
    }
};

/// A bulk transfer.
struct Transfer
{
    Ptr<BulkSendApplication> source;
    Ptr<PacketSink> sink;

    Transfer(const Path& path, const std::string& factory)
    {
        BulkSendHelper send(factory, InetSocketAddress(path.receiver, PORT));
        send.SetAttribute("SendSize", UintegerValue(SEGMENT));
        source = DynamicCast<BulkSendApplication>(send.Install(path.nodes.Get(0)).Get(0));
        PacketSinkHelper receive(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
        sink = DynamicCast<PacketSink>(receive.Install(path.nodes.Get(2)).Get(0));
    }
};

/// Sets what all TCPs have in common. @param delayedAck segments per ACK @param buffer bytes
void
ConfigureTcp(uint32_t delayedAck, uint32_t buffer, uint32_t initialWindow)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(initialWindow));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(delayedAck));
}

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

/**
 * @brief A bulk transfer with real congestion control.
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @return the cost
 */
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

/**
 * @brief The same over lean links.
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @return the cost
 */
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

/**
 * @brief Packets of TCP's sizes, sent by UDP.
 *
 * Data packets are sent in a window that advances with the packets that come back. Both directions
 * carry as many packets as a TCP sent on the same path, so that UDP adds no event of its own.
 */
class UdpFlow
{
  public:
    /**
     * @param path to use
     * @param data packets to send
     * @param acks packets to send back
     * @param window data packets on their way at a time
     */
    UdpFlow(const Path& path, uint64_t data, uint64_t acks, uint64_t window)
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
            InetSocketAddress(path.nodes.Get(0)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(),
                              PORT));
        m_receiver->SetRecvCallback(MakeCallback(&UdpFlow::DataArrives, this));
        Simulator::ScheduleNow(&UdpFlow::Send, this);
    }

    /// @return data packets that arrived
    uint64_t GetReceived() const
    {
        return m_received;
    }

  private:
    /// Sends what the window allows.
    void Send()
    {
        const uint64_t limit = std::min(m_data, m_window + m_acked * m_data / m_acks);
        for (; m_sent < limit; ++m_sent)
        {
            m_sender->Send(Create<Packet>(DATA_PACKET - UDP_HEADERS));
        }
    }

    void DataArrives(Ptr<Socket> socket)
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

    void AckArrives(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_acked;
        }
        Send();
    }

    const uint64_t m_data;
    const uint64_t m_acks;
    const uint64_t m_window;
    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
    uint64_t m_sent{0};
    uint64_t m_received{0};
    uint64_t m_acksSent{0};
    uint64_t m_acked{0};
};

/**
 * @brief The packets of a TCP run, by UDP.
 * @param s the path
 * @param tcp the run whose packets to send
 * @return the cost
 */
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

// --- the window -------------------------------------------------------------------------------

/// A congestion control that leaves the window at InitialCwnd.
class FixedWindow : public TcpCongestionOps
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::BenchFixedWindow")
                                .SetParent<TcpCongestionOps>()
                                .SetGroupName("Hsn")
                                .AddConstructor<FixedWindow>();
        return tid;
    }

    std::string GetName() const override
    {
        return "BenchFixedWindow";
    }

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t) override
    {
        return tcb->m_initialCWnd * tcb->m_segmentSize;
    }

    void IncreaseWindow(Ptr<TcpSocketState>, uint32_t) override
    {
    }

    // keeps recovery from changing the window
    bool HasCongControl() const override
    {
        return true;
    }

    void CongControl(Ptr<TcpSocketState>,
                     const TcpRateOps::TcpRateConnection&,
                     const TcpRateOps::TcpRateSample&) override
    {
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<FixedWindow>(this);
    }
};

/**
 * @brief Loses first transmissions of segments, at random; never a retransmission.
 *
 * A TCP detects a lost retransmission by its timer only and then sends a whole window again: the
 * timer would be measured.
 */
class FirstTransmissionLoss : public ErrorModel
{
  public:
    double rate{0}; //!< share of segments lost

    FirstTransmissionLoss()
    {
        m_random->SetStream(1);
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        // TCP's sequence number, behind PPP, IP and the ports
        uint8_t bytes[PPP_BYTES + 28];
        packet->CopyData(bytes, sizeof(bytes));
        const uint8_t* p = bytes + PPP_BYTES + 24;
        const SequenceNumber32 seq((p[0] << 24) | (p[1] << 16) | (p[2] << 8) | p[3]);
        if (seq <= m_highest || packet->GetSize() < SEGMENT)
        {
            return false;
        }
        m_highest = seq;
        return m_random->GetValue() < rate;
    }

    void DoReset() override
    {
    }

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    SequenceNumber32 m_highest{0};
};

/// The measurement of the cost at a given window; see WindowRun.
struct WindowScenario
{
    double lossRate{1e-3};
    uint64_t segments{150000}; //!< measured; as many as the window is long come before
    uint32_t buffer{4};        //!< windows; a lost segment holds up the two sent after it
};

constexpr uint32_t SMALL_WINDOW = 100;
constexpr uint32_t LARGE_WINDOW = 100000;
constexpr uint64_t WINDOW_RATE = 1000000000; // bit/s
const Time WINDOW_RTT = MilliSeconds(1); // 83 segments: the rest of the window waits in the queue

/**
 * @brief Runs what has been set up: as many segments as the window is long are not measured.
 * @param path in use
 * @param window segments
 * @param segments to measure
 * @param received tells the bytes of data that arrived so far
 * @return the cost
 */
Cost
RunWindow(const Path& path,
          uint64_t window,
          uint64_t segments,
          const std::function<uint64_t()>& received)
{
    const double perSegment = 8.0 * (DATA_PACKET + PPP_BYTES) / WINDOW_RATE;
    Simulator::Stop(Seconds(0.02 + window * perSegment));
    Simulator::Run();
    Cost cost;
    Cost sofar;
    path.Count(sofar);
    const uint64_t bytesBefore = received();
    const uint64_t eventsBefore = Simulator::GetEventCount();
    const double before = CpuSeconds();
    Simulator::Stop(Seconds(segments * perSegment));
    Simulator::Run();
    cost.cpu = CpuSeconds() - before;
    cost.events = Simulator::GetEventCount() - eventsBefore;
    cost.bytes = received() - bytesBefore;
    cost.simulated = segments * perSegment;
    path.Count(cost);
    cost.data -= sofar.data;
    cost.acks -= sofar.acks;
    cost.memory = PeakMemory();
    return cost;
}

/**
 * @brief The cost per segment when a given number is outstanding.
 *
 * The congestion window is constant, and what does not fit on the links waits in the bottleneck's
 * queue, so that the number of scheduled events does not depend on the window. Every segment is
 * acknowledged at once, so that losses do not change the number of ACKs; each first transmission is
 * lost with the same probability at every window, so at 10^5 segments there are 100 holes in the
 * scoreboard at any time and recovery never ends; at 10^2 there is one in every ten windows.
 *
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @param window segments
 * @return the cost
 */
Cost
WindowRun(const WindowScenario& s, const std::string& factory, uint32_t window)
{
    ConfigureTcp(1, s.buffer * window * SEGMENT, window);
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(FixedWindow::GetTypeId()));
    // a retransmission waits behind a whole window and must not time out: after a timeout this
    // congestion control would send one segment at a time for ever
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(50)));
    const Path path(WINDOW_RTT, WINDOW_RATE, 2 * window + 1000);
    const Transfer transfer(path, factory);
    const auto losses = CreateObject<FirstTransmissionLoss>();
    losses->rate = s.lossRate;
    path.receiverDevice->SetReceiveErrorModel(losses);
    return RunWindow(path, window, s.segments, [&transfer] { return transfer.sink->GetTotalRx(); });
}

/// The same packets without losses, by UDP. @return the cost
Cost
WindowFloorRun(const WindowScenario& s, uint32_t window)
{
    const Path path(WINDOW_RTT, WINDOW_RATE, 2 * window + 1000);
    const uint64_t all = 4 * (window + s.segments); // more than there is time for
    const UdpFlow flow(path, all, all, window);
    return RunWindow(path, window, s.segments, [&flow] { return flow.GetReceived() * SEGMENT; });
}

// --- ns-2 -------------------------------------------------------------------------------------

/// ns-2's name of a congestion control. @param variant ns-3's name @return empty if it has none
std::string
Ns2Variant(const std::string& variant)
{
    for (const auto& [ns3, ns2] : {std::pair{"TcpCubic", "cubic"},
                                   std::pair{"TcpLinuxReno", "reno"},
                                   std::pair{"TcpNewReno", "sack1"},
                                   std::pair{"TcpBic", "bic"},
                                   std::pair{"TcpHtcp", "htcp"},
                                   std::pair{"TcpScalable", "scalable"},
                                   std::pair{"TcpHighSpeed", "highspeed"}})
    {
        if (variant == ns3)
        {
            return ns2;
        }
    }
    return "";
}

/// @return bench/tcp.tcl: below the working directory, or else beside this source file
std::string
FindScript()
{
    const std::string source = __FILE__;
    const std::string here = "bench/tcp.tcl";
    return std::ifstream(here) ? here : source.substr(0, source.rfind('/') + 1) + "tcp.tcl";
}

/// @param text JSON @param name of a number @return the number; 0 if it is not there
double
NumberIn(const std::string& text, const std::string& name)
{
    const auto at = text.find("\"" + name + "\": ");
    return at == std::string::npos ? 0 : std::atof(text.c_str() + at + name.size() + 4);
}

/**
 * @brief Runs ns-2.
 * @param s what to run
 * @param script tcp.tcl
 * @param cost the result
 * @return empty, or why there is no result
 */
std::string
Ns2Run(const Scenario& s, const std::string& script, Cost& cost)
{
    if (std::system("command -v ns >/dev/null 2>&1") != 0)
    {
        return "not installed (Debian package ns2)";
    }
    if (!std::ifstream(script))
    {
        return "no file " + script + "; say --ns2Script=.../bench/tcp.tcl";
    }
    if (Ns2Variant(s.variant).empty())
    {
        return "ns-2 has no " + s.variant;
    }
    std::ostringstream parameters;
    parameters << " variant " << Ns2Variant(s.variant) << " seconds " << s.seconds << " rate "
               << s.rate << " accessRate " << ACCESS * s.rate << " queue " << s.queue
               << " delayedAck " << (s.delayedAck > 1 ? 0.2 : 0) << " drop " << s.drop;
    if (s.variant == "TcpCubic" && s.beta > 0)
    {
        parameters << " parameters 'beta " << std::lround(s.beta * 1024) << "'";
    }
    if (!s.trace.empty())
    {
        parameters << " trace '" << s.trace << "'";
    }
    const std::string command = "ns '" + script + "'" + parameters.str() + " 2>/dev/null";
    rusage before;
    getrusage(RUSAGE_CHILDREN, &before);
    std::string line;
    FILE* output = popen(command.c_str(), "r");
    char buffer[512];
    while (output && std::fgets(buffer, sizeof(buffer), output))
    {
        if (buffer[0] == '{')
        {
            line = buffer;
        }
    }
    const int status = output ? pclose(output) : -1;
    rusage after;
    getrusage(RUSAGE_CHILDREN, &after);
    if (status != 0 || line.empty())
    {
        return "`" + command + "` failed";
    }
    cost.cpu = UserSeconds(after) - UserSeconds(before);
    cost.data = NumberIn(line, "data_packets");
    cost.acks = NumberIn(line, "ack_packets");
    cost.drops = NumberIn(line, "queue_drops");
    cost.bytes = NumberIn(line, "bytes");
    cost.simulated = s.seconds;
    return "";
}

// --- numbers ----------------------------------------------------------------------------------

/// @param runs of one contestant @param number to take from each @return the median
double
MedianOf(const std::vector<Cost>& runs, const std::function<double(const Cost&)>& number)
{
    std::vector<double> values;
    std::transform(runs.begin(), runs.end(), std::back_inserter(values), number);
    return Median(values);
}

/// @param a runs @param b as many runs, made in turn with them @param ratio of a pair @return
/// median
double
MedianRatio(const std::vector<Cost>& a,
            const std::vector<Cost>& b,
            const std::function<double(const Cost&, const Cost&)>& ratio)
{
    std::vector<double> values;
    std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(values), ratio);
    return Median(values);
}

/// @param runs of one contestant @return what is printed of them
JsonObject
Describe(const std::vector<Cost>& runs)
{
    const Cost& one = runs.front(); // all but CPU time is the same in all
    JsonObject json;
    json.Set("cpu_s", MedianOf(runs, [](const Cost& c) { return c.cpu; }));
    json.Set("us_per_packet", MedianOf(runs, [](const Cost& c) { return c.PerPacket() * 1e6; }));
    json.Set("simulated_s", one.simulated);
    json.Set("events", one.events);
    json.Set("data_packets", one.data);
    json.Set("ack_packets", one.acks);
    json.Set("queue_drops", one.drops);
    json.Set("bytes", one.bytes);
    json.Set("goodput_bps", one.bytes * 8 / one.simulated);
    return json;
}

/// @param s what was run @return what is the same for all
JsonObject
DescribePath(const Scenario& s)
{
    JsonObject json;
    json.Set("variant", s.variant);
    json.Set("access_bps", ACCESS * s.rate);
    json.Set("bottleneck_bps", s.rate);
    json.Set("rtt_s", BASE_RTT.GetSeconds());
    json.Set("queue", "drop-tail, in the device; no queue disc");
    json.Set("queue_packets", s.queue);
    json.Set("segment_bytes", SEGMENT);
    json.Set("data_packet_bytes", DATA_PACKET + PPP_BYTES);
    json.Set("ack_packet_bytes", ACK_PACKET + PPP_BYTES);
    json.Set("buffer_bytes", BUFFER);
    json.Set("initial_window_segments", INITIAL_WINDOW);
    json.Set("delayed_ack_segments", s.delayedAck);
    json.Set("cpu", "user time of the simulation");
    json.Set("ns3_compared_s", s.early);
    json.Set("window_loss_rate", WindowScenario().lossRate);
    return json;
}

/// How much of MeasureFlows, MeasureConnections and MeasureIdle to run.
struct Load
{
    uint32_t flows{1000};
    double seconds{0.5};
    uint32_t connections{5000};
    uint32_t sockets{100000};
    uint32_t repeats{1};
};

/**
 * @brief Compares what many connections cost with ns-3's TCP, in turns.
 * @param factory ours
 * @param load how much
 * @param part of the names of what to compare
 * @param silent print nothing
 * @return medians of ratios, and what was measured
 */
JsonObject
CompareLoad(const std::string& factory, const Load& load, const std::string& part, bool silent)
{
    using Measure = std::function<double(const std::string&)>;
    const auto perUnit = [](const LoadCost& cost) { return cost.cpu / cost.units * 1e6; };
    const std::vector<std::pair<std::string, Measure>> what{
        {"us_per_segment_of_flows",
         [&](const std::string& who) {
             return perUnit(MeasureFlows(who, load.flows, load.seconds));
         }},
        {"us_per_short_connection",
         [&](const std::string& who) {
             return perUnit(MeasureConnections(who, load.connections));
         }},
        {"bytes_per_idle_socket",
         [&](const std::string& who) { return MeasureIdle(who, load.sockets); }}};
    JsonObject out;
    for (const auto& [name, measure] : what)
    {
        if (name.find(part) == std::string::npos)
        {
            continue;
        }
        std::vector<double> ours;
        std::vector<double> theirs;
        std::vector<double> ratios;
        for (uint32_t i = 0; i < load.repeats; ++i)
        {
            ours.push_back(measure(factory));
            theirs.push_back(measure(NS3_FACTORY));
            ratios.push_back(ours.back() / theirs.back());
        }
        JsonObject one;
        one.Set("ratio", Median(ratios));
        one.Set("hsn", Median(ours));
        one.Set("ns3", Median(theirs));
        out.Set(name, one);
        if (!silent)
        {
            std::cout << name << ": " << Median(ours) << ", ns-3's " << Median(theirs) << ", ratio "
                      << Median(ratios) << std::endl;
        }
    }
    return out;
}

/**
 * @brief Compares goodput with that of ns-3's TCP.
 * @param factory ours
 * @param seeds runs of each case
 * @param part of the names of the cases to run
 * @param silent print nothing
 * @return ratio of mean goodputs, by case
 */
JsonObject
CompareGoodput(const std::string& factory, uint32_t seeds, const std::string& part, bool silent)
{
    JsonObject ratios;
    for (const auto& c : MakeGoodputCases())
    {
        if (c.name.find(part) == std::string::npos)
        {
            continue;
        }
        double ours = 0;
        double theirs = 0;
        for (uint32_t seed = 1; seed <= seeds; ++seed)
        {
            ours += MeasureGoodput(c, factory, seed) / seeds;
            theirs += MeasureGoodput(c, NS3_FACTORY, seed) / seeds;
        }
        ratios.Set(c.name, ours / theirs);
        if (!silent)
        {
            std::cout << c.name << ": " << ours * 1e-6 << " Mbit/s, ns-3's " << theirs * 1e-6
                      << ", ratio " << ours / theirs << std::endl;
        }
    }
    return ratios;
}
} // namespace

int
main(int argc, char* argv[])
{
    Scenario scenario;
    std::string factory = "ns3::hsn::IndexedTcpSocketFactory";
    std::string script = FindScript();
    double budget = 10;
    uint32_t repeats = 3;
    uint32_t seeds = 10;
    std::string path;
    bool quick = false;
    bool json = false;
    std::string only = "all";

    ProgramOptions options(__FILE__, "Cost of a TCP segment here, in ns-3 and in ns-2, beside UDP");
    options.AddClass("variant",
                     "Congestion control of ns-3, without the namespace",
                     scenario.variant,
                     TcpCongestionOps::GetTypeId(),
                     "ns3::");
    options.Add("hyStart", "CUBIC leaves slow start early", scenario.hyStart);
    options.Add("beta",
                "CUBIC's multiplicative decrease; 0: ns-3's default",
                scenario.beta,
                AtLeast(0).Below(1));
    options.Add("delayedAck", "Segments per ACK", scenario.delayedAck, Between(1, 1000));
    options.Add("rate", "Rate of the bottleneck, bit/s", scenario.rate, Between(1000, 1e14));
    options.Add("queue", "Packets that can wait at the bottleneck", scenario.queue, AtLeast(1));
    options.Add("seconds", "Simulated time, s", scenario.seconds, Above(0).AtMost(1e9));
    options.Add("budget",
                "Seconds of CPU time after which ns-3's TCP, which is slow, is stopped",
                budget,
                AtLeast(0));
    options.Add("repeats", "Rounds of runs", repeats, Between(1, 100000));
    options.AddClass("factory",
                     "Socket factory to be measured",
                     factory,
                     SocketFactory::GetTypeId());
    options.Add("only",
                "Run one contestant once",
                only,
                OneOf({"all", "hsn", "lean", "ns3", "ns2", "1e2", "1e5", "load", "goodput"}));
    options.Add("trace", "With --only: file for the congestion window (ns, bytes)", scenario.trace);
    options.Add("drop",
                "With --only: lose this data packet at the bottleneck, numbered from 1; 0: none",
                scenario.drop,
                AtMost(UINT32_MAX - 1));
    options.Add("seeds", "Runs of each comparison of goodput", seeds, Between(1, 1000));
    options.Add("path", "Compare goodput and load only where the name contains this text", path);
    options.Add("ns2Script", "Where bench/tcp.tcl is", script);
    options.Add("quick", "Fewer and shorter runs", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        repeats = 1;
        seeds = std::min(seeds, 2U);
        scenario.seconds = std::min(scenario.seconds, 3.0);
        budget = std::min(budget, 4.0);
    }
    const WindowScenario window{1e-3, quick ? 50000U : 150000U, 4};
    const WindowScenario noLoss{0, 1000, 1};
    Load load;
    load.repeats = repeats;
    if (quick)
    {
        load = {200, 0.3, 500, 10000, 1};
    }
    Cost ns2;
    std::string ns2Missing;
    if (only == "load")
    {
        JsonObject out;
        out.Set("load_ratio_ns3", CompareLoad(factory, load, path, json));
        std::cout << out << std::endl;
        return 0;
    }
    if (only == "goodput")
    {
        JsonObject out;
        out.Set("goodput_ratio_ns3", CompareGoodput(factory, seeds, path, json));
        std::cout << out << std::endl;
        return 0;
    }
    if (only != "all")
    {
        const std::map<std::string, std::function<Cost()>> contestants{
            {"hsn", [&] { return TcpRun(scenario, factory); }},
            {"lean", [&] { return LeanRun(scenario, factory); }},
            {"ns3", [&] { return TcpRun(scenario, NS3_FACTORY); }},
            {"1e2", [&] { return WindowRun(window, factory, SMALL_WINDOW); }},
            {"1e5", [&] { return WindowRun(window, factory, LARGE_WINDOW); }}};
        if (only == "ns2")
        {
            ns2Missing = Ns2Run(scenario, script, ns2);
            ProgramOptions::Require(ns2Missing.empty(), "--only=ns2: " + ns2Missing);
            std::cout << Describe({ns2}) << std::endl;
            return 0;
        }
        std::cout << Describe({contestants.at(only)()}) << std::endl;
        return 0;
    }

    const auto say = [json](const std::string& who, const Cost& c) {
        if (!json)
        {
            std::cout << who << ": " << c.cpu << " s of CPU time for " << c.simulated
                      << " s simulated, " << c.PerPacket() * 1e6 << " us per packet" << std::endl;
        }
    };
    std::map<std::string, std::vector<Cost>> runs;
    const auto run = [&runs, &say](const std::string& who, const std::function<Cost()>& what) {
        runs[who].push_back(InChild<Cost>(what));
        say(who, runs[who].back());
        return runs[who].back();
    };
    for (uint32_t i = 0; i < repeats; ++i)
    {
        if (i == 0) // its cost is so far from ours that one run will do
        {
            Scenario slow = scenario;
            slow.budget = budget;
            scenario.early = run("ns3", [&] { return TcpRun(slow, NS3_FACTORY); }).simulated;
        }
        const Cost ours = run("hsn", [&] { return TcpRun(scenario, factory); });
        run("lean", [&] { return LeanRun(scenario, factory); });
        run("floor", [&] { return FloorRun(scenario, ours); });
        run("window_1e2", [&] { return WindowRun(window, factory, SMALL_WINDOW); });
        run("window_1e5", [&] { return WindowRun(window, factory, LARGE_WINDOW); });
        ns2Missing = Ns2Run(scenario, script, ns2);
        if (ns2Missing.empty())
        {
            runs["ns2"].push_back(ns2);
            say("ns2", ns2);
        }
    }
    run("floor_1e2", [&] { return WindowFloorRun(window, SMALL_WINDOW); });
    run("floor_1e5", [&] { return WindowFloorRun(window, LARGE_WINDOW); });
    run("memory_1e2", [&] { return WindowRun(noLoss, factory, SMALL_WINDOW); });
    run("memory_1e5", [&] { return WindowRun(noLoss, factory, LARGE_WINDOW); });

    const auto perPacket = [](const Cost& a, const Cost& b) {
        return a.PerPacket() / b.PerPacket();
    };
    const auto perData = [](const Cost& a, const Cost& b) {
        return a.cpu / a.data / (b.cpu / b.data);
    };
    const auto growth = [&runs](const std::string& who) {
        return (runs[who + "_1e5"][0].memory - runs[who + "_1e2"][0].memory) /
               (LARGE_WINDOW - SMALL_WINDOW);
    };
    JsonObject out;
    out.Set("bench", "tcp");
    out.Set("ratio_floor", MedianRatio(runs["hsn"], runs["floor"], perPacket));
    out.Set("ratio_ns3", MedianRatio(runs["ns3"], runs["hsn"], [](const Cost& a, const Cost& b) {
                return a.cpu / b.earlyCpu;
            }));
    out.Set("segment_cost_ratio_1e5_1e2",
            MedianRatio(runs["window_1e5"], runs["window_1e2"], perData));
    out.Set("floor_cost_ratio_1e5_1e2", MedianRatio(runs["floor_1e5"], runs["floor_1e2"], perData));
    out.Set("bytes_per_segment", growth("memory") - growth("floor"));
    out.Set("bytes_per_packet_on_its_way", growth("floor"));
    if (ns2Missing.empty())
    {
        const auto cpu = [](const Cost& a, const Cost& b) { return a.cpu / b.cpu; };
        out.Set("ratio_ns2", MedianRatio(runs["hsn"], runs["ns2"], cpu));
        out.Set("ratio_ns2_lean", MedianRatio(runs["lean"], runs["ns2"], cpu));
    }
    out.Set("load_ratio_ns3", CompareLoad(factory, load, path, json));
    out.Set("goodput_ratio_ns3", CompareGoodput(factory, seeds, path, json));
    out.Set("repeats", repeats);
    out.Set("scenario", DescribePath(scenario));
    for (const char* who : {"hsn", "lean", "floor", "ns3", "ns2", "window_1e2", "window_1e5"})
    {
        if (runs.count(who))
        {
            out.Set(who, Describe(runs[who]));
        }
    }
    if (!ns2Missing.empty())
    {
        JsonObject missing;
        missing.Set("missing", ns2Missing);
        out.Set("ns2", missing);
    }
    std::cout << out << std::endl;
    return 0;
}
