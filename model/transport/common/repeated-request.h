// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_REPEATED_REQUEST_H
#define HSN_REPEATED_REQUEST_H

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <functional>
#include <utility>

namespace ns3
{
namespace hsn
{
/** @brief Something that is sent, and sent again after each interval until it is answered. */
class RepeatedRequest
{
  public:
    /** @param send sends it; gets whether it was sent before @param giveUp called when the interval
     * after the last try has passed without an answer */
    RepeatedRequest(std::function<void(bool again)> send, std::function<void()> giveUp)
        : m_send(std::move(send)),
          m_giveUp(std::move(giveUp))
    {
    }

    /** @brief Sends it for the first time. @param interval time for an answer @param maxTries times
     * that it is sent, 1 or more */
    void Start(Time interval, uint32_t maxTries)
    {
        m_interval = interval;
        m_triesLeft = m_maxTries = maxTries;
        Try(false);
    }

    /** @brief The peer lives, though this is no answer: all tries are left again. */
    void Hear()
    {
        m_triesLeft = m_maxTries;
    }

    /** @brief It is answered. */
    void Cancel()
    {
        m_timer.Cancel();
    }

    /** @brief Ends, and removes the timer's event from the simulator. */
    void Stop()
    {
        m_timer.Remove();
    }

  private:
    /** @brief Sends it. @param again not for the first time */
    void Try(bool again)
    {
        --m_triesLeft;
        m_timer.Set(Simulator::Now() + m_interval); // first, since sending may end the connection
        m_send(again);
    }

    /** @brief There was no answer in time. */
    void HandleTimeout()
    {
        if (m_triesLeft > 0)
        {
            Try(true);
        }
        else
        {
            m_giveUp();
        }
    }

    std::function<void(bool again)> m_send;             //!< sends it
    std::function<void()> m_giveUp;                     //!< there is no answer
    DeadlineTimer m_timer{[this] { HandleTimeout(); }}; //!< waits for the answer
    Time m_interval;                                    //!< time for it
    uint32_t m_maxTries{0};                             //!< times that it is sent
    uint32_t m_triesLeft{0};                            //!< of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_REPEATED_REQUEST_H
