// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_CLASS_INDEX_H
#define CELL_CLASS_INDEX_H

#include "cell-class-policy.h"

#include "ns3/ring-buffer.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Which places of a buffer hold cells of which class.
 *
 * A cell that is pushed out leaves a hole at its place, which the buffer skips when it gets to the
 * front. A place is taken over by more important cells only, so there are fewer than CELL_CLASSES
 * holes for each place of the buffer. Places are counted from the first cell that ever came.
 */
class CellClassIndex
{
  public:
    /// What is known of a cell that waits.
    struct Entry
    {
        uint64_t place{0};           //!< its place
        uint32_t group{0};           //!< group that it belongs to
        Ptr<CellGroupMemory> memory; //!< of its VC, null if it came under another policy
    };

    /// @return cells that wait, by class
    const CellClassCounts& GetCounts() const
    {
        return m_counts;
    }

    /// @param cls class of a cell that takes the next place @param memory of its VC, or null
    void Push(uint32_t cls, const Ptr<CellGroupMemory>& memory)
    {
        m_classes[cls].Push({m_head + m_places.Size(), memory ? memory->group : 0, memory});
        m_places.Push(static_cast<uint8_t>(cls));
        ++m_counts.total;
        ++m_counts.cells[cls];
    }

    /// @param cls a class that has a cell @return the youngest one, which becomes a hole
    Entry PushOut(uint32_t cls)
    {
        Entry entry = m_classes[cls].Back();
        m_classes[cls].DropBack();
        m_places.At(entry.place - m_head) = HOLE;
        --m_counts.total;
        --m_counts.cells[cls];
        return entry;
    }

    /// @param place of a cell, as in Entry @return its distance from the front of the buffer
    std::size_t GetOffset(uint64_t place) const
    {
        return static_cast<std::size_t>(place - m_head);
    }

    /// @return whether the front of the buffer is a hole; there must be a place
    bool IsHole() const
    {
        return m_places.Front() == HOLE;
    }

    /// The front of the buffer leaves.
    void Pop()
    {
        const uint8_t cls = m_places.Pop();
        ++m_head;
        if (cls != HOLE)
        {
            m_classes[cls].DropFront();
            --m_counts.total;
            --m_counts.cells[cls];
        }
    }

  private:
    static constexpr uint8_t HOLE = CELL_CLASSES; //!< nobody

    RingBuffer<uint8_t> m_places;                          //!< class of each place
    std::array<RingBuffer<Entry>, CELL_CLASSES> m_classes; //!< of each class, oldest first
    CellClassCounts m_counts;                              //!< cells
    uint64_t m_head{0};                                    //!< place of the front
};
} // namespace hsn
} // namespace ns3

#endif // CELL_CLASS_INDEX_H
