// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_CLOCK_H
#define CELL_CLOCK_H

#include "ns3/cell-burst.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief The theoretical arrival time of cells at a constant rate (I.371), kept exactly.
 *
 * Time steps and a fraction of one, in units of 1 / rate: cell k of an endless train is ready
 * k * 424 bits / rate after the first, rounded up to a time step, so that the rate is met in the
 * long run whatever it is.
 */
class CellClock
{
  public:
    /**
     * @brief Starts anew.
     * @param now time step of the first cell
     * @param rate bit/s, 53 octets a cell, above 0
     */
    void Start(int64_t now, DataRate rate)
    {
        const auto bits = static_cast<uint64_t>(8 * CellBurst::CELL_BYTES) *
                          static_cast<uint64_t>(Seconds(1).GetTimeStep());
        m_rate = rate.GetBitRate();
        m_interval = static_cast<int64_t>(bits / m_rate);
        m_intervalPart = bits % m_rate;
        m_whole = now;
        m_part = 0;
    }

    /// @return time step of the cell: the theoretical time, rounded up
    int64_t GetStep() const
    {
        return m_whole + (m_part > 0 ? 1 : 0);
    }

    /// @param t time step @return whether the theoretical time is before it
    bool IsBefore(int64_t t) const
    {
        return m_whole < t;
    }

    /// @param t time step before which there is no cell: the theoretical time moves there
    void Await(int64_t t)
    {
        if (m_whole < t)
        {
            m_whole = t;
            m_part = 0;
        }
    }

    /// @param steps by which all later cells are delayed
    void Delay(int64_t steps)
    {
        m_whole += steps;
    }

    /// The next cell.
    void Advance()
    {
        m_whole += m_interval;
        m_part += m_intervalPart;
        if (m_part >= m_rate)
        {
            m_part -= m_rate;
            ++m_whole;
        }
    }

  private:
    uint64_t m_rate{1};         //!< bit/s
    int64_t m_interval{0};      //!< between cells, time steps
    uint64_t m_intervalPart{0}; //!< and parts of one, in units of 1 / rate
    int64_t m_whole{0};         //!< theoretical time, time steps
    uint64_t m_part{0};         //!< and parts of one
};
} // namespace hsn
} // namespace ns3

#endif // CELL_CLOCK_H
