// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/galois-field.h"
#include "ns3/gf-arithmetic.h"
#include "ns3/gf-region.h"
#include "ns3/test.h"

#include <random>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Elements compared with bitwise multiplication, axioms and published values. */
class GfElementTest : public TestCase
{
  public:
    GfElementTest()
        : TestCase("Field elements against multiplication bit by bit")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(+Gf256::Multiply(0x80, 2), 0x1D, "80h 2");
        NS_TEST_EXPECT_MSG_EQ(+Gf256::Multiply(0x53, 0xCA), 0x8F, "53h CAh");
        NS_TEST_EXPECT_MSG_EQ(+Gf256::Power(8), 0x1D, "a^8");
        NS_TEST_EXPECT_MSG_EQ(+Gf256::Power(255), 1, "a^255");
        NS_TEST_EXPECT_MSG_EQ(Gf65536::Power(16), 0x100B, "a^16");
        NS_TEST_EXPECT_MSG_EQ(Gf65536::Power(65535), 1, "a^65535");

        for (uint32_t a = 0; a < 256; a++)
        {
            for (uint32_t b = 0; b < 256; b++)
            {
                NS_TEST_ASSERT_MSG_EQ(+Gf256::Multiply(a, b),
                                      LongMultiply(a, b, 8, 0x11D),
                                      a << " times " << b);
            }
        }
        std::mt19937 random(1);
        for (uint32_t run = 0; run < 300000; run++)
        {
            const auto a = static_cast<uint16_t>(random());
            const auto b = static_cast<uint16_t>(random());
            NS_TEST_ASSERT_MSG_EQ(Gf65536::Multiply(a, b),
                                  LongMultiply(a, b, 16, 0x1100B),
                                  a << " times " << b);
        }
        NS_TEST_EXPECT_MSG_EQ(Gf65536::Multiply(0, 4711), 0, "0 times anything");

        // 2 is primitive, and every other element has an inverse
        std::set<uint32_t> powers;
        for (uint32_t a = 1; a < 256; a++)
        {
            powers.insert(Gf256::Power(a));
            NS_TEST_ASSERT_MSG_EQ(+Gf256::Multiply(a, Gf256::Inverse(a)), 1, "inverse of " << a);
        }
        NS_TEST_EXPECT_MSG_EQ(powers.size(), 255, "powers of 2 in GF(2^8)");
        powers.clear();
        for (uint32_t a = 1; a < 65536; a++)
        {
            powers.insert(Gf65536::Power(a));
            NS_TEST_ASSERT_MSG_EQ(Gf65536::Multiply(a, Gf65536::Inverse(a)), 1, "inverse of " << a);
        }
        NS_TEST_EXPECT_MSG_EQ(powers.size(), 65535, "powers of 2 in GF(2^16)");

        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { Gf256::Inverse(0); }).find("no inverse"),
                              std::string::npos,
                              "1 / 0");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { Gf65536::Inverse(0); }).find("no inverse"),
                              std::string::npos,
                              "1 / 0");
    }
};

/** @brief Axioms of both fields through GaloisField. */
class GfAxiomTest : public TestCase
{
  public:
    GfAxiomTest()
        : TestCase("Field axioms; inverses of matrices")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(2);
        for (const uint32_t bits : {8, 16})
        {
            const GaloisField field(bits);
            NS_TEST_EXPECT_MSG_EQ(field.GetBits(), bits, "bits");
            const uint32_t mask = (1U << bits) - 1;
            for (uint32_t run = 0; run < 100000; run++)
            {
                const auto a = static_cast<uint16_t>(random() & mask);
                const auto b = static_cast<uint16_t>(random() & mask);
                const auto c = static_cast<uint16_t>(random() & mask);
                NS_TEST_ASSERT_MSG_EQ(field.Multiply(a, b), field.Multiply(b, a), "commutes");
                NS_TEST_ASSERT_MSG_EQ(field.Multiply(a, field.Multiply(b, c)),
                                      field.Multiply(field.Multiply(a, b), c),
                                      "associates");
                NS_TEST_ASSERT_MSG_EQ(field.Multiply(a, b ^ c),
                                      (field.Multiply(a, b) ^ field.Multiply(a, c)),
                                      "distributes");
                NS_TEST_ASSERT_MSG_EQ(field.Multiply(a, 1), a, "one");
            }

            // a matrix times its inverse is 1; a matrix with two equal rows is singular
            const uint32_t n = 12;
            std::vector<uint16_t> matrix;
            for (uint32_t i = 0; i < n * n; i++)
            {
                matrix.push_back(static_cast<uint16_t>(random() & mask));
            }
            matrix[0] = 0; // forces a swap of rows
            auto inverse = matrix;
            NS_TEST_ASSERT_MSG_EQ(field.Invert(inverse, n), true, "regular");
            for (uint32_t r = 0; r < n; r++)
            {
                for (uint32_t c = 0; c < n; c++)
                {
                    uint16_t sum = 0;
                    for (uint32_t k = 0; k < n; k++)
                    {
                        sum ^= field.Multiply(matrix[r * n + k], inverse[k * n + c]);
                    }
                    NS_TEST_ASSERT_MSG_EQ(sum, (r == c ? 1 : 0), "row " << r << " column " << c);
                }
            }
            std::copy_n(matrix.begin(), n, matrix.begin() + 5 * n);
            NS_TEST_EXPECT_MSG_EQ(field.Invert(matrix, n), false, "singular");
        }
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { GaloisField(12); }).find("12 bits"),
                              std::string::npos,
                              "no such field");
    }
};

/** @brief Every kernel on regions of every length, compared element by element. */
class GfRegionTest : public TestCase
{
  public:
    GfRegionTest()
        : TestCase("Regions: every kernel gives the same octets")
    {
    }

  private:
    /**
     * @brief Multiplies a matrix and regions, element by element and bit by bit.
     * @param bits of the field
     * @param rows of the matrix
     * @param elements the matrix
     * @param in the input regions
     * @param out the output regions, which are added to
     */
    void Reference(uint32_t bits,
                   uint32_t rows,
                   const std::vector<uint16_t>& elements,
                   const std::vector<Octets>& in,
                   std::vector<Octets>& out)
    {
        for (uint32_t r = 0; r < rows; r++)
        {
            for (uint32_t c = 0; c < in.size(); c++)
            {
                const uint32_t e = elements[r * in.size() + c];
                for (std::size_t i = 0; i < in[c].size(); i += bits / 8)
                {
                    if (bits == 8)
                    {
                        out[r][i] ^= LongMultiply(e, in[c][i], 8, 0x11D);
                    }
                    else
                    {
                        const uint32_t x = in[c][i] << 8 | in[c][i + 1];
                        const uint32_t y = LongMultiply(e, x, 16, 0x1100B);
                        out[r][i] ^= y >> 8;
                        out[r][i + 1] ^= y & 255;
                    }
                }
            }
        }
    }

    void DoRun() override
    {
        std::mt19937 random(3);
        std::vector<std::size_t> lengths{176, 192, 1000};
        for (std::size_t length = 0; length <= 140; length++)
        {
            lengths.push_back(length);
        }
        for (const uint32_t bits : {8, 16})
        {
            const GaloisField field(bits);
            for (const std::size_t length : lengths)
            {
                if (length % (bits / 8))
                {
                    continue;
                }
                const uint32_t rows = 1 + random() % 13;
                const uint32_t columns = 1 + random() % 5;
                std::vector<uint16_t> elements;
                for (uint32_t i = 0; i < rows * columns; i++)
                {
                    elements.push_back(static_cast<uint16_t>(random() & ((1U << bits) - 1)));
                }
                elements[random() % elements.size()] = 0;
                elements[random() % elements.size()] = 1;
                std::vector<Octets> in;
                std::vector<Octets> old;
                for (uint32_t c = 0; c < columns; c++)
                {
                    in.push_back(RandomOctets(random, length));
                }
                for (uint32_t r = 0; r < rows; r++)
                {
                    old.push_back(RandomOctets(random, length));
                }
                std::vector<Octets> product(rows, Octets(length));
                auto sum = old;
                Reference(bits, rows, elements, in, product);
                Reference(bits, rows, elements, in, sum);
                for (const auto kernel : AvailableKernels())
                {
                    GfRegionMatrix matrix(kernel);
                    field.Set(elements, columns, matrix);
                    // a guard byte on each side; odd addresses
                    std::vector<Octets> out;
                    std::vector<const uint8_t*> inputs;
                    std::vector<uint8_t*> outputs;
                    for (const auto& region : in)
                    {
                        inputs.push_back(region.data());
                    }
                    for (const auto& region : old)
                    {
                        out.emplace_back(1, 0x55);
                        out.back().insert(out.back().end(), region.begin(), region.end());
                        out.back().push_back(0xAA);
                        outputs.push_back(out.back().data() + 1);
                    }
                    matrix.MultiplyAdd(inputs.data(), outputs.data(), length);
                    for (uint32_t r = 0; r < rows; r++)
                    {
                        const Octets got(outputs[r], outputs[r] + length);
                        NS_TEST_ASSERT_MSG_EQ((got == sum[r]),
                                              true,
                                              matrix.GetKernelName() << " adds, " << length);
                    }
                    matrix.Multiply(inputs.data(), outputs.data(), length);
                    for (uint32_t r = 0; r < rows; r++)
                    {
                        const Octets got(outputs[r], outputs[r] + length);
                        NS_TEST_ASSERT_MSG_EQ((got == product[r]),
                                              true,
                                              matrix.GetKernelName() << ", " << length);
                        NS_TEST_ASSERT_MSG_EQ(+out[r].front(), 0x55, "before the region");
                        NS_TEST_ASSERT_MSG_EQ(+out[r].back(), 0xAA, "after the region");
                    }
                    // the same regions one after the other, with a guard byte on each side
                    Octets block;
                    Octets expected(1, 0x55);
                    for (const auto& region : in)
                    {
                        block.insert(block.end(), region.begin(), region.end());
                    }
                    for (const auto& region : product)
                    {
                        expected.insert(expected.end(), region.begin(), region.end());
                    }
                    expected.push_back(0xAA);
                    Octets result(expected.size());
                    result.front() = 0x55;
                    result.back() = 0xAA;
                    matrix.MultiplyBlock(block.data(), result.data() + 1, length);
                    NS_TEST_ASSERT_MSG_EQ((result == expected),
                                          true,
                                          matrix.GetKernelName() << ", block, " << length);
                }
            }
        }
    }
};

/** @brief A region multiplied by every constant. */
class GfConstantTest : public TestCase
{
  public:
    GfConstantTest()
        : TestCase("A constant times a region")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(4);
        const Octets in = RandomOctets(random, 118);
        for (uint32_t c = 0; c < 65536; c += c < 256 ? 1 : 97)
        {
            Octets narrow(in.size());
            Octets wide(in.size());
            Gf65536::MultiplyAdd(static_cast<uint16_t>(c), in.data(), wide.data(), in.size());
            if (c < 256)
            {
                Gf256::MultiplyAdd(static_cast<uint8_t>(c), in.data(), narrow.data(), in.size());
            }
            for (std::size_t i = 0; i < in.size(); i += 2)
            {
                NS_TEST_ASSERT_MSG_EQ(uint32_t(wide[i] << 8 | wide[i + 1]),
                                      LongMultiply(c, in[i] << 8 | in[i + 1], 16, 0x1100B),
                                      "16 bits, constant " << c);
                if (c < 256)
                {
                    NS_TEST_ASSERT_MSG_EQ(+narrow[i], LongMultiply(c, in[i], 8, 0x11D), c);
                    NS_TEST_ASSERT_MSG_EQ(+narrow[i + 1], LongMultiply(c, in[i + 1], 8, 0x11D), c);
                }
            }
        }
        Octets same = in; // in place: (1 + 3) x
        Gf256::MultiplyAdd(3, same.data(), same.data(), same.size());
        for (std::size_t i = 0; i < in.size(); i++)
        {
            NS_TEST_ASSERT_MSG_EQ(+same[i], LongMultiply(2, in[i], 8, 0x11D), "in place");
        }
        for (const auto kernel : AvailableKernels()) // each may be the best one on some machine
        {
            const uint16_t three = 3;
            GfRegionMatrix matrix(kernel);
            matrix.Set(1, 1, &three);
            for (std::size_t length = 0; length <= in.size(); length += 2)
            {
                same = Octets(in.begin(), in.begin() + length);
                const uint8_t* from = same.data();
                uint8_t* to = same.data();
                matrix.MultiplyAdd(&from, &to, length);
                for (std::size_t i = 0; i < length; i += 2)
                {
                    NS_TEST_ASSERT_MSG_EQ(uint32_t(same[i] << 8 | same[i + 1]),
                                          LongMultiply(2, in[i] << 8 | in[i + 1], 16, 0x1100B),
                                          matrix.GetKernelName() << " in place, " << length);
                }
            }
        }
        const std::string text =
            HsnAbortText([&same, &in] { Gf65536::MultiplyAdd(1, in.data(), same.data(), 7); });
        NS_TEST_EXPECT_MSG_NE(text.find("7 bytes"), std::string::npos, "odd: " << text);
    }
};

HsnTestRegistration g_gfTests(
    "gf",
    {new GfElementTest, new GfAxiomTest, new GfRegionTest, new GfConstantTest});
} // namespace
} // namespace hsn
} // namespace ns3
