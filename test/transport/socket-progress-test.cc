// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Settings with which a transport might starve without a word: buffers below a packet, messages
 * above the buffer, the packet sizes of ns-3's applications.
 */
#include "socket-exchange-support.h"

#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/xtp-send-buffer.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PROGRESS_PORT = 9; ///< of servers

/** @brief A frame that is divided: both halves follow each other, and its marks stay at its ends.
 */
class XtpSplitTest : public TestCase
{
  public:
    /** @param mode of error control */
    explicit XtpSplitTest(XtpErrorControl mode)
        : TestCase("XTP divides a frame that is sent again, mode " + std::to_string(mode)),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        XtpSendBuffer buffer;
        buffer.Configure(m_mode, false);
        XtpFrame frame;
        frame.data = Create<Packet>(1000);
        frame.options = XTP_BTAG | XTP_EOM;
        const StreamOffset begin = buffer.Append(frame).begin;
        NS_TEST_EXPECT_MSG_EQ(buffer.SplitFirst(begin + 300), false, "nothing is sent again");
        buffer.Report({}, true, 1, 1); // asked for after it had been sent: it is not there
        NS_TEST_EXPECT_MSG_EQ(buffer.SplitFirst(begin + 1000), false, "an empty second half");
        NS_TEST_EXPECT_MSG_EQ(buffer.SplitFirst(begin), false, "an empty first half");
        NS_TEST_ASSERT_MSG_EQ(buffer.SplitFirst(begin + 300), true, "divided");
        const XtpFrame first = buffer.TakeResend();
        NS_TEST_EXPECT_MSG_EQ(first.begin, begin, "first half");
        NS_TEST_EXPECT_MSG_EQ(first.data->GetSize(), 300, "first half");
        NS_TEST_EXPECT_MSG_EQ(first.options, XTP_BTAG, "first half");
        NS_TEST_ASSERT_MSG_EQ(buffer.HasResend(), true, "the second half follows");
        const XtpFrame second = buffer.TakeResend();
        NS_TEST_EXPECT_MSG_EQ(second.begin, begin + 300, "second half");
        NS_TEST_EXPECT_MSG_EQ(second.data->GetSize(), 700, "second half");
        NS_TEST_EXPECT_MSG_EQ(second.options, XTP_EOM, "second half");
        NS_TEST_EXPECT_MSG_EQ(buffer.HasResend(), false, "no more");
    }

    XtpErrorControl m_mode; //!< of error control
};

/** @brief A message that no buffer of the receiver can ever hold. */
class SstpLongMessageTest : public TestCase
{
  public:
    SstpLongMessageTest()
        : TestCase("SSTP: a message above RcvBufSize breaks the connection at both ends")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const std::string factory = "ns3::hsn::SstpSocketFactory";
        const auto listener = hosts.Make(1, factory);
        listener->SetAttribute("RcvBufSize", UintegerValue(4000));
        listener->Bind(TcpHosts::Any(PROGRESS_PORT));
        StreamServer server(listener, 0);
        StreamEnd client;
        client.piece = 5000;
        client.Use(hosts.Make(0, factory), 0, 1, 5000);
        client.socket->Connect(hosts.At(1, PROGRESS_PORT));
        Simulator::Stop(Seconds(100));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 0, "octets");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "the receiver is told");
        NS_TEST_EXPECT_MSG_EQ(client.broken, 1, "the sender is told");
    }
};

/** @brief A reader that comes when the sender has gone. */
class SstpLateReaderTest : public TestCase
{
  public:
    /** @param reads when it reads, s */
    explicit SstpLateReaderTest(double reads)
        : TestCase("SSTP: who reads after the peer's Linger gets everything, the end, and no "
                   "error, after " +
                   std::to_string(reads) + " s"),
          m_reads(reads)
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const std::string factory = "ns3::hsn::SstpSocketFactory";
        const auto listener = hosts.Make(1, factory);
        // two messages fit, and the window is closed by the eight that wait
        listener->SetAttribute("RcvBufSize", UintegerValue(1500));
        listener->SetAttribute("WindowSegments", UintegerValue(8));
        listener->Bind(TcpHosts::Any(PROGRESS_PORT));
        StreamServer server(listener, 0);
        server.prototype.reads = false;
        server.prototype.closes = false;
        const auto socket = hosts.Make(0, factory);
        socket->SetAttribute("WindowSegments", UintegerValue(8));
        StreamEnd client;
        client.Use(socket, 0, 1, 7000);
        socket->Connect(hosts.At(1, PROGRESS_PORT));
        ScheduleCall(Seconds(5), [&] { socket->Close(); });
        ScheduleCall(Seconds(m_reads), [&] {
            server.ends[0]->reads = true;
            server.ends[0]->Read(server.ends[0]->socket);
        });
        ScheduleCall(Seconds(m_reads + 10), [&] { server.ends[0]->socket->Close(); });
        Simulator::Stop(Seconds(m_reads + 80));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "connections");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 7000, "octets");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->closed, 1, "the end");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 0, "errors");
        NS_TEST_EXPECT_MSG_EQ(client.broken, 0, "errors of the sender");
    }

    double m_reads; //!< when it reads, s
};

/** @brief Messages of TEAR as ns-3's applications send them by default. */
class TearDefaultSizeTest : public TestCase
{
  public:
    TearDefaultSizeTest()
        : TestCase("TEAR: OnOffApplication's default packets are sent")
    {
    }

  private:
    void DoRun() override
    {
        TcpHosts hosts;
        const std::string factory = "ns3::hsn::TearSocketFactory";
        PacketSinkHelper sinks(factory, TcpHosts::Any(PROGRESS_PORT));
        const auto sink = sinks.Install(hosts.nodes.Get(1)).Get(0);
        OnOffHelper source(factory, hosts.At(1, PROGRESS_PORT));
        source.SetConstantRate(DataRate("20kbps")); // packets of 512 octets
        source.Install(hosts.nodes.Get(0)).Start(Seconds(0.1));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        const auto received = DynamicCast<PacketSink>(sink)->GetTotalRx();
        NS_TEST_EXPECT_MSG_EQ((received > 20 * 512), true, "octets: " << received);
    }
};

static HsnTestRegistration g_progressTests("socket-progress",
                                           {new XtpSplitTest(XTP_SELECTIVE),
                                            new XtpSplitTest(XTP_GO_BACK_N),
                                            new SstpLongMessageTest,
                                            new SstpLateReaderTest(20),
                                            new SstpLateReaderTest(1000), // after KeepAliveTime
                                            new TearDefaultSizeTest});
} // namespace
} // namespace hsn
} // namespace ns3
