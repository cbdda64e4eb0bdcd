// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What is done to random ATM networks from outside.
 */
#ifndef HSN_ATM_ACTION_DRAWING_H
#define HSN_ATM_ACTION_DRAWING_H

#include "atm-settings-drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Draws what is done from outside while the network runs.
class AtmActionDrawing : protected AtmSettingsDrawing
{
  protected:
    using AtmSettingsDrawing::AtmSettingsDrawing;

    /// Reading counters, tracing, changing attributes.
    void DrawActions()
    {
        const int64_t reads = m_random.Chance(0.5) ? m_random.Int(1, 4) : 0;
        for (int64_t i = 0; i < reads; ++i)
        {
            DrawAction(AtmActionPlan::READ, false);
            m_plan.actions.back().outside = m_random.Chance(0.3);
        }
        if (m_random.Chance(0.3))
        {
            for (int64_t i = m_random.Int(1, 3); i > 0; --i)
            {
                DrawAction(static_cast<AtmActionPlan::Kind>(
                               m_random.Int(AtmActionPlan::TRACE_PORT, AtmActionPlan::TRACE_HOST)),
                           m_random.Chance(0.5));
                auto& a = m_plan.actions;
                if (!a.empty() && m_random.Chance(0.3))
                {
                    a.back().until = a.back().time + m_random.Int(1, m_sending);
                }
            }
        }
        if (m_random.Chance(0.3))
        {
            for (int64_t i = m_random.Int(1, 4); i > 0; --i)
            {
                DrawAction(static_cast<AtmActionPlan::Kind>(
                               m_random.Int(AtmActionPlan::SET_MAX_CELLS, AtmActionPlan::SET_SLOT)),
                           false);
            }
        }
    }

    /// Actions at one place shortly after each other. They come from random numbers of their own,
    /// so that all else is the same with and without them.
    void DrawFlurries()
    {
        m_random = PlanRandom(m_plan.seed ^ 0x9e3779b97f4a7c15);
        if (!m_random.Chance(0.5))
        {
            return;
        }
        for (int64_t i = m_random.Int(1, 3); i > 0; --i)
        {
            const auto place = DrawPlace(AtmActionPlan::READ, false);
            int64_t time = place.time;
            for (int64_t n = m_random.Int(2, 7); n > 0; --n)
            {
                DrawFlurryAction(place, time);
                const double gap = m_random.Log(1, 1000.0 * GetCellSteps(m_plan.links[0].rate));
                time = std::min(m_plan.duration - 1, time + static_cast<int64_t>(gap));
            }
        }
    }

    /// @param place where most of them are @param time when
    void DrawFlurryAction(const AtmActionPlan& place, int64_t time)
    {
        const auto any = static_cast<AtmActionPlan::Kind>(
            m_random.Int(AtmActionPlan::READ, AtmActionPlan::KINDS - 1));
        auto a = DrawPlace(m_random.Chance(0.7) ? any
                                                : m_random.Pick({AtmActionPlan::SET_DELAY,
                                                                 AtmActionPlan::SET_RATE,
                                                                 AtmActionPlan::READ}),
                           false);
        a.time = time;
        a.outside = m_random.Chance(0.15);
        if (m_random.Chance(0.8))
        {
            a.link = place.link;
            a.end = place.end;
            a.connection = place.connection;
        }
        if (a.IsTrace() && m_random.Chance(0.5))
        {
            a.until = a.time + m_random.LogInt(1, m_sending);
        }
        AddAction(a);
    }

    /// @param kind what @param atOnce before the start, else in the midst
    void DrawAction(AtmActionPlan::Kind kind, bool atOnce)
    {
        AddAction(DrawPlace(kind, atOnce));
    }

    /// @param kind what @param atOnce before the start, else in the midst @return when and where
    AtmActionPlan DrawPlace(AtmActionPlan::Kind kind, bool atOnce)
    {
        AtmActionPlan a;
        a.kind = kind;
        // mostly while something is going on
        a.time = atOnce ? 0 : m_random.Int(1, std::min(m_plan.duration - 1, 5 * m_sending / 4));
        a.seed = m_random.Int(0, 1 << 30);
        a.link = static_cast<uint32_t>(m_random.Int(0, m_plan.links.size() - 1));
        a.end = static_cast<uint32_t>(m_random.Int(0, 1));
        a.connection = static_cast<uint32_t>(m_random.Int(0, m_plan.connections.size() - 1));
        a.what = static_cast<uint32_t>(m_random.Int(0, 15));
        return a;
    }

    /// @param a when and where: added, with what it takes, if it can be done there
    void AddAction(AtmActionPlan a)
    {
        a.category = m_plan.connections[a.connection].category;
        const bool ofSwitchPort = a.IsOfQueue() || a.IsOfSwitch();
        if (ofSwitchPort)
        {
            if (m_plan.slotTimes.empty())
            {
                return;
            }
            if (!m_plan.IsSwitch(m_plan.links[a.link].ends[a.end]))
            {
                a.end = 1 - a.end; // the other end of a host's link
            }
            a.node = m_plan.links[a.link].ends[a.end];
        }
        const auto& c = m_plan.connections[a.connection];
        if (c.multipoint || c.unknownAt > 0)
        {
            a.end = ofSwitchPort ? a.end : 0;
        }
        switch (a.kind)
        {
        case AtmActionPlan::SET_FACTOR:
        case AtmActionPlan::SET_RX_QUEUE:
        case AtmActionPlan::TRACE_TX_END:
            a.node = DrawHost();
            break;
        case AtmActionPlan::TRACE_HOST:
        case AtmActionPlan::SET_INTER_SDU:
        case AtmActionPlan::SET_SERVICE:
        case AtmActionPlan::SET_DELIVERY:
            a.node = DrawHost();
            a.value = std::round(CellStepsAt(a.node) * m_random.Log(0.5, 300));
            break;
        case AtmActionPlan::SET_MAX_CELLS:
            a.value = static_cast<double>(m_random.LogInt(1, 2000));
            break;
        case AtmActionPlan::SET_THRESHOLD:
            a.value = m_random.Real(0.01, 1);
            break;
        case AtmActionPlan::SET_RATE:
            a.value = static_cast<double>(DrawRate(m_random.Chance(0.5)));
            break;
        case AtmActionPlan::SET_DELAY:
            a.value = m_random.Chance(0.3) ? 0 : static_cast<double>(DrawDelay(MAX_DELAY / 10));
            break;
        case AtmActionPlan::SET_LOSS:
            a.value = m_random.Log(1e-7, 1e-3);
            break;
        case AtmActionPlan::SET_CELL_RATE:
            a.value = std::round(m_plan.links[m_plan.GetHostLink(HostAt(c, a.end))].rate *
                                 m_random.Real(0.1, 1));
            break;
        case AtmActionPlan::SET_TIMEOUT:
            a.value = std::round(CellStepsAt(HostAt(c, a.end)) * m_random.Log(3, 3000));
            break;
        case AtmActionPlan::SET_SLOT:
            a.value = m_random.Chance(0.3) ? 0 : static_cast<double>(m_random.LogInt(100, 20000));
            break;
        case AtmActionPlan::SET_LOSSES:
            a.value = m_random.Log(1e-4, 0.1);
            break;
        case AtmActionPlan::SET_MAX_SDU:
            a.value = static_cast<double>(m_random.LogInt(20, 65535));
            break;
        case AtmActionPlan::SET_SHAPER:
        case AtmActionPlan::SET_UPC:
            a.value = static_cast<double>(m_random.LogInt(40, 65535));
            a.contract = DrawContract(CellStepsAt(HostAt(c, a.end)));
            break;
        case AtmActionPlan::SET_TAGGING:
            a.contract = DrawContract(CellStepsAt(HostAt(c, a.end)));
            if (m_interleaves || m_plan.interleave != 1 || !IsForTagging(*a.contract))
            {
                return; // a tagger knows one PDU at a time
            }
            m_tags = true;
            break;
        case AtmActionPlan::SET_DEPTH:
            a.node = DrawHost();
            m_tags = m_tags || std::any_of(m_plan.connections.begin(),
                                           m_plan.connections.end(),
                                           [](const auto& x) {
                                               return x.ends[0].tagging || x.ends[1].tagging;
                                           });
            if (m_tags)
            {
                return;
            }
            m_interleaves = true;
            break;
        default:
            break;
        }
        m_plan.actions.push_back(a);
    }

    bool m_tags{false};        //!< some sender tags its cells, perhaps later
    bool m_interleaves{false}; //!< some host interleaves segments later
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_ACTION_DRAWING_H
