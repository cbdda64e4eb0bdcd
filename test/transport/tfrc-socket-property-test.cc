// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * TFRC sockets on random paths: whatever the network does, the rate stays within its bounds, and
 * neither end sends or works more than the protocol needs.
 */
#include "../hsn-test.h"
#include "tfrc-socket-support.h"

#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/queue-size.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/// Bytes of a message.
constexpr uint32_t SIZE = 1000;
/// Length of a run, s.
constexpr double END = 15;

/** @brief Random loss, reordering, duplication, jitter, outages, queues, applications. */
class TfrcPathPropertyTest : public TestCase
{
  public:
    TfrcPathPropertyTest()
        : TestCase("Random paths: rate finite, positive, at most twice what arrives; no storm")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t seed = 0; seed < 80; seed++)
        {
            Try(seed);
        }
        // each kind of limit has been met
        NS_TEST_EXPECT_MSG_GT(m_losses, 1000, "reports of losses");
        NS_TEST_EXPECT_MSG_GT(m_noFeedback, 50, "no feedback");
    }

    /** @param seed of everything */
    void Try(uint32_t seed)
    {
        std::mt19937_64 random(seed);
        std::uniform_real_distribution<double> unit(0, 1);
        const auto choose = [&](double least, double most) {
            return least * std::pow(most / least, unit(random));
        };
        const double delay = choose(0.001, 0.2);
        TfrcRun run(Seconds(delay), SIZE);
        auto& channel = *run.hosts.channel;
        channel.SetStream(1000 + seed);
        for (uint32_t i = 0; i < 2; i++)
        {
            auto queue = CreateObject<DropTailQueue<Packet>>();
            const auto places = static_cast<uint32_t>(choose(2, 100));
            queue->SetAttribute("MaxSize", QueueSizeValue(QueueSize(PACKETS, places)));
            run.hosts.Device(i)->SetQueue(queue);
            const auto rate = static_cast<uint64_t>(choose(1e4, 3e6));
            run.hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
        }
        run.client->SetAttribute("MaxTries", UintegerValue(100));
        run.Connect();
        run.RunUntil(1);
        channel.lose = unit(random) < 0.3 ? 0 : choose(0.001, 0.2);
        channel.duplicate = unit(random) < 0.5 ? 0 : choose(0.001, 0.2);
        channel.reorder = unit(random) < 0.5 ? 0 : choose(0.001, 1);
        channel.extra = Seconds(choose(0.0001, 0.3));
        // an outage, of one direction or both, and an application that pauses
        const double begin = 1 + 10 * unit(random);
        const double length = choose(0.05, 5);
        const auto ways = static_cast<int>(3 * unit(random));
        channel.filter = [&](Ptr<const Packet>, Ptr<SimpleNetDevice> sender) {
            const double now = Simulator::Now().GetSeconds();
            const int way = sender == run.hosts.Device(0) ? 0 : 1;
            return now > begin && now < begin + length && way != ways;
        };
        const double pause = 1 + 10 * unit(random);
        const double again = pause + choose(0.01, 3);
        ScheduleCall(Seconds(pause) - Simulator::Now(), [&] { run.full = false; });
        ScheduleCall(Seconds(again) - Simulator::Now(), [&] {
            run.full = true;
            run.Fill(run.client, 0);
        });
        run.RunUntil(END);
        const std::string name = "seed " + std::to_string(seed);
        if (run.connected > 0)
        {
            CheckRates(run, delay, name);
            CheckWork(run, delay, name);
        }
    }

    /** @brief 4.3, 4.4. @param run done @param delay one way, s @param name of the run */
    void CheckRates(const TfrcRun& run, double delay, const std::string& name)
    {
        double greatest = 0;
        double bytes = 0;
        size_t reports = 0;
        for (size_t i = 0; i < run.rates.size(); i++)
        {
            const auto [time, rate] = run.rates[i];
            NS_TEST_ASSERT_MSG_EQ(std::isfinite(rate), true, name);
            NS_TEST_ASSERT_MSG_EQ((rate >= SIZE / 64.0), true, name << ": a packet in 64 s");
            while (reports < run.feedback.size() && run.feedbackTimes[reports] <= time)
            {
                greatest = std::max(greatest, run.feedback[reports].receiveRate);
                m_losses += run.feedback[reports].lossEventRate > 0 ? 1 : 0;
                reports++;
            }
            // the initial rate by the shortest round-trip time, doubled before X_recv is known
            const double most = std::max(2 * greatest, 2 * 4 * SIZE / (2 * delay));
            NS_TEST_ASSERT_MSG_EQ((rate <= most * (1 + 1e-9)),
                                  true,
                                  name << ": " << rate << " at " << time << " s, " << greatest);
            const double end = i + 1 < run.rates.size() ? run.rates[i + 1].time : END;
            bytes += rate * (end - time);
        }
        // a change of the rate moves one packet
        const auto sent = static_cast<double>(run.departures.size() * SIZE);
        const auto changes = static_cast<double>(run.rates.size() + 1);
        NS_TEST_ASSERT_MSG_EQ((sent <= bytes + SIZE * changes), true, name << ": sent " << sent);
    }

    /** @brief No storm. @param run done @param delay one way, s @param name of the run */
    void CheckWork(const TfrcRun& run, double delay, const std::string& name)
    {
        const auto& client = run.client->GetCounters();
        m_noFeedback += client.noFeedback;
        NS_TEST_ASSERT_MSG_EQ((client.noFeedback <= END / (8 * delay) + 1), true, name);
        if (run.server)
        {
            const auto& server = run.server->GetCounters();
            NS_TEST_ASSERT_MSG_EQ((server.feedbackSent <= server.dataReceived), true, name);
            // one each round-trip time, and one each loss event, which are further apart
            NS_TEST_ASSERT_MSG_EQ(
                (static_cast<double>(server.feedbackSent) <= 2 * (END / (2 * delay) + 1) + 10),
                true,
                name << ": " << server.feedbackSent);
        }
        NS_TEST_ASSERT_MSG_EQ(run.broken + run.serverBroken, 0, name);
    }

    uint64_t m_losses{0};     //!< feedback packets with a loss event rate
    uint64_t m_noFeedback{0}; //!< times that the no-feedback timer expired
};

HsnTestRegistration g_tfrcSocketPropertyTests("tfrc-socket-property", {new TfrcPathPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
