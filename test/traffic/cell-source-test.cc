// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sources of cells against closed forms, alone and in a network.
 */
#include "../hsn-test.h"
#include "cell-source-test-support.h"

#include "ns3/cbr-cell-source.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/global-value.h"
#include "ns3/on-off-cell-source.h"
#include "ns3/pointer.h"
#include "ns3/poisson-cell-source.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param rate bit/s @return time steps from cell to cell */
double
GetInterval(double rate)
{
    return CELL_BITS * STEPS / rate;
}

/** @brief Cells at a constant rate, with exact arithmetic as the oracle. */
class CbrCellSourceTest : public TestCase
{
  public:
    CbrCellSourceTest()
        : TestCase("CBR cells: times without any error that adds up, for any rate")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint64_t rate :
             {7ULL, 64000ULL, 1000003ULL, 48000000ULL, 149760000ULL, 150000000ULL})
        {
            const auto times =
                TakeTimes(MakeSource("CbrCellSource", "Rate", DataRateValue(DataRate(rate))),
                          100000);
            bool same = times.size() == 100000;
            for (uint64_t k = 0; same && k < times.size(); ++k)
            {
                // k * 424 bits / rate, rounded up, in parts that fit into 64 bits
                const uint64_t bits = k * 424;
                const uint64_t nano = 1000000000;
                const uint64_t rest = bits % rate * nano;
                const uint64_t time = bits / rate * nano + (rest + rate - 1) / rate;
                same = times[k] == static_cast<int64_t>(time);
            }
            NS_TEST_EXPECT_MSG_EQ(same, true, "at " << rate << " bit/s");
        }
        const auto none = MakeSource("CbrCellSource", "Rate", StringValue("0bps"));
        NS_TEST_EXPECT_MSG_EQ(TakeTimes(none, 1).size(), 0, "no rate, no cells");
    }
};

/** @brief ON/OFF cells by hand, and their shares. */
class OnOffCellSourceTest : public TestCase
{
  public:
    OnOffCellSourceTest()
        : TestCase("ON and OFF periods: cells by hand, and an ON share counted in slots")
    {
    }

  private:
    /// @param isOn kind of a period @param start of it @param slots its length
    void Note(bool isOn, Time start, uint32_t slots)
    {
        m_isRegular = m_isRegular && start.GetTimeStep() == m_end;
        m_end += slots * SLOT;
        (isOn ? m_on : m_off).push_back(slots);
    }

    void DoRun() override
    {
        // cells every 2.5 slots: 60 Mbit/s with slots of 424 bits at 150 Mbit/s. ON periods of 7
        // slots, OFF periods of 4. In time that is ON, in slots of 2826.667 ns, cells are at
        // 0, 2.5, 5, 7.5, 10, 12.5, 15 ...; a period ends after 7 * 2827 ns. So cells 0 1 2 are in
        // the first period, 3 4 5 in the second (before 14), 6 7 8 in the third, and so on.
        const auto times =
            TakeTimes(MakeSource("OnOffCellSource",
                                 "PeakRate",
                                 StringValue("60Mbps"),
                                 "OnSlots",
                                 StringValue("ns3::ConstantRandomVariable[Constant=7]"),
                                 "OffSlots",
                                 StringValue("ns3::ConstantRandomVariable[Constant=4]")),
                      9);
        const std::vector<double> on{0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20};
        for (std::size_t k = 0; k < on.size(); ++k)
        {
            const double exact = on[k] * GetInterval(150e6) + std::floor(on[k] / 7) * 4 * SLOT;
            NS_TEST_EXPECT_MSG_EQ(times[k],
                                  static_cast<int64_t>(std::ceil(exact - 1e-6)),
                                  "cell " << k);
        }
        // geometric periods with means of 200 and 100 slots, n = 20000 of each; a mean of n
        // geometric values has a standard error of about mean / sqrt(n)
        const auto source = MakeSource("OnOffCellSource",
                                       "PeakRate",
                                       StringValue("60Mbps"),
                                       "OnSlots",
                                       StringValue("ns3::hsn::GeometricRandomVariable[Mean=200]"),
                                       "OffSlots",
                                       StringValue("ns3::hsn::GeometricRandomVariable[Mean=100]"));
        source->TraceConnectWithoutContext("Period",
                                           MakeCallback(&OnOffCellSourceTest::Note, this));
        source->Begin(0, SLOT, LINE);
        uint64_t cells = 0;
        int64_t last = 0;
        for (; m_on.size() <= 20000; ++cells)
        {
            last = source->Take().ready;
        }
        NS_TEST_EXPECT_MSG_EQ(m_isRegular, true, "periods follow each other");
        const auto sum = [](const std::vector<double>& v) {
            return std::accumulate(v.begin(), v.end(), 0.0);
        };
        const double share = sum(m_on) / (sum(m_on) + sum(m_off));
        // d share / share = (1 - share) (d on / on - d off / off)
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 2.0 / 3, 4 * 2.0 / 9 * std::sqrt(2.0 / 20000), "ON share");
        const double ratePerOn =
            static_cast<double>(cells) * CELL_BITS / (share * static_cast<double>(last)) * STEPS;
        // the present ON period has not ended: at most some thousands of 4 million slots
        NS_TEST_EXPECT_MSG_EQ_TOL(ratePerOn / 60e6, 1, 1e-3, "rate in time that is ON");
    }

    std::vector<double> m_on;  //!< ON periods, slots
    std::vector<double> m_off; //!< OFF periods, slots
    int64_t m_end{0};          //!< of the latest period
    bool m_isRegular{true};    //!< each period begins at the end of the one before
};

/** @brief A Poisson process of single cells. */
class PoissonCellSourceTest : public TestCase
{
  public:
    PoissonCellSourceTest()
        : TestCase("Poisson cells: rate, distribution of gaps, dispersion of counts")
    {
    }

  private:
    void DoRun() override
    {
        constexpr std::size_t N = 400000;
        const auto times =
            TakeTimes(MakeSource("PoissonCellSource", "MeanRate", StringValue("100Mbps")), N);
        const double mean = GetInterval(100e6);
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(times.back()) / N / mean,
                                  1,
                                  4 / std::sqrt(N),
                                  "mean gap");
        // P(gap > x mean) = exp(-x)
        for (const double x : {0.1, 0.5, 1.0, 2.0, 4.0})
        {
            int64_t before = 0;
            std::size_t longer = 0;
            for (const int64_t t : times)
            {
                longer += static_cast<double>(t - before) > x * mean ? 1 : 0;
                before = t;
            }
            const double p = std::exp(-x);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(longer) / N,
                                      p,
                                      4 * std::sqrt(p * (1 - p) / N) + p / mean,
                                      "gaps above " << x);
        }
        // counts in windows of 10 mean gaps: their variance is their mean; its relative standard
        // error is sqrt(2 / windows), and somewhat more because counts are not normal
        constexpr std::size_t WINDOWS = N / 10 - 1000;
        std::vector<double> counts(WINDOWS);
        for (const int64_t t : times)
        {
            const auto w = static_cast<std::size_t>(static_cast<double>(t) / (10 * mean));
            if (w < WINDOWS)
            {
                ++counts[w];
            }
        }
        const double average = std::accumulate(counts.begin(), counts.end(), 0.0) / WINDOWS;
        double variance = 0;
        for (const double c : counts)
        {
            variance += (c - average) * (c - average) / WINDOWS;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(variance / average,
                                  1,
                                  5 * std::sqrt(2.0 / WINDOWS),
                                  "index of dispersion");
    }
};

/** @brief Poisson messages of the paper on XTP over ATM. */
class PoissonMessageTest : public TestCase
{
  public:
    PoissonMessageTest()
        : TestCase("Poisson messages: lengths, spacing, and waits in closed form")
    {
    }

  private:
    /// @param arrival of a message @param cells its length
    void Note(Time arrival, uint32_t cells)
    {
        m_arrivals.push_back(arrival.GetTimeStep());
        m_lengths.push_back(cells);
    }

    void DoRun() override
    {
        // geometric up to 200 with a mean of 20: p = 0.0499824142, variance 378.867, E[N^2] 778.867
        const double p = 1 / GeometricRandomVariable::GetUnlimitedMean(20, 200);
        NS_TEST_EXPECT_MSG_EQ_TOL(p, 0.0499824142, 1e-10, "parameter");
        double sum = 0;
        double mean = 0;
        for (uint32_t k = 1; k <= 200; ++k)
        {
            const double probability = p * std::pow(1 - p, k - 1);
            sum += probability;
            mean += k * probability;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(mean / sum, 20, 1e-9, "mean by summation");
        NS_TEST_EXPECT_MSG_EQ(GeometricRandomVariable::GetUnlimitedMean(1, 5), 1, "always 1");

        // B = 40 Mbit/s, peak 1.2 B: a cell every 3.125 slots of 2826.667 ns = 8833.33 ns
        const auto source = MakeSource("PoissonMessageCellSource",
                                       "MeanRate",
                                       StringValue("40Mbps"),
                                       "PeakRate",
                                       StringValue("48Mbps"));
        source->TraceConnectWithoutContext("Message",
                                           MakeCallback(&PoissonMessageTest::Note, this));
        source->Begin(0, SLOT, LINE);
        constexpr std::size_t MESSAGES = 1000000;
        const double interval = GetInterval(48e6);
        std::vector<double> batchWaits;
        std::vector<double> cellWaits; // of all cells of a message together
        int64_t last = -1000000;
        int64_t least = ATM_NEVER;
        bool inOrder = true;
        uint32_t expected = 0;
        while (batchWaits.size() < MESSAGES || expected != 0)
        {
            const int64_t arrival = m_arrivals.back();
            const uint32_t length = m_lengths.back();
            const auto cell = source->Take();
            inOrder = inOrder && cell.index == expected && cell.pdu->GetNCells() == length;
            least = std::min(least, cell.ready - last);
            last = cell.ready;
            const double wait = static_cast<double>(cell.ready - arrival) / interval;
            if (cell.index == 0)
            {
                batchWaits.push_back(wait);
                cellWaits.push_back(0);
            }
            cellWaits.back() += wait;
            expected = cell.index + 1 < cell.pdu->GetNCells() ? cell.index + 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(inOrder, true, "cells of a message in order, under one unit");
        // 8833.33 ns, rounded up to time steps from a fractional time: 8833 or 8834
        NS_TEST_EXPECT_MSG_EQ(least, 8833, "no gap is below 424 / 48e6 s");
        const double n = static_cast<double>(m_lengths.size());
        const double average = std::accumulate(m_lengths.begin(), m_lengths.end(), 0.0) / n;
        NS_TEST_EXPECT_MSG_EQ_TOL(average, 20, 4 * std::sqrt(378.867 / n), "mean length");
        const double longest = *std::max_element(m_lengths.begin(), m_lengths.end());
        NS_TEST_EXPECT_MSG_EQ((longest <= 200), true, "limit");
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(m_arrivals.back()) / n /
                                      (20 * GetInterval(40e6)),
                                  1,
                                  4 / std::sqrt(n),
                                  "mean gap of messages");
        // M^X/D/1 at a load of 1 / 1.2: a batch waits 97.3584 service times, a cell 116.330
        const auto batch = EstimateMean(batchWaits);
        const auto each = EstimateMean(cellWaits);
        NS_TEST_EXPECT_MSG_LT(batch.error, 0.02 * 97.3584, "long enough to tell");
        NS_TEST_EXPECT_MSG_EQ_TOL(batch.mean, 97.3584, 4 * batch.error, "wait of a batch");
        NS_TEST_EXPECT_MSG_EQ_TOL(each.mean / 20, 116.330, 4 * each.error / 20, "wait of a cell");
    }

    std::vector<int64_t> m_arrivals; //!< of messages drawn
    std::vector<double> m_lengths;   //!< of them
};

HsnTestRegistration g_cellSourceTests("cell-source",
                                      {new CbrCellSourceTest,
                                       new OnOffCellSourceTest,
                                       new PoissonCellSourceTest,
                                       new PoissonMessageTest});
} // namespace
} // namespace hsn
} // namespace ns3
