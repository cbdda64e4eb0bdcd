// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "udp-overlay-test-support.h"
#include "udp-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/integer.h"
#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-packet-info-tag.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/socket-factory.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
NS_OBJECT_ENSURE_REGISTERED(NumberedUdpSocket);
NS_OBJECT_ENSURE_REGISTERED(NumberedUdpSocketFactory);

/** @brief What a protocol can do in its hooks. */
class UdpOverlayHookTest : public TestCase
{
  public:
    UdpOverlayHookTest()
        : TestCase("Hooks: none, one and several datagrams, flush, shutdown, later delivery")
    {
    }

  private:
    void DoRun() override
    {
        Network net;
        auto in = net.MakeSocket(1);
        in->Bind(InetSocketAddress(Ipv4Address::GetAny(), OVERLAY_PORT));
        auto out = net.MakeSocket(0);
        out->Connect(net.GetAddress(1));
        NS_TEST_EXPECT_MSG_EQ(out->GetTxAvailable(), 65507 - NUMBER_SIZE, "largest datagram");

        // held back, yet accepted: the application is told so
        uint32_t sent = 0;
        uint32_t space = 0;
        out->SetDataSentCallback(Sink<Ptr<Socket>, uint32_t>::Make(
            [&sent](Ptr<Socket>, uint32_t size) { sent += size; }));
        out->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([&space](Ptr<Socket>, uint32_t) { space++; }));
        out->hold = true;
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(30), 0), 30, "accepted");
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(31), 0), 31, "accepted");
        NS_TEST_EXPECT_MSG_EQ(sent, 61, "reported");
        NS_TEST_EXPECT_MSG_EQ(space, 2, "reported");
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 0, "nothing sent");
        out->ShutdownSend();
        NS_TEST_EXPECT_MSG_EQ(out->Close(), 0, "close");
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 2, "flushed once");
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 61, "received");
        in->Recv();
        in->Recv();
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(1), 0), -1, "closed");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_SHUTDOWN, "closed");

        // by Close() alone
        auto closing = net.MakeSocket(0);
        closing->hold = true;
        closing->SendTo(Create<Packet>(5), 0, net.GetAddress(1));
        closing->Close();
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 5, "flushed");
        in->Recv();

        // a reader that takes one datagram at each notification misses none of several
        uint32_t notified = 0;
        std::vector<uint32_t> sizes;
        in->SetRecvCallback(Sink<Ptr<Socket>>::Make([&](Ptr<Socket> socket) {
            notified++;
            sizes.push_back(socket->Recv()->GetSize());
        }));
        in->copies = 3;
        auto source = net.MakeSocket(0);
        source->Connect(net.GetAddress(1));
        source->Send(Create<Packet>(40), 0);
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(notified, 3, "notifications");
        NS_TEST_EXPECT_MSG_EQ((sizes == std::vector<uint32_t>{40, 40, 40}), true, "datagrams");
        // a reader that takes all of them is notified once
        notified = 0;
        in->SetRecvCallback(Sink<Ptr<Socket>>::Make([&](Ptr<Socket> socket) {
            notified++;
            while (socket->Recv())
            {
            }
        }));
        source->Send(Create<Packet>(41), 0);
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(notified, 1, "notifications");
        // and so at any other time
        in->Deliver(Create<Packet>(42), net.GetAddress(0));
        NS_TEST_EXPECT_MSG_EQ(notified, 2, "at once");

        // the socket may be closed by the reader
        in->SetRecvCallback(Sink<Ptr<Socket>>::Make([](Ptr<Socket> socket) {
            socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            socket->ShutdownRecv();
        }));
        source->Send(Create<Packet>(43), 0);
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 3 * 43, "all copies");
        const auto heard = in->numbers.size();
        source->Send(Create<Packet>(44), 0);
        RunFor(MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 3 * 43, "no more for the application");
        NS_TEST_EXPECT_MSG_EQ(in->numbers.size(), heard + 1, "but for the protocol");

        const auto& counters = in->GetQueueCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.delivered, 2 + 1 + 3 + 3 + 1 + 3, "delivered");
        NS_TEST_EXPECT_MSG_EQ(counters.overflowed, 0, "no overflow");
        in->SetAttribute("RcvBufSize", UintegerValue(3 * 43));
        in->Bind();
        in->Deliver(Create<Packet>(1), net.GetAddress(0));
        NS_TEST_EXPECT_MSG_EQ(counters.overflowed, 1, "overflow");

        // attributes set before the socket has a node hold as well
        auto early = CreateObject<NumberedUdpSocket>();
        early->SetAttribute("IpMulticastTtl", UintegerValue(9));
        early->SetNode(net.nodes.Get(0));
        UintegerValue ttl;
        early->GetAttribute("IpMulticastTtl", ttl);
        NS_TEST_EXPECT_MSG_EQ(ttl.Get(), 9, "kept");
    }
};

/** @brief Applications of ns-3 that know only the name of the factory. */
class UdpOverlayApplicationTest : public TestCase
{
  public:
    UdpOverlayApplicationTest()
        : TestCase("OnOff and PacketSink, unchanged, over IPv4 and IPv6")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool ipv6 : {false, true})
        {
            const std::string factory = "ns3::hsn::NumberedUdpSocketFactory";
            Network net;
            const Address to = ipv6 ? Address(net.GetAddress6(1)) : Address(net.GetAddress(1));
            const Address any =
                ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), OVERLAY_PORT))
                     : Address(InetSocketAddress(Ipv4Address::GetAny(), OVERLAY_PORT));
            OnOffHelper source(factory, to);
            source.SetConstantRate(DataRate("80kbps"), 100);
            source.SetAttribute("MaxBytes", UintegerValue(70000));
            source.Install(net.nodes.Get(0)).Start(Seconds(3));
            auto sink = DynamicCast<PacketSink>(
                PacketSinkHelper(factory, any).Install(net.nodes.Get(1)).Get(0));
            sink->SetStartTime(Seconds(0));
            RunFor(Seconds(20));
            NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 70000, (ipv6 ? "IPv6" : "IPv4"));
            NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 700, "one datagram each");
            const auto socket = DynamicCast<NumberedUdpSocket>(sink->GetListeningSocket());
            NS_TEST_EXPECT_MSG_EQ(socket->numbers.size(), 700, "numbered");
        }
    }
};

HsnTestRegistration g_udpOverlaySocketTests("udp-overlay-socket",
                                            {new UdpOverlayHookTest,
                                             new UdpOverlayApplicationTest});
} // namespace
} // namespace hsn
} // namespace ns3
