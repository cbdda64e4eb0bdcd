// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * PDUs found by their number of cells: those of which all cells came in a row, and no others.
 */
#include "../hsn-test.h"

#include "ns3/fixed-length-delineator.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t CELL = 48; //!< octets of a payload

/** @brief What is found, beside a list of what arrived whole. */
class FixedLengthDelineatorTest : public TestCase
{
  public:
    FixedLengthDelineatorTest()
        : TestCase(
              "PDUs without last-cell marks: found if and only if all their cells come in a row")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t cells : {1u, 2u, 8u, 1366u})
        {
            for (const double loss : {0.0, 0.002, 0.1})
            {
                CheckLosses(cells, loss, cells == 1366 ? 20 : 1000);
            }
        }
        CheckOthers();
        for (const uint32_t cells : {0u, 1367u})
        {
            const auto text = HsnAbortText([cells] { FixedLengthDelineator{cells}; });
            NS_TEST_EXPECT_MSG_NE(
                text.find("PDUs of " + std::to_string(cells) + " cells: 1 to 1366"),
                std::string::npos,
                text);
        }
    }

    /** @param cells of a PDU @param number of it @param cpi of it @return it, random */
    std::vector<uint8_t> MakePdu(uint32_t cells, uint32_t number, uint8_t cpi = 0)
    {
        std::vector<uint8_t> sdu(std::max<std::size_t>(1, CELL * cells - 8 - m_random() % 40));
        sdu.resize(std::min<std::size_t>(sdu.size(), Aal5::MAX_SDU_BYTES));
        std::generate(sdu.begin(), sdu.end(), [this] { return static_cast<uint8_t>(m_random()); });
        const uint8_t uu = static_cast<uint8_t>(number % 128 + 128); // data
        return Aal5::BuildCpcsPdu(sdu.data(), static_cast<uint32_t>(sdu.size()), uu, cpi);
    }

    /** @param cells of a PDU @param loss share of cells @param pdus sent */
    void CheckLosses(uint32_t cells, double loss, uint32_t pdus)
    {
        FixedLengthDelineator delineator(cells);
        std::bernoulli_distribution isLost(loss);
        std::vector<std::vector<uint8_t>> whole;
        std::vector<std::vector<uint8_t>> found;
        uint64_t arrived = 0;
        uint64_t missing = 0; // between those that came whole
        uint64_t gap = 0;
        for (uint32_t i = 0; i < pdus; ++i)
        {
            const auto pdu = MakePdu(cells, i);
            NS_TEST_ASSERT_MSG_EQ(pdu.size(), CELL * cells, "cells");
            bool isWhole = true;
            for (uint32_t k = 0; k < cells; ++k)
            {
                if (isLost(m_random))
                {
                    isWhole = false;
                    continue;
                }
                ++arrived;
                if (delineator.Receive(&pdu[CELL * k]))
                {
                    found.push_back(delineator.GetPdu());
                }
            }
            gap += isWhole ? 0 : 1;
            if (isWhole)
            {
                missing += whole.empty() ? 0 : gap;
                gap = 0;
                whole.push_back(pdu);
            }
        }
        const std::string which = std::to_string(cells) + " cells, loss " + std::to_string(loss);
        NS_TEST_EXPECT_MSG_EQ((found == whole), true, which);
        const auto& c = delineator.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.found[AAL5_PLUS_DATA], whole.size(), which);
        NS_TEST_EXPECT_MSG_EQ(c.missing[AAL5_PLUS_DATA], missing, which);
        NS_TEST_EXPECT_MSG_EQ(c.found[AAL5_PLUS_SYSTEM] + c.missing[AAL5_PLUS_SYSTEM], 0, which);
        // those of the last PDUs may wait still
        const uint64_t rest = arrived - cells * whole.size();
        NS_TEST_EXPECT_MSG_EQ((c.skipped <= rest && rest - c.skipped <= cells), true, which);
        NS_TEST_EXPECT_MSG_EQ((loss > 0 || whole.size() == pdus), true, "without losses all");
    }

    /** Cells too many, an inverted bit, PDUs that are no SDU: the next one is found. */
    void CheckOthers()
    {
        FixedLengthDelineator delineator(3);
        const auto send = [&delineator](const std::vector<uint8_t>& octets) {
            std::string ends;
            for (std::size_t at = 0; at < octets.size(); at += CELL)
            {
                ends += delineator.Receive(&octets[at]) ? '!' : '.';
            }
            return ends;
        };
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(1, 0)), ".", "a PDU of another length");
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(3, 1)), "..!", "after a cell too many");
        auto inverted = MakePdu(3, 2);
        inverted[70] ^= 4;
        NS_TEST_EXPECT_MSG_EQ(send(inverted), "...", "an inverted bit");
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(3, 3)), "..!", "after it");
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(3, 3, 1)), "...", "parity of diagonals is no SDU");
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(3, 131)), "..!", "128 PDUs are lost: the same number");
        NS_TEST_EXPECT_MSG_EQ(send(MakePdu(3, 135)), "..!", "three are");
        // 2; then 4 to 130, taken for 127 of them; then 132 to 134
        NS_TEST_EXPECT_MSG_EQ(delineator.GetCounters().missing[AAL5_PLUS_DATA],
                              1 + 127 + 3,
                              "numbers that were left out");
        NS_TEST_EXPECT_MSG_EQ(delineator.GetCounters().skipped, 1 + 3 + 3, "cells of no SDU");
    }

    std::mt19937 m_random{1}; //!< losses and octets
};

HsnTestRegistration g_fixedLengthTests("fixed-length-delineator", {new FixedLengthDelineatorTest});
} // namespace
} // namespace hsn
} // namespace ns3
