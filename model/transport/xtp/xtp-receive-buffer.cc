// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-receive-buffer.h"

#include <utility>

namespace ns3
{
namespace hsn
{
std::vector<XtpSpan>
XtpReceiveBuffer::GetSpans(std::size_t most) const
{
    std::vector<XtpSpan> spans;
    for (const auto& range : m_ranges.Get())
    {
        if (spans.size() == most)
        {
            break;
        }
        spans.push_back({static_cast<uint64_t>(range.first), static_cast<uint64_t>(range.second)});
    }
    return spans;
}

XtpReceiveBuffer::Fate
XtpReceiveBuffer::Add(StreamOffset begin,
                      Ptr<Packet> data,
                      XtpOutOfOrder mode,
                      const XtpHeader& header)
{
    const StreamOffset end = begin + data->GetSize();
    if (begin > GetNext())
    {
        if (mode == XtpOutOfOrder::DROP)
        {
            return Fate::DROPPED;
        }
        if (mode == XtpOutOfOrder::SKIP)
        {
            Skip(begin);
        }
    }
    if (end <= GetNext())
    {
        return Fate::DUPLICATE;
    }
    Note(begin, end, header);
    if (m_queue.Pass(begin, data->GetSize()))
    {
        m_passed = data;
        return Fate::NEW;
    }
    m_ranges.Add(begin, end);
    m_ranges.RemoveBelow(GetNext());
    return m_queue.Add(begin, data) ? Fate::NEW : Fate::DUPLICATE;
}

void
XtpReceiveBuffer::Note(StreamOffset begin, StreamOffset end, const XtpHeader& header)
{
    if (!m_boundaries)
    {
        return;
    }
    if (header.Has(XTP_EOM))
    {
        m_ends.insert(end);
    }
    if (header.Has(XTP_BTAG))
    {
        m_tags.emplace(begin, header.tag);
    }
}

void
XtpReceiveBuffer::Skip(StreamOffset next)
{
    // Without error control, everything is removed as it comes; but a peer may begin to do without
    // it while data waits, which the queue then forgets.
    m_ranges.Clear();
    m_ends.erase(m_ends.upper_bound(GetNext()), m_ends.end());
    m_tags.erase(m_tags.lower_bound(GetNext()), m_tags.end());
    if (m_boundaries)
    {
        m_skips.emplace(GetNext(), next - GetNext());
    }
    m_queue.Reset(next);
}

Ptr<Packet>
XtpReceiveBuffer::Remove()
{
    if (m_passed)
    {
        return std::exchange(m_passed, nullptr);
    }
    const auto data = m_queue.Remove();
    if (data)
    {
        m_ranges.RemoveBelow(GetNext());
    }
    return data;
}

bool
XtpReceiveBuffer::TakeBoundary(XtpBoundary& boundary)
{
    const auto first = m_ends.begin();
    if (first == m_ends.end() || *first > GetNext())
    {
        return false;
    }
    const auto end = *first;
    m_ends.erase(first);
    boundary = XtpBoundary();
    const auto tag = m_tags.find(m_begin);
    if (tag != m_tags.end())
    {
        boundary.tagged = true;
        boundary.tag = tag->second;
    }
    m_tags.erase(m_tags.begin(), m_tags.lower_bound(end));
    auto size = end - m_begin;
    while (!m_skips.empty() && m_skips.begin()->first < end)
    {
        boundary.incomplete = true;
        size -= m_skips.begin()->second;
        m_skips.erase(m_skips.begin());
    }
    boundary.size = static_cast<uint32_t>(size);
    m_begin = end;
    return true;
}
} // namespace hsn
} // namespace ns3
