// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_EIFEL_H
#define HSN_TCP_EIFEL_H

#include "tcp-ack-event.h"

#include "ns3/nstime.h"

#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Eifel detection (RFC 3522): tells from echoed timestamps that a fast retransmit, or a
 * timeout, was needless, and remembers the windows before it.
 *
 * The first acknowledgement of new data in a recovery decides. If it echoes a timestamp from before
 * the retransmission, the original has arrived.
 */
class TcpEifel
{
  public:
    /** @param time of something @return value that a timestamp has then */
    static Time ToTimestamp(Time time)
    {
        return MilliSeconds(time.GetMilliSeconds());
    }

    /** @brief A recovery begins, with a retransmission. @param now time @param windows before it */
    void Begin(Time now, const TcpWindows& windows)
    {
        m_began = ToTimestamp(now);
        m_windows = windows;
    }

    /** @brief There is nothing to be decided. */
    void Cancel()
    {
        m_windows.reset();
    }

    /**
     * @brief New data is acknowledged in a recovery.
     * @param echoed when what it echoes was sent, by timestamps; nothing: there are none
     * @param complete whether nothing is considered lost any more
     * @return windows to be restored; nothing: the recovery goes on
     */
    std::optional<TcpWindows> Decide(std::optional<Time> echoed, bool complete)
    {
        if (!echoed || *echoed >= m_began)
        {
            Cancel();
        }
        if (!complete)
        {
            return std::nullopt;
        }
        const auto windows = m_windows;
        Cancel();
        return windows;
    }

  private:
    Time m_began;                        //!< timestamp of the retransmission
    std::optional<TcpWindows> m_windows; //!< before it; nothing: decided
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_EIFEL_H
