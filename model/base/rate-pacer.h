// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_RATE_PACER_H
#define HSN_RATE_PACER_H

#include "deadline-timer.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Tells a sender when its next packet may leave, so that its packets follow a rate: the last
 * one's bytes divided by the rate after that one.
 *
 * A new rate counts from the last packet on and so moves the next one, in both directions, but
 * never into the past. Time in which there was nothing to send is not made up for. There is at most
 * one event for all of it, and the time between packets is at least a time step.
 *
 * @code
 *   void Sender::DoSend() // there is new data
 *   {
 *       m_pacer.Wake();
 *   }
 *
 *   void Sender::TrySend() // called by the pacer
 *   {
 *       if (!m_queue.IsEmpty())
 *       {
 *           auto packet = m_queue.Remove();
 *           m_pacer.NoteSent(packet->GetSize());
 *           ...
 *       }
 *   }
 * @endcode
 */
class RatePacer
{
  public:
    /** @param ready called by an event when the next packet may leave, once after NoteSent() or
     * Wake(). It is the last thing that the event does, so it may destroy the pacer. */
    explicit RatePacer(std::function<void()> ready);

    /** @param rate bytes per second, above 0 and finite; aborts otherwise */
    void SetRate(double rate);

    /** @return bytes per second; 0: not yet set */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return whether a packet may leave now */
    bool MaySend() const;

    /** @brief A packet leaves now. The rate must have been set. @param bytes of it */
    void NoteSent(uint32_t bytes);

    /** @brief There is something to send: has ready called when it may leave, at the earliest when
     * the running event is over. */
    void Wake();

    /** @return when the next packet may leave; in the past if it could have left earlier */
    Time GetNextTime() const
    {
        return m_next;
    }

    /** @brief Removes the event: ready is not called before the next NoteSent() or Wake(). */
    void Stop();

  private:
    /** @brief Computes when the next packet may leave, and waits for it. */
    void StartTimer();

    DeadlineTimer m_timer;  //!< the next packet may leave
    double m_rate{0};       //!< bytes per second
    uint32_t m_lastSize{0}; //!< of the last packet
    Time m_lastTime;        //!< when it left
    Time m_next;            //!< when the next one may leave
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RATE_PACER_H
