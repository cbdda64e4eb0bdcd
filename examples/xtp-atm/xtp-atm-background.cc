// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-background.h"

#include "ns3/atm-cell-source.h"
#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/geometric-random-variable.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double CELL_BITS = 8 * CellBurst::CELL_BYTES;
constexpr int64_t STREAM = 10;
constexpr double ON_SLOTS = 20000;
constexpr double OFF_SLOTS = 10000;

/// @param mean slots @return durations
Ptr<GeometricRandomVariable>
MakeDuration(double mean)
{
    auto duration = CreateObject<GeometricRandomVariable>();
    duration->SetAttribute("Mean", DoubleValue(mean));
    return duration;
}
} // namespace

XtpAtmBackground::XtpAtmBackground(const XtpAtmOptions& options, XtpAtmNetwork& network)
    : m_o(options),
      m_times(options.sourceCells)
{
    const bool messages = m_o.source == "Poisson";
    CellSourceHelper helper(messages ? "ns3::hsn::PoissonMessageCellSource"
                                     : "ns3::hsn::OnOffCellSource");
    helper.Set("PeakRate", DataRateValue(DataRate(std::llround(m_o.GetPeak()))));
    if (messages)
    {
        helper.Set("MeanRate", DataRateValue(DataRate(std::llround(m_o.load * 1e6))));
    }
    else
    {
        const double scale = m_o.source == "FastOnOff" ? 1 : 10;
        helper.Set("OnSlots", PointerValue(MakeDuration(ON_SLOTS * scale)));
        helper.Set("OffSlots", PointerValue(MakeDuration(OFF_SLOTS * scale)));
    }
    m_source = network.AddSource(helper);
    CellSourceHelper::AssignStreams({m_source}, STREAM);
    if (messages)
    {
        m_source.source->TraceConnectWithoutContext(
            "Message",
            MakeCallback(&XtpAtmBackground::NoteMessage, this));
    }
    else
    {
        m_source.source->TraceConnectWithoutContext(
            "Period",
            MakeCallback(&XtpAtmBackground::NotePeriod, this));
    }
    if (m_o.sourceCells > 0)
    {
        m_source.port->TraceConnectWithoutContext("CellTx",
                                                  MakeCallback(&XtpAtmBackground::NoteCell, this));
    }
}

void
XtpAtmBackground::NoteMessage(Time, uint32_t cells)
{
    m_messages.Add(cells);
}

void
XtpAtmBackground::NotePeriod(bool isOn, Time, uint32_t slots)
{
    m_onPeriods += isOn ? 1 : 0;
    m_onSlots += isOn ? slots : 0;
    m_slots += slots;
}

void
XtpAtmBackground::NoteCell(const CellBurst&)
{
    m_times.Note();
}

void
XtpAtmBackground::Report(JsonObject& out) const
{
    const uint64_t cells = m_source.source->GetCounters().cells;
    const bool messages = m_o.source == "Poisson";
    out.Set("source_cells", cells);
    out.Set("source_bursts", messages ? m_messages.GetCount() : m_onPeriods);
    out.Set("source_longest", messages ? m_messages.GetPercentile(1) : NAN);
    out.Set("source_mean_cells",
            messages ? m_messages.GetMean() : static_cast<double>(cells) / m_onPeriods);
    out.Set("source_on_share", messages ? 1 : static_cast<double>(m_onSlots) / m_slots);
    out.Set("source_mbps", cells * CELL_BITS * 1e-6 / Simulator::Now().GetSeconds());
    int64_t least = 0;
    const auto& steps = m_times.GetSteps();
    for (std::size_t i = 1; i < steps.size(); ++i)
    {
        least = i == 1 ? steps[1] - steps[0] : std::min(least, steps[i] - steps[i - 1]);
    }
    out.Set("source_least_gap_us", TimeStep(least).GetSeconds() * 1e6);
}
} // namespace hsn
} // namespace ns3
