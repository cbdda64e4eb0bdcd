// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SEQUENCE_CHECK_H
#define HSN_SEQUENCE_CHECK_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief Tells packets with impossible numbers, which may be forged, from those of the sender, in
 * the manner of RTP (RFC 3550, A.1).
 *
 * Numbers begin with 0. One that is far from the greatest so far is refused, because it would stand
 * for as many losses; when its successor follows, numbers do have jumped, forward only.
 */
class SequenceCheck
{
  public:
    /** @param longest jump that needs no confirmation, 1 to 2^30 */
    explicit SequenceCheck(uint32_t longest)
        : m_longest(longest)
    {
    }

    /** @param seq number of a packet that has arrived @return whether to take the packet */
    bool Accept(uint32_t seq)
    {
        const auto jump = static_cast<int64_t>(static_cast<int32_t>(seq - m_greatest));
        const bool confirmed = jump > 0 && m_suspected && seq == m_suspect + 1;
        if (!confirmed && (jump > m_longest || -jump > m_longest))
        {
            m_suspect = seq;
            m_suspected = true;
            return false;
        }
        if (jump > 0)
        {
            m_greatest = seq;
        }
        return true;
    }

    /** @return greatest number so far */
    uint32_t GetGreatest() const
    {
        return m_greatest;
    }

  private:
    int64_t m_longest;                 //!< jump without confirmation
    uint32_t m_greatest{~uint32_t{0}}; //!< number so far; 0 is the next one
    uint32_t m_suspect{0};             //!< number that was refused last
    bool m_suspected{false};           //!< there is one
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SEQUENCE_CHECK_H
