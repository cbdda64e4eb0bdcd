// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A TEAR receiver in time: timeouts, feedback, rates, round-trip times. Expected values are
 * computed by hand from chapters 3 and 6 of the thesis.
 */
#include "../hsn-test.h"
#include "tear-script.h"

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Timers. */
class TearTimeoutTest : public TestCase
{
  public:
    TearTimeoutTest()
        : TestCase("Timeouts: the sum of the thesis, idle and in a gap, small windows")
    {
    }

  private:
    void DoRun() override
    {
        Sum();
        Idle();
        IdleInAvoidance();
        InGap();
        SmallWindows();
        UnknownRtt();
        Contract();
    }

    /** @brief 540 bytes at 300 kb/s, lastCwnd 10: 0.244 s, not a product. */
    void Sum()
    {
        TearScript s(MakeTearSettings(8));
        for (uint32_t seq = 1; seq <= 24; seq++)
        {
            s.Arrive(seq, 14.4 * seq);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetIdleTimeout()->GetSeconds(), 0.244, 1e-6, "sum");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.GetDeadline(), 24 * 14.4 + 244, 1e-3, "after the last one");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRto(), MilliSeconds(400), "200 + 4 * 50 ms");
        s.rttvar = Time(0);
        s.srtt = MilliSeconds(30);
        s.Arrive(25, 25 * 14.4);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetIdleTimeout()->GetSeconds(), 0.144, 1e-6, "sum");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRto(), MilliSeconds(200), "MinRto");
        TearScript small(MakeTearSettings());
        small.rttvar = Time(0);
        small.Stream(1, 3);
        small.Wait(1000); // a timeout: lastCwnd is 1
        NS_TEST_EXPECT_MSG_EQ(small.tear.GetLastCwnd(), 1, "after a timeout");
        NS_TEST_EXPECT_MSG_EQ(small.tear.GetBackoff(), 2, "backed off");
        NS_TEST_EXPECT_MSG_EQ(*small.tear.GetIdleTimeout(), MilliSeconds(40), "20 ms, twice");
    }

    /** @brief Silence in slow start. */
    void Idle()
    {
        TearScript s(MakeTearSettings());
        s.Arrive(1, 20);
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), -1, "one packet has no spacing");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetIdleTimeout().has_value(), false, "nor a timeout");
        s.Stream(2, 3);
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 60 + 180, "20 * 4 + 2 * 50 ms");
        s.tear.OnFeedbackSent(MilliSeconds(60));
        NS_TEST_EXPECT_MSG_EQ(s.tear.OnTimer(NanoSeconds(239999999)), 0, "too early");
        NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::SLOW_START), true, "still");
        // 1, 2 in 200 ms each, 4 in 400 ms: 8.75, below 3 in 400 ms
        NS_TEST_EXPECT_MSG_EQ(s.tear.OnTimer(MilliSeconds(240)),
                              0,
                              "the rate has not fallen: 8.75 after 7.5");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 8.75, 1e-9, "rate");
        NS_TEST_EXPECT_MSG_EQ(s.rounds.back().second, MilliSeconds(400), "RTO");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 1, "an event");
        s.Arrive(8, 300);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 4, "ignored");
        NS_TEST_EXPECT_MSG_EQ(s.Wait(440), TearReceiver::FEEDBACK_RECOVERY, "a round-trip time");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SSR>SS SS>TO TO>SSR ", "states");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 1, "window");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLastCwnd(), 1, "whole packets");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetSsthresh(), 2, "half");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetBackoff(), 2, "doubled");
        // mean spacing 20 + (240 - 20) / 8 = 47.5 ms, lastCwnd 1
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetIdleTimeout()->GetSeconds(), 0.295, 1e-9, "doubled");
        s.Arrive(9, 460);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SSR>SS ", "slow start");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 2, "window");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetBackoff(), 1, "a round has ended");
        s.Arrive(10, 480);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SS>CA ", "above 2");
        s.Wait(5000);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 2, "silence again");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetBackoff(), 2, "doubled from 1, however many events");
    }

    /** @brief Silence in congestion avoidance. */
    void IdleInAvoidance()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 24);
        s.tear.OnFeedbackSent(MilliSeconds(480));
        s.TakeStates();
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 480 + 300, "20 * 10 + 2 * 50 ms");
        // 24 in 1 s, 10.875 in 0.4 s: 24.9 is more than 24
        NS_TEST_EXPECT_MSG_EQ(s.tear.OnTimer(MilliSeconds(780)), 0, "no decrease");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 34.875 / 1.4, 1e-9, "rate");
        s.Wait(980);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CA>TO TO>SSR ", "states");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetSsthresh(), 5.4375, 1e-12, "half");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 1, "window");
    }

    /** @brief A gap waits from the last packet in order on, whatever arrives. */
    void InGap()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 24);
        s.Arrive(26, 520);
        // mean spacing 20 + (40 - 20) / 8 = 22.5 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(s.GetDeadline(), 480 + 325, 1e-6, "22.5 * 10 + 100 ms");
        s.Arrive(27, 540);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.GetDeadline(), 805, 1e-6, "the same");
        s.Arrive(28, 804.9);
        NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::FAST_RECOVERY), true, "in time");
        TearScript late(MakeTearSettings(8));
        late.Stream(1, 24);
        late.Arrive(26, 520);
        late.Arrive(27, 540);
        late.TakeStates();
        late.Arrive(28, 805.1);
        NS_TEST_EXPECT_MSG_EQ(late.TakeStates(), "GAP>TO ", "too late");
        NS_TEST_EXPECT_MSG_EQ_TOL(late.GetDeadline(), 1005, 1e-6, "a round-trip time");
        // the missing packet restarts the wait
        TearScript closed(MakeTearSettings(8));
        closed.Stream(1, 24);
        closed.Arrive(26, 520);
        closed.Arrive(25, 540);
        // spacings 22.5, 22.1875 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(closed.GetDeadline(), 540 + 321.875, 1e-6, "restarted");
    }

    /** @brief A loss with a window below 4 always ends in a timeout. */
    void SmallWindows()
    {
        // after 1, 2 packets lastCwnd is 2; 3 is reached from 2 in congestion avoidance
        for (const uint32_t packets : {1, 2, 4})
        {
            TearScript s(MakeTearSettings(2));
            s.Stream(1, packets);
            NS_TEST_ASSERT_MSG_LT(s.tear.GetLastCwnd(), 4, "small");
            s.TakeStates();
            for (uint32_t seq = packets + 2; seq < packets + 12; seq++)
            {
                s.Arrive(seq, 20.0 * packets + 0.1 * seq);
            }
            s.Wait(10000);
            NS_TEST_EXPECT_MSG_EQ(s.TakeStates().substr(3), "GAP GAP>TO TO>SSR ", packets);
        }
    }

    /** @brief Nothing is known of round trips. */
    void UnknownRtt()
    {
        TearScript s(MakeTearSettings());
        s.srtt = s.rttvar = Time(0);
        NS_TEST_EXPECT_MSG_EQ(s.Arrive(1, 1000),
                              (TearReceiver::FEEDBACK_NO_RTT | TearReceiver::FEEDBACK_ROUND),
                              "feedback measures it");
        s.tear.OnFeedbackSent(MilliSeconds(1000));
        NS_TEST_EXPECT_MSG_EQ(s.Arrive(2, 1100), TearReceiver::FEEDBACK_NO_RTT, "again");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRate(), 0, "no rate");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRto(), Seconds(3), "1 + 4 / 2 s");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 1100 + 1200, "2 * 100 + 2 * 500 ms");
        s.Wait(3299);
        NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::TIMEOUT), true, "1 s");
        s.Wait(3300);
        NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::SLOW_START_READY), true, "1 s");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRate(), 0, "still none");
        NS_TEST_EXPECT_MSG_EQ(s.rounds.size(), 0, "no round has a duration");
        s.srtt = MilliSeconds(100);
        NS_TEST_EXPECT_MSG_EQ((s.Arrive(7, 3400) & TearReceiver::FEEDBACK_NO_RTT), 0, "known");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 10, 1e-9, "one packet in 100 ms");
    }

    /** @brief An owner that forgets the timer is told so. */
    void Contract()
    {
        TearScript s(MakeTearSettings());
        s.Stream(1, 3);
        const std::string text = HsnAbortText([&s] {
            s.tear.OnArrival({4, MilliSeconds(241), Time(0), s.srtt, s.rttvar});
        });
        NS_TEST_EXPECT_MSG_NE(text.find("timer of 0.24 s"), std::string::npos, text);
    }
};

/** @brief Reasons for feedback, and the rate over periodic losses. */
class TearRateTest : public TestCase
{
  public:
    TearRateTest()
        : TestCase("Feedback once per round trip, at once for a decrease; periodic losses")
    {
    }

  private:
    void DoRun() override
    {
        Feedback();
        Decrease();
        Rare();
        Sawtooth();
    }

    /** @brief Rounds that are shorter than a round-trip time. */
    void Feedback()
    {
        TearScript s(MakeTearSettings(8));
        std::vector<uint32_t> sent;
        for (uint32_t seq = 1; seq <= 60; seq++)
        {
            if (s.Arrive(seq, 5.0 * seq))
            {
                sent.push_back(seq);
                s.tear.OnFeedbackSent(TearScript::At(5.0 * seq));
            }
        }
        // rounds end with 1, 3, 7, 15, 24, 34, 45, 57; 200 ms are 40 packets
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 2, "not after every round");
        NS_TEST_EXPECT_MSG_EQ(sent[0], 1, "the first one");
        NS_TEST_EXPECT_MSG_EQ(sent[1], 45, "the first end of a round after 41");
        // exactly one round-trip time is enough
        TearScript exact(MakeTearSettings(8));
        exact.Arrive(1, 5);
        exact.tear.OnFeedbackSent(MilliSeconds(5));
        exact.Arrive(2, 100);
        NS_TEST_EXPECT_MSG_EQ(exact.Arrive(3, 205), TearReceiver::FEEDBACK_ROUND, "200 ms");
    }

    /** @brief A longer round-trip time lowers the rate at once. */
    void Decrease()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 7);
        s.tear.OnFeedbackSent(MilliSeconds(140)); // 7 in 0.6 s
        s.srtt = Seconds(2);
        s.Stream(8, 14);
        // 15 in 2.6 s
        NS_TEST_EXPECT_MSG_EQ(s.Arrive(15, 300), TearReceiver::FEEDBACK_DECREASE, "at once");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 15 / 2.6, 1e-9, "rate");
    }

    /** @brief Claim tear-c29: one per round-trip time, and one more per loss event. */
    void Rare()
    {
        for (const double spacing : {2.0, 20.0, 90.0}) // ms
        {
            std::mt19937 random(29);
            TearScript s(MakeTearSettings());
            uint32_t sent = 0;
            double ms = 0;
            const auto note = [&](uint32_t reasons, double when) {
                if (reasons)
                {
                    sent++;
                    s.tear.OnFeedbackSent(TearScript::At(when));
                }
            };
            for (uint32_t seq = 1; seq <= 20000; seq++)
            {
                ms += spacing;
                while (s.tear.GetDeadline() && *s.tear.GetDeadline() < TearScript::At(ms))
                {
                    const Time deadline = *s.tear.GetDeadline();
                    note(s.tear.OnTimer(deadline), deadline.GetSeconds() * 1e3);
                }
                if (random() % 100 > 0)
                {
                    note(s.Arrive(seq, ms), ms);
                }
            }
            NS_TEST_EXPECT_MSG_GT(s.tear.GetLossEvents(), 50, "losses");
            NS_TEST_EXPECT_MSG_GT(sent, s.tear.GetLossEvents(), "at least after each event");
            NS_TEST_EXPECT_MSG_LT(sent,
                                  1 + ms / 200 + s.tear.GetLossEvents(),
                                  "spacing " << spacing << " ms");
        }
    }

    /** @brief Every N packets in order one is lost: sqrt(1.5 N) packets per round trip. */
    void Sawtooth()
    {
        for (const bool end : {false, true})
        {
            // the sawtooth of whole windows; the fraction of the last round adds a little
            const std::vector<std::pair<uint32_t, double>> cases{{25, 6}, {100, 12}, {400, 24}};
            for (const auto& [period, whole] : cases)
            {
                auto settings = MakeTearSettings();
                settings.filter.roundSample =
                    end ? TearRateFilter::END_CWND : TearRateFilter::LAST_CWND;
                TearScript s(settings);
                double ms = 0;
                uint32_t seq = 0;
                const auto arrive = [&] {
                    ms += 10;
                    seq++;
                    s.Arrive(seq, ms);
                };
                for (int loss = 0; loss < 60; loss++)
                {
                    for (uint32_t i = 0; i < period; i++)
                    {
                        arrive();
                    }
                    seq++; // is lost
                    arrive();
                    arrive();
                    arrive();
                    s.Wait(ms += 200);
                }
                NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 60, "no timeouts");
                const double window = s.tear.GetRate() * 0.2;
                const double ideal = std::sqrt(1.5 * period);
                if (end)
                {
                    NS_TEST_EXPECT_MSG_GT(window, whole + 0.6, "too much: " << window);
                }
                else
                {
                    NS_TEST_EXPECT_MSG_EQ_TOL(window, whole, 0.03 * whole, "N = " << period);
                    NS_TEST_EXPECT_MSG_EQ_TOL(window, ideal, 0.03 * ideal, "N = " << period);
                }
            }
        }
    }
};

/** @brief Chapter 6. */
class TearDelayTest : public TestCase
{
  public:
    TearDelayTest()
        : TestCase("Round-trip times instead of losses: hysteresis, repeated cuts")
    {
    }

  private:
    void DoRun() override
    {
        LossesAreIgnored();
        Hysteresis();
        Cuts();
        NoGrowthByCut();
        Both();
    }

    /** @brief Every arrival counts, and silence means nothing. */
    void LossesAreIgnored()
    {
        TearScript s(TearReceiver::GetWirelessSettings());
        for (const uint32_t seq : {5, 90, 91, 7, 7, 300, 301, 302})
        {
            s.Arrive(seq, 10.0 * static_cast<double>(s.windows.size() + 1));
            NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), -1, "no timer");
        }
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 9, "eight packets");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SSR>SS SS>CA ", "above 8");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetHighestSeq(), 302, "highest");
        NS_TEST_EXPECT_MSG_EQ(s.epochs.size(), 3, "each round is an epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.epochs[2], 4 / 0.2, 1e-9, "the third one");
        // 20 / 2 + 10 / 4 + 5 / 8 over 7/8
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 15, 1e-9, "table 6.1");
    }

    /** @brief From above R2 to below R1. */
    void Hysteresis()
    {
        TearScript s(TearReceiver::GetWirelessSettings());
        const std::vector<std::pair<int, int>>
            steps{{1000, 1}, {1200, 1}, {1201, -1}, {1000, -1}, {800, -1}, {799, 1}, {1200, 1}};
        uint32_t seq = 0;
        for (const auto& [rtt, direction] : steps)
        {
            s.rtt = MilliSeconds(rtt);
            seq++;
            s.Arrive(seq, 5000.0 * seq);
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetDirection(), direction, rtt << " ms, " << seq);
        }
        NS_TEST_EXPECT_MSG_EQ((s.directions == std::vector<int>{-1, 1}), true, "changes");
        // without a sample of its own, the smoothed one counts
        s.rtt = Time(0);
        s.srtt = MilliSeconds(1300);
        s.Arrive(8, 40000);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetDirection(), -1, "smoothed");
        TearScript deaf(MakeTearSettings());
        deaf.rtt = Seconds(9);
        deaf.Stream(1, 7);
        NS_TEST_EXPECT_MSG_EQ(deaf.tear.GetDirection(), 1, "without DelayResponse");
        NS_TEST_EXPECT_MSG_EQ(deaf.tear.GetCwnd(), 8, "it grows");
    }

    /** @brief 16, 8, 4, 4. */
    void Cuts()
    {
        auto settings = TearReceiver::GetWirelessSettings();
        settings.initialSsthresh = 100;
        TearScript s(settings);
        s.srtt = MilliSeconds(500);
        for (uint32_t seq = 1; seq <= 15; seq++)
        {
            s.Arrive(seq, 10.0 * seq); // cwnd 16; samples 1, 2, 4, 8
        }
        s.tear.OnFeedbackSent(MilliSeconds(150));
        s.TakeStates();
        s.rtt = MilliSeconds(1300);
        NS_TEST_EXPECT_MSG_EQ(s.Arrive(16, 200), 0, "no decrease yet");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 1500, "the latest round-trip time, not 500 ms");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 16, "not yet");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.epochs.back(), 32, 1e-9, "16 in 500 ms");
        s.rtt = MilliSeconds(900);
        s.Arrive(17, 300); // ignored
        NS_TEST_EXPECT_MSG_EQ(s.Wait(1500), TearReceiver::FEEDBACK_RECOVERY, "feedback");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 8, "half");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SS>FR FR>CAR ", "states");
        s.srtt = MilliSeconds(950);
        s.tear.OnFeedbackSent(MilliSeconds(1500));
        const double before = s.tear.GetRate();
        NS_TEST_EXPECT_MSG_EQ(s.Arrive(18, 1600), TearReceiver::FEEDBACK_DECREASE, "again");
        NS_TEST_EXPECT_MSG_LT(s.tear.GetRate(), before, "a lower rate");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 2550, "the smoothed round-trip time, not 900 ms");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CAR>FR ", "without growth");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.epochs.back(), 8 / 0.95, 1e-9, "8 in 950 ms");
        s.Wait(2550);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 4, "half");
        s.Arrive(19, 2600);
        s.Wait(3550);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 4, "MinWindow");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetSsthresh(), 4, "threshold");
        s.rtt = MilliSeconds(700);
        s.Arrive(20, 3600);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 4.25, 1e-12, "it grows again");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, "no losses");
    }

    /** @brief MinWindow is no reason to grow; the threshold is 2 at least. */
    void NoGrowthByCut()
    {
        TearScript s(TearReceiver::GetWirelessSettings());
        s.rtt = MilliSeconds(1300);
        s.Arrive(1, 100);
        s.Wait(1400);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), 1, "as before");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLastCwnd(), 1, "as before");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetSsthresh(), 2, "least");
    }

    /** @brief Both responses: a loss, a long delay in a gap. */
    void Both()
    {
        auto settings = MakeTearSettings(8);
        settings.delayResponse = true;
        TearScript s(settings);
        s.Stream(1, 24);
        s.Stream(26, 27);
        s.rtt = MilliSeconds(1300);
        s.Stream(28, 28); // the third one beyond the gap, too
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, "a cut for delay");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 1860, "latest round-trip time");
        s.rtt = MilliSeconds(700);
        s.Arrive(50, 1870);
        s.Arrive(51, 1890);
        s.Arrive(53, 1910);
        s.Arrive(54, 1930);
        s.Arrive(55, 1950);
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 1, "a loss");
        const std::string states = s.TakeStates();
        const std::string expected = "SSR>SS SS>CA CA>GAP GAP>FR FR>CAR CAR>CA CA>GAP GAP>FR ";
        NS_TEST_EXPECT_MSG_EQ(states, expected, "states");
    }
};

HsnTestRegistration g_tearReceiverTimeTests("tear-receiver-time",
                                            {new TearTimeoutTest,
                                             new TearRateTest,
                                             new TearDelayTest});
} // namespace
} // namespace hsn
} // namespace ns3
