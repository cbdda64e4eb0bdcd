// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sockets get the same segments by TcpDemultiplexer as by ns-3's own look-up, which is used where
 * ns-3 computes checksums.
 */
#include "../hsn-test.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/tcp-demultiplexer.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
const char* const INDEXED_TCP = "ns3::hsn::IndexedTcpSocketFactory";
const char* const THEIRS = "ns3::TcpSocketFactory";
constexpr uint32_t FLOWS = 12;
constexpr uint32_t BYTES = 60000; // of each flow
constexpr uint16_t DEMULTIPLEXER_PORT = 9;

/// Time in ns, number of the receiver, bytes.
using Arrival = std::tuple<int64_t, uint32_t, uint64_t>;

/// What has happened.
struct DemultiplexerResult
{
    std::vector<Arrival> arrivals; //!< at applications
    uint64_t found[2]{0, 0};       //!< segments found by hash, at each host
    uint32_t refused{0};           //!< connections to a port without a socket
};

/// Many flows both ways between two hosts, some of ns-3's TCP and one bound to a device.
class DemultiplexerNetwork
{
  public:
    /// @param checksums whether ns-3 computes them
    explicit DemultiplexerNetwork(bool checksums)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(checksums));
        m_hosts.Create(2);
        InternetStackHelper().Install(m_hosts);
        HsnInternetHelper().Install(m_hosts, INDEXED_TCP);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", StringValue("5ms"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("20p"));
        const auto ends = link.Install(m_hosts);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(ends);
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            const bool isOurs = i % 4 != 3;
            AddFlow(i, isOurs ? INDEXED_TCP : THEIRS, i % 5 == 4 && isOurs ? THEIRS : INDEXED_TCP);
        }
        const auto bound = Socket::CreateSocket(m_hosts.Get(0), TypeId::LookupByName(INDEXED_TCP));
        bound->BindToNetDevice(ends.Get(0));
        Simulator::Schedule(MilliSeconds(700), &DemultiplexerNetwork::Refuse, this, bound);
    }

    ~DemultiplexerNetwork()
    {
        Simulator::Destroy();
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }

    /// @return what has happened
    DemultiplexerResult Run()
    {
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        for (uint32_t i = 0; i < 2; ++i)
        {
            m_result.found[i] = TcpDemultiplexer::Of(m_hosts.Get(i))->GetReceived();
        }
        return m_result;
    }

  private:
    /// @param number of the flow @param sender factory @param receiver factory
    void AddFlow(uint32_t number, const std::string& sender, const std::string& receiver)
    {
        const uint32_t from = number % 2;
        const Address to =
            InetSocketAddress(from == 0 ? "10.0.0.2" : "10.0.0.1", DEMULTIPLEXER_PORT + number / 3);
        if (number % 3 < 2) // two flows to each port of each host
        {
            auto sink = PacketSinkHelper(receiver, to).Install(m_hosts.Get(1 - from));
            sink.Get(0)->TraceConnectWithoutContext(
                "Rx",
                MakeBoundCallback(&DemultiplexerNetwork::Note, this, number));
        }
        BulkSendHelper send(sender, to);
        send.SetAttribute("MaxBytes", UintegerValue(BYTES));
        auto source = send.Install(m_hosts.Get(from));
        source.Start(MilliSeconds(10 + number));
    }

    /// @param network this @param sink number @param packet that has arrived
    static void Note(DemultiplexerNetwork* network,
                     uint32_t sink,
                     Ptr<const Packet> packet,
                     const Address&)
    {
        network->m_result.arrivals.emplace_back(Simulator::Now().GetNanoSeconds(),
                                                sink,
                                                packet->GetSize());
    }

    /// @param socket to be refused
    void Refuse(Ptr<Socket> socket)
    {
        socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                   MakeCallback(&DemultiplexerNetwork::Refused, this));
        socket->Connect(InetSocketAddress("10.0.0.2", 7));
    }

    /// A connection has failed.
    void Refused(Ptr<Socket>)
    {
        ++m_result.refused;
    }

    NodeContainer m_hosts;        //!< both
    DemultiplexerResult m_result; //!< what has happened
};

/// ns-3's look-up is the oracle.
class TcpDemultiplexerTest : public TestCase
{
  public:
    TcpDemultiplexerTest()
        : TestCase("Sockets get the same segments at the same times as by ns-3's look-up")
    {
    }

  private:
    void DoRun() override
    {
        const auto by = DemultiplexerNetwork(false).Run();
        const auto oracle = DemultiplexerNetwork(true).Run();
        NS_TEST_ASSERT_MSG_EQ((by.arrivals == oracle.arrivals), true, "arrivals differ");
        uint64_t bytes = 0;
        for (const auto& arrival : by.arrivals)
        {
            bytes += std::get<2>(arrival);
        }
        NS_TEST_EXPECT_MSG_GT(bytes, 4 * BYTES, "most flows have delivered their data");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_GT(by.found[i], 100, "found by hash at host " << i);
            NS_TEST_EXPECT_MSG_EQ(oracle.found[i], 0, "by ns-3's look-up at host " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(by.refused, 1, "nobody listens at port 7");
        NS_TEST_EXPECT_MSG_EQ(oracle.refused, 1, "nobody listens at port 7");
    }
};

HsnTestRegistration g_tcpDemultiplexerTests("tcp-demultiplexer", {new TcpDemultiplexerTest});
} // namespace
} // namespace hsn
} // namespace ns3
