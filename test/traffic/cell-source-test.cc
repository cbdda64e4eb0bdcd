// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sources of cells against closed forms, alone and in a network.
 */
#include "../hsn-test.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/atm-source-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cbr-cell-source.h"
#include "ns3/cell-source-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/on-off-cell-source.h"
#include "ns3/pointer.h"
#include "ns3/poisson-cell-source.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t SLOT = 2827;             //!< cell time at 150 Mbit/s: 2826.667 ns, rounded
constexpr double STEPS = 1e9;              //!< time steps in a second
constexpr double CELL_BITS = 424;          //!< 53 octets
const DataRate LINE = DataRate(150000000); //!< link rate

/** @param rate bit/s @return time steps from cell to cell */
double
GetInterval(double rate)
{
    return CELL_BITS * STEPS / rate;
}

/** @param type TypeId @param attributes names and values in turn @return a source */
template <typename... Args>
Ptr<AtmCellSource>
MakeSource(const std::string& type, const Args&... attributes)
{
    ObjectFactory factory("ns3::hsn::" + type, attributes...);
    auto source = factory.Create<AtmCellSource>();
    source->AssignStreams(1);
    return source;
}

/** @param source not begun @param n cells @return times at which they are ready */
std::vector<int64_t>
TakeTimes(Ptr<AtmCellSource> source, std::size_t n)
{
    source->Begin(0, SLOT, LINE);
    std::vector<int64_t> times;
    while (times.size() < n && source->GetNext().ready != ATM_NEVER)
    {
        times.push_back(source->Take().ready);
    }
    return times;
}

/** @brief A mean and its standard error. */
struct Estimate
{
    double mean;  //!< of all
    double error; //!< of the mean, from means of batches
};

/** @param values in order @return their mean, and its error from 50 batches */
Estimate
EstimateMean(const std::vector<double>& values)
{
    constexpr std::size_t BATCHES = 50;
    const std::size_t size = values.size() / BATCHES;
    double sum = 0;
    double squares = 0;
    for (std::size_t b = 0; b < BATCHES; ++b)
    {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(b * size);
        const double mean = std::accumulate(from, from + static_cast<std::ptrdiff_t>(size), 0.0) /
                            static_cast<double>(size);
        sum += mean;
        squares += mean * mean;
    }
    const double mean = sum / BATCHES;
    return {mean, std::sqrt((squares / BATCHES - mean * mean) / (BATCHES - 1))};
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

/** @brief A source on a link, with either engine. */
class CellSourceRun
{
  public:
    /**
     * @param engine which
     * @param helper what is sent
     * @param limit time at which the simulation is stopped; 0: it ends by itself
     * @param watched whether each cell is looked at where it arrives at the switch
     */
    CellSourceRun(const std::string& engine,
                  const CellSourceHelper& helper,
                  Time limit,
                  bool watched = false)
    {
        StringValue before;
        GlobalValue::GetValueByName("hsn::AtmEngine", before);
        Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
        NodeContainer nodes(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", DataRateValue(LINE));
        atm.SetChannelAttribute("Delay", StringValue("100us"));
        const auto out = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto c = helper.Install(atm, nodes.Get(0), nodes.Get(1), out.Get(1));
        CellSourceHelper::AssignStreams({c}, 1);
        const auto near = DynamicCast<AtmPort>(c.port)->GetAtmChannel()->GetPort(1);
        near->TraceConnectWithoutContext("RunRx", MakeCallback(&CellSourceRun::Note, this));
        if (watched)
        {
            near->TraceConnectWithoutContext("CellRx",
                                             Sink<const CellBurst&>::Make([](const CellBurst&) {}));
        }
        if (!limit.IsZero())
        {
            Simulator::Stop(limit);
        }
        Simulator::Run();
        events = Simulator::GetEventCount();
        end = Simulator::Now();
        received = c.sink->GetRawRxCells();
        sent = c.source->GetCounters().cells;
        units = c.source->GetCounters().units;
        for (const auto& port : {c.port, out.Get(0)})
        {
            DynamicCast<AtmPort>(port)->GetAtmChannel()->ForEachLane(
                0,
                [this](const CellLane& lane) { storage = std::max(storage, lane.GetStorage()); });
        }
        Simulator::Destroy();
        Config::SetGlobal("hsn::AtmEngine", before);
    }

    std::vector<int64_t> arrivals; //!< at the switch, time steps
    uint64_t events;               //!< of the simulator
    Time end;                      //!< of the simulation
    uint64_t received;             //!< cells at the sink
    uint64_t sent;                 //!< cells
    uint64_t units;                //!< units of cells
    std::size_t storage{0};        //!< of a lane, bytes

  private:
    /// @param cells arrived @param time of the first one
    void Note(const CellBurst& cells, Time time)
    {
        for (uint32_t i = 0; i < cells.count; ++i)
        {
            arrivals.push_back(time.GetTimeStep() + i * cells.spacing);
        }
    }
};

/** @brief A source of Poisson cells and the link that it has. */
class CellSourceQueueTest : public TestCase
{
  public:
    CellSourceQueueTest()
        : TestCase("Cells wait for their link as in closed form, with either engine")
    {
    }

  private:
    void DoRun() override
    {
        CellSourceHelper helper("ns3::hsn::PoissonCellSource");
        helper.Set("MeanRate", StringValue("120Mbps"));
        const Time limit = MilliSeconds(400);
        const CellSourceRun burst("Burst", helper, limit);
        const CellSourceRun watched("Burst", helper, limit, true);
        const CellSourceRun perCell("PerCell", helper, limit);
        NS_TEST_EXPECT_MSG_EQ((burst.arrivals == perCell.arrivals), true, "the same cells");
        NS_TEST_EXPECT_MSG_EQ((watched.arrivals == perCell.arrivals), true, "also cell by cell");
        NS_TEST_EXPECT_MSG_EQ(burst.received, perCell.received, "at the sink");
        // by hand: a cell leaves when it is ready and the cell before it has left
        const auto ready =
            TakeTimes(MakeSource("PoissonCellSource", "MeanRate", StringValue("120Mbps")),
                      burst.arrivals.size());
        int64_t free = 0;
        bool same = true;
        std::vector<double> waits;
        for (std::size_t k = 0; k < ready.size(); ++k)
        {
            const int64_t start = std::max(free, ready[k]);
            free = start + SLOT;
            same = same && burst.arrivals[k] == start + SLOT + 100000;
            waits.push_back(static_cast<double>(burst.arrivals[k] - SLOT - 100000 - ready[k]));
        }
        NS_TEST_EXPECT_MSG_EQ(same, true, "by hand");
        // M/D/1: rho / (2 (1 - rho)) cell times
        const double rho = 120e6 / CELL_BITS * SLOT / STEPS;
        const auto wait = EstimateMean(waits);
        NS_TEST_EXPECT_MSG_LT(wait.error, 0.05 * 2 * SLOT, "long enough to tell");
        NS_TEST_EXPECT_MSG_EQ_TOL(wait.mean, rho / (2 * (1 - rho)) * SLOT, 4 * wait.error, "M/D/1");
    }
};

/** @brief What the burst engine promises of sources. */
class CellSourceEventsTest : public TestCase
{
  public:
    CellSourceEventsTest()
        : TestCase("Sources have no events for cells, take no memory, and end with either engine")
    {
    }

  private:
    void DoRun() override
    {
        CellSourceHelper helper("ns3::hsn::PoissonMessageCellSource");
        helper.Set("MeanRate", StringValue("100Mbps"));
        const CellSourceRun shortRun("Burst", helper, MilliSeconds(1));
        const CellSourceRun longRun("Burst", helper, MilliSeconds(1000));
        NS_TEST_EXPECT_MSG_EQ(longRun.events, shortRun.events, "a thousand times as many cells");
        NS_TEST_EXPECT_MSG_GT(longRun.received, 200000, "of which there are so many");
        NS_TEST_EXPECT_MSG_GT(longRun.units, 10000, "in messages");
        // 1024 cell times are asked for at once, and 36 are on their way: less than 2 * 1060 runs
        NS_TEST_EXPECT_MSG_LT(longRun.storage, 2 * 1060 * sizeof(CellRun), "memory");

        // cells up to the very end: the last one is on its way when the source stops
        CellSourceHelper cbr("ns3::hsn::CbrCellSource");
        cbr.Set("Rate", StringValue("100Mbps"));
        cbr.Set("StartTime", StringValue("1ms"));
        cbr.Set("StopTime", StringValue("5ms"));
        const CellSourceRun burst("Burst", cbr, Time(0));
        const CellSourceRun perCell("PerCell", cbr, Time(0));
        NS_TEST_EXPECT_MSG_GT(perCell.end, MilliSeconds(5), "after the source");
        NS_TEST_EXPECT_MSG_EQ(burst.end, perCell.end, "the same end");
        NS_TEST_EXPECT_MSG_EQ(burst.received, perCell.received, "the same cells");
        NS_TEST_EXPECT_MSG_EQ(burst.received, burst.sent, "all of them");
        NS_TEST_EXPECT_MSG_EQ(burst.units, perCell.units, "the same messages");
        NS_TEST_EXPECT_MSG_GT(burst.sent, 100, "some");
        NS_TEST_EXPECT_MSG_GT(burst.arrivals.front(), 1000000, "not before it starts");
        // two hops of SLOT + 100 us
        NS_TEST_EXPECT_MSG_EQ(
            burst.end,
            TimeStep(std::max<int64_t>(5000000, burst.arrivals.back() + SLOT + 100000)),
            "when the last cell has arrived");
    }
};

/** @brief Bad settings. */
class CellSourceErrorsTest : public TestCase
{
  public:
    CellSourceErrorsTest()
        : TestCase("Sources of cells refuse what makes no sense, and say why")
    {
    }

  private:
    /**
     * @param type of the source
     * @param attributes and their values
     * @param expected part of the message
     */
    void Expect(const std::string& type,
                const std::vector<std::pair<std::string, std::string>>& attributes,
                const std::string& expected)
    {
        const std::string text = HsnAbortText([&] {
            ObjectFactory factory("ns3::hsn::" + type);
            for (const auto& a : attributes)
            {
                factory.Set(a.first, StringValue(a.second));
            }
            TakeTimes(factory.Create<AtmCellSource>(), 100);
        });
        NS_TEST_EXPECT_MSG_NE(text.find(expected), std::string::npos, type << " said: " << text);
    }

    void DoRun() override
    {
        Expect("CbrCellSource", {{"Rate", "151Mbps"}}, "Rate of a CbrCellSource is 151000000bps");
        Expect("OnOffCellSource",
               {{"PeakRate", "165Mbps"}},
               "PeakRate of an OnOffCellSource is 165000000bps: at most that of its link, "
               "150000000bps");
        Expect("OnOffCellSource",
               {{"OnSlots", "ns3::ConstantRandomVariable[Constant=0]"}},
               "OnSlots of an OnOffCellSource has drawn 0: at least 1");
        Expect("OnOffCellSource",
               {{"OnSlots", "ns3::ConstantRandomVariable[Constant=1]"},
                {"OffSlots", "ns3::ConstantRandomVariable[Constant=-1]"}},
               "OffSlots of an OnOffCellSource has drawn -1: at least 0");
        Expect("PoissonCellSource", {{"MeanRate", "200Mbps"}}, "MeanRate of a ns3::hsn::Poisson");
        Expect("PoissonMessageCellSource",
               {{"MeanRate", "40Mbps"}, {"PeakRate", "40Mbps"}},
               "PeakRate of a PoissonMessageCellSource is 40000000bps: above its MeanRate");
        Expect("PoissonMessageCellSource",
               {{"MeanCells", "101"}},
               "MeanCells of a PoissonMessageCellSource is 101: geometric lengths up to MaxCells, "
               "200, have a mean below 100.5");
        Expect("PoissonMessageCellSource",
               {{"Cells", "ns3::ConstantRandomVariable[Constant=65536]"}},
               "has drawn 65536: 1 to 65535");
        Expect("CbrCellSource",
               {{"StartTime", "2s"}, {"StopTime", "1s"}},
               "StopTime of a ns3::hsn::CbrCellSource is +1s: after its StartTime of +2s");
        const std::string type =
            HsnAbortText([] { CellSourceHelper helper("ns3::hsn::AtmSwitch"); });
        NS_TEST_EXPECT_MSG_NE(type.find("'ns3::hsn::AtmSwitch' is no class derived from"),
                              std::string::npos,
                              type);
        const std::string unlinked = HsnAbortText([] {
            auto node = CreateObject<Node>();
            auto port = CreateObject<AtmSourcePort>();
            port->SetSource(CreateObject<CbrCellSource>(), {0, 32});
            node->AddDevice(port);
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(unlinked.find("starts on a port without a link"),
                              std::string::npos,
                              unlinked);
    }
};

/** @brief What discard policies see of a message. */
class CellSourceUnitTest : public TestCase
{
  public:
    CellSourceUnitTest()
        : TestCase("Raw cells: the last one of a unit is marked, their payload is zeros")
    {
    }

  private:
    void DoRun() override
    {
        const AtmRawPdu unit(3);
        NS_TEST_EXPECT_MSG_EQ(unit.GetBytes().size(), 3 * 48, "octets");
        NS_TEST_EXPECT_MSG_EQ(std::count(unit.GetBytes().begin(), unit.GetBytes().end(), 0),
                              3 * 48,
                              "zeros");
        NS_TEST_EXPECT_MSG_EQ(unit.IsAal5(), false, "not AAL5's");
        NS_TEST_EXPECT_MSG_EQ(unit.GetNotableFrom(), 3, "no cell has an event");
        CellBurst burst;
        burst.pdu = Create<AtmRawPdu>(3);
        burst.first = 1;
        burst.count = 2;
        NS_TEST_EXPECT_MSG_EQ(burst.IsLast(0), false, "the second cell");
        NS_TEST_EXPECT_MSG_EQ(burst.IsLast(1), true, "the third");
    }
};

HsnTestRegistration g_cellSourceTests("cell-source",
                                      {new CbrCellSourceTest,
                                       new OnOffCellSourceTest,
                                       new PoissonCellSourceTest,
                                       new PoissonMessageTest,
                                       new CellSourceQueueTest,
                                       new CellSourceEventsTest,
                                       new CellSourceErrorsTest,
                                       new CellSourceUnitTest});
} // namespace
} // namespace hsn
} // namespace ns3
