// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-context.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpContext");

namespace
{
/// Octets that FIRST has more than DATA: address segment and long traffic specifier.
constexpr uint32_t FIRST_SEGMENTS = XtpHeader::ADDRESS_SIZE + 24;

/** @param rate a rate @return bytes a second, as a field of a traffic specifier */
uint32_t
ToField(DataRate rate)
{
    return static_cast<uint32_t>(
        std::min<uint64_t>(rate.GetBitRate() / 8, std::numeric_limits<uint32_t>::max()));
}
} // namespace

XtpContext::XtpContext(User& user, XtpSettings& settings, bool boundaries)
    : m_user(user),
      m_settings(settings),
      m_requests(
          settings,
          [this] { HandleWtimer(); },
          [this] { Abandon(); }),
      m_admission(settings, [this] { Pump(); }),
      m_receiver(settings, boundaries),
      m_ctimer([this] { HandleCtimer(); })
{
}

// --- the beginning ----------------------------------------------------------------------------

void
XtpContext::Begin(uint64_t key, uint32_t pathData, uint32_t overhead)
{
    const auto& s = m_settings;
    m_key = key;
    m_maxData = pathData > 0 ? std::min(s.segmentSize, pathData) : s.segmentSize;
    m_maxFirst = m_maxData;
    m_maxSpans = std::numeric_limits<std::size_t>::max();
    if (pathData > 0)
    {
        m_maxFirst = std::min(m_maxData, pathData > FIRST_SEGMENTS ? pathData - FIRST_SEGMENTS : 1);
        m_maxSpans = pathData > XtpHeader::ERROR_SIZE
                         ? (pathData - XtpHeader::ERROR_SIZE) / XtpHeader::SPAN_SIZE
                         : 0;
    }
    NS_ABORT_MSG_IF(s.outputBuffer < m_maxData,
                    "XTP: OutputBuffer is " << s.outputBuffer << " bytes, less than the "
                                            << m_maxData << " bytes of user data in a packet");
    m_send.Configure(s.errorControl, s.suppressRepeats);
    m_requests.Begin();
    m_admission.Begin(m_maxData, overhead);
    m_receiver.Begin(m_user.GetReceiveLimit());
    m_settings.state = XTP_ACTIVE;
}

void
XtpContext::Open(uint64_t key, XtpService service, uint32_t pathData, uint32_t overhead)
{
    Begin(key, pathData, overhead);
    m_service = service;
    if (!m_settings.earlyData)
    {
        SendFirst(nullptr);
    }
}

void
XtpContext::Accept(uint64_t key, const XtpHeader& first, uint32_t pathData, uint32_t overhead)
{
    Begin(key, pathData, overhead);
    m_peerKey = first.key;
    m_usesPeerKey = true;
    m_service = static_cast<XtpService>(first.traffic.service);
    m_requests.Confirm();
    m_firstSent = true;
    if (first.traffic.format == 1 && first.traffic.maxData > 0)
    {
        m_maxData = std::min(m_maxData, first.traffic.maxData);
    }
}

// --- what the application does ----------------------------------------------------------------

void
XtpContext::Send()
{
    Pump();
}

void
XtpContext::CloseWrite()
{
    m_closing.Close();
    Pump();
}

void
XtpContext::NotifyRead()
{
    if (!IsActive() || !IsConfirmed() || m_answers.IsDue())
    {
        return; // the answer to the packet in hand will tell
    }
    AnswerDelivery();
    const StreamOffset least = std::max<StreamOffset>(m_user.GetReceiveLimit() / 2, 1);
    if (!IsReadClosed() && m_receiver.IsNews(GetRoom(), least))
    {
        SendControl(false);
    }
}

void
XtpContext::Abort()
{
    if (IsActive() && m_firstSent)
    {
        SendControl(false, XTP_END);
    }
    Reset();
}

void
XtpContext::Reset()
{
    m_requests.Reset();
    m_admission.Stop();
    m_ctimer.Remove();
    m_send.Clear();
    m_settings.state = XTP_QUIESCENT;
}

// --- sending ----------------------------------------------------------------------------------

XtpHeader
XtpContext::MakeHeader(XtpFormat format) const
{
    const auto& s = m_settings;
    XtpHeader header;
    header.format = format;
    header.key = m_usesPeerKey ? m_peerKey | XtpHeader::RTN : m_key;
    header.options = (s.noCheck ? XTP_NOCHECK : 0) |
                     (s.errorControl == XTP_NO_ERROR_CONTROL ? XTP_NOERR : 0) |
                     (s.flowControl ? 0 : XTP_NOFLOW) | (s.fastNak ? XTP_FASTNAK : 0) |
                     (s.sort > 0 ? XTP_SORT : 0) | (IsReadClosed() ? XTP_RCLOSE : 0);
    header.sort = s.sort;
    header.sync = m_requests.GetLast();
    header.seq = static_cast<uint64_t>(m_send.GetMax());
    return header;
}

void
XtpContext::AddRequest(XtpHeader& header, uint32_t option)
{
    ++m_counters.requests;
    m_requests.Add(header, option);
}

void
XtpContext::Pump()
{
    while (IsActive() && !IsSynchronizing() && (IsConfirmed() || m_settings.earlyData) &&
           (m_send.HasResend() ? SendAgain() : SendNew()))
    {
    }
    SendWriteClose();
    WatchAnswers();
}

bool
XtpContext::SendAgain()
{
    // what was sent before the first report may lie beyond what the peer accepts
    if (!m_admission.Accepts(m_send.PeekResend().GetEnd()) &&
        !m_send.SplitFirst(m_admission.GetAlloc()))
    {
        return false;
    }
    if (!m_admission.HasCredit(m_send.PeekResend().data->GetSize()))
    {
        return false;
    }
    SendFrame(m_send.TakeResend(), XtpFormat::DATA);
    return true;
}

uint32_t
XtpContext::GetAdmitted(uint32_t size) const
{
    return m_admission.GetAdmitted(size, m_send.GetMax(), m_send.GetSize());
}

bool
XtpContext::SendNew()
{
    uint32_t size = m_user.GetNextPiece(m_firstSent ? m_maxData : m_maxFirst);
    m_settings.bufferFull = size > 0 && m_send.GetSize() + size > m_settings.outputBuffer;
    if (size == 0 || m_settings.bufferFull)
    {
        return false;
    }
    size = GetAdmitted(size);
    if (size == 0 || !m_admission.HasCredit(size))
    {
        return false;
    }
    const auto piece = m_user.TakePiece(size);
    XtpFrame frame;
    frame.data = piece.data;
    frame.options = (piece.endOfMessage ? XTP_EOM : 0) | (piece.tagged ? XTP_BTAG : 0);
    frame.tag = piece.tag;
    m_requests.NoteProgress();
    auto& kept = m_send.Append(frame);
    if (m_firstSent)
    {
        SendFrame(kept, XtpFormat::DATA);
    }
    else
    {
        m_firstHasData = true;
        SendFirst(&kept);
    }
    return true;
}

void
XtpContext::SendFirst(XtpFrame* frame)
{
    if (!m_firstSent)
    {
        m_firstSent = true;
        m_requests.LimitTime();
    }
    if (frame)
    {
        SendFrame(*frame, XtpFormat::FIRST);
        return;
    }
    XtpFrame none;
    none.begin = m_send.GetMax();
    none.data = Create<Packet>();
    SendFrame(none, XtpFormat::FIRST);
}

bool
XtpContext::IsLast() const
{
    const uint32_t next = m_user.GetNextPiece(m_maxData);
    return !m_send.HasResend() && (next == 0 || m_send.GetSize() + next > m_settings.outputBuffer ||
                                   GetAdmitted(next) == 0);
}

void
XtpContext::SendFrame(XtpFrame& frame, XtpFormat format)
{
    auto header = MakeHeader(format);
    const bool first = format == XtpFormat::FIRST;
    const uint32_t size = frame.data->GetSize();
    header.seq = static_cast<uint64_t>(frame.begin);
    header.options |= frame.options;
    header.tag = frame.tag;
    header.dataSize = size;
    if (first)
    {
        const auto& s = m_settings;
        header.traffic.service = static_cast<uint8_t>(m_service);
        header.traffic.format = s.rate.GetBitRate() > 0 ? 1 : 0;
        header.traffic.maxData = m_maxData;
        header.traffic.outRate = ToField(s.rate);
        header.traffic.outBurst = static_cast<uint32_t>(
            std::min<uint64_t>(s.burst, std::numeric_limits<uint32_t>::max()));
    }
    if (frame.GetEnd() == m_send.GetMax())
    {
        AddWriteClose(header);
    }
    if (first || ++m_sinceRequest >= m_settings.requestInterval || IsLast())
    {
        m_sinceRequest = 0;
        AddRequest(header, m_settings.deliveryRequests && !first ? XTP_DREQ : XTP_SREQ);
    }
    frame.sync = m_requests.GetLast();
    if (size > 0)
    {
        m_admission.Spend(size);
        ++m_counters.frames;
        m_counters.resent += frame.resent;
        m_counters.bytes += size;
    }
    m_settings.TraceSent(frame.data, header, frame.resent);
    m_user.SendPacket(frame.data->Copy(), header);
}

void
XtpContext::AddWriteClose(XtpHeader& header)
{
    if (m_closing.IsClosing() && m_user.GetNextPiece(1) == 0)
    {
        header.options |= XTP_WCLOSE;
        m_closing.NoteTold();
    }
}

void
XtpContext::FillControl(XtpHeader& header)
{
    header.echo = m_answers.Give(IsDelivered());
    header.rseq = static_cast<uint64_t>(m_receiver.GetNext());
    header.alloc = static_cast<uint64_t>(m_receiver.TellAlloc(GetRoom()));
    AddWriteClose(header);
    ++m_counters.controls;
}

void
XtpContext::SendControl(bool request, uint32_t options)
{
    auto header = MakeHeader(XtpFormat::CNTL);
    header.options |= options;
    FillControl(header);
    if (m_receiver.IsMissing())
    {
        header.format = XtpFormat::ECNTL;
        header.spans = m_receiver.GetSpans(m_maxSpans);
        ++m_counters.errorControls;
    }
    if (request)
    {
        AddRequest(header, XTP_SREQ);
    }
    const auto none = Create<Packet>();
    m_settings.m_tx(none, header);
    m_user.SendPacket(none, header);
}

void
XtpContext::SendTrafficControl()
{
    auto header = MakeHeader(XtpFormat::TCNTL);
    FillControl(header);
    const uint32_t asked = m_answers.GiveTraffic();
    const uint32_t most = ToField(m_settings.maxInRate);
    header.xkey = m_key;
    header.traffic.service = static_cast<uint8_t>(m_service);
    header.traffic.format = 1;
    header.traffic.maxData = m_maxData;
    header.traffic.inRate = most > 0 ? std::min(most, asked) : asked;
    header.traffic.outRate = ToField(m_settings.rate);
    const auto none = Create<Packet>();
    m_settings.m_tx(none, header);
    m_user.SendPacket(none, header);
}

void
XtpContext::SendDiagnostic(XtpDiagCode code, XtpDiagValue value)
{
    auto header = MakeHeader(XtpFormat::DIAG);
    header.code = code;
    header.value = value;
    const auto none = Create<Packet>();
    m_settings.m_tx(none, header);
    m_user.SendPacket(none, header);
}

void
XtpContext::SendWriteClose()
{
    if (!IsActive() || !m_closing.IsToBeTold() || m_user.GetNextPiece(1) > 0)
    {
        return;
    }
    if (!m_firstSent)
    {
        SendFirst(nullptr); // it has waited for data
    }
    else if (!m_requests.Repeats())
    {
        SendControl(true);
    }
}

// --- timers -----------------------------------------------------------------------------------

void
XtpContext::WatchAnswers()
{
    const bool expects =
        m_send.GetSize() > 0 || m_closing.AwaitsAnswer() || m_user.GetNextPiece(1) > 0;
    if (IsActive() && m_firstSent && expects && !m_requests.IsWaiting() && !m_admission.IsWaiting())
    {
        m_requests.Watch();
    }
}

void
XtpContext::HandleWtimer()
{
    NS_LOG_FUNCTION(this << m_key << IsSynchronizing());
    m_settings.wtimerExpired();
    if (!m_requests.Repeats())
    {
        Synchronize();
    }
    else if (!m_requests.TryAgain())
    {
        Abandon();
    }
    else if (IsConfirmed())
    {
        SendControl(true);
    }
    else
    {
        XtpFrame* const frame = m_firstHasData ? m_send.GetFirst() : nullptr;
        if (frame)
        {
            frame->resent = true;
        }
        SendFirst(frame);
    }
}

void
XtpContext::HandleCtimer()
{
    if (m_settings.state == XTP_INACTIVE)
    {
        Finish();
    }
    else if (!m_requests.Repeats())
    {
        Synchronize();
    }
}

void
XtpContext::Synchronize()
{
    ++m_counters.handshakes;
    m_requests.Synchronize();
    m_admission.Cancel();
    m_settings.handshakeStart();
    SendControl(true);
}

void
XtpContext::Abandon()
{
    NS_LOG_LOGIC("context " << m_key << " is abandoned");
    SendDiagnostic(XtpDiagCode::CONTEXT_ABANDONED, XtpDiagValue::UNSPECIFIED);
    Break();
}

// --- the end ----------------------------------------------------------------------------------

void
XtpContext::CheckBothClosed()
{
    if (!IsActive() || !m_closing.IsWriteClosed() || !IsReadClosed())
    {
        return;
    }
    SendControl(false, XTP_WCLOSE | XTP_END);
    m_requests.Stop();
    m_admission.Stop();
    m_settings.state = XTP_INACTIVE;
    m_ctimer.Set(Simulator::Now() + m_settings.linger);
}

void
XtpContext::Break()
{
    const bool opened = IsConfirmed() || m_settings.earlyData;
    Reset();
    m_user.NotifyBroken(opened);
}

void
XtpContext::Finish()
{
    Reset();
    m_user.NotifyQuiescent();
}

void
XtpContext::NotifyUnreachable()
{
    if (IsActive() && !IsConfirmed())
    {
        Break();
    }
}
} // namespace hsn
} // namespace ns3
