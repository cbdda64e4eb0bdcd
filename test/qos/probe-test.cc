// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "listed-values.h"

#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/path-quality-classifier.h"
#include "ns3/pointer.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/random-variable-stream.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param sequence number @return a packet of a probe
Ptr<Packet>
Probe(uint32_t sequence)
{
    SeqTsHeader header;
    header.SetSeq(sequence);
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    return packet;
}

/// A receiver and what its traces report.
class Watched
{
  public:
    /// @param mode LossMode
    explicit Watched(const std::string& mode = "Raw")
    {
        receiver->SetAttribute("LossMode", StringValue(mode));
        receiver->TraceConnectWithoutContext("Interarrival", MakeCallback(&Watched::Gap, this));
        receiver->TraceConnectWithoutContext("Lost", MakeCallback(&Watched::Lost, this));
        receiver->TraceConnectWithoutContext("RxDrop", MakeCallback(&Watched::Drop, this));
    }

    /// @param at ms @param sequence number of a packet that arrives then
    void Expect(double at, uint32_t sequence)
    {
        ScheduleCall(Seconds(at / 1e3), [this, sequence] { receiver->Receive(Probe(sequence)); });
    }

    Ptr<ProbeReceiver> receiver{CreateObject<ProbeReceiver>()}; //!< it
    std::vector<std::pair<uint32_t, double>> gaps;              //!< sequence number, ms
    std::vector<std::pair<uint32_t, uint32_t>> lost;            //!< first, count
    std::vector<std::string> drops;                             //!< reasons

  private:
    void Gap(uint32_t sequence, Time gap)
    {
        gaps.emplace_back(sequence, gap.GetSeconds() * 1e3);
    }

    void Lost(uint32_t first, uint32_t count)
    {
        lost.emplace_back(first, count);
    }

    void Drop(Ptr<const Packet>, const std::string& reason)
    {
        drops.push_back(reason);
    }
};

using Gaps = std::vector<std::pair<uint32_t, double>>;

/** @brief Sending times of a client, and the gaps that a receiver sees without a network. */
class ProbeClientTest : public TestCase
{
  public:
    ProbeClientTest()
        : TestCase("Packets are due every T; noise delays them, does not move later ones")
    {
    }

  private:
    /// @param packet sent @return whether it is accepted
    bool Take(Ptr<Packet> packet)
    {
        m_times.push_back(Simulator::Now().GetSeconds() * 1e3);
        m_sizes.push_back(packet->GetSize());
        SeqTsHeader header;
        packet->PeekHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetSeq(), m_times.size() - 1, "sequence number");
        NS_TEST_EXPECT_MSG_EQ(header.GetTs(), Simulator::Now(), "time of sending");
        m_receiver->Receive(packet);
        return true;
    }

    /// @param noise of sending, s @param packets of the run @return xi of them, M = 10, N = 1; -1
    /// if there are too few
    double Run(const std::vector<double>& noise, uint32_t packets)
    {
        m_times.clear();
        m_sizes.clear();
        const auto estimator = CreateObject<DispersionEstimator>();
        estimator->SetAttribute("N", UintegerValue(1));
        estimator->SetAttribute("Epsilon", DoubleValue(1));
        m_receiver = CreateObject<ProbeReceiver>();
        m_receiver->SetAttribute("Estimator", PointerValue(estimator));
        const auto client = CreateObject<PeriodicProbeClient>();
        client->SetAttribute("PacketSize", UintegerValue(20));
        client->SetAttribute("SendJitter", PointerValue(List(noise)));
        client->SetAttribute("MaxPackets", UintegerValue(packets));
        client->SetSend(MakeCallback(&ProbeClientTest::Take, this));
        const auto node = CreateObject<Node>();
        node->AddApplication(client);
        client->SetStartTime(Seconds(1));
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetReceived(), packets, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(m_receiver->GetLost(), 0, "none is lost");
        m_receiver = nullptr;
        return estimator->GetResults() > 0 ? estimator->GetXi() : -1;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Run({0}, 11), 0, "T = 10 ms exactly: no dispersion");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times.back(), 1100, 1e-6, "10 intervals behind the start");
        NS_TEST_EXPECT_MSG_EQ(m_sizes.back(), 20, "size");
        // one of ten delayed by d: gaps T + d and T - d, variance 2 d^2 / 9
        std::vector<double> one(11, 0);
        one[5] = -0.003; // its absolute value counts
        NS_TEST_EXPECT_MSG_EQ_TOL(Run(one, 11), 2, 1e-9, "d = 3 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times[5], 1053, 1e-6, "delayed");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_times[6], 1060, 1e-6, "not moved");
        Run({0, 0.025, 0, 0.001, 0, 0}, 6);
        const std::vector<double> order{1000, 1035, 1035, 1035, 1040, 1050};
        for (std::size_t i = 0; i < order.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_times[i], order[i], 1e-6, "order is kept, packet " << i);
        }
    }

    Ptr<ProbeReceiver> m_receiver; //!< of the run
    std::vector<double> m_times;   //!< of sending, ms
    std::vector<uint32_t> m_sizes; //!< octets
};

/** @brief Losses, reordering and duplicates, by hand. */
class ProbeLossTest : public TestCase
{
  public:
    ProbeLossTest()
        : TestCase("Losses in three modes, late packets, duplicates, by hand")
    {
    }

  private:
    /// @param found gaps @param expected them @param what for messages
    void Compare(const Gaps& found, const Gaps& expected, const std::string& what)
    {
        NS_TEST_ASSERT_MSG_EQ(found.size(), expected.size(), what);
        for (std::size_t i = 0; i < found.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(found[i].first, expected[i].first, what << ", gap " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(found[i].second,
                                      expected[i].second,
                                      1e-6,
                                      what << ", gap " << i);
        }
    }

    /// @param mode LossMode @param gaps expected
    void Check(const std::string& mode, const Gaps& gaps)
    {
        Watched watched(mode);
        watched.Expect(0, 5);
        watched.Expect(11, 6);
        watched.Expect(41, 9); // 7 and 8 are missing
        watched.Expect(43, 7); // late
        watched.Expect(44, 7); // again
        watched.Expect(45, 9); // again
        watched.Expect(46, 3); // overtaken by the first one
        watched.Expect(51, 10);
        Simulator::Run();
        Simulator::Destroy();
        Compare(watched.gaps, gaps, mode);
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetReceived(), 6, mode << ": 5, 6, 9, 7, 3, 10");
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetLost(), 1, mode << ": 8 is lost");
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetReordered(), 2, mode << ": 7 and 3");
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetDuplicates(), 2, mode << ": 7 and 9");
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetDropped(), 2, mode << ": the duplicates");
        NS_TEST_ASSERT_MSG_EQ(watched.lost.size(), 1, mode << ": one gap in the numbers");
        NS_TEST_EXPECT_MSG_EQ(watched.lost[0].first, 7, mode);
        NS_TEST_EXPECT_MSG_EQ(watched.lost[0].second, 2, mode);
        NS_TEST_ASSERT_MSG_EQ(watched.drops.size(), 2, mode);
        NS_TEST_EXPECT_MSG_EQ(watched.drops[0],
                              "sequence number 7 has arrived before",
                              mode << ": the reason");
    }

    void DoRun() override
    {
        Check("Raw", {{6, 11}, {9, 30}, {7, 2}, {3, 3}, {10, 5}});
        Check("Normalised", {{6, 11}, {9, 10}, {10, 10}}); // 30 ms / 3; late ones end no gap
        Check("Skip", {{6, 11}, {10, 10}});

        Watched wrap;
        wrap.Expect(0, 0xfffffffe);
        wrap.Expect(10, 1); // 2^32 - 1 and 0 are missing
        wrap.Expect(20, 0xffffffff);
        wrap.Expect(30, 0xffffffff);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(wrap.receiver->GetLost(), 1, "numbers wrap around");
        NS_TEST_EXPECT_MSG_EQ(wrap.receiver->GetReordered(), 1, "2^32 - 1 is late");
        NS_TEST_EXPECT_MSG_EQ(wrap.receiver->GetDuplicates(), 1, "and arrives again");
        NS_TEST_ASSERT_MSG_EQ(wrap.lost.size(), 1, "one gap in the numbers");
        NS_TEST_EXPECT_MSG_EQ(wrap.lost[0].first, 0xffffffff, "first that is missing");

        Watched holes;
        holes.Expect(0, 0);
        holes.Expect(10, 5); // 1 to 4 are missing
        double at = 20;
        for (uint32_t late : {3, 4, 1, 2, 4})
        {
            holes.Expect(++at, late);
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(holes.receiver->GetReordered(), 4, "each of them once");
        NS_TEST_EXPECT_MSG_EQ(holes.receiver->GetLost(), 0, "none is lost");

        Watched old;
        old.Expect(0, 0);
        old.Expect(10, 2);
        old.Expect(20, 2 + 65536); // all after 2 are missing; 1 is now too long ago
        old.Expect(30, 1);
        old.Expect(40, 3);
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(old.receiver->GetReordered(), 1, "3 is 65536 numbers behind");
        NS_TEST_EXPECT_MSG_EQ(old.receiver->GetDuplicates(), 1, "1 is not told from a duplicate");
        NS_TEST_EXPECT_MSG_EQ(old.receiver->GetLost(), 65535, "1, and 4 to 65537");
    }
};

/** @brief Noise at the receiver, and packets that are too short. */
class ProbeNoiseTest : public TestCase
{
  public:
    ProbeNoiseTest()
        : TestCase("Noise delays arrivals but keeps their order; a short packet is dropped")
    {
    }

  private:
    void DoRun() override
    {
        Watched watched;
        watched.receiver->SetAttribute("ReceiveJitter",
                                       PointerValue(List({0, 0.001, -0.015, 0, 0})));
        for (uint32_t i = 0; i < 5; ++i)
        {
            watched.Expect(10 * i, i);
        }
        ScheduleCall(Seconds(0.005), [&] { watched.receiver->Receive(Create<Packet>(11)); });
        Simulator::Run();
        Simulator::Destroy();
        // arrivals 0, 11, 35, 35 instead of 30, 40
        const std::vector<double> gaps{11, 24, 0, 5};
        NS_TEST_ASSERT_MSG_EQ(watched.gaps.size(), gaps.size(), "gaps");
        for (std::size_t i = 0; i < gaps.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(watched.gaps[i].second, gaps[i], 1e-6, "gap " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetDropped(), 1, "the short one");
        NS_TEST_ASSERT_MSG_EQ(watched.drops.size(), 1, "the short one");
        NS_TEST_EXPECT_MSG_EQ(watched.drops[0], "11 octets: must be at least 12", "the reason");
        NS_TEST_EXPECT_MSG_EQ(watched.receiver->GetDuplicates(), 0, "it is no duplicate");
    }
};

/** @brief Table 2 of the paper, and what is refused. */
class PathQualityTest : public TestCase
{
  public:
    PathQualityTest()
        : TestCase("Table 2: thresholds 12, 20 and 25; what makes no sense")
    {
    }

  private:
    void DoRun() override
    {
        const auto paths = CreateObject<PathQualityClassifier>();
        const std::vector<std::pair<double, PathQualityClassifier::Quality>> table{
            {0, PathQualityClassifier::BEST},
            {11.999, PathQualityClassifier::BEST},
            {12, PathQualityClassifier::MEDIUM},
            {19.999, PathQualityClassifier::MEDIUM},
            {20, PathQualityClassifier::SUFFICIENT},
            {24.999, PathQualityClassifier::SUFFICIENT},
            {25, PathQualityClassifier::NONE},
            {1e9, PathQualityClassifier::NONE}};
        for (const auto& row : table)
        {
            NS_TEST_EXPECT_MSG_EQ(paths->Classify(row.first), row.second, "xi " << row.first);
        }
        const double nan = std::numeric_limits<double>::quiet_NaN();
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { paths->Classify(-1); }).find("xi = -1 must"),
                              std::string::npos,
                              "negative");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { paths->Classify(nan); }).find("xi = nan must"),
                              std::string::npos,
                              "before the first result of an estimator");
        paths->SetAttribute("Medium", DoubleValue(12));
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { paths->Classify(1); }).find("Medium = 12, Sufficient = 25 must"),
            std::string::npos,
            "thresholds that do not increase");
        const auto client = CreateObject<PeriodicProbeClient>();
        NS_TEST_EXPECT_MSG_EQ(client->SetAttributeFailSafe("Interval", TimeValue(Time(0))),
                              false,
                              "T = 0");
        NS_TEST_EXPECT_MSG_EQ(client->SetAttributeFailSafe("PacketSize", UintegerValue(11)),
                              false,
                              "no room for the header");
    }
};

static HsnTestRegistration g_probeTests(
    "probe",
    {new ProbeClientTest, new ProbeLossTest, new ProbeNoiseTest, new PathQualityTest});
} // namespace
