// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_LINK_TIMES_H
#define BURST_LINK_TIMES_H

#include "ns3/ring-buffer.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief When the cells that are on one direction of a link have left, or will leave, their sender.
 *
 * The burst engine keeps the arrival of a cell only. The cell left a cell time and a delay earlier,
 * by the rate and the delay of then: cells that are on their way when these change keep their
 * times, and cells that would overtake others arrive later than by the new ones. Offsets are time
 * steps from the first bit sent to the last bit received.
 *
 * Cells arrive in the order in which they leave.
 */
class BurstLinkTimes
{
  public:
    /**
     * @brief Rate or delay change; all cells before now have been taken.
     * @param now time step
     * @param last arrival of the last cell that has left
     * @param offset of cells that left since the last change
     */
    void NoteChange(int64_t now, int64_t last, int64_t offset);

    /// @param arrival of a cell that would overtake others; later than all before @param start when
    /// it leaves
    void NoteLate(int64_t arrival, int64_t start)
    {
        m_eras.Push({arrival, arrival - start});
    }

    /// @param arrival of a cell @param present offset of cells that leave now @return its offset
    int64_t GetOffset(int64_t arrival, int64_t present) const
    {
        return m_eras.Empty() || arrival > m_eras.Back().until ? present : FindOffset(arrival);
    }

    /**
     * @param start time step
     * @param present offset of cells that leave now
     * @return time step from which on the cells arrive that leave at `start` or later
     */
    int64_t GetArrival(int64_t start, int64_t present) const;

  private:
    /// Cells that have the same offset.
    struct Era
    {
        int64_t until{0};  //!< last arrival
        int64_t offset{0}; //!< of the cells that arrive after those of the era before
    };

    /// GetOffset of a cell that is not of the present. @param arrival as there @return as there
    int64_t FindOffset(int64_t arrival) const;

    RingBuffer<Era> m_eras; //!< before the present, oldest first
};
} // namespace hsn
} // namespace ns3

#endif // BURST_LINK_TIMES_H
