// SPDX-License-Identifier: GPL-2.0-only
#include "atm-switch-helper.h"

#include "ns3/abort.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/pointer.h"

#include <set>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param node aborts if it is a switch
void
CheckNode(const Node& node)
{
    NS_ABORT_MSG_IF(node.GetObject<AtmSwitch>(),
                    "node " << node.GetId() << " is an ATM switch already");
}
} // namespace

void
AtmSwitchContainer::Add(Ptr<AtmSwitch> s)
{
    m_switches.push_back(s);
}

uint32_t
AtmSwitchContainer::GetN() const
{
    return static_cast<uint32_t>(m_switches.size());
}

Ptr<AtmSwitch>
AtmSwitchContainer::Get(uint32_t i) const
{
    NS_ABORT_MSG_IF(i >= m_switches.size(),
                    "switch " << i << " of a container that holds " << m_switches.size());
    return m_switches[i];
}

std::vector<Ptr<AtmSwitch>>::const_iterator
AtmSwitchContainer::begin() const
{
    return m_switches.begin();
}

std::vector<Ptr<AtmSwitch>>::const_iterator
AtmSwitchContainer::end() const
{
    return m_switches.end();
}

AtmSwitchHelper::AtmSwitchHelper()
{
    for (auto& queue : m_queues)
    {
        queue.SetTypeId(AtmCellQueue::GetTypeId());
    }
}

void
AtmSwitchHelper::SetQueueAttribute(const std::string& name, const AttributeValue& value)
{
    for (auto& queue : m_queues)
    {
        queue.Set(name, value);
    }
}

void
AtmSwitchHelper::SetQueueAttribute(AtmServiceCategory category,
                                   const std::string& name,
                                   const AttributeValue& value)
{
    m_queues[category].Set(name, value);
}

void
AtmSwitchHelper::SetDiscardPolicy(const std::string& type,
                                  const std::string& name,
                                  const AttributeValue& value)
{
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        SetDiscardPolicy(static_cast<AtmServiceCategory>(c), type, name, value);
    }
}

void
AtmSwitchHelper::SetDiscardPolicy(AtmServiceCategory category,
                                  const std::string& type,
                                  const std::string& name,
                                  const AttributeValue& value)
{
    TypeId tid;
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(type, &tid),
                        "AtmSwitchHelper: there is no class "
                            << type << " in this program (it has those whose headers it includes)");
    ObjectFactory factory;
    factory.SetTypeId(tid);
    if (!name.empty())
    {
        factory.Set(name, value);
    }
    m_queues[category].Set("DiscardPolicy", PointerValue(factory.Create<CellDiscardPolicy>()));
}

AtmSwitchContainer
AtmSwitchHelper::Install(Ptr<Node> node) const
{
    CheckNode(*node);
    auto s = CreateObject<AtmSwitch>();
    for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
    {
        s->SetQueueFactory(static_cast<AtmServiceCategory>(c), m_queues[c]);
    }
    node->AggregateObject(s);
    AtmSwitchContainer result;
    result.Add(s);
    return result;
}

AtmSwitchContainer
AtmSwitchHelper::Install(const NodeContainer& nodes) const
{
    std::set<Ptr<Node>> seen; // no node becomes a switch if one cannot
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        CheckNode(**it);
        NS_ABORT_MSG_UNLESS(seen.insert(*it).second,
                            "node " << (*it)->GetId() << " becomes an ATM switch twice");
    }
    AtmSwitchContainer result;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        result.Add(Install(*it).Get(0));
    }
    return result;
}
} // namespace hsn
} // namespace ns3
