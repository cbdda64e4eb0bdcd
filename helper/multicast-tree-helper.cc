// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-tree-helper.h"

#include "multicast-route-helper.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4.h"
#include "ns3/model-argument.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t FIRST_ADDRESS = 0x0a000000; //!< 10.0.0.0

/** @brief Adds an IPv4 interface. @param device of a node @param host what to add to the first
 * address */
void
AddInterface(Ptr<NetDevice> device, uint32_t host)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface,
                     Ipv4InterfaceAddress(Ipv4Address(FIRST_ADDRESS + host), Ipv4Mask("/30")));
    ipv4->SetUp(interface);
}

/** @param tree a tree @param nodes of InstallLinks() for it, else std::invalid_argument is thrown
 */
void
CheckNodes(const MulticastTree& tree, const NodeContainer& nodes)
{
    const std::string bound =
        std::to_string(tree.GetNodes() + 1) + ": those of the tree, and the host";
    RequireArgument(nodes.GetN() == tree.GetNodes() + 1,
                    "number of nodes",
                    nodes.GetN(),
                    bound.c_str());
}
} // namespace

void
MulticastTreeHelper::SetDelay(Time delay)
{
    RequireArgument(!delay.IsStrictlyNegative(),
                    "delay of a link",
                    delay.GetSeconds(),
                    "at least 0 s");
    m_delay = delay;
}

void
MulticastTreeHelper::SetDataRate(DataRate rate)
{
    RequireArgument(rate.GetBitRate() > 0, "rate of a link", rate.GetBitRate(), "above 0 bit/s");
    m_rate = rate;
}

void
MulticastTreeHelper::SetStream(int64_t stream)
{
    m_stream = stream;
}

void
MulticastTreeHelper::SetReturnLoss(bool lossy)
{
    m_returnLoss = lossy;
}

void
MulticastTreeHelper::SetExposed(MulticastLinkLoss::Exposed exposed)
{
    m_exposed = std::move(exposed);
}

NetDeviceContainer
MulticastTreeHelper::InstallChannel(const MulticastTree& tree) const
{
    auto channel = CreateObject<MulticastTreeChannel>();
    channel->SetTree(tree);
    if (m_stream >= 0)
    {
        channel->AssignStreams(m_stream);
    }
    for (uint32_t link = 1; !m_delay.IsZero() && link < tree.GetNodes(); ++link)
    {
        channel->SetLinkDelay(link, m_delay);
    }
    return MakeDevices(channel, tree.GetReceivers().size());
}

NetDeviceContainer
MulticastTreeHelper::InstallCodedChannel(const MulticastTree& tree,
                                         const FecCode& code,
                                         const std::vector<MulticastTreePart>& parts) const
{
    auto channel = CreateObject<MulticastCodedChannel>();
    channel->SetTree(tree);
    for (const auto part : parts)
    {
        channel->Protect(part, code);
    }
    if (m_stream >= 0)
    {
        channel->AssignStreams(m_stream);
    }
    return MakeDevices(channel, tree.GetReceivers().size());
}

NetDeviceContainer
MulticastTreeHelper::MakeDevices(Ptr<SimpleChannel> channel, std::size_t receivers)
{
    NetDeviceContainer devices;
    for (std::size_t i = 0; i <= receivers; ++i)
    {
        auto node = CreateObject<Node>();
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        node->AddDevice(device);
        device->SetChannel(channel);
        devices.Add(device);
    }
    return devices;
}

NodeContainer
MulticastTreeHelper::InstallLinks(const MulticastTree& tree, Ipv4Address group) const
{
    const uint32_t count = tree.GetNodes();
    RequireArgument(count > 1, "number of nodes of a tree", count, "at least 2");
    RequireArgument(count < 1 << 22, "number of nodes of a tree", count, "at most 4194303");
    RequireArgument(group.IsMulticast(), "address of a group", group, "a multicast address");
    NodeContainer nodes;
    nodes.Create(count + 1);
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(m_rate));
    link.SetChannelAttribute("Delay", TimeValue(m_delay));
    for (uint32_t n = 0; n < count; ++n)
    {
        const uint32_t parent = n == 0 ? count : tree.GetLink(n).parent;
        const auto ends = link.Install(nodes.Get(parent), nodes.Get(n));
        AddInterface(ends.Get(0), 4 * n + 1);
        AddInterface(ends.Get(1), 4 * n + 2);
        const double rate = n == 0 ? 0 : tree.GetLink(n).loss;
        if (rate > 0)
        {
            Lose(ends.Get(1), n, rate, false);
            if (m_returnLoss)
            {
                Lose(ends.Get(0), n, rate, true);
            }
        }
    }
    const auto receivers = GetReceivers(tree, nodes);
    MulticastRouteHelper::Install(nodes.Get(count), receivers, group);
    MulticastRouteHelper::InstallUnicast(nodes.Get(count), receivers);
    return nodes;
}

void
MulticastTreeHelper::Lose(Ptr<NetDevice> device, uint32_t node, double rate, bool upward) const
{
    const auto loss = CreateObjectWithAttributes<MulticastLinkLoss>("Rate",
                                                                    DoubleValue(rate),
                                                                    "Upward",
                                                                    BooleanValue(upward));
    loss->SetExposed(m_exposed);
    if (m_stream >= 0)
    {
        // room for 2^24 receivers on each link and way, behind the links' own
        const int64_t way = 2 * int64_t{node} + (upward ? 1 : 0);
        loss->AssignStreams(m_stream + node - 1, m_stream + (way << 25));
    }
    device->SetAttribute("ReceiveErrorModel", PointerValue(loss));
}

Ptr<Node>
MulticastTreeHelper::GetSource(const MulticastTree& tree, const NodeContainer& nodes)
{
    CheckNodes(tree, nodes);
    return nodes.Get(tree.GetNodes());
}

NodeContainer
MulticastTreeHelper::GetReceivers(const MulticastTree& tree, const NodeContainer& nodes)
{
    CheckNodes(tree, nodes);
    NodeContainer receivers;
    for (const uint32_t node : tree.GetReceivers())
    {
        receivers.Add(nodes.Get(node));
    }
    return receivers;
}
} // namespace hsn
} // namespace ns3
