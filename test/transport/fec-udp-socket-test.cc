// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "udp-test-network.h"

#include "ns3/data-rate.h"
#include "ns3/fec-udp-socket-factory.h"
#include "ns3/hsn-compat.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Name of the factory. */
const std::string FACTORY = "ns3::hsn::FecUdpSocketFactory";

/** @brief Hosts that have FEC sockets. */
struct Network : UdpTestNetwork
{
    using UdpTestNetwork::UdpTestNetwork;

    /** @param host index of a host @param attributes of the socket @return a FecUdpSocket there */
    Ptr<FecUdpSocket> MakeSocket(uint32_t host,
                                 const std::vector<std::pair<std::string, std::string>>& attributes)
    {
        auto socket = Socket::CreateSocket(nodes.Get(host), TypeId::LookupByName(FACTORY));
        for (const auto& [name, value] : attributes)
        {
            socket->SetAttribute(name, StringValue(value));
        }
        return DynamicCast<FecUdpSocket>(socket);
    }
};

/** @brief Port of the receivers. */
constexpr uint16_t PORT = Network::PORT;

/** @brief Creates a packet with recognisable content. @param number its number @return the packet
 */
Ptr<Packet>
MakeNumbered(uint32_t number)
{
    std::vector<uint8_t> octets(20 + number % 13);
    for (std::size_t i = 0; i < octets.size(); i++)
    {
        octets[i] = static_cast<uint8_t>(number * 31 + i * i);
    }
    octets[0] = static_cast<uint8_t>(number);
    return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
}

/** @brief Reads a socket and checks the packets. */
struct Reader
{
    /** @param socket a socket */
    explicit Reader(Ptr<Socket> socket)
    {
        socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> from) {
            while (auto packet = from->Recv())
            {
                std::vector<uint8_t> octets(packet->GetSize());
                packet->CopyData(octets.data(), packet->GetSize());
                const auto expected = MakeNumbered(octets.at(0));
                std::vector<uint8_t> right(expected->GetSize());
                expected->CopyData(right.data(), expected->GetSize());
                (octets == right ? good : bad)++;
                numbers.insert(octets[0]);
                times.push_back(Simulator::Now());
            }
        }));
    }

    uint32_t good{0};           //!< packets with the expected content
    uint32_t bad{0};            //!< other packets
    std::set<uint32_t> numbers; //!< of packets
    std::vector<Time> times;    //!< of arrivals
};

/** @brief All 256 loss patterns between two sockets. */
class FecSocketPatternTest : public TestCase
{
  public:
    FecSocketPatternTest()
        : TestCase("All loss patterns of 5+3 and 6+2 between two sockets")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t n : {5, 6})
        {
            for (const char* codec : {"ShiftXor", "ReedSolomon"})
            {
                Network net;
                auto in = net.MakeSocket(1, {});
                in->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
                Reader reader(in);
                auto out = net.MakeSocket(
                    0,
                    {{"N", std::to_string(n)}, {"M", std::to_string(8 - n)}, {"Codec", codec}});
                out->Connect(net.GetAddress(1));
                net.losses[1]->loses = [](uint32_t count) { return count / 8 >> count % 8 & 1; };
                uint32_t expected = 0;
                for (uint32_t pattern = 0; pattern < 256; pattern++)
                {
                    const auto lost = static_cast<uint32_t>(__builtin_popcount(pattern));
                    const auto lostData =
                        static_cast<uint32_t>(__builtin_popcount(pattern & ((1U << n) - 1)));
                    expected += lost <= 8 - n ? n : n - lostData;
                    ScheduleCall(MilliSeconds(10 * pattern), [out, n, pattern] {
                        for (uint32_t i = 0; i < n; i++)
                        {
                            out->Send(MakeNumbered((pattern + i) % 256));
                        }
                    });
                }
                Simulator::Stop(Seconds(4));
                Simulator::Run();
                NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 256U * 8, "all were sent");
                NS_TEST_EXPECT_MSG_EQ(reader.good, expected, "delivered");
                NS_TEST_EXPECT_MSG_EQ(reader.bad, 0U, "damaged");
                NS_TEST_EXPECT_MSG_EQ(out->GetCounters().paritySent, 256U * (8 - n), "c04");
                NS_TEST_EXPECT_MSG_EQ(in->GetBlockCounters().inconsistent, 0U, "inconsistent");
            }
        }
    }
};

/** @brief Unmodified applications of ns-3. */
class FecSocketApplicationTest : public TestCase
{
  public:
    FecSocketApplicationTest()
        : TestCase("OnOff and PacketSink, unchanged, over a link that loses every eighth packet")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string& factory : {std::string("ns3::UdpSocketFactory"), FACTORY})
        {
            Network net;
            net.losses[1]->loses = [](uint32_t count) { return count % 8 == 3; };
            OnOffHelper source(factory, net.GetAddress(1));
            source.SetConstantRate(DataRate("80kbps"), 100);
            source.SetAttribute("MaxBytes", UintegerValue(70000));
            source.Install(net.nodes.Get(0)).Start(Seconds(0));
            PacketSinkHelper helper(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
            auto sink = DynamicCast<PacketSink>(helper.Install(net.nodes.Get(1)).Get(0));
            sink->SetStartTime(Seconds(0));
            Simulator::Stop(Seconds(100));
            Simulator::Run();
            // UDP loses the 88 packets 3, 11, ... 699; 7+1 loses one packet per block and restores
            // it
            const bool fec = factory == FACTORY;
            NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), (fec ? 70000U : 61200U), factory);
            NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, (fec ? 800U : 700U), "sent");
        }
    }
};

/** @brief Incomplete blocks. */
class FecSocketFlushTest : public TestCase
{
  public:
    FecSocketFlushTest()
        : TestCase("An incomplete block is ended by a timeout, by Close, or never")
    {
    }

  private:
    void DoRun() override
    {
        Network net;
        auto in = net.MakeSocket(1, {});
        in->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        Reader reader(in);
        net.losses[1]->loses = [](uint32_t count) { return count == 0 || count == 2; };
        auto out = net.MakeSocket(0, {{"FlushTimeout", "30ms"}});
        out->Connect(net.GetAddress(1));
        ScheduleCall(MilliSeconds(5), [out] { out->Send(MakeNumbered(1)); });
        // the packet is lost; its parity is sent 30 ms later and takes 1 ms (ARP is done before)
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(reader.times.size(), 1, "restored");
        NS_TEST_EXPECT_MSG_EQ(reader.times[0], MilliSeconds(36), "by the parity");
        // the same with Close()
        out->Send(MakeNumbered(2));
        NS_TEST_EXPECT_MSG_EQ(out->Close(), 0, "close");
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(reader.good, 2, "restored");
        NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 4, "two packets, two parities");
        NS_TEST_EXPECT_MSG_EQ(out->Send(MakeNumbered(3)), -1, "closed");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_SHUTDOWN, "closed");
        // never
        auto patient = net.MakeSocket(0, {{"FlushTimeout", "0s"}});
        patient->Connect(net.GetAddress(1));
        patient->Send(MakeNumbered(4));
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(net.losses[1]->packets, 5, "no parity");
    }
};

/** @brief Loss reports. */
class FecSocketReportTest : public TestCase
{
  public:
    FecSocketReportTest()
        : TestCase("Reports tell what was lost")
    {
    }

  private:
    void DoRun() override
    {
        Network net;
        auto in = net.MakeSocket(1, {{"ReportInterval", "10"}, {"OpenBlocks", "1"}});
        in->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        Reader reader(in);
        // one packet of each block is lost, and two of every fourth block
        net.losses[1]->loses = [](uint32_t count) { return count % 8 == 2 || count % 32 == 3; };
        auto out = net.MakeSocket(0, {});
        out->Connect(net.GetAddress(1));
        std::vector<double> raw;
        std::vector<double> residual;
        out->TraceConnectWithoutContext("ReportedLoss",
                                        Sink<double, double>::Make([&](double one, double two) {
                                            raw.push_back(one);
                                            residual.push_back(two);
                                        }));
        for (uint32_t i = 0; i < 7 * 41; i++)
        {
            ScheduleCall(MilliSeconds(i), [out, i] { out->Send(MakeNumbered(i % 256)); });
        }
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        // of each ten blocks, 3, 2, 3 and 2 have two losses, both of data
        NS_TEST_ASSERT_MSG_EQ(raw.size(), 4, "reports");
        const double two[] = {3, 2, 3, 2};
        for (int i = 0; i < 4; i++)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(raw[i], (10 + two[i]) / 80, 1e-12, "raw loss");
            NS_TEST_EXPECT_MSG_EQ_TOL(residual[i], 2 * two[i] / 70, 1e-12, "residual loss");
        }
        NS_TEST_EXPECT_MSG_EQ(out->GetCounters().reportsReceived, 4, "counted");
    }
};

/** @brief Packets that no FecUdpSocket has sent. */
class FecSocketMalformedTest : public TestCase
{
  public:
    FecSocketMalformedTest()
        : TestCase("Invalid packets are counted, traced and dropped")
    {
    }

  private:
    void DoRun() override
    {
        Network net;
        auto in = net.MakeSocket(1, {{"RcvBufSize", "100"}, {"MaxPeers", "2"}});
        in->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        uint32_t traced = 0;
        in->TraceConnectWithoutContext(
            "Malformed",
            Sink<Ptr<const Packet>, const Address&>::Make(
                [&traced](Ptr<const Packet>, const Address&) { traced++; }));
        auto udp = Socket::CreateSocket(net.nodes.Get(0), UdpSocketFactory::GetTypeId());
        udp->Connect(net.GetAddress(1));
        udp->Send(Create<Packet>(0));
        udp->Send(Create<Packet>(11));
        udp->Send(Create<Packet>(500));
        FecHeader header;
        header.type = FEC_REPORT;
        header.length = FecReport::SIZE;
        auto report = Create<Packet>();
        report->AddHeader(FecReport());
        report->AddHeader(header);
        udp->Send(report); // reports on a flow that was never sent
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(in->GetCounters().malformed, 4, "counted");
        NS_TEST_EXPECT_MSG_EQ(traced, 4, "traced");
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 0, "nothing for the application");

        // without a reader the buffer fills up
        auto out = net.MakeSocket(0, {});
        out->Connect(net.GetAddress(1));
        for (uint32_t i = 0; i < 7; i++)
        {
            out->Send(Create<Packet>(40));
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 80, "two packets");
        NS_TEST_EXPECT_MSG_EQ(in->GetQueueCounters().overflowed, 5, "the others are dropped");
        NS_TEST_EXPECT_MSG_EQ((in->Recv(39, 0) == nullptr), true, "does not fit");
        NS_TEST_EXPECT_MSG_EQ(in->Recv(40, 0)->GetSize(), 40, "fits");
        in->Recv();
        NS_TEST_EXPECT_MSG_EQ((in->Recv() == nullptr), true, "empty");
        NS_TEST_EXPECT_MSG_EQ(in->GetErrno(), Socket::ERROR_AGAIN, "errno");

        // more senders than MaxPeers
        for (uint32_t i = 0; i < 5; i++)
        {
            auto one = net.MakeSocket(0, {});
            one->Connect(net.GetAddress(1));
            one->Send(Create<Packet>(10));
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(in->GetCounters().forgotten, 4, "forgotten");
        NS_TEST_EXPECT_MSG_EQ(in->GetRxAvailable(), 50, "all are delivered");
    }
};

/** @brief Other functions of the socket. */
class FecSocketApiTest : public TestCase
{
  public:
    FecSocketApiTest()
        : TestCase("Errors, IPv6, a multicast group, several destinations, disposal of the node")
    {
    }

  private:
    void DoRun() override
    {
        Network net(3);
        auto out = net.MakeSocket(0, {});
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(1)), -1, "not connected");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_NOTCONN, "errno");
        NS_TEST_EXPECT_MSG_EQ(out->Listen(), -1, "not supported");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_OPNOTSUPP, "errno");
        NS_TEST_EXPECT_MSG_EQ(out->GetSocketType(), Socket::NS3_SOCK_DGRAM, "datagrams");
        Address peer;
        NS_TEST_EXPECT_MSG_EQ(out->GetPeerName(peer), -1, "no peer");
        out->Bind();
        NS_TEST_EXPECT_MSG_EQ(out->Connect(net.GetAddress(1)), 0, "connect");
        NS_TEST_EXPECT_MSG_EQ(out->GetPeerName(peer), 0, "peer");
        NS_TEST_EXPECT_MSG_EQ((peer == Address(net.GetAddress(1))), true, "peer");
        const uint32_t longest = out->GetTxAvailable();
        NS_TEST_EXPECT_MSG_EQ(longest, 64985, "longest datagram");
        NS_TEST_EXPECT_MSG_EQ(out->Send(Create<Packet>(longest + 1)), -1, "too long");
        NS_TEST_EXPECT_MSG_EQ(out->GetErrno(), Socket::ERROR_MSGSIZE, "errno");

        // several destinations, each with its own blocks; one is a group
        const Ipv4Address group("225.0.0.1");
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(net.nodes.Get(0),
                                                           net.nodes.Get(0)->GetDevice(0));
        std::vector<std::unique_ptr<Reader>> readers;
        for (uint32_t host = 1; host < 3; host++)
        {
            auto in = net.MakeSocket(host, {});
            in->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            in->MulticastJoinGroup(0, group);
            readers.push_back(std::make_unique<Reader>(in));
            net.losses[host]->loses = [](uint32_t count) { return count == 1 || count == 9; };
        }
        for (uint32_t i = 0; i < 7; i++)
        {
            out->SendTo(MakeNumbered(i), 0, net.GetAddress(1));
            out->SendTo(MakeNumbered(100 + i), 0, net.GetAddress(2));
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        for (uint32_t i = 0; i < 7; i++)
        {
            out->SendTo(MakeNumbered(200 + i), 0, InetSocketAddress(group, PORT));
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        for (uint32_t host = 1; host < 3; host++)
        {
            const auto& reader = *readers[host - 1];
            NS_TEST_EXPECT_MSG_EQ(net.losses[host]->lost, 2, "one of each block");
            NS_TEST_EXPECT_MSG_EQ(reader.good, 14, "all delivered");
            NS_TEST_EXPECT_MSG_EQ(*reader.numbers.begin(), (host == 1 ? 0U : 100U), "its own");
            NS_TEST_EXPECT_MSG_EQ(*reader.numbers.rbegin(), 206U, "and the group's");
        }

        // IPv6
        auto in6 = net.MakeSocket(1, {});
        in6->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT + 1));
        Reader reader6(in6);
        auto out6 = net.MakeSocket(0, {});
        const Inet6SocketAddress to6(net.interfaces6.GetAddress(1, 1), PORT + 1);
        NS_TEST_EXPECT_MSG_EQ(out6->Connect(to6), 0, "IPv6");
        for (uint32_t i = 0; i < 7; i++)
        {
            ScheduleCall(Seconds(3 + 0.02 * i), [out6, i] { out6->Send(MakeNumbered(i)); });
        }
        Simulator::Stop(Seconds(6));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(reader6.good, 7, "IPv6");

        // a socket dropped without Close is disposed of with its node
        net.MakeSocket(2, {})->Connect(net.GetAddress(0));
        const std::string text = HsnAbortText([] {
            auto node = CreateObject<Node>();
            auto factory = CreateObject<FecUdpSocketFactory>();
            node->AggregateObject(factory);
            factory->CreateSocket();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("no UDP"), std::string::npos, text);
        const std::string bad = HsnAbortText([out] {
            out->SetAttribute("Codec", StringValue("Xor"));
            out->SetAttribute("M", UintegerValue(2));
            out->Send(Create<Packet>(1));
        });
        NS_TEST_EXPECT_MSG_NE(bad.find("2 parity packets by exclusive or"), std::string::npos, bad);
    }
};

HsnTestRegistration g_fecUdpSocketTests("fec-udp-socket",
                                        {new FecSocketPatternTest,
                                         new FecSocketApplicationTest,
                                         new FecSocketFlushTest,
                                         new FecSocketReportTest,
                                         new FecSocketMalformedTest,
                                         new FecSocketApiTest});
} // namespace
} // namespace hsn
} // namespace ns3
