// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Compares what several runs of two forms of a model came to.
 */
#ifndef HSN_OUTCOME_SAMPLES_H
#define HSN_OUTCOME_SAMPLES_H

#include "ns3/sample-summary.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// What a run came to, by name.
using Outcome = std::map<std::string, double>;

/** @brief What several runs came to. */
class OutcomeSamples
{
  public:
    /// @param outcome of one more run
    void Add(const Outcome& outcome)
    {
        for (const auto& [name, value] : outcome)
        {
            m_summaries[name].Add(value);
            m_samples[name].push_back(value);
        }
    }

    /// @return names of what was measured
    std::vector<std::string> GetNames() const
    {
        std::vector<std::string> names;
        for (const auto& [name, samples] : m_samples)
        {
            names.push_back(name);
        }
        return names;
    }

    /// @param name of what was measured @return its mean
    double GetMean(const std::string& name) const
    {
        return m_summaries.at(name).GetMean();
    }

    /// @param name of what was measured @return standard error of its mean
    double GetError(const std::string& name) const
    {
        const auto& summary = m_summaries.at(name);
        return summary.GetDeviation() / std::sqrt(static_cast<double>(summary.GetCount()));
    }

    /// @param other form @param name of what was measured @return standard error of the difference
    /// of the means
    double GetError(const OutcomeSamples& other, const std::string& name) const
    {
        return std::hypot(GetError(name), other.GetError(name));
    }

    /// Kolmogorov and Smirnov, for two samples: above 1.95 at a level of 0.1 %.
    /// @param other form @param name of what was measured @return the statistic
    double GetDistance(const OutcomeSamples& other, const std::string& name) const
    {
        auto a = m_samples.at(name);
        auto b = other.m_samples.at(name);
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        const auto share = [](const std::vector<double>& sorted, double limit) {
            const auto place = std::upper_bound(sorted.begin(), sorted.end(), limit);
            return static_cast<double>(place - sorted.begin()) / static_cast<double>(sorted.size());
        };
        double distance = 0;
        for (const auto* samples : {&a, &b})
        {
            for (const double value : *samples)
            {
                distance = std::max(distance, std::abs(share(a, value) - share(b, value)));
            }
        }
        const auto n = static_cast<double>(a.size());
        const auto m = static_cast<double>(b.size());
        return distance * std::sqrt(n * m / (n + m));
    }

  private:
    std::map<std::string, SampleSummary> m_summaries;     //!< by name
    std::map<std::string, std::vector<double>> m_samples; //!< by name
};

/** @brief A test that two forms of a group come to the same. */
class OutcomeTest : public TestCase
{
  protected:
    using TestCase::TestCase;

    /// @param farms outcomes of one form @param nodes those of the other one, enough for a standard
    /// error below a tenth @param means names of which only the means are compared
    void Compare(const OutcomeSamples& farms,
                 const OutcomeSamples& nodes,
                 const std::set<std::string>& means = {})
    {
        for (const auto& name : nodes.GetNames())
        {
            const double error = farms.GetError(nodes, name);
            NS_TEST_EXPECT_MSG_EQ_TOL(farms.GetMean(name),
                                      nodes.GetMean(name),
                                      4 * error + 1e-3 * nodes.GetMean(name),
                                      name << ", error " << error);
            NS_TEST_EXPECT_MSG_LT(error, 0.1 * nodes.GetMean(name) + 1e-9, name << ": too few");
            if (means.count(name) == 0)
            {
                NS_TEST_EXPECT_MSG_LT(farms.GetDistance(nodes, name),
                                      1.95,
                                      name << ": distribution");
            }
        }
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_OUTCOME_SAMPLES_H
