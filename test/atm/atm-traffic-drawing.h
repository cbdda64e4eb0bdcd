// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is sent across random ATM networks.
 */
#ifndef HSN_ATM_TRAFFIC_DRAWING_H
#define HSN_ATM_TRAFFIC_DRAWING_H

#include "atm-topology-drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Draws connections and what is sent along them.
class AtmTrafficDrawing : protected AtmTopologyDrawing
{
  protected:
    using AtmTopologyDrawing::AtmTopologyDrawing;

    /// Which hosts are connected, and by which way.
    void DrawConnections()
    {
        const auto hosts = static_cast<int64_t>(m_plan.hosts.size());
        const bool direct = m_plan.slotTimes.empty();
        const bool mixed = m_random.Chance(0.3);
        const bool multipoint = !direct && m_random.Chance(0.25) && hosts > 2;
        const int64_t n = m_random.Int(1, std::min<int64_t>(16, 1 + 3 * hosts / 2));
        for (int64_t i = 0; i < n; ++i)
        {
            AtmConnectionPlan c;
            c.from = DrawHost();
            if (mixed)
            {
                c.category = static_cast<AtmServiceCategory>(m_random.Int(0, ATM_CATEGORIES - 1));
            }
            if (multipoint && (i == 0 || m_random.Chance(0.3)))
            {
                c.multipoint = true;
                for (uint32_t h = 0; h < hosts; ++h)
                {
                    const auto node = static_cast<uint32_t>(m_plan.slotTimes.size()) + h;
                    if (node != c.from && (c.to.empty() || m_random.Chance(0.5)))
                    {
                        c.to.push_back(node);
                    }
                }
            }
            else
            {
                uint32_t to = DrawHost();
                for (int tries = 0; to == c.from && (direct || (hosts > 1 && tries < 4)); ++tries)
                {
                    to = DrawHost();
                }
                c.path = !direct && m_random.Chance(m_plan.loop ? 0.7 : 0.1)
                             ? Walk(c.from, to)
                             : ShortestPath(c.from, to);
                c.to = {to};
                if (m_random.Chance(0.04))
                {
                    c.unknownAt = static_cast<uint32_t>(m_random.Int(1, c.path.size()));
                }
            }
            m_plan.connections.push_back(c);
        }
    }

    /// What is sent.
    void DrawSources()
    {
        const double forward = m_withFlows ? 0.3 : 0.85;
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            const auto& c = m_plan.connections[i];
            if (c.unknownAt > 0 || c.multipoint || m_random.Chance(forward))
            {
                DrawSource(i, 0);
            }
            if (!c.multipoint && c.unknownAt == 0 && m_random.Chance(forward / 3))
            {
                DrawSource(i, 1);
            }
        }
        if (m_withFlows)
        {
            DrawFlows();
        }
        if (m_plan.sources.empty() && m_plan.flows.empty())
        {
            DrawSource(0, 0);
        }
    }

    /// @param connection number @param end of it that sends
    void DrawSource(uint32_t connection, uint32_t end)
    {
        const auto& c = m_plan.connections[connection];
        AtmSourcePlan s;
        s.connection = connection;
        s.end = end;
        s.seed = m_random.Int(0, 1 << 30);
        const bool mayEcho = end == 1 && !c.multipoint;
        s.kind = m_random.Pick({AtmSourcePlan::PERIODIC,
                                AtmSourcePlan::PERIODIC,
                                AtmSourcePlan::POISSON,
                                AtmSourcePlan::ON_OFF,
                                AtmSourcePlan::GREEDY,
                                AtmSourcePlan::GREEDY,
                                mayEcho ? AtmSourcePlan::ECHO : AtmSourcePlan::GREEDY});
        const double size = m_random.Unit();
        if (size < 0.25)
        {
            s.minSize = 1;
            s.maxSize = static_cast<uint32_t>(m_random.Int(1, 40));
        }
        else if (size < 0.65)
        {
            s.minSize = m_random.Pick<uint32_t>({41, 552, 1500, 4096, 9180, 9188, 65535});
            s.maxSize = s.minSize;
        }
        else
        {
            s.minSize = static_cast<uint32_t>(m_random.LogInt(1, 2000));
            s.maxSize = static_cast<uint32_t>(m_random.LogInt(s.minSize, 65535));
            s.log = true;
        }
        const double bytes =
            s.log ? (s.maxSize - s.minSize + 1) / std::log((s.maxSize + 1.0) / s.minSize)
                  : (s.minSize + s.maxSize) / 2.0;
        const double cells = bytes / 48 + 0.7;
        const int64_t steps = CellStepsAt(HostAt(c, end));
        const double load = m_random.Pick({0.1, 0.3, 0.5, 0.8, 1.0, 1.2}) * m_random.Real(0.7, 1.1);
        switch (s.kind)
        {
        case AtmSourcePlan::ON_OFF:
            s.burst = static_cast<uint32_t>(m_random.LogInt(2, 20));
            break;
        case AtmSourcePlan::GREEDY:
            s.burst = static_cast<uint32_t>(m_random.Int(1, 3));
            break;
        default:
            break;
        }
        const bool fills = s.kind == AtmSourcePlan::GREEDY || s.kind == AtmSourcePlan::ECHO;
        s.interval = fills ? 0 : s.burst * cells * steps / load;
        if (s.kind == AtmSourcePlan::PERIODIC && m_random.Chance(0.5))
        {
            s.interval = std::max(1.0, std::round(s.interval / steps)) * steps; // cells in step
        }
        s.aborts = m_random.Chance(0.1);
        const double share = m_cells / Hops(c);
        s.maxSdus = static_cast<uint32_t>(std::min(3 * share / cells + 10, 100000.0));
        m_plan.sources.push_back(s);
        // cells a time step, times links
        m_load += (fills ? 1.0 : std::min(1.0, load)) / steps * Hops(c);
    }

    /// Transfers over IP.
    void DrawFlows()
    {
        std::vector<uint32_t> usable;
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            const auto& c = m_plan.connections[i];
            if (!c.multipoint && c.unknownAt == 0 && c.from != c.to[0])
            {
                usable.push_back(i);
            }
        }
        if (usable.empty())
        {
            return;
        }
        const bool boston = m_random.Chance(0.35) || m_lossyCodes || m_damagedCodes;
        const int64_t n = m_random.Int(1, 4);
        for (int64_t i = 0; i < n; ++i)
        {
            AtmFlowPlan f;
            f.connection = usable[m_random.Int(0, static_cast<int64_t>(usable.size()) - 1)];
            f.end = m_random.Chance(0.7) ? 0 : 1;
            f.kind = boston && (i == 0 || m_random.Chance(0.6))
                         ? AtmFlowPlan::BOSTON
                         : m_random.Pick({AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::INDEXED_TCP,
                                          AtmFlowPlan::NS3_TCP,
                                          AtmFlowPlan::TCP_ON_OFF,
                                          AtmFlowPlan::UDP_ON_OFF});
            const auto& c = m_plan.connections[f.connection];
            uint64_t rate = m_plan.links[c.path[0]].rate;
            for (const uint32_t link : c.path)
            {
                rate = std::min(rate, m_plan.links[link].rate);
            }
            f.bytes = static_cast<uint32_t>(m_cells / n / Hops(c) * m_random.Real(20, 44));
            f.rate = static_cast<uint64_t>(rate * m_random.Real(0.2, 1.2));
            m_load += 1.1 * Hops(c) / GetCellSteps(rate);
            m_plan.flows.push_back(f);
        }
        m_plan.ipv6 = m_random.Chance(0.25);
        m_plan.mtu = m_random.Pick<uint16_t>({576, 1500, 9180, 9180, 9180, 65527});
        m_plan.segment = m_random.Chance(0.6) ? m_plan.mtu - 100 : m_plan.mtu / 2 - 50;
        m_plan.segment = std::min<uint32_t>(m_plan.segment, 20000);
        m_plan.delayedAck = m_random.Pick({1, 2});
        m_plan.minRto = m_random.Pick({5, 50, 200, 1000}) * MS;
        m_plan.congestionControl = m_random.Pick<std::string>(
            {"ns3::TcpNewReno", "ns3::TcpNewReno", "ns3::TcpCubic", "ns3::TcpVegas"});
        m_plan.interleave = m_damagedCodes ? m_random.Pick<uint32_t>({1, 2, 4, 4, 0})
                                           : m_random.Pick<uint32_t>({1, 1, 2, 4, 0});
        m_plan.adaptiveRedundancy = m_random.Chance(0.3) || m_lossyCodes;
        m_plan.gamma = m_random.Pick({0.0, 0.0, 0.1, 0.5});
        m_plan.cellIdMode = m_random.Pick<std::string>({"OutOfBand", "OutOfBand", "InPayload4"});
        if (m_plan.segment < 9000 && m_random.Chance(0.2))
        {
            m_plan.cellIdMode = "InPayload2"; // which has no room for more cells
        }
        m_plan.headerMode = m_random.Pick<std::string>({"CodedPdu", "Replicated", "Ideal"});
        m_plan.systematic = m_random.Chance(0.3);
        m_plan.partialTimeout = m_random.Pick({1, 20}) * MS;
    }

    /// How long all of it takes.
    void DrawDuration()
    {
        const double send = std::min(m_cells / m_load, 20.0 * SECOND);
        m_sending = std::max<int64_t>(static_cast<int64_t>(send), 10000);
        const bool aligned = m_random.Chance(0.3);
        for (auto& s : m_plan.sources)
        {
            s.start = aligned ? 0 : m_random.Int(0, m_sending / 3);
            s.stop = m_sending;
        }
        for (auto& f : m_plan.flows)
        {
            f.start = m_random.Int(1, m_sending / 10);
        }
    }

    /// Delays of links, and when the simulation ends.
    void DrawDelays()
    {
        const int64_t most = m_withFlows ? std::min(MAX_DELAY, m_sending / 50) : MAX_DELAY;
        const double mode = m_random.Unit();
        const int64_t same = DrawDelay(most);
        for (auto& link : m_plan.links)
        {
            link.delay = mode < 0.45 ? 0 : mode < 0.65 ? same : DrawDelay(most);
        }
        int64_t longest = 0;
        for (const auto& c : m_plan.connections)
        {
            int64_t delay = 0;
            for (const uint32_t link : c.path)
            {
                delay += m_plan.links[link].delay;
            }
            longest = std::max(longest, delay);
        }
        // the end comes in the midst, or when nothing is left
        m_plan.duration = longest + (m_random.Chance(0.5)
                                         ? static_cast<int64_t>(m_sending * m_random.Real(0.6, 1))
                                         : 2 * m_sending + SECOND);
        if (!m_plan.flows.empty() && m_random.Chance(0.5))
        {
            m_plan.duration += 3 * SECOND; // time for timeouts
        }
    }

    /// @param most time steps @return a delay
    int64_t DrawDelay(int64_t most)
    {
        if (most < 100)
        {
            return 0;
        }
        const int64_t delay = m_random.LogInt(100, most);
        return delay > 2000 && m_random.Chance(0.6) ? delay / 1000 * 1000 : delay;
    }

    double m_load{0};     //!< cells times links in a time step
    int64_t m_sending{0}; //!< time steps until sources stop
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_TRAFFIC_DRAWING_H
