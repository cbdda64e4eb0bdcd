// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * RFC 8985: the parts without a network, and packet scripts.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"
#include "tcp-script-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/tcp-dsack.h"
#include "ns3/tcp-rack.h"
#include "ns3/tcp-scoreboard.h"
#include "ns3/tcp-tail-probe.h"

#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The reordering window, RFC 8985, 6.2, step 4, with numbers by hand. */
class RackWindowTest : public TestCase
{
  public:
    RackWindowTest()
        : TestCase("RFC 8985 6.2: reordering window")
    {
    }

  private:
    void DoRun() override
    {
        const Time srtt = MilliSeconds(100);
        TcpRack rack;
        rack.OnDelivered({Seconds(1), 1000, false, false}, MilliSeconds(1080));
        NS_TEST_EXPECT_MSG_EQ(rack.GetRtt(), MilliSeconds(80), "RACK.rtt");
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(false, false, srtt), MilliSeconds(20), "min_RTT / 4");
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, false, srtt), Time(0), "in recovery");
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(false, true, srtt), Time(0), "DupThresh");
        rack.OnReordering();
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt), MilliSeconds(20), "reordering");
        rack.OnDuplicate(1000, 5000);
        rack.OnDuplicate(2000, 6000);
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt),
                              MilliSeconds(40),
                              "once in a round");
        rack.OnDuplicate(5000, 9000);
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt), MilliSeconds(60), "next round");
        for (uint32_t i = 1; i < 16; ++i)
        {
            rack.OnRecoveryEnd();
        }
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt), MilliSeconds(60), "15 recoveries");
        rack.OnRecoveryEnd();
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt), MilliSeconds(20), "16 recoveries");
        for (StreamOffset i = 0; i < 20; ++i)
        {
            rack.OnDuplicate(10000 * (i + 1), 10000 * (i + 2));
        }
        NS_TEST_EXPECT_MSG_EQ(rack.GetWindow(true, true, srtt), srtt, "at most SRTT");
        // step 2: which transmission has arrived
        rack.OnDelivered({MilliSeconds(1050), 2000, true, true}, MilliSeconds(1200));
        NS_TEST_EXPECT_MSG_EQ(rack.GetEnd(), 1000, "an earlier one, by its timestamp");
        rack.OnDelivered({MilliSeconds(1150), 2000, true, false}, MilliSeconds(1200));
        NS_TEST_EXPECT_MSG_EQ(rack.GetEnd(), 1000, "an earlier one: less than min_RTT");
        rack.OnDelivered({MilliSeconds(1100), 2000, true, false}, MilliSeconds(1200));
        NS_TEST_EXPECT_MSG_EQ(rack.GetEnd(), 2000, "the last one");
        rack.OnDelivered({MilliSeconds(1100), 1500, false, false}, MilliSeconds(1300));
        NS_TEST_EXPECT_MSG_EQ(rack.GetEnd(), 2000, "of the same time, the higher one was later");
    }
};

/** @brief TLP_calc_PTO and TLP_process_ack, RFC 8985, 7.2 and 7.4.2. */
class TailProbeTest : public TestCase
{
  public:
    TailProbeTest()
        : TestCase("RFC 8985 7: tail loss probe")
    {
    }

  private:
    void DoRun() override
    {
        const Time delay = MilliSeconds(200);
        const auto timeout = [&](int srtt, bool single) {
            return TcpTailProbe::GetTimeout(MilliSeconds(srtt), single, delay);
        };
        NS_TEST_EXPECT_MSG_EQ(timeout(50, false), MilliSeconds(100), "2 SRTT");
        NS_TEST_EXPECT_MSG_EQ(timeout(50, true), MilliSeconds(300), "one segment");
        NS_TEST_EXPECT_MSG_EQ(timeout(0, true), Seconds(1), "without SRTT");
        TcpTailProbe probe;
        probe.OnProbe(5000, false);
        NS_TEST_EXPECT_MSG_EQ(probe.MaySend(), false, "one at a time");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({5000, false, {}}), false, "new data");
        NS_TEST_EXPECT_MSG_EQ(probe.MaySend(), false, "no sample yet");
        probe.OnSample();
        NS_TEST_EXPECT_MSG_EQ(probe.MaySend(), true, "delivered, and a sample");
        probe.OnProbe(5000, true);
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({4000, false, {}}), false, "before it");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({5000, false, {}}), false, "one of the two");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({6000, false, {}}), true, "repaired");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({7000, false, {}}), false, "once");
        probe.OnProbe(9000, true);
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({9000, false, 9000}), false, "D-SACK");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({9500, false, {}}), false, "after D-SACK");
        probe.OnProbe(9500, true);
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({9500, true, {}}), false, "bare duplicate");
        NS_TEST_EXPECT_MSG_EQ(probe.OnAck({9900, false, {}}), false, "after the duplicate");
    }
};

/** @brief MarkOverdue() and MarkAllLost() beside RACK_detect_loss() and RACK_mark_losses_on_RTO()
 * of RFC 8985, written as loops over all segments. */
class RackScoreboardTest : public TestCase
{
  public:
    RackScoreboardTest()
        : TestCase("RFC 8985 6.2, 6.3: which segments are lost, beside loops")
    {
    }

  private:
    /// A segment of the loops.
    struct Sent
    {
        StreamOffset begin;
        Time at;
        bool sacked{false};
        bool lost{false}; //!< and not sent again
        bool gone{false};
    };

    void DoRun() override
    {
        std::mt19937 random(8985);
        for (int i = 0; i < 300; ++i)
        {
            RunOnce(random);
        }
    }

    /** @param random draws what happens */
    void RunOnce(std::mt19937& random)
    {
        constexpr uint32_t SIZE = 10;
        TcpScoreboard board;
        board.Reset(0);
        board.KeepOrder();
        std::vector<Sent> all;
        Time now = Seconds(1);
        const auto draw = [&](uint32_t n) { return random() % n; };
        for (int step = 0; step < 60; ++step)
        {
            // several segments leave at one time, as from the socket: first what is lost
            now += MilliSeconds(1 + draw(3));
            if (draw(3) == 0)
            {
                for (auto* lost = board.GetNextLost(); lost; lost = board.GetNextLost())
                {
                    auto& mine = all[lost->begin / SIZE];
                    NS_TEST_EXPECT_MSG_EQ(mine.lost, true, "sent again, but not lost");
                    lost->lastSent = now;
                    board.Retransmit(*lost);
                    board.NoteSent(*lost);
                    mine.at = now;
                    mine.lost = false;
                }
            }
            for (uint32_t n = draw(4); n > 0; --n)
            {
                auto& segment = board.Append(Create<Packet>(SIZE), false);
                segment.lastSent = now;
                board.NoteSent(segment);
                all.push_back({segment.begin, now});
            }
            for (uint32_t n = all.empty() ? 0 : draw(3); n > 0; --n)
            {
                auto& mine = all[draw(all.size())];
                if (!mine.gone)
                {
                    board.Sack(mine.begin, mine.begin + SIZE, [](TcpSentSegment&) {});
                    mine.sacked = true;
                }
            }
            if (draw(6) == 0 && !all.empty())
            {
                const uint32_t n = draw(all.size());
                board.Acknowledge(all[n].begin + SIZE, [](TcpSentSegment&) {});
                for (uint32_t i = 0; i <= n; ++i)
                {
                    all[i].gone = true;
                }
            }
            if (draw(25) == 0 && !board.IsEmpty())
            {
                const Time since = now - MilliSeconds(draw(6));
                board.MarkAllLost(since);
                bool first = true;
                for (auto& s : all)
                {
                    if (!s.gone)
                    {
                        s.lost |= !s.sacked && (first || s.at <= since);
                        first = false;
                    }
                }
            }
            if (draw(2) == 0 && !all.empty())
            {
                const auto& by = all[draw(all.size())];
                Detect(board, all, by.at, by.begin + SIZE, now - MilliSeconds(draw(8)));
            }
            uint32_t nLost = 0;
            uint32_t nSacked = 0;
            for (const auto& s : all)
            {
                nLost += !s.gone && !s.sacked && s.lost;
                nSacked += !s.gone && s.sacked;
            }
            NS_TEST_EXPECT_MSG_EQ(board.HasLost(), (nLost > 0), "step " << step);
            NS_TEST_EXPECT_MSG_EQ(board.GetNSacked(), nSacked, "step " << step);
        }
    }

    /** @param board under test @param all the loops' @param sent RACK.xmit_ts @param end
     * RACK.end_seq
     * @param limit latest overdue time */
    void Detect(TcpScoreboard& board,
                std::vector<Sent>& all,
                Time sent,
                StreamOffset end,
                Time limit)
    {
        const auto rest = board.MarkOverdue(sent, end, limit);
        std::optional<Time> first;
        for (auto& s : all)
        {
            const bool before = s.at < sent || (s.at == sent && s.begin + 10 < end);
            if (s.gone || s.sacked || s.lost || !before)
            {
                continue;
            }
            if (s.at <= limit)
            {
                s.lost = true;
            }
            else if (!first || s.at < *first)
            {
                first = s.at;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(rest.has_value(), first.has_value(), "whether some have time left");
        if (rest && first)
        {
            NS_TEST_EXPECT_MSG_EQ(*rest, *first, "whose time is up next");
        }
    }
};

/** Losses by time; no probes, no new data for duplicates. */
const std::string RACK_PLAIN = TCP_PLAIN + R"(
set Sack true
set Rack true
set LimitedTransmit false
)";

/** Probes besides. */
const std::string TLP_PLAIN = RACK_PLAIN + "set Tlp true\nset DSack true\n";

/** The socket opens a connection with SACK; the round-trip time is 100 ms. */
const std::string RACK_CONNECT = R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
)";

/**
 * @brief A path of 1 Gbit/s and 50 us each way, much less than the millisecond that timestamps
 * count: nothing is lost, so nothing is to be sent again.
 *
 * RFC 8985, 7.2: a probe leaves after two round-trip times, 200 us; 6.2, step 4: what comes less
 * than a quarter of a round-trip time late, 25 us, is not lost.
 */
class ShortPathTest : public TestCase
{
  public:
    ShortPathTest()
        : TestCase("RFC 8985 6.2 and 7.2: round-trip times below a millisecond")
    {
    }

  private:
    /** @param segments sent at a time @param late by what one of the first that are sent comes late
     * @param since begin of the connection */
    void Run(uint32_t segments, Time late, Time since)
    {
        TcpHosts hosts;
        hosts.channel->delay = MicroSeconds(50);
        for (const uint32_t i : {0, 1})
        {
            hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate("1Gbps")));
        }
        const auto listener = hosts.Make(1, HSN_TCP);
        listener->Bind(TcpHosts::Any(80));
        listener->Listen();
        const auto socket = hosts.Make(0, HSN_TCP);
        ScheduleCall(since, [&] { socket->Connect(hosts.At(1, 80)); });
        const auto send = [&] {
            for (uint32_t i = 0; i < segments; ++i)
            {
                socket->Send(Create<Packet>(536));
            }
        };
        for (uint32_t i = 1; i <= 20; ++i)
        {
            ScheduleCall(since + MilliSeconds(10 * i) + MicroSeconds(37 * i), send);
        }
        uint32_t data = 0;
        hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice> from) {
            if (from != hosts.Device(0) || packet->GetSize() < 500 || ++data != 4 || late.IsZero())
            {
                return false;
            }
            const auto copy = packet->Copy();
            ScheduleCallWithContext(
                hosts.nodes.Get(1)->GetId(),
                MicroSeconds(50) + late,
                [&hosts, copy] {
                    hosts.Device(1)->Receive(
                        copy,
                        Ipv4L3Protocol::PROT_NUMBER,
                        Mac48Address::ConvertFrom(hosts.Device(1)->GetAddress()),
                        Mac48Address::ConvertFrom(hosts.Device(0)->GetAddress()));
                });
            return true;
        };
        Simulator::Stop(since + Seconds(1));
        Simulator::Run();
        const auto counters = DynamicCast<IndexedTcpSocket>(socket)->GetCounters();
        const std::string what = std::to_string(segments) + " segments, late by " +
                                 std::to_string(late.GetMicroSeconds()) + " us, from " +
                                 std::to_string(since.GetMicroSeconds()) + " us on";
        NS_TEST_EXPECT_MSG_EQ(counters.octetsSent, 20 * 536 * segments, what);
        NS_TEST_EXPECT_MSG_EQ(counters.tailProbes, 0, what);
        NS_TEST_EXPECT_MSG_EQ(counters.retransmissions, 0, what);
        NS_TEST_EXPECT_MSG_EQ(counters.fastRecoveries, 0, what);
    }

    void DoRun() override
    {
        for (const auto& since :
             {MicroSeconds(2000000), MicroSeconds(2000470), MicroSeconds(2000950)})
        {
            Run(5, Time(0), since);
            Run(8, MicroSeconds(10), since);
        }
    }
};

HsnTestRegistration g_tcpRackTests(
    "tcp-rack",
    {
        new ShortPathTest,
        new RackWindowTest,
        new TailProbeTest,
        new RackScoreboardTest,

        new TcpScriptTest("RFC 8985 6.2, step 4: DupThresh segments are reported",
                          {RACK_PLAIN,
                           RACK_CONNECT,
                           "+0 call send 10000\n",
                           TcpScriptSegments(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    expect congestion CA_RECOVERY
)"}),

        // min_RTT / 4 after two reports
        new TcpScriptTest("RFC 8985 6.2, step 5: fewer are reported, and the time is up",
                          {RACK_PLAIN,
                           RACK_CONNECT,
                           "+0 call send 3000\n",
                           TcpScriptSegments(1, 3),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:3001>
+0.02 quiet
+0.005 > . 1:1001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.1  < . 1:1(0) ack 3001
+0    expect congestion CA_OPEN
)"}),

        new TcpScriptTest("RFC 8985: without Rack the timer has to find it",
                          {RACK_PLAIN,
                           "set Rack false\n",
                           RACK_CONNECT,
                           "+0 call send 3000\n",
                           TcpScriptSegments(1, 3),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:3001>
+0.9  > . 1:1001(1000) ack 1
)"}),

        // the first segment comes 10 ms late; then three reports mean nothing, 25 ms do
        new TcpScriptTest("RFC 8985 6.2, step 3: after reordering only time counts",
                          {RACK_PLAIN,
                           RACK_CONNECT,
                           "+0 call send 10000\n",
                           TcpScriptSegments(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0.01 < . 1:1(0) ack 2001
+0.01 < . 1:1(0) ack 2001 <sack 3001:6001>
+0.02 quiet
+0.005 > . 2001:3001(1000) ack 1
+0    expect congestion CA_RECOVERY
)"}),

        // eleven to fourteen leave after the retransmission, in the same instant
        new TcpScriptTest("RFC 8985 6.2: a retransmission is lost, too",
                          {RACK_PLAIN,
                           RACK_CONNECT,
                           "+0 call send 60000\n",
                           TcpScriptSegments(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 1001:10001>
)",
                           TcpScriptSegments(11, 14),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:11001>
+0    > . 1:1001(1000) ack 1
# the window is five; three others are in flight
)",
                           TcpScriptSegments(15, 15)}),

        // tail loss probes

        new TcpScriptTest("RFC 8985 7.3: the last segment, after two round trips",
                          {TLP_PLAIN,
                           RACK_CONNECT,
                           "+0 call send 3000\n",
                           TcpScriptSegments(1, 3),
                           R"(
+0.2  > . 2001:3001(1000) ack 1
# the receiver has only that one; what was sent before is overdue
+0.1  < . 1:1(0) ack 1 <sack 2001:3001>
)",
                           TcpScriptSegments(1, 2),
                           R"(
+0    expect congestion CA_RECOVERY
)"}),

        new TcpScriptTest("RFC 8985 7.3: new data, beyond the congestion window",
                          {TLP_PLAIN,
                           "set InitialCwnd 3\n",
                           RACK_CONNECT,
                           "+0 call send 60000\n",
                           TcpScriptSegments(1, 3),
                           R"(
+0.2  > . 3001:4001(1000) ack 1
+0.1  quiet
)"}),

        new TcpScriptTest("RFC 8985 7.2: of one segment the acknowledgement may be delayed",
                          {TLP_PLAIN, RACK_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.39 quiet
+0.01 > . 1:1001(1000) ack 1
# no second probe, but the timer, started anew
+1    > . 1:1001(1000) ack 1
+0    expect congestion CA_LOSS
)"}),

        new TcpScriptTest("RFC 8985 7.4: the probe has repaired a loss, which reduces the window",
                          {TLP_PLAIN, RACK_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.4  > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    call send 1000
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
+0    expect ssthresh 2000
+0    expect congestion CA_OPEN
)"}),

        new TcpScriptTest("RFC 8985 7.4: D-SACK tells that nothing was lost",
                          {TLP_PLAIN, RACK_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.4  > . 1:1001(1000) ack 1
+0.05 < . 1:1(0) ack 1001
+0.05 < . 1:1(0) ack 1001 <sack 1:1001>
+0    call send 1000
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
# slow start goes on
+0    expect cwnd 12000
)"}),

        new TcpScriptTest("RFC 8985 7: without Tlp nothing is sent before the timer",
                          {TLP_PLAIN, "set Tlp false\n", RACK_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+1    > . 1:1001(1000) ack 1
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
