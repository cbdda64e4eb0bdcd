// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "../packet-octets.h"

#include "ns3/packet.h"
#include "ns3/rmtp-header.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param pdu a PDU @param format of the wire @param data octets behind it @return its octets as
/// hexadecimal text, without the data
std::string
PduToHex(const RmtpPdu& pdu, RmtpWireFormat format, uint32_t data = 0)
{
    const auto packet = Create<Packet>();
    packet->AddHeader(RmtpHeader(pdu, format, data));
    return ToHex(OctetsOf(packet));
}

/// @param hex text @param format of the wire @return what it says as Print() has it; empty:
/// malformed
std::string
Read(const std::string& hex, RmtpWireFormat format)
{
    std::vector<uint8_t> octets;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    {
        octets.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    RmtpHeader header(format);
    if (packet->PeekHeader(header) == 0)
    {
        return "";
    }
    std::ostringstream text;
    header.Print(text);
    return text.str();
}

/** @brief All PDUs on the wire, laid out by hand from the paper's sizes and the Internet-Draft. */
class RmtpHeaderTest : public TestCase
{
  public:
    RmtpHeaderTest()
        : TestCase("Octets of all PDUs in both formats, lists, what is malformed")
    {
    }

  private:
    /// @param pdu a PDU @param paper its octets @param draft its octets there @param data behind it
    void Expect(const RmtpPdu& pdu,
                const std::string& paper,
                const std::string& draft,
                uint32_t data = 0)
    {
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu, RMTP_PAPER, data), paper, GetRmtpTypeText(pdu.type));
        NS_TEST_EXPECT_MSG_EQ(PduToHex(pdu, RMTP_DRAFT01, data), draft, GetRmtpTypeText(pdu.type));
        for (const auto format : {RMTP_PAPER, RMTP_DRAFT01})
        {
            std::ostringstream text;
            RmtpHeader(pdu, format).Print(text);
            const std::string zeros(2 * data, '0');
            const std::string& hex = format == RMTP_PAPER ? paper : draft;
            NS_TEST_EXPECT_MSG_EQ(Read(hex + zeros, format), text.str(), "read again");
        }
    }

    void DoRun() override
    {
        RmtpPdu pdu;
        pdu.connection = 0x0102;
        for (const uint16_t type : {4, 6, 7, 10, 11}) // 4 and 6 octets
        {
            pdu.type = static_cast<RmtpPduType>(type);
            const std::string digits = type < 10 ? "0" + std::to_string(type)
                                                 : std::string("0") + (type == 10 ? "a" : "b");
            Expect(pdu, "00" + digits + "0102", "00" + digits + "0006" + "0102");
        }
        pdu.type = RMTP_POLL;
        pdu.hasRange = true;
        pdu.range = 300;
        Expect(pdu, "00070102012c", "000700080102012c");
        pdu.type = RMTP_ACK; // 5 and 7
        pdu.round = 3;
        Expect(pdu, "0002010203", "00020007010203");
        pdu.type = RMTP_CACK; // 6 and 8
        Expect(pdu, "000901020000", "0009000801020000");
        pdu.refuses = true;
        Expect(pdu, "000901020001", "0009000801020001");
        pdu.type = RMTP_NACK; // 8 + 2m: 3, and "10 to 15"
        pdu.list = {{3, 3}, {10, 15}};
        const std::string nack = "0003001001020300"
                                 "0003000affff000f";
        Expect(pdu, nack, nack);
        pdu.type = RMTP_RRDY; // 6 + 2m
        Expect(pdu, "0005000e01020003000affff000f", "0005000e01020003000affff000f");
        pdu.type = RMTP_DATA; // 10, and 2 with a range
        pdu.seq = 2000;
        pdu.flags = RMTP_FLAG_START;
        Expect(pdu, "0001040a010207d04003", "0001040a010207d04003", 1024);
        pdu.flags = RMTP_FLAG_LAST | RMTP_FLAG_RANGE;
        Expect(pdu, "0001000d010207d00603012c", "0001000d010207d00603012c", 1);
        pdu.type = RMTP_CONN; // 16 and options
        pdu.messageSize = 2048000;
        pdu.blockCount = 2000;
        pdu.blockSize = 1024;
        const std::string conn = "010201000"
                                 "01f400007d00400"
                                 "0304012c";
        Expect(pdu, "00080014" + conn, "00080014" + conn);
        pdu.type = RMTP_REPORT; // 14
        pdu.start = 1;
        pdu.stop = 50;
        pdu.count = 49;
        Expect(pdu, "000c000e01020001003200000031", "000c000e01020001003200000031");
        pdu.type = RMTP_SUSP;
        Expect(pdu, "000e00060102", "000e00060102");
        TestLists();
        TestMalformed(nack, conn);
    }

    /// Sizes of lists: the paper's 48 octets for 20 losses, 14 for all.
    void TestLists()
    {
        RmtpPdu pdu;
        pdu.type = RMTP_NACK;
        pdu.list = {{1, 2000}};
        NS_TEST_EXPECT_MSG_EQ(RmtpHeader(pdu, RMTP_PAPER).GetSerializedSize(), 14, "all");
        pdu.list.clear();
        for (uint16_t i = 1; i <= 20; ++i)
        {
            pdu.list.push_back({static_cast<uint16_t>(50 * i), static_cast<uint16_t>(50 * i)});
        }
        NS_TEST_EXPECT_MSG_EQ(RmtpHeader(pdu, RMTP_PAPER).GetSerializedSize(), 48, "1 % of 2000");
        const auto entries = EncodeRmtpList({{1, 3}, {5, 8}, {10, 10}}, 100);
        const std::vector<uint16_t> expected{1, 2, 3, 5, 0xffff, 8, 10};
        NS_TEST_EXPECT_MSG_EQ((entries == expected), true, "runs of three are listed");
        const auto some = EncodeRmtpList({{1, 3}, {5, 8}, {10, 10}}, 5);
        const std::vector<uint16_t> first{1, 2, 3, 5, 6};
        NS_TEST_EXPECT_MSG_EQ((some == first), true, "the first that fit");
    }

    /// @param nack a valid NACK @param conn a valid CONN without type and length
    void TestMalformed(const std::string& nack, const std::string& conn)
    {
        NS_TEST_EXPECT_MSG_EQ(Read(nack, RMTP_PAPER).empty(), false, "as it is");
        const std::string head = "0003000a01020000"; // one entry
        NS_TEST_EXPECT_MSG_EQ(Read(head + "0000", RMTP_PAPER), "", "packet 0");
        NS_TEST_EXPECT_MSG_EQ(Read(head + "ffff", RMTP_PAPER), "", "a range without first packet");
        NS_TEST_EXPECT_MSG_EQ(Read("0003000c01020000"
                                   "0005ffff",
                                   RMTP_PAPER),
                              "",
                              "without last");
        NS_TEST_EXPECT_MSG_EQ(Read("0003000e01020000"
                                   "0005ffff0004",
                                   RMTP_PAPER),
                              "",
                              "backwards");
        for (const char* const list : {"00050005", "00050004"})
        {
            NS_TEST_EXPECT_MSG_EQ(Read(std::string("0003000c01020000") + list, RMTP_PAPER),
                                  "",
                                  "a packet twice, or not ascending");
        }
        NS_TEST_EXPECT_MSG_EQ(Read("0003000801020000", RMTP_PAPER), "", "empty list");
        NS_TEST_EXPECT_MSG_EQ(Read("0003000b01020000"
                                   "000500",
                                   RMTP_PAPER),
                              "",
                              "half an entry");
        NS_TEST_EXPECT_MSG_EQ(Read("0003000901020000"
                                   "0005",
                                   RMTP_PAPER),
                              "",
                              "wrong length");
        NS_TEST_EXPECT_MSG_EQ(Read("00020102", RMTP_PAPER), "", "ACK without round");
        NS_TEST_EXPECT_MSG_EQ(Read("0002010203", RMTP_DRAFT01), "", "ACK of the other format");
        NS_TEST_EXPECT_MSG_EQ(Read("000901020002", RMTP_PAPER), "", "CACK: neither yes nor no");
        NS_TEST_EXPECT_MSG_EQ(Read("000d0102", RMTP_PAPER), "", "type 13");
        NS_TEST_EXPECT_MSG_EQ(Read("00000102", RMTP_PAPER), "", "type 0");
        NS_TEST_EXPECT_MSG_EQ(Read("0001", RMTP_PAPER), "", "no connection");
        NS_TEST_EXPECT_MSG_EQ(Read("0001000a010200000000", RMTP_PAPER), "", "DATA 0");
        NS_TEST_EXPECT_MSG_EQ(Read("0001000a0102ffff0000", RMTP_PAPER), "", "DATA 65535");
        const auto bad = [&conn](std::size_t at, const std::string& octets) {
            std::string changed = "00080014" + conn;
            changed.replace(2 * at, octets.size(), octets);
            return Read(changed, RMTP_PAPER);
        };
        NS_TEST_EXPECT_MSG_EQ(bad(6, "01").empty(), false, "as it is");
        NS_TEST_EXPECT_MSG_EQ(bad(6, "02"), "", "version 2");
        NS_TEST_EXPECT_MSG_EQ(bad(8, "00000000"), "", "empty message");
        NS_TEST_EXPECT_MSG_EQ(bad(8, "001f4001"), "", "longer than its packets");
        NS_TEST_EXPECT_MSG_EQ(bad(12, "0000"), "", "no packets");
        NS_TEST_EXPECT_MSG_EQ(bad(12, "ffff"), "", "too many packets");
        NS_TEST_EXPECT_MSG_EQ(bad(17, "05"), "", "option longer than the PDU");
        NS_TEST_EXPECT_MSG_EQ(bad(17, "01"), "", "option shorter than its head");
        NS_TEST_EXPECT_MSG_EQ(bad(16, "80040000"), "", "unit 0");
    }
};

static HsnTestRegistration g_rmtpHeaderTests("rmtp-header", {new RmtpHeaderTest});
} // namespace
} // namespace hsn
} // namespace ns3
