// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"

#include "ns3/fractional-gaussian-noise.h"
#include "ns3/hill-estimator.h"
#include "ns3/hurst-estimator.h"
#include "ns3/log.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sample-summary.h"

#include <cmath>
#include <functional>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Series = std::vector<double>;

/// @param n of independent normal draws @return expectation of R/S by Anis and Lloyd (Biometrika
/// 63, 1976)
double
GetAnisLloyd(int n)
{
    double sum = 0;
    for (int r = 1; r < n; ++r)
    {
        sum += std::sqrt((n - r) / static_cast<double>(r));
    }
    return std::exp(std::lgamma((n - 1) / 2.0) - std::lgamma(n / 2.0)) / std::sqrt(M_PI) * sum;
}

/// Rescaled ranges of normal draws of all tabulated lengths.
class AnisLloydTest : public TestCase
{
  public:
    AnisLloydTest()
        : TestCase("Mean rescaled range of normal draws, 14 lengths from 2 to 1000")
    {
    }

  private:
    void DoRun() override
    {
        auto normal = CreateObject<NormalRandomVariable>();
        normal->SetStream(170);
        const std::vector<std::pair<int, double>> table{{2, 1.000000},
                                                        {3, 1.350474},
                                                        {4, 1.654701},
                                                        {5, 1.927363},
                                                        {8, 2.624596},
                                                        {10, 3.023331},
                                                        {16, 4.035531},
                                                        {32, 6.065491},
                                                        {64, 8.965568},
                                                        {100, 11.453268},
                                                        {128, 13.090666},
                                                        {256, 18.943068},
                                                        {512, 27.233821},
                                                        {1000, 38.496877}};
        constexpr int COUNT = 1500;
        for (const auto& [n, value] : table)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(GetAnisLloyd(n), value, 1e-6, "formula and table, n = " << n);
            SampleSummary ratios;
            for (int i = 0; i < COUNT; ++i)
            {
                Series draws(n);
                for (double& draw : draws)
                {
                    draw = normal->GetValue();
                }
                ratios.Add(HurstEstimator::GetRescaledRange(draws, 0, n));
            }
            // four standard errors
            NS_TEST_EXPECT_MSG_EQ_TOL(ratios.GetMean(),
                                      value,
                                      4 * ratios.GetDeviation() / std::sqrt(COUNT) + 1e-9,
                                      "mean R/S of " << n);
        }
    }
};

/// Fractional Gaussian noise beside its exact law.
class FractionalNoiseLawTest : public TestCase
{
  public:
    FractionalNoiseLawTest()
        : TestCase("Variance of block means of fractional Gaussian noise: m^(2 H - 2)")
    {
    }

  private:
    void DoRun() override
    {
        CheckSums(0.7, {0.659754, 0.435275, 0.287175, 0.189465, 0.125000});
        for (const double hurst : {0.5, 0.7, 0.9})
        {
            CheckSeries(hurst);
        }
        // the generator of the vectors of the test "hurst"
        std::mt19937 random;
        random.discard(9999);
        NS_TEST_EXPECT_MSG_EQ(random(), 4123659995UL, "10,000th output of std::mt19937");
        // H = 1 + slope / 2 of the vectors' variance-time slopes
        const double pairs[][2] = {{-0.903559, 0.548221},
                                   {-0.506109, 0.746946},
                                   {-0.221877, 0.889061}};
        for (const auto& pair : pairs)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(HurstEstimator::GetHurst(pair[0]), pair[1], 1e-6, "H");
        }
    }

    /// From covariances. @param hurst H @param shares of the variance at m = 2, 4, ...
    void CheckSums(double hurst, const std::vector<double>& shares)
    {
        int size = 1;
        for (const double share : shares)
        {
            size *= 2;
            double sum = size * FractionalGaussianNoise::GetCovariance(0, hurst);
            for (int lag = 1; lag < size; ++lag)
            {
                sum += 2.0 * (size - lag) * FractionalGaussianNoise::GetCovariance(lag, hurst);
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(sum / size / size, share, 1e-6, "m = " << size);
            NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(size, 2 * hurst - 2), share, 1e-6, "m = " << size);
        }
    }

    /// From 3000 series of 64 samples, whose means are 0: sums of squares. @param hurst H
    void CheckSeries(double hurst)
    {
        auto normal = CreateObject<NormalRandomVariable>();
        normal->SetStream(171);
        constexpr int COUNT = 3000;
        std::vector<SampleSummary> squares(7);
        for (int i = 0; i < COUNT; ++i)
        {
            FractionalGaussianNoise noise(hurst);
            double sum = 0;
            int octave = 0;
            for (int k = 1; k <= 64; ++k)
            {
                sum += noise.Next(normal->GetValue());
                if (k == 1 << octave)
                {
                    squares[octave++].Add(sum * sum / k / k);
                }
            }
        }
        for (int octave = 0; octave < 7; ++octave)
        {
            // a square of a normal variable has a deviation of sqrt(2) times its mean: 4 errors
            NS_TEST_EXPECT_MSG_EQ_TOL(squares[octave].GetMean() /
                                          std::pow(1 << octave, 2 * hurst - 2),
                                      1,
                                      4 * std::sqrt(2.0 / COUNT),
                                      "H = " << hurst << ", m = " << (1 << octave));
        }
    }
};

/// What is not defined is skipped, and said.
class UndefinedRangeTest : public TestCase
{
  public:
    UndefinedRangeTest()
        : TestCase(
              "A standard deviation of 0: no rescaled range, and a warning that names the block")
    {
    }

  private:
    /// @param series samples @param blocks which @return the log's lines while 4 are looked at
    static std::string GetWarnings(const Series& series, HurstEstimator::Blocks blocks)
    {
        std::ostringstream text;
        auto* const before = std::clog.rdbuf(text.rdbuf());
        HurstEstimator::GetRescaledRanges(series, {4}, blocks);
        std::clog.rdbuf(before);
        return text.str();
    }

    void DoRun() override
    {
#ifdef NS3_LOG_ENABLE
        const std::string skipped = "is skipped: their standard deviation is 0";
        const Series series{1, 2, 3, 4, 7, 7, 7, 7, 0, 1, 0, 1};
        LogComponentEnable("HsnHurstEstimator", LOG_WARN);
        const auto all = GetWarnings(series, HurstEstimator::POX);
        NS_TEST_EXPECT_MSG_NE(all.find("R/S of 4 samples from 4 on " + skipped),
                              std::string::npos,
                              all);
        NS_TEST_EXPECT_MSG_EQ(all.find(skipped), all.rfind(skipped), "one block only: " << all);
        NS_TEST_EXPECT_MSG_EQ(GetWarnings(series, HurstEstimator::FIRST), "", "the first is fine");
        LogComponentDisable("HsnHurstEstimator", LOG_WARN);
#endif
        // ramp of 4: 1.788854; alternating: 1; the mean of their logarithms counts
        const auto points = HurstEstimator::GetRescaledRanges({1, 2, 3, 4, 7, 7, 7, 7, 0, 1, 0, 1},
                                                              {4},
                                                              HurstEstimator::POX);
        NS_TEST_ASSERT_MSG_EQ(points.size(), 1, "of two blocks");
        NS_TEST_EXPECT_MSG_EQ_TOL(points[0].value, std::sqrt(1.788854), 1e-6, "of two blocks");
    }
};

/// Numbers that are none.
class NotFiniteTest : public TestCase
{
  public:
    NotFiniteTest()
        : TestCase("Samples that are not finite are refused")
    {
    }

  private:
    /// @param code that must end the program @param text of the error
    void Refuse(const std::function<void()>& code, const std::string& text)
    {
        const auto found = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(found.find(text), std::string::npos, text << " in " << found);
    }

    void DoRun() override
    {
        using Hurst = HurstEstimator;
        const std::string finite = "samples must be finite";
        for (const double odd : {static_cast<double>(NAN), static_cast<double>(INFINITY)})
        {
            const Series one{1, 2, odd, 4};
            const Series all(4, odd);
            for (const auto& series : {one, all})
            {
                Refuse([&] { Hurst::GetRescaledRange(series, 0, 4); }, finite);
                Refuse([&] { Hurst::GetRescaledRanges(series, {4}, Hurst::POX); }, finite);
                Refuse([&] { Hurst::GetVarianceTimes(series, {1, 2}, 1); }, finite);
            }
            Refuse([&] { Hurst::FitLine({{1, 2}, {2, odd}}); }, "must be positive and finite");
            Refuse([&] { VarianceTimeCollector().Add(odd); }, "must be finite");
            Refuse([&] { GetHillIndex(one, 1); }, "GetHillIndex: sample 2 = ");
            Refuse([&] { FractionalGaussianNoise noise(odd); }, "above 0 and below 1");
        }
        Refuse([] { Hurst::GetRescaledRange({1e200, -1e200}, 0, 2); }, "and their squares, too");
    }
};

static HsnTestRegistration g_oracleTests(
    "hurst-oracle",
    {new AnisLloydTest, new FractionalNoiseLawTest, new UndefinedRangeTest, new NotFiniteTest});
} // namespace
