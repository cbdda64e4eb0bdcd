// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-context.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpContextInput");

namespace
{
/// Sequence numbers beyond this are not counted on: a stream does not get that long.
constexpr uint64_t MAX_SEQ = 1ULL << 62;
} // namespace

void
XtpContext::Receive(Ptr<Packet> packet, const XtpHeader& header)
{
    m_settings.m_rx(packet, header);
    if (m_settings.state == XTP_INACTIVE)
    {
        if (header.Has(XTP_END))
        {
            Finish();
        }
        else if (header.format != XtpFormat::DIAG)
        {
            m_answers.Note(header, m_receiver.IsBeyondGap());
            SendControl(false, XTP_WCLOSE | XTP_END);
        }
        return;
    }
    if (!IsActive())
    {
        return;
    }
    if (m_settings.ctimer.IsStrictlyPositive())
    {
        m_ctimer.Set(Simulator::Now() + m_settings.ctimer);
    }
    if (header.format == XtpFormat::DIAG)
    {
        ReceiveDiagnostic(header);
        return;
    }
    if (header.format == XtpFormat::JCNTL)
    {
        SendDiagnostic(XtpDiagCode::JOIN_REFUSED, XtpDiagValue::JOIN_DENIED);
        return;
    }
    if (header.seq > MAX_SEQ)
    {
        Drop(m_counters.badSeq, header, "sequence number out of range");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::UNSPECIFIED);
        return;
    }
    if (header.IsControl() && !CheckControl(header))
    {
        return;
    }
    if (header.format == XtpFormat::TCNTL && !m_usesPeerKey)
    {
        TakeTraffic(header); // the first one, whatever has come before it
    }
    if (!IsConfirmed())
    {
        Confirm();
    }
    m_receiver.NotePeer(header);
    if (IsActive() && header.IsControl())
    {
        ReceiveControl(header);
    }
    if (!IsActive())
    {
        return;
    }
    m_receiver.NotePlace(header);
    const auto sent = static_cast<StreamOffset>(header.seq);
    if (header.IsControl() && header.Has(XTP_SREQ) && !m_closing.IsBeyondEnd(sent))
    {
        m_receiver.SkipLost(sent); // else the window might never open again
    }
    m_answers.Note(header, m_receiver.IsBeyondGap());
    if (header.IsInformation())
    {
        ReceiveData(packet, header);
    }
    if (IsActive())
    {
        ReceiveClose(header);
    }
    CheckBothClosed();
    if (IsActive())
    {
        Answer();
        m_receiver.EndPacket();
        Pump();
    }
}

void
XtpContext::Drop(uint64_t& counter, const XtpHeader& header, const std::string& reason)
{
    NS_LOG_LOGIC(reason << ": " << header);
    ++counter;
    if (!m_settings.m_rxDrop.IsEmpty())
    {
        const auto packet = Create<Packet>();
        packet->AddHeader(header);
        m_settings.m_rxDrop(packet, reason);
    }
}

void
XtpContext::Confirm()
{
    m_requests.Confirm();
    if (!m_settings.earlyData)
    {
        m_user.NotifyOpened();
    }
}

void
XtpContext::TakeTraffic(const XtpHeader& header)
{
    m_peerKey = header.xkey & ~XtpHeader::RTN;
    m_usesPeerKey = true;
    m_user.NotifyExchangeKey(m_peerKey);
    if (header.traffic.format == 1)
    {
        if (header.traffic.maxData > 0)
        {
            m_maxData = std::min(m_maxData, header.traffic.maxData);
        }
        m_admission.LimitRate(DataRate(uint64_t{header.traffic.inRate} * 8), m_maxData);
    }
}

// --- reports ----------------------------------------------------------------------------------

bool
XtpContext::CheckControl(const XtpHeader& header)
{
    const auto max = static_cast<uint64_t>(m_send.GetMax());
    if (header.rseq > max)
    {
        Drop(m_counters.badRseq, header, "report of bytes that were never sent");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::UNSPECIFIED);
        return false;
    }
    if (!m_requests.WasSent(header.echo))
    {
        Drop(m_counters.badEcho, header, "echo of a request that was never sent");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::UNSPECIFIED);
        return false;
    }
    bool good = true;
    auto from = header.rseq + 1; // spans begin beyond rseq
    for (const auto& span : header.spans)
    {
        good = good && span.left >= from && span.right > span.left && span.right <= max;
        from = span.right;
    }
    if (!good)
    {
        Drop(m_counters.badSpans, header, "spans out of order or beyond what was sent");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::INVALID_RETRANSMISSION_REQUEST);
    }
    return good;
}

void
XtpContext::ReceiveControl(const XtpHeader& header)
{
    const auto rseq = static_cast<StreamOffset>(header.rseq);
    m_admission.TakeAlloc(static_cast<StreamOffset>(std::min(header.alloc, MAX_SEQ)));
    // without error control, nothing waits to be acknowledged: old reports answer requests, too
    if (m_settings.errorControl != XTP_NO_ERROR_CONTROL && rseq < m_send.GetUna())
    {
        ++m_counters.stale; // reordered by the network
        return;
    }
    m_requests.Answer(header.echo);
    const uint32_t acknowledged = m_send.Acknowledge(rseq);
    const uint32_t last = m_requests.GetLast();
    if (!IsSynchronizing())
    {
        m_send.Report(header.spans, header.format == XtpFormat::ECNTL, header.echo, last);
    }
    else if (m_requests.EndHandshake(header.echo))
    {
        m_send.Resynchronize(header.spans, last);
        m_admission.Refill();
        m_settings.handshakeEnd(m_requests.GetHandshakeTime());
    }
    if (acknowledged > 0)
    {
        m_requests.NoteProgress();
        m_user.NotifyAcknowledged(acknowledged);
    }
}

// --- data -------------------------------------------------------------------------------------

StreamOffset
XtpContext::GetRoom() const
{
    return StreamOffset{m_user.GetReceiveLimit()} - m_user.GetUnreadBytes();
}

void
XtpContext::ReceiveData(Ptr<Packet> packet, const XtpHeader& header)
{
    const auto begin = static_cast<StreamOffset>(header.seq);
    const auto end = begin + packet->GetSize();
    if (m_closing.IsBeyondEnd(end))
    {
        Drop(m_counters.badSeq, header, "data beyond the end");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::UNSPECIFIED);
        return;
    }
    if (packet->GetSize() == 0)
    {
        m_receiver.AddNothing(begin);
        return;
    }
    if (end > m_receiver.GetAlloc(GetRoom()))
    {
        Drop(m_counters.refused, header, "no room");
        return;
    }
    m_counters.outOfOrder += begin > m_receiver.GetNext();
    if (m_receiver.Add(begin, packet, header) == XtpReceiveBuffer::Fate::DUPLICATE)
    {
        ++m_counters.duplicates;
    }
    Deliver();
}

void
XtpContext::Deliver()
{
    bool any = false;
    while (const auto data = m_receiver.Remove())
    {
        any = true;
        m_user.TakeReceived(data);
    }
    XtpBoundary boundary;
    while (m_receiver.TakeBoundary(boundary))
    {
        m_user.EndMessage(boundary);
    }
    if (any)
    {
        m_user.NotifyReceived();
    }
}

// --- requests and the end ---------------------------------------------------------------------

void
XtpContext::Answer()
{
    if (m_answers.IsTrafficDue() && !m_receiver.IsMissing()) // TCNTL has no spans
    {
        SendTrafficControl();
    }
    else if (m_answers.IsDue())
    {
        SendControl(false);
    }
    else
    {
        AnswerDelivery();
    }
}

bool
XtpContext::IsDelivered() const
{
    return m_answers.IsDeliveryDue() &&
           m_answers.IsDeliveredBy(m_receiver.GetNext() - m_user.GetUnreadBytes());
}

void
XtpContext::AnswerDelivery()
{
    if (IsDelivered())
    {
        SendControl(false);
    }
}

void
XtpContext::ReceiveWriteClose(const XtpHeader& header)
{
    const auto end =
        static_cast<StreamOffset>(header.seq) + (header.IsInformation() ? header.dataSize : 0);
    if (!m_closing.TakeEnd(end, m_receiver.GetNext()))
    {
        Drop(m_counters.badSeq, header, "end of data before other data");
        return;
    }
    m_receiver.SkipLost(end);
}

void
XtpContext::ReceiveClose(const XtpHeader& header)
{
    if (header.Has(XTP_WCLOSE))
    {
        ReceiveWriteClose(header);
    }
    CheckReadClosed();
    if (!IsActive())
    {
        return;
    }
    if (header.Has(XTP_RCLOSE) && m_closing.AwaitsAnswer())
    {
        m_closing.CloseWrite();
        m_requests.Settle();
        const uint32_t acknowledged = m_send.Acknowledge(m_send.GetMax());
        if (acknowledged > 0)
        {
            m_user.NotifyAcknowledged(acknowledged);
        }
    }
    else if (header.Has(XTP_RCLOSE) && !m_closing.IsWriteClosed())
    {
        Break(); // the peer reads no more, although there is more
        return;
    }
    if (IsActive() && header.Has(XTP_END))
    {
        if (IsReadClosed() && m_closing.IsWriteClosed())
        {
            Finish();
        }
        else
        {
            Break();
        }
    }
}

void
XtpContext::CheckReadClosed()
{
    if (m_closing.CloseRead(m_receiver.GetNext()))
    {
        m_answers.Owe();
        m_user.NotifyPeerDone();
    }
}

void
XtpContext::ReceiveDiagnostic(const XtpHeader& header)
{
    ++m_counters.diagnostics;
    // about a packet that left before the peer had answered FIRST: it has overtaken FIRST
    const bool early = m_requests.IsEarly(header.sync);
    switch (header.code)
    {
    case XtpDiagCode::CONTEXT_ABANDONED:
        Break();
        break;
    case XtpDiagCode::CONTEXT_REFUSED:
        if (!IsConfirmed())
        {
            Break();
        }
        break;
    case XtpDiagCode::INVALID_CONTEXT:
        if (early)
        {
            break;
        }
        if (IsReadClosed() && m_closing.WasTold() && m_send.GetSize() == 0)
        {
            Finish(); // the peer has everything, and forgot the association
        }
        else
        {
            Break();
        }
        break;
    default:
        break;
    }
}
} // namespace hsn
} // namespace ns3
