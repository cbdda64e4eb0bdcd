// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * The rate of TFRC sockets: packet by packet by hand from RFC 5348, by its equation under constant
 * loss, and within its bounds on random paths.
 */
#include "../hsn-test.h"
#include "tfrc-socket-support.h"

#include "ns3/boolean.h"
#include "ns3/tfrc-equation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Slow start, by hand: 1200-byte packets, round-trip time 100 ms, no losses. */
class TfrcSlowStartTest : public TestCase
{
  public:
    TfrcSlowStartTest()
        : TestCase("Packet by packet: first feedback, slow start, a loss, no more feedback")
    {
    }

  private:
    void DoRun() override
    {
        TfrcRun run(MilliSeconds(50), 1200);
        run.Connect();
        Begin(run);
        Loss(run);
        Silence(run);
    }

    /**
     * @brief 4.2, 4.3, 6.2. The connection opens at 0.1 s. The first packet's feedback allows 4380
     * bytes in 0.1 s, from 0.2 s on; they arrive from 0.25 s on, when the receiver's timer starts.
     * It expires at 0.35 s: 4 packets in the 0.2 s since the first feedback. From then on there is
     * feedback every 0.1 s.
     * @param run not yet begun
     */
    void Begin(TfrcRun& run)
    {
        run.RunUntil(0.95);
        NS_TEST_EXPECT_MSG_EQ(run.connected, 1, "connected");
        // X, bytes per second: a packet per second, 4380 / R, then twice X_recv, which follows X by
        // a round trip
        const std::vector<TfrcSample> rates{{0.1, 1200},
                                            {0.2, 43800},
                                            {0.4, 48000},
                                            {0.5, 96000},
                                            {0.7, 192000},
                                            {0.9, 384000}};
        NS_TEST_ASSERT_MSG_EQ(run.rates.size(), rates.size(), "changes of the rate");
        for (size_t i = 0; i < rates.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(run.rates[i].time, rates[i].time, 1e-6, "change " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(run.rates[i].value, rates[i].value, 1, "rate " << i);
        }
        const std::vector<double> received{0, 24000, 48000, 48000, 96000, 96000, 192000};
        NS_TEST_ASSERT_MSG_EQ(run.feedback.size(), received.size(), "feedback packets");
        for (size_t i = 0; i < received.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(run.feedback[i].receiveRate, received[i], 1, "X_recv " << i);
            NS_TEST_EXPECT_MSG_EQ(run.feedback[i].lossEventRate, 0, "p " << i);
            const double time = i == 0 ? 0.2 : 0.3 + 0.1 * static_cast<double>(i);
            NS_TEST_EXPECT_MSG_EQ_TOL(run.feedbackTimes[i], time, 1e-6, "feedback " << i);
        }
        // 27.4 ms apart until 0.4 s, 25 ms until 0.5 s, then 12.5 ms; the first packet under a new
        // rate counts from the one before it
        const double early = 1200.0 / 43800;
        std::vector<double> departures{0.1};
        for (int i = 0; i < 8; i++)
        {
            departures.push_back(0.2 + early * i);
        }
        for (int i = 1; i <= 4; i++)
        {
            departures.push_back(0.2 + early * 7 + 0.025 * i);
        }
        for (int i = 1; i <= 3; i++)
        {
            departures.push_back(0.2 + early * 7 + 0.1 + 0.0125 * i);
        }
        NS_TEST_ASSERT_MSG_GT(run.departures.size(), departures.size(), "packets");
        for (size_t i = 0; i < departures.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(run.departures[i], departures[i], 2e-6, "packet " << i);
        }
    }

    /** @brief 6.1, 6.3.1: a loss is reported at once, three packets after it; the first interval is
     * such that the equation gives the greatest X_recv so far. @param run as Begin() left it */
    void Loss(TfrcRun& run)
    {
        double sent = 0;
        run.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            TfrcHeader header;
            if (sent > 0 || !PeekTfrc(packet, header) || header.type != TfrcHeader::DATA)
            {
                return false;
            }
            sent = Simulator::Now().GetSeconds();
            return true;
        };
        const double greatest = 192000;
        run.RunUntil(1.06);
        const auto& report = run.feedback.back();
        NS_TEST_EXPECT_MSG_GT(report.lossEventRate, 0, "reported");
        // 384000 B/s: a packet each 3.125 ms
        NS_TEST_EXPECT_MSG_EQ_TOL(report.echo.GetSeconds(), sent + 3 * 0.003125, 1e-6, "at once");
        NS_TEST_EXPECT_MSG_EQ(report.delay, Time(0), "at once");
        const TfrcEquation equation(1200);
        NS_TEST_EXPECT_MSG_EQ_TOL(equation.GetRate(MilliSeconds(100), report.lossEventRate),
                                  greatest,
                                  20,
                                  "the first interval");
        NS_TEST_EXPECT_MSG_EQ_TOL(run.rates.back().value, greatest, 20, "the equation's rate");
        run.hosts.channel->filter = nullptr;
    }

    /**
     * @brief 4.4: without feedback, the rate is halved after 4 R, again and again, down to a packet
     * in 64 s; when feedback comes, the rate is twice what arrives.
     * @param run as Loss() left it
     */
    void Silence(TfrcRun& run)
    {
        run.RunUntil(2);
        const auto toClient = [&run](Ptr<const Packet>, Ptr<SimpleNetDevice> sender) {
            return sender == run.hosts.Device(1);
        };
        run.hosts.channel->filter = toClient;
        run.RunUntil(2.09); // what was on its way arrives
        const double last = run.feedbackTimes.back();
        const double before = run.rates.back().value;
        const size_t changes = run.rates.size();
        run.RunUntil(62);
        // X is min(X_Bps, 2 X_recv), the first of them here; both are more than what is left
        double rate = before;
        double when = last + 0.4;
        size_t i = changes;
        while (when < 62)
        {
            rate = std::max(rate / 2, 1200 / 64.0);
            NS_TEST_ASSERT_MSG_GT(run.rates.size(), i, "changes");
            NS_TEST_EXPECT_MSG_EQ_TOL(run.rates[i].value / rate, 1, 0.01, "halved at " << when);
            NS_TEST_EXPECT_MSG_EQ_TOL(run.rates[i].time, when, 0.01 * when, "when");
            when = run.rates[i].time + std::max(0.4, 2 * 1200 / rate);
            i++;
        }
        NS_TEST_EXPECT_MSG_EQ(run.rates.size(), i, "no other changes");
        NS_TEST_EXPECT_MSG_LT(run.client->GetCounters().noFeedback, 20, "no storm");
        // at most what the rates allow, and a packet for each
        double bytes = 0;
        for (size_t j = changes - 1; j < i; j++)
        {
            const double end = j + 1 < i ? run.rates[j + 1].time : 62;
            bytes += run.rates[j].value * (end - std::max(2.09, run.rates[j].time));
        }
        const auto sent = std::count_if(run.departures.begin(), run.departures.end(), [](double t) {
            return t > 2.09;
        });
        NS_TEST_EXPECT_MSG_LT(sent, bytes / 1200 + static_cast<double>(i - changes) + 1, "packets");
        run.hosts.channel->filter = nullptr;
        run.RunUntil(62 + 64 + 4);
        NS_TEST_EXPECT_MSG_GT(run.rates.back().value, 20000, "it comes back");
        NS_TEST_EXPECT_MSG_EQ(run.broken + run.serverBroken, 0, "still connected");
    }
};

/** @brief Constant loss: every N-th packet, fixed round-trip time. */
class TfrcPeriodicLossTest : public TestCase
{
  public:
    TfrcPeriodicLossTest()
        : TestCase("Every N-th packet is lost: the rate of the equation for 1 in N")
    {
    }

  private:
    /** @brief A case. */
    struct Case
    {
        uint32_t size;   //!< s
        int64_t rtt;     //!< ms
        uint32_t period; //!< N
        double rate;     //!< X, bytes per second, computed by another program
    };

    void DoRun() override
    {
        for (const Case& c : {Case{512, 220, 100, 26142.775},
                              Case{512, 600, 50, 6250.578},
                              Case{1000, 100, 100, 112332.234},
                              Case{1460, 200, 1000, 280205.851},
                              Case{512, 800, 10, 1132.865}})
        {
            Check(c);
        }
    }

    /** @param c case */
    void Check(const Case& c)
    {
        TfrcRun run(MilliSeconds(c.rtt / 2), c.size);
        uint32_t count = 0;
        run.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            TfrcHeader header;
            return PeekTfrc(packet, header) && header.type == TfrcHeader::DATA &&
                   ++count % c.period == 0;
        };
        run.Connect();
        // 12 loss events: the eight intervals are then all of N packets
        const double event = c.period * c.size / c.rate;
        const double begin = 12 * event + 20 * c.rtt * 1e-3;
        run.RunUntil(begin);
        const size_t packets = run.departures.size();
        const size_t reports = run.feedback.size();
        run.RunUntil(begin + 20 * event);
        const std::string name = "N " + std::to_string(c.period) + " s " + std::to_string(c.size);
        const double rate =
            static_cast<double>((run.departures.size() - packets) * c.size) / (20 * event);
        NS_TEST_EXPECT_MSG_EQ_TOL(rate / c.rate, 1, 0.01, name << ": sent");
        // the open interval is N + 3 at most when the next loss shows; its weight is 1 of 6
        const double least = 1 / (1 + 0.5 / c.period);
        size_t exact = 0;
        for (size_t i = reports; i < run.feedback.size(); i++)
        {
            const double p = run.feedback[i].lossEventRate * c.period;
            NS_TEST_EXPECT_MSG_EQ((p > least - 1e-9 && p < 1 + 1e-9), true, name << ": p " << p);
            if (p > 1 - 1e-9)
            {
                exact++;
                const double allowed = run.GetRate(run.feedbackTimes[i]);
                NS_TEST_EXPECT_MSG_EQ_TOL(allowed / c.rate, 1, 1e-4, name << ": allowed");
            }
        }
        NS_TEST_EXPECT_MSG_GT(exact, 20, name);
        NS_TEST_EXPECT_MSG_EQ(run.client->GetCounters().noFeedback, 0, name);
    }
};

/** @brief A pause at a rate of less than a packet per round-trip time. */
class TfrcPauseTest : public TestCase
{
  public:
    TfrcPauseTest()
        : TestCase("After a pause at high loss, the rate is still that of the equation")
    {
    }

  private:
    void DoRun() override
    {
        TfrcRun run(MilliSeconds(50), 1000);
        uint32_t count = 0;
        run.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            TfrcHeader header;
            return PeekTfrc(packet, header) && header.type == TfrcHeader::DATA && ++count % 5 == 0;
        };
        run.Connect();
        run.RunUntil(200);
        run.full = false;
        run.RunUntil(300); // what is in the buffer has left, and 60 s and more have passed
        const size_t before = run.departures.size();
        NS_TEST_ASSERT_MSG_LT(run.departures.back(), 240, "a pause of 60 s");
        for (uint32_t i = 0; i < 10; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(run.client->Send(Create<Packet>(1000)), 1000, "a burst");
        }
        run.RunUntil(310);
        NS_TEST_ASSERT_MSG_EQ(run.departures.size(), before + 10, "all have left");
        // RFC 5348, 3.1: R = 0.1 s and p = 1/5 make a packet in 0.186 s; p = 2/11, which is p when
        // the next loss has not shown for three packets, makes one in 0.152 s
        for (size_t i = before + 1; i < run.departures.size(); ++i)
        {
            const double gap = run.departures[i] - run.departures[i - 1];
            NS_TEST_EXPECT_MSG_EQ_TOL(gap, 0.17, 0.025, "packet " << i);
        }
    }
};

HsnTestRegistration g_tfrcSocketRateTests("tfrc-socket-rate",
                                          {new TfrcSlowStartTest,
                                           new TfrcPeriodicLossTest,
                                           new TfrcPauseTest});
} // namespace
} // namespace hsn
} // namespace ns3
