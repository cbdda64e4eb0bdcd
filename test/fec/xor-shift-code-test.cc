// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/test.h"
#include "ns3/xor-shift-code.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Encodes random data, loses packets and repairs them. */
class XorShiftCase
{
  public:
    /**
     * @brief Codes random data.
     * @param n N
     * @param m M
     * @param length octets of a packet
     * @param ends the ends
     * @param origin first shift
     * @param unit bits of a shift
     */
    XorShiftCase(uint32_t n,
                 uint32_t m,
                 std::size_t length,
                 XorShiftEnds ends,
                 uint32_t origin,
                 uint32_t unit)
        : m_code(n, m, length, ends, origin, unit),
          m_n(n),
          m_m(m),
          m_length(length)
    {
        std::mt19937 random(n + m + length);
        m_data = RandomOctets(random, n * length);
        for (uint32_t j = 0; j < m; j++)
        {
            m_parity.emplace_back(m_code.GetParityLength(j));
            m_code.Encode(j, m_data.data(), m_parity.back().data());
        }
    }

    /**
     * @brief Loses packets and repairs.
     * @param lost bit i: packet i
     * @return the outcome; -1 if it claims success with other data
     */
    int Run(uint32_t lost)
    {
        std::vector<bool> present;
        std::vector<const uint8_t*> parity;
        Octets data = m_data;
        for (uint32_t i = 0; i < m_n + m_m; i++)
        {
            present.push_back(!(lost >> i & 1));
            if (i < m_n && !present[i])
            {
                std::fill_n(data.begin() + i * m_length, m_length, 0xEE);
            }
            if (i >= m_n)
            {
                parity.push_back(present[i] ? m_parity[i - m_n].data() : nullptr);
            }
        }
        const auto result = m_code.Repair(present, data.data(), parity);
        m_missing = 0;
        for (uint32_t i = 0; i < m_n; i++)
        {
            m_missing += !present[i];
            if (present[i] && !std::equal(m_data.begin() + i * m_length,
                                          m_data.begin() + (i + 1) * m_length,
                                          data.begin() + i * m_length))
            {
                return -1;
            }
        }
        return (result == FEC_DECODE_COMPLETE) == (m_missing == 0) ? result : -1;
    }

    XorShiftCode m_code;          //!< the code
    uint32_t m_n;                 //!< N
    uint32_t m_m;                 //!< M
    std::size_t m_length;         //!< bytes of a packet
    Octets m_data;                //!< the data
    std::vector<Octets> m_parity; //!< its parity
    uint32_t m_missing{0};        //!< data packets still missing after Run()
};

/** @brief Published vectors; lengths; damage; errors. */
class XorShiftVectorTest : public TestCase
{
  public:
    XorShiftVectorTest()
        : TestCase("Published vectors; damage; errors")
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

    /**
     * @brief Reads a little-endian number.
     * @param code makes it
     * @param j parity
     * @param data data packets
     * @return the number
     */
    uint64_t Parity(XorShiftCode code, uint32_t j, const Octets& data)
    {
        Octets parity(code.GetParityLength(j));
        code.Encode(j, data.data(), parity.data());
        uint64_t number = 0;
        for (std::size_t k = parity.size(); k-- > 0;)
        {
            number = number << 8 | parity[k];
        }
        return number;
    }

    void DoRun() override
    {
        const Octets x = Hex("A5 3C F0");
        const XorShiftCode code(3, 3, 1);
        NS_TEST_EXPECT_MSG_EQ(Parity(code, 0, x), 0x69, "Y1");
        NS_TEST_EXPECT_MSG_EQ(Parity(code, 1, x), 0x31D, "Y2");
        NS_TEST_EXPECT_MSG_EQ(Parity(code, 2, x), 0xF55, "Y3");
        const XorShiftCode one(3, 3, 1, XOR_SHIFT_EXTENDED, 1);
        NS_TEST_EXPECT_MSG_EQ(Parity(one, 0, x), 0x69, "Y1");
        NS_TEST_EXPECT_MSG_EQ(Parity(one, 1, x), 0x63A, "Y2");
        NS_TEST_EXPECT_MSG_EQ(Parity(one, 2, x), 0x3D54, "Y3");
        // the same with the upper bits dropped or rotated
        const XorShiftCode cut(3, 3, 1, XOR_SHIFT_TRUNCATED);
        NS_TEST_EXPECT_MSG_EQ(Parity(cut, 2, x), 0x55, "Y3");
        const XorShiftCode around(3, 3, 1, XOR_SHIFT_ROTATED);
        NS_TEST_EXPECT_MSG_EQ(Parity(around, 2, x), (0x55 ^ 0xF), "Y3");

        // all three lost, Y1 to Y3 only
        const Octets y1 = Hex("69");
        const Octets y2 = Hex("1D 03");
        const Octets y3 = Hex("55 0F");
        Octets data(3, 0xEE);
        std::vector<bool> present{false, false, false, true, true, true};
        auto decoder = code;
        NS_TEST_EXPECT_MSG_EQ(
            decoder.Repair(present, data.data(), {y1.data(), y2.data(), y3.data()}),
            FEC_DECODE_COMPLETE,
            "decodes");
        NS_TEST_EXPECT_MSG_EQ((data == x), true, "to the data");
        NS_TEST_EXPECT_MSG_EQ(present[0], true, "and says so");
        const Octets wrong = Hex("55 8F");
        present.assign({false, false, false, true, true, true});
        NS_TEST_EXPECT_MSG_EQ(
            decoder.Repair(present, data.data(), {y1.data(), y2.data(), wrong.data()}),
            FEC_DECODE_INCONSISTENT,
            "a bit that no data reaches");

        // excess: 6+2: 5 bits; 5+3: 4 and 8 bits; 7+1: none; bytes instead of bits with unit 8
        NS_TEST_EXPECT_MSG_EQ(XorShiftCode(6, 2, 100).GetParityLength(1), 101, "6+2");
        NS_TEST_EXPECT_MSG_EQ(XorShiftCode(5, 3, 100).GetParityLength(2), 101, "5+3");
        NS_TEST_EXPECT_MSG_EQ(XorShiftCode(7, 1, 100).GetParityLength(0), 100, "7+1");
        NS_TEST_EXPECT_MSG_EQ(XorShiftCode(5, 3, 100, XOR_SHIFT_EXTENDED, 0, 8).GetParityLength(2),
                              108,
                              "5+3 by octets");

        ExpectAbort([] { XorShiftCode(0, 1, 1); }, "0 data packets");
        ExpectAbort([] { XorShiftCode(5, 0, 1); }, "0 parity packets");
        ExpectAbort([] { XorShiftCode(5, 4, 1); }, "4 parity packets");
        ExpectAbort([] { XorShiftCode(5, 3, 0); }, "0 bytes");
        ExpectAbort([] { XorShiftCode(5, 3, 9, XOR_SHIFT_EXTENDED, 2); }, "first shift of 2");
        ExpectAbort([] { XorShiftCode(5, 3, 9, XOR_SHIFT_EXTENDED, 0, 4); }, "4 bits");
        ExpectAbort([&] { code.GetParityLength(3); }, "parity packet 3");
        std::vector<bool> none;
        ExpectAbort([&] { decoder.Repair(none, data.data(), {}); }, "0 packets");
    }
};

/** @brief Losses that each variant repairs, compared with an independent count. */
class XorShiftRepairTest : public TestCase
{
  public:
    XorShiftRepairTest()
        : TestCase("Patterns repaired and residual loss of each variant")
    {
    }

  private:
    void DoRun() override
    {
        struct
        {
            XorShiftEnds ends;
            uint32_t origin;
            uint32_t n;
            uint32_t repaired; // patterns of exactly M losses
            double residual;   // at a loss rate of 1 %
        } const table[] = {{XOR_SHIFT_EXTENDED, 0, 7, 8, 6.793465e-4},
                           {XOR_SHIFT_EXTENDED, 0, 6, 28, 2.031042e-5},
                           {XOR_SHIFT_EXTENDED, 0, 5, 56, 3.396253e-7},
                           {XOR_SHIFT_EXTENDED, 1, 7, 8, 6.793465e-4},
                           {XOR_SHIFT_EXTENDED, 1, 6, 28, 2.031042e-5},
                           {XOR_SHIFT_EXTENDED, 1, 5, 56, 3.396253e-7},
                           {XOR_SHIFT_TRUNCATED, 0, 7, 8, 6.793465e-4},
                           {XOR_SHIFT_TRUNCATED, 0, 6, 13, 4.1259e-4},
                           {XOR_SHIFT_TRUNCATED, 0, 5, 16, 3.1531e-4},
                           {XOR_SHIFT_TRUNCATED, 1, 7, 8, 6.793465e-4},
                           {XOR_SHIFT_TRUNCATED, 1, 6, 7, 5.8520e-4},
                           {XOR_SHIFT_TRUNCATED, 1, 5, 6, 4.9010e-4},
                           {XOR_SHIFT_ROTATED, 0, 7, 8, 6.793465e-4},
                           {XOR_SHIFT_ROTATED, 0, 6, 13, 4.9105e-4},
                           {XOR_SHIFT_ROTATED, 0, 5, 16, 3.9405e-4}};

        for (const auto& row : table)
        {
            for (const uint32_t unit : {1, 8})
            {
                const uint32_t m = 8 - row.n;
                XorShiftCase blocks(row.n, m, 37, row.ends, row.origin, unit);
                uint32_t repaired = 0;
                double residual = 0;
                for (uint32_t lost = 0; lost < 256; lost++)
                {
                    const auto count = __builtin_popcount(lost);
                    const int result = blocks.Run(lost);
                    NS_TEST_ASSERT_MSG_EQ(
                        (result == FEC_DECODE_COMPLETE || result == FEC_DECODE_INCOMPLETE),
                        true,
                        "N " << row.n << " lost " << lost);
                    repaired += count == static_cast<int>(m) && result == FEC_DECODE_COMPLETE;
                    residual += std::pow(0.01, count) * std::pow(0.99, 8 - count) *
                                blocks.m_missing / row.n;
                }
                // half a unit in the last digit
                const double tolerance =
                    row.ends == XOR_SHIFT_EXTENDED ? row.residual * 2.5e-7 : 5e-9;
                NS_TEST_EXPECT_MSG_EQ(repaired,
                                      row.repaired,
                                      "ends " << row.ends << " origin " << row.origin << " N "
                                              << row.n);
                NS_TEST_EXPECT_MSG_EQ_TOL(residual,
                                          row.residual,
                                          tolerance,
                                          "ends " << row.ends << " origin " << row.origin << " N "
                                                  << row.n);
            }
        }
    }
};

/** @brief The extended code with other sizes than the paper's: any N packets suffice. */
class XorShiftLargeTest : public TestCase
{
  public:
    XorShiftLargeTest()
        : TestCase("Extended: any N of N + M packets, larger N, short and long packets")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t n : {1, 2, 3, 12, 25})
        {
            for (const uint32_t m : {1, 2, 3})
            {
                for (const std::size_t length : {1, 2, 9, 50})
                {
                    XorShiftCase blocks(n, m, length, XOR_SHIFT_EXTENDED, 0, length == 9 ? 8 : 1);
                    for (uint32_t a = 0; a < n + m; a++)
                    {
                        for (uint32_t b = 0; b <= a; b++)
                        {
                            for (uint32_t c = 0; c <= b; c++)
                            {
                                const uint32_t lost = 1U << a | 1U << b | 1U << c;
                                const auto count = __builtin_popcount(lost);
                                if (count <= static_cast<int>(m))
                                {
                                    NS_TEST_ASSERT_MSG_EQ(blocks.Run(lost),
                                                          FEC_DECODE_COMPLETE,
                                                          n << " + " << m << ", lost " << lost);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
};

HsnTestRegistration g_xorShiftTests("xor-shift-code",
                                    {new XorShiftVectorTest,
                                     new XorShiftRepairTest,
                                     new XorShiftLargeTest});
} // namespace
} // namespace hsn
} // namespace ns3
