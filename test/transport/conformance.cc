// SPDX-License-Identifier: GPL-2.0-only
#include "conformance.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param t transport @return its name, with its settings if they are few */
std::string
GetConformanceName(const ConformingTransport& t)
{
    std::string name = t.socket.substr(t.socket.rfind(':') + 1);
    if (t.settings.size() == 1)
    {
        name += " " + t.settings[0].first + "=" + t.settings[0].second;
    }
    return name;
}
} // namespace

ConformanceRegistration::ConformanceRegistration(const ConformingTransport& transport)
{
    ConformanceCases cases;
    AddExchanges(transport, cases);
    AddMessages(transport, cases);
    AddOpenings(transport, cases);
    AddBuffers(transport, cases);
    AddEndings(transport, cases);
    AddVanishing(transport, cases);
    AddPackets(transport, cases);
    HsnTestRegistration(transport.group, cases);
    RegisterOverAal5(transport);
}

// --- defaults ---------------------------------------------------------------------------------

DefaultsScope::~DefaultsScope()
{
    for (auto before = m_before.rbegin(); before != m_before.rend(); ++before)
    {
        Config::SetDefault(before->first, *before->second);
    }
}

void
DefaultsScope::Set(const std::string& type, const std::string& name, const std::string& value)
{
    // Config::SetDefault() knows the attributes of the class itself only
    for (TypeId tid = TypeId::LookupByName(type);; tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const auto attribute = tid.GetAttribute(i);
            if (attribute.name == name)
            {
                const std::string path = tid.GetName() + "::" + name;
                m_before.emplace_back(path, attribute.initialValue);
                Config::SetDefault(path, StringValue(value));
                return;
            }
        }
        NS_ABORT_MSG_UNLESS(tid.HasParent() && tid.GetParent() != tid,
                            type << " has no attribute " << name);
    }
}

// --- hosts ------------------------------------------------------------------------------------

ConformingHosts::ConformingHosts(const ConformingTransport& t,
                                 const NetworkConditions& c,
                                 const ConformanceSettings& more)
    : carrier(c),
      factory(t.GetFactory()),
      v6(c.v6)
{
    for (const auto& settings : {t.settings, more})
    {
        for (const auto& setting : settings)
        {
            defaults.Set(t.socket, setting.first, setting.second);
        }
    }
    if (t.prepare)
    {
        t.prepare(hosts.nodes);
    }
}

Ptr<Socket>
ConformingHosts::MakeBound(uint16_t port) const
{
    const auto socket = Make(1);
    socket->Bind(TcpHosts::Any(port, v6));
    return socket;
}

void
ConformingHosts::Connect(StreamEnd& end, uint16_t port, uint32_t seed, uint32_t size) const
{
    end.Use(Make(0), seed, 1000 + seed, size);
    end.socket->Connect(hosts.At(1, port, v6));
}

std::vector<Ptr<TransportProtocol>>
GetProtocols(Ptr<Node> node)
{
    std::vector<Ptr<TransportProtocol>> found;
    for (auto it = node->GetAggregateIterator(); it.HasNext();)
    {
        if (const auto protocol = DynamicCast<const TransportProtocol>(it.Next()))
        {
            found.push_back(ConstCast<TransportProtocol>(protocol));
        }
    }
    return found;
}

TransportProtocol::Counters
ConformingHosts::GetCounters(uint32_t host) const
{
    TransportProtocol::Counters sum;
    for (const auto& protocol : GetProtocols(hosts.nodes.Get(host)))
    {
        const auto& counters = protocol->GetCounters();
        sum.received += counters.received;
        sum.malformed += counters.malformed;
        sum.badChecksum += counters.badChecksum;
        sum.noEndPoint += counters.noEndPoint;
    }
    return sum;
}

void
ConformingHosts::Run(double seconds)
{
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();
}

ConformanceTest::ConformanceTest(const ConformingTransport& t, const std::string& situation)
    : SocketExchangeTest(GetConformanceName(t) + ": " + situation),
      m_t(t)
{
}

ConformanceTest::ConformanceTest(const ConformingTransport& t,
                                 const std::string& situation,
                                 const NetworkConditions& c,
                                 const std::string& more)
    : SocketExchangeTest(GetConformanceName(t) + ": " + situation + ": " + c.GetName() + more),
      m_t(t),
      m_c(c)
{
}
} // namespace hsn
} // namespace ns3
