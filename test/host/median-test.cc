// SPDX-License-Identifier: GPL-2.0-only
#include "../../bench/median.h"
#include "../hsn-test.h"

#include "ns3/test.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// The ranks that tables of the sign test give for bounds of a median.
class MedianBoundsTest : public TestCase
{
  public:
    MedianBoundsTest()
        : TestCase("bounds of a median are those of the sign test's table")
    {
    }

  private:
    void DoRun() override
    {
        // values, first rank, last rank, for a probability of 95 %
        const uint32_t table[][3] = {{6, 1, 6},
                                     {10, 2, 9},
                                     {20, 6, 15},
                                     {50, 18, 33},
                                     {100, 40, 61}};
        for (const auto& [n, first, last] : table)
        {
            std::vector<double> values;
            for (uint32_t i = 0; i < n; ++i)
            {
                values.push_back(1 + 7 * i % n); // each rank once, in no order; 7 divides none
            }
            const auto bounds = MedianBounds(values);
            NS_TEST_EXPECT_MSG_EQ(bounds.first, first, n << " values, lower bound");
            NS_TEST_EXPECT_MSG_EQ(bounds.second, last, n << " values, upper bound");
            NS_TEST_EXPECT_MSG_EQ(Median(values), 0.5 * (n + 1), n << " values, median");
        }
    }
};

HsnTestRegistration g_medianTests("bench-median", {new MedianBoundsTest});
} // namespace
} // namespace hsn
} // namespace ns3
