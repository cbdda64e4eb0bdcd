// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-receiver.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
XtpReceiver::XtpReceiver(const XtpSettings& settings, bool boundaries)
    : m_settings(settings),
      m_buffer(boundaries)
{
}

void
XtpReceiver::Begin(StreamOffset room)
{
    m_told = std::min<StreamOffset>(m_settings.initialAlloc, room);
}

void
XtpReceiver::NotePeer(const XtpHeader& header)
{
    m_noErr = header.Has(XTP_NOERR);
    m_noFlow = header.Has(XTP_NOFLOW);
}

void
XtpReceiver::NotePlace(const XtpHeader& header)
{
    m_gap = !m_noErr && static_cast<StreamOffset>(header.seq) > m_buffer.GetNext();
}

StreamOffset
XtpReceiver::GetAlloc(StreamOffset room) const
{
    return std::max(m_told, m_buffer.GetNext() + room);
}

StreamOffset
XtpReceiver::TellAlloc(StreamOffset room)
{
    m_told = GetAlloc(room);
    return m_told;
}

bool
XtpReceiver::IsNews(StreamOffset room, StreamOffset least) const
{
    return !m_noFlow && GetAlloc(room) - m_told >= least;
}

void
XtpReceiver::AddNothing(StreamOffset begin)
{
    m_gap = false;
    SkipLost(begin);
}

XtpReceiveBuffer::Fate
XtpReceiver::Add(StreamOffset begin, Ptr<Packet> packet, const XtpHeader& header)
{
    const auto mode = m_noErr ? XtpOutOfOrder::SKIP
                      : m_settings.errorControl == XTP_GO_BACK_N && !m_settings.keepsOutOfOrder
                          ? XtpOutOfOrder::DROP
                          : XtpOutOfOrder::KEEP;
    return m_buffer.Add(begin, packet, mode, header);
}

void
XtpReceiver::SkipLost(StreamOffset next)
{
    if (m_noErr && next > m_buffer.GetNext())
    {
        m_buffer.Skip(next);
    }
}
} // namespace hsn
} // namespace ns3
