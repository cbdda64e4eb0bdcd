// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What random ATM networks consist of.
 */
#ifndef HSN_ATM_TOPOLOGY_DRAWING_H
#define HSN_ATM_TOPOLOGY_DRAWING_H

#include "atm-random-network.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Draws switches and hosts, links between them, and ways along them.
class AtmTopologyDrawing
{
  protected:
    static constexpr int64_t MS = 1000000;          //!< time steps, which are nanoseconds
    static constexpr int64_t SECOND = 1000 * MS;    //!< the same
    static constexpr uint32_t NO_LINK = 0xffffffff; //!< none
    static constexpr int64_t MAX_DELAY = 10 * MS;   //!< of a link

    /// @param seed any number @param features that the network may have
    AtmTopologyDrawing(uint64_t seed, AtmNetworkFeatures features)
        : m_random(seed),
          m_lossyCodes(features >= ATM_WITH_CLASSES && PlanRandom(seed ^ CODES).Chance(0.15)),
          m_damagedCodes(features >= ATM_ALL_FEATURES && PlanRandom(seed ^ DAMAGE).Chance(0.15))
    {
        m_plan.seed = seed;
        m_withFlows = m_random.Chance(0.35) || m_lossyCodes || m_damagedCodes;
        m_cells = m_random.Log(8000, 300000) * (m_withFlows ? 1.5 : 1);
    }

    /// Switches and hosts, and links between them.
    void DrawNodes()
    {
        uint32_t switches =
            m_random.Chance(0.03) ? 0 : m_random.Pick<uint32_t>({1, 1, 1, 2, 2, 3, 3, 4, 5, 6});
        switches = m_lossyCodes ? std::max<uint32_t>(switches, 3) : switches;
        switches = m_damagedCodes ? std::max<uint32_t>(switches, 2) : switches;
        m_plan.slotTimes.resize(switches, 0);
        auto hosts = static_cast<uint32_t>(m_random.Int(1, 12));
        const bool chain = m_random.Chance(0.5);
        for (uint32_t s = 1; s < switches; ++s)
        {
            AddLink(chain ? s - 1 : static_cast<uint32_t>(m_random.Int(0, s - 1)), s);
        }
        m_plan.loop = switches > 2 && m_random.Chance(0.35);
        if (m_plan.loop)
        {
            AddLink(switches - 1, 0);
            hosts = std::max(hosts, switches);
        }
        if (switches == 0)
        {
            m_plan.hosts.resize(2);
            AddLink(0, 1);
            return;
        }
        m_plan.hosts.resize(hosts);
        for (uint32_t h = 0; h < hosts; ++h)
        {
            const uint32_t s = m_plan.loop && h < switches
                                   ? h
                                   : static_cast<uint32_t>(m_random.Int(0, switches - 1));
            AddLink(switches + h, s);
        }
    }

    /// @param a node @param b node
    void AddLink(uint32_t a, uint32_t b)
    {
        AtmLinkPlan link;
        link.ends =
            m_random.Chance(0.5) ? std::array<uint32_t, 2>{a, b} : std::array<uint32_t, 2>{b, a};
        m_plan.links.push_back(link);
    }

    /// Rates of links.
    void DrawRates()
    {
        const double mode = m_random.Unit();
        const uint64_t same = DrawRate(m_random.Chance(0.3));
        for (auto& link : m_plan.links)
        {
            link.rate = mode < 0.35 ? same : DrawRate(mode > 0.8);
        }
    }

    /// @param any whether it may be any rate, else one of the usual ones @return bit/s
    uint64_t DrawRate(bool any)
    {
        return any ? m_random.Int(1500000, 622080000)
                   : m_random.Pick<uint64_t>(
                         {1500000, 25600000, 34368000, 45000000, 100000000, 155520000, 622080000});
    }

    /// @param link number @param node one end @return the other end
    uint32_t Other(uint32_t link, uint32_t node) const
    {
        const auto& ends = m_plan.links[link].ends;
        return ends[0] == node ? ends[1] : ends[0];
    }

    /// @param node number @return numbers of its links
    std::vector<uint32_t> LinksOf(uint32_t node) const
    {
        std::vector<uint32_t> links;
        for (uint32_t i = 0; i < m_plan.links.size(); ++i)
        {
            const auto& ends = m_plan.links[i].ends;
            if (ends[0] == node || ends[1] == node)
            {
                links.push_back(i);
            }
        }
        return links;
    }

    /// @param host node @return the node next to it
    uint32_t NextTo(uint32_t host) const
    {
        return Other(m_plan.GetHostLink(host), host);
    }

    /// @param from host @param to host, perhaps the same @return links of the shortest way
    std::vector<uint32_t> ShortestPath(uint32_t from, uint32_t to) const
    {
        std::vector<uint32_t> path{m_plan.GetHostLink(from)};
        if (NextTo(from) == to)
        {
            return path;
        }
        // from the far end on, over switches only
        std::vector<uint32_t> towards(m_plan.slotTimes.size(), NO_LINK);
        std::deque<uint32_t> queue{NextTo(to)};
        towards[queue.front()] = m_plan.GetHostLink(to);
        while (!queue.empty())
        {
            const uint32_t node = queue.front();
            queue.pop_front();
            for (const uint32_t link : LinksOf(node))
            {
                const uint32_t next = Other(link, node);
                if (m_plan.IsSwitch(next) && towards[next] == NO_LINK)
                {
                    towards[next] = link;
                    queue.push_back(next);
                }
            }
        }
        for (uint32_t node = NextTo(from); node != to || path.size() == 1;)
        {
            path.push_back(towards[node]);
            node = Other(path.back(), node);
        }
        return path;
    }

    /// @param from host @param to set to the host it ends at @return links of a way that wanders
    std::vector<uint32_t> Walk(uint32_t from, uint32_t& to)
    {
        std::vector<uint32_t> path{m_plan.GetHostLink(from)};
        uint32_t node = NextTo(from);
        const int64_t steps = m_random.Int(1, 5);
        for (int64_t i = 0; i < steps; ++i)
        {
            std::vector<uint32_t> ahead;
            for (const uint32_t link : LinksOf(node))
            {
                if (m_plan.IsSwitch(Other(link, node)) && link != path.back())
                {
                    ahead.push_back(link);
                }
            }
            if (ahead.empty())
            {
                break;
            }
            path.push_back(ahead[m_random.Int(0, static_cast<int64_t>(ahead.size()) - 1)]);
            node = Other(path.back(), node);
        }
        std::vector<uint32_t> hosts;
        for (const uint32_t link : LinksOf(node))
        {
            if (!m_plan.IsSwitch(Other(link, node)))
            {
                hosts.push_back(Other(link, node));
            }
        }
        if (hosts.empty())
        {
            return ShortestPath(from, to);
        }
        to = hosts[m_random.Int(0, static_cast<int64_t>(hosts.size()) - 1)];
        path.push_back(m_plan.GetHostLink(to));
        return path;
    }

    /// @return a host's node
    uint32_t DrawHost()
    {
        return static_cast<uint32_t>(m_plan.slotTimes.size() +
                                     m_random.Int(0, m_plan.hosts.size() - 1));
    }

    /// @param c a connection @return links that its cells cross, about
    double Hops(const AtmConnectionPlan& c) const
    {
        if (!c.multipoint)
        {
            return c.unknownAt > 0 ? c.unknownAt : c.path.size();
        }
        double hops = 0;
        for (const uint32_t to : c.to)
        {
            hops += ShortestPath(c.from, to).size() - 1;
        }
        return 1 + hops;
    }

    /// @param c a connection @param end of it @return host there
    static uint32_t HostAt(const AtmConnectionPlan& c, uint32_t end)
    {
        return end == 0 ? c.from : c.to[0];
    }

    /// @param host node @return time steps of a cell on its link
    int64_t CellStepsAt(uint32_t host) const
    {
        return GetCellSteps(m_plan.links[m_plan.GetHostLink(host)].rate);
    }

    static constexpr uint64_t CODES = 0xc2b2ae3d27d4eb4f;  //!< makes another seed of a seed
    static constexpr uint64_t DAMAGE = 0x27d4eb2f165667c5; //!< makes another seed of a seed

    PlanRandom m_random;       //!< all draws
    AtmNetworkPlan m_plan;     //!< so far
    const bool m_lossyCodes;   //!< TCP Boston across several switches, with losses on the way
    const bool m_damagedCodes; //!< TCP Boston, interleaved, with bit errors on the way
    bool m_withFlows;          //!< traffic over IP
    double m_cells;            //!< cells times links that are to be simulated, about
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_TOPOLOGY_DRAWING_H
