// SPDX-License-Identifier: GPL-2.0-only
#include "burst-link-times.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace hsn
{
void
BurstLinkTimes::NoteChange(int64_t now, int64_t last, int64_t offset)
{
    while (!m_eras.Empty() && m_eras.Front().until < now)
    {
        m_eras.DropFront();
    }
    bool isKnown = false; // the last cell is of an era before the present one
    while (!m_eras.Empty() && m_eras.Back().until >= last)
    {
        offset = m_eras.Back().offset;
        isKnown = true;
        m_eras.DropBack();
    }
    if (isKnown || last >= now)
    {
        m_eras.Push({last, offset});
    }
}

int64_t
BurstLinkTimes::FindOffset(int64_t arrival) const
{
    std::size_t low = 0;
    std::size_t high = m_eras.Size() - 1; // the era is between these two
    while (low < high)
    {
        const std::size_t middle = (low + high) / 2;
        if (m_eras.At(middle).until < arrival)
        {
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return m_eras.At(low).offset;
}

int64_t
BurstLinkTimes::GetArrival(int64_t start, int64_t present) const
{
    std::size_t i = m_eras.Size(); // of the first era whose last cell leaves at `start` or later
    while (i > 0 && m_eras.At(i - 1).until - m_eras.At(i - 1).offset >= start)
    {
        --i;
    }
    const int64_t offset = i < m_eras.Size() ? m_eras.At(i).offset : present;
    return i > 0 ? std::max(start + offset, m_eras.At(i - 1).until + 1) : start + offset;
}
} // namespace hsn
} // namespace ns3
