// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of RMTP: receivers that leave, are silent, late, slow or do not want; what is on the wire
 * and what is refused; the machine in front of the socket.
 */
#include "../transport/data-loss.h"
#include "rmtp-world.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/packet-traces.h"
#include "ns3/rmtp-host.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <list>
#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Numbers of messages in their stream: 15 bits, of which 0 is the first message alone. */
class RmtpNumbersTest : public TestCase
{
  public:
    RmtpNumbersTest()
        : TestCase("Numbers of messages begin again at 1 after 32,767")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<uint32_t, uint32_t>> numbers{
            {0, 0},
            {1, 1},
            {2, 2},
            {32767, 32767},
            {32768, 1},
            {65534, 32767},
            {65535, 1},
        };
        for (const auto& [before, number] : numbers)
        {
            NS_TEST_EXPECT_MSG_EQ(RmtpSocket::GetNumber(before), number, before);
        }
    }
};

/** @brief Receivers that go, come, and do not read. */
class RmtpMembersTest : public TestCase
{
  public:
    RmtpMembersTest()
        : TestCase("Receivers that leave, are silent, late, not named, slow, or do not want")
    {
    }

  private:
    void DoRun() override
    {
        // also those who lose REL are over before a run is
        Config::SetDefault("ns3::hsn::RmtpReceiver::ReleaseTimeout", TimeValue(Seconds(20)));
        RunLeaving();
        RunSilent();
        RunLate(false);
        RunLate(true);
        RunOpen();
        RunSlow();
        RunRefusing();
        RunCancelled();
        RunServerGone();
        Config::Reset();
    }

    /// @param world after its run @param i receiver that must have everything @param octets sent
    void CheckWhole(const RmtpWorld& world, uint32_t i, uint32_t octets)
    {
        NS_TEST_ASSERT_MSG_NE(world.End(i), nullptr, "receiver " << i << " takes part");
        NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, octets, "octets of receiver " << i);
        NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, "octets of receiver " << i);
        NS_TEST_EXPECT_MSG_EQ(world.End(i)->closed, 1, "receiver " << i << " is told of the end");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.End(i)->socket), true, "released");
    }

    /// Receiver 2 closes in the middle of the message: it says so, and is asked no more.
    void RunLeaving()
    {
        RmtpWorld world(3);
        world.Start(100000);
        ScheduleCall(MilliSeconds(330), [&] { world.Receiver(2)->Close(); });
        RmtpWorld::Run(100);
        CheckWhole(world, 1, 100000);
        CheckWhole(world, 3, 100000);
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "2", "has left");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->received, 0, "nothing was delivered");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.End(2)->socket), true, "released");
        NS_TEST_EXPECT_MSG_EQ(world.server->GetCounters().sent[RMTP_POLL], 0, "not asked");
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the others were served");
    }

    /// Receiver 1 hears nothing from the middle of the first message on.
    void RunSilent()
    {
        RmtpWorld world(2);
        world.listeners[0]->SetAttribute("GiveUpTime", TimeValue(Seconds(20)));
        std::map<Address, uint32_t> lacking;
        world.socket->TraceConnectWithoutContext(
            "Progress",
            Sink<const Address&, uint32_t>::Make(
                [&](const Address& receiver, uint32_t packets) { lacking[receiver] = packets; }));
        uint32_t failures = 0;
        world.socket->TraceConnectWithoutContext(
            "Failed",
            Sink<const Address&>::Make([&](const Address&) { ++failures; }));
        world.Start(300000);
        ScheduleCall(MilliSeconds(330), [&] { world.Lose(1, 1); });
        RmtpWorld::Run(100);
        CheckWhole(world, 2, 300000);
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "1", "is silent");
        NS_TEST_EXPECT_MSG_EQ(failures, 1, "told once");
        NS_TEST_EXPECT_MSG_EQ(world.server->GetCounters().sent[RMTP_POLL], 3, "POLLs, MaxPoll");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetMessages(), 3, "of up to 131 packets");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->broken, 1, "knows that it has not all");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->closed, 0, "and that this is no end");
        NS_TEST_EXPECT_MSG_GT(lacking[world.hosts.At(1, RmtpWorld::PORT)], 0, "its only answer");
        NS_TEST_EXPECT_MSG_EQ(lacking[world.hosts.At(2, RmtpWorld::PORT)], 0, "has all");
    }

    /// Receiver 2 hears nothing before the message is under way. @param joins with LateJoin
    void RunLate(bool joins)
    {
        RmtpWorld world(2);
        world.server->SetAttribute("LateJoin", BooleanValue(joins));
        world.server->SetAttribute("MaxConnRetry", UintegerValue(0));
        world.Lose(2, 1);
        world.Lose(1, 0.05); // there is a second round
        world.Start(100000);
        ScheduleCall(MilliSeconds(330), [&] { world.Lose(2, 0); });
        RmtpWorld::Run(100);
        CheckWhole(world, 1, 100000);
        if (joins)
        {
            CheckWhole(world, 2, 100000);
        }
        const std::string failed = joins ? "" : "2";
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), failed, "too late, or not");
    }

    /// Nobody is named; receivers 1 and 2 answer CONN, 3 answers a later one.
    void RunOpen()
    {
        RmtpWorld world(3, false, 0);
        world.Start(100);
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetErrno(), Socket::ERROR_INVAL, "nobody is named");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetProblem(),
                              "0 receivers: must be at least 1",
                              "nobody is named");
        world.server->SetAttribute("OpenGroup", BooleanValue(true));
        world.server->SetAttribute("LateJoin", BooleanValue(true));
        world.server->SetAttribute("EndWaitEarly", BooleanValue(true));
        world.Lose(3, 1);
        world.Lose(1, 0.05);
        world.Start(100000);
        ScheduleCall(MilliSeconds(330), [&] { world.Lose(3, 0); });
        RmtpWorld::Run(100);
        for (uint32_t i = 1; i <= 3; ++i)
        {
            CheckWhole(world, i, 100000);
        }
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetReceivers().size(), 3, "known now");
    }

    /// Receiver 2 reads the first message late: it is busy, then served alone; the other one is not
    /// held up.
    void RunSlow()
    {
        RmtpWorld world(2);
        world.listeners[1]->SetAttribute("RcvBufSize", UintegerValue(131072));
        world.servers[1]->prototype.reads = false;
        world.server->SetAttribute("MaxPoll", UintegerValue(20));
        Time other;
        world.Start(200000); // two messages
        ScheduleCall(Seconds(3), [&] {
            other = world.End(1)->received == 200000 ? Simulator::Now() : Time();
            world.End(2)->reads = true;
            world.End(2)->Read(world.End(2)->socket);
        });
        RmtpWorld::Run(100);
        CheckWhole(world, 1, 200000);
        CheckWhole(world, 2, 200000);
        NS_TEST_EXPECT_MSG_EQ(other.IsStrictlyPositive(), true, "the other one had all before");
        NS_TEST_EXPECT_MSG_GT(world.server->GetCounters().received[RMTP_BUSY], 0, "busy");
        NS_TEST_EXPECT_MSG_EQ(world.server->GetCounters().received[RMTP_RRDY], 1, "ready");
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "", "nobody has failed");
    }

    /// One application says no; the buffer of another one cannot hold the message.
    void RunRefusing()
    {
        RmtpWorld world(3);
        world.servers[0]->accepts = false;
        world.listeners[1]->SetAttribute("RcvBufSize", UintegerValue(50000));
        std::string reason;
        world.listeners[1]->TraceConnectWithoutContext(
            "RxDrop",
            Sink<Ptr<const Packet>, const std::string&>::Make(
                [&](Ptr<const Packet>, const std::string& text) {
                    reason = reason.empty() ? text : reason;
                }));
        world.Start(100000);
        RmtpWorld::Run(100);
        CheckWhole(world, 3, 100000);
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "1 2", "both refuse");
        NS_TEST_EXPECT_MSG_EQ(world.server->GetCounters().retries, 0, "and need not be asked");
        NS_TEST_EXPECT_MSG_EQ(world.server->GetCounters().sent[RMTP_POLL], 0, "later neither");
        NS_TEST_EXPECT_MSG_EQ(reason,
                              "RcvBufSize 50000: must hold a message of 100000 bytes",
                              "why");
    }

    /// The server gives up: all are told.
    void RunCancelled()
    {
        RmtpWorld world(2);
        world.Start(100000);
        ScheduleCall(MilliSeconds(330), [&] { world.socket->Cancel(); });
        RmtpWorld::Run(100);
        NS_TEST_EXPECT_MSG_EQ(world.client.broken, 1, "the sender");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetProblem(), "cancelled", "why");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.socket), true, "released");
        for (uint32_t i = 1; i <= 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->broken, 1, "receiver " << i);
            NS_TEST_EXPECT_MSG_EQ(world.Receiver(i)->GetProblem(), "the server has given up", "");
        }
    }

    /// The server vanishes: receivers give up after GiveUpTime.
    void RunServerGone()
    {
        RmtpWorld world(1);
        world.listeners[0]->SetAttribute("GiveUpTime", TimeValue(Seconds(5)));
        world.Start(100000);
        ScheduleCall(MilliSeconds(330), [&] { world.hosts.channel->lose = 1; });
        RmtpWorld::Run(100);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->broken, 1, "the receiver");
        NS_TEST_EXPECT_MSG_EQ(RmtpWorld::IsReleased(world.End(1)->socket), true, "released");
        NS_TEST_EXPECT_MSG_EQ(world.client.broken, 1, "nobody is left");
        NS_TEST_EXPECT_MSG_EQ(world.socket->GetProblem(), "no receiver has the message", "why");
    }
};

/** @brief Octets on the wire, times by hand, errors. */
class RmtpWireTest : public TestCase
{
  public:
    RmtpWireTest()
        : TestCase("PDUs are whole datagrams; times by hand; errors; an overflowing socket buffer")
    {
    }

  private:
    void DoRun() override
    {
        RunWire();
        RunTimes();
        RunErrors();
        RunHost();
    }

    /// Sizes of section 3.2.2 of the paper: ACK 5, CACK 6, RACK 4 octets, behind 8 of UDP and 20 of
    /// IP; and those of the draft, which has two octets of length more.
    void RunWire()
    {
        for (const uint32_t more : {0, 2})
        {
            Config::SetDefault("ns3::hsn::RmtpSocket::WireFormat",
                               StringValue(more == 0 ? "Paper" : "Draft01"));
            RmtpWorld world(1);
            std::map<uint32_t, uint32_t> sizes;
            world.hosts.nodes.Get(0)->GetObject<Ipv4>()->TraceConnectWithoutContext(
                "Rx",
                Sink<Ptr<const Packet>, Ptr<Ipv4>, uint32_t>::Make(
                    [&](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        ++sizes[packet->GetSize() - 28];
                    }));
            world.Start(100000);
            RmtpWorld::Run(100);
            NS_TEST_EXPECT_MSG_EQ(sizes.size(), 3, "three kinds of answers");
            NS_TEST_EXPECT_MSG_EQ(sizes[6 + more], 1, "CACK");
            NS_TEST_EXPECT_MSG_EQ(sizes[5 + more], 1, "ACK");
            NS_TEST_EXPECT_MSG_EQ(sizes[4 + more], 1, "RACK");
            Config::Reset();
        }
    }

    /// Connection 280 ms, a packet each ms, 280 ms, and a second round of one packet.
    void RunTimes()
    {
        RmtpWorld world(2);
        const auto loss = CreateObject<DataLoss>(1000, std::list<uint32_t>{4});
        world.hosts.Device(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        std::map<std::string, double> last;
        world.socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<RmtpHeader>(Sink<Ptr<const Packet>, const RmtpHeader&>::Make(
                [&](Ptr<const Packet>, const RmtpHeader& header) {
                    const auto& pdu = header.pdu;
                    std::string name = GetRmtpTypeText(pdu.type);
                    if (pdu.type == RMTP_DATA)
                    {
                        name += std::to_string(pdu.seq);
                        name += "r";
                        name += std::to_string(pdu.round);
                    }
                    last[name] = 1000 * Simulator::Now().GetSeconds();
                })));
        uint32_t again = 0;
        world.socket->TraceConnectWithoutContext(
            "Retransmission",
            MakeHeaderCallback<RmtpHeader>(Sink<Ptr<const Packet>, const RmtpHeader&>::Make(
                [&](Ptr<const Packet>, const RmtpHeader&) { ++again; })));
        world.Start(10000);
        RmtpWorld::Run(100);
        // CONN takes a slot, too
        NS_TEST_EXPECT_MSG_EQ_TOL(last["CONN"], 0, 1e-6, "at once");
        NS_TEST_EXPECT_MSG_EQ_TOL(last["DATA1r0"], 281, 1e-6, "slot and wait");
        NS_TEST_EXPECT_MSG_EQ_TOL(last["DATA10r0"], 290, 1e-6, "ten packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(last["DATA5r1"], 571, 1e-6, "slot and wait");
        NS_TEST_EXPECT_MSG_EQ_TOL(last["REL"], 852, 1e-6, "slot and wait");
        NS_TEST_EXPECT_MSG_EQ(again, 1, "packet 5");
        NS_TEST_EXPECT_MSG_EQ(last.size(), 13, "nothing else");
    }

    void RunErrors()
    {
        RmtpWorld world(2, false, 0);
        const auto has = [](const std::string& text, const std::string& words) {
            return text.find(words) != std::string::npos;
        };
        const auto socket = world.socket;
        NS_TEST_EXPECT_MSG_EQ(socket->AddReceiver(world.hosts.At(1, 9)), "", "a host");
        NS_TEST_EXPECT_MSG_EQ(socket->AddReceiver(world.hosts.At(1, 9)),
                              "receiver 10.0.0.2 port 9: is in the list already",
                              "twice");
        NS_TEST_EXPECT_MSG_EQ(has(socket->AddReceiver(world.Group()), "225.1.2.3"), true, "group");
        NS_TEST_EXPECT_MSG_EQ(has(socket->AddReceiver(world.hosts.At(1, 0)), "port 0"), true, "0");
        NS_TEST_EXPECT_MSG_EQ(has(socket->AddReceiver(Address()), "without address"), true, "none");
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(Address()), -1, "no address");
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(InetSocketAddress(Ipv4Address("225.1.2.3"), 0)),
                              -1,
                              "no port");
        NS_TEST_EXPECT_MSG_EQ(socket->GetProblem(),
                              "port 0 of the group: must be 1 to 65535",
                              "no port");
        Address peer;
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(peer), -1, "no peer");
        const auto other = DynamicCast<RmtpSocket>(world.hosts.Make(0, RMTP));
        NS_TEST_EXPECT_MSG_EQ(other->Connect(Inet6SocketAddress(Ipv6Address("ff02::1:2"), 9)),
                              -1,
                              "link-local group");
        NS_TEST_EXPECT_MSG_EQ(has(other->GetProblem(), "bound to a device"), true, "why");
        NS_TEST_EXPECT_MSG_EQ(other->SetAttributeFailSafe("GiveUpTime", TimeValue(Time(0))),
                              false,
                              "to give up at once");
        NS_TEST_EXPECT_MSG_EQ(other->SetAttributeFailSafe("GiveUpTime", TimeValue(NanoSeconds(1))),
                              true,
                              "the least time there is");
        other->Close();
        // a message that the protocol cannot have
        world.server->SetAttribute("Interval", TimeValue(Seconds(100)));
        world.Start(1000);
        NS_TEST_EXPECT_MSG_EQ(socket->AddReceiver(world.hosts.At(2, 9)).empty(), false, "too late");
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(peer), 0, "the group");
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(world.Group()), -1, "again");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_ISCONN, "again");
        RmtpWorld::Run(10);
        NS_TEST_EXPECT_MSG_EQ(world.client.broken, 1, "the application is told");
        NS_TEST_EXPECT_MSG_EQ(has(socket->GetProblem(), "65535"), true, "value and limit");
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(world.Group()), -1, "used up");
    }

    /// Fifty receivers answer at the same time; the server's machine reads one answer in 10 ms out
    /// of a buffer of 20 octets of payload. The first is taken at once, so that of CACKs of 6
    /// octets three fit, and 47 are lost; those are asked again, which spreads them.
    void RunHost()
    {
        RmtpWorld world(50);
        const auto host = CreateObjectWithAttributes<RmtpHost>("ReceiveTime",
                                                               TimeValue(MilliSeconds(10)),
                                                               "SendTime",
                                                               TimeValue(MicroSeconds(70)),
                                                               "BufferOctets",
                                                               UintegerValue(20));
        world.hosts.nodes.Get(0)->AggregateObject(host);
        world.server->SetAttribute("MaxConnRetry", UintegerValue(30));
        world.server->SetAttribute("MaxPoll", UintegerValue(30));
        world.Start(10000);
        uint64_t first = 0;
        ScheduleCall(MilliSeconds(200), [&] { first = world.socket->GetDropped(); });
        RmtpWorld::Run(1000);
        NS_TEST_EXPECT_MSG_EQ(first, 47, "of 50");
        for (uint32_t i = 1; i <= 50; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 10000, "receiver " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(world.Failed(), "", "all were asked until they were heard");
        NS_TEST_EXPECT_MSG_GT(host->GetBusyTime(), 0.01 * 100, "CACK and ACK of each");
    }
};

HsnTestRegistration g_rmtpMembersTests("rmtp-members",
                                       {new RmtpMembersTest,
                                        new RmtpNumbersTest,
                                        new RmtpWireTest});
} // namespace
} // namespace hsn
} // namespace ns3
