// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the tests themselves rest on.
 */
#include "../hsn-test.h"

#include <limits>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Values within a tolerance, at its ends, beyond, and no numbers. */
class ToleranceTest : public TestCase
{
  public:
    ToleranceTest()
        : TestCase("A value that is not a number is within no tolerance")
    {
    }

  private:
    void DoRun() override
    {
        const double none = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(5.0, 4.5, 0.5), true, "at the upper end");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(4.0, 4.5, 0.5), true, "at the lower end");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(5.25, 4.5, 0.5), false, "above");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(3.75, 4.5, 0.5), false, "below");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(none, 4.5, 0.5), false, "the value is none");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(4.5, none, 0.5), false, "the limit is none");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(4.5, 4.5, none), false, "the tolerance is none");
        NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(infinite, 4.5, 1e300), false, "infinite");
    }
};

HsnTestRegistration g_hsnTestTests("hsn-test", {new ToleranceTest});
} // namespace
} // namespace hsn
} // namespace ns3
