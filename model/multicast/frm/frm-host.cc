// SPDX-License-Identifier: GPL-2.0-only
#include "frm-host.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmHost);

TypeId
FrmHost::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FrmHost")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FrmHost>()
            .AddAttribute("Unit",
                          "Processor time of a control message, of an echo, and of a run of the "
                          "algorithm (x of table 1).",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&FrmHost::m_x),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DataFactor",
                          "Processor time of a packet of data, in units.",
                          DoubleValue(3),
                          MakeDoubleAccessor(&FrmHost::m_data),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("UserTime",
                          "Time that the receiving user takes for a packet (TSData of table 1).",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&FrmHost::m_user),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("BufferOctets",
                          "Socket buffer: octets of packets that have arrived and wait for the "
                          "processor, or are being worked on; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FrmHost::m_buffer),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("PacketOverhead",
                          "Octets that a packet takes in the socket buffer beside its own.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FrmHost::m_overhead),
                          MakeUintegerChecker<uint32_t>(0, 65536));
    return tid;
}

FrmHost::FrmHost() = default;

FrmHost::~FrmHost() = default;

void
FrmHost::DoDispose()
{
    if (m_queue)
    {
        m_queue->Dispose();
        m_queue = nullptr;
    }
    for (auto* task : {&m_task, &m_userTask})
    {
        if (const auto one = std::exchange(*task, nullptr))
        {
            one->GetCpu()->Dispose();
        }
    }
    Object::DoDispose();
}

HostTask&
FrmHost::Need(Ptr<HostTask>& task)
{
    if (!task)
    {
        task = CreateObject<HostCpu>()->CreateTask(HostLevel::THREAD);
    }
    return *task;
}

Time
FrmHost::GetCost(FrmWork work) const
{
    switch (work)
    {
    case FrmWork::DATA:
        return Time(static_cast<int64_t>(m_data * static_cast<double>(m_x.GetTimeStep())));
    case FrmWork::ANSWER:
        return 2 * m_x;
    default:
        return m_x;
    }
}

FrmHost::Done
FrmHost::Count(FrmWork work, Time cost, Done done)
{
    const Ptr<FrmHost> self(this); // the object that waits may be the last to know the host
    return [self, work, cost, done = std::move(done)] {
        self->m_spent[static_cast<std::size_t>(work)] += cost;
        done();
    };
}

void
FrmHost::Run(FrmWork work, Done done)
{
    const Time cost = GetCost(work);
    Need(m_task).Run(cost, Count(work, cost, std::move(done)));
}

bool
FrmHost::Receive(FrmWork work, Ptr<const Packet> packet, Done done)
{
    if (!packet)
    {
        Run(work, std::move(done));
        return true;
    }
    if (!m_queue)
    {
        Need(m_task);
        m_queue = CreateObject<HostQueue>();
        m_queue->SetAttribute("MaxOctets", UintegerValue(m_buffer));
        m_queue->SetAttribute("PacketOverhead", UintegerValue(m_overhead));
        m_queue->SetTask(m_task);
    }
    const Time cost = GetCost(work);
    return m_queue->Enqueue(packet, cost, Count(work, cost, std::move(done)));
}

void
FrmHost::RunUser(Done done)
{
    Need(m_userTask).Run(m_user, std::move(done));
}

uint64_t
FrmHost::GetDropped() const
{
    return m_queue ? m_queue->GetDropped() : 0;
}

uint32_t
FrmHost::GetBacklog() const
{
    return m_task ? m_task->GetBacklog() : 0;
}
} // namespace hsn
} // namespace ns3
