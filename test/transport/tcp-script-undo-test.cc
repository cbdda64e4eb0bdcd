// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packet scripts of RFC 2883, reports of duplicates, and of RFC 5682, needless timeouts.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** SACK and reports of duplicates; segments are lost by the third report. */
const std::string DSACK_PLAIN = TCP_PLAIN + R"(
set Sack true
set DSack true
set LimitedTransmit false
)";

/** The socket accepts a connection with SACK. */
const std::string DSACK_ACCEPT = R"(
+0    call listen
+0.1  < S 0:0(0) win 65535 <mss 1000,sackOK>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1 win 65535
)";

/** The socket opens a connection with SACK; the round-trip time is 100 ms. */
const std::string DSACK_CONNECT = R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
)";

/** The first of ten segments, which leave at 0.1 s, is sent again by fast retransmit. */
const std::string FIRST_REPAIRED = TcpScriptSegments(1, 10) + R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 5000
+0    expect congestion CA_RECOVERY
+0.01 < . 1:1(0) ack 4001
+0    >? . 10001:11001(1000) ack 1
)";

/** The timer expires after ten segments, though only their acknowledgements are late. */
const std::string TIMEOUT = TcpScriptSegments(1, 10) + R"(
+1    > . 1:1001(1000) ack 1
+0    expect cwnd 1000
+0    expect congestion CA_LOSS
)";

HsnTestRegistration g_tcpScriptUndoTests(
    "tcp-script-undo",
    {
        // RFC 2883, the receiver; its examples have the same segments from 3000 on

        new TcpScriptTest("RFC 2883 4.1.1: a duplicate segment is reported, once",
                          {DSACK_PLAIN, DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 501:1001(500) ack 1
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 1:501>
+0    < . 1001:1501(500) ack 1
+0~0.2 > . 1:1(0) ack 1501
)"}),

        new TcpScriptTest("RFC 2883 4.1.2: an out-of-order segment and a duplicate",
                          {DSACK_PLAIN, DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 501:1001(500) ack 1
+0    < . 1501:2001(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 1501:2001>
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 1:501 1501:2001>
)"}),

        new TcpScriptTest("RFC 2883 4.1.3: a duplicate of an out-of-order segment",
                          {DSACK_PLAIN, DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 501:1001(500) ack 1
+0    < . 1501:2001(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 1501:2001>
+0    < . 2001:2501(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 1501:2501>
+0    < . 2001:2501(500) ack 1
+0    > . 1:1(0) ack 1001 <sack 2001:2501 1501:2501>
)"}),

        // the segment of 1000 bytes has 500 that are new
        new TcpScriptTest("RFC 2883 4.2: a partial duplicate", {DSACK_PLAIN, DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 1001 <sack 1:501>
)"}),

        new TcpScriptTest("RFC 2883 4.2.3: of two duplicate parts only the first is reported",
                          {DSACK_PLAIN, DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 1001:1301(300) ack 1
+0    > . 1:1(0) ack 501 <sack 1001:1301>
+0    < . 1601:1901(300) ack 1
+0    > . 1:1(0) ack 501 <sack 1601:1901 1001:1301>
+0    < . 1001:1901(900) ack 1
+0    > . 1:1(0) ack 501 <sack 1001:1301 1001:1901>
)"}),

        new TcpScriptTest("RFC 2883: without DSack, nothing is reported",
                          {DSACK_PLAIN, "set DSack false\n", DSACK_ACCEPT, R"(
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
)"}),

        new TcpScriptTest("RFC 2883: nothing is reported to a peer like ns-3's TCP",
                          {DSACK_PLAIN, R"(
+0    call listen
+0.1  < S 0:0(0) win 65535 <sackOK>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1 win 65535
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
+0    < . 1:501(500) ack 1
+0    > . 1:1(0) ack 501
)"}),

        // RFC 2883, the sender

        new TcpScriptTest("RFC 2883 5: a needless fast retransmit is taken back",
                          {DSACK_PLAIN, DSACK_CONNECT, "+0 call send 60000\n", FIRST_REPAIRED, R"(
+0    expect congestion CA_RECOVERY
+0.09 < . 1:1(0) ack 4001 <sack 1:1001>
+0    >? . 10001:11001(1000) ack 1
+0    >? . 11001:12001(1000) ack 1
+0    >? . 12001:13001(1000) ack 1
+0    >? . 13001:14001(1000) ack 1
+0    expect congestion CA_OPEN
+0    expect ssthresh 4294967295
+0    expect cwnd 10000
)"}),

        new TcpScriptTest("RFC 2883: without DSack the recovery stands",
                          {DSACK_PLAIN,
                           "set DSack false\n",
                           DSACK_CONNECT,
                           "+0 call send 60000\n",
                           FIRST_REPAIRED,
                           R"(
+0.09 < . 1:1(0) ack 4001 <sack 1:1001>
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 5000
)"}),

        // another segment's duplicate, from before the recovery
        new TcpScriptTest("RFC 2883 5: a duplicate of what was not sent again does not count",
                          {DSACK_PLAIN,
                           DSACK_CONNECT,
                           "+0 call send 1000\n",
                           R"(
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    call send 60000
)",
                           TcpScriptSegments(2, 12),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 2001:5001>
+0    > . 1001:2001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.01 < . 1:1(0) ack 5001 <sack 1:1001>
+0    >? . 12001:13001(1000) ack 1
+0    >? . 13001:14001(1000) ack 1
+0    expect congestion CA_RECOVERY
)"}),

        new TcpScriptTest("RFC 2883 5: a needless timeout is taken back",
                          {DSACK_PLAIN, DSACK_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+1    > . 1:1001(1000) ack 1
+0    expect cwnd 1000
+0.1  < . 1:1(0) ack 1001
+0    expect ssthresh 2000
+0.1  < . 1:1(0) ack 1001 <sack 1:1001>
+0    expect ssthresh 4294967295
+0    expect cwnd 10000
)"}),

        // RFC 5682, section 3: with SACK

        new TcpScriptTest(
            "RFC 5682 3.1: two late acknowledgements show that a timeout was needless",
            {DSACK_PLAIN,
             "set FRto true\n",
             DSACK_CONNECT,
             "+0 call send 60000\n",
             TIMEOUT,
             R"(
+0.1  < . 1:1(0) ack 1001
)",
             TcpScriptSegments(11, 12),
             R"(
+0.01 quiet
+0    < . 1:1(0) ack 2001
)",
             TcpScriptSegments(13, 13),
             R"(
+0    expect congestion CA_OPEN
+0    expect ssthresh 4294967295
# the acknowledgement opens the window by one
+0    expect cwnd 11000
)"}),

        new TcpScriptTest("RFC 5682 3.1, step 3b: a report of old data shows it, too",
                          {DSACK_PLAIN,
                           "set FRto true\n",
                           DSACK_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
# a duplicate before that only fills the scoreboard
+0.1  < . 1:1(0) ack 1 <sack 4001:5001>
+0.01 quiet
+0    < . 1:1(0) ack 1001 <sack 4001:5001>
)",
                           TcpScriptSegments(11, 12),
                           R"(
+0    < . 1:1(0) ack 1001 <sack 4001:6001>
+0    >? . 12001:13001(1000) ack 1
+0    expect ssthresh 4294967295
)"}),

        new TcpScriptTest("RFC 5682 3.1, step 3a: new data arrives, and old data does not",
                          {DSACK_PLAIN,
                           "set FRto true\n",
                           DSACK_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(11, 12),
                           R"(
+0.1  < . 1:1(0) ack 1001 <sack 10001:11001>
# three segments: one is in flight
)",
                           TcpScriptSegments(2, 3),
                           R"(
+0    expect cwnd 3000
+0    expect congestion CA_LOSS
)"}),

        new TcpScriptTest("RFC 5682 3.1, step 2a: all is acknowledged",
                          {DSACK_PLAIN,
                           "set FRto true\n",
                           DSACK_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 10001
+0    > . 10001:11001(1000) ack 1
+0    >? . 11001:12001(1000) ack 1
+0    expect cwnd <= 2000
+0    expect ssthresh 5000
)"}),

        new TcpScriptTest("RFC 5682 3.1, step 2b: without new data, slow start",
                          {DSACK_PLAIN,
                           "set FRto true\n",
                           DSACK_CONNECT,
                           "+0 call send 10000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(2, 3),
                           "+0    expect congestion CA_LOSS\n"}),

        new TcpScriptTest("RFC 5682 3.1, step 1: not after a second timeout",
                          {DSACK_PLAIN,
                           "set FRto true\n",
                           DSACK_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+2    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(2, 3),
                           ""}),

        // RFC 5682, section 2: without SACK

        new TcpScriptTest("RFC 5682 2.1: the second acknowledgement advances",
                          {TCP_PLAIN,
                           "set FRto true\n",
                           TCP_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(11, 12),
                           R"(
+0    < . 1:1(0) ack 2001
)",
                           TcpScriptSegments(13, 13),
                           R"(
+0    expect congestion CA_OPEN
+0    expect cwnd 11000
)"}),

        new TcpScriptTest("RFC 5682 2.1, step 3a: the second one is a duplicate",
                          {TCP_PLAIN,
                           "set FRto true\n",
                           TCP_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(11, 12),
                           R"(
+0.1  < . 1:1(0) ack 1001
# three segments: two are in flight
)",
                           TcpScriptSegments(2, 2),
                           "+0    expect cwnd 3000\n"}),

        new TcpScriptTest("RFC 5682 2.1, step 2a: the first one is a duplicate",
                          {TCP_PLAIN,
                           "set FRto true\n",
                           TCP_CONNECT,
                           "+0 call send 60000\n",
                           TIMEOUT,
                           R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1001
)",
                           TcpScriptSegments(2, 3),
                           ""}),

        // RFC 3522 after a timeout; timestamps are milliseconds
        new TcpScriptTest("RFC 3522 3.2: a timestamp shows that the original has arrived",
                          {DSACK_PLAIN, R"(
set FRto true
set Timestamp true
set SegmentSize 1012
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1012,sackOK,TS val 1 ecr 0>
+0    > . 1:1(0) ack 1 <...>
+0    call send 1000
+0    > . 1:1001(1000) ack 1 <...>
+1    > . 1:1001(1000) ack 1 <...>
+0.01 < . 1:1(0) ack 1001 <TS val 2 ecr 100>
+0    expect congestion CA_OPEN
+0    expect ssthresh 4294967295
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
