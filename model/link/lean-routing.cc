// SPDX-License-Identifier: GPL-2.0-only
#include "lean-routing.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanRouting");
NS_OBJECT_ENSURE_REGISTERED(LeanRouting);

TypeId
LeanRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LeanRouting")
                            .SetParent<Ipv4RoutingProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LeanRouting>();
    return tid;
}

LeanRouting::LeanRouting()
    : m_groups{true, nullptr}
{
}

LeanRouting::~LeanRouting()
{
}

void
LeanRouting::DoDispose()
{
    m_ways.clear();
    m_others = Way();
    m_ipv4 = nullptr;
    Ipv4RoutingProtocol::DoDispose();
}

// --- settings ---------------------------------------------------------------------------------

uint32_t
LeanRouting::FindInterface(Ptr<NetDevice> device) const
{
    NS_ABORT_MSG_UNLESS(m_ipv4, "a LeanRouting gets a route before it belongs to a node's IPv4");
    NS_ABORT_MSG_UNLESS(device->IsPointToPoint(),
                        "a route of LeanRouting by device " << device->GetIfIndex()
                                                            << ", which is not point-to-point");
    const int32_t interface = m_ipv4->GetInterfaceForDevice(device);
    NS_ABORT_MSG_IF(interface < 0,
                    "a route of LeanRouting by device " << device->GetIfIndex()
                                                        << ", which has no IPv4 address");
    return static_cast<uint32_t>(interface);
}

void
LeanRouting::SetHostRoute(Ipv4Address destination, Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << destination << device);
    NS_ABORT_MSG_IF(destination.IsMulticast() || destination.IsBroadcast() || destination.IsAny(),
                    "a route of LeanRouting to " << destination << ", which is no host's address");
    m_set[destination] = FindInterface(device);
    m_isFilled = false;
}

void
LeanRouting::SetDefaultRoute(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    m_default = FindInterface(device);
    m_isFilled = false;
}

void
LeanRouting::SetIpv4(Ptr<Ipv4> ipv4)
{
    NS_LOG_FUNCTION(this << ipv4);
    NS_ABORT_MSG_IF(m_ipv4, "a LeanRouting serves one node, and this one has a node");
    m_ipv4 = ipv4;
}

void
LeanRouting::NotifyInterfaceUp(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
    m_isFilled = false;
}

void
LeanRouting::NotifyInterfaceDown(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
    m_isFilled = false;
}

void
LeanRouting::NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
    m_isFilled = false;
}

void
LeanRouting::NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
    m_isFilled = false;
}

// --- the table --------------------------------------------------------------------------------

LeanRouting::Way
LeanRouting::MakeWay(Ipv4Address destination, uint32_t interface) const
{
    Way way;
    if (m_ipv4->IsUp(interface) && m_ipv4->GetNAddresses(interface) > 0)
    {
        way.route = Create<Ipv4Route>();
        way.route->SetDestination(destination);
        way.route->SetSource(m_ipv4->SourceAddressSelection(interface, destination));
        way.route->SetGateway(Ipv4Address::GetAny());
        way.route->SetOutputDevice(m_ipv4->GetNetDevice(interface));
    }
    return way;
}

void
LeanRouting::Fill()
{
    m_ways.clear();
    for (const auto& [destination, interface] : m_set)
    {
        m_ways[destination.Get()] = MakeWay(destination, interface);
    }
    m_others = m_default < 0 ? Way() : MakeWay(Ipv4Address::GetAny(), m_default);
    for (uint32_t i = 0; i < m_ipv4->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < m_ipv4->GetNAddresses(i); ++j)
        {
            const auto address = m_ipv4->GetAddress(i, j);
            m_ways[address.GetBroadcast().Get()] = m_groups;
            Way& own = m_ways[address.GetLocal().Get()];
            own = MakeWay(address.GetLocal(), i);
            own.isHere = true;
        }
    }
    m_isFilled = true;
}

const LeanRouting::Way&
LeanRouting::Find(Ipv4Address destination)
{
    if (!m_isFilled)
    {
        Fill();
    }
    const auto found = m_ways.find(destination.Get());
    if (found != m_ways.end())
    {
        return found->second;
    }
    return destination.IsMulticast() || destination.IsBroadcast() ? m_groups : m_others;
}

// --- packets ----------------------------------------------------------------------------------

Ptr<Ipv4Route>
LeanRouting::RouteOutput(Ptr<Packet> p,
                         const Ipv4Header& header,
                         Ptr<NetDevice> oif,
                         Socket::SocketErrno& sockerr)
{
    const Way& way = Find(header.GetDestination());
    if (!way.route || (oif && oif != way.route->GetOutputDevice()))
    {
        NS_LOG_LOGIC("no route to " << header.GetDestination());
        sockerr = Socket::ERROR_NOROUTETOHOST;
        return nullptr;
    }
    sockerr = Socket::ERROR_NOTERROR;
    return way.route;
}

bool
LeanRouting::RouteInput(Ptr<const Packet> p,
                        const Ipv4Header& header,
                        Ptr<const NetDevice> idev,
                        InputTypes::Unicast ucb,
                        InputTypes::Multicast mcb,
                        InputTypes::Local lcb,
                        InputTypes::Error ecb)
{
    const Way& way = Find(header.GetDestination());
    const auto interface = static_cast<uint32_t>(m_ipv4->GetInterfaceForDevice(idev));
    if (way.isHere)
    {
        lcb(p, header, interface);
        return true;
    }
    if (!m_ipv4->IsForwarding(interface))
    {
        ecb(p, header, Socket::ERROR_NOROUTETOHOST);
        return true;
    }
    if (!way.route)
    {
        return false; // IP drops the packet, and says so
    }
    ucb(way.route, p, header);
    return true;
}

void
LeanRouting::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    std::ostream& out = *stream->GetStream();
    out << "Node: " << m_ipv4->GetObject<Node>()->GetId() << ", Time: " << Simulator::Now().As(unit)
        << ", LeanRouting table\n";
    for (const auto& [destination, interface] : m_set)
    {
        out << destination << " by interface " << interface << "\n";
    }
    if (m_default >= 0)
    {
        out << "others by interface " << m_default << "\n";
    }
    out << std::endl;
}
} // namespace hsn
} // namespace ns3
