// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-loss-tree.h"

#include "ns3/double.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/model-argument.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
MulticastLossTree::MulticastLossTree(const MulticastTree& tree)
{
    const uint32_t nodes = tree.GetNodes();
    RequireArgument(nodes > 1, "number of nodes of a tree", nodes, "at least 2");
    const auto receivers = tree.GetReceivers();
    std::vector<uint32_t> below(nodes); // receivers below each node; parents come before children
    for (const uint32_t node : receivers)
    {
        below[node] = 1;
    }
    for (uint32_t node = nodes; node-- > 1;)
    {
        below[tree.GetLink(node).parent] += below[node];
    }
    std::vector<uint32_t> free(nodes); // first place below a node that no child has yet
    m_receivers.resize(receivers.size());
    m_links.resize(nodes);
    m_gaps.resize(nodes);
    for (uint32_t node = 1; node < nodes; ++node)
    {
        const auto& link = tree.GetLink(node);
        const uint32_t first = free[link.parent];
        free[link.parent] += below[node];
        free[node] = first;
        m_links[node] = {node, first, first + below[node]};
        m_receivers[first] = node; // the last node to write here is a receiver
        if (link.loss > 0)
        {
            m_gaps[node] = CreateObject<GeometricRandomVariable>();
            m_gaps[node]->SetAttribute("Mean", DoubleValue(1 / link.loss));
        }
    }
}

MulticastLossTree::~MulticastLossTree() = default;

const std::vector<uint32_t>&
MulticastLossTree::GetReceivers() const
{
    return m_receivers;
}

uint64_t
MulticastLossTree::GetSent() const
{
    return m_sent;
}

int64_t
MulticastLossTree::AssignStreams(int64_t stream)
{
    RequireArgument(m_sent == 0, "packets sent before streams are assigned", m_sent, "0");
    for (std::size_t node = 1; node < m_gaps.size(); ++node)
    {
        if (m_gaps[node])
        {
            m_gaps[node]->SetStream(stream + static_cast<int64_t>(node) - 1);
        }
    }
    return static_cast<int64_t>(m_gaps.size()) - 1;
}

void
MulticastLossTree::Start()
{
    for (uint32_t node = 1; node < m_gaps.size(); ++node)
    {
        if (m_gaps[node])
        {
            m_next.emplace(m_gaps[node]->GetValue(), node);
        }
    }
}

const std::vector<MulticastLossTree::Loss>&
MulticastLossTree::Send()
{
    if (m_sent == 0)
    {
        Start();
    }
    ++m_sent;
    m_lost.clear();
    while (!m_next.empty() && m_next.top().first <= static_cast<double>(m_sent))
    {
        const auto [number, node] = m_next.top();
        m_next.pop();
        m_next.emplace(number + m_gaps[node]->GetValue(), node);
        m_lost.push_back(m_links[node]);
    }
    // the link nearest to the source comes first, and hides those below
    std::sort(m_lost.begin(), m_lost.end(), [](const Loss& a, const Loss& b) {
        return a.first != b.first ? a.first < b.first : a.link < b.link;
    });
    uint32_t end = 0;
    m_lost.erase(std::remove_if(m_lost.begin(),
                                m_lost.end(),
                                [&end](const Loss& loss) {
                                    const bool isHidden = loss.first < end;
                                    end = std::max(end, loss.end);
                                    return isHidden;
                                }),
                 m_lost.end());
    return m_lost;
}
} // namespace hsn
} // namespace ns3
