// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the burst engine promises beyond equal results: its events, its memory, where it falls back.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cell-lane.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/node-container.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Takes the cells of a lane and counts what it is told. */
class CountingSink : public CellSink
{
  public:
    void NotifyCells(CellLane&) override
    {
        ++filled;
    }

    void NotifyArrival(CellLane&) override
    {
    }

    int filled{0}; //!< how often the lane was empty and is no more
};

/** @brief Times of the cells of a run, one by one. @param run the run @return arrivals */
std::vector<int64_t>
ArrivalsOf(const CellRun& run)
{
    std::vector<int64_t> times;
    for (uint32_t i = 0; i < run.count; ++i)
    {
        times.push_back(run.arrival + i * run.spacing);
    }
    return times;
}

/** @brief Runs against their cells, listed one by one. */
class CellRunTest : public TestCase
{
  public:
    CellRunTest()
        : TestCase("A run knows which of its cells have arrived")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t count : {1, 2, 5})
        {
            for (const int64_t spacing : {1, 3, 10})
            {
                const CellRun run{MakePdu(8), nullptr, 20, spacing, 1, count, false, false};
                const auto times = ArrivalsOf(run);
                for (int64_t t = 15; t < 75; ++t)
                {
                    const auto arrived = std::count_if(times.begin(), times.end(), [t](int64_t a) {
                        return a <= t;
                    });
                    NS_TEST_EXPECT_MSG_EQ(run.CountUpTo(t), arrived, "at " << t);
                }
            }
        }
    }
};

/** @brief A lane against a plain list of cells. */
class CellLaneTest : public TestCase
{
  public:
    CellLaneTest()
        : TestCase("A lane gives back the cells it was given, in as few runs as there can be")
    {
    }

  private:
    /// index and arrival
    using Cells = std::vector<std::pair<uint32_t, int64_t>>;

    /** @param lane emptied @param runs becomes the number of runs it had @return its cells */
    static Cells Drain(CellLane& lane, int& runs)
    {
        Cells cells;
        for (runs = 0; !lane.Empty(); ++runs)
        {
            const CellRun run = lane.Front();
            for (uint32_t i = 0; i < run.count; ++i)
            {
                cells.emplace_back(run.first + i, run.arrival + i * run.spacing);
            }
            lane.Take(run.count);
        }
        return cells;
    }

    void DoRun() override
    {
        CountingSink sink;
        CellLane lane(&sink, {0, 32});
        const auto kept = MakePdu(1000);
        auto pdu = PeekPointer(kept);
        // 0 1 2 at distance 10, 3 at 25, 4 5 at 10; 6 has another CLP, 8 comes after a gap
        lane.Append({pdu, nullptr, 100, 10, 0, 2, false, false});
        lane.Append({pdu, nullptr, 120, 0, 2, 1, false, false});
        lane.Append({pdu, nullptr, 145, 0, 3, 1, false, false});
        lane.Append({pdu, nullptr, 155, 10, 4, 2, false, false});
        lane.Append({pdu, nullptr, 175, 0, 6, 1, true, false});
        lane.Append({pdu, nullptr, 185, 0, 8, 1, true, false});
        NS_TEST_EXPECT_MSG_EQ(sink.filled, 1, "told once");
        NS_TEST_EXPECT_MSG_EQ(lane.GetLastArrival(), 185, "last");
        NS_TEST_EXPECT_MSG_EQ(lane.CountFrom(145), 5, "from 145 on: 3 4 5 6 8");

        CellRun taken;
        Cells back;
        while (lane.Withdraw(156, taken))
        {
            for (const int64_t t : ArrivalsOf(taken))
            {
                back.emplace_back(taken.first, t);
                ++taken.first;
            }
        }
        const Cells late{{8, 185}, {6, 175}, {5, 165}};
        NS_TEST_EXPECT_MSG_EQ((back == late), true, "withdrawn from 156 on");
        lane.Append({pdu, nullptr, 165, 0, 5, 1, false, false});

        int runs = 0;
        const Cells expected{{0, 100}, {1, 110}, {2, 120}, {3, 145}, {4, 155}, {5, 165}};
        NS_TEST_EXPECT_MSG_EQ((Drain(lane, runs) == expected), true, "the same cells");
        NS_TEST_EXPECT_MSG_EQ(runs, 2, "0 1 2, 3 4 5");

        const auto storage = lane.GetStorage();
        for (uint32_t i = 0; i < 1000; ++i)
        {
            lane.Append({pdu, nullptr, 1000 + 7 * i, 0, i, 1, false, false});
        }
        NS_TEST_EXPECT_MSG_EQ(lane.GetStorage(), storage, "a long run takes no more memory");
        Drain(lane, runs);
        NS_TEST_EXPECT_MSG_EQ(runs, 1, "1000 cells are one run");
    }
};

/** @brief A PDU that is not AAL5's, as an adaptation layer's own ones. */
class OtherPdu : public AtmPdu
{
  public:
    /** @param cells how many; the first that has consequences by itself is the last one */
    explicit OtherPdu(uint32_t cells)
        : AtmPdu(cells, Create<Packet>(1))
    {
        SetNotableFrom(cells - 1);
    }
};

/** @brief A port that notes when it is told of arrivals. */
class NotingPort : public AtmPort, private CellSink
{
  public:
    void ReceiveBurst(CellBurst&) override
    {
    }

    std::vector<int64_t> told; //!< times

  private:
    bool CanTakeRuns() const override
    {
        return true;
    }

    CellSink* FindSink(CellLane&) override
    {
        return this;
    }

    void NotifyArrival(CellLane&) override
    {
        told.push_back(Simulator::Now().GetTimeStep());
    }
};

/** @brief On a VC with PDUs of two adaptation layers, each first cell after another PDU's matters.
 */
class LaneEventsTest : public TestCase
{
  public:
    /** @param damaged whether the other layer's cells have inverted bits */
    explicit LaneEventsTest(bool damaged)
        : TestCase(std::string("Cells of two adaptation layers take turns: each first one has an "
                               "event, those of the other layer are ") +
                   (damaged ? "damaged" : "intact")),
          m_damaged(damaged)
    {
    }

  private:
    void DoRun() override
    {
        auto channel = MakeLink();
        MakeRawPort(channel);
        auto port = CreateObject<NotingPort>();
        CreateObject<Node>()->AddDevice(port);
        port->Attach(channel);
        auto& lane = channel->GetLane(0, {0, 40});
        const auto a = MakePdu(9);
        const Ptr<AtmPdu> b = Create<OtherPdu>(9);
        const auto add = [&lane](const Ptr<AtmPdu>& pdu, uint32_t cell, int64_t at, bool damaged) {
            auto damage = Create<CellDamage>();
            damage->flips.push_back({cell, 7});
            lane.Append({PeekPointer(pdu),
                         damaged ? PeekPointer(damage) : nullptr,
                         at,
                         0,
                         cell,
                         1,
                         false,
                         false});
        };
        add(a, 0, 100, false); // nothing but AAL5 so far
        add(b, 0, 200, m_damaged);
        add(a, 1, 300, false);
        add(a, 2, 400, false); // follows a cell of its own PDU
        add(b, 1, 500, m_damaged);
        add(a, 3, 600, false);
        Simulator::Run();
        const std::vector<int64_t> expected{200, 300, 500, 600};
        NS_TEST_EXPECT_MSG_EQ((port->told == expected), true, port->told.size() << " events");
        Simulator::Destroy();
    }

    const bool m_damaged; //!< the other layer's cells are
};

/** @brief Two hosts, two switches, one PDU at a time. */
class BurstEventsTest : public TestCase
{
  public:
    BurstEventsTest()
        : TestCase("Events do not depend on the number of cells, even without delay")
    {
    }

  private:
    /** @brief A network that has been run. */
    struct Result
    {
        uint64_t events; //!< of the simulator
        uint64_t sdus;   //!< delivered
        Time end;        //!< of the simulation
    };

    /**
     * @param engine which
     * @param cells of the PDU, or 0: none is sent
     * @param source trace source of the second switch's input to be connected, or empty
     * @return what came of it
     */
    static Result Send(const std::string& engine, uint32_t cells, const std::string& source)
    {
        StringValue before;
        GlobalValue::GetValueByName("hsn::AtmEngine", before);
        Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
        NodeContainer nodes(4);
        AtmSwitchHelper switches;
        switches.Install(nodes.Get(1));
        switches.Install(nodes.Get(2));
        AtmHelper atm;
        const auto first = atm.Install(nodes.Get(0), nodes.Get(1));
        const auto middle = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto last = atm.Install(nodes.Get(2), nodes.Get(3));
        const auto pvc = atm.ConnectPvc(first.Get(0), last.Get(1));
        if (!source.empty())
        {
            middle.Get(1)->TraceConnectWithoutContext(
                source,
                Sink<const CellBurst&>::Make([](const CellBurst&) {}));
        }
        auto device = DynamicCast<AtmNetDevice>(first.Get(0));
        if (cells > 0)
        {
            device->SendSdu(pvc.a, Create<Packet>(48 * cells - 8));
        }
        Simulator::Run();
        Result result;
        result.events = Simulator::GetEventCount();
        result.end = Simulator::Now();
        result.sdus = DynamicCast<AtmNetDevice>(last.Get(1))->GetRxCounters().sdus;
        Simulator::Destroy();
        Config::SetGlobal("hsn::AtmEngine", before);
        return result;
    }

    void DoRun() override
    {
        // at each of the three hops the arrival of the last cell
        const auto few = Send("Burst", 2, "");
        const auto many = Send("Burst", 1000, "");
        const auto idle = Send("Burst", 0, "").events;
        NS_TEST_EXPECT_MSG_EQ(few.events - idle, 3, "2 cells");
        NS_TEST_EXPECT_MSG_EQ(many.events - idle, 3, "1000 cells");
        NS_TEST_EXPECT_MSG_EQ(many.sdus, 1, "delivered");
        // store and forward of one cell at each of two switches
        NS_TEST_EXPECT_MSG_EQ(many.end, TimeStep((1000 + 2) * CELL), "when the last cell is there");
        const auto perCell = Send("PerCell", 1000, "");
        NS_TEST_EXPECT_MSG_GT(perCell.events, 3000, "per cell and hop");
        NS_TEST_EXPECT_MSG_EQ(perCell.end, many.end, "the same end");
        // the cells have events on the link that is watched and on the way there
        const auto watched = Send("Burst", 1000, "CellRx");
        NS_TEST_EXPECT_MSG_GT(watched.events, 2000, "falls back");
        NS_TEST_EXPECT_MSG_EQ(watched.sdus, 1, "delivered");
    }
};

/** @brief A PDU whose last cell is discarded: nothing of it is lost from sight. */
class BurstTailTest : public TestCase
{
  public:
    BurstTailTest()
        : TestCase("Cells whose PDU has lost its end arrive before the simulation ends")
    {
    }

  private:
    void DoRun() override
    {
        // 20 cells come four times as fast as they leave; 3 may wait. The cell that arrives first
        // leaves at once; the buffer then has room again whenever a cell has left.
        NodeContainer nodes(3);
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("MaxCells", UintegerValue(3));
        switches.Install(nodes.Get(1));
        AtmHelper atm;
        const auto fast = atm.Install(nodes.Get(0), nodes.Get(1));
        atm.SetChannelAttribute("DataRate", StringValue("38.88Mbps"));
        const auto slow = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto pvc = atm.ConnectPvc(fast.Get(0), slow.Get(1));
        DynamicCast<AtmNetDevice>(fast.Get(0))->SendSdu(pvc.a, Create<Packet>(48 * 20 - 8));
        Simulator::Run();
        // by hand: cells 0 to 3 enter, and of the others the first one after each departure: 5, 9,
        // 13, 17 (departures are 10905 ns apart, arrivals 2726 ns)
        const auto queue = DynamicCast<AtmSwitchPort>(slow.Get(0))->GetOutput()->GetQueue(ATM_UBR);
        const auto counters = queue->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.in, 20, "offered");
        NS_TEST_EXPECT_MSG_EQ(counters.out, 8, "left");
        NS_TEST_EXPECT_MSG_EQ(counters.Get(CELL_BUFFER_FULL), 12, "refused, the last one too");
        NS_TEST_EXPECT_MSG_EQ(queue->GetNCells(), 0, "none waits");
        NS_TEST_EXPECT_MSG_EQ(pvc.leaves[0]->GetPendingRxCells(), 8, "the receiver has them all");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_burstEngineTests("burst-engine",
                                       {new CellRunTest,
                                        new CellLaneTest,
                                        new LaneEventsTest(false),
                                        new LaneEventsTest(true),
                                        new BurstEventsTest,
                                        new BurstTailTest});
} // namespace
} // namespace hsn
} // namespace ns3
