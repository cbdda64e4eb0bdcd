// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The parts of IndexedTcpSocket by themselves, without a network: retransmission timer against the
 * formulas of RFC 6298 and of 4.3BSD-Reno, loss recovery against RFC 5681, 6582, 6675, 3042 and
 * 3168, rate reduction against RFC 6937, options against RFC 7323 and 2018, fine timeout against
 * the paper on TCP Vegas. All expected numbers are computed by hand from these texts.
 */
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/reassembly-queue.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-clock.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-fine-timeout.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-negotiated-options.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-rate-adapter.h"
#include "ns3/tcp-rate-reduction.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-retransmit-timer.h"

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

/** @brief An acknowledgement that says more than TCP's header. */
struct Note : public TcpAckNote
{
    /** @param duplicate counts as one @param loss indicates one */
    Note(bool duplicate, bool loss)
        : m_duplicate(duplicate),
          m_loss(loss)
    {
    }

    bool CountsAsDuplicate() const override
    {
        return m_duplicate;
    }

    bool IndicatesLoss(StreamOffset) const override
    {
        return m_loss;
    }

    const bool m_duplicate; //!< see constructor
    const bool m_loss;      //!< see constructor
};

/// Bytes of a segment.
constexpr uint32_t SMSS = 1000;

/** @brief A sender with a window of ten segments, all sent, in congestion avoidance. */
class Sender
{
  public:
    /** @param s settings */
    explicit Sender(const TcpLossRecovery::Settings& s)
        : settings(s),
          recovery(settings, tcb, [this](TcpSentSegment& segment, bool first) {
              again.push_back(GetNumber(segment));
              begins += first;
              Leave(segment);
          })
    {
        tcb->m_segmentSize = SMSS;
        tcb->m_cWnd = 10 * SMSS;
        tcb->m_ssThresh = 10 * SMSS;
        recovery.SetCongestionControl(CreateObject<TcpNewReno>());
        recovery.SetRecovery(CreateObject<TcpClassicRecovery>());
        recovery.SetSack(settings.mode == TcpLossRecovery::SACK);
        recovery.SetPeerWindow(100 * SMSS);
        recovery.Start();
        recovery.Open();
        Send(10);
    }

    /** @param n new segments to be sent */
    void Send(int n)
    {
        for (int i = 0; i < n; ++i)
        {
            Leave(recovery.Append(Create<Packet>(SMSS), false));
        }
    }

    /** @brief An acknowledgement. @param n segments acknowledged, of all @param sacked numbers of
     * the segments that a block begins and ends with @param ece congestion is echoed
     * @param note of it @return what it changed */
    TcpAckProgress Acknowledge(int n,
                               std::vector<std::pair<int, int>> sacked = {},
                               bool ece = false,
                               const TcpAckNote* note = nullptr)
    {
        TcpAckEvent event;
        event.ack = 1 + n * SMSS;
        event.repeats = true;
        event.echoesCongestion = ece;
        event.note = note;
        for (const auto& block : sacked)
        {
            event.blocks[event.nBlocks++] = {1 + block.first * SMSS, 1 + (block.second + 1) * SMSS};
        }
        auto progress = recovery.Update(event);
        recovery.React(event, progress);
        recovery.SampleRate(progress);
        return progress;
    }

    /** @brief Sends again what the window allows. */
    void Output()
    {
        while (auto* lost = recovery.GetNextLost())
        {
            if (recovery.UpdateInFlight() + lost->size > tcb->m_cWnd)
            {
                return;
            }
            recovery.Resend(*lost);
        }
    }

    /** @param segment which @return its number, from 0 */
    static int GetNumber(const TcpSentSegment& segment)
    {
        return static_cast<int>((segment.begin - 1) / SMSS);
    }

    TcpLossRecovery::Settings settings;
    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
    std::vector<int> again; //!< numbers of segments sent again
    int begins{0};          //!< of which began a recovery
    TcpLossRecovery recovery;

  private:
    /** @param segment goes to IP */
    void Leave(TcpSentSegment& segment)
    {
        recovery.OnSending(segment);
        recovery.OnSent(segment.GetLength());
        recovery.UpdateInFlight();
    }
};

/** @brief Loss recovery. */
class LossRecoveryTest : public TestCase
{
  public:
    LossRecoveryTest()
        : TestCase("Loss recovery: RFC 5681, 6582, 6675, 3042, 3168")
    {
    }

  private:
    void DoRun() override
    {
        NewReno();
        Limited();
        Reno();
        Sack();
        Rescue();
        Timeout();
        Ecn();
        Notes();
        Repair();
        Simulator::Destroy();
    }

    /** @param mode of recovery @return settings by the RFCs */
    static TcpLossRecovery::Settings Make(TcpLossRecovery::Mode mode)
    {
        TcpLossRecovery::Settings settings;
        settings.mode = mode;
        settings.strict = true;
        settings.detectLostAgain = false;
        settings.adaptReordering = false;
        settings.dsack = false;
        settings.fRto = false;
        settings.rack = false;
        settings.tailProbe = false;
        return settings;
    }

    /** @brief Checks congestion state. @param s sender @param state expected @param why text */
    void ExpectState(const Sender& s, TcpSocketState::TcpCongState_t state, const std::string& why)
    {
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_congState.Get(), state, why);
    }

    /** @brief Checks what was sent again. @param s sender @param numbers all of them @param why
     * text */
    void ExpectAgain(const Sender& s, const std::vector<int>& numbers, const std::string& why)
    {
        NS_TEST_EXPECT_MSG_EQ((s.again == numbers), true, why);
    }

    /** @brief RFC 5681, 3.2; RFC 6582, 3.2. */
    void NewReno()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        s.Acknowledge(0);
        s.Acknowledge(0);
        ExpectAgain(s, {}, "two duplicates");
        ExpectState(s, TcpSocketState::CA_DISORDER, "two duplicates");
        s.Acknowledge(0);
        ExpectAgain(s, {0}, "fast retransmit");
        ExpectState(s, TcpSocketState::CA_RECOVERY, "fast recovery");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.GetFastRecoveries(), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "FlightSize / 2");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWndInfl.Get(), 8 * SMSS, "ssthresh + 3 SMSS");
        s.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWndInfl.Get(), 9 * SMSS, "one more");
        auto progress = s.Acknowledge(4);
        ExpectAgain(s, {0, 4}, "partial: the first unacknowledged one, at once");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, true, "first partial acknowledgement");
        progress = s.Acknowledge(6);
        ExpectAgain(s, {0, 4, 6}, "partial");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, false, "impatient variant");
        ExpectState(s, TcpSocketState::CA_RECOVERY, "partial");
        progress = s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "full");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), 5 * SMSS, "ssthresh");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, true, "full");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
    }

    /** @brief RFC 3042; RFC 5681, 3.2, step 2: what limited transmit sent does not count. */
    void Limited()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        for (int i = 0; i < 2; ++i)
        {
            s.Acknowledge(0);
            NS_TEST_EXPECT_MSG_EQ(s.recovery.MaySendNew(), true, "limited transmit");
            s.Send(1);
        }
        s.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "not 12 / 2");
        auto settings = Make(TcpLossRecovery::NEWRENO);
        settings.limitedTransmit = false;
        Sender off(settings);
        off.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(off.recovery.MaySendNew(), false, "switched off");
    }

    /** @brief 4.3BSD-Reno: the first new acknowledgement ends it; half of the smaller window. */
    void Reno()
    {
        Sender s(Make(TcpLossRecovery::RENO));
        s.recovery.SetPeerWindow(8 * SMSS);
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0);
        }
        ExpectAgain(s, {0}, "fast retransmit");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 4 * SMSS, "min(cwnd, snd_wnd) / 2");
        s.Acknowledge(3);
        ExpectState(s, TcpSocketState::CA_OPEN, "new data");
        ExpectAgain(s, {0}, "no partial acknowledgements");
    }

    /** @brief RFC 6675, 5. */
    void Sack()
    {
        Sender s(Make(TcpLossRecovery::SACK));
        // 1 and 3 are lost; DupThresh discontiguous ranges, or more than 2 SMSS above
        s.Acknowledge(1, {{2, 2}});
        s.Acknowledge(1, {{4, 4}});
        ExpectAgain(s, {}, "two ranges");
        s.Acknowledge(1, {{5, 5}});
        ExpectAgain(s, {1}, "three segments above (step 4.3)");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "FlightSize / 2 (step 4.2)");
        // sent 10, acknowledged 1, reported 3, lost 1 and sent again; 3 has only two above
        NS_TEST_EXPECT_MSG_EQ(s.recovery.UpdateInFlight(), 6 * SMSS, "pipe (step 4.4)");
        auto progress = s.Acknowledge(1, {{4, 7}});
        // 3 is lost now
        NS_TEST_EXPECT_MSG_EQ(progress.reported, 2 * SMSS, "new in the report");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.UpdateInFlight(), 3 * SMSS, "pipe (step A)");
        s.Output();
        ExpectAgain(s, {1, 3}, "as the window allows (step C)");
        s.Acknowledge(3, {{4, 7}});
        ExpectState(s, TcpSocketState::CA_RECOVERY, "partial");
        s.Output();
        ExpectAgain(s, {1, 3}, "nothing else is lost");
        s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "all acknowledged");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
        // a report of what is known already, or of what was not sent
        s.Send(3);
        NS_TEST_EXPECT_MSG_EQ(s.Acknowledge(10, {{5, 6}}).reported, 0, "old");
        NS_TEST_EXPECT_MSG_EQ(s.Acknowledge(10, {{12, 20}}).reported, 0, "never sent");
        ExpectState(s, TcpSocketState::CA_OPEN, "no duplicates");
    }

    /** @brief NextSeg (RFC 6675, 4), rules 3 and 4: rule 4 once in a recovery. */
    void Rescue()
    {
        Sender s(Make(TcpLossRecovery::SACK));
        NS_TEST_EXPECT_MSG_EQ((s.recovery.TakeRescue() == nullptr), true, "no recovery");
        s.Acknowledge(0, {{1, 3}});
        s.Acknowledge(0, {{5, 6}});
        ExpectAgain(s, {0}, "lost");
        auto* segment = s.recovery.TakeRescue();
        NS_TEST_ASSERT_MSG_EQ((segment != nullptr), true, "rule 3");
        NS_TEST_EXPECT_MSG_EQ(Sender::GetNumber(*segment), 4, "rule 3: below the highest report");
        s.recovery.Resend(*segment);
        segment = s.recovery.TakeRescue();
        NS_TEST_ASSERT_MSG_EQ((segment != nullptr), true, "rule 4");
        NS_TEST_EXPECT_MSG_EQ(Sender::GetNumber(*segment), 9, "rule 4: the last one");
        s.recovery.Resend(*segment);
        NS_TEST_EXPECT_MSG_EQ((s.recovery.TakeRescue() == nullptr), true, "rule 4 once");
    }

    /** @brief RFC 5681, 3.1; RFC 6582, 3.2, step 1. */
    void Timeout()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        s.recovery.OnTimeout();
        ExpectAgain(s, {0}, "the first one");
        ExpectState(s, TcpSocketState::CA_LOSS, "timeout");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "FlightSize / 2");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), SMSS, "loss window");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_bytesInFlight.Get(), SMSS, "all else is lost");
        s.recovery.OnTimeout();
        ExpectAgain(s, {0, 0}, "once more");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "kept for the same segment");
        s.Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), 2 * SMSS, "slow start");
        s.Output();
        ExpectAgain(s, {0, 0, 1, 2}, "two segments");
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(1);
        }
        ExpectAgain(s, {0, 0, 1, 2}, "no fast retransmit below the recovery point");
        s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "recovery point");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 0, "no fast recovery");
    }

    /** @brief RFC 3168, 6.1.2: once in a window. */
    void Ecn()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        auto progress = s.Acknowledge(1, {}, true);
        NS_TEST_EXPECT_MSG_EQ(progress.reducedForEcn, true, "reduced");
        ExpectState(s, TcpSocketState::CA_CWR, "reduced");
        // 10 segments were sent, one is acknowledged
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "half of what is in flight");
        ExpectAgain(s, {}, "nothing is lost");
        s.Send(2);
        progress = s.Acknowledge(5, {}, true);
        NS_TEST_EXPECT_MSG_EQ(progress.reducedForEcn, false, "the same window");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "the same window");
        s.Acknowledge(11);
        ExpectState(s, TcpSocketState::CA_OPEN, "what was sent after it is acknowledged");
        progress = s.Acknowledge(12, {}, true);
        NS_TEST_EXPECT_MSG_EQ(progress.reducedForEcn, true, "another window");
    }

    /** @brief A protocol on top may know better. */
    void Notes()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        const Note progress(false, true);
        const Note old(true, false);
        for (int i = 0; i < 5; ++i)
        {
            s.Acknowledge(0, {}, false, &progress);
        }
        ExpectState(s, TcpSocketState::CA_OPEN, "not duplicates");
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0, {}, false, &old);
        }
        ExpectState(s, TcpSocketState::CA_OPEN, "duplicates, but no evidence");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.UpdateInFlight(), 7 * SMSS, "three have arrived");
        const Note plain(true, true);
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0, {}, false, &plain);
        }
        ExpectAgain(s, {0}, "as without a note");
        s.Acknowledge(4, {}, false, &old);
        ExpectAgain(s, {0}, "partial, but no evidence");
    }

    /** @brief A segment is sent again on demand; one reduction for what was sent together. */
    void Repair()
    {
        Sender s(Make(TcpLossRecovery::RENO));
        NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(2), false, "no segment begins there");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(1 + 20 * SMSS), false, "not sent");
        ScheduleCall(Seconds(1), [this, &s] {
            NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(1 + 4 * SMSS), true, "there is one");
            ExpectAgain(s, {4}, "at once");
            NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "half");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "a recovery");
            s.tcb->m_ssThresh = 77;
            s.recovery.Repair(1 + 6 * SMSS);
            ExpectAgain(s, {4, 6}, "at once");
            NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 77, "sent before the reduction");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "the same recovery");
            s.recovery.Repair(1 + 4 * SMSS);
            ExpectAgain(s, {4, 6, 4}, "once more");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 2, "sent since the reduction");
        });
        Simulator::Run();
    }
};

/**
 * @brief Rates that congestion control asks for, as TcpRateOps.
 *
 * The expected numbers follow draft-cheng-iccrg-delivery-rate-estimation-02, 3.3 and 3.4:
 * C.delivered counts bytes, and C.app_limited is C.delivered + pipe, or 1 if that is 0.
 */
class RateAdapterTest : public TestCase
{
  public:
    RateAdapterTest()
        : TestCase("Delivery rate as TcpRateOps")
    {
    }

  private:
    /// Congestion control that takes rates, as in ns-3 3.45 and later.
    struct Taker
    {
        Ptr<TcpRateOps> rates; //!< given

        /// @param ops given
        void SetRateOps(Ptr<TcpRateOps> ops)
        {
            rates = ops;
        }
    };

    /// Congestion control that does not.
    struct Other
    {
    };

    void DoRun() override
    {
        auto adapter = CreateObject<TcpRateAdapter>();
        Taker taker;
        Other other;
        SetTcpRateOps(taker, adapter);
        SetTcpRateOps(other, adapter);
        NS_TEST_ASSERT_MSG_EQ((taker.rates == adapter), true, "given to the one that takes them");

        auto& sampler = adapter->GetSampler();
        TcpSentSegment first;
        first.size = 1000;
        sampler.OnSent(first, true);
        NS_TEST_EXPECT_MSG_EQ(first.appLimited, false, "the network limits");
        adapter->SetAppLimited(0);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_appLimited, 1, "nothing yet");
        sampler.OnDelivered(first);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_delivered, 1000, "delivered");
        adapter->SetAppLimited(3000);
        NS_TEST_EXPECT_MSG_EQ(taker.rates->GetConnectionRate().m_appLimited,
                              1000 + 3000,
                              "until all that is in flight is delivered");
        TcpSentSegment second;
        second.size = 500;
        sampler.OnSent(second, false);
        NS_TEST_EXPECT_MSG_EQ(second.appLimited, true, "something else limits");
    }
};

/** @brief Proportional rate reduction. */
class RateReductionTest : public TestCase
{
  public:
    RateReductionTest()
        : TestCase("Proportional rate reduction: RFC 6937, section 3, by hand")
    {
    }

  private:
    void DoRun() override
    {
        auto tcb = CreateObject<TcpSocketState>();
        tcb->m_segmentSize = 1000;
        tcb->m_ssThresh = 3500;
        tcb->m_bytesInFlight = 6000;
        TcpRateReduction reduction;
        // CEIL(1000 * 3500 / 7000) = 500, but the fast retransmit goes in any case
        reduction.EnterRecovery(tcb, 3, 7000, 1000);
        NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd.Get(), 6000 + 1000, "fast retransmit");

        struct Step
        {
            uint32_t sent;      //!< since the acknowledgement before
            uint32_t inFlight;  //!< pipe
            uint32_t delivered; //!< DeliveredData
            bool safe;          //!< a retransmission was delivered, and no further loss found
            uint32_t window;    //!< pipe + sndcnt
        };

        for (const auto& step : {
                 Step{1000, 6000, 1001, false, 6000 + 1},    // CEIL(2001 / 2) - 1000
                 Step{1, 5000, 999, false, 5000 + 499},      // CEIL(3000 / 2) - 1001
                 Step{0, 3501, 1000, false, 3501 + 999},     // CEIL(4000 / 2) - 1001
                 Step{0, 3500, 1000, false, 3500},           // pipe has come down to ssthresh
                 Step{2500, 1000, 1000, false, 1000 + 2499}, // MIN(2500, 6000 - 3501)
                 Step{2999, 1000, 1000, false, 1000 + 1000}, // MAX(7000 - 6500, 1000)
                 Step{1000, 1000, 1000, true, 1000 + 2000},  // and MSS
             })
        {
            reduction.UpdateBytesSent(step.sent);
            tcb->m_bytesInFlight = step.inFlight;
            tcb->m_isRetransDataAcked = step.safe;
            DoTcpRecovery(reduction, tcb, step.delivered, false);
            NS_TEST_EXPECT_MSG_EQ(tcb->m_cWnd.Get(), step.window, "pipe " << step.inFlight);
        }
    }
};

HsnTestRegistration g_tcpPartsTests("tcp-parts",
                                    {new RetransmitTimerTest,
                                     new NegotiatedOptionsTest,
                                     new FineTimeoutTest,
                                     new LossRecoveryTest,
                                     new RateAdapterTest,
                                     new RateReductionTest});
} // namespace
} // namespace hsn
} // namespace ns3
