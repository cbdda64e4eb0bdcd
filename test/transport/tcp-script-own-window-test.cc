// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for TCP's own window, and for when it sends and acknowledges.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
HsnTestRegistration g_tcpScriptOwnWindowTests(
    "tcp-script-data",
    {
        // The socket's window

        new TcpScriptTest("RFC 9293 3.8.6.2.2 (MUST-39): the receiver avoids the silly window",
                          {TCP_PLAIN,
                           R"(
set RcvBufSize 4000
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    >? . 1:1(0) ack 1001 win 3000
+0~0.5 > . 1:1(0) ack 2001 win 2000
+0    < . 2001:3001(1000) ack 1
+0    < . 3001:4001(1000) ack 1
+0    > . 1:1(0) ack 4001 win 0
+0.1  call recv 500
+0.1  < . 4001:4002(1) ack 1
+0    > . 1:1(0) ack 4001 win 0
+0.1  call recv 499
+0.1  quiet
+0    call recv 1
+0    >? . 1:1(0) ack 4001 win 1000
+0.1  < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 4001 win 1000
)"}),

        new TcpScriptTest("RFC 9293 3.8.6.1: the receiver of probes",
                          {TCP_PLAIN,
                           R"(
set RcvBufSize 2000
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    >? . 1:1(0) ack 1001 win 1000
+0~0.5 > . 1:1(0) ack 2001 win 0
+1    < . 2001:2002(1) ack 1
+0    > . 1:1(0) ack 2001 win 0
+2    < . 2001:2002(1) ack 1
+0    > . 1:1(0) ack 2001 win 0
+1    call recv 2000
+0    > . 1:1(0) ack 2001 win 2000
+1    < . 2001:3001(1000) ack 1
+0~0.5 > . 1:1(0) ack 3001 win 1000
)"}),

        new TcpScriptTest("RFC 9293 3.8.6 (MUST-66): acknowledgments count in a zero window",
                          {TCP_PLAIN,
                           R"(
set RcvBufSize 2000
)",
                           TCP_CONNECT,
                           R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    > . 1001:1001(0) ack 2001 win 0
+0.1  < . 2001:2001(0) ack 1001
+10   quiet
+0    < R 2001:2001(0)
+0    expect state CLOSED
)"}),

        // When to send

        new TcpScriptTest("RFC 9293 3.7.4, RFC 1122 4.2.3.4: Nagle's algorithm",
                          {TCP_PLAIN,
                           R"(
set TcpNoDelay false
)",
                           TCP_CONNECT,
                           R"(
+0    call send 100
+0    > . 1:101(100) ack 1
+0.01 call send 200
+0.01 call send 300
+0.08 < . 1:1(0) ack 101
+0    > . 101:601(500) ack 1
+0.01 call send 900
+0.01 call send 400
+0    > . 601:1601(1000) ack 1
+0.08 < . 1:1(0) ack 601
+0.01 < . 1:1(0) ack 1601
+0    > . 1601:1901(300) ack 1
+0.1  < . 1:1(0) ack 1901
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.7.4 (MUST-17): Nagle's algorithm switched off",
                          {TCP_PLAIN,
                           R"(
set TcpNoDelay true
)",
                           TCP_CONNECT,
                           R"(
+0    call send 100
+0    > . 1:101(100) ack 1
+0.01 call send 200
+0    > . 101:301(200) ack 1
+0.01 call send 300
+0    > . 301:601(300) ack 1
+0.1  < . 1:1(0) ack 601
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.9.1.2 (MUST-61): PSH when no more data are queued",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1500
+0    > . 1:1001(1000) ack 1
+0    > P. 1001:1501(500) ack 1
)"}),

        new TcpScriptTest("RFC 9293 3.7.1 (MUST-16): the peer's smaller segment size",
                          {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 700>
+0    > . 1:1(0) ack 1
+0    call send 2000
+0    > . 1:701(700) ack 1
+0    > . 701:1401(700) ack 1
+0    > . 1401:2001(600) ack 1
)"}),

        new TcpScriptTest("RFC 9293 3.7.1 (MUST-15): the peer does not tell its segment size",
                          {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535
+0    > . 1:1(0) ack 1
+0    call send 1000
+0    > . 1:537(536) ack 1
+0    > . 537:1001(464) ack 1
)"}),

        // When to acknowledge

        new TcpScriptTest("RFC 9293 3.8.6.3 (SHLD-18), RFC 5681 4.2: every second segment",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1:1001(1000) ack 1
+0~0.5 > . 1:1(0) ack 1001
+0.1  < . 1001:2001(1000) ack 1
+0.05 < . 2001:3001(1000) ack 1
+0    > . 1:1(0) ack 3001
+0.01 < . 3001:4001(1000) ack 1
+0.05 < . 4001:5001(1000) ack 1
+0    > . 1:1(0) ack 5001
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.8.6.3 (MUST-40): a single segment",
                          {TCP_PLAIN,
                           R"(
set DelAckTimeout 200ms
reading
)",
                           TCP_CONNECT,
                           R"(
+0.1  < . 1:1001(1000) ack 1
+0~0.5 > . 1:1(0) ack 1001
+1    < . 1001:2001(1000) ack 1
+0.2  > . 1:1(0) ack 2001
+1    < . 2001:3001(1000) ack 1
+0.2  > . 1:1(0) ack 3001
+10   quiet
)"}),

        new TcpScriptTest("RFC 9293 3.8.6.3: data take the acknowledgment along",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0.1  < . 1:1001(1000) ack 1
+0~0.5 > . 1:1(0) ack 1001
+0.1  < . 1001:2001(1000) ack 1
+0.05 call send 500
+0    > . 1:501(500) ack 2001
+0.1  < . 2001:2001(0) ack 501
+10   quiet
)"}),

        new TcpScriptTest("RFC 5681 4.2: gaps and what fills them are acknowledged at once",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1001:2001(1000) ack 1
+0    > . 1:1(0) ack 1
+0.01 < . 3001:4001(1000) ack 1
+0    > . 1:1(0) ack 1
+0.01 < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 2001
+0.01 < . 2001:3001(1000) ack 1
+0    > . 1:1(0) ack 4001
+0    expect received 4000
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
