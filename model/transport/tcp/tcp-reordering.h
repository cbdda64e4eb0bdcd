// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_REORDERING_H
#define HSN_TCP_REORDERING_H

#include "ns3/byte-range-set.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief How far the segments of a connection overtake each other, and how many must therefore be
 * reported behind a missing one before it is taken for lost.
 *
 * A segment that arrives although later ones had been reported was overtaken by all of these. The
 * threshold is one more than the most that ever overtook one, as in Linux (tcp_reordering in
 * tcp(7), up to 300), and thus RFC 4653's purpose without its timing. After a timeout it is the
 * configured one again.
 */
class TcpReordering
{
  public:
    /// Greatest threshold.
    static constexpr uint32_t MAX = 300;

    /** @brief Forgets what was found. */
    void Reset()
    {
        m_extent = 0;
    }

    /**
     * @brief A segment has arrived late.
     * @param begin its first byte
     * @param edge byte after the highest one that had been reported before, above begin
     * @param segmentSize bytes
     */
    void OnLate(StreamOffset begin, StreamOffset edge, uint32_t segmentSize)
    {
        const StreamOffset segments = (edge - begin + segmentSize - 1) / segmentSize;
        m_extent = std::max(m_extent, static_cast<uint32_t>(std::min<StreamOffset>(segments, MAX)));
    }

    /**
     * @param configured threshold without reordering
     * @param outstanding segments sent and not acknowledged
     * @return segments that must be reported; of all that are outstanding one less suffices, lest
     * only the timer finds a loss (RFC 5827, 3.1)
     */
    uint32_t GetThreshold(uint32_t configured, uint32_t outstanding) const
    {
        const uint32_t most = outstanding > 0 ? outstanding - 1 : 0;
        return std::max(configured, std::min(m_extent, most));
    }

  private:
    uint32_t m_extent{0}; //!< segments from a late one to the highest that had been reported
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_REORDERING_H
