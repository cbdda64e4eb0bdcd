// SPDX-License-Identifier: GPL-2.0-only
#include "multicast-receiver-loss.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
MulticastReceiverLoss::MulticastReceiverLoss(const MulticastTree& tree, int64_t stream)
    : m_losses(tree)
{
    if (stream >= 0)
    {
        m_losses.AssignStreams(stream);
    }
    const auto nodes = tree.GetReceivers(); // ascending
    std::vector<double> arrives(tree.GetNodes(), 1);
    for (uint32_t node = 1; node < tree.GetNodes(); ++node)
    {
        const auto& link = tree.GetLink(node);
        arrives[node] = arrives[link.parent] * (1 - link.loss);
    }
    for (const uint32_t node : nodes)
    {
        m_pathLosses.push_back(1 - arrives[node]);
    }
    const auto& places = m_losses.GetReceivers();
    m_places.resize(nodes.size());
    for (uint32_t place = 0; place < places.size(); ++place)
    {
        const auto found = std::lower_bound(nodes.begin(), nodes.end(), places[place]);
        const auto receiver = static_cast<uint32_t>(found - nodes.begin());
        m_places[receiver] = place;
        m_receivers.push_back(receiver);
    }
}

std::string
MulticastReceiverLoss::Check(const MulticastTree& tree, uint32_t receivers)
{
    const auto ofTree = tree.GetReceivers().size();
    return ofTree == receivers && receivers > 0
               ? ""
               : "tree of " + std::to_string(ofTree) + " receivers: must have " +
                     std::to_string(receivers) + ", those of the farm, and at least 1";
}

void
MulticastReceiverLoss::BeginRound()
{
    m_lost.clear();
    m_first.resize(1);
}

void
MulticastReceiverLoss::Send()
{
    const auto& lost = m_losses.Send();
    m_lost.insert(m_lost.end(), lost.begin(), lost.end());
    m_first.push_back(m_lost.size());
}

bool
MulticastReceiverLoss::IsLost(uint32_t receiver, std::size_t packet) const
{
    const auto begin = m_lost.begin() + static_cast<std::ptrdiff_t>(m_first[packet]);
    const auto end = m_lost.begin() + static_cast<std::ptrdiff_t>(m_first[packet + 1]);
    const uint32_t place = m_places[receiver];
    // ranges do not overlap, and ascend
    const auto found =
        std::partition_point(begin, end, [place](const auto& loss) { return loss.end <= place; });
    return found != end && found->first <= place;
}

std::vector<uint32_t>
MulticastReceiverLoss::GetLost() const
{
    std::vector<uint32_t> receivers;
    for (std::size_t i = m_first[m_first.size() - 2]; i < m_lost.size(); ++i)
    {
        receivers.insert(receivers.end(),
                         m_receivers.begin() + m_lost[i].first,
                         m_receivers.begin() + m_lost[i].end);
    }
    return receivers;
}
} // namespace hsn
} // namespace ns3
