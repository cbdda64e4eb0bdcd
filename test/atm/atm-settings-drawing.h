// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What becomes of the cells of random ATM networks.
 */
#ifndef HSN_ATM_SETTINGS_DRAWING_H
#define HSN_ATM_SETTINGS_DRAWING_H

#include "atm-traffic-drawing.h"

#include "ns3/cell-burst.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Draws buffers, errors, contracts and what else decides about cells.
class AtmSettingsDrawing : protected AtmTrafficDrawing
{
  protected:
    using AtmTrafficDrawing::AtmTrafficDrawing;

    /// Buffers of switch ports.
    void DrawBuffers()
    {
        const bool same = m_random.Chance(0.4);
        const AtmQueuePlan first = DrawQueue();
        for (auto& link : m_plan.links)
        {
            for (auto& queues : link.queues)
            {
                const AtmQueuePlan here = DrawQueue();
                for (auto& queue : queues)
                {
                    queue = same ? first : m_random.Chance(0.7) ? here : DrawQueue();
                }
            }
        }
    }

    /// @return a buffer
    AtmQueuePlan DrawQueue()
    {
        AtmQueuePlan q;
        q.maxCells = static_cast<uint32_t>(m_random.LogInt(1, 2000));
        q.policy = m_random.Pick({AtmQueuePlan::NONE,
                                  AtmQueuePlan::NONE,
                                  AtmQueuePlan::TAIL,
                                  AtmQueuePlan::PPD,
                                  AtmQueuePlan::EPD,
                                  AtmQueuePlan::EPD,
                                  AtmQueuePlan::CLP});
        q.threshold = m_random.Real(0.05, 1);
        return q;
    }

    /// Links with errors.
    void DrawErrors()
    {
        if (!m_random.Chance(0.2) && !m_lossyCodes)
        {
            return;
        }
        for (auto& link : m_plan.links)
        {
            if (m_random.Chance(0.25))
            {
                link.loss = m_random.Log(1e-4, 0.1);
                link.lossRun = m_random.Chance(0.4) ? m_random.Real(1.5, 20) : 0;
            }
            if (m_random.Chance(0.25))
            {
                link.bitErrorRate = m_random.Log(1e-7, 1e-3);
            }
        }
    }

    /// Hosts' own times.
    void DrawHosts()
    {
        for (uint32_t i = 0; i < m_plan.hosts.size(); ++i)
        {
            auto& h = m_plan.hosts[i];
            const int64_t steps = CellStepsAt(static_cast<uint32_t>(m_plan.slotTimes.size()) + i);
            if (m_random.Chance(0.15))
            {
                h.interSduTime = static_cast<int64_t>(steps * m_random.Log(0.5, 300));
                h.interSduFactor = static_cast<int>(m_random.Int(0, 2));
            }
            if (m_random.Chance(0.1))
            {
                h.rxServiceTime = static_cast<int64_t>(steps * m_random.Log(1, 300));
                h.rxQueueSize = static_cast<uint32_t>(m_random.Int(1, 20));
            }
            h.txEnd = m_random.Chance(0.2);
        }
    }

    /// Slots.
    void DrawSwitches()
    {
        for (auto& slot : m_plan.slotTimes)
        {
            if (m_random.Chance(0.12))
            {
                const auto link = m_random.Int(0, static_cast<int64_t>(m_plan.links.size()) - 1);
                slot = m_random.Chance(0.6) ? GetCellSteps(m_plan.links[link].rate)
                                            : m_random.LogInt(100, 20000);
            }
        }
    }

    /// @param steps of a cell @return some contract
    AtmTrafficContract DrawContract(int64_t steps)
    {
        const int64_t tPcr =
            m_random.Chance(0.4) ? steps : static_cast<int64_t>(steps * m_random.Real(1, 4));
        const int64_t tauPcr = m_random.Chance(0.4) ? 0 : m_random.Int(0, 20 * tPcr);
        const auto type = m_random.Pick({AtmTrafficContract::BEST_EFFORT,
                                         AtmTrafficContract::CBR,
                                         AtmTrafficContract::VBR_A,
                                         AtmTrafficContract::VBR_B,
                                         AtmTrafficContract::VBR_B,
                                         AtmTrafficContract::VBR_C});
        switch (type)
        {
        case AtmTrafficContract::BEST_EFFORT:
            return AtmTrafficContract::BestEffort(TimeStep(tPcr), TimeStep(tauPcr));
        case AtmTrafficContract::CBR:
            return AtmTrafficContract::Cbr(TimeStep(tPcr), TimeStep(tauPcr));
        default:
            return AtmTrafficContract::Vbr(type,
                                           TimeStep(tPcr),
                                           TimeStep(tPcr * m_random.Int(1, 6)),
                                           static_cast<uint32_t>(m_random.LogInt(1, 400)),
                                           TimeStep(tauPcr));
        }
    }

    /// @param contract some @return whether a sender can tag its cells by it
    static bool IsForTagging(const AtmTrafficContract& contract)
    {
        return contract.GetType() == AtmTrafficContract::VBR_A ||
               contract.GetType() == AtmTrafficContract::VBR_B;
    }

    /// Policing.
    void DrawContracts()
    {
        if (!m_random.Chance(0.35))
        {
            return;
        }
        for (auto& c : m_plan.connections)
        {
            for (uint32_t end = 0; end < 2; ++end)
            {
                const uint32_t last = c.multipoint || c.unknownAt > 0 ? 0 : 1;
                const bool passesSwitch = c.multipoint || (c.path.size() > 1 && c.unknownAt != 1);
                if (end > last || !passesSwitch || !m_random.Chance(0.5))
                {
                    continue;
                }
                AtmUpcPlan upc;
                upc.contract = DrawContract(CellStepsAt(HostAt(c, end)));
                upc.discard = m_random.Pick({UsageParameterControl::NONE,
                                             UsageParameterControl::NONE,
                                             UsageParameterControl::PPD,
                                             UsageParameterControl::EPD});
                upc.oracle = m_random.Chance(0.5);
                upc.maxSdu = static_cast<uint32_t>(m_random.LogInt(40, 65535));
                upc.leakyBucket = m_random.Chance(0.3);
                c.upc[end] = upc;
            }
        }
    }

    /// Shaping, tagging, reassembly.
    void DrawEnds()
    {
        for (auto& c : m_plan.connections)
        {
            for (uint32_t end = 0; end < 2; ++end)
            {
                DrawEnd(c, end);
            }
        }
    }

    /// @param c a connection @param end of it
    void DrawEnd(AtmConnectionPlan& c, uint32_t end)
    {
        auto& v = c.ends[end];
        const uint32_t host = HostAt(c, end);
        const int64_t steps = CellStepsAt(host);
        const auto& upc = c.upc[end];
        if (m_random.Chance(0.2))
        {
            const uint64_t line = m_plan.links[m_plan.GetHostLink(host)].rate;
            v.cellRate = static_cast<uint64_t>(line * m_random.Pick({0.25, 0.5, 1.0}) *
                                               (m_random.Chance(0.5) ? 1 : m_random.Unit() + 0.1));
        }
        if (m_random.Chance(upc ? 0.35 : 0.1))
        {
            v.shaper = upc && m_random.Chance(0.6) ? upc->contract : DrawContract(steps);
        }
        // a tagger knows one PDU at a time; those of TCP Boston may take turns
        if (m_random.Chance(upc ? 0.35 : 0.05) && m_plan.interleave == 1)
        {
            v.tagging = upc ? upc->contract : DrawContract(steps);
            if (!IsForTagging(*v.tagging))
            {
                v.tagging.reset();
            }
        }
        if (m_random.Chance(0.15))
        {
            const double cells = m_random.Log(3, 3000);
            v.reassemblyTimeout = m_random.Chance(0.5) ? steps * static_cast<int64_t>(cells)
                                                       : static_cast<int64_t>(steps * cells);
        }
        if (m_random.Chance(0.1))
        {
            v.maxSdu = static_cast<uint32_t>(m_random.LogInt(20, 9000));
        }
        if (m_random.Chance(0.15))
        {
            v.queue = static_cast<uint32_t>(m_random.Int(1, 10));
        }
    }

    // --- peculiar set-ups --------------------------------------------------------------------

    /// Labels; connections that begin late, fork at a port, or join another one.
    void DrawLabels()
    {
        const bool vpis = m_random.Chance(0.2);
        const bool late = m_random.Chance(0.15);
        const bool odd = m_random.Chance(0.2);
        for (uint32_t i = 0; i < m_plan.connections.size(); ++i)
        {
            auto& c = m_plan.connections[i];
            if (c.multipoint)
            {
                continue;
            }
            c.vpi = vpis && m_random.Chance(0.5) ? static_cast<uint16_t>(m_random.Int(1, 255)) : 0;
            c.setUpAt = late && m_random.Chance(0.3) ? m_random.Int(1, m_sending) : 0;
            if (!odd || c.unknownAt > 0 || c.path.size() < 2)
            {
                continue;
            }
            if (m_random.Chance(0.3))
            {
                c.twinAt = static_cast<uint32_t>(m_random.Int(1, c.path.size() - 1));
            }
            for (uint32_t j = 0; j < i && !c.merges; ++j)
            {
                const auto& other = m_plan.connections[j];
                c.into = j;
                c.merges = !other.multipoint && !other.merges && other.unknownAt == 0 &&
                           other.to == c.to && c.from != c.to[0] && other.from != c.to[0] &&
                           !IsUsedBothWays(i) && m_random.Chance(0.5);
            }
            if (c.merges)
            {
                c.upc[1].reset();
            }
        }
    }

    /// @param i connection @return whether something is sent from its far end, or by IP
    bool IsUsedBothWays(uint32_t i) const
    {
        return std::any_of(m_plan.sources.begin(),
                           m_plan.sources.end(),
                           [i](const auto& s) { return s.connection == i && s.end == 1; }) ||
               std::any_of(m_plan.flows.begin(), m_plan.flows.end(), [i](const auto& f) {
                   return f.connection == i;
               });
    }

    /// Where trace sinks are connected, and which outputs share policies.
    void DrawWatched()
    {
        const bool all = m_random.Chance(0.75);
        for (auto& link : m_plan.links)
        {
            for (auto& watched : link.watched)
            {
                watched = all || m_random.Chance(0.3);
            }
        }
        m_plan.sharedPolicies = m_random.Chance(0.2);
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_SETTINGS_DRAWING_H
