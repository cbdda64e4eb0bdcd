// SPDX-License-Identifier: GPL-2.0-only
#include "frm-host.h"

#include "ns3/double.h"

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
                          MakeTimeChecker(Time(0)));
    return tid;
}

FrmHost::FrmHost() = default;

FrmHost::~FrmHost() = default;

void
FrmHost::DoDispose()
{
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

void
FrmHost::Run(FrmWork work, Done done)
{
    const Time cost = GetCost(work);
    const Ptr<FrmHost> self(this); // the object that waits may be the last to know the host
    Need(m_task).Run(cost, [self, work, cost, done = std::move(done)] {
        self->m_spent[static_cast<std::size_t>(work)] += cost;
        done();
    });
}

void
FrmHost::RunUser(Done done)
{
    Need(m_userTask).Run(m_user, std::move(done));
}

uint32_t
FrmHost::GetBacklog() const
{
    return m_task ? m_task->GetBacklog() : 0;
}
} // namespace hsn
} // namespace ns3
