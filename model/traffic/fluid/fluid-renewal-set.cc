// SPDX-License-Identifier: GPL-2.0-only
#include "fluid-renewal-set.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FluidRenewalSet);

TypeId
FluidRenewalSet::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FluidRenewalSet")
            .SetParent<FluidSourceSet>()
            .SetGroupName("Hsn")
            .AddConstructor<FluidRenewalSet>()
            .AddAttribute(
                "OnTime",
                "Lengths of On periods of all sources, s",
                StringValue("ns3::ParetoRandomVariable[Shape=1.4|Scale=0.0892857142857]"),
                MakePointerAccessor(&FluidRenewalSet::SetOnTime, &FluidRenewalSet::GetOnTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute(
                "OffTime",
                "Lengths of Off periods of all sources, s",
                StringValue("ns3::ParetoRandomVariable[Shape=1.4|Scale=0.0892857142857]"),
                MakePointerAccessor(&FluidRenewalSet::SetOffTime, &FluidRenewalSet::GetOffTime),
                MakePointerChecker<RandomVariableStream>())
            .AddAttribute("Start",
                          "State in which a source begins, with a whole period",
                          EnumValue(FLUID_START_OFF),
                          MakeHsnEnumAccessor(&FluidRenewalSet::m_start),
                          MakeEnumChecker(FLUID_START_ON, "On", FLUID_START_OFF, "Off"));
    return tid;
}

FluidRenewalSet::FluidRenewalSet() = default;
FluidRenewalSet::~FluidRenewalSet() = default;

int64_t
FluidRenewalSet::AssignStreams(int64_t stream)
{
    m_on->SetStream(stream);
    m_off->SetStream(stream + 1);
    return 2;
}

void
FluidRenewalSet::DoDispose()
{
    m_on = nullptr;
    m_off = nullptr;
    m_sources.clear();
    m_changes = {};
    FluidSourceSet::DoDispose();
}

void
FluidRenewalSet::SetOnTime(Ptr<RandomVariableStream> variable)
{
    FinishPast();
    m_on = variable;
}

Ptr<RandomVariableStream>
FluidRenewalSet::GetOnTime() const
{
    return m_on;
}

void
FluidRenewalSet::SetOffTime(Ptr<RandomVariableStream> variable)
{
    FinishPast();
    m_off = variable;
}

Ptr<RandomVariableStream>
FluidRenewalSet::GetOffTime() const
{
    return m_off;
}

uint32_t
FluidRenewalSet::GetSize() const
{
    return static_cast<uint32_t>(m_sources.size());
}

uint32_t
FluidRenewalSet::GetActive() const
{
    return m_active;
}

double
FluidRenewalSet::GetNext() const
{
    return m_changes.empty() ? std::numeric_limits<double>::infinity() : m_changes.top().first;
}

double
FluidRenewalSet::DrawPeriod(bool isOn)
{
    const double period = (isOn ? m_on : m_off)->GetValue();
    NS_ABORT_MSG_UNLESS(period >= 0 && std::isfinite(period),
                        (isOn ? "OnTime" : "OffTime") << " of a FluidRenewalSet has drawn "
                                                      << period << " s: at least 0 and finite");
    return period;
}

void
FluidRenewalSet::RunUntil(double seconds)
{
    uint32_t empty = 0; // changes without any time between them
    double last = -1;
    while (GetNext() <= seconds)
    {
        const auto [next, number] = m_changes.top();
        m_changes.pop();
        const auto found = m_sources.find(number);
        if (found == m_sources.end())
        {
            continue;
        }
        empty = next > last ? 0 : empty + 1;
        NS_ABORT_MSG_IF(empty > 1000000,
                        "OnTime and OffTime of a FluidRenewalSet draw nothing but 0 s");
        last = next;
        Source& source = found->second;
        m_queue->AdvanceTo(next);
        source.isOn = !source.isOn;
        const double step = source.isOn ? source.peak : -source.peak;
        m_input += step;
        m_active += source.isOn ? 1 : -1;
        m_queue->SetInput(m_queue->GetInput() + step);
        m_changes.emplace(next + DrawPeriod(source.isOn), number);
    }
}

void
FluidRenewalSet::DoAdd(uint64_t number, double peak)
{
    const double others = m_queue->GetInput() - m_input;
    const bool isOn = m_start == FLUID_START_ON;
    m_sources[number] = {peak, isOn};
    m_active += isOn ? 1 : 0;
    m_changes.emplace(Simulator::Now().GetSeconds() + DrawPeriod(isOn), number);
    SumUp(others);
}

bool
FluidRenewalSet::DoRemove(uint64_t number)
{
    const auto found = m_sources.find(number);
    if (found == m_sources.end())
    {
        return false;
    }
    const double others = m_queue->GetInput() - m_input;
    m_active -= found->second.isOn ? 1 : 0;
    m_sources.erase(found);
    SumUp(others);
    return true;
}

void
FluidRenewalSet::SumUp(double rate)
{
    // anew: rounding errors of many changes do not pile up
    m_input = 0;
    for (const auto& source : m_sources)
    {
        m_input += source.second.isOn ? source.second.peak : 0;
    }
    m_queue->SetInput(rate + m_input);
}
} // namespace hsn
} // namespace ns3
