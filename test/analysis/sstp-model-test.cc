// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Delay and throughput of SSTP. The tables were computed from the formulas of section 5.2 by
 * another program, in double precision; limits and numbers of segments by hand.
 */
#include "../hsn-test.h"

#include "ns3/analysis-numeric.h"
#include "ns3/sstp-model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param rate in bit/s @return the model of the paper's scenario */
SstpModel
Model(double rate)
{
    SstpModel::Path path;
    path.rate = rate;
    return SstpModel(path);
}

/** @brief Loss probabilities of the tables. */
constexpr double LOSSES[] = {0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};

/** @brief Delays. */
class SstpModelDelayTest : public TestCase
{
  public:
    SstpModelDelayTest()
        : TestCase("D_s, D_r, rounds, g: the table; E[max]; numbers of segments")
    {
    }

  private:
    void DoRun() override
    {
        constexpr double ROUNDS[] = {1, 1.002557, 1.025279, 1.226213, 1.949220, 3.177760};
        constexpr double HIT[] = {0, .002557, .025276, .225957, .923685, 1};
        constexpr double SENDER[2][6] = {
            {81.217280, 81.371524, 82.742324, 94.866671, 138.615589, 214.748237},
            {64.243456, 64.397029, 65.761852, 77.831578, 121.285674, 195.482113}};
        constexpr double RECEIVER[2][6] = {
            {50.971520, 51.125764, 52.496564, 64.620911, 108.369829, 184.502477},
            {34.194304, 34.347877, 35.712700, 47.782426, 91.236522, 165.432961}};
        for (int r = 0; r < 2; ++r)
        {
            const auto model = Model(r ? 500e6 : 100e6);
            for (int i = 0; i < 6; ++i)
            {
                const double p = LOSSES[i];
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetRounds(p), ROUNDS[i], 5.1e-7, "rounds " << p);
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetHit(p), HIT[i], 5.1e-7, "g " << p);
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetSenderDelay(p) * 1e3,
                                          SENDER[r][i],
                                          5.1e-7,
                                          "D_s " << p);
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetReceiverDelay(p) * 1e3,
                                          RECEIVER[r][i],
                                          5.1e-7,
                                          "D_r " << p);
            }
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(Model(100e6).GetAnswerSegments(), 2.872742, 5.1e-7, "w_a");
        NS_TEST_EXPECT_MSG_EQ_TOL(Model(500e6).GetAnswerSegments(), 14.316833, 5.1e-7, "w_a");
        NS_TEST_EXPECT_MSG_EQ_TOL(0.06 / Model(100e6).GetPacketTime(), 732.42, 0.005, "sstp-c02");

        constexpr double LONGEST[] = {34.194304, 94.30, 99.96, 154.89, 220.11, 438.82};
        const auto model = Model(500e6);
        for (int i = 0; i < 6; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(model.GetMaximumDelay(LOSSES[i], 39062) * 1e3,
                                      LONGEST[i],
                                      0.0051,
                                      "E[max] " << LOSSES[i]);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetRepeated(1e-3, 1, 39062), 8826, 0.6, "one round");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetRepeated(1e-3, 2, 39062), 10.0, 0.06, "two rounds");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetRepeated(1e-3, 3, 39062), 0.01, 0.0006, "three rounds");
        if (AnalysisNumeric::HasGsl())
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(model.GetViolation(1e-3, 1), .027604, 5.1e-7, "(256,1,1)");
            NS_TEST_EXPECT_MSG_EQ_TOL(39062 * model.GetViolation(1e-3, 1), 1078.3, 0.051, "them");
        }
    }
};

/** @brief One row of a table of efficiencies. */
struct EfficiencyRow
{
    double window;       //!< W
    double printed[3];   //!< at p = 1e-4, 1e-3, 1e-2
    double corrected[3]; //!< at the same
};

/** @brief Efficiency. */
class SstpModelEfficiencyTest : public TestCase
{
  public:
    SstpModelEfficiencyTest()
        : TestCase("Throughput efficiency as printed and derived again: the tables; its limits")
    {
    }

  private:
    /** @param rate in bit/s @param rows of the table @param n how many */
    void Table(double rate, const EfficiencyRow* rows, int n)
    {
        const auto model = Model(rate);
        for (int i = 0; i < n; ++i)
        {
            for (int k = 0; k < 3; ++k)
            {
                const double p = LOSSES[k + 2];
                const double w = rows[i].window;
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetPrintedEfficiency(p, w),
                                          rows[i].printed[k],
                                          5.1e-5,
                                          "printed W " << w << " p " << p);
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(p, w),
                                          rows[i].corrected[k],
                                          5.1e-5,
                                          "corrected W " << w << " p " << p);
            }
        }
    }

    void DoRun() override
    {
        constexpr EfficiencyRow FAST[] = {{1, {.0638, .0539, .0346}, {.0638, .0539, .0350}},
                                          {5, {.2955, .2182, .1845}, {.2948, .2099, .1700}},
                                          {15, {.7791, .5688, .5230}, {.7761, .5561, .5073}},
                                          {20, {.7954, .6146, .5790}, {.8587, .7085, .6756}},
                                          {25, {.8082, .6577, .6299}, {.9320, .8597, .8438}},
                                          {29, {.8166, .6833, .6586}, {.9907, .9807, .9783}},
                                          {35, {.9999, .9990, .9900}, {.9999, .9990, .9900}},
                                          {40, {.9999, .9990, .9900}, {.9999, .9990, .9900}}};
        constexpr EfficiencyRow SLOW[] = {{2, {.4986, .4195, .3482}, {.4982, .4054, .3011}},
                                          {4, {.9184, .6850, .5669}, {.9393, .7298, .5970}},
                                          {6, {.9213, .7241, .6365}, {.9835, .9263, .8894}},
                                          {7, {.9999, .9990, .9900}, {.9999, .9990, .9900}},
                                          {10, {.9999, .9990, .9900}, {.9999, .9990, .9900}}};
        Table(500e6, FAST, 8);
        Table(100e6, SLOW, 5);

        const auto model = Model(500e6);
        const double wait = model.GetAnswerSegments();
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(1e-3, 1), .053900, 5.1e-7, "W = 1");
        for (const double w : {1.0, 8.0, wait + 1, 20.0, 2 * wait + 1, 40.0})
        {
            const double clean = std::min(1.0, w / (wait + 1));
            NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(0, w), clean, 1e-12, "p = 0");
            NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(1e-12, w), clean, 1e-8, "p to 0");
            NS_TEST_EXPECT_MSG_EQ_TOL(model.GetPrintedEfficiency(1e-12, w), clean, 1e-8, "printed");
            for (const double p : {1e-4, 1e-3, 1e-2})
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(p, w),
                                          model.GetEfficiency(p, w + 1e-9),
                                          1e-8,
                                          "continuous at " << w);
            }
        }
        // the printed formula jumps at w_a + 1
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetPrintedEfficiency(1e-4, wait + 1),
                                  .7931,
                                  5.1e-5,
                                  "jump");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetPrintedEfficiency(1e-4, wait + 1 + 1e-9),
                                  .7818,
                                  5.1e-5,
                                  "jump");
    }
};

/** @brief Arguments out of range. */
class SstpModelLimitTest : public TestCase
{
  public:
    SstpModelLimitTest()
        : TestCase("Arguments out of range are named with value and limit")
    {
    }

  private:
    /** @param text expected @param call throws it */
    void Expect(const std::string& text, const std::function<void()>& call)
    {
        std::string caught;
        try
        {
            call();
        }
        catch (const std::invalid_argument& error)
        {
            caught = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(caught, text, "message");
    }

    void DoRun() override
    {
        const auto model = Model(500e6);
        Expect("loss rate = 1 must be at least 0 and below 1", [&] { model.GetSenderDelay(1); });
        Expect("loss rate = -0.1 must be at least 0 and below 1", [&] { model.GetHit(-0.1); });
        Expect("loss = 0 must be above 0 in the printed formula",
               [&] { model.GetPrintedEfficiency(0, 2); });
        Expect("window = 0.5 must be at least 1 segment", [&] { model.GetEfficiency(0.1, 0.5); });
        Expect("segments = 0 must be above 0", [&] { model.GetMaximumDelay(0.1, 0); });
        Expect("rounds = 0 must be at least 1", [&] { model.GetRepeated(0.1, 0, 1); });
        Expect("tolerated losses = 256 must be below the segment",
               [&] { model.GetViolation(0.1, 256); });
        Expect("rate = 0 must be above 0 bit/s", [] { Model(0); });
        SstpModel::Path path;
        path.packets = 0;
        Expect("packets of a segment = 0 must be at least 1", [&] { SstpModel{path}; });
        path = SstpModel::Path();
        path.rtd = -1;
        Expect("round-trip delay = -1 must be at least 0 s", [&] { SstpModel{path}; });
        path = SstpModel::Path();
        path.packetBytes = 0;
        Expect("bytes of a packet = 0 must be at least 1", [&] { SstpModel{path}; });
        AtLimits();
    }

    /** @brief A packet of an octet in a second, at no distance; the answer takes three of them. */
    void AtLimits()
    {
        SstpModel::Path path;
        path.packets = 1;
        path.packetBytes = 1;
        path.rate = 8;
        path.rtd = 0;
        const SstpModel model(path);
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetSenderDelay(0), 4, 1e-12, "without loss");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetReceiverDelay(0), 1, 1e-12, "without loss");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetEfficiency(0, 1), 0.25, 1e-12, "one at a time");
        NS_TEST_EXPECT_MSG_EQ_TOL(model.GetRepeated(0.5, 1, 8), 4, 1e-12, "sent again, of 8");
    }
};

static HsnTestRegistration g_sstpModelTests("sstp-model",
                                            {new SstpModelDelayTest,
                                             new SstpModelEfficiencyTest,
                                             new SstpModelLimitTest});
} // namespace
} // namespace hsn
} // namespace ns3
