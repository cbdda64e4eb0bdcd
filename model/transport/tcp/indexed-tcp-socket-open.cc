// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * IndexedTcpSocket: segments that open a connection (RFC 9293, 3.5 and 3.10.7).
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
IndexedTcpSocket::ReceiveListen(const TcpSegment& s, const PacketArrival& arrival)
{
    if (s.Has(TcpHeader::RST))
    {
        return;
    }
    if (s.Has(TcpHeader::ACK))
    {
        SendReset(s, arrival);
        return;
    }
    if (!s.Has(TcpHeader::SYN) || !NotifyConnectionRequest(arrival.GetFrom()))
    {
        return;
    }
    Fork()->Accept(s, arrival);
}

void
IndexedTcpSocket::Accept(const TcpSegment& s, const PacketArrival& arrival)
{
    const auto device = GetBoundNetDevice();
    bool isNew;
    if (arrival.ipv4)
    {
        isNew = GetEndPoint().Adopt(m_tcp->Allocate(device,
                                                    arrival.ipv4->GetDestination(),
                                                    arrival.localPort,
                                                    arrival.ipv4->GetSource(),
                                                    arrival.peerPort));
    }
    else
    {
        isNew = GetEndPoint().Adopt(m_tcp->Allocate6(device,
                                                     arrival.ipv6->GetDestination(),
                                                     arrival.localPort,
                                                     arrival.ipv6->GetSource(),
                                                     arrival.peerPort));
    }
    if (!isNew)
    {
        NS_LOG_LOGIC(this << " this connection exists already");
        return;
    }
    StartOpening();
    m_state = SYN_RCVD;
    TakeSyn(s);
    SendSyn();
}

void
IndexedTcpSocket::TakeSyn(const TcpSegment& s)
{
    m_irs = s.seq;
    m_highRxMark = s.seq;
    m_reassembly.Reset(1);
    m_advertised = 1;
    m_lastAckSent = 0;
    m_tcb->m_rxBuffer->SetNextRxSequence(m_irs + 1U);
    m_windowSeq = 0;
    m_windowAck = 0;
    m_maxPeerWindow = 0;
    SetPeerWindow(s.window); // never scaled in a SYN (RFC 7323, 2.2)
    uint32_t limit = s.mss.value_or(0);
    if (limit == 0)
    {
        const bool ipv4 = Ipv4Address::IsMatchingType(GetEndPoint().GetPeerAddress());
        limit = !m_recoverySettings.strict ? m_segmentSize : ipv4 ? 536 : 1220; // RFC 9293, 3.7.1
    }
    m_tcb->m_segmentSize = std::min(m_segmentSize, limit);
    m_options.Agree(s, m_offeredScale);
    const uint32_t optionBytes = m_options.GetBytes(false);
    if (m_recoverySettings.strict && m_tcb->m_segmentSize > 2 * optionBytes)
    {
        m_tcb->m_segmentSize -= optionBytes;
    }
    m_tcb->m_cWnd = m_initialCwnd * m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_tcb->m_ssThresh = m_initialSsThresh;
    const uint8_t ecn = TcpHeader::ECE | TcpHeader::CWR;
    const bool agreed =
        s.Has(TcpHeader::ACK) ? (s.flags & ecn) == TcpHeader::ECE : (s.flags & ecn) == ecn;
    m_tcb->m_ecnState = m_tcb->m_useEcn != TcpSocketState::Off && agreed
                            ? TcpSocketState::ECN_IDLE
                            : TcpSocketState::ECN_DISABLED;
    NS_LOG_INFO(this << " peer's SYN: segment size " << m_tcb->m_segmentSize << ", window "
                     << m_rWnd << ", SACK " << m_options.HasSack() << ", timestamps "
                     << m_options.HasTimestamps() << ", "
                     << TcpSocketState::EcnStateName[m_tcb->m_ecnState]);
}

void
IndexedTcpSocket::ReceiveSynSent(const TcpSegment& s)
{
    const bool hasAck = s.Has(TcpHeader::ACK);
    if (hasAck && s.ack != ToSeq(1))
    {
        if (!s.Has(TcpHeader::RST))
        {
            RefuseAck(s);
        }
        return;
    }
    if (s.Has(TcpHeader::RST))
    {
        if (hasAck)
        {
            NS_LOG_INFO(this << " refused by the peer");
            FinishWithError();
        }
        return;
    }
    if (!s.Has(TcpHeader::SYN))
    {
        return;
    }
    TakeSyn(s);
    if (!hasAck)
    {
        m_state = SYN_RCVD; // simultaneous open
        m_synsLeft = m_synRetries;
        m_retransmitTimer.Cancel();
        SendSyn();
        return;
    }
    m_highRxAckMark = s.ack;
    MeasureSynRtt(s);
    Establish();
    SendAck();
    ExpectFirstData();
    Output();
    // the socket must be there still
    Simulator::ScheduleNow(&IndexedTcpSocket::ReportConnection, Ptr<IndexedTcpSocket>(this));
}

void
IndexedTcpSocket::ReportConnection()
{
    if (m_state != CLOSED)
    {
        NotifyConnectionSucceeded();
        NotifyRoom();
    }
}

void
IndexedTcpSocket::Establish()
{
    m_retransmitTimer.Cancel();
    m_tcb->m_nextTxSequence = ToSeq(1);
    m_tcb->m_highTxMark = ToSeq(1);
    m_tcb->m_lastAckedSeq = ToSeq(1);
    m_retriesLeft = m_dataRetries;
    const uint32_t syns = m_synRetries - m_synsLeft;
    if (!m_clock.CountsTicks() && syns > 1)
    {
        NS_LOG_LOGIC(this << " a SYN was lost (RFC 6298, 5.7)");
        m_retransmitTimer.RaiseAfterSynLoss();
        const bool keeps = m_keepInitialWindow && m_recoverySettings.mode != TcpLossRecovery::RENO;
        if (syns > (keeps ? 2 : 1))
        {
            NS_LOG_LOGIC(this << " one segment (RFC 5681, 3.1)");
            m_tcb->m_cWnd = m_tcb->m_segmentSize;
            m_tcb->m_cWndInfl = m_tcb->m_cWnd;
        }
    }
    m_recovery.Open(m_options.HasSack());
    m_state = ESTABLISHED;
    UpdatePacingRate();
    if (m_shutdownSend)
    {
        EnterClosing();
    }
}

void
IndexedTcpSocket::ExpectFirstData()
{
    if (!m_clock.CountsTicks())
    {
        m_delAckCount = m_delAckMaxCount; // acknowledged at once, as ns-3's TCP does
    }
}

bool
IndexedTcpSocket::CompleteSynRcvd(const TcpSegment& s)
{
    if (s.ack != ToSeq(1))
    {
        RefuseAck(s);
        return false;
    }
    m_highRxAckMark = s.ack;
    SetPeerWindow(ScaleWindow(s.window));
    MeasureSynRtt(s);
    Establish();
    ExpectFirstData();
    if (m_active)
    {
        NotifyConnectionSucceeded();
    }
    else
    {
        Address peer;
        GetPeerName(peer);
        NotifyNewConnectionCreated(this, peer);
    }
    if (m_state == ESTABLISHED)
    {
        NotifyRoom();
    }
    return m_state != CLOSED;
}
} // namespace hsn
} // namespace ns3
