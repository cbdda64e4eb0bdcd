// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packet scripts of RFC 9937, proportional rate reduction, of RFC 3522, Eifel detection, and of
 * reordering.
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
    "tcp SocketType ns3::TcpNewReno\ntcp RecoveryType ns3::TcpPrrRecovery\n" + TCP_PLAIN_SEGMENTS +
    R"(
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

/** Ten segments with timestamps, which are milliseconds, leave at 0.1 s. Segments have 1000 bytes
 * and 12 of options. */
const std::string TEN_WITH_TIMESTAMPS = R"(
set Timestamp true
set SegmentSize 1012
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1012,sackOK,TS val 1 ecr 0>
+0    > . 1:1(0) ack 1 <...>
+0    call send 60000
)" + TcpScriptSegments(1, 10, "<TS val 100 ecr 1>");

/** The first of them, reported missing at 0.2 s, is sent again. */
const std::string FIRST_IS_LATE = TEN_WITH_TIMESTAMPS + R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001,TS val 2 ecr 100>
+0    < . 1:1(0) ack 1 <sack 1001:3001,TS val 2 ecr 100>
+0    < . 1:1(0) ack 1 <sack 1001:4001,TS val 2 ecr 100>
+0    > . 1:1001(1000) ack 1 <TS val 200 ecr 2>
+0    expect ssthresh 5000
)";

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
                           TcpScriptSegments(1, 20),
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
                           TcpScriptSegments(21, 21),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:8001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:9001>
)",
                           TcpScriptSegments(22, 22),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:10001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:11001>
)",
                           TcpScriptSegments(23, 23),
                           R"(
+0    < . 1:1(0) ack 1 <sack 1001:12001>
)",
                           TcpScriptSegments(24, 24),
                           "+0.01 quiet\n"}),

        // as above, 10/18 of what is delivered: CEIL(4 * 10 / 18) = 3 only with the fourth segment
        new TcpScriptTest("RFC 9937 6: reports that tell nothing new deliver nothing",
                          {PRR_PLAIN,
                           "set InitialCwnd 20\n",
                           SACK_CONNECT,
                           TcpScriptSegments(1, 20),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:6001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:7001>
)",
                           TcpScriptSegments(21, 21),
                           "+0.01 quiet\n"}),

        // a timer of min_RTT / 4 finds the loss, and no acknowledgement: nothing is delivered then.
        // Of what is delivered later 10/18 are sent, the retransmission among them
        new TcpScriptTest("RFC 9937 6: a loss that RACK's timer finds",
                          {PRR_PLAIN,
                           "set Rack true\nset InitialCwnd 20\n",
                           SACK_CONNECT,
                           TcpScriptSegments(1, 20),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:3001>
+0.025 > . 1:1001(1000) ack 1
+0    expect ssthresh 10000
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    < . 1:1(0) ack 1 <sack 1001:5001>
+0    < . 1:1(0) ack 1 <sack 1001:6001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:7001>
)",
                           TcpScriptSegments(21, 21),
                           "+0.01 quiet\n"}),

        // seven of ten are lost, three delivered; the threshold of 5000 would allow five
        new TcpScriptTest("RFC 9937 6: the conservative bound sends what is delivered",
                          {PRR_PLAIN,
                           SACK_CONNECT,
                           TcpScriptSegments(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           TcpScriptSegments(1, 3),
                           R"(
+0    expect ssthresh 5000
+0.01 quiet
# the acknowledgement is not safe: it does not advance SND.UNA
+0.1  < . 1:1(0) ack 1 <sack 1001:2001 7001:10001>
)",
                           TcpScriptSegments(4, 4),
                           "+0.01 quiet\n"}),

        new TcpScriptTest("RFC 9937 6: the slow start bound sends one segment more",
                          {PRR_PLAIN,
                           SACK_CONNECT,
                           TcpScriptSegments(1, 10),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           TcpScriptSegments(1, 3),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 7001:10001>
)",
                           TcpScriptSegments(4, 5),
                           R"(
+0    < . 1:1(0) ack 2001 <sack 7001:10001>
)",
                           TcpScriptSegments(6, 7),
                           R"(
# up to the threshold: one is delivered, and four of five in flight
+0    < . 1:1(0) ack 3001 <sack 7001:10001>
)",
                           TcpScriptSegments(11, 11),
                           "+0.01 quiet\n"}),

        // of the four sent last the first is found lost by the same acknowledgement
        new TcpScriptTest("RFC 9937 6: an acknowledgement that shows another loss is not safe",
                          {PRR_PLAIN,
                           "set InitialCwnd 14\n",
                           SACK_CONNECT,
                           TcpScriptSegments(1, 14),
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 7001:10001>
)",
                           TcpScriptSegments(1, 3),
                           R"(
+0    expect ssthresh 7000
+0.1  < . 1:1(0) ack 1001 <sack 11001:14001 7001:10001>
)",
                           TcpScriptSegments(4, 7),
                           "+0.01 quiet\n"}),

        // four segments are delivered by it: one acknowledged, three reported
        new TcpScriptTest("RFC 9937 6: what begins a recovery counts once, if it advances, too",
                          {PRR_PLAIN,
                           "set InitialCwnd 20\n",
                           SACK_CONNECT,
                           TcpScriptSegments(1, 20),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 17001:20001>
)",
                           TcpScriptSegments(2, 5),
                           R"(
+0    expect ssthresh 9500
+0.01 quiet
)"}),

        // RFC 3522

        // seven segments are in flight, and the acknowledgement opens the window of ten by one
        new TcpScriptTest("RFC 3522 3.2: the original has arrived, and the window is as before",
                          {PRR_PLAIN,
                           FIRST_IS_LATE,
                           R"(
+0.01 < . 1:1(0) ack 4001 <TS val 2 ecr 100>
)",
                           TcpScriptSegments(11, 15, "<...>"),
                           R"(
+0    expect congestion CA_OPEN
+0    expect cwnd 11000
)"}),

        new TcpScriptTest("RFC 3522 3.2: the retransmission has arrived, and recovery goes on",
                          {PRR_PLAIN, FIRST_IS_LATE, R"(
+0.01 < . 1:1(0) ack 4001 <TS val 2 ecr 200>
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 5000
# the first acknowledgement of new data has decided
+0.01 < . 1:1(0) ack 5001 <TS val 2 ecr 100>
+0    >? . 10001:11001(1000) ack 1 <...>
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 5000
)"}),

        new TcpScriptTest("RFC 3522: without Eifel recovery goes on, too",
                          {PRR_PLAIN, "set Eifel false\n", FIRST_IS_LATE, R"(
+0.01 < . 1:1(0) ack 4001 <TS val 2 ecr 100>
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 5000
)"}),

        // the first segment was overtaken by three
        new TcpScriptTest("Reordering: after one segment was overtaken by three, four must be "
                          "reported",
                          {PRR_PLAIN,
                           "set AdaptReordering true\n",
                           FIRST_IS_LATE,
                           R"(
+0.01 < . 1:1(0) ack 4001 <TS val 2 ecr 100>
)",
                           TcpScriptSegments(11, 15, "<...>"),
                           R"(
+0.1  < . 1:1(0) ack 4001 <sack 5001:6001,TS val 3 ecr 100>
+0    < . 1:1(0) ack 4001 <sack 5001:7001,TS val 3 ecr 100>
+0    < . 1:1(0) ack 4001 <sack 5001:8001,TS val 3 ecr 100>
+0.01 quiet
+0    < . 1:1(0) ack 4001 <sack 5001:9001,TS val 3 ecr 100>
+0    > . 4001:5001(1000) ack 1 <...>
)"}),

        // The first segment was slow, not overtaken by the fifth; the retransmissions of the others
        // arrive. Were it taken for overtaken, four reports would be wanted, all of five but one.
        new TcpScriptTest("Reordering: the original that arrives after a timeout is none",
                          {PRR_PLAIN,
                           "set AdaptReordering true\nset Eifel false\n",
                           TEN_WITH_TIMESTAMPS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 4001:5001,TS val 2 ecr 100>
+0.9  > . 1:1001(1000) ack 1 <...>
+0    expect congestion CA_LOSS
+0.01 < . 1:1(0) ack 1001 <TS val 3 ecr 100>
+0    > . 1001:2001(1000) ack 1 <...>
+0    > . 2001:3001(1000) ack 1 <...>
+0.1  < . 1:1(0) ack 3001 <TS val 4 ecr 1110>
+0    > . 3001:4001(1000) ack 1 <...>
+0    > . 5001:6001(1000) ack 1 <...>
+0    > . 6001:7001(1000) ack 1 <...>
+0.1  < . 1:1(0) ack 10001 <TS val 5 ecr 1210>
)",
                           TcpScriptSegments(11, 13, "<...>"),
                           R"(
+0.1  < . 1:1(0) ack 13001 <TS val 6 ecr 1310>
)",
                           TcpScriptSegments(14, 17, "<...>"),
                           R"(
+0.1  < . 1:1(0) ack 17001 <TS val 7 ecr 1410>
)",
                           TcpScriptSegments(18, 22, "<...>"),
                           R"(
+0.1  < . 1:1(0) ack 17001 <sack 18001:19001,TS val 8 ecr 1510>
+0    < . 1:1(0) ack 17001 <sack 18001:20001,TS val 8 ecr 1510>
+0.01 quiet
+0    < . 1:1(0) ack 17001 <sack 18001:21001,TS val 8 ecr 1510>
+0    > . 17001:18001(1000) ack 1 <...>
)"}),

        // 17/16 (SRTT + 2 deviations) is 212.5 ms after the first sample, of 100 ms; a second
        // retransmission has it backed off by 1.125 and 2, to 478 ms. A sample of 300 ms makes it
        // 318.75 ms, and ends the back-off
        new TcpScriptTest("Vegas: the fine timeout backs off until there is a sample",
                          {TCP_PLAIN,
                           "set LossRecovery Reno\nset FineRetransmit true\n",
                           TCP_CONNECT,
                           R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.2  < . 1:1(0) ack 1 win 65535
+0    quiet
+0.1  < . 1:1(0) ack 1 win 65535
+0    > . 1:1001(1000) ack 1
+0.3  < . 1:1(0) ack 1 win 65535
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 65535
+0    call send 1000
+0    > . 1001:2001(1000) ack 1
+0.25 < . 1:1(0) ack 1001 win 65535
+0    quiet
+0.05 < . 1:1(0) ack 2001 win 65535
+0    call send 1000
+0    > . 2001:3001(1000) ack 1
+0.3  < . 1:1(0) ack 2001 win 65535
+0    quiet
+0.1  < . 1:1(0) ack 2001 win 65535
+0    > . 2001:3001(1000) ack 1
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
