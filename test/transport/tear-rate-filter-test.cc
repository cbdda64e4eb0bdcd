// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The average of epochs that a TEAR receiver reports. Expected values are computed by hand from
 * tables 3.1 and 6.1 of the thesis.
 */
#include "../hsn-test.h"

#include "ns3/tear-rate-filter.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @return settings with some weights @param weights newest first */
TearRateFilter::Settings
WithWeights(const std::vector<double>& weights)
{
    TearRateFilter::Settings settings;
    settings.weights = weights;
    settings.epochs = static_cast<uint32_t>(weights.size());
    return settings;
}

/** @param filter is fed with epochs of one round, one second each @param rates oldest first */
void
AddEpochs(TearRateFilter& filter, const std::vector<double>& rates)
{
    for (const double rate : rates)
    {
        filter.AddLastRound(rate, Seconds(1));
    }
}

/** @brief Tables 3.1 and 6.1, samples 80 (open), 70, ... 10, 5. */
class FilterVectorTest : public TestCase
{
  public:
    FilterVectorTest()
        : TestCase("Weights of tables 3.1 and 6.1 on nine epochs; one halved epoch")
    {
    }

  private:
    void DoRun() override
    {
        Tables();
        Nine(TearRateFilter::GetInternetWeights(), false, 160 / 3.0, 43.5, 1e-12);
        Nine(TearRateFilter::GetWirelessWeights(), false, 70.078125, 60.1171875, 0);
        // normalised, the printed table gives 32/33 of its sums
        Nine(TearRateFilter::GetPrintedWirelessWeights(),
             true,
             71.328125 * 32 / 33,
             61.0546875 * 32 / 33,
             1e-12);
        OneHalved();
        Halvings();
    }

    /** @brief Claim tear-c11: in units of 1/30 and of 1/128, 3.1 sums to 1 and 6.1 as printed to
     * 33/32.
     */
    void Tables()
    {
        const auto sum = [](const std::vector<double>& weights, double unit) {
            int64_t all = 0;
            for (const double weight : weights)
            {
                const double units = weight * unit;
                if (std::abs(units - std::round(units)) > 1e-12)
                {
                    return int64_t{-1};
                }
                all += std::llround(units);
            }
            return all;
        };
        NS_TEST_EXPECT_MSG_EQ(sum(TearRateFilter::GetInternetWeights(), 30), 30, "3.1");
        NS_TEST_EXPECT_MSG_EQ(sum(TearRateFilter::GetWirelessWeights(), 128), 128, "6.1");
        NS_TEST_EXPECT_MSG_EQ(sum(TearRateFilter::GetPrintedWirelessWeights(), 128),
                              132,
                              "6.1 as printed");
        // RFC 5348, 5.4: the same as TFRC's over 6
        const std::vector<double> tfrc{1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
        for (size_t i = 0; i < tfrc.size(); i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(TearRateFilter::GetInternetWeights()[i],
                                      tfrc[i] / 6,
                                      1e-15,
                                      "weight " << i);
        }
    }

    /** @param weights table @param normalize whether they are normalised @param open B
     * @param complete A @param tolerance of both */
    void Nine(const std::vector<double>& weights,
              bool normalize,
              double open,
              double complete,
              double tolerance)
    {
        auto settings = WithWeights(weights);
        settings.normalizeWeights = normalize;
        TearRateFilter filter(settings);
        AddEpochs(filter, {1000, 5, 10, 20, 30, 40, 50, 60, 70}); // 1000 is too old
        NS_TEST_EXPECT_MSG_EQ(filter.AddRound(80, 81, Seconds(1)), false, "no end of an epoch");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetOpenRate(), open, tolerance, "B");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetCompleteRate(), complete, tolerance, "A");
        NS_TEST_EXPECT_MSG_EQ(filter.GetRate(), filter.GetOpenRate(), "the larger one is B");
        NS_TEST_EXPECT_MSG_EQ(filter.GetEpochs(), 8, "W");
    }

    /** @brief Claim tear-c10. */
    void OneHalved()
    {
        TearRateFilter filter{TearRateFilter::Settings()};
        AddEpochs(filter, std::vector<double>(8, 24));
        filter.AddRound(12, 12, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetRate(), 24, 1e-12, "not before it has ended");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetOpenRate(), 22, 1e-12, "B has it already");
        filter.AddLastRound(12, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetRate() / 24, 11 / 12.0, 1e-12, "tear-c10: .916667");
    }

    /** @brief Thesis 7.1: a fall by the wireless weights. */
    void Halvings()
    {
        TearRateFilter filter(WithWeights(TearRateFilter::GetWirelessWeights()));
        AddEpochs(filter, std::vector<double>(8, 64));
        double window = 64;
        for (const double expected : {1.0, 0.75, 0.5, 0.3125, 0.1875})
        {
            filter.AddLastRound(window, Seconds(1));
            NS_TEST_EXPECT_MSG_EQ(filter.GetRate() / 64, expected, "window " << window);
            window /= 2;
        }
    }
};

/** @brief Rounds, epochs, few epochs. */
class FilterEpochTest : public TestCase
{
  public:
    FilterEpochTest()
        : TestCase("Epochs: sums of rounds, few of them, their ends")
    {
    }

  private:
    void DoRun() override
    {
        TearRateFilter filter{TearRateFilter::Settings()};
        NS_TEST_EXPECT_MSG_EQ(filter.GetRate(), 0, "no round");
        NS_TEST_EXPECT_MSG_EQ(filter.GetLastEpochRate(), 0, "no epoch");
        filter.AddRound(2, 3, MilliSeconds(200));
        filter.AddRound(4, 8, MilliSeconds(400));
        // (2 + 4) / 0.6
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetOpenRate(), 10, 1e-12, "sum over sum");
        NS_TEST_EXPECT_MSG_EQ(filter.GetCompleteRate(), 0, "none complete");
        filter.AddLastRound(6, MilliSeconds(1400));
        // 12 / 2
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetLastEpochRate(), 6, 1e-12, "with the last round");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetRate(), 6, 1e-12, "one epoch: its rate");
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetOpenRate(), 6, 1e-12, "B is A without an open epoch");
        AddEpochs(filter, {6, 6, 6, 15});
        // (15 + 6 + 6 + 6) / 6 + 6 * 2/15 over 4/6 + 2/15
        NS_TEST_EXPECT_MSG_EQ_TOL(filter.GetRate(), 6.3 / 0.8, 1e-12, "by the weights used");

        TearRateFilter::Settings settings;
        settings.roundSample = TearRateFilter::END_CWND;
        settings.epochMaxRounds = 2;
        settings.newEpochOnSsExit = true;
        TearRateFilter other(settings);
        NS_TEST_EXPECT_MSG_EQ(other.EndSlowStart(), false, "no round, no epoch");
        NS_TEST_EXPECT_MSG_EQ(other.AddRound(2, 3, Seconds(1)), false, "first round");
        NS_TEST_EXPECT_MSG_EQ(other.AddRound(3, 5, Seconds(1)), true, "EpochMaxRounds");
        NS_TEST_EXPECT_MSG_EQ(other.GetLastEpochRate(), 4, "windows at the end");
        NS_TEST_EXPECT_MSG_EQ(other.AddRound(5, 6, Seconds(1)), false, "first round");
        NS_TEST_EXPECT_MSG_EQ(other.EndSlowStart(), true, "NewEpochOnSsExit");
        NS_TEST_EXPECT_MSG_EQ(other.GetEpochs(), 2, "complete");
        TearRateFilter plain{TearRateFilter::Settings()};
        plain.AddRound(5, 6, Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(plain.EndSlowStart(), false, "not by default");
    }
};

/** @brief Claim tear-c30. */
class FilterShiftTest : public TestCase
{
  public:
    FilterShiftTest()
        : TestCase("Averages by integer shifts are less than 8 units below the exact ones")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(30);
        std::uniform_real_distribution<double> rate(1, 20000);
        const auto weights = TearRateFilter::GetWirelessWeights();
        double most = 0;
        for (int run = 0; run < 2000; run++)
        {
            TearRateFilter filter(WithWeights(weights));
            NS_TEST_ASSERT_MSG_EQ(filter.IsShiftable(), true, "powers of two");
            const size_t epochs = 1 + run % 12;
            std::vector<double> newest; // newest first
            for (size_t i = 0; i < epochs; i++)
            {
                newest.insert(newest.begin(), rate(random));
                filter.AddLastRound(newest.front(), Seconds(1));
            }
            double sum = 0;
            double used = 0;
            for (size_t i = 0; i < std::min<size_t>(epochs, 8); i++)
            {
                sum += weights[i] * newest[i];
                used += weights[i];
            }
            const double exact = sum / used;
            const uint32_t bits = run % 9;
            const double less = std::ldexp(exact, static_cast<int>(bits)) -
                                static_cast<double>(filter.GetShiftedRate(bits));
            NS_TEST_ASSERT_MSG_EQ((less > -1e-6 && less < 8),
                                  true,
                                  "tear-c30: " << less << " units");
            most = std::max(most, less);
        }
        NS_TEST_EXPECT_MSG_GT(most, 3, "the bound is not met by chance");
        // by hand: 11 >> 1, 7 >> 2, 5 >> 3 are 5, 1, 0; 6 * 8 / 7 is 6
        TearRateFilter few(WithWeights(weights));
        AddEpochs(few, {5, 7, 11});
        NS_TEST_EXPECT_MSG_EQ(few.GetShiftedRate(0), 6, "three epochs");
        few.AddRound(31, 31, Seconds(1));
        // 31 >> 1, 11 >> 2, 7 >> 3, 5 >> 4 are 15, 2, 0, 0; 17 * 16 / 15 is 18
        NS_TEST_EXPECT_MSG_EQ(few.GetShiftedRate(0), 18, "with the open one");
        TearRateFilter internet{TearRateFilter::Settings()};
        NS_TEST_EXPECT_MSG_EQ(internet.IsShiftable(), false, "table 3.1");
        NS_TEST_EXPECT_MSG_EQ(TearRateFilter(WithWeights({0.5, 0.5, 0})).IsShiftable(),
                              false,
                              "0 is no power of two");
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&internet] { internet.GetShiftedRate(0); }).find("powers of two"),
            std::string::npos,
            "no shifts");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&few] { few.GetShiftedRate(25); }).find("25"),
                              std::string::npos,
                              "too many bits");
    }
};

/** @brief Bad settings. */
class FilterErrorTest : public TestCase
{
  public:
    FilterErrorTest()
        : TestCase("Bad weights and rounds abort with value and limit")
    {
    }

  private:
    /** @param settings to be refused @param text part of the message */
    void Refused(const TearRateFilter::Settings& settings, const std::string& text)
    {
        const std::string message = HsnAbortText([&settings] { TearRateFilter filter(settings); });
        NS_TEST_EXPECT_MSG_NE(message.find(text), std::string::npos, text << ": " << message);
    }

    void DoRun() override
    {
        Refused(WithWeights({}), "Weights is empty");
        Refused(WithWeights({1.5, -0.5}), "weight -0.5 must not be negative");
        Refused(WithWeights({0, 1}), "newest epoch must be above 0");
        Refused(WithWeights({0.5, 0.5 + 2e-9}), "must be 1 within 1e-9");
        Refused(WithWeights(TearRateFilter::GetPrintedWirelessWeights()), "1.03125");
        auto settings = WithWeights({0.5, 0.5});
        settings.epochs = 3;
        Refused(settings, "W = 3 must be the number of Weights, 2");
        const auto accepted = WithWeights({0.5, 0.5 + 0.5e-9});
        NS_TEST_EXPECT_MSG_EQ(HsnAbortText([&] { TearRateFilter filter(accepted); }),
                              "",
                              "within 1e-9");
        auto normalized = WithWeights({3, 1});
        normalized.normalizeWeights = true;
        TearRateFilter filter(normalized);
        AddEpochs(filter, {4, 8});
        NS_TEST_EXPECT_MSG_EQ(filter.GetRate(), 7, "3/4 and 1/4");
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { filter.AddRound(0.5, 2, Seconds(1)); }).find("window 0.5"),
            std::string::npos,
            "window");
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { filter.AddLastRound(2, Seconds(0)); }).find("duration 0 s"),
            std::string::npos,
            "duration");
    }
};

HsnTestRegistration g_tearRateFilterTests(
    "tear-rate-filter",
    {new FilterVectorTest, new FilterEpochTest, new FilterShiftTest, new FilterErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
