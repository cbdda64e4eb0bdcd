// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of SNR over networks that lose, duplicate, reorder and damage packets; their packets on
 * the wire, octet by octet; errors; times that follow from the rules of SNR, by hand.
 */
#include "socket-exchange-support.h"

#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/snr-socket-factory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const std::string SNR = "ns3::hsn::SnrSocketFactory"; ///< the factory
constexpr uint16_t PORT = 9;                          ///< of the server

/** @brief Attributes of a small, slow connection while it exists. */
struct SmallBlocks
{
    SmallBlocks()
    {
        Set("PacketSize", "100");
        Set("BlockSize", "8");
        Set("WindowPackets", "128");
        Set("DataRate", "10Mb/s");
        Set("Rtd", "10ms");
    }

    ~SmallBlocks()
    {
        Set("PacketSize", "1024");
        Set("BlockSize", "256");
        Set("WindowPackets", "10240");
        Set("DataRate", "500Mb/s");
        Set("Rtd", "60ms");
        Set("ReportInterval", "5ms");
        Set("KeepPartial", "true");
        Set("IdealControl", "false");
        Set("GiveUpTime", "30s");
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(131072));
        Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue("Ip"));
        Config::SetGlobal("ChecksumEnabled", BooleanValue(false));
    }

    /** @param name attribute @param value its default from now on */
    static void Set(const std::string& name, const std::string& value)
    {
        Config::SetDefault("ns3::hsn::SnrSocket::" + name, StringValue(value));
    }
};

/** @brief What a run is like. */
struct SnrConditions
{
    NetworkConditions network; ///< the path
    uint32_t block{8};         ///< packets
    bool keepPartial{true};    ///< union of transmissions
    uint32_t buffer{131072};   ///< of the receiver
    bool idealControl{false};  ///< states outside the network

    /** @return what it is */
    std::string GetName() const
    {
        std::ostringstream name;
        name << network.GetName() << " block " << block << " union " << keepPartial << " buffer "
             << buffer << " ideal " << idealControl;
        return name.str();
    }
};

/** @brief Both directions, half-close, every octet; applications of ns-3. */
class SnrExchangeTest : public SocketExchangeTest
{
  public:
    /** @param c conditions */
    explicit SnrExchangeTest(const SnrConditions& c)
        : SocketExchangeTest("Once and in order, both directions; ns-3's applications: " +
                             c.GetName()),
          m_c(c)
    {
    }

  private:
    void DoRun() override
    {
        const SmallBlocks small;
        const CarrierSetting carrier(m_c.network);
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(m_c.buffer));
        SmallBlocks::Set("BlockSize", std::to_string(m_c.block));
        SmallBlocks::Set("WindowPackets", std::to_string(std::max(128U, 4 * m_c.block)));
        SmallBlocks::Set("KeepPartial", m_c.keepPartial ? "true" : "false");
        SmallBlocks::Set("IdealControl", m_c.idealControl ? "true" : "false");
        Streams();
        CheckApplications(SNR, m_c.network, MilliSeconds(3), Seconds(60), {});
    }

    /** @brief Every octet. */
    void Streams()
    {
        TcpHosts hosts;
        SocketExchange exchange(hosts, SNR, PORT, m_c.network, MilliSeconds(3));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        CheckExchange(exchange.client, *exchange.server, false);
        const auto counters = DynamicCast<SnrSocket>(exchange.client.socket)->GetCounters();
        NS_TEST_EXPECT_MSG_EQ(counters.dropped, 0, "the peer says nothing wrong");
        NS_TEST_EXPECT_MSG_EQ((counters.blocksRepeated > 0),
                              (m_c.network.lose + m_c.network.damage > 0),
                              "repair");
        if (m_c.network.damage > 0 &&
            !m_c.network.udp) // in UDP, the checksum of UDP finds the damage first
        {
            const auto protocol = hosts.nodes.Get(1)->GetObject<SnrProtocol>();
            NS_TEST_EXPECT_MSG_GT(protocol->GetCounters().badChecksum, 0, "damage is found");
        }
    }

    const SnrConditions m_c; //!< conditions
};

/** @brief The wire. */
class SnrHeaderTest : public TestCase
{
  public:
    SnrHeaderTest()
        : TestCase("Packets octet by octet; sizes; RFC 1071; what is malformed")
    {
    }

  private:
    /** @param header gets the ports @param data of it @return the packet's octets */
    static std::vector<uint8_t> Octets(SnrHeader& header, Ptr<Packet> data)
    {
        header.SetSourcePort(0x0102);
        header.SetDestinationPort(0x0304);
        header.EnableChecksum(Address(), Address(), 0); // no pseudo header
        data->AddHeader(header);
        return OctetsOf(data);
    }

    /** @param octets of a packet @param header gets what they say @return octets of the header */
    static uint32_t Read(const std::vector<uint8_t>& octets, SnrHeader& header)
    {
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        header.EnableChecksum(Address(), Address(), 0);
        return packet->PeekHeader(header);
    }

    /** @param octets of a packet @return what is wrong with it */
    static std::string Fault(const std::vector<uint8_t>& octets)
    {
        return SnrHeader::FindFault(
            Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /** @param octets of a packet @return whether it can be read */
    static bool IsGood(const std::vector<uint8_t>& octets)
    {
        SnrHeader header;
        return Read(octets, header) > 0;
    }

    /** @param octets of even number @return the sum of 16-bit words, carries added (RFC 1071) */
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
        SnrPacket data;
        data.block = (uint64_t{7} << 32) + 0x0708090a;
        data.packet = 0x0b0c;
        data.packets = 0x0d0e;
        data.attempt = 0x0f10;
        SnrHeader header;
        header.Set(data);
        const uint8_t bytes[] = {0x21, 0x22};
        // 0102 + 0304 + 0000 + 0708 + 090a + 0b0c + 0d0e + 0f10 + 0000 + 2122 = 5c64, inverted
        const std::vector<uint8_t> wire = {0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0xa3, 0x9b,
                                           0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e,
                                           0x0f, 0x10, 0x00, 0x00, 0x21, 0x22};
        auto octets = Octets(header, Create<Packet>(bytes, 2));
        NS_TEST_EXPECT_MSG_EQ((octets == wire), true, "data");
        SnrHeader read;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 20, "data");
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), true, "checksum");
        NS_TEST_EXPECT_MSG_EQ(read.GetPacket(uint64_t{7} << 32).block, data.block, "unwrapped");
        NS_TEST_EXPECT_MSG_EQ(read.GetPacket(0).packets, 0x0d0e, "size of the block");
        octets[20] ^= 1;
        Read(octets, read);
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), false, "damage");
        octets[19] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "octets that have to be 0");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "last field of data packet 1: must be 0",
                              "value and limit");
        octets[19] = 0;
        octets[5] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "data with a flag");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of data packet 1: must be 0",
                              "value and limit");
        octets[5] = 0;
        octets.resize(20);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "data without data");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "octets of data packet 20: must be above 20",
                              "value and limit");
        octets[4] = 3;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "type 3");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "type of packet 3: must be at most 2",
                              "value and limit");

        SnrReport report;
        report.number = 0x11121314;
        report.lowest = 0x15161718;
        report.limit = 0x191a1b1c;
        report.received.assign(34, false);
        report.received[1] = true;
        report.received[33] = true;
        SnrHeader state;
        state.Set(report);
        state.end = true;
        octets = Octets(state, Create<Packet>());
        const std::vector<uint8_t> said = {0x01,      0x02, 0x03, 0x04, 0x02, 0x02, octets[6],
                                           octets[7], 0x11, 0x12, 0x13, 0x14, 0x15, 0x16,
                                           0x17,      0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x40,
                                           0x00,      0x00, 0x00, 0x40, 0x00, 0x00, 0x00};
        NS_TEST_EXPECT_MSG_EQ((octets == said), true, "receiver's state");
        NS_TEST_EXPECT_MSG_EQ(Sum(octets), 0xffff, "checksum");
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), 28, "receiver's state");
        const SnrSender sender(8, 16, 2);
        const auto got = read.GetReport(sender);
        NS_TEST_EXPECT_MSG_EQ(got.number, report.number, "number");
        NS_TEST_EXPECT_MSG_EQ(got.lowest, report.lowest, "lowest block");
        NS_TEST_EXPECT_MSG_EQ(got.limit, report.limit, "limit");
        NS_TEST_EXPECT_MSG_EQ(got.received[1] && got.received[33] && !got.received[32],
                              true,
                              "bits");
        octets.pop_back();
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "part of a row");
        NS_TEST_EXPECT_MSG_EQ(
            Fault(octets),
            "octets of receiver's state 27: must be a multiple of 4, at most 8212",
            "value and limit");
        octets.resize(20);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), true, "no row");
        octets[5] = 1;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "a receiver does not open");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of receiver's state 1: must be 0 or 2",
                              "value and limit");
        octets.resize(20 + 4 * 2049);
        octets[5] = 0;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "2049 rows");
        NS_TEST_EXPECT_MSG_EQ(
            Fault(octets),
            "octets of receiver's state 8216: must be a multiple of 4, at most 8212",
            "value and limit");

        SnrHeader opening;
        opening.type = SNR_SENDER_STATE;
        opening.opening = true;
        opening.number = 1;
        octets = Octets(opening, Create<Packet>());
        NS_TEST_EXPECT_MSG_EQ(octets.size(), 20, "sender's state");
        NS_TEST_EXPECT_MSG_EQ((octets[4] << 8 | octets[5]), 0x0101, "type and flag");
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), true, "sender's state");
        octets[5] = 8;
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "an unknown flag");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "flags of sender's state 8: must be at most 7",
                              "value and limit");
        octets.resize(19);
        NS_TEST_EXPECT_MSG_EQ(Fault(octets), "packet's octets 19: must be at least 20", "short");
        octets[5] = 1;
        octets.resize(24);
        NS_TEST_EXPECT_MSG_EQ(IsGood(octets), false, "sender's state with a row");
        NS_TEST_EXPECT_MSG_EQ(Fault(octets),
                              "octets of sender's state 24: must be 20",
                              "value and limit");
    }
};

/** @brief Malformed packets at a node. */
class SnrMalformedTest : public TestCase
{
  public:
    SnrMalformedTest()
        : TestCase("Malformed and misplaced packets: counted, traced with value and limit, dropped")
    {
    }

  private:
    /** @param reason of a drop */
    void Dropped(Ptr<const Packet>, const std::string& reason)
    {
        m_reasons.push_back(reason);
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = DynamicCast<SnrSocket>(socket);
        socket->TraceConnectWithoutContext("RxDrop",
                                           MakeCallback(&SnrMalformedTest::Dropped, this));
    }

    /** @param hosts of the network @param header of a packet that host 0 sends to host 1 @param
     * data octets */
    void Send(TcpHosts& hosts, SnrHeader header, uint32_t data)
    {
        Address from;
        m_client->GetSockName(from);
        TransportPath path;
        path.local = InetSocketAddress::ConvertFrom(from).GetIpv4();
        path.peer = InetSocketAddress::ConvertFrom(hosts.At(1, PORT)).GetIpv4();
        path.localPort = InetSocketAddress::ConvertFrom(from).GetPort();
        path.peerPort = PORT;
        hosts.nodes.Get(0)->GetObject<SnrProtocol>()->Send(Create<Packet>(data), header, path);
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
    }

    void DoRun() override
    {
        const SmallBlocks small;
        TcpHosts hosts;
        auto listener = hosts.Make(1, SNR);
        listener->Bind(TcpHosts::Any(PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SnrMalformedTest::Accepted, this));
        listener->Listen();
        const auto protocol = hosts.nodes.Get(1)->GetObject<SnrProtocol>();
        protocol->TraceConnectWithoutContext("Malformed",
                                             MakeCallback(&SnrMalformedTest::Dropped, this));
        m_client = hosts.Make(0, SNR);
        m_client->Connect(hosts.At(1, PORT));
        Simulator::Stop(MilliSeconds(500));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((m_socket != nullptr), true, "accepted");
        SnrHeader header;
        header.type = 9;
        Send(hosts, header, 1);
        header.type = SNR_DATA;
        header.packets = 8;
        Send(hosts, header, 101);
        header.packets = 9;
        Send(hosts, header, 100);
        header.packets = 8;
        header.number = 16;
        Send(hosts, header, 100);
        header.type = SNR_RECEIVER_STATE;
        header.number = 100000;
        header.block = 1;
        Send(hosts, header, 0);
        header.bitmap.assign(2, 0);
        Send(hosts, header, 0);
        const std::vector<std::string> expected = {"type of packet 9: must be at most 2",
                                                   "packet of 101 bytes: must have 100",
                                                   "block of 9 packets: must have 1 to 8",
                                                   "block 16: must be below 16",
                                                   "lowest block 1: must be at most 0",
                                                   "bitmap of 2 rows: must have at most 1"};
        NS_TEST_ASSERT_MSG_EQ(m_reasons.size(), expected.size(), "drops");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(m_reasons[i], expected[i], "reason");
        }
        NS_TEST_EXPECT_MSG_EQ(protocol->GetCounters().malformed, 1, "counted by the protocol");
        NS_TEST_EXPECT_MSG_EQ(m_socket->GetCounters().dropped, 5, "counted by the socket");
        m_socket = nullptr;
        m_client = nullptr;
    }

    Ptr<Socket> m_client;               //!< connects
    Ptr<SnrSocket> m_socket;            //!< accepted
    std::vector<std::string> m_reasons; //!< of drops
};

/** @brief Errors. */
class SnrErrorTest : public TestCase
{
  public:
    SnrErrorTest()
        : TestCase("No listener, silence, a peer that vanishes, bad attributes: errors, no hang")
    {
    }

  private:
    /** @param name attribute @param value of it @return what a socket says of it */
    std::string Say(const std::string& name, const std::string& value)
    {
        return HsnAbortText([&] {
            SmallBlocks::Set(name, value);
            TcpHosts hosts;
            hosts.Make(0, SNR)->Connect(hosts.At(1, PORT));
        });
    }

    /** @param text what was said @param part of it */
    void ExpectIn(const std::string& text, const std::string& part)
    {
        NS_TEST_EXPECT_MSG_EQ((text.find(part) != std::string::npos), true, text);
    }

    void DoRun() override
    {
        const SmallBlocks small;
        SmallBlocks::Set("GiveUpTime", "2s");
        {
            TcpHosts hosts;
            StreamEnd client;
            client.Use(hosts.Make(0, SNR), 0, 1, 100);
            client.socket->Connect(hosts.At(1, PORT));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(client.failed, 1, "ICMP: nobody listens");
        }
        for (const bool all : {true, false})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, SNR);
            listener->Bind(TcpHosts::Any(PORT));
            StreamServer server(listener, 0);
            server.prototype.closes = false;
            StreamEnd client;
            client.Use(hosts.Make(0, SNR), 0, 1, 100000);
            client.socket->Connect(hosts.At(1, PORT));
            ScheduleCall(MilliSeconds(all ? 0 : 40), [&] { hosts.channel->lose = 1; });
            Simulator::Stop(Seconds(20));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(client.failed, all ? 1 : 0, "silence from the start");
            NS_TEST_EXPECT_MSG_EQ(client.broken, all ? 0 : 1, "silence in the middle");
            if (!all)
            {
                NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "and at the other end");
            }
        }
        ExpectIn(Say("ReportInterval", "10.5ms"),
                 "ReportInterval +10.5ms: must be at most the Rtd of +10ms");
        SmallBlocks::Set("ReportInterval", "5ms");
        ExpectIn(Say("WindowPackets", "7"), "WindowPackets 7: must be at least the BlockSize of 8");
        ExpectIn(Say("WindowPackets", "600000"),
                 "WindowPackets 600000: must be at most 65536 blocks of 8");
        SmallBlocks::Set("WindowPackets", "128");
        ExpectIn(Say("DataRate", "0bps"), "DataRate 0bps: must be above 211200 bit/s");
    }
};

/** @brief Loses data packet 7, counted from 0. */
class LosesOne : public ErrorModel
{
  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        const bool isData = packet->GetSize() > 1024;
        m_data += isData;
        return isData && m_data == 8;
    }

    void DoReset() override
    {
        m_data = 0;
    }

    uint32_t m_data{0}; //!< packets with data so far
};

/** @brief A path of rate and delay. */
class SnrPathTest : public TestCase
{
  public:
    /** @param block size of blocks @param idealControl states outside the network @param mbps rate
     */
    SnrPathTest(uint32_t block, bool idealControl, uint32_t mbps = 500)
        : TestCase("Times over a path of 60 ms, and one lost packet; Mb per s " +
                   std::to_string(mbps) + ", block " + std::to_string(block) +
                   (idealControl ? ", ideal control" : "")),
          m_block(block),
          m_ideal(idealControl),
          m_mbps(mbps)
    {
    }

  private:
    /** @param block that starts */
    void Started(uint64_t block)
    {
        m_started.resize(block + 1);
        m_started[block] = Simulator::Now();
    }

    /** @param block that is complete */
    void Completed(uint64_t block)
    {
        m_completed.resize(std::max<std::size_t>(m_completed.size(), block + 1));
        m_completed[block] = Simulator::Now();
    }

    /** @brief A packet is sent again. */
    void Repeated(Ptr<const Packet>, const SnrHeader&)
    {
        if (m_repeated++ == 0)
        {
            m_firstRepeated = Simulator::Now();
        }
    }

    /** @param socket of the connection */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->TraceConnectWithoutContext("BlockCompleted",
                                           MakeCallback(&SnrPathTest::Completed, this));
        socket->SetRecvCallback(MakeCallback(&SnrPathTest::Read, this));
    }

    /** @param socket with data */
    void Read(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return; // the end
            }
            m_read += packet->GetSize();
        }
    }

    /** @param socket of the connection */
    void Begin(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(SIZE));
        socket->ShutdownSend();
    }

    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(2);
        PointToPointHelper p2p;
        // data of 1024 octets travels with 20 of SNR, 20 of IP and 2 of PPP, at the rate A
        p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(m_mbps * 1041016)));
        p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(30)));
        p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
        const auto devices = p2p.Install(nodes);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(CreateObject<LosesOne>()));
        const auto make = [&](uint32_t i) {
            auto socket = Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(SNR));
            socket->SetAttribute("SndBufSize", UintegerValue(4 << 20));
            socket->SetAttribute("RcvBufSize", UintegerValue(4 << 20));
            socket->SetAttribute("BlockSize", UintegerValue(m_block));
            socket->SetAttribute("DataRate", DataRateValue(DataRate(m_mbps * 1000000)));
            socket->SetAttribute("IdealControl", BooleanValue(m_ideal));
            return socket;
        };
        auto listener = make(1);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&SnrPathTest::Accepted, this));
        listener->Listen();
        auto client = make(0);
        client->TraceConnectWithoutContext("BlockStarted",
                                           MakeCallback(&SnrPathTest::Started, this));
        client->TraceConnectWithoutContext("Retransmission",
                                           MakeCallback(&SnrPathTest::Repeated, this));
        client->SetConnectCallback(MakeCallback(&SnrPathTest::Begin, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        ScheduleCall(Time(0),
                     [&] { client->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT)); });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(m_read, SIZE, "octets");
        const uint32_t blocks = SIZE / 1024 / m_block;
        NS_TEST_ASSERT_MSG_EQ(m_completed.size(), blocks, "blocks");
        const double tp = 8.192 / m_mbps;
        const auto delay = [&](uint32_t b) {
            return (m_completed[b] - m_started[b]).GetSeconds() * 1e3;
        };
        const double clean = m_block * tp + 30;
        if (m_mbps < 100)
        {
            // states are 2 % of what the link carries: if they had no part in the rate, the queue
            // would have grown for 2 % of the 1.7 s
            NS_TEST_EXPECT_MSG_EQ_TOL(delay(blocks - 1), clean, 1, "the queue does not grow");
            return;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(delay(blocks - 1), clean, 0.01, "last block");
        NS_TEST_EXPECT_MSG_EQ(m_repeated, m_block, "the block is sent again, and no other one");
        // The first block leaves at once; its last packet has left after the block's time. It
        // counts down from RTD / T_in + 1 = 13 with the reports that come every 5 ms after that.
        const double left = m_started[0].GetSeconds() * 1e3 + m_block * tp;
        const double again = m_firstRepeated.GetSeconds() * 1e3;
        NS_TEST_EXPECT_MSG_GT(again, left + 60, "not before the thirteenth report");
        NS_TEST_EXPECT_MSG_LT(again, left + 65.1, "nor later than that");
        // reports are made at multiples of 5 ms, and come 30 ms later: a state's time on the wire
        const double phase = std::fmod(again, 5);
        NS_TEST_EXPECT_MSG_LT(phase, 0.05, "at a report");
        NS_TEST_EXPECT_MSG_EQ_TOL(delay(0),
                                  again - m_started[0].GetSeconds() * 1e3 + 8 * tp + 30,
                                  0.02,
                                  "complete with packet 7 of the second transmission");
    }

    static constexpr uint32_t SIZE = 2 << 20; //!< octets

    uint32_t m_block;              //!< packets of a block
    bool m_ideal;                  //!< ideal control
    uint32_t m_mbps;               //!< rate
    uint64_t m_read{0};            //!< octets
    uint32_t m_repeated{0};        //!< packets
    Time m_firstRepeated;          //!< when the first one was sent again
    std::vector<Time> m_started;   //!< blocks
    std::vector<Time> m_completed; //!< blocks
};

static HsnTestRegistration g_snrSocketTests(
    "snr-socket",
    {new SnrHeaderTest,
     new SnrExchangeTest(SnrConditions{{false, false, 0, 0, 0}}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.2, 0, 0}}),
     new SnrExchangeTest(SnrConditions{{true, false, 0.1, 0.1, 0.1}}),
     new SnrExchangeTest(SnrConditions{{false, true, 0.1, 0.1, 0.1}}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.05, 0.05, 0.2, 0.05}}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.02, 0, 0, 0}, 256}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.1, 0.1, 0.1, 0}, 8, false}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.1, 0, 0, 0}, 8, true, 1000}),
     new SnrExchangeTest(SnrConditions{{false, false, 0.1, 0, 0, 0}, 8, true, 131072, true}),
     new SnrMalformedTest,
     new SnrErrorTest,
     new SnrPathTest(256, false),
     new SnrPathTest(8, false),
     new SnrPathTest(256, true),
     new SnrPathTest(8, true),
     new SnrPathTest(8, false, 10)});
} // namespace
} // namespace hsn
} // namespace ns3
