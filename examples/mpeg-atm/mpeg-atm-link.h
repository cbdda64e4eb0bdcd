// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The link behind the switch: cells that it erases, and parity that repairs headers.
 */
#ifndef MPEG_ATM_LINK_H
#define MPEG_ATM_LINK_H

#include "mpeg-atm-arrivals.h"
#include "mpeg-atm-parity-run.h"

#include "ns3/error-model.h"
#include "ns3/packet.h"
#include "ns3/two-state-error-model.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Erases cells of each video in runs of their own (Gilbert).
 *
 * Runs are those of a video's cells: a run of the link's cells would take one cell each of many
 * videos, and no video would see a run.
 */
class MpegAtmErasures
{
  public:
    /**
     * @param loss share of cells that are erased, 0 to below 1; 0: none
     * @param burst mean number of cells of a video erased in a row; 1: independent
     * @param sources videos
     */
    MpegAtmErasures(double loss, double burst, uint32_t sources)
    {
        // streams of the videos' models begin at 1: these are far behind
        constexpr int64_t STREAM = 1000000;
        for (uint32_t s = 0; loss > 0 && s < sources; ++s)
        {
            m_models.push_back(MakeTwoStateLoss(loss, burst > 1 ? burst : 0, STREAM + 2 * s));
        }
    }

    /// @param source whose cell leaves the buffer now @return whether the link erases it
    bool Erases(uint32_t source)
    {
        return !m_models.empty() && m_models[source]->IsCorrupt(m_cell);
    }

  private:
    std::vector<Ptr<ErrorModel>> m_models;  //!< by video
    Ptr<Packet> m_cell{Create<Packet>(53)}; //!< stands for any cell
};

/**
 * @brief Repairs the headers of all videos by their parity PDUs, as receivers do: the places of
 * lost cells are searched for.
 * @param arrivals all cells, with parity
 * @param lost cells that did not arrive; those of PDUs that are repaired bit by bit are reset
 * @return cells that were repaired
 */
inline uint64_t
RepairMpegAtmHeaders(const MpegAtmArrivals& arrivals, std::vector<bool>& lost)
{
    constexpr std::size_t DATA = MPEG_ATM_PARITY_PDUS * MPEG_ATM_PDU;
    constexpr std::size_t GROUP = DATA + MPEG_ATM_PDU;
    std::vector<std::vector<std::size_t>> headers(arrivals.frames.size());
    for (std::size_t i = 0; i < lost.size(); ++i)
    {
        if (arrivals.cells[i].cls == 0)
        {
            headers[arrivals.cells[i].source].push_back(i);
        }
    }
    uint64_t repaired = 0;
    for (std::size_t s = 0; s < headers.size(); ++s)
    {
        const auto& cells = headers[s];
        MpegAtmParityRun run(static_cast<uint32_t>(s));
        const std::size_t groups = cells.size() / GROUP;
        for (std::size_t g = 0; g < groups; ++g)
        {
            std::set<uint32_t> missing;
            for (std::size_t k = 0; k < GROUP; ++k)
            {
                if (lost[cells[g * GROUP + k]])
                {
                    missing.insert(static_cast<uint32_t>(k));
                }
            }
            run.Send(missing);
        }
        run.Flush();
        for (std::size_t k = 0; k < groups * DATA; ++k)
        {
            const std::size_t cell = cells[k / DATA * GROUP + k % DATA];
            if (lost[cell] && run.IsExact(k / MPEG_ATM_PDU))
            {
                lost[cell] = false;
                ++repaired;
            }
        }
    }
    return repaired;
}
} // namespace hsn
} // namespace ns3

#endif // MPEG_ATM_LINK_H
