// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * MM-POC's partial order and bounds of losses. Numbers of linear extensions are from their closed
 * forms: C(m + n, n) for two parallel chains, products for series (Amer et al., 1994); figure 7's
 * period has C(3, 1) = 3, and P periods with a barrier 3^P. Everything else is by hand.
 */
#include "../hsn-test.h"

#include "ns3/abort.h"
#include "ns3/mm-poc-loss-policy.h"
#include "ns3/mm-poc-partial-order.h"

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Figure 7, as the specification has it, with redundant precedences.
const char* const ORDER_FIGURE_7 = "# a video conference\n"
                                   "period 2 1\n"
                                   "0.0 after 0.1-1 1.0-1 0.0-1 # the last one is redundant\n"
                                   "0.1 after 0.0 1.0-1; 1.0 after 1.0-1 0.1-1\n";

/// @param text of an order @return it
MmPocPartialOrder
Make(const std::string& text)
{
    MmPocPartialOrder order;
    NS_ABORT_MSG_UNLESS(MmPocPartialOrder::Read(text, order).empty(), text);
    return order;
}

/// Reduction, predecessors, chains and text of figure 7.
class MmPocFigure7Test : public TestCase
{
  public:
    MmPocFigure7Test()
        : TestCase("figure 7: a_2p after a_2p-1 and b_p-1, b_p after b_p-1 and a_2p-1")
    {
    }

  private:
    using Sdus = std::vector<MmPocSdu>;

    void DoRun() override
    {
        const auto order = Make(ORDER_FIGURE_7);
        NS_TEST_EXPECT_MSG_EQ(order.ToText(),
                              "period 2 1\n0.0 after 0.1-1 1.0-1\n0.1 after 0.0\n"
                              "1.0 after 0.1-1 1.0-1\n",
                              "transitive reduction");
        NS_TEST_EXPECT_MSG_EQ(Make(order.ToText()).GetDigest(), order.GetDigest(), "digest");
        NS_TEST_EXPECT_MSG_EQ(order.GetImmediate({0, 0}).empty(), true, "a_0 is first");
        NS_TEST_EXPECT_MSG_EQ((order.GetImmediate({0, 4}) == Sdus{{1, 1}, {0, 3}}), true, "a_4");
        NS_TEST_EXPECT_MSG_EQ((order.GetImmediate({0, 5}) == Sdus{{0, 4}}), true, "a_5");
        NS_TEST_EXPECT_MSG_EQ((order.GetImmediate({1, 3}) == Sdus{{1, 2}, {0, 5}}), true, "b_3");
        for (uint64_t q = 0; q < 12; ++q)
        {
            // a_q needs all a_<q and b_<floor(q/2); b_p all b_<p and a_<2p
            NS_TEST_EXPECT_MSG_EQ(order.GetHighest(0, {0, q}), static_cast<int64_t>(q) - 1, q);
            NS_TEST_EXPECT_MSG_EQ(order.GetHighest(1, {0, q}), static_cast<int64_t>(q / 2) - 1, q);
            NS_TEST_EXPECT_MSG_EQ(order.GetHighest(1, {1, q}), static_cast<int64_t>(q) - 1, q);
            NS_TEST_EXPECT_MSG_EQ(order.GetHighest(0, {1, q}), static_cast<int64_t>(2 * q) - 1, q);
        }
        NS_TEST_EXPECT_MSG_EQ(order.IsChain(0) && order.IsChain(1), true, "media are chains");
        NS_TEST_EXPECT_MSG_EQ(order.Precedes({1, 0}, {0, 2}), true, "b_0 before a_2");
        NS_TEST_EXPECT_MSG_EQ(order.Precedes({1, 0}, {0, 1}), false, "b_0 beside a_1");
        NS_TEST_EXPECT_MSG_EQ(order.Precedes({0, 1}, {1, 0}), false, "a_1 beside b_0");
        const std::string dot = order.ToDot(2);
        NS_TEST_EXPECT_MSG_NE(dot.find("\"1.0\" -> \"0.2\""), std::string::npos, "an edge");
        NS_TEST_EXPECT_MSG_EQ(dot.find("\"0.0\" -> \"0.2\""), std::string::npos, "redundant");
        // DOT: a node that has no edge yet is a statement of its own
        NS_TEST_EXPECT_MSG_NE(Make("period 1 1\n").ToDot(1).find("\n  \"0.0\";\n  \"1.0\";\n"),
                              std::string::npos,
                              "two objects without an order");
        // the builders make the same order
        MmPocPartialOrder built;
        built.SetPeriod({2, 1});
        NS_TEST_EXPECT_MSG_EQ(built.AddChain(0) + built.AddChain(1) + built.AddBarrier(), "", "ok");
        NS_TEST_EXPECT_MSG_EQ(built.ToText(), order.ToText(), "built");
        // what is asked between changes is told of the order as it is then
        built.SetPeriod({2, 1});
        NS_TEST_EXPECT_MSG_EQ(built.IsChain(0), false, "a new period has no order");
        built.AddChain(0);
        NS_TEST_EXPECT_MSG_EQ(built.IsChain(0), true, "a chain");
        NS_TEST_EXPECT_MSG_EQ(built.Precedes({1, 0}, {0, 2}), false, "beside the other medium");
        built.AddBarrier();
        NS_TEST_EXPECT_MSG_EQ(built.Precedes({1, 0}, {0, 2}), true, "before the next period");
    }
};

/// Counts and checks of linear extensions.
class MmPocExtensionTest : public TestCase
{
  public:
    MmPocExtensionTest()
        : TestCase("linear extensions: closed forms, and sequences with lost SDUs")
    {
    }

  private:
    void DoRun() override
    {
        const auto figure = Make(ORDER_FIGURE_7);
        uint64_t power = 1;
        for (uint32_t periods = 1; periods <= 8; ++periods)
        {
            power *= 3;
            NS_TEST_EXPECT_MSG_EQ(figure.CountLinearExtensions(periods), power, "3^P");
        }
        for (const auto& [m, n, count] : {std::make_tuple(3U, 3U, 20U),
                                          std::make_tuple(5U, 2U, 21U),
                                          std::make_tuple(10U, 10U, 184756U)})
        {
            MmPocPartialOrder chains;
            chains.SetPeriod({m, n}, false);
            chains.AddChain(0);
            chains.AddChain(1);
            NS_TEST_EXPECT_MSG_EQ(chains.CountLinearExtensions(), count, "C(m + n, n)");
        }
        MmPocPartialOrder none;
        none.SetPeriod({3, 2}, false);
        NS_TEST_EXPECT_MSG_EQ(none.CountLinearExtensions(), 120, "5!");
        NS_TEST_EXPECT_MSG_EQ(none.CountLinearExtensions(2), 0, "it does not repeat");
        NS_TEST_EXPECT_MSG_EQ(Make("period 63").CountLinearExtensions(), 0, "too many");
        const auto fits = [&](const std::vector<MmPocSdu>& sequence) {
            return figure.IsLinearExtension(sequence);
        };
        NS_TEST_EXPECT_MSG_EQ(fits({{0, 0}, {1, 0}, {0, 1}, {0, 2}}), true, "in order");
        NS_TEST_EXPECT_MSG_EQ(fits({{0, 0}, {0, 1}, {0, 2}, {1, 0}}), false, "b_0 after a_2");
        NS_TEST_EXPECT_MSG_EQ(fits({{0, 0}, {0, 1}, {0, 2}}), true, "b_0 is lost");
        NS_TEST_EXPECT_MSG_EQ(fits({{0, 4}, {0, 0}}), false, "through lost ones");
        NS_TEST_EXPECT_MSG_EQ(fits({{0, 0}, {0, 0}}), false, "twice");
        NS_TEST_EXPECT_MSG_EQ(none.IsLinearExtension({{0, 3}}), false, "does not exist");
    }
};

/// What is refused.
class MmPocOrderErrorTest : public TestCase
{
  public:
    MmPocOrderErrorTest()
        : TestCase("orders that are refused, with line, value and limit")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> cases{
            {"", "no line with period or finite"},
            {"period", "line 1: media 0: must be 1 to 255"},
            {"period 2 0", "line 1: SDUs of a medium in a period 0: must be at least 1"},
            {"period 5000", "line 1: SDUs in a period 5000: must be at most 1024"},
            {"period 2 x", "line 1: x: must be a number of SDUs"},
            {"0.0 after 0.1",
             "line 1: 0.0: the first line must be period or finite, and the SDUs of each medium"},
            {"period 2\nperiod 2", "line 2: a second period: must be one"},
            {"period 2\n0.0 0.1", "line 2: \"after\" must follow the SDU"},
            {"period 2\n0 after 0.1", "line 2: 0: must be medium.SDU"},
            {"period 2\n0.0 after 1.0", "line 2: medium 1: must be at most 0"},
            {"period 2\n0.0 after 0.2", "line 2: SDU 0.2: medium 0 has only 2 in a period"},
            {"period 2\n0.0 after 0.1-", "line 2: 0.1-: must be medium.SDU or medium.SDU-periods"},
            {"period 2\n0.0 after 0.1-101", "line 2: periods back 101: must be at most 100"},
            {"finite 2\n0.0 after 0.1-1", "line 2: periods back 1: must be at most 0"},
            {"period 2 1\n0.1 after 0.0\n1.0 after 0.1\n0.0 after 1.0",
             "line 4: SDU 0.0 after 1.0: must not close a cycle"},
            {"period 1\n0.0 after 0.0", "line 2: SDU 0.0 after 0.0: must not close a cycle"},
        };
        for (const auto& [text, error] : cases)
        {
            MmPocPartialOrder order;
            NS_TEST_EXPECT_MSG_EQ(MmPocPartialOrder::Read(text, order), error, text);
        }
    }
};

/// The bounds of losses.
class MmPocPolicyTest : public TestCase
{
  public:
    MmPocPolicyTest()
        : TestCase("bounds of losses: runs across declared ones, rates, windows")
    {
    }

  private:
    /// @param rule form @param k runs @param rate R @param window w @return such a bound
    static MmPocLossPolicy Bound(MmPocLossRule rule, uint32_t k, double rate, uint32_t window = 0)
    {
        MmPocLossPolicy::Settings settings;
        settings.rule = rule;
        settings.maxConsecutive = k;
        settings.maxRate = rate;
        settings.rateWindow = window;
        return MmPocLossPolicy(settings);
    }

    void DoRun() override
    {
        auto runs = Bound(MM_POC_MAX_CONSECUTIVE, 2, 0);
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({}), true, "nothing");
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({4, 5}), true, "a run of 2");
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({4, 5, 6}), false, "a run of 3");
        runs.Declare({4});
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({5}), true, "1 before and 1 new");
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({5, 6}), false, "1 before and 2 new");
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({2, 3}), false, "2 new before 1");
        runs.Declare({6});
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({5}), false, "between two");
        runs.Forget(7);
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({7}), true, "6 is remembered");
        NS_TEST_EXPECT_MSG_EQ(runs.Accepts({7, 8}), false, "6 is remembered");
        NS_TEST_EXPECT_MSG_EQ(Bound(MM_POC_MAX_CONSECUTIVE, 0, 0).Accepts({9}), false, "k = 0");

        // floor(0.15 * 2000) = 300, and floor(0.29 * 100) = 29 although 0.29 has no exact double
        auto rate = Bound(MM_POC_MAX_RATE, 0, 0.15);
        NS_TEST_EXPECT_MSG_EQ(rate.Accepts({5}), false, "0.15 * 6 = 0.9");
        NS_TEST_EXPECT_MSG_EQ(rate.Accepts({6}), true, "0.15 * 7 = 1.05");
        std::vector<uint64_t> many;
        for (uint64_t i = 1700; i < 2000; ++i)
        {
            many.push_back(i);
        }
        NS_TEST_EXPECT_MSG_EQ(rate.Accepts(many), true, "300 of 2000");
        rate.Declare({6});
        NS_TEST_EXPECT_MSG_EQ(rate.Accepts(many), false, "301 of 2000");
        NS_TEST_EXPECT_MSG_EQ(rate.GetDeclared(), 1, "declared");
        NS_TEST_EXPECT_MSG_EQ(Bound(MM_POC_MAX_RATE, 0, 1).Accepts({0, 1, 2}), true, "R = 1");
        auto exact = Bound(MM_POC_MAX_RATE, 0, 0.29);
        exact.Declare(std::vector<uint64_t>(many.begin(), many.begin() + 28));
        NS_TEST_EXPECT_MSG_EQ(exact.Accepts({99}), true, "29 of 100");
        exact.Declare({98});
        NS_TEST_EXPECT_MSG_EQ(exact.Accepts({99}), false, "30 of 100");

        // 2 in any 10
        auto window = Bound(MM_POC_MAX_RATE, 0, 0.2, 10);
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({3}), false, "0.2 * 4 < 1");
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({4}), true, "0.2 * 5 = 1");
        window.Declare({20, 25});
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({29}), false, "20 to 29 has 3");
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({30}), true, "21 to 30 has 2");
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({16}), false, "16 to 25 has 3");
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({15}), true, "15 to 24 has 2");
        window.Forget(31);
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({31, 34}), false, "25 to 34 has 3");
        NS_TEST_EXPECT_MSG_EQ(window.Accepts({31, 35}), true, "26 to 35 has 2");

        MmPocLossPolicy::Settings all;
        all.maxRate = 1;
        NS_TEST_EXPECT_MSG_EQ(MmPocLossPolicy::Check(all), "", "all may be lost");
        MmPocLossPolicy::Settings wrong;
        wrong.maxRate = 1.5;
        NS_TEST_EXPECT_MSG_EQ(MmPocLossPolicy::Check(wrong), "MaxRate 1.5: must be 0 to 1", "");
    }
};

HsnTestRegistration g_mmPocOrderTests(
    "mm-poc-order",
    {new MmPocFigure7Test, new MmPocExtensionTest, new MmPocOrderErrorTest, new MmPocPolicyTest});
} // namespace
