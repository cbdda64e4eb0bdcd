// SPDX-License-Identifier: GPL-2.0-only
#include "atm-random-network.h"

#include "atm-action-drawing.h"

#include "ns3/cell-burst.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double MAX_SOURCE_CELLS = 10000; //!< of a generator, about

/// Draws a network, one part after the other.
class Drawing : private AtmActionDrawing
{
  public:
    /// @param seed any number @param features that the network may have
    Drawing(uint64_t seed, AtmNetworkFeatures features)
        : AtmActionDrawing(seed, features)
    {
    }

    /// @return the network
    const AtmNetworkPlan& Make()
    {
        DrawNodes();
        DrawRates();
        DrawConnections();
        DrawSources();
        DrawDuration();
        DrawDelays();
        DrawBuffers();
        DrawErrors();
        DrawHosts();
        DrawSwitches();
        DrawContracts();
        DrawEnds();
        DrawLabels();
        DrawWatched();
        DrawActions();
        DrawFlurries();
        return m_plan;
    }

    /// Generators of cells. They do not change what Make() draws.
    void DrawCellSources()
    {
        const auto switches = static_cast<uint32_t>(m_plan.slotTimes.size());
        if (switches == 0 || m_random.Chance(0.5))
        {
            return;
        }
        for (int64_t n = m_random.Int(1, 4); n > 0; --n)
        {
            AtmCellSourcePlan s;
            s.kind = static_cast<AtmCellSourcePlan::Kind>(m_random.Int(0, 3));
            s.at = static_cast<uint32_t>(m_random.Int(0, switches - 1));
            s.to = DrawHost();
            // ties with the cells of another link, as a rule
            s.linkRate = m_random.Chance(0.7) ? m_plan.links[m_plan.GetHostLink(s.to)].rate
                                              : DrawRate(m_random.Chance(0.5));
            s.delay = m_random.Chance(0.4) ? 0 : DrawDelay(MAX_DELAY);
            const double load = m_random.Chance(0.3) ? 1 : m_random.Log(0.01, 1);
            const double most = MAX_SOURCE_CELLS * 8.0 * CellBurst::CELL_BYTES * SECOND /
                                static_cast<double>(m_plan.duration);
            const auto linkRate = static_cast<double>(s.linkRate);
            s.rate = static_cast<uint64_t>(std::min(load * linkRate, most));
            if (m_random.Chance(0.6))
            {
                s.peak =
                    static_cast<uint64_t>(static_cast<double>(s.rate) * m_random.Real(1.05, 3)) + 1;
            }
            s.mean = m_random.Log(1, s.kind == AtmCellSourcePlan::MESSAGES ? 50 : 1000);
            s.category = m_random.Chance(0.8) && !m_plan.connections.empty()
                             ? m_plan.connections[0].category
                             : m_random.Pick({ATM_CBR, ATM_VBR, ATM_UBR});
            if (m_random.Chance(0.2))
            {
                s.upc.emplace();
                s.upc->contract = DrawContract(GetCellSteps(s.linkRate));
                s.upc->discard = m_random.Pick({UsageParameterControl::NONE,
                                                UsageParameterControl::PPD,
                                                UsageParameterControl::EPD});
            }
            s.watched = m_random.Chance(0.1);
            s.start = m_random.Chance(0.3) ? 0 : m_random.Int(0, m_plan.duration / 2);
            s.stop = m_random.Chance(0.5) ? 0 : m_random.Int(s.start + 1, m_plan.duration);
            m_plan.cellSources.push_back(s);
        }
    }

    /// What was added to the generator later. It comes from random numbers of its own.
    void DrawMore()
    {
        m_random = PlanRandom(m_plan.seed ^ 0x165667b19e3779f9);
        if (m_random.Chance(0.5))
        {
            DrawClassPolicies();
        }
        if (m_lossyCodes)
        {
            DrawInnerLosses();
        }
        if (m_damagedCodes)
        {
            DrawInnerDamage();
        }
        if (m_random.Chance(0.2))
        {
            for (auto& link : m_plan.links)
            {
                link.watched = {false, false}; // nobody looks at cells
            }
        }
        for (int64_t n = m_random.Chance(0.5) ? m_random.Int(1, 4) : 0; n > 0; --n)
        {
            DrawReadAtSdu();
        }
    }

    /// @return what was drawn so far
    const AtmNetworkPlan& GetPlan() const
    {
        return m_plan;
    }

  private:
    /// Discard policies that tell classes of cells apart, and work cell by cell.
    void DrawClassPolicies()
    {
        const double share = m_random.Chance(0.4) ? 1 : 0.25;
        for (auto& link : m_plan.links)
        {
            for (auto& queues : link.queues)
            {
                for (auto& queue : queues)
                {
                    const auto policy = m_random.Pick({AtmQueuePlan::CLP_PUSH_OUT,
                                                       AtmQueuePlan::EXCLP_PUSH_OUT,
                                                       AtmQueuePlan::EXCLP_THRESHOLD,
                                                       AtmQueuePlan::EXCLP_GROUP,
                                                       AtmQueuePlan::CLASS_SHARING});
                    queue.policy = m_random.Chance(share) ? policy : queue.policy;
                }
            }
        }
    }

    /// Losses between switches.
    void DrawInnerLosses()
    {
        for (auto& link : m_plan.links)
        {
            if (m_plan.IsSwitch(link.ends[0]) && m_plan.IsSwitch(link.ends[1]) &&
                m_random.Chance(0.5))
            {
                link.loss = m_random.Log(1e-4, 0.03);
                link.lossRun = m_random.Chance(0.3) ? m_random.Real(1.5, 20) : 0;
            }
        }
    }

    /// Bit errors between switches, in front of small buffers.
    void DrawInnerDamage()
    {
        for (auto& link : m_plan.links)
        {
            const bool isInner = m_plan.IsSwitch(link.ends[0]) && m_plan.IsSwitch(link.ends[1]);
            if (isInner && m_random.Chance(0.7))
            {
                link.bitErrorRate = m_random.Log(1e-5, 2e-3);
            }
            const bool isSmall = m_random.Chance(0.5);
            for (auto& queues : link.queues)
            {
                for (auto& queue : queues)
                {
                    queue.maxCells =
                        isSmall ? static_cast<uint32_t>(m_random.LogInt(4, 60)) : queue.maxCells;
                    queue.policy = isSmall ? m_random.Pick({AtmQueuePlan::EPD, AtmQueuePlan::PPD})
                                           : queue.policy;
                }
            }
        }
    }

    /// Counters are read in the time step in which a source sends, or in the next one.
    void DrawReadAtSdu()
    {
        if (m_plan.sources.empty())
        {
            return;
        }
        const auto& s = m_plan.sources[m_random.Int(0, m_plan.sources.size() - 1)];
        const int64_t period =
            s.kind == AtmSourcePlan::PERIODIC ? 1 + static_cast<int64_t>(s.interval) : 0;
        const int64_t time = s.start + period * m_random.Int(0, 200) + m_random.Int(0, 1);
        if (time > 0 && time < m_plan.duration)
        {
            DrawAction(AtmActionPlan::READ, false);
            m_plan.actions.back().time = time;
        }
    }
};
} // namespace

PlanRandom::PlanRandom(uint64_t seed)
    : m_generator(seed)
{
}

double
PlanRandom::Unit()
{
    return static_cast<double>(m_generator() >> 11) / 9007199254740992.0; // 2^53
}

bool
PlanRandom::Chance(double p)
{
    return Unit() < p;
}

int64_t
PlanRandom::Int(int64_t low, int64_t high)
{
    return low + static_cast<int64_t>(Unit() * static_cast<double>(high - low + 1));
}

double
PlanRandom::Real(double low, double high)
{
    return low + Unit() * (high - low);
}

double
PlanRandom::Log(double low, double high)
{
    return std::exp(Real(std::log(low), std::log(high)));
}

int64_t
PlanRandom::LogInt(int64_t low, int64_t high)
{
    return std::min(high, static_cast<int64_t>(Log(low, high + 1.0)));
}

double
PlanRandom::Exponential(double mean)
{
    return -mean * std::log(1 - Unit());
}

std::string
AtmNetworkPlan::GetNodeName(uint32_t node) const
{
    return IsSwitch(node) ? "S" + std::to_string(node)
                          : "H" + std::to_string(node - slotTimes.size());
}

std::string
AtmNetworkPlan::GetPortName(uint32_t link, uint32_t end) const
{
    const auto& ends = links[link].ends;
    return GetNodeName(ends[end]) + "(link " + std::to_string(link) + " to " +
           GetNodeName(ends[1 - end]) + ")";
}

uint32_t
AtmNetworkPlan::GetHostLink(uint32_t host) const
{
    uint32_t i = 0;
    while (links[i].ends[0] != host && links[i].ends[1] != host)
    {
        ++i;
    }
    return i;
}

bool
AtmNetworkPlan::HasFlows() const
{
    return std::any_of(flows.begin(), flows.end(), [](const auto& f) { return f.enabled; });
}

int64_t
GetCellSteps(uint64_t rate)
{
    return std::llround(8e9 * CellBurst::CELL_BYTES / static_cast<double>(rate));
}

AtmNetworkPlan
DrawAtmNetwork(uint64_t seed, AtmNetworkFeatures features)
{
    Drawing drawing(seed, features);
    drawing.Make();
    if (features >= ATM_WITH_GENERATORS)
    {
        drawing.DrawCellSources();
    }
    if (features >= ATM_WITH_CLASSES)
    {
        drawing.DrawMore();
    }
    return drawing.GetPlan();
}
} // namespace hsn
} // namespace ns3
