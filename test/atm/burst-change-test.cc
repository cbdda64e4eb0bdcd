// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Delays and trace sinks that change while cells are on their way, and PDUs that lose their first
 * cells, in both engines. What is expected is worked out by hand: a host sends a PDU at time 0, so
 * that cell k leaves at k cell times.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"
#include "both-engines-test.h"

#include "ns3/atm-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/hsn-compat.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr int64_t MS = 1000000;  //!< time steps
constexpr uint32_t CELLS = 1000; //!< of the PDU

/** @brief A host, a switch and a host; the host sends a PDU to the other one at time 0. */
struct Line
{
    /** @param delay of the second link */
    explicit Line(Time delay)
        : nodes(3)
    {
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        const auto first = atm.Install(nodes.Get(0), nodes.Get(1));
        atm.SetChannelAttribute("Delay", TimeValue(delay));
        const auto second = atm.Install(nodes.Get(1), nodes.Get(2));
        from = DynamicCast<AtmNetDevice>(first.Get(0));
        to = DynamicCast<AtmNetDevice>(second.Get(1));
        link = to->GetAtmChannel();
        const auto pvc = atm.ConnectPvc(from, to);
        from->SendSdu(pvc.a, Create<Packet>(48 * CELLS - 8));
        to->TraceConnectWithoutContext(
            "PduRx",
            Sink<AtmVcId, const Aal5ReceivedPdu&>::Make([this](AtmVcId, const Aal5ReceivedPdu&) {
                delivered = Simulator::Now().GetTimeStep();
            }));
    }

    NodeContainer nodes;    //!< host, switch, host
    Ptr<AtmNetDevice> from; //!< sends
    Ptr<AtmNetDevice> to;   //!< receives
    Ptr<AtmChannel> link;   //!< into the receiver
    int64_t delivered{-1};  //!< when the PDU was there
};

/** @brief Counters of a link whose delay changes. */
class LinkCountersTest : public BothEnginesTest
{
  public:
    LinkCountersTest()
        : BothEnginesTest("Counters of a link do not depend on later delays")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        Line line(TimeStep(MS));
        // delays from a time on, time steps
        const std::vector<std::pair<int64_t, int64_t>> delays{{0, MS},
                                                              {400000, 0},
                                                              {700000, MS / 2},
                                                              {1000000, 2 * MS}};
        for (const auto& [time, delay] : delays)
        {
            ScheduleCall(TimeStep(time), [&line, d = delay] {
                line.link->SetAttribute("Delay", TimeValue(TimeStep(d)));
            });
        }
        // the switch sends cell k when it is there, at (k + 1) cell times
        std::vector<int64_t> starts;
        std::vector<int64_t> arrivals;
        for (uint32_t k = 0; k < CELLS; ++k)
        {
            const int64_t start = (k + 1) * CELL;
            int64_t delay = 0;
            for (const auto& d : delays)
            {
                delay = start > d.first ? d.second : delay;
            }
            // no cell arrives before, or together with, an earlier one
            const int64_t earliest = arrivals.empty() ? 0 : arrivals.back() + 1;
            starts.push_back(start);
            arrivals.push_back(std::max(start + CELL + delay, earliest));
        }
        const auto before = [](const std::vector<int64_t>& times, int64_t t) {
            return std::lower_bound(times.begin(), times.end(), t) - times.begin();
        };
        for (const int64_t t : {300000,
                                450000,
                                600000,
                                700001,
                                900000,
                                1000001,
                                1400000,
                                1401000,
                                2000000,
                                3100000,
                                6000000})
        {
            ScheduleCall(TimeStep(t), [&, t] {
                const auto c = line.link->GetCounters(0);
                const auto sent = static_cast<uint64_t>(before(starts, t));
                const auto there = static_cast<uint64_t>(before(arrivals, t));
                NS_TEST_EXPECT_MSG_EQ(c.sent, sent, engine << ", sent before " << t);
                NS_TEST_EXPECT_MSG_EQ(c.delivered, there, engine << ", delivered before " << t);
                NS_TEST_EXPECT_MSG_EQ(line.link->GetInFlight(0), sent - there, engine << " " << t);
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(line.delivered, arrivals.back(), engine << ": the whole PDU");
    }
};

/** @brief A PDU that would overtake the one before it. */
class OvertakenPduTest : public BothEnginesTest
{
  public:
    OvertakenPduTest()
        : BothEnginesTest("A PDU sent after the delay was lowered arrives right behind others")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        constexpr int64_t N_CELLS = 10; // of each PDU
        NodeContainer hosts(2);
        AtmHelper atm;
        atm.SetChannelAttribute("Delay", TimeValue(TimeStep(MS)));
        const auto ends = atm.Install(hosts.Get(0), hosts.Get(1));
        const auto from = DynamicCast<AtmNetDevice>(ends.Get(0));
        const auto to = DynamicCast<AtmNetDevice>(ends.Get(1));
        const auto pvc = atm.ConnectPvc(from, to);
        std::vector<int64_t> delivered;
        to->TraceConnectWithoutContext("PduRx",
                                       Sink<AtmVcId, const Aal5ReceivedPdu&>::Make(
                                           [&delivered](AtmVcId, const Aal5ReceivedPdu&) {
                                               delivered.push_back(Simulator::Now().GetTimeStep());
                                           }));
        const auto send = [&] { from->SendSdu(pvc.a, Create<Packet>(48 * N_CELLS - 8)); };
        send();
        ScheduleCall(TimeStep(MS / 4),
                     [&] { from->GetAtmChannel()->SetAttribute("Delay", TimeValue(Time(0))); });
        ScheduleCall(TimeStep(MS / 2), send);
        Simulator::Run();
        // the cells of the second PDU, all of which have left by then, follow at 1 ns each
        const int64_t first = N_CELLS * CELL + MS;
        const std::vector<int64_t> expected{first, first + N_CELLS};
        NS_TEST_EXPECT_MSG_EQ((delivered == expected), true, engine << ": times of the PDUs");
    }
};

/** @brief Sinks of RunRx that come and go. */
class RunRxTest : public BothEnginesTest
{
  public:
    RunRxTest()
        : BothEnginesTest("A sink at RunRx is told of the cells that arrive while it is connected")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        Line line(TimeStep(MS));
        uint32_t first = CELLS;
        uint32_t cells = 0;
        const auto sink =
            Sink<const CellBurst&, Time>::Make([&first, &cells](const CellBurst& burst, Time) {
                first = std::min(first, burst.first);
                cells += burst.count;
            });
        // cell k arrives at (k + 2) cell times + 1 ms
        const auto at = [](int64_t k) { return TimeStep((k + 2) * CELL + MS - 1); };
        ScheduleCall(at(300), [&] { line.to->TraceConnectWithoutContext("RunRx", sink); });
        ScheduleCall(at(700), [&] { line.to->TraceDisconnectWithoutContext("RunRx", sink); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(first, 300, engine << ": first cell");
        NS_TEST_EXPECT_MSG_EQ(cells, 400, engine << ": cells");
    }
};

/** @brief A link falls back while cells are on their way, and the reason goes away. */
class ShortFallbackTest : public BothEnginesTest
{
  public:
    ShortFallbackTest()
        : BothEnginesTest("Cells in flight arrive, although a sink at CellRx is soon disconnected")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        Line line(TimeStep(MS));
        uint32_t cells = 0;
        const auto sink = Sink<const CellBurst&>::Make([&cells](const CellBurst&) { ++cells; });
        // between the 9th and the 10th cell's arrival; the switch sends nothing meanwhile
        const int64_t time = 10 * CELL + MS + 1;
        ScheduleCall(TimeStep(time), [&] { line.to->TraceConnectWithoutContext("CellRx", sink); });
        ScheduleCall(TimeStep(time + 1),
                     [&] { line.to->TraceDisconnectWithoutContext("CellRx", sink); });
        // whatever makes the ports reconsider
        ScheduleCall(TimeStep(time + 2), [&] {
            line.from->GetAtmChannel()->SetAttribute("Delay", TimeValue(Time(0)));
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(cells, 0, engine << ": none arrived in between");
        NS_TEST_EXPECT_MSG_EQ(line.delivered, (CELLS + 1) * CELL + MS, engine << ": the PDU");
        NS_TEST_EXPECT_MSG_EQ(line.link->GetCounters(0).delivered, CELLS, engine << ": all cells");
    }
};

/** @brief A PDU of which only the first cell that arrives has consequences. */
class SignPdu : public AtmPdu
{
  public:
    /** @param cells of the PDU @param sdu what it carries */
    SignPdu(uint32_t cells, Ptr<const Packet> sdu)
        : AtmPdu(cells, sdu)
    {
        SetNotableFrom(cells);
    }
};

/** @brief An adaptation layer that writes down when the first cell of each PDU arrives. */
class SignAdaptation : public AtmAdaptation
{
  public:
    static constexpr uint32_t CELLS = 3; //!< of each PDU

    Ptr<AtmPdu> Segment(AtmVc&, Ptr<Packet> sdu) override
    {
        if (sdu->GetSize() > 1)
        {
            return Create<AtmPdu>(sdu);
        }
        return Create<SignPdu>(CELLS, sdu);
    }

    uint32_t GetInterleaveDepth() const override
    {
        return 1;
    }

    bool Receive(AtmVc&, const CellBurst& burst, Time) override
    {
        if (burst.pdu->IsAal5())
        {
            return false;
        }
        if (m_latest != burst.pdu)
        {
            m_latest = burst.pdu;
            firsts.push_back(Simulator::Now().GetTimeStep());
        }
        return true;
    }

    void ReceiveSdu(AtmVc&, Ptr<Packet>) override
    {
    }

    std::vector<int64_t> firsts; //!< when they came

  private:
    Ptr<AtmPdu> m_latest; //!< of the cell before
};

/** @brief Usage parameter control discards the first cells of PDUs. */
class PolicedFirstCellTest : public BothEnginesTest
{
  public:
    PolicedFirstCellTest()
        : BothEnginesTest("Where the first cell of a PDU was policed away, the next one is seen")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        constexpr int64_t SPACING = 4240;  // of 100 Mbit/s
        constexpr int64_t FAST_CELL = 682; // of 622.08 Mbit/s
        NodeContainer nodes(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        const auto first = atm.Install(nodes.Get(0), nodes.Get(1));
        atm.SetChannelAttribute("DataRate", StringValue("622.08Mbps"));
        const auto second = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto from = DynamicCast<AtmNetDevice>(first.Get(0));
        const auto to = DynamicCast<AtmNetDevice>(second.Get(1));
        const auto signs = CreateObject<SignAdaptation>();
        from->SetAdaptation(CreateObject<SignAdaptation>());
        to->SetAdaptation(signs);
        atm.SetVcAttribute("CellRate", StringValue("100Mbps"));
        AtmPvcOptions options;
        options.forward = AtmTrafficContract::Cbr(TimeStep(SPACING * 3 / 2)); // each other cell
        const auto pvc = atm.ConnectPvc(from, to, options);
        for (int i = 0; i < 4; ++i)
        {
            from->SendSdu(pvc.a, Create<Packet>(1));
        }
        Simulator::Run();
        // of cells 0 to 11, the odd ones are discarded: 3 and 9 are the first ones of a PDU
        std::vector<int64_t> expected;
        for (const int64_t k : {0, 4, 6, 10})
        {
            expected.push_back(k * SPACING + CELL + FAST_CELL);
        }
        NS_TEST_EXPECT_MSG_EQ((signs->firsts == expected), true, engine << ": first cells");
    }
};

/** @brief A full buffer discards the first cell of a PDU. */
class RefusedFirstCellTest : public BothEnginesTest
{
  public:
    /** @param more whether other cells of the PDU come after it */
    explicit RefusedFirstCellTest(bool more)
        : BothEnginesTest(more ? "Where the first cell of a PDU was refused, the next one is seen"
                               : "Nobody waits for ever for the rest of a PDU that lost its start"),
          m_more(more)
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        constexpr int64_t SPACING = 53000;   // of 8 Mbit/s
        constexpr int64_t SLOW_CELL = 42400; // of 10 Mbit/s
        constexpr int64_t FAST_CELL = 682;   // of 622.08 Mbit/s
        NodeContainer nodes(6);              // sender, two switches, receiver, two other hosts
        const auto switches = NodeContainer(nodes.Get(1), nodes.Get(2));
        AtmSwitchHelper().Install(switches);
        AtmHelper atm;
        const auto signs = CreateObject<SignAdaptation>();
        atm.SetChannelAttribute("DataRate", StringValue("10Mbps"));
        const auto from = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
        atm.Install(switches);
        atm.SetChannelAttribute("DataRate", StringValue("622.08Mbps"));
        const auto last = atm.Install(nodes.Get(2), nodes.Get(3));
        const auto to = DynamicCast<AtmNetDevice>(last.Get(1));
        DynamicCast<AtmSwitchPort>(last.Get(0))
            ->GetOutput()
            ->GetQueue(ATM_UBR)
            ->SetAttribute("MaxCells", UintegerValue(1));
        from->SetAdaptation(CreateObject<SignAdaptation>());
        to->SetAdaptation(signs);
        // the buffer is full when the first cell comes, and only then
        const int64_t come = 2 * SLOW_CELL;
        for (const uint32_t i : {4, 5})
        {
            const auto other =
                DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(i), nodes.Get(2)).Get(0));
            const auto pvc = atm.ConnectPvc(other, to);
            ScheduleCall(TimeStep(come - 4 * FAST_CELL + 100),
                         [other, pvc] { other->SendSdu(pvc.a, Create<Packet>(48 * 8 - 8)); });
        }
        atm.SetVcAttribute("CellRate", StringValue("8Mbps"));
        AtmPvcOptions options;
        if (!m_more)
        {
            options.forward = AtmTrafficContract::Cbr(Seconds(1)); // only the first cell conforms
        }
        const auto pvc = atm.ConnectPvc(from, to, options);
        from->SendSdu(pvc.a, Create<Packet>(1));
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        std::vector<int64_t> expected;
        if (m_more)
        {
            expected.push_back(SPACING + come + FAST_CELL);
        }
        NS_TEST_EXPECT_MSG_EQ((signs->firsts == expected), true, engine << ": first cell");
        NS_TEST_EXPECT_MSG_LT(Simulator::GetEventCount(), 500, engine << ": events");
    }

    const bool m_more; //!< other cells of the PDU come
};

/** @brief A PDU of AAL5 that loses its first cells behind a PDU of another kind. */
class RefusedAal5Test : public BothEnginesTest
{
  public:
    RefusedAal5Test()
        : BothEnginesTest("A PDU of AAL5 whose first cells were refused, behind a PDU of another "
                          "adaptation layer, ends when its last cell arrives")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        constexpr int64_t SLOW_CELL = 10905; // of 38.88 Mbit/s
        NodeContainer nodes(3);
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("MaxCells", UintegerValue(2));
        switches.Install(nodes.Get(1));
        AtmHelper atm;
        const auto fast = atm.Install(nodes.Get(0), nodes.Get(1));
        atm.SetChannelAttribute("DataRate", StringValue("38.88Mbps"));
        const auto slow = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto from = DynamicCast<AtmNetDevice>(fast.Get(0));
        const auto to = DynamicCast<AtmNetDevice>(slow.Get(1));
        from->SetAdaptation(CreateObject<SignAdaptation>());
        to->SetAdaptation(CreateObject<SignAdaptation>());
        const auto pvc = atm.ConnectPvc(from, to);
        std::vector<int64_t> times;
        uint32_t cells = 0;
        to->TraceConnectWithoutContext("PduRxError",
                                       Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
                                           [&](AtmVcId, Aal5Error, const Aal5ReceivedPdu& pdu) {
                                               times.push_back(Simulator::Now().GetTimeStep());
                                               cells += pdu.GetNCells();
                                           }));
        from->SendSdu(pvc.a, Create<Packet>(1));
        from->SendSdu(pvc.a, Create<Packet>(48 * 23 - 8));
        Simulator::Run();
        // by hand: cells 0 to 2, the first PDU, enter, then 5, 9, 13, 17, 21 and 25, each the first
        // one after a departure; the link is busy until the ninth of these cells has left
        const std::vector<int64_t> expected{CELL + 9 * SLOW_CELL};
        NS_TEST_EXPECT_MSG_EQ((times == expected), true, engine << ": the end");
        NS_TEST_EXPECT_MSG_EQ(cells, 6, engine << ": those of the second PDU");
    }
};

/** @brief The receiver's node vanishes: what comes later counts as delivered, to nobody. */
class VanishedReceiverTest : public BothEnginesTest
{
  public:
    VanishedReceiverTest()
        : BothEnginesTest("Cells for a host that has vanished leave the link all the same")
    {
    }

  private:
    void RunWith(const std::string& engine) override
    {
        Line line(TimeStep(MS));
        auto link = line.link;
        const uint32_t end = 1 - line.to->GetEnd();
        // cell k is on the link from (k + 1) cell times on, for a cell time and a millisecond
        const int64_t vanishes = 2 * MS;
        ScheduleCall(TimeStep(vanishes), [node = line.nodes.Get(2)] { node->Dispose(); });
        const auto check = [this, link, end, engine](int64_t now) {
            const auto began = static_cast<uint64_t>(std::min<int64_t>((now - 1) / CELL, CELLS));
            const auto there = static_cast<uint64_t>(
                std::min<int64_t>(std::max<int64_t>((now - 1 - MS) / CELL - 1, 0), CELLS));
            const auto counters = link->GetCounters(end);
            NS_TEST_EXPECT_MSG_EQ(counters.sent, began, engine << " sent at " << now);
            NS_TEST_EXPECT_MSG_EQ(counters.delivered, there, engine << " delivered at " << now);
            NS_TEST_EXPECT_MSG_EQ(link->GetInFlight(end), began - there, engine << " at " << now);
        };
        for (const int64_t now : {MS / 2, 3 * MS / 2, vanishes - 1, 5 * MS / 2 + 1, 5 * MS})
        {
            ScheduleCall(TimeStep(now), [check, now] { check(now); });
        }
        Simulator::Run();
    }
};

HsnTestRegistration g_burstChangeTests("burst-change",
                                       {new LinkCountersTest,
                                        new VanishedReceiverTest,
                                        new OvertakenPduTest,
                                        new RunRxTest,
                                        new ShortFallbackTest,
                                        new PolicedFirstCellTest,
                                        new RefusedFirstCellTest(true),
                                        new RefusedFirstCellTest(false),
                                        new RefusedAal5Test});
} // namespace
} // namespace hsn
} // namespace ns3
