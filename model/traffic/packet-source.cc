// SPDX-License-Identifier: GPL-2.0-only
#include "packet-source.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnPacketSource");
NS_OBJECT_ENSURE_REGISTERED(PacketSource);

TypeId
PacketSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PacketSource")
                            .SetParent<Application>()
                            .SetGroupName("Hsn")
                            .AddAttribute("Protocol",
                                          "Factory of the socket, unless one is given",
                                          TypeIdValue(UdpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&PacketSource::m_protocol),
                                          MakeTypeIdChecker())
                            .AddAttribute("Remote",
                                          "Where the packets go, unless a socket is given",
                                          AddressValue(),
                                          MakeAddressAccessor(&PacketSource::m_remote),
                                          MakeAddressChecker())
                            .AddAttribute("MaxPackets",
                                          "Packets to send; 0: no limit",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&PacketSource::m_maxPackets),
                                          MakeUintegerChecker<uint64_t>())
                            .AddTraceSource("Tx",
                                            "A packet is sent",
                                            MakeTraceSourceAccessor(&PacketSource::m_txTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

void
PacketSource::SetSocket(Ptr<Socket> socket)
{
    m_socket = socket;
}

void
PacketSource::SetSend(const SendFunction& send)
{
    m_send = send;
}

uint64_t
PacketSource::GetSent() const
{
    return m_sent;
}

void
PacketSource::DoDispose()
{
    m_next.Cancel();
    m_socket = nullptr;
    m_send = SendFunction();
    Application::DoDispose();
}

void
PacketSource::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_send.IsNull() && !m_socket)
    {
        NS_ABORT_MSG_IF(m_remote.IsInvalid(), "PacketSource: set Remote, a socket or a function");
        m_socket = Socket::CreateSocket(GetNode(), m_protocol);
        const int error = m_socket->Connect(m_remote);
        NS_ABORT_MSG_IF(error != 0, "PacketSource: cannot connect to " << m_remote);
    }
    if (m_send.IsNull())
    {
        UseSocket(m_socket);
    }
    const Time first = GetFirstInterval();
    if (first.IsZero())
    {
        SendPacket();
    }
    else
    {
        ScheduleNext(first);
    }
}

void
PacketSource::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
}

Ptr<Packet>
PacketSource::MakePacket()
{
    return Create<Packet>(GetPacketSize());
}

void
PacketSource::UseSocket(Ptr<Socket>)
{
}

void
PacketSource::ScheduleNext(Time interval)
{
    // a packet behind the end of time never comes
    if (interval < Time::Max() - Simulator::Now())
    {
        m_next = Simulator::Schedule(interval, &PacketSource::SendPacket, this);
    }
}

void
PacketSource::SendPacket()
{
    const auto packet = MakePacket();
    ++m_sent;
    m_txTrace(packet);
    if (m_send.IsNull())
    {
        m_socket->Send(packet);
    }
    else
    {
        m_send(packet);
    }
    if (m_maxPackets == 0 || m_sent < m_maxPackets)
    {
        ScheduleNext(GetInterval());
    }
}
} // namespace hsn
} // namespace ns3
