// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "upc-test-support.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/enum.h"
#include "ns3/packet-train-model.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

#include <algorithm>
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

HsnTestRegistration g_upcTests(
    "usage-parameter-control",
    {new UpcContractVectorTest, new UpcMbsTest, new UpcIdleTimeTest, new UpcRejectionTest});
} // namespace
} // namespace hsn
} // namespace ns3
