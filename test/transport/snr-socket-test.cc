// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets of SNR over networks that lose, duplicate, reorder and damage packets; their packets on
 * the wire, octet by octet; errors; times that follow from the rules of SNR, by hand.
 */
#include "data-loss.h"
#include "snr-socket-test-support.h"
#include "socket-exchange-support.h"

#include "ns3/hsn-internet-helper.h"
#include "ns3/packet-traces.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"

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
/** @brief Both directions, half-close, every octet, by the ways of SNR. */
class SnrExchangeTest : public SocketExchangeTest
{
  public:
    /** @param c network @param block packets of one @param keepPartial union of transmissions
     * @param idealControl states outside the network */
    explicit SnrExchangeTest(const NetworkConditions& c,
                             uint32_t block = 8,
                             bool keepPartial = true,
                             bool idealControl = false)
        : SocketExchangeTest("Once and in order, both directions: " + c.GetName() + " block " +
                             std::to_string(block) + " union " + std::to_string(keepPartial) +
                             " ideal " + std::to_string(idealControl)),
          m_c(c),
          m_block(block),
          m_keepPartial(keepPartial),
          m_idealControl(idealControl)
    {
    }

  private:
    void DoRun() override
    {
        const SmallBlocks small;
        SmallBlocks::Set("BlockSize", std::to_string(m_block));
        SmallBlocks::Set("WindowPackets", std::to_string(std::max(128U, 4 * m_block)));
        SmallBlocks::Set("KeepPartial", m_keepPartial ? "true" : "false");
        SmallBlocks::Set("IdealControl", m_idealControl ? "true" : "false");
        TcpHosts hosts;
        SocketExchange exchange(hosts, SNR, PORT, m_c, MilliSeconds(3));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        CheckExchange(exchange.client, *exchange.server, false);
        const auto client = DynamicCast<SnrSocket>(exchange.client.socket);
        NS_TEST_EXPECT_MSG_EQ(client->GetDropped(), 0, "the peer says nothing wrong");
        const bool repaired = client->GetCounters().blocksRepeated > 0;
        NS_TEST_EXPECT_MSG_EQ(repaired, (m_c.lose > 0), "repair");
    }

    const NetworkConditions m_c; //!< network
    const uint32_t m_block;      //!< packets
    const bool m_keepPartial;    //!< union of transmissions
    const bool m_idealControl;   //!< states outside the network
};

/** @brief Errors. */
class SnrErrorTest : public TestCase
{
  public:
    SnrErrorTest()
        : TestCase("Bad attributes: a message with value and limit")
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
        devices.Get(1)->SetAttribute(
            "ReceiveErrorModel",
            PointerValue(CreateObject<DataLoss>(1024, std::list<uint32_t>{7})));
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
        client->TraceConnectWithoutContext(
            "Retransmission",
            MakeHeaderCallback<SnrHeader>(MakeCallback(&SnrPathTest::Repeated, this)));
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

/** @brief A reader that comes when the sender has vanished without a word. */
class SnrLateReaderTest : public TestCase
{
  public:
    SnrLateReaderTest()
        : TestCase("Who reads after GiveUpTime gets everything, the end, and no error")
    {
    }

  private:
    void DoRun() override
    {
        const SmallBlocks small; // the window is 12800 octets
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(2500));
        TcpHosts hosts;
        const auto listener = hosts.Make(1, SNR);
        listener->Bind(TcpHosts::Any(PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        server.prototype.closes = false;
        StreamEnd client;
        client.Use(hosts.Make(0, SNR), 0, 1, 10000);
        client.socket->Connect(hosts.At(1, PORT));
        bool cut = false;
        hosts.channel->filter = [&](Ptr<const Packet>, Ptr<SimpleNetDevice>) { return cut; };
        ScheduleCall(Seconds(5), [&] { cut = true; });
        ScheduleCall(Seconds(100), [&] {
            server.ends.at(0)->reads = true;
            server.ends.at(0)->Read(server.ends.at(0)->socket);
        });
        Simulator::Stop(Seconds(140));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        const auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_EQ(end.received, 10000, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "octets");
        NS_TEST_EXPECT_MSG_EQ(end.closed, 1, "the end");
        NS_TEST_EXPECT_MSG_EQ(end.broken, 0, "errors");
        Address name;
        end.socket->GetSockName(name);
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(name).GetPort(), 0, "released");
    }
};

HsnTestRegistration g_snrSocketTests("snr-socket",
                                     {new SnrExchangeTest({}),
                                      new SnrExchangeTest({false, false, 0.02}, 256),
                                      new SnrExchangeTest({false, false, 0.1, 0.1, 0.1}, 8, false),
                                      new SnrExchangeTest({false, false, 0.1}, 8, true, true),
                                      new SnrErrorTest,
                                      new SnrLateReaderTest,
                                      new SnrPathTest(256, false),
                                      new SnrPathTest(8, false),
                                      new SnrPathTest(256, true),
                                      new SnrPathTest(8, true),
                                      new SnrPathTest(8, false, 10)});
} // namespace
} // namespace hsn
} // namespace ns3
