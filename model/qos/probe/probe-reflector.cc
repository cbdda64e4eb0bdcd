// SPDX-License-Identifier: GPL-2.0-only
#include "probe-reflector.h"

#include "probe-receiver.h"

#include "ns3/abort.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ProbeReflector);

TypeId
ProbeReflector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ProbeReflector")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<ProbeReflector>()
            .AddAttribute("Local",
                          "Address and UDP port on which it receives, IPv4 or IPv6",
                          AddressValue(),
                          MakeAddressAccessor(&ProbeReflector::m_local),
                          MakeAddressChecker())
            .AddAttribute("ReceiveJitter",
                          "Its absolute value, in seconds, delays each packet; or null",
                          PointerValue(),
                          MakePointerAccessor(&ProbeReflector::m_receiveTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("SendJitter",
                          "Its absolute value, in seconds, delays each packet, too; or null",
                          PointerValue(),
                          MakePointerAccessor(&ProbeReflector::m_sendTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("MaxWaiting",
                          "Packets that may wait for their return",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&ProbeReflector::m_maxWaiting),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("RxDrop",
                            "A packet is not returned",
                            MakeTraceSourceAccessor(&ProbeReflector::m_dropTrace),
                            "ns3::hsn::ProbeReflector::DropTracedCallback");
    return tid;
}

int64_t
ProbeReflector::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (const auto& noise : {m_receiveTime, m_sendTime})
    {
        if (noise)
        {
            noise->SetStream(stream + used++);
        }
    }
    return used;
}

uint64_t
ProbeReflector::GetReflected() const
{
    return m_reflected;
}

uint64_t
ProbeReflector::GetDropped() const
{
    return m_dropped;
}

void
ProbeReflector::DoDispose()
{
    m_next.Cancel();
    m_waiting.clear();
    m_socket = nullptr;
    Application::DoDispose();
}

void
ProbeReflector::StartApplication()
{
    NS_ABORT_MSG_IF(m_local.IsInvalid(), "ProbeReflector: set Local");
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    NS_ABORT_MSG_IF(m_socket->Bind(m_local) != 0, "ProbeReflector: cannot bind to " << m_local);
    m_socket->SetRecvCallback(MakeCallback(&ProbeReflector::Read, this));
}

void
ProbeReflector::StopApplication()
{
    m_next.Cancel();
    m_waiting.clear();
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
ProbeReflector::Drop(Ptr<const Packet> packet, const std::string& reason)
{
    ++m_dropped;
    m_dropTrace(packet, reason);
}

void
ProbeReflector::Read(Ptr<Socket> socket)
{
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        if (packet->GetSize() < ProbeReceiver::MIN_SIZE)
        {
            Drop(packet,
                 std::to_string(packet->GetSize()) + " octets: must be at least " +
                     std::to_string(ProbeReceiver::MIN_SIZE));
            continue;
        }
        if (m_waiting.size() >= m_maxWaiting)
        {
            Drop(packet, std::to_string(m_maxWaiting) + " packets wait already");
            continue;
        }
        Time due = Simulator::Now();
        for (const auto& noise : {m_receiveTime, m_sendTime})
        {
            due += noise ? Seconds(std::abs(noise->GetValue())) : Time(0);
        }
        packet->RemoveAllPacketTags(); // they are those of the way here
        packet->RemoveAllByteTags();
        m_waiting.push_back({due, packet, from});
        if (m_next.IsExpired())
        {
            m_next = Simulator::Schedule(due - Simulator::Now(), &ProbeReflector::Send, this);
        }
    }
}

void
ProbeReflector::Send()
{
    while (!m_waiting.empty() && m_waiting.front().due <= Simulator::Now())
    {
        const Reply reply = m_waiting.front();
        m_waiting.pop_front();
        ++m_reflected;
        m_socket->SendTo(reply.packet, 0, reply.to);
    }
    if (!m_waiting.empty())
    {
        m_next = Simulator::Schedule(m_waiting.front().due - Simulator::Now(),
                                     &ProbeReflector::Send,
                                     this);
    }
}
} // namespace hsn
} // namespace ns3
