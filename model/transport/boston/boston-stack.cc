// SPDX-License-Identifier: GPL-2.0-only
#include "boston-stack.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(BostonStack);

namespace
{
/** @param map of pointers @param key to look up @return the pointer, or null */
template <typename M>
typename M::mapped_type
Find(const M& map, const typename M::key_type& key)
{
    const auto it = map.find(key);
    return it == map.end() ? nullptr : it->second;
}
} // namespace

TypeId
BostonStack::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::BostonStack")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<BostonStack>();
    return tid;
}

uint32_t
BostonStack::AddSender(Ptr<BostonSender> sender)
{
    m_senders[m_nextNumber] = sender;
    return m_nextNumber++;
}

void
BostonStack::RemoveSender(uint32_t number)
{
    m_senders.erase(number);
}

Ptr<BostonSender>
BostonStack::FindSender(uint32_t number) const
{
    return Find(m_senders, number);
}

void
BostonStack::AddReceiver(const BostonFlow& flow, Ptr<BostonReceiver> receiver)
{
    m_receivers[flow] = receiver;
}

void
BostonStack::RemoveReceiver(const BostonFlow& flow)
{
    m_receivers.erase(flow);
}

Ptr<BostonReceiver>
BostonStack::FindReceiver(const BostonFlow& flow) const
{
    return Find(m_receivers, flow);
}

void
BostonStack::DoDispose()
{
    for (auto& entry : m_receivers)
    {
        entry.second->Stop();
    }
    for (auto& entry : m_senders)
    {
        entry.second->Clear();
    }
    m_receivers.clear();
    m_senders.clear();
    Object::DoDispose();
}
} // namespace hsn
} // namespace ns3
