// SPDX-License-Identifier: GPL-2.0-only
#include "background-network.h"

#include "ns3/core-module.h"
#include "ns3/fairness-index.h"
#include "ns3/flow-rtt-variable.h"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr double ACCESS_RATE = 1e9; // bit/s
const Time FIXED_RTT = MilliSeconds(100);
const Time PORT_REUSE = Seconds(120);              // behind the longest wait for a retransmission
constexpr int64_t DELAY_STREAM = int64_t{1} << 32; // and many behind it; BackgroundLoad has others
constexpr int64_t PHASE_STREAM = 10;               // of the routers' clocks
constexpr double DRIFT = 50e-6;                    // of R1's clock against R2's
constexpr double SETTLING = 30;                    // s
} // namespace

BackgroundNetwork::BackgroundNetwork(const BackgroundOptions& options)
    : m_o(options),
      m_load(options)
{
}

double
BackgroundNetwork::ToMbps(double bits) const
{
    return bits * m_o.scale / 1e6;
}

void
BackgroundNetwork::SetClocks()
{
    const auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(PHASE_STREAM);
    const auto draw = [&phase](double period) {
        return TimeValue(BackgroundOptions::At(phase->GetValue(0, period)));
    };
    const double delay = m_o.tick / 1000;
    const double bottleneck = m_o.bottleneckTick / 1000 * (1 + DRIFT);
    m_dumbbell.SetDelayAttribute("Tick", TimeValue(BackgroundOptions::At(delay)));
    m_dumbbell.SetDelayAttribute("TickPhase", draw(delay));
    m_dumbbell.SetBottleneckAttribute("Tick", TimeValue(BackgroundOptions::At(bottleneck)));
    m_dumbbell.SetBottleneckAttribute("TickPhase", draw(bottleneck));
    if (m_o.hostTime > 0)
    {
        m_dumbbell.SetHostAttribute("ProcessingTime",
                                    StringValue("ns3::UniformRandomVariable[Min=0|Max=" +
                                                std::to_string(m_o.hostTime / 1e6) + "]"));
    }
}

void
BackgroundNetwork::BuildNetwork()
{
    const auto scaled = [this](double rate) {
        return DataRate(static_cast<uint64_t>(std::llround(rate / m_o.scale)));
    };
    const auto buffer = static_cast<uint32_t>(std::llround(m_o.buffer / m_o.scale));
    m_dumbbell.SetCapacity(scaled(m_o.capacity.GetBitRate()),
                           QueueSize(QueueSizeUnit::BYTES, buffer));
    m_dumbbell.SetAccessRate(
        scaled(std::max(ACCESS_RATE, static_cast<double>(m_o.capacity.GetBitRate()))));
    SetClocks();
    m_dumbbell.SetDelayAttribute("FlowTimeout", TimeValue(PORT_REUSE));
    const Time path = HighSpeedDumbbellHelper::GetPathRtt();
    Ptr<RandomVariableStream> delay;
    if (m_o.fixedRtt)
    {
        delay = CreateObjectWithAttributes<ConstantRandomVariable>(
            "Constant",
            DoubleValue((FIXED_RTT - path).GetSeconds() / 2));
    }
    else
    {
        delay = CreateObjectWithAttributes<FlowRttVariable>("PathRtt", TimeValue(path));
    }
    m_dumbbell.SetDelayAttribute("Default", PointerValue(delay));
    for (uint32_t i = 0; i < m_o.flows; ++i)
    {
        m_dumbbell.SetPortRtt(BackgroundLoad::FLOW_PORT + i, m_load.GetRtt(i));
    }
    m_dumbbell.SetForwarding(m_o.forwarding == "ip" ? HighSpeedDumbbellHelper::FORWARDING_IP
                                                    : HighSpeedDumbbellHelper::FORWARDING_LEAN);
    m_dumbbell.Install();
    m_dumbbell.AssignStreams(DELAY_STREAM);
    m_load.AddSockets(GetHosts());
    const auto bottleneck = m_dumbbell.GetBottleneck(0);
    bottleneck->SetClassifier(MakeCallback(&BackgroundLoad::Classify, &m_load));
    m_monitor = CreateObject<LinkMonitor>();
    m_monitor->Watch(bottleneck, m_load.GetNClasses());
}

BackgroundLoad::Hosts
BackgroundNetwork::GetHosts() const
{
    return {m_dumbbell.GetSources(),
            m_dumbbell.GetSinks(),
            m_dumbbell.GetLeft(),
            m_dumbbell.GetRight()};
}

JsonObject
BackgroundNetwork::Run()
{
    m_load.SetDefaults();
    BuildNetwork();
    m_load.Install(GetHosts());
    // the last second's events include its end
    Simulator::Stop(BackgroundOptions::At(m_o.duration) + TimeStep(1));
    Simulator::Run();
    JsonObject out;
    AddMetrics(out);
    out.Set("events", Simulator::GetEventCount());
    Simulator::Destroy();
    return out;
}

void
BackgroundNetwork::AddMetrics(JsonObject& out) const
{
    const RateSeries& series = m_monitor->GetSeries();
    const RateSeries::Span all{BackgroundOptions::At(m_o.measure),
                               BackgroundOptions::At(m_o.duration)};
    const RateSeries::Span late{BackgroundOptions::At(std::max(m_o.measure, m_o.secondStart)),
                                BackgroundOptions::At(m_o.duration)};
    // from half a minute behind the second start, so that slow start does not count
    const RateSeries::Span settled{
        BackgroundOptions::At(std::max(m_o.measure, m_o.secondStart + SETTLING)),
        BackgroundOptions::At(m_o.duration)};
    const double capacity = m_o.capacity.GetBitRate() / m_o.scale;
    std::vector<double> flows;
    std::vector<double> lateFlows;
    std::vector<uint32_t> numbers;
    std::vector<uint64_t> losses;
    std::vector<uint64_t> lossSeconds;
    std::vector<uint64_t> lateLosses;
    std::vector<uint64_t> lateLossSeconds;
    for (uint32_t i = 1; i <= m_o.flows; ++i)
    {
        flows.push_back(ToMbps(series.GetMean(i, all)));
        lateFlows.push_back(ToMbps(series.GetMean(i, late)));
        losses.push_back(series.GetLosses(i, all));
        lossSeconds.push_back(series.GetLossPeriods(i, all));
        lateLosses.push_back(series.GetLosses(i, settled));
        lateLossSeconds.push_back(series.GetLossPeriods(i, settled));
        numbers.push_back(i);
    }
    out.Set("utilization", series.GetTotalMean(all) / capacity);
    out.Set("cov", series.GetTotalVariation(all));
    out.Set("flow_mbps", flows);
    out.Set("late_flow_mbps", lateFlows);
    out.Set("fairness", m_o.flows == 0 ? NAN : GetFairnessIndex(lateFlows));
    const double carried = ToMbps(series.GetMean(0, all));
    if (m_o.HasTraffic() && std::abs(carried - m_o.load) > m_o.load / 7)
    {
        std::cerr << "hsn-background: warning: short flows carried " << carried << " Mbit/s, not "
                  << m_o.load << " and a seventh more or less\n";
    }
    out.Set("short_mbps", carried);
    out.Set("long_mbps", ToMbps(series.GetMean(m_o.flows + 1, all)));
    out.Set("flow_drops", losses);
    out.Set("flow_loss_seconds", lossSeconds);
    out.Set("settled_flow_drops", lateLosses);
    out.Set("settled_flow_loss_seconds", lateLossSeconds);
    out.Set("flow_rtt_ms", m_load.GetMeanRtts());
    out.Set("short_drops", series.GetLosses(0, all));
    out.Set("loss_synchrony", m_o.flows == 0 ? NAN : series.GetLossSynchrony(numbers, all));
    out.Set("convergence_s",
            m_o.flows < 2 ? NAN : series.GetConvergence(1, m_o.flows, late, 0.8, Seconds(20)));
    out.Set("backlog_mean_bytes", m_monitor->GetBacklog().GetMean() * m_o.scale);
    out.Set("received_bytes", m_load.GetReceived());
    out.Set("web_flows", m_load.GetWebFlows());
    out.Set("access_drops", m_dumbbell.GetAccessDrops());
    if (m_o.series)
    {
        const auto scaled = [this](std::vector<double> rates) {
            std::transform(rates.begin(), rates.end(), rates.begin(), [this](double rate) {
                return ToMbps(rate);
            });
            return rates;
        };
        out.Set("total_mbps_by_second", scaled(series.GetTotals()));
        out.Set("short_mbps_by_second", scaled(series.GetRates(0)));
        for (uint32_t i = 1; i <= m_o.flows; ++i)
        {
            out.Set("flow_" + std::to_string(i) + "_mbps_by_second", scaled(series.GetRates(i)));
        }
    }
}
} // namespace hsn
} // namespace ns3
