// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Collects what a trace reports.
void
Keep(std::vector<double>* values, uint64_t index, double value)
{
    if (index == values->size())
    {
        values->push_back(value);
    }
}

/// An estimator with what its traces report.
struct Watched
{
    Watched()
    {
        estimator->TraceConnectWithoutContext("BlockMean", MakeBoundCallback(&Keep, &means));
        estimator->TraceConnectWithoutContext("BlockDeviation",
                                              MakeBoundCallback(&Keep, &deviations));
        estimator->TraceConnectWithoutContext("Xi", MakeBoundCallback(&Keep, &xis));
    }

    Ptr<DispersionEstimator> estimator = CreateObject<DispersionEstimator>();
    std::vector<double> means;      //!< of blocks
    std::vector<double> deviations; //!< of blocks
    std::vector<double> xis;        //!< results
};

/// 10 + 2 sin k + [k > 600] 3 cos(0.7 k), of which another program computed all numbers below.
double
GetWave(int k)
{
    return 10 + 2 * std::sin(k) + (k > 600 ? 3 * std::cos(0.7 * k) : 0);
}

/// A deterministic vector of 900 samples.
class DispersionVectorTest : public TestCase
{
  public:
    DispersionVectorTest()
        : TestCase("Block means, deviations and percentiles of a vector")
    {
    }

  private:
    void DoRun() override
    {
        Watched variance;
        Watched deviation;
        deviation.estimator->SetAttribute("Dispersion", EnumValue(DispersionEstimator::DEVIATION));
        NS_TEST_EXPECT_MSG_EQ(variance.estimator->GetXiUnit(), "ms^2", "unit of a variance");
        NS_TEST_EXPECT_MSG_EQ(deviation.estimator->GetXiUnit(), "ms", "unit of a deviation");
        for (int k = 1; k <= 900; ++k)
        {
            NS_TEST_EXPECT_MSG_EQ(variance.estimator->GetResults(),
                                  static_cast<uint64_t>(k - 1) / 300,
                                  "results");
            variance.estimator->Feed(GetWave(k));
            deviation.estimator->Feed(GetWave(k));
        }
        const std::vector<double> means{10.282238, 9.917407, 9.856366};
        const std::vector<double> deviations{1.460941, 1.531686, 1.518527};
        const std::vector<double> xis{2.023621, 1.973647, 4.291645};
        const std::vector<double> roots{1.422540, 1.404865, 2.071628};
        NS_TEST_ASSERT_MSG_EQ(variance.means.size(), 90, "blocks");
        NS_TEST_ASSERT_MSG_EQ(variance.xis.size(), 3, "results");
        NS_TEST_ASSERT_MSG_EQ(deviation.xis.size(), 3, "results");
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(variance.means[i], means[i], 1e-6, "mean");
            NS_TEST_EXPECT_MSG_EQ_TOL(variance.deviations[i], deviations[i], 1e-6, "deviation");
            NS_TEST_EXPECT_MSG_EQ_TOL(variance.xis[i], xis[i], 1e-6, "xi of variances");
            NS_TEST_EXPECT_MSG_EQ_TOL(deviation.xis[i], roots[i], 1e-6, "xi of deviations");
        }
        variance.estimator->Feed(1e9); // an incomplete block gives nothing
        NS_TEST_EXPECT_MSG_EQ(variance.estimator->GetBlocks(), 90, "complete blocks");
        NS_TEST_EXPECT_MSG_EQ(variance.estimator->GetResults(), 3, "results");
        NS_TEST_EXPECT_MSG_EQ_TOL(variance.estimator->GetXi(), 4.291645, 1e-6, "the last one");
    }
};

/// Cases by hand.
class DispersionFormTest : public TestCase
{
  public:
    DispersionFormTest()
        : TestCase("Dispersion of known blocks, and ranks of percentiles")
    {
    }

  private:
    void DoRun() override
    {
        Watched lags;
        for (const double x : {9.5, 10.5, 10.0, 12.0, 8.0, 10.0, 10.0, 0.4, 19.6, 10.0})
        {
            lags.estimator->Feed(x);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(lags.means.at(0), 10, 1e-12, "mean");
        // squares 0.25 + 0.25 + 4 + 4 + 2 * 92.16, divided by 9
        NS_TEST_EXPECT_MSG_EQ_TOL(lags.deviations.at(0), std::sqrt(192.82 / 9), 1e-12, "deviation");

        // an idle line: one packet late by d in a block makes the gaps T + d and T - d: 2 d^2 / 9
        Watched idle;
        idle.estimator->SetAttribute("N", UintegerValue(2));
        idle.estimator->SetAttribute("Epsilon", DoubleValue(1));
        for (int k = 0; k < 20; ++k)
        {
            idle.estimator->Feed(k == 14 ? 13 : k == 15 ? 7 : 10);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(idle.xis.at(0), 2.0 * 9 / 9, 1e-12, "one late packet");
        NS_TEST_EXPECT_MSG_EQ(idle.deviations.at(0), 0, "nothing late");

        // a saturated line of segments of 8.010667 ms and probes of 0.224 ms, one probe each 10 ms:
        // gaps hold one or two segments, and a block with two (three) doubles varies by 11.408139
        // (14.973182) ms^2
        Watched line;
        line.estimator->SetAttribute("N", UintegerValue(2));
        line.estimator->SetAttribute("Epsilon", DoubleValue(1));
        for (int k = 0; k < 20; ++k)
        {
            line.estimator->Feed((k < 2 || k > 16 ? 2 : 1) * 8.010667 + 0.224);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(line.deviations.at(0), 2), 11.408139, 2e-6, "two");
        NS_TEST_EXPECT_MSG_EQ_TOL(line.xis.at(0), 14.973182, 2e-6, "three");

        // ranks ceil(n eps): blocks (-v, v) of variance 2 v^2, v = 1..n in falling order
        ExpectRank(30, 0.3, 9);
        ExpectRank(30, 0.1, 3);
        ExpectRank(10, 0.1, 1);
        ExpectRank(10, 0.15, 2);
        ExpectRank(60, 0.7, 42); // 60 * 0.7 is a little above 42 or not: it may not matter
        ExpectRank(20, 0.35, 7);
        ExpectRank(1, 1, 1);
        ExpectRank(4, 1, 4);
    }

    /// @param n blocks @param epsilon share @param rank expected, from 1
    void ExpectRank(uint32_t n, double epsilon, double rank)
    {
        Watched ranks;
        ranks.estimator->SetAttribute("M", UintegerValue(2));
        ranks.estimator->SetAttribute("N", UintegerValue(n));
        ranks.estimator->SetAttribute("Epsilon", DoubleValue(epsilon));
        for (uint32_t v = n; v > 0; --v)
        {
            ranks.estimator->Feed(-1.0 * v);
            ranks.estimator->Feed(v);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(ranks.xis.at(0), 2 * rank * rank, 1e-9, "rank " << rank);
    }
};

/// Bad settings end the program with a message that names value and limit.
class DispersionLimitTest : public TestCase
{
  public:
    DispersionLimitTest()
        : TestCase("Limits of a dispersion estimator")
    {
    }

  private:
    void DoRun() override
    {
        auto estimator = CreateObject<DispersionEstimator>();
        NS_TEST_EXPECT_MSG_EQ(estimator->SetAttributeFailSafe("M", UintegerValue(1)), false, "M");
        NS_TEST_EXPECT_MSG_EQ(estimator->SetAttributeFailSafe("N", UintegerValue(0)), false, "N");
        NS_TEST_EXPECT_MSG_EQ(estimator->SetAttributeFailSafe("Epsilon", DoubleValue(1.1)),
                              false,
                              "Epsilon");
        estimator->SetAttribute("N", UintegerValue(3));
        Expect(estimator, 10, "N * Epsilon = 0.9 must be at least 1");
        estimator->SetAttribute("N", UintegerValue(30));
        Expect(estimator, NAN, "sample = nan must be finite");
        estimator->Feed(10);
        const std::string early = HsnAbortText([&]() { estimator->GetXi(); });
        NS_TEST_EXPECT_MSG_NE(early.find("a result needs M * N = 300 samples, there are 1"),
                              std::string::npos,
                              early);
        estimator->SetAttribute("M", UintegerValue(20));
        Expect(estimator, 10, "must not change after the first sample");
    }

    /// @param estimator fed @param sample with this @param text of the error
    void Expect(Ptr<DispersionEstimator> estimator, double sample, const std::string& text)
    {
        const std::string error = HsnAbortText([&]() { estimator->Feed(sample); });
        NS_TEST_EXPECT_MSG_NE(error.find(text), std::string::npos, text << " in " << error);
    }
};

HsnTestRegistration g_dispersionTests("dispersion",
                                      {new DispersionVectorTest,
                                       new DispersionFormTest,
                                       new DispersionLimitTest});
} // namespace
