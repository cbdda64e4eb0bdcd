// SPDX-License-Identifier: GPL-2.0-only
#include "atm-differential.h"

#include "ns3/abort.h"

#include <algorithm>
#include <functional>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param coverage has more afterwards @param more to be added
void
AddTo(AtmCoverage& coverage, const AtmCoverage& more)
{
    for (const auto& m : more)
    {
        coverage[m.first] += m.second;
    }
}

/// Makes a network simpler; returns whether there was anything to change.
using Change = std::function<bool(AtmNetworkPlan&)>;

/// @param value set to @param simple unless it is that already @return whether it was not
template <typename T, typename U>
bool
Simplify(T& value, const U& simple)
{
    const bool changes = !(value == simple);
    value = simple;
    return changes;
}

/// @param value emptied @return whether it was not empty
template <typename T>
bool
Remove(std::optional<T>& value)
{
    const bool changes = bool(value);
    value.reset();
    return changes;
}

/// @param changes has more afterwards @param list member of a network whose elements have `enabled`
/// @param n its size
template <typename T>
void
AddRemovals(std::vector<Change>& changes, std::vector<T> AtmNetworkPlan::*list, std::size_t n)
{
    for (std::size_t i = 0; i < n; ++i)
    {
        changes.push_back([list, i](auto& p) { return Simplify((p.*list)[i].enabled, false); });
    }
}

/// @param plan a network @return what may make it simpler; the greatest steps first
std::vector<Change>
ListChanges(const AtmNetworkPlan& plan)
{
    std::vector<Change> changes;
    AddRemovals(changes, &AtmNetworkPlan::connections, plan.connections.size());
    AddRemovals(changes, &AtmNetworkPlan::sources, plan.sources.size());
    AddRemovals(changes, &AtmNetworkPlan::cellSources, plan.cellSources.size());
    AddRemovals(changes, &AtmNetworkPlan::flows, plan.flows.size());
    AddRemovals(changes, &AtmNetworkPlan::actions, plan.actions.size());
    for (const double share : {0.1, 0.5, 0.8, 0.95})
    {
        changes.push_back([share](auto& p) {
            p.duration = static_cast<int64_t>(p.duration * share);
            for (auto& a : p.actions)
            {
                a.enabled = a.enabled && a.time < p.duration;
            }
            return p.duration > 1;
        });
    }
    for (std::size_t i = 0; i < plan.actions.size(); ++i)
    {
        changes.push_back([i](auto& p) { return Simplify(p.actions[i].until, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.actions[i].outside, false); });
    }
    for (std::size_t i = 0; i < plan.slotTimes.size(); ++i)
    {
        changes.push_back([i](auto& p) { return Simplify(p.slotTimes[i], 0); });
    }
    for (std::size_t i = 0; i < plan.hosts.size(); ++i)
    {
        changes.push_back([i](auto& p) {
            const bool before = Simplify(p.hosts[i].interSduTime, 0);
            return Simplify(p.hosts[i].rxServiceTime, 0) || before;
        });
    }
    for (std::size_t i = 0; i < plan.connections.size(); ++i)
    {
        changes.push_back([i](auto& p) { return Simplify(p.connections[i].category, ATM_UBR); });
        changes.push_back([i](auto& p) { return Simplify(p.connections[i].setUpAt, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.connections[i].twinAt, 0U); });
        changes.push_back([i](auto& p) { return Simplify(p.connections[i].merges, false); });
        changes.push_back([i](auto& p) { return Simplify(p.connections[i].vpi, 0); });
        for (std::size_t end = 0; end < 2; ++end)
        {
            changes.push_back([i, end](auto& p) { return Remove(p.connections[i].upc[end]); });
            const auto vc = [ i, end ](auto& p) -> auto&
            {
                return p.connections[i].ends[end];
            };
            changes.push_back([vc](auto& p) { return Remove(vc(p).shaper); });
            changes.push_back([vc](auto& p) { return Remove(vc(p).tagging); });
            changes.push_back([vc](auto& p) { return Simplify(vc(p).cellRate, 0U); });
            changes.push_back([vc](auto& p) { return Simplify(vc(p).reassemblyTimeout, 0); });
            changes.push_back([vc](auto& p) { return Simplify(vc(p).maxSdu, 65535U); });
            changes.push_back([vc](auto& p) { return Simplify(vc(p).queue, 100U); });
        }
    }
    for (std::size_t i = 0; i < plan.links.size(); ++i)
    {
        changes.push_back([i](auto& p) { return Simplify(p.links[i].loss, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.links[i].bitErrorRate, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.links[i].delay, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.links[i].rate, 155520000U); });
        for (std::size_t end = 0; end < 2; ++end)
        {
            changes.push_back(
                [i, end](auto& p) { return Simplify(p.links[i].watched[end], true); });
            changes.push_back([i, end](auto& p) {
                bool any = false;
                for (auto& queue : p.links[i].queues[end])
                {
                    any = Simplify(queue.policy, AtmQueuePlan::NONE) || any;
                }
                return any;
            });
            changes.push_back([i, end](auto& p) {
                bool any = false;
                for (auto& queue : p.links[i].queues[end])
                {
                    any = Simplify(queue.maxCells, 100000U) || any;
                }
                return any;
            });
        }
    }
    for (std::size_t i = 0; i < plan.sources.size(); ++i)
    {
        changes.push_back([i](auto& p) {
            p.sources[i].maxSdus /= 2;
            return p.sources[i].maxSdus > 0;
        });
        changes.push_back(
            [i](auto& p) { return Simplify(p.sources[i].maxSize, p.sources[i].minSize); });
        changes.push_back([i](auto& p) { return Simplify(p.sources[i].burst, 1U); });
        changes.push_back([i](auto& p) { return Simplify(p.sources[i].aborts, false); });
        changes.push_back([i](auto& p) { return Simplify(p.sources[i].start, 0); });
    }
    for (std::size_t i = 0; i < plan.cellSources.size(); ++i)
    {
        changes.push_back([i](auto& p) { return Remove(p.cellSources[i].upc); });
        changes.push_back([i](auto& p) { return Simplify(p.cellSources[i].watched, false); });
        changes.push_back([i](auto& p) { return Simplify(p.cellSources[i].start, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.cellSources[i].stop, 0); });
        changes.push_back([i](auto& p) { return Simplify(p.cellSources[i].delay, 0); });
    }
    changes.push_back([](auto& p) { return Simplify(p.ipv6, false); });
    changes.push_back([](auto& p) { return Simplify(p.sharedPolicies, false); });
    return changes;
}

/// Time steps by which something is moved in order to find a time without cells.
const int64_t MOST_STEP = 5;

/// Tries to find such times by short steps.
const int SHORT_TRIES = 100;

/// Tries by steps that double: the last one is 5 ms, longer than any time without a gap.
const int LONG_TRIES = 20;

/// @param tries that were in vain @return time steps by which something is moved next
int64_t
GetStep(int tries)
{
    // longer ones where short ones lead from one cell to the next; after the delay of a link was
    // lowered thousands of cells may arrive 1 ns apart, and short ones lead nowhere
    return tries < SHORT_TRIES ? 1 + tries / 10 : int64_t{10} << (tries - SHORT_TRIES);
}
} // namespace

bool
AtmDifferential::Disambiguate(AtmNetworkPlan& plan, const AtmNetworkRun& run, int64_t step)
{
    const auto& touched = run.GetTouched();
    for (auto& action : plan.actions)
    {
        action.time += step * touched.count(action.time);
        action.until += step * touched.count(action.until);
    }
    for (auto& connection : plan.connections)
    {
        connection.setUpAt += step * touched.count(connection.setUpAt);
    }
    plan.duration += step * touched.count(plan.duration);
    bool changed = !touched.empty();
    for (const auto& crowded : run.GetCrowded())
    {
        auto& queue = plan.connections[crowded.first].ends[crowded.second].queue;
        changed = Simplify(queue, AtmVcPlan::UNLIMITED) || changed;
    }
    for (const uint32_t node : run.GetCrowdedHosts())
    {
        auto& host = plan.hosts[node - plan.slotTimes.size()];
        changed = Simplify(host.rxQueueSize, AtmVcPlan::UNLIMITED) || changed;
        for (auto& action : plan.actions)
        {
            if (action.kind == AtmActionPlan::SET_RX_QUEUE && action.node == node)
            {
                changed = Simplify(action.enabled, false) || changed;
            }
        }
    }
    for (const uint32_t i : run.GetClashing())
    {
        plan.sources[i].start += step;
        if (step > MOST_STEP) // it sends so much that it will always clash
        {
            plan.sources[i].maxSdus /= 2;
        }
        changed = true;
    }
    for (const uint32_t i : run.GetCrossed())
    {
        auto& link = plan.links[i];
        changed = Simplify(link.loss, 0) || changed;
        changed = Simplify(link.bitErrorRate, 0) || changed;
        for (auto& action : plan.actions)
        {
            const bool errs =
                action.kind == AtmActionPlan::SET_LOSS || action.kind == AtmActionPlan::SET_LOSSES;
            if (errs && action.link == i)
            {
                changed = Simplify(action.enabled, false) || changed;
            }
        }
    }
    return changed;
}

AtmDifferential::AtmDifferential(const AtmNetworkRun::Settings& reference,
                                 const AtmNetworkRun::Settings& other)
    : m_reference(reference),
      m_other(other)
{
    m_reference.scout = true;
}

bool
AtmDifferential::IsSame(AtmNetworkPlan& plan)
{
    for (int tries = 0; tries < SHORT_TRIES + LONG_TRIES; ++tries)
    {
        AtmObservation a;
        AtmNetworkRun reference(plan, m_reference, a);
        reference.Run();
        if (Disambiguate(plan, reference, GetStep(tries)))
        {
            continue;
        }
        AtmObservation b;
        AtmNetworkRun other(plan, m_other, b);
        other.Run();
        AddTo(m_coverage, reference.GetCoverage());
        return AtmObservation::IsSame(a, b);
    }
    NS_ABORT_MSG("no time is free of cells in the network of seed " << plan.seed);
}

std::string
AtmDifferential::Compare(AtmNetworkPlan& plan)
{
    const bool same = IsSame(plan);
    Cover(plan);
    if (same)
    {
        return std::string();
    }
    // once more, keeping all that is seen
    AtmObservation a(true);
    AtmNetworkRun(plan, m_reference, a).Run();
    AtmObservation b(true);
    AtmNetworkRun(plan, m_other, b).Run();
    const std::string name =
        m_other.engine == m_reference.engine ? m_other.engine + "'" : m_other.engine;
    const std::string text = AtmObservation::Explain(a, m_reference.engine, b, name);
    std::ostringstream os;
    os << plan << (text.empty() ? "differs, but not when simulated again\n" : text);
    return os.str();
}

void
AtmDifferential::Cover(const AtmNetworkPlan& plan)
{
    const auto count = [this](const std::string& feature, bool present) {
        m_coverage["networks with " + feature] += present ? 1 : 0;
    };
    const auto any = [](const auto& list, const auto& f) {
        return std::any_of(list.begin(), list.end(), f);
    };
    ++m_coverage["networks"];
    count("UPC", any(plan.connections, [](const auto& c) { return c.upc[0] || c.upc[1]; }));
    const auto anyEnd = [&](const auto& f) {
        return any(plan.connections, [&](const auto& c) { return any(c.ends, f); });
    };
    count("shapers", anyEnd([](const auto& v) { return bool(v.shaper); }));
    count("preventive tagging", anyEnd([](const auto& v) { return bool(v.tagging); }));
    count("CellRate", anyEnd([](const auto& v) { return v.cellRate > 0; }));
    count("ReassemblyTimeout", anyEnd([](const auto& v) { return v.reassemblyTimeout > 0; }));
    count("MaxSdu", anyEnd([](const auto& v) { return v.maxSdu < 65535; }));
    count("InterSduTime", any(plan.hosts, [](const auto& h) { return h.interSduTime > 0; }));
    count("RxServiceTime", any(plan.hosts, [](const auto& h) { return h.rxServiceTime > 0; }));
    count("SlotTime", any(plan.slotTimes, [](int64_t s) { return s > 0; }));
    count("loops of switches", plan.loop);
    count("no switch", plan.slotTimes.empty());
    count("links without delay", !any(plan.links, [](const auto& l) { return l.delay > 0; }));
    count("links of one rate",
          !any(plan.links, [&](const auto& l) { return l.rate != plan.links[0].rate; }));
    count("lossy links",
          any(plan.links, [](const auto& l) { return l.loss > 0 || l.bitErrorRate > 0; }));
    count("point-to-multipoint", any(plan.connections, [](const auto& c) { return c.multipoint; }));
    count("labels with VPI", any(plan.connections, [](const auto& c) { return c.vpi > 0; }));
    count("late connections", any(plan.connections, [](const auto& c) { return c.setUpAt > 0; }));
    count("copies by one port", any(plan.connections, [](const auto& c) { return c.twinAt > 0; }));
    count("merging", any(plan.connections, [](const auto& c) { return c.merges; }));
    count("shared policies", plan.sharedPolicies);
    count("ports not watched",
          any(plan.links, [](const auto& l) { return !l.watched[0] || !l.watched[1]; }));
    count("empty SDUs", any(plan.sources, [](const auto& s) { return s.aborts; }));
    count("sinks disconnected", any(plan.actions, [](const auto& a) { return a.until > 0; }));
    count("reading between runs", any(plan.actions, [](const auto& a) { return a.outside; }));
    count("unknown VCs", any(plan.connections, [](const auto& c) { return c.unknownAt > 0; }));
    count("several categories", any(plan.connections, [&](const auto& c) {
              return c.category != plan.connections[0].category;
          }));
    const char* const policies[] = {"none",
                                    "tail",
                                    "PPD",
                                    "EPD",
                                    "CLP threshold",
                                    "CLP push-out",
                                    "ExCLP push-out",
                                    "ExCLP thresholds",
                                    "ExCLP groups",
                                    "class sharing"};
    for (int p = AtmQueuePlan::NONE; p <= AtmQueuePlan::CLASS_SHARING; ++p)
    {
        count(std::string("policy ") + policies[p], any(plan.links, [&](const auto& l) {
                  return any(l.queues, [&](const auto& q) {
                      return any(q, [&](const auto& one) { return one.policy == p; });
                  });
              }));
    }
    const char* const sources[] = {"periodic", "Poisson", "on-off", "greedy", "echo"};
    for (int k = AtmSourcePlan::PERIODIC; k <= AtmSourcePlan::ECHO; ++k)
    {
        count(std::string("sources ") + sources[k],
              any(plan.sources, [&](const auto& s) { return s.kind == k; }));
    }
    const char* const cells[] = {"CBR", "on-off", "Poisson", "messages"};
    for (int k = AtmCellSourcePlan::CBR; k <= AtmCellSourcePlan::MESSAGES; ++k)
    {
        count(std::string("cells ") + cells[k],
              any(plan.cellSources, [&](const auto& s) { return s.kind == k; }));
    }
    count("policed generators", any(plan.cellSources, [](const auto& s) { return bool(s.upc); }));
    const char* const flows[] = {"IndexedTcpSocket", "ns-3's TCP", "Boston", "TCP on-off", "UDP"};
    for (int k = AtmFlowPlan::INDEXED_TCP; k <= AtmFlowPlan::UDP_ON_OFF; ++k)
    {
        count(flows[k], any(plan.flows, [&](const auto& f) { return f.kind == k; }));
    }
    const char* const actions[] = {"reading",
                                   "tracing a port",
                                   "tracing a queue",
                                   "tracing UPC",
                                   "tracing UnknownVc",
                                   "tracing CellLoss",
                                   "tracing a host",
                                   "setting MaxCells",
                                   "setting Threshold",
                                   "setting policies",
                                   "setting DataRate",
                                   "setting Delay",
                                   "setting errors",
                                   "setting CellRate",
                                   "setting timeouts",
                                   "setting inter-SDU",
                                   "setting SlotTime",
                                   "setting HeaderFormat",
                                   "setting CellLossModel",
                                   "setting InterSduFactor",
                                   "setting RxServiceTime",
                                   "setting RxQueueSize",
                                   "setting MaxSdu",
                                   "setting shapers",
                                   "setting tagging",
                                   "setting UPC",
                                   "setting InterleaveDepth",
                                   "setting ProcessingDelay",
                                   "adding legs",
                                   "tracing PhyTxEnd",
                                   "tracing runs"};
    for (int k = AtmActionPlan::READ; k < AtmActionPlan::KINDS; ++k)
    {
        count(actions[k], any(plan.actions, [&](const auto& a) { return a.kind == k; }));
    }
}

std::vector<std::string>
AtmDifferential::GetUncovered() const
{
    std::vector<std::string> names;
    for (const auto& c : m_coverage)
    {
        if (c.second == 0)
        {
            names.push_back(c.first);
        }
    }
    return names;
}

AtmNetworkPlan
AtmDifferential::Shrink(const AtmNetworkPlan& plan,
                        uint32_t tries,
                        const std::function<bool(const AtmNetworkPlan&)>& fails)
{
    AtmNetworkPlan small = plan;
    for (bool smaller = true; smaller && tries > 0;)
    {
        smaller = false;
        for (const auto& change : ListChanges(small))
        {
            AtmNetworkPlan changed = small;
            if (tries > 0 && change(changed))
            {
                --tries;
                if (fails(changed))
                {
                    small = changed;
                    smaller = true;
                }
            }
        }
    }
    return small;
}
} // namespace hsn
} // namespace ns3
