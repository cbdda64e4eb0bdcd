// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/enum.h"
#include "ns3/gcra-shaper.h"
#include "ns3/preventive-tagger.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Contract = AtmTrafficContract;

/**
 * @brief Makes a shaper.
 * @param contract its contract
 * @param form form of its buckets
 * @return the shaper
 */
Ptr<GcraShaper>
MakeShaper(const Contract& contract, Gcra::Form form = Gcra::VIRTUAL_SCHEDULING)
{
    auto shaper = CreateObject<GcraShaper>();
    shaper->SetAttribute("Form", EnumValue(form));
    shaper->SetContract(contract);
    return shaper;
}

/** @brief The departures are the earliest that conform. */
class GcraShaperRandomTest : public TestCase
{
  public:
    GcraShaperRandomTest()
        : TestCase("Departures conform, and no earlier one would")
    {
    }

  private:
    /**
     * @brief Tests a departure by the definition of conformance by intervals.
     * @param sent times of the cells that were counted
     * @param t departure
     * @param increment T
     * @param limit tau
     * @return whether it conforms
     */
    static bool Conforms(const std::vector<int64_t>& sent,
                         int64_t t,
                         int64_t increment,
                         int64_t limit)
    {
        for (std::size_t i = 0; i < sent.size(); i++)
        {
            const auto between = static_cast<int64_t>(sent.size() - i);
            if (t < sent[i] + between * increment - limit)
            {
                return false;
            }
        }
        return true;
    }

    void DoRun() override
    {
        std::mt19937 random(5);
        uint64_t waited = 0;
        uint64_t immediate = 0;
        for (int run = 0; run < 3000; run++)
        {
            const int64_t tPcr = 1 + random() % 10;
            const int64_t tauPcr = random() % 3 ? 0 : random() % 20;
            const int64_t tScr = tPcr + random() % 30;
            const uint32_t mbs = 1 + random() % 8;
            const auto type = static_cast<Contract::Type>(random() % 5);
            const Contract contract =
                type == Contract::CBR ? Contract::Cbr(Time(tPcr), Time(tauPcr))
                : type == Contract::BEST_EFFORT
                    ? Contract::BestEffort(Time(tPcr), Time(tauPcr))
                    : Contract::Vbr(type, Time(tPcr), Time(tScr), mbs, Time(tauPcr));
            auto shaper =
                MakeShaper(contract, random() % 2 ? Gcra::LEAKY_BUCKET : Gcra::VIRTUAL_SCHEDULING);
            auto upc = CreateObject<UsageParameterControl>();
            upc->SetContract(contract);
            std::vector<int64_t> pcr;
            std::vector<int64_t> scr;
            int64_t ready = random() % 100;
            int64_t last = ready;
            for (int i = 0; i < 50; i++)
            {
                const bool clp = random() % 4 == 0;
                const bool counted =
                    contract.HasScr() && (contract.GetType() == Contract::VBR_C || !clp);
                // Step by step from the first moment the cell could go.
                int64_t expected = ready < last ? last : ready;
                while (!Conforms(pcr, expected, tPcr, tauPcr) ||
                       (counted && !Conforms(scr, expected, tScr, (mbs - 1) * (tScr - tPcr))))
                {
                    expected++;
                }
                const int64_t departure = shaper->GetDeparture(ready, clp);
                NS_TEST_ASSERT_MSG_EQ(departure, expected, "run " << run << " cell " << i);
                NS_TEST_ASSERT_MSG_EQ(shaper->GetDeparture(ready, clp), departure, "asked again");
                NS_TEST_ASSERT_MSG_EQ(shaper->GetDeparture(Time(ready), clp),
                                      Time(departure),
                                      "asked as Time");
                (departure > ready ? waited : immediate)++;
                // Sometimes the cell leaves later than it may.
                last = departure + (random() % 8 ? 0 : random() % 9);
                shaper->Commit(last, clp);
                pcr.push_back(last);
                if (counted)
                {
                    scr.push_back(last);
                }
                UpcCell cell;
                cell.time = last;
                cell.clp = clp;
                NS_TEST_ASSERT_MSG_EQ(upc->Police(cell),
                                      UsageParameterControl::PASS,
                                      "run " << run << " cell " << i << " in the UPC");
                ready += random() % (2 * tScr);
            }
        }
        NS_TEST_EXPECT_MSG_GT(waited, 10000U, "cells wait");
        NS_TEST_EXPECT_MSG_GT(immediate, 10000U, "cells do not wait");
    }
};

/** @brief GetEarliest() against cells that leave one by one by the definition. */
class GcraShaperEarliestTest : public TestCase
{
  public:
    GcraShaperEarliestTest()
        : TestCase("Departure of the n-th cell from now on")
    {
    }

  private:
    /** @brief A bucket as ITU-T I.371 Annex A has it, virtual scheduling; cells as early as may be.
     */
    struct Bucket
    {
        int64_t increment; //!< T
        int64_t limit;     //!< tau
        int64_t tat;       //!< TAT

        /** @param t from when on @return when a cell conforms */
        int64_t From(int64_t t) const
        {
            return tat - limit > t ? tat - limit : t;
        }

        /** @param t departure of a cell */
        void Sent(int64_t t)
        {
            tat = (tat > t ? tat : t) + increment;
        }
    };

    void DoRun() override
    {
        std::mt19937 random(8);
        uint64_t later = 0;
        for (int run = 0; run < 3000; run++)
        {
            const int64_t tPcr = 1 + random() % 10;
            const int64_t tauPcr = random() % 3 ? 0 : random() % 40;
            const int64_t tScr = tPcr + random() % 30;
            const uint32_t mbs = 1 + random() % 12;
            const auto type = static_cast<Contract::Type>(random() % 5);
            const Contract contract =
                type == Contract::CBR ? Contract::Cbr(Time(tPcr), Time(tauPcr))
                : type == Contract::BEST_EFFORT
                    ? Contract::BestEffort(Time(tPcr), Time(tauPcr))
                    : Contract::Vbr(type, Time(tPcr), Time(tScr), mbs, Time(tauPcr));
            auto shaper =
                MakeShaper(contract, random() % 2 ? Gcra::LEAKY_BUCKET : Gcra::VIRTUAL_SCHEDULING);
            Bucket pcr{tPcr, tauPcr, -1000};
            Bucket scr{tScr, (mbs - 1) * (tScr - tPcr), -1000};
            int64_t ready = random() % 100;
            int64_t last = ready;
            for (int batch = 0; batch < 10; batch++)
            {
                const bool clp = random() % 4 == 0;
                const bool counted =
                    contract.HasScr() && (contract.GetType() == Contract::VBR_C || !clp);
                const int64_t spacing = random() % (tScr + 5);
                const auto n = static_cast<uint32_t>(1 + random() % 30);
                std::vector<int64_t> bounds;
                for (uint32_t k = 1; k <= n; k++)
                {
                    bounds.push_back(shaper->GetEarliest(ready, spacing, k, clp));
                }
                // In every other batch cells are late now and then.
                const bool prompt = batch % 2 == 0;
                for (uint32_t k = 0; k < n; k++)
                {
                    int64_t t = k == 0 ? std::max(ready, last) : last + spacing;
                    t = pcr.From(counted ? scr.From(t) : t);
                    t += !prompt && random() % 3 == 0 ? random() % 20 : 0;
                    pcr.Sent(t);
                    if (counted)
                    {
                        scr.Sent(t);
                    }
                    shaper->Commit(t, clp);
                    last = t;
                    if (prompt)
                    {
                        NS_TEST_ASSERT_MSG_EQ(bounds[k], t, "cell " << k << " of run " << run);
                    }
                    NS_TEST_ASSERT_MSG_LT_OR_EQ(bounds[k], t, "cell " << k << " of run " << run);
                    later += bounds[k] < t;
                }
                ready = last + static_cast<int64_t>(random() % (3 * tScr)) - tScr;
            }
        }
        NS_TEST_EXPECT_MSG_GT(later, 20000U, "cells that are late");

        // The paper's contract, worked by hand: MBS cells at the peak rate, then one every T_SCR.
        auto shaper =
            MakeShaper(Contract::Vbr(Contract::VBR_C, NanoSeconds(2726), NanoSeconds(42400), 1000));
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 0, 1), 5, "at once");
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 0, 1000), 5 + 999 * 2726, "MBS");
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 0, 1001), 5 + 999 * 2726 + 42400, "MBS + 1");
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 3000, 1000), 5 + 999 * 3000, "slow line");
        shaper->Commit(int64_t(5));
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 0, 1), 5 + 2726, "the peak rate");
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(5, 0, 1000), 5 + 999 * 2726 + 42400, "MBS + 1");
        // No cell leaves after the end of the range.
        const int64_t max = Gcra::MAX_TIME;
        const uint32_t most = std::numeric_limits<uint32_t>::max();
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(0, max, most), max, "spacing");
        NS_TEST_EXPECT_MSG_EQ(shaper->GetEarliest(max, 0, most), max, "latest time");
        auto slow = MakeShaper(Contract::Cbr(Time(max), Time(max)));
        NS_TEST_EXPECT_MSG_EQ(slow->GetEarliest(-max, 0, 2), -max, "tau = T");
        NS_TEST_EXPECT_MSG_EQ(slow->GetEarliest(-max, 0, 3), 0, "a long increment");
        NS_TEST_EXPECT_MSG_EQ(slow->GetEarliest(-max, 0, 4), max, "at the end of the range");
        NS_TEST_EXPECT_MSG_EQ(slow->GetEarliest(-max, 0, most), max, "beyond");
        for (const auto& text : {HsnAbortText([&slow] { slow->GetEarliest(0, -7, 1); }),
                                 HsnAbortText([&slow] { slow->GetEarliest(0, 7, 0); })})
        {
            NS_TEST_EXPECT_MSG_NE(text.find("must be at least"), std::string::npos, text);
        }
    }
};

/** @brief Attributes, the paper's values, errors. */
class GcraShaperConfigurationTest : public TestCase
{
  public:
    GcraShaperConfigurationTest()
        : TestCase("Single and dual shaper, attributes, errors")
    {
    }

  private:
    /**
     * @brief Sends cells as early as the shaper allows.
     * @param shaper the shaper
     * @param cells number of cells, all ready at time 0
     * @return departure of the last one, ns
     */
    static int64_t Send(Ptr<GcraShaper> shaper, uint32_t cells)
    {
        int64_t departure = 0;
        for (uint32_t i = 0; i < cells; i++)
        {
            departure = shaper->GetDeparture(int64_t(0));
            shaper->Commit(departure);
        }
        return departure;
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

    void DoRun() override
    {
        // MBS cells at the peak rate, then one every T_SCR.
        const int64_t burst = 999 * 2726;
        auto dual = CreateObject<GcraShaper>();
        dual->SetAttribute("ScrPeriod", TimeValue(NanoSeconds(42400)));
        dual->SetAttribute("Mbs", UintegerValue(1000));
        NS_TEST_EXPECT_MSG_EQ(dual->GetContract().GetType(), Contract::VBR_C, "dual");
        NS_TEST_EXPECT_MSG_EQ(Send(dual, 1000), burst, "a burst at the peak rate");
        NS_TEST_EXPECT_MSG_EQ(Send(dual, 1), burst + 42400, "then the sustainable rate");
        NS_TEST_EXPECT_MSG_EQ(Send(dual, 100), burst + 101 * 42400, "for ever");
        dual->Reset();
        NS_TEST_EXPECT_MSG_EQ(Send(dual, 1000), burst, "Reset()");
        // The contract of figure 9: one bucket at the sustainable rate.
        auto single = CreateObject<GcraShaper>();
        single->SetAttribute("PcrPeriod", TimeValue(NanoSeconds(42400)));
        NS_TEST_EXPECT_MSG_EQ(single->GetContract().GetType(), Contract::CBR, "single");
        NS_TEST_EXPECT_MSG_EQ(Send(single, 1001), 1000 * 42400, "one every 42.4 us");
        auto byContract = MakeShaper(
            Contract::Vbr(Contract::VBR_C, DataRate("155.52Mb/s"), DataRate("10Mb/s"), 1000));
        NS_TEST_EXPECT_MSG_EQ(Send(byContract, 1001), burst + 42400, "by contract");
        TimeValue period;
        byContract->GetAttribute("ScrPeriod", period);
        NS_TEST_EXPECT_MSG_EQ(period.Get(), NanoSeconds(42400), "attribute follows the contract");
        // Contract A: tagged cells wait for the peak rate only.
        auto contractA =
            MakeShaper(Contract::Vbr(Contract::VBR_A, NanoSeconds(2726), NanoSeconds(42400), 1));
        contractA->Commit(int64_t(0));
        NS_TEST_EXPECT_MSG_EQ(contractA->GetDeparture(int64_t(0), true), 2726, "CLP=1");
        NS_TEST_EXPECT_MSG_EQ(contractA->GetDeparture(int64_t(0), false), 42400, "CLP=0");

        // c > MBS: a warning.
        m_cells = 0;
        dual->TraceConnectWithoutContext("LongPdu",
                                         MakeCallback(&GcraShaperConfigurationTest::LongPdu, this));
        NS_TEST_EXPECT_MSG_EQ(dual->CheckPdu(1000), "", "c = MBS");
        NS_TEST_EXPECT_MSG_EQ(m_cells, 0U, "not traced");
        ExpectNames(dual->CheckPdu(1001), "1001", "1000");
        NS_TEST_EXPECT_MSG_EQ(m_cells, 1001U, "traced");
        NS_TEST_EXPECT_MSG_EQ(single->CheckPdu(100000), "", "no MBS, no warning");

        // The buckets as the next cell meets them.
        single->Reset();
        NS_TEST_EXPECT_MSG_EQ(single->GetPcr().IsIdle(), true, "after Reset()");
        byContract->Reset();
        NS_TEST_EXPECT_MSG_EQ(byContract->GetScr().IsIdle(), true, "after Reset()");
        auto fresh = CreateObject<GcraShaper>();
        fresh->SetAttribute("PcrPeriod", TimeValue(MicroSeconds(10)));
        NS_TEST_EXPECT_MSG_EQ(fresh->GetPcr().GetIncrement(), 10000, "of a new shaper");
        fresh->SetAttribute("ScrPeriod", TimeValue(MicroSeconds(30)));
        NS_TEST_EXPECT_MSG_EQ(fresh->GetScr().GetIncrement(), 30000, "changed");

        // Errors.
        ExpectNames(HsnAbortText([dual]() { dual->Commit(int64_t(5)); }), "shaper", "5");
        dual->SetAttribute("Mbs", UintegerValue(0));
        ExpectNames(HsnAbortText([dual]() { dual->GetDeparture(int64_t(5)); }), "MBS", "0");
        dual->SetAttribute("Mbs", UintegerValue(1));
        dual->SetAttribute("ScrPeriod", TimeValue(NanoSeconds(2725)));
        ExpectNames(HsnAbortText([dual]() { dual->GetDeparture(int64_t(5)); }), "T_SCR", "2725");
        dual->SetAttribute("ScrPeriod", TimeValue(NanoSeconds(-9)));
        ExpectNames(HsnAbortText([dual]() { dual->GetDeparture(int64_t(5)); }), "T_SCR", "-9");
        dual->SetAttribute("PcrPeriod", TimeValue(NanoSeconds(0)));
        ExpectNames(HsnAbortText([dual]() { dual->GetDeparture(int64_t(5)); }), "T_PCR", "0");
        dual->SetAttribute("PcrPeriod", TimeValue(NanoSeconds(3)));
        dual->SetAttribute("PcrLimit", TimeValue(NanoSeconds(-4)));
        ExpectNames(HsnAbortText([dual]() { dual->GetDeparture(int64_t(5)); }), "tau_PCR", "-4");
    }

    /**
     * @brief Trace sink.
     * @param cells cells of the PDU
     * @param mbs MBS
     */
    void LongPdu(uint32_t cells, uint32_t mbs)
    {
        NS_TEST_EXPECT_MSG_EQ(mbs, 1000U, "MBS");
        m_cells = cells;
    }

    uint32_t m_cells{0}; //!< cells of the last PDU traced
};

/** @brief The sender's mirror stays equal to the UPC; untagged PDUs pass whole. */
class PreventiveTaggerTest : public TestCase
{
  public:
    PreventiveTaggerTest()
        : TestCase("Preventive tagging mirrors the UPC")
    {
    }

  private:
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

    void DoRun() override
    {
        const int64_t tPcr = 2726;
        const int64_t tScr = 42400;
        for (const auto type : {Contract::VBR_A, Contract::VBR_B})
        {
            for (const auto form : {Gcra::VIRTUAL_SCHEDULING, Gcra::LEAKY_BUCKET})
            {
                const Contract contract =
                    Contract::Vbr(type, NanoSeconds(tPcr), NanoSeconds(tScr), 300);
                PreventiveTagger tagger(contract, form);
                auto upc = CreateObject<UsageParameterControl>();
                upc->SetContract(contract);
                std::mt19937 random(6);
                int64_t start = 0;
                uint32_t whole = 0;
                uint32_t tagged = 0;
                uint32_t lost = 0;
                for (int pdu = 0; pdu < 6000; pdu++)
                {
                    // At first long PDUs with long pauses, then short ones that follow closely:
                    // even their last cells do not always conform.
                    const bool close = pdu >= 3000;
                    const uint32_t cells = close          ? 1 + random() % 3
                                           : random() % 3 ? 192
                                                          : 1 + random() % 400;
                    // Would it conform? A copy of the UPC's bucket tells, cell by cell.
                    Gcra copy = upc->GetScr();
                    bool expected = true;
                    for (uint32_t j = 0; j < cells; j++)
                    {
                        expected = copy.Police(start + j * tPcr) && expected;
                    }
                    NS_TEST_ASSERT_MSG_EQ(tagger.WouldConform(start, cells), expected, "asked");
                    const bool conforms = tagger.StartPdu(start, cells);
                    NS_TEST_ASSERT_MSG_EQ(conforms, expected, "PDU " << pdu);
                    (conforms ? whole : tagged)++;
                    for (uint32_t j = 0; j < cells; j++)
                    {
                        UpcCell cell;
                        cell.time = start + j * tPcr;
                        cell.last = j + 1 == cells;
                        cell.clp = tagger.NextCell(cell.time);
                        NS_TEST_ASSERT_MSG_EQ(cell.clp, (!conforms && !cell.last), "CLP");
                        const auto verdict = upc->Police(cell);
                        if (conforms || !cell.last)
                        {
                            NS_TEST_ASSERT_MSG_EQ(verdict, UsageParameterControl::PASS, "passes");
                        }
                        lost += verdict != UsageParameterControl::PASS;
                        NS_TEST_ASSERT_MSG_EQ(tagger.GetScr().GetTat(),
                                              upc->GetScr().GetTat(),
                                              "mirror of the sustainable rate");
                        NS_TEST_ASSERT_MSG_EQ(tagger.GetPcr().GetTat(),
                                              upc->GetPcr().GetTat(),
                                              "mirror of the peak rate");
                    }
                    NS_TEST_ASSERT_MSG_EQ(tagger.GetRemaining(), 0U, "complete");
                    start += cells * tPcr + random() % (close ? 20000 : 4000000);
                }
                NS_TEST_EXPECT_MSG_GT(lost, 300U, "last cells that do not conform");
                NS_TEST_EXPECT_MSG_GT(whole, 300U, "PDUs go untagged");
                NS_TEST_EXPECT_MSG_GT(tagged, 300U, "PDUs go tagged");
            }
        }
        const Contract c =
            Contract::Vbr(Contract::VBR_C, NanoSeconds(tPcr), NanoSeconds(tScr), 300);
        ExpectNames(PreventiveTagger::Check(c), "VBR_A", "VBR_C");
        ExpectNames(HsnAbortText([&c]() { PreventiveTagger tagger(c); }), "VBR_A", "VBR_C");
        const Contract a =
            Contract::Vbr(Contract::VBR_A, NanoSeconds(tPcr), NanoSeconds(tScr), 300);
        NS_TEST_EXPECT_MSG_EQ(PreventiveTagger::Check(a), "", "contract A");
        PreventiveTagger tagger(a);
        ExpectNames(HsnAbortText([&tagger]() { tagger.NextCell(33); }), "no PDU", "33");
        ExpectNames(HsnAbortText([&tagger]() { tagger.StartPdu(33, 0); }), "PDU", "0");
        tagger.StartPdu(33, 5);
        ExpectNames(HsnAbortText([&tagger]() { tagger.StartPdu(44, 1); }), "44", "5 cells");
        tagger.NextCell(33);
        ExpectNames(HsnAbortText([&tagger]() { tagger.NextCell(32); }), "33", "32");
    }
};

HsnTestRegistration g_shaperTests("gcra-shaper",
                                  {new GcraShaperRandomTest,
                                   new GcraShaperEarliestTest,
                                   new GcraShaperConfigurationTest,
                                   new PreventiveTaggerTest});
} // namespace
} // namespace hsn
} // namespace ns3
