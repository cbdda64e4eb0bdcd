// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for explicit congestion notification (RFC 3168, RFC 8257).
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** Settings of hosts with ECN. */
const std::string ECN_PLAIN = TCP_PLAIN + "set UseEcn On\n";

/** The same, with a first window of EIGHT_ECN_SEGMENTS. */
const std::string ECN_EIGHT = ECN_PLAIN + "set InitialCwnd 8\nset LimitedTransmit false\n";

/** As EIGHT_SEGMENTS, with ECN. */
const std::string EIGHT_ECN_SEGMENTS = R"(
+0    > [ect0] . 1:1001(1000) ack 1
+0    > [ect0] . 1001:2001(1000) ack 1
+0    > [ect0] . 2001:3001(1000) ack 1
+0    > [ect0] . 3001:4001(1000) ack 1
+0    > [ect0] . 4001:5001(1000) ack 1
+0    > [ect0] . 5001:6001(1000) ack 1
+0    > [ect0] . 6001:7001(1000) ack 1
+0    > [ect0] . 7001:8001(1000) ack 1
)";

/** As TCP_CONNECT, with ECN. */
const std::string ECN_CONNECT = R"(
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < SE. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
)";

HsnTestRegistration g_tcpScriptEcnTests(
    "tcp-script-congestion",
    {
        new TcpScriptTest("RFC 3168 6.1.1: negotiation by an active open",
                          {ECN_PLAIN,
                           ECN_CONNECT,
                           R"(
+0    call send 1000
+0    > [ect0] . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.1: the peer has no ECN", {ECN_PLAIN, R"(
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 1000
+0    > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.1: a SYN,ACK with both flags does not offer ECN",
                          {ECN_PLAIN, R"(
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < SEW. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 1000
+0    > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.1: negotiation by a passive open", {ECN_PLAIN, R"(
+0    call listen
+0    < SEW 0:0(0) win 65535 <mss 1000>
+0    > SE. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1
+0    call send 1000
+0    > [ect0] . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.1: a passive open without ECN", {TCP_PLAIN, R"(
set UseEcn Off
+0    call listen
+0    < SEW 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1
+0    call send 1000
+0    > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.3: the receiver echoes congestion up to CWR",
                          {ECN_PLAIN,
                           R"(
reading
)",
                           ECN_CONNECT,
                           R"(
+0    < [ect0] . 1:1001(1000) ack 1
+0    < [ect0] . 1001:2001(1000) ack 1
+0    >? . 1:1(0) ack 1001
+0~0.5 > . 1:1(0) ack 2001
+0.1  < [ce] . 2001:3001(1000) ack 1
+0    < [ect0] . 3001:4001(1000) ack 1
+0~0.5 > E. 1:1(0) ack 4001
+0.1  < [ect0] . 4001:5001(1000) ack 1
+0    < [ect0] . 5001:6001(1000) ack 1
+0~0.5 > E. 1:1(0) ack 6001
+0.1  < [ect0] W. 6001:7001(1000) ack 1
+0    < [ect0] . 7001:8001(1000) ack 1
+0~0.5 > . 1:1(0) ack 8001
)"}),

        new TcpScriptTest(
            "RFC 8257 3.2: the receiver of DCTCP echoes each mark, at once when marks change",
            {"tcp SocketType ns3::TcpDctcp\n" + TCP_PLAIN_SEGMENTS,
             R"(
reading
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < SE. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > [ect0] . 1:1(0) ack 1
+0    < [ect0] . 1:1001(1000) ack 1
+0    < [ect0] . 1001:2001(1000) ack 1
+0    >? [ect0] . 1:1(0) ack 1001
+0~0.5 > [ect0] . 1:1(0) ack 2001
+0.1  < [ce] . 2001:3001(1000) ack 1
+0    > [ect0] E. 1:1(0) ack 3001
+0    < [ce] . 3001:4001(1000) ack 1
+0.1~0.5 > [ect0] E. 1:1(0) ack 4001
+0.1  < [ect0] . 4001:5001(1000) ack 1
+0    > [ect0] . 1:1(0) ack 5001
+0    < [ect0] . 5001:6001(1000) ack 1
+0.1~0.5 > [ect0] . 1:1(0) ack 6001
+0.1  < [ect0] . 6001:7001(1000) ack 1
+0    < [ce] . 7001:8001(1000) ack 1
+0    > [ect0] . 1:1(0) ack 7001
+0    > [ect0] E. 1:1(0) ack 8001
+0    < [ce] . 8001:9001(1000) ack 1
+0.1  < [ect0] . 9001:10001(1000) ack 1
+0    > [ect0] E. 1:1(0) ack 9001
+0    > [ect0] . 1:1(0) ack 10001
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: the sender reduces its window once in a window",
                          {ECN_PLAIN,
                           R"(
set InitialCwnd 8
)",
                           ECN_CONNECT,
                           R"(
+0    call send 20000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < E. 1:1(0) ack 1001
+0    expect cwnd <= 4000
+0    expect cwnd >= 3500
+0    < E. 1:1(0) ack 2001
+0    < E. 1:1(0) ack 3001
+0    < E. 1:1(0) ack 4001
+0    expect cwnd >= 3500
+0    expect cwnd <= 4000
+0    < E. 1:1(0) ack 6001
+0    > [ect0] W. 8001:9001(1000) ack 1
+0    >? [ect0] . 9001:10001(1000) ack 1
+0    expect cwnd >= 3500
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: a loss in the window of a mark does not reduce again",
                          {ECN_PLAIN,
                           R"(
set InitialCwnd 8
set LimitedTransmit true
)",
                           ECN_CONNECT,
                           R"(
+0    call send 30000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < E. 1:1(0) ack 1001
+0    expect ssthresh 3500
# half of what is in flight now would be 2000
+0    < . 1:1(0) ack 4001
+0    < . 1:1(0) ack 4001
+0    < . 1:1(0) ack 4001
+0    > [ect0] W. 8001:9001(1000) ack 1
+0    < . 1:1(0) ack 4001
+0    > . 4001:5001(1000) ack 1
+0    > [ect0] . 9001:10001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 3500
+0.1  < . 1:1(0) ack 10001
+0    expect cwnd <= 3500
+0    > [ect0] . 10001:11001(1000) ack 1
+0    >? [ect0] . 11001:12001(1000) ack 1
+0    >? [ect0] . 12001:13001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: a mark in the window of a loss does not reduce again",
                          {ECN_EIGHT,
                           ECN_CONNECT,
                           R"(
+0    call send 8000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
# half of what is in flight now would be 1500
+0.1  < E. 1:1(0) ack 5001
+0    > . 5001:6001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0    expect ssthresh 4000
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: a mark in the next window reduces again",
                          {ECN_EIGHT,
                           ECN_CONNECT,
                           R"(
+0    call send 30000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < E. 1:1(0) ack 1001
+0    expect ssthresh 3500
+0.1  < . 1:1(0) ack 8001
+0    > [ect0] W. 8001:9001(1000) ack 1
+0    > [ect0] . 9001:10001(1000) ack 1
+0    > [ect0] . 10001:11001(1000) ack 1
+0.1  < E. 1:1(0) ack 9001
+0    expect ssthresh 2000
)"}),

        new TcpScriptTest("RFC 3168 6.1.5: retransmissions are Not-ECT",
                          {ECN_PLAIN,
                           ECN_CONNECT,
                           R"(
+0    call send 1000
+0    > [ect0] . 1:1001(1000) ack 1
+1    > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: CWR follows a fast retransmit, too",
                          {ECN_EIGHT,
                           ECN_CONNECT,
                           R"(
+0    call send 30000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
# another segment of that window was marked; the receiver says so until it sees CWR
+0.1  < E. 1:1(0) ack 8001
+0    > [ect0] W. 8001:9001(1000) ack 1
+0    > [ect0] . 9001:10001(1000) ack 1
+0    > [ect0] . 10001:11001(1000) ack 1
+0    > [ect0] . 11001:12001(1000) ack 1
+0.1  < . 1:1(0) ack 9001
+0    > [ect0] . 12001:13001(1000) ack 1
+0    expect ssthresh 4000
)"}),

        // half of the four segments that were outstanding
        new TcpScriptTest("RFC 3168 6.1.2: CWR follows a timeout, too",
                          {ECN_PLAIN,
                           R"(
set InitialCwnd 4
)",
                           ECN_CONNECT,
                           R"(
+0    call send 10000
+0    > [ect0] . 1:1001(1000) ack 1
+0    > [ect0] . 1001:2001(1000) ack 1
+0    > [ect0] . 2001:3001(1000) ack 1
+0    > [ect0] . 3001:4001(1000) ack 1
+1    > . 1:1001(1000) ack 1
+0.1  < E. 1:1(0) ack 4001
+0    > [ect0] W. 4001:5001(1000) ack 1
+0.1  < . 1:1(0) ack 5001
+0    > [ect0] . 5001:6001(1000) ack 1
+0    >? [ect0] . 6001:7001(1000) ack 1
+0    expect ssthresh 2000
)"}),

        new TcpScriptTest("RFC 3168 6.1.2: CWR follows what a tail loss probe has repaired, too",
                          {ECN_PLAIN,
                           R"(
set Sack true
set Rack true
set Tlp true
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < SE. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
+0    call send 1000
+0    > [ect0] . 1:1001(1000) ack 1
+0.4  > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    call send 1000
+0    > [ect0] . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
+0    expect ssthresh 2000
+0    call send 1000
+0    > [ect0] W. 2001:3001(1000) ack 1
)"}),

        // windows before the recovery are no longer those to go back to
        new TcpScriptTest("RFC 3168 6.1.2: what ECN has reduced stays so when D-SACK shows that an "
                          "earlier recovery was needless",
                          {ECN_PLAIN,
                           R"(
set Sack true
set DSack true
set InitialCwnd 8
set LimitedTransmit false
+0    call connect
+0    > SEW 0:0(0) <...>
+0.1  < SE. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
+0    call send 60000
)",
                           EIGHT_ECN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
+0.01 < . 1:1(0) ack 8001
+0    > [ect0] W. 8001:9001(1000) ack 1
+0    > [ect0] . 9001:10001(1000) ack 1
+0    > [ect0] . 10001:11001(1000) ack 1
+0    > [ect0] . 11001:12001(1000) ack 1
+0.05 < E. 1:1(0) ack 10001
+0    >? [ect0] W. 12001:13001(1000) ack 1
+0    expect congestion CA_CWR
+0    expect ssthresh 2000
+0.01 < . 1:1(0) ack 12001
+0    >? [ect0] W. 12001:13001(1000) ack 1
+0    >? [ect0] . 13001:14001(1000) ack 1
+0    >? [ect0] . 14001:15001(1000) ack 1
+0.01 < . 1:1(0) ack 13001
+0    >? [ect0] . 13001:14001(1000) ack 1
+0    >? [ect0] . 14001:15001(1000) ack 1
+0    >? [ect0] . 15001:16001(1000) ack 1
+0    expect congestion CA_OPEN
+0    expect ssthresh 2000
+0.01 < . 1:1(0) ack 13001 <sack 1:1001>
+0    expect ssthresh 2000
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
