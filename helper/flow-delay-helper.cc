// SPDX-License-Identifier: GPL-2.0-only
#include "flow-delay-helper.h"

#include "ns3/abort.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/lean-link-channel.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param table to fill @param node whose addresses get it @param delay extra one-way delay
void
SetDelayOfNode(FlowDelayTable& table, Ptr<Node> node, Time delay)
{
    const auto four = node->GetObject<Ipv4>();
    for (uint32_t i = 0; four && i < four->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < four->GetNAddresses(i); ++j)
        {
            const auto address = four->GetAddress(i, j).GetLocal();
            if (address != Ipv4Address::GetLoopback())
            {
                table.SetAddressDelay(address, delay);
            }
        }
    }
    const auto six = node->GetObject<Ipv6>();
    for (uint32_t i = 0; six && i < six->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < six->GetNAddresses(i); ++j)
        {
            const auto address = six->GetAddress(i, j).GetAddress();
            if (!address.IsLocalhost())
            {
                table.SetAddressDelay(address, delay);
            }
        }
    }
}
} // namespace

FlowDelayHelper::FlowDelayHelper()
{
    m_factory.SetTypeId(FlowDelayTable::GetTypeId());
}

void
FlowDelayHelper::SetTableAttribute(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

void
FlowDelayHelper::SetFlowDelay(const LinkFlow& flow, Time delay)
{
    m_settings.emplace_back(
        [flow, delay](FlowDelayTable& table) { table.SetFlowDelay(flow, delay); });
}

void
FlowDelayHelper::SetPortDelay(uint16_t port, Time delay)
{
    m_settings.emplace_back(
        [port, delay](FlowDelayTable& table) { table.SetPortDelay(port, delay); });
}

void
FlowDelayHelper::SetAddressDelay(const Address& address, Time delay)
{
    m_settings.emplace_back(
        [address, delay](FlowDelayTable& table) { table.SetAddressDelay(address, delay); });
}

void
FlowDelayHelper::SetNodeDelay(const NodeContainer& nodes, Time delay)
{
    m_settings.emplace_back([nodes, delay](FlowDelayTable& table) {
        for (auto node = nodes.Begin(); node != nodes.End(); ++node)
        {
            SetDelayOfNode(table, *node, delay);
        }
    });
}

Ptr<FlowDelayTable>
FlowDelayHelper::Install(Ptr<NetDevice> device) const
{
    const auto channel = DynamicCast<LeanLinkChannel>(device->GetChannel());
    NS_ABORT_MSG_UNLESS(channel, "delays of flows are for lean links");
    auto table = m_factory.Create<FlowDelayTable>();
    for (const auto& set : m_settings)
    {
        set(*table);
    }
    channel->SetFlowDelays(table);
    return table;
}
} // namespace hsn
} // namespace ns3
