// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-send-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
void
XtpSendBuffer::Configure(XtpErrorControl mode, bool suppressRepeats)
{
    m_mode = mode;
    m_suppress = suppressRepeats;
}

void
XtpSendBuffer::Clear()
{
    m_frames.clear();
    m_resend.clear();
    m_base = FIRST_NUMBER;
    m_next = FIRST_NUMBER;
    m_una = m_max;
}

XtpFrame&
XtpSendBuffer::Append(XtpFrame& frame)
{
    frame.begin = m_max;
    m_max = frame.GetEnd();
    if (m_mode == XTP_NO_ERROR_CONTROL)
    {
        m_una = m_max;
        return frame;
    }
    m_frames.push_back(frame);
    m_next = m_base + m_frames.size();
    return m_frames.back();
}

const XtpFrame&
XtpSendBuffer::PeekResend() const
{
    return m_frames[(m_mode == XTP_GO_BACK_N ? m_next : *m_resend.begin()) - m_base];
}

XtpFrame&
XtpSendBuffer::TakeResend()
{
    uint64_t number = m_next;
    if (m_mode == XTP_GO_BACK_N)
    {
        ++m_next;
    }
    else
    {
        number = *m_resend.begin();
        m_resend.erase(m_resend.begin());
    }
    auto& frame = m_frames[number - m_base];
    frame.queued = false;
    frame.resent = true;
    return frame;
}

bool
XtpSendBuffer::SplitFirst(StreamOffset at)
{
    if (!HasResend() || &PeekResend() != &m_frames.front())
    {
        return false;
    }
    XtpFrame& rest = m_frames.front();
    if (at <= std::max(rest.begin, m_una) || at >= rest.GetEnd())
    {
        return false;
    }
    XtpFrame first = rest;
    const auto size = static_cast<uint32_t>(at - rest.begin);
    first.data = rest.data->CreateFragment(0, size);
    first.options &= ~XTP_EOM;
    rest.data = rest.data->CreateFragment(size, rest.data->GetSize() - size);
    rest.begin = at;
    rest.options &= ~XTP_BTAG;
    m_frames.push_front(first);
    --m_base;
    if (m_mode == XTP_GO_BACK_N)
    {
        m_next = m_base;
    }
    else
    {
        m_resend.insert(m_base);
    }
    return true;
}

uint32_t
XtpSendBuffer::Acknowledge(StreamOffset rseq)
{
    const auto freed = static_cast<uint32_t>(std::max<StreamOffset>(rseq - m_una, 0));
    m_una += freed;
    while (!m_frames.empty() && m_frames.front().GetEnd() <= m_una)
    {
        m_frames.pop_front();
        ++m_base;
    }
    m_next = std::max(m_next, m_base);
    m_resend.erase(m_resend.begin(), m_resend.lower_bound(m_base));
    return freed;
}

std::size_t
XtpSendBuffer::FindPlace(StreamOffset offset) const
{
    const auto after = std::upper_bound(
        m_frames.begin(),
        m_frames.end(),
        offset,
        [](StreamOffset byte, const XtpFrame& frame) { return byte < frame.GetEnd(); });
    return static_cast<std::size_t>(after - m_frames.begin());
}

void
XtpSendBuffer::Queue(StreamOffset left, StreamOffset right, bool force, uint32_t echo)
{
    for (auto i = FindPlace(left); i < m_frames.size() && m_frames[i].begin < right; ++i)
    {
        auto& frame = m_frames[i];
        const bool repeat = m_suppress && frame.resent && !XtpSyncAfter(echo, frame.sync);
        if (!frame.queued && (force || !repeat))
        {
            frame.queued = true;
            m_resend.insert(m_base + i);
        }
    }
}

void
XtpSendBuffer::Rewind(uint32_t sync)
{
    m_next = m_base;
    m_rewound = true;
    m_rewindSync = sync;
}

void
XtpSendBuffer::Report(const std::vector<XtpSpan>& spans, bool gap, uint32_t echo, uint32_t sync)
{
    const auto covered = spans.empty() ? m_una : static_cast<StreamOffset>(spans.back().right);
    // what lies beyond the last span may be on its way, unless it was sent before the request
    const auto first = FindPlace(covered);
    // go-back-N: what is still to be sent again is not on its way
    const auto sent = m_mode == XTP_GO_BACK_N ? m_next - m_base : m_frames.size();
    auto last = first;
    while (last < sent && XtpSyncAfter(echo, m_frames[last].sync))
    {
        ++last;
    }
    const auto lost = last > first ? m_frames[last - 1].GetEnd() : covered;
    if (!gap && lost <= covered)
    {
        return;
    }
    if (m_mode == XTP_GO_BACK_N)
    {
        if (!m_suppress || !m_rewound || XtpSyncAfter(echo, m_rewindSync))
        {
            Rewind(sync);
        }
        return;
    }
    auto left = m_una;
    for (const auto& span : spans)
    {
        Queue(left, static_cast<StreamOffset>(span.left), false, echo);
        left = static_cast<StreamOffset>(span.right);
    }
    // a receiver that keeps nothing reports a gap without spans: nothing more has come
    Queue(left, lost, false, echo);
    if (spans.empty() && gap && lost == covered)
    {
        Queue(m_una, m_una + 1, false, echo);
    }
}

void
XtpSendBuffer::Resynchronize(const std::vector<XtpSpan>& spans, uint32_t sync)
{
    if (m_mode == XTP_GO_BACK_N)
    {
        Rewind(sync);
        return;
    }
    auto left = m_una;
    for (const auto& span : spans)
    {
        Queue(left, static_cast<StreamOffset>(span.left), true, 0);
        left = static_cast<StreamOffset>(span.right);
    }
    Queue(left, m_max, true, 0);
}
} // namespace hsn
} // namespace ns3
