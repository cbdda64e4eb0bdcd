// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/rate-series.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Statistics of two competitors, by hand.
class RateSeriesTest : public TestCase
{
  public:
    RateSeriesTest()
        : TestCase("Rates of competitors in periods")
    {
    }

  private:
    void DoRun() override
    {
        RateSeries series(2, MilliSeconds(500));
        // bytes in half a second, of the first and the second; losses of each
        series.Add({{1000, 0}, {0, 0}});
        series.Add({{900, 2}, {100, 0}});
        series.Add({{600, 1}, {600, 1}});
        series.Add({{500, 0}, {900, 0}});
        NS_TEST_EXPECT_MSG_EQ(series.GetSize(), 4, "periods");
        const RateSeries::Span all{Seconds(0), Seconds(2)};
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetMean(0, all), 12000, 1e-9, "3000 bytes in 2 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetMean(1, all), 6400, 1e-9, "1600 bytes in 2 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetTotalMean(all), 18400, 1e-9, "of both");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetMean(1, {MilliSeconds(500), MilliSeconds(1500)}),
                                  5600,
                                  1e-9,
                                  "700 bytes in 1 s");
        // totals of 1000, 1000, 1200 and 1400 bytes: mean 1150, squares of deviations 110000
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetTotalVariation(all),
                                  std::sqrt(110000.0 / 3) / 1150,
                                  1e-12,
                                  "standard deviation over mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetTotals()[2], 19200, 1e-9, "1200 bytes in 0.5 s");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetRates(1)[3], 14400, 1e-9, "900 bytes in 0.5 s");
        NS_TEST_EXPECT_MSG_EQ(series.GetLosses(0, all), 3, "lost");
        NS_TEST_EXPECT_MSG_EQ(series.GetLosses(0, {Seconds(1), Seconds(2)}), 1, "lost late");
        NS_TEST_EXPECT_MSG_EQ(series.GetLossPeriods(0, all), 2, "periods with losses");
        NS_TEST_EXPECT_MSG_EQ(series.GetLossPeriods(1, {Seconds(0), Seconds(1)}), 0, "without");
        // one of two lost in the second period, both in the third
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetLossSynchrony({0, 1}, all), 0.75, 1e-12, "together");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(series.GetLossSynchrony({1}, {Seconds(0), Seconds(1)})),
                              true,
                              "nobody lost");
    }
};

/// Convergence, and spans that reach beyond the series.
class RateSeriesSpanTest : public TestCase
{
  public:
    RateSeriesSpanTest()
        : TestCase("Convergence of rates, and spans at the ends")
    {
    }

  private:
    void DoRun() override
    {
        RateSeries series(2, Seconds(1));
        // the second one's share grows by a tenth of 1000 bytes in each period
        for (uint64_t i = 0; i <= 5; ++i)
        {
            series.Add({{1000 - 100 * i, 0}, {100 * i, 0}});
        }
        const RateSeries::Span all{Seconds(0), Seconds(6)};
        // 600 and 400: 0.667 in period 4; 500 and 500 in period 5
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetConvergence(0, 1, all, 0.6, Seconds(1)),
                                  5,
                                  1e-12,
                                  "windows of a period");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetConvergence(1, 0, all, 0.6, Seconds(1)),
                                  5,
                                  1e-12,
                                  "whichever has more");
        // in windows of two: 1300 to 700 is 0.538, 1100 to 900 is 0.818
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetConvergence(0, 1, all, 0.8, Seconds(2)),
                                  6,
                                  1e-12,
                                  "windows of two");
        NS_TEST_EXPECT_MSG_EQ_TOL(
            series.GetConvergence(0, 1, {Seconds(3), Seconds(6)}, 0.6, Seconds(1)),
            2,
            1e-12,
            "from the beginning of the span");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(series.GetConvergence(0, 1, all, 0.9, Seconds(2))),
                              true,
                              "never");
        NS_TEST_EXPECT_MSG_EQ_TOL(series.GetTotalMean({Seconds(4), Seconds(100)}),
                                  8000,
                                  1e-9,
                                  "two periods are there");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(series.GetTotalMean({Seconds(6), Seconds(9)})),
                              true,
                              "none is there");
    }
};

HsnTestRegistration g_rateSeriesTests("rate-series", {new RateSeriesTest, new RateSeriesSpanTest});
} // namespace
