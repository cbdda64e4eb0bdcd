// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "cell-source-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/atm-source-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cbr-cell-source.h"
#include "ns3/cell-source-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/hsn-compat.h"
#include "ns3/on-off-cell-source.h"
#include "ns3/pointer.h"
#include "ns3/poisson-cell-source.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
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

/** @brief Places of cells in their units. */
class CellSourcePlaceTest : public TestCase
{
  public:
    CellSourcePlaceTest()
        : TestCase("Cells of a unit have the places 0, 1, ... in it; cells that are alone have 0")
    {
    }

  private:
    /** @param source not begun @param alone whether each cell is a unit */
    void Expect(Ptr<AtmCellSource> source, bool alone)
    {
        const std::string name = source->GetInstanceTypeId().GetName();
        source->Begin(0, SLOT, LINE);
        uint32_t wanted = 0;
        for (uint32_t k = 0; k < 1000; ++k)
        {
            const auto cell = source->Take();
            NS_TEST_ASSERT_MSG_EQ(cell.index, wanted, name << ", cell " << k);
            NS_TEST_ASSERT_MSG_LT(cell.index, cell.pdu->GetNCells(), name << ", cell " << k);
            NS_TEST_ASSERT_MSG_EQ((!alone || cell.pdu->GetNCells() == 1), true, name);
            wanted = cell.index + 1 < cell.pdu->GetNCells() ? wanted + 1 : 0;
        }
    }

    void DoRun() override
    {
        const StringValue rate("60Mbps");
        Expect(MakeSource("CbrCellSource", "Rate", rate), true);
        Expect(MakeSource("PoissonCellSource", "MeanRate", rate), true);
        Expect(MakeSource("PoissonMessageCellSource", "MeanRate", rate), false);
    }
};

/** @brief Times of a Poisson process against the sum of the same random numbers. */
class PoissonTimesTest : public TestCase
{
  public:
    PoissonTimesTest()
        : TestCase(
              "Times of a Poisson process are sums of intervals, cut off to time steps and not "
              "added up from what was cut off")
    {
    }

  private:
    void DoRun() override
    {
        // 100 draws of a third of a step: of each interval cut off by itself, little would be left
        const double mean = 0.3;
        const auto intervals = CreateObject<ExponentialRandomVariable>();
        intervals->SetStream(11);
        PoissonTimes times;
        times.SetStream(11);
        for (const int64_t start : {1000, 5000}) // the second one begins anew
        {
            times.Start(start, mean);
            double sum = 0;
            for (uint32_t n = 0; n < 100; ++n)
            {
                sum += intervals->GetValue(mean, 0);
                NS_TEST_EXPECT_MSG_EQ(times.Draw(),
                                      start + static_cast<int64_t>(sum),
                                      "time " << n << " from " << start);
            }
            NS_TEST_EXPECT_MSG_EQ_TOL(sum, 100 * mean, 10, "three standard deviations of 3");
        }
    }
};

HsnTestRegistration g_cellSourceRunTests("cell-source",
                                         {new PoissonTimesTest,
                                          new CellSourceQueueTest,
                                          new CellSourceEventsTest,
                                          new CellSourceErrorsTest,
                                          new CellSourceUnitTest,
                                          new CellSourcePlaceTest});
} // namespace
} // namespace hsn
} // namespace ns3
