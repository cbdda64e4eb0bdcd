// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The options of programs that ask the cost model: which machine, and which loop runs on it.
 */
#ifndef ILP_LOOP_OPTIONS_H
#define ILP_LOOP_OPTIONS_H

#include "ns3/ilp-cost-model.h"
#include "ns3/program-options.h"
#include "ns3/uinteger.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Machine and loop.
struct IlpLoopOptions
{
    IlpCostModel::Preset preset{IlpCostModel::SS2}; //!< machine
    uint32_t functions{3};                          //!< in one loop
    uint32_t k{10};                                 //!< instructions of a function for each word
    uint32_t s{2};                                  //!< words of state of a function

    /// @param options of the program
    void AddTo(ProgramOptions& options)
    {
        options.Add("preset",
                    "Machine",
                    preset,
                    NamedValues<IlpCostModel::Preset>{{"Ss2", IlpCostModel::SS2},
                                                      {"Hp735", IlpCostModel::HP735}});
        options.Add("functions", "Functions", functions, Between(1, 64));
        options.Add("k", "Instructions of a function for each word", k, Between(1, 1000));
        options.Add("s", "Words of state of a function", s, Between(0, 64));
    }

    /// @param options after they were parsed @return the model of this loop
    Ptr<IlpCostModel> MakeModel(ProgramOptions& options) const
    {
        options.Require(k >= s + 1,
                        "k",
                        "must be above --s: each word of state is updated and used");
        auto model = CreateObject<IlpCostModel>();
        model->UsePreset(preset);
        model->SetAttribute("Functions", UintegerValue(functions));
        model->SetAttribute("Instructions", UintegerValue(k));
        model->SetAttribute("State", UintegerValue(s));
        return model;
    }
};
} // namespace hsn
} // namespace ns3

#endif // ILP_LOOP_OPTIONS_H
