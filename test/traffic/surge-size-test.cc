// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sizes of Web flows against closed forms that were computed apart from the code, and against
 * ns-3's own lognormal and Pareto variables.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"
#include "ns3/surge-size-variable.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param model of the sizes @param maxFlowSize bytes; 0: no limit @return a variable
Ptr<SurgeSizeVariable>
MakeSizes(SurgeSizeVariable::SizeModel model, double maxFlowSize = 0)
{
    auto sizes = CreateObject<SurgeSizeVariable>();
    sizes->SetAttribute("SizeModel", EnumValue(model));
    sizes->SetAttribute("MaxFlowSize", DoubleValue(maxFlowSize));
    sizes->SetStream(4711);
    return sizes;
}

/// @param component that is all of the mixture @return a variable
Ptr<SurgeSizeVariable>
MakeSizes(const SurgeComponent& component)
{
    auto sizes = MakeSizes(SurgeSizeVariable::TYPE_I);
    sizes->SetComponents({component});
    return sizes;
}

/// @param variable a variable @param n how many @return draws, in rising order
std::vector<double>
Draw(Ptr<SurgeSizeVariable> variable, uint32_t n)
{
    std::vector<double> draws(n);
    std::generate(draws.begin(), draws.end(), [&] { return variable->GetValue(); });
    std::sort(draws.begin(), draws.end());
    return draws;
}

/// @param draws in rising order @param size a bound @return how many are not above it
double
CountUpTo(const std::vector<double>& draws, double size)
{
    return std::upper_bound(draws.begin(), draws.end(), size) - draws.begin();
}

/// Draws per law.
constexpr uint32_t N = 200000;

/// Quantiles of single laws. They were computed with Python's statistics.NormalDist().inv_cdf and
/// k (1 - p)^(-1/1.1).
class SurgeQuantileTest : public TestCase
{
  public:
    SurgeQuantileTest()
        : TestCase("Surge sizes: quantiles of the lognormal and Pareto laws")
    {
    }

  private:
    /// @param component a law @param expected its quantiles at 0.5, 0.9, 0.99
    void Check(const SurgeComponent& component, const std::vector<double>& expected)
    {
        const auto variable = MakeSizes(component);
        const auto draws = Draw(variable, N);
        const std::vector<double> probabilities{0.5, 0.9, 0.99};
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const double p = probabilities[i];
            // the lognormal ones are given to three or more digits behind the point of ln S
            NS_TEST_EXPECT_MSG_EQ_TOL(variable->GetQuantile(p) / expected[i], 1, 5e-6, "quantile");
            NS_TEST_EXPECT_MSG_EQ_TOL(variable->GetCdf(expected[i]), p, 5e-6, "probability");
            // the number of draws up to a quantile is binomial
            NS_TEST_EXPECT_MSG_EQ_TOL(CountUpTo(draws, expected[i]),
                                      N * p,
                                      4 * std::sqrt(N * p * (1 - p)),
                                      "draws up to " << expected[i]);
        }
    }

    void DoRun() override
    {
        Check(SurgeComponent::Lognormal(1, 9.357, 1.318), {11579.6, 62698, 248482});
        Check(SurgeComponent::Lognormal(1, 13.357, 1.318), {632225, 3423195, 13566669});
        Check(SurgeComponent::Pareto(1, 1.1, 133e3), {249756, 1078804, 8750512});
        Check(SurgeComponent::Pareto(1, 1.1, 1e6), {1877862, 8111308, 65793322});
        Check(SurgeComponent::Pareto(1, 1.1, 3e6), {5633585, 24333925, 197379967});
        NS_TEST_EXPECT_MSG_EQ_TOL(
            MakeSizes(SurgeComponent::Lognormal(1, 9.357, 1.318))->GetCdf(133000),
            0.967996,
            5e-7,
            "share of the body below the tail of Type I");
    }
};

/// Means by hand, and draws against a mixture of ns-3's variables.
class SurgeMixtureTest : public TestCase
{
  public:
    SurgeMixtureTest()
        : TestCase("Surge sizes: mixtures of Types I to IV")
    {
    }

  private:
    /// A part of a mixture that ns-3's variables draw.
    struct Part
    {
        double weight; //!< share
        double scale;  //!< Pareto's; 0: lognormal
        double mu;     //!< of the lognormal law
    };

    /// @param parts of a mixture @return draws, in rising order
    static std::vector<double> DrawFromNs3(const std::vector<Part>& parts)
    {
        auto choice = CreateObject<UniformRandomVariable>();
        auto body = CreateObject<LogNormalRandomVariable>();
        auto tail = CreateObject<ParetoRandomVariable>();
        choice->SetStream(1);
        body->SetStream(2);
        tail->SetStream(3);
        std::vector<double> draws(N);
        for (double& draw : draws)
        {
            double rest = choice->GetValue(0, 1);
            auto part = parts.begin();
            for (; rest > part->weight && part + 1 != parts.end(); ++part)
            {
                rest -= part->weight;
            }
            draw = part->scale > 0 ? tail->GetValue(part->scale, 1.1, 0)
                                   : body->GetValue(part->mu, 1.318);
        }
        std::sort(draws.begin(), draws.end());
        return draws;
    }

    /// @brief Compares by the test of Kolmogorov and Smirnov, at a level of 0.1 %.
    /// @param model of ours @param parts the same of ns-3's
    void Compare(SurgeSizeVariable::SizeModel model, const std::vector<Part>& parts)
    {
        const auto ours = Draw(MakeSizes(model), N);
        const auto theirs = DrawFromNs3(parts);
        double distance = 0;
        for (std::size_t i = 0; i < N; ++i)
        {
            distance = std::max(distance, std::abs(i + 1 - CountUpTo(theirs, ours[i])) / N);
        }
        NS_TEST_EXPECT_MSG_LT(distance, 1.95 * std::sqrt(2.0 / N), "distance of model " << model);
    }

    void DoRun() override
    {
        // exp(mu + sigma^2 / 2) = 27599.75 and 1506895; 11 k for Pareto's law
        const std::vector<double> means{128078, 3319320, 3415270, 1506895};
        for (int i = 0; i < 4; ++i)
        {
            const auto model = static_cast<SurgeSizeVariable::SizeModel>(i);
            NS_TEST_EXPECT_MSG_EQ_TOL(MakeSizes(model)->GetMean(), means[i], 1, "mean " << i);
        }
        // 0.7 27599.75 + 0.3 11 k (1 - (k/H)^0.1) / (1 - (k/H)^1.1)
        const std::vector<std::pair<double, double>> truncated{{1e7, 756601},
                                                               {1e8, 1244893},
                                                               {1e9, 1666227},
                                                               {1e10, 2005645}};
        for (const auto& [limit, mean] : truncated)
        {
            // the lognormal part loses up to some bytes, too
            NS_TEST_EXPECT_MSG_EQ_TOL(MakeSizes(SurgeSizeVariable::TYPE_II, limit)->GetMean(),
                                      mean,
                                      2,
                                      "mean up to " << limit);
        }
        Compare(SurgeSizeVariable::TYPE_I, {{0.93, 0, 9.357}, {0.07, 133e3, 0}});
        Compare(SurgeSizeVariable::TYPE_II, {{0.7, 0, 9.357}, {0.3, 1e6, 0}});
        Compare(SurgeSizeVariable::TYPE_III, {{0.837, 0, 9.357}, {0.063, 133e3, 0}, {0.1, 3e6, 0}});
        Compare(SurgeSizeVariable::TYPE_IV, {{1, 0, 13.357}});
    }
};

/// Tail, truncation, scale and mirrored draws.
class SurgeDrawTest : public TestCase
{
  public:
    SurgeDrawTest()
        : TestCase("Surge sizes: tail index, truncation, scale, mirrored draws")
    {
    }

  private:
    /// Hill's estimate from all draws above a bound where the body has no share any more.
    void CheckTail()
    {
        const double bound = 1e7; // P(body > bound) = 1.5e-7
        const auto draws = Draw(MakeSizes(SurgeSizeVariable::TYPE_II), N);
        const auto first = std::upper_bound(draws.begin(), draws.end(), bound);
        double sum = 0;
        std::for_each(first, draws.end(), [&](double x) { sum += std::log(x / bound); });
        const double n = draws.end() - first;
        NS_TEST_EXPECT_MSG_EQ_TOL(n / sum, 1.1, 4 * 1.1 / std::sqrt(n), "index of the tail");
        const double p = 0.3 * std::pow(0.1, 1.1);
        NS_TEST_EXPECT_MSG_EQ_TOL(n, N * p, 4 * std::sqrt(N * p * (1 - p)), "weight of the tail");
    }

    /// The greatest draw and the mean of all, which exists if sizes are limited.
    void CheckLimit()
    {
        const double limit = 1e7;
        const auto draws = Draw(MakeSizes(SurgeSizeVariable::TYPE_II, limit), N);
        NS_TEST_EXPECT_MSG_EQ((draws.back() <= limit), true, "greatest draw " << draws.back());
        NS_TEST_EXPECT_MSG_GT(draws.back(), 0.99 * limit, "the limit is reached");
        double sum = 0;
        double squares = 0;
        for (const double x : draws)
        {
            sum += x;
            squares += x * x;
        }
        const double mean = sum / N;
        const double error = std::sqrt((squares / N - mean * mean) / N);
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, 756601, 4 * error, "mean of truncated sizes");
        // ln 10^4.5 is 0.7622 standard deviations above mu: the truncated body is redrawn
        const auto body = MakeSizes(SurgeComponent::Lognormal(1, 9.357, 1.318));
        body->SetAttribute("MaxFlowSize", DoubleValue(std::pow(10, 4.5)));
        NS_TEST_EXPECT_MSG_LT(Draw(body, 10000).back(), 31622.78, "greatest draw of a body");
        // Phi(0.7622) = 0.77704, Phi(0.7622 - 1.318) = 0.28919
        NS_TEST_EXPECT_MSG_EQ_TOL(body->GetMean(), 27599.75 * 0.28919 / 0.77704, 2, "its mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(body->GetCdf(11579.6), 0.5 / 0.77704, 1e-5, "its median's place");
        for (const double none : {0.0, -1.0})
        {
            NS_TEST_EXPECT_MSG_EQ(body->GetCdf(none), 0, "no flow is so small");
            const auto all = MakeSizes(SurgeSizeVariable::TYPE_II);
            NS_TEST_EXPECT_MSG_EQ(all->GetCdf(none), 0, "body and tail");
        }
    }

    /// A scale factor divides everything.
    void CheckScale()
    {
        auto sizes = MakeSizes(SurgeSizeVariable::TYPE_IV, 1e7);
        const double first = sizes->GetValue();
        const double mean = sizes->GetMean();
        sizes->SetAttribute("ScaleFactor", DoubleValue(8));
        sizes->SetStream(4711);
        const double scaled = sizes->GetValue();
        NS_TEST_EXPECT_MSG_EQ_TOL(scaled, first / 8, 1e-6, "draw");
        NS_TEST_EXPECT_MSG_EQ_TOL(sizes->GetMean(), mean / 8, 1e-6, "mean");
        sizes->SetAttribute("MaxFlowSize", DoubleValue(0));
        NS_TEST_EXPECT_MSG_EQ_TOL(sizes->GetQuantile(0.9), 3423195 / 8.0, 2, "quantile");
        NS_TEST_EXPECT_MSG_EQ_TOL(sizes->GetCdf(3423195 / 8.0), 0.9, 1e-5, "probability");
        sizes->SetAttribute("ScaleFactor", DoubleValue(1e9));
        const uint32_t whole = sizes->GetInteger();
        NS_TEST_EXPECT_MSG_EQ(whole, 1, "whole bytes, rounded up");
    }

    /// ln S is symmetric around mu; a Pareto size has u where its mirrored one has 1 - u.
    void CheckAntithetic()
    {
        auto body = MakeSizes(SurgeComponent::Lognormal(1, 9.357, 1.318));
        auto tail = MakeSizes(SurgeComponent::Pareto(1, 1.1, 1e6));
        const double oneBody = body->GetValue();
        const double oneTail = tail->GetValue();
        for (const auto& variable : {body, tail})
        {
            variable->SetAttribute("Antithetic", BooleanValue(true));
            variable->SetStream(4711);
        }
        const double otherBody = body->GetValue();
        const double otherTail = tail->GetValue();
        NS_TEST_EXPECT_MSG_EQ_TOL(std::log(oneBody) + std::log(otherBody),
                                  2 * 9.357,
                                  1e-9,
                                  "mirrored lognormal size");
        NS_TEST_EXPECT_MSG_EQ_TOL(std::pow(oneTail / 1e6, -1.1) + std::pow(otherTail / 1e6, -1.1),
                                  1,
                                  1e-9,
                                  "mirrored Pareto size");
    }

    void DoRun() override
    {
        CheckTail();
        CheckLimit();
        CheckScale();
        CheckAntithetic();
    }
};

/// Messages of what is refused.
class SurgeSizeErrorTest : public TestCase
{
  public:
    SurgeSizeErrorTest()
        : TestCase("Surge sizes: bad parameters")
    {
    }

  private:
    /// @param code that aborts @param message part of what it says
    void Check(const std::function<void()>& code, const std::string& message)
    {
        const auto text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_EQ((text.find(message) != std::string::npos),
                              true,
                              "\"" << message << "\" is not in: " << text);
    }

    void DoRun() override
    {
        Check([] { SurgeComponent::Pareto(0.5, 0, 1); }, "shape 0 is not above 0");
        Check([] { SurgeComponent::Pareto(0.5, 1.1, -3); }, "scale -3 bytes is not above 0");
        Check([] { SurgeComponent::Pareto(1.5, 1.1, 1); }, "weight 1.5 is not in (0, 1]");
        Check([] { SurgeComponent::Lognormal(1, 9, 0); }, "sigma 0 is not above 0");
        Check([] { SurgeComponent::Lognormal(1, NAN, 1); }, "mu nan is not finite");
        Check([] { SurgeComponent::Lognormal(0, 9, 1); }, "weight 0 is not in (0, 1]");
        Check(
            [] {
                CreateObject<SurgeSizeVariable>()->SetComponents(
                    {SurgeComponent::Lognormal(0.6, 9, 1), SurgeComponent::Pareto(0.3, 1.1, 1e5)});
            },
            "weights sum to 0.9, not to 1");
        Check([] { MakeSizes(SurgeComponent::Pareto(1, 0.9, 1000))->GetMean(); },
              "mean is infinite, since a Pareto shape is not above 1");
        Check([] { MakeSizes(SurgeComponent::Pareto(1, 1, 1000))->GetMean(); },
              "mean is infinite, since a Pareto shape is not above 1");
        Check([] { MakeSizes(SurgeSizeVariable::CUSTOM)->GetValue(); },
              "SizeModel Custom needs SetComponents()");
        Check([] { MakeSizes(SurgeSizeVariable::TYPE_II, 5e5)->GetValue(); },
              "MaxFlowSize 500000 bytes is not above 1e+06 bytes");
        Check([] { MakeSizes(SurgeSizeVariable::TYPE_I)->GetQuantile(1); },
              "probability 1 of a quantile is not in (0, 1)");
        Check(
            [] {
                MakeSizes(SurgeSizeVariable::TYPE_I)->SetAttribute("ScaleFactor", DoubleValue(0));
            },
            "ScaleFactor 0 is not above 0");
        // shape 1 up to H: k ln(H / k) / (1 - k / H)
        auto limited = MakeSizes(SurgeComponent::Pareto(1, 1, 1000));
        limited->SetAttribute("MaxFlowSize", DoubleValue(1e6));
        NS_TEST_EXPECT_MSG_EQ_TOL(limited->GetMean(), 6914.670, 0.001, "1000 ln 1000 / 0.999");
    }
};

HsnTestRegistration g_surgeSizeTests(
    "surge-size",
    {new SurgeQuantileTest, new SurgeMixtureTest, new SurgeDrawTest, new SurgeSizeErrorTest});
} // namespace
