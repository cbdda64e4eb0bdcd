// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TICK_CLOCK_H
#define HSN_TICK_CLOCK_H

#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief The clock that BSD systems run their protocol timers by: a slow and a fast tick, common to
 * all connections of a node.
 *
 * A timer counts ticks: one of n ticks expires at the n-th tick after it was set, so between n - 1
 * and n tick periods later. No event is spent on ticks at which nothing happens.
 */
class TickClock : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TickClock();

    /**
     * @param node a node
     * @return its clock, which is made and aggregated if it has none
     */
    static Ptr<TickClock> Get(Ptr<Node> node);

    /** @param node a node @param stream first number @return streams used */
    static int64_t AssignStreams(Ptr<Node> node, int64_t stream);

    /** @return the number of the latest slow tick; the first one after time 0 has number 1 */
    int64_t GetSlowTick() const;

    /** @param n ticks, at least 1 @return time of the n-th slow tick from now */
    Time GetSlowTime(int64_t n) const;

    /** @return time of the next fast tick */
    Time GetNextFastTime() const;

    /** @return period of the slow tick */
    Time GetSlowPeriod() const
    {
        return m_slow;
    }

  private:
    /** @return the phase, a fraction of a tick; drawn once */
    double GetPhase() const;

    /** @param period of a tick @return number of the latest tick */
    int64_t GetTick(Time period) const;

    /** @param period of a tick @param number of a tick @return its time */
    Time GetTime(Time period, int64_t number) const;

    Time m_slow;                           //!< slow period
    Time m_fast;                           //!< fast period
    Ptr<RandomVariableStream> m_phaseDraw; //!< draws the phase
    mutable double m_phase{-1};            //!< fraction of a tick, negative: not drawn yet
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TICK_CLOCK_H
