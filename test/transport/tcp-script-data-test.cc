// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for TCP's transfer of data: acceptance, and the peer's window.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief For ten minutes a segment is repeated, as a probe, and answered: the window stays closed.
 * Then it opens, and the segment leaves at once.
 * @param segment flags, sequence numbers and length @param ack what is acknowledged
 * @return lines
 */
std::string
StaysClosed(const std::string& segment, const std::string& ack)
{
    std::string lines;
    for (const uint32_t seconds : {1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60, 60})
    {
        lines += "+" + std::to_string(seconds) + " > " + segment + " ack 1\n" +
                 "+0 < . 1:1(0) ack " + ack + " win 0\n";
    }
    return lines + "+0.1 < . 1:1(0) ack " + ack + " win 65535\n" + "+0 > " + segment + " ack 1\n";
}

HsnTestRegistration g_tcpScriptDataTests(
    "tcp-script-data",
    {// Which segments are accepted

     new TcpScriptTest("RFC 9293 3.10.7.4, first: old and too new segments are acknowledged",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2001(1000) ack 1
+0    >? . 1:1(0) ack 1001
+0~0.5 > . 1:1(0) ack 2001
+0.1  < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 2001
+0.1  < . 200001:201001(1000) ack 1
+0    > . 1:1(0) ack 2001
+0    expect received 2000
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, fourth: SYN outside the window is acknowledged",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0.1  < S 0:0(0)
+0    > . 1:1(0) ack 1
+0.1  < S 200001:200001(0)
+0    > . 1:1(0) ack 1
+0    expect state ESTABLISHED
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, fifth: a segment without ACK is dropped",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < - 1:101(100)
+1    expect received 0
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, fifth: old acknowledgments are ignored",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 3000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 2001
+0.1  < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0.1  quiet
+0    < . 1:1(0) ack 3001
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, fifth: acknowledgment of what was not sent",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 5001
+0    > . 1001:1001(0) ack 1
+0    < . 1:101(100) ack 5001
+0    > . 1001:1001(0) ack 1
+0    expect received 0
+0    expect state ESTABLISHED
+0.1  < . 1:1(0) ack 1001
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, first (SHLD-31): data out of order",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < . 1001:2001(1000) ack 1
+0    > . 1:1(0) ack 1
+0    < . 2001:2501(500) ack 1
+0    > . 1:1(0) ack 1
+0    expect received 0
+0.1  < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 2501
+0    expect received 2500
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, first: overlapping segments",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < . 2001:3001(1000) ack 1
+0    > . 1:1(0) ack 1
+0    < . 1501:2501(1000) ack 1
+0    > . 1:1(0) ack 1
+0    < . 1001:2401(1400) ack 1
+0    > . 1:1(0) ack 1
+0    < . 1601:1701(100) ack 1
+0    > . 1:1(0) ack 1
+0    < . 501:1501(1000) ack 1
+0    > . 1:1(0) ack 1
+0    < . 1:601(600) ack 1
+0    > . 1:1(0) ack 3001
+0    expect received 3000
+0    < . 2501:3501(1000) ack 1
+0~0.5 > . 1:1(0) ack 3501
+0    expect received 3500
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, first: what lies beyond the window is trimmed",
                       {TCP_PLAIN,
                        R"(
set RcvBufSize 2000
)",
                        TCP_CONNECT,
                        R"(
+0    < . 1:1001(1000) ack 1
+0    < . 1001:2401(1400) ack 1
+0    >? . 1:1(0) ack 1001
+0~0.5 > . 1:1(0) ack 2001 win 0
+0    expect available 2000
+0    call recv 2000
+0    > . 1:1(0) ack 2001 win 2000
)"}),

     new TcpScriptTest("Counters: segments with data, of one octet as well, sent, again, received",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    expect dataReceived 0
+0    < . 1:2(1) ack 1
+0    > . 1:1(0) ack 2
+0    expect dataReceived 1
+0    call send 1
+0    > . 1:2(1) ack 2
+0    expect dataSent 1
+0    expect dataSentAgain 0
+1    > . 1:2(1) ack 2
+0    expect dataSent 1
+0    expect dataSentAgain 1
+0    < . 2:2(0) ack 2
+0    expect dataReceived 1
)"}),

     new TcpScriptTest("RFC 9293 3.4: sequence numbers wrap around",
                       {TCP_PLAIN,
                        R"(
set InitialSequenceNumber 4294965796
isn 4294966296
reading
)",
                        TCP_CONNECT,
                        R"(
+0    call send 5000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0.1  < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    < . 1:1(0) ack 1001
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 5001
+0    < . 1:801(800) ack 5001
+0    < . 801:1601(800) ack 5001
+0    > . 5001:5001(0) ack 1601
+0    < . 2401:3201(800) ack 5001
+0    > . 5001:5001(0) ack 1601
+0    < . 1601:2401(800) ack 5001
+0    > . 5001:5001(0) ack 3201
+0    expect received 3200
+0    call close
+0    > F. 5001:5001(0) ack 3201
+0.1  < F. 3201:3201(0) ack 5002
+0    > . 5002:5002(0) ack 3202
+0    expect state TIME_WAIT
)"}),

     new TcpScriptTest("RFC 9293 3.4: the SYN is the last sequence number before zero",
                       {TCP_PLAIN,
                        R"(
set InitialSequenceNumber 4294967295
isn 4294967295
reading
)",
                        TCP_ACCEPT,
                        R"(
+0    call send 1500
+0    > . 1:1001(1000) ack 1
+0    > . 1001:1501(500) ack 1
+0.1  < . 1:501(500) ack 1501
+0~0.5 > . 1501:1501(0) ack 501
+0    expect received 500
)"}),

     new TcpScriptTest("RFC 9293 3.8.5: URG does not hold back or lose data",
                       {TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < U. 1:1001(1000) ack 1 urg 500
+0    < PU. 1001:2001(1000) ack 1 urg 1
+0    >? . 1:1(0) ack 1001
+0~0.5 > . 1:1(0) ack 2001
+0    expect received 2000
)"}),

     new TcpScriptTest("RFC 9293 3.1 (MUST-2, MUST-3): checksums",
                       {R"(
checksums
)",
                        TCP_PLAIN,
                        R"(
reading
)",
                        TCP_CONNECT,
                        R"(
+0    < . 1:101(100) ack 1 badsum
+1    expect received 0
+0    < . 1:101(100) ack 1
+0~0.5 > . 1:1(0) ack 101
+0    expect received 100
)"}),

     // The peer's window

     new TcpScriptTest("RFC 9293 3.8.6: no more than the window is sent", {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 3000 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 10000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 2000
+0.1  < . 1:1(0) ack 2001 win 3000
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.10.7.4, fifth: an old acknowledgment does not move the window",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 3000 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 10000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 2001 win 1000
+0.1  < . 1:1(0) ack 1001 win 60000
+0.1  quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6 (MUST-34): the window shrinks", {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 6000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 1000
+0    call send 1000
+0.1  < . 1:1(0) ack 6001 win 1000
+0    > . 6001:7001(1000) ack 1
+0.1  < . 1:1(0) ack 7001 win 1000
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.1: probes of a zero window, with back-off up to ns-3's 60 s",
                       {TCP_PLAIN,
                        R"(
set PersistTimeout 1s
)",
                        TCP_CONNECT,
                        R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0    call send 5000
+1    > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+1.9  > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+3.9  > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+7.9  > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+15.9 > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+31.9 > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+59.9 > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+59.9 > . 1001:1002(1) ack 1
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.1 (MUST-37): unanswered probes go on",
                       {TCP_PLAIN,
                        R"(
set PersistTimeout 1s
)",
                        TCP_CONNECT,
                        R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0    call send 5000
+1    > . 1001:1002(1) ack 1
+2    > . 1001:1002(1) ack 1
+4    > . 1001:1002(1) ack 1
+8    > . 1001:1002(1) ack 1
+0    expect state ESTABLISHED
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.1: the peer takes the byte of a probe",
                       {TCP_PLAIN,
                        R"(
set PersistTimeout 1s
)",
                        TCP_CONNECT,
                        R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0    call send 2000
+1    > . 1001:1002(1) ack 1
+0.1  < . 1:1(0) ack 1002 win 65535
+0    > . 1002:2002(1000) ack 1
+0    > . 2002:3001(999) ack 1
+0.1  < . 1:1(0) ack 3001
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.1 (MUST-37): a FIN into a zero window waits as data do",
                       {TCP_PLAIN,
                        R"(
set PersistTimeout 2s
)",
                        TCP_CONNECT,
                        R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0    call shutdown-send
+0    > F. 1001:1001(0) ack 1
+0    < . 1:1(0) ack 1001 win 0
)",
                        StaysClosed("F. 1001:1001(0)", "1001"),
                        R"(
+0    expect state FIN_WAIT_1
+0.1  < . 1:1(0) ack 1002 win 65535
+0    expect state FIN_WAIT_2
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.1 (MUST-37): the window closes before a FIN on its way",
                       {TCP_PLAIN, R"(
set PersistTimeout 2s
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 1000 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.05 call shutdown-send
+0    > F. 1001:1001(0) ack 1
+0.05 < . 1:1(0) ack 1001 win 0
+0.05 < . 1:1(0) ack 1001 win 0
+0.95 > F. 1001:1001(0) ack 1
+0    < . 1:1(0) ack 1001 win 0
+2    > F. 1001:1001(0) ack 1
+0    < . 1:1(0) ack 1001 win 0
+4    > F. 1001:1001(0) ack 1
+0.1  < . 1:1(0) ack 1001 win 2000
+0    > F. 1001:1001(0) ack 1
+0.1  < . 1:1(0) ack 1002 win 2000
+0    expect state FIN_WAIT_2
)"}),

     new TcpScriptTest("RFC 9293 3.8.6 (MUST-34, MUST-35): the window shrinks to zero",
                       {TCP_PLAIN,
                        R"(
set PersistTimeout 2s
)",
                        TCP_CONNECT,
                        R"(
+0    call send 2000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
)",
                        StaysClosed(". 1001:2001(1000)", "1001"),
                        R"(
+0    expect state ESTABLISHED
+0.1  < . 1:1(0) ack 2001 win 65535
+10   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6: a window update opens a zero window",
                       {TCP_PLAIN, TCP_CONNECT, R"(
+0    call send 1000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0    call send 2000
+0.5  < . 1:1(0) ack 1001 win 65535
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 3001
+20   quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.2.1 (MUST-38): the sender avoids the silly window",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 4000 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 10000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 3500
+0.05 < . 1:1(0) ack 2001 win 3500
+0    > . 4001:5001(1000) ack 1
+0.05 quiet
)"}),

     new TcpScriptTest("RFC 9293 3.8.6.2.1, condition 3: half of the greatest window is enough",
                       {TCP_PLAIN, R"(
+0    call connect
+0    > S 0:0(0) <...>
+0.1  < S. 0:0(0) ack 1 win 1600 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 10000
+0    > . 1:1001(1000) ack 1
# 600 octets are less than half of 1600
+0.05 quiet
+0.05 < . 1:1(0) ack 1001 win 799
+0.05 quiet
+0    < . 1:1(0) ack 1001 win 800
+0    > . 1001:1801(800) ack 1
# a smaller window later on does not lower the bar
+0.1  < . 1:1(0) ack 1801 win 799
+0.05 quiet
+0    < . 1:1(0) ack 1801 win 801
+0    > . 1801:2602(801) ack 1
)"})});
} // namespace
} // namespace hsn
} // namespace ns3
