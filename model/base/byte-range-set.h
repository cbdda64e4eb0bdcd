// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BYTE_RANGE_SET_H
#define HSN_BYTE_RANGE_SET_H

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/// Place of a byte in a stream, counted from its first one; 64 bits, so that it never wraps.
using StreamOffset = int64_t;

/**
 * @brief A set of bytes of a stream: disjoint ranges [begin, end), in order.
 *
 * Adjacent ranges are merged. Every operation is logarithmic in the number of ranges. Adding also
 * pays for the ranges it merges: constant on average, because each range is merged at most once.
 */
class ByteRangeSet
{
  public:
    /// Begin and end of each range.
    using Ranges = std::map<StreamOffset, StreamOffset>;

    /**
     * @brief Adds [begin, end).
     *
     * @tparam F callable with (StreamOffset begin, StreamOffset end)
     * @param begin first byte
     * @param end the byte after the last one; nothing happens unless it is after begin
     * @param isNew called for each part that was not in the set, in order
     * @return the range of the set that contains [begin, end) now
     */
    template <typename F>
    Ranges::const_iterator Add(StreamOffset begin, StreamOffset end, F&& isNew);

    /**
     * @brief Adds [begin, end).
     * @param begin first byte
     * @param end the byte after the last one
     */
    void Add(StreamOffset begin, StreamOffset end)
    {
        Add(begin, end, [](StreamOffset, StreamOffset) {});
    }

    /** @brief Removes all bytes before one. @param offset the first byte to keep */
    void RemoveBelow(StreamOffset offset)
    {
        while (!m_ranges.empty() && m_ranges.begin()->first < offset)
        {
            const auto end = m_ranges.begin()->second;
            m_ranges.erase(m_ranges.begin());
            if (end > offset)
            {
                m_ranges.emplace(offset, end);
            }
        }
    }

    /** @param offset a byte @return the range that contains it; end() of the ranges if none */
    Ranges::const_iterator Find(StreamOffset offset) const
    {
        auto it = m_ranges.upper_bound(offset);
        if (it == m_ranges.begin() || std::prev(it)->second <= offset)
        {
            return m_ranges.end();
        }
        return std::prev(it);
    }

    /** @return the ranges, in order */
    const Ranges& Get() const
    {
        return m_ranges;
    }

    /** @brief Removes everything. */
    void Clear()
    {
        m_ranges.clear();
    }

  private:
    Ranges m_ranges; //!< disjoint, not touching
};

template <typename F>
ByteRangeSet::Ranges::const_iterator
ByteRangeSet::Add(StreamOffset begin, StreamOffset end, F&& isNew)
{
    auto it = m_ranges.upper_bound(begin);
    if (it != m_ranges.begin() && std::prev(it)->second >= begin)
    {
        --it; // it contains the first byte, or ends just before it
        if (it->second >= end)
        {
            return it;
        }
        begin = it->second;
    }
    else
    {
        if (end <= begin)
        {
            return m_ranges.end();
        }
        it = m_ranges.emplace_hint(it, begin, begin);
    }
    auto next = std::next(it);
    while (next != m_ranges.end() && next->first <= end)
    {
        if (begin < next->first)
        {
            isNew(begin, next->first);
        }
        begin = next->second;
        next = m_ranges.erase(next);
    }
    if (begin < end)
    {
        isNew(begin, end);
        begin = end;
    }
    it->second = begin;
    return it;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_BYTE_RANGE_SET_H
