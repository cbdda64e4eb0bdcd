// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS media sockets, under ns-3's unmodified applications and by themselves. Octets and times
 * follow from the attributes by hand.
 */
#include "../hsn-test.h"
#include "mets-socket-pair.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/link-socket-address.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-socket.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// OnOff and PacketSink of ns-3 over METS, beside others over UDP on the same nodes.
class MetsApplicationTest : public TestCase
{
  public:
    MetsApplicationTest()
        : TestCase("MetsSocket: OnOff and PacketSink of ns-3, beside UDP on the same nodes")
    {
    }

  private:
    void DoRun() override
    {
        SocketPair p;
        const NodeContainer nodes(p.ends.Get(0)->GetNode(), p.ends.Get(1)->GetNode());
        InternetStackHelper().Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        const auto devices = link.Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        const Address udp = InetSocketAddress(addresses.GetAddress(1), 9);
        ApplicationContainer sinks;
        sinks.Add(
            PacketSinkHelper("ns3::hsn::MetsSocketFactory", p.GetLocal()).Install(nodes.Get(1)));
        sinks.Add(PacketSinkHelper("ns3::UdpSocketFactory", udp).Install(nodes.Get(1)));
        for (const bool isMets : {true, false})
        {
            OnOffHelper source(isMets ? "ns3::hsn::MetsSocketFactory" : "ns3::UdpSocketFactory",
                               isMets ? p.GetPeer() : udp);
            source.SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
            source.SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=0]"));
            source.SetAttribute("DataRate", DataRateValue(DataRate("400kbps")));
            source.SetAttribute("PacketSize", UintegerValue(1000));
            source.SetAttribute("MaxBytes", UintegerValue(50000));
            source.Install(nodes.Get(0)).Start(Seconds(0.1));
        }
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx(),
                                  50000,
                                  "octets at sink " << i);
        }
        const auto host = p.mets.GetHost(p.ends.Get(1));
        const auto& c = host->FindReceiver(SOCKET_FLOW)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.received, 50, "packets");
        NS_TEST_EXPECT_MSG_EQ(c.layers[METS_BL], 50, "all of the base layer");
    }
};

/// What calls return, as those of ns3::Socket's documentation.
class MetsSocketCallsTest : public TestCase
{
  public:
    MetsSocketCallsTest()
        : TestCase("MetsSocket: addresses, errors, bounds, and what is read")
    {
    }

  private:
    void DoRun() override
    {
        {
            SocketPair gone;
            const auto last = gone.MakeSocket(0);
            last->Connect(gone.GetPeer());
            last->SetAttribute("SndBufSize", UintegerValue(2500));
            last->Send(Create<Packet>(1000));
            NS_TEST_EXPECT_MSG_EQ(last->GetTxAvailable(), 1500, "one waits");
            gone.ends.Get(0)->GetNode()->Dispose();
            NS_TEST_EXPECT_MSG_EQ(last->GetTxAvailable(), 2500, "it will never be sent");
        }
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        NS_TEST_EXPECT_MSG_EQ(sender->GetSocketType(), Socket::NS3_SOCK_DGRAM, "type");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "no peer");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_NOTCONN, "no peer");
        NS_TEST_EXPECT_MSG_EQ(sender->Connect(InetSocketAddress("10.0.0.1", 9)), -1, "over IP");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_AFNOSUPPORT, "over IP");
        NS_TEST_EXPECT_MSG_EQ(sender->Bind(), 0, "the peer tells the device");
        const Address nobody = LinkSocketAddress(p.ends.Get(0)->GetIfIndex(),
                                                 Mac48Address("00:00:00:00:00:99"),
                                                 SOCKET_FLOW);
        NS_TEST_EXPECT_MSG_EQ(sender->Connect(nobody), -1, "no VC");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_NOROUTETOHOST, "no VC");
        NS_TEST_EXPECT_MSG_EQ(sender->Connect(p.GetPeer()), 0, "the other host");
        NS_TEST_EXPECT_MSG_EQ(receiver->Bind(p.GetLocal()), 0, "a flow");
        const auto second = p.MakeSocket(1);
        NS_TEST_EXPECT_MSG_EQ(second->Bind(p.GetLocal()), -1, "the same flow");
        NS_TEST_EXPECT_MSG_EQ(second->GetErrno(), Socket::ERROR_ADDRINUSE, "the same flow");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>()), -1, "empty");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_INVAL, "empty");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(32753)), -1, "above 32 KB with header");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_MSGSIZE, "above 32 KB");
        sender->SetAttribute("SndBufSize", UintegerValue(2500));
        for (const int size : {1000, 1500})
        {
            NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(size)), size, "fits");
        }
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "full");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_AGAIN, "full");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 2500, "all was made into packets");
        Address from;
        const auto first = receiver->RecvFrom(from);
        NS_TEST_EXPECT_MSG_EQ(first->GetSize(), 1000, "the first message, whole");
        const Address expected = MetsHelper::GetPeer(p.ends.Get(1), p.ends.Get(0), SOCKET_FLOW);
        NS_TEST_EXPECT_MSG_EQ((from == expected), true, "who sent it");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 1500, "the second one waits");
        NS_TEST_EXPECT_MSG_EQ(receiver->Close(), 0, "");
        NS_TEST_EXPECT_MSG_EQ(second->Bind(p.GetLocal()), 0, "the flow is free again");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(5)), 5, "to the second socket");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(second->GetRxAvailable(), 5, "the second socket has it");
        NS_TEST_EXPECT_MSG_EQ(sender->Close(), 0, "");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(5)), -1, "closed");
    }
};

/// Pictures: cut, shaped, dropped above the level, played in time.
class MetsPictureTest : public TestCase
{
  public:
    MetsPictureTest()
        : TestCase("MetsSocket: pictures in pieces, levels from a group of pictures on, shaping, "
                   "playout")
    {
    }

  private:
    void DoRun() override
    {
        Cut();
        Levels();
        Rates();
        Playout();
    }

    /// A picture of 40,000 octets is two packets, of 32,752 and 7,248 octets, and one message.
    void Cut()
    {
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        receiver->Bind(p.GetLocal());
        sender->Connect(p.GetPeer());
        p.ends.Get(1)->SetAttribute("RxFifo", UintegerValue(2000));
        NS_TEST_EXPECT_MSG_EQ(sender->SendPicture(Create<Packet>(40000), METS_BL, true), 40000, "");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetReceiver()->GetCounters().received, 2, "packets");
        MessageInfo info;
        const auto picture = receiver->RecvMessage(50000, info);
        NS_TEST_ASSERT_MSG_NE(picture, nullptr, "one message");
        NS_TEST_EXPECT_MSG_EQ(picture->GetSize(), 40000, "whole");
        NS_TEST_EXPECT_MSG_EQ((info.incomplete || info.missingBefore), false, "nothing was lost");
        // the first piece lost: nothing tells that the second one is not a message
        const auto host = p.mets.GetHost(p.ends.Get(1));
        MetsHeader header;
        header.SetType(METS_BL, false, true);
        header.SetFlow(SOCKET_FLOW);
        header.SetSequence(3);
        const auto last = Create<Packet>(10);
        last->AddHeader(header);
        host->Receive(last, false);
        NS_TEST_EXPECT_MSG_EQ(receiver->RecvMessage(50000, info)->GetSize(), 10, "");
        NS_TEST_EXPECT_MSG_EQ((info.incomplete && info.missingBefore), true, "as it says");
        // a piece in the middle is lost: the message is not delivered, the next one is
        for (const uint32_t number : {4, 6, 7})
        {
            header.SetType(METS_BL, false, number == 7);
            header.SetSequence(number);
            const auto piece = Create<Packet>(20);
            piece->AddHeader(header);
            host->Receive(piece, false);
        }
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().incomplete, 1, "4 without 5");
        NS_TEST_EXPECT_MSG_EQ(receiver->RecvMessage(50000, info)->GetSize(), 40, "6 and 7");
    }

    /// Level 1 does not apply before the next group.
    void Levels()
    {
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        receiver->Bind(p.GetLocal());
        sender->Connect(p.GetPeer());
        for (const bool gopStart : {true, false, true})
        {
            sender->SendPicture(Create<Packet>(10), METS_BL, gopStart);
            sender->SendPicture(Create<Packet>(20), METS_E1, false);
            sender->SendPicture(Create<Packet>(30), METS_E2, false);
            sender->SetLevel(1);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 3 * (10 + 20) + 2 * 30, "octets");
        NS_TEST_EXPECT_MSG_EQ(sender->GetCounters().suppressed, 1, "the last E2 picture");
    }

    /// Of the paper's Canyon, by table 3 of the experiment: 336, 504 and 512 cells/s.
    void Rates()
    {
        MetsFlowSpec spec;
        spec.layers = {MetsFlowSpec::Layer{2, 8000, 9000}, {6, 4000, 5000}, {16, 1500, 1600}};
        NS_TEST_EXPECT_MSG_EQ(spec.FindProblem(), "", "all is in its range");
        NS_TEST_EXPECT_MSG_EQ(spec.GetFrameRate(), 24, "pictures a second");
        const auto rates = spec.GetRates();
        NS_TEST_EXPECT_MSG_EQ(rates.base, 336, "BL");
        NS_TEST_EXPECT_MSG_EQ(rates.e1, 504, "E1");
        NS_TEST_EXPECT_MSG_EQ(rates.e2, 1016, "both");
        spec.commitment = MetsFlowSpec::DETERMINISTIC;
        NS_TEST_EXPECT_MSG_EQ(spec.GetRates().base, 1352, "all of it is reserved");
        const auto fails = [this, spec](const std::string& part, const auto& change) {
            MetsFlowSpec wrong = spec;
            change(wrong);
            const std::string problem = wrong.FindProblem();
            NS_TEST_EXPECT_MSG_NE(problem.find(part), std::string::npos, part << ": " << problem);
        };
        fails("frameRate 0 of BL", [](auto& s) { s.layers[0].frameRate = 0; });
        fails("frameRate -1 of E1", [](auto& s) { s.layers[1].frameRate = -1; });
        fails("meanBytes 6000 of E1: must be 1 to maxBytes, 5000",
              [](auto& s) { s.layers[1].meanBytes = 6000; });
        fails("jitter 0.6 s", [](auto& s) { s.jitter = MilliSeconds(600); });
        fails("loss 1.5: must be 0 to 1", [](auto& s) { s.loss = 1.5; });
        fails("interval 0 s", [](auto& s) { s.interval = Seconds(0); });
        // shaped: the second picture of 20 cells waits for credit: 13 cells in 10 ms
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        receiver->Bind(p.GetLocal());
        sender->Connect(p.GetPeer());
        spec.layers = {MetsFlowSpec::Layer{50, 936, 936}, {}, {}}; // 20 cells, 1,000 cells/s
        spec.commitment = MetsFlowSpec::BEST_EFFORT;
        sender->SetFlowSpec(spec);
        for (uint32_t i = 0; i < 5; ++i)
        {
            sender->SendPicture(Create<Packet>(936), METS_BL, true);
        }
        Simulator::Run();
        // 100 cells at 1,300 cells/s: 77 ms; credit of one period more or less
        const double took = Simulator::Now().GetSeconds();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().delivered, 5, "");
        NS_TEST_EXPECT_MSG_EQ_TOL(took, 0.077, 0.012, "paced by the shaper");
    }

    /// Messages are read when the filter has them played: the first P after the time stamp.
    void Playout()
    {
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        const auto filter = CreateObject<JitterFilter>();
        receiver->SetFilter(filter);
        receiver->Bind(p.GetLocal());
        sender->Connect(p.GetPeer());
        std::vector<std::pair<Time, double>> plays;
        receiver->SetRecvCallback(Sink<Ptr<Socket>>::Make([&plays, filter](Ptr<Socket> socket) {
            while (socket->Recv())
            {
                plays.emplace_back(Simulator::Now(), filter->GetPlayoutDelay());
            }
        }));
        std::vector<Time> made;
        for (uint32_t i = 0; i < 4; ++i)
        {
            ScheduleCall(MilliSeconds(40 * i), [sender, i] {
                sender->SendPicture(Create<Packet>(500), METS_BL, i % 2 == 0);
            });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(plays.size(), 4, "all are played");
        for (uint32_t i = 0; i < 4; ++i)
        {
            // a packet is stamped 0.5 ms after it was written, in microseconds
            const double stamp = 0.04 * i + 0.0005;
            NS_TEST_EXPECT_MSG_EQ_TOL(plays[i].first.GetSeconds(),
                                      stamp + plays[i].second,
                                      1e-6,
                                      "message " << i);
        }
    }
};

/// A group: the root sends once, and both leaves receive.
class MetsGroupTest : public TestCase
{
  public:
    MetsGroupTest()
        : TestCase("MetsSocket: a group of two receivers behind a switch")
    {
    }

  private:
    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        AtmSwitchHelper().Install(node);
        MetsHelper mets;
        NetDeviceContainer hosts;
        for (uint32_t i = 0; i < 3; ++i)
        {
            hosts.Add(mets.Install(CreateObject<Node>(), node).Get(0));
        }
        const Mac48Address group("01:00:5e:00:00:01");
        mets.ConnectGroup(hosts.Get(0), group, NetDeviceContainer(hosts.Get(1), hosts.Get(2)));
        std::vector<Ptr<Socket>> sockets;
        for (uint32_t i = 0; i < 3; ++i)
        {
            sockets.push_back(
                Socket::CreateSocket(hosts.Get(i)->GetNode(), MetsSocketFactory::GetTypeId()));
        }
        for (uint32_t i = 1; i < 3; ++i)
        {
            sockets[i]->Bind(MetsHelper::GetLocal(hosts.Get(i), SOCKET_FLOW));
        }
        NS_TEST_EXPECT_MSG_EQ(
            sockets[0]->Connect(MetsHelper::GetPeer(hosts.Get(0), group, SOCKET_FLOW)),
            0,
            "");
        sockets[0]->Send(Create<Packet>(1234));
        Simulator::Run();
        for (uint32_t i = 1; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(sockets[i]->GetRxAvailable(), 1234, "leaf " << i);
        }
        Simulator::Destroy();
    }
};

/// What a peer can make a socket hold: pieces without end, messages for later, empty ones.
class MetsSocketBoundsTest : public TestCase
{
  public:
    MetsSocketBoundsTest()
        : TestCase("MetsSocket: RcvBufSize bounds pieces and messages that wait; what it drops")
    {
    }

  private:
    /// A packet arrives. @param host the host @param number of the packet @param size of data
    /// @param isLast whether the message ends @param us timestamp
    static void Arrive(Ptr<MetsHost> host,
                       uint32_t number,
                       uint32_t size,
                       bool isLast,
                       uint64_t us = 0)
    {
        MetsHeader header;
        header.SetType(METS_BL, false, isLast);
        header.SetFlow(SOCKET_FLOW);
        header.SetSequence(number);
        header.SetTimestamp(us);
        const auto packet = Create<Packet>(size);
        packet->AddHeader(header);
        host->Receive(packet, false);
    }

    void DoRun() override
    {
        for (const bool isTimed : {false, true})
        {
            SocketPair p;
            const auto host = p.mets.GetHost(p.ends.Get(1));
            const auto socket = p.MakeSocket(1);
            socket->SetAttribute("RcvBufSize", UintegerValue(1000));
            std::vector<std::string> drops;
            socket->TraceConnectWithoutContext(
                "RxDrop",
                Sink<Ptr<const Packet>, const std::string&>::Make(
                    [&drops](Ptr<const Packet> data, const std::string& reason) {
                        drops.push_back(std::to_string(data->GetSize()) + " " + reason);
                    }));
            if (isTimed)
            {
                socket->SetFilter(CreateObject<JitterFilter>());
            }
            socket->Bind(p.GetLocal());
            const auto& c = socket->GetCounters();
            if (isTimed)
            {
                Wait(host, socket);
                NS_TEST_EXPECT_MSG_EQ(drops.size(), 1, "one did not fit");
                NS_TEST_EXPECT_MSG_EQ(c.noRoom, 1, "the same");
                continue;
            }
            for (uint32_t i = 0; i < 20; ++i)
            {
                Arrive(host, i, 300, i == 19); // 6,000 octets
            }
            NS_TEST_EXPECT_MSG_EQ(c.noRoom, 1, "a message");
            NS_TEST_EXPECT_MSG_EQ(c.delivered, 0, "of which nothing is delivered");
            NS_TEST_ASSERT_MSG_EQ(drops.size(), 1, "traced");
            NS_TEST_EXPECT_MSG_EQ(drops[0], "1200 no room: RcvBufSize", "up to the bound");
            Arrive(host, 20, 900, true);
            MessageInfo info;
            NS_TEST_EXPECT_MSG_EQ(socket->RecvMessage(5000, info)->GetSize(), 900, "the next one");
            NS_TEST_EXPECT_MSG_EQ(info.missingBefore, true, "one is missing before it");
            NS_TEST_EXPECT_MSG_EQ(info.incomplete, false, "it is whole");
            // the rest of a message that did not fit may be lost, too
            Arrive(host, 21, 1001, false);
            Arrive(host, 23, 100, true);
            NS_TEST_EXPECT_MSG_EQ(socket->RecvMessage(5000, info)->GetSize(), 100, "the next one");
            NS_TEST_EXPECT_MSG_EQ(info.incomplete, true, "or its end");
            NS_TEST_EXPECT_MSG_EQ(drops.back(), "1001 no room: RcvBufSize", "");
            Arrive(host, 24, 40, false);
            Arrive(host, 26, 10, true);
            NS_TEST_EXPECT_MSG_EQ(drops.back(), "40 a piece of the message was lost", "");
            Arrive(host, 27, 0, true);
            NS_TEST_EXPECT_MSG_EQ(host->GetCounters().malformed, 1, "a packet without data");
        }
    }

    /// Four messages are to be played in a year. @param host gets them @param socket reads
    void Wait(Ptr<MetsHost> host, Ptr<MetsSocket> socket)
    {
        const uint64_t year = 31536000000000;
        Arrive(host, 0, 100, true);
        for (uint32_t i = 1; i <= 4; ++i)
        {
            Arrive(host, i, 300, true, year);
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(socket->GetCounters().delivered, 1, "the first one was due");
        socket->Recv();
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(socket->GetCounters().delivered, 4, "three more had room");
        NS_TEST_EXPECT_MSG_EQ((Simulator::Now() > MicroSeconds(year)), true, "in a year");
    }
};

/// The application closes the socket from each of its callbacks.
class MetsSocketCloseTest : public TestCase
{
  public:
    MetsSocketCloseTest()
        : TestCase("MetsSocket: closed by the callback for sent, and by that for received data")
    {
    }

  private:
    void DoRun() override
    {
        SocketPair p;
        auto sender = p.MakeSocket(0);
        auto receiver = p.MakeSocket(1);
        receiver->Bind(p.GetLocal());
        sender->Connect(p.GetPeer());
        uint32_t sent = 0;
        sender->SetDataSentCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([&sent](Ptr<Socket> socket, uint32_t octets) {
                sent += octets;
                socket->Close();
            }));
        bool isRead = false;
        receiver->SetRecvCallback(Sink<Ptr<Socket>>::Make([&isRead](Ptr<Socket> socket) {
            isRead = true;
            socket->Close();
        }));
        sender->Send(Create<Packet>(100));
        sender->Send(Create<Packet>(200));
        sender = nullptr;
        receiver = nullptr;
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sent, 100, "closed after the first one");
        NS_TEST_EXPECT_MSG_EQ(isRead, true, "closed after the first one");
    }
};

HsnTestRegistration g_metsSocketTests("mets-socket",
                                      {new MetsApplicationTest,
                                       new MetsSocketCallsTest,
                                       new MetsPictureTest,
                                       new MetsSocketBoundsTest,
                                       new MetsSocketCloseTest,
                                       new MetsGroupTest});
} // namespace
