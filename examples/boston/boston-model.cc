// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * The analysis of the paper boston (section 2.2, equations (1) and (2), figure 2) for one segment
 * size, redundancy and cell loss rate; and the same by experiment: disperses segments, loses cells,
 * and decodes the rest. Prints one line, a JSON object.
 */
#include "ns3/core-module.h"
#include "ns3/dispersal-code.h"
#include "ns3/dispersal-model.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Bytes of a cell's payload.
constexpr std::size_t CELL = 48;

/// Parameters.
struct Options
{
    uint32_t m{30};
    uint32_t alpha{0};
    uint32_t alphaRetx{0};
    double q{0.1};
    double targetRounds{3};
    uint32_t dispersal{255};
    uint32_t trials{0};
    uint32_t maxRounds{1000000};
    uint32_t subsets{0};
};

/// Sends segments over a link that loses cells independently, and decodes them.
class Trial
{
  public:
    /// @param o parameters
    explicit Trial(const Options& o)
        : m_o(o),
          m_code(o.m, o.dispersal),
          m_data(o.m * CELL),
          m_coded(o.dispersal * CELL),
          m_rebuilt(o.m * CELL)
    {
        m_random->SetStream(1);
    }

    /// @param keep whether cells of earlier rounds count, and only what is missing is sent again;
    /// else each round is like the first @return rounds and cells, a mean over all segments
    DispersalModel::Cost Run(bool keep)
    {
        DispersalModel::Cost sum{0, 0};
        for (uint32_t i = 0; i < m_o.trials; ++i)
        {
            const auto cost = SendSegment(keep);
            sum.rounds += cost.rounds;
            sum.cells += cost.cells;
        }
        return {sum.rounds / m_o.trials, sum.cells / m_o.trials};
    }

    /// Decodes a segment from subsets of m cells: from all subsets if there are at most as many as
    /// asked for, else from random ones. @return number of subsets
    uint32_t TrySubsets()
    {
        MakeSegment();
        double ways = 1;
        for (uint32_t i = 0; i < m_o.m; ++i)
        {
            ways *= static_cast<double>(m_o.dispersal - i) / (i + 1);
        }
        std::vector<uint32_t> cells(m_o.dispersal);
        std::iota(cells.begin(), cells.end(), 0);
        if (ways > m_o.subsets + 0.5)
        {
            for (uint32_t i = 0; i < m_o.subsets; ++i)
            {
                for (uint32_t k = 0; k < m_o.m; ++k)
                {
                    std::swap(cells[k], cells[m_random->GetInteger(k, m_o.dispersal - 1)]);
                }
                Decode({cells.begin(), cells.begin() + m_o.m});
            }
            return m_o.subsets;
        }
        std::vector<bool> taken(m_o.dispersal);
        std::fill_n(taken.begin(), m_o.m, true);
        uint32_t n = 0;
        do
        {
            std::vector<uint32_t> subset;
            std::copy_if(cells.begin(), cells.end(), std::back_inserter(subset), [&](uint32_t i) {
                return taken[i];
            });
            Decode(subset);
            ++n;
        } while (std::prev_permutation(taken.begin(), taken.end()));
        return n;
    }

    /// @return segments that were not decoded correctly
    uint64_t GetFailures() const
    {
        return m_failures;
    }

  private:
    /// Fills a segment at random, and disperses it.
    void MakeSegment()
    {
        for (auto& byte : m_data)
        {
            byte = static_cast<uint8_t>(m_random->GetInteger(0, 255));
        }
        m_code.Disperse(m_data.data(), CELL, 0, m_o.dispersal, m_coded.data());
    }

    /// @param keep see Run() @return what it took
    DispersalModel::Cost SendSegment(bool keep)
    {
        MakeSegment();
        DispersalModel::Cost cost{0, 0};
        std::vector<uint32_t> arrived;
        uint32_t next = 0; // index of the next cell; fresh ones as long as there are any
        for (; arrived.size() < m_o.m && cost.rounds < m_o.maxRounds; ++cost.rounds)
        {
            if (!keep)
            {
                arrived.clear();
                next = 0;
            }
            const bool first = !keep || cost.rounds == 0;
            const auto missing = static_cast<uint32_t>(m_o.m - arrived.size());
            const uint32_t n = missing + (first ? m_o.alpha : m_o.alphaRetx);
            for (uint32_t i = 0; i < n; ++i, ++next)
            {
                ProgramOptions::Require(next < m_o.dispersal,
                                        "--dispersal=" + std::to_string(m_o.dispersal) +
                                            ": a segment took more cells than that");
                if (m_random->GetValue(0, 1) >= m_o.q)
                {
                    arrived.push_back(next);
                }
            }
            cost.cells += n;
        }
        Decode(arrived);
        return cost;
    }

    /// @param arrived indices of cells
    void Decode(const std::vector<uint32_t>& arrived)
    {
        std::vector<uint8_t> cells;
        for (const auto index : arrived)
        {
            const auto* cell = &m_coded[index * CELL];
            cells.insert(cells.end(), cell, cell + CELL);
        }
        const bool rebuilt = m_code.Rebuild(arrived, cells.data(), CELL, m_rebuilt.data());
        m_failures += !rebuilt || m_rebuilt != m_data;
    }

    Options m_o;
    DispersalCode m_code;
    std::vector<uint8_t> m_data;    //!< a segment
    std::vector<uint8_t> m_coded;   //!< all its cells
    std::vector<uint8_t> m_rebuilt; //!< what was decoded
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    uint64_t m_failures{0};
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        __FILE__,
        "Paper boston, section 2.2: survival of a dispersed segment, by formula and trial");
    options.Add("m", "Cells that rebuild a segment", o.m, Between(1, 65535));
    options.Add("alpha",
                "Extra cells of a transmission (of the first one if others differ)",
                o.alpha,
                AtMost(65535));
    options.Add("alphaRetx",
                "Extra cells of a retransmission of what is missing",
                o.alphaRetx,
                AtMost(65535));
    options.Add("q", "Probability that a cell is lost", o.q, AtLeast(0).Below(1));
    options.Add("targetRounds",
                "Mean rounds for which the least alpha is printed",
                o.targetRounds,
                AtLeast(1));
    options.Add("dispersal",
                "Different coded cells of a segment (N)",
                o.dispersal,
                Between(1, 65535));
    options.Add("trials", "Segments that are sent, lost and decoded; 0: none", o.trials);
    options.Add("maxRounds",
                "Rounds after which a segment is given up, and is a failure",
                o.maxRounds,
                AtLeast(1));
    options.Add("subsets", "Subsets of m of the N cells to be decoded; 0: none", o.subsets);
    options.Parse(argc, argv);
    options.Require(o.dispersal >= o.m + o.alpha,
                    "dispersal",
                    "must be at least m + alpha = " + std::to_string(o.m + o.alpha));

    JsonObject out;
    out.Set("failure", DispersalModel::GetFailure(o.m, o.alpha, o.q));
    out.Set("rounds", DispersalModel::GetRounds(o.m, o.alpha, o.q));
    const auto cost = DispersalModel::GetPendingCost(o.m, o.alpha, o.alphaRetx, o.q);
    out.Set("pending_rounds", cost.rounds);
    out.Set("pending_cells", cost.cells);
    out.Set("extra_cells",
            DispersalModel::GetExtraCells(o.m, o.q, o.targetRounds, o.dispersal - o.m));
    if (o.trials > 0)
    {
        Trial trial(o);
        out.Set("tried_rounds", trial.Run(false).rounds);
        const auto pending = trial.Run(true);
        out.Set("tried_pending_rounds", pending.rounds);
        out.Set("tried_pending_cells", pending.cells);
        out.Set("decode_failures", trial.GetFailures());
    }
    if (o.subsets > 0)
    {
        Trial trial(o);
        out.Set("subsets_tried", trial.TrySubsets());
        out.Set("subset_failures", trial.GetFailures());
    }
    std::cout << out << std::endl;
    return 0;
}
