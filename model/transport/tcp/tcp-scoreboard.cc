// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-scoreboard.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
void
TcpScoreboard::Reset(StreamOffset next)
{
    *this = TcpScoreboard();
    m_head = next;
    m_end = next;
}

uint32_t
TcpScoreboard::GetInFlight() const
{
    const int64_t inFlight = (m_end - m_head) - static_cast<int64_t>(m_sacked) - m_lost +
                             m_retransmitted - static_cast<int64_t>(m_duplicates) * m_duplicateSize;
    return static_cast<uint32_t>(std::max<int64_t>(inFlight, 0));
}

TcpSentSegment&
TcpScoreboard::Append(Ptr<Packet> data, bool fin)
{
    auto& segment = m_segments.emplace_back();
    segment.begin = m_end;
    segment.size = data->GetSize();
    segment.fin = fin;
    segment.data = std::move(data);
    m_end = segment.GetEnd();
    return segment;
}

void
TcpScoreboard::Retransmit(TcpSentSegment& segment)
{
    if (!segment.retransmitted)
    {
        m_retransmitted += segment.GetLength();
        m_nLostUnsent -= segment.lost ? 1 : 0;
        segment.retransmitted = true;
        if (!m_ordered)
        {
            m_again.Push({FindNumber(segment.begin), m_end});
        }
    }
    segment.everRetransmitted = true;
}

void
TcpScoreboard::Settle(TcpSentSegment& segment)
{
    if (segment.lost)
    {
        m_lost -= segment.GetLength();
        m_nLostUnsent -= segment.retransmitted ? 0 : 1;
        segment.lost = false;
    }
    if (segment.retransmitted)
    {
        m_retransmitted -= segment.GetLength();
        segment.retransmitted = false;
    }
}

uint64_t
TcpScoreboard::FindNumber(StreamOffset offset) const
{
    const auto it = std::partition_point(
        m_segments.begin(),
        m_segments.end(),
        [offset](const TcpSentSegment& segment) { return segment.GetEnd() <= offset; });
    return m_first + (it - m_segments.begin());
}

void
TcpScoreboard::MarkLost(uint64_t number)
{
    auto& segment = At(number);
    if (segment.lost || segment.sacked)
    {
        return;
    }
    segment.lost = true;
    ++m_nLosses;
    m_lost += segment.GetLength();
    if (!segment.retransmitted)
    {
        ++m_nLostUnsent;
        m_nextLost = std::min(m_nextLost, number);
    }
}

void
TcpScoreboard::MarkLost(uint32_t dupThresh, uint32_t segmentSize, bool again)
{
    const auto& ranges = m_reported.Get();
    const int64_t enough = static_cast<int64_t>(dupThresh - 1) * segmentSize;
    int64_t bytes = 0;
    uint32_t n = 0;
    for (auto it = ranges.rbegin(); it != ranges.rend(); ++it)
    {
        // more than enough is reported above this place, if it is in the range
        const StreamOffset place = it->second - (enough - bytes) - 1;
        bytes += it->second - it->first;
        if (++n < dupThresh && bytes <= enough)
        {
            continue;
        }
        // whatever lies before this range is lost
        for (m_lossEdge = std::max(m_lossEdge, m_first);
             m_lossEdge < GetEndNumber() && At(m_lossEdge).GetEnd() <= it->first;
             ++m_lossEdge)
        {
            MarkLost(m_lossEdge);
        }
        if (again)
        {
            MarkLostAgain(std::max(it->first, place));
        }
        break;
    }
}

void
TcpScoreboard::MarkLostAgain(StreamOffset edge)
{
    for (; !m_again.Empty() && m_again.Front().second <= edge; m_again.DropFront())
    {
        const auto number = m_again.Front().first;
        if (number >= m_first && At(number).retransmitted)
        {
            MarkLostAnew(number);
            m_lostAgain.insert(number);
        }
    }
}

void
TcpScoreboard::MarkLostAnew(uint64_t number)
{
    auto& segment = At(number);
    Settle(segment);
    segment.lost = true;
    ++m_nLosses;
    m_lost += segment.GetLength();
    ++m_nLostUnsent;
}

void
TcpScoreboard::NoteSent(const TcpSentSegment& segment)
{
    if (m_ordered)
    {
        const bool isLast = &segment == &m_segments.back();
        m_order.Push({segment.lastSent, isLast ? GetEndNumber() - 1 : FindNumber(segment.begin)});
    }
}

bool
TcpScoreboard::IsUnderWay(Time sent, uint64_t number) const
{
    if (number < m_first)
    {
        return false;
    }
    const auto& segment = At(number);
    return !segment.sacked && segment.lastSent == sent && (!segment.lost || segment.retransmitted);
}

std::optional<Time>
TcpScoreboard::MarkOverdue(Time sent, StreamOffset end, Time limit)
{
    for (; !m_order.Empty(); m_order.DropFront())
    {
        const auto [time, number] = m_order.Front();
        if (!IsUnderWay(time, number))
        {
            continue;
        }
        if (time > sent || (time == sent && At(number).GetEnd() >= end))
        {
            break;
        }
        if (time > limit)
        {
            return time;
        }
        MarkLostAnew(number);
        if (number < m_nextLost)
        {
            m_lostAgain.insert(number);
        }
    }
    return std::nullopt;
}

void
TcpScoreboard::MarkHeadLost()
{
    if (m_segments.empty())
    {
        return;
    }
    auto& head = m_segments.front();
    if (head.sacked)
    {
        m_sacked -= head.GetLength();
        --m_nSacked;
        head.sacked = false;
    }
    Settle(head);
    MarkLost(m_first);
}

TcpSentSegment*
TcpScoreboard::MarkLostAt(StreamOffset begin)
{
    if (begin < m_head || begin >= m_end)
    {
        return nullptr;
    }
    auto& segment = At(FindNumber(begin));
    if (segment.begin != begin || segment.sacked)
    {
        return nullptr;
    }
    Settle(segment);
    segment.lost = true;
    ++m_nLosses;
    m_lost += segment.GetLength();
    ++m_nLostUnsent; // m_nextLost stays: it will have been sent when that is asked for
    return &segment;
}

void
TcpScoreboard::MarkAllLost(Time since)
{
    for (auto number = m_first; number < GetEndNumber(); ++number)
    {
        if (!At(number).sacked && (number == m_first || At(number).lastSent <= since))
        {
            Settle(At(number));
            MarkLost(number);
        }
    }
    m_again.Clear();
    m_lostAgain.clear();
    m_nextLost = m_first;
    m_lossEdge = GetEndNumber();
}

void
TcpScoreboard::Unmark()
{
    for (auto& segment : m_segments)
    {
        if (segment.lost)
        {
            m_lost -= segment.GetLength();
            m_nLostUnsent -= segment.retransmitted ? 0 : 1;
            segment.lost = false;
        }
    }
    std::vector<Transmission> order;
    for (auto number = m_first; m_ordered && number < GetEndNumber(); ++number)
    {
        if (!At(number).sacked)
        {
            order.emplace_back(At(number).lastSent, number);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    m_order.Clear();
    for (const auto& transmission : order)
    {
        m_order.Push(transmission);
    }
    m_lostAgain.clear();
    m_lossEdge = m_first;
    m_nextLost = m_first;
}

bool
TcpScoreboard::IsReportedAgain(StreamOffset begin) const
{
    if (begin < m_head || begin >= m_end)
    {
        return false;
    }
    const auto& segment = At(FindNumber(begin));
    return segment.sacked && segment.everRetransmitted;
}

void
TcpScoreboard::AddDuplicate(uint32_t segmentSize)
{
    m_duplicateSize = segmentSize;
    m_duplicates = std::min<uint32_t>(m_duplicates + 1, m_segments.size());
}

void
TcpScoreboard::ForgetReports()
{
    m_duplicates = 0;
    if (m_reported.Get().empty())
    {
        return;
    }
    m_reported.Clear();
    for (auto& segment : m_segments)
    {
        segment.sacked = false;
    }
    m_sacked = 0;
    m_nSacked = 0;
    m_lossEdge = m_first;
}

TcpSentSegment*
TcpScoreboard::GetNextLost()
{
    if (m_nLostUnsent == 0)
    {
        return nullptr;
    }
    while (!m_lostAgain.empty())
    {
        const auto number = *m_lostAgain.begin();
        if (number >= m_first && At(number).lost && !At(number).retransmitted)
        {
            return &At(number);
        }
        m_lostAgain.erase(m_lostAgain.begin());
    }
    for (m_nextLost = std::max(m_nextLost, m_first);; ++m_nextLost)
    {
        auto& segment = At(m_nextLost);
        if (segment.lost && !segment.retransmitted)
        {
            return &segment;
        }
    }
}

TcpSentSegment*
TcpScoreboard::GetNextUnreported()
{
    if (m_reported.Get().empty())
    {
        return nullptr;
    }
    const StreamOffset highest = m_reported.Get().rbegin()->second;
    for (m_nextUnreported = std::max(m_nextUnreported, m_first);
         m_nextUnreported < GetEndNumber() && At(m_nextUnreported).begin < highest;
         ++m_nextUnreported)
    {
        auto& segment = At(m_nextUnreported);
        if (!segment.sacked && !segment.retransmitted)
        {
            return &segment;
        }
    }
    return nullptr;
}

TcpSentSegment*
TcpScoreboard::GetLastUnreported()
{
    const auto it = std::find_if(m_segments.rbegin(),
                                 m_segments.rend(),
                                 [](const TcpSentSegment& segment) { return !segment.sacked; });
    return it == m_segments.rend() ? nullptr : &*it;
}
} // namespace hsn
} // namespace ns3
