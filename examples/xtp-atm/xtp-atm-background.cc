// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-background.h"

#include "ns3/callback.h"
#include "ns3/cell-burst.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/monitor-helper.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/poisson-message-source.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double CELL_BITS = 8 * CellBurst::CELL_BYTES;
constexpr uint32_t CELL_PAYLOAD = 48;
constexpr uint32_t AAL5_TRAILER = 8;
constexpr uint32_t MAX_CELLS = 65535 / CELL_PAYLOAD; // of an AAL5 SDU
constexpr int64_t STREAM = 10;
// messages: a geometric distribution with this mean has mean 20 once values above 200 are left out
constexpr double MESSAGE_MEAN = 20;
constexpr double UNTRUNCATED_MEAN = 1 / 0.0499824142;
constexpr uint32_t LONGEST_MESSAGE = 200;

/// @param mean slots @param stream of random numbers @return durations
Ptr<GeometricRandomVariable>
MakeDuration(double mean, int64_t stream)
{
    auto duration = CreateObject<GeometricRandomVariable>();
    duration->SetAttribute("Mean", DoubleValue(mean));
    duration->SetStream(stream);
    return duration;
}
} // namespace

XtpAtmBackground::XtpAtmBackground(const XtpAtmOptions& options, const XtpAtmNetwork::Pair& pair)
    : m_o(options),
      m_pair(pair),
      m_times(options.sourceCells)
{
    m_pair.pvc.a->SetAttribute("CellRate", DataRateValue(DataRate(std::llround(m_o.GetPeak()))));
    if (m_o.sourceCells > 0)
    {
        MonitorHelper::NoteCells(m_pair.source, m_times);
    }
}

void
XtpAtmBackground::Start()
{
    if (m_o.source == "Poisson")
    {
        StartMessages();
        return;
    }
    const double scale = m_o.source == "FastOnOff" ? 1 : 10;
    m_on = MakeDuration(20000 * scale, STREAM);
    m_off = MakeDuration(10000 * scale, STREAM + 1);
    TurnOn();
}

void
XtpAtmBackground::StartMessages()
{
    auto cells = MakeDuration(UNTRUNCATED_MEAN, STREAM);
    cells->SetAttribute("Max", UintegerValue(LONGEST_MESSAGE));
    auto source = CreateObject<PoissonMessageSource>();
    source->SetAttribute("Units", PointerValue(cells));
    source->AssignStreams(STREAM);
    source->SetMeanInterval(Seconds(MESSAGE_MEAN * CELL_BITS / (m_o.load * 1e6)));
    source->SetSend(MakeCallback(&XtpAtmBackground::SendMessage, this));
    m_pair.source->GetNode()->AddApplication(source);
}

bool
XtpAtmBackground::SendMessage(Ptr<Packet> message)
{
    const uint64_t cells = (message->GetSize() + AAL5_TRAILER) / CELL_PAYLOAD;
    ++m_bursts;
    m_cells += cells;
    m_longest = std::max(m_longest, cells);
    return m_pair.source->SendSdu(m_pair.pvc.a, message);
}

void
XtpAtmBackground::SendCells(uint64_t cells)
{
    ++m_bursts;
    m_cells += cells;
    m_longest = std::max(m_longest, cells);
    while (cells > 0)
    {
        const auto some = static_cast<uint32_t>(std::min<uint64_t>(cells, MAX_CELLS));
        m_pair.source->SendSdu(m_pair.pvc.a, Create<Packet>(some * CELL_PAYLOAD - AAL5_TRAILER));
        cells -= some;
    }
}

void
XtpAtmBackground::TurnOn()
{
    const double slot = CELL_BITS / m_o.linkRate.GetBitRate();
    const uint64_t on = m_on->GetInteger();
    SendCells(std::ceil(on * m_o.GetPeak() / m_o.linkRate.GetBitRate()));
    m_onSlots += on;
    m_slots += on + m_off->GetInteger();
    Simulator::Schedule(Seconds(m_slots * slot) - Simulator::Now(),
                        &XtpAtmBackground::TurnOn,
                        this);
}

void
XtpAtmBackground::Report(JsonObject& out) const
{
    const double seconds = Simulator::Now().GetSeconds();
    out.Set("source_bursts", m_bursts);
    out.Set("source_cells", m_cells);
    out.Set("source_longest", m_longest);
    out.Set("source_mean_cells", m_bursts > 0 ? static_cast<double>(m_cells) / m_bursts : 0);
    out.Set("source_on_share", m_slots > 0 ? static_cast<double>(m_onSlots) / m_slots : 1);
    out.Set("source_mbps", m_pair.pvc.a->GetTxCounters().cells * CELL_BITS * 1e-6 / seconds);
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
