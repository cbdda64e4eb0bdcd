// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What headers of transport protocols say of themselves in ASCII traces and Packet::Print(). The
 * texts are those of the programs, read against the fields: rows of bitmaps, the priority of XTP,
 * and flags of SSTP's data are in none.
 */
#include "../hsn-test.h"

#include "ns3/mm-poc-header.h"
#include "ns3/snr-header.h"
#include "ns3/sstp-header.h"
#include "ns3/tear-header.h"
#include "ns3/tfrc-header.h"
#include "ns3/xtp-header.h"

#include <sstream>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Headers whose fields all differ. */
class HeaderTextTest : public TestCase
{
  public:
    HeaderTextTest()
        : TestCase("Headers print their fields with their names")
    {
    }

  private:
    /** @param header a header @return its text */
    template <typename H>
    static std::string Print(const H& header)
    {
        std::ostringstream text;
        header.Print(text);
        return text.str();
    }

    void DoRun() override
    {
        XtpHeader xtp;
        xtp.SetSourcePort(1);
        xtp.SetDestinationPort(2);
        xtp.key = 3;
        xtp.options = XTP_SREQ | XTP_EOM | XTP_WCLOSE;
        xtp.sort = 4;
        xtp.sync = 5;
        xtp.seq = 6;
        xtp.dataSize = 7;
        NS_TEST_EXPECT_MSG_EQ(Print(xtp), "DATA key 3 SREQ WCLOSE EOM sync 5 seq 6 size 7", "DATA");
        xtp.format = XtpFormat::ECNTL;
        xtp.rseq = 8;
        xtp.alloc = 9;
        xtp.echo = 10;
        xtp.spans = {{11, 12}, {13, 14}};
        NS_TEST_EXPECT_MSG_EQ(Print(xtp),
                              "ECNTL key 3 SREQ WCLOSE EOM sync 5 seq 6 size 7 rseq 8 alloc 9 echo "
                              "10 [11,12) [13,14)",
                              "ECNTL");

        SstpHeader sstp;
        sstp.SetSourcePort(1);
        sstp.SetDestinationPort(2);
        sstp.number = 3;
        sstp.sequence = 4;
        sstp.segment = 5;
        sstp.lastOfSegment = true;
        NS_TEST_EXPECT_MSG_EQ(Print(sstp), "1 > 2 data sequence 4 segment 5 packet 3", "DATA");
        sstp.type = SSTP_SNAK;
        sstp.acknowledged = 6;
        sstp.windowLimit = 7;
        sstp.bitmap = {8, 9};
        NS_TEST_EXPECT_MSG_EQ(Print(sstp),
                              "1 > 2 SNAK sequence 4 segment 5 acknowledged 6 limit 7",
                              "SNAK");

        SnrHeader snr;
        snr.SetSourcePort(1);
        snr.SetDestinationPort(2);
        snr.number = 3;
        snr.packet = 4;
        snr.packets = 5;
        snr.attempt = 6;
        NS_TEST_EXPECT_MSG_EQ(Print(snr), "1 > 2 block 3 packet 4 of 5 transmission 6", "DATA");
        snr.type = SNR_RECEIVER_STATE;
        snr.end = true;
        snr.block = 7;
        snr.value = 8;
        snr.bitmap = {9, 10};
        NS_TEST_EXPECT_MSG_EQ(Print(snr), "1 > 2 receiver's state 3 block 7 end value 8", "state");

        MmPocPdu pdu;
        pdu.poc = 1;
        pdu.ack = true;
        pdu.number = 2;
        NS_TEST_EXPECT_MSG_EQ(Print(MmPocHeader(pdu)), "0 > 0 DATA medium 1 number 2 Ack", "DATA");
        pdu.type = MM_POC_FNACK;
        pdu.lastReceived = 6;
        pdu.losses = {3, 5};
        NS_TEST_EXPECT_MSG_EQ(Print(MmPocHeader(pdu)),
                              "0 > 0 FNACK medium 1 last 6 losses {3 5}",
                              "FNACK");

        TearHeader tear;
        tear.SetSourcePort(1);
        tear.SetDestinationPort(2);
        tear.flags = TearHeader::BLOCK;
        NS_TEST_EXPECT_MSG_EQ(Print(tear), "1 > 2 type 1 flags 16", "TEAR");
        TearDataHeader data;
        data.seq = 3;
        data.sentAt = 4;
        data.srtt = 5;
        data.rttvar = 6;
        data.echo = 7;
        data.hold = 8;
        NS_TEST_EXPECT_MSG_EQ(Print(data),
                              "seq 3 sent 4 us srtt 5 us rttvar 6 us echo 7 us hold 8 us",
                              "DATA");
        TearFeedbackHeader feedback;
        feedback.number = 3;
        feedback.rate = 4;
        feedback.sentAt = 5;
        feedback.echo = 6;
        feedback.hold = 7;
        feedback.highestSeq = 8;
        feedback.lossEvents = 9;
        feedback.state = 1;
        NS_TEST_EXPECT_MSG_EQ(
            Print(feedback),
            "number 3 rate 4 B/s sent 5 us echo 6 us hold 7 us highest 8 loss events 9 state 1",
            "feedback");
        TearBlockHeader block;
        block.number = 3;
        NS_TEST_EXPECT_MSG_EQ(Print(block), "block 3", "block");
        TearSackHeader sack;
        sack.next = 3;
        sack.window = 4;
        sack.ranges = {{5, 6}, {8, 9}};
        NS_TEST_EXPECT_MSG_EQ(Print(sack), "next block 3 window 4 from 5 to 6 from 8 to 9", "SACK");

        TfrcHeader tfrc;
        tfrc.SetSourcePort(1);
        tfrc.SetDestinationPort(2);
        tfrc.type = TfrcHeader::OPEN;
        tfrc.segmentSize = 3;
        NS_TEST_EXPECT_MSG_EQ(Print(tfrc), "1 > 2 OPEN segment size 3", "OPEN");
        TfrcDataHeader tfrcData;
        tfrcData.seq = 3;
        NS_TEST_EXPECT_MSG_EQ(Print(tfrcData), "0 > 0 DATA seq 3 rtt +0ns sent +0ns", "DATA");
        TfrcFeedbackHeader tfrcFeedback;
        tfrcFeedback.seq = 3;
        tfrcFeedback.receiveRate = 4;
        tfrcFeedback.lossEventRate = 0.5;
        NS_TEST_EXPECT_MSG_EQ(Print(tfrcFeedback),
                              "0 > 0 FEEDBACK seq 3 echo +0ns delay +0ns X_recv 4 p 0.5",
                              "feedback");
    }
};

const HsnTestRegistration g_headerTextTests("header-text", {new HeaderTextTest});
} // namespace
} // namespace hsn
} // namespace ns3
