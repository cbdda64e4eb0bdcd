// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The window that a TEAR receiver emulates, on scripted arrivals. Expected values are computed by
 * hand from chapter 3 of the thesis.
 */
#include "../hsn-test.h"
#include "tear-script.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief No loss. */
class TearGrowthTest : public TestCase
{
  public:
    TearGrowthTest()
        : TestCase("Slow start and congestion avoidance without a loss")
    {
    }

  private:
    void DoRun() override
    {
        Trace(0);
        Trace(0xffffffff - 10); // numbers wrap within slow start, or ...
        Trace(0x80000000 - 10); // ... pass the greatest signed one
        EndSamples();
        SlowStartExit();
        Monotonic();
    }

    /** @param first number of the first packet */
    void Trace(uint32_t first)
    {
        TearScript s(MakeTearSettings(8));
        s.first = first;

        struct Step
        {
            uint32_t packet;
            double cwnd;
            uint32_t lastCwnd;
            size_t rounds;
            double samples; // sum
        };

        uint32_t seq = 0;
        for (const Step& step : std::vector<Step>{{1, 2, 2, 1, 1},
                                                  {3, 4, 4, 2, 3},
                                                  {6, 7, 4, 2, 3},
                                                  {7, 8, 8, 3, 7},
                                                  {8, 9, 8, 3, 7},
                                                  {15, 9.875, 9, 4, 15},
                                                  {24, 10.875, 10, 5, 24},
                                                  {30, 11.475, 10, 5, 24}})
        {
            while (seq < step.packet)
            {
                seq++;
                s.Arrive(seq, 20.0 * seq);
            }
            const auto n = static_cast<double>(step.rounds);
            NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), step.cwnd, 1e-12, "cwnd, " << seq);
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetLastCwnd(), step.lastCwnd, "lastCwnd, " << seq);
            NS_TEST_EXPECT_MSG_EQ(s.rounds.size(), step.rounds, "rounds, " << seq);
            NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), step.samples / n / 0.2, 1e-9, "rate");
            NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::SLOW_START),
                                  (seq < 8),
                                  "slow start, " << seq);
        }
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "SSR>SS SS>CA ", "states");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRoundCount(), 6, "packets of the round");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetHighestSeq(), first + 30, "highest");
        NS_TEST_EXPECT_MSG_EQ(s.windows.size(), 30, "each packet in order");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.rounds[3].first, 9.875, 1e-12, "window at the end");
        NS_TEST_EXPECT_MSG_EQ(s.rounds[3].second, MilliSeconds(200), "duration");
        NS_TEST_EXPECT_MSG_EQ(s.epochs.size(), 0, "one epoch");
    }

    /** @brief Windows at the ends of rounds: 2, 4, 8. */
    void EndSamples()
    {
        auto settings = MakeTearSettings(8);
        settings.filter.roundSample = TearRateFilter::END_CWND;
        TearScript s(settings);
        s.Stream(1, 7);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetRate(), 14 / 0.6, 1e-9, "sum over sum");
    }

    /** @brief An epoch ends with slow start: 1, 2, 4 belong to it. */
    void SlowStartExit()
    {
        auto settings = MakeTearSettings(8);
        settings.filter.newEpochOnSsExit = true;
        TearScript s(settings);
        s.Stream(1, 7);
        NS_TEST_EXPECT_MSG_EQ(s.epochs.size(), 0, "slow start");
        s.Stream(8, 8);
        NS_TEST_ASSERT_MSG_EQ(s.epochs.size(), 1, "its end");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.epochs[0], 7 / 0.6, 1e-9, "its rate");
    }

    /** @brief Without losses the rate never falls. */
    void Monotonic()
    {
        TearScript s(MakeTearSettings());
        double rate = 0;
        for (uint32_t seq = 1; seq <= 5000; seq++)
        {
            s.Arrive(seq, 20.0 * seq);
            NS_TEST_ASSERT_MSG_EQ((s.tear.GetRate() >= rate), true, "packet " << seq);
            rate = s.tear.GetRate();
        }
        NS_TEST_EXPECT_MSG_GT(rate, 40 / 0.2, "window of 90 in the end");
    }
};

/** @brief Gaps that close, and fast recovery. */
class TearGapTest : public TestCase
{
  public:
    TearGapTest()
        : TestCase("Gaps: reordering, duplicates, fast recovery")
    {
    }

  private:
    void DoRun() override
    {
        Swap();
        Holes();
        Recovery();
        Threshold();
        OutsideWindow();
        SlowStart();
        AnyPacketBegins();
    }

    /** @brief Two adjacent packets change places: the same window as in order. */
    void Swap()
    {
        for (const uint32_t at : {2, 3, 9, 15, 24})
        {
            TearScript inOrder(MakeTearSettings(8));
            inOrder.Stream(1, 30);
            TearScript s(MakeTearSettings(8));
            s.Stream(1, at - 1);
            s.Arrive(at + 1, 20.0 * at);
            NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::GAP), true, "gap");
            s.Arrive(at, 20.0 * (at + 1));
            s.Stream(at + 2, 30);
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), inOrder.tear.GetCwnd(), "cwnd, " << at);
            NS_TEST_EXPECT_MSG_EQ(s.windows.size(), 30, "each packet once");
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetState(), inOrder.tear.GetState(), "state, " << at);
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetRoundCount(), inOrder.tear.GetRoundCount(), "round");
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, "no loss");
        }
    }

    /** @brief Two holes, duplicates, old packets. */
    void Holes()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 24); // lastCwnd 10, cwnd 10.875
        s.TakeStates();
        const double deadline = s.GetDeadline();
        s.Arrive(20, 485);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 10.875, 1e-12, "an old packet does not count");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), deadline, "nor does it restart the timer");
        s.Arrive(26, 500); // 25 is missing
        s.Arrive(26, 505); // a duplicate
        s.Arrive(24, 508); // an old one
        s.Arrive(28, 510); // 27 is missing, too
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CA>GAP ", "two packets beyond, not three or four");
        s.Arrive(25, 515); // 25, 26 count
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 11.075, 1e-12, "two packets");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "", "27 is missing");
        s.Arrive(29, 520); // 28, 29 are beyond
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "", "counted anew");
        s.Arrive(27, 525);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 11.375, 1e-12, "five packets");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "GAP>CA ", "all there");
        // a recount looks beyond the first range: 31 and 33, 34 of 30 .. 34
        s.Arrive(32, 530);
        s.Arrive(34, 535);
        s.Arrive(30, 540);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CA>GAP ", "31, 33 are missing");
        s.Arrive(35, 545);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "GAP>FR ", "32, 34, 35 are beyond 31");
    }

    /** @brief Packet 25 of the trace is lost. */
    void Recovery()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 24);
        s.TakeStates();
        s.tear.OnFeedbackSent(MilliSeconds(480));
        s.Stream(26, 27);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CA>GAP ", "two packets beyond: not yet");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, "not yet");
        const double before = s.tear.GetRate();
        const uint32_t reasons = s.Arrive(28, 560);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "GAP>FR ", "the third one, with the first one");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 1, "an event");
        // 1, 2, 4, 8, 9 and now 10.875 in 200 ms each
        NS_TEST_ASSERT_MSG_EQ(s.epochs.size(), 1, "the end of the epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.epochs[0], 34.875 / 1.2, 1e-9, "its rate");
        NS_TEST_EXPECT_MSG_EQ(s.rounds.back().second, MilliSeconds(200), "round-trip time");
        NS_TEST_EXPECT_MSG_GT(s.tear.GetRate(), before, "the last round was the largest");
        NS_TEST_EXPECT_MSG_EQ(reasons, 0, "no decrease");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), 760, "a round-trip time");
        s.Stream(29, 38); // at 580 to 760 ms
        s.Arrive(60, 760);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 10.875, 1e-12, "ignored");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetHighestSeq(), 60, "but seen");
        NS_TEST_EXPECT_MSG_EQ(s.tear.OnTimer(NanoSeconds(759999999)), 0, "too early");
        NS_TEST_EXPECT_MSG_EQ(s.Wait(760), TearReceiver::FEEDBACK_RECOVERY, "feedback");
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "FR>CAR ", "state");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 5.4375, 1e-12, "half");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLastCwnd(), 5, "whole packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetSsthresh(), 5.4375, 1e-12, "threshold");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRoundCount(), 0, "new round");
        NS_TEST_EXPECT_MSG_EQ(s.GetDeadline(), -1, "no timer");
        s.Arrive(61, 780);
        NS_TEST_EXPECT_MSG_EQ(s.TakeStates(), "CAR>CA ", "state");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 5.6375, 1e-12, "congestion avoidance");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetRoundCount(), 1, "first packet");
    }

    /** @brief Each DupThresh; the packet that reveals the gap counts. */
    void Threshold()
    {
        for (const uint32_t threshold : {1, 2, 3, 5})
        {
            TearScript s(MakeTearSettings(8, threshold));
            s.Stream(1, 24);
            s.Stream(26, 25 + threshold - 1);
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 0, threshold);
            s.Stream(25 + threshold, 25 + threshold);
            NS_TEST_EXPECT_MSG_EQ((s.tear.GetState() == TearReceiver::FAST_RECOVERY),
                                  true,
                                  threshold);
        }
    }

    /** @brief Packets beyond the window are no reason for fast recovery. */
    void OutsideWindow()
    {
        for (const uint32_t beyond : {0, 1})
        {
            TearScript s(MakeTearSettings());
            s.Stream(1, 3); // lastCwnd 4
            s.Arrive(5, 80);
            s.Arrive(6, 85);
            s.Arrive(7 + beyond, 90); // 4 to 7 are in the window
            s.Arrive(9, 95);
            s.Arrive(10, 100);
            s.Wait(500);
            NS_TEST_EXPECT_MSG_EQ(
                s.TakeStates(),
                (beyond ? "SSR>SS SS>GAP GAP>TO TO>SSR " : "SSR>SS SS>GAP GAP>FR FR>CAR "),
                "third packet " << 7 + beyond);
        }
    }

    /** @brief A loss in slow start. */
    void SlowStart()
    {
        for (const bool again : {false, true})
        {
            auto settings = MakeTearSettings();
            settings.slowStartRecovery =
                again ? TearReceiver::SLOW_START_AGAIN : TearReceiver::AVOIDANCE;
            TearScript s(settings);
            s.Stream(1, 10); // cwnd 11, lastCwnd 8
            s.Stream(12, 14);
            NS_TEST_EXPECT_MSG_EQ(s.Wait(480), TearReceiver::FEEDBACK_RECOVERY, "feedback");
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetCwnd(), (again ? 11 : 5.5), "window");
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetLastCwnd(), (again ? 11 : 5), "whole packets");
            NS_TEST_EXPECT_MSG_EQ(s.tear.GetSsthresh(), (again ? 16 : 5.5), "threshold");
            s.Arrive(25, 500);
            NS_TEST_EXPECT_MSG_EQ(s.TakeStates(),
                                  (again ? "SSR>SS SS>GAP GAP>FR FR>SSR SSR>SS "
                                         : "SSR>SS SS>GAP GAP>FR FR>CAR CAR>CA "),
                                  "states");
            NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), (again ? 12 : 5.7), 1e-12, "window");
        }
    }

    /** @brief A packet of any number begins; the next one is expected after it. */
    void AnyPacketBegins()
    {
        TearScript s(MakeTearSettings(8));
        s.Stream(1, 24);
        s.Stream(26, 28);
        s.Arrive(100, 770);
        s.Arrive(101, 790);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.tear.GetCwnd(), 5.8375, 1e-12, "two packets in order");
        NS_TEST_EXPECT_MSG_EQ(s.tear.GetLossEvents(), 1, "no other loss");
    }
};

/** @brief Settings, good and bad. */
class TearSettingsTest : public TestCase
{
  public:
    TearSettingsTest()
        : TestCase("Presets; bad settings abort with value and limit")
    {
    }

  private:
    /** @param change makes a setting bad @param text part of the message */
    void Refused(const std::function<void(TearReceiver::Settings&)>& change,
                 const std::string& text)
    {
        auto settings = TearReceiver::GetInternetSettings();
        change(settings);
        const std::string message = HsnAbortText([&settings] { TearReceiver tear(settings); });
        NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, text << ": " << message);
    }

    void DoRun() override
    {
        using Settings = TearReceiver::Settings;
        Refused([](Settings& s) { s.lossResponse = false; }, "are both off");
        Refused([](Settings& s) { s.r1 = Seconds(2); }, "R1 = 2 s must be R2 = 1.2 s at most");
        Refused([](Settings& s) { s.r1 = Seconds(0); }, "R1 = 0 s must be above 0");
        Refused([](Settings& s) { s.minWindow = 0.5; }, "MinWindow = 0.5 must be 1 at least");
        Refused([](Settings& s) { s.initialSsthresh = 1.9; },
                "InitialSsthresh = 1.9 must be 2 at least");
        Refused([](Settings& s) { s.dupThresh = 0; }, "DupThresh = 0 must be 1 at least");
        Refused([](Settings& s) { s.minRto = Seconds(0); }, "MinRto = 0 s must be above 0");
        Refused([](Settings& s) { s.initialRtt = Seconds(0); }, "InitialRtt = 0 s must be above 0");
        Refused([](Settings& s) { s.filter.weights.pop_back(); }, "W = 8 must be the number");
        NS_TEST_EXPECT_MSG_EQ(HsnAbortText([] {
                                  Settings equal;
                                  equal.r1 = equal.r2;
                                  TearReceiver tear(equal);
                              }),
                              "",
                              "one threshold is allowed");
        const Settings internet = TearReceiver::GetInternetSettings();
        NS_TEST_EXPECT_MSG_EQ(internet.initialSsthresh, 16, "default");
        NS_TEST_EXPECT_MSG_EQ(internet.minRto, MilliSeconds(200), "as Linux 2.2");
        NS_TEST_EXPECT_MSG_EQ(internet.lossResponse && !internet.delayResponse, true, "losses");
        const Settings wireless = TearReceiver::GetWirelessSettings();
        NS_TEST_EXPECT_MSG_EQ(wireless.r1, MilliSeconds(800), "6.5");
        NS_TEST_EXPECT_MSG_EQ(wireless.r2, MilliSeconds(1200), "6.5");
        NS_TEST_EXPECT_MSG_EQ(wireless.minRto, Seconds(1), "RFC 6298, 2.4");
        NS_TEST_EXPECT_MSG_EQ(wireless.initialRtt, MilliSeconds(500), "default");
        NS_TEST_EXPECT_MSG_EQ(wireless.filter.weights[4], 1 / 32.0, "table 6.1, corrected");
    }
};

HsnTestRegistration g_tearReceiverTests("tear-receiver",
                                        {new TearGrowthTest,
                                         new TearGapTest,
                                         new TearSettingsTest});
} // namespace
} // namespace hsn
} // namespace ns3
