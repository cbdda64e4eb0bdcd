// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints the cost model of the paper ilp for one machine and one set of functions: times for each
 * octet, and accesses to state that finds no register.
 */
#include "ilp-loop-options.h"

#include "ns3/core-module.h"
#include "ns3/ilp-cost-model.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    IlpLoopOptions loop;
    int32_t registers = -1;
    double load = -1;
    double store = -1;
    uint32_t scratch = 1;

    ProgramOptions options(__FILE__, "Paper ilp: cost of loops on a scalar processor");
    loop.AddTo(options);
    options.Add("registers",
                "Registers for state; -1: the machine's",
                registers,
                Between(-1, 1024));
    options.Add("load", "Cycles of a load; negative: the machine's", load, AtMost(1000));
    options.Add("store", "Cycles of a store; negative: the machine's", store, AtMost(1000));
    options.Add("scratch", "Registers to work on state in memory", scratch, Between(0, 16));
    options.Parse(argc, argv);
    const auto model = loop.MakeModel(options);
    model->SetAttribute("SpillScratch", UintegerValue(scratch));
    if (registers >= 0)
    {
        model->SetAttribute("Registers", UintegerValue(static_cast<uint32_t>(registers)));
    }
    if (load >= 0)
    {
        model->SetAttribute("Load", DoubleValue(load));
    }
    if (store >= 0)
    {
        model->SetAttribute("Store", DoubleValue(store));
    }

    JsonObject out;
    out.Set("ilp_warm_ns", model->GetNsPerOctet(true, false));
    out.Set("sequential_warm_ns", model->GetNsPerOctet(false, false));
    out.Set("ilp_cold_ns", model->GetNsPerOctet(true, true));
    out.Set("sequential_cold_ns", model->GetNsPerOctet(false, true));
    out.Set("ilp_spill", model->GetIntegratedSpill());
    out.Set("sequential_spill", model->GetSequentialSpill());
    out.Set("ilp_largest_state", model->GetLargestState(true));
    out.Set("sequential_largest_state", model->GetLargestState(false));
    std::cout << out << std::endl;
    return 0;
}
