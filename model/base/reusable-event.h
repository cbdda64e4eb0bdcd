// SPDX-License-Identifier: GPL-2.0-only
#ifndef REUSABLE_EVENT_H
#define REUSABLE_EVENT_H

#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief A simulator event that can be scheduled over and over without a heap allocation.
 *
 * Simulator::Schedule makes a new event object per call; at one event per cell that is most of
 * the cost. This one is made once, and the simulator only takes references to it. The owner
 * calls Detach() before it goes, so that an event still in the scheduler does nothing.
 *
 * @tparam T class of the owner
 * @tparam F member function the event calls
 */
template <typename T, void (T::*F)()>
class ReusableEvent
{
  public:
    /// @param owner whose F is called
    explicit ReusableEvent(T* owner)
        : m_event(Create<Event>(owner))
    {
    }

    ~ReusableEvent()
    {
        Detach();
    }

    ReusableEvent(const ReusableEvent&) = delete;
    ReusableEvent& operator=(const ReusableEvent&) = delete;

    /// Disables all events that are still scheduled, for good.
    void Detach()
    {
        m_event->owner = nullptr;
    }

    /**
     * @brief Schedules one more call of the owner.
     * @param context the node on whose behalf it runs
     * @param delay from now, in time steps
     */
    void Schedule(uint32_t context, int64_t delay)
    {
        m_event->Ref(); // the simulator takes this reference over
        Simulator::ScheduleWithContext(context, TimeStep(delay), PeekPointer(m_event));
    }

  private:
    /// The event object.
    struct Event : public EventImpl
    {
        /// @param o the owner
        explicit Event(T* o)
            : owner(o)
        {
        }

        void Notify() override
        {
            if (owner)
            {
                (owner->*F)();
            }
        }

        T* owner; //!< null once detached
    };

    Ptr<Event> m_event; //!< the one event
};
} // namespace hsn
} // namespace ns3

#endif // REUSABLE_EVENT_H
