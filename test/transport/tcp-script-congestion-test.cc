// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for TCP's congestion control and its recovery from losses without SACK.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** The first SYN is lost. */
const std::string SYN_AGAIN = R"(
set ConnTimeout 1s
+0    call connect
+0    > S 0:0(0) <...>
+1    > S 0:0(0) <...>
)";

/** The last SYN is answered, and there is much to send. */
const std::string CONNECTED_LATE = R"(
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 10000
)";

HsnTestRegistration g_tcpScriptCongestionTests(
    "tcp-script-congestion",
    {// RFC 5681

     new TcpScriptTest("RFC 5681 3.1: initial window",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 2
)",
                        TCP_CONNECT,
                        R"(
+0    expect cwnd 2000
+0    call send 10000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 6928 2: initial window of ten segments",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 10
)",
                        TCP_CONNECT,
                        R"(
+0    call send 30000
)",
                        TEN_SEGMENTS,
                        R"(
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 5681 3.1: initial window of one segment after a lost SYN",
                       {TCP_PLAIN,
                        R"(
set KeepInitialWindow false
)",
                        SYN_AGAIN,
                        CONNECTED_LATE,
                        TcpScriptSegments(1, 1),
                        R"(
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 6928 2: the initial window remains after one lost SYN",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 3
)",
                        SYN_AGAIN,
                        CONNECTED_LATE,
                        TcpScriptSegments(1, 3),
                        R"(
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 5681 3.1, RFC 6928 2: one segment after two lost SYNs",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 3
)",
                        SYN_AGAIN,
                        R"(
+2    > S 0:0(0) <...>
)",
                        CONNECTED_LATE,
                        TcpScriptSegments(1, 1),
                        R"(
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 5681 3.1, equation 2: slow start",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 1
)",
                        TCP_CONNECT,
                        R"(
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    expect cwnd 2000
+0.1  < . 1:1(0) ack 3001
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0    expect cwnd 3000
+0.1  < . 1:1(0) ack 4001
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+0    expect cwnd 4000
)"}),

     new TcpScriptTest("RFC 5681 3.1, equation 3: congestion avoidance",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 4
set InitialSlowStartThreshold 3000
)",
                        TCP_CONNECT,
                        R"(
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    > . 4001:5001(1000) ack 1
+0    expect cwnd 4250
+0    < . 1:1(0) ack 2001
+0    > . 5001:6001(1000) ack 1
+0    expect cwnd 4485
+0    < . 1:1(0) ack 3001
+0    > . 6001:7001(1000) ack 1
+0    < . 1:1(0) ack 4001
+0    > . 7001:8001(1000) ack 1
+0    expect cwnd >= 4900
+0    expect cwnd <= 5000
)"}),

     new TcpScriptTest("RFC 5681 3.2: fast retransmit on the third duplicate, and recovery",
                       {TCP_PLAIN,
                        R"(
set LimitedTransmit false
)",
                        TCP_CONNECT,
                        R"(
+0    call send 30000
)",
                        TEN_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0.1  quiet
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 5000
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0.01 quiet
+0    < . 1:1(0) ack 1
+0    > . 10001:11001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    > . 11001:12001(1000) ack 1
+0.1  < . 1:1(0) ack 10001
+0    > . 12001:13001(1000) ack 1
+0    >? . 13001:14001(1000) ack 1
+0    >? . 14001:15001(1000) ack 1
+0    expect cwnd <= 5000
+0.1  quiet
)"}),

     new TcpScriptTest("RFC 5681 2: what moves the window is no duplicate",
                       {TCP_PLAIN,
                        TCP_CONNECT,
                        R"(
+0    call send 10000
)",
                        TEN_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1 win 60000
+0    < . 1:1(0) ack 1 win 59000
+0    < . 1:1(0) ack 1 win 58000
+0    < . 1:1(0) ack 1 win 57000
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 5681 2: segments with data are no duplicates",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    call send 10000
)",
                        TEN_SEGMENTS,
                        R"(
+0.1  < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    > . 10001:10001(0) ack 2001
+0    < . 2001:3001(1000) ack 1
+0    < . 3001:4001(1000) ack 1
+0    > . 10001:10001(0) ack 4001
+0.5  quiet
)"}),

     new TcpScriptTest("RFC 5681 2: without data in flight there are no duplicates",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+5    quiet
+0    expect congestion CA_OPEN
)"}),

     new TcpScriptTest("RFC 5681 3.1, equation 4: loss window after a timeout",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 6
)",
                        TCP_CONNECT,
                        R"(
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+1    > . 1:1001(1000) ack 1
+0    expect cwnd 1000
+0    expect ssthresh 3000
+0.1  < . 1:1(0) ack 1001
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 6001
+0    expect cwnd <= 3000
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+0    >? . 8001:9001(1000) ack 1
+0.1  quiet
)"}),

     new TcpScriptTest("RFC 5681 3.1: the threshold stays where a timeout repeats",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 8
)",
                        TCP_CONNECT,
                        R"(
+0    call send 8000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+1    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
+2    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
+0    expect cwnd 1000
)"}),

     new TcpScriptTest("RFC 5681 3.1: the same, where the flight is the bytes in flight",
                       {TCP_PLAIN,
                        R"(
set StrictRfc false
set InitialCwnd 8
)",
                        TCP_CONNECT,
                        R"(
+0    call send 8000
)",
                        EIGHT_SEGMENTS,
                        R"(
+1    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
+2    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
+0    expect cwnd 1000
)"}),

     new TcpScriptTest("RFC 5681 4.1: restart window after idle time",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 2
)",
                        TCP_CONNECT,
                        R"(
+0    call send 6000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    < . 1:1(0) ack 2001
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0.1  < . 1:1(0) ack 6001
+10   call send 10000
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+0.05 quiet
)"}),

     // RFC 3042

     new TcpScriptTest("RFC 3042 2: limited transmit; RFC 5681 3.2: it does not count as flight",
                       {TCP_PLAIN,
                        R"(
set InitialCwnd 6
set LimitedTransmit true
)",
                        TCP_CONNECT,
                        R"(
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0.1  < . 1:1(0) ack 1
+0    > . 6001:7001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    > . 7001:8001(1000) ack 1
+0    expect cwnd 6000
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 3000
)"}),

     // as above, where the flight is computed from the bytes in flight, as ns-3's TCP does
     new TcpScriptTest("RFC 5681 3.2, step 2: limited transmit does not count as flight, and "
                       "what is lost and what has arrived out of order does",
                       {TCP_PLAIN,
                        R"(
set StrictRfc false
set InitialCwnd 8
set LimitedTransmit true
)",
                        TCP_CONNECT,
                        R"(
+0    call send 30000
)",
                        EIGHT_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1
+0    > . 8001:9001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    > . 9001:10001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
)"}),

     new TcpScriptTest("RFC 5681 3.2, step 2: the same without limited transmit",
                       {TCP_PLAIN,
                        R"(
set StrictRfc false
set InitialCwnd 8
set LimitedTransmit false
)",
                        TCP_CONNECT,
                        R"(
+0    call send 30000
)",
                        EIGHT_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 4000
)"}),

     new TcpScriptTest("RFC 3042 2: limited transmit obeys the peer's window", {TCP_PLAIN, R"(
set LimitedTransmit true
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 4000 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0.1  < . 1:1(0) ack 1 win 4000
+0    < . 1:1(0) ack 1 win 4000
+0.1  quiet
+0    < . 1:1(0) ack 1 win 4000
+0    > . 1:1001(1000) ack 1
)"}),

     // RFC 6582

     new TcpScriptTest("RFC 6582 3.2, step 3: partial acknowledgments",
                       {TCP_PLAIN,
                        R"(
set LimitedTransmit false
)",
                        TCP_CONNECT,
                        R"(
+0    call send 10000
)",
                        TEN_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2001
+0    > . 2001:3001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.1  < . 1:1(0) ack 5001
+0    > . 5001:6001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.1  < . 1:1(0) ack 10001
+0    expect congestion CA_OPEN
+0    expect cwnd <= 5000
+10   quiet
)"}),

     new TcpScriptTest("RFC 6582 3.2, step 1: no fast retransmit for what a timeout covers",
                       {TCP_PLAIN,
                        R"(
set LimitedTransmit false
)",
                        TCP_CONNECT,
                        R"(
+0    call send 10000
)",
                        TEN_SEGMENTS,
                        R"(
+1    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    expect ssthresh 5000
+0.1  < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0.5  quiet
+0    expect ssthresh 5000
)"}),

     new TcpScriptTest("RFC 5681 3.2, step 6: Reno ends recovery with the first new acknowledgment",
                       {TCP_PLAIN,
                        R"(
set LossRecovery Reno
set LimitedTransmit false
)",
                        TCP_CONNECT,
                        R"(
+0    call send 10000
)",
                        TEN_SEGMENTS,
                        R"(
+0.1  < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0    < . 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2001
+0    expect cwnd 5000
+0.9  quiet
+0.1  > . 2001:3001(1000) ack 1
)"})});
} // namespace
} // namespace hsn
} // namespace ns3
