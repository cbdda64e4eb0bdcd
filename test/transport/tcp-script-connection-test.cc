// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for the opening of a TCP connection and its reset: RFC 9293, sections 3.5 and 3.10.7.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
HsnTestRegistration g_tcpScriptConnectionTests(
    "tcp-script-connection",
    {// Opening

     new TcpScriptTest("RFC 9293 3.5, figure 6: active open", {TCP_PLAIN, R"(
+0    call connect
+0    expect state SYN_SENT
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    expect state ESTABLISHED
+0    expect connected 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.5, figure 6: passive open", {TCP_PLAIN, R"(
+0    call listen
+0    expect state LISTEN
+0.1  < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0    expect connected 0
+0.1  < . 1:1(0) ack 1
+0    expect state ESTABLISHED
+0    expect connected 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.7.1, RFC 7323 2.2 and 3.2, RFC 2018 2: options of a SYN", {R"(
set SegmentSize 1000
+0    call connect
+0    > S 0:0(0) <mss *,wscale *,sackOK,TS val * ecr 0>
)"}),

     new TcpScriptTest("RFC 9293 3.5, figure 8: simultaneous open", {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.05 < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0    expect state SYN_RCVD
+0.05 < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    >? . 1:1(0) ack 1
+0    expect state ESTABLISHED
+0    expect connected 1
+0.1  call send 100
+0    > . 1:101(100) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4: simultaneous open, the SYN is acknowledged alone",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.05 < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.05 < . 1:1(0) ack 1
+0    expect state ESTABLISHED
+0    expect connected 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 6298 2.1 and 5.5: SYN retransmitted, with back-off", {TCP_PLAIN, R"(
set ConnTimeout 1s
set ConnCount 4
+0    call connect
+0    > S 0:0(0) <...>
+1    > S 0:0(0) <...>
+2    > S 0:0(0) <...>
+4    > S 0:0(0) <...>
+8.1  expect state CLOSED
+0    expect failed 1
+20   quiet
)"}),

     new TcpScriptTest("RFC 6298 2.1 and 5.5: SYN,ACK retransmitted, with back-off", {TCP_PLAIN, R"(
set ConnTimeout 1s
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+1    > S. 0:0(0) ack 1 <...>
+2    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1
+0    expect state ESTABLISHED
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.1: segments to a closed port", {R"(
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > R. 0:0(0) ack 1
+0.1  < . 5:5(0) ack 77
+0    > R 77:77(0)
+0.1  < R 5:5(0)
+1    quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.2: a listening socket ignores RST and what has no SYN",
                       {TCP_PLAIN, R"(
+0    call listen
+0    < R 0:0(0)
+0.1  < F 5:5(0)
+0.1  < - 5:105(100)
+0.1  quiet
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.2: a listening socket resets what has an ACK",
                       {TCP_PLAIN, R"(
+0    call listen
+0    < . 1:1(0) ack 55
+0    > R 55:55(0)
+0.1  < S. 0:0(0) ack 66
+0    > R 66:66(0)
+0    expect state LISTEN
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.3: connection refused", {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < R. 0:0(0) ack 1
+0    expect state CLOSED
+0    expect failed 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.3: SYN-SENT ignores a RST that acknowledges nothing",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < R 0:0(0)
+0    < R. 0:0(0) ack 55
+0    < R. 0:0(0) ack 0
+0    expect state SYN_SENT
+0.1  < S. 0:0(0) ack 1 <mss 1000>
+0    > . 1:1(0) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.3: SYN-SENT resets an unacceptable ACK", {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < . 1:1(0) ack 55
+0    > R 55:55(0)
+0    < S. 0:0(0) ack 66 <mss 1000>
+0    > R 66:66(0)
+0    expect state SYN_SENT
+0.1  < S. 0:0(0) ack 1 <mss 1000>
+0    > . 1:1(0) ack 1
+0    expect state ESTABLISHED
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.3: SYN-SENT drops what has neither SYN nor RST",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < . 1:101(100) ack 1
+0    < F. 1:1(0) ack 1
+0    expect state SYN_SENT
+0.1  < S. 0:0(0) ack 1 <mss 1000>
+0    > . 1:1(0) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.2 (SYN-SENT): data queued before the connection exists",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0    call send 500
+0.1  < S. 0:0(0) ack 1 <mss 1000>
+0    >? . 1:1(0) ack 1
+0    > . 1:501(500) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.4 (SYN-SENT): closed before the connection exists",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0    call close
+0    expect state CLOSED
+0.1  < S. 0:0(0) ack 1 <mss 1000>
+0    > R 1:1(0)
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): RST leads back to LISTEN", {TCP_PLAIN, R"(
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < R 1:1(0)
+10   quiet
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 1
+0    expect state ESTABLISHED
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): RST refuses an active open",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.05 < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.05 < R 1:1(0)
+0    expect state CLOSED
+0    expect failed 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): unacceptable ACK is reset",
                       {TCP_PLAIN, R"(
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:1(0) ack 55
+0    > R 55:55(0)
+0.1  < . 1:1(0) ack 1
+0    expect state ESTABLISHED
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): the handshake's ACK brings data",
                       {TCP_PLAIN, R"(
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < . 1:501(500) ack 1
+0    expect state ESTABLISHED
+0    call recv 500
+0~0.5 > . 1:1(0) ack 501
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): the handshake's ACK brings a FIN",
                       {TCP_PLAIN, R"(
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <...>
+0.1  < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0    call recv 1 = 0
+0    expect eof 1
+0    call close
+0    > F. 1:1(0) ack 2
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, first: the SYN,ACK comes once more",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    expect state ESTABLISHED
)"}),

     // RST

     new TcpScriptTest("RFC 9293 3.10.7.4, second (ESTABLISHED): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < R 1:1(0)
+0    expect state CLOSED
+0    expect reset 1
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (FIN-WAIT-1): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0    expect state FIN_WAIT_1
+0.1  < R 1:1(0)
+0    expect state CLOSED
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (FIN-WAIT-2): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2
+0    expect state FIN_WAIT_2
+0.1  < R 1:1(0)
+0    expect state CLOSED
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (CLOSE-WAIT): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0    expect state CLOSE_WAIT
+0.1  < R 2:2(0)
+0    expect state CLOSED
+0    expect reset 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (CLOSING): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < F. 1:1(0) ack 1
+0    > . 2:2(0) ack 2
+0    expect state CLOSING
+0.1  < R 2:2(0)
+0    expect state CLOSED
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (LAST-ACK): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0.1  call close
+0    > F. 1:1(0) ack 2
+0    expect state LAST_ACK
+0.1  < R 2:2(0)
+0    expect state CLOSED
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, second (TIME-WAIT): RST", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < F. 1:1(0) ack 2
+0    > . 2:2(0) ack 2
+0    expect state TIME_WAIT
+0.1  < R 2:2(0)
+0    expect state CLOSED
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, first: RST outside the window is dropped",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0.1  < R 100001:100001(0)
+0    < R 0:0(0)
+0.1  expect state ESTABLISHED
+0    expect reset 0
)"})});
} // namespace
} // namespace hsn
} // namespace ns3
