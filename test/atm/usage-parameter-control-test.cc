// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/enum.h"
#include "ns3/packet-train-model.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Upc = UsageParameterControl;
using Contract = AtmTrafficContract;

/** @brief T_PCR of the paper, ns. */
constexpr int64_t T_PCR = 2726;
/** @brief T_SCR of the paper, ns. */
constexpr int64_t T_SCR = 42400;
/** @brief Both forms of the GCRA. */
constexpr Gcra::Form FORMS[] = {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET};

/**
 * @brief The paper's contract.
 * @param mbs MBS
 * @param type contract type
 * @return the contract
 */
Contract
PaperContract(uint32_t mbs, Contract::Type type = Contract::VBR_C)
{
    return Contract::Vbr(type, NanoSeconds(T_PCR), NanoSeconds(T_SCR), mbs);
}

/**
 * @brief Makes a UPC.
 * @param contract the contract
 * @param form form of its buckets
 * @return the UPC
 */
Ptr<Upc>
MakeUpc(const Contract& contract, Gcra::Form form = Gcra::VIRTUAL_SCHEDULING)
{
    auto upc = CreateObject<Upc>();
    upc->SetAttribute("Form", EnumValue(form));
    upc->SetContract(contract);
    return upc;
}

/**
 * @brief Makes a cell.
 * @param time arrival, time steps
 * @param last last of its PDU
 * @param pduCells cells of its PDU
 * @param clp CLP bit
 * @return the cell
 */
UpcCell
MakeCell(int64_t time, bool last = false, uint32_t pduCells = 0, bool clp = false)
{
    UpcCell cell;
    cell.time = time;
    cell.last = last;
    cell.pduCells = pduCells;
    cell.clp = clp;
    return cell;
}

/**
 * @brief Sends a PDU through a UPC.
 * @param upc the UPC
 * @param start time of its first cell, ns
 * @param cells its number of cells
 * @param spacing cell spacing, ns
 * @return one letter per cell: P passed, T tagged, D discarded
 */
std::string
SendPdu(Ptr<Upc> upc, int64_t start, uint32_t cells, int64_t spacing = T_PCR)
{
    std::string fates;
    for (uint32_t j = 0; j < cells; j++)
    {
        fates += "PTD"[upc->Police(MakeCell(start + j * spacing, j + 1 == cells, cells))];
    }
    return fates;
}

/**
 * @brief Counts a letter.
 * @param fates the letters
 * @param fate the letter to count
 * @return how often it occurs
 */
uint32_t
Count(const std::string& fates, char fate)
{
    uint32_t count = 0;
    for (const char c : fates)
    {
        count += c == fate;
    }
    return count;
}

/** @brief Base with a helper for error texts. */
class UpcTestCase : public TestCase
{
  protected:
    using TestCase::TestCase;

    /**
     * @brief Compares fates; ns-3's macros would send the PDU again when they differ.
     * @param fates the fates
     * @param expected what they ought to be
     * @param what what is tested
     */
    void ExpectFates(const std::string& fates, const std::string& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(fates, expected, what);
    }

    /**
     * @brief Expects a text to hold two pieces.
     * @param text the text
     * @param name the name it must hold
     * @param value the value it must hold
     */
    void ExpectNames(const std::string& text, const std::string& name, const std::string& value)
    {
        NS_TEST_EXPECT_MSG_NE(text.find(name), std::string::npos, name << " in: " << text);
        NS_TEST_EXPECT_MSG_NE(text.find(value), std::string::npos, value << " in: " << text);
    }
};

/** @brief Claim c03 of vbr-upc: the contracts on one sequence of cells; traces and counters. */
class UpcContractVectorTest : public UpcTestCase
{
  public:
    UpcContractVectorTest()
        : UpcTestCase("Contracts A, B, C on the same cells")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<int64_t, bool>> cells = {{0, false},
                                                             {2, false},
                                                             {4, false},
                                                             {6, false},
                                                             {8, true},
                                                             {9, false},
                                                             {10, false},
                                                             {12, false},
                                                             {14, true},
                                                             {16, false},
                                                             {30, false},
                                                             {32, false},
                                                             {34, false},
                                                             {36, true},
                                                             {38, false}};
        const std::vector<std::pair<Contract::Type, std::string>> contracts = {
            {Contract::VBR_A, "PPPDPDPDPPPPPPD"},
            {Contract::VBR_B, "PPPTPDPTPPPPPPT"},
            {Contract::VBR_C, "PPPDDPDDPDPPPDD"}};
        for (const auto& contract : contracts)
        {
            for (const auto form : FORMS)
            {
                auto upc = MakeUpc(Contract::Vbr(contract.first, Time(2), Time(5), 3), form);
                NS_TEST_EXPECT_MSG_EQ(upc->GetContract().GetScrLimit(), Time(6), "tau_SCR");
                m_traced.clear();
                // A and B count the CLP=1 cell at 8, so the one at 9 is too early. C discards the
                // one at 8 and accepts that at 9, so the one at 10 is too early.
                m_pcrTime = contract.first == Contract::VBR_C ? 10 : 9;
                upc->TraceConnectWithoutContext(
                    "Conforming",
                    MakeCallback(&UpcContractVectorTest::Conforming, this));
                upc->TraceConnectWithoutContext("Tagged",
                                                MakeCallback(&UpcContractVectorTest::Tagged, this));
                upc->TraceConnectWithoutContext(
                    "Discarded",
                    MakeCallback(&UpcContractVectorTest::Discarded, this));
                std::string fates;
                for (const auto& cell : cells)
                {
                    fates += "PTD"[upc->Police(MakeCell(cell.first, false, 0, cell.second))];
                }
                NS_TEST_EXPECT_MSG_EQ(fates,
                                      contract.second,
                                      Contract::GetTypeName(contract.first));
                NS_TEST_EXPECT_MSG_EQ(m_traced, contract.second, "traces");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().conforming, Count(fates, 'P'), "passed");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().tagged, Count(fates, 'T'), "tagged");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().GetDiscarded(),
                                      Count(fates, 'D'),
                                      "discarded");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().GetTotal(), cells.size(), "total");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPcr, 1U, "peak rate");
                upc->Reset();
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().GetTotal(), 0U, "Reset()");
                NS_TEST_EXPECT_MSG_EQ(upc->Police(MakeCell(0)), Upc::PASS, "Reset()");
            }
        }
        // CBR and best effort: the peak rate's test alone, any CLP.
        for (const auto& contract : {Contract::Cbr(Time(2)), Contract::BestEffort(Time(2))})
        {
            auto upc = MakeUpc(contract);
            std::string fates;
            for (const auto& cell : cells)
            {
                fates += "PTD"[upc->Police(MakeCell(cell.first, false, 0, cell.second))];
            }
            NS_TEST_EXPECT_MSG_EQ(fates, "PPPPPDPPPPPPPPP", contract);
        }
    }

    /**
     * @brief Trace sink.
     * @param cell the cell
     */
    void Conforming(const UpcCell& cell)
    {
        NS_TEST_EXPECT_MSG_GT_OR_EQ(cell.time, 0, "time");
        m_traced += 'P';
    }

    /**
     * @brief Trace sink.
     * @param cell the cell
     */
    void Tagged(const UpcCell& cell)
    {
        NS_TEST_EXPECT_MSG_EQ(cell.clp, false, "the cell as it arrived");
        m_traced += 'T';
    }

    /**
     * @brief Trace sink.
     * @param cell the cell
     * @param reason why
     */
    void Discarded(const UpcCell& cell, UpcReason reason)
    {
        if (reason == UpcReason::PCR)
        {
            NS_TEST_EXPECT_MSG_EQ(cell.time, m_pcrTime, "the only cell above the peak rate");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ((reason == UpcReason::SCR), true, "reason " << reason);
        }
        m_traced += 'D';
    }

    std::string m_traced; //!< fates by the trace sources
    int64_t m_pcrTime{0}; //!< arrival of the cell that the peak rate's bucket discards
};

/** @brief Claims c01, c02 and the 10 000-cell vectors, through the whole UPC. */
class UpcMbsTest : public UpcTestCase
{
  public:
    UpcMbsTest()
        : UpcTestCase("MBS cells at PCR conform, cell MBS + 1 does not")
    {
    }

  private:
    void DoRun() override
    {
        // c01, through the rates. The period is rounded down.
        NS_TEST_EXPECT_MSG_EQ(Contract::CellPeriod(DataRate("155.52Mb/s")),
                              NanoSeconds(T_PCR),
                              "T_PCR");
        NS_TEST_EXPECT_MSG_EQ(Contract::CellPeriod(DataRate("10Mb/s")),
                              NanoSeconds(T_SCR),
                              "T_SCR");
        NS_TEST_EXPECT_MSG_EQ(Contract::CellPeriod(155.52e6 / 424), NanoSeconds(T_PCR), "T_PCR");
        NS_TEST_EXPECT_MSG_EQ(Contract::CellPeriod(1e7 / 424), NanoSeconds(T_SCR), "T_SCR");
        const Contract contract =
            Contract::Vbr(Contract::VBR_C, DataRate("155.52Mb/s"), DataRate("10Mb/s"), 1000);
        NS_TEST_EXPECT_MSG_EQ(contract.GetScrLimit(), NanoSeconds(39634326), "tau_SCR");

        // Trap 1: the link's own spacing conforms, whether it rounds or truncates each cell's time.
        for (const double rounding : {0.0, 0.5})
        {
            auto line = MakeUpc(Contract::Cbr(DataRate("155.52Mb/s")));
            for (int64_t i = 0; i < 100000; i++)
            {
                const double exact = static_cast<double>(i) * 424e3 / 155.52;
                line->Police(MakeCell(static_cast<int64_t>(exact + rounding)));
            }
            NS_TEST_EXPECT_MSG_EQ(line->GetCounters().conforming, 100000U, "line rate");
        }

        const std::vector<std::pair<uint32_t, uint64_t>> totals = {{1000, 1578},
                                                                   {2000, 2514},
                                                                   {4000, 4385}};
        for (const auto& total : totals)
        {
            for (const auto type : {Contract::VBR_A, Contract::VBR_B, Contract::VBR_C})
            {
                for (const auto form : FORMS)
                {
                    auto upc = MakeUpc(PaperContract(total.first, type), form);
                    const std::string fates = SendPdu(upc, 0, 10000);
                    NS_TEST_EXPECT_MSG_EQ(fates.find_first_not_of('P'),
                                          total.first,
                                          "first cell that does not conform");
                    NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().conforming,
                                          total.second,
                                          "conforming of 10 000");
                    const uint64_t rest = 10000 - total.second;
                    NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().tagged,
                                          (type == Contract::VBR_B ? rest : 0),
                                          "tagged");
                    NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedScr,
                                          (type == Contract::VBR_B ? 0 : rest),
                                          "discarded");
                    NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPcr, 0U, "peak rate");
                }
            }
        }
        // MBS = 1: only cells at SCR spacing pass. T_SCR = T_PCR: tau_SCR = 0, pure PCR.
        auto one = MakeUpc(PaperContract(1));
        ExpectFates(SendPdu(one, 0, 100, T_SCR), std::string(100, 'P'), "SCR spacing");
        const std::string fates = SendPdu(one, 100 * T_SCR, 100, T_SCR - 1);
        NS_TEST_EXPECT_MSG_EQ(Count(fates, 'P'), 50U, "1 ns less");
        auto equal =
            MakeUpc(Contract::Vbr(Contract::VBR_C, NanoSeconds(T_PCR), NanoSeconds(T_PCR), 50));
        NS_TEST_EXPECT_MSG_EQ(equal->GetContract().GetScrLimit(), Time(0), "tau_SCR");
        ExpectFates(SendPdu(equal, 0, 1000), std::string(1000, 'P'), "peak rate");
    }
};

/** @brief Claims c08, c09, c38: the idle times to the nanosecond. */
class UpcIdleTimeTest : public UpcTestCase
{
  public:
    UpcIdleTimeTest()
        : UpcTestCase("Idle times of c08, c09 and c38 to the nanosecond")
    {
    }

  private:
    /**
     * @brief Sends a train of PDUs.
     * @param mbs MBS
     * @param pdus number of PDUs
     * @param cells cells of each
     * @param idle idle time between them, end of slot to start, ns
     * @param form form of the buckets
     * @return discarded cells
     */
    uint64_t TrainLosses(uint32_t mbs,
                         uint32_t pdus,
                         uint32_t cells,
                         int64_t idle,
                         Gcra::Form form = Gcra::VIRTUAL_SCHEDULING)
    {
        auto upc = MakeUpc(PaperContract(mbs), form);
        for (uint32_t k = 0; k < pdus; k++)
        {
            const int64_t start = k * (cells * T_PCR + idle);
            for (uint32_t j = 0; j < cells; j++)
            {
                upc->Police(MakeCell(start + j * T_PCR, j + 1 == cells, cells));
            }
        }
        return upc->GetCounters().GetDiscarded();
    }

    void DoRun() override
    {
        const int64_t idle = 7617408;
        NS_TEST_EXPECT_MSG_EQ(PacketTrainModel::GetMinIdleNs(192, T_PCR, T_SCR),
                              idle,
                              "c (T_SCR - T_PCR)");
        for (const auto form : FORMS)
        {
            // c08: after MBS cells at the peak rate.
            for (const uint32_t mbs : {192, 193, 1000, 2000, 4000})
            {
                auto upc = MakeUpc(PaperContract(mbs), form);
                SendPdu(upc, 0, mbs);
                ExpectFates(SendPdu(upc, mbs * T_PCR + idle, 192),
                            std::string(192, 'P'),
                            "c08, MBS " + std::to_string(mbs));
                upc->Reset();
                SendPdu(upc, 0, mbs);
                ExpectFates(SendPdu(upc, mbs * T_PCR + idle - 1, 192),
                            std::string(191, 'P') + "D",
                            "c08, 1 ns less, MBS " + std::to_string(mbs));
            }
            // c09: 10^4 PDUs.
            NS_TEST_EXPECT_MSG_EQ(TrainLosses(192, 10000, 192, idle, form), 0U, "c09");
            NS_TEST_EXPECT_MSG_GT(TrainLosses(192, 10000, 192, idle - 1, form), 0U, "c09, less");
            // c38: bursts of MBS cells, last to first tau_SCR + T_SCR.
            for (const uint32_t mbs : {1000, 2000, 4000})
            {
                const int64_t tau = PacketTrainModel::GetScrLimitNs(T_PCR, T_SCR, mbs);
                const int64_t gap = tau + T_SCR - T_PCR;
                NS_TEST_EXPECT_MSG_EQ(TrainLosses(mbs, 20, mbs, gap, form), 0U, "c38");
                NS_TEST_EXPECT_MSG_GT(TrainLosses(mbs, 2, mbs, gap - 1, form), 0U, "c38, less");
                NS_TEST_EXPECT_MSG_GT(TrainLosses(mbs, 2, mbs, tau, form), 0U, "c38, tau_SCR");
                // shortfall of a gap of tau_SCR
                NS_TEST_EXPECT_MSG_EQ(gap - tau, 39674, "T_SCR - T_PCR");
            }
        }
        // c09: with MBS 1000 the deficit takes longer to show: 808 spare cells of 39 674 ns at
        // 1 ns per PDU.
        NS_TEST_EXPECT_MSG_EQ(TrainLosses(1000, 10000, 192, idle - 1), 0U, "c09, MBS 1000");

        // c38: slower cells and shorter bursts allow a smaller idle time; the least is found by
        // trying. Start of the last cell to start of the next, so that the cell rate is no matter.
        int64_t before = 0;
        for (const uint32_t cells : {12U, 32U, 101U, 192U})
        {
            const int64_t least = LeastGap(cells, T_PCR);
            NS_TEST_EXPECT_MSG_EQ(least,
                                  PacketTrainModel::GetMinUniIdleNs(cells, T_PCR, T_SCR),
                                  "eq. (3), " << std::to_string(cells) + " cells");
            NS_TEST_EXPECT_MSG_GT(least, before, "shorter bursts need less");
            before = least;
        }
        for (const int64_t spacing : {2 * T_PCR, 10000L, 20000L, 40000L, T_SCR})
        {
            const int64_t least = LeastGap(192, spacing);
            NS_TEST_EXPECT_MSG_LT_OR_EQ(least, before, "slower cells need less");
            // Endless trains need T_SCR + (c - 1)(T_SCR - spacing). LeastGap() sends three bursts,
            // two of which may live on the credit (c - 1)(spacing - T_PCR) that slower cells leave.
            const int64_t endless = T_SCR + 191 * (T_SCR - spacing);
            const int64_t credit = 191 * (spacing - T_PCR) / 2;
            NS_TEST_EXPECT_MSG_EQ(least, std::max(T_PCR, endless - credit), "by hand");
            before = least;
        }
        // Pacing of PDUs at exactly c T_SCR never loses, for every MTU of the paper.
        for (const uint32_t cells : {12U, 32U, 101U, 192U})
        {
            NS_TEST_EXPECT_MSG_EQ(TrainLosses(cells, 1000, cells, cells * (T_SCR - T_PCR)),
                                  0U,
                                  "pacing, " << std::to_string(cells) + " cells");
        }
    }

    /**
     * @brief Finds the least spacing of bursts of MBS cells by bisection.
     * @param cells cells of a burst, and MBS
     * @param spacing spacing of its cells, ns
     * @return start of the last cell to start of the next burst, ns
     */
    int64_t LeastGap(uint32_t cells, int64_t spacing)
    {
        int64_t bad = 0;
        int64_t good = 20000000;
        while (good - bad > 1)
        {
            const int64_t gap = (good + bad) / 2;
            auto upc = MakeUpc(PaperContract(cells));
            for (int64_t k = 0; k < 3; k++)
            {
                SendPdu(upc, k * ((cells - 1) * spacing + gap), cells, spacing);
            }
            (upc->GetCounters().GetDiscarded() == 0 ? good : bad) = gap;
        }
        return good;
    }
};

/** @brief The fates of the PDUs that follow the longest conforming train. */
class UpcFateTest : public UpcTestCase
{
  public:
    UpcFateTest()
        : UpcTestCase("Fate of the PDUs after the longest conforming train")
    {
    }

  private:
    void DoRun() override
    {
        /** @brief Expected fates of one train. */
        struct Case
        {
            uint32_t cells;    //!< c
            int64_t interSdu;  //!< I_g, ns
            uint32_t mbs;      //!< MBS
            uint32_t whole;    //!< PDUs that pass whole
            std::string fates; //!< cells accepted of the next ones; * last cell accepted
        };

        const std::vector<Case> cases = {{192, 900000, 1000, 5, "94,21,21,21,22"},
                                         {192, 900000, 2000, 10, "176*,21,21,21,21"},
                                         {192, 900000, 3000, 16, "87,21,21,21,21"},
                                         {192, 900000, 4000, 21, "168,22,21,21,21"},
                                         {101, 600000, 1000, 10, "73,14,15*,14,14"},
                                         {101, 600000, 2000, 21, "54,14,14,14,14"}};
        for (const auto& c : cases)
        {
            for (const auto form : FORMS)
            {
                auto upc = MakeUpc(PaperContract(c.mbs), form);
                uint32_t whole = 0;
                int64_t start = 0;
                while (Count(SendPdu(upc, start, c.cells), 'D') == 0)
                {
                    whole++;
                    start += c.interSdu;
                }
                NS_TEST_EXPECT_MSG_EQ(whole, c.whole, c.cells << " cells, MBS " << c.mbs);
                upc->Reset();
                std::ostringstream fates;
                for (uint32_t k = 0; k < c.whole + 5; k++)
                {
                    const std::string fate = SendPdu(upc, k * c.interSdu, c.cells);
                    if (k >= c.whole)
                    {
                        fates << (k > c.whole ? "," : "") << Count(fate, 'P')
                              << (fate.back() == 'P' ? "*" : "");
                    }
                }
                NS_TEST_EXPECT_MSG_EQ(fates.str(), c.fates, c.cells << " cells, MBS " << c.mbs);
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPcr, 0U, "peak rate");
            }
        }
    }
};

/** @brief Partial packet discard. */
class UpcPpdTest : public UpcTestCase
{
  public:
    UpcPpdTest()
        : UpcTestCase("Partial packet discard")
    {
    }

  private:
    void DoRun() override
    {
        // T_PCR 2, T_SCR 5, MBS 3. One PDU of 8 cells at the peak rate: 3 pass, the fourth is
        // discarded (TAT 15 > 6 + 6), then the rest although the one at 10 would conform; the last
        // one at 14 is policed for itself and conforms (TAT 15 <= 14 + 6).
        for (const auto form : FORMS)
        {
            auto upc = MakeUpc(Contract::Vbr(Contract::VBR_C, Time(2), Time(5), 3), form);
            upc->SetAttribute("PacketDiscard", EnumValue(Upc::PPD));
            ExpectFates(SendPdu(upc, 0, 8, 2), "PPPDDDDP", "first PDU");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedScr, 1U, "the bucket's");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPpd, 3U, "the rest");
            NS_TEST_EXPECT_MSG_EQ(upc->GetScr().GetTat(), 20, "discarded cells are not counted");
            // TAT 20 lets the cell at 16 pass, not that at 18 (TAT 25), and again the last at 22.
            ExpectFates(SendPdu(upc, 16, 4, 2), "PDDP", "second PDU");
            ExpectFates(SendPdu(upc, 23, 1, 2), "D", "only the last cell is discarded");
            ExpectFates(SendPdu(upc, 24, 1, 2), "P", "the next PDU is not touched");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().GetTotal(), 14U, "total");
            // A discard by the peak rate's bucket also starts it.
            upc->Reset();
            ExpectFates(SendPdu(upc, 0, 4, 1), "PDDP", "peak rate");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPcr, 1U, "second cell");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPpd, 1U, "third cell");
        }
        // Tagging discards nothing, so nothing follows.
        auto tagging = MakeUpc(Contract::Vbr(Contract::VBR_B, Time(2), Time(5), 3));
        tagging->SetAttribute("PacketDiscard", EnumValue(Upc::PPD));
        ExpectFates(SendPdu(tagging, 0, 8, 2), "PPPTTPTP", "contract B");
    }
};

/** @brief Early packet discard; claim c39. */
class UpcEpdTest : public UpcTestCase
{
  public:
    UpcEpdTest()
        : UpcTestCase("Early packet discard")
    {
    }

  private:
    void DoRun() override
    {
        // An idle bucket accepts MBS cells and not one more.
        for (const uint32_t cells : {999U, 1000U, 1001U})
        {
            auto upc = MakeUpc(PaperContract(1000));
            upc->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
            upc->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
            ExpectFates(SendPdu(upc, 0, cells),
                        std::string(cells, cells > 1000 ? 'D' : 'P'),
                        std::to_string(cells) + " cells");
            NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedEpd,
                                  (cells > 1000 ? cells : 0),
                                  "reason");
            NS_TEST_EXPECT_MSG_EQ(upc->GetScr().IsIdle(),
                                  (cells > 1000),
                                  "discarded cells are not counted");
        }

        // c39. Random trains. Oracle: a PDU is rejected iff a copy of the UPC's bucket, cell by
        // cell at the peak rate, would lose a cell of it; accepted PDUs pass whole. By the
        // maximum SDU some PDUs that would conform are rejected, and what is accepted passes.
        for (const auto form : FORMS)
        {
            for (const auto length : {Upc::ORACLE, Upc::MAX_SDU})
            {
                auto upc = MakeUpc(PaperContract(300), form);
                upc->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
                upc->SetAttribute("EpdLength", EnumValue(length));
                upc->SetAttribute("MaxSdu", UintegerValue(9188));
                std::mt19937 random(3);
                int64_t start = 0;
                uint32_t accepted = 0;
                uint32_t wrongly = 0;
                for (int pdu = 0; pdu < 5000; pdu++)
                {
                    const uint32_t cells = random() % 2 ? 192 : 1 + random() % 40;
                    Gcra copy = upc->GetScr();
                    bool conforms = true;
                    for (uint32_t j = 0; j < cells; j++)
                    {
                        conforms = copy.Police(start + j * T_PCR) && conforms;
                    }
                    const std::string fates = SendPdu(upc, start, cells);
                    const uint32_t passed = Count(fates, 'P');
                    NS_TEST_ASSERT_MSG_EQ((passed == 0 || passed == cells), true, "whole PDUs");
                    if (length == Upc::ORACLE)
                    {
                        NS_TEST_ASSERT_MSG_EQ((passed == cells), conforms, "oracle, PDU " << pdu);
                    }
                    accepted += passed == cells;
                    wrongly += conforms && passed == 0;
                    start += cells * T_PCR + random() % 4000000;
                }
                NS_TEST_EXPECT_MSG_GT(accepted, 500U, "PDUs pass");
                NS_TEST_EXPECT_MSG_LT(accepted, 4500U, "PDUs are rejected");
                NS_TEST_EXPECT_MSG_EQ((wrongly > 0),
                                      (length == Upc::MAX_SDU),
                                      wrongly << " PDUs rejected that would conform");
                NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().GetDiscarded(),
                                      upc->GetCounters().discardedEpd,
                                      "all discards are early");
            }
        }

        // Cells of an accepted PDU are policed normally: sent faster than the peak rate, they are
        // discarded for that, without consequence for the rest of the PDU.
        auto upc = MakeUpc(Contract::Vbr(Contract::VBR_C, Time(2), Time(5), 10));
        upc->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
        upc->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
        ExpectFates(SendPdu(upc, 0, 4, 1), "PDPD", "accepted PDU");
        NS_TEST_EXPECT_MSG_EQ(upc->GetCounters().discardedPcr, 2U, "reason");

        // CBR: the first cell's own test decides for the PDU.
        auto cbr = MakeUpc(Contract::Cbr(Time(4)));
        cbr->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
        cbr->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
        ExpectFates(SendPdu(cbr, 0, 3, 4), "PPP", "CBR, accepted");
        ExpectFates(SendPdu(cbr, 11, 3, 4), "DDD", "CBR, rejected");
        NS_TEST_EXPECT_MSG_EQ(cbr->GetCounters().discardedEpd, 3U, "reason");

        // Contract A: a PDU that starts with CLP=1 is not counted and not predicted.
        auto tagged = MakeUpc(Contract::Vbr(Contract::VBR_A, Time(2), Time(5), 2));
        tagged->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
        tagged->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
        std::string fates;
        for (int64_t j = 0; j < 9; j++)
        {
            fates += "PTD"[tagged->Police(MakeCell(2 * j, j == 8, 9, true))];
        }
        NS_TEST_EXPECT_MSG_EQ(fates, "PPPPPPPPP", "CLP=1");
        ExpectFates(SendPdu(tagged, 18, 3, 2), "DDD", "CLP=0, longer than MBS");
    }
};

/** @brief The number of cells that early packet discard expects of the maximum SDU. */
class UpcEpdLengthTest : public UpcTestCase
{
  public:
    UpcEpdLengthTest()
        : UpcTestCase("Early packet discard by the maximum SDU, for lengths around whole cells")
    {
    }

  private:
    void DoRun() override
    {
        // I.363.5, 9.2.1: SDU, padding of 0 to 47 octets and trailer of 8 octets fill whole cells,
        // so that 48 n - 8 octets take n cells, and one octet more takes n + 1. By hand:
        const std::vector<std::pair<uint32_t, uint32_t>> lengths = {
            {1, 1},        {40, 1},      {41, 2},     {47, 2},     {48, 2},     {49, 2},
            {88, 2},       {89, 3},      {95, 3},     {96, 3},     {97, 3},     {1504, 32},
            {1508, 32},    {1528, 32},   {1529, 33},  {1535, 33},  {1536, 33},  {9180, 192},
            {9188, 192},   {9208, 192},  {9209, 193}, {9215, 193}, {9216, 193}, {9217, 193},
            {65528, 1366}, {65535, 1366}};
        for (const auto& [octets, cells] : lengths)
        {
            // an idle bucket accepts a PDU of MBS cells, and none of one more
            for (const uint32_t mbs : {cells, cells - 1})
            {
                if (mbs == 0)
                {
                    continue;
                }
                auto upc = MakeUpc(PaperContract(mbs));
                upc->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
                upc->SetAttribute("MaxSdu", UintegerValue(octets));
                ExpectFates(SendPdu(upc, 0, 1),
                            mbs == cells ? "P" : "D",
                            "MaxSdu " + std::to_string(octets) + ", MBS " + std::to_string(mbs));
            }
        }
    }
};

/** @brief An independent, plain UPC decides the same in random traffic. */
class UpcRandomTest : public UpcTestCase
{
  public:
    UpcRandomTest()
        : UpcTestCase("Random traffic against the definition by intervals; counters balance")
    {
    }

  private:
    /**
     * @brief Tests a cell by the definition of conformance by intervals.
     * @param accepted times of the cells that were counted
     * @param ta arrival
     * @param increment T
     * @param limit tau
     * @return whether it conforms
     */
    static bool Conforms(const std::vector<int64_t>& accepted,
                         int64_t ta,
                         int64_t increment,
                         int64_t limit)
    {
        for (std::size_t i = 0; i < accepted.size(); i++)
        {
            const auto between = static_cast<int64_t>(accepted.size() - i);
            if (ta < accepted[i] + between * increment - limit)
            {
                return false;
            }
        }
        return true;
    }

    void DoRun() override
    {
        std::mt19937 random(4);
        for (int run = 0; run < 3000; run++)
        {
            const auto type =
                static_cast<Contract::Type>(Contract::VBR_A + static_cast<int>(random() % 3));
            const int64_t tPcr = 1 + random() % 10;
            const int64_t tauPcr = random() % 20;
            const int64_t tScr = tPcr + random() % 30;
            const uint32_t mbs = 1 + random() % 8;
            const bool ppd = random() % 2;
            auto upc = MakeUpc(Contract::Vbr(type, Time(tPcr), Time(tScr), mbs, Time(tauPcr)),
                               FORMS[random() % 2]);
            upc->SetAttribute("PacketDiscard", EnumValue(ppd ? Upc::PPD : Upc::NONE));
            std::vector<int64_t> pcr;
            std::vector<int64_t> scr;
            bool damaged = false;
            int64_t ta = 0;
            for (int i = 0; i < 60; i++)
            {
                ta += random() % (2 * tPcr + 3);
                const bool clp = random() % 4 == 0;
                const bool last = random() % 6 == 0;
                const bool scrCounts = type == Contract::VBR_C || !clp;
                auto expected = Upc::DISCARD;
                if (!(damaged && !last))
                {
                    const bool pcrOk = Conforms(pcr, ta, tPcr, tauPcr);
                    const bool scrOk =
                        !scrCounts || Conforms(scr, ta, tScr, (mbs - 1) * (tScr - tPcr));
                    if (pcrOk && scrOk)
                    {
                        expected = Upc::PASS;
                    }
                    else if (pcrOk && type == Contract::VBR_B)
                    {
                        expected = Upc::TAG;
                    }
                }
                const bool discard = expected == Upc::DISCARD;
                if (!discard)
                {
                    pcr.push_back(ta);
                }
                if (expected == Upc::PASS && scrCounts)
                {
                    scr.push_back(ta);
                }
                damaged = ppd && !last && (damaged || discard);
                NS_TEST_ASSERT_MSG_EQ(upc->Police(MakeCell(ta, last, 0, clp)),
                                      expected,
                                      "run " << run << " cell " << i);
            }
            NS_TEST_ASSERT_MSG_EQ(upc->GetCounters().GetTotal(), 60U, "counters balance");
        }
    }
};

/**
 * @brief Usage parameter control cell by cell as the paper defines it, with virtual scheduling as
 * in ITU-T I.371 Annex A; shares no code with the class under test.
 */
class PublishedUpc
{
  public:
    /**
     * @param type type of contract
     * @param tPcr T_PCR
     * @param tauPcr tau_PCR
     * @param tScr T_SCR
     * @param tauScr tau_SCR
     * @param mode packet discard
     */
    PublishedUpc(Contract::Type type,
                 int64_t tPcr,
                 int64_t tauPcr,
                 int64_t tScr,
                 int64_t tauScr,
                 Upc::PacketDiscard mode)
        : m_type(type),
          m_pcr{tPcr, tauPcr},
          m_scr{tScr, tauScr},
          m_mode(mode)
    {
    }

    /**
     * @param cell the cell
     * @return C conforming, T tagged, or discarded by P peak rate, S sustainable rate, p PPD, e EPD
     */
    char Cell(const UpcCell& cell)
    {
        const bool cbr = m_type == Contract::CBR || m_type == Contract::BEST_EFFORT;
        const bool counted = !cbr && (m_type == Contract::VBR_C || !cell.clp);
        if (m_start)
        {
            m_damaged = false;
            const int64_t wait = (cbr ? m_pcr : m_scr).tat - cell.time;
            const int64_t content = wait < 0 ? 0 : wait; // X1
            m_refused = m_mode == Upc::EPD &&
                        (cbr ? content > m_pcr.limit
                             : counted && content + (cell.pduCells - int64_t(1)) *
                                                        (m_scr.increment - m_pcr.increment) >
                                              m_scr.limit);
        }
        m_start = cell.last;
        if (m_refused)
        {
            return 'e';
        }
        if (m_mode == Upc::PPD && m_damaged && !cell.last)
        {
            return 'p';
        }
        const bool peak = cell.time >= m_pcr.tat - m_pcr.limit;
        const bool sustained = !counted || cell.time >= m_scr.tat - m_scr.limit;
        if (!peak || (!sustained && m_type != Contract::VBR_B))
        {
            m_damaged = true;
            return peak ? 'S' : 'P';
        }
        m_pcr.Count(cell.time);
        if (!sustained)
        {
            return 'T';
        }
        if (counted)
        {
            m_scr.Count(cell.time);
        }
        return 'C';
    }

    /**
     * @brief Compares the state.
     * @param upc ours
     * @return whether it is the same
     */
    bool IsStateOf(const Upc& upc) const
    {
        return m_pcr.IsStateOf(upc.GetPcr()) && m_scr.IsStateOf(upc.GetScr());
    }

  private:
    /** @brief One bucket. */
    struct Bucket
    {
        int64_t increment;     //!< T
        int64_t limit;         //!< tau
        int64_t tat{-1000000}; //!< theoretical arrival time; long ago
        int64_t lct{-1000000}; //!< last conformance time
        bool started{false};   //!< it counted a cell

        /** @param ta arrival of a conforming cell */
        void Count(int64_t ta)
        {
            tat = (tat < ta ? ta : tat) + increment;
            lct = ta;
            started = true;
        }

        /** @param gcra ours @return whether it has this state */
        bool IsStateOf(const Gcra& gcra) const
        {
            return started ? gcra.GetTat() == tat && gcra.GetLastConformance() == lct &&
                                 gcra.GetBucket() == tat - lct && gcra.CheckTime(lct).empty() &&
                                 !gcra.CheckTime(lct - 1).empty()
                           : gcra.IsIdle() && gcra.CheckTime(-Gcra::MAX_TIME).empty();
        }
    };

    Contract::Type m_type;     //!< type of contract
    Bucket m_pcr;              //!< peak rate
    Bucket m_scr;              //!< sustainable rate
    Upc::PacketDiscard m_mode; //!< packet discard
    bool m_start{true};        //!< the next cell is the first of a PDU
    bool m_damaged{false};     //!< a bucket has discarded a cell of this PDU
    bool m_refused{false};     //!< EPD discards this PDU
};

/** @brief Runs are policed as their cells one by one. */
class UpcRunTest : public UpcTestCase
{
  public:
    UpcRunTest()
        : UpcTestCase("Runs against cells one by one, and by hand")
    {
    }

  private:
    /** @param n a number @return a random number below it */
    uint32_t Below(uint32_t n)
    {
        return static_cast<uint32_t>(m_random() % n);
    }

    /** @param fates one letter per cell, as PublishedUpc has them @return counters */
    static UpcCounters CountersOf(const std::string& fates)
    {
        UpcCounters c;
        c.conforming = Count(fates, 'C');
        c.tagged = Count(fates, 'T');
        c.discardedPcr = Count(fates, 'P');
        c.discardedScr = Count(fates, 'S');
        c.discardedPpd = Count(fates, 'p');
        c.discardedEpd = Count(fates, 'e');
        return c;
    }

    /**
     * @brief Compares all counters.
     * @param a some
     * @param b others
     * @return whether they are equal
     */
    static bool AreEqual(const UpcCounters& a, const UpcCounters& b)
    {
        return a.conforming == b.conforming && a.tagged == b.tagged &&
               a.discardedPcr == b.discardedPcr && a.discardedScr == b.discardedScr &&
               a.discardedPpd == b.discardedPpd && a.discardedEpd == b.discardedEpd;
    }

    /** @param fate a letter @return the verdict it stands for */
    static Upc::Verdict VerdictOf(char fate)
    {
        return fate == 'C' ? Upc::PASS : fate == 'T' ? Upc::TAG : Upc::DISCARD;
    }

    /** @brief One connection with random PDUs in random runs. */
    void OneConnection()
    {
        const auto type = static_cast<Contract::Type>(Below(5));
        const bool dual = type != Contract::CBR && type != Contract::BEST_EFFORT;
        const int64_t tPcr = 1 + Below(10);
        const int64_t tauPcr = Below(2) ? 0 : Below(60);
        const int64_t tScr = tPcr + Below(30);
        const uint32_t mbs = 1 + Below(Below(2) ? 8 : 60);
        const auto mode = static_cast<Upc::PacketDiscard>(Below(3));
        auto upc = MakeUpc(dual ? Contract::Vbr(type, Time(tPcr), Time(tScr), mbs, Time(tauPcr))
                           : type == Contract::CBR ? Contract::Cbr(Time(tPcr), Time(tauPcr))
                                                   : Contract::BestEffort(Time(tPcr), Time(tauPcr)),
                           FORMS[Below(2)]);
        upc->SetAttribute("PacketDiscard", EnumValue(mode));
        upc->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
        PublishedUpc published(type, tPcr, tauPcr, tScr, (mbs - 1) * (tScr - tPcr), mode);
        const bool traced = Below(4) == 0;
        std::string seen;
        if (traced)
        {
            Trace(upc, static_cast<int>(Below(3)));
        }
        m_traced.clear();
        UpcCell run;
        for (int pdu = 0; pdu < 12; pdu++)
        {
            run.pduCells = 1 + Below(Below(2) ? 80 : 5);
            uint32_t left = run.pduCells;
            while (left > 0)
            {
                uint32_t n = Below(2) ? left : 1 + Below(left);
                const int64_t spacings[] = {0, tPcr, tScr, tPcr - 1, Below(2 * tScr)};
                const int64_t spacing = spacings[Below(5)];
                run.clp = Below(4) == 0;
                left -= n;
                while (n > 0)
                {
                    run.last = left == 0;
                    const auto fate = upc->PoliceRun(run, spacing, n);
                    NS_TEST_ASSERT_MSG_EQ((fate.cells >= 1 && fate.cells <= n), true, "cells");
                    for (uint32_t k = 0; k < fate.cells; k++)
                    {
                        UpcCell cell = run;
                        cell.last = run.last && k + 1 == n;
                        const char letter = published.Cell(cell);
                        NS_TEST_ASSERT_MSG_EQ(fate.verdict, VerdictOf(letter), "verdict " << k);
                        seen += letter;
                        run.time += spacing;
                    }
                    n -= fate.cells;
                    NS_TEST_ASSERT_MSG_EQ(published.IsStateOf(*upc), true, "state of the buckets");
                    NS_TEST_ASSERT_MSG_EQ(AreEqual(upc->GetCounters(), CountersOf(seen)),
                                          true,
                                          "counters, " << seen);
                    if (traced)
                    {
                        NS_TEST_ASSERT_MSG_EQ(fate.cells, 1, "traced cell by cell");
                    }
                    else if (n > (run.last ? 1 : 0))
                    {
                        // It ended because the next cell's fate or reason is another one.
                        UpcCell next = run;
                        next.last = false;
                        PublishedUpc copy = published;
                        NS_TEST_ASSERT_MSG_NE(copy.Cell(next), seen.back(), "too short, " << seen);
                    }
                }
                run.time += Below(3) ? 0 : Below(4 * static_cast<uint32_t>(tScr));
            }
            run.time += Below(3) ? 0 : Below(40 * static_cast<uint32_t>(tScr));
        }
        for (const char fate : seen)
        {
            m_fates[static_cast<unsigned char>(fate)]++;
        }
        if (traced)
        {
            std::string expected;
            for (const char fate : seen)
            {
                const bool shown = fate == 'C'   ? m_what == 0
                                   : fate == 'T' ? m_what == 1
                                                 : m_what == 2;
                expected += shown ? std::string(1, fate) : "";
            }
            NS_TEST_ASSERT_MSG_EQ(m_traced, expected, "trace");
        }
    }

    /**
     * @brief Connects one of the trace sources.
     * @param upc the UPC
     * @param what 0 Conforming, 1 Tagged, 2 Discarded
     */
    void Trace(Ptr<Upc> upc, int what)
    {
        m_what = what;
        if (what == 0)
        {
            upc->TraceConnectWithoutContext("Conforming",
                                            MakeCallback(&UpcRunTest::Conforming, this));
        }
        else if (what == 1)
        {
            upc->TraceConnectWithoutContext("Tagged", MakeCallback(&UpcRunTest::Tagged, this));
        }
        else
        {
            upc->TraceConnectWithoutContext("Discarded",
                                            MakeCallback(&UpcRunTest::Discarded, this));
        }
    }

    /** @brief Trace sink. */
    void Conforming(const UpcCell&)
    {
        m_traced += 'C';
    }

    /** @brief Trace sink. */
    void Tagged(const UpcCell&)
    {
        m_traced += 'T';
    }

    /**
     * @brief Trace sink.
     * @param reason why
     */
    void Discarded(const UpcCell&, UpcReason reason)
    {
        m_traced += "PSpe"[static_cast<int>(reason)];
    }

    /**
     * @brief Expects the fate of a run's leading cells.
     * @param fate the fate
     * @param verdict the verdict it ought to have
     * @param cells the cells
     * @param what what is tested
     */
    void Expect(Upc::RunFate fate, Upc::Verdict verdict, uint32_t cells, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(fate.verdict, verdict, what);
        NS_TEST_EXPECT_MSG_EQ(fate.cells, cells, what);
    }

    /** @brief The paper's contract at the peak rate. @param form form of the buckets */
    void ByHand(Gcra::Form form)
    {
        const int64_t after = 1000 * T_PCR;
        auto c = MakeUpc(PaperContract(1000), form);
        Expect(c->PoliceRun(MakeCell(0), T_PCR, 10000), Upc::PASS, 1000, "MBS");
        ExpectNames(HsnAbortText([&c] { c->Police(MakeCell(999 * T_PCR - 1)); }),
                    "goes back from " + std::to_string(999 * T_PCR),
                    std::to_string(999 * T_PCR - 1));
        // T_SCR / T_PCR = 15.6: of those that follow, every 15th or 16th conforms.
        Expect(c->PoliceRun(MakeCell(after), T_PCR, 9000), Upc::DISCARD, 15, "beyond MBS");
        ExpectNames(HsnAbortText([&c] { c->Police(MakeCell(0)); }),
                    "goes back from " + std::to_string(1014 * T_PCR),
                    "0");
        Expect(c->PoliceRun(MakeCell(after + 15 * T_PCR), T_PCR, 8985), Upc::PASS, 1, "one");
        NS_TEST_EXPECT_MSG_EQ(c->GetCounters().discardedScr, 15U, "reason");
        auto b = MakeUpc(PaperContract(1000, Contract::VBR_B), form);
        Expect(b->PoliceRun(MakeCell(0), T_PCR, 10000), Upc::PASS, 1000, "MBS");
        Expect(b->PoliceRun(MakeCell(after), T_PCR, 9000), Upc::TAG, 15, "beyond MBS");
        NS_TEST_EXPECT_MSG_EQ(b->GetPcr().GetTat(), after + 15 * T_PCR, "tagged cells count here");
        NS_TEST_EXPECT_MSG_EQ(b->GetScr().GetTat(), 1000 * T_SCR, "not here");
        // Every other cell at twice the peak rate; CLP=1 under A meets the peak rate only.
        auto a = MakeUpc(PaperContract(1, Contract::VBR_A), form);
        Expect(a->PoliceRun(MakeCell(0, false, 0, true), T_PCR / 2, 9), Upc::PASS, 1, "first");
        Expect(a->PoliceRun(MakeCell(T_PCR / 2, false, 0, true), T_PCR / 2, 8),
               Upc::DISCARD,
               1,
               "second");
        Expect(a->PoliceRun(MakeCell(T_PCR, false, 0, true), T_PCR, 700), Upc::PASS, 700, "CLP=1");
        NS_TEST_EXPECT_MSG_EQ(a->GetScr().IsIdle(), true, "not counted");
        // PPD: all but the last cell, which is policed for itself.
        auto ppd = MakeUpc(PaperContract(10), form);
        ppd->SetAttribute("PacketDiscard", EnumValue(Upc::PPD));
        Expect(ppd->PoliceRun(MakeCell(0, true), T_PCR, 100), Upc::PASS, 10, "MBS");
        Expect(ppd->PoliceRun(MakeCell(10 * T_PCR, true), T_PCR, 90), Upc::DISCARD, 89, "rest");
        Expect(ppd->PoliceRun(MakeCell(99 * T_PCR, true), T_PCR, 1), Upc::PASS, 1, "last");
        NS_TEST_EXPECT_MSG_EQ(ppd->GetCounters().discardedScr, 1U, "the bucket's");
        NS_TEST_EXPECT_MSG_EQ(ppd->GetCounters().discardedPpd, 88U, "the others");
    }

    void DoRun() override
    {
        for (const auto form : FORMS)
        {
            ByHand(form);
        }
        for (int run = 0; run < 6000 && !IsStatusFailure(); run++)
        {
            OneConnection();
        }
        for (const char fate : std::string("CTPSpe"))
        {
            NS_TEST_EXPECT_MSG_GT(m_fates[static_cast<unsigned char>(fate)],
                                  20000U,
                                  "too rare: " << fate);
        }
        auto upc = MakeUpc(PaperContract(10));
        ExpectNames(HsnAbortText([upc] { upc->PoliceRun(MakeCell(5), 1, 0); }), "0 cells", "5");
        ExpectNames(HsnAbortText([upc] { upc->PoliceRun(MakeCell(5), -3, 2); }), "spacing", "-3");
        ExpectNames(HsnAbortText([upc] { upc->PoliceRun(MakeCell(5), Gcra::MAX_TIME, 2); }),
                    "2^61",
                    "2305843009213693952");
        ExpectNames(HsnAbortText([] { CreateObject<Upc>()->PoliceRun(MakeCell(77), 0, 1); }),
                    "contract",
                    "77");
    }

    std::mt19937 m_random{9};   //!< random numbers
    uint64_t m_fates[256] = {}; //!< cells by letter
    std::string m_traced;       //!< fates by the trace source
    int m_what{0};              //!< which source
};

/** @brief Contracts and attributes out of range abort with a text that names the value. */
class UpcRejectionTest : public UpcTestCase
{
  public:
    UpcRejectionTest()
        : UpcTestCase("Rejections name the value")
    {
    }

  private:
    void DoRun() override
    {
        const auto vbr = [](int64_t tPcr, int64_t tScr, uint32_t mbs, int64_t tauPcr = 0) {
            return Contract::Vbr(Contract::VBR_C, Time(tPcr), Time(tScr), mbs, Time(tauPcr));
        };
        NS_TEST_EXPECT_MSG_EQ(vbr(2726, 42400, 1).Check(), "", "least MBS");
        NS_TEST_EXPECT_MSG_EQ(vbr(2726, 2726, 1).Check(), "", "T_SCR = T_PCR");
        NS_TEST_EXPECT_MSG_EQ(Contract().Check(), "", "default");
        ExpectNames(vbr(0, 42400, 1000).Check(), "T_PCR", "0");
        ExpectNames(vbr(-17, 42400, 1000).Check(), "T_PCR", "-17");
        ExpectNames(Contract::Cbr(Time(-17)).Check(), "T_PCR", "-17");
        ExpectNames(vbr(2726, 0, 1000).Check(), "T_SCR", "0");
        ExpectNames(vbr(2726, -19, 1000).Check(), "T_SCR", "-19");
        ExpectNames(vbr(2726, 2725, 1000).Check(), "T_SCR", "2725");
        ExpectNames(vbr(2726, 2725, 1000).Check(), "T_PCR", "2726");
        ExpectNames(vbr(2726, 42400, 0).Check(), "MBS", "0");
        ExpectNames(vbr(2726, 42400, 1000, -3).Check(), "tau_PCR", "-3");
        ExpectNames(vbr(1, int64_t(1) << 60, 4294967295U).Check(), "MBS", "4294967295");
        ExpectNames(vbr(1, Gcra::MAX_TIME + 1, 1).Check(), "T_SCR", "2^61");
        ExpectNames(vbr(Gcra::MAX_TIME + 1, Gcra::MAX_TIME + 1, 1).Check(),
                    "T = ",
                    "2305843009213693953");
        ExpectNames(vbr(1, 1, 1, Gcra::MAX_TIME + 1).Check(), "tau = ", "2305843009213693953");
        Contract contract = PaperContract(1000);
        contract.SetTagging(true);
        ExpectNames(contract.Check(), "tagging", "VBR_C");
        contract = Contract::Cbr(Time(2726));
        contract.SetTagging(true);
        ExpectNames(contract.Check(), "tagging", "CBR");
        contract = PaperContract(1000, Contract::VBR_A);
        contract.SetTagging(true);
        ExpectNames(contract.Check(), "tagging", "VBR_A");
        contract = PaperContract(1000, Contract::VBR_B);
        NS_TEST_EXPECT_MSG_EQ(contract.IsTagging(), true, "B requests tagging");
        contract.SetTagging(false);
        ExpectNames(contract.Check(), "tagging", "VBR_B");
        std::ostringstream printed;
        printed << PaperContract(1000);
        ExpectNames(printed.str(), "VBR_C", "MBS=1000");

        ExpectNames(HsnAbortText([]() { Contract::Vbr(Contract::CBR, Time(1), Time(2), 3); }),
                    "VBR",
                    "CBR");
        ExpectNames(HsnAbortText([]() { Contract::CellPeriod(DataRate(0)); }), "rate", "0");
        ExpectNames(HsnAbortText([]() { Contract::CellPeriod(-4.5); }), "rate", "-4.5");
        ExpectNames(HsnAbortText([]() { Contract::CellPeriod(std::nan("")); }), "rate", "nan");
        ExpectNames(HsnAbortText([]() { Contract::CellPeriod(1e-12); }), "rate", "1e-12");
        NS_TEST_EXPECT_MSG_EQ(Contract::CellPeriod(2e9), Time(0), "more than a cell per step");

        auto upc = CreateObject<Upc>();
        ExpectNames(HsnAbortText([upc]() { upc->Police(MakeCell(77)); }), "contract", "77");
        ExpectNames(HsnAbortText([upc, &vbr]() { upc->SetContract(vbr(2726, 2725, 1)); }),
                    "T_SCR",
                    "2725");
        upc->SetContract(PaperContract(1000));
        upc->Police(MakeCell(1000));
        ExpectNames(HsnAbortText([upc]() { upc->Police(MakeCell(999)); }), "1000", "999");
        ExpectNames(HsnAbortText([upc]() { upc->Police(MakeCell(Gcra::MAX_TIME + 1)); }),
                    "2^61",
                    "2305843009213693953");
        ExpectNames(HsnAbortText([upc]() {
                        upc->Reset();
                        upc->Police(MakeCell(-Gcra::MAX_TIME - 1));
                    }),
                    "2^61",
                    "-2305843009213693953");
        // Early packet discard without a maximum SDU.
        NS_TEST_EXPECT_MSG_EQ(upc->Check(), "", "attributes as they are by default");
        upc->SetAttribute("MaxSdu", UintegerValue(65536));
        ExpectNames(upc->Check(), "MaxSdu", "65536");
        upc->SetAttribute("MaxSdu", UintegerValue(0));
        upc->SetAttribute("PacketDiscard", EnumValue(Upc::EPD));
        ExpectNames(upc->Check(), "MaxSdu", "0");
        ExpectNames(HsnAbortText([upc]() { upc->SetContract(PaperContract(1000)); }),
                    "MaxSdu",
                    "0");
        upc->SetAttribute("EpdLength", EnumValue(Upc::ORACLE));
        NS_TEST_EXPECT_MSG_EQ(upc->Check(), "", "the oracle needs none");
        upc->SetContract(PaperContract(1000));
        ExpectNames(HsnAbortText([upc]() { upc->Police(MakeCell(5)); }), "MaxSdu", "0");
        upc->SetAttribute("MaxSdu", UintegerValue(9188));
        NS_TEST_EXPECT_MSG_EQ(upc->Police(MakeCell(5)), Upc::PASS, "unknown length, maximum known");
    }
};

HsnTestRegistration g_upcTests("usage-parameter-control",
                               {new UpcContractVectorTest,
                                new UpcMbsTest,
                                new UpcIdleTimeTest,
                                new UpcFateTest,
                                new UpcPpdTest,
                                new UpcEpdTest,
                                new UpcEpdLengthTest,
                                new UpcRandomTest,
                                new UpcRunTest,
                                new UpcRejectionTest});
} // namespace
} // namespace hsn
} // namespace ns3
