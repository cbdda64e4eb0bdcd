// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/atm-cell.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Header = std::array<uint8_t, 5>;

/// HEC by long division, one bit after the other: shares nothing with AtmHec.
uint8_t
HecByDivision(const uint8_t h[4])
{
    // 32 bits of header, 8 zero bits, divided by 1 0000 0111.
    uint64_t dividend = 0;
    for (int i = 0; i < 4; i++)
    {
        dividend = dividend << 8 | h[i];
    }
    dividend <<= 8;
    for (int bit = 39; bit >= 8; bit--)
    {
        if (dividend >> bit & 1)
        {
            dividend ^= uint64_t{0x107} << (bit - 8);
        }
    }
    return static_cast<uint8_t>(dividend) ^ 0x55;
}

/// Inverts bit 0..39 of a header.
void
Invert(Header& h, int bit)
{
    h[bit / 8] ^= 0x80 >> (bit % 8);
}

/// Headers used by several tests.
const std::vector<Header> HEADERS{
    {0x00, 0x00, 0x00, 0x01, 0x52}, // idle cell, I.432.1
    {0x00, 0x00, 0x00, 0x00, 0x55}, // all zero: the coset alone
    {0x00, 0x00, 0x00, 0x50, 0x00}, // from here on the tests fill in the HEC
    {0x00, 0x10, 0x06, 0x42, 0x00},
    {0xff, 0xff, 0xff, 0xff, 0x00},
    {0x12, 0x34, 0x56, 0x78, 0x00},
};

/// HEC vectors and every one- and two-bit error.
class AtmHecTest : public TestCase
{
  public:
    AtmHecTest()
        : TestCase("HEC: vectors, long division, all single and double errors")
    {
    }

  private:
    void DoRun() override
    {
        for (size_t i = 0; i < 2; i++)
        {
            NS_TEST_ASSERT_MSG_EQ(+AtmHec::Compute(HEADERS[i].data()), +HEADERS[i][4], "vector");
        }
        uint32_t x = 1;
        for (int i = 0; i < 20000; i++)
        {
            x = x * 1664525 + 1013904223;
            const uint8_t h[4] = {static_cast<uint8_t>(x >> 24),
                                  static_cast<uint8_t>(x >> 16),
                                  static_cast<uint8_t>(x >> 8),
                                  static_cast<uint8_t>(x)};
            NS_TEST_ASSERT_MSG_EQ(+AtmHec::Compute(h), +HecByDivision(h), "header " << x);
        }
        for (Header good : HEADERS)
        {
            good[4] = HecByDivision(good.data());
            for (int a = 0; a < 40; a++)
            {
                AtmHecReceiver receiver;
                Header h = good;
                Invert(h, a);
                NS_TEST_ASSERT_MSG_EQ(AtmHec::ErrorBit(AtmHec::Syndrome(h.data())), a, "bit");
                NS_TEST_ASSERT_MSG_EQ(receiver.Receive(h.data()),
                                      AtmHecReceiver::CORRECTED,
                                      "bit " << a);
                NS_TEST_ASSERT_MSG_EQ((h == good), true, "corrected bit " << a);
                for (int b = 0; b < a; b++)
                {
                    AtmHecReceiver second;
                    h = good;
                    Invert(h, a);
                    Invert(h, b);
                    const Header before = h;
                    NS_TEST_ASSERT_MSG_EQ(second.Receive(h.data()),
                                          AtmHecReceiver::DISCARDED,
                                          "bits " << a << " and " << b);
                    NS_TEST_ASSERT_MSG_EQ((h == before), true, "a discarded header is left alone");
                }
            }
        }
    }
};

/// The two modes of I.432.1.
class AtmHecReceiverTest : public TestCase
{
  public:
    AtmHecReceiverTest()
        : TestCase("HEC receiver: correction and detection mode")
    {
    }

  private:
    void DoRun() override
    {
        // g: good, 1: one bit, 2: two bits -> v valid, c corrected, d discarded; then the mode.
        Expect("ggg", "vvv", AtmHecReceiver::CORRECTION);
        Expect("1", "c", AtmHecReceiver::DETECTION);
        Expect("11", "cd", AtmHecReceiver::DETECTION);
        Expect("111g1", "cddvc", AtmHecReceiver::DETECTION);
        Expect("2", "d", AtmHecReceiver::DETECTION);
        Expect("21g2g1g1", "ddvdvcvc", AtmHecReceiver::DETECTION);
        Expect("22g", "ddv", AtmHecReceiver::CORRECTION);

        AtmHecReceiver receiver;
        Feed(receiver, "gg1112gg2g1");
        NS_TEST_ASSERT_MSG_EQ(receiver.GetCounters().valid, 5, "valid");
        NS_TEST_ASSERT_MSG_EQ(receiver.GetCounters().corrected, 2, "corrected");
        NS_TEST_ASSERT_MSG_EQ(receiver.GetCounters().detected, 3, "in detection mode");
        NS_TEST_ASSERT_MSG_EQ(receiver.GetCounters().uncorrected, 1, "in correction mode");
    }

    std::string Feed(AtmHecReceiver& receiver, const std::string& what)
    {
        std::string fates;
        for (const char c : what)
        {
            Header h = HEADERS[0];
            if (c != 'g')
            {
                Invert(h, 7);
            }
            if (c == '2')
            {
                Invert(h, 21);
            }
            fates += "vcd"[receiver.Receive(h.data())];
        }
        return fates;
    }

    void Expect(const std::string& what, const std::string& fates, AtmHecReceiver::Mode mode)
    {
        AtmHecReceiver receiver;
        NS_TEST_EXPECT_MSG_EQ(Feed(receiver, what), fates, what);
        NS_TEST_EXPECT_MSG_EQ(receiver.GetMode(), mode, what);
    }
};

/// Header formats, against octets written by hand from the figures of I.361.
class AtmCellHeaderTest : public TestCase
{
  public:
    AtmCellHeaderTest()
        : TestCase("cell header: UNI and NNI formats")
    {
    }

  private:
    void DoRun() override
    {
        // UNI: GGGGVVVV VVVVCCCC CCCCCCCC CCCCPPPL
        // GFC 1010, VPI 0101 1100, VCI 0001 0010 0011 0100, PTI 011, CLP 1:
        // 1010 0101 | 1100 0001 | 0010 0011 | 0100 0111
        Wire(AtmCellHeader::UNI, {10, 0x5c, 0x1234, 3, 1}, {0xa5, 0xc1, 0x23, 0x47});
        // NNI: VVVVVVVV VVVVCCCC CCCCCCCC CCCCPPPL; VPI 1010 0101 1100
        Wire(AtmCellHeader::NNI, {0, 0xa5c, 0x1234, 3, 1}, {0xa5, 0xc1, 0x23, 0x47});
        // VPI 0, VCI 32, last cell of an AAL5 PDU: 0000 0000 | 0000 0000 | 0000 0010 | 0000 0010
        Wire(AtmCellHeader::UNI, {0, 0, 32, 1, 0}, {0x00, 0x00, 0x02, 0x02});
        // VPI 1, VCI 100 (0064): 0000 0000 | 0001 0000 | 0000 0110 | 0100 0000
        Wire(AtmCellHeader::UNI, {0, 1, 100, 0, 0}, {0x00, 0x10, 0x06, 0x40});
        Wire(AtmCellHeader::UNI, {15, 255, 65535, 7, 1}, {0xff, 0xff, 0xff, 0xff});
        Wire(AtmCellHeader::NNI, {0, 4095, 65535, 7, 1}, {0xff, 0xff, 0xff, 0xff});
        Wire(AtmCellHeader::NNI, {0, 256, 0, 0, 0}, {0x10, 0x00, 0x00, 0x00});

        Rejected(AtmCellHeader::UNI, {16, 0, 0, 0, 0}, "GFC is 16", "15");
        Rejected(AtmCellHeader::NNI, {1, 0, 0, 0, 0}, "GFC is 1", "NNI is 0");
        Rejected(AtmCellHeader::UNI, {0, 256, 0, 0, 0}, "VPI is 256", "255");
        Rejected(AtmCellHeader::NNI, {0, 4096, 0, 0, 0}, "VPI is 4096", "4095");
        Rejected(AtmCellHeader::UNI, {0, 0, 0, 8, 0}, "PTI is 8", "7");
        Rejected(AtmCellHeader::NNI, {0, 0, 0, 0, 2}, "CLP is 2", "1");

        const bool last[8] = {false, true, false, true, false, false, false, false};
        for (uint8_t pti = 0; pti < 8; pti++)
        {
            AtmCellHeader h;
            h.pti = pti;
            NS_TEST_EXPECT_MSG_EQ(h.IsLast(), last[pti], "PTI " << +pti);
            NS_TEST_EXPECT_MSG_EQ(h.IsUser(), (pti < 4), "PTI " << +pti);
        }
    }

    void Wire(AtmCellHeader::Format format, AtmCellHeader h, std::array<uint8_t, 4> octets)
    {
        NS_TEST_EXPECT_MSG_EQ(h.Check(format), "", h);
        uint8_t out[5];
        h.Serialize(format, out);
        NS_TEST_EXPECT_MSG_EQ(std::equal(octets.begin(), octets.end(), out), true, h);
        NS_TEST_EXPECT_MSG_EQ(+out[4], +HecByDivision(octets.data()), h);
        uint8_t four[4];
        h.SerializeWithoutHec(format, four);
        NS_TEST_EXPECT_MSG_EQ(std::equal(octets.begin(), octets.end(), four), true, h);
        AtmCellHeader back;
        NS_TEST_EXPECT_MSG_EQ(AtmCellHeader::Parse(format, out, back), true, h);
        NS_TEST_EXPECT_MSG_EQ((back == h), true, h << " read as " << back);
        out[2] ^= 4;
        NS_TEST_EXPECT_MSG_EQ(AtmCellHeader::Parse(format, out, back), false, "wrong HEC");
    }

    void Rejected(AtmCellHeader::Format format,
                  AtmCellHeader h,
                  const std::string& value,
                  const std::string& limit)
    {
        const std::string text = h.Check(format);
        NS_TEST_EXPECT_MSG_EQ((text.find(value) != std::string::npos), true, text);
        NS_TEST_EXPECT_MSG_EQ((text.find(limit) != std::string::npos), true, text);
        const std::string abort = HsnAbortText([format, h] {
            uint8_t out[5];
            h.Serialize(format, out);
        });
        NS_TEST_EXPECT_MSG_EQ((abort.find(text) != std::string::npos), true, abort);
    }
};

/// Whole cells, alone and out of bursts.
class AtmCellTest : public TestCase
{
  public:
    AtmCellTest()
        : TestCase("cell of 53 octets, and cells of a burst")
    {
    }

  private:
    void DoRun() override
    {
        AtmCell cell;
        cell.header = {3, 17, 1000, 1, 1};
        for (uint32_t i = 0; i < 48; i++)
        {
            cell.payload[i] = static_cast<uint8_t>(7 * i + 1);
        }
        uint8_t wire[53];
        cell.Serialize(AtmCellHeader::UNI, wire);
        NS_TEST_ASSERT_MSG_EQ(+wire[5], 1, "payload follows the header");
        NS_TEST_ASSERT_MSG_EQ(+wire[52], (7 * 47 + 1) % 256, "last octet");
        AtmCell back;
        NS_TEST_ASSERT_MSG_EQ(AtmCell::Parse(AtmCellHeader::UNI, wire, back), true, "HEC");
        NS_TEST_ASSERT_MSG_EQ((back.header == cell.header), true, back.header);
        NS_TEST_ASSERT_MSG_EQ((back.payload == cell.payload), true, "payload");

        // 41 octets make two cells; the second one has PAD and the trailer.
        std::vector<uint8_t> sdu(41, 0xee);
        CellBurst burst;
        burst.pdu = Create<AtmPdu>(Create<Packet>(sdu.data(), 41), 0x12);
        burst.vc = {5, 99};
        burst.count = 2;
        burst.clp = 1;
        burst.efci = 2;
        AtmCell a = AtmCell::FromBurst(burst, 0);
        AtmCell b = AtmCell::FromBurst(burst, 1);
        NS_TEST_ASSERT_MSG_EQ((a.header == AtmCellHeader{0, 5, 99, 0, 1}), true, a.header);
        NS_TEST_ASSERT_MSG_EQ((b.header == AtmCellHeader{0, 5, 99, 3, 0}), true, b.header);
        NS_TEST_ASSERT_MSG_EQ(+a.payload[40], 0xee, "SDU");
        NS_TEST_ASSERT_MSG_EQ(+a.payload[41], 0, "PAD");
        NS_TEST_ASSERT_MSG_EQ(+b.payload[40], 0x12, "UU");
        NS_TEST_ASSERT_MSG_EQ(+b.payload[41], 0, "CPI");
        NS_TEST_ASSERT_MSG_EQ(+b.payload[42], 0, "Length, high octet");
        NS_TEST_ASSERT_MSG_EQ(+b.payload[43], 41, "Length, low octet");

        burst.damage = Create<CellDamage>();
        burst.damage->flips = {{0, 0}, {1, 383}, {1, 40 * 8 + 3}};
        AtmCell a2 = AtmCell::FromBurst(burst, 0);
        AtmCell b2 = AtmCell::FromBurst(burst, 1);
        NS_TEST_ASSERT_MSG_EQ(+a2.payload[0], 0x6e, "first bit inverted");
        NS_TEST_ASSERT_MSG_EQ(+b2.payload[47], +(b.payload[47] ^ 1), "last bit inverted");
        NS_TEST_ASSERT_MSG_EQ(+b2.payload[40], 0x02, "bit 3 of octet 40 inverted");

        std::ostringstream os;
        os << burst;
        NS_TEST_ASSERT_MSG_EQ(os.str(),
                              "VC 5/99 cells 0..1 of 2 start 0 spacing 0 CLP 0x1 EFCI 0x2"
                              " inverted bits 3",
                              "printed");
    }
};

HsnTestRegistration g_atmCellTests(
    "atm-cell",
    {new AtmHecTest, new AtmHecReceiverTest, new AtmCellHeaderTest, new AtmCellTest});
} // namespace
