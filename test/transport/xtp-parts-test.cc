// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/ipv4-address.h"
#include "ns3/xtp-header.h"
#include "ns3/xtp-rate-credit.h"
#include "ns3/xtp-rtt-estimator.h"
#include "ns3/xtp-send-buffer.h"

#include <cstdio>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param octets some octets @return them as hexadecimal digits
std::string
Hex(const std::vector<uint8_t>& octets)
{
    std::string text;
    for (const auto octet : octets)
    {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", octet);
        text += digits;
    }
    return text;
}

/// @param text hexadecimal digits and spaces @return the octets
std::vector<uint8_t>
FromHex(const std::string& text)
{
    std::vector<uint8_t> octets;
    std::string digits;
    for (const char c : text)
    {
        if (c != ' ')
        {
            digits += c;
        }
        if (digits.size() == 2)
        {
            octets.push_back(static_cast<uint8_t>(std::stoul(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return octets;
}

/// @param header to write @param size octets of user data, all 0 @return the packet in digits
std::string
Write(XtpHeader header, uint32_t size = 0)
{
    auto packet = Create<Packet>(size);
    header.dataSize = size;
    packet->AddHeader(header);
    return Hex(OctetsOf(packet));
}

/// @param octets of a packet @param header gets what is read @return whether it is well formed
bool
Read(const std::vector<uint8_t>& octets, XtpHeader& header)
{
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    return packet->PeekHeader(header) > 0;
}

/** @brief Octets against the layout of the public record, written out by hand. */
class XtpHeaderTest : public TestCase
{
  public:
    XtpHeaderTest()
        : TestCase("Every format, octet by octet; checksum with and without NOCHECK")
    {
    }

  private:
    /// @param header to write @param expected in digits; spaces do not count @param what it is
    void Check(const XtpHeader& header, const std::string& expected, const std::string& what)
    {
        const auto octets = FromHex(expected);
        NS_TEST_EXPECT_MSG_EQ(Write(header), Hex(octets), what);
        XtpHeader read;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), true, what << " is read");
        std::ostringstream a;
        std::ostringstream b;
        a << header;
        b << read;
        NS_TEST_EXPECT_MSG_EQ(b.str(), a.str(), what << " reads the same");
        NS_TEST_EXPECT_MSG_EQ(Write(read), Hex(octets), what << " is written as it was read");
    }

    void DoRun() override
    {
        CheckData();
        XtpHeader control;
        control.format = XtpFormat::CNTL;
        control.key = 5 | XtpHeader::RTN;
        control.sync = 3;
        control.seq = 0x100000000;
        control.rseq = 0x0102030405060708;
        control.alloc = 0x1112131415161718;
        control.echo = 0x21222324;
        const std::string state = "0102030405060708 1112131415161718 21222324";
        const std::string rest = "0000 0000 00000003 0000000100000000";
        Check(control, "8000000000000005 00000021 00000014 " + rest + state, "CNTL");
        auto error = control;
        error.format = XtpFormat::ECNTL;
        Check(error, "8000000000000005 00000023 00000018 " + rest + state + "00000000", "no span");
        error.spans = {{0x31, 0x32}, {0x33, 0x34}};
        Check(error,
              "8000000000000005 00000023 00000038 " + rest + state +
                  "00000002 0000000000000031 0000000000000032 0000000000000033 0000000000000034",
              "ECNTL");
        auto traffic = control;
        traffic.format = XtpFormat::TCNTL;
        traffic.xkey = 0x4142434445464748;
        traffic.traffic.service = 4;
        const std::string exchange = state + "00000000 4142434445464748";
        Check(traffic,
              "8000000000000005 00000025 00000028 " + rest + exchange + "0008 04 00 00000000",
              "TCNTL without traffic");
        traffic.traffic = {4, 1, 0x51, 0x52, 0x53, 0x54, 0x55};
        const std::string fields = "0018 04 01 00000051 00000052 00000053 00000054 00000055";
        Check(traffic, "8000000000000005 00000025 00000038 " + rest + exchange + fields, "TCNTL");
        traffic.format = XtpFormat::JCNTL;
        traffic.destinationHost = Ipv4Address("10.1.2.3").Get();
        traffic.sourceHost = Ipv4Address("10.4.5.6").Get();
        traffic.SetDestinationPort(0x6162);
        traffic.SetSourcePort(0x6364);
        const std::string address = "0010 00 01 0a010203 0a040506 6162 6364";
        Check(traffic,
              "8000000000000005 00000027 00000048 " + rest + exchange + address + fields,
              "JCNTL");
        CheckFirst(traffic, address, fields);
        XtpHeader diag;
        diag.format = XtpFormat::DIAG;
        diag.key = 9;
        diag.code = XtpDiagCode::PROTOCOL_ERROR;
        diag.value = XtpDiagValue::INVALID_RETRANSMISSION_REQUEST;
        diag.text = "no";
        Check(diag,
              "0000000000000009 00000028 0000000a 0000 0000 00000000 0000000000000000 "
              "00000006 0000000b 6e6f",
              "DIAG");
    }

    /// The example of the specification, and its checksum.
    void CheckData()
    {
        XtpHeader data;
        data.key = 0x8000000000000001;
        data.options = XTP_NOFLOW | XTP_FASTNAK | XTP_SREQ;
        data.sync = 7;
        data.seq = 9140;
        const auto expected =
            Hex(FromHex("8000000000000001 01c00020 000023b4 0000 0000 00000007 00000000000023b4"));
        NS_TEST_EXPECT_MSG_EQ(Write(data, 9140).substr(0, 64), expected, "DATA");
        data.options |= XTP_NOCHECK;
        data.EnableChecksum(Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.2"), 36);
        const auto checked = Write(data, 9140);
        NS_TEST_EXPECT_MSG_EQ(checked.substr(16, 8), "41c00020", "NOCHECK");
        NS_TEST_EXPECT_MSG_EQ(checked.substr(32, 4), "f6ae", "checksum of the header");
        auto octets = FromHex(checked);
        octets.back() ^= 1;
        CheckSum(octets, true, "NOCHECK does not cover user data");
        octets[31] ^= 1;
        CheckSum(octets, false, "but the header");
        data.options &= ~XTP_NOCHECK;
        octets = FromHex(Write(data, 9140));
        uint32_t sum = 0; // RFC 1071
        for (std::size_t i = 0; i < octets.size(); i += 2)
        {
            sum += octets[i] << 8 | octets[i + 1];
        }
        while (sum >> 16)
        {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        NS_TEST_EXPECT_MSG_EQ(sum, 0xffff, "checksum of header and user data");
        CheckSum(octets, true, "the whole packet");
        octets.back() ^= 1;
        CheckSum(octets, false, "user data is covered");
        XtpHeader tagged;
        tagged.options = XTP_BTAG | XTP_EOM;
        tagged.tag = 0x0102030405060708;
        Check(tagged,
              "0000000000000000 00050020 00000008 0000 0000 00000000 0000000000000000 "
              "0102030405060708",
              "DATA with tag");
    }

    /// @param octets of a packet @param good whether its checksum is right @param what is tested
    void CheckSum(const std::vector<uint8_t>& octets, bool good, const std::string& what)
    {
        XtpHeader read;
        read.EnableChecksum(Ipv4Address("10.0.0.1"), Ipv4Address("10.0.0.2"), 36);
        NS_TEST_EXPECT_MSG_EQ(Read(octets, read), true, what);
        NS_TEST_EXPECT_MSG_EQ(read.IsChecksumOk(), good, what);
    }

    /// @param first a header with address and traffic @param address and @param fields its segments
    void CheckFirst(XtpHeader first, const std::string& address, const std::string& fields)
    {
        first.format = XtpFormat::FIRST;
        first.key = 5;
        first.options = XTP_WCLOSE | XTP_SORT | XTP_EOM;
        first.sort = 0x7172;
        const std::string rest = "0000 7172 00000003 0000000100000000";
        Check(first,
              "0000000000000005 020c0022 00000028 " + rest + address + fields,
              "FIRST with traffic");
        first.traffic.format = 0;
        Check(first,
              "0000000000000005 020c0022 00000018 " + rest + address + "0008 04 00 00000000",
              "FIRST");
        // lengths of the paper: the header and user data of a full packet
        NS_TEST_EXPECT_MSG_EQ(XtpHeader().GetSerializedSize() + 9140 + 8, 9180, "claim c01");
    }
};

/** @brief What trap 14 of the specification lists, and what remains of a packet that is cut. */
class XtpMalformedTest : public TestCase
{
  public:
    XtpMalformedTest()
        : TestCase("Malformed packets are refused, with what is wrong")
    {
    }

  private:
    /// @param text octets @param defect expected @param what is tested
    void Check(const std::string& text, XtpHeader::Defect defect, const std::string& what)
    {
        XtpHeader header;
        NS_TEST_EXPECT_MSG_EQ(Read(FromHex(text), header),
                              (defect == XtpHeader::Defect::NONE),
                              what);
        NS_TEST_EXPECT_MSG_EQ(static_cast<int>(header.GetDefect()), static_cast<int>(defect), what);
    }

    void DoRun() override
    {
        using D = XtpHeader::Defect;
        const std::string key = "0000000000000001";
        const std::string rest = "0000 0000 00000000 0000000000000000";
        const std::string state = "0000000000000000 0000000000000000 00000000";
        for (int version = 0; version < 8; ++version)
        {
            char type[3];
            std::snprintf(type, sizeof(type), "%02x", version << 5);
            Check(key + "000000" + type + "00000000" + rest,
                  version == 1 ? D::NONE : D::VERSION,
                  "version");
        }
        for (int format = 9; format < 32; ++format)
        {
            char type[3];
            std::snprintf(type, sizeof(type), "%02x", 32 + format);
            Check(key + "000000" + type + "00000000" + rest, D::FORMAT, "format");
        }
        Check(key + "00000024 00000000" + rest, D::FORMAT, "format 4");
        Check(key + "00000026 00000000" + rest, D::FORMAT, "format 6");
        Check(key + "00000020 00000001" + rest, D::LENGTH, "dlen too long");
        Check(key + "00000020 00000000" + rest + "00", D::LENGTH, "dlen too short");
        Check(key + "00000021 00000013" + rest + "0000000000000000 0000000000000000 000000",
              D::LENGTH,
              "CNTL too short");
        Check(key + "00000021 00000015" + rest + state + "00", D::LENGTH, "CNTL too long");
        Check(key + "00000023 00000018" + rest + state + "00000001", D::LENGTH, "no span of one");
        Check(key + "00000023 00000018" + rest + state + "10000000", D::LENGTH, "2^28 spans");
        Check(key + "00000028 00000007" + rest + "00000000 000000", D::LENGTH, "DIAG too short");
        Check(key + "00010020 00000007" + rest + "00000000 000000", D::LENGTH, "tag cut");
        const std::string ip = "0010 00 01 00000000 00000000 0000 0000";
        Check(key + "00000022 00000003" + rest + "001000", D::ADDRESS, "address cut");
        Check(key + "00000022 00000010" + rest + "0008 00 01 0000000000000000 00000000",
              D::ADDRESS,
              "address of wrong length");
        Check(key + "00000022 00000010" + rest + "0008 00 00 00000000 0008 04 00 00000000",
              D::ADDRESS_FORMAT,
              "null address");
        Check(key + "00000022 00000013" + rest + ip + "000804", D::TRAFFIC, "traffic cut");
        Check(key + "00000022 00000018" + rest + ip + "0009 04 00 00000000",
              D::TRAFFIC,
              "traffic of wrong length");
        Check(key + "00000022 00000018" + rest + ip + "0008 04 02 00000000",
              D::TRAFFIC_FORMAT,
              "unknown traffic");
    }
};

/** @brief RTIMER of the paper's parameters, and the rule of the credit. */
class XtpRateCreditTest : public TestCase
{
  public:
    XtpRateCreditTest()
        : TestCase("RTIMER by the three readings; credit is renewed, and does not accumulate")
    {
    }

  private:
    void DoRun() override
    {
        // section 2.4 of the specification: 50 Mbit/s, a burst of one frame
        const std::tuple<XtpRateCounts, uint32_t, double> expected[] = {
            {XTP_USER_BYTES, 9140, 1.462400e-3},
            {XTP_USER_BYTES, 1142, 0.182720e-3},
            {XTP_PDU_BYTES, 9140, 1.467520e-3},
            {XTP_PDU_BYTES, 1142, 0.187840e-3},
            {XTP_CELL_BYTES, 9140, 1.628160e-3},
            {XTP_CELL_BYTES, 1142, 0.212000e-3}};
        for (const auto& [counts, size, rtimer] : expected)
        {
            XtpRateCredit credit;
            credit.Configure(DataRate("50Mb/s"), 0, counts, size, 0);
            NS_TEST_EXPECT_MSG_EQ_TOL(credit.GetRtimer().GetSeconds(), rtimer, 1e-9, counts);
        }
        XtpRateCredit credit;
        credit.Configure(DataRate("8kb/s"), 2500, XTP_USER_BYTES, 1000, 0);
        const Time start = Seconds(10);
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1000, start), true, "a burst");
        credit.Spend(1000, start);
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1000, start), true, "1500 are left");
        credit.Spend(1000, start + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1000, start + Seconds(1)), false, "500 are left");
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(500, start + Seconds(1)), true, "a small one fits");
        NS_TEST_EXPECT_MSG_EQ(credit.GetRefill(), start + Seconds(3.5), "since the credit is used");
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1000, start + Seconds(3.49)), false, "RTIMER runs");
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(2500, start + Seconds(100)), true, "one burst");
        credit.Spend(1000, start + Seconds(100));
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1501, start + Seconds(100)), false, "not more");
        credit.Spend(1000, start + Seconds(100));
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(3000, start + Seconds(200)), true, "whole");
        credit.Spend(3000, start + Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(credit.CanSend(1, start + Seconds(200)), false, "all is used");
        NS_TEST_EXPECT_MSG_EQ(credit.GetRefill(), start + Seconds(202.5), "RTIMER");
        NS_TEST_EXPECT_MSG_EQ(credit.GetCost(7), 7, "user bytes");
        XtpRateCredit free;
        free.Configure(DataRate(0), 0, XTP_CELL_BYTES, 9140, 20);
        NS_TEST_EXPECT_MSG_EQ(free.CanSend(1 << 30, start), true, "no rate control");
        NS_TEST_EXPECT_MSG_EQ(free.GetCost(9140), 192 * 53, "with IP, 9180 + 20 octets");
        const auto text = HsnAbortText([] {
            XtpRateCredit bad;
            bad.Configure(DataRate(0), 1000, XTP_USER_BYTES, 100, 0);
        });
        NS_TEST_EXPECT_MSG_NE(text.find("Burst is 1000"), std::string::npos, "names the value");
        const auto small = HsnAbortText([] {
            XtpRateCredit bad;
            bad.Configure(DataRate(1000), 99, XTP_USER_BYTES, 100, 0);
        });
        NS_TEST_EXPECT_MSG_NE(small.find("Burst is 99"), std::string::npos, "names the value");
    }
};

/** @brief Which frames are sent again, by hand. */
class XtpSendBufferTest : public TestCase
{
  public:
    XtpSendBufferTest()
        : TestCase("Frames to send again: selective, go-back-N, suppression, handshake")
    {
    }

  private:
    /// @param buffer to fill @param n frames of 10 bytes, with requests 1 to n
    static void Fill(XtpSendBuffer& buffer, uint32_t n)
    {
        for (uint32_t i = 1; i <= n; ++i)
        {
            XtpFrame frame;
            frame.data = Create<Packet>(10);
            buffer.Append(frame).sync = i;
        }
    }

    /// @param buffer to empty @param sync of the first one that is sent @return begins of the
    /// frames
    static std::string Resend(XtpSendBuffer& buffer, uint32_t sync)
    {
        std::string text;
        while (buffer.HasResend())
        {
            auto& frame = buffer.TakeResend();
            frame.sync = sync++;
            text += (text.empty() ? "" : " ") + std::to_string(frame.begin);
        }
        return text;
    }

    void DoRun() override
    {
        XtpSendBuffer sr;
        sr.Configure(XTP_SELECTIVE, true);
        Fill(sr, 6);
        NS_TEST_EXPECT_MSG_EQ(sr.Acknowledge(10), 10, "the first frame");
        sr.Report({{20, 30}, {40, 50}}, true, 5, 6);
        NS_TEST_EXPECT_MSG_EQ(Resend(sr, 7), "10 30", "the gaps, not what may be on its way");
        sr.Report({{20, 30}, {40, 60}}, true, 6, 8);
        NS_TEST_EXPECT_MSG_EQ(Resend(sr, 9), "", "they are on their way");
        sr.Report({{20, 30}, {40, 60}}, true, 7, 8);
        NS_TEST_EXPECT_MSG_EQ(Resend(sr, 9), "", "7 was sent with the frame itself");
        sr.Report({{20, 60}}, true, 8, 8);
        NS_TEST_EXPECT_MSG_EQ(Resend(sr, 9), "10", "the later one came, this one did not");
        sr.Resynchronize({}, 9);
        NS_TEST_EXPECT_MSG_EQ(Resend(sr, 10), "10 20 30 40 50", "the receiver has nothing");
        sr.Acknowledge(60);
        NS_TEST_EXPECT_MSG_EQ(sr.GetSize(), 0, "all");

        XtpSendBuffer eager;
        eager.Configure(XTP_SELECTIVE, false);
        Fill(eager, 3);
        eager.Report({{10, 20}}, true, 2, 3);
        NS_TEST_EXPECT_MSG_EQ(Resend(eager, 4), "0", "the gap");
        eager.Report({{10, 30}}, true, 3, 4);
        NS_TEST_EXPECT_MSG_EQ(Resend(eager, 5), "0", "again, without suppression");

        XtpSendBuffer tail;
        tail.Configure(XTP_SELECTIVE, true);
        Fill(tail, 3);
        tail.Report({}, false, 2, 4);
        NS_TEST_EXPECT_MSG_EQ(Resend(tail, 5), "0", "sent before the request that is answered");
        tail.Acknowledge(10);
        tail.Report({}, false, 4, 5);
        NS_TEST_EXPECT_MSG_EQ(Resend(tail, 6), "10 20", "the last ones");

        XtpSendBuffer gbn;
        gbn.Configure(XTP_GO_BACK_N, true);
        Fill(gbn, 5);
        gbn.Acknowledge(10);
        gbn.Report({}, true, 3, 5);
        NS_TEST_EXPECT_MSG_EQ(gbn.PeekResend().begin, 10, "goes back");
        NS_TEST_EXPECT_MSG_EQ(Resend(gbn, 6), "10 20 30 40", "sends everything from there");
        gbn.Report({}, true, 4, 9);
        gbn.Report({}, true, 5, 9);
        NS_TEST_EXPECT_MSG_EQ(Resend(gbn, 10), "", "reports of what was sent before that");
        gbn.Report({}, true, 7, 9);
        NS_TEST_EXPECT_MSG_EQ(Resend(gbn, 10), "10 20 30 40", "lost again");
        gbn.Resynchronize({}, 13);
        NS_TEST_EXPECT_MSG_EQ(gbn.TakeResend().begin, 10, "the first one");
        gbn.GetFirst()->sync = 14;
        gbn.TakeResend().sync = 15;
        gbn.Acknowledge(20);
        gbn.Report({}, false, 14, 15);
        NS_TEST_EXPECT_MSG_EQ(gbn.PeekResend().begin, 30, "goes on: the rest has not left yet");

        XtpSendBuffer none;
        none.Configure(XTP_NO_ERROR_CONTROL, true);
        XtpFrame frame;
        frame.data = Create<Packet>(10);
        none.Append(frame);
        none.Report({}, true, 1, 1);
        NS_TEST_EXPECT_MSG_EQ(none.HasResend() || none.GetSize() > 0, false, "keeps nothing");
        NS_TEST_EXPECT_MSG_EQ(none.GetMax(), 10, "but counts");
    }
};

/** @brief WTIMER against the formula, computed by hand. */
class XtpRttTest : public TestCase
{
  public:
    XtpRttTest()
        : TestCase("WTIMER: mean + max(granularity, 4 deviations); numbers of requests wrap")
    {
    }

  private:
    void DoRun() override
    {
        XtpRttEstimator rtt;
        rtt.Configure(MilliSeconds(150), MilliSeconds(1), 4);
        NS_TEST_EXPECT_MSG_EQ(rtt.GetTimeout(), MilliSeconds(150), "no sample");
        rtt.Measure(MilliSeconds(80));
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt.GetTimeout().GetSeconds(), 0.080 + 4 * 0.040, 1e-9, "first");
        rtt.Measure(MilliSeconds(160));
        // mean 80 + 80 / 8, deviation 40 + (80 - 40) / 4
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt.GetTimeout().GetSeconds(), 0.090 + 4 * 0.050, 1e-9, "second");
        for (int i = 0; i < 200; ++i)
        {
            rtt.Measure(MilliSeconds(100));
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt.GetTimeout().GetSeconds(), 0.101, 1e-6, "floor");
        NS_TEST_EXPECT_MSG_EQ(XtpSyncAfter(1, 0), true, "later");
        NS_TEST_EXPECT_MSG_EQ(XtpSyncAfter(5, 5), false, "the same");
        NS_TEST_EXPECT_MSG_EQ(XtpSyncAfter(2, 0xfffffffe), true, "wraps");
    }
};

const HsnTestRegistration g_xtpPartsTests("xtp-parts",
                                          {new XtpHeaderTest,
                                           new XtpMalformedTest,
                                           new XtpRateCreditTest,
                                           new XtpSendBufferTest,
                                           new XtpRttTest});
} // namespace
} // namespace hsn
} // namespace ns3
