// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: arriving segments (RFC 9293, section 3.10.7).
 */
#include "indexed-tcp-log.h"
#include "indexed-tcp-socket.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
void
IndexedTcpSocket::Drop(Ptr<const Packet> packet, const char* reason)
{
    NS_LOG_WARN(this << " dropped: " << reason);
    ++m_counters.dropped;
    if (!m_rxDrop.IsEmpty())
    {
        m_rxDrop(packet ? packet : Ptr<const Packet>(Create<Packet>()), reason);
    }
}

void
IndexedTcpSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    ReceiveSegment(packet, arrival, nullptr);
}

void
IndexedTcpSocket::ReceiveSegment(Ptr<Packet> packet,
                                 const PacketArrival& arrival,
                                 const TcpAckNote* note)
{
    NS_LOG_FUNCTION(this << packet);
    TcpSegment s;
    if (const char* reason = s.Read(packet))
    {
        Drop(packet, reason);
        return;
    }
    SocketPriorityTag priority;
    packet->RemovePacketTag(priority); // set by the lower layers of this host
    if (!m_rx.IsEmpty())
    {
        TcpHeader header;
        packet->RemoveHeader(header);
        m_rx(packet, header);
    }
    else
    {
        packet->RemoveAtStart(s.headerSize);
    }
    Process(s, packet, arrival, note);
}

void
IndexedTcpSocket::ReceiveLean(const LeanSegment& segment, const PacketArrival& arrival)
{
    if (NeedsPackets() || !m_rx.IsEmpty())
    {
        const auto packet = segment.GetPacket();
        packet->RemoveAtStart(arrival.ipv4->GetSerializedSize());
        Receive(packet, arrival);
        return;
    }
    TcpSegment s = segment.GetTcp();
    Process(s, segment.GetData(), arrival, nullptr);
}

void
IndexedTcpSocket::Process(TcpSegment& s,
                          Ptr<Packet> packet,
                          const PacketArrival& arrival,
                          const TcpAckNote* note)
{
    ++m_counters.segmentsReceived;
    m_counters.dataSegmentsReceived += s.size > 0 ? 1 : 0;
    m_counters.octetsReceived += s.size;
    NS_LOG_DEBUG(this << " received " << TcpHeader::FlagsToString(s.flags) << " seq " << s.seq
                      << " size " << s.size << " ack " << s.ack << " window " << s.window);
    switch (m_state)
    {
    case CLOSED:
        SendReset(s, arrival);
        break;
    case LISTEN:
        ReceiveListen(s, arrival);
        break;
    case SYN_SENT:
        ReceiveSynSent(s);
        break;
    default:
        ReceiveSynchronized(s, packet, arrival.GetEcn(), note);
        break;
    }
}

// --- open -----------------------------------------------------------------------------------

const char*
IndexedTcpSocket::CheckSegment(const TcpSegment& s)
{
    const bool reset = s.Has(TcpHeader::RST);
    if (m_options.HasTimestamps() && !reset)
    {
        if (!s.hasTimestamp)
        {
            return "no timestamp (RFC 7323, 3.2)";
        }
        if (m_options.IsOld(s.timestamp))
        {
            SendAck();
            return "old timestamp (RFC 7323, 5.3)";
        }
    }
    const StreamOffset begin = ToPeerOffset(s.seq);
    const uint32_t length =
        s.size + (s.Has(TcpHeader::SYN) ? 1 : 0) + (s.Has(TcpHeader::FIN) ? 1 : 0);
    const StreamOffset next = GetReceiveNext();
    const StreamOffset edge = std::max(m_advertised, next);
    const bool acceptable =
        length == 0 ? begin >= next && begin <= edge : begin < edge && begin + length > next;
    // retransmissions and probes are answered, so that the peer learns our state
    if (!acceptable)
    {
        if (!reset)
        {
            SendAck();
            if (m_state == TIME_WAIT && s.Has(TcpHeader::FIN))
            {
                m_timeWaitTimer.Set(Simulator::Now() + Seconds(2 * m_msl));
            }
        }
        return "outside of the window (RFC 9293, 3.10.7.4)";
    }
    if (reset)
    {
        if (begin != next)
        {
            DoubtReset();
            return "RST in the window, but not at its front (RFC 5961, 3.2)";
        }
        FinishWithError();
        return "RST";
    }
    if (s.Has(TcpHeader::SYN))
    {
        SendAck();
        return "SYN in an open connection (RFC 5961, 4.2)";
    }
    return s.Has(TcpHeader::ACK) ? nullptr : "no ACK (RFC 9293, 3.10.7.4)";
}

void
IndexedTcpSocket::DoubtReset()
{
    SendAck(); // challenge
    if (!m_doubtTimer.IsRunning() && m_state != TIME_WAIT)
    {
        m_nDoubts = 0;
        m_doubtTimer.Set(m_clock.GetDeadline(m_retransmitTimer.GetTimeout()));
    }
}

void
IndexedTcpSocket::DoubtTimeout()
{
    NS_LOG_FUNCTION(this);
    if (++m_nDoubts > m_dataRetries)
    {
        // no answer: the peer has no connection any more, but its RST for that (RFC 9293, 3.10.7.1)
        // does not come, as from ns-3's listening socket
        FinishWithError();
        return;
    }
    SendKeepAlive();
    m_doubtTimer.Set(m_clock.GetDeadline(m_retransmitTimer.GetTimeout() *
                                         (int64_t(1) << std::min(m_nDoubts, 6U))));
}

void
IndexedTcpSocket::ReceiveSynchronized(TcpSegment& s,
                                      Ptr<Packet> packet,
                                      uint8_t ecn,
                                      const TcpAckNote* note)
{
    if (m_state == SYN_RCVD && s.Has(TcpHeader::SYN) && s.seq == m_irs && !s.Has(TcpHeader::RST))
    {
        if (!s.Has(TcpHeader::ACK))
        {
            NS_LOG_LOGIC(this << " our SYN,ACK was lost");
            m_retransmitTimer.Cancel();
            SendSyn();
            return;
        }
        // simultaneous open: of the peer's SYN,ACK only the ACK is new
        s.flags &= ~(TcpHeader::SYN | TcpHeader::ECE | TcpHeader::CWR);
        s.seq += 1;
    }
    if (s.size > 0 && s.Has(TcpHeader::ACK) && m_advertised <= GetReceiveNext() &&
        ToPeerOffset(s.seq) == GetReceiveNext())
    {
        // a probe of our closed window: its data is dropped, its acknowledgement is processed
        // (RFC 9293, 3.10.7.4)
        Drop(packet, "window closed");
        SendAck();
        packet = Create<Packet>();
        s.size = 0;
        s.flags &= ~TcpHeader::FIN;
    }
    NoteDuplicate(ToPeerOffset(s.seq), s.size);
    if (const char* reason = CheckSegment(s))
    {
        Drop(packet, reason);
        return;
    }
    m_doubtTimer.Cancel();
    m_inInput = true;
    if (m_state == SYN_RCVD && !CompleteSynRcvd(s))
    {
        m_inInput = false;
        return;
    }
    const StreamOffset begin = ToPeerOffset(s.seq);
    if (m_options.HasTimestamps() && begin <= m_lastAckSent)
    {
        m_options.SetRecent(s.timestamp);
    }
    TakeEcn(s, ecn);
    const StreamOffset ack = ToOffset(s.ack);
    const auto& sent = m_recovery.GetScoreboard();
    if (ack > sent.GetEnd())
    {
        SendAck();
        Drop(packet, "acknowledges what was not sent (RFC 9293, 3.10.7.4)");
        m_inInput = false;
        return;
    }
    if (ack >= sent.GetHead())
    {
        // a duplicate has the window of the last segment, so the window is updated after the check
        ProcessAck(s, ack, note);
        UpdateWindow(s, ack);
    }
    if (m_finSent && sent.IsEmpty())
    {
        FinAcknowledged();
    }
    if (m_state != CLOSED && (s.size > 0 || s.Has(TcpHeader::FIN)))
    {
        ReceiveData(s, packet, ecn);
    }
    else if (m_state != CLOSED)
    {
        TellMark(ecn);
    }
    m_inInput = false;
    if (m_state != CLOSED && m_state != TIME_WAIT)
    {
        Output();
    }
}

// --- data -----------------------------------------------------------------------------------

void
IndexedTcpSocket::ReceiveData(const TcpSegment& s, Ptr<Packet> packet, uint8_t ecn)
{
    if (m_finReceived)
    {
        SendAck(); // FIN was retransmitted
        return;
    }
    const StreamOffset begin = ToPeerOffset(s.seq);
    const StreamOffset next = m_reassembly.GetNext();
    StreamOffset end = begin + s.size;
    if (end > m_advertised)
    {
        packet->RemoveAtEnd(end - m_advertised);
        end = m_advertised;
    }
    else if (s.Has(TcpHeader::FIN))
    {
        m_finOffset = end;
    }
    if (AbortIfUnread(end > next))
    {
        Drop(packet, "data after Close (RFC 1122, 4.2.2.13)");
        return;
    }
    NS_LOG_LOGIC(this << " octets " << begin << " to " << end << ", expected " << next);
    const bool hadGap = m_reassembly.HasGap();
    bool isNew = false;
    if (end > begin)
    {
        if (m_reassembly.Pass(begin, end - begin))
        {
            isNew = true;
            if (!m_shutdownRecv)
            {
                m_receiveQueue.Add(packet);
            }
        }
        else if (end > next)
        {
            isNew = m_reassembly.Add(begin, packet);
            while (auto part = m_reassembly.Remove())
            {
                if (!m_shutdownRecv)
                {
                    m_receiveQueue.Add(part);
                }
            }
        }
    }
    const bool advanced = m_reassembly.GetNext() > next;
    if (advanced)
    {
        m_tcb->m_rxBuffer->SetNextRxSequence(m_irs + static_cast<uint32_t>(GetReceiveNext()));
    }
    const bool turns = TellMark(ecn);
    if (advanced && !m_shutdownRecv)
    {
        NotifyDataRecv();
        if (m_state == CLOSED)
        {
            return;
        }
    }
    if (m_reassembly.GetNext() == m_finOffset)
    {
        ReceiveFin();
        return;
    }
    // out of order, filling a gap, or a retransmission: at once (RFC 5681, 4.2); so are marks of
    // DCTCP that begin or end (RFC 8257, 3.2)
    AcknowledgeData(hadGap || m_reassembly.HasGap() || !isNew || m_duplicate || turns);
}

void
IndexedTcpSocket::AcknowledgeData(bool urgent)
{
    ++m_delAckCount;
    if (urgent || m_delAckCount >= m_delAckMaxCount)
    {
        SendAck();
        return;
    }
    m_congestion->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (!m_delAckTimer.IsRunning())
    {
        m_delAckTimer.Set(m_clock.GetDelayedAckDeadline(m_delAckTimeout));
        NS_LOG_LOGIC(this << " acknowledges in " << m_delAckTimeout.As(Time::MS));
    }
}

void
IndexedTcpSocket::ReceiveFin()
{
    NS_LOG_FUNCTION(this);
    m_finReceived = true;
    m_tcb->m_rxBuffer->SetNextRxSequence(m_irs + static_cast<uint32_t>(GetReceiveNext()));
    switch (m_state)
    {
    case ESTABLISHED:
        m_state = CLOSE_WAIT;
        break;
    case FIN_WAIT_1:
        m_state = CLOSING;
        break;
    case FIN_WAIT_2:
        SendAck();
        EnterTimeWait();
        return;
    default:
        break;
    }
    SendAck();
    if (!m_closeNotified)
    {
        m_closeNotified = true;
        NotifyNormalClose();
    }
}

void
IndexedTcpSocket::FinAcknowledged()
{
    NS_LOG_FUNCTION(this);
    switch (m_state)
    {
    case FIN_WAIT_1:
        m_state = FIN_WAIT_2;
        LimitFinWait();
        break;
    case CLOSING:
        EnterTimeWait();
        break;
    case LAST_ACK:
        Finish();
        break;
    default:
        break;
    }
}
} // namespace hsn
} // namespace ns3
