// SPDX-License-Identifier: GPL-2.0-only
#include "probe-receiver.h"

#include "ns3/abort.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/pointer.h"
#include "ns3/seq-ts-header.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(ProbeReceiver);

TypeId
ProbeReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::ProbeReceiver")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<ProbeReceiver>()
            .AddAttribute("Local",
                          "Address and UDP port on which it receives, IPv4 or IPv6",
                          AddressValue(),
                          MakeAddressAccessor(&ProbeReceiver::m_local),
                          MakeAddressChecker())
            .AddAttribute("LossMode",
                          "What becomes of the interarrival time behind lost packets",
                          EnumValue(RAW),
                          MakeHsnEnumAccessor(&ProbeReceiver::m_lossMode),
                          MakeEnumChecker(RAW, "Raw", NORMALISED, "Normalised", SKIP, "Skip"))
            .AddAttribute("ReceiveJitter",
                          "Its absolute value, in seconds, delays each arrival; or null",
                          PointerValue(),
                          MakePointerAccessor(&ProbeReceiver::m_jitter),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Estimator",
                          "What is fed with the interarrival times, in ms; or null",
                          PointerValue(),
                          MakePointerAccessor(&ProbeReceiver::m_estimator),
                          MakePointerChecker<DispersionEstimator>())
            .AddTraceSource("Interarrival",
                            "Time since the packet before it",
                            MakeTraceSourceAccessor(&ProbeReceiver::m_gapTrace),
                            "ns3::hsn::ProbeReceiver::GapTracedCallback")
            .AddTraceSource("Delay",
                            "Delay of a packet, or time of its round trip",
                            MakeTraceSourceAccessor(&ProbeReceiver::m_delayTrace),
                            "ns3::hsn::ProbeReceiver::DelayTracedCallback")
            .AddTraceSource("Lost",
                            "Packets are missing",
                            MakeTraceSourceAccessor(&ProbeReceiver::m_lostTrace),
                            "ns3::hsn::ProbeReceiver::LostTracedCallback")
            .AddTraceSource("RxDrop",
                            "A packet makes no sense",
                            MakeTraceSourceAccessor(&ProbeReceiver::m_dropTrace),
                            "ns3::hsn::ProbeReceiver::DropTracedCallback");
    return tid;
}

int64_t
ProbeReceiver::AssignStreams(int64_t stream)
{
    if (m_jitter)
    {
        m_jitter->SetStream(stream);
    }
    return m_jitter ? 1 : 0;
}

Ptr<DispersionEstimator>
ProbeReceiver::GetEstimator() const
{
    return m_estimator;
}

uint64_t
ProbeReceiver::GetReceived() const
{
    return m_received;
}

uint64_t
ProbeReceiver::GetLost() const
{
    return m_lost;
}

uint64_t
ProbeReceiver::GetReordered() const
{
    return m_reordered;
}

uint64_t
ProbeReceiver::GetDuplicates() const
{
    return m_duplicates;
}

uint64_t
ProbeReceiver::GetDropped() const
{
    return m_dropped;
}

void
ProbeReceiver::DoDispose()
{
    m_socket = nullptr;
    m_estimator = nullptr;
    Application::DoDispose();
}

void
ProbeReceiver::StartApplication()
{
    if (m_awaitsReplies)
    {
        return;
    }
    NS_ABORT_MSG_IF(m_local.IsInvalid(),
                    "ProbeReceiver: set Local, or make it the Receiver of a PeriodicProbeClient");
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    NS_ABORT_MSG_IF(m_socket->Bind(m_local) != 0, "ProbeReceiver: cannot bind to " << m_local);
    m_socket->SetRecvCallback(MakeCallback(&ProbeReceiver::Read, this));
}

void
ProbeReceiver::StopApplication()
{
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
ProbeReceiver::AwaitReplies()
{
    m_awaitsReplies = true;
}

void
ProbeReceiver::Read(Ptr<Socket> socket)
{
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        if (m_received == 0)
        {
            m_sender = from;
        }
        if (from != m_sender)
        {
            Drop(packet, "not from the sender of the first packet");
            continue;
        }
        Receive(packet);
    }
}

bool
ProbeReceiver::TakeMissing(uint64_t number)
{
    auto range = m_missing.upper_bound(number);
    if (range == m_missing.begin())
    {
        return false;
    }
    --range;
    const uint64_t first = range->first;
    const uint64_t end = range->second;
    if (number >= end)
    {
        return false;
    }
    if (number == first)
    {
        m_missing.erase(range);
    }
    else
    {
        range->second = number;
    }
    if (number + 1 < end)
    {
        m_missing[number + 1] = end;
    }
    return true;
}

void
ProbeReceiver::Drop(Ptr<const Packet> packet, const std::string& reason)
{
    ++m_dropped;
    m_dropTrace(packet, reason);
}

void
ProbeReceiver::Receive(Ptr<Packet> packet)
{
    if (packet->GetSize() < MIN_SIZE)
    {
        Drop(packet,
             std::to_string(packet->GetSize()) + " octets: must be at least " +
                 std::to_string(MIN_SIZE));
        return;
    }
    SeqTsHeader header;
    packet->RemoveHeader(header);
    const uint32_t sequence = header.GetSeq();
    const Time sent = header.GetTs();
    if (sent < Time(0) || sent > Simulator::Now())
    {
        Drop(packet, "sent in the future");
        return;
    }
    const Time noise = m_jitter ? Seconds(std::abs(m_jitter->GetValue())) : Time(0);
    const Time arrival = std::max(Simulator::Now() + noise, m_last);
    if (++m_received == 1)
    {
        m_first = (uint64_t{1} << 32) + sequence; // room below for what the first one overtook
        m_missing[m_first - HISTORY] = m_first;
        m_next = m_first + 1;
        m_last = arrival;
        m_delayTrace(sequence, arrival - sent);
        return;
    }
    // numbers wrap around: what is less than half of them ahead is new
    const auto ahead = static_cast<int32_t>(sequence - static_cast<uint32_t>(m_next));
    const uint64_t number = m_next + static_cast<uint64_t>(static_cast<int64_t>(ahead));
    if (ahead < 0)
    {
        if (!TakeMissing(number))
        {
            --m_received;
            ++m_duplicates;
            Drop(packet, "sequence number " + std::to_string(sequence) + " has arrived before");
            return;
        }
        ++m_reordered;
        m_lost -= number > m_first ? 1 : 0;
    }
    else
    {
        if (ahead > 0)
        {
            m_lost += static_cast<uint64_t>(ahead);
            m_missing[m_next] = number;
            m_lostTrace(static_cast<uint32_t>(m_next), static_cast<uint32_t>(ahead));
        }
        m_next = number + 1;
        while (!m_missing.empty() && m_missing.begin()->second + HISTORY <= m_next)
        {
            m_missing.erase(m_missing.begin());
        }
    }
    m_delayTrace(sequence, arrival - sent);
    Time gap = arrival - m_last;
    if (m_lossMode != RAW && ahead < 0)
    {
        return; // neither is its number next nor does time since the last one end here
    }
    m_last = arrival;
    if (m_lossMode == SKIP && ahead > 0)
    {
        return;
    }
    if (m_lossMode == NORMALISED)
    {
        gap = TimeStep(static_cast<uint64_t>(gap.GetTimeStep() / (int64_t{ahead} + 1)));
    }
    m_gapTrace(sequence, gap);
    if (m_estimator)
    {
        m_estimator->Feed(gap.GetSeconds() * 1e3);
    }
}
} // namespace hsn
} // namespace ns3
