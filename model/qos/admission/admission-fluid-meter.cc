// SPDX-License-Identifier: GPL-2.0-only
#include "admission-fluid-meter.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AdmissionFluidMeter);

TypeId
AdmissionFluidMeter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AdmissionFluidMeter")
                            .SetParent<AdmissionMeter>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AdmissionFluidMeter>();
    return tid;
}

void
AdmissionFluidMeter::SetQueue(Ptr<FluidQueue> queue)
{
    NS_ABORT_MSG_IF(m_queue, "the queue of an AdmissionFluidMeter is set twice: once is allowed");
    m_queue = queue;
}

void
AdmissionFluidMeter::DoDispose()
{
    m_callback = DelayCallback();
    if (m_queue)
    {
        m_queue->SetListener(nullptr);
        m_queue = nullptr;
    }
    AdmissionMeter::DoDispose();
}

void
AdmissionFluidMeter::Update()
{
    NS_ABORT_MSG_UNLESS(m_queue, "AdmissionFluidMeter has no queue: SetQueue first");
    m_queue->Update();
}

AdmissionLoad
AdmissionFluidMeter::GetLoad() const
{
    const auto& totals = m_queue->GetTotals();
    const double queue = m_queue->GetQueue();
    AdmissionLoad load;
    load.arrived = totals.arrived;
    load.late = totals.late;
    load.sent = totals.sent;
    load.queue = queue;
    load.queueLate = std::max(0.0, queue - m_queue->GetLateThreshold());
    load.delay = queue / m_queue->GetServiceRate();
    return load;
}

void
AdmissionFluidMeter::SetDelayCallback(const DelayCallback& callback)
{
    NS_ABORT_MSG_UNLESS(m_queue, "AdmissionFluidMeter has no queue: SetQueue first");
    m_callback = callback;
    m_queue->SetListener(callback.IsNull() ? nullptr : this);
}

void
AdmissionFluidMeter::NoteQueue(double seconds, double bits)
{
    m_callback(seconds, bits / m_queue->GetServiceRate());
}
} // namespace hsn
} // namespace ns3
