// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/aal5.h"
#include "ns3/ilp-kernels.h"
#include "ns3/ilp-safer.h"
#include "ns3/test.h"

#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// SAFER K-64 against the published vector, and there and back.
class IlpSaferTest : public TestCase
{
  public:
    IlpSaferTest()
        : TestCase("SAFER K-64")
    {
    }

  private:
    void DoRun() override
    {
        const auto& t = ILP_SAFER_TABLES;
        // Massey 1993: powers of 45 modulo 257
        const uint32_t powers[] = {1, 45, 226, 147, 190, 69, 21, 174};
        for (uint32_t i = 0; i < 8; i++)
        {
            NS_TEST_ASSERT_MSG_EQ(t.exp[i], powers[i], "45^" << i);
        }
        NS_TEST_ASSERT_MSG_EQ(t.exp[128], 0, "256 is written as 0");
        NS_TEST_ASSERT_MSG_EQ(t.log[0], 128, "and has a logarithm");

        // Massey 1993, 6 rounds: key 8 7 6 5 4 3 2 1, plain text 1 to 8
        constexpr auto KEYS = IlpSaferExpand({8, 7, 6, 5, 4, 3, 2, 1});
        uint32_t a = 0x01020304;
        uint32_t b = 0x05060708;
        IlpSaferEncrypt(a, b, KEYS.data(), t.log, t.exp);
        NS_TEST_ASSERT_MSG_EQ(a, 0xc8f29cdd, "first word");
        NS_TEST_ASSERT_MSG_EQ(b, 0x87783ed9, "second word");

        std::mt19937 random(1);
        for (int i = 0; i < 1000; i++)
        {
            std::array<uint8_t, 8> key;
            for (auto& octet : key)
            {
                octet = static_cast<uint8_t>(random());
            }
            const auto keys = IlpSaferExpand(key);
            const auto high = static_cast<uint32_t>(random());
            const auto low = static_cast<uint32_t>(random());
            a = high;
            b = low;
            IlpSaferEncrypt(a, b, keys.data(), t.log, t.exp);
            NS_TEST_ASSERT_MSG_EQ((a == high && b == low), false, "it changes something");
            IlpSaferDecrypt(a, b, keys.data(), t.log, t.exp);
            NS_TEST_ASSERT_MSG_EQ((a == high && b == low), true, "back again");
        }
    }
};

/// Checksum, CRC and the small kernels.
class IlpKernelTest : public TestCase
{
  public:
    IlpKernelTest()
        : TestCase("checksum, CRC-32, swap, chained cipher")
    {
    }

  private:
    void DoRun() override
    {
        // RFC 1071, section 3: 00 01 f2 03 f4 f5 f6 f7 have the sum ddf2
        uint32_t sum = 0;
        for (uint32_t word : {0x0001f203U, 0xf4f5f6f7U})
        {
            IlpChecksum(word, sum);
        }
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(sum), 0xddf2, "RFC 1071");
        sum = 0;
        for (int i = 0; i < 70000; i++) // carries leave 32 bits
        {
            uint32_t word = 0xffffffff;
            IlpChecksum(word, sum);
        }
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(sum), 0xffff, "ones are a zero of one's complement");

        // the AAL5 room's CRC, which has vectors of its own
        std::mt19937 random(2);
        for (uint32_t words = 1; words < 50; words++)
        {
            std::vector<uint8_t> octets(4 * words);
            for (auto& octet : octets)
            {
                octet = static_cast<uint8_t>(random());
            }
            uint32_t crc = ILP_CRC32_FIRST;
            for (uint32_t i = 0; i < words; i++)
            {
                uint32_t word = IlpReadWord(octets.data() + 4 * i);
                IlpCrc32(word, crc);
            }
            NS_TEST_ASSERT_MSG_EQ(~crc, Aal5Crc32::Compute(octets.data(), octets.size()), words);
        }

        uint32_t word = 0x01020304;
        IlpSwap(word);
        NS_TEST_ASSERT_MSG_EQ(word, 0x04030201, "swapped");
        IlpCopy(word);
        NS_TEST_ASSERT_MSG_EQ(word, 0x04030201, "copied");
        IlpXor(word, 0xff00ff00);
        NS_TEST_ASSERT_MSG_EQ(word, 0xfb03fd01, "exclusive or");

        // by hand: 1 ^ 5 = 4, the key 5 << 7 + 1 = 641; 1 ^ 641 = 640
        uint32_t state = 5;
        uint32_t text[] = {1, 1};
        for (auto& w : text)
        {
            IlpChainEncrypt(w, state);
        }
        NS_TEST_ASSERT_MSG_EQ(text[0], 4, "first unit");
        NS_TEST_ASSERT_MSG_EQ(text[1], 640, "the second depends on the first");
        state = 5;
        for (auto& w : text)
        {
            IlpChainDecrypt(w, state);
            NS_TEST_ASSERT_MSG_EQ(w, 1, "back again");
        }
    }
};

HsnTestRegistration g_ilpKernelTests("ilp-kernels", {new IlpSaferTest, new IlpKernelTest});
} // namespace
} // namespace hsn
} // namespace ns3
