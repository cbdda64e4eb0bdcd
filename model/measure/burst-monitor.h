// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_MONITOR_H
#define BURST_MONITOR_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Divides the cells at a policer into bursts of PDUs separated by idle times.
 *
 * Told about each cell, in order. Counts for each burst the PDUs that passed before the first
 * damaged one, and the damaged ones. Only full PDUs count: shorter ones are connection set-up or
 * the end of the data. MonitorHelper connects it to a UsageParameterControl.
 */
class BurstMonitor
{
  public:
    /// A burst.
    struct Burst
    {
        uint32_t passed{0};  //!< PDUs that passed before the first damaged one
        uint32_t damaged{0}; //!< PDUs that lost a cell
    };

    /**
     * @param cells of a full PDU
     * @param idle shortest idle time between bursts
     * @param listed PDUs of the first burst whose fates are kept
     */
    BurstMonitor(uint32_t cells, Time idle, std::size_t listed);

    /**
     * @brief A cell arrives.
     * @param step when, in time steps
     * @param last whether it ends its PDU
     * @param passed whether it is passed on
     */
    void NoteCell(int64_t step, bool last, bool passed);
    /// No more cells arrive: the burst under way ends.
    void Finish();

    /// @return all bursts that have ended
    const std::vector<Burst>& GetBursts() const;
    /// @return mean number of PDUs passed in the bursts with damaged PDUs; NaN: none
    double GetMean() const;
    /// @return idle times between bursts, seconds
    const std::vector<double>& GetIdles() const;
    /// @return of each PDU of the first burst the cells passed, with * if the last cell is one
    const std::vector<std::string>& GetFirstFates() const;

  private:
    /// The last cell of a PDU is there. @param passed whether it is passed on
    void EndPdu(bool passed);

    uint32_t m_cells;                 //!< of a full PDU
    int64_t m_idle;                   //!< steps
    std::size_t m_listed;             //!< greatest size of m_fates
    int64_t m_last{-1};               //!< time step of the cell before
    uint32_t m_seen{0};               //!< cells of the PDU
    uint32_t m_accepted{0};           //!< those of them that passed
    bool m_any{false};                //!< the burst has a full PDU
    Burst m_burst;                    //!< under way
    std::vector<Burst> m_bursts;      //!< ended
    std::vector<double> m_idles;      //!< seconds
    std::vector<std::string> m_fates; //!< of the PDUs of the first burst
};
} // namespace hsn
} // namespace ns3

#endif // BURST_MONITOR_H
