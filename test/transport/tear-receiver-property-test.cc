// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TearReceiver against a second implementation of the table of states, on random arrivals with
 * losses, reordering and duplicates. The second one is written for simplicity: it keeps all
 * numbers in a set, counts by scanning it, and computes in seconds.
 */
#include "../hsn-test.h"

#include "ns3/tear-receiver.h"

#include <algorithm>
#include <cmath>
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
/** @brief The table of states, with numbers that do not wrap and times in seconds. */
struct PlainTear
{
    enum Where
    {
        SSR,
        SS,
        CAR,
        CA,
        GAPPED,
        FR,
        TO
    };

    double ssthresh{16};
    int dupThresh{3};
    double initialRtt{1};
    double minRto{0.2};

    Where state{SSR};
    Where previous{SS};
    double cwnd{1};
    int lastCwnd{1};
    int count{0};
    int64_t expected{0};
    int64_t gapLost{0};
    int gapCount{0};
    std::set<int64_t> gap;
    double deadline{-1};
    double lastInOrder{0};
    double lastArrival{-1};
    double spacing{-1};
    double srtt{0};
    double dev{0};
    double backoff{1};
    std::vector<std::pair<double, double>> open; // window, duration
    std::vector<double> epochs;                  // oldest first
    double rate{0};

    double Rtt() const
    {
        return srtt > 0 ? srtt : initialRtt;
    }

    double Dev() const
    {
        return srtt > 0 ? dev : initialRtt / 2;
    }

    double Timeout() const
    {
        return std::max((spacing * lastCwnd + 2 * Dev()) * backoff, 2 * spacing);
    }

    /** w_i of table 3.1 */
    static double Weight(size_t i)
    {
        return i < 4 ? 1 / 6.0 : (8 - static_cast<double>(i)) / 30;
    }

    /** @param samples oldest first @return their average */
    static double Average(const std::vector<double>& samples)
    {
        double sum = 0;
        double used = 0;
        for (size_t i = 0; i < std::min<size_t>(8, samples.size()); i++)
        {
            sum += Weight(i) * samples[samples.size() - 1 - i];
            used += Weight(i);
        }
        return used > 0 ? sum / used : 0;
    }

    void Record(double window, double duration, bool last)
    {
        if (srtt <= 0)
        {
            return;
        }
        open.emplace_back(window, duration);
        double windows = 0;
        double seconds = 0;
        for (const auto& [w, d] : open)
        {
            windows += w;
            seconds += d;
        }
        auto all = epochs;
        all.push_back(windows / seconds);
        if (last)
        {
            epochs = all;
            open.clear();
        }
        rate = std::max(Average(epochs), Average(all));
    }

    void InOrder()
    {
        cwnd += previous == SS ? 1 : 1.0 / lastCwnd;
        count++;
        if (count >= lastCwnd)
        {
            Record(lastCwnd, srtt, false);
            backoff = 1;
            lastCwnd = static_cast<int>(std::floor(cwnd));
            count = 0;
        }
        if (previous == SS && cwnd > ssthresh)
        {
            previous = CA;
        }
    }

    void Recount()
    {
        gapCount = 0;
        for (const int64_t q : gap)
        {
            gapCount += q < gapLost + lastCwnd ? 1 : 0;
        }
    }

    void Recover(double now)
    {
        Record(cwnd, Rtt(), true);
        gap.clear();
        state = FR;
        deadline = now + Rtt();
    }

    void Beyond(int64_t q, double now)
    {
        gap.insert(q);
        gapCount += q < gapLost + lastCwnd ? 1 : 0;
        if (gapCount >= dupThresh)
        {
            Recover(now);
        }
    }

    void Arrive(int64_t q, double now)
    {
        if (lastArrival >= 0)
        {
            const double step = now - lastArrival;
            spacing = spacing < 0 ? step : spacing * 7 / 8 + step / 8;
        }
        lastArrival = now;
        if (state == FR || state == TO)
        {
            return;
        }
        if (state == SSR || state == CAR)
        {
            previous = state == SSR ? SS : CA;
            state = previous;
            expected = q; // so that it is the next one in order
            count = 0;
        }
        if (state != GAPPED)
        {
            if (q == expected)
            {
                expected++;
                InOrder();
                state = previous;
                lastInOrder = now;
                deadline = spacing < 0 ? -1 : now + Timeout();
            }
            else if (q > expected)
            {
                state = GAPPED;
                gapLost = expected;
                gapCount = 0;
                deadline = std::max(now, lastInOrder + Timeout());
                Beyond(q, now);
            }
            return;
        }
        if (q == gapLost)
        {
            gap.insert(q);
            while (gap.count(gapLost))
            {
                gap.erase(gapLost);
                gapLost++;
                InOrder();
            }
            expected = gapLost;
            if (gap.empty())
            {
                state = previous;
            }
            else
            {
                Recount();
            }
            lastInOrder = now;
            deadline = now + Timeout();
        }
        else if (q > gapLost && !gap.count(q))
        {
            Beyond(q, now);
        }
    }

    void Timer()
    {
        const double now = deadline;
        deadline = -1;
        if (state == FR)
        {
            cwnd = std::max(cwnd / 2, 1.0);
            ssthresh = std::max(cwnd, 2.0);
            lastCwnd = static_cast<int>(std::floor(cwnd));
            count = 0;
            state = CAR;
        }
        else if (state == TO)
        {
            ssthresh = std::max(cwnd / 2, 2.0);
            cwnd = lastCwnd = 1;
            backoff = std::min(64.0, backoff * 2);
            count = 0;
            state = SSR;
        }
        else
        {
            Record(cwnd, std::max(minRto, Rtt() + 4 * Dev()) * backoff, true);
            gap.clear();
            state = TO;
            deadline = now + Rtt();
        }
    }
};

/** @brief A data packet as it arrives. */
struct DataPacket
{
    int64_t time{0}; // ns
    int64_t number{0};
};

/** @brief Random arrivals. */
class TearPropertyTest : public TestCase
{
  public:
    TearPropertyTest()
        : TestCase("Random arrivals: the same windows as by a plain table, bounded rate")
    {
    }

  private:
    /** @param random source @return packets in order of arrival */
    static std::vector<DataPacket> MakeScript(std::mt19937_64& random)
    {
        std::uniform_real_distribution<double> unit(0, 1);
        const auto logUniform = [&](double low, double high) {
            return low * std::pow(high / low, unit(random));
        };
        const double loss = unit(random) < 0.2 ? 0 : logUniform(0.001, 0.2);
        const double burst = unit(random) < 0.5 ? 0 : unit(random) * 0.9;
        const double late = unit(random) < 0.3 ? 0 : logUniform(0.001, 0.2);
        const double twice = unit(random) < 0.5 ? 0 : logUniform(0.001, 0.1);
        const double pause = unit(random) < 0.5 ? 0 : 0.005;
        const double spacing = logUniform(1e6, 1e8);
        std::vector<DataPacket> packets;
        double now = 1e9;
        bool losing = false;
        for (int64_t number = 0; number < 400; number++)
        {
            now += spacing * (0.5 + unit(random));
            if (unit(random) < pause)
            {
                now += 60 * spacing * unit(random);
            }
            losing = unit(random) < (losing ? std::max(burst, loss) : loss);
            for (double copies = unit(random) < twice ? 2 : 1; copies > 0 && !losing; copies--)
            {
                const double delay = unit(random) < late ? 8 * spacing * unit(random) : 0;
                packets.push_back({std::llround(now + delay), number});
            }
        }
        std::stable_sort(packets.begin(),
                         packets.end(),
                         [](const DataPacket& a, const DataPacket& b) { return a.time < b.time; });
        return packets;
    }

    /** @param run number of the script @return an empty string, or what differs */
    std::string Run(uint32_t run)
    {
        std::mt19937_64 random(run);
        std::uniform_real_distribution<double> unit(0, 1);
        auto settings = TearReceiver::GetInternetSettings();
        settings.initialSsthresh = 2 + 30 * unit(random);
        settings.dupThresh = 1 + run % 4;
        PlainTear plain;
        plain.ssthresh = settings.initialSsthresh;
        plain.dupThresh = static_cast<int>(settings.dupThresh);
        TearReceiver tear(settings);
        const auto offset = static_cast<uint32_t>(random()); // of the numbers, which wrap
        double rtt = 2e7 + 3e8 * unit(random);
        double leastRtt = 1e18;
        double mostWindow = 1;
        const int unknown = run % 5 == 0 ? 20 : 1; // packets without a round-trip time
        int packets = 0;
        for (const DataPacket& packet : MakeScript(random))
        {
            while (tear.GetDeadline() && tear.GetDeadline()->GetNanoSeconds() < packet.time)
            {
                tear.OnTimer(*tear.GetDeadline());
                m_seen.insert(tear.GetState());
            }
            const double now = static_cast<double>(packet.time) / 1e9;
            while (plain.deadline >= 0 && plain.deadline < now)
            {
                plain.Timer();
            }
            packets++;
            rtt *= 0.97 + 0.06 * unit(random);
            const bool known = packets > unknown;
            const Time srtt = NanoSeconds(known ? std::llround(rtt) : 0);
            const Time dev = NanoSeconds(known ? std::llround(rtt * 0.4 * unit(random)) : 0);
            plain.srtt = srtt.GetSeconds();
            plain.dev = dev.GetSeconds();
            plain.Arrive(packet.number, now);
            tear.OnArrival({offset + static_cast<uint32_t>(packet.number),
                            NanoSeconds(packet.time),
                            Time(0),
                            srtt,
                            dev});
            m_seen.insert(tear.GetState());
            leastRtt = known ? std::min(leastRtt, srtt.GetSeconds()) : leastRtt;
            mostWindow = std::max(mostWindow, tear.GetCwnd());
            const std::string where =
                "script " + std::to_string(run) + ", packet " + std::to_string(packets) + ": ";
            if (tear.GetCwnd() != plain.cwnd ||
                static_cast<int>(tear.GetLastCwnd()) != plain.lastCwnd ||
                tear.GetSsthresh() != plain.ssthresh)
            {
                return where + "window " + std::to_string(tear.GetCwnd()) + ", plain " +
                       std::to_string(plain.cwnd);
            }
            static const std::vector<TearReceiver::State> states{
                TearReceiver::SLOW_START_READY,
                TearReceiver::SLOW_START,
                TearReceiver::CONGESTION_AVOIDANCE_READY,
                TearReceiver::CONGESTION_AVOIDANCE,
                TearReceiver::GAP,
                TearReceiver::FAST_RECOVERY,
                TearReceiver::TIMEOUT};
            if (tear.GetState() != states[plain.state])
            {
                return where + "state " + std::to_string(tear.GetState()) + ", plain " +
                       std::to_string(plain.state);
            }
            if (tear.GetCwnd() < 1 || tear.GetLastCwnd() < 1)
            {
                return where + "window below 1";
            }
            const bool recorded = !plain.open.empty() || !plain.epochs.empty();
            if (!std::isfinite(tear.GetRate()) || (tear.GetRate() > 0) != recorded ||
                std::abs(tear.GetRate() - plain.rate) > 1e-6 * plain.rate)
            {
                return where + "rate " + std::to_string(tear.GetRate()) + ", plain " +
                       std::to_string(plain.rate);
            }
            if (recorded && tear.GetRate() > mostWindow / leastRtt * (1 + 1e-12))
            {
                return where + "rate above the greatest window per least round-trip time";
            }
        }
        m_events += tear.GetLossEvents();
        return "";
    }

    void DoRun() override
    {
        for (uint32_t run = 0; run < 1000; run++)
        {
            const std::string difference = Run(run);
            NS_TEST_ASSERT_MSG_EQ(difference, "", difference);
        }
        NS_TEST_EXPECT_MSG_EQ(m_seen.size(), 7, "all states occur");
        NS_TEST_EXPECT_MSG_GT(m_events, 5000, "losses are common");
    }

    std::set<TearReceiver::State> m_seen; //!< states that occurred
    uint64_t m_events{0};                 //!< loss events
};

HsnTestRegistration g_tearReceiverPropertyTests("tear-receiver-property", {new TearPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
