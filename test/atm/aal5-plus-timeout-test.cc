// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * AAL5+ with SystemParity: when a group was damaged, and how long it waits.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/ex-clp.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"

#include <list>
#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Sends two groups of System PDUs, of which cells are lost. */
class GroupRun
{
  public:
    /** @param lost numbers of cells, 8 to a PDU and 64 to a group */
    explicit GroupRun(const std::list<uint32_t>& lost)
        : m_random(1)
    {
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(lost);
        AtmHelper atm;
        atm.SetChannelAttribute("CellLossModel", PointerValue(errors));
        const auto link = atm.Install(NodeContainer(2));
        m_a = DynamicCast<AtmNetDevice>(link.Get(0));
        const auto b = DynamicCast<AtmNetDevice>(link.Get(1));
        m_pvc = atm.ConnectPvc(m_a, b);
        m_a->SetAdaptation(CreateObject<Aal5PlusAdaptation>());
        m_layer->SetAttribute("SystemParity", BooleanValue(true));
        m_layer->SetReceiver(*m_pvc.leaves[0],
                             Sink<const Aal5PlusDelivery&>::Make([](const Aal5PlusDelivery&) {}));
        m_layer->TraceConnectWithoutContext("RecoveryDelay", Sink<Time>::Make([this](Time delay) {
                                                delays.push_back(delay);
                                            }));
        b->SetAdaptation(m_layer);
    }

    ~GroupRun()
    {
        Simulator::Destroy();
    }

    /** @param time when SDUs of random octets are sent @param n how many, then their parity if the
     * group is complete */
    void SendAt(Time time, uint32_t n)
    {
        ScheduleCall(time, [this, n] {
            for (uint32_t i = 0; i < n; ++i)
            {
                std::vector<uint8_t> sdu(SDU);
                for (uint32_t k = 0; k < SDU; ++k)
                {
                    sdu[k] = static_cast<uint8_t>(m_random());
                    m_sum[k] ^= sdu[k];
                }
                Send(sdu);
                if (++m_row == 7)
                {
                    Send(m_sum);
                    m_sum.assign(SDU, 0);
                    m_row = 0;
                }
            }
        });
    }

    /** @return what became of the PDUs, after a run */
    SystemParityDecoder::Counters Run()
    {
        Simulator::Run();
        return m_layer->GetParityCounters(*m_pvc.leaves[0]);
    }

    std::vector<Time> delays; //!< of PDUs that were repaired

  private:
    static constexpr uint32_t SDU = 8 * 48 - 8; //!< octets

    /** @param sdu sent now */
    void Send(const std::vector<uint8_t>& sdu)
    {
        const auto packet = Create<Packet>(sdu.data(), SDU);
        packet->AddPacketTag(ExClpTag());
        m_a->SendSdu(m_pvc.a, packet);
    }

    Ptr<AtmNetDevice> m_a;                                                //!< sends
    AtmPvc m_pvc;                                                         //!< to the other host
    std::mt19937 m_random;                                                //!< octets
    std::vector<uint8_t> m_sum = std::vector<uint8_t>(SDU, 0);            //!< of the group
    uint32_t m_row{0};                                                    //!< of the group
    Ptr<Aal5PlusAdaptation> m_layer = CreateObject<Aal5PlusAdaptation>(); //!< receives
};

/** @brief A group is damaged while the one before cannot be repaired. */
class GroupTimeoutTest : public TestCase
{
  public:
    GroupTimeoutTest()
        : TestCase("AAL5+ in a device: each damaged group has a time of its own")
    {
    }

  private:
    void DoRun() override
    {
        // PDUs 2 and 4 of the first group lose their first cells: its parity cannot tell them
        // apart, and its cells are kept until another group begins
        {
            // then the first PDU of the next one loses a cell; its parity comes 50 ms later
            GroupRun run({16, 32, 67});
            run.SendAt(Time(0), 7);
            run.SendAt(MilliSeconds(900), 1);
            run.SendAt(MilliSeconds(950) - NanoSeconds(6 * 8 * CELL), 6);
            run.Run();
            NS_TEST_ASSERT_MSG_EQ(run.delays.size(), 1, "repaired");
            NS_TEST_EXPECT_MSG_EQ(run.delays[0], MilliSeconds(50), "since its own damage");
        }
        {
            // the rest of it comes when the first group would have timed out, but not this one; its
            // third PDU loses a cell of another column
            GroupRun run({16, 32, 67, 85});
            run.SendAt(Time(0), 7);
            run.SendAt(MilliSeconds(900), 1);
            run.SendAt(MilliSeconds(1100), 6);
            const auto counters = run.Run();
            NS_TEST_EXPECT_MSG_EQ(counters.repaired, 2, "of the second group");
            NS_TEST_EXPECT_MSG_EQ(counters.lost, 2, "of the first group");
        }
    }
};

HsnTestRegistration g_aal5PlusTimeoutTests("aal5-plus-adaptation", {new GroupTimeoutTest});
} // namespace
} // namespace hsn
} // namespace ns3
