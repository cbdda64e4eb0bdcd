// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "upc-test-support.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/enum.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/usage-parameter-control.h"

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
        CheckSwitchedOff();
    }

    /** @brief A PDU that began without packet discard is not damaged by one before it. */
    void CheckSwitchedOff()
    {
        auto upc = MakeUpc(Contract::Vbr(Contract::VBR_C, Time(2), Time(5), 3));
        std::string fates;
        const auto police = [&](int64_t time, bool last = false) {
            fates += "PTD"[upc->Police(MakeCell(time, last))];
        };
        upc->SetAttribute("PacketDiscard", EnumValue(Upc::PPD));
        for (const int64_t time : {0, 2, 4, 6})
        {
            police(time); // TAT 15 > 6 + 6
        }
        upc->SetAttribute("PacketDiscard", EnumValue(Upc::NONE));
        police(100, true);
        police(200);
        police(210);
        upc->SetAttribute("PacketDiscard", EnumValue(Upc::PPD));
        police(220);
        police(230, true);
        ExpectFates(fates, "PPPDPPPPP", "on, off and on again");
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

HsnTestRegistration g_upcDiscardTests(
    "usage-parameter-control",
    {new UpcFateTest, new UpcPpdTest, new UpcEpdTest, new UpcEpdLengthTest, new UpcRandomTest});
} // namespace
} // namespace hsn
} // namespace ns3
