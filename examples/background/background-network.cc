// SPDX-License-Identifier: GPL-2.0-only
#include "background-network.h"

#include "background-protocol.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/fairness-index.h"
#include "ns3/flow-rtt-variable.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/link-flow.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t SEGMENT = 1448;  // bytes of data
constexpr double ACCESS_RATE = 1e9; // bit/s
const Time FIXED_RTT = MilliSeconds(100);

// Streams of random numbers, so that more flows change none of the others' draws
constexpr int64_t DELAY_STREAM = int64_t{1} << 32; // and many behind it
constexpr int64_t START_STREAM = 100;              // and the flow's number
constexpr int64_t TRAFFIC_STREAM = 1000;

/// @param seconds any @return the time
Time
At(double seconds)
{
    return TimeStep(std::llround(seconds * 1e9));
}
} // namespace

BackgroundNetwork::BackgroundNetwork(const BackgroundOptions& options)
    : m_o(options),
      m_factory(options.stack == "indexed" ? "ns3::hsn::IndexedTcpSocketFactory"
                                           : "ns3::TcpSocketFactory")
{
}

bool
BackgroundNetwork::IsFirst(uint32_t flow) const
{
    return flow < (m_o.flows + 1) / 2;
}

Time
BackgroundNetwork::GetRtt(uint32_t flow) const
{
    return At((IsFirst(flow) && m_o.firstRtt > 0 ? m_o.firstRtt : m_o.rtt) / 1000);
}

uint32_t
BackgroundNetwork::GetNClasses() const
{
    return m_o.flows + 2;
}

uint32_t
BackgroundNetwork::Classify(Ptr<const Packet> packet, uint16_t protocol) const
{
    const LinkFlow flow = LinkFlow::Of(*packet, protocol);
    for (const uint16_t port : {flow.GetLow().port, flow.GetHigh().port})
    {
        if (port >= FLOW_PORT && port < FLOW_PORT + m_o.flows)
        {
            return 1 + port - FLOW_PORT;
        }
        if (port == WEB_PORT + 1)
        {
            return 1 + m_o.flows;
        }
    }
    return 0;
}

double
BackgroundNetwork::ToMbps(double bits) const
{
    return bits * m_o.scale / 1e6;
}

void
BackgroundNetwork::SetDefaults() const
{
    const auto buffer = UintegerValue(std::llround(m_o.socketBuffer / m_o.scale));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(3));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", buffer);
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", buffer);
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    // millisecond timestamps are too coarse for FAST in ns-3's TCP
    Config::SetDefault("ns3::TcpSocketBase::Timestamp",
                       BooleanValue(m_o.stack == "indexed" || m_o.protocol != "fast"));
    // in ns-3 a closed connection stays for two of these
    Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
    Config::SetDefault("ns3::TcpL4Protocol::RecoveryType",
                       TypeIdValue(TypeId::LookupByName("ns3::hsn::TcpRateHalvingRecovery")));
    Config::SetDefault("ns3::hsn::TcpHsBase::IncrementScale", DoubleValue(m_o.scale));
    Config::SetDefault("ns3::hsn::TcpFast::Alpha", DoubleValue(m_o.alpha));
    Config::SetDefault("ns3::hsn::TcpHsBase::MaxCwndSegments",
                       UintegerValue(std::ceil(m_o.maxCwnd / m_o.scale)));
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
    m_dumbbell.SetDelayAttribute("Tick", TimeValue(At(m_o.tick / 1000)));
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
        m_dumbbell.SetPortRtt(FLOW_PORT + i, GetRtt(i));
    }
    m_dumbbell.SetForwarding(m_o.forwarding == "ip" ? HighSpeedDumbbellHelper::FORWARDING_IP
                                                    : HighSpeedDumbbellHelper::FORWARDING_LEAN);
    m_dumbbell.Install();
    m_dumbbell.AssignStreams(DELAY_STREAM);
    for (const auto* hosts : {&m_dumbbell.GetSources(),
                              &m_dumbbell.GetSinks(),
                              &m_dumbbell.GetLeft(),
                              &m_dumbbell.GetRight()})
    {
        HsnInternetHelper().Install(*hosts, "ns3::hsn::IndexedTcpSocketFactory");
        for (uint32_t i = 0; i < hosts->GetN(); ++i)
        {
            BackgroundProtocol::Use(hosts->Get(i), "sack");
        }
    }
    const auto bottleneck = m_dumbbell.GetBottleneck(0);
    bottleneck->SetClassifier(MakeCallback(&BackgroundNetwork::Classify, this));
    m_monitor = CreateObject<LinkMonitor>();
    m_monitor->Watch(bottleneck, GetNClasses());
}

void
BackgroundNetwork::AddFlows()
{
    for (uint32_t i = 0; i < m_o.flows; ++i)
    {
        const bool isFirst = IsFirst(i);
        const uint32_t host = isFirst ? 0 : 1; // a host has one congestion control
        const auto source = m_dumbbell.GetSources().Get(host);
        const auto sink = m_dumbbell.GetSinks().Get(host);
        BackgroundProtocol::Use(source, isFirst && m_o.first != "same" ? m_o.first : m_o.protocol);
        const uint16_t port = FLOW_PORT + i;
        PacketSinkHelper sinks(m_factory, InetSocketAddress(Ipv4Address::GetAny(), port));
        m_sinks.Add(sinks.Install(sink));
        BulkSendHelper bulk(m_factory,
                            InetSocketAddress(HighSpeedDumbbellHelper::GetAddress(sink), port));
        bulk.SetAttribute("SendSize", UintegerValue(SEGMENT));
        auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetStream(START_STREAM + i);
        const double start = isFirst ? m_o.firstStart : m_o.secondStart;
        bulk.Install(source).Start(At(start + jitter->GetValue(-m_o.jitter, m_o.jitter)));
    }
}

void
BackgroundNetwork::AddTraffic()
{
    if (!m_o.HasTraffic())
    {
        return;
    }
    BackgroundTrafficHelper helper(BackgroundTrafficHelper::ParseType(m_o.traffic));
    helper.SetLoad(DataRate(static_cast<uint64_t>(std::llround(m_o.load * 1e6))));
    helper.SetScaleFactor(m_o.scale);
    if (m_o.traffic == "V")
    {
        helper.SetLongFlows(m_o.longFlows);
    }
    helper.SetProtocol(m_factory);
    helper.SetPort(WEB_PORT);
    m_traffic = helper.Install(m_dumbbell.GetLeft(), m_dumbbell.GetRight());
    helper.AssignStreams(m_traffic, TRAFFIC_STREAM);
}

JsonObject
BackgroundNetwork::Run()
{
    SetDefaults();
    BuildNetwork();
    AddFlows();
    AddTraffic();
    // the last second's events include its end
    Simulator::Stop(At(m_o.duration) + TimeStep(1));
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
    const RateSeries::Span all{At(m_o.measure), At(m_o.duration)};
    const RateSeries::Span late{At(std::max(m_o.measure, m_o.secondStart)), At(m_o.duration)};
    const double capacity = m_o.capacity.GetBitRate() / m_o.scale;
    std::vector<double> flows;
    std::vector<double> lateFlows;
    std::vector<uint32_t> numbers;
    std::vector<uint64_t> losses;
    std::vector<uint64_t> lossSeconds;
    for (uint32_t i = 1; i <= m_o.flows; ++i)
    {
        flows.push_back(ToMbps(series.GetMean(i, all)));
        lateFlows.push_back(ToMbps(series.GetMean(i, late)));
        losses.push_back(series.GetLosses(i, all));
        lossSeconds.push_back(series.GetLossPeriods(i, all));
        numbers.push_back(i);
    }
    uint64_t received = 0;
    for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
    {
        received += DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
    }
    out.Set("utilization", series.GetTotalMean(all) / capacity);
    out.Set("cov", series.GetTotalVariation(all));
    out.Set("flow_mbps", flows);
    out.Set("late_flow_mbps", lateFlows);
    out.Set("fairness", m_o.flows == 0 ? NAN : GetFairnessIndex(lateFlows));
    out.Set("short_mbps", ToMbps(series.GetMean(0, all)));
    out.Set("long_mbps", ToMbps(series.GetMean(m_o.flows + 1, all)));
    out.Set("flow_drops", losses);
    out.Set("flow_loss_seconds", lossSeconds);
    out.Set("short_drops", series.GetLosses(0, all));
    out.Set("loss_synchrony", m_o.flows == 0 ? NAN : series.GetLossSynchrony(numbers, all));
    out.Set("convergence_s",
            m_o.flows < 2 ? NAN : series.GetConvergence(1, m_o.flows, late, 0.8, Seconds(20)));
    out.Set("backlog_mean_bytes", m_monitor->GetBacklog().GetMean() * m_o.scale);
    out.Set("received_bytes", received);
    out.Set("web_flows", m_traffic.forward.GetStarted());
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
