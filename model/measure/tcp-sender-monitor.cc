// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-sender-monitor.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
TcpSenderMonitor::Counters&
TcpSenderMonitor::Counters::operator+=(const Counters& other)
{
    segments += other.segments;
    retransmissions += other.retransmissions;
    lostAgain += other.lostAgain;
    recoveries += other.recoveries;
    backoffs += other.backoffs;
    heldAcks += other.heldAcks;
    earlyClears += other.earlyClears;
    return *this;
}

TcpSenderMonitor::TcpSenderMonitor(std::size_t listed)
    : m_listed(listed)
{
}

void
TcpSenderMonitor::Connect(Ptr<Socket> socket)
{
    if (DynamicCast<TcpSocketBase>(socket))
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpSenderMonitor::TxBase, this));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpSenderMonitor::RxBase, this));
    }
    else
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&TcpSenderMonitor::Tx, this));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&TcpSenderMonitor::Rx, this));
    }
    socket->TraceConnectWithoutContext("RTO", MakeCallback(&TcpSenderMonitor::NoteTimer, this));
    socket->TraceConnectWithoutContext("CongState",
                                       MakeCallback(&TcpSenderMonitor::NoteState, this));
}

void
TcpSenderMonitor::NoteSegment(SequenceNumber32 sequence, uint32_t size)
{
    if (size == 0)
    {
        return;
    }
    const bool first = m_counters.segments++ == 0;
    const auto end = sequence + size;
    if (first)
    {
        m_una = sequence;
        m_next = end;
        return;
    }
    if (sequence < m_next)
    {
        ++m_counters.retransmissions;
        if (sequence == m_una && Simulator::Now() != m_lastRx)
        {
            m_counters.lostAgain += !m_timeouts.empty() && sequence == m_timedOut;
            m_timeouts.push_back(Simulator::Now().GetTimeStep());
            m_timedOut = sequence;
            m_recover = m_next;
        }
    }
    m_next = std::max(m_next, end);
}

void
TcpSenderMonitor::NoteAck(SequenceNumber32 number)
{
    m_lastRx = Simulator::Now();
    if (m_counters.segments > 0 && number > m_una)
    {
        m_una = number;
        m_counters.heldAcks += m_backedOff; // taken back if this one ends the back-off
    }
}

void
TcpSenderMonitor::NoteTimer(Time before, Time now)
{
    const double ms = now.GetSeconds() * 1e3;
    m_smallest = std::min(m_smallest, ms);
    m_greatest = std::max(m_greatest, ms);
    if (m_values.size() < m_listed)
    {
        m_values.push_back(ms);
    }
    if (Simulator::Now() != m_lastRx)
    {
        m_counters.backoffs += now > before;
        m_backedOff = m_backedOff || now > before;
    }
    else if (m_backedOff)
    {
        --m_counters.heldAcks;
        m_counters.earlyClears += m_una <= m_recover;
        m_backedOff = false;
    }
}

void
TcpSenderMonitor::NoteState(TcpSocketState::TcpCongState_t before,
                            TcpSocketState::TcpCongState_t now)
{
    m_counters.recoveries += before != now && now == TcpSocketState::CA_RECOVERY;
}

const TcpSenderMonitor::Counters&
TcpSenderMonitor::GetCounters() const
{
    return m_counters;
}

const std::vector<int64_t>&
TcpSenderMonitor::GetTimeouts() const
{
    return m_timeouts;
}

const std::vector<double>&
TcpSenderMonitor::GetTimerValues() const
{
    return m_values;
}

double
TcpSenderMonitor::GetSmallestTimer() const
{
    return m_smallest;
}

double
TcpSenderMonitor::GetGreatestTimer() const
{
    return m_greatest;
}

void
TcpSenderMonitor::Tx(Ptr<const Packet> packet, const Header& header)
{
    NoteSegment(dynamic_cast<const TcpHeader&>(header).GetSequenceNumber(), packet->GetSize());
}

void
TcpSenderMonitor::Rx(Ptr<const Packet>, const Header& header)
{
    NoteAck(dynamic_cast<const TcpHeader&>(header).GetAckNumber());
}

void
TcpSenderMonitor::TxBase(Ptr<const Packet> packet,
                         const TcpHeader& header,
                         Ptr<const TcpSocketBase>)
{
    Tx(packet, header);
}

void
TcpSenderMonitor::RxBase(Ptr<const Packet> packet,
                         const TcpHeader& header,
                         Ptr<const TcpSocketBase>)
{
    Rx(packet, header);
}
} // namespace hsn
} // namespace ns3
