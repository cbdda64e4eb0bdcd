// SPDX-License-Identifier: GPL-2.0-only
#include "background-load.h"

#include "background-protocol.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/high-speed-dumbbell-helper.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/link-flow.h"
#include "ns3/tcp-fast.h"
#include "ns3/tcp-hs-base.h"
#include "ns3/tcp-rate-halving-recovery.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t SEGMENT = 1448; // bytes of data
// of data at a time: a buffer full of segments of their own is in no cache when it is sent
constexpr uint32_t CHUNK = 45 * SEGMENT;

// Streams of random numbers, so that more flows change none of the others' draws
constexpr int64_t START_STREAM = 100; // and the flow's number
constexpr int64_t TRAFFIC_STREAM = 1000;
} // namespace

BackgroundLoad::BackgroundLoad(const BackgroundOptions& options)
    : m_o(options),
      m_factory(options.stack == "indexed" ? "ns3::hsn::IndexedTcpSocketFactory"
                                           : "ns3::TcpSocketFactory")
{
}

bool
BackgroundLoad::IsFirst(uint32_t flow) const
{
    return flow < (m_o.flows + 1) / 2;
}

Time
BackgroundLoad::GetRtt(uint32_t flow) const
{
    return BackgroundOptions::At((IsFirst(flow) && m_o.firstRtt > 0 ? m_o.firstRtt : m_o.rtt) /
                                 1000);
}

uint32_t
BackgroundLoad::GetNClasses() const
{
    return m_o.flows + 2;
}

uint32_t
BackgroundLoad::Classify(const LinkFrame& frame) const
{
    const LinkFlow flow = frame.GetFlow();
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

uint64_t
BackgroundLoad::GetReceived() const
{
    uint64_t received = 0;
    for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
    {
        received += DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
    }
    return received;
}

std::vector<double>
BackgroundLoad::GetMeanRtts() const
{
    return m_rtts.GetMeans();
}

uint64_t
BackgroundLoad::GetWebFlows() const
{
    return m_traffic.forward.GetStarted();
}

void
BackgroundLoad::SetDefaults() const
{
    const auto buffer = UintegerValue(std::llround(m_o.socketBuffer / m_o.scale));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(3));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", buffer);
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", buffer);
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    HsnInternetHelper::SetClassicTcp();
    // millisecond timestamps are too coarse for FAST in ns-3's TCP
    Config::SetDefault("ns3::TcpSocketBase::Timestamp",
                       BooleanValue(m_o.stack == "indexed" || m_o.protocol != "fast"));
    // in ns-3 a closed connection stays for two of these
    Config::SetDefault("ns3::TcpSocketBase::MaxSegLifetime", DoubleValue(1));
    if (m_o.era == "linux")
    {
        // there the variation has a least value, not the timeout
        Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MilliSeconds(200)));
    }
    if (m_o.initialSsthresh > 0)
    {
        Config::SetDefault(BackgroundProtocol::GetType(m_o.protocol) + "::InitialSsthreshSegments",
                           UintegerValue(std::llround(m_o.initialSsthresh)));
    }
    Config::SetDefault("ns3::hsn::TcpHsBase::IncrementScale", DoubleValue(m_o.scale));
    Config::SetDefault("ns3::hsn::TcpFast::Alpha", DoubleValue(m_o.alpha));
    Config::SetDefault("ns3::hsn::TcpFast::AlphaMode", StringValue(m_o.alphaMode));
    Config::SetDefault("ns3::hsn::TcpHsBase::MaxCwndSegments",
                       UintegerValue(std::ceil(m_o.maxCwnd / m_o.scale)));
}

void
BackgroundLoad::AddSockets(const Hosts& hosts) const
{
    for (const auto* nodes : {&hosts.sources, &hosts.sinks, &hosts.left, &hosts.right})
    {
        HsnInternetHelper().Install(*nodes, "ns3::hsn::IndexedTcpSocketFactory");
        for (uint32_t i = 0; i < nodes->GetN(); ++i)
        {
            BackgroundProtocol::Use(nodes->Get(i), "sack", m_o.era == "linux");
        }
    }
}

void
BackgroundLoad::Install(const Hosts& hosts)
{
    AddFlows(hosts);
    AddTraffic(hosts);
}

void
BackgroundLoad::AddFlows(const Hosts& hosts)
{
    for (uint32_t i = 0; i < m_o.flows; ++i)
    {
        const bool isFirst = IsFirst(i);
        const uint32_t host = isFirst ? 0 : 1; // a host has one congestion control
        const auto source = hosts.sources.Get(host);
        const auto sink = hosts.sinks.Get(host);
        BackgroundProtocol::Use(source,
                                isFirst && m_o.first != "same" ? m_o.first : m_o.protocol,
                                m_o.era == "linux");
        const uint16_t port = FLOW_PORT + i;
        PacketSinkHelper sinks(m_factory, InetSocketAddress(Ipv4Address::GetAny(), port));
        m_sinks.Add(sinks.Install(sink));
        BulkSendHelper bulk(m_factory,
                            InetSocketAddress(HighSpeedDumbbellHelper::GetAddress(sink), port));
        bulk.SetAttribute("SendSize", UintegerValue(CHUNK));
        auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetStream(START_STREAM + i);
        const double start = isFirst ? m_o.firstStart : m_o.secondStart;
        const Time at = BackgroundOptions::At(start + jitter->GetValue(-m_o.jitter, m_o.jitter));
        const auto application = bulk.Install(source);
        application.Start(at);
        m_rtts.Watch(application.Get(0), at);
    }
    m_rtts.MeasureFrom(BackgroundOptions::At(m_o.measure));
}

void
BackgroundLoad::AddTraffic(const Hosts& hosts)
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
        helper.SetLongFlows(m_o.longFlows, m_o.longFlows);
    }
    helper.SetProtocol(m_factory);
    helper.SetPort(WEB_PORT);
    m_traffic = helper.Install(hosts.left, hosts.right);
    helper.AssignStreams(m_traffic, TRAFFIC_STREAM);
}
} // namespace hsn
} // namespace ns3
