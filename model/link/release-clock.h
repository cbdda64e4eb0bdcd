// SPDX-License-Identifier: GPL-2.0-only
#ifndef RELEASE_CLOCK_H
#define RELEASE_CLOCK_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief The ticks of a clock that releases packets, as that of a kernel: one each period, counted
 * from a phase. Without a period packets are released at any time.
 */
struct ReleaseClock
{
    int64_t period{0}; //!< time steps; 0: none
    int64_t phase{0};  //!< time steps, at least 0; ticks are before it, too

    /// @param time at least 0, time step @return the first tick that is not before it
    int64_t GetNext(int64_t time) const
    {
        if (period <= 0)
        {
            return time;
        }
        const int64_t first = phase % period;
        return first + (time - first + period - 1) / period * period;
    }
};
} // namespace hsn
} // namespace ns3

#endif // RELEASE_CLOCK_H
