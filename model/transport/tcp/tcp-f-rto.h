// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_F_RTO_H
#define HSN_TCP_F_RTO_H

#include "ns3/byte-range-set.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Forward RTO recovery (RFC 5682): finds out whether a retransmission timeout was needless,
 * without any option.
 *
 * After the timeout only the first segment is sent again. When that is acknowledged, but not all,
 * up to two new segments are sent instead of old ones. If the next acknowledgement tells of data
 * that was sent before the timeout and not since, this had not been lost.
 */
class TcpFRto
{
  public:
    /// What an acknowledgement shows.
    enum class Verdict
    {
        UNDECIDED, //!< nothing yet, or there is no question (any more)
        GENUINE,   //!< what was sent is lost; the window may have three segments
        SPURIOUS   //!< the timeout was needless
    };

    /** @brief What an acknowledgement says. */
    struct Ack
    {
        StreamOffset ack{0};     //!< first byte that is not acknowledged
        bool advances{false};    //!< it acknowledges data
        bool duplicates{false};  //!< it does not, and is a duplicate
        bool reports{false};     //!< it reports (SACK) data that was not known to have arrived
        StreamOffset highest{0}; //!< byte after the highest one that is reported
        StreamOffset end{0};     //!< first byte that was never sent
    };

    /** @brief The timer has expired, and the first segment is sent again. @param recover first byte
     * that was never sent @param sack whether SACK is used @param first end of the first segment */
    void Begin(StreamOffset recover, bool sack, StreamOffset first)
    {
        m_step = Step::RETRANSMITTED;
        m_recover = recover;
        m_sack = sack;
        m_first = first;
    }

    /** @brief There is nothing to be found out any more. */
    void Cancel()
    {
        m_step = Step::IDLE;
    }

    /** @return whether new data is to be sent, and nothing again */
    bool TriesNewData() const
    {
        return m_step == Step::TRIES;
    }

    /** @param end first byte that was never sent @param segmentSize bytes
     * @return bytes of new data that may be sent */
    uint32_t GetRoom(StreamOffset end, uint32_t segmentSize) const
    {
        return static_cast<uint32_t>(
            std::max<StreamOffset>(m_recover + 2 * StreamOffset(segmentSize) - end, 0));
    }

    /** @brief No more new data can be sent. @param end first byte that was never sent
     * @return whether some was; if not, nothing can be found out */
    bool KeepsTrying(StreamOffset end)
    {
        if (end <= m_recover)
        {
            Cancel();
        }
        return TriesNewData();
    }

    /** @brief An acknowledgement arrives after a timeout. @param a the acknowledgement @return what
     * it shows */
    Verdict OnAck(const Ack& a)
    {
        switch (m_step)
        {
        case Step::RETRANSMITTED:
            return OnFirst(a);
        case Step::TRIES:
            return OnSecond(a);
        default:
            return Verdict::UNDECIDED;
        }
    }

  private:
    /// What was done.
    enum class Step
    {
        IDLE,          //!< there is no question
        RETRANSMITTED, //!< the first segment was sent again (step 1)
        TRIES          //!< new data is sent (step 2)
    };

    /** @brief Step 2. @param a see OnAck() @return see OnAck() */
    Verdict OnFirst(const Ack& a)
    {
        if (!a.advances && (m_sack || !a.duplicates))
        {
            return Verdict::UNDECIDED; // with SACK, duplicates only fill the scoreboard
        }
        m_recover = m_sack ? a.end : m_recover;
        if (!a.advances || a.ack >= m_recover || (!m_sack && a.ack < m_first))
        {
            Cancel(); // the usual slow start
            return Verdict::UNDECIDED;
        }
        m_step = Step::TRIES;
        return Verdict::UNDECIDED;
    }

    /** @brief Step 3. @param a see OnAck() @return see OnAck() */
    Verdict OnSecond(const Ack& a)
    {
        if (!a.advances && !a.duplicates && !a.reports)
        {
            return Verdict::UNDECIDED;
        }
        const bool beyond = m_sack && std::max(a.ack, a.highest) > m_recover;
        const bool arrived = a.advances || (m_sack && a.reports);
        Cancel();
        return beyond || !arrived ? Verdict::GENUINE : Verdict::SPURIOUS;
    }

    Step m_step{Step::IDLE};   //!< what was done last
    bool m_sack{false};        //!< section 3, else section 2
    StreamOffset m_recover{0}; //!< "recover" or "RecoveryPoint"
    StreamOffset m_first{0};   //!< end of what step 1 sent again
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_F_RTO_H
