// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_TAIL_PROBE_H
#define HSN_TCP_TAIL_PROBE_H

#include "ns3/byte-range-set.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Tail loss probes (RFC 8985, 7): if no acknowledgement comes for two round trips, a segment
 * is sent to evoke one, so that losses at the end of what was sent are found without the timer.
 *
 * The probe may itself repair the only loss, which would then go unnoticed: what is acknowledged
 * after it tells.
 */
class TcpTailProbe
{
  public:
    /** @brief An acknowledgement. */
    struct Ack
    {
        StreamOffset ack{0};                   //!< first byte that is not acknowledged
        bool bare{false};                      //!< a duplicate without SACK blocks
        std::optional<StreamOffset> duplicate; //!< end of what it reports to have come twice
    };

    /** @param smoothedRtt smoothed round-trip time, zero: there is none @param single whether only
     * one segment is outstanding @param ackDelay by how much the peer may delay an acknowledgement
     * @return the probe timeout */
    static Time GetTimeout(Time smoothedRtt, bool single, Time ackDelay)
    {
        return smoothedRtt.IsZero() ? Seconds(1) : 2 * smoothedRtt + (single ? ackDelay : Time(0));
    }

    /** @brief Forgets everything. */
    void Reset()
    {
        *this = TcpTailProbe();
    }

    /** @brief A probe leaves. @param end first byte that was never sent, after it @param again
     * whether it is a segment that was sent before */
    void OnProbe(StreamOffset end, bool again)
    {
        m_end = end;
        m_again = again;
        m_hasSample = false;
    }

    /** @brief There is a round-trip time of a segment that was sent once. */
    void OnSample()
    {
        m_hasSample = true;
    }

    /** @return whether another probe may be sent: none is under way, and there was a sample of the
     * round-trip time since */
    bool MaySend() const
    {
        return !m_end && m_hasSample;
    }

    /** @brief Others have found a loss: nothing is to be learned from the probe. */
    void Cancel()
    {
        m_end.reset();
    }

    /** @param block reported duplicate, its end @return whether it is of the probe */
    bool IsOfProbe(StreamOffset block) const
    {
        return m_end && m_again && block == *m_end;
    }

    /** @brief An acknowledgement arrives. @param a the acknowledgement @return whether the probe
     * has repaired a loss, which is to reduce the window */
    bool OnAck(const Ack& a)
    {
        if (!m_end || a.ack < *m_end)
        {
            return false;
        }
        const bool twice = a.duplicate && *a.duplicate == *m_end;
        const bool repaired = m_again && !twice && a.ack > *m_end;
        if (!m_again || twice || repaired || a.bare)
        {
            m_end.reset();
        }
        return repaired;
    }

  private:
    std::optional<StreamOffset> m_end; //!< TLP.end_seq
    bool m_again{false};               //!< TLP.is_retrans
    bool m_hasSample{true};            //!< of the round-trip time since the last probe
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_TAIL_PROBE_H
