// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-coded-channel.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/fec-header.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/log.h"
#include "ns3/model-argument.h"
#include "ns3/nstime.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMulticastCodedChannel");
NS_OBJECT_ENSURE_REGISTERED(MulticastCodedChannel);

TypeId
MulticastCodedChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MulticastCodedChannel")
                            .SetParent<SimpleChannel>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MulticastCodedChannel>();
    return tid;
}

MulticastCodedChannel::MulticastCodedChannel() = default;
MulticastCodedChannel::~MulticastCodedChannel() = default;

void
MulticastCodedChannel::SetTree(const MulticastTree& tree)
{
    RequireArgument(tree.GetNodes() > 1,
                    "number of nodes of a tree",
                    tree.GetNodes(),
                    "at least 2");
    m_links.clear();
    m_links.resize(tree.GetNodes());
    for (uint32_t node = 1; node < tree.GetNodes(); ++node)
    {
        const auto& from = tree.GetLink(node);
        m_links[from.parent].children.push_back(node);
        m_links[node].part = from.part;
        if (from.loss > 0)
        {
            m_links[node].gap = CreateObject<GeometricRandomVariable>();
            m_links[node].gap->SetAttribute("Mean", DoubleValue(1 / from.loss));
        }
    }
    uint32_t index = 0;
    for (const uint32_t node : tree.GetReceivers())
    {
        m_links[node].receiver = ++index;
    }
}

void
MulticastCodedChannel::Protect(MulticastTreePart part, const FecCode& code)
{
    const std::string problem = code.Check();
    RequireArgument(problem.empty(), "code", code.data, problem.c_str());
    RequireArgument(code.parity >= 1, "parity packets of a block", code.parity, "at least 1");
    for (uint32_t node = 1; node < m_links.size(); ++node)
    {
        auto& link = m_links[node];
        if (link.part != part)
        {
            continue;
        }
        link.encoder = std::make_unique<FecBlockEncoder>();
        link.encoder->SetCode(code);
        link.pieces.resize(code.data);
        link.decoder = std::make_unique<FecBlockDecoder>(
            1,
            [this, node](Ptr<Packet> packet, uint32_t, uint8_t index, bool) {
                m_links[node].pieces[index].packet = packet;
            },
            [](const FecBlockResult&) {});
        link.decoder->Start(0, code);
    }
}

int64_t
MulticastCodedChannel::AssignStreams(int64_t stream)
{
    for (std::size_t node = 1; node < m_links.size(); ++node)
    {
        if (m_links[node].gap)
        {
            m_links[node].gap->SetStream(stream + static_cast<int64_t>(node) - 1);
        }
    }
    return static_cast<int64_t>(m_links.size()) - 1;
}

const MulticastCodedCounters&
MulticastCodedChannel::GetCounters() const
{
    return m_counters;
}

void
MulticastCodedChannel::Add(Ptr<SimpleNetDevice> device)
{
    SimpleChannel::Add(device);
    m_devices.push_back(device);
}

void
MulticastCodedChannel::DoDispose()
{
    m_links.clear();
    m_devices.clear();
    SimpleChannel::DoDispose();
}

void
MulticastCodedChannel::Send(Ptr<Packet> packet,
                            uint16_t protocol,
                            Mac48Address to,
                            Mac48Address from,
                            Ptr<SimpleNetDevice> sender)
{
    NS_LOG_FUNCTION(this << packet << protocol << to << from << sender);
    NS_ABORT_MSG_IF(m_links.empty(), "MulticastCodedChannel has no tree");
    if (sender != m_devices.front())
    {
        return;
    }
    TimeValue delay;
    GetAttribute("Delay", delay);
    Simulator::Schedule(delay.Get(),
                        &MulticastCodedChannel::Arrive,
                        this,
                        0,
                        packet,
                        Frame{protocol, to, from});
}

bool
MulticastCodedChannel::Loses(Link& link)
{
    if (!link.gap)
    {
        return false;
    }
    if (link.untilLoss == 0)
    {
        link.untilLoss = link.gap->GetValue();
    }
    return --link.untilLoss == 0;
}

void
MulticastCodedChannel::Arrive(uint32_t node, Ptr<Packet> packet, Frame frame)
{
    const uint32_t receiver = m_links[node].receiver;
    if (receiver > 0)
    {
        NS_ABORT_MSG_UNLESS(receiver < m_devices.size(),
                            "MulticastCodedChannel has " << m_devices.size()
                                                         << " devices, too few for its tree");
        m_devices[receiver]->Receive(packet, frame.protocol, frame.to, frame.from);
    }
    for (const uint32_t child : m_links[node].children)
    {
        Carry(child, packet, frame);
    }
}

void
MulticastCodedChannel::Carry(uint32_t node, Ptr<Packet> packet, Frame frame)
{
    auto& link = m_links[node];
    if (!link.encoder)
    {
        if (!Loses(link))
        {
            Arrive(node, packet, frame);
        }
        return;
    }
    link.pieces[link.encoder->GetPending()].frame = frame;
    const auto packets = link.encoder->Add(packet);
    ++m_counters.data;
    m_counters.parity += packets.size() - 1;
    for (const auto& one : packets)
    {
        if (Loses(link))
        {
            ++m_counters.lost;
            continue;
        }
        FecHeader header;
        const auto inner = one->Copy();
        const char* const problem = header.Read(inner);
        NS_ABORT_MSG_IF(problem, "MulticastCodedChannel: " << problem);
        link.decoder->Receive(header, inner);
    }
    const bool isEnd = packets.size() > 1;
    while (link.next < link.pieces.size() && (isEnd || link.pieces[link.next].packet))
    {
        auto& piece = link.pieces[link.next++];
        const auto out = std::exchange(piece.packet, nullptr);
        if (out)
        {
            Arrive(node, out, piece.frame);
        }
        else
        {
            ++m_counters.lostData;
        }
    }
    if (isEnd)
    {
        link.next = 0;
    }
}
} // namespace hsn
} // namespace ns3
