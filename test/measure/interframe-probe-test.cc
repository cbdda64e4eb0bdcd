// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Interframe periods of given times, by hand.
 */
#include "../hsn-test.h"

#include "ns3/interframe-probe.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Frames of one and of two packets.
class InterframeProbeTest : public TestCase
{
  public:
    InterframeProbeTest()
        : TestCase("InterframeProbe: mean, population variance and extremes of periods")
    {
    }

  private:
    void DoRun() override
    {
        InterframeProbe probe;
        for (const int64_t at : {5, 105, 203, 305}) // periods 100, 98, 102
        {
            // nothing is known of no period, and one does not vary
            const auto n = probe.GetCount();
            NS_TEST_EXPECT_MSG_EQ(std::isnan(probe.GetMean()), (n == 0), n << " periods");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(probe.GetMin()), (n == 0), n << " periods");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(probe.GetMax()), (n == 0), n << " periods");
            NS_TEST_EXPECT_MSG_EQ(std::isnan(probe.GetVariance()), (n == 0), n << " periods");
            if (n == 1)
            {
                NS_TEST_EXPECT_MSG_EQ(probe.GetVariance(), 0, "of one period");
            }
            probe.Note(MilliSeconds(at));
        }
        // a number that is none is within every tolerance
        NS_TEST_EXPECT_MSG_EQ(std::isnan(probe.GetVariance()), false, "of three periods");
        NS_TEST_EXPECT_MSG_EQ(probe.GetCount(), 3, "one fewer than frames");
        NS_TEST_EXPECT_MSG_EQ_TOL(probe.GetMean(), 100, 1e-9, "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(probe.GetVariance(), 8.0 / 3, 1e-9, "(0 + 4 + 4) / 3");
        NS_TEST_EXPECT_MSG_EQ_TOL(probe.GetMin(), 98, 1e-9, "shortest");
        NS_TEST_EXPECT_MSG_EQ_TOL(probe.GetMax(), 102, 1e-9, "longest");

        InterframeProbe pairs(2);
        for (const int64_t at : {0, 5, 100, 111, 200, 204}) // complete at 5, 111, 204
        {
            pairs.Note(MilliSeconds(at));
        }
        NS_TEST_EXPECT_MSG_EQ(pairs.GetCount(), 2, "two packets a frame");
        NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetMax(), 106, 1e-9, "5 to 111");
        NS_TEST_EXPECT_MSG_EQ_TOL(pairs.GetMin(), 93, 1e-9, "111 to 204");
        const auto text = HsnAbortText([] { InterframeProbe(0); });
        NS_TEST_EXPECT_MSG_NE(text.find("must be above 0"), std::string::npos, text);
    }
};

HsnTestRegistration g_interframeTests("interframe", {new InterframeProbeTest});
} // namespace
