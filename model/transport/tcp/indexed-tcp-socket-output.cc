// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: sending segments.
 */
#include "indexed-tcp-log.h"
#include "indexed-tcp-socket.h"

#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
// --- what to send ---------------------------------------------------------------------------

void
IndexedTcpSocket::Output()
{
    NS_LOG_FUNCTION(this);
    if (m_inOutput || m_state < ESTABLISHED || m_state == TIME_WAIT)
    {
        return;
    }
    const Ptr<IndexedTcpSocket> self(this); // callbacks may close it, and drop it
    m_inOutput = true;
    RestartAfterIdle();
    if (m_sendQueue.GetSize() < m_tcb->m_segmentSize)
    {
        NotifyRoom();
    }
    while (m_state != CLOSED && OutputOne())
    {
    }
    m_inOutput = false;
    if (m_state == CLOSED)
    {
        return;
    }
    // nothing is outstanding whose acknowledgement could open the window: probe it
    if (m_recovery.GetScoreboard().IsEmpty() && m_sendQueue.GetSize() > 0 &&
        !m_persistTimer.IsRunning() &&
        m_rWnd < std::min(m_sendQueue.GetSize(), m_tcb->m_segmentSize))
    {
        StartPersistTimer();
    }
    FlushDataSent();
    if (m_state != CLOSED)
    {
        SetLossTimer();
    }
}

void
IndexedTcpSocket::RestartAfterIdle()
{
    const uint32_t restart = m_initialCwnd * m_tcb->m_segmentSize;
    if (m_recoverySettings.strict && m_recovery.GetScoreboard().IsEmpty() && !m_lastSent.IsZero() &&
        m_tcb->m_cWnd > restart && Simulator::Now() - m_lastSent > m_retransmitTimer.GetTimeout())
    {
        NS_LOG_LOGIC(this << " was idle: cwnd " << restart);
        m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_CWND_RESTART);
        m_tcb->m_cWnd = restart;
        m_tcb->m_cWndInfl = restart;
    }
}

bool
IndexedTcpSocket::OutputOne()
{
    if (m_pacingTimer.IsRunning())
    {
        NS_LOG_LOGIC(this << " waits for the pace");
        return false;
    }
    const uint32_t window = std::min(m_rWnd.Get(), GetUsableWindow());
    const auto next = m_recovery.NextToSend(window, m_forced);
    if (next.segment)
    {
        Transmit(*next.segment, next.again);
    }
    return next.segment != nullptr;
}

std::optional<TcpNewData>
IndexedTcpSocket::CutNew(uint32_t room)
{
    const uint32_t unsent = m_sendQueue.GetSize();
    if (unsent == 0)
    {
        // FIN needs no window
        if (m_shutdownSend && !m_finSent)
        {
            return Cut(0);
        }
        return std::nullopt;
    }
    if (room == 0)
    {
        NS_LOG_LOGIC(this << " waits: " << unsent << " octets, cwnd " << m_tcb->m_cWnd
                          << " in flight " << m_tcb->m_bytesInFlight);
        return std::nullopt;
    }
    const auto& sent = m_recovery.GetScoreboard();
    const int64_t usable = sent.GetHead() + m_rWnd.Get() - sent.GetEnd();
    if (usable <= 0)
    {
        NS_LOG_LOGIC(this << " waits: the peer's window " << m_rWnd << " is full");
        return std::nullopt;
    }
    const uint32_t segmentSize = m_tcb->m_segmentSize;
    const auto size = static_cast<uint32_t>(std::min<int64_t>({unsent, segmentSize, usable, room}));
    if (size < segmentSize && !m_forced)
    {
        const bool last = size == unsent;
        if (!last)
        {
            // silly window syndrome (RFC 1122, 4.2.3.4): wait, unless the peer's window is the
            // limit and the segment takes half of the greatest window it has offered
            if (m_tcb->m_cWnd < m_tcb->m_bytesInFlight + segmentSize || m_fixedSize ||
                size < m_maxPeerWindow / 2)
            {
                NS_LOG_LOGIC(this << " waits: silly window syndrome");
                return std::nullopt;
            }
        }
        else if (!m_shutdownSend && (m_fixedSize || (!m_noDelay && !sent.IsEmpty()))) // Nagle
        {
            NS_LOG_LOGIC(this << " waits for a whole segment: " << size << " octets");
            return std::nullopt;
        }
    }
    return Cut(size);
}

TcpNewData
IndexedTcpSocket::Cut(uint32_t size)
{
    TcpNewData cut;
    cut.data = m_sendQueue.Remove(size);
    cut.fin = m_shutdownSend && m_sendQueue.GetSize() == 0;
    m_finSent |= cut.fin;
    m_dataSent += size;
    return cut;
}

void
IndexedTcpSocket::SendAgain(TcpSentSegment& segment, bool first)
{
    if (first)
    {
        m_retransmitTimer.AbandonTiming();
    }
    Transmit(segment, true);
}

void
IndexedTcpSocket::Transmit(TcpSentSegment& segment, bool again)
{
    m_lastSent = Simulator::Now();
    const auto packet = segment.data->Copy();
    uint8_t flags = TcpHeader::ACK;
    flags |= segment.fin ? TcpHeader::FIN : 0;
    flags |= segment.size > 0 && m_sendQueue.GetSize() == 0 ? TcpHeader::PSH : 0;
    flags |= EchoesCongestion() ? TcpHeader::ECE : 0;
    uint8_t ecn = 0;
    if (m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED &&
        ((segment.size > 0 && !again && !m_probing) ||
         m_tcb->m_ecnMode == TcpSocketState::DctcpEcn))
    {
        ecn = m_tcb->m_ectCodePoint;
    }
    if (m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED && !again && segment.size > 0 &&
        m_recovery.TakeCwr())
    {
        flags |= TcpHeader::CWR;
        m_ecnCwrSeq = ToSeq(segment.begin);
        m_tcb->m_ecnState = TcpSocketState::ECN_CWR_SENT;
    }
    GetEndPoint().AddSocketTags(packet, ecn);
    m_tcb->m_nextTxSequence = ToSeq(segment.begin);
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(ToSeq(segment.begin));
    if (again)
    {
        ++m_counters.retransmissions;
        m_counters.dataSegmentsSentAgain += segment.size > 0 ? 1 : 0;
        m_counters.octetsSentAgain += segment.size;
        NS_LOG_INFO(this << " sends again " << ToSeq(segment.begin) << " size " << segment.size);
    }
    else
    {
        m_counters.dataSegmentsSent += segment.size > 0 ? 1 : 0;
        m_restartsProbe = true;
        m_retransmitTimer.OnSent(segment.begin);
    }
    m_counters.octetsSent += segment.size;
    const uint32_t size = segment.GetLength();
    const StreamOffset end = segment.GetEnd();
    SendSegment(packet, header, &segment, again);
    if (m_state == CLOSED)
    {
        return;
    }
    if (!m_probing)
    {
        m_retransmitTimer.StartIfIdle();
    }
    m_tcb->m_nextTxSequence = ToSeq(end);
    if (m_tcb->m_highTxMark.Get() < ToSeq(end))
    {
        m_tcb->m_highTxMark = ToSeq(end);
    }
    m_recovery.OnSent(size);
    if (m_tcb->m_pacing &&
        (m_tcb->m_paceInitialWindow || m_tcb->m_cWnd != m_initialCwnd * m_tcb->m_segmentSize))
    {
        const DataRate rate = m_tcb->m_pacingRate;
        m_pacingTimer.Set(Simulator::Now() + rate.CalculateBytesTxTime(size));
    }
}

void
IndexedTcpSocket::FlushDataSent()
{
    if (const uint32_t size = std::exchange(m_dataSent, 0))
    {
        NotifyDataSent(size);
    }
}

void
IndexedTcpSocket::UpdatePacingRate()
{
    if (!m_tcb->m_pacing || m_congestion->HasCongControl() || m_tcb->m_lastRtt.Get().IsZero())
    {
        return;
    }
    const bool slowStart = m_tcb->m_cWnd < m_tcb->m_ssThresh / 2;
    const double factor = (slowStart ? m_tcb->m_pacingSsRatio : m_tcb->m_pacingCaRatio) / 100.0;
    const double bytes = std::max(m_tcb->m_cWnd.Get(), m_tcb->m_bytesInFlight.Get());
    const DataRate rate(
        static_cast<uint64_t>(bytes * 8 * factor / m_tcb->m_lastRtt.Get().GetSeconds()));
    m_tcb->m_pacingRate = std::min(rate, m_tcb->m_maxPacingRate);
}

// --- segments without data ------------------------------------------------------------------

bool
IndexedTcpSocket::EchoesCongestion() const
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return false;
    }
    if (m_tcb->m_ecnMode == TcpSocketState::DctcpEcn)
    {
        return m_tcb->m_ecnState == TcpSocketState::ECN_CE_RCVD ||
               m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE;
    }
    return m_echoCongestion;
}

void
IndexedTcpSocket::SendSyn()
{
    if (m_synsLeft == 0)
    {
        NS_LOG_WARN(this << " no answer to " << m_synRetries << " SYNs");
        FinishWithError();
        return;
    }
    const uint32_t sent = m_synRetries - m_synsLeft;
    --m_synsLeft;
    const Time wait = m_connTimeout * (int64_t(1) << std::min(sent, 20U));
    m_synTime = Simulator::Now();
    m_retransmitTimer.StartForSyn(wait);
    NS_LOG_INFO(this << " sends SYN number " << sent + 1 << ", the next in " << wait.As(Time::S));
    uint8_t flags = TcpHeader::SYN;
    if (m_state == SYN_RCVD)
    {
        flags |= TcpHeader::ACK;
        flags |= m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED ? TcpHeader::ECE : 0;
    }
    else if (m_tcb->m_useEcn == TcpSocketState::On)
    {
        flags |= TcpHeader::ECE | TcpHeader::CWR;
    }
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(m_iss);
    SendSegment(Create<Packet>(), header);
}

void
IndexedTcpSocket::SendAck()
{
    SendAck(nullptr);
}

void
IndexedTcpSocket::SendAck(Ptr<Packet> packet)
{
    if (m_state == SYN_RCVD || m_state == CLOSED)
    {
        return; // while opening, the SYN,ACK is repeated by its timer
    }
    SendEmpty(packet, TcpHeader::ACK | (EchoesCongestion() ? TcpHeader::ECE : 0));
    if (EchoesCongestion())
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_SENDING_ECE;
    }
}

void
IndexedTcpSocket::SendControl(uint8_t flags)
{
    SendEmpty(nullptr, flags);
}

void
IndexedTcpSocket::SendEmpty(Ptr<Packet> packet, uint8_t flags)
{
    const uint8_t ecn = m_tcb->m_ecnMode == TcpSocketState::DctcpEcn &&
                                m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED
                            ? m_tcb->m_ectCodePoint
                            : 0;
    if (!packet && GetEndPoint().HasSocketTags(ecn))
    {
        packet = Create<Packet>();
    }
    if (packet)
    {
        GetEndPoint().AddSocketTags(packet, ecn);
    }
    TcpHeader header;
    header.SetFlags(flags);
    StreamOffset next = m_recovery.GetScoreboard().GetEnd();
    if (flags & TcpHeader::RST)
    {
        // the peer takes it only in its window, which the probe of a closed one is not (RFC 5961,
        // 3)
        next = std::min<StreamOffset>(next, GetSendHead() + m_rWnd.Get());
    }
    header.SetSequenceNumber(ToSeq(next));
    SendSegment(packet, header);
}

void
IndexedTcpSocket::SendKeepAlive()
{
    TcpHeader header;
    header.SetFlags(TcpHeader::ACK);
    header.SetSequenceNumber(ToSeq(m_recovery.GetScoreboard().GetEnd() - 1));
    SendSegment(Create<Packet>(), header);
}

void
IndexedTcpSocket::RefuseAck(const TcpSegment& s)
{
    TcpHeader header;
    header.SetFlags(TcpHeader::RST);
    header.SetSequenceNumber(s.ack);
    NS_LOG_INFO(this << " resets: " << s.ack << " was not sent");
    SendSegment(Create<Packet>(), header);
}

void
IndexedTcpSocket::SendReset(const TcpSegment& s, const PacketArrival& arrival)
{
    if (s.Has(TcpHeader::RST))
    {
        return;
    }
    TcpHeader header;
    header.SetSourcePort(arrival.localPort);
    header.SetDestinationPort(arrival.peerPort);
    if (s.Has(TcpHeader::ACK))
    {
        header.SetFlags(TcpHeader::RST);
        header.SetSequenceNumber(s.ack);
    }
    else
    {
        header.SetFlags(TcpHeader::RST | TcpHeader::ACK);
        header.SetAckNumber(s.seq + s.size + (s.Has(TcpHeader::SYN) ? 1 : 0) +
                            (s.Has(TcpHeader::FIN) ? 1 : 0));
    }
    auto packet = Create<Packet>();
    ++m_counters.segmentsSent;
    NS_LOG_INFO(this << " answers what fits no connection: " << header);
    m_tx(packet, header);
    m_tcp->SendPacket(packet, header, arrival.GetTo(), arrival.GetFrom(), GetBoundNetDevice());
}

// --- headers --------------------------------------------------------------------------------

void
IndexedTcpSocket::SendSegment(Ptr<Packet> packet,
                              TcpHeader& header,
                              const TcpSentSegment* data,
                              bool again)
{
    const uint8_t flags = header.GetFlags();
    header.SetSourcePort(GetEndPoint().GetLocalPort());
    header.SetDestinationPort(GetEndPoint().GetPeerPort());
    if (flags & TcpHeader::ACK)
    {
        // congestion control may acknowledge less than has arrived (DCTCP)
        header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
        m_lastAckSent = GetReceiveNext();
        m_delAckTimer.Cancel();
        if (std::exchange(m_delAckCount, 0) > 0)
        {
            m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        }
    }
    const bool isReset = flags & TcpHeader::RST;
    header.SetWindowSize(
        isReset && !(flags & TcpHeader::ACK) ? 0 : GetWindowField(flags & TcpHeader::SYN));
    const uint32_t size = packet ? packet->GetSize() : 0;
    const bool reports = size == 0 && flags & TcpHeader::ACK && m_options.HasSack() &&
                         (m_reassembly.HasGap() || m_duplicate);
    ++m_counters.segmentsSent;
    NS_LOG_DEBUG(this << " sends " << TcpHeader::FlagsToString(header.GetFlags()) << " seq "
                      << header.GetSequenceNumber() << " size " << size << " ack "
                      << header.GetAckNumber() << " window " << header.GetWindowSize());
    const bool isPlain = !(flags & TcpHeader::SYN) && !isReset && !reports;
    const uint32_t now = m_clock.GetTimestamp();
    if (isPlain && m_shortcut && !NeedsPackets() && m_tx.IsEmpty() && m_again.IsEmpty() &&
        m_shortcut->SendNumbers(packet, header, m_options.GetTimestamps(now)))
    {
        return;
    }
    if (flags & TcpHeader::SYN)
    {
        const uint32_t headers =
            Ipv4Address::IsMatchingType(GetEndPoint().GetPeerAddress()) ? 40 : 60;
        const uint32_t mtu = GetEndPoint().GetMtu();
        const uint32_t mss = mtu > headers ? std::min<uint32_t>(mtu - headers, 65535) : 0;
        m_options.AddToSyn(header, mss, m_offeredScale, now);
    }
    else if (!isReset)
    {
        m_options.Add(header, now);
    }
    if (reports)
    {
        TcpNegotiatedOptions::AddSack(header, m_reassembly, m_irs, m_duplicate);
        m_duplicate.reset();
    }
    if (!packet)
    {
        packet = Create<Packet>();
    }
    DecorateSegment(packet, header, data);
    TraceSent(packet, header, again);
    if (!m_shortcut || !m_shortcut->Send(packet, header))
    {
        m_tcp->SendPacket(packet,
                          header,
                          GetEndPoint().GetLocalAddress(),
                          GetEndPoint().GetPeerAddress(),
                          GetBoundNetDevice());
    }
}

uint8_t
IndexedTcpSocket::GetScale() const
{
    uint8_t scale = 0;
    while (scale < 14 && (GetRcvBufSize() >> scale) > m_maxWindow)
    {
        ++scale;
    }
    return scale;
}

uint16_t
IndexedTcpSocket::GetWindowField(bool syn)
{
    const uint8_t shift = syn ? 0 : m_options.GetReceiveShift();
    const StreamOffset next = GetReceiveNext();
    const uint32_t unread = m_receiveQueue.GetSize();
    StreamOffset edge = next + (GetRcvBufSize() > unread ? GetRcvBufSize() - unread : 0);
    // the right edge moves by whole segments, and never back (RFC 1122, 4.2.3.3; RFC 9293, 3.8.6)
    if (edge - m_advertised < std::min(GetRcvBufSize() / 2, m_tcb->m_segmentSize))
    {
        edge = std::max(m_advertised, next);
    }
    const uint32_t window = std::min<int64_t>((edge - next) >> shift, m_maxWindow);
    m_advertised = std::max(m_advertised, next + (static_cast<int64_t>(window) << shift));
    m_advWnd = window << shift;
    return static_cast<uint16_t>(window);
}
} // namespace hsn
} // namespace ns3
