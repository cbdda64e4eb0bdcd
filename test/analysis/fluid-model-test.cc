// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/fluid-model.h"
#include "ns3/test.h"

#include <cmath>
#include <stdexcept>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The table of leaky buckets, computed outside of this code. */
class FluidBucketTest : public TestCase
{
  public:
    FluidBucketTest()
        : TestCase("Equation (3): rate, depth and loss of a leaky bucket")
    {
    }

  private:
    void DoRun() override
    {
        const FluidSourceModel source; // 64 kb/s, 0.3125 s each
        const double table[][3] = {{0.5, 63.801526, 63.612010},
                                   {1, 63.632220, 63.319971},
                                   {2, 63.316682, 62.796794},
                                   {4, 62.730058, 61.860854},
                                   {10, 61.138617, 59.445654},
                                   {20, 58.797433, 56.105420},
                                   {50, 53.201319, 48.991156},
                                   {100, 47.020423, 42.571486}}; // kb, kb/s for 1e-6, for 1e-4
        for (const auto& row : table)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(source, row[0] * 1e3, 1e-6) / 1e3,
                                      row[1],
                                      6e-7,
                                      row[0] << " kb, 1e-6");
            NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(source, row[0] * 1e3, 1e-4) / 1e3,
                                      row[2],
                                      6e-7,
                                      row[0] << " kb, 1e-4");
        }
        const double pairs[][4] = {{4, 62.8, 5.256138e-7, 3.754106},
                                   {10, 61.1, 1.175815e-6, 10.154091},
                                   {20, 58.8, 9.934591e-7, 19.988301}};
        for (const auto& row : pairs)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketLoss(source, row[0] * 1e3, row[1] * 1e3),
                                      row[2],
                                      1e-6 * row[2],
                                      "loss at the paper's pair");
            NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketDepth(source, row[1] * 1e3, 1e-6) / 1e3,
                                      row[3],
                                      6e-7,
                                      "depth at the paper's rate");
        }
        FluidSourceModel other = source;
        other.peak = 128e3;
        NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(other, 1e3, 1e-6),
                                  127603.051,
                                  6e-4,
                                  "128");
        other.peak = 16e3;
        NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(other, 1e3, 1e-6),
                                  15682.514,
                                  6e-4,
                                  "16");
        NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(other, 10e3, 1e-6),
                                  13717.390,
                                  6e-4,
                                  "16, 10 kb");
        // a bucket without end needs the mean rate only
        NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketRate(source, 1e9, 1e-6), 32e3, 5, "1 Gb");
        // without depth what exceeds rho is lost
        NS_TEST_EXPECT_MSG_EQ_TOL(FluidModel::GetBucketLoss(source, 0, 48e3),
                                  0.25,
                                  1e-12,
                                  "no depth");
        NS_TEST_EXPECT_MSG_EQ(FluidModel::GetBucketLoss(source, 0, 64e3), 0, "peak rate");
    }
};

/** @brief The queue of many sources: numbers of the literature's formula, computed elsewhere. */
class FluidManySourcesTest : public TestCase
{
  public:
    FluidManySourcesTest()
        : TestCase("Anick, Mitra, Sondhi: 1, 10, and 260 to 300 sources")
    {
    }

  private:
    /// Expects six digits.
    void Expect(double found, double expected, double digits)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(found, expected, digits * expected, "P(Q > x) or late share");
    }

    void DoRun() override
    {
        const FluidSourceModel source;
        const FluidModel one(source, 1, 40e3); // 0.8 exp(-z x)
        Expect(one.GetAbove(0), 0.8, 1e-12);
        Expect(one.GetAbove(10e3), 0.469317, 2e-6);
        Expect(one.GetAbove(50e3), 0.055587, 1e-5);
        Expect(one.GetLate(10e3), 0.586646, 2e-6);
        Expect(one.GetLate(50e3), 0.069483, 1e-5);
        const FluidModel ten(source, 10, 416e3);
        const double table[][2] = {{0, 3.086617e-1},
                                   {10e3, 1.023393e-1},
                                   {20e3, 4.921406e-2},
                                   {50e3, 6.526634e-3},
                                   {100e3, 2.407151e-4}};
        for (const auto& row : table)
        {
            Expect(ten.GetAbove(row[0]), row[1], 1e-6);
        }
        Expect(ten.GetLate(10e3), 1.330411e-1, 1e-6);
        Expect(ten.GetLate(50e3), 8.484624e-3, 1e-6);
        const double many[][2] = {{260, 1.7387e-8},
                                  {270, 2.7272e-6},
                                  {280, 1.7296e-4},
                                  {290, 5.0075e-3},
                                  {300, 7.4014e-2}};
        for (const auto& row : many)
        {
            const FluidModel model(source, static_cast<uint32_t>(row[0]), 10e6);
            Expect(model.GetLate(160e3), row[1], 5e-5);
        }
        // a single source with other means: (On share) x (r / mu) is P(Q > 0) by balance of flows
        FluidSourceModel other;
        other.onMean = 1;
        other.offMean = 3;
        Expect(FluidModel(other, 1, 32e3).GetAbove(0), 0.25 * 64 / 32, 1e-12);
    }
};

/** @brief Impossible arguments. */
class FluidModelErrorTest : public TestCase
{
  public:
    FluidModelErrorTest()
        : TestCase("Impossible arguments are named")
    {
    }

  private:
    /// @tparam F function @param code that must throw
    template <typename F>
    void Refuse(F code)
    {
        bool refused = false;
        try
        {
            code();
        }
        catch (const std::invalid_argument&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "accepted");
    }

    void DoRun() override
    {
        const FluidSourceModel s;
        Refuse([&] { FluidModel::GetBucketDepth(s, 32e3, 1e-6); });
        Refuse([&] { FluidModel::GetBucketDepth(s, 64e3, 1e-6); });
        Refuse([&] { FluidModel::GetBucketDepth(s, 60e3, 0); });
        Refuse([&] { FluidModel::GetBucketDepth(s, 60e3, 1); });
        Refuse([&] { FluidModel::GetBucketRate(s, -1, 0.1); });
        Refuse([&] { FluidModel::GetBucketLoss(s, 1, 65e3); });
        Refuse([&] { FluidModel(s, 0, 1e6); });
        for (const double odd : {std::nan(""), static_cast<double>(INFINITY)})
        {
            FluidSourceModel other;
            other.peak = odd;
            Refuse([&] { FluidModel::GetBucketRate(other, 1e3, 1e-6); });
            other = FluidSourceModel();
            other.onMean = odd;
            Refuse([&] { FluidModel::GetBucketRate(other, 1e3, 1e-6); });
            Refuse([&] { FluidModel::GetBucketRate(s, odd, 1e-6); });
            Refuse([&] { FluidModel::GetBucketRate(s, 1e3, odd); });
            Refuse([&] { FluidModel::GetBucketLoss(s, odd, 60e3); });
            Refuse([&] { FluidModel::GetBucketDepth(s, odd, 1e-6); });
            Refuse([&] { FluidModel(s, 10, odd); });
        }
        Refuse([&] { FluidModel(s, 10, 320e3); });
        Refuse([&] { FluidModel(s, 10, 640e3); });
    }
};

HsnTestRegistration g_fluidModelTests("fluid-model",
                                      {new FluidBucketTest,
                                       new FluidManySourcesTest,
                                       new FluidModelErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
