// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-tree-channel.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/model-argument.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMulticastTreeChannel");
NS_OBJECT_ENSURE_REGISTERED(MulticastTreeChannel);

TypeId
MulticastTreeChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MulticastTreeChannel")
            .SetParent<SimpleChannel>()
            .SetGroupName("Hsn")
            .AddConstructor<MulticastTreeChannel>()
            .AddTraceSource("LinkDrop",
                            "A packet is lost on a link: the packet; the number of the link.",
                            MakeTraceSourceAccessor(&MulticastTreeChannel::m_drop),
                            "ns3::hsn::MulticastTreeChannel::LinkDropCallback")
            .AddTraceSource("UpstreamDrop",
                            "A packet that a receiver sends is dropped.",
                            MakeTraceSourceAccessor(&MulticastTreeChannel::m_upstreamDrop),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
MulticastTreeChannel::SetTree(const MulticastTree& tree)
{
    RequireArgument(!m_losses || m_losses->GetSent() == 0,
                    "packets sent on a tree that is replaced",
                    m_losses ? m_losses->GetSent() : 0,
                    "0");
    m_losses = std::make_unique<MulticastLossTree>(tree);
    m_tree = tree;
    m_groups.clear();
}

void
MulticastTreeChannel::SetLinkDelay(uint32_t link, Time delay)
{
    RequireArgument(link >= 1 && link < m_tree.GetNodes(), "link", link, "one of the tree");
    RequireArgument(!delay.IsStrictlyNegative(),
                    "delay of a link",
                    delay.GetSeconds(),
                    "at least 0 s");
    m_delays[link] = delay;
    m_groups.clear();
}

int64_t
MulticastTreeChannel::AssignStreams(int64_t stream)
{
    NS_ABORT_MSG_UNLESS(m_losses, "MulticastTreeChannel has no tree");
    return m_losses->AssignStreams(stream);
}

void
MulticastTreeChannel::Add(Ptr<SimpleNetDevice> device)
{
    SimpleChannel::Add(device);
    m_devices.push_back(device);
    m_groups.clear();
}

void
MulticastTreeChannel::Prepare()
{
    NS_ABORT_MSG_UNLESS(m_losses, "MulticastTreeChannel has no tree");
    const auto& places = m_losses->GetReceivers();
    NS_ABORT_MSG_UNLESS(m_devices.size() == places.size() + 1,
                        "MulticastTreeChannel has " << m_devices.size()
                                                    << " devices; its tree needs one for the "
                                                       "source and one for each of "
                                                    << places.size() << " receivers");
    const auto ascending = m_tree.GetReceivers();
    m_places.clear();
    for (uint32_t place = 0; place < places.size(); ++place)
    {
        const uint32_t node = places[place];
        const auto found = std::lower_bound(ascending.begin(), ascending.end(), node);
        m_places.push_back(m_devices[1 + (found - ascending.begin())]);
        Time delay;
        for (uint32_t at = m_delays.empty() ? 0 : node; at != 0; at = m_tree.GetLink(at).parent)
        {
            const auto link = m_delays.find(at);
            delay += link == m_delays.end() ? Time() : link->second;
        }
        auto& group = m_groups[delay];
        if (!group)
        {
            group = std::make_shared<Places>();
        }
        group->push_back(place);
    }
}

void
MulticastTreeChannel::Send(Ptr<Packet> packet,
                           uint16_t protocol,
                           Mac48Address to,
                           Mac48Address from,
                           Ptr<SimpleNetDevice> sender)
{
    NS_LOG_FUNCTION(this << packet << protocol << to << from << sender);
    if (m_groups.empty())
    {
        Prepare();
    }
    if (sender != m_devices.front())
    {
        m_upstreamDrop(packet);
        return;
    }
    const auto lost = std::make_shared<const Lost>(m_losses->Send());
    for (const auto& loss : *lost)
    {
        m_drop(packet, loss.link);
    }
    if (lost->size() == 1 && lost->front().end - lost->front().first == m_places.size())
    {
        return; // nobody gets it
    }
    TimeValue delay;
    GetAttribute("Delay", delay);
    for (const auto& group : m_groups)
    {
        Simulator::Schedule(delay.Get() + group.first,
                            &MulticastTreeChannel::Deliver,
                            this,
                            packet,
                            protocol,
                            std::make_pair(to, from),
                            lost,
                            group.second);
    }
}

void
MulticastTreeChannel::Deliver(Ptr<Packet> packet,
                              uint16_t protocol,
                              std::pair<Mac48Address, Mac48Address> addresses,
                              std::shared_ptr<const Lost> lost,
                              std::shared_ptr<const Places> places)
{
    auto loss = lost->begin();
    for (const uint32_t place : *places)
    {
        while (loss != lost->end() && loss->end <= place)
        {
            ++loss;
        }
        if (loss == lost->end() || place < loss->first)
        {
            // no copy needed: neither error models nor receivers change the packet
            m_places[place]->Receive(packet, protocol, addresses.first, addresses.second);
        }
    }
}
} // namespace hsn
} // namespace ns3
