// SPDX-License-Identifier: GPL-2.0-only
#include "tear-flows.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/tear-header.h"
#include "ns3/tear-helper.h"
#include "ns3/tear-message-socket.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/tfrc-socket-factory.h"
#include "ns3/tfrc-socket.h"

#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t FIRST_PORT = 5000;      ///< of flows
constexpr uint32_t TCP_HEADERS = 40;       ///< octets of IP and TCP without options
constexpr uint32_t TEAR_HEADERS = 52;      ///< octets of IP and TEAR
constexpr double WATCH_AFTER = 5;          ///< s after which a flow of TEAR is watched
constexpr uint32_t TFRC_HEADERS = 44;      ///< octets of IP and TFRC
constexpr uint32_t WIRELESS_BUFFER = 8192; ///< octets of TCP's receive buffer

/// @param name of an attribute of TCP @param value default from now on
void
SetTcp(const std::string& name, const AttributeValue& value)
{
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::" + name, value);
}
} // namespace

void
TearProtocols::Configure(const TearOptions& o)
{
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName(o.tcpVariant)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(o.packet - TCP_HEADERS));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    HsnInternetHelper::SetClassicTcp();
    SetTcp("Timestamp", BooleanValue(false));
    SetTcp("Sack", BooleanValue(o.sack));
    SetTcp("MinRto", TimeValue(o.IsWireless() ? Seconds(1) : MilliSeconds(200)));
    if (o.IsWireless())
    {
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(WIRELESS_BUFFER));
    }
    TearHelper::SetPreset(!o.IsWireless() ? TearHelper::INTERNET
                          : o.bytes == 0  ? TearHelper::WIRELESS
                                          : TearHelper::WIRELESS_BULK);
    TearHelper::SetAttribute("RoundSample", StringValue(o.roundSample));
    Config::SetDefault("ns3::hsn::TearSocket::SegmentSize", UintegerValue(o.packet - TEAR_HEADERS));
    Config::SetDefault("ns3::hsn::TfrcSocket::SegmentSize", UintegerValue(o.packet - TFRC_HEADERS));
    if (o.r1 > 0)
    {
        TearHelper::SetAttribute("R1", TimeValue(Seconds(o.r1 / 1000)));
    }
    if (o.r2 > 0)
    {
        TearHelper::SetAttribute("R2", TimeValue(Seconds(o.r2 / 1000)));
    }
    if (o.minWindow > 0)
    {
        TearHelper::SetAttribute("MinWindow", DoubleValue(o.minWindow));
    }
    if (o.epochs != "preset")
    {
        TearHelper::SetAttribute("EpochMaxRounds", UintegerValue(o.epochs == "rounds"));
    }
    if (o.rttSource != "preset")
    {
        TearHelper::SetAttribute("RttSource", StringValue(o.rttSource));
    }
}

std::string
TearProtocols::GetFactory(const std::string& protocol, bool isReliable)
{
    if (protocol == "tcp")
    {
        return "ns3::hsn::IndexedTcpSocketFactory";
    }
    if (protocol == "tfrc")
    {
        return "ns3::hsn::TfrcSocketFactory";
    }
    return isReliable ? "ns3::hsn::TearStreamSocketFactory" : "ns3::hsn::TearSocketFactory";
}

// --- TEAR -------------------------------------------------------------------------------------

void
TearWatch::Connect(Ptr<Socket> receiver, Ptr<Socket> sender)
{
    since = Simulator::Now();
    receiver->TraceConnectWithoutContext("Direction", MakeCallback(&TearWatch::CountTurn, this));
    receiver->TraceConnectWithoutContext("FeedbackTx",
                                         MakeCallback(&TearWatch::CountFeedback, this));
    sender->TraceConnectWithoutContext("Rate", MakeCallback(&TearWatch::NoteRate, this));
    sender->TraceConnectWithoutContext("Rtt", MakeCallback(&TearWatch::NoteRtt, this));
}

void
TearWatch::NoteRtt(Time /* before */, Time now)
{
    const Time at = Simulator::Now();
    if (m_rttFrom == Time(0))
    {
        m_rttFrom = at;
    }
    m_rttArea += m_rtt.GetSeconds() * (at - m_rttAt).GetSeconds();
    m_rtt = now;
    m_rttAt = at;
}

double
TearWatch::GetMeanRtt() const
{
    const Time now = Simulator::Now();
    const double last = m_rtt.GetSeconds() * (now - m_rttAt).GetSeconds();
    return m_rttFrom < now ? (m_rttArea + last) / (now - m_rttFrom).GetSeconds() : 0;
}

void
TearWatch::NoteRate(double /* before */, double now)
{
    rate = now / 1000;
}

void
TearWatch::CountTurn(int /* before */, int /* now */)
{
    ++turns;
}

void
TearWatch::CountFeedback(const TearFeedbackHeader& header)
{
    m_earlierLosses = m_hasBegun ? m_earlierLosses : header.lossEvents;
    m_hasBegun = true;
    lossEvents = header.lossEvents - m_earlierLosses;
    ++feedback;
}

// --- flows ------------------------------------------------------------------------------------

TearFlows::TearFlows(const TearOptions& o, TearNetwork& network)
    : m_o(o),
      m_network(network)
{
    const auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(10);
    const std::pair<const char*, uint32_t> all[] = {{"tcp", o.tcp},
                                                    {"tear", o.tear},
                                                    {"tfrc", o.tfrc}};
    for (const auto& [protocol, count] : all)
    {
        const bool stops = std::string(protocol) == "tcp" && o.tcpStop > 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            Add(protocol,
                Seconds(start->GetValue(0, o.spread)),
                Seconds(stops ? o.tcpStop : o.duration));
        }
    }
    Simulator::Schedule(Seconds(o.bin), &TearFlows::Sample, this);
    network.SetArrival([this](uint16_t port, uint32_t bytes) { Receive(port, bytes); });
}

void
TearFlows::Add(const std::string& protocol, Time start, Time stop)
{
    Flow flow;
    flow.protocol = protocol;
    flow.port = static_cast<uint16_t>(FIRST_PORT + m_flows.size());
    flow.bins.resize(static_cast<std::size_t>(std::ceil(m_o.duration / m_o.bin)));
    const std::string factory = TearProtocols::GetFactory(protocol, false);
    PacketSinkHelper sinks(factory, InetSocketAddress(Ipv4Address::GetAny(), flow.port));
    const auto sink = sinks.Install(m_network.GetClient()).Get(0);
    BulkSendHelper source(factory, m_network.GetAddress(flow.port));
    const uint32_t headers = protocol == "tcp"    ? TCP_HEADERS
                             : protocol == "tear" ? TEAR_HEADERS
                                                  : TFRC_HEADERS;
    source.SetAttribute("SendSize", UintegerValue(m_o.packet - headers));
    auto application = source.Install(m_network.GetServer());
    application.Start(start);
    application.Stop(stop);
    if (protocol == "tear")
    {
        // its socket exists once the connection does
        flow.watch = std::make_unique<TearWatch>();
        Simulator::Schedule(start + Seconds(WATCH_AFTER),
                            &TearFlows::Watch,
                            this,
                            m_flows.size(),
                            sink,
                            application.Get(0));
    }
    m_flows.push_back(std::move(flow));
}

void
TearFlows::Receive(uint16_t port, uint32_t bytes)
{
    const std::size_t i = static_cast<uint16_t>(port - FIRST_PORT);
    if (i < m_flows.size())
    {
        m_flows[i].bytes += bytes;
        const auto bin = static_cast<std::size_t>(Simulator::Now().GetSeconds() / m_o.bin);
        if (bin < m_flows[i].bins.size())
        {
            m_flows[i].bins[bin] += bytes;
        }
    }
}

void
TearFlows::Watch(std::size_t flow, Ptr<Application> sink, Ptr<Application> source)
{
    const auto sockets = DynamicCast<PacketSink>(sink)->GetAcceptedSockets();
    if (sockets.empty()) // the first packets were lost
    {
        Simulator::Schedule(Seconds(1), &TearFlows::Watch, this, flow, sink, source);
        return;
    }
    m_flows[flow].watch->Connect(sockets.front(),
                                 DynamicCast<BulkSendApplication>(source)->GetSocket());
}

void
TearFlows::Sample()
{
    for (auto& flow : m_flows)
    {
        if (flow.watch)
        {
            flow.rates.push_back(flow.watch->rate);
        }
    }
    Simulator::Schedule(Seconds(m_o.bin), &TearFlows::Sample, this);
}

JsonObject
TearFlows::Run()
{
    Simulator::Stop(Seconds(m_o.duration));
    Simulator::Run();
    JsonObject result;
    result.Set("bin", m_o.bin);
    std::vector<JsonObject> flows;
    for (const auto& flow : m_flows)
    {
        std::vector<double> rates;
        for (const uint64_t bytes : flow.bins)
        {
            rates.push_back(static_cast<double>(bytes) * 8 / 1000 / m_o.bin);
        }
        JsonObject one;
        one.Set("protocol", flow.protocol);
        one.Set("bytes", flow.bytes);
        one.Set("kbps", rates);
        if (flow.watch)
        {
            one.Set("sender_kbps", flow.rates);
            one.Set("watched_s", m_o.duration - flow.watch->since.GetSeconds());
            one.Set("rtt_s", flow.watch->GetMeanRtt());
            one.Set("feedback", flow.watch->feedback);
            one.Set("loss_events", flow.watch->lossEvents);
            one.Set("turns", flow.watch->turns);
        }
        flows.push_back(one);
    }
    result.Set("flows", flows);
    Simulator::Destroy();
    return result;
}

// --- transfers --------------------------------------------------------------------------------

TearTransfers::TearTransfers(const TearOptions& o, TearNetwork& network)
    : m_o(o),
      m_network(network),
      m_factory(TearProtocols::GetFactory(o.tcp > 0 ? "tcp" : "tear", true))
{
    Simulator::Schedule(Seconds(1), &TearTransfers::Start, this);
}

void
TearTransfers::Start()
{
    const auto port = static_cast<uint16_t>(FIRST_PORT + m_times.size());
    PacketSinkHelper sinks(m_factory, InetSocketAddress(Ipv4Address::GetAny(), port));
    const auto sink = sinks.Install(m_network.GetClient()).Get(0);
    sink->TraceConnectWithoutContext("Rx", MakeCallback(&TearTransfers::Receive, this));
    BulkSendHelper source(m_factory, m_network.GetAddress(port));
    source.SetAttribute("MaxBytes", UintegerValue(m_o.bytes));
    source.Install(m_network.GetServer());
    m_received = 0;
    m_startedAt = Simulator::Now();
    m_isRunning = true;
    Simulator::Schedule(Seconds(m_o.patience),
                        &TearTransfers::GiveUp,
                        this,
                        static_cast<uint32_t>(m_times.size()));
}

void
TearTransfers::Receive(Ptr<const Packet> packet, const Address& /* from */)
{
    m_received += packet->GetSize();
    if (m_isRunning && m_received >= m_o.bytes)
    {
        Finish((Simulator::Now() - m_startedAt).GetSeconds());
    }
}

void
TearTransfers::GiveUp(uint32_t number)
{
    if (m_isRunning && number == m_times.size())
    {
        Finish(-1);
    }
}

void
TearTransfers::Finish(double seconds)
{
    m_isRunning = false;
    m_times.push_back(seconds);
    if (m_times.size() < m_o.transfers)
    {
        Simulator::Schedule(Seconds(m_o.gap), &TearTransfers::Start, this);
    }
    else
    {
        Simulator::Stop();
    }
}

JsonObject
TearTransfers::Run()
{
    Simulator::Run();
    JsonObject result;
    result.Set("times", m_times);
    Simulator::Destroy();
    return result;
}
} // namespace hsn
} // namespace ns3
