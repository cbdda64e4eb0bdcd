// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SSTP over the black box of section 5.2, against the times that follow from its assumptions:
 * t_p = 16.384 us (500 Mb/s) or 81.92 us (100 Mb/s), t_s = 256 t_p, t_a = RTD + 3 t_p.
 */
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/simulator.h"
#include "ns3/sstp-black-box.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A run up to a number of accepted segments. */
struct Trial
{
    /** @param settings constants @param loss process @param segments how many */
    Trial(const SstpBlackBox::Settings& settings, Ptr<ErrorModel> loss, uint64_t segments)
        : m_segments(segments),
          box(settings, loss, [this](const SstpBlackBox::Outcome& o) { Take(o); })
    {
        box.Start();
        Simulator::Run();
        Simulator::Destroy();
    }

    /** @param outcome of a segment */
    void Take(const SstpBlackBox::Outcome& outcome)
    {
        outcomes.push_back(outcome);
        if (outcomes.size() == m_segments)
        {
            box.Stop();
            Simulator::Stop();
        }
    }

    /** @param i of an outcome @return delay in ms */
    double Delay(std::size_t i) const
    {
        return (outcomes[i].accepted - outcomes[i].start).GetSeconds() * 1e3;
    }

    /** @param first, last outcomes @param segmentTime t_s in s @return throughput efficiency */
    double Efficiency(std::size_t first, std::size_t last, double segmentTime) const
    {
        const Time time = outcomes[last].accepted - outcomes[first].accepted;
        return static_cast<double>(last - first) * segmentTime / time.GetSeconds();
    }

    uint64_t m_segments;                         //!< how many are wanted
    std::vector<SstpBlackBox::Outcome> outcomes; //!< of segments
    SstpBlackBox box;                            //!< what runs
};

/** @brief Section 8: p = 0. */
class SstpBlackBoxCleanTest : public TestCase
{
  public:
    SstpBlackBoxCleanTest()
        : TestCase("Without loss: delay and throughput efficiency of an idle network")
    {
    }

  private:
    void DoRun() override
    {
        for (const double rate : {500e6, 100e6})
        {
            const double packet = 8192 / rate;
            const double segment = 256 * packet;
            const double wait = (0.06 + 3 * packet) / segment;
            for (const uint32_t window : {1U, 2U, 4U, 15U, 16U, 40U})
            {
                SstpBlackBox::Settings settings;
                settings.rate = rate;
                settings.window = window;
                const std::size_t first = 2 * window;
                Trial run(settings, nullptr, 8 * window + 1);
                NS_TEST_EXPECT_MSG_EQ_TOL(run.Delay(5),
                                          (segment + 0.03) * 1e3,
                                          1e-6,
                                          "delay at " << rate);
                NS_TEST_EXPECT_MSG_EQ_TOL(run.Efficiency(first, 8 * window, segment),
                                          std::min(1.0, window / (wait + 1)),
                                          1e-6,
                                          "efficiency, W " << window);
                NS_TEST_EXPECT_MSG_EQ(run.box.GetDuplicates(), 0, "duplicates");
            }
        }
    }
};

/** @brief Chosen losses. */
class SstpBlackBoxLossTest : public TestCase
{
  public:
    SstpBlackBoxLossTest()
        : TestCase("Chosen losses cost t_a and their retransmission, or nothing if tolerated")
    {
    }

  private:
    /** @param loss E and B @param lost packets @return delay of the first segment in ms */
    double First(uint32_t loss, const std::list<uint32_t>& lost)
    {
        SstpBlackBox::Settings settings;
        settings.window = 1;
        settings.tolerance.maxLoss = loss;
        settings.tolerance.maxBurst = loss;
        auto losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList(lost);
        Trial run(settings, losses, 1);
        NS_TEST_EXPECT_MSG_EQ(run.outcomes[0].violated, false, "tolerance");
        return run.Delay(0);
    }

    void DoRun() override
    {
        const double packet = 0.016384;
        const double none = 256 * packet + 30;
        const double round = 60 + 3 * packet; // t_a
        NS_TEST_EXPECT_MSG_EQ_TOL(First(0, {}), none, 1e-6, "no loss");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(0, {7}), none + round + packet, 1e-6, "one round");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(0, {255}), none + round + packet, 1e-6, "last packet");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(0, {7, 9}), none + round + 2 * packet, 1e-6, "two packets");
        // packet 7 is the 257th one when sent again
        NS_TEST_EXPECT_MSG_EQ_TOL(First(0, {7, 256}),
                                  none + 2 * round + 2 * packet,
                                  1e-6,
                                  "two rounds");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(1, {7}), none, 1e-6, "tolerated");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(1, {255}), none, 1e-6, "tolerated at the end");
        NS_TEST_EXPECT_MSG_EQ_TOL(First(1, {7, 9}), none + round + packet, 1e-6, "one too many");
        std::list<uint32_t> all;
        for (uint32_t i = 0; i < 256; ++i)
        {
            all.push_back(i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(First(256, all), none, 1e-6, "everything is tolerated");
    }
};

/** @brief Random losses. */
class SstpBlackBoxRandomTest : public TestCase
{
  public:
    SstpBlackBoxRandomTest()
        : TestCase("Random losses: rounds, nothing spurious, strict and literal accounting")
    {
    }

  private:
    /** @param p loss @return the process */
    static Ptr<ErrorModel> Loss(double p)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(p);
        model->AssignStreams(70);
        return model;
    }

    void DoRun() override
    {
        // expected segments with a second round: N [1 - (1-p)^256]; 4 deviations
        SstpBlackBox::Settings settings;
        settings.window = 20;
        const uint64_t n = 4000;
        Trial full(settings, Loss(1e-3), n);
        double again = 0;
        double packets = 0;
        for (const auto& o : full.outcomes)
        {
            again += o.rounds > 1;
            packets += o.lost;
        }
        const double g = 1 - std::pow(1 - 1e-3, 256);
        NS_TEST_EXPECT_MSG_EQ_TOL(again, n * g, 4 * std::sqrt(n * g * (1 - g)), "second rounds");
        NS_TEST_EXPECT_MSG_EQ(packets, 0, "all packets are delivered");
        NS_TEST_EXPECT_MSG_EQ(full.box.GetDuplicates(), 0, "nothing is sent in vain");

        settings.tolerance.maxLoss = 1;
        settings.tolerance.maxBurst = 1;
        Trial strict(settings, Loss(1e-2), n);
        settings.tolerance.accounting = SSTP_LITERAL;
        Trial literal(settings, Loss(1e-2), n);
        const auto violations = [](const Trial& run) {
            return std::count_if(run.outcomes.begin(), run.outcomes.end(), [](const auto& o) {
                return o.violated;
            });
        };
        NS_TEST_EXPECT_MSG_EQ(violations(strict), 0, "strict");
        // 626 of 39 062 segments in the reference simulation; 4 deviations of the Poisson count
        const double expected = 626.0 * n / 39062;
        NS_TEST_EXPECT_MSG_EQ_TOL(violations(literal),
                                  expected,
                                  4 * std::sqrt(expected),
                                  "literal");
    }
};

static HsnTestRegistration g_sstpBlackBoxTests("sstp-black-box",
                                               {new SstpBlackBoxCleanTest,
                                                new SstpBlackBoxLossTest,
                                                new SstpBlackBoxRandomTest});
} // namespace
} // namespace hsn
} // namespace ns3
