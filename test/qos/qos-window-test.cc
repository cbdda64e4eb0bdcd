// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The paper's formula of errors as it is printed: data on its way counts as errors. A full window
 * of XTP over a path without errors, against numbers worked out by hand.
 */
#include "../hsn-test.h"
#include "../transport/stop-wait-support.h"

#include "ns3/boolean.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet-traces.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-xtp-adapter.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/xtp-header.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t WINDOW_PORT = 4000; //!< of the server
constexpr uint64_t PACKET = 1000;      //!< octets of data in a packet
constexpr uint64_t WINDOW = 10;        //!< packets that may be unacknowledged
constexpr uint64_t PACKETS = 40;       //!< sent

/// Settings of the errors.
struct ErrorCase
{
    std::string reference; //!< ErrorReference
    bool once;             //!< CountOnce
};

/**
 * A window of packets is on its way, and each is answered. When the i-th answer arrives, i packets
 * have been received and WINDOW + i - 1 were sent, or all.
 */
class QosWindowTest : public TestCase
{
  public:
    /// @param one settings
    explicit QosWindowTest(const ErrorCase& one)
        : TestCase("QoS: errors of a full window without errors: " + one.reference +
                   (one.once ? ", each byte once" : ", as often as it is missing")),
          m_case(one)
    {
    }

  private:
    /// @param i number of an answer, from 1 on @return packets sent by then
    static uint64_t GetSent(uint64_t i)
    {
        return std::min(WINDOW + i - 1, PACKETS);
    }

    /// @param i number of an answer, from 1 on @return bits that it is to report as errors
    uint64_t GetErrors(uint64_t i) const
    {
        if (m_case.reference == "AtRequest")
        {
            return 0;
        }
        const uint64_t missing = GetSent(i) - i;
        const uint64_t fresh = i == 1 ? missing : GetSent(i) - GetSent(i - 1);
        return 8 * PACKET * (m_case.once ? fresh : missing);
    }

    void DoRun() override
    {
        TcpHosts hosts;
        auto monitor = CreateObjectWithAttributes<QosMonitor>("ErrorReference",
                                                              StringValue(m_case.reference),
                                                              "CountOnce",
                                                              BooleanValue(m_case.once));
        std::vector<double> reported;
        std::vector<double> rates;
        monitor->TraceConnectWithoutContext(
            "Errors",
            Sink<const QosRow&, double>::Make([&](const QosRow& row, double bits) {
                reported.push_back(bits);
                rates.push_back(row.bitErrorRate);
            }));
        auto listener = hosts.Make(1, "ns3::hsn::XtpSocketFactory");
        listener->Bind(TcpHosts::Any(WINDOW_PORT));
        StreamServer server(listener, 0);
        auto socket = hosts.Make(0, "ns3::hsn::XtpSocketFactory");
        socket->SetAttribute("SegmentSize", UintegerValue(PACKET));
        socket->SetAttribute("OutputBuffer", UintegerValue(WINDOW * PACKET));
        Create<QosXtpAdapter>(monitor->GetFifo(), 1)->Attach(socket);
        // XTP reports by CNTL if nothing is missing; a protocol whose reports are all error control
        // packets would tell the same numbers. Those of the opening answer no data.
        QosAdapter reports(monitor->GetFifo(), 1);
        uint64_t sent = 0;
        socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<XtpHeader>(Sink<Ptr<const Packet>, const XtpHeader&>::Make(
                [&](Ptr<const Packet>, const XtpHeader& header) {
                    sent = std::max(sent, header.seq + header.dataSize);
                })));
        socket->TraceConnectWithoutContext(
            "Rx",
            MakeHeaderCallback<XtpHeader>(Sink<Ptr<const Packet>, const XtpHeader&>::Make(
                [&](Ptr<const Packet>, const XtpHeader& header) {
                    if (header.format == XtpFormat::CNTL && header.rseq > 0)
                    {
                        reports.Errors(header.echo, sent, header.rseq, {});
                    }
                })));
        StreamEnd client;
        client.piece = PACKET;
        client.Use(socket, 0, 0, PACKETS * PACKET);
        ScheduleCall(Seconds(3), [&] { socket->Connect(hosts.At(1, WINDOW_PORT)); });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "accepted");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, PACKETS * PACKET, "the transfer itself");
        NS_TEST_ASSERT_MSG_EQ(reported.size(), PACKETS, "an answer for each packet");
        uint64_t total = 0;
        for (uint64_t i = 1; i <= PACKETS; ++i)
        {
            total += GetErrors(i);
            NS_TEST_EXPECT_MSG_EQ(reported[i - 1], GetErrors(i), "answer " << i);
        }
        const auto* row = monitor->GetRow(1, QOS_OUT);
        NS_TEST_ASSERT_MSG_NE(row, nullptr, "row");
        NS_TEST_EXPECT_MSG_EQ(row->bits, 8 * PACKETS * PACKET, "nothing is sent again");
        NS_TEST_EXPECT_MSG_EQ(row->errorBits, total, "all errors");
        // window / sent: since the answer before, a packet was sent
        NS_TEST_EXPECT_MSG_EQ_TOL(rates[PACKETS / 2],
                                  static_cast<double>(GetErrors(PACKETS / 2 + 1)) / (8 * PACKET),
                                  1e-12,
                                  "rate while the window is full");
        NS_TEST_EXPECT_MSG_EQ(monitor->GetCounters().rejected, 0, "no contradiction");
        monitor->Dispose();
    }

    const ErrorCase m_case; //!< settings
};

HsnTestRegistration g_qosWindowTests("qos-window",
                                     {new QosWindowTest({"AtRequest", true}),
                                      new QosWindowTest({"AtRequest", false}),
                                      new QosWindowTest({"Now", true}),
                                      new QosWindowTest({"Now", false})});
} // namespace
} // namespace hsn
} // namespace ns3
