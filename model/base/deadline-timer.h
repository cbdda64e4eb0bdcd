// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_DEADLINE_TIMER_H
#define HSN_DEADLINE_TIMER_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief A timer that is cheap to postpone and to cancel.
 *
 * Protocols postpone their timers with every packet. Here that only stores the new deadline: when
 * the scheduled event runs before the deadline, it schedules itself again.
 */
class DeadlineTimer
{
  public:
    /** @brief What comes first of what happens at the deadline. */
    enum Order
    {
        ANY,           //!< what was scheduled first
        AFTER_ARRIVALS //!< packets that arrive then, and may still stop or postpone the timer
    };

    /** @param expired called when time is up @param order among what happens at the same time; by
     * default the order depends on when the timer was last started */
    explicit DeadlineTimer(std::function<void()> expired, Order order = ANY);
    ~DeadlineTimer();

    DeadlineTimer(const DeadlineTimer&) = delete;
    DeadlineTimer& operator=(const DeadlineTimer&) = delete;

    /** @brief Starts or restarts the timer. @param deadline when; not in the past */
    void Set(Time deadline);

    /** @brief Stops the timer. */
    void Cancel()
    {
        m_running = false;
    }

    /** @brief Stops the timer and removes its event from the simulator. */
    void Remove()
    {
        m_running = false;
        m_event.Cancel();
    }

    /** @return whether the timer runs */
    bool IsRunning() const
    {
        return m_running;
    }

    /** @return when it expires; only while it runs */
    Time GetDeadline() const
    {
        return m_deadline;
    }

  private:
    /** @brief Runs as the event: expires, or schedules itself again. */
    void Check();

    std::function<void()> m_expired; //!< what to do
    EventId m_event;                 //!< scheduled event
    Time m_eventTime;                //!< its time
    Time m_deadline;                 //!< when time is up
    bool m_running{false};           //!< set, and not yet expired
    const Order m_order;             //!< see constructor
    bool m_waits{false};             //!< time is up, and what arrives now comes first
};
} // namespace hsn
} // namespace ns3

#endif // HSN_DEADLINE_TIMER_H
