// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * The throughput equation of RFC 5348, 3.1. Expected values were computed from the RFC's formula
 * by another program. The inverse needs GSL.
 */
#include "../hsn-test.h"

#include "ns3/tfrc-equation.h"

#include <functional>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The equation. */
class TfrcEquationTest : public TestCase
{
  public:
    TfrcEquationTest()
        : TestCase("Rates of the equation, its parameters, errors")
    {
    }

  private:
    void DoRun() override
    {
        struct Point
        {
            double s;
            int rtt; // ms
            double p;
            double rate;
        };

        for (const Point& point : {Point{512, 220, 0.01, 26142.775},
                                   Point{512, 600, 0.02, 6250.578},
                                   Point{1000, 100, 0.01, 112332.234},
                                   Point{1460, 200, 0.001, 280205.851},
                                   Point{512, 800, 0.1, 1132.865}})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(
                TfrcEquation(point.s).GetRate(MilliSeconds(point.rtt), point.p),
                point.rate,
                0.0005,
                "p = " << point.p);
        }
        // b = 2, t_RTO = R, p = 3/4: sqrt(2bp/3) is 1, 3 sqrt(3bp/8) is 2.25, 1 + 32 p^2 is 19;
        // 1 + 2.25 * 0.75 * 19 = 33.0625
        NS_TEST_EXPECT_MSG_EQ_TOL(TfrcEquation(1058, 2, 1).GetRate(Seconds(1), 0.75),
                                  32,
                                  1e-9,
                                  "b, t_RTO");
        Refused([] { TfrcEquation equation(0); }, "segment size 0 must be above 0");
        Refused([] { TfrcEquation equation(1, 0); }, "acknowledgement 0 must be above 0");
        Refused([] { TfrcEquation equation(1, 1, 0); }, "timeout of 0 R must be above 0");
        Refused([] { TfrcEquation(1).GetRate(Seconds(0), 0.1); }, "time 0 s must be above 0");
        Refused([] { TfrcEquation(1).GetRate(Seconds(1), 0); }, "rate 0 must be above 0");
        Refused([] { TfrcEquation(1).GetRate(Seconds(1), 1.5); }, "rate 1.5 must be above 0");
        Refused([] { TfrcEquation(1).GetLossEventRate(Seconds(1), 0); }, "rate 0 must be above 0");
    }

    /** @param code that aborts @param text part of the message */
    void Refused(const std::function<void()>& code, const std::string& text)
    {
        const std::string message = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, text << ": " << message);
    }
};

/** @brief The inverse. */
class TfrcInverseTest : public TestCase
{
  public:
    TfrcInverseTest()
        : TestCase("Loss event rate for a given rate")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(TfrcEquation(512).GetLossEventRate(MilliSeconds(220), 26142.775),
                                  0.01,
                                  1e-9,
                                  "the first point");
        NS_TEST_EXPECT_MSG_EQ_TOL(TfrcEquation(512).GetLossEventRate(MilliSeconds(800), 1132.865),
                                  0.1,
                                  1e-7,
                                  "the last point");
        NS_TEST_EXPECT_MSG_EQ_TOL(TfrcEquation(1058, 2, 1).GetLossEventRate(Seconds(1), 32),
                                  0.75,
                                  1e-12,
                                  "b, t_RTO");
        for (const double b : {1.0, 2.0})
        {
            const TfrcEquation equation(1000, b);
            for (double p = 1e-12; p < 1; p *= 3.7)
            {
                const double rate = equation.GetRate(MilliSeconds(70), p);
                const double found = equation.GetLossEventRate(MilliSeconds(70), rate);
                NS_TEST_EXPECT_MSG_EQ_TOL(found, p, 1e-9 * p, "p = " << p);
            }
            const double least = equation.GetRate(MilliSeconds(70), 1);
            NS_TEST_EXPECT_MSG_EQ(equation.GetLossEventRate(MilliSeconds(70), least), 1, "p = 1");
            NS_TEST_EXPECT_MSG_EQ(equation.GetLossEventRate(MilliSeconds(70), least / 9),
                                  1,
                                  "more");
            NS_TEST_EXPECT_MSG_LT(equation.GetLossEventRate(MilliSeconds(70), least * 1.0001),
                                  1,
                                  "less");
        }
    }
};

HsnTestRegistration g_tfrcEquationTests("tfrc-equation",
                                        {new TfrcEquationTest, new TfrcInverseTest});
} // namespace
} // namespace hsn
} // namespace ns3
