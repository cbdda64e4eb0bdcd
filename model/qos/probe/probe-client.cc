// SPDX-License-Identifier: GPL-2.0-only
#include "probe-client.h"

#include "ns3/pointer.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PeriodicProbeClient);

TypeId
PeriodicProbeClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::PeriodicProbeClient")
            .SetParent<PacketSource>()
            .SetGroupName("Hsn")
            .AddConstructor<PeriodicProbeClient>()
            .AddAttribute("Interval",
                          "Time T from one packet to the next",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&PeriodicProbeClient::m_interval),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("PacketSize",
                          "Octets of a packet, in UDP",
                          UintegerValue(ProbeReceiver::MIN_SIZE),
                          MakeUintegerAccessor(&PeriodicProbeClient::m_size),
                          MakeUintegerChecker<uint32_t>(ProbeReceiver::MIN_SIZE, 65000))
            .AddAttribute("SendJitter",
                          "Its absolute value, in seconds, delays each packet; or null",
                          PointerValue(),
                          MakePointerAccessor(&PeriodicProbeClient::m_jitter),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Receiver",
                          "Gets what the far host returns: a probe of the round trip; or null",
                          PointerValue(),
                          MakePointerAccessor(&PeriodicProbeClient::SetReceiver,
                                              &PeriodicProbeClient::GetReceiver),
                          MakePointerChecker<ProbeReceiver>());
    return tid;
}

int64_t
PeriodicProbeClient::AssignStreams(int64_t stream)
{
    if (m_jitter)
    {
        m_jitter->SetStream(stream);
    }
    return m_jitter ? 1 : 0;
}

void
PeriodicProbeClient::DoDispose()
{
    m_receiver = nullptr;
    PacketSource::DoDispose();
}

void
PeriodicProbeClient::SetReceiver(Ptr<ProbeReceiver> receiver)
{
    m_receiver = receiver;
    if (receiver)
    {
        receiver->AwaitReplies();
    }
}

Ptr<ProbeReceiver>
PeriodicProbeClient::GetReceiver() const
{
    return m_receiver;
}

void
PeriodicProbeClient::UseSocket(Ptr<Socket> socket)
{
    if (m_receiver)
    {
        socket->SetRecvCallback(MakeCallback(&ProbeReceiver::Read, m_receiver));
    }
}

Time
PeriodicProbeClient::GetFirstInterval()
{
    m_due = Simulator::Now();
    return GetWait();
}

Time
PeriodicProbeClient::GetInterval()
{
    m_due += m_interval;
    return GetWait();
}

Time
PeriodicProbeClient::GetWait()
{
    const Time noise = m_jitter ? Seconds(std::abs(m_jitter->GetValue())) : Time(0);
    return std::max(m_due + noise - Simulator::Now(), Time(0));
}

uint32_t
PeriodicProbeClient::GetPacketSize()
{
    return m_size;
}

Ptr<Packet>
PeriodicProbeClient::MakePacket()
{
    const auto packet = Create<Packet>(m_size - ProbeReceiver::MIN_SIZE);
    SeqTsHeader header; // it takes the time of its making
    header.SetSeq(static_cast<uint32_t>(GetSent()));
    packet->AddHeader(header);
    return packet;
}
} // namespace hsn
} // namespace ns3
