// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLUID_QUEUE_H
#define FLUID_QUEUE_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
class FluidSourceSet;

/** @brief Totals of a FluidQueue since time 0. Integrals are exact. */
struct FluidQueueTotals
{
    double arrived{0};    //!< bits
    double late{0};       //!< bits that found more queued than what is served in DelayBound
    double sent{0};       //!< bits
    double queueTime{0};  //!< integral of the queue over time, bit s
    double squareTime{0}; //!< integral of its square, bit^2 s
    double longest{0};    //!< greatest queue, bits
    uint64_t changes{0};  //!< intervals of constant input
};

/**
 * @ingroup hsn-traffic
 * @brief Is told the queue at the end of every interval of constant input.
 */
class FluidQueueListener
{
  public:
    virtual ~FluidQueueListener() = default;
    /**
     * @brief The input is about to change, or somebody looks. Between two calls the queue is a
     * straight line, or one that ends at 0.
     * @param seconds time, perhaps before that of the simulator
     * @param bits queued then
     */
    virtual void NoteQueue(double seconds, double bits) = 0;
};

/**
 * @ingroup hsn-traffic
 * @brief An infinite first-in first-out queue of fluid with a constant service rate, exact.
 *
 * Between changes of the input a(t), dQ/dt = a - ServiceRate where Q > 0 or a > ServiceRate, else
 * 0. A bit that arrives at t is late if Q(t) > ServiceRate DelayBound; the share of an interval
 * that is above the threshold is solved for, nothing is sampled.
 *
 * The queue is evaluated when somebody asks: Update() brings it to the time of the simulator, and
 * the sources of all its FluidSourceSets with it, which draw what happens in between themselves.
 * Time is counted in seconds as a double; after a day it still resolves 20 ps.
 */
class FluidQueue : public Object
{
  public:
    /**
     * @brief TracedCallback signature for Load.
     * @param bits queued at Simulator::Now()
     * @param input bit/s
     */
    typedef void (*LoadTracedCallback)(double bits, double input);

    /// @return the TypeId
    static TypeId GetTypeId();

    /// Brings the queue and its sources to Simulator::Now(), and fires Load.
    void Update();

    /// Changes the input now. @param rate added to it, bit/s, may be negative
    void AddInput(double rate);

    /// @return bits queued at the time of the last Update()
    double GetQueue() const;
    /// @return delay of a bit that arrives then, s
    double GetDelay() const;
    /// @return input then, bit/s
    double GetInput() const;
    /// @return totals up to then
    const FluidQueueTotals& GetTotals() const;
    /// @return service rate, bit/s
    double GetServiceRate() const;
    /// @return bits above which an arriving bit is late
    double GetLateThreshold() const;

    /// @param listener told every interval, or null; not owned
    void SetListener(FluidQueueListener* listener);

    /**
     * @name For FluidSourceSet
     * @{
     */
    /// @param set whose sources feed this queue from now on
    void Attach(FluidSourceSet* set);
    /// @param set whose sources do so no more
    void Detach(FluidSourceSet* set);
    /// Ends an interval of constant input. @param seconds time, at least that of the last call
    inline void AdvanceTo(double seconds);
    /// @param rate new input, bit/s
    inline void SetInput(double rate);
    /** @} */

  protected:
    void DoDispose() override;

  private:
    /// An attribute is about to change, which must not change what has been before.
    void FinishPast();
    /// @param rate of the service
    void SetServiceRate(DataRate rate);
    /// @return rate of the service
    DataRate GetServiceDataRate() const;
    /// @param bound of the delay
    void SetDelayBound(Time bound);
    /// @return bound of the delay
    Time GetDelayBound() const;

    double m_service{10e6};                  //!< bit/s
    double m_bound{0.016};                   //!< s
    double m_threshold{160e3};               //!< bits
    double m_now{0};                         //!< s, end of what was integrated
    double m_input{0};                       //!< bit/s
    double m_queue{0};                       //!< bits
    FluidQueueTotals m_totals;               //!< up to m_now
    FluidQueueListener* m_listener{nullptr}; //!< told every interval
    std::vector<FluidSourceSet*> m_sets;     //!< feed the queue
    TracedCallback<double, double> m_load;   //!< trace
};

void
FluidQueue::SetInput(double rate)
{
    m_input = rate;
}

void
FluidQueue::AdvanceTo(double seconds)
{
    const double dt = seconds - m_now;
    const double net = m_input - m_service;
    const double begin = m_queue;
    m_now = seconds;
    m_totals.arrived += m_input * dt;
    ++m_totals.changes;
    if (begin == 0 && net <= 0)
    {
        m_totals.sent += m_input * dt;
    }
    else
    {
        double busy = dt;
        double end = begin + net * dt;
        if (end < 0)
        {
            busy = -begin / net;
            end = 0;
        }
        m_queue = end;
        m_totals.sent += m_service * busy + m_input * (dt - busy);
        m_totals.queueTime += (begin + end) / 2 * busy;
        m_totals.squareTime += (begin * begin + begin * end + end * end) / 3 * busy;
        m_totals.longest = end > m_totals.longest ? end : m_totals.longest;
        if (begin > m_threshold || end > m_threshold)
        {
            double above = busy;
            if (begin <= m_threshold)
            {
                above = (end - m_threshold) / net;
            }
            else if (end <= m_threshold)
            {
                above = (begin - m_threshold) / -net;
            }
            m_totals.late += m_input * above;
        }
    }
    if (m_listener)
    {
        m_listener->NoteQueue(m_now, m_queue);
    }
}
} // namespace hsn
} // namespace ns3

#endif // FLUID_QUEUE_H
