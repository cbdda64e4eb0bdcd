// SPDX-License-Identifier: GPL-2.0-only
#include "qos-tcp-count-adapter.h"

namespace ns3
{
namespace hsn
{
bool
QosTcpCountAdapter::Attach(Ptr<IndexedTcpSocket> socket)
{
    m_socket = PeekPointer(socket);
    m_before = socket->GetCounters();
    const Ptr<QosTcpCountAdapter> self(this);
    return socket->TraceConnectWithoutContext("RTT",
                                              MakeCallback(&QosTcpCountAdapter::Rtt, self)) &&
           socket->TraceConnectWithoutContext("State",
                                              MakeCallback(&QosTcpCountAdapter::State, self));
}

void
QosTcpCountAdapter::Count(Sums& sums)
{
    if (!m_socket)
    {
        return;
    }
    const auto now = m_socket->GetCounters();
    sums.sent.octets += now.octetsSent - m_before.octetsSent;
    sums.sent.packets +=
        static_cast<uint32_t>(now.dataSegmentsSent + now.dataSegmentsSentAgain -
                              m_before.dataSegmentsSent - m_before.dataSegmentsSentAgain);
    sums.again.octets += now.octetsSentAgain - m_before.octetsSentAgain;
    sums.again.packets +=
        static_cast<uint32_t>(now.dataSegmentsSentAgain - m_before.dataSegmentsSentAgain);
    sums.arrived.octets += now.octetsReceived - m_before.octetsReceived;
    sums.arrived.packets +=
        static_cast<uint32_t>(now.dataSegmentsReceived - m_before.dataSegmentsReceived);
    m_before = now;
}

void
QosTcpCountAdapter::Rtt(Time, Time now)
{
    if (now.IsStrictlyPositive())
    {
        Delay(now.GetNanoSeconds());
    }
}

void
QosTcpCountAdapter::State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
{
    if (now == TcpSocket::ESTABLISHED)
    {
        Open();
    }
    else if (now == TcpSocket::CLOSED || now == TcpSocket::TIME_WAIT)
    {
        Close();
        m_socket = nullptr; // it may go now
    }
}
} // namespace hsn
} // namespace ns3
