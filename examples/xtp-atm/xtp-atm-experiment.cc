// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-experiment.h"

#include "ns3/boolean.h"
#include "ns3/cell-burst.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/link-socket-address.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tick-clock.h"
#include "ns3/transport-protocol.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 5000;
constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t XTP = 0x88b5;
constexpr int64_t START_STREAM = 1;
constexpr int64_t CLOCK_STREAM = 100;

/// @param ms milliseconds @return the time, in whole nanoseconds
Time
FromMilliseconds(double ms)
{
    return NanoSeconds(std::llround(ms * 1e6));
}
} // namespace

XtpAtmExperiment::XtpAtmExperiment(const XtpAtmOptions& options)
    : m_o(options),
      m_network(m_o)
{
}

void
XtpAtmExperiment::SetTcpDefaults() const
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_o.mps));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(FromMilliseconds(m_o.initialRto)));
    // a sender with unlimited data never gives up
    Config::SetDefault("ns3::TcpSocket::ConnCount", UintegerValue(1000));
    Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000000));
    // PVCs need no address resolution: it must not delay the first packets
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName("ns3::hsn::TcpBsdReno")));
    Config::SetDefault("ns3::hsn::TcpBsdReno::ExtraEighth", BooleanValue(m_o.extraEighth));
    Config::SetDefault("ns3::hsn::TickClock::SlowTick",
                       TimeValue(FromMilliseconds(m_o.granularity)));
    const std::string socket = "ns3::hsn::IndexedTcpSocket::";
    Config::SetDefault(socket + "TimerMode", StringValue("BsdTicks"));
    Config::SetDefault(socket + "LossRecovery", StringValue(m_o.recovery));
    Config::SetDefault(socket + "FixedSizeSegments", BooleanValue(true));
    Config::SetDefault(socket + "Sack", BooleanValue(m_o.recovery == "Sack"));
    Config::SetDefault(socket + "Timestamp", BooleanValue(false));
    Config::SetDefault(socket + "WindowScaling", BooleanValue(true));
    Config::SetDefault(socket + "LimitedTransmit", BooleanValue(false));
}

void
XtpAtmExperiment::SetXtpDefaults() const
{
    const std::string socket = "ns3::hsn::XtpSocket::";
    Config::SetDefault(socket + "SegmentSize", UintegerValue(m_o.mps));
    Config::SetDefault(socket + "ErrorControl", StringValue(m_o.errorControl));
    Config::SetDefault(socket + "GbnKeepsOutOfOrder", BooleanValue(m_o.gbnKeeps));
    Config::SetDefault(socket + "SuppressRepeatRetransmission", BooleanValue(m_o.suppressRepeats));
    Config::SetDefault(socket + "Rate", DataRateValue(m_o.rate));
    Config::SetDefault(socket + "Burst", UintegerValue(m_o.burst));
    Config::SetDefault(socket + "RateCounts", StringValue(m_o.rateCounts));
    Config::SetDefault(socket + "FlowControl", BooleanValue(false));
    Config::SetDefault(socket + "InitialWTimer", TimeValue(FromMilliseconds(m_o.initialWtimer)));
    Config::SetDefault(socket + "TimerGranularity", TimeValue(FromMilliseconds(m_o.granularity)));
    Config::SetDefault(socket + "VarianceMultiplier", DoubleValue(m_o.varianceMultiplier));
}

void
XtpAtmExperiment::AddFlows()
{
    uint32_t greatest = 0;
    NetDeviceContainer tcp;
    std::vector<XtpAtmNetwork::Pair> pairs;
    for (uint32_t i = 0; i < m_o.GetFlows(); ++i)
    {
        const bool xtp = i < m_o.xtp;
        const auto pair = m_network.Add(m_o.GetLength(i), xtp ? XTP : IPV4);
        pairs.push_back(pair);
        if (m_o.shaped)
        {
            pair.pvc.a->SetAttribute("CellRate", DataRateValue(m_o.shaperRate));
        }
        const NodeContainer hosts(pair.source->GetNode(), pair.sink->GetNode());
        InternetStackHelper().Install(hosts);
        HsnInternetHelper().Install(hosts);
        TickClock::AssignStreams(pair.source->GetNode(), CLOCK_STREAM + i);
        if (!xtp)
        {
            tcp.Add(pair.source);
            tcp.Add(pair.sink);
        }
        greatest = std::max(greatest, m_o.GetWindow(i));
    }
    // room for more than a window, so that the window is the limit
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(greatest + 4 * m_o.mps));
    Config::SetDefault("ns3::hsn::ConnectionSocket::SndBufSize",
                       UintegerValue(greatest + 4 * m_o.mps));
    Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize",
                       UintegerValue(greatest + 4 * m_o.mps));
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.0.0");
    const auto interfaces = addresses.Assign(tcp);
    for (uint32_t i = 0; i < m_o.GetFlows(); ++i)
    {
        const auto& pair = pairs[i];
        if (i < m_o.xtp)
        {
            m_flows.push_back(std::make_unique<XtpAtmFlow>(
                m_o,
                i,
                pair,
                LinkSocketAddress(pair.source, 0),
                LinkSocketAddress(pair.source->GetIfIndex(), pair.pvc.a->GetPeerAddress(), PORT),
                LinkSocketAddress(pair.sink, PORT)));
            continue;
        }
        const auto address = interfaces.GetAddress(2 * (i - m_o.xtp) + 1);
        m_flows.push_back(std::make_unique<XtpAtmFlow>(m_o,
                                                       i,
                                                       pair,
                                                       Address(),
                                                       InetSocketAddress(address, PORT),
                                                       InetSocketAddress(address, PORT)));
    }
}

void
XtpAtmExperiment::StartFlows()
{
    auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(START_STREAM);
    for (const auto& flow : m_flows)
    {
        flow->Start(FromMilliseconds(start->GetValue(0, m_o.spread)));
    }
}

void
XtpAtmExperiment::Mark()
{
    for (const auto& flow : m_flows)
    {
        flow->Mark();
    }
    const auto c = m_network.GetBottleneck()->GetCounters();
    m_cellsIn = c.in;
    m_discarded = c.GetDiscarded();
}

JsonObject
XtpAtmExperiment::Run()
{
    SetTcpDefaults();
    SetXtpDefaults();
    AddFlows();
    StartFlows();
    if (m_o.load > 0)
    {
        m_background = std::make_unique<XtpAtmBackground>(m_o, m_network);
    }
    const Time warmup = Seconds(m_o.warmup);
    Simulator::Schedule(warmup, &XtpAtmExperiment::Mark, this);
    Simulator::Stop(warmup + Seconds(m_o.duration));
    Simulator::Run();
    JsonObject out;
    AddRates(out);
    AddCells(out);
    AddXtp(out);
    if (m_background)
    {
        m_background->Report(out);
    }
    Simulator::Destroy();
    return out;
}

void
XtpAtmExperiment::AddRates(JsonObject& out) const
{
    std::vector<double> goodputs;
    std::vector<double> offered;
    std::vector<double> efficiencies;
    std::vector<uint64_t> resent;
    std::vector<uint64_t> timeouts;
    double cells = 0;
    for (const auto& flow : m_flows)
    {
        const auto c = flow->GetCounters();
        const double mbps = 8e-6 / m_o.duration;
        goodputs.push_back(c.delivered * mbps);
        offered.push_back(c.offered * mbps);
        efficiencies.push_back(c.offered > 0 ? static_cast<double>(c.delivered) / c.offered : 0);
        resent.push_back(c.resent);
        timeouts.push_back(c.timeouts);
        cells += static_cast<double>(c.offered) / m_o.mps * flow->GetCells();
    }
    out.Set("goodputs_mbps", goodputs);
    out.Set("offered_mbps", offered);
    out.Set("efficiencies", efficiencies);
    out.Set("resent", resent);
    out.Set("timeouts", timeouts);
    out.Set("offered_cells", cells);
}

void
XtpAtmExperiment::AddCells(JsonObject& out) const
{
    const auto c = m_network.GetBottleneck()->GetCounters();
    out.Set("queue_in", c.in - m_cellsIn);
    out.Set("queue_discarded", c.GetDiscarded() - m_discarded);
    out.Set("discarded", m_network.GetDiscarded());
    out.Set("lost_elsewhere", m_network.GetLostElsewhere());
    std::vector<uint64_t> packets;
    std::vector<uint64_t> cells;
    std::vector<uint64_t> answers;
    std::vector<uint64_t> answerCells;
    std::vector<uint64_t> naks;
    for (const auto& flow : m_flows)
    {
        const auto& pvc = flow->GetPair().pvc;
        packets.push_back(pvc.a->GetTxCounters().sdus);
        cells.push_back(pvc.a->GetTxCounters().cells);
        answers.push_back(pvc.leaves[0]->GetTxCounters().sdus);
        answerCells.push_back(pvc.leaves[0]->GetTxCounters().cells);
        naks.push_back(flow->GetNaks());
    }
    out.Set("packets", packets);
    out.Set("packet_cells", cells);
    out.Set("answers", answers);
    out.Set("answer_cells", answerCells);
    out.Set("naks", naks);
}

void
XtpAtmExperiment::AddXtp(JsonObject& out) const
{
    std::vector<double> rtts;
    std::vector<double> medians;
    std::vector<double> rtimers;
    std::vector<uint64_t> handshakes;
    std::vector<uint64_t> unblocked;
    std::vector<uint64_t> full;
    for (const auto& flow : m_flows)
    {
        if (!flow->IsXtp())
        {
            continue;
        }
        const auto c = flow->GetCounters();
        rtts.push_back(flow->GetRtts().GetMean() * 1e3);
        medians.push_back(flow->GetHandshakes().GetPercentile(0.5) * 1e3);
        rtimers.push_back(flow->GetRtimer().GetSeconds() * 1e3);
        handshakes.push_back(c.handshakes);
        unblocked.push_back(flow->GetUnblockedHandshakes());
        full.push_back(c.fullTimes);
    }
    out.Set("rtts_ms", rtts);
    out.Set("handshakes", handshakes);
    out.Set("handshake_medians_ms", medians);
    out.Set("handshakes_unblocked", unblocked);
    out.Set("rtimers_ms", rtimers);
    out.Set("buffer_full", full);
}
} // namespace hsn
} // namespace ns3
