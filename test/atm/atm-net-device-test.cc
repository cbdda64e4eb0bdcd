// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "atm-net-device-test-support.h"
#include "atm-test-support.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/mac48-address.h"
#include "ns3/pointer.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief When cells leave, by hand. */
class DeviceScheduleTest : public TestCase
{
  public:
    DeviceScheduleTest()
        : TestCase("Turns, rates, InterSduTime, PhyTxEnd, sinks that send")
    {
    }

  private:
    void DoRun() override
    {
        {
            // 424 bits / 15.552 Mbit/s = 27263 ns: the next slot of 2726 ns is the 11th. The other
            // VC has all the rest: nobody waits for the slow one
            TwoHosts net;
            const auto slow = net.Connect("15.552Mbps");
            const auto fast = net.Connect();
            net.SendAt(0, slow, 10);
            net.SendAt(0, fast, 100);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.cells.size(), 110, "cells");
            for (uint32_t slot = 0; slot < net.cells.size(); ++slot)
            {
                NS_TEST_EXPECT_MSG_EQ(net.cells[slot].first, slot * CELL, "slot " << slot);
                NS_TEST_EXPECT_MSG_EQ((net.cells[slot].second == 0), (slot % 11 == 0), slot);
            }
        }
        {
            // 424 bits / 15.5 Mbit/s = 27354.84 ns: the nearest whole number is no faster
            TwoHosts net;
            net.SendAt(0, net.Connect("15.5Mbps"), 3);
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(net.cells.size(), 3, "cells");
            NS_TEST_EXPECT_MSG_EQ(net.cells[1].first, 27355, "second cell");
            NS_TEST_EXPECT_MSG_EQ(net.cells[2].first, 2 * 27355, "third cell");
        }
        {
            // half of the line rate (a cell in 2 slots) against one that takes what it gets
            TwoHosts net;
            const auto half = net.Connect("77770000bps");
            const auto x = net.Connect();
            net.SendAt(0, half, 30);
            net.SendAt(0, x, 30);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.Order().substr(0, 12), "010101010101", "half and half");
        }
        {
            // against two, a third is all that anybody gets
            TwoHosts net;
            const auto half = net.Connect("77770000bps");
            const auto x = net.Connect();
            const auto y = net.Connect();
            for (const auto& vc : {half, x, y})
            {
                net.SendAt(0, vc, 30);
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(net.Order().substr(0, 12), "012012012012", "thirds");
        }
        {
            TwoHosts net;
            std::vector<Ptr<AtmVc>> vcs{net.Connect(), net.Connect(), net.Connect()};
            net.SendAt(0, vcs[0], 7);
            net.SendAt(0, vcs[1], 2, 3);
            net.SendAt(CELL / 2, vcs[2], 3);
            Simulator::Run();
            // the third got work before the first was served again
            NS_TEST_EXPECT_MSG_EQ(net.Order(), "0120120120101010", "turns, cell by cell");
        }
        Gate();
        TxEnd();
        SendingSink();
    }

    /** @brief InterSduTime. */
    void Gate()
    {
        const int64_t gate = 100000;
        {
            TwoHosts net;
            net.a->SetAttribute("InterSduTime", TimeValue(NanoSeconds(gate)));
            std::vector<Ptr<AtmVc>> vcs{net.Connect(), net.Connect(), net.Connect()};
            for (const auto& vc : vcs)
            {
                net.SendAt(0, vc, 1, 3);
            }
            Simulator::Run();
            // the first VC's second SDU was there before the others had anything
            NS_TEST_EXPECT_MSG_EQ(net.Order(), "001201212", "the VCs take turns");
            for (uint32_t k = 0; k < net.cells.size(); ++k)
            {
                NS_TEST_EXPECT_MSG_EQ(net.cells[k].first, k * gate, "SDU " << k);
            }
        }
        {
            // PDUs of 50 cells take 136300 ns, longer than the gate; then one late, one in time
            TwoHosts net;
            net.a->SetAttribute("InterSduTime", TimeValue(NanoSeconds(gate)));
            std::vector<int64_t> starts;
            net.a->TraceConnectWithoutContext(
                "PhyTxBegin",
                Sink<Ptr<const Packet>>::Make([&starts](Ptr<const Packet>) {
                    starts.push_back(Simulator::Now().GetTimeStep());
                }));
            const auto vc = net.Connect();
            net.SendAt(0, vc, 50, 3);
            net.SendAt(500000, vc, 1, 2);
            Simulator::Run();
            const std::vector<int64_t> expected{0, 136300, 272600, 500000, 600000};
            NS_TEST_EXPECT_MSG_EQ((starts == expected), true, "starts");
        }
        {
            TwoHosts net;
            net.a->SetAttribute("InterSduTime", TimeValue(NanoSeconds(gate)));
            auto factor = CreateObject<ConstantRandomVariable>();
            factor->SetAttribute("Constant", DoubleValue(2.5));
            net.a->SetAttribute("InterSduFactor", PointerValue(factor));
            net.SendAt(7, net.Connect(), 1, 3);
            Simulator::Run();
            const std::vector<int64_t> expected{7, 250007, 500007};
            NS_TEST_EXPECT_MSG_EQ((net.Times(0) == expected), true, "times the factor");
        }
    }

    /** @brief The end of a PDU is traced when its last bit has left, and not sooner. */
    void TxEnd()
    {
        TwoHosts net;
        const auto spaced = net.Connect("84.8Mbps"); // 5000 ns
        const auto other = net.Connect();
        std::vector<std::pair<int64_t, uint32_t>> ends;
        net.a->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([&ends](Ptr<const Packet> p) {
                ends.emplace_back(Simulator::Now().GetTimeStep(), p->GetSize());
            }));
        net.SendAt(0, spaced, 2);
        net.SendAt(4000, other, 1); // until 6726; the other VC's cell is due at 5000
        Simulator::Run();
        const std::vector<std::pair<int64_t, uint32_t>> expected{{6726, 40}, {9452, 88}};
        NS_TEST_EXPECT_MSG_EQ((ends == expected), true, "ends");
    }

    /** @brief Trace sinks that send at once do not make cells overlap. */
    void SendingSink()
    {
        TwoHosts net;
        const auto x = net.Connect();
        const auto y = net.Connect();
        uint32_t more = 20;
        const auto send = [&](Ptr<const Packet>) {
            if (more > 0)
            {
                --more;
                net.a->SendSdu(more % 3 ? y : x, Create<Packet>(60));
            }
        };
        for (const auto source : {"PhyTxBegin", "PhyTxEnd", "Sniffer"})
        {
            net.a->TraceConnectWithoutContext(source, Sink<Ptr<const Packet>>::Make(send));
        }
        net.SendAt(0, x, 1);
        net.SendAt(3, y, 2);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.cells.size(), 3 + 2 * 20, "all sent");
        for (uint32_t k = 0; k < net.cells.size(); ++k)
        {
            NS_TEST_EXPECT_MSG_EQ(net.cells[k].first, k * CELL, "back to back " << k);
        }
    }
};

/** @brief What arrives, and what does not. */
class DeviceReceiveTest : public TestCase
{
  public:
    DeviceReceiveTest()
        : TestCase("Slow host, lost last cell, empty SDU, unknown VC, leaves")
    {
    }

  private:
    void DoRun() override
    {
        SlowHost();
        LostLast();
        EmptySdu();
        Unknown();
    }

    /** @brief RxServiceTime and RxQueueSize. */
    void SlowHost()
    {
        TwoHosts net;
        net.b->SetAttribute("RxServiceTime", TimeValue(MicroSeconds(100)));
        net.b->SetAttribute("RxQueueSize", UintegerValue(1));
        std::vector<int64_t> times;
        net.b->SetReceiveCallback(MakeCallback(&DeviceReceiveTest::Accept, this));
        net.b->TraceConnectWithoutContext("MacRx",
                                          Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) {
                                              times.push_back(Simulator::Now().GetTimeStep());
                                          }));
        net.Connect();
        const auto peer = net.b->GetAddress();
        for (uint32_t i = 0; i < 4; ++i)
        {
            net.a->Send(Create<Packet>(20), peer, 0x0800);
        }
        Simulator::Run();
        // one in service from C on, one waits, two find no place
        const std::vector<int64_t> expected{CELL + 100000, CELL + 200000};
        NS_TEST_EXPECT_MSG_EQ((times == expected), true, "handed up");
        NS_TEST_EXPECT_MSG_EQ(net.b->GetRxCounters().rxQueueDrops, 2, "dropped");
        NS_TEST_EXPECT_MSG_EQ(net.b->GetRxCounters().sdus, 4, "good");
        NS_TEST_EXPECT_MSG_EQ(m_accepted, 2, "at the host");
        NS_TEST_EXPECT_MSG_EQ(m_protocol, 0x0800, "protocol");
        NS_TEST_EXPECT_MSG_EQ(m_from, net.a->GetAddress(), "sender");
    }

    /**
     * @brief The host's receive callback.
     * @param device unused
     * @param packet unused
     * @param protocol kept
     * @param from kept
     * @return true
     */
    bool Accept(Ptr<NetDevice> device,
                Ptr<const Packet> packet,
                uint16_t protocol,
                const Address& from)
    {
        ++m_accepted;
        m_protocol = protocol;
        m_from = from;
        return true;
    }

    /** @brief A lost last cell: two PDUs fail as one, and no more. */
    void LostLast()
    {
        TwoHosts net;
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({5}); // the last cell of the second PDU of three cells
        net.a->GetAtmChannel()->SetAttribute("CellLossModel", PointerValue(model));
        std::vector<uint32_t> failed;
        net.b->TraceConnectWithoutContext(
            "PduRxError",
            Sink<AtmVcId, Aal5Error, const Aal5ReceivedPdu&>::Make(
                [&](AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu) {
                    NS_TEST_EXPECT_MSG_EQ(cause, Aal5Error::CRC, "cause");
                    failed.push_back(pdu.GetNCells());
                }));
        std::vector<uint32_t> dropped; // octets
        net.b->TraceConnectWithoutContext(
            "PhyRxDrop",
            Sink<Ptr<const Packet>>::Make(
                [&dropped](Ptr<const Packet> packet) { dropped.push_back(packet->GetSize()); }));
        net.SendAt(0, net.Connect(), 3, 4);
        Simulator::Run();
        // no LLC header is in front of what is good
        NS_TEST_EXPECT_MSG_EQ((dropped == std::vector<uint32_t>{136, 5 * 48, 136}),
                              true,
                              "what failed, as received");
        NS_TEST_EXPECT_MSG_EQ(net.b->GetRxCounters().sdus, 2, "first and last are good");
        NS_TEST_EXPECT_MSG_EQ((failed == std::vector<uint32_t>{5}), true, "2 + 3 cells as one");
    }

    /** @brief An SDU of no bytes is the standard's abort. */
    void EmptySdu()
    {
        TwoHosts net;
        const auto vc = net.Connect();
        net.a->SendSdu(vc, Create<Packet>(0));
        net.a->SendSdu(vc, Create<Packet>(65535));
        std::vector<uint32_t> dropped; // sizes
        net.a->TraceConnectWithoutContext(
            "MacTxDrop",
            Sink<Ptr<const Packet>>::Make(
                [&dropped](Ptr<const Packet> sdu) { dropped.push_back(sdu->GetSize()); }));
        NS_TEST_EXPECT_MSG_EQ(net.a->SendSdu(vc, Create<Packet>(65536)), false, "too long");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((dropped == std::vector<uint32_t>{65536}),
                              true,
                              "MacTxDrop tells it");
        NS_TEST_EXPECT_MSG_EQ(vc->GetTxCounters().sdus, 2, "not counted as sent");
        NS_TEST_EXPECT_MSG_EQ(net.cells.size(), 1 + 1366, "cells");
        const auto& c = net.b->GetVc(0)->GetRxCounters();
        NS_TEST_EXPECT_MSG_EQ(c.GetErrors(Aal5Error::ABORT), 1, "abort");
        NS_TEST_EXPECT_MSG_EQ(c.sduBytes, 65535, "the long one");
        // it has no LLC header
        NS_TEST_EXPECT_MSG_EQ(net.b->GetRxCounters().badEncapsulation, 1, "no LLC");
    }

    /** @brief Cells of a VC that the device lacks; VCs that may not send. */
    void Unknown()
    {
        TwoHosts net;
        auto vc = CreateObject<AtmVc>();
        vc->SetId({3, 77});
        net.a->AddVc(vc); // b has no such VC
        net.SendAt(0, vc, 4);
        auto leaf = CreateObject<AtmVc>();
        leaf->SetId({3, 78});
        leaf->SetCanSend(false);
        net.a->AddVc(leaf);
        NS_TEST_EXPECT_MSG_EQ(net.a->SendSdu(leaf, Create<Packet>(1)), false, "may not send");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.b->GetRxCounters().unknownVc, 4, "unknown");
        NS_TEST_EXPECT_MSG_EQ(net.a->FindVc({3, 77}), vc, "found");
        const auto says = [this](const std::string& words, const std::function<void()>& code) {
            const auto text = HsnAbortText(code);
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
        };
        says("exists already", [&] { net.a->AddVc(vc); });
        says("another device's", [&] { net.b->AddVc(vc); });
        says("not this device's", [&] { net.b->SendSdu(vc, Create<Packet>(1)); });
        says("VCI 31", [&] {
            auto reserved = CreateObject<AtmVc>();
            reserved->SetId({0, 31});
            net.a->AddVc(reserved);
        });
        says("VPI 256", [&] {
            auto wide = CreateObject<AtmVc>();
            wide->SetId({256, 32});
            net.a->AddVc(wide);
        });
        says("2 VCs", [&] { net.a->GetVc(2); });
    }

    uint32_t m_accepted{0}; //!< packets at the host
    uint16_t m_protocol{0}; //!< of the last one
    Address m_from;         //!< of the last one
};

/** @brief Random streams of a device. */
class DeviceStreamsTest : public TestCase
{
  public:
    DeviceStreamsTest()
        : TestCase("A device takes a random stream for its InterSduFactor, and none without it")
    {
    }

  private:
    void DoRun() override
    {
        TwoHosts net;
        const auto factor = CreateObject<UniformRandomVariable>();
        NS_TEST_EXPECT_MSG_EQ(net.a->AssignStreams(7), 0, "nothing is random");
        net.b->SetAttribute("InterSduFactor", PointerValue(factor));
        NS_TEST_EXPECT_MSG_EQ(net.b->AssignStreams(7), 1, "one variable");
        NS_TEST_EXPECT_MSG_EQ(factor->GetStream(), 7, "its stream");
        // a takes none, the errors of the link take the first one, b the next one
        NetDeviceContainer both(net.a);
        both.Add(net.b);
        NS_TEST_EXPECT_MSG_EQ(AtmHelper::AssignStreams(both, 20), 2, "of the link and b");
        NS_TEST_EXPECT_MSG_EQ(factor->GetStream(), 21, "behind the link's");
    }
};

/** @brief The end of things. */
class DeviceDisposeTest : public TestCase
{
  public:
    DeviceDisposeTest()
        : TestCase("Nodes that vanish while cells, timers and packets are under way")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t victim = 0; victim < 3; ++victim)
        {
            NodeContainer nodes;
            nodes.Create(3);
            AtmSwitchHelper().Install(nodes.Get(1));
            AtmHelper atm;
            atm.SetVcAttribute("ReassemblyTimeout", StringValue("40us"));
            atm.SetDeviceAttribute("RxServiceTime", StringValue("10us"));
            auto a = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
            auto b = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(1), nodes.Get(2)).Get(1));
            const auto pvc = atm.ConnectPvc(a, b); // keeps the VCs alive
            for (uint32_t n = 0; n < 20; ++n)
            {
                a->Send(Create<Packet>(500), b->GetAddress(), 0x0800);
            }
            auto node = nodes.Get(victim);
            ScheduleCall(NanoSeconds(33333), [node] { node->Dispose(); });
            ScheduleCall(MicroSeconds(50), [a, b] {
                a->Send(Create<Packet>(500), b->GetAddress(), 0x0800);
                a->Send(Create<Packet>(500), a->GetBroadcast(), 0x0800);
            });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_LT(pvc.leaves[0]->GetRxCounters().pdus, 20, "was interrupted");
            Simulator::Destroy();
            NS_TEST_EXPECT_MSG_EQ(a->GetReferenceCount(), 1, "nobody else holds a");
            NS_TEST_EXPECT_MSG_EQ(b->GetReferenceCount(), 1, "nobody else holds b");
            NS_TEST_EXPECT_MSG_EQ(pvc.a->GetReferenceCount(), 1, "nobody else holds the VC");
        }
    }
};

HsnTestRegistration g_atmNetDeviceTests(
    "atm-net-device",
    {new DeviceScheduleTest, new DeviceReceiveTest, new DeviceStreamsTest, new DeviceDisposeTest});
} // namespace
} // namespace hsn
} // namespace ns3
