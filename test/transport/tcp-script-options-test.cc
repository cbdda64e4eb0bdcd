// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripts for TCP's options: SACK at the receiver, timestamps, window scaling, and broken ones.
 */
#include "../hsn-test.h"
#include "tcp-script-test.h"

#include "ns3/packet.h"
#include "ns3/tcp-segment.h"

#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** The socket opens a connection with timestamps. */
const std::string TIMESTAMP_CONNECT = R"(
set Timestamp true
+0    call connect
+0    > S 0:0(0) <mss *,TS val * ecr 0>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,TS val 700 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700>
)";

/**
 * @brief Broken headers that ns-3's TcpL4Protocol does not survive, so that no script can have
 * them.
 */
class TcpSegmentTest : public TestCase
{
  public:
    TcpSegmentTest()
        : TestCase("RFC 9293 3.1: headers that end too early, options with impossible lengths")
    {
    }

  private:
    /**
     * @brief Tests a header.
     * @param dataOffset its data offset
     * @param rest what comes after the first 20 bytes
     * @param well whether it is well-formed
     */
    void Check(uint8_t dataOffset, const std::vector<uint8_t>& rest, bool well)
    {
        std::vector<uint8_t> bytes(20);
        bytes[12] = dataOffset << 4;
        bytes.insert(bytes.end(), rest.begin(), rest.end());
        TcpSegment segment;
        const bool isWell = !segment.Read(Create<Packet>(bytes.data(), bytes.size()));
        NS_TEST_EXPECT_MSG_EQ(isWell, well, "data offset " << +dataOffset);
    }

    void DoRun() override
    {
        Check(5, {}, true);
        Check(6, {}, false);
        Check(15, std::vector<uint8_t>(39, 1), false);
        Check(15, std::vector<uint8_t>(40, 1), true);
        Check(6, {0, 255, 255, 255}, true);
        Check(6, {1, 1, 1, 0}, true);
        Check(6, {0x1e, 0, 1, 1}, false);
        Check(6, {0x1e, 1, 1, 1}, false);
        Check(6, {0x1e, 5, 1, 1, 1}, false);
        Check(6, {1, 1, 1, 0x1e}, false);
        Check(6, {2, 4, 5, 180}, true);
        Check(6, {2, 3, 5, 1}, false);
        Check(7, {2, 5, 5, 180, 0, 0, 0, 0}, false);
        Check(6, {3, 3, 7, 0}, true);
        Check(6, {3, 4, 7, 0}, false);
        Check(6, {4, 2, 1, 1}, true);
        Check(6, {4, 3, 1, 1}, false);
        Check(8, {5, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1}, true);
        Check(8, {5, 11, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1}, false);
        Check(6, {5, 2, 1, 1}, false);
        Check(8, {8, 10, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1}, true);
        Check(8, {8, 9, 0, 0, 0, 1, 0, 0, 0, 2, 1, 1}, false);
        for (uint32_t length = 0; length < 20; length++)
        {
            TcpSegment segment;
            const bool isWell = !segment.Read(Create<Packet>(length));
            NS_TEST_EXPECT_MSG_EQ(isWell, false, length << " bytes");
        }
    }
};

HsnTestRegistration g_tcpScriptOptionsTests(
    "tcp-script-options",
    {
        // RFC 2018

        new TcpScriptTest("RFC 2018 4: the most recent block is the first, at most four",
                          {TCP_PLAIN, R"(
set Sack true
reading
+0    call connect
+0    > S 0:0(0) <mss *,sackOK>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK>
+0    > . 1:1(0) ack 1
+0.1  < . 1001:2001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 1001:2001>
+0    < . 3001:4001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 3001:4001 1001:2001>
+0    < . 5001:6001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 5001:6001 3001:4001 1001:2001>
+0    < . 7001:8001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 7001:8001 5001:6001 3001:4001 1001:2001>
+0    < . 9001:10001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 9001:10001 7001:8001 5001:6001 3001:4001>
+0    < . 2001:3001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 1001:4001 9001:10001 7001:8001 5001:6001>
+0    < . 1:1001(1000) ack 1
+0    > . 1:1(0) ack 4001 <sack 9001:10001 7001:8001 5001:6001>
+0    < . 6001:7001(1000) ack 1
+0    > . 1:1(0) ack 4001 <sack 5001:8001 9001:10001>
+0    < . 4001:5001(1000) ack 1
+0    > . 1:1(0) ack 8001 <sack 9001:10001>
+0    < . 8001:9001(1000) ack 1
+0    > . 1:1(0) ack 10001
+0    expect received 10000
)"}),

        new TcpScriptTest("RFC 2018 3: at most three blocks beside timestamps", {TCP_PLAIN, R"(
set Sack true
set Timestamp true
+0    call connect
+0    > S 0:0(0) <mss *,sackOK,TS val * ecr 0>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK,TS val 700 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700>
+0.1  < . 1001:2001(1000) ack 1 <TS val 701 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700,sack 1001:2001>
+0    < . 3001:4001(1000) ack 1 <TS val 702 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700,sack 3001:4001 1001:2001>
+0    < . 5001:6001(1000) ack 1 <TS val 703 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700,sack 5001:6001 3001:4001 1001:2001>
+0    < . 7001:8001(1000) ack 1 <TS val 704 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700,sack 7001:8001 5001:6001 3001:4001>
)"}),

        new TcpScriptTest("RFC 2018 2: no blocks for a peer that did not permit them",
                          {TCP_PLAIN, R"(
set Sack true
+0    call connect
+0    > S 0:0(0) <mss *,sackOK>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0.1  < . 1001:2001(1000) ack 1
+0    > . 1:1(0) ack 1
)"}),

        new TcpScriptTest("RFC 2018 2: a passive open permits blocks if the peer does",
                          {TCP_PLAIN, R"(
set Sack true
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000,sackOK>
+0    > S. 0:0(0) ack 1 <mss *,sackOK>
+0.1  < . 1:1(0) ack 1
+0    < . 1001:2001(1000) ack 1
+0    > . 1:1(0) ack 1 <sack 1001:2001>
)"}),

        // RFC 7323, timestamps

        new TcpScriptTest("RFC 7323 3.2: timestamps on every segment, echoed",
                          {TCP_PLAIN, TIMESTAMP_CONNECT, R"(
+0    call send 500
+0    > . 1:501(500) ack 1 <TS val * ecr 700>
+0.1  < . 1:1(0) ack 501 <TS val 800 ecr last>
+0    call send 500
+0    > . 501:1001(500) ack 1 <TS val * ecr 800>
+0.1  < . 1:1(0) ack 1001 <TS val 900 ecr last>
+0    call close
+0    > F. 1001:1001(0) ack 1 <TS val * ecr 900>
)"}),

        new TcpScriptTest("RFC 7323 3.2: a passive open answers with timestamps", {TCP_PLAIN, R"(
set Timestamp true
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000,TS val 700 ecr 0>
+0    > S. 0:0(0) ack 1 <mss *,TS val * ecr 700>
+0.1  < . 1:1(0) ack 1 <TS val 800 ecr last>
+0    call send 500
+0    > . 1:501(500) ack 1 <TS val * ecr 800>
)"}),

        new TcpScriptTest("RFC 7323 3.2: no timestamps if the peer does not answer with them",
                          {TCP_PLAIN, R"(
set Timestamp true
+0    call connect
+0    > S 0:0(0) <mss *,TS val * ecr 0>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000>
+0    > . 1:1(0) ack 1
+0    call send 500
+0    > . 1:501(500) ack 1
)"}),

        new TcpScriptTest("RFC 7323 3.2: no timestamps if the peer does not begin with them",
                          {TCP_PLAIN, R"(
set Timestamp true
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <mss *>
+0.1  < . 1:1(0) ack 1
+0    call send 500
+0    > . 1:501(500) ack 1
)"}),

        new TcpScriptTest("RFC 7323 4.3 (A): the first of delayed segments is echoed",
                          {TCP_PLAIN, TIMESTAMP_CONNECT, R"(
+0.1  < . 1:1001(1000) ack 1 <TS val 750 ecr last>
+0~0.5 > . 1:1(0) ack 1001 <TS val * ecr 750>
+0.1  < . 1001:2001(1000) ack 1 <TS val 800 ecr last>
+0.01 < . 2001:3001(1000) ack 1 <TS val 810 ecr last>
+0    > . 1:1(0) ack 3001 <TS val * ecr 800>
+0.1  < . 3001:4001(1000) ack 1 <TS val 900 ecr last>
+0.01 < . 4001:5001(1000) ack 1 <TS val 910 ecr last>
+0    > . 1:1(0) ack 5001 <TS val * ecr 900>
)"}),

        new TcpScriptTest(
            "RFC 7323 4.3 (B, C): segments after a hole are not echoed, its filling is",
            {TCP_PLAIN, TIMESTAMP_CONNECT, R"(
+0.1  < . 1001:2001(1000) ack 1 <TS val 800 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700>
+0.1  < . 2001:3001(1000) ack 1 <TS val 810 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700>
+0.1  < . 1:1001(1000) ack 1 <TS val 820 ecr last>
+0    > . 1:1(0) ack 3001 <TS val * ecr 820>
)"}),

        new TcpScriptTest("RFC 7323 3.2: a segment without the option is dropped, a RST is not",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TIMESTAMP_CONNECT,
                           R"(
+0.1  < . 1:1001(1000) ack 1
+1    expect received 0
+0    < R 1:1(0)
+0    expect state CLOSED
)"}),

        new TcpScriptTest("RFC 7323 5.3 (PAWS): an old timestamp is acknowledged and dropped",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TIMESTAMP_CONNECT,
                           R"(
+0.1  < . 1:1001(1000) ack 1 <TS val 800 ecr last>
+0~0.5 > . 1:1(0) ack 1001 <TS val * ecr 800>
+0.1  < . 1001:2001(1000) ack 1 <TS val 799 ecr last>
+0    > . 1:1(0) ack 1001 <TS val * ecr 800>
+0    expect received 1000
+0.1  < . 1001:2001(1000) ack 1 <TS val 820 ecr last>
+0    < . 2001:3001(1000) ack 1 <TS val 820 ecr last>
+0    > . 1:1(0) ack 3001 <TS val * ecr 820>
+0    expect received 3000
)"}),

        new TcpScriptTest("RFC 7323 5.2: timestamps wrap around", {TCP_PLAIN, R"(
set Timestamp true
reading
+0    call connect
+0    > S 0:0(0) <mss *,TS val * ecr 0>
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,TS val 4294967290 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 4294967290>
+0.1  < . 1:1001(1000) ack 1 <TS val 5 ecr last>
+0~0.5 > . 1:1(0) ack 1001 <TS val * ecr 5>
+0    expect received 1000
)"}),

        // after 25 days a timestamp of milliseconds has gone on by 2160000000, more than 2^31
        new TcpScriptTest("RFC 7323 5.5: after 24 days without a segment no timestamp is too old",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TIMESTAMP_CONNECT,
                           R"(
+0    < . 1:1001(1000) ack 1 <TS val 800 ecr last>
+0~0.5 > . 1:1(0) ack 1001 <TS val * ecr 800>
# ten days
+864000 < . 1001:2001(1000) ack 1 <TS val 799 ecr last>
+0    > . 1:1(0) ack 1001 <TS val * ecr 800>
+0    expect received 1000
# and 15 more
+1296000 < . 1001:2001(1000) ack 1 <TS val 2160000800 ecr last>
+0~0.5 > . 1:1(0) ack 2001 <TS val * ecr 2160000800>
+0    expect received 2000
+0.1  < . 2001:3001(1000) ack 1 <TS val 2160000799 ecr last>
+0    > . 1:1(0) ack 2001 <TS val * ecr 2160000800>
)"}),

        new TcpScriptTest("RFC 7323 5.3: PAWS does not apply to RST",
                          {TCP_PLAIN, TIMESTAMP_CONNECT, R"(
+0.1  < R 1:1(0) <TS val 100 ecr last>
+0    expect state CLOSED
)"}),

        new TcpScriptTest("RFC 7323 4: retransmitted segments give samples",
                          {TCP_PLAIN,
                           R"(
set MinRto 200ms
)",
                           TIMESTAMP_CONNECT,
                           R"(
# SRTT 100, RTTVAR 50, RTO 300 ms
+0    call send 500
+0    > . 1:501(500) ack 1 <TS val * ecr 700>
+0.3  > . 1:501(500) ack 1 <TS val * ecr 700>
+0.1  < . 1:1(0) ack 501 <TS val 800 ecr last>
# SRTT 100, RTTVAR 37.5, RTO 250 ms
+0    call send 500
+0    > . 501:1001(500) ack 1 <TS val * ecr 800>
+0.25 > . 501:1001(500) ack 1 <TS val * ecr 800>
)"}),

        new TcpScriptTest("RFC 9293 3.7.1 (MUST-16): options make segments smaller",
                          {TCP_PLAIN, TIMESTAMP_CONNECT, R"(
+0    call send 1500
+0    > . 1:989(988) ack 1 <TS val * ecr 700>
+0    > . 989:1501(512) ack 1 <TS val * ecr 700>
)"}),

        // RFC 7323, window scaling

        new TcpScriptTest("RFC 7323 2.2: windows are scaled, but not those of SYNs", {TCP_PLAIN, R"(
set WindowScaling true
+0    call connect
+0    > S 0:0(0) <mss *,wscale *>
+0.1  < S. 0:0(0) ack 1 win 2000 <mss 1000,wscale 2>
+0    > . 1:1(0) ack 1
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.1  < . 1:1(0) ack 2001 win 1000
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0.1  quiet
)"}),

        // 4 MiB need a shift of 7, 64 KiB of 1 only
        new TcpScriptTest(
            "RFC 7323 2.2: the shift is that of our SYN, whatever the buffer is later",
            {TCP_PLAIN, R"(
set WindowScaling true
set RcvBufSize 4194304
+0    call connect
+0    > S 0:0(0) <mss *,wscale 7>
set RcvBufSize 65536
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,wscale 0>
+0    > . 1:1(0) ack 1 win 512
)"}),

        new TcpScriptTest("RFC 7323 3.2, RFC 2018 2: options are those of our SYN, whatever is set "
                          "later",
                          {TCP_PLAIN, R"(
set Sack true
set Timestamp true
+0    call connect
+0    > S 0:0(0) <mss *,sackOK,TS val * ecr 0>
set Sack false
set Timestamp false
+0.1  < S. 0:0(0) ack 1 win 65535 <mss 1000,sackOK,TS val 700 ecr last>
+0    > . 1:1(0) ack 1 <TS val * ecr 700>
+0    < . 1001:2001(1000) ack 1 <TS val 701 ecr last>
+0    > . 1:1(0) ack 1 <sack 1001:2001,TS val * ecr 700>
)"}),

        new TcpScriptTest("RFC 7323 2.2: no scaling if the peer does not answer with it",
                          {TCP_PLAIN, R"(
set WindowScaling true
set RcvBufSize 200000
+0    call connect
+0    > S 0:0(0) win 65535 <mss *,wscale *>
+0.1  < S. 0:0(0) ack 1 win 3000 <mss 1000>
+0    > . 1:1(0) ack 1 win 65535
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0.1  < . 1:1(0) ack 3001 win 2000
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0.1  quiet
)"}),

        new TcpScriptTest("RFC 7323 2.2: a passive open scales only if the peer does",
                          {TCP_PLAIN, R"(
set WindowScaling true
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000>
+0    > S. 0:0(0) ack 1 <mss *>
)"}),

        new TcpScriptTest("RFC 7323 2.2: a passive open answers with scaling", {TCP_PLAIN, R"(
set WindowScaling true
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000,wscale 3>
+0    > S. 0:0(0) ack 1 <mss *,wscale *>
+0.1  < . 1:1(0) ack 1 win 250
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0    > . 1001:2001(1000) ack 1
+0.1  quiet
)"}),

        new TcpScriptTest("RFC 7323 2.3: a shift of more than 14 is 14",
                          {TCP_PLAIN,
                           R"(
set WindowScaling true
+0    call connect
+0    > S 0:0(0) <mss *,wscale *>
+0.1  < S. 0:0(0) ack 1 win 1000 <mss 1000,wscale 15>
+0    > . 1:1(0) ack 1
+0    call send 20000
+0    > . 1:1001(1000) ack 1
+0.1  < . 1:1(0) ack 1001 win 0
+0.1  < . 1:1(0) ack 1001 win 1
)",
                           R"(
+0    > . 1001:2001(1000) ack 1
+0    > . 2001:3001(1000) ack 1
+0    > . 3001:4001(1000) ack 1
+0    > . 4001:5001(1000) ack 1
+0    > . 5001:6001(1000) ack 1
+0    > . 6001:7001(1000) ack 1
+0    > . 7001:8001(1000) ack 1
+0    > . 8001:9001(1000) ack 1
+0    > . 9001:10001(1000) ack 1
+0    > . 10001:11001(1000) ack 1
+0    >? . 11001:12001(1000) ack 1
)"}),

        new TcpScriptTest("RFC 9293 3.1 (MUST-6): unknown options are ignored", {TCP_PLAIN, R"(
reading
+0    call listen
+0    < S 0:0(0) win 65535 <mss 1000,hex fd 06 01 02 03 04>
+0    > S. 0:0(0) ack 1 <mss *>
+0.1  < . 1:1001(1000) ack 1 <hex 1e 04 00 00>
+0    >? . 1:1(0) ack 1001
+0    < . 1001:2001(1000) ack 1 <hex 01 01 01 01 fe 02>
+0~0.5 > . 1:1(0) ack 2001
+0    expect received 2000
)"}),

        // Broken segments

        new TcpScriptTest("RFC 9293 3.1: data offset too small",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1:101(100) ack 1 doff 4
+0    < . 1:101(100) ack 1 doff 0
+1    expect drops 2
+0    expect received 0
+0    expect state ESTABLISHED
)"}),

        new TcpScriptTest("RFC 9293 3.1 (MUST-7): options with wrong lengths",
                          {TCP_PLAIN,
                           R"(
reading
)",
                           TCP_CONNECT,
                           R"(
+0    < . 1:101(100) ack 1 <hex 1e 01 01 01>
+0    < . 1:101(100) ack 1 <hex 08 06 00 00 00 00>
+0    < . 1:101(100) ack 1 <hex 03 04 00 00>
+0    < . 1:101(100) ack 1 <hex 01 01 1e 08>
+1    expect drops 4
+0    expect received 0
+0    expect state ESTABLISHED
)"}),
        new TcpSegmentTest,
    });
} // namespace
} // namespace hsn
} // namespace ns3
