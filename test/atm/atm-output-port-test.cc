// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-test-support.h"
#include "both-engines-test.h"

#include "ns3/atm-net-device.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A cell of the random traffic, and what became of it. */
struct TestCell
{
    int64_t arrival;     //!< at the switch
    uint32_t input;      //!< port
    uint32_t vc;         //!< number of its VC
    uint32_t pdu;        //!< number of its PDU
    uint32_t index;      //!< in the PDU
    bool last;           //!< of the PDU
    bool clp;            //!< loss priority
    char fate{'?'};      //!< A sent, or the reason's letter
    int64_t departure{}; //!< first bit onto the output link
};

/** @brief A discard policy and a buffer. */
struct Setting
{
    std::string policy; //!< TypeId, empty: none
    double threshold;   //!< if it has one
    uint32_t capacity;  //!< of the buffer
};

/**
 * @brief A FIFO output port in a plain loop: no simulator, nothing of the module.
 * @param cells by arrival; fate and departure are filled in
 * @param setting what the port does
 * @param cellTime of its link
 * @param ports of the switch
 */
void
Reference(std::vector<TestCell>& cells, const Setting& setting, int64_t cellTime, uint32_t ports)
{
    std::vector<TestCell*> queue;
    size_t head = 0;
    int64_t linkFree = 0;
    uint32_t lastIn = 0;
    std::map<uint32_t, bool> dropRest;
    std::map<uint32_t, bool> refuse;
    std::map<uint32_t, bool> middle;
    const auto depart = [&](int64_t until) {
        while (head < queue.size() && linkFree <= until)
        {
            queue[head]->departure = std::max(linkFree, queue[head]->arrival);
            linkFree = queue[head++]->departure + cellTime;
        }
    };
    for (size_t i = 0; i < cells.size();)
    {
        size_t end = i;
        while (end < cells.size() && cells[end].arrival == cells[i].arrival)
        {
            ++end;
        }
        std::vector<TestCell*> tied;
        for (uint32_t turn = 1; turn <= ports; ++turn)
        {
            for (size_t k = i; k < end; ++k)
            {
                if (cells[k].input == (lastIn + turn) % ports)
                {
                    tied.push_back(&cells[k]);
                }
            }
        }
        for (TestCell* c : tied)
        {
            depart(c->arrival);
            const size_t fill = queue.size() - head;
            const bool full = fill == setting.capacity;
            const bool high = fill >= setting.threshold * setting.capacity - 1e-9;
            c->fate = full ? 'F' : 'A';
            if (setting.policy == "ns3::hsn::ClpThresholdDiscard" && !full && high && c->clp)
            {
                c->fate = 'C';
            }
            const bool early = setting.policy == "ns3::hsn::EarlyPacketDiscard";
            if (early && !middle[c->vc])
            {
                refuse[c->vc] = high && fill > 0;
            }
            middle[c->vc] = !c->last;
            if (early && refuse[c->vc])
            {
                c->fate = 'E';
            }
            else if (early || setting.policy == "ns3::hsn::PartialPacketDiscard")
            {
                if (dropRest[c->vc] && !c->last)
                {
                    c->fate = 'P';
                }
                dropRest[c->vc] = !c->last && c->fate != 'A';
            }
            if (c->fate == 'A')
            {
                lastIn = c->input;
                queue.push_back(c);
                depart(c->arrival);
            }
        }
        i = end;
    }
    depart(std::numeric_limits<int64_t>::max());
}

/** @brief Random arrivals from three inputs, against the reference, cell by cell. */
class OutputPortReferenceTest : public TestCase
{
  public:
    OutputPortReferenceTest()
        : TestCase("Agrees with a plain loop cell by cell: none, tail, PPD, EPD, CLP")
    {
    }

  private:
    /**
     * @brief One run.
     * @param setting what the port does
     * @param outRate of its link
     * @param seed of the traffic
     * @return how many cells were discarded
     */
    uint32_t RunOnce(const Setting& setting, const std::string& outRate, uint32_t seed)
    {
        std::mt19937 random(seed);
        const auto pick = [&random](uint32_t n) { return static_cast<uint32_t>(random() % n); };
        RawSwitch net;
        // equal rates and times on a grid: ties; the third input has another rate
        for (const auto rate : {"155.52Mbps", "155.52Mbps", "100Mbps"})
        {
            net.Add(rate);
        }
        net.Add(outRate);
        net.Queue(3)->SetAttribute("MaxCells", UintegerValue(setting.capacity));
        if (!setting.policy.empty())
        {
            ObjectFactory factory(setting.policy);
            if (setting.policy.find("Early") != std::string::npos ||
                setting.policy.find("Clp") != std::string::npos)
            {
                factory.Set("Threshold", DoubleValue(setting.threshold));
            }
            net.Queue(3)->SetAttribute("DiscardPolicy",
                                       PointerValue(factory.Create<CellDiscardPolicy>()));
        }

        std::vector<TestCell> cells;
        std::vector<Ptr<AtmPdu>> pdus;
        std::map<std::pair<const AtmPdu*, uint32_t>, size_t> byName;
        for (uint32_t input = 0; input < 3; ++input)
        {
            const int64_t cell = net.far[input]->GetAtmChannel()->GetCellTime();
            int64_t now = cell * pick(4);
            // two VCs, whose cells alternate at random
            Ptr<AtmPdu> pdu[2];
            uint32_t number[2];
            uint32_t next[2] = {0, 0};
            bool clp[2];
            for (uint32_t n = 0; n < 800; ++n)
            {
                const uint32_t v = pick(2);
                if (!pdu[v])
                {
                    pdu[v] = MakePdu(1 + pick(12));
                    pdus.push_back(pdu[v]);
                    number[v] = static_cast<uint32_t>(pdus.size());
                    next[v] = 0;
                    clp[v] = pick(2);
                }
                const AtmVcId in{0, static_cast<uint16_t>(100 + v)};
                net.far[input]->SendAt(now, in, pdu[v], next[v], clp[v]);
                const bool last = next[v] + 1 == pdu[v]->GetNCells();
                cells.push_back(
                    {now + cell, input, 2 * input + v, number[v], next[v], last, clp[v]});
                if (++next[v] == pdu[v]->GetNCells())
                {
                    pdu[v] = nullptr;
                }
                now += cell * (pick(40) == 0 ? 20 + pick(80) : 1);
            }
            for (uint16_t v = 0; v < 2; ++v)
            {
                net.sw->AddConnection(input,
                                      {0, static_cast<uint16_t>(100 + v)},
                                      3,
                                      {1, static_cast<uint16_t>(2 * input + v + 50)});
            }
        }
        std::stable_sort(cells.begin(), cells.end(), [](const TestCell& a, const TestCell& b) {
            return a.arrival < b.arrival;
        });
        for (size_t i = 0; i < cells.size(); ++i)
        {
            byName[{PeekPointer(pdus[cells[i].pdu - 1]), cells[i].index}] = i;
        }
        auto expected = cells;
        const int64_t outTime = net.far[3]->GetAtmChannel()->GetCellTime();
        Reference(expected, setting, outTime, 4);

        const auto find = [&](const CellBurst& cell) -> TestCell& {
            return cells[byName.at({PeekPointer(cell.pdu), cell.first})];
        };
        net.Queue(3)->TraceConnectWithoutContext(
            "Discard",
            Sink<const CellBurst&, CellDiscardReason>::Make(
                [&](const CellBurst& cell, CellDiscardReason reason) {
                    find(cell).fate = "AFPEC"[reason];
                }));
        net.sw->GetPort(3)->TraceConnectWithoutContext(
            "CellTx",
            Sink<const CellBurst&>::Make([&](const CellBurst& cell) {
                auto& c = find(cell);
                c.fate = c.fate == '?' ? 'A' : 'X'; // no cell leaves twice or after its discard
                c.departure = Simulator::Now().GetTimeStep();
            }));
        // counters balance at any instant
        for (uint32_t i = 0; i < 200; ++i)
        {
            ScheduleCall(NanoSeconds(i * 20011), [this, &net] {
                const auto& c = net.Queue(3)->GetCounters();
                NS_TEST_EXPECT_MSG_EQ(c.in,
                                      c.out + c.GetDiscarded() + net.Queue(3)->GetNCells(),
                                      "balance");
            });
        }
        Simulator::Run();

        uint32_t wrong = 0;
        uint32_t discarded = 0;
        for (size_t i = 0; i < cells.size(); ++i)
        {
            discarded += cells[i].fate != 'A';
            if (cells[i].fate != expected[i].fate || cells[i].departure != expected[i].departure)
            {
                if (wrong++ == 0)
                {
                    NS_TEST_EXPECT_MSG_EQ(cells[i].fate, expected[i].fate, "cell " << i);
                    NS_TEST_EXPECT_MSG_EQ(cells[i].departure, expected[i].departure, "cell " << i);
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, setting.policy << " seed " << seed);
        // what left arrives at the far end one cell time later, with the new label
        const auto& arrivals = net.far[3]->arrivals;
        NS_TEST_EXPECT_MSG_EQ(arrivals.size(), cells.size() - discarded, "arrivals");
        uint32_t astray = 0;
        for (const auto& a : arrivals)
        {
            const auto& c = find(a.cell);
            astray +=
                a.time != c.departure + outTime || a.cell.vc != AtmVcId{1, uint16_t(c.vc + 50)};
        }
        NS_TEST_EXPECT_MSG_EQ(astray, 0, "arrivals at the far end");
        Simulator::Destroy();
        return discarded;
    }

    void DoRun() override
    {
        const std::vector<Setting> settings{{"", 1, 20},
                                            {"", 1, 1},
                                            {"ns3::hsn::TailCellDiscard", 1, 30},
                                            {"ns3::hsn::PartialPacketDiscard", 1, 20},
                                            {"ns3::hsn::PartialPacketDiscard", 1, 3},
                                            {"ns3::hsn::EarlyPacketDiscard", 0.5, 40},
                                            {"ns3::hsn::EarlyPacketDiscard", 0.9, 10},
                                            {"ns3::hsn::ClpThresholdDiscard", 0.3, 25}};
        uint32_t seed = 1;
        for (const auto& setting : settings)
        {
            for (const auto rate : {"155.52Mbps", "200Mbps"})
            {
                NS_TEST_EXPECT_MSG_GT(RunOnce(setting, rate, seed++), 50, "too few discards");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(RunOnce({"", 1, 100000}, "25.6Mbps", 99), 0, "a large buffer");
    }
};

/** @brief Small cases, worked out by hand. */
class OutputPortVectorTest : public TestCase
{
  public:
    OutputPortVectorTest()
        : TestCase("Departures before arrivals; categories; traces; no link")
    {
    }

  private:
    void DoRun() override
    {
        DepartureFirst();
        Categories();
        NoLink();
    }

    /** @brief A place that becomes free at t serves the cell that arrives at t. */
    void DepartureFirst()
    {
        RawSwitch net;
        auto a = net.Add();
        auto b = net.Add();
        auto out = net.Add();
        net.Queue(2)->SetAttribute("MaxCells", UintegerValue(1));
        const AtmVcId in{0, 50};
        net.sw->AddConnection(0, in, 2, {0, 60});
        net.sw->AddConnection(1, in, 2, {0, 61});
        auto pdu = MakePdu(5);
        std::vector<uint32_t> fill;
        std::vector<uint32_t> before;
        Config::ConnectWithoutContext(
            "/NodeList/" + std::to_string(net.node->GetId()) +
                "/DeviceList/2/$ns3::hsn::AtmSwitchPort/Output/UbrQueue/"
                "CellsInQueue",
            Sink<uint32_t, uint32_t>::Make([&fill, &before](uint32_t last, uint32_t now) {
                before.push_back(last);
                fill.push_back(now);
            }));
        // arrive at C: sent at once; 1.5 C: waits; 2 C: the one waiting leaves first, this waits;
        // 2 C + 1: no place; 3 C: place again
        a->SendAt(0, in, pdu, 0);
        b->SendAt(CELL / 2, in, pdu, 1);
        a->SendAt(CELL, in, pdu, 2);
        b->SendAt(CELL / 2 + CELL, in, pdu, 3); // arrives at 2.5 C: no place
        a->SendAt(2 * CELL, in, pdu, 4);
        Simulator::Run();
        const std::vector<int64_t> times{2 * CELL, 3 * CELL, 4 * CELL, 5 * CELL};
        NS_TEST_EXPECT_MSG_EQ((out->GetTimes() == times), true, "back to back");
        std::string order;
        for (const auto& arrival : out->arrivals)
        {
            order += std::to_string(arrival.cell.first);
        }
        NS_TEST_EXPECT_MSG_EQ(order, "0124", "cell 3 found no place");
        const auto c = net.sw->GetPort(2)->GetOutput()->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.in, 5, "in");
        NS_TEST_EXPECT_MSG_EQ(c.out, 4, "out");
        NS_TEST_EXPECT_MSG_EQ(c.Get(CELL_BUFFER_FULL), 1, "full");
        const std::vector<uint32_t> fills{1, 0, 1, 0, 1, 0, 1, 0};
        NS_TEST_EXPECT_MSG_EQ((fill == fills), true, "CellsInQueue through its path");
        const std::vector<uint32_t> befores{0, 1, 0, 1, 0, 1, 0, 1};
        NS_TEST_EXPECT_MSG_EQ((before == befores), true, "and what it was before");
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(net.sw->GetNPorts(), 0, "disposed");
    }

    /** @brief The most urgent category that has a cell is served, without interrupting a cell. */
    void Categories()
    {
        RawSwitch net;
        auto a = net.Add();
        auto b = net.Add();
        auto d = net.Add();
        auto out = net.Add("77.76Mbps"); // cell time 5453
        const int64_t slow = out->GetAtmChannel()->GetCellTime();
        NS_TEST_EXPECT_MSG_EQ(slow, 5453, "424 / 77.76e6 s = 5452.67 ns");
        const AtmVcId in{0, 50};
        net.sw->AddConnection(0, in, 3, {0, 60}, ATM_UBR);
        net.sw->AddConnection(1, in, 3, {0, 61}, ATM_VBR);
        net.sw->AddConnection(2, in, 3, {0, 62}, ATM_CBR);
        auto pdu = MakePdu(3);
        for (uint32_t i = 0; i < 3; ++i)
        {
            a->SendAt(i * CELL, in, pdu, i); // arrive at C, 2 C, 3 C
        }
        b->SendAt(CELL / 2, in, pdu, 0); // 1.5 C
        b->SendAt(2 * CELL, in, pdu, 1); // 3 C
        d->SendAt(2 * CELL, in, pdu, 0); // 3 C: the link is free at C + 5453 = 8179 > 3 C
        Simulator::Run();
        std::string order;
        int64_t expected = CELL;
        for (const auto& arrival : out->arrivals)
        {
            order += std::to_string(arrival.cell.vc.vci - 60);
            expected += slow;
            NS_TEST_EXPECT_MSG_EQ(arrival.time, expected, "the link is never idle");
        }
        NS_TEST_EXPECT_MSG_EQ(order, "021100", "UBR in service, then CBR, VBR, UBR");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(3, ATM_VBR)->GetCounters().out, 2, "VBR buffer");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(3, ATM_CBR)->GetCounters().out, 1, "CBR buffer");
        Simulator::Destroy();
    }

    /** @brief Without a link, cells wait and then overflow; with a buffer in use, none is replaced.
     */
    void NoLink()
    {
        RawSwitch net;
        auto a = net.Add();
        auto port = CreateObject<AtmSwitchPort>();
        net.node->AddDevice(port);
        net.sw->AddPort(port);
        net.Queue(1)->SetAttribute("MaxCells", UintegerValue(2));
        const AtmVcId in{0, 50};
        net.sw->AddConnection(0, in, 1, {0, 60});
        for (uint32_t i = 0; i < 3; ++i)
        {
            a->SendAt(i * CELL, in, MakePdu(1));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetNCells(), 2, "wait");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetCounters().Get(CELL_BUFFER_FULL), 1, "overflow");
        const auto text = HsnAbortText(
            [port] { port->GetOutput()->SetQueue(ATM_UBR, CreateObject<AtmCellQueue>()); });
        NS_TEST_EXPECT_MSG_NE(text.find("holds cells"), std::string::npos, text);
        // the link comes: what waits goes out with the next cell
        auto channel = MakeLink();
        port->Attach(channel);
        auto out = MakeRawPort(channel);
        a->SendAt(5 * CELL, in, MakePdu(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(out->arrivals.size(), 3, "sent");
        NS_TEST_EXPECT_MSG_EQ(out->arrivals[0].time, 7 * CELL, "sent");
        Simulator::Destroy();
    }
};

/** @brief Cells wait for a link that leads to a host. */
class LateLinkTest : public BothEnginesTest
{
  public:
    LateLinkTest()
        : BothEnginesTest("Cells that waited for the link go out with the next cell, to a host too")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        RawSwitch net;
        auto a = net.Add();
        auto port = CreateObject<AtmSwitchPort>();
        net.node->AddDevice(port);
        net.sw->AddPort(port);
        const AtmVcId in{0, 50};
        const AtmVcId out{0, 60};
        net.sw->AddConnection(0, in, 1, out);
        a->SendAt(0, in, MakePdu(1));
        a->SendAt(CELL, in, MakePdu(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetNCells(), 2, engine << ": wait");

        auto channel = MakeLink();
        port->Attach(channel);
        auto host = CreateObject<AtmNetDevice>();
        CreateObject<Node>()->AddDevice(host);
        host->Attach(channel);
        auto vc = CreateObject<AtmVc>();
        vc->SetId(out);
        host->AddVc(vc);
        std::vector<int64_t> times;
        host->TraceConnectWithoutContext(
            "PduRx",
            Sink<AtmVcId, const Aal5ReceivedPdu&>::Make([&times](AtmVcId, const Aal5ReceivedPdu&) {
                times.push_back(Simulator::Now().GetTimeStep());
            }));
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetNCells(), 2, engine << ": still wait");
        a->SendAt(5 * CELL, in, MakePdu(1));
        Simulator::Run();
        // the last one arrives at 6 cell times: three leave one after the other
        const std::vector<int64_t> expected{7 * CELL, 8 * CELL, 9 * CELL};
        NS_TEST_EXPECT_MSG_EQ((times == expected), true, engine << ": arrivals");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetNCells(), 0, engine << ": none is left");
        NS_TEST_EXPECT_MSG_EQ(net.Queue(1)->GetCounters().out, 3, engine << ": left the buffer");
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters(port->GetEnd()).sent, 3, engine << ": sent");
    }
};

HsnTestRegistration g_atmOutputPortTests("atm-output-port",
                                         {new OutputPortReferenceTest,
                                          new OutputPortVectorTest,
                                          new LateLinkTest});
} // namespace
} // namespace hsn
} // namespace ns3
