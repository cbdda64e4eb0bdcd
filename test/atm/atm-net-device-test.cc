// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
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

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Two hosts on one link, and when which cells and SDUs left. */
struct TwoHosts
{
    TwoHosts()
    {
        nodes.Create(2);
        const auto link = atm.Install(nodes);
        a = DynamicCast<AtmNetDevice>(link.Get(0));
        b = DynamicCast<AtmNetDevice>(link.Get(1));
        a->TraceConnectWithoutContext("CellTx",
                                      Sink<const CellBurst&>::Make([this](const CellBurst& cell) {
                                          cells.emplace_back(Simulator::Now().GetTimeStep(),
                                                             cell.vc.vci - 32);
                                      }));
    }

    ~TwoHosts()
    {
        Simulator::Destroy();
    }

    /** @brief Adds a connection. @param rate its CellRate @return its end at a */
    Ptr<AtmVc> Connect(const std::string& rate = "0bps")
    {
        const auto vc = atm.ConnectPvc(a, b).a;
        vc->SetAttribute("CellRate", StringValue(rate));
        return vc;
    }

    /** @brief Sends SDUs. @param time when @param vc on @param cells of each @param n how many */
    void SendAt(int64_t time, Ptr<AtmVc> vc, uint32_t cells, uint32_t n = 1)
    {
        ScheduleCall(NanoSeconds(time), [this, vc, cells, n] {
            for (uint32_t i = 0; i < n; ++i)
            {
                a->SendSdu(vc, Create<Packet>(48 * cells - 8));
            }
        });
    }

    /** @return the VCs of the cells, in order */
    std::string Order() const
    {
        std::string order;
        for (const auto& cell : cells)
        {
            order += static_cast<char>('0' + cell.second);
        }
        return order;
    }

    /** @param vc number @return when its cells left */
    std::vector<int64_t> Times(int vc) const
    {
        std::vector<int64_t> times;
        for (const auto& cell : cells)
        {
            if (cell.second == vc)
            {
                times.push_back(cell.first);
            }
        }
        return times;
    }

    AtmHelper atm;                              //!< draws
    NodeContainer nodes;                        //!< the two
    Ptr<AtmNetDevice> a;                        //!< sends
    Ptr<AtmNetDevice> b;                        //!< receives
    std::vector<std::pair<int64_t, int>> cells; //!< that left a: time, number of the VC
};

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
        net.SendAt(0, net.Connect(), 3, 4);
        Simulator::Run();
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
        NS_TEST_EXPECT_MSG_EQ(net.a->SendSdu(vc, Create<Packet>(65536)), false, "too long");
        Simulator::Run();
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

/** @brief A UDP socket that counts what it gets. */
struct UdpEnd
{
    /** @param node where it is, listening at port 9 */
    explicit UdpEnd(Ptr<Node> node)
        : socket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()))
    {
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        socket->SetAllowBroadcast(true);
        socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> s) {
            while (s->Recv())
            {
                ++received;
            }
        }));
    }

    /** @param to address @param size bytes */
    void Send(Ipv4Address to, uint32_t size = 100)
    {
        socket->SendTo(Create<Packet>(size), 0, InetSocketAddress(to, 9));
    }

    Ptr<Socket> socket;   //!< the socket
    uint32_t received{0}; //!< datagrams
};

/** @brief IP addresses to VCs. */
class DeviceNextHopTest : public TestCase
{
  public:
    DeviceNextHopTest()
        : TestCase("Next hops: several PVCs on a subnet, AddNextHop, unknown, broadcast, no link")
    {
    }

  private:
    void DoRun() override
    {
        Star();
        TwoToOne();
        OnlyOne();
        NoLink();
    }

    /** @brief Four hosts around a switch, a full mesh of PVCs, one subnet. */
    void Star()
    {
        NodeContainer hosts;
        hosts.Create(4);
        auto hub = CreateObject<Node>();
        AtmSwitchHelper().Install(hub);
        AtmHelper atm;
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 4; ++i)
        {
            devices.Add(atm.Install(hosts.Get(i), hub).Get(0));
        }
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        for (uint32_t i = 0; i < 4; ++i)
        {
            for (uint32_t j = 0; j < i; ++j)
            {
                atm.ConnectPvc(devices.Get(i), devices.Get(j));
            }
        }
        // after the PVCs, and with an address of the device that is not the one it was made with
        devices.Get(2)->SetAddress(Mac48Address("00:00:00:00:ab:cd"));
        addresses.Assign(devices);
        auto a = DynamicCast<AtmNetDevice>(devices.Get(0));
        uint32_t dropped = 0;
        a->TraceConnectWithoutContext(
            "PhyTxDrop",
            Sink<Ptr<const Packet>>::Make([&](Ptr<const Packet>) { ++dropped; }));
        std::vector<std::unique_ptr<UdpEnd>> ends;
        for (uint32_t i = 0; i < 4; ++i)
        {
            ends.push_back(std::make_unique<UdpEnd>(hosts.Get(i)));
        }
        const auto send = [&ends](int64_t ms, uint32_t from, const char* to) {
            UdpEnd* end = ends[from].get();
            ScheduleCall(MilliSeconds(ms), [end, to] { end->Send(to); });
        };
        send(1, 0, "10.1.1.2");
        send(2, 0, "10.1.1.3");
        send(3, 0, "10.1.1.3");
        send(4, 3, "10.1.1.1");
        Simulator::Stop(MilliSeconds(50)); // ARP waits for up to 10 ms before it asks
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends[0]->received, 1, "host 0");
        NS_TEST_EXPECT_MSG_EQ(ends[1]->received, 1, "host 1");
        NS_TEST_EXPECT_MSG_EQ(ends[2]->received, 2, "host 2");
        NS_TEST_EXPECT_MSG_EQ(ends[3]->received, 0, "host 3");
        // 100 + 28 + 8 + 8 bytes: 3 cells, and not one for address resolution
        NS_TEST_EXPECT_MSG_EQ(hub->GetObject<AtmSwitch>()->GetCounters().received, 12, "cells");
        NS_TEST_EXPECT_MSG_EQ(dropped, 0, "none dropped");

        send(1, 0, "10.1.1.99");
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(dropped, 0, "no answer for an unknown next hop");
        NS_TEST_EXPECT_MSG_EQ(hub->GetObject<AtmSwitch>()->GetCounters().received, 12, "cells");
        send(1, 1, "10.1.1.255");
        Simulator::Stop(MilliSeconds(50)); // ARP waits for up to 10 ms before it asks
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ends[0]->received, 2, "broadcast to 0");
        NS_TEST_EXPECT_MSG_EQ(ends[2]->received, 3, "broadcast to 2");
        NS_TEST_EXPECT_MSG_EQ(ends[3]->received, 1, "broadcast to 3");
        Simulator::Destroy();
    }

    /** @brief Two PVCs to one host: the second is chosen by AddNextHop. */
    void TwoToOne()
    {
        TwoHosts net;
        InternetStackHelper().Install(net.nodes);
        const auto first = net.Connect();
        const auto second = net.Connect();
        Ipv4AddressHelper("10.1.1.0", "255.255.255.0")
            .Assign(NetDeviceContainer(NetDeviceContainer(net.a), NetDeviceContainer(net.b)));
        auto ipv4 = net.nodes.Get(1)->GetObject<Ipv4>();
        ipv4->AddAddress(ipv4->GetInterfaceForDevice(net.b),
                         Ipv4InterfaceAddress("10.1.1.7", "255.255.255.0"));
        net.a->AddNextHop("10.1.1.7", second);
        UdpEnd a(net.nodes.Get(0));
        UdpEnd b(net.nodes.Get(1));
        for (const auto to : {"10.1.1.2", "10.1.1.7", "10.1.1.7", "10.1.1.2", "10.1.1.7"})
        {
            a.Send(to, 10); // 10 + 28 + 8 + 8: two cells
            Simulator::Run();
        }
        NS_TEST_EXPECT_MSG_EQ(net.Order(), "0011110011", "VC of each datagram");
        NS_TEST_EXPECT_MSG_EQ(b.received, 5, "all arrive");
        NS_TEST_EXPECT_MSG_EQ(first->GetTxCounters().sdus, 2, "first");
        NS_TEST_EXPECT_MSG_EQ(second->GetTxCounters().sdus, 3, "second");
        const auto text = HsnAbortText([&] { net.b->AddNextHop("10.1.1.1", first); });
        NS_TEST_EXPECT_MSG_NE(text.find("10.1.1.1"), std::string::npos, text);
    }

    /** @brief One PVC: a known far end takes its own addresses only, an unknown one all. */
    void OnlyOne()
    {
        for (const bool known : {true, false})
        {
            TwoHosts net;
            InternetStackHelper().Install(net.nodes);
            const auto vc = net.Connect();
            if (!known)
            {
                vc->SetPeer(nullptr);
            }
            Ipv4AddressHelper("10.1.1.0", "255.255.255.0")
                .Assign(NetDeviceContainer(NetDeviceContainer(net.a), NetDeviceContainer(net.b)));
            UdpEnd a(net.nodes.Get(0));
            UdpEnd b(net.nodes.Get(1));
            a.Send("10.1.1.2", 10);
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(b.received, 1, "reaches the other end");
            const auto cells = net.cells.size();
            a.Send("10.1.1.99", 10);
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((net.cells.size() == cells), known, "sent nowhere, or there");
        }
    }

    /** @brief A device without VC or link drops, with an Internet stack above it. */
    void NoLink()
    {
        auto node = CreateObject<Node>();
        auto device = CreateObject<AtmNetDevice>();
        node->AddDevice(device);
        InternetStackHelper().Install(node);
        Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(NetDeviceContainer(device));
        uint32_t dropped = 0;
        const auto count = [&](Ptr<const Packet>) { ++dropped; };
        device->TraceConnectWithoutContext("MacTxDrop", Sink<Ptr<const Packet>>::Make(count));
        UdpEnd end(node);
        end.Send("10.1.1.2");
        end.Send("10.1.1.255");
        Simulator::Run();
        auto vc = CreateObject<AtmVc>();
        vc->SetId({0, 40});
        device->AddVc(vc);
        NS_TEST_EXPECT_MSG_EQ(device->IsLinkUp(), false, "no link");
        NS_TEST_EXPECT_MSG_EQ(device->SendSdu(vc, Create<Packet>(10)), false, "no link");
        end.Send("10.1.1.255");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(dropped, 2, "dropped");
        const auto big = Create<Packet>(9181);
        NS_TEST_EXPECT_MSG_EQ(device->Send(big, device->GetBroadcast(), 0x0800), false, "MTU");
        NS_TEST_EXPECT_MSG_EQ(dropped, 3, "dropped");
        NS_TEST_EXPECT_MSG_EQ(big->GetSize(), 9181, "left alone");
        Simulator::Destroy();
    }
};

/** @brief Senders that keep to their contract, and others. */
class DeviceShapingTest : public TestCase
{
  public:
    DeviceShapingTest()
        : TestCase("What is shaped passes a UPC of the same contract, what is not does not")
    {
    }

  private:
    void DoRun() override
    {
        using Contract = AtmTrafficContract;
        const Time pcr = NanoSeconds(3 * CELL);
        const Time scr = NanoSeconds(15 * CELL + 7);
        for (const auto& contract : {Contract::Cbr(pcr),
                                     Contract::Vbr(Contract::VBR_A, pcr, scr, 40),
                                     Contract::Vbr(Contract::VBR_C, pcr, scr, 40)})
        {
            for (const bool shape : {true, false})
            {
                const auto discarded = RunOnce(contract, shape);
                NS_TEST_EXPECT_MSG_EQ((discarded == 0), shape, contract);
            }
        }
        // tagging that begins in the middle of a PDU
        TwoHosts net;
        const auto vc = net.Connect();
        net.SendAt(0, vc, 10, 2);
        ScheduleCall(NanoSeconds(3 * CELL), [vc, pcr, scr] {
            vc->SetPreventiveTagging(Contract::Vbr(Contract::VBR_B, pcr, scr, 4));
        });
        uint32_t tagged = 0;
        net.a->TraceConnectWithoutContext(
            "CellTx",
            Sink<const CellBurst&>::Make([&](const CellBurst& cell) { tagged += cell.IsClp(); }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(tagged, 9, "the second PDU, all but its last cell");
    }

    /**
     * @brief One run, with another, unshaped VC at the same device.
     * @param contract for sending and policing
     * @param shape whether the sender keeps to it
     * @return cells discarded by the UPC
     */
    uint64_t RunOnce(const AtmTrafficContract& contract, bool shape)
    {
        NodeContainer nodes;
        nodes.Create(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        auto a = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
        auto b = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(1), nodes.Get(2)).Get(1));
        AtmPvcOptions options;
        options.forward = contract;
        options.shape = shape;
        const auto pvc = atm.ConnectPvc(a, b, options);
        const auto other = atm.ConnectPvc(a, b);
        for (uint32_t n = 0; n < 20; ++n)
        {
            ScheduleCall(MicroSeconds(n * n * 100), [a, pvc, other] {
                a->SendSdu(pvc.a, Create<Packet>(5000));
                a->SendSdu(other.a, Create<Packet>(9000));
            });
        }
        Simulator::Run();
        const auto& c = pvc.forwardUpc->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.GetTotal(), 20 * 105, "all cells were policed");
        NS_TEST_EXPECT_MSG_EQ((pvc.leaves[0]->GetRxCounters().pdus == 20), shape, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(other.leaves[0]->GetRxCounters().pdus, 20, "other VC's PDUs");
        const auto discarded = c.GetDiscarded();
        Simulator::Destroy();
        return discarded;
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

HsnTestRegistration g_atmNetDeviceTests("atm-net-device",
                                        {new DeviceScheduleTest,
                                         new DeviceReceiveTest,
                                         new DeviceNextHopTest,
                                         new DeviceShapingTest,
                                         new DeviceDisposeTest});
} // namespace
} // namespace hsn
} // namespace ns3
