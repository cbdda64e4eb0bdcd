// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Command-line options that the programs of this paper share.
 */
#ifndef VBR_UPC_OPTIONS_H
#define VBR_UPC_OPTIONS_H

#include "../program-options.h"

#include "ns3/atm-traffic-contract.h"
#include "ns3/command-line.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// The traffic contract of figure 1, as options.
struct ContractOptions
{
    std::string contract{"C"}; //!< None, Cbr, BestEffort, A, B or C
    int64_t tPcr{2726};        //!< ns a cell at the peak rate
    int64_t tauPcr{0};         //!< ns of tolerance
    int64_t tScr{42400};       //!< ns a cell at the sustainable rate
    int64_t mbs{1000};         //!< cells
    bool tagging{false};       //!< ask for it although the contract does not have it

    /// @param cmd gets the options
    void AddTo(CommandLine& cmd)
    {
        cmd.AddValue("contract", "Traffic contract: None, Cbr, BestEffort, A, B or C", contract);
        cmd.AddValue("tPcr", "Cell period of the peak rate, ns", tPcr);
        cmd.AddValue("tauPcr", "Cell delay variation tolerance of the peak rate, ns", tauPcr);
        cmd.AddValue("tScr", "Cell period of the sustainable rate, ns", tScr);
        cmd.AddValue("mbs", "Maximum burst size, cells", mbs);
        cmd.AddValue("tagging", "Request tagging whatever the contract", tagging);
    }

    /// @return the contract; ends the program if it is not valid
    AtmTrafficContract MakeContract() const
    {
        RequireOption(mbs >= 1 && mbs <= UINT32_MAX, "mbs", mbs, "must be at least 1 cell");
        AtmTrafficContract made;
        const auto burst = static_cast<uint32_t>(mbs);
        const Time peak = NanoSeconds(tPcr);
        const Time sustainable = NanoSeconds(tScr);
        const Time tolerance = NanoSeconds(tauPcr);
        if (contract == "Cbr")
        {
            made = AtmTrafficContract::Cbr(peak, tolerance);
        }
        else if (contract == "BestEffort" || contract == "None")
        {
            made = AtmTrafficContract::BestEffort(peak, tolerance);
        }
        else
        {
            RequireOption(contract == "A" || contract == "B" || contract == "C",
                          "contract",
                          contract,
                          "must be None, Cbr, BestEffort, A, B or C");
            const auto type = contract == "A"   ? AtmTrafficContract::VBR_A
                              : contract == "B" ? AtmTrafficContract::VBR_B
                                                : AtmTrafficContract::VBR_C;
            made = AtmTrafficContract::Vbr(type, peak, sustainable, burst, tolerance);
        }
        if (tagging)
        {
            made.SetTagging(true);
        }
        const std::string error = made.Check();
        RequireOption(error.empty(), error);
        return made;
    }
};
} // namespace hsn
} // namespace ns3

#endif // VBR_UPC_OPTIONS_H
