// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TcpVegasClassic and FineRetransmit against ns-2's Agent/TCP/Vegas: every data segment leaves when
 * ns-2 sent it (test/oracles/ns2, where the path is described), and against the formulas of the
 * paper.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-traces.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-vegas-classic.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#ifndef HSN_ORACLES
#define HSN_ORACLES "contrib/hsn/test/oracles" // as seen from the top of an ns-3 tree
#endif

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SEGMENT = 1460;
constexpr uint16_t VEGAS_PORT = 9;
/// When the first flow sends its first data; its connection is open by then.
const Time BEGIN = Seconds(1);

/// Time from a segment to its acknowledgement without queues, s.
constexpr double ROUND_TRIP = 0.041355;

/// A data segment that leaves a sender.
struct Departure
{
    double time;     //!< s
    uint32_t number; //!< of the segment, from 0
};

using Flow = std::vector<Departure>;

/// A run.
struct Scenario
{
    std::string file;           //!< ns-2's departures
    std::vector<double> starts; //!< of the flows, s
    std::list<uint32_t> drops;  //!< packets that are lost, of all data packets from 0
    double seconds;             //!< time that is compared
    uint32_t atLeast;           //!< departures in it, of all flows
    bool apart;                 //!< growth may differ by an acknowledgement in each round trip
};

/// @param name file @param flows number of them @return departures of each
std::vector<Flow>
ReadOracle(const std::string& name, std::size_t flows)
{
    std::vector<Flow> result(flows);
    std::ifstream in(std::string(HSN_ORACLES) + "/ns2/" + name);
    std::string line;
    std::getline(in, line); // names of the columns
    while (std::getline(in, line))
    {
        std::istringstream fields(line);
        Departure departure{};
        std::size_t flow = 0;
        char comma = 0;
        fields >> departure.time >> comma >> flow >> comma >> departure.number;
        result.at(flow).push_back(departure);
    }
    return result;
}

/// The path of ns-2's script with TcpVegasClassic.
class VegasPath
{
  public:
    /// @param s what to run @return departures of each flow
    static std::vector<Flow> Run(const Scenario& s)
    {
        VegasPath path;
        const std::string vegas = "ns3::hsn::TcpVegasClassic::";
        Config::SetDefault(vegas + "RoundDiff", BooleanValue(true));
        Config::SetDefault(vegas + "GammaEveryRound", BooleanValue(false));
        path.Simulate(s);
        return path.m_flows;
    }

    /// Windows of one flow with the paper's parameters.
    /// @param drops packets that are lost @param seconds how long @return window, in segments, from
    /// when on
    static std::map<double, double> GetWindows(const std::list<uint32_t>& drops, double seconds)
    {
        VegasPath path;
        path.Simulate({"", {0}, drops, seconds, 0, false});
        return path.m_windows;
    }

  private:
    void Simulate(const Scenario& s)
    {
        m_flows.resize(s.starts.size());
        Build(s);
        Simulator::Stop(BEGIN + Seconds(s.seconds));
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
    }

    void Build(const Scenario& s)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                           TypeIdValue(TcpVegasClassic::GetTypeId()));
        const std::string socket = "ns3::hsn::IndexedTcpSocket::";
        Config::SetDefault(socket + "LossRecovery", StringValue("Reno"));
        Config::SetDefault(socket + "FineRetransmit", BooleanValue(true));
        Config::SetDefault(socket + "Sack", BooleanValue(false));
        Config::SetDefault(socket + "Timestamp", BooleanValue(false));
        Config::SetDefault(socket + "LimitedTransmit", BooleanValue(false));

        NodeContainer ends;
        ends.Create(2); // router, receiver
        NodeContainer senders;
        senders.Create(s.starts.size());
        NodeContainer all(ends, senders);
        InternetStackHelper().Install(all);
        HsnInternetHelper().Install(all);
        SimpleNetDeviceHelper links;
        links.SetNetDevicePointToPointMode(true);
        DisableFlowControl(links);
        links.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
        links.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(MilliSeconds(19)));
        links.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        const auto bottleneck = links.Install(ends);
        Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
        const Ipv4Address to = addresses.Assign(bottleneck).GetAddress(1);
        links.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(MilliSeconds(1)));
        links.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        for (uint32_t i = 0; i < senders.GetN(); ++i)
        {
            addresses.NewNetwork();
            addresses.Assign(links.Install(NodeContainer(senders.Get(i), ends.Get(0))));
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        if (!s.drops.empty())
        {
            const auto errors = CreateObject<ReceiveListErrorModel>();
            std::list<uint32_t> drops;
            for (const auto number : s.drops)
            {
                drops.push_back(number + 2); // SYN and ACK come before data
            }
            errors->SetList(drops);
            bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }

        const auto type = TypeId::LookupByName("ns3::hsn::IndexedTcpSocketFactory");
        m_listener = Socket::CreateSocket(ends.Get(1), type);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), VEGAS_PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&VegasPath::Accepted, this));
        for (uint32_t i = 0; i < senders.GetN(); ++i)
        {
            const auto sender = Socket::CreateSocket(senders.Get(i), type);
            sender->TraceConnectWithoutContext(
                "Tx",
                MakeHeaderCallback<TcpHeader>(Sink<Ptr<const Packet>, const TcpHeader&>::Make(
                    [this, i](Ptr<const Packet> packet, const TcpHeader& header) {
                        Departs(i, packet, header);
                    })));
            sender->TraceConnectWithoutContext("CongestionWindow",
                                               MakeCallback(&VegasPath::WindowChanges, this));
            sender->Bind();
            // queue discs of ns-3 3.35 take no packet before the nodes are initialized
            const InetSocketAddress sink(to, VEGAS_PORT);
            ScheduleCall(Time(0), [sender, sink] { sender->Connect(sink); });
            ScheduleCall(BEGIN + Seconds(s.starts[i]), [sender] { Fill(sender, 0); });
            ScheduleCall(BEGIN + Seconds(s.starts[i]),
                         [sender] { sender->SetSendCallback(MakeCallback(&VegasPath::Fill)); });
        }
    }

    static void Fill(Ptr<Socket> socket, uint32_t)
    {
        while (socket->GetTxAvailable() >= SEGMENT)
        {
            socket->Send(Create<Packet>(SEGMENT));
        }
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_accepted.push_back(socket);
        socket->SetRecvCallback(MakeCallback(&VegasPath::Read));
    }

    static void Read(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
        }
    }

    void WindowChanges(uint32_t, uint32_t window)
    {
        m_windows[(Simulator::Now() - BEGIN).GetSeconds()] = static_cast<double>(window) / SEGMENT;
    }

    void Departs(uint32_t flow, Ptr<const Packet> packet, const TcpHeader& header)
    {
        if (packet->GetSize() > 0)
        {
            m_flows[flow].push_back({(Simulator::Now() - BEGIN).GetSeconds(),
                                     (header.GetSequenceNumber().GetValue() - 1) / SEGMENT});
        }
    }

    Ptr<Socket> m_listener;
    std::vector<Ptr<Socket>> m_accepted;
    std::vector<Flow> m_flows;
    std::map<double, double> m_windows;
};

/**
 * @ingroup hsn-tests
 * @brief Every segment leaves when ns-2's left.
 */
class TcpVegasNs2Test : public TestCase
{
  public:
    /// @param scenario to run
    explicit TcpVegasNs2Test(const Scenario& scenario)
        : TestCase("As in ns-2: " + scenario.file),
          m_scenario(scenario)
    {
    }

  private:
    void DoRun() override
    {
        const auto theirs = ReadOracle(m_scenario.file, m_scenario.starts.size());
        const auto ours = VegasPath::Run(m_scenario);
        uint32_t compared = 0;
        for (std::size_t flow = 0; flow < ours.size(); ++flow)
        {
            NS_TEST_EXPECT_MSG_EQ(Repetitions(ours[flow], m_scenario.seconds),
                                  Repetitions(theirs[flow], m_scenario.seconds),
                                  "sent again by flow " << flow);
            std::string difference;
            for (std::size_t i = 0; i < theirs[flow].size() && difference.empty() &&
                                    theirs[flow][i].time < m_scenario.seconds;
                 ++i, ++compared)
            {
                difference = Difference(ours[flow], theirs[flow], i);
            }
            NS_TEST_EXPECT_MSG_EQ(difference, "", "flow " << flow);
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(compared, m_scenario.atLeast, "departures");
    }

    /** @param flow departures @param seconds end @return what was sent again, and when */
    static std::string Repetitions(const Flow& flow, double seconds)
    {
        std::ostringstream text;
        int64_t highest = -1;
        for (const auto& departure : flow)
        {
            if (departure.number <= highest && departure.time < seconds)
            {
                text << departure.number << " at " << std::llround(departure.time * 1e5) << "0 us ";
            }
            highest = std::max<int64_t>(highest, departure.number);
        }
        return text.str();
    }

    /**
     * A window that gains 1/n with each of n acknowledgements has gained a segment with the last of
     * them, or not before the next one: that depends on how ns-2's floating-point numbers are
     * rounded. So one segment more or less may have been sent; where the window grows for many
     * round trips from such a value, one in each of them.
     * @param ours flow @param theirs flow @param i place @return how far ours is from that
     */
    std::string Difference(const Flow& ours, const Flow& theirs, std::size_t i) const
    {
        const double time = theirs[i].time;
        const double rounds = (time - theirs[0].time) / ROUND_TRIP;
        const auto sent = [time](const Flow& flow) {
            return std::count_if(flow.begin(), flow.end(), [time](const Departure& departure) {
                return departure.time <= time + 1e-6;
            });
        };
        std::ostringstream text;
        if (std::abs(sent(ours) - sent(theirs)) > 1 + (m_scenario.apart ? rounds : 0))
        {
            text << sent(ours) << " segments by " << time << " s, ns-2 " << sent(theirs);
        }
        return text.str();
    }

    const Scenario m_scenario;
};

/**
 * @ingroup hsn-tests
 * @brief With the paper's parameters: between Alpha and Beta segments wait at the bottleneck.
 */
class TcpVegasBalanceTest : public TestCase
{
  public:
    TcpVegasBalanceTest()
        : TestCase("Window in balance: what the path holds, and 1 to 3 segments more")
    {
    }

  private:
    void DoRun() override
    {
        const auto windows = VegasPath::GetWindows({}, 5);
        const double path = ROUND_TRIP * 10e6 / 8 / 1500; // segments
        NS_TEST_ASSERT_MSG_EQ(windows.empty(), false, "windows");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(windows.rbegin()->second, path + 1, "at least Alpha wait");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(windows.rbegin()->second, path + 3, "at most Beta wait");
        NS_TEST_EXPECT_MSG_LT(windows.rbegin()->first, 3, "no change after some seconds");
    }
};

/**
 * @ingroup hsn-tests
 * @brief The window after losses: 3/4 after the first, 1/2 if a retransmission is lost, too, and
 * two segments after a timeout.
 */
class TcpVegasLossTest : public TestCase
{
  public:
    TcpVegasLossTest()
        : TestCase("Losses: a quarter, a half, two segments")
    {
    }

  private:
    /// @param windows of a flow @param from time @param to time @return smallest between them
    static double Least(const std::map<double, double>& windows, double from, double to)
    {
        double least = 1e9;
        for (auto it = windows.lower_bound(from); it != windows.end() && it->first < to; ++it)
        {
            least = std::min(least, it->second);
        }
        return least;
    }

    void DoRun() override
    {
        auto ops = CreateObject<TcpVegasClassic>();
        auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = 1000;
        const uint32_t quarter[][2] = {{2, 2}, {3, 2}, {4, 3}, {7, 6}, {8, 6}, {40, 30}};
        for (const auto& [window, left] : quarter)
        {
            NS_TEST_EXPECT_MSG_EQ(ops->GetSsThresh(state, window * 1000), left * 1000, window);
        }
        NS_TEST_EXPECT_MSG_EQ(ops->GetSsThreshAgain(state, 40000), 20000U, "half");
        NS_TEST_EXPECT_MSG_EQ(ops->GetSsThreshAgain(state, 3000), 2000U, "least window");
        NS_TEST_EXPECT_MSG_EQ(ops->GetLossWindow(state), 2000U, "timeout");

        // the window before the losses, noticed at 0.8949 s
        const double before = std::floor(VegasPath::GetWindows({}, 0.8948).rbegin()->second);
        const double once = before - std::floor(before / 4);
        NS_TEST_EXPECT_MSG_EQ(Least(VegasPath::GetWindows({300}, 1.2), 0.88, 1.2), once, "once");
        // a window of packets, from the lost one on, is sent before the retransmission; a duplicate
        // later than the fine timeout shows that the retransmission is lost, too, long before the
        // timer expires
        const auto again = VegasPath::GetWindows({300, 300 + static_cast<uint32_t>(before)}, 1.2);
        NS_TEST_EXPECT_MSG_EQ(Least(again, 0.88, 1.2), std::floor(once / 2), "lost again");
    }
};

/// Round trips of slow start, one after the other: when it ends, and how Diff is rounded.
class TcpVegasRoundsTest : public TestCase
{
  public:
    TcpVegasRoundsTest()
        : TestCase("Slow start: it ends in every round trip, or in every other one")
    {
    }

  private:
    /// A connection whose acknowledgements come once in a round trip.
    struct Rounds
    {
        Rounds()
        {
            state->m_segmentSize = 1000;
            state->m_cWnd = 8000;
            state->m_ssThresh = 1000000;
        }

        /// Ends a round trip in which five segments were sent, and five are under way.
        /// @param rtt in it @return window, segments
        double End(Time rtt)
        {
            state->m_lastAckedSeq += 5000;
            state->m_highTxMark = state->m_lastAckedSeq + 4000;
            ops->TakeRttSample(state, rtt);
            ops->IncreaseWindow(state, 1);
            return state->m_cWnd / 1000.0;
        }

        Ptr<TcpVegasClassic> ops{CreateObject<TcpVegasClassic>()};
        Ptr<TcpSocketState> state{CreateObject<TcpSocketState>()};
    };

    void DoRun() override
    {
        // 5 segments under way and 5 sent in a round trip: Diff is 5 - 5 BaseRTT / RTT. At 100 ms,
        // which is BaseRTT, it is 0; at 150 ms it is 1.67, above Gamma. Slow start holds the
        // window in the first, third ... round trip, and grows in the second, fourth ... if Diff is
        // at most Gamma: one segment for the one acknowledgement. When it ends, the window loses
        // an eighth.
        for (const bool every : {true, false})
        {
            Rounds r;
            r.ops->SetAttribute("GammaEveryRound", BooleanValue(every));
            NS_TEST_EXPECT_MSG_EQ(r.End(MilliSeconds(100)), 8, "first: held");
            NS_TEST_EXPECT_MSG_EQ(r.End(MilliSeconds(100)), 9, "second: grows");
            const double left = 9 * 7 / 8.0;
            NS_TEST_EXPECT_MSG_EQ(r.End(MilliSeconds(150)), (every ? left : 9), "third");
            NS_TEST_EXPECT_MSG_EQ((r.state->m_ssThresh == 2000U), every, "third: over");
            if (!every)
            {
                NS_TEST_EXPECT_MSG_EQ(r.End(MilliSeconds(150)), left, "fourth: over");
                NS_TEST_EXPECT_MSG_EQ(r.state->m_ssThresh, 2000U, "fourth: over");
            }
        }
        // at 140 ms Diff is 1.43, and 1 when rounded; at 150 ms 1.67 is rounded to 2
        for (const bool round : {false, true})
        {
            Rounds r;
            r.ops->SetAttribute("RoundDiff", BooleanValue(round));
            r.End(MilliSeconds(100));
            r.End(MilliSeconds(140));
            NS_TEST_EXPECT_MSG_EQ((r.state->m_ssThresh == 2000U), !round, "1.43");
            if (round)
            {
                r.End(MilliSeconds(150));
                NS_TEST_EXPECT_MSG_EQ(r.state->m_ssThresh, 2000U, "1.67");
            }
        }
    }
};

HsnTestRegistration g_tcpVegasTests(
    "tcp-vegas",
    {new TcpVegasNs2Test({"vegas-one-flow.csv", {0}, {}, 2, 1200, false}),
     new TcpVegasNs2Test({"vegas-loss-slow-start.csv", {0}, {20}, 2, 1000, true}),
     new TcpVegasNs2Test({"vegas-loss-avoidance.csv", {0}, {300}, 2, 1100, false}),
     new TcpVegasNs2Test({"vegas-two-losses.csv", {0}, {300, 302}, 0.97, 340, false}),
     new TcpVegasNs2Test({"vegas-lost-again.csv", {0}, {300, 326}, 0.954, 320, false}),
     new TcpVegasNs2Test({"vegas-two-flows.csv", {0, 1}, {}, 3, 2000, true}),
     new TcpVegasBalanceTest,
     new TcpVegasRoundsTest,
     new TcpVegasLossTest});
} // namespace
