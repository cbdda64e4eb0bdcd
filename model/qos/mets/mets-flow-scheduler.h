// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_FLOW_SCHEDULER_H
#define METS_FLOW_SCHEDULER_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/host-task.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Calls an application once per frame, by a clock that only ticks (QoS-A, 2.2.1.1).
 *
 * With DriftCompensation, frame k is due k / FrameRate after the start, and is dispatched at the
 * first tick at or after that; if it is due already, at once. So ticks cost jitter, but no rate.
 * Without, each frame is due 1 / FrameRate after the dispatch of the one before, and rounding up to
 * ticks slows the flow down: 24 frames a second become 20 with ticks of 10 ms.
 *
 * With a task, a dispatch is work of a host: it ends, and the application is called, when the
 * processor has done it. A frame later than MissTolerance is a miss. More than MissThreshold misses
 * in a MissPeriod are told to the event callback, once in a period; so is, after such an event, the
 * end of the first period without a miss.
 */
class FlowScheduler : public Object
{
  public:
    /// Called with the number of a frame, from 0.
    using Dispatch = Callback<void, uint64_t>;
    /// Called with true (deadlines are missed) or false (all clear), and misses in the period.
    using Event = Callback<void, bool, uint64_t>;

    /// @return the TypeId
    static TypeId GetTypeId();

    FlowScheduler();
    ~FlowScheduler() override;

    /// @param dispatch called for each frame
    void SetDispatch(Dispatch dispatch);
    /// @param event called when deadlines are missed, and when they are met again; may be null
    void SetEvent(Event event);
    /// @param task that does the dispatches, or null @param cost of each
    void SetTask(Ptr<HostTask> task, Time cost);

    /// Starts: frame 0 is due at the first tick from now on.
    void Start();
    /// Stops; no further frame is dispatched.
    void Stop();

    /// @return frames dispatched
    uint64_t GetDispatched() const;
    /// @return frames that were later than MissTolerance
    uint64_t GetMisses() const;
    /// @return times at which the event callback was told of misses
    uint64_t GetEvents() const;

    /**
     * @brief TracedCallback signature for dispatches.
     * @param [in] frame number
     * @param [in] lateness after the frame was due
     */
    typedef void (*DispatchTracedCallback)(uint64_t frame, Time lateness);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /// @param t a time @return the first tick at or after it
    Time RoundUp(Time t) const;
    /// Has the next frame dispatched.
    void Plan();
    /// The tick of the next frame.
    void Begin();
    /// The next frame's dispatch has been done.
    void Finish();
    /// A period ends.
    void EndPeriod();

    Time m_tick;                //!< of the clock
    Time m_phase;               //!< of its ticks
    double m_rate;              //!< frames a second
    bool m_compensation;        //!< of drift
    Time m_tolerance;           //!< lateness of a miss
    uint32_t m_threshold;       //!< misses
    Time m_period;              //!< in which they are counted
    Dispatch m_dispatch;        //!< application
    Event m_event;              //!< application
    Ptr<HostTask> m_task;       //!< worker, or null
    Time m_cost;                //!< of a dispatch
    Time m_start;               //!< deadline of frame 0
    Time m_due;                 //!< of the next frame
    uint64_t m_frame{0};        //!< next one
    uint64_t m_generation{0};   //!< of Start(), so that work of an earlier one is not taken
    bool m_running{false};      //!< started
    uint64_t m_misses{0};       //!< so far
    uint64_t m_periodMisses{0}; //!< in this period
    uint64_t m_events{0};       //!< so far
    bool m_told{false};         //!< of misses in this period
    bool m_alarm{false};        //!< misses were told, and no all-clear since
    EventId m_next;             //!< next tick of interest
    EventId m_periodEnd;        //!< end of the period

    TracedCallback<uint64_t, Time> m_dispatchTrace; //!< frames
};
} // namespace hsn
} // namespace ns3

#endif // METS_FLOW_SCHEDULER_H
