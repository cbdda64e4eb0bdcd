// SPDX-License-Identifier: GPL-2.0-only
#include "tie-order-scheduler.h"

#include "ns3/event-impl.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TieOrderScheduler);

TypeId
TieOrderScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TieOrderScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TieOrderScheduler>();
    return tid;
}

TieOrderScheduler::Key
TieOrderScheduler::GetKey(const Event& ev)
{
    // neighbours are scattered
    return Key(ev.key.m_ts, ev.key.m_context * 0x9e3779b97f4a7c15, ev.key.m_uid);
}

void
TieOrderScheduler::Insert(const Event& ev)
{
    m_events.emplace(GetKey(ev), ev);
}

bool
TieOrderScheduler::IsEmpty() const
{
    return m_events.empty();
}

Scheduler::Event
TieOrderScheduler::PeekNext() const
{
    return m_events.begin()->second;
}

Scheduler::Event
TieOrderScheduler::RemoveNext()
{
    const Event ev = PeekNext();
    m_events.erase(m_events.begin());
    return ev;
}

void
TieOrderScheduler::Remove(const Event& ev)
{
    m_events.erase(GetKey(ev));
}
} // namespace hsn
} // namespace ns3
