// SPDX-License-Identifier: GPL-2.0-only
#include "qos-tcp-adapter.h"

#include "ns3/packet-traces.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
bool
QosTcpAdapter::Attach(Ptr<Socket> socket)
{
    const Ptr<QosTcpAdapter> self(this);
    const bool base = DynamicCast<TcpSocketBase>(socket) != nullptr;
    const bool done =
        base ? socket->TraceConnectWithoutContext("Tx",
                                                  MakeCallback(&QosTcpAdapter::TxBase, self)) &&
                   socket->TraceConnectWithoutContext("Rx",
                                                      MakeCallback(&QosTcpAdapter::RxBase, self))
             : socket->TraceConnectWithoutContext(
                   "Tx",
                   MakeHeaderCallback<TcpHeader>(MakeCallback(&QosTcpAdapter::Send, self))) &&
                   socket->TraceConnectWithoutContext(
                       "Rx",
                       MakeHeaderCallback<TcpHeader>(MakeCallback(&QosTcpAdapter::Take, self)));
    if (!done)
    {
        return false;
    }
    // of newer releases of ns-3, RTT is a mean, and LastRTT the sample
    const TypeId tid = socket->GetInstanceTypeId();
    const bool last = base && tid.LookupTraceSourceByName("LastRTT") != nullptr;
    socket->TraceConnectWithoutContext(last ? "LastRTT" : "RTT",
                                       MakeCallback(&QosTcpAdapter::Rtt, self));
    socket->TraceConnectWithoutContext("State", MakeCallback(&QosTcpAdapter::State, self));
    return true;
}

void
QosTcpAdapter::Send(Ptr<const Packet> packet, const TcpHeader& header)
{
    const uint32_t size = packet ? packet->GetSize() : 0;
    if (size == 0)
    {
        return;
    }
    const SequenceNumber32 first = header.GetSequenceNumber();
    const SequenceNumber32 end = first + size;
    Sent(size);
    if (m_begun && first < m_highest)
    {
        Again(static_cast<uint32_t>(std::min(m_highest, end) - first));
    }
    m_highest = m_begun ? std::max(m_highest, end) : end;
    m_begun = true;
}

void
QosTcpAdapter::Take(Ptr<const Packet> packet, const TcpHeader&)
{
    Arrived(packet ? packet->GetSize() : 0);
}

void
QosTcpAdapter::TxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    Send(packet, header);
}

void
QosTcpAdapter::RxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    Take(packet, header);
}

void
QosTcpAdapter::Rtt(Time, Time now)
{
    if (now.IsStrictlyPositive())
    {
        Delay(now.GetNanoSeconds());
    }
}

void
QosTcpAdapter::State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
{
    if (now == TcpSocket::CLOSED || now == TcpSocket::TIME_WAIT)
    {
        Close();
    }
}
} // namespace hsn
} // namespace ns3
