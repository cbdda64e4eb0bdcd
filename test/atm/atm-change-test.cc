// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Changes in the middle of a run: their scope, and what happens to who forgets it.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"

#include "ns3/atm-adaptation.h"
#include "ns3/atm-change.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <functional>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Early packet discard whose threshold is an ordinary member. */
class ForgetfulPolicy : public CellDiscardPolicy
{
  public:
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override
    {
        return GetRule(capacity).Decide(cell, queued, capacity, state);
    }

    CellDiscardRule GetRule(uint32_t) const override
    {
        return {CellDiscardRule::EARLY, threshold};
    }

    uint32_t threshold{10}; //!< should be a Setting
};

/** @brief Adds nothing to AAL5; its depth of interleaving is an ordinary member. */
class ForgetfulAdaptation : public AtmAdaptation
{
  public:
    Ptr<AtmPdu> Segment(AtmVc&, Ptr<Packet> sdu) override
    {
        return Create<AtmPdu>(sdu);
    }

    uint32_t GetInterleaveDepth() const override
    {
        return depth;
    }

    bool Receive(AtmVc&, const CellBurst&, Time) override
    {
        return false;
    }

    void ReceiveSdu(AtmVc&, Ptr<Packet>) override
    {
    }

    uint32_t depth{1}; //!< should be a Setting
};

/** @brief An adapter that may want to see its cells one by one. */
class ForgetfulDevice : public AtmNetDevice
{
  public:
    bool CanTakeRuns() const override
    {
        return !isCurious && AtmNetDevice::CanTakeRuns();
    }

    bool isCurious{false}; //!< should change inside an AtmChange
};

/** @brief Two hosts and a switch whose output to the second host is slow; three PDUs are sent. */
class Scene
{
  public:
    Scene()
    {
        GlobalValue::GetValueByName("hsn::AtmEngine", m_before);
        Config::SetGlobal("hsn::AtmEngine", StringValue("Burst"));
        NodeContainer nodes(3);
        AtmSwitchHelper helper;
        const auto hub = *helper.Install(nodes.Get(1)).begin();
        sender = Join(nodes.Get(0), nodes.Get(1), hub, "155.52Mbps", m_in);
        receiver = Join(nodes.Get(2), nodes.Get(1), hub, "38.88Mbps", m_out);
        sender->SetAdaptation(adaptation);
        m_out->GetOutput()->GetQueue(ATM_UBR)->SetAttribute("DiscardPolicy", PointerValue(policy));
        hub->AddConnection(m_in->GetPortNumber(), {0, 40}, m_out->GetPortNumber(), {0, 41});
        const auto from = MakeVc(sender, {0, 40});
        MakeVc(receiver, {0, 41});
        for (int i = 0; i < 3; ++i)
        {
            sender->SendSdu(from, Create<Packet>(48 * 20 - 8));
        }
    }

    ~Scene()
    {
        Simulator::Destroy();
        Config::SetGlobal("hsn::AtmEngine", m_before);
    }

    /** @param change made after 100 us @param end whether the run ends with a disposal at once */
    void Run(const std::function<void()>& change, bool end = false)
    {
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        change();
        Simulator::Run();
        if (!end)
        {
            m_cells = m_out->GetOutput()->GetCounters();
        }
    }

    /** @return what became of the cells at the slow output */
    const AtmCellQueue::Counters& GetCells() const
    {
        return m_cells;
    }

    Ptr<ForgetfulPolicy> policy{CreateObject<ForgetfulPolicy>()};             //!< of the output
    Ptr<ForgetfulAdaptation> adaptation{CreateObject<ForgetfulAdaptation>()}; //!< of the sender
    Ptr<ForgetfulDevice> sender;                                              //!< first host
    Ptr<ForgetfulDevice> receiver;                                            //!< second host

  private:
    /**
     * @param host gets a device
     * @param node of the switch
     * @param hub the switch
     * @param rate of the link between them
     * @param port becomes the switch's end of it
     * @return the device
     */
    static Ptr<ForgetfulDevice> Join(Ptr<Node> host,
                                     Ptr<Node> node,
                                     Ptr<AtmSwitch> hub,
                                     const std::string& rate,
                                     Ptr<AtmSwitchPort>& port)
    {
        const auto link = CreateObject<AtmChannel>();
        link->SetAttribute("DataRate", StringValue(rate));
        const auto device = CreateObject<ForgetfulDevice>();
        host->AddDevice(device);
        device->Attach(link);
        port = CreateObject<AtmSwitchPort>();
        node->AddDevice(port);
        port->Attach(link);
        hub->AddPort(port);
        return device;
    }

    /** @param device gets a VC @param label of it @return the VC */
    static Ptr<AtmVc> MakeVc(Ptr<AtmNetDevice> device, AtmVcId label)
    {
        const auto vc = CreateObject<AtmVc>();
        vc->SetId(label);
        device->AddVc(vc);
        return vc;
    }

    StringValue m_before;           //!< engine before
    Ptr<AtmSwitchPort> m_in;        //!< input of the switch
    Ptr<AtmSwitchPort> m_out;       //!< slow output of the switch
    AtmCellQueue::Counters m_cells; //!< at the end
};

/** @brief Scopes. */
class AtmChangeScopeTest : public TestCase
{
  public:
    AtmChangeScopeTest()
        : TestCase("Changes nest, need no network, and meet later cells only")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), false, "at first");
        {
            AtmChange outer;
            {
                AtmChange inner;
                NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), true, "inner");
            }
            NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), true, "outer");
        }
        NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), false, "at last");
        {
            AtmChange outer;
            AtmChange inner;
            AtmChange::Abandon();
            NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), false, "abandoned");
        }
        NS_TEST_EXPECT_MSG_EQ(AtmChange::IsOpen(), false, "what was abandoned closes no other");
        AtmSetting<int> setting(3);
        NS_TEST_EXPECT_MSG_EQ(setting.Get(), 3, "initial value");
        setting = 4;
        NS_TEST_EXPECT_MSG_EQ(setting.Get(), 4, "new value");
        setting.Dispose();
        NS_TEST_EXPECT_MSG_EQ(setting.Get(), 0, "released");

        // by hand, see add-discard-policy-test.cc: a threshold of 10 cells refuses the second and
        // the third PDU; of 15, from 100 us on, only the second
        Scene unchanged;
        unchanged.Run([] {});
        NS_TEST_EXPECT_MSG_EQ(unchanged.GetCells().Get(CELL_EARLY_PACKET), 40, "10 cells");
    }
};

/** @brief The same changes inside a scope. */
class AtmChangeEffectTest : public TestCase
{
  public:
    AtmChangeEffectTest()
        : TestCase("Ordinary members may change inside a scope, also several at once")
    {
    }

  private:
    void DoRun() override
    {
        Scene scene;
        scene.Run([&scene] {
            AtmChange change;
            scene.policy->threshold = 15;
            scene.adaptation->depth = 2;
            scene.receiver->isCurious = true;
            scene.receiver->Replan();
        });
        NS_TEST_EXPECT_MSG_EQ(scene.GetCells().Get(CELL_EARLY_PACKET),
                              20,
                              "15 cells from 100 us on");
        NS_TEST_EXPECT_MSG_EQ(scene.GetCells().out, 40, "two PDUs");
        NS_TEST_EXPECT_MSG_EQ(scene.receiver->GetRxCounters().sdus, 2, "received");
    }
};

/** @brief The same changes without a scope. */
class AtmChangeOmissionTest : public TestCase
{
  public:
    AtmChangeOmissionTest()
        : TestCase("Who forgets the scope is told so, if assertions are on")
    {
    }

  private:
    /**
     * @brief Runs a scene in a process of its own.
     * @param words that the simulation aborts with
     * @param change made after 100 us
     */
    void ExpectAbort(const std::string& words, const std::function<void(Scene&)>& change)
    {
        for (const bool end : {false, true}) // when a counter is read, or at the end
        {
            const auto text = HsnAbortText([&] {
                Scene scene;
                scene.Run([&] { change(scene); }, end);
            });
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, text);
        }
    }

    void DoRun() override
    {
#ifdef NS3_ASSERT_ENABLE
        ExpectAbort("decides by another rule without an AtmChange",
                    [](Scene& scene) { scene.policy->threshold = 15; });
        ExpectAbort("::GetInterleaveDepth() returns another value without an AtmChange",
                    [](Scene& scene) { scene.adaptation->depth = 2; });
        ExpectAbort("requires of the link between them was changed without an AtmChange",
                    [](Scene& scene) { scene.receiver->isCurious = true; });
        ExpectAbort("AtmPort::Replan outside the scope of an AtmChange",
                    [](Scene& scene) { scene.sender->Replan(); });
        ExpectAbort("AtmPort::Withdraw outside the scope of an AtmChange",
                    [](Scene& scene) { scene.sender->GetAtmChannel()->BeginChange(); });
#endif
    }
};

HsnTestRegistration g_atmChangeTests("atm-change",
                                     {new AtmChangeScopeTest,
                                      new AtmChangeEffectTest,
                                      new AtmChangeOmissionTest});
} // namespace
} // namespace hsn
} // namespace ns3
