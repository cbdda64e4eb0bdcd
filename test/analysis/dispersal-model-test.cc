// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
#include "../hsn-test.h"

#include "ns3/dispersal-model.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
using CodeModel = DispersalModel;

/** @brief Loss probabilities of the paper's figure 2. */
constexpr double LOSS[] = {0.01, 0.05, 0.10, 0.15, 0.20};

/** @brief Eq. (1) and (2) with m = 30, computed in exact fractions. */
constexpr double ROUNDS[11][5] = {{1.351899, 4.658991, 23.589825, 131.048553, 807.793567},
                                  {1.039922, 1.863596, 5.897456, 23.827010, 115.399081},
                                  {1.004009, 1.272079, 2.727147, 8.209776, 31.554436},
                                  {1.000325, 1.087914, 1.733271, 4.007295, 12.374289},
                                  {1.000022, 1.026605, 1.332608, 2.453254, 6.178059},
                                  {1.000001, 1.007305, 1.151591, 1.757901, 3.675232},
                                  {1.000000, 1.001811, 1.067040, 1.408562, 2.495684},
                                  {1.000000, 1.000408, 1.028216, 1.221330, 1.876292},
                                  {1.000000, 1.000085, 1.011199, 1.118212, 1.525973},
                                  {1.000000, 1.000016, 1.004182, 1.061453, 1.318147},
                                  {1.000000, 1.000003, 1.001472, 1.030844, 1.191567}};

/** @brief Eq. (1), eq. (2). */
class DispersalRoundsTest : public TestCase
{
  public:
    DispersalRoundsTest()
        : TestCase("Eq. (1) and (2): the table behind figure 2, and limits")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t alpha = 0; alpha <= 10; ++alpha)
        {
            for (int i = 0; i < 5; ++i)
            {
                const double rounds = CodeModel::GetRounds(30, alpha, LOSS[i]);
                NS_TEST_EXPECT_MSG_EQ_TOL(rounds, ROUNDS[alpha][i], 5.1e-7, "alpha " << alpha);
                const double failure = CodeModel::GetFailure(30, alpha, LOSS[i]);
                NS_TEST_EXPECT_MSG_EQ_TOL(failure, 1 - 1 / ROUNDS[alpha][i], 5.1e-7, "W");
            }
        }
        for (const uint32_t m : {1U, 13U, 192U})
        {
            for (const double q : LOSS)
            {
                const double none = CodeModel::GetRounds(m, 0, q) * std::pow(1 - q, m);
                NS_TEST_EXPECT_MSG_EQ_TOL(none, 1, 1e-11, "U(m, 0) = p^-m");
                NS_TEST_EXPECT_MSG_EQ_TOL(CodeModel::GetRounds(m, 400, q),
                                          1,
                                          1e-11,
                                          "much redundancy");
            }
            NS_TEST_EXPECT_MSG_EQ(CodeModel::GetRounds(m, 0, 0), 1, "no loss");
            NS_TEST_EXPECT_MSG_EQ(CodeModel::GetFailure(m, 0, 0), 0, "no loss");
            NS_TEST_EXPECT_MSG_EQ(CodeModel::GetFailure(m, 3, 1), 1, "nothing arrives");
            NS_TEST_EXPECT_MSG_EQ(CodeModel::GetRounds(m, 3, 1), INFINITY, "nothing arrives");
        }
        // two readings of the paper's "within 3 round trips"
        NS_TEST_EXPECT_MSG_EQ_TOL(CodeModel::GetRounds(32, 2, 0.1), 3.072072, 5.1e-7, "m = 32");
        NS_TEST_EXPECT_MSG_EQ_TOL(CodeModel::GetRounds(32, 3, 0.1), 1.883293, 5.1e-7, "m = 32");

        // mpmath 1.3, 60 digits
        struct
        {
            uint32_t m;
            uint32_t alpha;
            double q;
            double rounds;
            double failure;
        } const exact[] = {{30, 0, 0.2, 807.79356694631642505, 0.99876205996071462025},
                           {30, 3, 0.1, 1.7332714824339258134, 0.42305633587430751297},
                           {192, 40, 0.15, 1.1731588948937064355, 0.14760054724675247315},
                           {1366, 1000, 0.4, 1.0119002188297318515, 0.011760269054486933280}};

        for (const auto& row : exact)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(CodeModel::GetRounds(row.m, row.alpha, row.q),
                                      row.rounds,
                                      1e-11 * row.rounds,
                                      "m " << row.m << " alpha " << row.alpha);
            NS_TEST_EXPECT_MSG_EQ_TOL(CodeModel::GetFailure(row.m, row.alpha, row.q),
                                      row.failure,
                                      1e-11 * row.failure,
                                      "m " << row.m << " alpha " << row.alpha);
        }
    }
};

/** @brief The Markov chain; the table in exact fractions. */
class DispersalPendingTest : public TestCase
{
  public:
    DispersalPendingTest()
        : TestCase("Pending cells only: table, closed forms without redundancy, bounds")
    {
    }

  private:
    void DoRun() override
    {
        const double bp[] = {1.263326, 1.861645, 2.250806, 2.601325, 2.977892};
        const double fec[] = {1.038390, 1.463417, 1.831681, 1.973258, 2.067802};
        const double bpCells[] = {30.303030, 31.578947, 33.333333, 35.294118, 37.500000};
        const double fecCells[] = {31.157472, 33.144174, 35.634540, 37.594251, 39.506940};
        for (int i = 0; i < 5; ++i)
        {
            const auto plain = CodeModel::GetPendingCost(30, 0, 0, LOSS[i]);
            NS_TEST_EXPECT_MSG_EQ_TOL(plain.rounds, bp[i], 5.1e-7, "rounds of BP");
            NS_TEST_EXPECT_MSG_EQ_TOL(plain.cells, bpCells[i], 5.1e-7, "cells of BP");
            const auto redundant = CodeModel::GetPendingCost(30, 1, 3, LOSS[i]);
            NS_TEST_EXPECT_MSG_EQ_TOL(redundant.rounds, fec[i], 5.1e-7, "rounds of FEC");
            NS_TEST_EXPECT_MSG_EQ_TOL(redundant.cells, fecCells[i], 5.1e-7, "cells of FEC");
        }
        for (const uint32_t m : {1U, 13U, 32U, 192U})
        {
            for (const double q : LOSS)
            {
                // rounds are the greatest of m geometric variables
                double rounds = 0;
                double before = -1;
                for (int x = 0; rounds > before; ++x)
                {
                    before = rounds;
                    rounds += 1 - std::pow(1 - std::pow(q, x), m);
                }
                const auto cost = CodeModel::GetPendingCost(m, 0, 0, q);
                NS_TEST_EXPECT_MSG_EQ_TOL(cost.rounds, rounds, 1e-9, "m " << m << " q " << q);
                NS_TEST_EXPECT_MSG_EQ_TOL(cost.cells, m / (1 - q), 1e-8, "m " << m << " q " << q);
            }
        }
        // one cell is wanted: rounds after the first are geometric
        const auto one = CodeModel::GetPendingCost(1, 2, 1, 0.5);
        NS_TEST_EXPECT_MSG_EQ_TOL(one.rounds, 1 + 0.125 / 0.75, 1e-12, "1 cell");
        NS_TEST_EXPECT_MSG_EQ_TOL(one.cells, 3 + 2 * 0.125 / 0.75, 1e-12, "1 cell");
        // the paper calls eq. (2) conservative: true where retransmissions are as redundant ...
        for (uint32_t alpha = 0; alpha <= 10; ++alpha)
        {
            for (const double q : LOSS)
            {
                const double bound = CodeModel::GetRounds(30, alpha, q) * (1 + 1e-12);
                NS_TEST_EXPECT_MSG_LT_OR_EQ(CodeModel::GetPendingCost(30, alpha, alpha, q).rounds,
                                            bound,
                                            "alpha " << alpha << " q " << q);
            }
        }
        // ... and false where they are not
        NS_TEST_EXPECT_MSG_GT(CodeModel::GetPendingCost(30, 4, 0, 0.05).rounds,
                              CodeModel::GetRounds(30, 4, 0.05),
                              "no redundancy in retransmissions");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetPendingCost(30, 1, 3, 0).cells, 31, "no loss");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetPendingCost(30, 1, 3, 1).rounds, INFINITY, "all lost");
    }
};

/** @brief The least redundancy for a target. */
class DispersalExtraCellsTest : public TestCase
{
  public:
    DispersalExtraCellsTest()
        : TestCase("Least redundancy for a target, by the table and by eq. (2)")
    {
    }

  private:
    void DoRun() override
    {
        for (int i = 0; i < 5; ++i)
        {
            for (const double target : {1.1, 1.5, 2.0, 3.0, 10.0})
            {
                uint32_t first = 0;
                while (first < 10 && ROUNDS[first][i] > target)
                {
                    ++first;
                }
                NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(30, LOSS[i], target, 10),
                                      first,
                                      "q " << LOSS[i] << " target " << target);
            }
        }
        // the paper's alpha = 3 for 10 % and alpha = 1 for 5 % are the first with U <= 2
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(30, 0.1, 2, 100), 3U, "10 %");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(30, 0.05, 2, 100), 1U, "5 %");
        for (const uint32_t m : {1U, 32U, 192U, 1366U})
        {
            for (const double q : {0.001, 0.02, 0.3, 0.6})
            {
                const uint32_t alpha = CodeModel::GetExtraCells(m, q, 2, 10000);
                NS_TEST_EXPECT_MSG_LT_OR_EQ(CodeModel::GetRounds(m, alpha, q), 2, m << " " << q);
                if (alpha > 0)
                {
                    NS_TEST_EXPECT_MSG_GT(CodeModel::GetRounds(m, alpha - 1, q), 2, m << " " << q);
                }
            }
        }
        // of 2m - 1 cells at least m arrive with probability 1/2: U(m, m - 1, 1/2) = 2
        for (const uint32_t m : {1U, 2U, 3U, 5U, 13U, 30U, 32U, 100U, 192U, 683U, 1366U})
        {
            NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(m, 0.5, 2, 10000),
                                  m - 1,
                                  "tie, m " << m);
        }
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(1, 0.2, 1, 400), 400U, "cannot be met");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(32, 0, 1, 9), 0U, "no loss");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(32, 1, 5, 9), 9U, "nothing arrives");
        NS_TEST_EXPECT_MSG_EQ(CodeModel::GetExtraCells(32, 0.1, 1, 9), 9U, "cannot be met");
    }
};

/** @brief Bad arguments throw and name the value. */
class DispersalRejectionTest : public TestCase
{
  public:
    DispersalRejectionTest()
        : TestCase("Rejections name the value")
    {
    }

  private:
    /** @brief Expects an exception with a text. @param code what throws @param text part of it */
    void ExpectThrow(const std::function<void()>& code, const std::string& text)
    {
        std::string thrown;
        try
        {
            code();
        }
        catch (const std::invalid_argument& error)
        {
            thrown = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(thrown.find(text), std::string::npos, text << " in: " << thrown);
    }

    void DoRun() override
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        ExpectThrow([]() { CodeModel::GetFailure(0, 1, 0.1); }, "m = 0");
        ExpectThrow([]() { CodeModel::GetRounds(30, 1, -0.5); }, "q = -0.5");
        ExpectThrow([]() { CodeModel::GetPendingCost(30, 1, 1, 1.5); }, "q = 1.5");
        ExpectThrow([nan]() { CodeModel::GetExtraCells(30, nan, 2, 9); }, "q = nan");
        ExpectThrow([]() { CodeModel::GetExtraCells(30, 0.1, 0.5, 9); }, "target = 0.5");
        ExpectThrow([]() { CodeModel::GetRounds(30, 4294967295, 0.1); }, "alpha = 4294967295");
        ExpectThrow([]() { CodeModel::GetExtraCells(30, 0.1, 2, 4294967295); },
                    "alpha = 4294967295");
    }
};

HsnTestRegistration g_dispersalModelTests("dispersal-model",
                                          {new DispersalRoundsTest,
                                           new DispersalPendingTest,
                                           new DispersalExtraCellsTest,
                                           new DispersalRejectionTest});
} // namespace
} // namespace hsn
} // namespace ns3
