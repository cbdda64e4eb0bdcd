// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Residual loss of System PDUs under parity, by the loss of cells (mpeg-atm).
 */
#include "mpeg-atm-parity-run.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/parity-matrix.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

int
main(int argc, char* argv[])
{
    double loss = 0.01;
    double burst = 1;
    uint32_t fixed = 0;
    uint32_t groups = 1000;
    std::string mode = "Columns";
    ProgramOptions options(__FILE__,
                           "Paper mpeg-atm: System PDUs that lose cells, and their repair");
    options.Add("loss", "Share of cells lost", loss, Between(0, 0.5));
    options.Add("burst", "Mean cells lost in a row", burst, Between(1, 1000));
    options.Add("fixed",
                "Each group loses one burst of this many cells, at a random place; 0: by loss",
                fixed,
                Between(0, 64));
    options.Add("groups", "Groups of seven PDUs", groups, Between(1, 1e7));
    options.Add("mode",
                "Which parity is sent; Corner2, the two main diagonals, is for known places only",
                mode,
                OneOf({"Columns", "Wrapped", "Corner2"}));
    options.Parse(argc, argv);
    const bool isSecond = mode == "Wrapped";
    const bool isCorner = mode == "Corner2";
    const ParityMatrix matrix(7,
                              8,
                              1,
                              isSecond   ? PARITY_DIAGONALS_WRAPPED
                              : isCorner ? PARITY_DIAGONALS_CORNERS
                                         : PARITY_DIAGONALS_NONE);
    // a PDU of diagonals has a cell for its trailer
    const uint32_t cells = matrix.GetCells() + (isSecond ? 1 : 0);
    MpegAtmParityRun run(1, isSecond);
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(1);
    // geometric runs: a good cell begins one with this probability
    const double begin = loss / (burst * (1 - loss));
    bool isBad = false;
    uint64_t lostCells = 0;
    uint64_t hurt = 0;
    uint64_t known = 0;
    std::vector<uint8_t> contents(matrix.GetCells());
    for (uint32_t g = 0; g < groups; ++g)
    {
        std::set<uint32_t> lost;
        if (fixed > 0)
        {
            const uint32_t first = uniform->GetInteger(0, 64 - fixed);
            for (uint32_t k = 0; k < fixed; ++k)
            {
                lost.insert(first + k);
            }
        }
        else if (burst == 1)
        {
            for (uint32_t c = 0; c < cells; ++c)
            {
                if (uniform->GetValue() < loss)
                {
                    lost.insert(c);
                }
            }
        }
        else
        {
            for (uint32_t c = 0; c < cells; ++c)
            {
                isBad = isBad ? uniform->GetValue() >= 1 / burst : uniform->GetValue() < begin;
                if (isBad)
                {
                    lost.insert(c);
                }
            }
        }
        std::set<uint32_t> rows;
        for (const uint32_t cell : lost)
        {
            lostCells += cell < 56 ? 1 : 0;
            if (cell < 56)
            {
                rows.insert(cell / 8);
            }
        }
        hurt += rows.size();
        std::vector<bool> present(matrix.GetCells(), true);
        for (const uint32_t cell : lost)
        {
            present[std::min(cell, matrix.GetCells() - 1)] = false;
        }
        matrix.Repair(present, contents.data());
        known += static_cast<uint64_t>(std::count(present.begin(), present.begin() + 56, false));
        if (!isCorner) // no receiver has this parity
        {
            run.Send(lost);
        }
    }
    run.Flush();
    const double pdus = 7.0 * groups;
    const auto& c = run.GetCounters();
    JsonObject out;
    out.Set("cells_lost", lostCells);
    out.Set("pdus", 7 * groups);
    out.Set("pdus_hurt", hurt);
    out.Set("cell_loss_at_known_places", static_cast<double>(known) / (8 * pdus));
    out.Set("cell_loss_without", static_cast<double>(lostCells) / (8 * pdus));
    out.Set("pdu_loss_without", static_cast<double>(hurt) / pdus);
    if (isCorner)
    {
        std::cout << out << std::endl;
        return 0;
    }
    out.Set("pdus_exact", run.GetExact());
    out.Set("pdus_repaired", c.repaired);
    out.Set("groups_given_up", c.givenUp);
    out.Set("hypotheses_per_repair",
            c.repaired == 0 ? 0
                            : static_cast<double>(c.hypotheses) / static_cast<double>(c.repaired));
    out.Set("most_cells_held", c.mostHeld);
    out.Set("cell_loss", static_cast<double>(run.GetResidual()) / (8 * pdus));
    out.Set("pdu_loss", 1 - static_cast<double>(run.GetExact()) / pdus);
    out.Set("share_repaired",
            hurt == 0
                ? 1
                : 1 - (pdus - static_cast<double>(run.GetExact())) / static_cast<double>(hurt));
    std::cout << out << std::endl;
    return 0;
}
