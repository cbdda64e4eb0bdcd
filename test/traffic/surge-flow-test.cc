// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Web flows over ns-3's TCP and the module's: all bytes arrive, arrivals are a Poisson process,
 * windows are limited.
 */
#include "../hsn-test.h"
#include "surge-test-network.h"

#include "ns3/config.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What the traces of a generator say.
class FlowLog
{
  public:
    /// @param generator that it listens to
    explicit FlowLog(Ptr<SurgeFlowGenerator> generator)
    {
        generator->TraceConnectWithoutContext("FlowStarted", MakeCallback(&FlowLog::Started, this));
        generator->TraceConnectWithoutContext("FlowEnded", MakeCallback(&FlowLog::Ended, this));
        generator->TraceConnectWithoutContext("FlowFailed", MakeCallback(&FlowLog::Failed, this));
    }

    std::vector<std::pair<double, uint64_t>> starts; //!< seconds and bytes
    uint64_t endedBytes{0};                          //!< of flows that have ended
    uint32_t ended{0};                               //!< flows
    uint32_t failed{0};                              //!< flows
    Time longest;                                    //!< of the durations
    Time shortest{Seconds(1e6)};                     //!< of the durations

  private:
    void Started(uint64_t, uint64_t size)
    {
        starts.emplace_back(Simulator::Now().GetSeconds(), size);
    }

    void Ended(uint64_t, uint64_t size, Time duration)
    {
        ++ended;
        endedBytes += size;
        longest = std::max(longest, duration);
        shortest = std::min(shortest, duration);
    }

    void Failed(uint64_t, uint64_t)
    {
        ++failed;
    }
};

/// Sizes of Type I that are limited, so that a short run carries all.
const std::string SMALL = "ns3::hsn::SurgeSizeVariable[SizeModel=TypeI|MaxFlowSize=1e6]";

/// Every byte of every flow arrives, and nothing is left.
class SurgeTransferTest : public TestCase
{
  public:
    SurgeTransferTest()
        : TestCase("Surge flows: all bytes arrive, over both TCPs, IPv4 and IPv6")
    {
    }

  private:
    /// @param from factory of the senders @param to factory of the receivers @param v6 IPv6
    void Check(const std::string& from, const std::string& to, bool v6)
    {
        SurgeTestNetwork network("5ms");
        const auto sink = network.AddSink(to, v6);
        const auto generator = network.AddGenerator(from, 50, v6);
        generator->SetAttribute("FlowSize", StringValue(SMALL));
        generator->SetStopTime(Seconds(6));
        const FlowLog log(generator);
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        const auto counters = generator->GetCounters();
        const auto name = from + " to " + to + (v6 ? ", IPv6" : "");
        NS_TEST_EXPECT_MSG_EQ_TOL(counters.started, 200, 4 * std::sqrt(200), name);
        NS_TEST_EXPECT_MSG_EQ(log.starts.size(), counters.started, name);
        NS_TEST_EXPECT_MSG_EQ(counters.ended, counters.started, name);
        NS_TEST_EXPECT_MSG_EQ(log.ended, counters.started, name);
        NS_TEST_EXPECT_MSG_EQ(counters.failed, 0, name);
        NS_TEST_EXPECT_MSG_EQ(generator->GetActive(), 0, name);
        NS_TEST_EXPECT_MSG_EQ(sink->GetAccepted(), counters.started, name);
        NS_TEST_EXPECT_MSG_EQ(sink->GetActive(), 0, name);
        NS_TEST_EXPECT_MSG_EQ(counters.bytesEnded, counters.bytesStarted, name);
        NS_TEST_EXPECT_MSG_EQ(log.endedBytes, counters.bytesStarted, name);
        NS_TEST_EXPECT_MSG_EQ(sink->GetReceived(), counters.bytesStarted, name);
    }

    void DoRun() override
    {
        for (const bool v6 : {false, true})
        {
            Check(SURGE_NS3_TCP, SURGE_NS3_TCP, v6);
            Check(SURGE_HSN_TCP, SURGE_HSN_TCP, v6);
        }
        Check(SURGE_NS3_TCP, SURGE_HSN_TCP, false);
        Check(SURGE_HSN_TCP, SURGE_NS3_TCP, false);
    }
};

/// Gaps are exponential, and draws depend on nothing else.
class SurgeArrivalTest : public TestCase
{
  public:
    SurgeArrivalTest()
        : TestCase("Surge flows: Poisson arrivals, and draws that others do not change")
    {
    }

  private:
    /// @param others whether there is another generator, and an other TCP and link
    /// @return start and size of each flow
    static std::vector<std::pair<double, uint64_t>> Run(bool others)
    {
        SurgeTestNetwork network(others ? "20ms" : "1ms");
        network.AddSink(SURGE_HSN_TCP);
        const auto generator = network.AddGenerator(others ? SURGE_NS3_TCP : SURGE_HSN_TCP, 103);
        generator->SetAttribute(
            "FlowSize",
            StringValue("ns3::hsn::SurgeSizeVariable[SizeModel=TypeI|ScaleFactor=1000]"));
        generator->AssignStreams(5);
        if (others)
        {
            network.AddGenerator(SURGE_HSN_TCP, 20);
        }
        const FlowLog log(generator);
        Simulator::Stop(Seconds(42));
        Simulator::Run();
        return log.starts;
    }

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
        const auto starts = Run(false);
        const auto again = Run(true);
        Config::Reset();
        NS_TEST_EXPECT_MSG_EQ((starts == again), true, "the same flows");
        NS_TEST_EXPECT_MSG_EQ_TOL(starts.size(), 40 * 103, 4 * std::sqrt(40 * 103), "flows");
        std::vector<double> gaps{starts[0].first - 2};
        for (std::size_t i = 1; i < starts.size(); ++i)
        {
            gaps.push_back(starts[i].first - starts[i - 1].first);
        }
        std::sort(gaps.begin(), gaps.end());
        const double n = gaps.size();
        double distance = 0;
        for (std::size_t i = 0; i < gaps.size(); ++i)
        {
            const double cdf = 1 - std::exp(-103 * gaps[i]);
            distance = std::max({distance, std::abs((i + 1) / n - cdf), std::abs(i / n - cdf)});
        }
        NS_TEST_EXPECT_MSG_LT(distance, 1.95 / std::sqrt(n), "Kolmogorov-Smirnov, level 0.1 %");
    }
};

/// A flow has no more than MaxWindow in the network, and so a rate of at most MaxWindow / RTT.
class SurgeWindowTest : public TestCase
{
  public:
    SurgeWindowTest()
        : TestCase("Surge flows: windows and durations")
    {
    }

  private:
    /// @param before so far @param now highest byte sent
    void Sent(SequenceNumber32 before, SequenceNumber32 now)
    {
        m_sent = now;
        m_mostInFlight = std::max<int64_t>(m_mostInFlight, m_sent - m_acked);
    }

    /// @param before so far @param now highest acknowledgement
    void Acknowledged(SequenceNumber32 before, SequenceNumber32 now)
    {
        m_acked = now;
    }

    /// @param id of a flow @param socket its own
    void Watch(uint64_t id, Ptr<Socket> socket)
    {
        m_sent = m_acked = SequenceNumber32(0);
        socket->TraceConnectWithoutContext("HighestSequence",
                                           MakeCallback(&SurgeWindowTest::Sent, this));
        socket->TraceConnectWithoutContext("HighestRxAck",
                                           MakeCallback(&SurgeWindowTest::Acknowledged, this));
    }

    /// @param packet that leaves the sender's host, with PPP header
    void Left(Ptr<const Packet> packet)
    {
        m_fullSegments += packet->GetSize() == FULL_PACKET ? 1 : 0;
    }

    /// One flow at a time, over 1 Gbit/s and 100 ms.
    /// @param from factory of the senders @param to factory of the receivers
    /// @param size of the flows @param sendWindow of the senders, bytes
    /// @param receiveWindow of the receivers, bytes @param segmentSize bytes
    /// @return the log
    FlowLog Run(const std::string& from,
                const std::string& to,
                uint32_t size,
                uint32_t sendWindow = 65535,
                uint32_t receiveWindow = 65535,
                uint32_t segmentSize = 1448)
    {
        SurgeTestNetwork network("50ms");
        const auto sink = network.AddSink(to);
        const auto generator = network.AddGenerator(from, 0.02);
        generator->SetAttribute(
            "FlowSize",
            StringValue("ns3::ConstantRandomVariable[Constant=" + std::to_string(size) + "]"));
        generator->SetAttribute("MaxWindow", UintegerValue(sendWindow));
        generator->SetAttribute("SegmentSize", UintegerValue(segmentSize));
        sink->SetAttribute("MaxWindow", UintegerValue(receiveWindow));
        sink->SetAttribute("SegmentSize", UintegerValue(segmentSize));
        generator->TraceConnectWithoutContext("FlowSocket",
                                              MakeCallback(&SurgeWindowTest::Watch, this));
        FlowLog log(generator);
        network.devices.Get(0)->TraceConnectWithoutContext(
            "MacTx",
            MakeCallback(&SurgeWindowTest::Left, this));
        m_mostInFlight = m_fullSegments = 0;
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(log.ended, 0, "flows");
        return log;
    }

    /// @param from factory of the senders @param to factory of the receivers
    void Check(const std::string& from, const std::string& to)
    {
        const auto name = from + " to " + to;
        const double rtt = 0.1;
        // the defaults are those of other flows
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(64000000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(64000000));
        const auto large = Run(from, to, 5000000);
        // at most 65535 bytes per round trip; the first ones are of slow start
        NS_TEST_EXPECT_MSG_GT(large.shortest.GetSeconds(), 5e6 / 65535 * rtt, name);
        NS_TEST_EXPECT_MSG_LT(large.longest.GetSeconds(), 5e6 / 65160 * rtt + 10 * rtt, name);
        NS_TEST_EXPECT_MSG_LT(m_mostInFlight, 65536, name);
        NS_TEST_EXPECT_MSG_GT(m_mostInFlight, 65159, name << ": 45 whole segments");
        // 5,000,000 = 3453 * 1448 + 56: only the last segment is short
        NS_TEST_EXPECT_MSG_EQ(m_fullSegments, 3453 * large.ended, name);
        // a network that is smaller by 8; either end limits the window
        for (const auto& [sender, receiver] : {std::pair(8192, 65535), std::pair(65535, 8192)})
        {
            const auto scaled = Run(from, to, 500000, sender, receiver, 536);
            NS_TEST_EXPECT_MSG_GT(scaled.shortest.GetSeconds(), 5e5 / 8192 * rtt, name);
            NS_TEST_EXPECT_MSG_LT(m_mostInFlight, 8193, name);
            NS_TEST_EXPECT_MSG_GT(m_mostInFlight, 15 * 536 - 1, name);
        }
        // one round trip opens the connection; in the next one, data and FIN go and FIN comes
        const auto small = Run(from, to, 1000);
        NS_TEST_EXPECT_MSG_GT(small.shortest.GetSeconds(), 2 * rtt, name);
        NS_TEST_EXPECT_MSG_LT(small.longest.GetSeconds(), 2 * rtt + 0.001, name);
        // window scaling lets the window be larger
        const auto fast = Run(from, to, 5000000, 1000000, 1000000);
        NS_TEST_EXPECT_MSG_GT(m_mostInFlight, 900000, name);
        NS_TEST_EXPECT_MSG_LT(m_mostInFlight, 1000001, name);
        NS_TEST_EXPECT_MSG_LT(fast.longest.GetSeconds(), 2, name);
        Config::Reset();
    }

    void DoRun() override
    {
        Check(SURGE_NS3_TCP, SURGE_NS3_TCP);
        Check(SURGE_HSN_TCP, SURGE_HSN_TCP);
        Check(SURGE_NS3_TCP, SURGE_HSN_TCP);
        Check(SURGE_HSN_TCP, SURGE_NS3_TCP);
    }

    /// Bytes: PPP, IPv4, TCP, the timestamp option, and data.
    static constexpr uint32_t FULL_PACKET = 2 + 20 + 20 + 12 + 1448;

    SequenceNumber32 m_sent;   //!< highest byte sent
    SequenceNumber32 m_acked;  //!< highest acknowledgement
    int64_t m_mostInFlight{0}; //!< bytes
    int64_t m_fullSegments{0}; //!< that have left
};

HsnTestRegistration g_surgeFlowTests("surge-flow",
                                     {new SurgeTransferTest,
                                      new SurgeArrivalTest,
                                      new SurgeWindowTest});
} // namespace
