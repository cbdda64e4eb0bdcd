// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_RING_BUFFER_H
#define HSN_RING_BUFFER_H

#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief First-in-first-out store that allocates only when it holds more elements than ever before.
 *
 * std::deque allocates and frees a block every few elements even at a constant fill; this does not.
 *
 * @tparam T what is stored
 */
template <typename T>
class RingBuffer
{
  public:
    /// @return the number of elements
    std::size_t Size() const
    {
        return m_size;
    }

    /// @return true if there is none
    bool Empty() const
    {
        return m_size == 0;
    }

    /// @return true if the next Push() needs more storage than there is
    bool IsFull() const
    {
        return m_size == m_slots.size();
    }

    /// @return the oldest element; there must be one
    T& Front()
    {
        return m_slots[m_head];
    }

    /// @return the oldest element; there must be one
    const T& Front() const
    {
        return m_slots[m_head];
    }

    /// @return the newest element; there must be one
    T& Back()
    {
        return At(m_size - 1);
    }

    /// @return the newest element; there must be one
    const T& Back() const
    {
        return m_slots[(m_head + m_size - 1) & (m_slots.size() - 1)];
    }

    /// @param i place, 0 for the oldest element @return the element there; there must be one
    T& At(std::size_t i)
    {
        return m_slots[(m_head + i) & (m_slots.size() - 1)];
    }

    /// @param i place, 0 for the oldest element @return the element there; there must be one
    const T& At(std::size_t i) const
    {
        return m_slots[(m_head + i) & (m_slots.size() - 1)];
    }

    /// @return elements for which there is storage
    std::size_t GetCapacity() const
    {
        return m_slots.size();
    }

    /// @param value appended as the newest
    void Push(T value)
    {
        if (IsFull())
        {
            Grow();
        }
        m_slots[(m_head + m_size) & (m_slots.size() - 1)] = std::move(value);
        ++m_size;
    }

    /// @return the oldest element, which is removed; there must be one
    T Pop()
    {
        T value = std::move(m_slots[m_head]);
        m_slots[m_head] = T(); // ns3::Ptr has no move: the slot would keep what it refers to alive
        m_head = (m_head + 1) & (m_slots.size() - 1);
        --m_size;
        return value;
    }

    /// Removes the oldest element; there must be one.
    void DropFront()
    {
        m_slots[m_head] = T();
        m_head = (m_head + 1) & (m_slots.size() - 1);
        --m_size;
    }

    /// Removes the newest element; there must be one.
    void DropBack()
    {
        Back() = T();
        --m_size;
    }

    /// Removes everything.
    void Clear()
    {
        m_slots.clear();
        m_head = 0;
        m_size = 0;
    }

  private:
    /// Doubles the slots, whose number is a power of two.
    void Grow()
    {
        std::vector<T> larger(m_slots.empty() ? 8 : 2 * m_slots.size());
        for (std::size_t i = 0; i < m_size; ++i)
        {
            larger[i] = std::move(m_slots[(m_head + i) & (m_slots.size() - 1)]);
        }
        m_slots = std::move(larger);
        m_head = 0;
    }

    std::vector<T> m_slots; //!< storage
    std::size_t m_head{0};  //!< slot of the oldest element
    std::size_t m_size{0};  //!< elements
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RING_BUFFER_H
