// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The discard policy of the manual's chapter "Add a discard policy", as it is printed there.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <string>

// [includes]
#include "ns3/cell-discard-policy.h"
#include "ns3/uinteger.h"

#include <algorithm>

// [includes end]

namespace ns3
{
namespace hsn
{
// [class]
/** @brief Early packet discard with a threshold in cells, whatever the size of the buffer. */
class CellCountDiscard : public CellDiscardPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;
    CellDiscardRule GetRule(uint32_t capacity) const override;

  private:
    /** @param cells attribute Threshold */
    void SetThreshold(uint32_t cells);
    /** @return attribute Threshold */
    uint32_t GetThreshold() const;

    Setting<uint32_t> m_threshold; //!< cells that wait when new PDUs are refused
};

NS_OBJECT_ENSURE_REGISTERED(CellCountDiscard);

TypeId
CellCountDiscard::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::CellCountDiscard")
                            .SetParent<CellDiscardPolicy>()
                            .SetGroupName("Hsn")
                            .AddConstructor<CellCountDiscard>()
                            .AddAttribute("Threshold",
                                          "Number of waiting cells at which new PDUs are refused.",
                                          UintegerValue(100),
                                          MakeUintegerAccessor(&CellCountDiscard::SetThreshold,
                                                               &CellCountDiscard::GetThreshold),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
CellCountDiscard::SetThreshold(uint32_t cells)
{
    m_threshold = cells;
}

uint32_t
CellCountDiscard::GetThreshold() const
{
    return m_threshold;
}

CellDiscardRule
CellCountDiscard::GetRule(uint32_t capacity) const
{
    return {CellDiscardRule::EARLY, std::min<uint32_t>(m_threshold, capacity)};
}

CellDiscardReason
CellCountDiscard::Decide(const CellBurst& cell,
                         uint32_t queued,
                         uint32_t capacity,
                         CellDiscardState& state) const
{
    return GetRule(capacity).Decide(cell, queued, capacity, state);
}

// [class end]

namespace
{
/** @brief The policy in a network, with both engines. */
class AddDiscardPolicyTest : public TestCase
{
  public:
    AddDiscardPolicyTest()
        : TestCase("The manual's policy: the same with both engines, also if changed meanwhile")
    {
    }

  private:
    /** @brief What became of the cells, and what it cost. */
    struct Result
    {
        AtmCellQueue::Counters cells; //!< of the buffer
        uint64_t events;              //!< of the simulator
    };

    /**
     * @param engine engine
     * @param isChanged whether the threshold becomes 15 cells after 100 us
     * @return what came of it
     */
    static Result Run(const std::string& engine, bool isChanged)
    {
        StringValue before;
        GlobalValue::GetValueByName("hsn::AtmEngine", before);
        Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
        NodeContainer nodes(3);
        AtmSwitchHelper switches;
        // [usage]
        switches.SetDiscardPolicy("ns3::hsn::CellCountDiscard", "Threshold", UintegerValue(10));
        // [usage end]
        switches.Install(nodes.Get(1));
        AtmHelper atm;
        const auto fast = atm.Install(nodes.Get(0), nodes.Get(1));
        atm.SetChannelAttribute("DataRate", StringValue("38.88Mbps"));
        const auto slow = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto pvc = atm.ConnectPvc(fast.Get(0), slow.Get(1));
        const auto queue = DynamicCast<AtmSwitchPort>(slow.Get(0))->GetOutput()->GetQueue(ATM_UBR);
        for (int i = 0; i < 3; ++i)
        {
            DynamicCast<AtmNetDevice>(fast.Get(0))->SendSdu(pvc.a, Create<Packet>(48 * 20 - 8));
        }
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        if (isChanged)
        {
            PointerValue policy;
            queue->GetAttribute("DiscardPolicy", policy);
            policy.GetObject()->SetAttribute("Threshold", UintegerValue(15));
        }
        Simulator::Run();
        const Result result{queue->GetCounters(), Simulator::GetEventCount()};
        Simulator::Destroy();
        Config::SetGlobal("hsn::AtmEngine", before);
        return result;
    }

    void DoRun() override
    {
        // Three PDUs of 20 cells come back to back, a cell in 2726 ns; a cell leaves in 10905 ns.
        // When the second one begins, at 57246 ns, 5 cells have begun to leave and 15 wait: 10 and
        // 15 refuse it. When the third one begins, at 111766 ns, 10 wait: 10 refuses it, 15 not.
        for (const std::string engine : {"Burst", "PerCell"})
        {
            const auto plain = Run(engine, false);
            NS_TEST_EXPECT_MSG_EQ(plain.cells.in, 60, engine);
            NS_TEST_EXPECT_MSG_EQ(plain.cells.Get(CELL_EARLY_PACKET), 40, engine);
            NS_TEST_EXPECT_MSG_EQ(plain.cells.out, 20, engine);
            const auto changed = Run(engine, true);
            NS_TEST_EXPECT_MSG_EQ(changed.cells.Get(CELL_EARLY_PACKET), 20, engine << ", changed");
            NS_TEST_EXPECT_MSG_EQ(changed.cells.out, 40, engine << ", changed");
        }
        NS_TEST_EXPECT_MSG_LT(4 * Run("Burst", false).events,
                              Run("PerCell", false).events,
                              "the policy does not make its output fall back");
    }
};

HsnTestRegistration g_addDiscardPolicyTests("add-discard-policy", {new AddDiscardPolicyTest});
} // namespace
} // namespace hsn
} // namespace ns3
