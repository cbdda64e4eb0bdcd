// SPDX-License-Identifier: GPL-2.0-only
#include "atm-bench-network.h"

namespace ns3
{
namespace hsn
{
NetDeviceContainer
AtmBenchNetwork::Connect(Ptr<Node> a, Ptr<Node> b)
{
    m_links.push_back(m_atm.Install(a, b));
    return m_links.back();
}

void
AtmBenchNetwork::AddSource(const CellSourceHelper& helper,
                           Ptr<Node> host,
                           Ptr<Node> b,
                           Ptr<NetDevice> sink,
                           int64_t stream)
{
    const auto c = helper.Install(m_atm, host, b, sink);
    c.source->AssignStreams(stream);
    const auto channel = DynamicCast<AtmPort>(c.port)->GetAtmChannel();
    m_links.emplace_back(NetDeviceContainer(c.port), NetDeviceContainer(channel->GetPort(1)));
}

uint64_t
AtmBenchNetwork::CountHops() const
{
    uint64_t sum = 0;
    for (const auto& link : m_links)
    {
        const auto channel = DynamicCast<AtmPort>(link.Get(0))->GetAtmChannel();
        sum += channel->GetCounters(0).delivered + channel->GetCounters(1).delivered;
    }
    return sum;
}

uint64_t
AtmBenchNetwork::CountInFlight() const
{
    uint64_t sum = 0;
    for (const auto& link : m_links)
    {
        const auto channel = DynamicCast<AtmPort>(link.Get(0))->GetAtmChannel();
        sum += channel->GetInFlight(0) + channel->GetInFlight(1);
        for (uint32_t end = 0; end < 2; ++end)
        {
            if (const auto port = DynamicCast<AtmSwitchPort>(link.Get(end)))
            {
                sum += port->GetOutput()->GetNCells();
            }
        }
    }
    return sum;
}

std::size_t
AtmBenchNetwork::GetRunStorage() const
{
    std::size_t sum = 0;
    for (const auto& link : m_links)
    {
        const auto channel = DynamicCast<AtmPort>(link.Get(0))->GetAtmChannel();
        for (uint32_t end = 0; end < 2; ++end)
        {
            channel->ForEachLane(end, [&sum](const CellLane& lane) { sum += lane.GetStorage(); });
        }
    }
    return sum;
}
} // namespace hsn
} // namespace ns3
