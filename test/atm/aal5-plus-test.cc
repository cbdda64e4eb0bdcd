// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "../packet-octets.h"

#include "ns3/aal5-plus.h"
#include "ns3/ex-clp.h"
#include "ns3/parity-matrix.h"
#include "ns3/system-parity.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t CELL = 48;

/// Header bits, user-to-user octet, and parity of PDUs whose trailers were computed elsewhere.
class Aal5PlusVectorTest : public TestCase
{
  public:
    Aal5PlusVectorTest()
        : TestCase("AAL5+: header bits, user-to-user octet, parity of seven PDUs by vectors")
    {
    }

  private:
    void DoRun() override
    {
        // table 1 of the paper: CLP and the bit beside it, in the low nibble of octet 4
        const uint32_t efci[] = {0, 4, 1, 5};
        const uint32_t auu[] = {0, 2, 1, 3};
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            NS_TEST_EXPECT_MSG_EQ(FindNibble(cls, EX_CLP_EFCI, false), efci[cls], "Efci " << cls);
            NS_TEST_EXPECT_MSG_EQ(FindNibble(cls, EX_CLP_EFCI, true), efci[cls] + 2, "last");
            NS_TEST_EXPECT_MSG_EQ(FindNibble(cls, EX_CLP_AUU, false), auu[cls], "Auu " << cls);
            NS_TEST_EXPECT_MSG_EQ(FindNibble(cls, EX_CLP_AUU, true), auu[cls], "no last cell");
        }
        NS_TEST_EXPECT_MSG_EQ(+Aal5Plus::MakeUu(AAL5_PLUS_SYSTEM, 127), 0x7f, "system");
        NS_TEST_EXPECT_MSG_EQ(+Aal5Plus::MakeUu(AAL5_PLUS_DATA, 129), 0x81, "data, wrapped");
        NS_TEST_EXPECT_MSG_EQ(Aal5Plus::GetType(0x80), AAL5_PLUS_DATA, "type");
        NS_TEST_EXPECT_MSG_EQ(+Aal5Plus::GetSequence(0xff), 127, "number");
        NS_TEST_EXPECT_MSG_EQ(Aal5Plus::CellsFor(376, false), 8, "two packets");
        NS_TEST_EXPECT_MSG_EQ(Aal5Plus::CellsFor(376, true), 9, "and an octet");

        // octet j of row i is 31 i + 7 j; trailers from another implementation
        const std::string trailers[] = {"0000017873a56f53",
                                        "01000178058e2038",
                                        "020001788dc35f3b",
                                        "0300017800e0c00c",
                                        "04000178ff0e9680",
                                        "0500017888f76208",
                                        "0600017842634ca0"};
        SystemParityEncoder encoder;
        for (uint32_t i = 0; i < 7; ++i)
        {
            std::vector<uint8_t> sdu(376);
            for (uint32_t j = 0; j < 376; ++j)
            {
                sdu[j] = static_cast<uint8_t>(31 * i + 7 * j);
            }
            NS_TEST_EXPECT_MSG_EQ(encoder.TakeParity().size(), 0, "parity too early");
            const auto pdu = encoder.MakePdu(sdu.data());
            NS_TEST_EXPECT_MSG_EQ(ToHex({pdu.end() - 8, pdu.end()}), trailers[i], "row " << i);
        }
        const auto parity = encoder.TakeParity();
        NS_TEST_ASSERT_MSG_EQ(parity.size(), 1, "parity PDUs");
        NS_TEST_EXPECT_MSG_EQ(ToHex({parity[0].begin(), parity[0].begin() + 8}),
                              "21e0efeefd7c0b0a",
                              "first octets");
        NS_TEST_EXPECT_MSG_EQ(ToHex({parity[0].end() - 8, parity[0].end()}),
                              "07000178ce926874",
                              "trailer");
        NS_TEST_EXPECT_MSG_EQ(Aal5::ParseCpcsPdu(parity[0].data(), 384).cause,
                              Aal5Error::NONE,
                              "a standard receiver");
    }

    /// @param cls class @param bit which bit @param isLast last cell @return low bits of octet 4
    static uint32_t FindNibble(uint32_t cls, ExClpBit bit, bool isLast)
    {
        AtmCellHeader header;
        header.vpi = 1;
        header.vci = 0xfff0;
        MarkExClp(header, cls, bit, isLast);
        uint8_t octets[5];
        header.Serialize(AtmCellHeader::UNI, octets);
        return GetExClp(header, bit) == cls ? octets[3] & 15u : 99;
    }
};

/// Groups on their way, with losses.
class ParityRun
{
  public:
    /// @param second mode of the sender @param seed of the contents @param size of groups
    explicit ParityRun(bool second = false, uint32_t seed = 1, SystemParitySize size = {})
        : decoder(size),
          m_size(size),
          m_encoder(size),
          m_random(seed)
    {
        m_encoder.SetSecondMode(second);
        decoder.SetDeliver(MakeCallback(&ParityRun::Take, this));
    }

    /// @param lost numbers of cells of the next group, row by row, then of diagonals
    void Send(const std::set<uint32_t>& lost)
    {
        std::vector<std::vector<uint8_t>> pdus;
        for (uint32_t row = 0; row < m_size.rows; ++row)
        {
            std::vector<uint8_t> sdu(m_encoder.GetSduSize());
            std::generate(sdu.begin(), sdu.end(), [this] {
                return static_cast<uint8_t>(m_random());
            });
            pdus.push_back(m_encoder.MakePdu(sdu.data()));
            sent.push_back(pdus.back());
        }
        for (const auto& parity : m_encoder.TakeParity())
        {
            pdus.push_back(parity);
        }
        uint32_t number = 0;
        for (const auto& pdu : pdus)
        {
            for (std::size_t at = 0; at < pdu.size(); at += CELL, ++number)
            {
                if (lost.count(number) == 0)
                {
                    decoder.Receive(&pdu[at], at + CELL == pdu.size());
                }
            }
        }
    }

    /// @return whether every PDU sent has arrived, unchanged, once
    bool IsAllRight() const
    {
        return wrong == 0 && received.size() == sent.size() &&
               decoder.GetCounters().intact + decoder.GetCounters().repaired == sent.size();
    }

    SystemParityDecoder decoder;            //!< receiver
    std::vector<std::vector<uint8_t>> sent; //!< PDUs without parity
    std::set<std::size_t> received;         //!< numbers of PDUs in sent
    uint32_t wrong{0};                      //!< PDUs that were never sent

  private:
    /// @param delivery from the decoder
    void Take(const SystemParityDelivery& delivery)
    {
        const std::vector<uint8_t> pdu(delivery.pdu,
                                       delivery.pdu + std::size_t{m_size.cells} * CELL);
        const auto found = std::find(sent.begin(), sent.end(), pdu);
        if (found == sent.end() ||
            !received.insert(static_cast<std::size_t>(found - sent.begin())).second)
        {
            ++wrong;
        }
    }

    SystemParitySize m_size;       //!< of groups
    SystemParityEncoder m_encoder; //!< sender
    std::mt19937 m_random;         //!< contents
};

/// Losses that column parity repairs by search, in the numbers of the paper's matrix.
class SystemParityTest : public TestCase
{
  public:
    SystemParityTest()
        : TestCase("System parity: single losses, bursts, merged PDUs, repaired without positions")
    {
    }

  private:
    void DoRun() override
    {
        CheckPattern({}, true, 0, "no loss");
        for (uint32_t i = 0; i < 64; ++i)
        {
            CheckPattern({i}, true, 15, "cell " + std::to_string(i));
        }
        for (uint32_t length = 2; length <= 8; ++length)
        {
            for (uint32_t i = 0; i + length <= 64; ++i)
            {
                CheckPattern(MakeRun(i, length), true, 16, "burst at " + std::to_string(i));
            }
        }
        // nine in a row have two of a column, unless both are parity; 56 places
        for (uint32_t i = 0; i + 9 <= 64; ++i)
        {
            CheckPattern(MakeRun(i, 9), false, 64, "nine at " + std::to_string(i));
        }
        // two and three rows that lost one each, in different columns
        CheckPattern({3, 12}, true, 16, "two rows");
        CheckPattern({3, 12, 61}, true, 24, "three rows");
        CheckPattern({3, 11}, false, 64, "two of a column");

        // in the second mode all 224 pairs of a column
        uint32_t pairs = 0;
        for (uint32_t column = 0; column < 8; ++column)
        {
            for (uint32_t a = 0; a < 8; ++a)
            {
                for (uint32_t b = a + 1; b < 8; ++b)
                {
                    ParityRun run(true);
                    run.Send({a * 8 + column, b * 8 + column});
                    pairs += run.IsAllRight() ? 1 : 0;
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(pairs, 224, "pairs that diagonals repair");
    }

    /// @param first number of a cell @param length of the burst @return its cells
    static std::set<uint32_t> MakeRun(uint32_t first, uint32_t length)
    {
        std::set<uint32_t> cells;
        for (uint32_t k = 0; k < length; ++k)
        {
            cells.insert(first + k);
        }
        return cells;
    }

    /// Between two groups without losses.
    void CheckPattern(const std::set<uint32_t>& lost,
                      bool isRepaired,
                      uint32_t held,
                      std::string what)
    {
        ParityRun run;
        run.Send({});
        run.Send(lost);
        if (isRepaired && lost.count(63) == 0)
        {
            NS_TEST_EXPECT_MSG_EQ(run.IsAllRight(), true, what << ": with the parity PDU");
        }
        run.Send({});
        run.decoder.Flush();
        // what is lost of the parity PDU alone hurts nobody
        const bool isParityOnly =
            std::all_of(lost.begin(), lost.end(), [](uint32_t cell) { return cell >= 56; });
        NS_TEST_EXPECT_MSG_EQ(run.IsAllRight(), isRepaired || isParityOnly, what);
        NS_TEST_EXPECT_MSG_EQ(run.wrong, 0, what << ": PDUs made up");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(run.decoder.GetCounters().mostHeld, held, what << ": kept");
        NS_TEST_EXPECT_MSG_EQ(run.decoder.GetCounters().held, 0, what << ": kept afterwards");
    }
};

/// Long runs, random losses, other sizes, and the mode in the middle of a run.
class SystemParityRunTest : public TestCase
{
  public:
    SystemParityRunTest()
        : TestCase("System parity: numbers that wrap, random losses, other sizes, the second mode")
    {
    }

  private:
    void DoRun() override
    {
        ParityRun wrap;
        for (uint32_t g = 0; g < 40; ++g)
        {
            wrap.Send({(g * 13) % 64});
        }
        wrap.decoder.Flush();
        NS_TEST_EXPECT_MSG_EQ(wrap.IsAllRight(), true, "one loss in each of 40 groups");

        // what the search finds is never wrong
        std::mt19937 random(3);
        std::bernoulli_distribution isLost(0.01);
        for (const auto& size :
             {SystemParitySize{3, 4}, SystemParitySize{7, 8}, SystemParitySize{15, 5}})
        {
            for (const bool second : {false, true})
            {
                ParityRun run(second, 1, size);
                uint32_t losses = 0;
                for (uint32_t g = 0; g < 60; ++g)
                {
                    std::set<uint32_t> lost;
                    for (uint32_t c = 0; c < (size.rows + 1) * size.cells + size.cells + 1; ++c)
                    {
                        if (isLost(random))
                        {
                            lost.insert(c);
                        }
                    }
                    losses += static_cast<uint32_t>(lost.size());
                    run.Send(lost);
                }
                run.decoder.Flush();
                const auto& c = run.decoder.GetCounters();
                NS_TEST_EXPECT_MSG_EQ(run.wrong, 0, "PDUs made up");
                NS_TEST_EXPECT_MSG_GT(c.repaired, 2, "repaired PDUs");
                NS_TEST_EXPECT_MSG_EQ(c.intact + c.repaired + c.lost, run.sent.size(), "balance");
                NS_TEST_EXPECT_MSG_GT(c.intact + c.repaired, run.sent.size() * 9 / 10, "most");
                NS_TEST_EXPECT_MSG_GT(losses, 9, "losses");
            }
        }
        CheckDiagonals();
        CheckAliens();

        SystemParityEncoder encoder;
        const std::vector<uint8_t> sdu(376, 7);
        encoder.MakePdu(sdu.data());
        encoder.SetSecondMode(true);
        NS_TEST_EXPECT_MSG_EQ(encoder.IsSecondMode(), false, "within a group");
        for (uint32_t i = 1; i < 7; ++i)
        {
            encoder.MakePdu(sdu.data());
        }
        NS_TEST_EXPECT_MSG_EQ(encoder.TakeParity().size(), 1, "group that had begun");
        NS_TEST_EXPECT_MSG_EQ(encoder.IsSecondMode(), true, "next group");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] {
                                  SystemParityEncoder(SystemParitySize{6, 8});
                              }).find("groups of 6 System PDUs"),
                              std::string::npos,
                              "groups of 6 System PDUs");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] {
                                  SystemParityDecoder(SystemParitySize{7, 0});
                              }).find("of 0 cells"),
                              std::string::npos,
                              "of 0 cells");
    }

    /// Cells that no group can claim are counted.
    void CheckAliens()
    {
        ParityRun cut;
        cut.Send({63});
        cut.decoder.Flush();
        NS_TEST_EXPECT_MSG_EQ(cut.decoder.GetCounters().alien, 7, "the end is missing");

        // seven cells of parity and seven of the next group's first PDU end as one PDU
        ParityRun merged;
        merged.Send({63});
        merged.Send({3});
        merged.decoder.Flush();
        NS_TEST_EXPECT_MSG_EQ(merged.decoder.GetCounters().alien, 14, "of two groups");
        NS_TEST_EXPECT_MSG_EQ(merged.IsAllRight(), true, "a PDU of eight columns is repaired");
    }

    /// The PDU of diagonals has the cells of a ParityMatrix.
    void CheckDiagonals()
    {
        SystemParityEncoder encoder;
        encoder.SetSecondMode(true);
        ParityMatrix matrix(7, 8, CELL, PARITY_DIAGONALS_WRAPPED);
        std::vector<uint8_t> cells(std::size_t{matrix.GetCells()} * CELL);
        for (uint32_t row = 0; row < 7; ++row)
        {
            const std::vector<uint8_t> sdu(376, static_cast<uint8_t>(17 * row + 3));
            const auto pdu = encoder.MakePdu(sdu.data());
            std::copy(pdu.begin(), pdu.end(), cells.begin() + row * 384);
        }
        matrix.Encode(cells.data());
        const auto parity = encoder.TakeParity();
        NS_TEST_ASSERT_MSG_EQ(parity.size(), 2, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(parity[0].begin(), parity[0].end(), cells.begin() + 7 * 384),
            true,
            "columns");
        NS_TEST_EXPECT_MSG_EQ(
            std::equal(parity[1].begin(), parity[1].begin() + 384, cells.begin() + 8 * 384),
            true,
            "diagonals");
        NS_TEST_EXPECT_MSG_EQ(Aal5::ParseCpcsPdu(parity[1].data(), parity[1].size()).cause,
                              Aal5Error::CPI,
                              "a standard receiver discards them");
    }
};

HsnTestRegistration g_plusTests("aal5-plus",
                                {new Aal5PlusVectorTest,
                                 new SystemParityTest,
                                 new SystemParityRunTest});
} // namespace
