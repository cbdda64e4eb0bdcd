// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-route-helper.h"

#include "ns3/channel.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/model-argument.h"
#include "ns3/net-device.h"
#include "ns3/node-list.h"
#include "ns3/node.h"

#include <deque>
#include <map>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// How a node is reached.
struct Step
{
    Ptr<Node> parent; //!< from there; null: the source
    uint32_t out{0};  //!< interface there
    uint32_t in{0};   //!< interface of the node
};

/// Nodes that are reached, by number.
using Steps = std::map<uint32_t, Step>;

/** @param device of a node @return its interface, or -1 if it has none that works */
int32_t
GetInterface(Ptr<NetDevice> device)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const int32_t interface = ipv4 ? ipv4->GetInterfaceForDevice(device) : -1;
    const bool works =
        interface >= 0 && ipv4->IsUp(interface) && ipv4->GetNAddresses(interface) > 0;
    return works ? interface : -1;
}

/** @param node from which links lead on @param in interface by which packets come; -1: none
 * @param steps gets the nodes @param next gets them, too */
void
Follow(Ptr<Node> node, int32_t in, Steps& steps, std::deque<Ptr<Node>>& next)
{
    for (uint32_t i = 0; i < node->GetNDevices(); ++i)
    {
        const auto device = node->GetDevice(i);
        const auto channel = device->GetChannel();
        const int32_t out = GetInterface(device);
        if (!channel || out < 0 || out == in)
        {
            continue;
        }
        for (std::size_t j = 0; j < channel->GetNDevices(); ++j)
        {
            const auto other = channel->GetDevice(j);
            const auto peer = other->GetNode();
            const int32_t interface = GetInterface(other);
            if (interface >= 0 && steps.count(peer->GetId()) == 0)
            {
                steps[peer->GetId()] = {node,
                                        static_cast<uint32_t>(out),
                                        static_cast<uint32_t>(interface)};
                next.push_back(peer);
            }
        }
    }
}

/** @param source of the packets @return all nodes that can be reached */
Steps
Search(Ptr<Node> source)
{
    Steps steps;
    steps[source->GetId()] = Step();
    std::deque<Ptr<Node>> next;
    Follow(source, -1, steps, next);
    while (!next.empty())
    {
        const auto node = next.front();
        next.pop_front();
        const auto in = static_cast<int32_t>(steps[node->GetId()].in);
        if (node->GetObject<Ipv4>()->IsForwarding(in))
        {
            Follow(node, in, steps, next);
        }
    }
    return steps;
}

/** @param node a node @return its static routing; std::invalid_argument if it has none */
Ptr<Ipv4StaticRouting>
GetRouting(Ptr<Node> node)
{
    const auto routing = Ipv4StaticRoutingHelper().GetStaticRouting(node->GetObject<Ipv4>());
    RequireArgument(routing != nullptr,
                    "routing of a multicast tree: node",
                    node->GetId(),
                    "one with static routing");
    return routing;
}

/** @param node a node @param interface of it @return its address there */
Ipv4Address
GetAddress(Ptr<Node> node, uint32_t interface)
{
    return node->GetObject<Ipv4>()->GetAddress(interface, 0).GetLocal();
}

/** @brief Sends the source's own packets out of an interface. @param source the source @param out
 * interface */
void
SetFirst(Ptr<Node> source, uint32_t out)
{
    const auto routing = GetRouting(source);
    for (uint32_t i = 0; i < routing->GetNRoutes(); ++i)
    {
        const auto route = routing->GetRoute(i);
        if (route.GetDest() == Ipv4Address("224.0.0.0"))
        {
            RequireArgument(route.GetInterface() == out,
                            "interface of a source of multicast packets",
                            out,
                            "the one that it has a multicast route for: ns-3 takes one only");
            return;
        }
    }
    routing->SetDefaultMulticastRoute(out);
}

/// Paths from a source to receivers.
struct Paths
{
    /** @param source that sends @param receivers at least one. Throws std::invalid_argument if
     * there are none */
    Paths(Ptr<Node> source, const NodeContainer& receivers);

    Steps steps;                                 //!< to all nodes
    std::map<uint32_t, std::set<uint32_t>> outs; //!< interfaces towards receivers, by node
    uint32_t first{0};                           //!< that of the source
    Ipv4Address origin;                          //!< its address there
};

Paths::Paths(Ptr<Node> source, const NodeContainer& receivers)
{
    RequireArgument(receivers.GetN() > 0, "number of receivers", receivers.GetN(), "at least 1");
    RequireArgument(source->GetObject<Ipv4>() != nullptr,
                    "source of multicast packets: node",
                    source->GetId(),
                    "a node with an Internet stack");
    steps = Search(source);
    for (auto i = receivers.Begin(); i != receivers.End(); ++i)
    {
        Ptr<Node> node = *i;
        RequireArgument(steps.count(node->GetId()) > 0,
                        "receiver of multicast packets: node",
                        node->GetId(),
                        "reachable from the source by links with addresses");
        for (Step step = steps.at(node->GetId()); step.parent;
             step = steps.at(step.parent->GetId()))
        {
            outs[step.parent->GetId()].insert(step.out);
        }
    }
    const auto& firsts = outs[source->GetId()];
    RequireArgument(firsts.size() == 1,
                    "number of interfaces to receivers of a multicast source",
                    firsts.size(),
                    "1: ns-3 sends a host's own multicast packets out of one only");
    first = *firsts.begin();
    origin = GetAddress(source, first);
}

/** @brief Adds a multicast route, or interfaces to one that is there: ns-3 takes only the first
 * that fits. @param routing of a node @param origin of packets @param group of packets @param in
 * interface by which they come @param outs interfaces by which they leave */
void
AddRoute(Ptr<Ipv4StaticRouting> routing,
         Ipv4Address origin,
         Ipv4Address group,
         uint32_t in,
         std::set<uint32_t> outs)
{
    for (uint32_t i = 0; i < routing->GetNMulticastRoutes(); ++i)
    {
        const auto route = routing->GetMulticastRoute(i);
        if (route.GetOrigin() == origin && route.GetGroup() == group &&
            route.GetInputInterface() == in)
        {
            const auto old = route.GetOutputInterfaces();
            outs.insert(old.begin(), old.end());
            routing->RemoveMulticastRoute(i);
            break;
        }
    }
    routing->AddMulticastRoute(origin, group, in, std::vector<uint32_t>(outs.begin(), outs.end()));
}
} // namespace

NodeContainer
MulticastRouteHelper::Install(Ptr<Node> source, const NodeContainer& receivers, Ipv4Address group)
{
    RequireArgument(group.IsMulticast(), "address of a group", group, "a multicast address");
    const Paths paths(source, receivers);
    SetFirst(source, paths.first);
    NodeContainer routers;
    for (const auto& [id, interfaces] : paths.outs)
    {
        if (id == source->GetId())
        {
            continue;
        }
        const auto node = NodeList::GetNode(id);
        AddRoute(GetRouting(node), paths.origin, group, paths.steps.at(id).in, interfaces);
        routers.Add(node);
    }
    return routers;
}

void
MulticastRouteHelper::InstallUnicast(Ptr<Node> source, const NodeContainer& receivers)
{
    const Paths paths(source, receivers);
    std::set<uint32_t> back; // nodes that have a route to the source
    for (auto i = receivers.Begin(); i != receivers.End(); ++i)
    {
        Ptr<Node> node = *i;
        const Ipv4Address own = GetAddress(node, paths.steps.at(node->GetId()).in);
        for (Step step = paths.steps.at(node->GetId()); step.parent;
             step = paths.steps.at(node->GetId()))
        {
            GetRouting(step.parent)->AddHostRouteTo(own, GetAddress(node, step.in), step.out);
            if (back.insert(node->GetId()).second)
            {
                GetRouting(node)->AddHostRouteTo(paths.origin,
                                                 GetAddress(step.parent, step.out),
                                                 step.in);
            }
            node = step.parent;
        }
    }
}
} // namespace hsn
} // namespace ns3
