// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_CLOCK_H
#define HSN_TCP_CLOCK_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/tick-clock.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief The clock that the timers and timestamps of a TCP connection run by. */
class TcpClock
{
  public:
    /** @brief What timers count. */
    enum Mode
    {
        FINE,     //!< simulated time (RFC 6298)
        BSD_TICKS //!< ticks of the node's TickClock
    };

    /** @brief Starts the clock of a connection. @param mode what it counts @param node its node */
    void Start(Mode mode, Ptr<Node> node);

    /** @brief Releases the node's clock; no timer may be set after this. */
    void Stop()
    {
        m_ticks = nullptr;
    }

    /** @return whether timers count ticks; else they run by simulated time */
    bool CountsTicks() const
    {
        return m_ticks != nullptr;
    }

    /** @param wait a duration @return when a timer expires that is set to it now; in ticks, the
     * duration is rounded up to whole ticks, at least 1 */
    Time GetDeadline(Time wait) const;

    /** @param wait longest delay @return when an acknowledgement leaves that is delayed now: after
     * that time, or at the next fast tick */
    Time GetDelayedAckDeadline(Time wait) const;

    /** @return value of the timestamps option now: milliseconds, or slow ticks (RFC 7323, 5.4) */
    uint32_t GetTimestamp() const;

    /** @param time a duration @return as many slow ticks, rounded up, at least 1; only if
     * CountsTicks() */
    int64_t ToTicks(Time time) const;

    /** @return the node's clock; only if CountsTicks() */
    const TickClock& GetTicks() const
    {
        return *m_ticks;
    }

  private:
    Ptr<TickClock> m_ticks; //!< the node's clock; null: simulated time
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_CLOCK_H
