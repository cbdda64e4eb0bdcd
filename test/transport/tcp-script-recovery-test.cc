// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packet scripts of RFC 9937, proportional rate reduction.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** Proportional rate reduction, with SACK; the rest as TCP_PLAIN. The type of recovery must stand
 * before the socket's attributes. */
const std::string PRR_PLAIN =
    "tcp SocketType ns3::TcpNewReno\ntcp RecoveryType ns3::TcpPrrRecovery\n" +
    TCP_PLAIN.substr(TCP_PLAIN.find("set StrictRfc")) + R"(
set Sack true
set LimitedTransmit false
)";

/** The socket opens a connection with SACK. */
const std::string SACK_CONNECT = R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
+0    call send 60000
)";

/** @param from number of a segment @param to number of another @return these segments are sent now
 */
std::string
Sent(uint32_t from, uint32_t to)
{
    std::string lines;
    for (uint32_t i = from; i <= to; ++i)
    {
        lines += "+0 > . " + std::to_string(1000 * (i - 1) + 1) + ":" +
                 std::to_string(1000 * i + 1) + "(1000) ack 1\n";
    }
    return lines;
}

HsnTestRegistration g_tcpScriptRecoveryTests(
    "tcp-script-recovery",
    {
        // RecoverFS is what had not been delivered before the acknowledgement that begins the
        // recovery: 20 segments less two. With n reported, n - 2 are delivered, of which 10/18
        // are sent: CEIL(4 * 10 / 18) = 3 with the sixth, CEIL(6 * 10 / 18) = 4 with the eighth,
        // 5 with the tenth and 5000 bytes to the byte with the eleventh
        new TcpScriptTest("RFC 9937 6: above the threshold, in proportion to what is delivered",
                          {PRR_PLAIN,
                           "set InitialCwnd 20\n",
                           SACK_CONNECT,
                           Sent(1, 20),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 10000
+0    < . 1:1(0) ack 1 <sack 1001:5001>
+0    < . 1:1(0) ack 1 <sack 1001:6001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:7001>
)",
                           Sent(21, 21),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:8001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:9001>
)",
                           Sent(22, 22),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:10001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:11001>
)",
                           Sent(23, 23),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:12001>
)",
                           Sent(24, 24),
                           "+0.01 quiet\n"}),

        // seven of ten are lost, three delivered; the threshold of 5000 would allow five
        new TcpScriptTest("RFC 9937 6: the conservative bound sends what is delivered",
                          {PRR_PLAIN,
                           SACK_CONNECT,
                           Sent(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           Sent(1, 3),
                           R"(
+0    expect ssthresh 5000
+0.01 quiet
# the acknowledgement is not safe: it does not advance SND.UNA
+0.1  < . 1:1(0) ack 1 <sack 1001:2001 7001:10001>
)",
                           Sent(4, 4),
                           "+0.01 quiet\n"}),

        new TcpScriptTest("RFC 9937 6: the slow start bound sends one segment more",
                          {PRR_PLAIN,
                           SACK_CONNECT,
                           Sent(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           Sent(1, 3),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 7001:10001>
)",
                           Sent(4, 5),
                           R"(
+0    < . 1:1(0) ack 2001 <sack 7001:10001>
)",
                           Sent(6, 7),
                           R"(
# up to the threshold: one is delivered, and four of five in flight
+0    < . 1:1(0) ack 3001 <sack 7001:10001>
)",
                           Sent(11, 11),
                           "+0.01 quiet\n"}),

        // of the four sent last the first is found lost by the same acknowledgement
        new TcpScriptTest("RFC 9937 6: an acknowledgement that shows another loss is not safe",
                          {PRR_PLAIN,
                           "set InitialCwnd 14\n",
                           SACK_CONNECT,
                           Sent(1, 14),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           Sent(1, 3),
                           R"(
+0    expect ssthresh 7000
+0.1  < . 1:1(0) ack 1001 <sack 11001:14001 7001:10001>
)",
                           Sent(4, 7),
                           "+0.01 quiet\n"}),

        // four segments are delivered by it: one acknowledged, three reported
        new TcpScriptTest("RFC 9937 6: what begins a recovery counts once, if it advances, too",
                          {PRR_PLAIN,
                           "set InitialCwnd 20\n",
                           SACK_CONNECT,
                           Sent(1, 20),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 17001:20001>
)",
                           Sent(2, 5),
                           R"(
+0    expect ssthresh 9500
+0.01 quiet
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
