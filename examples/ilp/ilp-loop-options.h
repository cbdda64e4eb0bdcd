// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The options of programs that ask the cost model: which machine, and which loop runs on it.
 */
#ifndef ILP_LOOP_OPTIONS_H
#define ILP_LOOP_OPTIONS_H

#include "ilp-block.h"

#include "ns3/ilp-cost-model.h"
#include "ns3/program-options.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Machine and loop.
struct IlpLoopOptions
{
    IlpCostModel::Preset preset{IlpCostModel::SS2}; //!< machine
    uint32_t functions{3};                          //!< in one loop
    uint32_t k{10};                                 //!< instructions of a function for each block
    uint32_t s{2};                                  //!< words of state of a function
    uint32_t block{1};                              //!< words of a block

    /// @param options of the program
    void AddTo(ProgramOptions& options)
    {
        options.Add("preset",
                    "Machine",
                    preset,
                    NamedValues<IlpCostModel::Preset>{{"Ss2", IlpCostModel::SS2},
                                                      {"Hp735", IlpCostModel::HP735}});
        options.Add("functions", "Functions", functions, Between(1, 64));
        options.Add("k", "Instructions of a function for each block", k, Between(1, 1000));
        options.Add("s", "Words of state of a function", s, Between(0, 64));
        options.Add("block", "Words that a function works on at once", block, Between(1, 64));
    }

    /// @param options after they were parsed @return the model of this loop
    Ptr<IlpCostModel> MakeModel(ProgramOptions& options) const
    {
        const uint32_t least = IlpLeastInstructions(IlpMode::FEED_FORWARD, s, block);
        options.Require(k >= least,
                        "k",
                        "must be at least " + std::to_string(least) +
                            ": all words of a block reach each of them, and each word of state is "
                            "updated and used");
        auto model = CreateObject<IlpCostModel>();
        model->UsePreset(preset);
        model->SetAttribute("Functions", UintegerValue(functions));
        model->SetAttribute("Instructions", UintegerValue(k));
        model->SetAttribute("State", UintegerValue(s));
        model->SetAttribute("Block", UintegerValue(block));
        return model;
    }
};
} // namespace hsn
} // namespace ns3

#endif // ILP_LOOP_OPTIONS_H
