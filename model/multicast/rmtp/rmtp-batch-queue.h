// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_BATCH_QUEUE_H
#define RMTP_BATCH_QUEUE_H

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief A queue by time for items that come many at once and leave one by one, as the answers of a
 * large group do.
 *
 * Items of a batch are sorted together, and lie in memory in the order in which they leave. A heap
 * of 100,000 of them would touch another place for each of its levels when one leaves, and could
 * not tell which items follow. A few items that come in between are in a heap of their own.
 *
 * @tparam T item, with operator<: whether it leaves later than another one, no two being equal
 */
template <typename T>
class RmtpBatchQueue
{
  public:
    /** @param item any */
    void Push(const T& item)
    {
        m_fresh.push_back(item);
        m_isHeap = m_fresh.size() <= std::max(FEW, m_sorted.size() / 8);
        if (m_isHeap)
        {
            std::push_heap(m_fresh.begin(), m_fresh.end());
        }
    }

    /** @return whether there is nothing */
    bool IsEmpty() const
    {
        return m_sorted.empty() && m_fresh.empty();
    }

    /** @return what leaves next; there must be something */
    const T& Top()
    {
        return IsTopSorted() ? m_sorted.back() : m_fresh.front();
    }

    /** @brief Removes Top(). */
    void Pop()
    {
        if (IsTopSorted())
        {
            m_sorted.pop_back();
            return;
        }
        std::pop_heap(m_fresh.begin(), m_fresh.end());
        m_fresh.pop_back();
    }

    /** @param place from 0: the next one @return what leaves after so many others, but for those
     * that have come since the last batch; null: nothing */
    const T* Peek(std::size_t place) const
    {
        return place < m_sorted.size() ? &m_sorted[m_sorted.size() - 1 - place] : nullptr;
    }

    /** @brief Removes everything. */
    void Clear()
    {
        m_sorted.clear();
        m_fresh.clear();
        m_isHeap = true;
    }

  private:
    /// So many items are no batch, whatever waits.
    static constexpr std::size_t FEW = 256;

    /** @return whether the next item is one of m_sorted, after a batch has joined it */
    bool IsTopSorted()
    {
        if (!m_isHeap)
        {
            const auto waiting = static_cast<std::ptrdiff_t>(m_sorted.size());
            m_sorted.insert(m_sorted.end(), m_fresh.begin(), m_fresh.end());
            std::sort(m_sorted.begin() + waiting, m_sorted.end());
            std::inplace_merge(m_sorted.begin(), m_sorted.begin() + waiting, m_sorted.end());
            m_fresh.clear();
            m_isHeap = true;
        }
        return m_fresh.empty() || (!m_sorted.empty() && m_fresh.front() < m_sorted.back());
    }

    std::vector<T> m_sorted; //!< the last one leaves first
    std::vector<T> m_fresh;  //!< came since; a heap if m_isHeap
    bool m_isHeap{true};     //!< m_fresh is one
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_BATCH_QUEUE_H
