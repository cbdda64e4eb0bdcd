// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts of ATM devices that need time for each packet, on schedules worked out by hand.
 */
#include "../hsn-test.h"
#include "atm-test-support.h"
#include "both-engines-test.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/error-model.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Times = std::vector<int64_t>;

/** @brief Two hosts on one link with a VC, and when packets reach and leave them. */
struct Pair
{
    Pair()
    {
        nodes.Create(2);
        const auto link = atm.Install(nodes);
        a = DynamicCast<AtmNetDevice>(link.Get(0));
        b = DynamicCast<AtmNetDevice>(link.Get(1));
        vc = atm.ConnectPvc(a, b).a;
        Note(a, "PhyTxBegin", left);
        Note(a, "MacTxDrop", dropped);
        Note(b, "MacRx", handed);
    }

    ~Pair()
    {
        Simulator::Destroy();
    }

    /** @param device whose @param trace of packets @param times are kept there */
    static void Note(Ptr<AtmNetDevice> device, const std::string& trace, Times& times)
    {
        device->TraceConnectWithoutContext(trace,
                                           Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) {
                                               times.push_back(Simulator::Now().GetTimeStep());
                                           }));
    }

    /** @brief Sends packets of one cell. @param n how many @return how many were accepted */
    uint32_t Send(uint32_t n) const
    {
        uint32_t accepted = 0;
        for (uint32_t i = 0; i < n; ++i)
        {
            accepted += a->Send(Create<Packet>(20), b->GetAddress(), 0x0800);
        }
        return accepted;
    }

    AtmHelper atm;       //!< draws
    NodeContainer nodes; //!< the two
    Ptr<AtmNetDevice> a; //!< sends
    Ptr<AtmNetDevice> b; //!< receives
    Ptr<AtmVc> vc;       //!< from a
    Times left;          //!< first cells of a, time steps
    Times dropped;       //!< by a
    Times handed;        //!< up by b
};

/** @brief TxServiceTime and TxQueueSize. */
class AtmHostSendTest : public TestCase
{
  public:
    AtmHostSendTest()
        : TestCase("ATM hosts: sending takes time")
    {
    }

  private:
    void DoRun() override
    {
        KeepOrder();
        Pair net;
        net.a->SetAttribute("TxServiceTime", TimeValue(MicroSeconds(100)));
        net.a->SetAttribute("TxQueueSize", UintegerValue(2));
        // one in service, two wait, one finds no place
        NS_TEST_EXPECT_MSG_EQ(net.Send(4), 3, "accepted");
        ScheduleCall(MicroSeconds(250), [&] {
            NS_TEST_EXPECT_MSG_EQ(net.a->SendSdu(net.vc, Create<Packet>(40)), true, "one waits");
        });
        ScheduleCall(MicroSeconds(500), [&] {
            net.a->SetAttribute("TxServiceTime", TimeValue(Time(0)));
            NS_TEST_EXPECT_MSG_EQ(net.Send(1), 1, "at once");
        });
        Simulator::Run();
        const Times left{100000, 200000, 300000, 400000, 500000};
        NS_TEST_EXPECT_MSG_EQ((net.left == left), true, "first cells");
        NS_TEST_EXPECT_MSG_EQ((net.dropped == Times{0}), true, "the fourth");
        const Times handed{100000 + CELL, 200000 + CELL, 300000 + CELL, 500000 + CELL};
        NS_TEST_EXPECT_MSG_EQ((net.handed == handed), true, "the SDU has no header");
    }

    /** @brief A packet that needs no time waits for those that came before and need some. */
    void KeepOrder()
    {
        Pair net;
        net.b->SetAttribute("RxServiceTime", TimeValue(MicroSeconds(100)));
        net.Send(2);
        ScheduleCall(MicroSeconds(50), [&] {
            net.b->SetAttribute("RxServiceTime", TimeValue(Time(0)));
            net.Send(1);
        });
        Simulator::Run();
        const Times handed{100000 + CELL, 200000 + CELL, 200000 + CELL};
        NS_TEST_EXPECT_MSG_EQ((net.handed == handed), true, "in order of arrival");
    }
};

/** @brief One processor for both directions and all else that the node does. */
class AtmHostShareTest : public TestCase
{
  public:
    AtmHostShareTest()
        : TestCase("ATM hosts: the node's processor does other work too")
    {
    }

  private:
    void DoRun() override
    {
        Pair net;
        const auto cpu = CreateObject<HostCpu>();
        net.nodes.Get(1)->AggregateObject(cpu);
        net.b->SetAttribute("RxServiceTime", TimeValue(MicroSeconds(100)));
        net.b->SetAttribute("TxServiceTime", TimeValue(MicroSeconds(30)));
        net.b->TraceConnectWithoutContext("PhyTxBegin",
                                          Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) {
                                              m_answered.push_back(Simulator::Now().GetTimeStep());
                                          }));
        // each packet is answered; a program runs from 0 to 300 us, an interrupt for 50 us at 350
        net.b->SetReceiveCallback(MakeCallback(&AtmHostShareTest::Answer, this));
        const auto program = cpu->CreateTask(HostLevel::THREAD, 200);
        const auto interrupt = cpu->CreateTask(HostLevel::INTERRUPT);
        program->Run(MicroSeconds(300), nullptr);
        ScheduleCall(MicroSeconds(350), [&] { interrupt->Run(MicroSeconds(50), nullptr); });
        net.Send(2);
        Simulator::Run();
        // 300 to 350 and 400 to 450; the second is in the queue before the first answer
        NS_TEST_EXPECT_MSG_EQ((net.handed == Times{450000, 550000}), true, "received");
        NS_TEST_EXPECT_MSG_EQ((m_answered == Times{580000, 610000}), true, "answered");
        NS_TEST_EXPECT_MSG_EQ(cpu->GetBusyTime(), MicroSeconds(610), "never idle");
    }

    /** @param device that answers @param from sender @return true */
    bool Answer(Ptr<NetDevice> device, Ptr<const Packet>, uint16_t, const Address& from)
    {
        return device->Send(Create<Packet>(20), from, 0x0800);
    }

    Times m_answered; //!< first cells of answers
};

/** @brief A packet's end disposes the device that works on it. */
class AtmHostDisposeTest : public TestCase
{
  public:
    AtmHostDisposeTest()
        : TestCase("ATM hosts: a device that is disposed by a packet")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool shared : {false, true})
        {
            Pair net;
            if (shared)
            {
                net.nodes.Get(1)->AggregateObject(CreateObject<HostCpu>());
            }
            net.b->SetAttribute("RxServiceTime", TimeValue(MicroSeconds(100)));
            net.b->TraceConnectWithoutContext("MacRx",
                                              Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) {
                                                  shared ? net.b->Dispose()
                                                         : net.nodes.Get(1)->Dispose();
                                              }));
            net.Send(3);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.handed.size(), 1, "the first");
        }
    }
};

/** @brief A packet disposes its receiver at once; nobody but the device holds the VC. */
class AtmHostSuicideTest : public BothEnginesTest
{
  public:
    AtmHostSuicideTest()
        : BothEnginesTest("ATM hosts: a device that is disposed in its receive callback, by a "
                          "packet, a damaged one, or one that is late")
    {
    }

  private:
    /** @brief How a packet reaches the receiver. */
    enum Way
    {
        CALLBACK,
        GOOD,    //!< told by a trace source
        DAMAGED, //!< its second cell is lost
        LATE     //!< its last cell is lost, and so it is given up
    };

    void RunWith(const std::string& engine) override
    {
        for (const Way way : {CALLBACK, GOOD, DAMAGED, LATE})
        {
            for (const bool isNode : {false, true})
            {
                m_engine = engine;
                Check(way, isNode);
            }
        }
    }

    /** @param way of the packet @param isNode whether the node is disposed, not just the device */
    void Check(Way way, bool isNode)
    {
        AtmHelper atm;
        auto errors = CreateObject<ReceiveListErrorModel>();
        if (way >= DAMAGED)
        {
            errors->SetList({way == LATE ? 2u : 1u});
            atm.SetChannelAttribute("CellLossModel", PointerValue(errors));
        }
        if (way == LATE)
        {
            atm.SetVcAttribute("ReassemblyTimeout", TimeValue(MicroSeconds(20)));
        }
        NodeContainer nodes(2);
        const auto link = atm.Install(nodes);
        const auto a = DynamicCast<AtmNetDevice>(link.Get(0));
        const auto b = DynamicCast<AtmNetDevice>(link.Get(1));
        atm.ConnectPvc(a, b);
        m_told = 0;
        m_dispose = [this, isNode, b, node = nodes.Get(1)] {
            ++m_told;
            isNode ? node->Dispose() : b->Dispose();
        };
        if (way == CALLBACK)
        {
            b->SetReceiveCallback(MakeCallback(&AtmHostSuicideTest::Take, this));
        }
        else if (way == GOOD)
        {
            b->TraceConnectWithoutContext(
                "MacRx",
                Sink<Ptr<const Packet>>::Make([this](Ptr<const Packet>) { m_dispose(); }));
        }
        else
        {
            b->TraceConnectWithoutContext(
                "PduRxError",
                Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
                    [this](AtmVcId, Aal5Error, const Aal5ReceivedPdu&) { m_dispose(); }));
        }
        for (int i = 0; i < (way == LATE ? 1 : 3); ++i)
        {
            a->Send(Create<Packet>(100), b->GetAddress(), 0x0800); // three cells
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_told, 1, m_engine << ", way " << way << ": the first");
        Simulator::Destroy();
        m_dispose = nullptr;
    }

    /** @return true; the packet disposes the receiver */
    bool Take(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
    {
        m_dispose();
        return true;
    }

    std::string m_engine;            //!< in use
    std::function<void()> m_dispose; //!< disposes the receiver
    uint32_t m_told{0};              //!< packets
};

HsnTestRegistration g_atmHostTests(
    "atm-host",
    {new AtmHostSendTest, new AtmHostShareTest, new AtmHostDisposeTest, new AtmHostSuicideTest});
} // namespace
} // namespace hsn
} // namespace ns3
