// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/erasure-code.h"
#include "ns3/gf-arithmetic.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Codes with all or many loss patterns. */
class ErasureCodeTest : public TestCase
{
  public:
    ErasureCodeTest()
        : TestCase("Any N of N + M pieces restore the data")
    {
    }

  private:
    /**
     * @brief Loses pieces and restores them.
     * @param code the code
     * @param block a coded block
     * @param present which pieces are left
     * @param length bytes of a piece
     * @return whether exactly the data is back, or the code has refused and changed nothing
     */
    bool Check(ErasureCode& code,
               const Octets& block,
               const std::vector<bool>& present,
               std::size_t length)
    {
        Octets damaged = block;
        for (std::size_t i = 0; i < present.size(); i++)
        {
            if (!present[i])
            {
                std::fill_n(damaged.begin() + i * length, length, 0xEE);
            }
        }
        const Octets before = damaged;
        const bool enough =
            std::count(present.begin(), present.end(), true) >= code.GetDataPieces();
        if (code.Repair(present, damaged.data(), length) != enough)
        {
            return false;
        }
        if (!enough)
        {
            return damaged == before;
        }
        return std::equal(block.begin(),
                          block.begin() + code.GetDataPieces() * length,
                          damaged.begin()) &&
               std::equal(before.begin() + code.GetDataPieces() * length,
                          before.end(),
                          damaged.begin() + code.GetDataPieces() * length);
    }

    /**
     * @brief Codes random data.
     * @param code the code
     * @param length bytes of a piece
     * @param random generator
     * @return data and parity
     */
    Octets MakeBlock(ErasureCode& code, std::size_t length, std::mt19937& random)
    {
        Octets block = RandomOctets(random, code.GetDataPieces() * length);
        block.resize((code.GetDataPieces() + code.GetParityPieces()) * length);
        code.Encode(block.data(), block.data() + code.GetDataPieces() * length, length);
        return block;
    }

    void DoRun() override
    {
        std::mt19937 random(5);
        std::vector<std::pair<uint32_t, uint32_t>> small{{7, 1}, {6, 2}, {5, 3}, {10, 1}, {10, 4}};
        for (uint32_t n = 1; n <= 5; n++)
        {
            for (uint32_t m = 0; m <= 5; m++)
            {
                small.emplace_back(n, m);
            }
        }
        for (const auto kernel : AvailableKernels())
        {
            for (const auto& [n, m] : small)
            {
                ErasureCode code(n, m, kernel);
                const std::size_t length = 1 + random() % 100;
                const Octets block = MakeBlock(code, length, random);
                for (uint32_t pattern = 0; pattern < 1U << (n + m); pattern++)
                {
                    std::vector<bool> present;
                    for (uint32_t i = 0; i < n + m; i++)
                    {
                        present.push_back(pattern >> i & 1);
                    }
                    NS_TEST_ASSERT_MSG_EQ(Check(code, block, present, length),
                                          true,
                                          n << " + " << m << ", pattern " << pattern);
                }
            }
        }

        const std::pair<uint32_t, uint32_t> large[] = {{20, 4},
                                                       {32, 3},
                                                       {192, 6},
                                                       {128, 128},
                                                       {255, 1},
                                                       {1, 255},
                                                       {256, 1},
                                                       {192, 100},
                                                       {600, 40}};
        for (const auto& [n, m] : large)
        {
            ErasureCode code(n, m);
            NS_TEST_EXPECT_MSG_EQ(code.GetFieldBits(), (n + m > 256 ? 16 : 8), "field");
            const std::size_t length = 48;
            const Octets block = MakeBlock(code, length, random);
            std::vector<uint32_t> order(n + m);
            std::iota(order.begin(), order.end(), 0);
            for (uint32_t run = 0; run < 20; run++)
            {
                std::shuffle(order.begin(), order.end(), random);
                const uint32_t lost =
                    run < 10 ? m : random() % (m + 2); // M + 1 losses are too many
                std::vector<bool> present(n + m, true);
                for (uint32_t i = 0; i < lost; i++)
                {
                    present[order[i]] = false;
                }
                NS_TEST_ASSERT_MSG_EQ(Check(code, block, present, length),
                                      true,
                                      n << " + " << m << ", " << lost << " lost");
                NS_TEST_ASSERT_MSG_EQ(Check(code, block, present, length), true, "once more");
            }
        }
    }
};

/** @brief Parity computed from the definition; invalid arguments. */
class ErasureCodeParityTest : public TestCase
{
  public:
    ErasureCodeParityTest()
        : TestCase("Parity by its definition; errors")
    {
    }

  private:
    /**
     * @brief Expects code to abort.
     * @param code what aborts
     * @param part of its message
     */
    void ExpectAbort(const std::function<void()>& code, const std::string& part)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }

    void DoRun() override
    {
        // parity j = sum of data i / ((N + j) xor i), computed bit by bit
        std::mt19937 random(6);
        const uint32_t n = 9;
        const uint32_t m = 4;
        ErasureCode code(n, m);
        NS_TEST_EXPECT_MSG_EQ(code.GetDataPieces(), n, "N");
        NS_TEST_EXPECT_MSG_EQ(code.GetParityPieces(), m, "M");
        const Octets data = RandomOctets(random, n);
        Octets parity(m);
        code.Encode(data.data(), parity.data(), 1);
        for (uint32_t j = 0; j < m; j++)
        {
            uint32_t sum = 0;
            for (uint32_t i = 0; i < n; i++)
            {
                uint32_t inverse = 1;
                while (LongMultiply(inverse, (n + j) ^ i, 8, 0x11D) != 1)
                {
                    inverse++;
                }
                sum ^= LongMultiply(inverse, data[i], 8, 0x11D);
            }
            NS_TEST_EXPECT_MSG_EQ(+parity[j], sum, "parity " << j);
        }

        ExpectAbort([] { ErasureCode(0, 3); }, "at least 1 data piece");
        ExpectAbort([] { ErasureCode(65000, 537); }, "65000 + 537");
        ExpectAbort([] { ErasureCode(4294967295U, 2); }, "4294967295 + 2");
        ExpectAbort([&] { code.Encode(data.data(), parity.data(), 0); }, "0 bytes");
        ExpectAbort([&] { code.Repair(std::vector<bool>(12), parity.data(), 1); }, "12 pieces");
        ExpectAbort(
            [] {
                Octets octets(300 * 3);
                ErasureCode(290, 10).Encode(octets.data(), octets.data() + 290 * 3, 3);
            },
            "3 bytes");
    }
};

HsnTestRegistration g_erasureCodeTests("erasure-code",
                                       {new ErasureCodeTest, new ErasureCodeParityTest});
} // namespace
} // namespace hsn
} // namespace ns3
