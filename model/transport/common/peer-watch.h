// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PEER_WATCH_H
#define HSN_PEER_WATCH_H

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <functional>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief Notices that nothing has been heard of the peer for some time.
 *
 * An end that only waits for data sends nothing, so no timeout of its own tells it that the peer
 * has vanished. What is to be done then is the protocol's: it ends the connection, or asks the peer
 * first (RFC 1122, 4.2.3.6).
 */
class PeerWatch
{
  public:
    /** @param silent called when nothing was heard for the time; the watch has stopped then */
    explicit PeerWatch(std::function<void()> silent)
        : m_timer(std::move(silent), DeadlineTimer::AFTER_ARRIVALS)
    {
    }

    /** @brief Begins, or begins anew. @param silence time without a sign of the peer; 0: any */
    void Start(Time silence)
    {
        m_silence = silence;
        if (silence.IsStrictlyPositive())
        {
            m_timer.Set(Simulator::Now() + silence);
        }
    }

    /** @brief The peer has given a sign of life. */
    void Hear()
    {
        if (m_timer.IsRunning())
        {
            m_timer.Set(Simulator::Now() + m_silence);
        }
    }

    /** @brief Ends, and removes its event from the simulator. */
    void Stop()
    {
        m_timer.Remove();
    }

  private:
    DeadlineTimer m_timer; //!< silence
    Time m_silence;        //!< see Start
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PEER_WATCH_H
