// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The parts of IndexedTcpSocket by themselves, without a network: retransmission timer against the
 * formulas of RFC 6298 and of 4.3BSD-Reno, loss recovery against RFC 5681, 6582, 6675, 3042 and
 * 3168, rate reduction against RFC 6937, options against RFC 7323 and 2018, fine timeout against
 * the paper on TCP Vegas. All expected numbers are computed by hand from these texts.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/reassembly-queue.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-bsd-reno.h"
#include "ns3/tcp-clock.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-fine-timeout.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-negotiated-options.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-retransmit-timer.h"
#include "ns3/tcp-socket-state.h"

#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param time when @param what to do
void
At(Time time, const std::function<void()>& what)
{
    ScheduleCall(time - Simulator::Now(), what);
}

/** @brief Retransmission timer. */
class RetransmitTimerTest : public TestCase
{
  public:
    RetransmitTimerTest()
        : TestCase("Retransmission timer: RFC 6298, 4.3BSD-Reno")
    {
    }

  private:
    void DoRun() override
    {
        Formulas();
        Limits();
        Expiry();
        Timestamps();
        Ticks();
        TahoeTicks();
        TickTimestamps();
    }

    /** @brief A timer by simulated time, with what it needs. */
    struct Fine
    {
        Fine()
            : timer(clock, settings, [this] { expiries.push_back(Simulator::Now()); })
        {
            settings.minRto = Seconds(1);
            settings.granularity = MilliSeconds(1);
            timer.SetEstimator(CreateObject<RttMeanDeviation>());
            timer.Reset(Seconds(3));
        }

        /** @param rtt sample */
        void Sample(Time rtt)
        {
            timer.Measure(*tcb, 2, Simulator::Now() - rtt, std::nullopt);
        }

        Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
        TcpClock clock;
        TcpRetransmitTimer::Settings settings;
        std::vector<Time> expiries;
        TcpRetransmitTimer timer;
    };

    /** @brief RFC 6298, 2.2, 2.3, 5.5, 5.7. */
    void Formulas()
    {
        Fine f;
        f.timer.StartForSyn(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(1), "SYN");
        f.timer.RaiseAfterSynLoss();
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(3), "5.7: 3 s at least");
        f.Sample(Seconds(2));
        // SRTT 2, RTTVAR 1
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(6), "2.2");
        f.Sample(Seconds(2));
        // RTTVAR 3/4, SRTT 2
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(5), "2.3");
        f.Sample(Seconds(4));
        // RTTVAR 9/16 + 1/2, SRTT 7/4 + 1/2
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), MilliSeconds(6500), "2.3");
        NS_TEST_EXPECT_MSG_EQ(f.tcb->m_minRtt, Seconds(2), "least");
        f.timer.RaiseAfterSynLoss();
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), MilliSeconds(6500), "5.7: more than 3 s");
        f.timer.BackOff();
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(13), "5.5");
        f.timer.Measure(*f.tcb, 2, std::nullopt, std::nullopt);
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(13), "Karn: no sample, no change");
        f.Sample(MilliSeconds(2250));
        // RTTVAR 51/64, SRTT 9/4
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(),
                              MicroSeconds(5437500),
                              "a sample ends the back-off");
    }

    /** @brief RFC 6298, 2.3 (G), 2.4, 2.5. */
    void Limits()
    {
        Fine f;
        f.Sample(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(1), "2.4: 1 s at least");
        for (int i = 0; i < 6; ++i)
        {
            f.timer.BackOff();
        }
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(60), "2.5: 60 s at most");
        f.settings.minRto = Time(0);
        f.settings.granularity = Seconds(5);
        f.Sample(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), MilliSeconds(5010), "SRTT + G");
        f.settings.maxRto = Seconds(4);
        f.Sample(MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(4), "MaxRto");
    }

    /** @brief RFC 6298, 5.1 to 5.3. */
    void Expiry()
    {
        Fine f;
        f.timer.StartForSyn(Seconds(1));
        At(MilliSeconds(500), [&f] { f.timer.StartIfIdle(); }); // runs already
        At(Seconds(2), [&f] {
            f.Sample(Seconds(1)); // RTO 3 s
            f.timer.StartIfIdle();
        });
        At(Seconds(4), [&f] { f.timer.Start(); });
        At(Seconds(8), [&f] { f.timer.Start(); });
        At(Seconds(9), [&f] { f.timer.Cancel(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((f.expiries == std::vector<Time>{Seconds(1), Seconds(7)}),
                              true,
                              "after the timeout, from the last start");
        Simulator::Destroy();
    }

    /** @brief The sample is the age of the echoed timestamp, in milliseconds. */
    void Timestamps()
    {
        Fine f;
        uint32_t stamp = 0;
        At(Seconds(1), [&f, &stamp] { stamp = f.clock.GetTimestamp(); });
        At(Seconds(3), [&f, &stamp] { f.timer.Measure(*f.tcb, 2, std::nullopt, stamp); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(f.timer.GetTimeout(), Seconds(6), "sample of 2 s");
        Simulator::Destroy();
    }

    /** @brief A timer in ticks of 500 ms, the first at 500 ms. */
    struct Coarse
    {
        Coarse()
            : timer(clock, settings, [this] { expiries.push_back(Simulator::Now()); })
        {
            auto node = CreateObject<Node>();
            TickClock::Get(node)->SetAttribute(
                "Phase",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"));
            clock.Start(TcpClock::BSD_TICKS, node);
            timer.Reset(Seconds(3));
        }

        /** @param ack first byte not acknowledged */
        void Acknowledge(StreamOffset ack)
        {
            timer.Measure(*tcb, ack, Simulator::Now(), std::nullopt);
        }

        Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
        TcpClock clock;
        TcpRetransmitTimer::Settings settings;
        std::vector<Time> expiries;
        TcpRetransmitTimer timer;
    };

    /** @brief tcp_xmit_timer() of 4.3BSD-Reno: srtt times 8, rttvar times 4, by hand. */
    void Ticks()
    {
        Coarse c;
        At(MilliSeconds(1100), [&c] { c.Acknowledge(1); });
        At(MilliSeconds(1200), [this, &c] {
            // the SYN was timed: 2 ticks + 1; srtt 24, rttvar 6; 3 + 6
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), MilliSeconds(4500), "first sample");
            c.timer.OnSent(1);
            c.timer.Start();
        });
        At(MilliSeconds(1600), [&c] { c.timer.OnSent(101); }); // one segment at a time
        At(MilliSeconds(1700), [this, &c] {
            c.Acknowledge(101); // the first one: 1 tick + 1
            // delta 2 - 1 - 3 = -2; srtt 22, rttvar 6 + 2 - 1 = 7; 2 + 7
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), MilliSeconds(4500), "second sample");
            c.Acknowledge(201);
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), MilliSeconds(4500), "was not timed");
            c.timer.OnSent(201);
            c.timer.AbandonTiming();
            c.Acknowledge(301);
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), MilliSeconds(4500), "abandoned");
        });
        Simulator::Run();
        // set to 9 ticks at 1.2 s, after tick 2
        NS_TEST_EXPECT_MSG_EQ((c.expiries == std::vector<Time>{MilliSeconds(5500)}),
                              true,
                              "at the ninth tick");
        c.timer.BackOff();
        NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), Seconds(9), "doubled");
        for (int i = 0; i < 3; ++i)
        {
            c.timer.BackOff();
        }
        NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), Seconds(64), "64 s at most");
        Simulator::Destroy();
    }

    /** @brief The same by 4.3BSD-Tahoe: half of what srtt times 2 and rttvar times 4 add up to. */
    void TahoeTicks()
    {
        Coarse c;
        c.settings.formula = TickRttEstimator::TAHOE;
        c.timer.Reset(Seconds(3));
        At(MilliSeconds(1100), [this, &c] {
            c.Acknowledge(1);
            // the SYN was timed: 2 ticks + 1; srtt 24, rttvar 6; (6 + 6) / 2
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), Seconds(3), "first sample");
        });
        Simulator::Run();
        Simulator::Destroy();
    }

    /** @brief Timestamps in ticks; deadlines of other timers. */
    void TickTimestamps()
    {
        Coarse c;
        At(MilliSeconds(600), [this, &c] {
            NS_TEST_EXPECT_MSG_EQ(c.clock.GetTimestamp(), 1, "ticks");
            NS_TEST_EXPECT_MSG_EQ(c.clock.GetDeadline(MilliSeconds(501)),
                                  MilliSeconds(1500),
                                  "501 ms are two ticks");
            NS_TEST_EXPECT_MSG_EQ(c.clock.GetDelayedAckDeadline(Seconds(1)),
                                  MilliSeconds(800),
                                  "fast tick");
            c.timer.Measure(*c.tcb, 1, std::nullopt, 0);
            // 1 tick + 1; srtt 16, rttvar 4; 2 + 4
            NS_TEST_EXPECT_MSG_EQ(c.timer.GetTimeout(), Seconds(3), "echo of tick 0");
        });
        Simulator::Run();
        const TcpClock fine;
        NS_TEST_EXPECT_MSG_EQ(fine.GetDeadline(Seconds(1)) - Simulator::Now(), Seconds(1), "exact");
        Simulator::Destroy();
    }
};

/** @brief Options. */
class NegotiatedOptionsTest : public TestCase
{
  public:
    NegotiatedOptionsTest()
        : TestCase("Options that both ends agree on: RFC 7323, 2018")
    {
    }

  private:
    void DoRun() override
    {
        Offer();
        Agreement();
        Timestamps();
        Blocks();
    }

    /** @brief A SYN offers what is set, and its answer only what was offered. */
    void Offer()
    {
        TcpNegotiatedOptions::Settings settings;
        TcpNegotiatedOptions options(settings);
        TcpHeader syn;
        syn.SetFlags(TcpHeader::SYN);
        options.AddToSyn(syn, 1460, 3, 77);
        NS_TEST_EXPECT_MSG_EQ(
            DynamicCast<const TcpOptionMSS>(syn.GetOption(TcpOption::MSS))->GetMSS(),
            1460,
            "MSS");
        NS_TEST_EXPECT_MSG_EQ(
            +DynamicCast<const TcpOptionWinScale>(syn.GetOption(TcpOption::WINSCALE))->GetScale(),
            3,
            "scale");
        NS_TEST_EXPECT_MSG_EQ(syn.HasOption(TcpOption::SACKPERMITTED), true, "SACK permitted");
        const auto stamp = DynamicCast<const TcpOptionTS>(syn.GetOption(TcpOption::TS));
        NS_TEST_EXPECT_MSG_EQ(stamp->GetTimestamp(), 77, "TSval");
        NS_TEST_EXPECT_MSG_EQ(stamp->GetEcho(), 0, "TSecr of a SYN (RFC 7323, 3.2)");
        TcpHeader bare;
        bare.SetFlags(TcpHeader::SYN | TcpHeader::ACK);
        options.Agree(TcpSegment(), 3); // the peer offers nothing
        options.AddToSyn(bare, 0, 3, 77);
        NS_TEST_EXPECT_MSG_EQ(+bare.GetOptionLength(), 0, "not offered");
        TcpHeader none;
        none.SetFlags(TcpHeader::SYN);
        settings = {false, false, false};
        options.AddToSyn(none, 0, 3, 77);
        NS_TEST_EXPECT_MSG_EQ(+none.GetOptionLength(), 0, "switched off");
    }

    /** @brief RFC 7323, 1.3, 2.2, 2.3, 3.2. */
    void Agreement()
    {
        TcpNegotiatedOptions::Settings settings;
        TcpNegotiatedOptions options(settings);
        NS_TEST_EXPECT_MSG_EQ(options.GetBytes(true), 12, "offered, so perhaps");
        NS_TEST_EXPECT_MSG_EQ(options.GetBytes(false), 0, "not agreed on");
        TcpSegment syn;
        syn.scale = 15;
        syn.sackPermitted = true;
        syn.hasTimestamp = true;
        syn.timestamp = 5;
        options.Agree(syn, 4);
        NS_TEST_EXPECT_MSG_EQ(+options.GetSendShift(), 14, "14 at most");
        NS_TEST_EXPECT_MSG_EQ(+options.GetReceiveShift(), 4, "ours");
        NS_TEST_EXPECT_MSG_EQ(options.HasSack(), true, "both");
        NS_TEST_EXPECT_MSG_EQ(options.GetBytes(false), 12, "two NOPs, and 10");
        syn.scale.reset();
        options.Agree(syn, 4);
        NS_TEST_EXPECT_MSG_EQ(+options.GetReceiveShift(), 0, "only if both offer it");
        settings = {false, false, true};
        syn.scale = 2;
        options.Agree(syn, 4);
        NS_TEST_EXPECT_MSG_EQ(+options.GetSendShift(), 2, "the peer's");
        NS_TEST_EXPECT_MSG_EQ(options.HasSack() || options.HasTimestamps(), false, "not ours");
    }

    /** @brief RFC 7323, 3.2 and 5.2: timestamps wrap. */
    void Timestamps()
    {
        TcpNegotiatedOptions::Settings settings;
        TcpNegotiatedOptions options(settings);
        TcpSegment syn;
        syn.hasTimestamp = true;
        syn.timestamp = 0xfffffff0;
        options.Agree(syn, 0);
        NS_TEST_EXPECT_MSG_EQ(options.IsOld(0x10), false, "newer, though smaller");
        NS_TEST_EXPECT_MSG_EQ(options.IsOld(0xffffffef), true, "older");
        TcpHeader first;
        options.Add(first, 100);
        options.SetRecent(0x10);
        TcpHeader second;
        options.Add(second, 200);
        const auto echo = [](const TcpHeader& header) {
            return DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetEcho();
        };
        NS_TEST_EXPECT_MSG_EQ(echo(second), 0x10, "the latest");
        NS_TEST_EXPECT_MSG_EQ(echo(first), 0xfffffff0, "a header that is kept does not change");
    }

    /** @brief RFC 2018, 3: four blocks fit, with timestamps three. */
    void Blocks()
    {
        ReassemblyQueue queue;
        queue.Reset(1);
        for (StreamOffset begin = 101; begin < 1001; begin += 200)
        {
            queue.Add(begin, Create<Packet>(100));
        }
        TcpHeader header;
        TcpNegotiatedOptions::AddSack(header, queue, SequenceNumber32(0xffffff00));
        const auto list = [](const TcpHeader& h) {
            return DynamicCast<const TcpOptionSack>(h.GetOption(TcpOption::SACK))->GetSackList();
        };
        NS_TEST_EXPECT_MSG_EQ(list(header).size(), 4, "alone");
        // the block of the latest segment comes first; numbers wrap
        NS_TEST_EXPECT_MSG_EQ(list(header).front().first, SequenceNumber32(901 - 256), "left edge");
        NS_TEST_EXPECT_MSG_EQ(list(header).front().second,
                              SequenceNumber32(1001 - 256),
                              "right edge");
        TcpNegotiatedOptions::Settings settings;
        TcpNegotiatedOptions options(settings);
        TcpSegment syn;
        syn.hasTimestamp = true;
        options.Agree(syn, 0);
        TcpHeader stamped;
        options.Add(stamped, 1);
        TcpNegotiatedOptions::AddSack(stamped, queue, SequenceNumber32(0));
        NS_TEST_EXPECT_MSG_EQ(list(stamped).size(), 3, "beside timestamps");
    }
};

/** @brief Fine timeout. */
class FineTimeoutTest : public TestCase
{
  public:
    FineTimeoutTest()
        : TestCase("Fine timeout of TCP Vegas")
    {
    }

  private:
    void DoRun() override
    {
        TcpFineTimeout fine;
        auto estimator = CreateObject<RttMeanDeviation>();
        fine.SetEstimator(estimator);
        NS_TEST_EXPECT_MSG_EQ(fine.IsOverdue(Seconds(100)), false, "no sample");
        estimator->Measurement(MilliSeconds(800));
        // 17/16 (800 + 2 * 400) = 1700 ms
        Expect(fine, 1700, "17/16 (SRTT + 2 deviations)");
        NS_TEST_EXPECT_MSG_EQ(fine.TakeCheck(), false, "nothing was sent again");
        fine.OnRetransmission(false);
        Expect(fine, 1912.5, "an eighth more");
        fine.OnRetransmission(true);
        Expect(fine, 3825, "twice that");
        NS_TEST_EXPECT_MSG_EQ(fine.TakeCheck(), true, "first acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(fine.TakeCheck(), true, "second");
        NS_TEST_EXPECT_MSG_EQ(fine.TakeCheck(), false, "third");
        fine.OnRetransmission(true);
        fine.OnTimeout();
        NS_TEST_EXPECT_MSG_EQ(fine.TakeCheck(), false, "after a timeout");
        fine.OnSample();
        Expect(fine, 1700, "a sample ends the back-off");
    }

    /** @param fine timeout @param ms milliseconds that it must be @param why text */
    void Expect(const TcpFineTimeout& fine, double ms, const std::string& why)
    {
        NS_TEST_EXPECT_MSG_EQ(fine.IsOverdue(Seconds(ms / 1000 - 1e-6)), false, why);
        NS_TEST_EXPECT_MSG_EQ(fine.IsOverdue(Seconds(ms / 1000 + 1e-6)), true, why);
    }
};

/** @brief Window of 4.3BSD-Reno: tcp_input() opens it by a segment unless it is above the
 * threshold. */
class BsdRenoTest : public TestCase
{
  public:
    BsdRenoTest()
        : TestCase("TcpBsdReno: slow start up to the threshold, then a share of a segment")
    {
    }

  private:
    void DoRun() override
    {
        Expect(5119, false, 5119 + 512, "below the threshold");
        Expect(5120, false, 5120 + 512, "at the threshold");
        Expect(5121, false, 5121 + 51, "above: 262144 / 5121");
        Expect(5121, true, 5121 + 51 + 64, "and an eighth of a segment");
        Expect(5120, true, 5120 + 512, "not in slow start");
    }

    /** @param window before @param eighth ExtraEighth @param after window @param why text */
    void Expect(uint32_t window, bool eighth, uint32_t after, const std::string& why)
    {
        const auto state = CreateObject<TcpSocketState>();
        state->m_segmentSize = 512;
        state->m_ssThresh = 5120;
        state->m_cWnd = window;
        const auto reno =
            CreateObjectWithAttributes<TcpBsdReno>("ExtraEighth", BooleanValue(eighth));
        reno->IncreaseWindow(state, 0);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd.Get(), window, "nothing is acknowledged");
        reno->IncreaseWindow(state, 1);
        NS_TEST_EXPECT_MSG_EQ(state->m_cWnd.Get(), after, why);
    }
};

HsnTestRegistration g_tcpPartsTests(
    "tcp-parts",
    {new RetransmitTimerTest, new NegotiatedOptionsTest, new FineTimeoutTest, new BsdRenoTest});
} // namespace
} // namespace hsn
} // namespace ns3
