// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/aal5.h"
#include "ns3/atm-pdu.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Bytes = std::vector<uint8_t>;

/// CRC register after some octets, bit by bit: shares nothing with Aal5Crc32.
uint32_t
CrcRegister(const uint8_t* p, size_t n)
{
    uint32_t r = 0xffffffff;
    for (size_t i = 0; i < 8 * n; i++)
    {
        const bool in = p[i / 8] >> (7 - i % 8) & 1;
        const bool out = r >> 31;
        r <<= 1;
        if (in != out)
        {
            r ^= 0x04c11db7;
        }
    }
    return r;
}

/// @param n how many @param seed start @return pseudo-random octets
Bytes
RandomBytes(size_t n, uint32_t seed)
{
    Bytes b(n);
    for (auto& octet : b)
    {
        seed = seed * 1664525 + 1013904223;
        octet = static_cast<uint8_t>(seed >> 24);
    }
    return b;
}

/// Writes the right CRC at the end of a CPCS-PDU.
void
Seal(Bytes& pdu)
{
    const uint32_t crc = ~CrcRegister(pdu.data(), pdu.size() - 4);
    for (int i = 0; i < 4; i++)
    {
        pdu[pdu.size() - 4 + i] = static_cast<uint8_t>(crc >> (24 - 8 * i));
    }
}

/// CRC-32 against the published vectors and long division.
class Aal5CrcTest : public TestCase
{
  public:
    Aal5CrcTest()
        : TestCase("AAL5 CRC-32: vectors, long division, pieces, residue")
    {
    }

  private:
    void DoRun() override
    {
        Bytes count(40);
        for (int i = 0; i < 40; i++)
        {
            count[i] = static_cast<uint8_t>(i + 1);
        }
        Vector(Bytes(40, 0), 0x864d7f99);
        Vector(Bytes(40, 0xff), 0xc55e457a);
        Vector(count, 0xbf671ed0);

        const Bytes b = RandomBytes(3000, 1);
        for (size_t n = 0; n < 300; n++)
        {
            for (size_t from : {0, 1, 5})
            {
                NS_TEST_ASSERT_MSG_EQ(Aal5Crc32::Compute(b.data() + from, n),
                                      static_cast<uint32_t>(~CrcRegister(b.data() + from, n)),
                                      n << " octets from " << from);
            }
        }
        for (size_t step = 1; step < 60; step++)
        {
            Aal5Crc32 crc;
            for (size_t at = 0; at < b.size(); at += step)
            {
                crc.Update(b.data() + at, std::min(step, b.size() - at));
            }
            NS_TEST_ASSERT_MSG_EQ(crc.Get(),
                                  Aal5Crc32::Compute(b.data(), b.size()),
                                  "in pieces of " << step);
        }
        const Bytes pdu = Aal5::BuildCpcsPdu(b.data(), 777);
        NS_TEST_ASSERT_MSG_EQ(CrcRegister(pdu.data(), pdu.size()), 0xc704dd7b, "residue");
    }

    void Vector(const Bytes& sdu, uint32_t crc)
    {
        const Bytes pdu = Aal5::BuildCpcsPdu(sdu.data(), 40);
        Bytes expected = sdu;
        const uint8_t trailer[8] = {0,
                                    0,
                                    0,
                                    40,
                                    static_cast<uint8_t>(crc >> 24),
                                    static_cast<uint8_t>(crc >> 16),
                                    static_cast<uint8_t>(crc >> 8),
                                    static_cast<uint8_t>(crc)};
        expected.insert(expected.end(), trailer, trailer + 8);
        NS_TEST_ASSERT_MSG_EQ((pdu == expected), true, "vector with CRC " << std::hex << crc);
        NS_TEST_ASSERT_MSG_EQ(Aal5::ParseCpcsPdu(pdu.data(), 48).cause, Aal5Error::NONE, "good");
    }
};

/// Cell counts.
class Aal5CellsTest : public TestCase
{
  public:
    Aal5CellsTest()
        : TestCase("AAL5 cell counts")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t table[][2] = {{0, 1},
                                     {1, 1},
                                     {40, 1},
                                     {41, 2},
                                     {88, 2},
                                     {89, 3},
                                     {552, 12},
                                     {1500, 32},
                                     {4832, 101},
                                     {9180, 192},
                                     {9188, 192},
                                     {65535, 1366}};
        for (const auto& row : table)
        {
            NS_TEST_ASSERT_MSG_EQ(Aal5::CellsFor(row[0]), row[1], row[0] << " octets");
        }
        uint32_t cells = 1;
        for (uint32_t n = 0; n <= 65535; n++)
        {
            cells += n + 8 > 48 * cells;
            NS_TEST_ASSERT_MSG_EQ(Aal5::CellsFor(n), cells, n << " octets");
        }
        NS_TEST_ASSERT_MSG_EQ(Aal5::CellsFor(0xffffffff), 89478486, "no overflow");
        NS_TEST_ASSERT_MSG_EQ(Aal5::Check(65535), "", "the limit");
        const std::string text = Aal5::Check(65536);
        NS_TEST_ASSERT_MSG_EQ((text.find("65536") != std::string::npos), true, text);
        NS_TEST_ASSERT_MSG_EQ((text.find("65535") != std::string::npos), true, text);
        for (const auto& code : std::vector<std::function<void()>>{
                 [] { Aal5::BuildCpcsPdu(Bytes(65536).data(), 65536); },
                 [] { Create<AtmPdu>(Create<Packet>(65536)); }})
        {
            const std::string abort = HsnAbortText(code);
            NS_TEST_ASSERT_MSG_EQ((abort.find(text) != std::string::npos), true, abort);
        }
    }
};

/// Build and parse.
class Aal5RoundTripTest : public TestCase
{
  public:
    Aal5RoundTripTest()
        : TestCase("AAL5 CPCS-PDU: SDUs of 0 to 65,535 octets there and back")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes b = RandomBytes(65535, 5);
        std::set<uint32_t> sizes{65535, 65534, 65528, 65519, 65520, 65521};
        for (uint32_t n = 0; n <= 200; n++)
        {
            sizes.insert(n);
        }
        for (uint32_t n = 200; n < 65535; n = n * 9 / 8 + n % 7)
        {
            sizes.insert(n);
        }
        for (const uint32_t n : sizes)
        {
            const auto uu = static_cast<uint8_t>(n * 7);
            const Bytes pdu = Aal5::BuildCpcsPdu(b.data(), n, uu);
            NS_TEST_ASSERT_MSG_EQ(pdu.size(), 48 * Aal5::CellsFor(n), n << " octets");
            NS_TEST_ASSERT_MSG_EQ(CrcRegister(pdu.data(), pdu.size()), 0xc704dd7b, n << " octets");
            NS_TEST_ASSERT_MSG_EQ(std::equal(b.begin(), b.begin() + n, pdu.begin()), true, "SDU");
            for (size_t i = n; i < pdu.size() - 8; i++)
            {
                NS_TEST_ASSERT_MSG_EQ(+pdu[i], 0, "PAD");
            }
            const Aal5Check check = Aal5::ParseCpcsPdu(pdu.data(), pdu.size());
            NS_TEST_ASSERT_MSG_EQ(check.cause,
                                  (n == 0 ? Aal5Error::ABORT : Aal5Error::NONE),
                                  n << " octets");
            NS_TEST_ASSERT_MSG_EQ(check.length, n, "Length");
            NS_TEST_ASSERT_MSG_EQ(+check.uu, +uu, "UU");
            NS_TEST_ASSERT_MSG_EQ(+check.cpi, 0, "CPI");

            Ptr<AtmPdu> held = Create<AtmPdu>(Create<Packet>(b.data(), n), uu);
            NS_TEST_ASSERT_MSG_EQ(held->GetNCells(), Aal5::CellsFor(n), "cells");
            NS_TEST_ASSERT_MSG_EQ((held->GetBytes() == pdu), true, "AtmPdu's bytes");
        }
        // A packet whose bytes are not in memory.
        Ptr<AtmPdu> zeros = Create<AtmPdu>(Create<Packet>(1000), 1, 2);
        const Bytes nil(1000, 0);
        NS_TEST_ASSERT_MSG_EQ((zeros->GetBytes() == Aal5::BuildCpcsPdu(nil.data(), 1000, 1, 2)),
                              true,
                              "zero-filled packet");
    }
};

/// Every cause that a PDU can fail for by its bytes.
class Aal5CauseTest : public TestCase
{
  public:
    Aal5CauseTest()
        : TestCase("AAL5 CPCS-PDU: every cause of failure")
    {
    }

  private:
    void DoRun() override
    {
        const Bytes sdu = RandomBytes(200, 3);
        const Bytes good = Aal5::BuildCpcsPdu(sdu.data(), 200); // 5 cells, PAD 32
        Expect(good, Aal5Error::NONE);
        Expect({}, Aal5Error::SIZE);
        for (size_t n : {1, 7, 8, 47, 49, 239, 241})
        {
            Bytes b = good;
            b.resize(n);
            Expect(b, Aal5Error::SIZE);
        }
        for (size_t bit = 0; bit < 8 * good.size(); bit++)
        {
            Bytes b = good;
            b[bit / 8] ^= 0x80 >> (bit % 8);
            Expect(b, Aal5Error::CRC);
        }
        Bytes b = Aal5::BuildCpcsPdu(sdu.data(), 200, 0, 1);
        Expect(b, Aal5Error::CPI);
        // PAD is 240 - 8 - Length: 0..47 for Length 185..232.
        for (uint32_t length = 0; length < 400; length++)
        {
            b = good;
            b[234] = static_cast<uint8_t>(length >> 8);
            b[235] = static_cast<uint8_t>(length);
            Seal(b);
            Expect(b,
                   length == 0                      ? Aal5Error::ABORT
                   : length >= 185 && length <= 232 ? Aal5Error::NONE
                                                    : Aal5Error::LENGTH);
        }
        // PAD may hold anything.
        b = good;
        b[210] = 0xff;
        Seal(b);
        Expect(b, Aal5Error::NONE);
        // More cells than 65,535 octets need.
        b.assign(48 * 1367, 0);
        b[b.size() - 6] = 0xff;
        b[b.size() - 5] = 0xff;
        Seal(b);
        Expect(b, Aal5Error::LENGTH);
        NS_TEST_EXPECT_MSG_EQ(Aal5::ParseCpcsPdu(good.data(), good.size(), 199).cause,
                              Aal5Error::OVERSIZE,
                              "longer than agreed");
        NS_TEST_EXPECT_MSG_EQ(Aal5::ParseCpcsPdu(good.data(), good.size(), 200).cause,
                              Aal5Error::NONE,
                              "as long as agreed");
        std::set<std::string> names;
        for (size_t i = 0; i < AAL5_N_ERRORS; i++)
        {
            names.insert(ToString(static_cast<Aal5Error>(i)));
        }
        NS_TEST_EXPECT_MSG_EQ(names.size(), AAL5_N_ERRORS, "every cause has its name");
    }

    void Expect(const Bytes& pdu, Aal5Error cause)
    {
        NS_TEST_EXPECT_MSG_EQ(Aal5::ParseCpcsPdu(pdu.data(), pdu.size()).cause, cause, "cause");
    }
};

HsnTestRegistration g_aal5Tests(
    "aal5",
    {new Aal5CrcTest, new Aal5CellsTest, new Aal5RoundTripTest, new Aal5CauseTest});
} // namespace
