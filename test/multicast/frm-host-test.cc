// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hosts in front of sockets of FRM: what arrives waits in the socket buffer, which overflows.
 */
#include "frm-script.h"
#include "frm-world.h"

#include "ns3/frm-host.h"

#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param node gets a host @param octets of its socket buffer @return the host
Ptr<FrmHost>
AddHost(Ptr<Node> node, uint32_t octets)
{
    const auto host = CreateObject<FrmHost>();
    host->SetAttribute("Unit", TimeValue(MilliSeconds(1)));
    host->SetAttribute("UserTime", TimeValue(Time(0)));
    host->SetAttribute("BufferOctets", UintegerValue(octets));
    node->AggregateObject(host);
    return host;
}

/** @brief Answers of a group that meet a small socket buffer, worked out by hand. */
class FrmImplosionTest : public TestCase
{
  public:
    FrmImplosionTest()
        : TestCase("Answers of ten receivers that arrive at once: the sender's socket buffer")
    {
    }

  private:
    void DoRun() override
    {
        // 184 octets hold 7 JOINs of 26 octets, and 4 ECHOs of 46
        Run(184, 3, 4);
        Run(0, 0, 10);
    }

    /// @param octets of the buffer @param dropped answers to an invitation @param complete
    /// receivers whose echoes fit
    void Run(uint32_t octets, uint64_t dropped, uint32_t complete)
    {
        FrmWorld world(10);
        world.sender->SetAttribute("HandshakeTries", UintegerValue(2));
        const auto host = AddHost(world.hosts.nodes.Get(0), octets);
        std::map<std::string, uint64_t> reasons;
        world.socket->TraceConnectWithoutContext(
            "RxDrop",
            Sink<Ptr<const Packet>, const std::string&>::Make(
                [&](Ptr<const Packet>, const std::string& reason) { ++reasons[reason]; }));
        world.Start(20000);
        FrmWorld::Run(0.59);
        // answers to the first of three invitations wait for ARP, which spreads them
        NS_TEST_EXPECT_MSG_EQ(host->GetDropped(), 2 * dropped, "the others come at once");
        NS_TEST_EXPECT_MSG_EQ(world.sender->GetListed(), 10, "all");
        FrmWorld::Run(60);
        NS_TEST_EXPECT_MSG_EQ(world.sender->GetGone().size(), 10 - complete, "do not fit");
        for (const auto& one : world.sender->GetGone())
        {
            NS_TEST_EXPECT_MSG_EQ((one.id > 0x0a000001 + complete), true, "the last ones");
            NS_TEST_EXPECT_MSG_EQ(one.reason, FRM_DEAD, "none of its echoes was heard");
        }
        for (uint32_t i = 1; i <= 10; ++i)
        {
            const uint32_t all = i <= complete ? 20000 : 0;
            NS_TEST_EXPECT_MSG_EQ((world.End(i)->received >= all), true, "receiver " << i);
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->closed, (i <= complete), "receiver " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the end");
        const std::string full = "the host's socket buffer is full: BufferOctets";
        NS_TEST_EXPECT_MSG_EQ(reasons[full], host->GetDropped(), "traced, with the reason");
    }
};

/** @brief A receiver whose processor is slower than the sender. */
class FrmSlowReceiverTest : public TestCase
{
  public:
    FrmSlowReceiverTest()
        : TestCase("A burst that meets a slow receiver's socket buffer: the rest is sent again")
    {
    }

  private:
    void DoRun() override
    {
        // a CNTL of 26 octets and three DATA of 1018 fit into 3100
        FrmWorld world(2);
        const auto host = AddHost(world.hosts.nodes.Get(1), 3100);
        world.Start(40000);
        FrmWorld::Run(0.6049);
        NS_TEST_EXPECT_MSG_EQ(host->GetDropped(), 0, "not yet");
        FrmWorld::Run(0.0002);
        NS_TEST_EXPECT_MSG_EQ(host->GetDropped(), 29, "of 32 packets at once");
        NS_TEST_EXPECT_MSG_EQ(world.Receiver(1)->GetDropped(), 29, "counted by the socket");
        // 2 ms for the control message, 3 ms for each packet
        FrmWorld::Run(0.005);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 1000, "after 5 ms one is done");
        FrmWorld::Run(0.006);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 3000, "after 11 ms three");
        FrmWorld::Run(60);
        for (const uint32_t i : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->received, 40000, "all in the end");
            NS_TEST_EXPECT_MSG_EQ(world.End(i)->wrong, 0, "all in the end");
        }
        NS_TEST_EXPECT_MSG_EQ(world.Gone(), "", "nobody has gone");
    }
};

/** @brief A receiver whose user is slower than the network. */
class FrmSlowUserTest : public TestCase
{
  public:
    FrmSlowUserTest()
        : TestCase("The end of a communication reaches a slow user behind the last packet, once")
    {
    }

  private:
    void DoRun() override
    {
        Run(Seconds(5));
        Run(MilliSeconds(100)); // its socket has gone long before its user is done
    }

    /// The sender ends when the receiver has all; the user takes a second for each of five packets.
    /// @param linger of the receiver
    void Run(Time linger)
    {
        FrmWorld world(2);
        world.sender->SetAttribute("ReleaseOn", StringValue("Rseq"));
        world.listeners[0]->SetAttribute("Linger", TimeValue(linger));
        AddHost(world.hosts.nodes.Get(1), 0)->SetAttribute("UserTime", TimeValue(Seconds(1)));
        world.Start(5000);
        // packets arrive after the invitations, at 0.6 s, and are all processed at 0.65 s
        FrmWorld::Run(1.5);
        NS_TEST_EXPECT_MSG_EQ(world.client.closed, 1, "the sender has ended");
        NS_TEST_EXPECT_MSG_EQ(world.End(2)->closed, 1, "so has the receiver with a fast user");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 0, "the other user has none yet");
        for (uint32_t packets = 1; packets <= 5; ++packets)
        {
            NS_TEST_EXPECT_MSG_EQ(world.End(1)->closed, 0, "not the end yet: " << packets);
            FrmWorld::Run(packets == 1 ? 0.3 : 1); // to 1.8, 2.8, ... s
            NS_TEST_EXPECT_MSG_EQ(world.End(1)->received, 1000 * packets, "one in a second");
        }
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->closed, 1, "the end comes with the last packet");
        FrmWorld::Run(20);
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->closed, 1, "once");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->broken, 0, "without an error");
        NS_TEST_EXPECT_MSG_EQ(world.End(1)->wrong, 0, "every octet is right");
    }
};

/** @brief A packet that is written while the sender works out what to send again. */
class FrmQueuedPacketTest : public TestCase
{
  public:
    FrmQueuedPacketTest()
        : TestCase("A packet that waits for the processor is not queued a second time as a "
                   "retransmission")
    {
    }

  private:
    void DoRun() override
    {
        const auto host = CreateObject<FrmHost>();
        host->SetAttribute("Unit", TimeValue(MilliSeconds(1))); // CNTL, algorithm
        host->SetAttribute("DataFactor", DoubleValue(30));      // 30 ms for a packet
        FrmScript s;
        s.sender->SetUser(s, host, 7);
        s.sender->SetAttribute("MinTimer", TimeValue(MilliSeconds(150)));
        s.sender->AddReceiver(1, 32);
        s.sender->Begin();
        s.RunTo(2);
        s.Echo(1, 0, 0);
        s.Submit(1);
        // rounds of 150 ms from the departure of CNTL on, at 1 ms; the algorithm takes 1 ms more
        s.RunTo(160);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "C0 D0 C1", "a packet, and a question about it");
        s.Echo(1, 0, 0); // it was lost
        s.RunTo(303.5);  // the algorithm is at work from 303 ms on
        s.Submit(1);
        s.RunTo(440);
        NS_TEST_EXPECT_MSG_EQ(s.Take(), "D1 D0 C2", "1 leaves once; 0 again");
        host->Dispose();
    }
};

HsnTestRegistration g_frmHostTests(
    "frm-host",
    {new FrmQueuedPacketTest, new FrmImplosionTest, new FrmSlowReceiverTest, new FrmSlowUserTest});
} // namespace
} // namespace hsn
} // namespace ns3
