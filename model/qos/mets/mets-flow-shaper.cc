// SPDX-License-Identifier: GPL-2.0-only
#include "mets-flow-shaper.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFlowShaper");
NS_OBJECT_ENSURE_REGISTERED(FlowShaper);

TypeId
FlowShaper::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FlowShaper")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FlowShaper>()
                            .AddAttribute("Tick",
                                          "The driver works at multiples of this time",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&FlowShaper::m_tick),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddTraceSource("Send",
                                            "A unit of a flow is sent: number of the flow",
                                            MakeTraceSourceAccessor(&FlowShaper::m_sendTrace),
                                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

FlowShaper::FlowShaper() = default;

FlowShaper::~FlowShaper() = default;

void
FlowShaper::DoDispose()
{
    m_next.Cancel();
    m_send = Send();
    Object::DoDispose();
}

FlowShaper::Setting
FlowShaper::GetSetting(double rate, Time tick, uint32_t maxPeriod, double overshoot)
{
    NS_ABORT_MSG_UNLESS(rate > 0 && rate <= 1e9,
                        "rate " << rate << " of a shaped flow: must be above 0 and at most 1e9");
    NS_ABORT_MSG_IF(maxPeriod < 1,
                    "longest period of 0 ticks of a shaped flow: must be at least 1");
    const double perTick = rate * tick.GetSeconds();
    Setting setting;
    for (uint32_t period = 1; period <= maxPeriod; ++period)
    {
        const double exact = perTick * period;
        // products such as 17.5 * 2 are whole numbers but for their last bits
        const double budget = std::max(1.0, std::ceil(exact - 1e-9));
        setting.budget = static_cast<uint32_t>(budget);
        setting.period = period;
        if (budget <= exact * (1 + overshoot))
        {
            break;
        }
    }
    return setting;
}

void
FlowShaper::SetSend(Send send)
{
    m_send = send;
}

void
FlowShaper::Check(Setting setting)
{
    NS_ABORT_MSG_IF(setting.budget < 1, "budget 0 of a shaped flow: must be at least 1");
    NS_ABORT_MSG_IF(setting.period < 1, "period of 0 ticks of a shaped flow: must be at least 1");
}

const FlowShaper::Flow&
FlowShaper::Get(uint32_t flow) const
{
    NS_ABORT_MSG_IF(flow >= m_flows.size(),
                    "flow " << flow << " of a FlowShaper that has " << m_flows.size());
    return m_flows[flow];
}

int64_t
FlowShaper::GetTick() const
{
    return Simulator::Now().GetTimeStep() / m_tick.GetTimeStep();
}

uint32_t
FlowShaper::AddFlow(Setting setting)
{
    Check(setting);
    m_flows.emplace_back();
    const auto flow = static_cast<uint32_t>(m_flows.size() - 1);
    SetFlow(flow, setting);
    return flow;
}

void
FlowShaper::SetFlow(uint32_t flow, Setting setting)
{
    Get(flow);
    Check(setting);
    Flow& one = m_flows[flow];
    one.setting = setting;
    one.credit = setting.budget;
    one.refresh = GetTick() + setting.period;
}

void
FlowShaper::Add(uint32_t flow, uint32_t units)
{
    Get(flow);
    m_flows[flow].backlog += units;
    m_backlog += units;
    Plan();
}

uint64_t
FlowShaper::GetBacklog(uint32_t flow) const
{
    return Get(flow).backlog;
}

uint32_t
FlowShaper::GetCredit(uint32_t flow) const
{
    return Get(flow).credit;
}

uint32_t
FlowShaper::GetNFlows() const
{
    return static_cast<uint32_t>(m_flows.size());
}

void
FlowShaper::Plan()
{
    if (m_backlog > 0 && !m_working && m_next.IsExpired())
    {
        const Time at = TimeStep((GetTick() + 1) * m_tick.GetTimeStep());
        m_next = Simulator::Schedule(at - Simulator::Now(), &FlowShaper::OnTick, this);
    }
}

void
FlowShaper::OnTick()
{
    const int64_t tick = GetTick();
    for (auto& flow : m_flows)
    {
        if (tick >= flow.refresh)
        {
            const int64_t period = flow.setting.period;
            flow.refresh += (tick - flow.refresh) / period * period + period;
            flow.credit = flow.setting.budget;
        }
    }
    m_working = true;
    const auto n = static_cast<uint32_t>(m_flows.size());
    uint32_t idle = 0; // flows asked since the last unit
    while (idle < n)
    {
        Flow& flow = m_flows[m_turn];
        if (flow.backlog > 0 && flow.credit > 0)
        {
            if (!m_send(m_turn))
            {
                break; // busy: the same flow is asked first at the next tick
            }
            --flow.backlog;
            --flow.credit;
            --m_backlog;
            m_sendTrace(m_turn);
            idle = 0;
        }
        else
        {
            ++idle;
        }
        m_turn = (m_turn + 1) % n;
    }
    m_working = false;
    Plan();
}
} // namespace hsn
} // namespace ns3
