// SPDX-License-Identifier: GPL-2.0-only
#include "flow-delay-table.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFlowDelayTable");
NS_OBJECT_ENSURE_REGISTERED(FlowDelayTable);

namespace
{
constexpr uint32_t STREAM_BITS = 31; // of the number of a flow's stream

/// @param flow which @param draws for it before @return number of the stream for the next one
int64_t
GetStreamOffset(const LinkFlow& flow, uint32_t draws)
{
    // the golden ratio in 64 bits spreads numbers that are near each other
    const uint64_t mixed = (LinkFlow::Hash()(flow) + draws) * 0x9e3779b97f4a7c15;
    return static_cast<int64_t>(mixed >> (64 - STREAM_BITS));
}

/// @param delay to be set @return it in time steps
int64_t
CheckDelay(Time delay)
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(),
                    "delay of " << delay.As(Time::S) << " for a flow: it must be at least 0");
    return delay.GetTimeStep();
}

/// @param table by port or address @param low key of one end @param high of the other
/// @return the delay, or null
template <typename K>
const int64_t*
FindEnd(const std::map<K, int64_t>& table, const K& low, const K& high)
{
    for (const auto* key : {&low, &high})
    {
        const auto found = table.find(*key);
        if (found != table.end())
        {
            return &found->second;
        }
    }
    return nullptr;
}
} // namespace

TypeId
FlowDelayTable::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FlowDelayTable")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FlowDelayTable>()
            .AddAttribute("Default",
                          "Extra one-way delay, in seconds, of flows for which none is set; drawn "
                          "at the first packet of a flow and kept for both directions.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&FlowDelayTable::m_default),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Tick",
                          "Packets are released at ticks of this period only, each at the next "
                          "one; 0: at any time.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&FlowDelayTable::SetTick, &FlowDelayTable::GetTick),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute(
                "TickPhase",
                "Time of one of the ticks.",
                TimeValue(Seconds(0)),
                MakeTimeAccessor(&FlowDelayTable::SetTickPhase, &FlowDelayTable::GetTickPhase),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("FlowTimeout",
                          "The delay of a flow that has sent nothing for longer is drawn anew: "
                          "its ports belong to another connection. 0: never.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&FlowDelayTable::m_timeout),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

FlowDelayTable::FlowDelayTable()
{
}

FlowDelayTable::~FlowDelayTable()
{
}

void
FlowDelayTable::DoDispose()
{
    m_default = nullptr;
    m_flows.clear();
    m_seen = 0;
    Object::DoDispose();
}

void
FlowDelayTable::SetFlowDelay(const LinkFlow& flow, Time delay)
{
    m_flowDelays[flow] = CheckDelay(delay);
    ++m_settings;
}

void
FlowDelayTable::SetPortDelay(uint16_t port, Time delay)
{
    NS_ABORT_MSG_IF(port == 0, "delay for port 0: ports are 1 to 65535");
    m_portDelays[port] = CheckDelay(delay);
    ++m_settings;
}

void
FlowDelayTable::SetAddressDelay(const Address& address, Time delay)
{
    m_addressDelays[LinkFlow::ToHostAddress(address)] = CheckDelay(delay);
    ++m_settings;
}

void
FlowDelayTable::SetTick(Time tick)
{
    m_clock.period = tick.GetTimeStep();
}

Time
FlowDelayTable::GetTick() const
{
    return TimeStep(m_clock.period);
}

void
FlowDelayTable::SetTickPhase(Time phase)
{
    m_clock.phase = phase.GetTimeStep();
}

Time
FlowDelayTable::GetTickPhase() const
{
    return TimeStep(m_clock.phase);
}

Time
FlowDelayTable::GetDelay(const LinkFlow& flow)
{
    Entry& entry = m_flows[flow];
    Update(flow, entry);
    return TimeStep(entry.delay);
}

std::size_t
FlowDelayTable::GetNFlows() const
{
    return m_seen;
}

int64_t
FlowDelayTable::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return int64_t{1} << STREAM_BITS;
}

void
FlowDelayTable::Claim()
{
    NS_ABORT_MSG_IF(m_isClaimed, "a FlowDelayTable serves one link, and this one has a link");
    m_isClaimed = true;
}

FlowDelayTable::Entry&
FlowDelayTable::See(const LinkFlow& flow)
{
    Entry& entry = m_flows[flow];
    m_seen += entry.isSeen ? 0 : 1;
    entry.isSeen = true;
    return entry;
}

void
FlowDelayTable::Update(const LinkFlow& flow, Entry& entry)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_timeout.IsStrictlyPositive() && now - entry.used > m_timeout.GetTimeStep())
    {
        entry.drawn = -1;
        entry.settings = 0;
    }
    if (entry.settings != m_settings)
    {
        LookUp(flow, entry);
    }
}

void
FlowDelayTable::LookUp(const LinkFlow& flow, Entry& entry)
{
    entry.settings = m_settings;
    const LinkFlow::End& low = flow.GetLow();
    const LinkFlow::End& high = flow.GetHigh();
    const auto found = m_flowDelays.find(flow);
    const int64_t* set = found != m_flowDelays.end() ? &found->second : nullptr;
    if (!set)
    {
        set = FindEnd(m_portDelays, low.port, high.port);
    }
    if (!set)
    {
        set = FindEnd(m_addressDelays, low.address, high.address);
    }
    if (set)
    {
        entry.delay = *set;
        return;
    }
    if (entry.drawn < 0)
    {
        entry.drawn = Draw(flow, entry.draws++);
        entry.used = Simulator::Now().GetTimeStep();
    }
    entry.delay = entry.drawn;
}

int64_t
FlowDelayTable::Draw(const LinkFlow& flow, uint32_t draws) const
{
    if (m_stream >= 0)
    {
        m_default->SetStream(m_stream + GetStreamOffset(flow, draws));
    }
    const double seconds = m_default->GetValue();
    NS_ABORT_MSG_UNLESS(seconds >= 0,
                        "Default of a FlowDelayTable has drawn " << seconds
                                                                 << " s: it must be at least 0");
    return Seconds(seconds).GetTimeStep();
}

int64_t
FlowDelayTable::Release(const LinkFlow& flow, uint32_t end, int64_t arrival, int64_t& extra)
{
    Entry& entry = See(flow);
    if (extra == UNKNOWN)
    {
        Update(flow, entry);
        entry.used = Simulator::Now().GetTimeStep();
        extra = entry.delay;
    }
    const int64_t release = m_clock.GetNext(arrival + extra);
    entry.last[end] = std::max(entry.last[end], release);
    return entry.last[end];
}

void
FlowDelayTable::ForgetArrivals(uint32_t end)
{
    for (auto& flow : m_flows)
    {
        flow.second.last[end] = 0;
    }
}

void
FlowDelayTable::KeepOrder(const LinkFlow& flow, uint32_t end, int64_t arrival)
{
    int64_t& last = See(flow).last[end];
    last = std::max(last, arrival);
}
} // namespace hsn
} // namespace ns3
