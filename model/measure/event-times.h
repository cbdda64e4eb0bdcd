// SPDX-License-Identifier: GPL-2.0-only
#ifndef EVENT_TIMES_H
#define EVENT_TIMES_H

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Counts events and keeps the times of the first ones and of the last one.
 */
class EventTimes
{
  public:
    /// @param kept number of first events whose times are kept
    explicit EventTimes(std::size_t kept);

    /// An event happens now.
    void Note();
    /// An event happened. @param step when, in time steps
    void NoteAt(int64_t step);

    /// @return number of events
    uint64_t GetCount() const;
    /// @return time of the first event; zero without events
    Time GetFirst() const;
    /// @return time from the first to the last event; zero without events
    Time GetSpan() const;
    /// @return times of the first events, in time steps
    const std::vector<int64_t>& GetSteps() const;

  private:
    std::size_t m_kept;           //!< how many times are kept
    uint64_t m_count{0};          //!< events
    int64_t m_first{0};           //!< time step
    int64_t m_last{0};            //!< time step
    std::vector<int64_t> m_steps; //!< of the first events
};
} // namespace hsn
} // namespace ns3

#endif // EVENT_TIMES_H
