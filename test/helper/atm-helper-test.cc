// SPDX-License-Identifier: GPL-2.0-only
#include "../atm/atm-test-support.h"
#include "../hsn-test.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/double.h"
#include "ns3/erf-record.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Two hosts with some switches between them, IPv4 and IPv6. */
struct Line
{
    /**
     * @param switches how many
     * @param atm draws
     * @param llc one LLC/SNAP connection; else two without header, one per protocol
     */
    Line(uint32_t switches, AtmHelper& atm, bool llc = true)
    {
        nodes.Create(switches + 2);
        for (uint32_t i = 1; i <= switches; ++i)
        {
            AtmSwitchHelper().Install(nodes.Get(i));
        }
        for (uint32_t i = 0; i <= switches; ++i)
        {
            const auto link = atm.Install(nodes.Get(i), nodes.Get(i + 1));
            links.push_back(DynamicCast<AtmChannel>(link.Get(0)->GetChannel()));
            if (i == 0)
            {
                ends.Add(link.Get(0));
            }
            if (i == switches)
            {
                ends.Add(link.Get(1));
            }
        }
        atm.SetVcAttribute("Encapsulation", StringValue(llc ? "LlcSnap" : "VcMux"));
        for (const uint16_t protocol : {0x0800, 0x86dd})
        {
            atm.SetVcAttribute("Protocol", UintegerValue(protocol));
            if (!llc || protocol == 0x0800)
            {
                pvcs.push_back(atm.ConnectPvc(ends.Get(0), ends.Get(1)));
            }
        }
        hosts = NodeContainer(nodes.Get(0), nodes.Get(switches + 1));
        InternetStackHelper().Install(hosts);
        v4 = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(ends);
        v6 = Ipv6AddressHelper("2001:db8::", 64).Assign(ends);
    }

    NodeContainer nodes;                //!< all
    NodeContainer hosts;                //!< first and last
    NetDeviceContainer ends;            //!< their devices
    std::vector<Ptr<AtmChannel>> links; //!< all links
    std::vector<AtmPvc> pvcs;           //!< connections
    Ipv4InterfaceContainer v4;          //!< IPv4 addresses
    Ipv6InterfaceContainer v6;          //!< IPv6 addresses
};

/** @brief Datagrams there and back. */
class HelperUdpTest : public TestCase
{
  public:
    HelperUdpTest()
        : TestCase("UDP there and back: 0, 1 and 3 switches, IPv4, IPv6, both encapsulations")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t switches : {0, 1, 3})
        {
            for (const bool llc : {true, false})
            {
                RunOnce(switches, llc);
            }
        }
    }

    /**
     * @brief Sends datagrams of several sizes, each of which the other host sends back.
     * @param switches between the hosts
     * @param llc encapsulation
     */
    void RunOnce(uint32_t switches, bool llc)
    {
        AtmHelper atm;
        atm.SetChannelAttribute("Delay", StringValue("100us"));
        Line line(switches, atm, llc);
        // empty, small, exactly the MTU (9180 - 20 - 8, or - 40 - 8), one more, many fragments
        const std::vector<uint32_t> sizes{0, 100, 9132, 9133, 9152, 9153, 20000, 60000};
        std::vector<uint32_t> sent[2];
        std::vector<uint32_t> got[2];
        std::vector<Ptr<Socket>> sockets;
        for (const bool six : {false, true})
        {
            const auto any = six ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 7))
                                 : Address(InetSocketAddress(Ipv4Address::GetAny(), 7));
            const auto to = six ? Address(Inet6SocketAddress(line.v6.GetAddress(1, 1), 7))
                                : Address(InetSocketAddress(line.v4.GetAddress(1), 7));
            for (const bool echo : {false, true})
            {
                auto socket =
                    Socket::CreateSocket(line.hosts.Get(echo), UdpSocketFactory::GetTypeId());
                socket->SetAttribute("RcvBufSize", UintegerValue(1000000));
                socket->Bind(any);
                auto& sink = got[six];
                socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([echo, &sink](Ptr<Socket> s) {
                    Address from;
                    while (auto packet = s->RecvFrom(from))
                    {
                        if (echo)
                        {
                            s->SendTo(packet, 0, from);
                        }
                        else
                        {
                            sink.push_back(packet->GetSize());
                        }
                    }
                }));
                sockets.push_back(socket);
            }
            auto sender = sockets[2 * six];
            for (uint32_t i = 0; i < sizes.size(); ++i)
            {
                const uint32_t size = sizes[i];
                if (six && !IPV6_FRAGMENTS_ABOVE_MTU && size > 9132 && size <= 9132 + 40)
                {
                    continue; // IPv6 of this ns-3 loses it, on any device
                }
                sent[six].push_back(size);
                // IPv6 addresses are usable after duplicate address detection
                ScheduleCall(Seconds(3) + MilliSeconds(20 * i),
                             [sender, size, to] { sender->SendTo(Create<Packet>(size), 0, to); });
            }
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        const std::string what =
            std::to_string(switches) + " switches, " + (llc ? "LLC/SNAP" : "VC-mux");
        NS_TEST_EXPECT_MSG_EQ((got[0] == sent[0]), true, "IPv4, " << what);
        NS_TEST_EXPECT_MSG_EQ((got[1] == sent[1]), true, "IPv6, " << what);
        NS_TEST_EXPECT_MSG_EQ(line.pvcs.size(), (llc ? 1 : 2), what);
        if (!llc)
        {
            // 60000 bytes and headers in 7 IPv4 fragments, 20000 in 3, two in 2 if above the MTU
            NS_TEST_EXPECT_MSG_EQ(line.pvcs[0].a->GetTxCounters().sdus, 5 + 2 + 3 + 7, "IPv4's VC");
        }
        for (const auto& pvc : line.pvcs)
        {
            NS_TEST_EXPECT_MSG_EQ(pvc.a->GetRxCounters().GetTotalErrors(), 0, what);
            NS_TEST_EXPECT_MSG_EQ(pvc.leaves[0]->GetRxCounters().GetTotalErrors(), 0, what);
        }
        line.nodes = NodeContainer();
        Simulator::Destroy();
    }
};

/** @brief ns-3's TCP over links that lose cells. */
class HelperTcpTest : public TestCase
{
  public:
    HelperTcpTest()
        : TestCase("TCP delivers every byte although cells are lost and damaged")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t total = 1000000;
        AtmHelper atm;
        atm.SetChannelAttribute("Delay", StringValue("200us"));
        Line line(1, atm);
        auto loss = CreateObject<RateErrorModel>();
        loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        loss->SetRate(5e-4);
        line.links[0]->SetAttribute("CellLossModel", PointerValue(loss));
        line.links[1]->SetAttribute("BitErrorRate", DoubleValue(1e-6));
        line.links[0]->AssignStreams(3);
        line.links[1]->AssignStreams(5);
        const auto make = [&line](uint32_t host) {
            auto socket = Socket::CreateSocket(line.hosts.Get(host), TcpSocketFactory::GetTypeId());
            socket->SetAttribute("SegmentSize", UintegerValue(1460));
            return socket;
        };
        auto server = make(1);
        server->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        server->Listen();
        uint64_t received = 0;
        uint32_t wrong = 0;
        server->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([&](Ptr<Socket> s, const Address&) {
                s->SetRecvCallback(Sink<Ptr<Socket>>::Make([&](Ptr<Socket> from) {
                    while (auto packet = from->Recv())
                    {
                        std::vector<uint8_t> bytes(packet->GetSize());
                        packet->CopyData(bytes.data(), packet->GetSize());
                        for (const auto byte : bytes)
                        {
                            wrong += byte != Byte(received++);
                        }
                    }
                }));
            }));
        auto client = make(0);
        client->Bind();
        uint32_t sent = 0;
        const auto fill = [&sent](Ptr<Socket> s) {
            while (sent < total && s->GetTxAvailable() > 0)
            {
                const uint32_t n = std::min({total - sent, s->GetTxAvailable(), 1460U});
                std::vector<uint8_t> bytes(n);
                for (uint32_t i = 0; i < n; ++i)
                {
                    bytes[i] = Byte(sent + i);
                }
                const int done = s->Send(Create<Packet>(bytes.data(), n));
                if (done <= 0)
                {
                    break;
                }
                sent += done;
            }
        };
        client->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([fill](Ptr<Socket> s, uint32_t) { fill(s); }));
        client->SetConnectCallback(Sink<Ptr<Socket>>::Make(fill),
                                   MakeNullCallback<void, Ptr<Socket>>());
        client->Connect(InetSocketAddress(line.v4.GetAddress(1), 80));
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(received, total, "bytes");
        NS_TEST_EXPECT_MSG_EQ(wrong, 0, "their values");
        NS_TEST_EXPECT_MSG_GT(line.links[0]->GetCounters(0).lost, 3, "cells were lost");
        NS_TEST_EXPECT_MSG_GT(line.pvcs[0].leaves[0]->GetRxCounters().GetTotalErrors(),
                              3,
                              "PDUs failed");
        server->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
        Simulator::Destroy();
    }

    /** @param at place in the stream @return the byte there */
    static uint8_t Byte(uint64_t at)
    {
        return static_cast<uint8_t>((at * 2654435761U) >> 16);
    }
};

/** @brief What the helper sets up and what it refuses. */
class HelperSetupTest : public TestCase
{
  public:
    HelperSetupTest()
        : TestCase("Paths, labels, point-to-multipoint, attributes, errors")
    {
    }

  private:
    void DoRun() override
    {
        Paths();
        Multipoint();
        Contracts();
        Errors();
    }

    /** @brief The shortest way is taken, and only through switches. */
    void Paths()
    {
        // a - s0 - s1 - s2 - b, with s0 - s2 also joined, and a host that two links join
        NodeContainer nodes;
        nodes.Create(3);
        AtmSwitchHelper sw;
        sw.SetQueueAttribute("MaxCells", UintegerValue(17));
        sw.SetQueueAttribute(ATM_VBR, "MaxCells", UintegerValue(5));
        sw.SetDiscardPolicy(ATM_UBR, "ns3::hsn::EarlyPacketDiscard", "Threshold", DoubleValue(0.7));
        const auto switches = sw.Install(nodes);
        NodeContainer hosts;
        hosts.Create(3);
        AtmHelper atm;
        atm.SetChannelAttribute("Delay", StringValue("1ms"));
        atm.SetDeviceAttribute("Mtu", UintegerValue(1500));
        auto a = atm.Install(hosts.Get(0), nodes.Get(0)).Get(0);
        auto b = atm.Install(nodes.Get(2), hosts.Get(1)).Get(1);
        auto x = atm.Install(nodes.Get(0), hosts.Get(2)).Get(1);
        atm.Install(hosts.Get(2), nodes.Get(2));
        atm.Install(nodes.Get(0), nodes.Get(1));
        atm.Install(nodes.Get(1), nodes.Get(2));
        NS_TEST_EXPECT_MSG_EQ(atm.ConnectPvc(a, b).switches, 3, "around, not through the host");
        atm.Install(nodes.Get(0), nodes.Get(2));
        const auto pvc = atm.ConnectPvc(a, b);
        NS_TEST_EXPECT_MSG_EQ(pvc.switches, 2, "the shorter way");
        NS_TEST_EXPECT_MSG_EQ(pvc.a->GetId(), (AtmVcId{0, 33}), "second label on the first link");
        NS_TEST_EXPECT_MSG_EQ(pvc.leaves[0]->GetId(), (AtmVcId{0, 33}), "and on the last");
        NS_TEST_EXPECT_MSG_EQ(atm.ConnectPvc(a, x).a->GetId(), (AtmVcId{0, 34}), "third");
        NS_TEST_EXPECT_MSG_EQ(a->GetMtu(), 1500, "device attribute");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<AtmChannel>(a->GetChannel())->GetDelay(),
                              MilliSeconds(1),
                              "channel attribute");
        UintegerValue cells;
        PointerValue policy;
        const auto output = switches.Get(1)->GetPort(0)->GetOutput();
        output->GetQueue(ATM_VBR)->GetAttribute("MaxCells", cells);
        NS_TEST_EXPECT_MSG_EQ(cells.Get(), 5, "VBR");
        output->GetQueue(ATM_UBR)->GetAttribute("MaxCells", cells);
        NS_TEST_EXPECT_MSG_EQ(cells.Get(), 17, "UBR");
        output->GetQueue(ATM_UBR)->GetAttribute("DiscardPolicy", policy);
        NS_TEST_EXPECT_MSG_EQ(bool(policy.Get<EarlyPacketDiscard>()), true, "policy");
        output->GetQueue(ATM_CBR)->GetAttribute("DiscardPolicy", policy);
        NS_TEST_EXPECT_MSG_EQ(bool(policy.Get<CellDiscardPolicy>()), false, "no policy");

        // both directions carry, whichever of the connections is used
        for (uint32_t k = 0; k < 2; ++k)
        {
            DynamicCast<AtmNetDevice>(a)->SendSdu(DynamicCast<AtmNetDevice>(a)->GetVc(k),
                                                  Create<Packet>(100));
            DynamicCast<AtmNetDevice>(b)->SendSdu(DynamicCast<AtmNetDevice>(b)->GetVc(k),
                                                  Create<Packet>(100));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<AtmNetDevice>(a)->GetRxCounters().sdus, 2, "to a");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<AtmNetDevice>(b)->GetRxCounters().sdus, 2, "to b");
        Simulator::Destroy();
    }

    /** @brief One copy on each link of the tree, all leaves get everything. */
    void Multipoint()
    {
        NodeContainer nodes;
        nodes.Create(2);
        AtmSwitchHelper().Install(nodes);
        AtmHelper atm;
        NodeContainer hosts;
        hosts.Create(5);
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 5; ++i)
        {
            devices.Add(atm.Install(hosts.Get(i), nodes.Get(i < 2 ? 0 : 1)).Get(0));
        }
        const auto trunk = atm.Install(nodes.Get(0), nodes.Get(1));
        InternetStackHelper().Install(hosts);
        Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
        NetDeviceContainer leaves;
        for (uint32_t i = 1; i < 5; ++i)
        {
            leaves.Add(devices.Get(i));
        }
        AtmPvcOptions options;
        options.forward = AtmTrafficContract::Cbr(NanoSeconds(CELL));
        const auto pvc = atm.ConnectPointToMultipoint(devices.Get(0), leaves, options);
        NS_TEST_EXPECT_MSG_EQ(pvc.leaves.size(), 4, "leaves");
        NS_TEST_EXPECT_MSG_EQ(pvc.switches, 2, "switches");
        // IP multicast takes it (a local group, which needs no multicast route)
        std::vector<uint32_t> got(5);
        std::vector<Ptr<Socket>> sockets;
        for (uint32_t i = 0; i < 5; ++i)
        {
            auto socket = Socket::CreateSocket(hosts.Get(i), UdpSocketFactory::GetTypeId());
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
            socket->BindToNetDevice(devices.Get(i));
            socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([&got, i](Ptr<Socket> s) {
                while (s->Recv())
                {
                    ++got[i];
                }
            }));
            sockets.push_back(socket);
        }
        for (uint32_t k = 0; k < 10; ++k)
        {
            ScheduleCall(MilliSeconds(k), [&sockets] {
                sockets[0]->SendTo(Create<Packet>(1000), 0, InetSocketAddress("224.0.0.77", 9));
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((got == std::vector<uint32_t>{0, 10, 10, 10, 10}), true, "datagrams");
        // 1000 + 28 + 8 + 8 bytes: 22 cells
        const auto channel = DynamicCast<AtmChannel>(trunk.Get(0)->GetChannel());
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters(0).sent, 220, "one copy on the trunk");
        NS_TEST_EXPECT_MSG_EQ(channel->GetCounters(1).sent, 0, "nothing comes back");
        NS_TEST_EXPECT_MSG_EQ(pvc.forwardUpc->GetCounters().conforming, 220, "policed");
        Simulator::Destroy();
    }

    /** @brief Each direction has a contract of its own, enforced where its cells enter. */
    void Contracts()
    {
        NodeContainer nodes;
        nodes.Create(4); // host, switch, switch, host
        AtmSwitchHelper().Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
        AtmHelper atm;
        const auto a = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(0), nodes.Get(1)).Get(0));
        atm.Install(nodes.Get(1), nodes.Get(2));
        const auto b = DynamicCast<AtmNetDevice>(atm.Install(nodes.Get(2), nodes.Get(3)).Get(1));
        AtmPvcOptions options;
        options.forward = AtmTrafficContract::Cbr(NanoSeconds(CELL));
        options.backward = AtmTrafficContract::Cbr(NanoSeconds(2 * CELL));
        const auto pvc = atm.ConnectPvc(a, b, options);
        ScheduleCall(Seconds(1), [&] {
            a->SendSdu(pvc.a, Create<Packet>(48 * 6 - 8));
            b->SendSdu(pvc.leaves[0], Create<Packet>(48 * 4 - 8));
        });
        Simulator::Run();
        const auto forward = pvc.forwardUpc->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(forward.conforming, 6, "6 cells at their rate");
        NS_TEST_EXPECT_MSG_EQ(forward.GetTotal(), 6, "of one direction");
        const auto backward = pvc.backwardUpc->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(backward.conforming,
                              2,
                              "every other one of 4 cells at twice the rate");
        NS_TEST_EXPECT_MSG_EQ(backward.GetTotal(), 4, "of the other direction");
        const auto first = nodes.Get(1)->GetObject<AtmSwitch>();
        const auto last = nodes.Get(2)->GetObject<AtmSwitch>();
        NS_TEST_EXPECT_MSG_EQ(first->GetCounters().policed, 0, "at a's switch");
        NS_TEST_EXPECT_MSG_EQ(last->GetCounters().policed, 2, "at b's switch");
        Simulator::Destroy();
    }

    /** @brief What is refused. */
    void Errors()
    {
        NodeContainer nodes;
        nodes.Create(3);
        AtmHelper atm;
        const auto link = atm.Install(nodes.Get(0), nodes.Get(1));
        AtmSwitchHelper().Install(nodes.Get(2));
        const auto stub = atm.Install(nodes.Get(1), nodes.Get(2));
        const auto says = [this](const std::string& words, const std::function<void()>& code) {
            const auto text = HsnAbortText(code);
            NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
        };
        says("to itself", [&] { atm.Install(nodes.Get(0), nodes.Get(0)); });
        says("3 nodes", [&] { atm.Install(nodes); });
        says("no ATM path", [&] { atm.ConnectPvc(link.Get(0), stub.Get(0)); });
        says("connects two AtmNetDevices", [&] { atm.ConnectPvc(stub.Get(0), stub.Get(1)); });
        says("without leaves", [&] { atm.ConnectPointToMultipoint(link.Get(0), {}); });
        says("switch already", [&] { AtmSwitchHelper().Install(nodes.Get(2)); });
        AtmPvcOptions options;
        options.forward = AtmTrafficContract::Cbr(NanoSeconds(2726));
        says("passes no switch", [&] { atm.ConnectPvc(link.Get(0), link.Get(1), options); });
        options.forward = AtmTrafficContract::Cbr(NanoSeconds(-5));
        says("-5", [&] { atm.ConnectPvc(link.Get(0), link.Get(1), options); });
        options.forward.reset();
        options.backward = AtmTrafficContract::Cbr(NanoSeconds(2726));
        says("no backward direction", [&] {
            atm.ConnectPointToMultipoint(link.Get(0), NetDeviceContainer(link.Get(1)), options);
        });
        Simulator::Destroy();
    }
};

/** @brief Records; whole files, and what tshark says of them, are tested in Python. */
class HelperRecordTest : public TestCase
{
  public:
    HelperRecordTest()
        : TestCase("ERF records to the octet")
    {
    }

  private:
    void DoRun() override
    {
        // times come back exactly when the fraction is cut to nanoseconds, or rounded
        AtmCellHeader header;
        header.vpi = 0xab;
        header.vci = 0x1234;
        header.pti = 1;
        header.clp = 1;
        uint8_t payload[48] = {7, 8, 9};
        for (const uint64_t ns :
             std::vector<uint64_t>{0, 1, 2726, 333333333, 999999999, 3600123456789})
        {
            const auto r =
                ErfRecord::Make(ErfRecord::ATM_CELL, NanoSeconds(ns), header, payload, 48);
            uint64_t stamp = 0;
            for (uint32_t i = 8; i-- > 0;)
            {
                stamp = stamp << 8 | r[i];
            }
            const uint64_t fraction = stamp & 0xffffffff;
            NS_TEST_EXPECT_MSG_EQ((stamp >> 32), ns / 1000000000, "seconds");
            NS_TEST_EXPECT_MSG_EQ(((fraction * 1000000000) >> 32), ns % 1000000000, "cut");
            NS_TEST_EXPECT_MSG_EQ(((fraction * 1000000000 + (1u << 31)) >> 32),
                                  ns % 1000000000,
                                  "rounded");
            NS_TEST_EXPECT_MSG_EQ(r.size(), 16 + 4 + 48, "size");
            // type 3, flags, length 68, no loss, wire length 52, header ab.1234.1.1: GFC 0
            const std::vector<uint8_t>
                expected{3, 4, 0, 68, 0, 0, 0, 52, 0x0a, 0xb1, 0x23, 0x43, 7};
            NS_TEST_EXPECT_MSG_EQ(std::equal(expected.begin(), expected.end(), r.begin() + 8),
                                  true,
                                  "octets");
        }
        header.vpi = 255;
        header.gfc = 5;
        const auto uni = ErfRecord::Make(ErfRecord::ATM_CELL, Seconds(0), header, payload, 48);
        NS_TEST_EXPECT_MSG_EQ(uint32_t(uni[16]), 0x5f, "GFC and eight bits");
        header.gfc = 0;
        header.vpi = 0xfff; // NNI: the upper four bits are the GFC's
        const auto nni = ErfRecord::Make(ErfRecord::ATM_CELL, Seconds(0), header, payload, 48);
        NS_TEST_EXPECT_MSG_EQ(uint32_t(nni[16]), 0xff, "twelve bits");
        NS_TEST_EXPECT_MSG_EQ((uint32_t(nni[17]) >> 4), 0xf, "twelve bits");
        const std::vector<uint8_t> longest(65568);
        const auto cut = ErfRecord::Make(ErfRecord::AAL5_PDU,
                                         Seconds(0),
                                         header,
                                         longest.data(),
                                         longest.size());
        NS_TEST_EXPECT_MSG_EQ(cut.size(), 65535, "as long as a record can be");
        NS_TEST_EXPECT_MSG_EQ((uint32_t(cut[10]) << 8 | cut[11]), 65535, "its length");
    }
};

/** @brief Streams of random numbers. */
class HelperStreamsTest : public TestCase
{
  public:
    HelperStreamsTest()
        : TestCase("Streams: of each channel once, of each device that draws")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(4);
        AtmHelper atm;
        NetDeviceContainer devices = atm.Install(nodes.Get(0), nodes.Get(1));
        const auto channel = DynamicCast<AtmChannel>(devices.Get(0)->GetChannel());
        devices.Add(atm.Install(nodes.Get(2), nodes.Get(3)));
        const int64_t channels = 2 * channel->AssignStreams(1);
        NS_TEST_EXPECT_MSG_GT(channels, 0, "a channel draws");
        NS_TEST_EXPECT_MSG_EQ(atm.AssignStreams(devices, 1), channels, "of channels");
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto factor = CreateObject<UniformRandomVariable>();
            devices.Get(i)->SetAttribute("InterSduFactor", PointerValue(factor));
        }
        NS_TEST_EXPECT_MSG_EQ(atm.AssignStreams(devices, 1), channels + 4, "and of devices");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_atmHelperTests("atm-helper",
                                     {new HelperUdpTest,
                                      new HelperTcpTest,
                                      new HelperSetupTest,
                                      new HelperRecordTest,
                                      new HelperStreamsTest});
} // namespace
} // namespace hsn
} // namespace ns3
