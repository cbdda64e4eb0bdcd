// SPDX-License-Identifier: GPL-2.0-only
#ifndef VBR_UPC_CONTRACT_H
#define VBR_UPC_CONTRACT_H

#include "ns3/atm-traffic-contract.h"
#include "ns3/nstime.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// The traffic contract of figure 1, as options that several programs have.
struct ContractOptions
{
    static constexpr int64_t MAX_NS = 1000000000000; //!< of any period

    std::string contract{"C"}; //!< None, Cbr, BestEffort, A, B or C
    int64_t tPcr{2726};        //!< ns a cell at the peak rate
    int64_t tauPcr{0};         //!< ns of tolerance
    int64_t tScr{42400};       //!< ns a cell at the sustainable rate
    uint32_t mbs{1000};        //!< cells
    bool tagging{false};       //!< request it although the contract does not have it

    /// @param options get these
    void AddTo(ProgramOptions& options)
    {
        options.Add("contract",
                    "Traffic contract",
                    contract,
                    OneOf({"None", "Cbr", "BestEffort", "A", "B", "C"}));
        options.Add("tPcr", "Cell period T_PCR of the peak rate, ns", tPcr, Between(1, MAX_NS));
        options.Add("tauPcr",
                    "Cell delay variation tolerance tau_PCR of the peak rate, ns",
                    tauPcr,
                    Between(0, MAX_NS));
        options.Add("tScr",
                    "Cell period T_SCR of the sustainable rate, ns",
                    tScr,
                    Between(1, MAX_NS));
        options.Add("mbs", "Maximum burst size, cells", mbs, AtLeast(1).AtMost(1000000));
        options.Add("tagging", "Request tagging whatever the contract", tagging);
    }

    /// @return the contract; ends the program if it is not valid
    AtmTrafficContract MakeContract() const
    {
        AtmTrafficContract made;
        const Time peak = NanoSeconds(tPcr);
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
            const auto type = contract == "A"   ? AtmTrafficContract::VBR_A
                              : contract == "B" ? AtmTrafficContract::VBR_B
                                                : AtmTrafficContract::VBR_C;
            made = AtmTrafficContract::Vbr(type, peak, NanoSeconds(tScr), mbs, tolerance);
        }
        if (tagging)
        {
            made.SetTagging(true);
        }
        const std::string error = made.Check();
        ProgramOptions::Require(error.empty(), error);
        return made;
    }
};
} // namespace hsn
} // namespace ns3

#endif // VBR_UPC_CONTRACT_H
