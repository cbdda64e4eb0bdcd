// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Expected values were computed with mpmath 1.3 and 60 digits: sums of binomial terms, and roots.
 */
#include "../hsn-test.h"

#include "ns3/analysis-numeric.h"
#include "ns3/test.h"

#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Numeric = AnalysisNumeric;

/**
 * @brief Runs code that ought to throw.
 * @tparam Error what it should throw
 * @param code the code
 * @return the text of what it threw; empty if it threw nothing
 */
template <typename Error>
std::string
GetThrown(const std::function<void()>& code)
{
    try
    {
        code();
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "";
}

/** @brief Binomial probabilities, in the middle and far out, of few and of many trials. */
class NumericBinomialTest : public TestCase
{
  public:
    NumericBinomialTest()
        : TestCase("Binomial distribution: 40-digit values, limits")
    {
    }

  private:
    /**
     * @brief Compares to a relative tolerance.
     * @param value computed
     * @param right expected
     * @param tolerance relative
     * @param what row of the table
     */
    void Expect(double value, double right, double tolerance, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(value, right, tolerance * right, what);
    }

    void DoRun() override
    {
        struct
        {
            uint32_t k;
            double p;
            uint32_t n;
            double equal;
            double atMost;
            double above;
        } const table[] = {
            {0, 0.5, 1, 0.5, 0.5, 0.5},
            {3, 0.25, 10, 0.25028228759765625, 0.775875091552734375, 0.224124908447265625},
            {2,
             0.01,
             7,
             1.9970791047900000810e-3,
             0.99996603746984999998,
             3.3962530150000002100e-5},
            {2, 1e-9, 7, 2.0999999895000002826e-17, 1, 3.4999999895000066656e-26},
            {100, 1e-3, 192, 2.7892065877586663181e-244, 1, 2.5454798318104329147e-247},
            {40,
             0.1,
             300,
             0.012416221374822069499,
             0.97461223993126083053,
             0.025387760068739169461},
            {30, 0.9, 100, 1.2451275062913267990e-46, 1.3063165083363676270e-46, 1},
            {1000, 0.02, 65535, 2.2199918158503443137e-20, 9.1318499877088880001e-20, 1},
            {2,
             1e-4,
             65534,
             0.030601014288245458400,
             0.041363990821845840106,
             0.95863600917815415990},
            {32000,
             0.5,
             65535,
             4.8513493844159741927e-11,
             1.0332019670147168181e-9,
             0.99999999896679803299},
            {2,
             2e-6,
             1000002,
             0.27067083714252871921,
             0.67667533349980513214,
             0.32332466650019486786}};

        for (const auto& row : table)
        {
            // a result is the exponential of three logarithms of factorials, each rounded
            const double tolerance =
                1e-14 + 3 * std::numeric_limits<double>::epsilon() * std::lgamma(row.n + 1.0);
            const std::string what = std::to_string(row.k) + " of " + std::to_string(row.n);
            Expect(Numeric::GetBinomial(row.k, row.p, row.n), row.equal, tolerance, what);
            Expect(Numeric::GetBinomialAtMost(row.k, row.p, row.n), row.atMost, tolerance, what);
            Expect(Numeric::GetBinomialAbove(row.k, row.p, row.n), row.above, tolerance, what);
        }
        for (const double p : {0.0, 0.3, 1.0})
        {
            NS_TEST_EXPECT_MSG_EQ(Numeric::GetBinomialAtMost(9, p, 9), 1, "at most all");
            NS_TEST_EXPECT_MSG_EQ(Numeric::GetBinomialAbove(9, p, 9), 0, "more than all");
        }
        NS_TEST_EXPECT_MSG_EQ(Numeric::GetBinomial(0, 0, 9), 1, "impossible");
        NS_TEST_EXPECT_MSG_EQ(Numeric::GetBinomial(9, 1, 9), 1, "certain");
        NS_TEST_EXPECT_MSG_EQ(Numeric::GetBinomialAbove(3, 1e-200, 9),
                              0,
                              "less than a double can be");
    }
};

/** @brief Roots. */
class NumericRootTest : public TestCase
{
  public:
    NumericRootTest()
        : TestCase("Roots: 40-digit values, at an end, at 0, tiny, and of a jump")
    {
    }

  private:
    /// @param function a function @param low end @param high end @param root the right one
    void Expect(const std::function<double(double)>& function, double low, double high, double root)
    {
        const double tolerance = 8 * std::numeric_limits<double>::epsilon() * std::abs(root);
        NS_TEST_EXPECT_MSG_EQ_TOL(Numeric::FindRoot(function, low, high), root, tolerance, root);
    }

    void DoRun() override
    {
        Expect([](double x) { return std::cos(x) - x; }, 0, 1, 0.73908513321516064166);
        Expect([](double x) { return x - std::cos(x); }, 0, 1, 0.73908513321516064166);
        Expect([](double x) { return x * x * x - 2 * x - 5; }, 2, 3, 2.0945514815423265915);
        Expect([](double x) { return x * std::exp(x) - 1; }, 0, 10, 0.56714329040978387300);
        Expect([](double x) { return x - 2; }, 2, 3, 2);
        Expect([](double x) { return x - 3; }, 2, 3, 3);
        Expect([](double x) { return x; }, -1, 3, 0);
        Expect([](double x) { return x - 1e-200; }, 0, 1, 1e-200);
        Expect([](double x) { return x < 0.7 ? 1.0 : -1.0; }, 0, 1, 0.7);
    }
};

/** @brief Errors are exceptions with text, and GSL's error handler stays as it was. */
class NumericErrorTest : public TestCase
{
  public:
    NumericErrorTest()
        : TestCase("Errors name value and limit, or the reason of GSL")
    {
    }

  private:
    /// @tparam Error to be thrown @param code that throws @param words in its text
    template <typename Error>
    void Expect(const std::function<void()>& code, const std::string& words)
    {
        const std::string text = GetThrown<Error>(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }

    void DoRun() override
    {
        using Bad = std::invalid_argument;
        const double nan = std::nan("");
        Expect<Bad>([] { Numeric::GetBinomial(8, 0.1, 7); }, "successes = 8 must be at most");
        Expect<Bad>([] { Numeric::GetBinomialAtMost(1, 1.5, 7); },
                    "probability = 1.5 must be 0 to 1");
        Expect<Bad>([nan] { Numeric::GetBinomialAbove(1, nan, 7); }, "probability = nan must be");
        const auto square = [](double x) { return x * x + 1; };
        Expect<Bad>([&] { Numeric::FindRoot(square, 3, 2); }, "interval = 3 must be below");
        Expect<Bad>([&] { Numeric::FindRoot(square, 0, 2); },
                    "interval = 5 must be of another sign");

        // GSL's continued fraction does not converge in its number of steps
        Expect<std::runtime_error>([] { Numeric::GetBinomialAtMost(50000000, 0.5, 100000000); },
                                   "GSL finds no P(X <= k) of the binomial distribution with k = "
                                   "50000000, p = 0.5, n = 100000000");
        const auto hole = [nan](double x) { return x > 0 && x < 1 ? nan : x - 0.5; };
        Expect<std::runtime_error>([&] { Numeric::FindRoot(hole, 0, 1); },
                                   "GSL finds no root from 0 to 1:");
        // what the function throws comes through
        int calls = 0;
        const auto thrower = [&calls](double x) {
            if (++calls > 4)
            {
                throw std::out_of_range("mine");
            }
            return x - 0.5 - x * x / 4;
        };
        Expect<std::out_of_range>([&] { Numeric::FindRoot(thrower, 0, 1); }, "mine");
        NS_TEST_EXPECT_MSG_EQ(calls, 5, "and ends the search");
    }
};

/** @brief A build without GSL says what is missing. */
class NumericMissingTest : public TestCase
{
  public:
    NumericMissingTest()
        : TestCase("Without GSL, the error says that it is missing")
    {
    }

  private:
    void DoRun() override
    {
        const auto one = [](double) { return 1.0; };
        for (const std::function<void()>& call : std::initializer_list<std::function<void()>>{
                 [] { Numeric::GetBinomial(1, 0.1, 7); },
                 [] { Numeric::GetBinomialAtMost(1, 0.1, 7); },
                 [] { Numeric::GetBinomialAbove(1, 0.1, 7); },
                 [&one] { Numeric::FindRoot(one, 0, 1); },
                 [] {
                     Numeric::FitLine({1, 2}, {1, 2});
                 }})
        {
            const std::string text = GetThrown<std::runtime_error>(call);
            NS_TEST_EXPECT_MSG_NE(text.find("needs the GNU Scientific Library"),
                                  std::string::npos,
                                  text);
        }
    }
};

/** @brief Least squares. */
class NumericLineTest : public TestCase
{
  public:
    NumericLineTest()
        : TestCase("Lines by least squares: Anscombe's quartet")
    {
    }

  private:
    void DoRun() override
    {
        // F. J. Anscombe, The American Statistician 27 (1973): four sets with nearly the same line;
        // the digits beyond his are those of fractions in Python
        const std::vector<double> x{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5};
        const std::vector<double> fourth{8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8};
        Expect(x,
               {8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68},
               0.5000909090909091,
               3.0000909090909090);
        Expect(x,
               {9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74},
               0.5,
               3.0009090909090910);
        Expect(x,
               {7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73},
               0.4997272727272727,
               3.0024545454545453);
        Expect(fourth,
               {6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89},
               0.4999090909090909,
               3.0017272727272726);
        NS_TEST_EXPECT_MSG_EQ(std::isnan(Numeric::FitLine({1}, {1}).slope), true, "one point");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(Numeric::FitLine({1, 1}, {1, 2}).slope), true, "upright");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(Numeric::FitLine({}, {}).slope), true, "no point");
        NS_TEST_EXPECT_MSG_NE(GetThrown<std::invalid_argument>([] {
                                  Numeric::FitLine({1, 2}, {1});
                              }).find("= 1 must"),
                              std::string::npos,
                              "unequal numbers");
    }

    /// @param x abscissas @param y ordinates @param slope expected @param intercept expected
    void Expect(const std::vector<double>& x,
                const std::vector<double>& y,
                double slope,
                double intercept)
    {
        const auto line = Numeric::FitLine(x, y);
        NS_TEST_EXPECT_MSG_EQ_TOL(line.slope, slope, 1e-12, "slope");
        NS_TEST_EXPECT_MSG_EQ_TOL(line.intercept, intercept, 1e-12, "intercept");
    }
};

/** @brief Registers the cases for this build. */
struct Registration
{
    Registration()
    {
        if (Numeric::HasGsl())
        {
            HsnTestRegistration("analysis-numeric",
                                {new NumericBinomialTest,
                                 new NumericRootTest,
                                 new NumericErrorTest,
                                 new NumericLineTest});
        }
        else
        {
            HsnTestRegistration("analysis-numeric", {new NumericMissingTest});
        }
    }
} const g_analysisNumericTests;
} // namespace
} // namespace hsn
} // namespace ns3
