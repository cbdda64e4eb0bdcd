// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/flow-rtt-variable.h"
#include "ns3/object-factory.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Quantiles of the specification of the paper "background", section 3.3.
class FlowRttTest : public TestCase
{
  public:
    FlowRttTest()
        : TestCase("Round-trip times of flows: quantiles and limits")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t DRAWS = 200000;
        auto rtt =
            CreateObjectWithAttributes<FlowRttVariable>("PathRtt", TimeValue(MilliSeconds(2)));
        rtt->SetStream(3);
        std::vector<double> draws;
        for (uint32_t i = 0; i < DRAWS; ++i)
        {
            draws.push_back(2000 * rtt->GetValue() + 2); // ms
        }
        std::sort(draws.begin(), draws.end());
        const std::vector<std::pair<double, double>> quantiles{{0.05, 5.60},
                                                               {0.10, 11.50},
                                                               {0.50, 75.65},
                                                               {0.60, 100.00},
                                                               {0.90, 251.29},
                                                               {0.99, 502.59}};
        for (const auto& [share, value] : quantiles)
        {
            // the number of draws below a quantile is binomial; 4 standard deviations
            const double below =
                std::lower_bound(draws.begin(), draws.end(), value) - draws.begin();
            NS_TEST_EXPECT_MSG_EQ_TOL(below,
                                      share * DRAWS,
                                      4 * std::sqrt(share * (1 - share) * DRAWS) + 20,
                                      "draws below " << value << " ms");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(draws.front(), 4, 1e-9, "the least");
        NS_TEST_EXPECT_MSG_EQ_TOL(draws.back(), 1000, 1e-9, "the greatest");
        // 1 - exp(-4 / 109.136) of all become the least
        const double least =
            std::upper_bound(draws.begin(), draws.end(), 4.0000001) - draws.begin();
        NS_TEST_EXPECT_MSG_EQ_TOL(least / DRAWS, 0.035988, 0.0017, "share of the least");
    }
};

HsnTestRegistration g_flowRttTests("flow-rtt", {new FlowRttTest});
} // namespace
