// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of SSTP over networks that lose, duplicate, reorder and damage packets; their PDUs on the
 * wire, octet by octet; errors; times that follow from rate and delay.
 */
#include "socket-exchange-support.h"
#include "sstp-small-segments.h"

#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/sstp-socket-factory.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Both directions, half-close, every octet. */
class SstpExchangeTest : public SocketExchangeTest
{
  public:
    /** @param c conditions */
    explicit SstpExchangeTest(const NetworkConditions& c)
        : SocketExchangeTest("ResequencingDistance, MeasureRtd: " + c.GetName()),
          m_c(c)
    {
    }

  private:
    void DoRun() override
    {
        const SmallSegments small;
        const CarrierSetting carrier(m_c);
        SmallSegments::Set("ResequencingDistance", "40");
        SmallSegments::Set("MeasureRtd", "true");
        TcpHosts hosts;
        SocketExchange exchange(hosts, SSTP, PORT, m_c, MilliSeconds(3));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        CheckExchange(exchange.client, *exchange.server, true);
    }

    const NetworkConditions m_c; //!< conditions
};

/** @brief The wire. */
class SstpHeaderTest : public TestCase
{
  public:
    SstpHeaderTest()
        : TestCase("PDUs octet by octet; sizes; RFC 1071; what is malformed")
    {
    }

  private:
    /** @param header gets the ports @param data of it @return the PDU's octets */
    std::vector<uint8_t> Octets(SstpHeader& header, Ptr<Packet> data)
    {
        header.SetSourcePort(0x0102);
        header.SetDestinationPort(0x0304);
        header.EnableChecksum(Address(), Address(), 0); // no pseudo header
        header.Close(data);
        data->AddHeader(header);
        return OctetsOf(data);
    }

    /** @param octets of a PDU @return what is wrong with it */
    static std::string Fault(const std::vector<uint8_t>& octets)
    {
        return SstpHeader::FindFault(
            Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /** @param octets of a PDU @return whether it can be read */
    static bool IsGood(const std::vector<uint8_t>& octets)
    {
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        SstpHeader header;
        header.EnableChecksum(Address(), Address(), 0);
        return packet->PeekHeader(header) > 0;
    }

    /** @param octets a PDU @return the sum of its 16-bit words, carries added (RFC 1071) */
    static uint32_t Sum(const std::vector<uint8_t>& octets)
    {
        uint32_t sum = 0;
        for (std::size_t i = 0; i < octets.size(); i += 2)
        {
            sum += octets[i] << 8 | octets[i + 1];
        }
        return (sum & 0xffff) + (sum >> 16);
    }

    void DoRun() override
    {
        SstpDataPdu data;
        data.packet = 0x0506;
        data.shipment = 0x0708090a;
        data.segment = 0x0b0c0d0e;
        data.lastOfSegment = true;
        SstpHeader header;
        header.Set(data);
        const uint8_t bytes[] = {0x21, 0x22, 0x23, 0x24, 0x25};
        // the sum of all words but the checksum, 0x0102 + 0x0304 + 0x0000 + ..., is 0xf26f
        const std::vector<uint8_t> wire = {0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0x05, 0x06, 0x07,
                                           0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x21, 0x22,
                                           0x23, 0x24, 0x25, 0x00, 0x00, 0x00, 0x80, 0x03};
        auto octets = Octets(header, Create<Packet>(bytes, 5));
        NS_TEST_ASSERT_MSG_EQ(octets.size(), 28, "data of 5 octets");
        NS_TEST_EXPECT_MSG_EQ(std::equal(wire.begin(), wire.end(), octets.begin()), true, "data");
        NS_TEST_EXPECT_MSG_EQ(Sum(octets), 0xffff, "checksum");
        const auto packet = Create<Packet>(octets.data(), 28);
        SstpHeader read;
        read.EnableChecksum(Address(), Address(), 0);
        packet->RemoveHeader(read);
        read.Open(packet);
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), true, "checksum");
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 5, "data");
        NS_TEST_EXPECT_MSG_EQ(read.GetSourcePort(), 0x0102, "CID");
        NS_TEST_EXPECT_MSG_EQ(read.GetData().packet, 0x0506, "packet");
        NS_TEST_EXPECT_MSG_EQ(read.GetData().lastOfSegment, true, "last");
        octets[20] ^= 1;
        const auto damaged = Create<Packet>(octets.data(), 28);
        damaged->PeekHeader(read);
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), false, "damage");

        SstpControlPdu control;
        control.type = SSTP_SNAK;
        control.control = 0x11121314;
        control.segment = 0x15161718;
        control.acknowledged = 0x191a1b1c;
        control.windowLimit = 0x1d1e1f20;
        control.endSeen = true;
        control.present = SstpBitmap(256, true);
        control.present.Clear(0);
        control.present.Clear(33);
        SstpHeader snak;
        snak.Set(control);
        octets = Octets(snak, Create<Packet>());
        const std::vector<uint8_t> request = {0x03, 0x04, 0x01, 0x02, 0x00, 0x04, 0x00, 0x03, 0x11,
                                              0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a,
                                              0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x7f, 0xff, 0xff,
                                              0xff, 0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
        NS_TEST_ASSERT_MSG_EQ(octets.size(), 60, "SNAK of 256 packets");
        NS_TEST_EXPECT_MSG_EQ(std::equal(request.begin(), request.end(), octets.begin()),
                              true,
                              "SNAK; the CID names the sender of data first");
        NS_TEST_EXPECT_MSG_EQ(Sum(octets), 0xffff, "checksum");
        const auto back = Create<Packet>(octets.data(), 60);
        back->PeekHeader(read);
        NS_TEST_EXPECT_MSG_EQ(read.GetSourcePort(), 0x0102, "source");
        NS_TEST_EXPECT_MSG_EQ((read.GetControl(256).present == control.present), true, "bitmap");
        NS_TEST_EXPECT_MSG_EQ(read.GetControl(256).endSeen, true, "flag");
        NS_TEST_EXPECT_MSG_EQ(read.GetControl(300).present.GetSize(), 256, "another segment size");

        control.type = SSTP_PACK;
        control.present = SstpBitmap();
        SstpHeader pack;
        pack.Set(control);
        NS_TEST_EXPECT_MSG_EQ(Octets(pack, Create<Packet>()).size(), 28, "PACK");
        data.type = SSTP_KEEP_ALIVE;
        SstpHeader idle;
        idle.Set(data);
        const auto good = Octets(idle, Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(good.size(), 20, "keep-alive");
        NS_TEST_EXPECT_MSG_EQ(IsGood(good), true, "keep-alive");
        SstpHeader full;
        data.type = SSTP_DATA;
        full.Set(data);
        NS_TEST_EXPECT_MSG_EQ(Octets(full, Create<Packet>(1024)).size(), 1044, "data");

        auto bad = good;
        bad[5] = 5; // type
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "type 5");
        NS_TEST_EXPECT_MSG_EQ(Fault(bad), "type of PDU 5: must be at most 4", "value and limit");
        bad[5] = 0;
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "data without data");
        NS_TEST_EXPECT_MSG_EQ(Fault(bad),
                              "octets of data PDU 20: must be above 20",
                              "value and limit");
        bad[5] = 3;
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "PACK of 20 octets");
        NS_TEST_EXPECT_MSG_EQ(Fault(bad), "octets of PACK 20: must be 28", "value and limit");
        bad = good;
        bad.resize(16);
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "16 octets");
        NS_TEST_EXPECT_MSG_EQ(Fault(bad),
                              "PDU's octets 16: must be a multiple of 4, at least 20",
                              "value and limit");
        bad = octets;
        bad.resize(28);
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "SNAK without bitmap");
        bad = good;
        bad[16] = 0x40; // unknown bit of the pad field
        NS_TEST_EXPECT_MSG_EQ(IsGood(bad), false, "pad");
        NS_TEST_EXPECT_MSG_EQ(Fault(bad),
                              "padding of idle PDU 16384: must be 0",
                              "value and limit");
    }
};

/** @brief An application that reads late, and reads on when it is told of more. */
class SstpLateReaderTest : public TestCase
{
  public:
    SstpLateReaderTest()
        : TestCase("Messages that wait for room come once and in order, whoever reads them")
    {
    }

  private:
    /** @param socket has messages */
    void Read(Ptr<Socket> socket)
    {
        MessageInfo info;
        while (m_reads && DynamicCast<SstpSocket>(socket)->RecvMessage(1000, info))
        {
            if (m_numbers.size() == 10)
            {
                return; // the end
            }
            m_numbers.push_back(info.number);
        }
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = socket;
        socket->SetRecvCallback(MakeCallback(&SstpLateReaderTest::Read, this));
    }

    void DoRun() override
    {
        const SmallSegments small;
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(1500));
        TcpHosts hosts;
        auto listener = hosts.Make(1, SSTP);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SstpLateReaderTest::Accepted, this));
        listener->Listen();
        StreamEnd client;
        client.piece = 700;
        client.Use(hosts.Make(0, SSTP), 0, 1, 7000);
        client.socket->Connect(hosts.At(1, PORT));
        ScheduleCall(Seconds(2), [&] {
            m_reads = true;
            Read(m_socket);
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_numbers.size(), 10, "messages");
        for (uint32_t i = 0; i < 10; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_numbers[i], i, "order");
        }
        m_socket = nullptr;
    }

    Ptr<Socket> m_socket;            //!< of the connection
    bool m_reads{false};             //!< from now on
    std::vector<uint64_t> m_numbers; //!< of the messages
};

/** @brief A client that has nothing to send, and a server that says nothing. */
class SstpIdleTest : public TestCase
{
  public:
    SstpIdleTest()
        : TestCase("A client asks a silent server after KeepAliveTime, whenever it has connected")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, SSTP);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAttribute("KeepAliveTime", TimeValue(Seconds(1000)));
        StreamServer server(listener, 0);
        server.prototype.closes = false;
        const auto client = hosts.Make(0, SSTP);
        client->SetAttribute("KeepAliveTime", TimeValue(Seconds(100)));
        // IPv6 has stopped to look for routers by then
        ScheduleCall(Seconds(30), [&] { client->Connect(hosts.At(1, PORT)); });
        std::vector<double> asked;
        hosts.channel->filter = [&](Ptr<const Packet>, Ptr<SimpleNetDevice> from) {
            if (from == hosts.Device(0) && Simulator::Now() > Seconds(31))
            {
                asked.push_back(Simulator::Now().GetSeconds());
            }
            return false;
        };
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connected");
        NS_TEST_ASSERT_MSG_EQ(asked.size(), 2, "questions");
        // it last heard of the server at 30 s, and once more when that has answered
        NS_TEST_EXPECT_MSG_EQ_TOL(asked[0], 130, 0.2, "the first one");
        NS_TEST_EXPECT_MSG_EQ_TOL(asked[1], 230, 0.3, "the second one");
    }
};

/** @brief Errors. */
class SstpErrorTest : public TestCase
{
  public:
    SstpErrorTest()
        : TestCase("Bad tolerances and rates: a message with value and limit")
    {
    }

  private:
    void DoRun() override
    {
        const SmallSegments small;
        const auto text = HsnAbortText([] {
            SmallSegments::Set("MaxLoss", "1");
            SmallSegments::Set("MaxBurst", "3");
            TcpHosts hosts;
            hosts.Make(0, SSTP)->Connect(hosts.At(1, PORT));
        });
        NS_TEST_EXPECT_MSG_EQ(
            (text.find("longest burst 3: must not exceed the 1 packets that may be lost") !=
             std::string::npos),
            true,
            text);
        const auto rate = HsnAbortText([] {
            SmallSegments::Set("DataRate", "0bps");
            TcpHosts hosts;
            hosts.Make(0, SSTP)->Connect(hosts.At(1, PORT));
        });
        NS_TEST_EXPECT_MSG_EQ(
            (rate.find("DataRate 0bps: must be above 0 bit/s") != std::string::npos),
            true,
            rate);
    }
};

/** @brief A path of rate and delay. */
class SstpPathTest : public TestCase
{
  public:
    SstpPathTest()
        : TestCase("Segment delays over a path of 500 Mb per s and 60 ms, and one lost packet")
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
    void Accepted(uint32_t segment, uint32_t)
    {
        m_delay.resize(std::max<std::size_t>(m_delay.size(), segment + 1));
        m_delay[segment] = (Simulator::Now() - m_started[segment]).GetSeconds() * 1e3;
    }

    /** @param socket of the connection */
    void Connected(Ptr<Socket> socket, const Address&)
    {
        socket->TraceConnectWithoutContext("SegmentAccepted",
                                           MakeCallback(&SstpPathTest::Accepted, this));
        socket->SetRecvCallback(MakeCallback(&SstpPathTest::Read, this));
    }

    /** @param socket with messages */
    void Read(Ptr<Socket> socket)
    {
        while (socket->Recv() && socket->GetRxAvailable() > 0)
        {
        }
    }

    /** @param socket has room */
    void Write(Ptr<Socket> socket, uint32_t)
    {
        while (m_toSend > 0 && socket->Send(Create<Packet>(262144)) > 0)
        {
            --m_toSend;
        }
    }

    /** @param socket of the connection */
    void Begin(Ptr<Socket> socket)
    {
        Write(socket, 0);
    }

    /** @brief Sends 100 segments. @param window WindowSegments @param lost packets that the
     * receiver does not get, counted from the keep-alive */
    void Run(uint32_t window, const std::list<uint32_t>& lost)
    {
        m_toSend = 100;
        m_started.clear();
        m_delay.clear();
        NodeContainer nodes;
        nodes.Create(2);
        PointToPointHelper p2p;
        // data of 1024 octets travels in 1044 of SSTP, 20 of IP and 2 of PPP, at the rate A
        p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(520507813)));
        p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(30)));
        p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
        const auto devices = p2p.Install(nodes);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        auto loss = CreateObject<ReceiveListErrorModel>();
        loss->SetList(lost);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
        const auto make = [&](uint32_t i) {
            auto socket = Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(SSTP));
            socket->SetAttribute("MaxMessageSize", UintegerValue(262144));
            socket->SetAttribute("WindowSegments", UintegerValue(window));
            socket->SetAttribute("SndBufSize", UintegerValue(20 << 20));
            socket->SetAttribute("RcvBufSize", UintegerValue(20 << 20));
            return socket;
        };
        auto listener = make(1);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SstpPathTest::Connected, this));
        listener->Listen();
        auto client = make(0);
        client->TraceConnectWithoutContext("SegmentStarted",
                                           MakeCallback(&SstpPathTest::Started, this));
        client->SetConnectCallback(MakeCallback(&SstpPathTest::Begin, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        client->SetSendCallback(MakeCallback(&SstpPathTest::Write, this));
        ScheduleCall(Time(0),
                     [&] { client->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT)); });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(m_delay.size(), 100, "segments");
    }

    void DoRun() override
    {
        // packet 7 of segment 2: after the keep-alive, two segments and seven packets
        Run(40, {1 + 2 * 256 + 7});
        const double clean = 256 * 0.016384 + 30;
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[0], clean, 0.01, "first");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[99], clean, 0.01, "last");
        // a SNAK of 82 octets on the line, RTD, and the packet again; a packet may be in the way
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[2], clean + 60 + 0.03, 0.02, "one round more");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delay[3], clean, 0.01, "others do not wait");
        // a window of 4 segments: each begins when the news of the fourth before it is back, 30 ms
        // after that was accepted
        Run(4, {});
        const double round = (m_started[99] - m_started[3]).GetSeconds() * 1e3 / 24;
        NS_TEST_EXPECT_MSG_EQ_TOL(round, clean + 30, 0.1, "a window in each round");
    }

    int m_toSend{0};             //!< segments
    std::vector<Time> m_started; //!< segments
    std::vector<double> m_delay; //!< of segments, ms
};

static HsnTestRegistration g_sstpSocketTests(
    "sstp-socket",
    {new SstpHeaderTest,
     new SstpExchangeTest({true, false, 0.1, 0.1, 0.1}),
     new SstpExchangeTest({false, true, 0.1, 0.1, 0.1}),
     new SstpExchangeTest({false, false, 0.05, 0.05, 0.2, 0.05}),
     new SstpLateReaderTest,
     new SstpIdleTest,
     new SstpErrorTest,
     new SstpPathTest});
} // namespace
} // namespace hsn
} // namespace ns3
