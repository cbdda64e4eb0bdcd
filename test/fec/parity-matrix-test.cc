// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "fec-test-support.h"

#include "ns3/parity-matrix.h"
#include "ns3/test.h"

#include <algorithm>
#include <random>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Losses that each kind of diagonals repairs, compared with an independent count. */
class ParityMatrixRepairTest : public TestCase
{
  public:
    ParityMatrixRepairTest()
        : TestCase("Patterns that each kind of diagonals repairs")
    {
    }

  private:
    /**
     * @brief Loses cells and repairs.
     * @param code the code
     * @param cells coded cells
     * @param lost numbers of lost cells
     * @return whether all are restored; a wrong octet fails the test
     */
    bool Run(const ParityMatrix& code, const Octets& cells, const std::vector<uint32_t>& lost)
    {
        const std::size_t length = cells.size() / code.GetCells();
        std::vector<bool> present(code.GetCells(), true);
        Octets damaged = cells;
        for (const uint32_t cell : lost)
        {
            present[cell] = false;
            std::fill_n(damaged.begin() + cell * length, length, 0xEE);
        }
        const uint32_t restored = code.Repair(present, damaged.data());
        NS_TEST_EXPECT_MSG_EQ(std::size_t(std::count(present.begin(), present.end(), false)),
                              lost.size() - restored,
                              "present and restored cells");
        for (uint32_t i = 0; i < code.GetCells(); i++)
        {
            if (present[i])
            {
                NS_TEST_EXPECT_MSG_EQ(std::equal(cells.begin() + i * length,
                                                 cells.begin() + (i + 1) * length,
                                                 damaged.begin() + i * length),
                                      true,
                                      "cell " << i);
            }
        }
        return restored == lost.size();
    }

    void DoRun() override
    {
        struct
        {
            ParityDiagonals diagonals;
            uint32_t extra;   // cells
            uint32_t column;  // of 224: two in one column
            uint32_t rows;    // of 28: two rows
            uint32_t burst9;  // of 56
            uint32_t burst12; // of 53
            uint32_t burst16; // of 49
            double random;    // two in every column
        } const table[] = {{PARITY_DIAGONALS_NONE, 0, 0, 0, 0, 0, 0, 0},
                           {PARITY_DIAGONALS_CORNERS, 2, 104, 0, 26, 0, 0, 0},
                           {PARITY_DIAGONALS_WRAPPED, 8, 224, 0, 56, 35, 0, 0},
                           {PARITY_DIAGONALS_EXTENDED, 15, 224, 28, 56, 53, 49, 0.48},
                           {PARITY_DIAGONALS_WRAPPED_BOTH, 16, 224, 0, 56, 53, 42, 0.75},
                           {PARITY_DIAGONALS_EXTENDED_BOTH, 30, 224, 28, 56, 53, 49, 0.998}};

        std::mt19937 random(9);
        for (const auto& row : table)
        {
            const ParityMatrix code(7, 8, 3, row.diagonals);
            NS_TEST_EXPECT_MSG_EQ(code.GetDataCells(), 56, "data");
            NS_TEST_EXPECT_MSG_EQ(code.GetCells(), 64 + row.extra, "cells");
            Octets cells = RandomOctets(random, code.GetCells() * 3);
            code.Encode(cells.data());

            uint32_t column = 0;
            uint32_t rows = 0;
            for (uint32_t a = 0; a < 8; a++)
            {
                for (uint32_t b = 0; b < a; b++)
                {
                    std::vector<uint32_t> both;
                    for (uint32_t c = 0; c < 8; c++)
                    {
                        column += Run(code, cells, {a * 8 + c, b * 8 + c});
                        both.push_back(a * 8 + c);
                        both.push_back(b * 8 + c);
                    }
                    rows += Run(code, cells, both);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(column, row.column, "two in one column, " << row.diagonals);
            NS_TEST_EXPECT_MSG_EQ(rows, row.rows, "two rows, " << row.diagonals);

            const auto bursts = [&](uint32_t size) {
                uint32_t repaired = 0;
                for (uint32_t first = 0; first + size <= 64; first++)
                {
                    std::vector<uint32_t> lost;
                    for (uint32_t i = 0; i < size; i++)
                    {
                        lost.push_back(first + i);
                    }
                    repaired += Run(code, cells, lost);
                }
                return repaired;
            };
            NS_TEST_EXPECT_MSG_EQ(bursts(8), 57, "bursts of 8, " << row.diagonals);
            NS_TEST_EXPECT_MSG_EQ(bursts(9), row.burst9, "bursts of 9, " << row.diagonals);
            NS_TEST_EXPECT_MSG_EQ(bursts(12), row.burst12, "bursts of 12, " << row.diagonals);
            NS_TEST_EXPECT_MSG_EQ(bursts(16), row.burst16, "bursts of 16, " << row.diagonals);

            const uint32_t runs = 3000;
            uint32_t repaired = 0;
            for (uint32_t run = 0; run < runs; run++)
            {
                std::vector<uint32_t> lost;
                for (uint32_t c = 0; c < 8; c++)
                {
                    const uint32_t a = random() % 8;
                    lost.push_back(a * 8 + c);
                    lost.push_back((a + 1 + random() % 7) % 8 * 8 + c);
                }
                repaired += Run(code, cells, lost);
            }
            // four standard deviations of 3000 trials plus the rounding of the table
            NS_TEST_EXPECT_MSG_EQ_TOL(repaired / double(runs),
                                      row.random,
                                      (row.random > 0 ? 0.042 : 1e-9),
                                      "two in every column, " << row.diagonals);
        }
    }
};

/** @brief Other shapes; row parity; errors. */
class ParityMatrixShapeTest : public TestCase
{
  public:
    ParityMatrixShapeTest()
        : TestCase("Parity is the sum of its line; other shapes; errors")
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
        // 2 x 3, by hand: columns, then rows, then diagonals c - r modulo 3
        const ParityMatrix code(2, 3, 1, PARITY_DIAGONALS_WRAPPED, true);
        Octets cells = Hex("01 02 04 08 10 20");
        cells.resize(code.GetCells());
        code.Encode(cells.data());
        NS_TEST_EXPECT_MSG_EQ((cells == Hex("01 02 04 08 10 20 09 12 24 07 38 3F 35 2B 1E")),
                              true,
                              "parity");

        // the same cells with the two main diagonals, by hand: 01^10^24 and 04^10^09
        const ParityMatrix corners(2, 3, 1, PARITY_DIAGONALS_CORNERS);
        Octets crossed = Hex("01 02 04 08 10 20");
        crossed.resize(corners.GetCells());
        corners.Encode(crossed.data());
        NS_TEST_EXPECT_MSG_EQ((crossed == Hex("01 02 04 08 10 20 09 12 24 35 1D")),
                              true,
                              "main diagonals");

        // four lost cells in a square: diagonals repair them, rows and columns do not
        std::vector<bool> present(15, true);
        present[0] = present[1] = present[3] = present[4] = false;
        Octets damaged = cells;
        damaged[0] = damaged[1] = damaged[3] = damaged[4] = 0;
        NS_TEST_EXPECT_MSG_EQ(code.Repair(present, damaged.data()), 4, "restored");
        NS_TEST_EXPECT_MSG_EQ((damaged == cells), true, "to what they were");
        const ParityMatrix product(2, 3, 1, PARITY_DIAGONALS_NONE, true);
        std::vector<bool> some(12, true);
        some[0] = some[1] = some[3] = some[4] = some[8] = false;
        damaged = cells;
        damaged[8] = 0;
        NS_TEST_EXPECT_MSG_EQ(product.Repair(some, damaged.data()), 1, "only the cell apart");
        NS_TEST_EXPECT_MSG_EQ(+damaged[8], 0x24, "which is that");
        NS_TEST_EXPECT_MSG_EQ(some[8], true, "which is that");

        ExpectAbort([] { ParityMatrix(0, 3, 1); }, "0 rows");
        ExpectAbort([] { ParityMatrix(3, 0, 1); }, "0 columns");
        ExpectAbort([] { ParityMatrix(65536, 65536, 1); }, "65536 rows");
        ExpectAbort([] { ParityMatrix(3, 3, 0); }, "0 bytes");
        ExpectAbort([] { ParityMatrix(3, 3, 1, PARITY_DIAGONALS_CORNERS); }, "must be square");
        ExpectAbort(
            [&] {
                std::vector<bool> few(3);
                code.Repair(few, cells.data());
            },
            "3 cells");
    }
};

HsnTestRegistration g_parityMatrixTests("parity-matrix",
                                        {new ParityMatrixRepairTest, new ParityMatrixShapeTest});
} // namespace
} // namespace hsn
} // namespace ns3
