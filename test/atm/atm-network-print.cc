// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random ATM networks in words.
 */
#include "atm-random-network.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param os stream @param v end of a connection
void
PrintEnd(std::ostream& os, const AtmVcPlan& v)
{
    os << (v.cellRate ? " cellRate=" + std::to_string(v.cellRate) : "");
    if (v.shaper)
    {
        os << " shaper=[" << *v.shaper << "]";
    }
    if (v.tagging)
    {
        os << " tagging=[" << *v.tagging << "]";
    }
    if (v.reassemblyTimeout)
    {
        os << " timeout=" << v.reassemblyTimeout << "ns";
    }
    os << (v.maxSdu < 65535 ? " maxSdu=" + std::to_string(v.maxSdu) : "")
       << (v.queue != 100 ? " txQueue=" + std::to_string(v.queue) : "");
}

/// Names of kinds, by number.
const char* const POLICY_NAMES[] = {"none",
                                    "tail",
                                    "ppd",
                                    "epd",
                                    "clp",
                                    "clp-push-out",
                                    "exclp-push-out",
                                    "exclp-threshold",
                                    "exclp-group",
                                    "class-sharing"};
const char* const SOURCE_NAMES[] = {"periodic", "poisson", "on-off", "greedy", "echo"};
const char* const CELL_SOURCE_NAMES[] = {"cbr", "on-off", "poisson", "messages"};
const char* const FLOW_NAMES[] = {"indexed-tcp", "ns3-tcp", "boston", "tcp-on-off", "udp-on-off"};
const char* const ACTION_NAMES[] = {
    "read",          "trace-port",   "trace-queue",    "trace-upc",     "trace-switch",
    "trace-loss",    "trace-host",   "set-max-cells",  "set-threshold", "set-policy",
    "set-rate",      "set-delay",    "set-bit-errors", "set-cell-rate", "set-timeout",
    "set-inter-sdu", "set-slot",     "set-format",     "set-losses",    "set-factor",
    "set-service",   "set-rx-queue", "set-max-sdu",    "set-shaper",    "set-tagging",
    "set-upc",       "set-depth",    "set-delivery",   "add-leg",       "trace-tx-end",
    "trace-runs"};
const char* const CATEGORY_NAMES[] = {"cbr", "vbr", "ubr"};
const char* const DISCARD_NAMES[] = {"none", "ppd", "epd"};

/// @param os stream @param plan network @param i link
void
PrintLink(std::ostream& os, const AtmNetworkPlan& plan, uint32_t i)
{
    const auto& l = plan.links[i];
    os << "  link " << i << ": " << plan.GetNodeName(l.ends[0]) << "-"
       << plan.GetNodeName(l.ends[1]) << " " << l.rate << "bps (" << GetCellSteps(l.rate)
       << "ns a cell) delay=" << l.delay << "ns";
    if (l.loss > 0)
    {
        os << " loss=" << l.loss << " run=" << l.lossRun;
    }
    if (l.bitErrorRate > 0)
    {
        os << " ber=" << l.bitErrorRate;
    }
    for (uint32_t end = 0; end < 2; ++end)
    {
        os << (l.watched[end] ? "" : " unwatched:" + plan.GetNodeName(l.ends[end]));
    }
    for (uint32_t end = 0; end < 2; ++end)
    {
        if (!plan.IsSwitch(l.ends[end]))
        {
            continue;
        }
        os << " " << plan.GetNodeName(l.ends[end]) << ":";
        for (uint32_t c = 0; c < ATM_CATEGORIES; ++c)
        {
            const auto& q = l.queues[end][c];
            os << (c > 0 ? "," : "") << CATEGORY_NAMES[c] << "=" << q.maxCells << "/"
               << POLICY_NAMES[q.policy];
            if (q.policy == AtmQueuePlan::EPD || q.policy == AtmQueuePlan::CLP)
            {
                os << "/" << q.threshold;
            }
        }
    }
    os << "\n";
}

/// @param plan network @param link of it @return whether a connection may cross it
bool
IsUsed(const AtmNetworkPlan& plan, uint32_t link)
{
    return std::any_of(plan.connections.begin(), plan.connections.end(), [link](const auto& c) {
        return c.enabled &&
               (c.multipoint || std::find(c.path.begin(), c.path.end(), link) != c.path.end());
    });
}

/// @param os stream @param plan network @param i connection
void
PrintConnection(std::ostream& os, const AtmNetworkPlan& plan, uint32_t i)
{
    const auto& c = plan.connections[i];
    os << "  connection " << i << ": " << plan.GetNodeName(c.from)
       << (c.multipoint ? " =>" : " ->");
    for (const uint32_t to : c.to)
    {
        os << " " << plan.GetNodeName(to);
    }
    os << " " << CATEGORY_NAMES[c.category];
    if (!c.multipoint)
    {
        os << " links";
        for (const uint32_t link : c.path)
        {
            os << " " << link;
        }
    }
    if (c.unknownAt > 0)
    {
        os << " unknown after " << c.unknownAt << " links";
    }
    os << (c.vpi > 0 ? " vpi=" + std::to_string(c.vpi) : "")
       << (c.setUpAt > 0 ? " set up at " + std::to_string(c.setUpAt) + "ns" : "")
       << (c.twinAt > 0 ? " twice after " + std::to_string(c.twinAt) + " links" : "")
       << (c.merges ? " merges into connection " + std::to_string(c.into) : "");
    for (uint32_t end = 0; end < 2; ++end)
    {
        os << "; end " << end << ":";
        PrintEnd(os, c.ends[end]);
        if (const auto& u = c.upc[end])
        {
            os << " upc=[" << u->contract << "] discard=" << DISCARD_NAMES[u->discard]
               << (u->oracle ? " oracle" : " maxSdu=" + std::to_string(u->maxSdu));
        }
    }
    os << "\n";
}
} // namespace

std::ostream&
operator<<(std::ostream& os, const AtmNetworkPlan& plan)
{
    os << "network of seed " << plan.seed << ", " << plan.duration << "ns:\n";
    for (uint32_t s = 0; s < plan.slotTimes.size(); ++s)
    {
        if (plan.slotTimes[s] > 0)
        {
            os << "  S" << s << ": slot=" << plan.slotTimes[s] << "ns\n";
        }
    }
    for (uint32_t h = 0; h < plan.hosts.size(); ++h)
    {
        const auto& host = plan.hosts[h];
        if (host.interSduTime > 0 || host.rxServiceTime > 0)
        {
            os << "  H" << h << ": interSdu=" << host.interSduTime << "ns factor "
               << host.interSduFactor << ", rxService=" << host.rxServiceTime << "ns queue "
               << host.rxQueueSize << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.links.size(); ++i)
    {
        if (IsUsed(plan, i))
        {
            PrintLink(os, plan, i);
        }
    }
    os << (plan.sharedPolicies ? "  discard policies are shared\n" : "");
    for (uint32_t i = 0; i < plan.connections.size(); ++i)
    {
        if (plan.connections[i].enabled)
        {
            PrintConnection(os, plan, i);
        }
    }
    for (uint32_t i = 0; i < plan.sources.size(); ++i)
    {
        const auto& s = plan.sources[i];
        if (s.enabled && plan.connections[s.connection].enabled)
        {
            os << "  source " << i << ": connection " << s.connection << " end " << s.end << " "
               << SOURCE_NAMES[s.kind] << " " << s.minSize << ".." << s.maxSize
               << " bytes, interval " << s.interval << "ns, burst " << s.burst << ", " << s.start
               << "ns.." << s.stop << "ns, at most " << s.maxSdus
               << (s.aborts ? ", some empty" : "") << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.cellSources.size(); ++i)
    {
        const auto& s = plan.cellSources[i];
        if (s.enabled)
        {
            os << "  cells " << i << ": " << CELL_SOURCE_NAMES[s.kind] << " from S" << s.at
               << " to " << plan.GetNodeName(s.to) << ", link " << s.linkRate << "bps " << s.delay
               << "ns, rate " << s.rate << "bps, peak " << s.peak << "bps, mean " << s.mean << ", "
               << CATEGORY_NAMES[s.category] << (s.watched ? ", watched" : "") << ", " << s.start
               << "ns.." << s.stop << "ns";
            if (s.upc)
            {
                os << ", [" << s.upc->contract << "] discard " << s.upc->discard;
            }
            os << "\n";
        }
    }
    for (uint32_t i = 0; i < plan.flows.size(); ++i)
    {
        const auto& f = plan.flows[i];
        if (f.enabled && plan.connections[f.connection].enabled)
        {
            os << "  flow " << i << ": connection " << f.connection << " end " << f.end << " "
               << FLOW_NAMES[f.kind] << " " << f.bytes << " bytes, " << f.rate << "bps, from "
               << f.start << "ns\n";
        }
    }
    if (plan.HasFlows())
    {
        os << "  ip: mtu " << plan.mtu << ", segment " << plan.segment << ", delayed ack "
           << plan.delayedAck << ", min rto " << plan.minRto << "ns, " << plan.congestionControl
           << (plan.ipv6 ? ", ipv6" : "") << "; boston: interleave " << plan.interleave
           << ", gamma " << plan.gamma << (plan.adaptiveRedundancy ? ", adaptive" : "") << ", "
           << plan.cellIdMode << ", " << plan.headerMode << (plan.systematic ? ", systematic" : "")
           << ", partial timeout " << plan.partialTimeout << "ns\n";
    }
    for (uint32_t i = 0; i < plan.actions.size(); ++i)
    {
        const auto& a = plan.actions[i];
        if (a.enabled && plan.connections[a.connection].enabled)
        {
            os << "  action " << i << ": " << ACTION_NAMES[a.kind] << " at " << a.time
               << "ns, link " << a.link << " end " << a.end << ", " << CATEGORY_NAMES[a.category]
               << ", connection " << a.connection << ", " << plan.GetNodeName(a.node) << ", what "
               << a.what << ", value " << a.value
               << (a.until > 0 ? ", until " + std::to_string(a.until) + "ns" : "")
               << (a.outside ? ", outside" : "");
            if (a.contract)
            {
                os << ", [" << *a.contract << "]";
            }
            os << "\n";
        }
    }
    return os;
}
} // namespace hsn
} // namespace ns3
