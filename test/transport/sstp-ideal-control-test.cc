// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SSTP with control PDUs outside the network: times and numbers that follow from the paper's model,
 * and what it shares with the black box.
 */
#include "../hsn-test.h"
#include "data-loss.h"
#include "stop-wait-support.h"

#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/packet-traces.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/sstp-socket-factory.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const std::string SSTP = "ns3::hsn::SstpSocketFactory"; ///< the factory
constexpr uint16_t PORT = 9;                            ///< of the server

/** @brief A path of rate and delay. */
class SstpIdealControlTest : public TestCase
{
  public:
    SstpIdealControlTest()
        : TestCase("Answers come RTD + 3 t_p after a group, whatever is lost; none is lost")
    {
    }

  private:
    /** @param segment that starts */
    void Started(uint32_t segment)
    {
        m_started.resize(segment + 1);
        m_started[segment] = Simulator::Now();
    }

    /** @param segment accepted */
    void Taken(uint32_t segment, uint32_t)
    {
        m_delay.resize(std::max<std::size_t>(m_delay.size(), segment + 1));
        m_delay[segment] = (Simulator::Now() - m_started[segment]).GetSeconds() * 1e3;
    }

    /** @param packet sent again */
    void Repeated(Ptr<const Packet> packet, const SstpHeader& header)
    {
        m_repeated.push_back(header.segment * 1000 + header.number);
        m_repeatedAt.push_back(Simulator::Now());
        (void)packet;
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->TraceConnectWithoutContext("SegmentAccepted",
                                           MakeCallback(&SstpIdealControlTest::Taken, this));
        socket->SetRecvCallback(MakeCallback(&SstpIdealControlTest::Read, this));
    }

    /** @param socket with messages */
    void Read(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            ++m_messages;
        }
    }

    /** @param socket of the connection */
    void Begin(Ptr<Socket> socket)
    {
        // what is lost of control PDUs does not matter from here on: they go another way
        m_back->SetAttribute(
            "ReceiveErrorModel",
            PointerValue(CreateObject<DataLoss>(1024, std::list<uint32_t>(), true)));
        for (uint32_t i = 0; i < SEGMENTS; ++i)
        {
            socket->Send(Create<Packet>(262144));
        }
        socket->Close();
    }

    /** @param lost data packets */
    void Go(const std::list<uint32_t>& lost)
    {
        m_started.clear();
        m_delay.clear();
        m_repeated.clear();
        m_repeatedAt.clear();
        m_messages = 0;
        NodeContainer nodes;
        nodes.Create(2);
        PointToPointHelper p2p;
        // data of 1024 octets travels with 20 of SSTP, 20 of IP and 2 of PPP, at the rate A
        p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(520507813)));
        p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(30)));
        p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
        const auto devices = p2p.Install(nodes);
        m_back = devices.Get(0);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        devices.Get(1)->SetAttribute("ReceiveErrorModel",
                                     PointerValue(CreateObject<DataLoss>(1024, lost)));
        const auto make = [&](uint32_t i) {
            auto socket = Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(SSTP));
            socket->SetAttribute("MaxMessageSize", UintegerValue(262144));
            socket->SetAttribute("SndBufSize", UintegerValue(4 << 20));
            socket->SetAttribute("RcvBufSize", UintegerValue(4 << 20));
            socket->SetAttribute("IdealControl", BooleanValue(true));
            return socket;
        };
        auto listener = make(1);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SstpIdealControlTest::Accepted, this));
        listener->Listen();
        auto client = make(0);
        client->TraceConnectWithoutContext("SegmentStarted",
                                           MakeCallback(&SstpIdealControlTest::Started, this));
        client->TraceConnectWithoutContext(
            "Retransmission",
            MakeHeaderCallback<SstpHeader>(MakeCallback(&SstpIdealControlTest::Repeated, this)));
        client->SetConnectCallback(MakeCallback(&SstpIdealControlTest::Begin, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        ScheduleCall(Time(0),
                     [&] { client->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT)); });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
        m_back = nullptr;
        NS_TEST_ASSERT_MSG_EQ(m_delay.size(), SEGMENTS, "segments");
        NS_TEST_EXPECT_MSG_EQ(m_messages, SEGMENTS, "messages");
    }

    void DoRun() override
    {
        const double tp = 0.016384;
        const double clean = 256 * tp + 30;
        Go({});
        for (uint32_t i = 0; i < SEGMENTS; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[i], clean, 0.01, "segment " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(m_repeated.size(), 0, "nothing is repeated");
        // Segment 2 loses packets 7 and 255. Its group has left 3 t_s after the start of segment 0;
        // the answer is there t_a later, although the group's last packet is lost.
        Go({2 * 256 + 7, 2 * 256 + 255});
        NS_TEST_ASSERT_MSG_EQ(m_repeated.size(), 2, "packets that are repeated");
        NS_TEST_EXPECT_MSG_EQ(m_repeated[0], 2007, "the first one");
        NS_TEST_EXPECT_MSG_EQ(m_repeated[1], 2255, "the second one");
        const double answer = 3 * 256 * tp + 60 + 3 * tp;
        NS_TEST_EXPECT_MSG_EQ_TOL((m_repeatedAt[0] - m_started[0]).GetSeconds() * 1e3,
                                  answer,
                                  tp + 0.001,
                                  "t_a after the group, and at most a packet in the way");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[2],
                                  256 * tp + 60 + 3 * tp + 2 * tp + 30,
                                  tp + 0.01,
                                  "one round more: t_a and two packets");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[3], clean, 0.01, "others do not wait");
        // the last packets of the stream are lost, and again: two rounds, each of t_a and a packet
        const uint32_t last = SEGMENTS * 256 - 1;
        Go({last, last + 1});
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[SEGMENTS - 1],
                                  256 * tp + 2 * (60 + 3 * tp + tp) + 30,
                                  0.05,
                                  "two rounds");
        NS_TEST_EXPECT_MSG_EQ(m_repeated.size(), 2, "packets that are repeated");
    }

    static constexpr uint32_t SEGMENTS = 8; //!< to send

    Ptr<NetDevice> m_back;            //!< where answers would arrive
    uint32_t m_messages{0};           //!< received
    std::vector<Time> m_started;      //!< segments
    std::vector<double> m_delay;      //!< of segments, ms
    std::vector<uint32_t> m_repeated; //!< segment and packet
    std::vector<Time> m_repeatedAt;   //!< when
};

/** @brief Ends that do not agree. */
class SstpOneIdealEndTest : public TestCase
{
  public:
    SstpOneIdealEndTest()
        : TestCase("IdealControl at one end only: dropped, counted, and a reason")
    {
    }

  private:
    /** @param reason of a drop */
    void Dropped(Ptr<const Packet>, const std::string& reason)
    {
        m_reason = reason;
    }

    void DoRun() override
    {
        for (const bool atServer : {true, false})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, SSTP);
            listener->SetAttribute("IdealControl", BooleanValue(atServer));
            listener->Bind(TcpHosts::Any(PORT));
            listener->Listen();
            m_reason.clear();
            listener->TraceConnectWithoutContext("RxDrop",
                                                 MakeCallback(&SstpOneIdealEndTest::Dropped, this));
            StreamEnd client;
            client.Use(hosts.Make(0, SSTP), 0, 1, 100);
            client.socket->SetAttribute("IdealControl", BooleanValue(!atServer));
            client.socket->SetAttribute("GiveUpTime", TimeValue(Seconds(2)));
            client.socket->Connect(hosts.At(1, PORT));
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(client.failed, 1, "no connection");
            NS_TEST_EXPECT_MSG_EQ(m_reason,
                                  "IdealControl: must be set at both ends or at none",
                                  "reason");
            NS_TEST_EXPECT_MSG_GT(DynamicCast<SstpSocket>(listener)->GetDropped(), 0, "counted");
        }
    }

    std::string m_reason; //!< of the last drop
};

/** @brief A peer that vanishes. */
class SstpIdealSilenceTest : public TestCase
{
  public:
    SstpIdealSilenceTest()
        : TestCase("Who requests a segment from a peer that has gone gives up after GiveUpTime")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, SSTP);
        listener->SetAttribute("IdealControl", BooleanValue(true));
        listener->SetAttribute("GiveUpTime", TimeValue(Seconds(2)));
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        StreamEnd client;
        client.piece = 1000;
        client.closes = false;
        client.Use(hosts.Make(0, SSTP), 0, 0, 1000);
        client.socket->SetAttribute("IdealControl", BooleanValue(true));
        client.socket->Connect(hosts.At(1, PORT));
        // all of the second segment is lost, and what follows; at the end of its group, the
        // receiver asks for it: the only sign that there is one
        ScheduleCall(Seconds(1), [&] {
            hosts.channel->filter = [&hosts](Ptr<const Packet>, Ptr<SimpleNetDevice> from) {
                return from == hosts.Device(0);
            };
            client.socket->Send(Create<Packet>(1000));
        });
        Simulator::Stop(Seconds(2.9));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "accepted");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 1000, "the first segment");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 0, "it waits");
        Simulator::Stop(Seconds(0.3)); // 1 s, half a round-trip delay, 2 s
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "it gives up");
    }
};

static HsnTestRegistration g_sstpIdealControlTests("sstp-ideal-control",
                                                   {new SstpIdealControlTest,
                                                    new SstpIdealSilenceTest,
                                                    new SstpOneIdealEndTest});
} // namespace
} // namespace hsn
} // namespace ns3
