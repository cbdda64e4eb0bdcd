// SPDX-License-Identifier: GPL-2.0-only
#include "qos-monitor-helper.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
QosMonitorHelper::QosMonitorHelper()
{
    m_monitor.SetTypeId(QosMonitor::GetTypeId());
    m_watch.SetTypeId(QosNodeWatch::GetTypeId());
    m_mib.SetTypeId(QosMib::GetTypeId());
    m_agent.SetTypeId(SnmpAgent::GetTypeId());
}

void
QosMonitorHelper::SetMonitorAttribute(const std::string& name, const AttributeValue& value)
{
    m_monitor.Set(name, value);
}

void
QosMonitorHelper::SetWatchAttribute(const std::string& name, const AttributeValue& value)
{
    m_watch.Set(name, value);
}

void
QosMonitorHelper::SetMibAttribute(const std::string& name, const AttributeValue& value)
{
    m_mib.Set(name, value);
}

void
QosMonitorHelper::SetAgentAttribute(const std::string& name, const AttributeValue& value)
{
    m_agent.Set(name, value);
}

void
QosMonitorHelper::AddContract(const QosContract& contract)
{
    m_contracts.push_back(contract);
}

Ptr<QosMib>
QosMonitorHelper::Install(Ptr<Node> node) const
{
    NS_ABORT_MSG_IF(GetMib(node), "Node " << node->GetId() << " has a monitor already");
    const auto monitor = m_monitor.Create<QosMonitor>();
    const auto mib = m_mib.Create<QosMib>();
    mib->SetMonitor(monitor);
    const auto watch = m_watch.Create<QosNodeWatch>();
    watch->SetContracts(m_contracts);
    watch->Watch(node, monitor);
    node->AggregateObject(watch);
    node->AggregateObject(mib);
    return mib;
}

void
QosMonitorHelper::Install(const NodeContainer& nodes) const
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Install(*node);
    }
}

ApplicationContainer
QosMonitorHelper::InstallAgent(Ptr<Node> node) const
{
    const auto mib = GetMib(node);
    NS_ABORT_MSG_UNLESS(mib, "Node " << node->GetId() << " has no monitor");
    const auto agent = m_agent.Create<SnmpAgent>();
    agent->SetView(Create<QosSnmpView>(mib));
    QosSnmpView::ConnectAlarms(mib, agent);
    node->AddApplication(agent);
    return ApplicationContainer(agent);
}

Ptr<QosMib>
QosMonitorHelper::GetMib(Ptr<Node> node)
{
    return node->GetObject<QosMib>();
}
} // namespace hsn
} // namespace ns3
