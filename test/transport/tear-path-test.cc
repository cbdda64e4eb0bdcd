// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paths of TEAR on which fractions of a microsecond matter, the unit of its time stamps.
 */
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/tear-stream-socket.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t SHORT_PORT = 4000;                                 ///< of servers
const std::string SHORT_STREAM = "ns3::hsn::TearStreamSocketFactory"; ///< byte streams

/** @brief A byte stream from host 0. */
struct TearTransfer
{
    /** @param hosts where it is @param server number of the host that receives @param to its
     * address
     * @param octets to be sent @param reads whether the server does so at once */
    TearTransfer(TcpHosts& hosts, uint32_t server, const Address& to, uint32_t octets, bool reads)
        : m_listener(hosts.Make(server, SHORT_STREAM))
    {
        m_listener->SetAttribute("RcvBufSize", UintegerValue(4096));
        m_listener->Bind(TcpHosts::Any(SHORT_PORT));
        m_server = std::make_unique<StreamServer>(m_listener, 0);
        m_server->prototype.reads = reads;
        client.Use(hosts.Make(0, SHORT_STREAM), 0, 1000, octets);
        client.socket->TraceConnectWithoutContext("RxDrop",
                                                  MakeCallback(&TearTransfer::Drop, this));
        client.socket->Connect(to);
    }

    /** @return the receiving end */
    StreamEnd& GetServer() const
    {
        return *m_server->ends.at(0);
    }

    /** @return packets that the server has dropped */
    uint64_t GetServerDrops() const
    {
        return DynamicCast<TearStreamSocket>(GetServer().socket)->GetDropped();
    }

    /** @brief Trace RxDrop. @param reason of the drop */
    void Drop(Ptr<const Packet>, const std::string& reason)
    {
        dropped += reason + "; ";
    }

    StreamEnd client;    ///< sends
    std::string dropped; ///< reasons

  private:
    Ptr<Socket> m_listener;                 ///< of the server
    std::unique_ptr<StreamServer> m_server; ///< receives
};

/** @brief Several feedback packets echo the same data. */
class TearSlowReaderTest : public TestCase
{
  public:
    TearSlowReaderTest()
        : TestCase("On a lossless path whose delay is not in whole microseconds nothing is stale")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        hosts.channel->delay = MilliSeconds(1) + NanoSeconds(7);
        for (uint32_t i = 0; i < 2; ++i)
        {
            hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
        }
        TearTransfer transfer(hosts, 1, hosts.At(1, SHORT_PORT), 100000, false);
        // a reader of 1000 octets each 3.0003 ms
        for (uint32_t i = 0; i < 1000; ++i)
        {
            ScheduleCall(Seconds(1) + NanoSeconds(3000300) * i, [&transfer] {
                const auto packet = transfer.GetServer().socket->Recv(1000, 0);
                transfer.GetServer().received += packet ? packet->GetSize() : 0;
            });
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(transfer.GetServer().received, 100000, "received");
        NS_TEST_EXPECT_MSG_EQ(transfer.dropped, "", "by the sender");
        NS_TEST_EXPECT_MSG_EQ(transfer.GetServerDrops(), 0, "by the receiver");
    }
};

/** @brief Round-trip times below a microsecond. */
class TearNoDelayTest : public TestCase
{
  public:
    TearNoDelayTest()
        : TestCase("Streams over a channel without delay, and within a host")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t server : {1, 0})
        {
            for (const char* source : {"Sender", "Receiver"})
            {
                TcpHosts hosts;
                hosts.channel->delay = Time(0);
                Config::SetDefault("ns3::hsn::TearStreamSocket::RttSource", StringValue(source));
                const Address to = server == 1
                                       ? hosts.At(1, SHORT_PORT)
                                       : InetSocketAddress(Ipv4Address::GetLoopback(), SHORT_PORT);
                TearTransfer transfer(hosts, server, to, 10000, true);
                Config::SetDefault("ns3::hsn::TearStreamSocket::RttSource", StringValue("Sender"));
                Simulator::Stop(Seconds(10));
                Simulator::Run();
                NS_TEST_ASSERT_MSG_EQ(transfer.client.connected, 1, "host " << server);
                const auto& end = transfer.GetServer();
                NS_TEST_EXPECT_MSG_EQ(end.received, 10000, "host " << server);
                NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "host " << server);
                NS_TEST_EXPECT_MSG_EQ(end.closed, 1, "host " << server);
                NS_TEST_EXPECT_MSG_EQ(transfer.dropped, "", "by the sender to " << server);
                NS_TEST_EXPECT_MSG_EQ(transfer.GetServerDrops(), 0, "by host " << server);
            }
        }
    }
};

HsnTestRegistration g_tearPathTests("tear-path", {new TearSlowReaderTest, new TearNoDelayTest});
} // namespace
} // namespace hsn
} // namespace ns3
