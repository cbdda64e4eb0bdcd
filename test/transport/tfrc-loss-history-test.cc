// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * Loss events of TFRC and their rate, by hand from RFC 5348, section 5, and on random arrivals
 * against a plain second implementation. The first interval needs GSL.
 */
#include "../hsn-test.h"

#include "ns3/tfrc-loss-history.h"
#include "ns3/tfrc-receiver.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A history with packets every 10 ms and a round-trip time of 20 ms. */
struct HistoryScript
{
    /** @param discount of history @param first number of the first packet */
    explicit HistoryScript(bool discount = true, uint32_t first = 1)
        : history(TfrcEquation(1000), discount),
          next(first)
    {
    }

    /** @param count of packets that arrive */
    void Arrive(uint32_t count)
    {
        for (; count > 0; count--)
        {
            now += MilliSeconds(10);
            history.OnArrival({next++, now, MilliSeconds(20), 1e5});
        }
    }

    /** @brief One packet is lost. */
    void Lose()
    {
        next++;
        now += MilliSeconds(10);
    }

    /** @param lengths of intervals, oldest first, after the one before the first loss */
    void MakeIntervals(const std::vector<uint32_t>& lengths)
    {
        Arrive(20);
        Lose();
        for (const uint32_t length : lengths)
        {
            Arrive(length - 1);
            Lose();
        }
        Arrive(3); // which show the last loss
    }

    TfrcLossHistory history;
    uint32_t next;
    Time now;
};

/** @brief Which packets are lost, and which losses are one event. */
class TfrcEventTest : public TestCase
{
  public:
    TfrcEventTest()
        : TestCase("Losses: three later packets, times between neighbours, one round trip")
    {
    }

  private:
    void DoRun() override
    {
        Detection();
        Times();
        LongGap();
        FirstInterval();
        Errors();
    }

    /** @brief RFC 5348, 5.1. */
    void Detection()
    {
        for (const uint32_t first : {1U, 0xfffffffaU, 0x7ffffffaU})
        {
            HistoryScript s(true, first);
            s.Arrive(5);
            s.Lose();
            s.Arrive(2);
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEvents(), 0, "two later packets");
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEventRate(), 0, "no loss");
            s.history.OnArrival({s.next - 1, s.now, MilliSeconds(20), 1e5});
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEvents(), 0, "a duplicate shows nothing");
            s.Arrive(1);
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEvents(), 1, "three later packets");
            NS_TEST_EXPECT_MSG_EQ(s.history.GetInterval(0), 4, "the lost one and three");
            s.history.OnArrival({first + 5, s.now, MilliSeconds(20), 1e5});
            NS_TEST_EXPECT_MSG_EQ(s.history.GetInterval(0), 4, "too late");
            s.Arrive(50);
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEvents(), 1, "no other loss");
            // after two later ones, the missing packet arrives
            s.Lose();
            s.Arrive(2);
            s.history.OnArrival({s.next - 3, s.now, MilliSeconds(20), 1e5});
            s.Arrive(20);
            NS_TEST_EXPECT_MSG_EQ(s.history.GetLossEvents(), 1, "reordered");
        }
        // numbers before the first one that arrives do not count
        HistoryScript late;
        late.history.OnArrival({9, Seconds(1), MilliSeconds(20), 0});
        late.history.OnArrival({7, Seconds(1), MilliSeconds(20), 0});
        late.history.OnArrival({8, Seconds(1), MilliSeconds(20), 0});
        late.history.OnArrival({10, Seconds(1), MilliSeconds(20), 0});
        late.history.OnArrival({11, Seconds(1), MilliSeconds(20), 0});
        NS_TEST_EXPECT_MSG_EQ(late.history.GetLossEvents(), 0, "reordered at the beginning");
    }

    /** @brief RFC 5348, 5.2: 101, 102, 103 were lost at 1.125, 1.25, 1.375 s. */
    void Times()
    {
        for (const bool longer : {true, false})
        {
            const Time rtt = MilliSeconds(longer ? 250 : 249);
            TfrcLossHistory history{TfrcEquation(1000)};
            history.OnArrival({99, MilliSeconds(900), rtt, 0});
            history.OnArrival({100, MilliSeconds(1000), rtt, 0});
            history.OnArrival({104, MilliSeconds(1500), rtt, 0});
            history.OnArrival({105, MilliSeconds(1600), rtt, 0});
            const uint32_t events = history.OnArrival({106, MilliSeconds(1700), rtt, 0});
            NS_TEST_EXPECT_MSG_EQ(events, (longer ? 1 : 2), "more than a round-trip time later");
            NS_TEST_EXPECT_MSG_EQ(history.GetLossEvents(), events, "all of them");
            NS_TEST_EXPECT_MSG_EQ(history.GetInterval(0), (longer ? 6 : 4), "from 101 or 103 on");
            if (!longer)
            {
                NS_TEST_EXPECT_MSG_EQ(history.GetInterval(1), 2, "from 101 to 103");
            }
        }
    }

    /** @brief A million packets lost in 10 s are 50 events of 200 ms. */
    void LongGap()
    {
        TfrcLossHistory history{TfrcEquation(1000)};
        uint32_t events = 0;
        // 100 packets per ms: the first one is lost at 0.01 ms, others 200.01 ms later
        for (const uint32_t seq : {0, 1000000, 1000001, 1000002})
        {
            const Time now = seq == 0 ? Time(0) : Seconds(10);
            events += history.OnArrival({seq, now, NanoSeconds(200000001), 0});
        }
        NS_TEST_EXPECT_MSG_EQ(events, 50, "events");
        NS_TEST_EXPECT_MSG_EQ(history.GetIntervals(), 8, "remembered");
        NS_TEST_EXPECT_MSG_EQ(history.GetInterval(1), 20001, "packets in 200.00001 ms");
    }

    /** @brief RFC 5348, 6.3.1, with a point of the equation. */
    void FirstInterval()
    {
        TfrcLossHistory history{TfrcEquation(512)};
        for (const uint32_t seq : {1, 2, 3, 5, 6, 7})
        {
            history.OnArrival({seq, MilliSeconds(10 * seq), MilliSeconds(220), 26142.775});
        }
        NS_TEST_EXPECT_MSG_EQ(history.GetIntervals(), 1, "one");
        NS_TEST_EXPECT_MSG_EQ_TOL(history.GetInterval(1), 100, 1e-4, "not 3 packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(history.GetLossEventRate(), 0.01, 1e-8, "p");
        TfrcLossHistory unknown{TfrcEquation(512)};
        for (const uint32_t seq : {1, 2, 3, 5, 6, 7})
        {
            unknown.OnArrival({seq, MilliSeconds(10 * seq), MilliSeconds(220), 0});
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(
            TfrcEquation(512).GetRate(MilliSeconds(220), unknown.GetLossEventRate()),
            512 / 0.22,
            1e-6,
            "a packet per round-trip time");
    }

    /** @brief What a caller must not do. */
    void Errors()
    {
        TfrcLossHistory history{TfrcEquation(512)};
        const std::string rtt = HsnAbortText([&history] {
            history.OnArrival({1, Seconds(1), Seconds(0), 0});
        });
        NS_TEST_EXPECT_MSG_NE(rtt.find("time 0 s must be above 0"), std::string::npos, rtt);
        const std::string interval = HsnAbortText([&history] { history.GetInterval(1); });
        NS_TEST_EXPECT_MSG_NE(interval.find("interval 1 must be 0"), std::string::npos, interval);
        NS_TEST_EXPECT_MSG_EQ(history.GetInterval(0), 0, "no loss, no interval");
    }
};

/** @brief RFC 5348, 5.4 and 5.5. */
class TfrcIntervalTest : public TestCase
{
  public:
    TfrcIntervalTest()
        : TestCase("Mean of intervals, the open one, discounts")
    {
    }

  private:
    /** @param s history @param open packets of its open interval from now on */
    static void Extend(HistoryScript& s, uint32_t open)
    {
        s.Arrive(open - static_cast<uint32_t>(s.history.GetInterval(0)));
    }

    void DoRun() override
    {
        Few();
        for (const bool discount : {false, true})
        {
            HistoryScript s(discount);
            s.MakeIntervals({500, 80, 70, 60, 50, 40, 30, 20, 10}); // 500 is too old
            NS_TEST_EXPECT_MSG_EQ(s.history.GetIntervals(), 8, "remembered");
            NS_TEST_EXPECT_MSG_EQ(s.history.GetInterval(8), 80, "the oldest");
            // 10 + 20 + 30 + 40 + .8 50 + .6 60 + .4 70 + .2 80 = 220
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(), 6 / 220.0, 1e-15, "complete");
            // with I_0: I_0 + 10 + 20 + 30 + .8 40 + .6 50 + .4 60 + .2 70 = I_0 + 160
            Extend(s, 60);
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(), 6 / 220.0, 1e-15, "equal");
            Extend(s, 61);
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(), 6 / 221.0, 1e-15, "open");
            Extend(s, 73); // twice the mean of 220 / 6 is 73 1/3
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(), 6 / 233.0, 1e-15, "open");
            Extend(s, 110); // DF = 73 1/3 over 110: 2/3; 1 + 5 2/3 over 110 + 160 2/3
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(),
                                      (discount ? 0.02 : 6 / 270.0),
                                      1e-15,
                                      "110");
            Extend(s, 1000); // DF = 1/4
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(),
                                      (discount ? 2.25 / 1040 : 6 / 1160.0),
                                      1e-15,
                                      "least discount");
            s.Lose();
            s.Arrive(3);
            NS_TEST_EXPECT_MSG_EQ(s.history.GetInterval(1), 1000, "complete");
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(),
                                      (discount ? 2.25 / 1040 : 6 / 1160.0),
                                      1e-15,
                                      "a discount stays");
            s.Arrive(1);
            s.Lose();
            s.Arrive(3);
            // 5 + 1000 + (10 + 20 + .8 30 + .6 40 + .4 50 + .2 60) / 4; without discounts, 110
            NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(),
                                      (discount ? 3 / 1032.5 : 6 / 1115.0),
                                      1e-15,
                                      "new intervals have none");
            Extend(s, 10000); // the mean is 1115 / 6: DF = 1/4, and older ones 1/16
            NS_TEST_EXPECT_MSG_EQ_TOL(
                s.history.GetLossEventRate(),
                // 5 + 1000 + 10 + .8 20 + .6 30 + .4 40 + .2 50 after I_0
                (discount ? (1 + 0.25 * 2 + 3 / 16.0) / (10000 + 1005 / 4.0 + 70 / 16.0)
                          : 6 / 11075.0),
                1e-15,
                "discounts multiply");
        }
    }

    /** @brief Less than eight intervals: by the weights used. */
    void Few()
    {
        HistoryScript s(false);
        s.MakeIntervals({30, 20, 10});
        // the one before the first loss is at 1e5 B/s, 1000 B, 20 ms
        const double first = s.history.GetInterval(4);
        NS_TEST_EXPECT_MSG_EQ(s.history.GetIntervals(), 4, "with the first one");
        NS_TEST_EXPECT_MSG_EQ_TOL(TfrcEquation(1000).GetRate(MilliSeconds(20), 1 / first),
                                  1e5,
                                  1e-3,
                                  "the first one");
        NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(),
                                  4 / (60 + first),
                                  1e-15,
                                  "four complete ones");
        Extend(s, 100);
        NS_TEST_EXPECT_MSG_EQ_TOL(s.history.GetLossEventRate(), 4 / 160.0, 1e-15, "open, three");
    }
};

/** @brief Random arrivals. */
class TfrcHistoryPropertyTest : public TestCase
{
  public:
    TfrcHistoryPropertyTest()
        : TestCase("Random arrivals: the same events as by looking at every packet")
    {
    }

  private:
    /** @brief Keeps everything, looks at every number. */
    struct PlainHistory
    {
        std::map<int64_t, double> received; // and when
        std::set<int64_t> lost;
        std::vector<int64_t> starts; // of events
        double eventTime{0};

        void Arrive(int64_t seq, double now, double rtt)
        {
            if (received.count(seq) || lost.count(seq))
            {
                return;
            }
            received[seq] = now;
            for (int64_t s = received.begin()->first; s <= received.rbegin()->first; s++)
            {
                const auto after = received.lower_bound(s);
                if (received.count(s) || lost.count(s) || std::distance(after, received.end()) < 3)
                {
                    continue;
                }
                lost.insert(s);
                // neighbours among packets that arrived
                const auto before = std::prev(after);
                const double span = std::max(0.0, after->second - before->second);
                const double time =
                    before->second + span * static_cast<double>(s - before->first) /
                                         static_cast<double>(after->first - before->first);
                if (starts.empty() || time > eventTime + rtt)
                {
                    starts.push_back(s);
                    eventTime = time;
                }
            }
        }
    };

    void DoRun() override
    {
        uint32_t events = 0;
        for (uint32_t run = 0; run < 200; run++)
        {
            std::mt19937_64 random(run);
            std::uniform_real_distribution<double> unit(0, 1);
            const double loss = 0.3 * unit(random) * unit(random);
            const double burst = 0.95 * unit(random);
            const double late = 0.1 * unit(random);
            const double rtt = 0.003 + 0.1 * unit(random);
            std::multimap<double, int64_t> arrivals;
            bool losing = false;
            double sent = 1;
            for (int64_t seq = 0; seq < 150; seq++)
            {
                sent += 0.02 * unit(random);
                losing = unit(random) < (losing ? burst : loss);
                for (int copies = unit(random) < 0.05 ? 2 : 1; copies > 0 && !losing; copies--)
                {
                    arrivals.emplace(sent + (unit(random) < late ? 0.1 * unit(random) : 0), seq);
                }
            }
            TfrcLossHistory history{TfrcEquation(1000)};
            PlainHistory plain;
            const auto offset = static_cast<uint32_t>(random());
            double highest = -1;
            for (const auto& [time, seq] : arrivals)
            {
                const Time now = NanoSeconds(std::llround(time * 1e9));
                history.OnArrival({offset + static_cast<uint32_t>(seq), now, Seconds(rtt), 1e4});
                plain.Arrive(seq, now.GetSeconds(), rtt);
                highest = std::max(highest, static_cast<double>(seq));
                NS_TEST_ASSERT_MSG_EQ(history.GetLossEvents(), plain.starts.size(), "run " << run);
                if (plain.starts.empty())
                {
                    continue;
                }
                const double p = history.GetLossEventRate();
                NS_TEST_ASSERT_MSG_EQ((p > 0 && p <= 1), true, "p = " << p);
                NS_TEST_ASSERT_MSG_EQ(history.GetInterval(0),
                                      highest - static_cast<double>(plain.starts.back()) + 1,
                                      "run " << run);
                for (size_t i = 1; i < std::min<size_t>(9, plain.starts.size()); i++)
                {
                    const size_t last = plain.starts.size() - i;
                    NS_TEST_ASSERT_MSG_EQ(
                        history.GetInterval(static_cast<uint32_t>(i)),
                        static_cast<double>(plain.starts[last] - plain.starts[last - 1]),
                        "run " << run << ", interval " << i);
                }
            }
            events += history.GetLossEvents();
        }
        NS_TEST_EXPECT_MSG_GT(events, 1000, "losses are common");
    }
};

/** @brief RFC 5348, section 6. */
class TfrcReceiverTest : public TestCase
{
  public:
    TfrcReceiverTest()
        : TestCase("Feedback once per round trip, at once after a loss or a silence")
    {
    }

  private:
    void DoRun() override
    {
        TfrcReceiver receiver{TfrcEquation(1000)};
        NS_TEST_EXPECT_MSG_EQ(receiver.GetDeadline().has_value(), false, "nothing to report");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnTimer(Seconds(9)), false, "no timer");
        const auto arrive = [&receiver](uint32_t seq, int ms) {
            return receiver.OnArrival({seq, MilliSeconds(ms), MilliSeconds(100), 1000});
        };
        // 6.3: the sender does not know a round-trip time yet, every packet is reported
        NS_TEST_EXPECT_MSG_EQ(receiver.OnArrival({1, MilliSeconds(50), Time(0), 1000}),
                              true,
                              "first packet");
        auto feedback = receiver.TakeFeedback(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(feedback.receiveRate, 0, "nothing measured");
        NS_TEST_EXPECT_MSG_EQ(feedback.lossEventRate, 0, "no loss");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetDeadline().has_value(), false, "no timer");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnArrival({2, MilliSeconds(1050), Time(0), 1000}),
                              true,
                              "second packet");
        feedback = receiver.TakeFeedback(MilliSeconds(1050));
        NS_TEST_EXPECT_MSG_EQ_TOL(feedback.receiveRate, 1000, 1e-9, "1000 bytes in a second");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetDeadline().has_value(), false, "no timer");
        // from now on it does
        NS_TEST_EXPECT_MSG_EQ(arrive(3, 1100), false, "not at every packet");
        NS_TEST_EXPECT_MSG_EQ(*receiver.GetDeadline(), MilliSeconds(1200), "a round-trip time");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnTimer(MilliSeconds(1199)), false, "too early");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnTimer(MilliSeconds(1200)), true, "timer");
        feedback = receiver.TakeFeedback(MilliSeconds(1200));
        NS_TEST_EXPECT_MSG_EQ_TOL(feedback.receiveRate, 1000 / 0.15, 1e-6, "in 150 ms");
        NS_TEST_EXPECT_MSG_EQ(*receiver.GetDeadline(), MilliSeconds(1300), "a round-trip time");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnTimer(MilliSeconds(1300)), false, "nothing arrived");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetDeadline().has_value(), false, "silence costs nothing");
        NS_TEST_EXPECT_MSG_EQ(arrive(4, 1400), true, "end of a silence");
        feedback = receiver.TakeFeedback(MilliSeconds(1400));
        // 6.2, step 2: of the last round-trip time, so that it is a packet in that at least
        NS_TEST_EXPECT_MSG_EQ_TOL(feedback.receiveRate, 10000, 1e-6, "1000 bytes in 100 ms");
        NS_TEST_EXPECT_MSG_EQ(arrive(5, 1410), false, "not again");
        NS_TEST_EXPECT_MSG_EQ(*receiver.GetDeadline(), MilliSeconds(1500), "restarted");
        arrive(7, 1420); // 6 is lost
        arrive(8, 1430);
        NS_TEST_EXPECT_MSG_EQ(arrive(9, 1440), true, "a loss event");
        feedback = receiver.TakeFeedback(MilliSeconds(1440));
        // 40 ms are too short: 5000 bytes since 1300 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(feedback.receiveRate, 5000 / 0.14, 1e-6, "in 140 ms");
        // the greatest rate so far was 1000 bytes in 100 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(
            TfrcEquation(1000).GetRate(MilliSeconds(100), feedback.lossEventRate),
            1000 / 0.1,
            1e-6,
            "the first interval");
        NS_TEST_EXPECT_MSG_EQ(receiver.GetHistory().GetLossEvents(), 1, "events");
        arrive(11, 1450); // 10 is lost, within the round-trip time
        arrive(12, 1460);
        NS_TEST_EXPECT_MSG_EQ(arrive(13, 1470), false, "the same event");
        NS_TEST_EXPECT_MSG_EQ(receiver.OnTimer(MilliSeconds(1540)), true, "timer");
        feedback = receiver.TakeFeedback(MilliSeconds(1540));
        NS_TEST_EXPECT_MSG_EQ_TOL(feedback.receiveRate, 30000, 1e-6, "3000 bytes in 100 ms");
        const std::string text =
            HsnAbortText([] { TfrcReceiver bad(TfrcEquation(1), Seconds(0)); });
        NS_TEST_EXPECT_MSG_NE(text.find("0 s must be above 0"), std::string::npos, text);
    }
};

HsnTestRegistration g_tfrcLossHistoryTests(
    "tfrc-loss-history",
    {new TfrcEventTest, new TfrcIntervalTest, new TfrcHistoryPropertyTest, new TfrcReceiverTest});
} // namespace
} // namespace hsn
} // namespace ns3
