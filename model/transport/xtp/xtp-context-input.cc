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
            NoteRequests(header);
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
    if (!m_confirmed)
    {
        Confirm(header);
    }
    m_noErr = header.Has(XTP_NOERR);
    m_noFlow = header.Has(XTP_NOFLOW);
    if (IsActive() && header.IsControl())
    {
        ReceiveControl(header);
    }
    if (!IsActive())
    {
        return;
    }
    const auto next = m_receive.GetNext();
    m_gap = !m_noErr && static_cast<StreamOffset>(header.seq) > next;
    NoteRequests(header);
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
        m_gap = false;
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
XtpContext::Confirm(const XtpHeader& header)
{
    m_confirmed = true;
    m_confirmedSync = m_sync;
    m_timeout.Cancel();
    if (header.format == XtpFormat::TCNTL)
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
            ConfigureRate(DataRate(uint64_t{header.traffic.inRate} * 8));
        }
    }
    if (!m_settings.earlyData)
    {
        m_user.NotifyOpened();
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
    if (XtpSyncAfter(header.echo, m_sync))
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
XtpContext::Measure(uint32_t echo)
{
    while (!m_requests.empty() && !XtpSyncAfter(m_requests.front().sync, echo))
    {
        if (m_requests.front().sync == echo)
        {
            const Time sample = Simulator::Now() - m_requests.front().sent;
            m_rtt.Measure(sample);
            m_settings.rtt(m_lastRtt, sample);
            m_lastRtt = sample;
            m_settings.wtimer = m_rtt.GetTimeout();
        }
        m_requests.pop_front();
    }
}

void
XtpContext::ReceiveControl(const XtpHeader& header)
{
    const auto rseq = static_cast<StreamOffset>(header.rseq);
    const auto alloc = static_cast<StreamOffset>(std::min(header.alloc, MAX_SEQ));
    m_alloc = m_allocTold ? std::max(m_alloc, alloc) : alloc; // until then, it was InitialAlloc
    m_allocTold = true;
    if (rseq < m_send.GetUna())
    {
        ++m_counters.stale; // reordered by the network
        return;
    }
    Measure(header.echo);
    const uint32_t acknowledged = m_send.Acknowledge(rseq);
    if (!XtpSyncAfter(m_sync, header.echo))
    {
        m_wtimer.Cancel();
    }
    if (!m_synchronizing)
    {
        m_send.Report(header.spans, header.format == XtpFormat::ECNTL, header.echo, m_sync);
    }
    else if (!XtpSyncAfter(m_handshakeSync, header.echo))
    {
        m_synchronizing = false;
        m_wtimer.Cancel();
        m_timeout.Cancel();
        m_send.Resynchronize(header.spans, m_sync);
        m_credit.Refill();
        m_settings.handshakeEnd(Simulator::Now() - m_handshakeStart);
    }
    if (acknowledged > 0)
    {
        m_watch = Time(0);
        m_user.NotifyAcknowledged(acknowledged);
    }
}

// --- data -------------------------------------------------------------------------------------

StreamOffset
XtpContext::GetAlloc() const
{
    const StreamOffset limit = m_user.GetReceiveLimit();
    return std::max(m_told, m_receive.GetNext() + limit - m_user.GetUnreadBytes());
}

void
XtpContext::ReceiveData(Ptr<Packet> packet, const XtpHeader& header)
{
    const auto begin = static_cast<StreamOffset>(header.seq);
    const auto end = begin + packet->GetSize();
    if (m_peerEnd >= 0 && end > m_peerEnd)
    {
        Drop(m_counters.badSeq, header, "data beyond the end");
        SendDiagnostic(XtpDiagCode::PROTOCOL_ERROR, XtpDiagValue::UNSPECIFIED);
        return;
    }
    if (packet->GetSize() == 0)
    {
        m_gap = false;
        if (m_noErr && begin > m_receive.GetNext())
        {
            m_receive.Skip(begin);
        }
        return;
    }
    if (end > GetAlloc())
    {
        Drop(m_counters.refused, header, "no room");
        return;
    }
    const auto mode = m_noErr ? XtpOutOfOrder::SKIP
                      : m_settings.errorControl == XTP_GO_BACK_N && !m_settings.keepsOutOfOrder
                          ? XtpOutOfOrder::DROP
                          : XtpOutOfOrder::KEEP;
    m_counters.outOfOrder += begin > m_receive.GetNext();
    if (m_receive.Add(begin, packet, mode, header) == XtpReceiveBuffer::Fate::DUPLICATE)
    {
        ++m_counters.duplicates;
    }
    Deliver();
}

void
XtpContext::Deliver()
{
    bool any = false;
    while (const auto data = m_receive.Remove())
    {
        any = true;
        m_user.TakeReceived(data);
    }
    XtpBoundary boundary;
    while (m_receive.TakeBoundary(boundary))
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
XtpContext::NoteRequests(const XtpHeader& header)
{
    const auto end = static_cast<StreamOffset>(header.seq) + header.dataSize;
    if (header.Has(XTP_SREQ))
    {
        m_answerDue = true;
        m_echo = XtpSyncAfter(header.sync, m_echo) ? header.sync : m_echo;
    }
    if (header.Has(XTP_DREQ))
    {
        m_deliveryDue = true;
        m_deliverySync = header.sync;
        m_deliveryEnd = std::max(m_deliveryEnd, end);
    }
    if (m_gap && header.IsInformation() && header.Has(XTP_FASTNAK))
    {
        m_answerDue = true;
    }
    if (header.format == XtpFormat::FIRST && header.traffic.format == 1)
    {
        m_trafficDue = true;
        m_askedRate = header.traffic.outRate;
    }
}

void
XtpContext::Answer()
{
    if (m_trafficDue)
    {
        SendTrafficControl();
    }
    else if (m_answerDue)
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
    return m_deliveryDue && m_receive.GetNext() - m_user.GetUnreadBytes() >= m_deliveryEnd;
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
    if (end < m_receive.GetNext() || (m_peerEnd >= 0 && end != m_peerEnd))
    {
        Drop(m_counters.badSeq, header, "end of data before other data");
        return;
    }
    m_peerEnd = end;
    if (m_noErr && end > m_receive.GetNext())
    {
        m_receive.Skip(end);
    }
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
    if (header.Has(XTP_RCLOSE) && m_writeCloseSent && !m_writeClosed)
    {
        m_writeClosed = true;
        m_synchronizing = false;
        m_wtimer.Cancel();
        m_timeout.Cancel();
        const uint32_t acknowledged = m_send.Acknowledge(m_send.GetMax());
        if (acknowledged > 0)
        {
            m_user.NotifyAcknowledged(acknowledged);
        }
    }
    else if (header.Has(XTP_RCLOSE) && !m_writeClosed)
    {
        Break(); // the peer reads no more, although there is more
        return;
    }
    if (IsActive() && header.Has(XTP_END))
    {
        if (m_readClosed && m_writeClosed)
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
    if (!m_readClosed && m_peerEnd >= 0 && m_receive.GetNext() == m_peerEnd)
    {
        m_readClosed = true;
        m_answerDue = true;
        m_user.NotifyPeerDone();
    }
}

void
XtpContext::ReceiveDiagnostic(const XtpHeader& header)
{
    ++m_counters.diagnostics;
    // about a packet that left before the peer had answered FIRST: it has overtaken FIRST
    const bool early = !m_confirmed || !XtpSyncAfter(header.sync, m_confirmedSync);
    switch (header.code)
    {
    case XtpDiagCode::CONTEXT_ABANDONED:
        Break();
        break;
    case XtpDiagCode::CONTEXT_REFUSED:
        if (!m_confirmed)
        {
            Break();
        }
        break;
    case XtpDiagCode::INVALID_CONTEXT:
        if (early)
        {
            break;
        }
        if (m_readClosed && m_writeCloseSent && m_send.GetSize() == 0)
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
