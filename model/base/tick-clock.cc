// SPDX-License-Identifier: GPL-2.0-only
#include "tick-clock.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TickClock);

TypeId
TickClock::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TickClock")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<TickClock>()
            .AddAttribute("SlowTick",
                          "Period of the tick that counts down retransmission, persist and "
                          "keepalive timers; at least 1 ns.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&TickClock::m_slow),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("FastTick",
                          "Period of the tick at which delayed acknowledgements leave; at least "
                          "1 ns.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&TickClock::m_fast),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Phase",
                          "Where in a tick period the simulation begins, in [0, 1). Drawn once.",
                          StringValue("ns3::UniformRandomVariable"),
                          MakePointerAccessor(&TickClock::m_phaseDraw),
                          MakePointerChecker<RandomVariableStream>());
    return tid;
}

TickClock::TickClock() = default;

Ptr<TickClock>
TickClock::Get(Ptr<Node> node)
{
    auto clock = node->GetObject<TickClock>();
    if (!clock)
    {
        clock = CreateObject<TickClock>();
        node->AggregateObject(clock);
    }
    return clock;
}

int64_t
TickClock::AssignStreams(Ptr<Node> node, int64_t stream)
{
    Get(node)->m_phaseDraw->SetStream(stream);
    return 1;
}

double
TickClock::GetPhase() const
{
    if (m_phase < 0)
    {
        m_phase = m_phaseDraw->GetValue();
        NS_ABORT_MSG_IF(m_phase < 0 || m_phase >= 1,
                        "TickClock: phase " << m_phase << " is not in [0, 1)");
    }
    return m_phase;
}

int64_t
TickClock::GetTick(Time period) const
{
    const auto p = period.GetTimeStep();
    return (Simulator::Now().GetTimeStep() + static_cast<int64_t>(GetPhase() * p)) / p;
}

Time
TickClock::GetTime(Time period, int64_t number) const
{
    const auto p = period.GetTimeStep();
    return TimeStep(number * p - static_cast<int64_t>(GetPhase() * p));
}

int64_t
TickClock::GetSlowTick() const
{
    return GetTick(m_slow);
}

Time
TickClock::GetSlowTime(int64_t n) const
{
    return GetTime(m_slow, GetTick(m_slow) + n);
}

Time
TickClock::GetNextFastTime() const
{
    return GetTime(m_fast, GetTick(m_fast) + 1);
}
} // namespace hsn
} // namespace ns3
