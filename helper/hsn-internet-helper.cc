// SPDX-License-Identifier: GPL-2.0-only
#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node.h"
#include "ns3/ns3-tcp-socket-factory.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-socket-paths.h"
#include "ns3/tcp-switch.h"
#include "ns3/tick-clock.h"
#include "ns3/transport-socket-factory.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param tid a TypeId @return whether it is a class of TransportSocketFactory that can be made */
bool
IsFactory(TypeId tid)
{
    return tid.IsChildOf(TransportSocketFactory::GetTypeId()) && tid.HasConstructor();
}

/** @param tid of a socket factory @return a new object of it */
Ptr<TransportSocketFactory>
MakeFactory(TypeId tid)
{
    ObjectFactory factory;
    factory.SetTypeId(tid);
    return factory.Create<TransportSocketFactory>();
}

/** @param node gets a socket factory @param factory new, and without obstacle there */
void
Aggregate(Ptr<Node> node, Ptr<TransportSocketFactory> factory)
{
    node->AggregateObject(factory);
    factory->Prepare();
}

/** @param node a node @param tid of a socket factory @return that of the node, or null */
Ptr<TransportSocketFactory>
FindFactory(Ptr<Node> node, TypeId tid)
{
    return node->GetObject<TransportSocketFactory>(tid);
}
} // namespace

void
HsnInternetHelper::SetClassicTcp()
{
    for (const char* name : {"DSack", "FRto", "KeepInitialWindow", "Rack", "Tlp"})
    {
        Config::SetDefault("ns3::hsn::IndexedTcpSocket::" + std::string(name), BooleanValue(false));
    }
}

std::vector<TypeId>
HsnInternetHelper::GetFactories()
{
    std::vector<TypeId> found;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (IsFactory(tid))
        {
            found.push_back(tid);
        }
    }
    std::sort(found.begin(), found.end(), [](const TypeId& a, const TypeId& b) {
        return a.GetName() < b.GetName();
    });
    return found;
}

void
HsnInternetHelper::Install(const NodeContainer& nodes) const
{
    const auto factories = GetFactories();
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto node = *it;
        NS_ABORT_MSG_UNLESS(node->GetObject<Ipv4L3Protocol>() || node->GetObject<Ipv6L3Protocol>(),
                            "HsnInternetHelper: node " << node->GetId()
                                                       << " has no Internet stack");
        for (const auto& tid : factories)
        {
            if (FindFactory(node, tid))
            {
                continue;
            }
            const auto factory = MakeFactory(tid);
            if (factory->FindObstacle(node).empty())
            {
                Aggregate(node, factory);
            }
        }
    }
}

void
HsnInternetHelper::Install(const NodeContainer& nodes, TypeId tid) const
{
    NS_ABORT_MSG_UNLESS(IsFactory(tid),
                        "HsnInternetHelper: " << tid.GetName()
                                              << " is not a class of TransportSocketFactory");
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto node = *it;
        if (FindFactory(node, tid))
        {
            continue;
        }
        const auto factory = MakeFactory(tid);
        const auto obstacle = factory->FindObstacle(node);
        NS_ABORT_MSG_UNLESS(obstacle.empty(),
                            "HsnInternetHelper: " << tid.GetName() << ": node " << node->GetId()
                                                  << " " << obstacle);
        Aggregate(node, factory);
    }
}

void
HsnInternetHelper::Install(const NodeContainer& nodes, const std::string& factory) const
{
    TypeId tid;
    NS_ABORT_MSG_UNLESS(TypeId::LookupByNameFailSafe(factory, &tid),
                        "HsnInternetHelper: there is no class "
                            << factory
                            << " in this program (it has those whose headers it includes)");
    Install(nodes, tid);
}

void
HsnInternetHelper::ReplaceTcp(const NodeContainer& nodes) const
{
    Install(nodes, IndexedTcpSocketFactory::GetTypeId());
    Install(nodes, Ns3TcpSocketFactory::GetTypeId());
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        TcpSwitch::Install(*it);
        TcpSocketPaths::Add(*it);
    }
}

int64_t
HsnInternetHelper::AssignStreams(const NodeContainer& nodes, int64_t stream) const
{
    const int64_t first = stream;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        stream += TickClock::AssignStreams(*it, stream);
        for (const auto& tid : GetFactories())
        {
            if (const auto factory = FindFactory(*it, tid))
            {
                stream += factory->AssignStreams(stream);
            }
        }
    }
    return stream - first;
}
} // namespace hsn
} // namespace ns3
