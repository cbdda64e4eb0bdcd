// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sends a pattern of cells through a usage parameter control, in both forms of the GCRA, and prints
 * the fate of each cell. Paper: vbr-upc, sections 2 and 4.1, table 1, equations (1) to (3).
 *
 * The pattern is either given cell by cell (--times, --clps), or made of a burst at the peak rate
 * (--lead) and a train of equal PDUs (--pdus, --cells, --spacing, --idle), or random (--random).
 * All times are in nanoseconds.
 */
#include "vbr-upc-contract.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/core-module.h"
#include "ns3/gcra.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/usage-parameter-control.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Limits of the lists that are printed.
constexpr std::size_t MAX_VERDICTS = 400;
constexpr std::size_t MAX_PDUS = 100;
constexpr int64_t MAX_NS = ContractOptions::MAX_NS;

/// Two usage parameter controls of the same contract, one in each form of the GCRA.
class BothForms
{
  public:
    BothForms(const AtmTrafficContract& contract,
              const std::string& discard,
              const std::string& epd,
              uint32_t maxSdu)
    {
        for (const auto& form : {"VirtualScheduling", "LeakyBucket"})
        {
            auto upc = CreateObject<UsageParameterControl>();
            upc->SetAttribute("Form", StringValue(form));
            upc->SetAttribute("PacketDiscard", StringValue(discard));
            upc->SetAttribute("EpdLength", StringValue(epd));
            upc->SetAttribute("MaxSdu", UintegerValue(maxSdu));
            upc->SetContract(contract);
            const std::string error = upc->Check();
            ProgramOptions::Require(error.empty(), error);
            m_upcs.push_back(upc);
        }
    }

    /// @param cell a cell @return the verdict
    char Police(const UpcCell& cell)
    {
        static const char letters[] = {'P', 'T', 'D'};
        const auto a = m_upcs[0]->Police(cell);
        m_agree &= a == m_upcs[1]->Police(cell) && m_upcs[0]->GetScr().GetTat() == GetBucketTat();
        return letters[a];
    }

    int64_t GetBucketTat() const
    {
        return m_upcs[1]->GetScr().GetBucket() + m_upcs[1]->GetScr().GetLastConformance();
    }

    std::vector<Ptr<UsageParameterControl>> m_upcs;
    bool m_agree{true};
};

/// Fates of all cells.
struct Fates
{
    std::string verdicts;                 //!< of the first cells
    std::vector<std::string> pdus;        //!< accepted cells per PDU of the train, * last one too
    std::vector<uint64_t> accepted;       //!< indices of the first cells accepted after a discard
    int64_t firstDiscard{-1};             //!< index
    uint64_t cells{0};                    //!< all
    uint64_t trainDiscards{0};            //!< discarded cells of the train
    std::vector<uint64_t> trainDiscarded; //!< their first indices in the train
    uint64_t intact{0};                   //!< PDUs of the train that lost nothing
    uint64_t leadingIntact{0};            //!< of them, before the first that lost something

    void Count(char verdict)
    {
        if (verdicts.size() < MAX_VERDICTS)
        {
            verdicts += verdict;
        }
        if (verdict == 'D' && firstDiscard < 0)
        {
            firstDiscard = static_cast<int64_t>(cells);
        }
        if (verdict != 'D' && firstDiscard >= 0 && accepted.size() < 8)
        {
            accepted.push_back(cells);
        }
        ++cells;
    }
};

} // namespace

int
main(int argc, char* argv[])
{
    ContractOptions contractOptions;
    std::string discard = "None";
    std::string epd = "MaxSdu";
    uint32_t maxSdu = 0;
    std::vector<int64_t> times;
    std::vector<uint32_t> clps;
    uint64_t lead = 0;
    int64_t leadIdle = 0;
    uint64_t pdus = 0;
    uint32_t cells = 192;
    int64_t spacing = 2726;
    int64_t idle = 0;
    uint32_t group = 1;
    int64_t groupIdle = 0;
    uint64_t random = 0;

    ProgramOptions options(__FILE__,
                           "Paper vbr-upc: the fate of each cell of a pattern at the policer");
    contractOptions.AddTo(options);
    options.Add("discard", "Packet discard in the UPC", discard, OneOf({"None", "Ppd", "Epd"}));
    options.Add("epd", "Length that EPD assumes", epd, OneOf({"MaxSdu", "Oracle"}));
    options.Add("maxSdu", "Signalled maximum SDU, bytes; 0: none", maxSdu);
    options.Add("times", "Arrival times of single cells, ns", times, Between(0, MAX_NS));
    options.Add("clps", "Their loss priorities", clps, Between(0, 1));
    options.Add("lead", "Cells of a burst sent first, at the spacing", lead);
    options.Add("leadIdle",
                "Idle time from the end of its last slot to the train, ns",
                leadIdle,
                Between(0, MAX_NS));
    options.Add("pdus", "PDUs of the train", pdus);
    options.Add("cells", "Cells of each", cells, Between(1, 1366));
    options.Add("spacing", "Cell slot, ns", spacing, Between(1, MAX_NS));
    options.Add("idle",
                "Idle time from the end of a PDU's last slot to the next PDU, ns",
                idle,
                Between(0, MAX_NS));
    options.Add("group", "PDUs in a group; groups are separated by groupIdle", group, AtLeast(1));
    options.Add("groupIdle",
                "Idle time between groups instead of idle, ns",
                groupIdle,
                Between(0, MAX_NS));
    options.Add("random", "Number of random sequences in which the forms are compared", random);
    options.Parse(argc, argv);
    options.Require(discard != "Epd" || maxSdu > 0,
                    "maxSdu",
                    "early packet discard needs a signalled maximum SDU above 0");
    const AtmTrafficContract contract = contractOptions.MakeContract();

    BothForms upc(contract, discard, epd, maxSdu);
    Fates fates;
    int64_t now = 0;

    for (std::size_t i = 0; i < times.size(); ++i)
    {
        ProgramOptions::Require(i == 0 || times[i] >= times[i - 1],
                                "--times=" + std::to_string(times[i]) +
                                    ": cells cannot go back in time");
        fates.Count(upc.Police({times[i], i < clps.size() && clps[i] == 1, false, 0}));
        now = times[i] + spacing;
    }
    for (uint64_t i = 0; i < lead; ++i, now += spacing)
    {
        fates.Count(upc.Police({now, false, i + 1 == lead, 0}));
    }
    now += lead > 0 ? leadIdle : 0;
    uint64_t trainCell = 0;
    for (uint64_t p = 0; p < pdus; ++p)
    {
        uint32_t accepted = 0;
        bool lastAccepted = false;
        for (uint32_t c = 0; c < cells; ++c, now += spacing, ++trainCell)
        {
            const char verdict = upc.Police({now, false, c + 1 == cells, cells});
            fates.Count(verdict);
            lastAccepted = verdict != 'D';
            accepted += lastAccepted;
            if (!lastAccepted)
            {
                ++fates.trainDiscards;
                if (fates.trainDiscarded.size() < 8)
                {
                    fates.trainDiscarded.push_back(trainCell);
                }
            }
        }
        if (accepted == cells)
        {
            fates.leadingIntact += fates.intact == p;
            ++fates.intact;
        }
        if (fates.pdus.size() < MAX_PDUS)
        {
            fates.pdus.push_back(std::to_string(accepted) + (lastAccepted ? "*" : ""));
        }
        now += (p + 1) % group == 0 && group > 1 ? groupIdle : idle;
    }

    // random contracts and sequences: the forms have to agree cell by cell
    uint64_t disagreements = 0;
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(1);
    for (uint64_t n = 0; n < random; ++n)
    {
        const int64_t increment = uniform->GetInteger(1, 50);
        const int64_t limit = uniform->GetInteger(0, 200);
        const uint32_t gap = uniform->GetInteger(1, 60);
        Gcra a(increment, limit, Gcra::VIRTUAL_SCHEDULING);
        Gcra b(increment, limit, Gcra::LEAKY_BUCKET);
        int64_t t = uniform->GetInteger(0, 20);
        for (int i = 0; i < 100; ++i, t += uniform->GetInteger(0, gap))
        {
            if (a.Police(t) != b.Police(t) || a.GetTat() != b.GetBucket() + b.GetLastConformance())
            {
                ++disagreements;
                break;
            }
        }
    }

    const auto& counters = upc.m_upcs[0]->GetCounters();
    JsonObject out;
    out.Set("cells", fates.cells);
    out.Set("conforming", counters.conforming);
    out.Set("tagged", counters.tagged);
    out.Set("discarded_pcr", counters.discardedPcr);
    out.Set("discarded_scr", counters.discardedScr);
    out.Set("discarded_ppd", counters.discardedPpd);
    out.Set("discarded_epd", counters.discardedEpd);
    out.Set("first_discard", fates.firstDiscard);
    out.Set("accepted_after", fates.accepted);
    out.Set("train_discards", fates.trainDiscards);
    out.Set("train_discarded", fates.trainDiscarded);
    out.Set("pdus_intact", fates.intact);
    out.Set("pdus_leading_intact", fates.leadingIntact);
    out.Set("pdus_accepted_cells", fates.pdus);
    out.Set("verdicts", fates.verdicts);
    out.Set("forms_agree", upc.m_agree);
    out.Set("random_disagreements", disagreements);
    if (contract.HasScr())
    {
        out.Set("tau_scr_ns", static_cast<int64_t>(contract.GetScrLimit().GetNanoSeconds()));
    }
    std::cout << out << std::endl;
    return 0;
}
