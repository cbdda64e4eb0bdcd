// SPDX-License-Identifier: GPL-2.0-only
#include "high-speed-dumbbell-helper.h"

#include "ns3/abort.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/lean-forwarder.h"
#include "ns3/lean-host.h"
#include "ns3/lean-routing-helper.h"
#include "ns3/string.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PACKET = 1500; // bytes, the MTU
const Time ACCESS_DELAY = MicroSeconds(500);
constexpr uint32_t MAX_HOSTS = 100; // of a kind and side
} // namespace

HighSpeedDumbbellHelper::HighSpeedDumbbellHelper()
    : m_accessRate("1Gbps")
{
    SetCapacity(DataRate("400Mbps"), QueueSize("1000000B"));
    // ticks release bursts, and a flow's window may start at once
    m_access.SetDeviceAttribute("MaxSize", StringValue("1000000p"));
    m_access.SetChannelAttribute("Delay", TimeValue(ACCESS_DELAY));
    // a queue disc counts IP packets, as a router's buffer does
    m_bottleneck.SetDeviceAttribute("Buffer", StringValue("QueueDisc"));
}

void
HighSpeedDumbbellHelper::AssertNew() const
{
    NS_ABORT_MSG_UNLESS(m_routers.GetN() == 0,
                        "the dumbbell is there already: Install() once, and behind its settings");
}

void
HighSpeedDumbbellHelper::SetCapacity(DataRate rate, QueueSize buffer)
{
    AssertNew();
    const bool isBytes = buffer.GetUnit() == QueueSizeUnit::BYTES;
    NS_ABORT_MSG_IF(buffer.GetValue() < (isBytes ? PACKET : 1),
                    "a bottleneck's buffer of " << buffer << ": at least a packet of " << PACKET
                                                << " bytes");
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0, "a bottleneck of 0 bit/s: above 0");
    m_rate = rate;
    m_bottleneck.SetDeviceAttribute("DataRate", DataRateValue(rate));
    m_bottleneck.SetDeviceAttribute("MaxSize", QueueSizeValue(buffer));
}

void
HighSpeedDumbbellHelper::SetAccessRate(DataRate rate)
{
    AssertNew();
    m_accessRate = rate;
}

void
HighSpeedDumbbellHelper::SetHosts(uint32_t sources, uint32_t others)
{
    AssertNew();
    for (const uint32_t n : {sources, others})
    {
        NS_ABORT_MSG_IF(n < 1 || n > MAX_HOSTS,
                        n << " hosts of a kind on a side: 1 to " << MAX_HOSTS);
    }
    m_nSources = sources;
    m_nOthers = others;
}

void
HighSpeedDumbbellHelper::SetForwarding(Forwarding forwarding)
{
    AssertNew();
    m_forwarding = forwarding;
}

void
HighSpeedDumbbellHelper::SetBottleneckAttribute(const std::string& name,
                                                const AttributeValue& value)
{
    AssertNew();
    m_bottleneck.SetDeviceAttribute(name, value);
}

void
HighSpeedDumbbellHelper::SetHostAttribute(const std::string& name, const AttributeValue& value)
{
    AssertNew();
    m_hostAttributes.emplace_back(name, value.Copy());
}

void
HighSpeedDumbbellHelper::SetDelayAttribute(const std::string& name, const AttributeValue& value)
{
    AssertNew();
    m_delays.SetTableAttribute(name, value);
}

void
HighSpeedDumbbellHelper::SetPortRtt(uint16_t port, Time rtt)
{
    AssertNew();
    NS_ABORT_MSG_IF(rtt < GetPathRtt(),
                    "a round-trip time of " << rtt.As(Time::MS) << ": at least "
                                            << GetPathRtt().As(Time::MS) << ", the path's");
    m_delays.SetPortDelay(port, TimeStep((rtt - GetPathRtt()).GetTimeStep() / 2));
}

Time
HighSpeedDumbbellHelper::GetPathRtt()
{
    return 4 * ACCESS_DELAY;
}

void
HighSpeedDumbbellHelper::Install()
{
    AssertNew();
    NS_ABORT_MSG_IF(m_accessRate < m_rate,
                    "access links of " << m_accessRate << ": at least the bottleneck's " << m_rate);
    m_access.SetDeviceAttribute("DataRate", DataRateValue(m_accessRate));
    m_routers.Create(2);
    m_sources.Create(m_nSources);
    m_sinks.Create(m_nSources);
    m_left.Create(m_nOthers);
    m_right.Create(m_nOthers);
    InternetStackHelper stack;
    stack.SetRoutingHelper(LeanRoutingHelper());
    for (const auto* nodes : {&m_routers, &m_sources, &m_sinks, &m_left, &m_right})
    {
        stack.Install(*nodes);
    }
    m_ends = m_bottleneck.Install(m_routers);
    for (const uint32_t side : {0, 1})
    {
        if (m_forwarding == FORWARDING_LEAN)
        {
            m_routers.Get(side)->AggregateObject(CreateObject<LeanForwarder>());
        }
        Serve(m_ends.Get(side));
    }
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(m_ends);
    Attach(m_sources, 0);
    Attach(m_left, 0);
    Attach(m_sinks, 1);
    Attach(m_right, 1);
    m_table = m_delays.Install(m_ends.Get(0));
}

void
HighSpeedDumbbellHelper::Attach(const NodeContainer& hosts, uint32_t side)
{
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const auto host = hosts.Get(i);
        const auto link = m_access.Install(host, m_routers.Get(side));
        m_accesses.Add(link);
        for (const auto& [name, value] : m_hostAttributes)
        {
            link.Get(0)->SetAttribute(name, *value);
        }
        std::ostringstream network;
        ++m_network;
        network << "10." << m_network / 250 << "." << 1 + m_network % 250 << ".0";
        Ipv4AddressHelper(network.str().c_str(), "255.255.255.0").Assign(link);
        LeanRoutingHelper::Get(host)->SetDefaultRoute(link.Get(0));
        const auto address = GetAddress(host);
        SetRoute(m_routers.Get(side), address, link.Get(1));
        SetRoute(m_routers.Get(1 - side), address, m_ends.Get(1 - side));
        Serve(link.Get(1));
        if (m_forwarding == FORWARDING_LEAN)
        {
            const auto shortcut = CreateObject<LeanHost>();
            host->AggregateObject(shortcut);
            shortcut->Serve(DynamicCast<LeanLinkNetDevice>(link.Get(0)));
        }
    }
}

void
HighSpeedDumbbellHelper::SetRoute(Ptr<Node> router, Ipv4Address destination, Ptr<NetDevice> device)
{
    LeanRoutingHelper::Get(router)->SetHostRoute(destination, device);
    if (const auto forwarder = router->GetObject<LeanForwarder>())
    {
        forwarder->SetRoute(destination, DynamicCast<LeanLinkNetDevice>(device));
    }
}

void
HighSpeedDumbbellHelper::Serve(Ptr<NetDevice> device)
{
    if (const auto forwarder = device->GetNode()->GetObject<LeanForwarder>())
    {
        forwarder->Serve(DynamicCast<LeanLinkNetDevice>(device));
    }
}

const NodeContainer&
HighSpeedDumbbellHelper::GetSources() const
{
    return m_sources;
}

const NodeContainer&
HighSpeedDumbbellHelper::GetSinks() const
{
    return m_sinks;
}

const NodeContainer&
HighSpeedDumbbellHelper::GetLeft() const
{
    return m_left;
}

const NodeContainer&
HighSpeedDumbbellHelper::GetRight() const
{
    return m_right;
}

const NodeContainer&
HighSpeedDumbbellHelper::GetRouters() const
{
    return m_routers;
}

Ipv4Address
HighSpeedDumbbellHelper::GetAddress(Ptr<Node> host)
{
    return host->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
}

Ptr<LeanLinkNetDevice>
HighSpeedDumbbellHelper::GetBottleneck(uint32_t side) const
{
    return DynamicCast<LeanLinkNetDevice>(m_ends.Get(side));
}

Ptr<FlowDelayTable>
HighSpeedDumbbellHelper::GetDelays() const
{
    return m_table;
}

uint64_t
HighSpeedDumbbellHelper::GetAccessDrops() const
{
    uint64_t drops = 0;
    for (uint32_t i = 0; i < m_accesses.GetN(); ++i)
    {
        drops += DynamicCast<LeanLinkNetDevice>(m_accesses.Get(i))->GetTxCounters().dropped.packets;
    }
    return drops;
}

int64_t
HighSpeedDumbbellHelper::AssignStreams(int64_t stream) const
{
    NS_ABORT_MSG_UNLESS(m_table, "there is no dumbbell yet: Install() before AssignStreams()");
    const int64_t first = stream;
    stream += m_table->AssignStreams(stream);
    for (const auto* devices : {&m_accesses, &m_ends})
    {
        for (uint32_t i = 0; i < devices->GetN(); ++i)
        {
            stream += DynamicCast<LeanLinkNetDevice>(devices->Get(i))->AssignStreams(stream);
        }
    }
    return stream - first;
}
} // namespace hsn
} // namespace ns3
