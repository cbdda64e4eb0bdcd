// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket drives every congestion control as ns-3's TcpSocketBase does. Both run on
 * identical networks; their congestion windows must take the same values at the same times.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SEGMENT = 1448;
constexpr uint16_t PORT = 9;
const Time END = Seconds(4);

/// The network and its losses.
struct Scenario
{
    std::string variant;    //!< TypeId of the congestion control
    std::string name;       //!< of the scenario
    uint32_t loss{0};       //!< data packet that is lost, from 1; 0: none
    uint32_t threshold{40}; //!< initial slow start threshold, segments
    bool marks{false};      //!< the bottleneck marks when more than 20 packets wait
    bool receives{true};    //!< our socket receives from ours, else ns-3's does
};

/// @param name of a congestion control @return its TypeId in this version of ns-3
TypeId
CongestionControl(const std::string& name)
{
    TypeId found;
    return TypeId::LookupByNameFailSafe("ns3::" + name, &found)
               ? found
               : TypeId::LookupByName("ns3::TcpWestwood"); // TcpWestwoodPlus, before ns-3.38
}

/// A value of what is traced.
struct Change
{
    int64_t at;     //!< nanoseconds
    uint32_t value; //!< bytes, or the number of a state

    bool operator==(const Change& other) const
    {
        return at == other.at && value == other.value;
    }
};

/// What a transfer did.
struct Outcome
{
    std::vector<Change> windows;    //!< changes of the congestion window
    std::vector<Change> thresholds; //!< changes of the slow start threshold
    std::vector<Change> marks;      //!< changes of the receiver's state of ECN
    uint64_t received{0};           //!< bytes
};

/// A sender that always has data, and a receiver.
class Transfer
{
  public:
    /**
     * @brief Runs it.
     * @param s network
     * @param factory TypeId of the sender's socket factory
     * @param receiver that of the receiver
     * @param start when to connect
     * @return what it did
     */
    static Outcome Run(const Scenario& s,
                       const std::string& factory,
                       const std::string& receiver,
                       Time start)
    {
        Transfer transfer;
        transfer.Start(s, factory, receiver, start);
        Simulator::Stop(END);
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
        return transfer.m_result;
    }

  private:
    void Start(const Scenario& s,
               const std::string& factory,
               const std::string& receiver,
               Time start)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 21));
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold",
                           UintegerValue(s.threshold * SEGMENT));
        Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                           TypeIdValue(CongestionControl(s.variant)));
        // the same class of recovery
        Config::SetDefault("ns3::hsn::IndexedTcpSocketFactory::ReplacePrr", BooleanValue(false));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(s.marks ? "On" : "Off"));
        NodeContainer nodes;
        nodes.Create(3);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        SimpleNetDeviceHelper links;
        links.SetNetDevicePointToPointMode(true);
        DisableFlowControl(links);
        links.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(MilliSeconds(5)));
        links.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        links.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
        const auto access = links.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
        // the queue disc is used only if the device stops it
        SimpleNetDeviceHelper slow;
        slow.SetNetDevicePointToPointMode(true);
        slow.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(MilliSeconds(25)));
        slow.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        slow.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(s.marks ? "1p" : "10000p"));
        if (!s.marks)
        {
            DisableFlowControl(slow);
        }
        const auto bottleneck = slow.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
        if (s.marks)
        {
            TrafficControlHelper red;
            red.SetRootQueueDisc("ns3::RedQueueDisc",
                                 "UseEcn",
                                 BooleanValue(true),
                                 "UseHardDrop",
                                 BooleanValue(false),
                                 "Gentle", // it would draw random numbers above MaxTh
                                 BooleanValue(false),
                                 "QW",
                                 DoubleValue(1),
                                 "MinTh",
                                 DoubleValue(20),
                                 "MaxTh",
                                 DoubleValue(20),
                                 "MaxSize",
                                 StringValue("1000p"));
            red.Install(bottleneck);
        }
        Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
        addresses.Assign(access);
        addresses.NewNetwork();
        const Ipv4Address to = addresses.Assign(bottleneck).GetAddress(1);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        if (s.loss > 0)
        {
            const auto errors = CreateObject<ReceiveListErrorModel>();
            errors->SetList({s.loss + 1}); // SYN and ACK come before data
            bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }

        m_listener = Socket::CreateSocket(nodes.Get(2), TypeId::LookupByName(receiver));
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Transfer::Accepted, this));
        m_sender = Socket::CreateSocket(nodes.Get(0), TypeId::LookupByName(factory));
        m_sender->TraceConnectWithoutContext("CongestionWindow",
                                             MakeCallback(&Transfer::WindowChanges, this));
        m_sender->TraceConnectWithoutContext("SlowStartThreshold",
                                             MakeCallback(&Transfer::ThresholdChanges, this));
        m_sender->SetSendCallback(MakeCallback(&Transfer::Fill, this));
        m_sender->Bind();
        ScheduleCall(start, [this, to] { m_sender->Connect(InetSocketAddress(to, PORT)); });
    }

    void Fill(Ptr<Socket> socket, uint32_t)
    {
        while (socket->GetTxAvailable() >= SEGMENT)
        {
            socket->Send(Create<Packet>(SEGMENT));
        }
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_receiver = socket;
        socket->SetRecvCallback(MakeCallback(&Transfer::Read, this));
        socket->TraceConnectWithoutContext("EcnState", MakeCallback(&Transfer::MarkTaken, this));
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_result.received += packet->GetSize();
        }
    }

    void WindowChanges(uint32_t, uint32_t window)
    {
        m_result.windows.push_back({Simulator::Now().GetNanoSeconds(), window});
    }

    void ThresholdChanges(uint32_t, uint32_t threshold)
    {
        // ns-3's TCP traces the initial threshold, too
        if (m_result.windows.size() > 1)
        {
            m_result.thresholds.push_back({Simulator::Now().GetNanoSeconds(), threshold});
        }
    }

    void MarkTaken(TcpSocketState::EcnState_t, TcpSocketState::EcnState_t state)
    {
        m_result.marks.push_back({Simulator::Now().GetNanoSeconds(), state});
    }

    Ptr<Socket> m_listener;
    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
    Outcome m_result;
};

/// @param a a trace @param b another @return where and how they differ; empty if they do not
std::string
Difference(const std::vector<Change>& a, const std::vector<Change>& b)
{
    const auto describe = [](const std::vector<Change>& trace, std::size_t i) {
        return i < trace.size()
                   ? std::to_string(trace[i].value) + " at " + std::to_string(trace[i].at) + " ns"
                   : std::string("the end");
    };
    const auto [p, q] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (p == a.end() && q == b.end())
    {
        return "";
    }
    const std::size_t i = p - a.begin();
    return "change " + std::to_string(i) + ": " + describe(a, i) + ", ns-3's " + describe(b, i);
}

/**
 * @ingroup hsn-tests
 * @brief The same congestion window at the same times.
 */
class TcpCongestionTest : public TestCase
{
  public:
    /// @param scenario to run
    explicit TcpCongestionTest(const Scenario& scenario)
        : TestCase(scenario.variant + ", " + scenario.name),
          m_scenario(scenario)
    {
    }

  private:
    void DoRun() override
    {
        // our SYN, and our answer to one, have 4 bytes more than ns-3's, the MSS option (RFC 9293,
        // 3.7.1), on links of 100 and 10 Mbit/s; ours begins so much earlier that both connections
        // open at one time
        const Time more = NanoSeconds((m_scenario.receives ? 2 : 1) * (320 + 3200));
        const std::string ns3Tcp = "ns3::TcpSocketFactory";
        const std::string hsnTcp = "ns3::hsn::IndexedTcpSocketFactory";
        const Outcome theirs = Transfer::Run(m_scenario, ns3Tcp, ns3Tcp, more);
        const Outcome ours =
            Transfer::Run(m_scenario, hsnTcp, m_scenario.receives ? hsnTcp : ns3Tcp, Time(0));
        NS_TEST_EXPECT_MSG_GT(theirs.windows.size(), 10, "the scenario does something");
        NS_TEST_EXPECT_MSG_EQ(Difference(ours.windows, theirs.windows), "", "window");
        NS_TEST_EXPECT_MSG_EQ(Difference(ours.thresholds, theirs.thresholds), "", "threshold");
        NS_TEST_EXPECT_MSG_EQ(Difference(ours.marks, theirs.marks), "", "marks that were received");
        NS_TEST_EXPECT_MSG_EQ(ours.received, theirs.received, "bytes");
    }

    const Scenario m_scenario;
};

/// @param variant congestion control @return slow start up to a threshold, then congestion
/// avoidance
TestCase*
NoLoss(const std::string& variant)
{
    Scenario s;
    s.variant = variant;
    s.name = "no loss";
    return new TcpCongestionTest(s);
}

/// @param variant congestion control @return a loss long after slow start
TestCase*
LossInAvoidance(const std::string& variant)
{
    Scenario s;
    s.variant = variant;
    s.name = "loss in congestion avoidance";
    s.loss = 800;
    return new TcpCongestionTest(s);
}

/// @param variant congestion control @return a loss that ends slow start
TestCase*
LossInSlowStart(const std::string& variant)
{
    Scenario s;
    s.variant = variant;
    s.name = "loss in slow start";
    s.threshold = 10000;
    s.loss = 200;
    return new TcpCongestionTest(s);
}

/// @param variant congestion control @param receives with our receiver @return a queue that marks
/// packets (RFC 3168)
TestCase*
Marks(const std::string& variant, bool receives = true)
{
    Scenario s;
    s.variant = variant;
    s.name = "marks";
    s.marks = true;
    s.receives = receives;
    return new TcpCongestionTest(s);
}

HsnTestRegistration g_tcpCongestionTests("tcp-congestion",
                                         {NoLoss("TcpNewReno"),
                                          NoLoss("TcpCubic"),
                                          NoLoss("TcpBic"),
                                          NoLoss("TcpHighSpeed"),
                                          NoLoss("TcpHtcp"),
                                          NoLoss("TcpScalable"),
                                          NoLoss("TcpVegas"),
                                          NoLoss("TcpWestwoodPlus"),
                                          NoLoss("TcpDctcp"),
                                          LossInAvoidance("TcpNewReno"),
                                          LossInAvoidance("TcpCubic"),
                                          LossInAvoidance("TcpBic"),
                                          LossInAvoidance("TcpHighSpeed"),
                                          LossInAvoidance("TcpHtcp"),
                                          LossInAvoidance("TcpScalable"),
                                          LossInAvoidance("TcpVegas"),
                                          LossInAvoidance("TcpWestwoodPlus"),
                                          LossInAvoidance("TcpDctcp"),
                                          LossInSlowStart("TcpNewReno"),
                                          LossInSlowStart("TcpCubic"),
                                          LossInSlowStart("TcpBic"),
                                          LossInSlowStart("TcpHighSpeed"),
                                          LossInSlowStart("TcpHtcp"),
                                          LossInSlowStart("TcpScalable"),
                                          LossInSlowStart("TcpVegas"),
                                          LossInSlowStart("TcpWestwoodPlus"),
                                          LossInSlowStart("TcpDctcp"),
                                          Marks("TcpNewReno"),
                                          Marks("TcpCubic"),
                                          // ns-3's receiver counts a mark to the segment
                                          // before, not to its own (RFC 8257, 3.2)
                                          Marks("TcpDctcp", false)});
} // namespace
