// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_SLOT_CLOCK_H
#define ATM_SLOT_CLOCK_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief When a switch switches the cells that arrive: at once, or at the end of their slot.
 */
class AtmSlotClock
{
  public:
    /// @param slot length of slots from now on, time steps; 0: none @param now time step
    void Set(int64_t slot, int64_t now)
    {
        m_before = m_slot;
        m_slot = slot;
        m_since = now;
    }

    /// @return length of slots, time steps, or 0
    int64_t GetSlot() const
    {
        return m_slot;
    }

    /// @return whether cells wait for the end of a slot
    bool IsSlotted() const
    {
        return m_slot > 0;
    }

    /// @param due time step at which a cell is switched @return whether it may have arrived
    /// earlier: it is the end of a slot, or the time at which slots were given up
    bool MayHaveWaited(int64_t due) const
    {
        return m_slot > 0 || due == m_since;
    }

    /// @param arrival time step at which a cell arrives @return time step at which it is switched
    int64_t GetDue(int64_t arrival) const
    {
        if (arrival >= m_since)
        {
            return EndOfSlot(arrival, m_slot);
        }
        return std::min(EndOfSlot(arrival, m_before), m_since);
    }

  private:
    /// @param time time step @param slot length of slots, or 0 @return end of the slot it is in
    static int64_t EndOfSlot(int64_t time, int64_t slot)
    {
        return slot > 0 ? (time + slot - 1) / slot * slot : time;
    }

    int64_t m_slot{0};   //!< length of slots, time steps, or 0
    int64_t m_before{0}; //!< length before the last change
    int64_t m_since{0};  //!< time step of the last change
};
} // namespace hsn
} // namespace ns3

#endif // ATM_SLOT_CLOCK_H
