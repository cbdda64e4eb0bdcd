// SPDX-License-Identifier: GPL-2.0-only
#include "on-off-cell-source.h"

#include "ns3/abort.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(OnOffCellSource);

TypeId
OnOffCellSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::OnOffCellSource")
            .SetParent<AtmCellSource>()
            .SetGroupName("Hsn")
            .AddConstructor<OnOffCellSource>()
            .AddAttribute("PeakRate",
                          "Rate in ON periods, 53 octets a cell, at most that of the link; 0: no "
                          "cells. Read at StartTime.",
                          DataRateValue(DataRate("1Mbps")),
                          MakeDataRateAccessor(&OnOffCellSource::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("OnSlots",
                          "Lengths of ON periods in cell slots of the link, 1 or more.",
                          StringValue("ns3::hsn::GeometricRandomVariable[Mean=20000]"),
                          MakePointerAccessor(&OnOffCellSource::SetOn, &OnOffCellSource::GetOn),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("OffSlots",
                          "Lengths of OFF periods in cell slots of the link.",
                          StringValue("ns3::hsn::GeometricRandomVariable[Mean=10000]"),
                          MakePointerAccessor(&OnOffCellSource::SetOff, &OnOffCellSource::GetOff),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("Period",
                            "A period was drawn: whether it is ON, its begin, which may be in the "
                            "past or in the future, and its length in slots.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&OnOffCellSource::m_periods)),
                            "ns3::hsn::OnOffCellSource::PeriodTracedCallback");
    return tid;
}

OnOffCellSource::OnOffCellSource() = default;
OnOffCellSource::~OnOffCellSource() = default;

void
OnOffCellSource::DoDispose()
{
    m_on = nullptr;
    m_off = nullptr;
    AtmCellSource::DoDispose();
}

int64_t
OnOffCellSource::AssignStreams(int64_t stream)
{
    m_on->SetStream(stream);
    m_off->SetStream(stream + 1);
    return 2;
}

void
OnOffCellSource::SetOn(Ptr<RandomVariableStream> variable)
{
    AtmChange change;
    m_on = variable;
}

Ptr<RandomVariableStream>
OnOffCellSource::GetOn() const
{
    return m_on;
}

void
OnOffCellSource::SetOff(Ptr<RandomVariableStream> variable)
{
    AtmChange change;
    m_off = variable;
}

Ptr<RandomVariableStream>
OnOffCellSource::GetOff() const
{
    return m_off;
}

bool
OnOffCellSource::DoBegin(int64_t now, int64_t slot, DataRate rate)
{
    NS_ABORT_MSG_IF(m_rate > rate,
                    "PeakRate of an OnOffCellSource is " << m_rate << ": at most that of its link, "
                                                         << rate);
    NS_ABORT_MSG_UNLESS(m_on && m_off, "an OnOffCellSource without OnSlots or OffSlots");
    if (m_rate.GetBitRate() == 0)
    {
        return false;
    }
    m_slot = slot;
    m_clock.Start(now, m_rate);
    m_end = now;
    m_end += DrawPeriod(true);
    return true;
}

int64_t
OnOffCellSource::DrawPeriod(bool isOn)
{
    const double value = (isOn ? m_on : m_off)->GetValue();
    NS_ABORT_MSG_UNLESS(value >= (isOn ? 1 : 0) && value < 4294967296.0,
                        (isOn ? "OnSlots" : "OffSlots")
                            << " of an OnOffCellSource has drawn " << value << ": at least "
                            << (isOn ? 1 : 0) << ", and below 2^32");
    const auto slots = static_cast<uint32_t>(value);
    m_periods(isOn, TimeStep(m_end), slots);
    return slots * m_slot;
}

void
OnOffCellSource::Draw()
{
    while (!m_clock.IsBefore(m_end))
    {
        const int64_t off = DrawPeriod(false);
        m_clock.Delay(off);
        m_end += off;
        m_end += DrawPeriod(true);
    }
    SetNext(m_clock.GetStep(), GetUnit(1), 0);
    m_clock.Advance();
}
} // namespace hsn
} // namespace ns3
