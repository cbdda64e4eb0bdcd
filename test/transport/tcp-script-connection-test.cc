// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for the life of a TCP connection: RFC 9293, sections 3.5, 3.6 and 3.10.7.
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
/** The socket's FIN leaves; the peer sends more, which arrives, and closes. */
const std::string PEER_SENDS_ON = R"(
+0    > F. 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2
+0    expect state FIN_WAIT_2
+0.1  < . 1:1001(1000) ack 2
+0    < . 1001:2001(1000) ack 2
+0    > . 2:2(0) ack 2001
+0    expect received 2000
+0.1  < F. 2001:2001(0) ack 2
+0    > . 2:2(0) ack 2002
+0    expect state TIME_WAIT
)";

HsnTestRegistration g_tcpScriptConnectionTests(
    "tcp-script-connection",
    {
        // Opening

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

        new TcpScriptTest("RFC 6298 2.1 and 5.5: SYN,ACK retransmitted, with back-off",
                          {TCP_PLAIN, R"(
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

        new TcpScriptTest("RFC 9293 3.10.7.4 (SYN-RECEIVED): RST leads back to LISTEN",
                          {TCP_PLAIN, R"(
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

        new TcpScriptTest("RFC 9293 3.10.7.4, second (ESTABLISHED): RST",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < R 1:1(0)
+0    expect state CLOSED
+0    expect reset 1
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, second (FIN-WAIT-1): RST",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0    expect state FIN_WAIT_1
+0.1  < R 1:1(0)
+0    expect state CLOSED
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, second (FIN-WAIT-2): RST",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2
+0    expect state FIN_WAIT_2
+0.1  < R 1:1(0)
+0    expect state CLOSED
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, second (CLOSE-WAIT): RST",
                          {TCP_PLAIN, TCP_CONNECT, R"(
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
)"}),

        // Closing

        new TcpScriptTest("RFC 9293 3.6, figure 12: closing",
                          {TCP_PLAIN,
                           R"(
set MaxSegLifetime 5
)",
                           TCP_CONNECT,
                           R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0    expect state FIN_WAIT_1
+0.1  < . 1:1(0) ack 2
+0    expect state FIN_WAIT_2
+0.1  < F. 1:1(0) ack 2
+0    > . 2:2(0) ack 2
+0    expect state TIME_WAIT
+9.9  expect state TIME_WAIT
+0.2  expect state CLOSED
)"}),

        new TcpScriptTest("RFC 9293 3.6, case 2: closed by the peer", {TCP_PLAIN, TCP_ACCEPT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0    expect state CLOSE_WAIT
+0    call recv 1 = 0
+0    expect eof 1
+0.1  call close
+0    > F. 1:1(0) ack 2
+0    expect state LAST_ACK
+0.1  < . 2:2(0) ack 2
+0    expect state CLOSED
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.6, figure 13: simultaneous close",
                          {TCP_PLAIN,
                           R"(
set MaxSegLifetime 5
)",
                           TCP_CONNECT,
                           R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.05 < F. 1:1(0) ack 1
+0    > . 2:2(0) ack 2
+0    expect state CLOSING
+0.05 < . 2:2(0) ack 2
+0    expect state TIME_WAIT
+9.9  expect state TIME_WAIT
+0.2  expect state CLOSED
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, eighth (FIN-WAIT-1): FIN that acknowledges the FIN",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < F. 1:1(0) ack 2
+0    > . 2:2(0) ack 2
+0    expect state TIME_WAIT
)"}),

        new TcpScriptTest("RFC 9293 3.6: half-closed by the socket, the peer goes on sending",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    call shutdown-send
)",
                           PEER_SENDS_ON}),

        new TcpScriptTest("RFC 9293 3.6: half-closed by the socket, data come before its ACK",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    call shutdown-send
+0    > F. 1:1(0) ack 1
+0    expect state FIN_WAIT_1
+0.1  < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    > . 2:2(0) ack 2001
+0    expect received 2000
+0    expect state FIN_WAIT_1
+0.1  < . 2001:2001(0) ack 2
+0    expect state FIN_WAIT_2
)"}),

        new TcpScriptTest("RFC 9293 3.6: half-closed by the peer, the socket goes on sending",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0.1  call send 1500
+0    > . 1:1001(1000) ack 2
+0    > . 1001:1501(500) ack 2
+0.1  < . 2:2(0) ack 1501
+0    expect state CLOSE_WAIT
+0    call close
+0    > F. 1501:1501(0) ack 2
+0.1  < . 2:2(0) ack 1502
+0    expect state CLOSED
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, eighth: FIN on a segment with data",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < F. 1:501(500) ack 1
+0    > . 1:1(0) ack 502
+0    expect received 500
+0    expect state CLOSE_WAIT
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, first (SHLD-31): FIN arrives before data",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < F. 501:501(0) ack 1
+0    > . 1:1(0) ack 1
+0    expect state ESTABLISHED
+0.1  < . 1:501(500) ack 1
+0    > . 1:1(0) ack 502
+0    expect received 500
+0    expect state CLOSE_WAIT
)"}),

        new TcpScriptTest("RFC 9293 3.10.4 (ESTABLISHED): FIN after all queued data",
                          {TCP_PLAIN,
                           R"(
set InitialCwnd 1
)",
                           TCP_CONNECT,
                           R"(
+0    call send 1500
+0    call close
+0    > . 1:1001(1000) ack 1
+0    expect state FIN_WAIT_1
+0.1  < . 1:1(0) ack 1001
+0    >? . 1001:1501(500) ack 1
+0    >? F. 1501:1501(0) ack 1
+0    >? F. 1001:1501(500) ack 1
+0.1  < . 1:1(0) ack 1502
+0    expect state FIN_WAIT_2
)"}),

        new TcpScriptTest("RFC 6298 5.4 and 5.5: FIN retransmitted, with back-off",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+1    > F. 1:1(0) ack 1
+2    > F. 1:1(0) ack 1
+4    > F. 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2
+0    expect state FIN_WAIT_2
+20   quiet
)"}),

        new TcpScriptTest("RFC 6298 5.4 and 5.5: FIN of LAST-ACK retransmitted, with back-off",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0    call close
+0    > F. 1:1(0) ack 2
+1    > F. 1:1(0) ack 2
+2    > F. 1:1(0) ack 2
+0.1  < . 2:2(0) ack 2
+0    expect state CLOSED
)"}),

        new TcpScriptTest("RFC 6298 5.4: FIN retransmitted alone when its data were acknowledged",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0    call close
+0    > F. 1001:1001(0) ack 1
+0.1  < . 1:1(0) ack 1001
+0    expect state FIN_WAIT_1
+1    > F. 1001:1001(0) ack 1
+0.1  < . 1:1(0) ack 1002
+0    expect state FIN_WAIT_2
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, eighth (TIME-WAIT): FIN is answered, 2 MSL restarts",
                          {TCP_PLAIN,
                           R"(
set MaxSegLifetime 5
)",
                           TCP_CONNECT,
                           R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < F. 1:1(0) ack 2
+0    > . 2:2(0) ack 2
+8    < F. 1:1(0) ack 2
+0    > . 2:2(0) ack 2
+9.9  expect state TIME_WAIT
+0.2  expect state CLOSED
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, eighth (CLOSE-WAIT): the FIN comes once more",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0.1  < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0    expect state CLOSE_WAIT
)"}),

        new TcpScriptTest("RFC 9293 3.10.7.4, seventh (CLOSE-WAIT): data after the FIN are ignored",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < F. 1:1(0) ack 1
+0    > . 1:1(0) ack 2
+0.1  < . 2:102(100) ack 1
+0    >? . 1:1(0) ack 2
+0    expect received 0
+0    expect state CLOSE_WAIT
)"}),

        new TcpScriptTest("RFC 9293 3.6.1 (SHLD-3): data that come after CLOSE are reset",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call close
+0    > F. 1:1(0) ack 1
+0.1  < . 1:1(0) ack 2
+0.1  < . 1:1001(1000) ack 2
+0~0.5 > R 2:2(0) ack *
+0    expect state CLOSED
)"}),

        new TcpScriptTest(
            "Data after CLOSE are received, as ns-3's TCP does (ResetAfterClose false)",
            {TCP_PLAIN,
             R"(
set ResetAfterClose false
reading
)",
             TCP_CONNECT,
             R"(
+0    call close
)",
             PEER_SENDS_ON}),

        new TcpScriptTest("RFC 9293 3.6.1 (SHLD-3): closed with unread data",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    >? . 1:1(0) ack 1001
+0~0.5 > . 1:1(0) ack 2001
+0.1  call close
+0    > R 1:1(0) ack *
+0    expect state CLOSED
)"}),

        // a timeout of 1 s (RFC 6298, 2.4), doubled each time, and DataRetries (6) questions
        new TcpScriptTest(
            "RFC 5961 3.2, RFC 1122 4.2.3.6: a peer that is gone after a RST ahead of "
            "RCV.NXT",
            {TCP_PLAIN, TCP_CONNECT, R"(
+0.1  < R 501:501(0)
+0    > . 1:1(0) ack 1
+0.9~1.1 > . 0:0(0) ack 1
+1.9~2.1 > . 0:0(0) ack 1
+3.9~4.1 > . 0:0(0) ack 1
+7.9~8.1 > . 0:0(0) ack 1
+15.9~16.1 > . 0:0(0) ack 1
+31.9~32.1 > . 0:0(0) ack 1
+63   expect state ESTABLISHED
+2    expect state CLOSED
+0    expect reset 1
)"}),

        new TcpScriptTest("RFC 5961 3.2, RFC 1122 4.2.3.6: a peer that is there, and silent",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0.1  < R 501:501(0)
+0    > . 1:1(0) ack 1
+0.9~1.1 > . 0:0(0) ack 1
+0.1  < . 1:1(0) ack 1
+300  quiet
+0    expect state ESTABLISHED
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
