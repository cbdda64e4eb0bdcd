// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for the end of a TCP connection: RFC 9293, sections 3.6 and 3.10.7.
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

HsnTestRegistration g_tcpScriptClosingTests(
    "tcp-script-connection",
    {
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

        new TcpScriptTest("RFC 9293 3.10.7.4, eighth: FIN behind data that fill the window",
                          {TCP_PLAIN,
                           R"(
set RcvBufSize 1000
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < F. 1:1001(1000) ack 1
+0    > . 1:1(0) ack 1002
+0    expect dataReceived 1
+0    expect received 1000
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
+0    expect segmentsSent 6
+0    expect dataSent 0
+0    expect dataSentAgain 0
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
