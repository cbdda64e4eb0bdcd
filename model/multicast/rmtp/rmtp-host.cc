// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-host.h"

#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpHost);

TypeId
RmtpHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::RmtpHost")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<RmtpHost>()
                            .AddAttribute("SendTime",
                                          "Processor time to send a packet.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          TimeValue(MicroSeconds(70)),
                                          MakeTimeAccessor(&RmtpHost::m_sendTime),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("ReceiveTime",
                                          "Processor time to receive a packet.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          TimeValue(MicroSeconds(230)),
                                          MakeTimeAccessor(&RmtpHost::m_receiveTime),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("BufferOctets",
                                          "Size of the socket buffer; 0: no limit.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          UintegerValue(51200),
                                          MakeUintegerAccessor(&RmtpHost::m_buffer),
                                          MakeUintegerChecker<uint64_t>())
                            .AddAttribute("PacketOverhead",
                                          "Octets that a packet takes in it beside its own.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&RmtpHost::m_overhead),
                                          MakeUintegerChecker<uint32_t>(0, 65536));
    return tid;
}

RmtpHost::RmtpHost() = default;

RmtpHost::~RmtpHost() = default;

void
RmtpHost::NotifyConstructionCompleted()
{
    m_cpu = CreateObject<HostCpu>();
    m_sender = m_cpu->CreateTask(HostLevel::THREAD, 1);
    m_receiver = m_cpu->CreateTask(HostLevel::THREAD, 0);
    m_queue = MakeBuffer();
    Object::NotifyConstructionCompleted();
}

void
RmtpHost::DoDispose()
{
    m_queue->Dispose();
    m_cpu->Dispose();
    m_queue = nullptr;
    m_sender = nullptr;
    m_receiver = nullptr;
    m_cpu = nullptr;
    Object::DoDispose();
}

bool
RmtpHost::Receive(Ptr<const Packet> packet, HostTask::Done done)
{
    return Receive(*m_queue, std::move(packet), std::move(done));
}

Ptr<HostQueue>
RmtpHost::MakeBuffer() const
{
    const auto queue = CreateObject<HostQueue>();
    queue->SetAttribute("MaxOctets", UintegerValue(m_buffer));
    queue->SetAttribute("PacketOverhead", UintegerValue(m_overhead));
    queue->SetTask(m_receiver);
    return queue;
}

bool
RmtpHost::Receive(HostQueue& buffer, Ptr<const Packet> packet, HostTask::Done done) const
{
    return buffer.Enqueue(std::move(packet), m_receiveTime, std::move(done));
}

void
RmtpHost::Send(HostTask::Done done)
{
    m_sender->Run(m_sendTime, std::move(done));
}

uint64_t
RmtpHost::GetDropped() const
{
    return m_queue->GetDropped();
}

double
RmtpHost::GetBusyTime() const
{
    return m_cpu->GetBusyTime().GetSeconds();
}
} // namespace hsn
} // namespace ns3
