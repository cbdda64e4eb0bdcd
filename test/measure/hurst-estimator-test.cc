// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"

#include "ns3/fractional-gaussian-noise.h"
#include "ns3/hill-estimator.h"
#include "ns3/hurst-estimator.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sample-summary.h"

#include <cmath>
#include <random>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Series = std::vector<double>;

/// @param series samples @return R/S of all of them
double
GetRs(const Series& series)
{
    return HurstEstimator::GetRescaledRange(series, 0, series.size());
}

/// @param series samples @param size of a block @return variance of the blocks' means
double
GetVariance(const Series& series, uint64_t size)
{
    return HurstEstimator::GetVarianceTimes(series, {size}).at(0).value;
}

/// @param series samples @param high greatest scale @param blocks which @return slope from 8 on
double
GetRsSlope(const Series& series, uint64_t high, HurstEstimator::Blocks blocks)
{
    return HurstEstimator::FitLine(
               HurstEstimator::GetRescaledRanges(series,
                                                 HurstEstimator::GetOctaves(8, high),
                                                 blocks))
        .slope;
}

/// @param series samples @return slope of variances from 1 to 64
double
GetVtSlope(const Series& series)
{
    return HurstEstimator::FitLine(
               HurstEstimator::GetVarianceTimes(series, HurstEstimator::GetOctaves(1, 64)))
        .slope;
}

/// Closed forms of the rescaled range.
class RescaledRangeTest : public TestCase
{
  public:
    RescaledRangeTest()
        : TestCase("Rescaled range of ramps, steps and alternations")
    {
    }

  private:
    void DoRun() override
    {
        // ramp: R = n^2 / 8 for even n, S^2 = (n^2 - 1) / 12
        ExpectRamp(4, 1.788854);
        ExpectRamp(10, 4.351941);
        ExpectRamp(100, 43.303435);
        ExpectRamp(11, 4.743416);
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRs({3, 3, 3, 3, 8, 8, 8, 8}), 4, 1e-12, "step: n / 2");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRs({3, 8, 3, 8, 3, 8}), 1, 1e-12, "alternating");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(GetRs({0.1, 0.1, 0.1})), true, "constant");
        // R 11.6 and S 4.391127 by hand
        const Series lags{9.5, 10.5, 10, 12, 8, 10, 10, 0.4, 19.6, 10};
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRs(lags), 11.6 / 4.391127, 1e-6, "ten lags");
        Series other;
        for (const double x : lags)
        {
            other.push_back(3 * x - 100);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRs(other), GetRs(lags), 1e-12, "another unit and origin");

        // blocks: (1, 2) has R/S 1, (5, 5) none; First looks at the first only
        const Series pairs{5, 5, 1, 2, 7};
        using Hurst = HurstEstimator;
        NS_TEST_EXPECT_MSG_EQ(Hurst::GetRescaledRanges(pairs, {2}, Hurst::FIRST).size(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ_TOL(Hurst::GetRescaledRanges(pairs, {2}, Hurst::POX).at(0).value,
                                  1,
                                  1e-12,
                                  "the second block");
        NS_TEST_EXPECT_MSG_EQ(Hurst::GetRescaledRanges(pairs, {6}, Hurst::POX).size(), 0, "short");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(Hurst::FitLine({{2, 1}}).slope), true, "no line");
        // 5 x^2 at 1, 10 and 100
        const auto fit = Hurst::FitLine({{1, 5}, {10, 500}, {100, 50000}});
        NS_TEST_EXPECT_MSG_EQ_TOL(fit.slope, 2, 1e-12, "slope");
        NS_TEST_EXPECT_MSG_EQ_TOL(fit.intercept, std::log10(5), 1e-12, "intercept");
        NS_TEST_EXPECT_MSG_EQ_TOL(Hurst::GetHurst(-0.75), 0.625, 1e-12, "H of beta 0.75");
        const std::string error = HsnAbortText([&]() { Hurst::GetRescaledRange(pairs, 4, 2); });
        NS_TEST_EXPECT_MSG_NE(error.find("block of 2 at 4 must end within the series of 5"),
                              std::string::npos,
                              error);
    }

    /// @param n length @param expected R/S
    void ExpectRamp(int n, double expected)
    {
        Series ramp;
        for (int i = 1; i <= n; ++i)
        {
            ramp.push_back(i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRs(ramp), expected, 1e-6, "ramp of " << n);
    }
};

/// Expected values of R/S and variance-time of known processes.
class HurstProcessTest : public TestCase
{
  public:
    HurstProcessTest()
        : TestCase(
              "Rescaled range and variance-time of white, autoregressive and differenced noise")
    {
    }

  private:
    void DoRun() override
    {
        auto normal = CreateObject<NormalRandomVariable>();
        normal->SetStream(17);
        // Anis and Lloyd (Biometrika 63, 1976): E[R/S] of n independent normal draws
        const std::vector<std::pair<int, double>> expected{{2, 1.000000},
                                                           {3, 1.350474},
                                                           {5, 1.927363},
                                                           {10, 3.023331},
                                                           {64, 8.965568},
                                                           {512, 27.233821}};
        for (const auto& [n, value] : expected)
        {
            SampleSummary ratios;
            for (int i = 0; i < 2000; ++i)
            {
                Series draws(n);
                for (double& draw : draws)
                {
                    draw = normal->GetValue();
                }
                ratios.Add(GetRs(draws));
            }
            // four standard errors of the mean of 2000
            NS_TEST_EXPECT_MSG_EQ_TOL(ratios.GetMean(),
                                      value,
                                      4 * ratios.GetDeviation() / std::sqrt(2000) + 1e-6,
                                      "mean R/S of " << n);
        }

        const int length = 1 << 20;
        Series white(length);
        Series regressive(length);
        Series differenced(length);
        VarianceTimeCollector collector;
        double last = normal->GetValue() / 0.6; // of the stationary law
        double delay = normal->GetValue();
        for (int i = 0; i < length; ++i)
        {
            white[i] = normal->GetValue();
            last = 0.8 * last + white[i];
            regressive[i] = last;
            differenced[i] = white[i] - delay;
            delay = white[i];
            collector.Add(regressive[i]);
        }
        const double scale = 1 / (1 - 0.8 * 0.8); // variance of the autoregressive process
        uint64_t size = 2;
        for (const double share : {0.9, 0.774, 0.604858, 0.410648, 0.242218, 0.130859})
        {
            // 5 standard errors of a variance of length / size blocks with correlation up to 0.8
            const double error = 5 * std::sqrt(2.0 * (size < 16 ? 16 : 2 * size) / length);
            NS_TEST_EXPECT_MSG_EQ_TOL(GetVariance(regressive, size) / (scale * share),
                                      1,
                                      error,
                                      "autoregressive, m = " << size);
            NS_TEST_EXPECT_MSG_EQ_TOL(GetVariance(white, size) * size, 1, error, "1 / m");
            NS_TEST_EXPECT_MSG_EQ_TOL(GetVariance(differenced, size) * size * size / 2,
                                      1,
                                      error,
                                      "2 / m^2");
            size *= 2;
        }
        // what is kept for each scale agrees with the whole series
        const auto points = collector.GetPoints();
        NS_TEST_ASSERT_MSG_EQ(points.size(), 17, "from 1 to 2^16, with 16 blocks and more");
        for (const auto& point : points)
        {
            const double whole = GetVariance(regressive, point.scale);
            NS_TEST_EXPECT_MSG_EQ_TOL(point.value / whole, 1, 1e-9, "m = " << point.scale);
        }
        NS_TEST_EXPECT_MSG_EQ(collector.GetCount(), uint64_t(length), "samples");
    }
};

/// Fractional Gaussian noise made by another program from the same draws.
class FractionalNoiseTest : public TestCase
{
  public:
    FractionalNoiseTest()
        : TestCase("Fractional Gaussian noise: a vector and an ensemble")
    {
    }

  private:
    /// What another program found.
    struct Expected
    {
        double hurst;                          //!< H
        std::vector<double> first;             //!< samples
        double mean;                           //!< of 1024 samples
        std::vector<double> ratios;            //!< R/S of the first 8, 64, 256, 1024
        double firstSlope;                     //!< R/S, first blocks
        double poxSlope;                       //!< R/S, all blocks
        std::vector<double> variances;         //!< of blocks of 1, 8, 64
        double slope;                          //!< variance-time
        std::vector<double> ensembleMean;      //!< of H by First, Pox, variance-time, of 60 series
        std::vector<double> ensembleDeviation; //!< of these
    };

    void DoRun() override
    {
        // std::mt19937 with seed 1, Box and Muller, cosine first
        std::mt19937 generator(1);
        m_draws.clear();
        while (m_draws.size() < 1024)
        {
            const double u = (generator() + 0.5) / 4294967296.0;
            const double v = (generator() + 0.5) / 4294967296.0;
            const double radius = std::sqrt(-2 * std::log(u));
            m_draws.push_back(radius * std::cos(2 * M_PI * v));
            m_draws.push_back(radius * std::sin(2 * M_PI * v));
        }
        Check({0.5,
               {1.322379, -0.023393, 0.738361},
               0.014948,
               {3.314551, 9.357668, 25.389446, 57.009074},
               0.582577,
               0.632004,
               {1.030919, 0.135160, 0.023317},
               -0.903559,
               {0.548, 0.566, 0.473},
               {0.053, 0.027, 0.039}});
        Check({0.7,
               {1.322379, 0.400343, 0.939595},
               0.100599,
               {3.587547, 13.436528, 47.448550, 128.900312},
               0.728471,
               0.791792,
               {1.086412, 0.339251, 0.131653},
               -0.506109,
               {0.700, 0.706, 0.660},
               {0.057, 0.032, 0.042}});
        Check({0.9,
               {1.322379, 0.964310, 1.311407},
               0.821660,
               {3.726681, 18.037948, 74.218097, 234.993527},
               0.847170,
               0.897967,
               {1.002453, 0.631587, 0.398457},
               -0.221877,
               {0.830, 0.827, 0.818},
               {0.058, 0.033, 0.042}});
        // Var of a block's mean, m^(2 H - 2), from the covariances
        double sum = 8;
        for (int lag = 1; lag < 8; ++lag)
        {
            sum += 2 * (8 - lag) * FractionalGaussianNoise::GetCovariance(lag, 0.7);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / 64, 0.287175, 1e-6, "m = 8, H = 0.7");
        const std::string error = HsnAbortText([]() { FractionalGaussianNoise noise(1); });
        NS_TEST_EXPECT_MSG_NE(error.find("parameter 1 must be above 0 and below 1"),
                              std::string::npos,
                              error);
    }

    /// @param e expected
    void Check(const Expected& e)
    {
        FractionalGaussianNoise noise(e.hurst);
        Series series;
        double sum = 0;
        for (const double draw : m_draws)
        {
            series.push_back(noise.Next(draw));
            sum += series.back();
        }
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(series[i], e.first[i], 1e-6, "sample " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(GetVariance(series, 1ULL << (3 * i)),
                                      e.variances[i],
                                      1e-6,
                                      "variance " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / 1024, e.mean, 1e-6, "mean");
        int i = 0;
        for (const std::size_t size : {8, 64, 256, 1024})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(HurstEstimator::GetRescaledRange(series, 0, size),
                                      e.ratios[i],
                                      2e-6,
                                      "R/S of " << size);
            ++i;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRsSlope(series, 1024, HurstEstimator::FIRST),
                                  e.firstSlope,
                                  1e-6,
                                  "First");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetRsSlope(series, 256, HurstEstimator::POX),
                                  e.poxSlope,
                                  1e-6,
                                  "Pox");
        NS_TEST_EXPECT_MSG_EQ_TOL(GetVtSlope(series), e.slope, 1e-6, "variance-time");
        CheckEnsemble(e);
    }

    /// Means of 60 series of ours and of another program's. @param e expected
    void CheckEnsemble(const Expected& e)
    {
        auto normal = CreateObject<NormalRandomVariable>();
        normal->SetStream(18);
        std::vector<SampleSummary> found(3);
        for (int i = 0; i < 60; ++i)
        {
            FractionalGaussianNoise noise(e.hurst);
            Series series;
            for (int k = 0; k < 1024; ++k)
            {
                series.push_back(noise.Next(normal->GetValue()));
            }
            found[0].Add(GetRsSlope(series, 1024, HurstEstimator::FIRST));
            found[1].Add(GetRsSlope(series, 256, HurstEstimator::POX));
            found[2].Add(HurstEstimator::GetHurst(GetVtSlope(series)));
        }
        for (int i = 0; i < 3; ++i)
        {
            // four standard errors of the difference of two means of 60
            NS_TEST_EXPECT_MSG_EQ_TOL(found[i].GetMean(),
                                      e.ensembleMean[i],
                                      4 * e.ensembleDeviation[i] * std::sqrt(2.0 / 60),
                                      "mean of H by method " << i << ", H = " << e.hurst);
        }
    }

    Series m_draws; //!< standard normal
};

/// Tail indices.
class HillTest : public TestCase
{
  public:
    HillTest()
        : TestCase("Hill's estimator")
    {
    }

  private:
    void DoRun() override
    {
        // ln(8/2) + ln(4/2) over 2 is 1.5 ln 2
        NS_TEST_EXPECT_MSG_EQ_TOL(GetHillIndex({1, 8, 2, 4}, 2),
                                  2 / (3 * std::log(2)),
                                  1e-12,
                                  "by hand");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(GetHillIndex({-1, 0, 5}, 1)), true, "no positive tail");
        // Pareto 1.4: the estimate's standard error is 1.4 / sqrt(2000)
        auto uniform = CreateObject<UniformRandomVariable>();
        uniform->SetStream(19);
        Series samples;
        for (int i = 0; i < 20000; ++i)
        {
            samples.push_back(std::pow(1 - uniform->GetValue(0, 1), -1 / 1.4));
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(GetHillIndex(samples, 2000),
                                  1.4,
                                  4 * 1.4 / std::sqrt(2000),
                                  "Pareto");
        const std::string error = HsnAbortText([]() { GetHillIndex({1, 2}, 2); });
        NS_TEST_EXPECT_MSG_NE(error.find("largest = 2 must be 1 to 2 - 1"),
                              std::string::npos,
                              error);
    }
};

HsnTestRegistration g_hurstTests(
    "hurst",
    {new RescaledRangeTest, new HurstProcessTest, new FractionalNoiseTest, new HillTest});
} // namespace
