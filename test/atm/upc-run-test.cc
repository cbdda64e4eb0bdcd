// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "upc-test-support.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/enum.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

#include <random>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
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

HsnTestRegistration g_upcRunTests("usage-parameter-control", {new UpcRunTest});
} // namespace
} // namespace hsn
} // namespace ns3
