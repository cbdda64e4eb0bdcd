// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RACK_H
#define HSN_TCP_RACK_H

#include "ns3/byte-range-set.h"
#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Recent acknowledgement (RACK, RFC 8985): which segments are lost, by the times at which
 * they were sent.
 *
 * A segment is lost if one that was sent later has arrived, and if it was sent longer ago than the
 * round-trip time and the reordering window. The scoreboard, which knows in what order segments
 * were sent, looks for them (TcpScoreboard::MarkOverdue).
 */
class TcpRack
{
  public:
    /// Recoveries after which a window that duplicates had widened is the narrow one again.
    static constexpr uint32_t PERSISTENCE = 16;

    /** @brief A delivered segment. */
    struct Delivery
    {
        Time sent;                //!< when it was sent last
        StreamOffset end{0};      //!< after its last byte
        bool again{false};        //!< it was sent more than once
        bool echoesBefore{false}; //!< the echoed timestamp is from before it was sent last
    };

    /** @brief Forgets everything. @param handshake round-trip time of the SYN, zero: there is none
     */
    void Reset(Time handshake)
    {
        *this = TcpRack();
        if (!handshake.IsZero())
        {
            m_minRtt = handshake;
        }
    }

    /** @brief A segment was delivered (steps 1 and 2). @param d the segment @param now time */
    void OnDelivered(const Delivery& d, Time now)
    {
        const Time rtt = now - d.sent;
        if (!d.again)
        {
            m_minRtt = m_minRtt ? std::min(*m_minRtt, rtt) : rtt;
        }
        else if (d.echoesBefore || (m_minRtt && rtt < *m_minRtt))
        {
            return; // an earlier transmission has arrived
        }
        m_rtt = rtt;
        if (!m_valid || d.sent > m_sent || (d.sent == m_sent && d.end > m_end))
        {
            m_valid = true;
            m_sent = d.sent;
            m_end = d.end;
        }
    }

    /** @brief A segment that was sent once has arrived after later ones (step 3). */
    void OnReordering()
    {
        m_reorders = true;
    }

    /** @brief A duplicate is reported (step 4). @param head first byte that is not acknowledged
     * @param end first byte that was never sent */
    void OnDuplicate(StreamOffset head, StreamOffset end)
    {
        if (m_round && head >= *m_round)
        {
            m_round.reset();
        }
        if (!m_round) // once in a round trip
        {
            m_round = end;
            ++m_multiplier;
            m_persists = PERSISTENCE;
        }
    }

    /** @brief A recovery, fast or after a timeout, has ended (step 4). */
    void OnRecoveryEnd()
    {
        m_persists -= m_persists > 0 ? 1 : 0;
        if (m_persists == 0)
        {
            m_multiplier = 1;
        }
    }

    /**
     * @param recovering whether losses are being repaired
     * @param enough whether as many segments are reported as indicate a loss
     * @param smoothedRtt smoothed round-trip time
     * @return the reordering window (step 4)
     */
    Time GetWindow(bool recovering, bool enough, Time smoothedRtt) const
    {
        if (!m_reorders && (recovering || enough))
        {
            return Time(0);
        }
        return std::min(m_minRtt.value_or(Time(0)) * static_cast<int64_t>(m_multiplier) / 4,
                        smoothedRtt);
    }

    /** @return whether anything was delivered */
    bool IsValid() const
    {
        return m_valid;
    }

    /** @return when the segment was sent that was sent last of those that were delivered */
    Time GetSent() const
    {
        return m_sent;
    }

    /** @return end of that segment */
    StreamOffset GetEnd() const
    {
        return m_end;
    }

    /** @return latest round-trip time */
    Time GetRtt() const
    {
        return m_rtt;
    }

  private:
    bool m_valid{false};                 //!< the next ones are known
    Time m_sent;                         //!< RACK.xmit_ts
    StreamOffset m_end{0};               //!< RACK.end_seq
    Time m_rtt;                          //!< RACK.rtt
    std::optional<Time> m_minRtt;        //!< RACK.min_RTT, of what was sent once
    bool m_reorders{false};              //!< RACK.reordering_seen
    std::optional<StreamOffset> m_round; //!< RACK.dsack_round
    uint32_t m_multiplier{1};            //!< RACK.reo_wnd_mult
    uint32_t m_persists{0};              //!< RACK.reo_wnd_persist
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RACK_H
