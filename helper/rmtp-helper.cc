// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-helper.h"

#include "group-applications.h"
#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-membership.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ipv6.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/rmtp-loss.h"
#include "ns3/rmtp-protocol.h"
#include "ns3/rmtp-socket-factory.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <iterator>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/// Name of the sockets' factory.
const char* const RMTP_FACTORY = "ns3::hsn::RmtpSocketFactory";

/** @param address group with port @return whether it is one of IPv4 */
bool
IsIpv4(const Address& address)
{
    return InetSocketAddress::IsMatchingType(address);
}

/// A link on which a packet to one host costs one event, however many hosts there are.
class HostChannel : public SimpleChannel
{
  public:
    /// @param delay of every packet
    explicit HostChannel(Time delay)
        : m_delay(delay)
    {
    }

    void Add(Ptr<SimpleNetDevice> device) override
    {
        SimpleChannel::Add(device);
        m_devices.emplace(Mac48Address::ConvertFrom(device->GetAddress()), device);
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        const auto found = m_devices.find(to);
        const auto begin = found == m_devices.end() ? m_devices.begin() : found;
        const auto end = found == m_devices.end() ? m_devices.end() : std::next(found);
        for (auto it = begin; it != end; ++it)
        {
            if (it->second != sender)
            {
                Simulator::ScheduleWithContext(it->second->GetNode()->GetId(),
                                               m_delay,
                                               &SimpleNetDevice::Receive,
                                               it->second,
                                               packet->Copy(),
                                               protocol,
                                               to,
                                               from);
            }
        }
    }

  private:
    Time m_delay;                                           //!< of every packet
    std::map<Mac48Address, Ptr<SimpleNetDevice>> m_devices; //!< by address
};

/// @param node gets to know @param other hosts' address on its first interface
void
Introduce(Ptr<Node> node, Ptr<Node> other)
{
    const auto cache = node->GetObject<Ipv4L3Protocol>()->GetInterface(1)->GetArpCache();
    const auto address = other->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
    const auto entry = cache->Add(address);
    entry->SetMacAddress(other->GetDevice(0)->GetAddress());
    entry->MarkPermanent();
}

/// Makes multicast packets leave by the first device, if nothing else was said.
/// @param server node @param group address of IPv4
void
AddRoute(Ptr<Node> server, Ipv4Address group)
{
    const auto ipv4 = server->GetObject<Ipv4>();
    Ipv4Header header;
    header.SetDestination(group);
    Socket::SocketErrno error;
    if (!ipv4->GetRoutingProtocol()->RouteOutput(nullptr, header, nullptr, error))
    {
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(server, ipv4->GetNetDevice(1));
    }
}

/// The same for IPv6. @param server node @param group address
void
AddRoute(Ptr<Node> server, Ipv6Address group)
{
    const auto ipv6 = server->GetObject<Ipv6>();
    const auto routing = Ipv6StaticRoutingHelper().GetStaticRouting(ipv6);
    if (routing && !group.IsLinkLocalMulticast())
    {
        routing->AddNetworkRouteTo(group, Ipv6Prefix(128), 1);
    }
}
} // namespace

RmtpHelper::RmtpHelper(const Address& group)
    : m_group(group)
{
    const bool isGood = IsIpv4(group)
                            ? InetSocketAddress::ConvertFrom(group).GetIpv4().IsMulticast() &&
                                  InetSocketAddress::ConvertFrom(group).GetPort() != 0
                            : Inet6SocketAddress::IsMatchingType(group) &&
                                  Inet6SocketAddress::ConvertFrom(group).GetIpv6().IsMulticast() &&
                                  Inet6SocketAddress::ConvertFrom(group).GetPort() != 0;
    NS_ABORT_MSG_UNLESS(isGood,
                        "RmtpHelper: the group must be a multicast address of IPv4 or IPv6, and a "
                        "port from 1 on");
}

Address
RmtpHelper::GetAddress(Ptr<Node> node) const
{
    if (IsIpv4(m_group))
    {
        const auto ipv4 = node->GetObject<Ipv4>();
        for (uint32_t i = 1; ipv4 && i < ipv4->GetNInterfaces(); ++i)
        {
            if (ipv4->GetNAddresses(i) > 0)
            {
                return InetSocketAddress(ipv4->GetAddress(i, 0).GetLocal(),
                                         InetSocketAddress::ConvertFrom(m_group).GetPort());
            }
        }
    }
    const auto ipv6 = node->GetObject<Ipv6>();
    for (uint32_t i = 1; !IsIpv4(m_group) && ipv6 && i < ipv6->GetNInterfaces(); ++i)
    {
        if (ipv6->GetNAddresses(i) > 1) // the first one is link-local
        {
            return Inet6SocketAddress(ipv6->GetAddress(i, 1).GetAddress(),
                                      Inet6SocketAddress::ConvertFrom(m_group).GetPort());
        }
    }
    NS_ABORT_MSG("RmtpHelper: node " << node->GetId() << " has no address of "
                                     << (IsIpv4(m_group) ? "IPv4" : "IPv6"));
    return Address();
}

void
RmtpHelper::Install(Ptr<Node> server, const NodeContainer& receivers) const
{
    NodeContainer all(server);
    all.Add(receivers);
    HsnInternetHelper().Install(all, RmtpSocketFactory::GetTypeId());
    if (IsIpv4(m_group))
    {
        AddRoute(server, InetSocketAddress::ConvertFrom(m_group).GetIpv4());
    }
    else
    {
        AddRoute(server, Inet6SocketAddress::ConvertFrom(m_group).GetIpv6());
    }
    const auto protocol = server->GetObject<RmtpProtocol>();
    for (auto it = receivers.Begin(); it != receivers.End(); ++it)
    {
        const std::string problem = protocol->AddReceiver(m_group, GetAddress(*it));
        NS_ABORT_MSG_UNLESS(problem.empty(), "RmtpHelper: " << problem);
        if (!IsIpv4(m_group))
        {
            const auto group = Inet6SocketAddress::ConvertFrom(m_group).GetIpv6();
            ChangeIpv6Membership(*it, group, true);
        }
    }
}

ApplicationContainer
RmtpHelper::InstallSinks(const NodeContainer& receivers) const
{
    return InstallGroupSinks(RMTP_FACTORY, m_group, receivers);
}

ApplicationContainer
RmtpHelper::InstallSource(Ptr<Node> server, uint64_t bytes, uint32_t size) const
{
    return InstallGroupSource(RMTP_FACTORY, m_group, server, bytes, size);
}

Ptr<RmtpSocket>
RmtpHelper::GetSocket(Ptr<Application> source)
{
    return DynamicCast<RmtpSocket>(GetSocketOf(source));
}

std::vector<Address>
RmtpHelper::GetFailed(Ptr<Application> source)
{
    const auto socket = GetSocket(source);
    return socket ? socket->GetFailed() : std::vector<Address>();
}

NodeContainer
RmtpHelper::InstallStar(uint32_t receivers, Time delay, double loss, int64_t stream) const
{
    NS_ABORT_MSG_UNLESS(IsIpv4(m_group), "RmtpHelper: InstallStar() is for groups of IPv4");
    NS_ABORT_MSG_UNLESS(receivers > 0, "RmtpHelper: 0 receivers: must be at least 1");
    NS_ABORT_MSG_UNLESS(loss >= 0 && loss < 1,
                        "RmtpHelper: loss " << loss << ": must be at least 0 and below 1");
    const auto channel = CreateObject<HostChannel>(delay);
    NodeContainer nodes(receivers + 1);
    NetDeviceContainer devices;
    for (uint32_t i = 0; i <= receivers; ++i)
    {
        const auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        nodes.Get(i)->AddDevice(device);
        device->SetChannel(channel);
        devices.Add(device);
        const auto losses = CreateObjectWithAttributes<RmtpLoss>("Rate", DoubleValue(loss));
        if (stream >= 0)
        {
            losses->AssignStreams(stream + i);
        }
        device->SetReceiveErrorModel(losses);
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.0.0.0").Assign(devices);
    for (uint32_t i = 1; i <= receivers; ++i)
    {
        Introduce(nodes.Get(0), nodes.Get(i));
        Introduce(nodes.Get(i), nodes.Get(0));
    }
    NodeContainer members;
    for (uint32_t i = 1; i <= receivers; ++i)
    {
        members.Add(nodes.Get(i));
    }
    Install(nodes.Get(0), members);
    for (uint32_t i = 0; stream >= 0 && i <= receivers; ++i)
    {
        nodes.Get(i)->GetObject<RmtpProtocol>()->AssignStreams(stream + receivers + 1 + i);
    }
    return nodes;
}
} // namespace hsn
} // namespace ns3
