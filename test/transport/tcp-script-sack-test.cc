// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for TCP's loss recovery with SACK, and its retransmission timer.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** As TCP_PLAIN and TCP_CONNECT, with SACK on both sides. */
const std::string SACK_PLAIN = TCP_PLAIN + R"(
set Sack true
)";

/** The socket opens a connection with SACK. */
const std::string SACK_CONNECT = R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
)";

HsnTestRegistration g_tcpScriptSackTests(
    "tcp-script-congestion",
    {
        // RFC 6675

        new TcpScriptTest("RFC 6675 5: the third duplicate starts recovery, pipe limits it",
                          {SACK_PLAIN,
                           R"(
set LimitedTransmit false
)",
                           SACK_CONNECT,
                           R"(
+0    call send 30000
)",
                           TEN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    expect ssthresh 5000
+0    < . 1:1(0) ack 1 <sack 1001:5001>
+0    < . 1:1(0) ack 1 <sack 1001:6001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 1001:7001>
+0    > . 10001:11001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 1001:8001>
+0    > . 11001:12001(1000) ack 1
+0.1  < . 1:1(0) ack 10001
+0    expect congestion CA_OPEN
+0    expect cwnd 5000
+0    > . 12001:13001(1000) ack 1
+0    > . 13001:14001(1000) ack 1
+0    > . 14001:15001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6675 4 (NextSeg): lost segments before new ones",
                          {SACK_PLAIN,
                           R"(
set LimitedTransmit false
)",
                           SACK_CONNECT,
                           R"(
+0    call send 30000
)",
                           TEN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 4001:5001 1001:3001>
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 4001:6001 1001:3001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 4001:7001 1001:3001>
+0    > . 3001:4001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 4001:8001 1001:3001>
+0    > . 10001:11001(1000) ack 1
+0.1  < . 1:1(0) ack 3001 <sack 4001:8001>
# pipe: 8001:11001 and what was sent again, 3001:4001
+0    > . 11001:12001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.1  < . 1:1(0) ack 10001
+0    > . 12001:13001(1000) ack 1
+0    > . 13001:14001(1000) ack 1
+0    > . 14001:15001(1000) ack 1
+0    expect congestion CA_OPEN
)"}),

        new TcpScriptTest(
            "RFC 6675 4 (NextSeg, rule 3): holes not yet lost, when there is nothing new",
            {SACK_PLAIN,
             R"(
set LimitedTransmit false
)",
             SACK_CONNECT,
             R"(
+0    call send 10000
)",
             TEN_SEGMENTS,
             R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0    < . 1:1(0) ack 1 <sack 1001:5001>
+0    < . 1:1(0) ack 1 <sack 1001:6001>
+0.01 quiet
+0    < . 1:1(0) ack 1 <sack 7001:8001 1001:6001>
+0    > . 6001:7001(1000) ack 1
+0.1  < . 1:1(0) ack 10001
+10   quiet
)"}),

        new TcpScriptTest("RFC 6675 5, step 2: one acknowledgment shows the loss",
                          {SACK_PLAIN,
                           R"(
set LimitedTransmit false
)",
                           SACK_CONNECT,
                           R"(
+0    call send 10000
)",
                           TEN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:5001>
+0    > . 1:1001(1000) ack 1
+0    expect congestion CA_RECOVERY
+0.1  < . 1:1(0) ack 10001
+0    expect congestion CA_OPEN
+10   quiet
)"}),

        new TcpScriptTest("RFC 6675 4 (NextSeg, rule 4): one rescue retransmission in a recovery",
                          {SACK_PLAIN,
                           R"(
set InitialCwnd 12
set LimitedTransmit false
)",
                           SACK_CONNECT,
                           R"(
+0    call send 12000
)",
                           TEN_SEGMENTS,
                           R"(
+0    > . 10001:11001(1000) ack 1
+0    > . 11001:12001(1000) ack 1
+0.1  < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0.01 quiet
# only the first and the last segment are missing: the last one is rescued
+0    < . 1:1(0) ack 1 <sack 1001:11001>
+0    > . 11001:12001(1000) ack 1
# new data, which is not reported either, is sent once: HighACK is not above RescueRxt
+0    call send 1000
+0    > . 12001:13001(1000) ack 1
+0.01 < . 1:1(0) ack 1 <sack 1001:11001>
+0.01 quiet
+0.05 < . 1:1(0) ack 11001
+0.05 quiet
+0    < . 1:1(0) ack 13001
+0    expect congestion CA_OPEN
# another recovery may rescue again; its window of 3000 octets has room for it
+0    call send 6000
+0    > . 13001:14001(1000) ack 1
+0    > . 14001:15001(1000) ack 1
+0    > . 15001:16001(1000) ack 1
+0    > . 16001:17001(1000) ack 1
+0    > . 17001:18001(1000) ack 1
+0    > . 18001:19001(1000) ack 1
+0.1  < . 1:1(0) ack 13001 <sack 14001:18001>
+0    > . 13001:14001(1000) ack 1
+0    > . 18001:19001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6675 5.1: a timeout during recovery",
                          {SACK_PLAIN,
                           R"(
set LimitedTransmit false
)",
                           SACK_CONNECT,
                           R"(
+0    call send 10000
)",
                           TEN_SEGMENTS,
                           R"(
+0.1  < . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 1:1(0) ack 1 <sack 1001:3001>
+0    < . 1:1(0) ack 1 <sack 1001:4001>
+0    > . 1:1001(1000) ack 1
+0.9~1 > . 1:1001(1000) ack 1
+0    expect cwnd 1000
+0.1  < . 1:1(0) ack 10001
+10   quiet
)"}),

        new TcpScriptTest("RFC 2883 4: D-SACK does no harm to a sender that does not use it",
                          {SACK_PLAIN, SACK_CONNECT, R"(
+0    call send 3000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 2001 <sack 1:1001>
+0    < . 1:1(0) ack 3001 <sack 1001:2001>
+0    expect congestion CA_OPEN
+0.1  call send 2000
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0.1  < . 1:1(0) ack 5001 <sack 3001:3501>
+10   quiet
)"}),

        new TcpScriptTest("RFC 2018 3: blocks that cannot be are ignored",
                          {SACK_PLAIN, SACK_CONNECT, R"(
+0    call send 3000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 1 <sack 5001:9001>
+0    < . 1:1(0) ack 1001 <sack 3001:2001>
+0    < . 1:1(0) ack 2001 <sack 2001:4294900000>
+0    < . 1:1(0) ack 3001
+10   quiet
+0    expect congestion CA_OPEN
)"}),

        // RFC 6298

        new TcpScriptTest("RFC 6298 2.2 and 2.4: retransmission timeout after the handshake",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+1    > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6298 2.2 and 2.3: retransmission timeout after samples",
                          {TCP_PLAIN,
                           R"(
set MinRto 200ms
)",
                           TCP_CONNECT,
                           R"(
# SRTT 100, RTTVAR 50, RTO 300 ms
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.2  < . 1:1(0) ack 1001
# SRTT 112.5, RTTVAR 62.5, RTO 362.5 ms
+0    call send 1000
+0    > . 1001:2001(1000) ack 1
+0.3625 > . 1001:2001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6298 2.2: the first sample comes from the SYN,ACK's acknowledgment",
                          {TCP_PLAIN,
                           R"(
set MinRto 200ms
)",
                           TCP_ACCEPT,
                           R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.3  > . 1:1001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6298 5.5: back-off", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+1    > . 1:1001(1000) ack 1
+2    > . 1:1001(1000) ack 1
+4    > . 1:1001(1000) ack 1
+8    > . 1:1001(1000) ack 1
+16   > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+100  quiet
)"}),

        new TcpScriptTest("RFC 6298 3 (Karn) and 5: back-off lasts up to the next valid sample",
                          {TCP_PLAIN,
                           R"(
set MinRto 200ms
)",
                           TCP_CONNECT,
                           R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.3  > . 1:1001(1000) ack 1
+0.25 < . 1:1(0) ack 1001
+0    call send 1000
+0    > . 1001:2001(1000) ack 1
+0.6  > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
+0    call send 1000
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 3001
# SRTT 100, RTTVAR 37.5, RTO 250 ms
+0    call send 1000
+0    > . 3001:4001(1000) ack 1
+0.25 > . 3001:4001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 6298 5.2 and 5.3: new acknowledgments restart and stop the timer",
                          {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 2000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.6  < . 1:1(0) ack 1001
+1    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
+100  quiet
)"}),

        new TcpScriptTest("RFC 6298 5.7: 3 s after a lost SYN", {TCP_PLAIN, R"(
set ConnTimeout 1s
+0    call connect
+0    > S 0:0(0) <...>
+1    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 500
+0    > . 1:501(500) ack 1
+3    > . 1:501(500) ack 1
)"}),
    });
} // namespace
} // namespace hsn
} // namespace ns3
