// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of FRM: every octet at every receiver over bad networks, ns-3's applications, receivers
 * that go, and what is refused.
 */
#include "frm-world.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-vc.h"
#include "ns3/frm-host.h"
#include "ns3/link-socket-address.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A transfer to three receivers, and ns-3's applications. */
class FrmExchangeTest : public SocketExchangeTest
{
  public:
    /** @param c conditions @param mode of receivers */
    explicit FrmExchangeTest(const NetworkConditions& c, const std::string& mode = "GoBackN")
        : SocketExchangeTest("Every octet at all receivers; ns-3's applications: " + c.GetName() +
                             " " + mode),
          m_c(c),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        const CarrierSetting carrier(m_c);
        Transfer();
        // to one host: a group of one
        const TcpHosts hosts;
        CheckApplications(hosts, FRM, m_c, MilliSeconds(3), Seconds(60), {512, 500});
    }

    /// Every octet once and in order; all are told of the end, and have released their ports.
    void Transfer()
    {
        FrmWorld world(3, m_c.v6);
        for (const auto& listener : world.listeners)
        {
            listener->SetAttribute("ReceiveMode", StringValue(m_mode));
        }
        world.sender->SetAttribute("InitTries", UintegerValue(25));
        m_c.Impair(*world.hosts.channel, MilliSeconds(3));
        uint32_t again = 0;
        world.socket->TraceConnectWithoutContext(
            "Retransmission",
            Sink<Ptr<const Packet>, const Header&>::Make(
                [&again](Ptr<const Packet>, const Header&) { ++again; }));
        world.Start(20300);
        FrmWorld::Run(60);
        NS_TEST_EXPECT_MSG_EQ(again, world.sender->GetCounters().retransmissions, "are traced");
        NS_TEST_EXPECT_MSG_EQ(world.client.connected, 1, "set up");
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the sender is told of the end");
        NS_TEST_EXPECT_MSG_EQ(world.client.broken + world.client.failed, 0, "no error");
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.socket), true, "released");
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "", "nobody has gone");
        for (uint32_t i = 1; i <= 3; ++i)
        {
            const auto end = world.End(i);
            NS_TEST_ASSERT_MSG_NE(end, nullptr, "accepted");
            NS_TEST_EXPECT_MSG_EQ(end->received, 20300, "octets");
            NS_TEST_EXPECT_MSG_EQ(end->wrong, 0, "octets");
            NS_TEST_ASSERT_MSG_EQ(end->sizes.size(), 21, "messages");
            NS_TEST_EXPECT_MSG_EQ(end->sizes.back(), 300, "boundary");
            NS_TEST_EXPECT_MSG_EQ(end->closed, 1, "told of the end");
            NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(end->socket), true, "released");
        }
    }

    const NetworkConditions m_c; //!< conditions
    const std::string m_mode;    //!< of receivers
};

/** @brief ns-3's applications by the group's address. */
class FrmGroupApplicationTest : public TestCase
{
  public:
    FrmGroupApplicationTest()
        : TestCase("BulkSend and OnOff to a group of PacketSinks")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts(4);
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(hosts.nodes.Get(0),
                                                           hosts.nodes.Get(0)->GetDevice(0));
        hosts.channel->SetStream(3);
        hosts.channel->lose = 0.05;
        PacketSinkHelper sinks(FRM, TcpHosts::Any(FrmWorld::PORT));
        BulkSendHelper bulk(FRM, FrmWorld::Group());
        bulk.SetAttribute("MaxBytes", UintegerValue(60000));
        bulk.SetAttribute("SendSize", UintegerValue(1400));
        bulk.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        OnOffHelper onOff(FRM, FrmWorld::Group());
        onOff.SetConstantRate(DataRate("80kbps"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(20000));
        onOff.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        std::vector<Ptr<PacketSink>> all;
        for (uint32_t i = 1; i <= 3; ++i)
        {
            all.push_back(DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(i)).Get(0)));
        }
        Simulator::Stop(Seconds(40));
        Simulator::Run();
        for (const auto& sink : all)
        {
            NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 80000, "both sources, at each sink");
        }
    }
};

/** @brief Receivers that go, and a user who does not read. */
class FrmMembersTest : public TestCase
{
  public:
    FrmMembersTest()
        : TestCase("Receivers that leave, are silent, late, not reliable, mandatory, or do not "
                   "read")
    {
    }

  private:
    void DoRun() override
    {
        RunLeaving();
        RunLeavingUnheard(3);
        RunLeavingUnheard(4);
        RunSilent();
        RunLate();
        RunUnlisted();
        RunUnreliable();
        RunMandatory();
        RunNotReading();
    }

    /// Receiver 2 closes after some packets: with unread data, or without.
    void RunLeaving()
    {
        for (const bool unread : {false, true})
        {
            FrmWorld world(3);
            world.servers[1]->prototype.reads = !unread;
            world.hosts.channel->SetStream(11);
            ScheduleCall(Seconds(0.6), [&] { world.hosts.channel->lose = 0.2; });
            world.Start(60000);
            ScheduleCall(Seconds(0.8), [&] { world.Receiver(2)->Close(); });
            FrmWorld::Run(60);
            NS_TEST_EXPECT_MSG_EQ(world.Gone(), "3:left", "the sender knows");
            NS_TEST_EXPECT_MSG_EQ(world.Receiver(2)->GetReason(), FRM_LEFT, "and it");
            NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.Receiver(2)), true, "released");
            NS_TEST_EXPECT_MSG_EQ((world.End(2)->received < 60000), true, "it did not get all");
            for (const uint32_t i : {1, 3})
            {
                NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 60000, "the others did");
                NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, "the others did");
            }
            NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the end");
        }
    }

    /// The first LEAVEs of receiver 2, which may say so four times, are lost. @param lost how many
    void RunLeavingUnheard(uint32_t lost)
    {
        FrmWorld world(2);
        world.sender->SetAttribute("HandshakeTries", UintegerValue(8)); // some seconds
        world.listeners[1]->SetAttribute("LeaveTries", UintegerValue(4));
        world.client.closes = false;
        std::vector<Time> said;
        world.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice> from) {
            const bool isLeave = from == world.hosts.Device(2) && packet->GetSize() == 20 + 28;
            if (isLeave)
            {
                said.push_back(Simulator::Now());
            }
            return isLeave && said.size() <= lost;
        };
        world.Start(5000);
        ScheduleCall(Seconds(0.8), [&] { world.Receiver(2)->Close(); });
        FrmWorld::Run(60);
        NS_TEST_EXPECT_MSG_EQ(said.size(),
                              4,
                              "it says so until it is heard, or as often as it may");
        for (std::size_t i = 0; i < said.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(said[i],
                                  Seconds(0.8) + MilliSeconds(500) * static_cast<int64_t>(i),
                                  "LeaveWait");
        }
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), (lost == 3 ? "3:left" : "3:dead"), "the sender");
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(2)->GetReason(), FRM_LEFT, "the receiver");
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.Receiver(2)), true, "released");
    }

    /// Receiver 2 is invited, but nobody hears it, and it misses the data: the end is not its own.
    void RunUnlisted()
    {
        FrmWorld world(2);
        world.hosts.channel->filter = [&](Ptr<const Packet>, Ptr<SimpleNetDevice> from) {
            return from == world.hosts.Device(2);
        };
        ScheduleCall(Seconds(0.55), [&] { world.Lose(2, 1); });
        ScheduleCall(Seconds(0.65), [&] { world.Lose(2, 0); });
        world.Start(5000);
        FrmWorld::Run(20);
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the sender has ended well");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->closed, 1, "so has the receiver that is listed");
        NS_TEST_ASSERT_MSG_NE(world.End(2), nullptr, "invited");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->received, 0, "it has nothing");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->closed, 0, "and does not believe that this is all");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->broken, 1, "it is an error");
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(2)->GetReason(), FRM_REFUSED, "why");
    }

    /// Receiver 2 hears and says nothing for a while; the others go on. It is told when it returns.
    void RunSilent()
    {
        FrmWorld world(3);
        world.sender->SetAttribute("HandshakeTries", UintegerValue(2));
        world.client.closes = false;
        world.Start(60000);
        ScheduleCall(Seconds(0.65), [&] { world.Lose(2, 1); });
        ScheduleCall(Seconds(5), [&] { world.Lose(2, 0); });
        FrmWorld::Run(4.9);
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "3:dead", "dropped");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->broken, 0, "it does not know");
        FrmWorld::Run(5);
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->broken, 1, "now it does");
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(2)->GetReason(), FRM_DEAD, "and why");
        for (const uint32_t i : {1, 3})
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 60000, "the others have all");
        }
    }

    /// Receiver 2 misses all invitations, or its answers are lost.
    void RunLate()
    {
        {
            FrmWorld world(2);
            world.Lose(2, 1);
            world.client.closes = false;
            world.Start(30000);
            ScheduleCall(Seconds(0.7), [&] { world.Lose(2, 0); });
            FrmWorld::Run(5);
            NS_TEST_EXPECT_MSG_EQ(world.servers[1]->asked, 0, "it was never invited");
            NS_TEST_EXPECT_MSG_EQ(world.sender->GetListed(), 1, "not listed");
            NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 30000, "the other one");
        }
        FrmWorld answers(2);
        answers.client.closes = false;
        answers.hosts.channel->filter = [&](Ptr<const Packet>, Ptr<SimpleNetDevice> from) {
            return from == answers.hosts.Device(2) && Simulator::Now() < Seconds(0.6);
        };
        answers.Start(30000);
        FrmWorld::Run(5);
        NS_TEST_EXPECT_MSG_EQ(answers.sender->GetListed(), 1, "one is listed");
        NS_TEST_EXPECT_MSG_EQ(answers.End(2)->broken, 1, "it is told");
        NS_TEST_EXPECT_MSG_EQ(answers.Receiver(2)->GetReason(), FRM_REFUSED, "why");
    }

    /// Receiver 2 loses a fifth, and nobody waits for it.
    void RunUnreliable()
    {
        FrmWorld world(2);
        world.listeners[1]->SetAttribute("Reliable", BooleanValue(false));
        world.client.piece = 100;
        world.servers[1]->prototype.reads = false;
        world.Lose(2, 0.2);
        world.Start(3000, 100);
        FrmWorld::Run(10);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 3000, "the reliable one");
        NS_TEST_EXPECT_MSG_EQ(world.sender->GetCounters().retransmissions, 0, "none for the other");
        const auto socket = world.Receiver(2);
        NS_TEST_ASSERT_MSG_NE(socket, nullptr, "has accepted");
        uint64_t next = 0;
        uint32_t read = 0;
        uint32_t gaps = 0;
        MessageInfo info;
        while (const auto packet = socket->RecvMessage(1000, info))
        {
            if (packet->GetSize() == 0)
            {
                break;
            }
            NS_TEST_EXPECT_MSG_EQ((info.number >= next), true, "in order");
            NS_TEST_EXPECT_MSG_EQ(info.missingBefore, (info.number != next), "gaps are told");
            NS_TEST_EXPECT_MSG_EQ(OctetsOf(packet)[5],
                                  OctetAt(0, static_cast<uint32_t>(100 * info.number + 5)),
                                  "the packet of this number");
            gaps += info.missingBefore;
            next = info.number + 1;
            ++read;
        }
        NS_TEST_EXPECT_MSG_EQ((read > 15 && read < 30 && gaps > 0), true, "most, with gaps");
    }

    /// A mandatory receiver leaves: the integrity of the group is violated.
    void RunMandatory()
    {
        FrmWorld world(3);
        world.listeners[1]->SetAttribute("Mandatory", BooleanValue(true));
        world.client.closes = false;
        world.Start(20000);
        ScheduleCall(Seconds(2), [&] { world.Receiver(2)->Close(); });
        FrmWorld::Run(10);
        NS_TEST_EXPECT_MSG_EQ(world.client.broken, 1, "the sender's application is told");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetReason(), FRM_INTEGRITY, "why");
        for (const uint32_t i : {1, 3})
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->broken, 1, "so are the others");
            NS_TEST_EXPECT_MSG_EQ(world.Receiver(i)->GetReason(), FRM_INTEGRITY, "why");
        }
    }

    /// The buffers of a receiver that does not read, and of the sender, hold 4 packets each.
    void RunNotReading()
    {
        FrmWorld world(2);
        world.listeners[0]->SetAttribute("BufferPackets", UintegerValue(4));
        world.servers[0]->prototype.reads = false;
        world.Start(20000);
        FrmWorld::Run(10);
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(1)->GetRxAvailable(), 4000, "four wait to be read");
        NS_TEST_EXPECT_MSG_EQ(world.sender->GetNext(), 4, "no others are sent");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->received, 4000, "to anybody");
        world.End(1)->reads = true;
        world.End(1)->Read(world.Receiver(1));
        FrmWorld::Run(20);
        for (const uint32_t i : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 20000, "now they go on");
        }
    }
};

/** @brief A group of IPv6. */
class FrmIpv6Test : public TestCase
{
  public:
    FrmIpv6Test()
        : TestCase("Members of a group of IPv6 receive, others do not")
    {
    }

  private:
    void DoRun() override
    {
        FrmWorld world(4, true);
        world.listeners[3]->Ipv6LeaveGroup();
        world.Start(200000);
        FrmWorld::Run(60);
        for (const uint32_t i : {1, 2, 3})
        {
            const std::string which = "receiver " + std::to_string(i);
            NS_TEST_ASSERT_MSG_NE(world.End(i), nullptr, which);
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 200000, which);
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, which);
        }
        NS_TEST_EXPECT_MSG_EQ(world.End(4), nullptr, "it has left the group");
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the sender is told of the end");
    }
};

/** @brief Calls and PDUs that are refused. */
class FrmRefusalTest : public TestCase
{
  public:
    FrmRefusalTest()
        : TestCase("What is refused: addresses, sizes, calls, invitations, forged PDUs")
    {
    }

  private:
    void DoRun() override
    {
        RunCalls();
        RunInvitations();
        RunForged();
        RunNextCommunication();
    }

    /// Errors of calls.
    void RunCalls()
    {
        FrmWorld world(1);
        const auto socket = world.socket;
        const auto expect = [&](int result, Socket::SocketErrno error, const std::string& what) {
            NS_TEST_EXPECT_MSG_EQ(result, -1, what);
            NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), error, what);
        };
        expect(socket->Send(Create<Packet>(1), 0), Socket::ERROR_NOTCONN, "not connected");
        expect(socket->Connect(InetSocketAddress(Ipv4Address("225.1.2.3"), 0)),
               Socket::ERROR_INVAL,
               "port 0");
        expect(socket->Connect(InetSocketAddress(Ipv4Address("192.168.7.7"), 9)),
               Socket::ERROR_NOROUTETOHOST,
               "no route");
        world.client.toSend = 0;
        world.client.closes = false;
        world.Start(0);
        expect(socket->Connect(FrmWorld::Group()), Socket::ERROR_ISCONN, "twice");
        expect(socket->Send(Create<Packet>(1441), 0), Socket::ERROR_MSGSIZE, "PacketSize");
        expect(socket->Send(Create<Packet>(0), 0), Socket::ERROR_INVAL, "empty");
        Address peer;
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(peer), 0, "the group");
        NS_TEST_EXPECT_MSG_EQ((peer == FrmWorld::Group()), true, "the group");
        FrmWorld::Run(2);
        const auto receiver = world.Receiver(1);
        NS_TEST_ASSERT_MSG_NE(receiver, nullptr, "accepted");
        NS_TEST_EXPECT_MSG_EQ(receiver->Send(Create<Packet>(1), 0), -1, "a receiver");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetErrno(), Socket::ERROR_OPNOTSUPP, "only receives");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetPeerName(peer), 0, "the sender");
        NS_TEST_EXPECT_MSG_EQ(
            (InetSocketAddress::ConvertFrom(peer).GetIpv4() == Ipv4Address("10.0.0.1")),
            true,
            "the sender");
    }

    /// Nobody; a buffer that is too small; an application that refuses; two with one id.
    void RunInvitations()
    {
        {
            FrmWorld nobody(1);
            nobody.listeners[0]->Close();
            nobody.Start(1000);
            FrmWorld::Run(5);
            NS_TEST_EXPECT_MSG_EQ(nobody.client.failed, 1, "nobody has answered");
            NS_TEST_EXPECT_MSG_EQ(nobody.socket->GetReason(), FRM_INTEGRITY, "why");
            NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(nobody.socket), true, "released");
            NS_TEST_EXPECT_MSG_EQ(nobody.socket->Connect(FrmWorld::Group()), -1, "again");
            NS_TEST_EXPECT_MSG_EQ(nobody.socket->GetErrno(), Socket::ERROR_BADF, "it is used up");
            NS_TEST_EXPECT_MSG_EQ(nobody.client.failed, 1, "which is no second failure");
        }
        FrmWorld world(4);
        world.listeners[0]->SetAttribute("RcvBufSize", UintegerValue(1439));
        world.servers[1]->accepts = false;
        world.listeners[2]->SetAttribute("ReceiverId", UintegerValue(7));
        world.listeners[3]->SetAttribute("ReceiverId", UintegerValue(7));
        world.Start(1000);
        FrmWorld::Run(0.59);
        NS_TEST_EXPECT_MSG_EQ(world.servers[0]->asked, 0, "no room for a packet");
        NS_TEST_EXPECT_MSG_EQ(world.listeners[0]->GetDropped(), 3, "three invitations");
        FrmWorld::Run(5);
        NS_TEST_EXPECT_MSG_EQ(world.servers[1]->asked, 3, "asked each time");
        NS_TEST_EXPECT_MSG_EQ((world.socket->GetDropped() >= 3), true, "the second receiver 7");
        NS_TEST_EXPECT_MSG_EQ(world.End(3)->received, 1000, "the first one");
    }

    /// PDUs of others and of other communications change nothing.
    void RunForged()
    {
        FrmWorld world(1);
        world.client.closes = false;
        world.Start(5000);
        FrmWorld::Run(2);
        const auto before = world.sender->GetMembers();
        world.Forge(1, FRM_LEAVE, 99, 0x0a000002); // another communication
        world.Forge(1, FRM_CNTL, 1, 0);            // a receiver does not send this
        world.Forge(1, FRM_LEAVE, 1, 0x0a000009);  // not listed
        FrmWorld::Run(1);
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetDropped(), 2, "dropped");
        NS_TEST_EXPECT_MSG_EQ((world.sender->GetMembers() == before), true, "nobody has gone");
        world.Forge(1, FRM_LEAVE, 1, 0x0a000002); // it may: its own address
        FrmWorld::Run(1);
        NS_TEST_EXPECT_MSG_EQ(world.sender->GetListed(), 0, "left");
    }

    /// A receiver that waits for late PDUs goes when the sender's next communication begins.
    void RunNextCommunication()
    {
        FrmWorld world(1);
        world.Start(5000);
        FrmWorld::Run(2);
        NS_TEST_ASSERT_MSG_EQ(world.End(1)->closed, 1, "the end");
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.Receiver(1)), false, "Linger");
        world.Forge(0, FRM_CNTL, 2, 0);
        FrmWorld::Run(0.1);
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.Receiver(1)), false, "no invitation");
        world.Forge(0, FRM_INIT, 2, 0);
        FrmWorld::Run(0.1);
        NS_TEST_EXPECT_MSG_EQ(FrmWorld::IsReleased(world.Receiver(1)), true, "it has gone");
    }
};

/** @brief Straight over AAL5: a point-to-multipoint connection, and connections back. */
class FrmAtmTest : public TestCase
{
  public:
    FrmAtmTest()
        : TestCase("Over AAL5 without IP: every octet at all leaves")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(5);
        AtmSwitchHelper().Install(nodes.Get(4));
        AtmHelper atm;
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 4; ++i)
        {
            devices.Add(atm.Install(nodes.Get(i), nodes.Get(4)).Get(0));
        }
        NetDeviceContainer leaves;
        for (uint32_t i = 1; i < 4; ++i)
        {
            leaves.Add(devices.Get(i));
            atm.ConnectPvc(devices.Get(i), devices.Get(0));
        }
        const auto pvc = atm.ConnectPointToMultipoint(devices.Get(0), leaves);
        InternetStackHelper().Install(nodes); // no addresses on these devices
        HsnInternetHelper().Install(nodes);
        const auto make = [&](uint32_t i) {
            return Socket::CreateSocket(nodes.Get(i), FrmSocketFactory::GetTypeId());
        };
        std::vector<std::unique_ptr<StreamServer>> servers;
        for (uint32_t i = 1; i < 4; ++i)
        {
            const auto listener = make(i);
            listener->Bind(LinkSocketAddress(devices.Get(i), 9));
            servers.push_back(std::make_unique<StreamServer>(listener, 0));
        }
        StreamEnd client;
        client.piece = 1400;
        client.Use(make(0), 0, 0, 60000);
        client.socket->Connect(
            LinkSocketAddress(devices.Get(0)->GetIfIndex(), pvc.a->GetPeerAddress(), 9));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        for (const auto& server : servers)
        {
            NS_TEST_ASSERT_MSG_EQ(server->ends.size(), 1, "accepted");
            NS_TEST_EXPECT_MSG_EQ(server->ends[0]->received, 60000, "octets");
            NS_TEST_EXPECT_MSG_EQ(server->ends[0]->wrong, 0, "octets");
            NS_TEST_EXPECT_MSG_EQ(server->ends[0]->closed, 1, "the end");
        }
        NS_TEST_EXPECT_MSG_EQ(client.closed, 1, "the end");
        Simulator::Destroy();
    }
};

/// @return conditions
NetworkConditions
Conditions(bool udp,
           double lose,
           double duplicate,
           double reorder,
           double damage,
           bool isV6 = false)
{
    NetworkConditions c;
    c.v6 = isV6;
    c.udp = udp;
    c.lose = lose;
    c.duplicate = duplicate;
    c.reorder = reorder;
    c.damage = damage;
    return c;
}

HsnTestRegistration g_frmSocketTests(
    "frm-socket",
    {new FrmGroupApplicationTest,
     new FrmMembersTest,
     new FrmIpv6Test,
     new FrmRefusalTest,
     new FrmAtmTest,
     new FrmExchangeTest(Conditions(false, 0, 0, 0, 0)),
     new FrmExchangeTest(Conditions(false, 0.1, 0.05, 0.1, 0)),
     new FrmExchangeTest(Conditions(false, 0.1, 0.05, 0.1, 0), "Buffer"),
     new FrmExchangeTest(Conditions(true, 0.1, 0, 0.05, 0)),
     new FrmExchangeTest(Conditions(false, 0.02, 0, 0, 0.05)),
     new FrmExchangeTest(Conditions(false, 0, 0, 0, 0, true)),
     new FrmExchangeTest(Conditions(true, 0.1, 0.05, 0.1, 0, true), "Buffer")});
} // namespace
} // namespace hsn
} // namespace ns3
