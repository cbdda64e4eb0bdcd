// SPDX-License-Identifier: GPL-2.0-only
#include "fluid-source-set.h"

#include "ns3/abort.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FluidSourceSet);

TypeId
FluidSourceSet::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FluidSourceSet").SetParent<Object>().SetGroupName("Hsn");
    return tid;
}

void
FluidSourceSet::DoDispose()
{
    if (m_queue)
    {
        m_queue->Detach(this);
        m_queue = nullptr;
    }
    Object::DoDispose();
}

void
FluidSourceSet::SetQueue(Ptr<FluidQueue> queue)
{
    NS_ABORT_MSG_IF(m_queue, "the queue of a FluidSourceSet is set twice: once is allowed");
    m_queue = queue;
    m_queue->Attach(this);
}

void
FluidSourceSet::FinishPast()
{
    if (GetSize() > 0)
    {
        m_queue->Update();
    }
}

uint64_t
FluidSourceSet::Add(double peak)
{
    NS_ABORT_MSG_UNLESS(m_queue, "FluidSourceSet::Add before SetQueue");
    NS_ABORT_MSG_UNLESS(peak > 0 && std::isfinite(peak),
                        "peak rate of a fluid source is " << peak
                                                          << " bit/s: must be above 0 and finite");
    m_queue->Update();
    DoAdd(++m_added, peak);
    return m_added;
}

void
FluidSourceSet::Remove(uint64_t number)
{
    NS_ABORT_MSG_UNLESS(m_queue, "FluidSourceSet::Remove before SetQueue");
    m_queue->Update();
    const bool good = DoRemove(number);
    NS_ABORT_MSG_UNLESS(good, "FluidSourceSet has no source " << number);
}
} // namespace hsn
} // namespace ns3
