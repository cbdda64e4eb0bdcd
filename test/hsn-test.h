// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Registration of test cases in the one suite "hsn", without a central list.
 */
#ifndef HSN_TEST_H
#define HSN_TEST_H

#include "ns3/test.h"

#include <functional>
#include <string>
#include <vector>

// ns-3's own take a value that is not a number (a mean of nothing, 0/0) for one within any
// tolerance
#undef NS_TEST_EXPECT_MSG_EQ_TOL
#undef NS_TEST_ASSERT_MSG_EQ_TOL
/// See ns-3's macro of that name; a value that is not a number fails.
#define NS_TEST_EXPECT_MSG_EQ_TOL(actual, limit, tol, msg)                                         \
    NS_TEST_EXPECT_MSG_EQ(HSN_IS_WITHIN(actual, limit, tol),                                       \
                          true,                                                                    \
                          HSN_WITHIN_TEXT(actual, limit, tol) << msg)
/// See ns-3's macro of that name; a value that is not a number fails.
#define NS_TEST_ASSERT_MSG_EQ_TOL(actual, limit, tol, msg)                                         \
    NS_TEST_ASSERT_MSG_EQ(HSN_IS_WITHIN(actual, limit, tol),                                       \
                          true,                                                                    \
                          HSN_WITHIN_TEXT(actual, limit, tol) << msg)
/// Whether a value is there and differs from the limit by at most the tolerance.
#define HSN_IS_WITHIN(actual, limit, tol)                                                          \
    ((actual) <= (limit) + (tol) && (actual) >= (limit) - (tol))
/// Beginning of the message if it is not.
#define HSN_WITHIN_TEXT(actual, limit, tol)                                                        \
    (actual) << " is not within " << (tol) << " of " << (limit) << ": "

namespace ns3
{
namespace hsn
{
/**
 * @brief The suite "hsn".
 * @return the suite, created at the first call, be it during static initialisation
 */
TestSuite& HsnTestSuite();

/** @brief Test cases under a common name. */
class HsnTestGroup : public TestCase
{
  public:
    /**
     * @brief Creates a group that owns its cases.
     * @param name name of the group
     * @param cases the cases, made with new
     */
    HsnTestGroup(const std::string& name, const std::vector<TestCase*>& cases);

  private:
    void DoRun() override;
};

/**
 * @brief Adds a group of test cases to the suite when it is constructed.
 *
 * A test file ends with a static object of this class:
 * @code
 *   static HsnTestRegistration g_gcraTests("gcra", {new GcraVectorTest, new GcraFormTest});
 * @endcode
 */
struct HsnTestRegistration
{
    /**
     * @brief Adds a group to the suite, which then owns it.
     * @param group name of the group
     * @param cases the cases, made with new
     * @param extensive whether they take long: only --fullness=EXTENSIVE runs them
     */
    HsnTestRegistration(const std::string& group,
                        const std::vector<TestCase*>& cases,
                        bool extensive = false);
};

/**
 * @brief Runs code that ought to abort, in a process of its own.
 * @param code the code
 * @return what it wrote to the standard error stream; empty if it did not abort
 */
std::string HsnAbortText(const std::function<void()>& code);
} // namespace hsn
} // namespace ns3

#endif // HSN_TEST_H
