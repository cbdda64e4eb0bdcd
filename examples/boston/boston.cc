// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The simulated network of the paper boston (figure 3): TCP connections from many sources to one
 * sink over an ATM switch, whose output to the sink is the bottleneck.
 *
 *     source 1 --\
 *        ...      switch ---- sink          every link 1.5 Mbit/s, 10 ms
 *     source 16 -/
 *
 * --switches=3 puts two more switches in a row before the sink; --cross=4 adds connections that
 * enter at a switch and leave behind the next one. Transports: TCP over AAL5, or TCP Boston without
 * (BostonBp) and with (BostonFec) redundancy; each with Vegas or Reno. Prints one line of metrics,
 * a JSON object.
 */
#include "../program-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t IP_TCP_HEADERS = 40;
constexpr uint16_t PORT = 5000;

/// Parameters of a run; the defaults are the paper's, with the specification's choices where it is
/// silent.
struct Options
{
    // network
    uint32_t sources{16};
    uint32_t switches{1};
    uint32_t cross{0};
    std::string linkRate{"1.5Mbps"};
    double delay{10};     // ms, each link
    uint32_t buffer{256}; // cells
    std::string discard{"TailDrop"};
    double epdThreshold{0.5};
    double cellLoss{0}; // at the output to the sink
    std::string drop;   // cells there that are lost
    bool slotted{true};
    bool llcSnap{false};
    // transport
    std::string protocol{"Tcp"};
    std::string flow{"Vegas"};
    uint32_t packet{1500};
    uint32_t window{65535};
    double minRto{1000};     // ms
    double granularity{100}; // ms
    // Boston
    std::string policy{"Fixed"};
    double gamma{-1};
    double gammaRetx{-1};
    int interleave{-1};
    double targetRounds{2};
    std::string cellIdMode{"OutOfBand"};
    std::string headerMode{"CodedPdu"};
    bool chargeRedundancy{false};
    bool chargeFields{true};
    bool partialAckCountsAsDup{false};
    double processingDelay{0}; // ms
    // measurement
    double duration{700}; // s
    double spread{1};     // s in which connections start
    double deadline{0};   // ms, 0: by packet size
    double histogramBin{100};
    std::string responseClock{"Cell"};
    uint64_t maxBytes{0}; // each connection, 0: no limit

    /// @return whether TCP Boston is used
    bool IsBoston() const
    {
        return protocol != "Tcp";
    }

    /// @return the deadline, ms: the paper's for its two packet sizes, others in proportion to what
    /// is between
    double GetDeadline() const
    {
        return deadline > 0 ? deadline : 700 + 700 * (packet - 1500.0) / (9180 - 1500);
    }
};

/// What Boston's adaptation layer at the receivers says of segments.
struct SegmentMonitor
{
    SampleSummary transmissions; //!< of each segment

    void Complete(uint16_t, Time, uint32_t sent)
    {
        transmissions.Add(sent);
    }
};

/// Discards cells at random and independently, or chosen ones, besides those that find the buffer
/// full.
class DeliberateCellDiscard : public TailCellDiscard
{
  public:
    /// @param loss probability @param chosen numbers of cells, from 0
    void SetLoss(double loss, const std::vector<int64_t>& chosen)
    {
        m_loss = loss;
        m_chosen.insert(chosen.begin(), chosen.end());
        m_random->SetStream(2);
    }

    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override
    {
        const bool lost = m_chosen.count(m_seen++) > 0 || m_random->GetValue(0, 1) < m_loss;
        return lost ? CELL_BUFFER_FULL : TailCellDiscard::Decide(cell, queued, capacity, state);
    }

  private:
    double m_loss{0};
    std::set<int64_t> m_chosen;
    mutable int64_t m_seen{0};
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
};

/// The scenario.
class Network
{
  public:
    /// @param options parameters
    explicit Network(const Options& options)
        : m_o(options)
    {
    }

    /// Runs it. @return the metrics
    JsonObject Run();

  private:
    /// A connection.
    struct Connection
    {
        Ptr<AtmNetDevice> source;
        Ptr<AtmNetDevice> sink;
        AtmPvc pvc;
        Ipv4Address from;
        Ptr<BulkSendApplication> application;
        uint64_t bytes{0}; //!< that its receiver has in order
        bool cross{false}; //!< it is cross traffic
    };

    /// What senders did, in all.
    struct SenderSums
    {
        IndexedTcpSocket::Counters tcp;
        BostonSocket::BostonCounters boston;
    };

    void Build();
    void SetDefaults() const;
    void SetBostonDefaults() const;
    void InstallStacks();
    Ptr<AtmNetDevice> AddHost(uint32_t at);
    void StartApplications();
    void Measure(const Connection& connection);
    void Departs(AtmVcId, Ptr<const AtmPdu> pdu);
    void IsSent(Ptr<const Packet> packet);
    void Arrives(Ptr<const Packet> packet);
    void Received(Ptr<const Packet> packet, const Address& from);
    void AddGoodput(JsonObject& out) const;
    void AddResponse(JsonObject& out) const;
    void AddCells(JsonObject& out) const;
    void AddTransport(JsonObject& out) const;
    SenderSums SumSenders() const;
    Ptr<AtmOutputPort> GetBottleneck(uint32_t i) const;

    Options m_o;
    AtmHelper m_atm;
    NodeContainer m_hosts;
    NodeContainer m_switchNodes;
    AtmSwitchContainer m_switches;
    std::vector<Ptr<AtmSwitchPort>> m_outputs; //!< of each switch towards the next, or the sink
    NetDeviceContainer m_devices;              //!< of hosts
    std::vector<Connection> m_connections;
    std::map<Ipv4Address, std::size_t> m_bySource;
    ResponseTimeCollector m_response;
    SegmentMonitor m_segments;
};

// --- network --------------------------------------------------------------------------------

Ptr<AtmNetDevice>
Network::AddHost(uint32_t at)
{
    auto host = CreateObject<Node>();
    m_hosts.Add(host);
    const auto ends = m_atm.Install(host, m_switchNodes.Get(at));
    m_devices.Add(ends.Get(0));
    return DynamicCast<AtmNetDevice>(ends.Get(0));
}

void
Network::Build()
{
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    if (m_o.discard == "Ppd")
    {
        switches.SetDiscardPolicy("ns3::hsn::PartialPacketDiscard");
    }
    else if (m_o.discard == "Epd")
    {
        switches.SetDiscardPolicy("ns3::hsn::EarlyPacketDiscard",
                                  "Threshold",
                                  DoubleValue(m_o.epdThreshold));
    }
    m_switchNodes.Create(m_o.switches);
    m_switches = switches.Install(m_switchNodes);

    m_atm.SetChannelAttribute("DataRate", StringValue(m_o.linkRate));
    m_atm.SetChannelAttribute("Delay", TimeValue(MicroSeconds(std::llround(m_o.delay * 1000))));
    m_atm.SetDeviceAttribute("Mtu", UintegerValue(m_o.packet));
    m_atm.SetVcAttribute("Encapsulation", StringValue(m_o.llcSnap ? "LlcSnap" : "VcMux"));
    m_atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    for (uint32_t i = 0; i + 1 < m_o.switches; ++i)
    {
        const auto ends = m_atm.Install(m_switchNodes.Get(i), m_switchNodes.Get(i + 1));
        m_outputs.push_back(DynamicCast<AtmSwitchPort>(ends.Get(0)));
    }
    auto sinkNode = CreateObject<Node>();
    m_hosts.Add(sinkNode);
    const auto ends = m_atm.Install(sinkNode, m_switchNodes.Get(m_o.switches - 1));
    m_devices.Add(ends.Get(0));
    m_outputs.push_back(DynamicCast<AtmSwitchPort>(ends.Get(1)));
    const auto sink = DynamicCast<AtmNetDevice>(ends.Get(0));
    if (m_o.slotted)
    {
        for (const auto& node : m_switches)
        {
            node->SetAttribute("SlotTime",
                               TimeValue(TimeStep(sink->GetAtmChannel()->GetCellTime())));
        }
    }
    if (m_o.cellLoss > 0 || !m_o.drop.empty())
    {
        auto policy = CreateObject<DeliberateCellDiscard>();
        policy->SetLoss(m_o.cellLoss, SplitNumbers("drop", m_o.drop));
        m_outputs.back()->GetOutput()->GetQueue(ATM_UBR)->SetAttribute("DiscardPolicy",
                                                                       PointerValue(policy));
    }
    const auto connect = [this](Ptr<AtmNetDevice> from, Ptr<AtmNetDevice> to, bool cross) {
        Connection connection;
        connection.source = from;
        connection.sink = to;
        connection.pvc = m_atm.ConnectPvc(from, to);
        connection.cross = cross;
        m_connections.push_back(connection);
    };
    for (uint32_t i = 0; i < m_o.sources; ++i)
    {
        connect(AddHost(0), sink, false);
    }
    for (uint32_t hop = 0; hop + 1 < m_o.switches; ++hop)
    {
        for (uint32_t i = 0; i < m_o.cross; ++i)
        {
            const auto source = AddHost(hop);
            connect(source, AddHost(hop + 1), true);
        }
    }
    AtmHelper::AssignStreams(m_devices, 100);
}

Ptr<AtmOutputPort>
Network::GetBottleneck(uint32_t i) const
{
    return m_outputs[i]->GetOutput();
}

// --- transport ------------------------------------------------------------------------------

void
Network::SetDefaults() const
{
    const uint32_t segment = m_o.packet - IP_TCP_HEADERS;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(m_o.flow == "Reno" ? 1 : 2));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    // room for more than a window, so that it is the window that limits
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_o.window + 4 * segment));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_o.window));
    // infinite data is never given up
    Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000000));
    // a PVC needs no address resolution, so none may delay the first packets
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    // what the sockets here take over from ns-3's
    const std::string base = "ns3::TcpSocketBase::";
    Config::SetDefault(base + "Sack", BooleanValue(false));
    Config::SetDefault(base + "Timestamp", BooleanValue(false));
    Config::SetDefault(base + "WindowScaling", BooleanValue(false));
    Config::SetDefault(base + "LimitedTransmit", BooleanValue(false));
    Config::SetDefault(base + "MinRto", TimeValue(MicroSeconds(std::llround(m_o.minRto * 1000))));
    Config::SetDefault(base + "ClockGranularity",
                       TimeValue(MicroSeconds(std::llround(m_o.granularity * 1000))));
    const std::string socket = "ns3::hsn::IndexedTcpSocket::";
    Config::SetDefault(socket + "LossRecovery", StringValue("Reno"));
    Config::SetDefault(socket + "FixedSizeSegments", BooleanValue(m_o.maxBytes == 0));
    Config::SetDefault(socket + "FineRetransmit", BooleanValue(m_o.flow == "Vegas"));
    const std::map<std::string, std::string> control = {{"Vegas", "ns3::hsn::TcpVegasClassic"},
                                                        {"Reno", "ns3::hsn::TcpBsdReno"},
                                                        {"Ns3Vegas", "ns3::TcpVegas"}};
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName(control.at(m_o.flow))));
}

void
Network::SetBostonDefaults() const
{
    const bool fec = m_o.protocol == "BostonFec";
    const std::string socket = "ns3::hsn::BostonSocket::";
    Config::SetDefault(socket + "RedundancyPolicy", StringValue(fec ? m_o.policy : "None"));
    Config::SetDefault(socket + "Gamma", DoubleValue(m_o.gamma < 0 ? 0.033 : m_o.gamma));
    Config::SetDefault(socket + "GammaRetx", DoubleValue(m_o.gammaRetx < 0 ? 0.1 : m_o.gammaRetx));
    Config::SetDefault(socket + "TargetRounds", DoubleValue(m_o.targetRounds));
    Config::SetDefault(socket + "CellIdMode", StringValue(m_o.cellIdMode));
    Config::SetDefault(socket + "HeaderMode", StringValue(m_o.headerMode));
    Config::SetDefault(socket + "ChargeRedundancy", BooleanValue(m_o.chargeRedundancy));
    Config::SetDefault(socket + "PartialAckCountsAsDup", BooleanValue(m_o.partialAckCountsAsDup));
}

void
Network::InstallStacks()
{
    SetDefaults();
    InternetStackHelper().Install(m_hosts);
    if (m_o.IsBoston())
    {
        SetBostonDefaults();
        const bool all = m_o.interleave < 0 && m_o.protocol == "BostonFec";
        BostonHelper boston;
        boston.SetAalAttribute("InterleaveDepth",
                               UintegerValue(all ? 0 : std::abs(m_o.interleave)));
        boston.SetAalAttribute("ChargeFields", BooleanValue(m_o.chargeFields));
        boston.SetAalAttribute("ProcessingDelay",
                               TimeValue(MicroSeconds(std::llround(m_o.processingDelay * 1000))));
        boston.Install(m_hosts);
    }
    else
    {
        HsnInternetHelper().Install(m_hosts);
    }
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.0.0");
    addresses.Assign(m_devices);
}

void
Network::StartApplications()
{
    const std::string factory = m_o.IsBoston()           ? "ns3::hsn::BostonSocketFactory"
                                : m_o.flow == "Ns3Vegas" ? "ns3::TcpSocketFactory"
                                                         : "ns3::hsn::IndexedTcpSocketFactory";
    const auto address = [](Ptr<AtmNetDevice> device) {
        const auto ip = device->GetNode()->GetObject<Ipv4>();
        return ip->GetAddress(ip->GetInterfaceForDevice(device), 0).GetLocal();
    };
    auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(1);
    NodeContainer sinks;
    for (auto& connection : m_connections)
    {
        connection.from = address(connection.source);
        m_bySource[connection.from] = &connection - m_connections.data();
        if (!sinks.Contains(connection.sink->GetNode()->GetId()))
        {
            sinks.Add(connection.sink->GetNode());
        }
        BulkSendHelper bulk(factory, InetSocketAddress(address(connection.sink), PORT));
        bulk.SetAttribute("SendSize", UintegerValue(m_o.packet - IP_TCP_HEADERS));
        bulk.SetAttribute("MaxBytes", UintegerValue(m_o.maxBytes));
        auto apps = bulk.Install(connection.source->GetNode());
        apps.Start(Seconds(start->GetValue(0, m_o.spread)));
        connection.application = DynamicCast<BulkSendApplication>(apps.Get(0));
    }
    PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto receivers = sink.Install(sinks);
    for (uint32_t i = 0; i < receivers.GetN(); ++i)
    {
        receivers.Get(i)->TraceConnectWithoutContext("Rx", MakeCallback(&Network::Received, this));
    }
}

// --- measurement ----------------------------------------------------------------------------

void
Network::Measure(const Connection& connection)
{
    if (m_o.responseClock == "Cell")
    {
        connection.source->TraceConnectWithoutContext("PduTx",
                                                      MakeCallback(&Network::Departs, this));
    }
    else
    {
        connection.source->TraceConnectWithoutContext("MacTx",
                                                      MakeCallback(&Network::IsSent, this));
    }
}

void
Network::Departs(AtmVcId, Ptr<const AtmPdu> pdu)
{
    m_response.NoteDeparture(pdu->GetSdu(), m_o.llcSnap ? Rfc2684::LLC_SNAP_BYTES : 0);
}

void
Network::IsSent(Ptr<const Packet> packet)
{
    m_response.NoteDeparture(packet);
}

void
Network::Arrives(Ptr<const Packet> packet)
{
    m_response.NoteArrival(packet);
}

void
Network::Received(Ptr<const Packet> packet, const Address& from)
{
    const auto address = InetSocketAddress::ConvertFrom(from).GetIpv4();
    m_connections[m_bySource.at(address)].bytes += packet->GetSize();
}

void
Network::AddGoodput(JsonObject& out) const
{
    std::vector<double> each;
    double sum = 0;
    double squares = 0;
    double cross = 0;
    for (const auto& connection : m_connections)
    {
        const double mbps = connection.bytes * 8e-6 / m_o.duration;
        if (connection.cross)
        {
            cross += mbps;
            continue;
        }
        each.push_back(mbps);
        sum += mbps;
        squares += mbps * mbps;
    }
    out.Set("goodput_mbps", sum);
    out.Set("goodput_share", sum * 1e6 / DataRate(m_o.linkRate).GetBitRate());
    out.Set("fairness", sum * sum / (each.size() * squares));
    out.Set("starved", std::count_if(each.begin(), each.end(), [&](double mbps) {
                return mbps < 0.1 * sum / each.size();
            }));
    out.Set("goodputs_mbps", each);
    out.Set("cross_goodput_mbps", cross);
}

void
Network::AddResponse(JsonObject& out) const
{
    const auto& times = m_response.GetTimes();
    const Time deadline = MicroSeconds(std::llround(m_o.GetDeadline() * 1000));
    const auto decided = static_cast<double>(m_response.CountDecided(deadline));
    out.Set("segments_complete", times.GetCount());
    out.Set("segments_under_way", m_response.GetUnderWay());
    out.Set("response_ms", m_response.GetMeanOfConnections() * 1e3);
    out.Set("response_all_ms", times.GetMean() * 1e3);
    out.Set("response_sd_ms", times.GetDeviation() * 1e3);
    out.Set("variability", times.GetDeviation() / times.GetMean());
    out.Set("response_min_ms", times.GetPercentile(0) * 1e3);
    out.Set("response_p50_ms", times.GetPercentile(0.5) * 1e3);
    out.Set("response_p95_ms", times.GetPercentile(0.95) * 1e3);
    out.Set("response_p99_ms", times.GetPercentile(0.99) * 1e3);
    out.Set("response_max_ms", times.GetPercentile(1) * 1e3);
    out.Set("deadline_ms", m_o.GetDeadline());
    out.Set("missed_share", m_response.CountLate(deadline) / decided);
    out.Set("histogram_bin_ms", m_o.histogramBin);
    out.Set("histogram", times.GetHistogram(m_o.histogramBin / 1e3));
    const auto& c = m_response.GetCounters();
    out.Set("transmissions", c.departures);
    out.Set("transmissions_complete", c.arrivals);
    out.Set("packet_loss", 1 - static_cast<double>(c.arrivals) / c.departures);
    out.Set("rounds", static_cast<double>(c.departures) / times.GetCount());
}

void
Network::AddCells(JsonObject& out) const
{
    uint64_t sent = 0;
    uint64_t data = 0;
    for (const auto& connection : m_connections)
    {
        data += connection.cross ? 0 : connection.pvc.a->GetTxCounters().cells;
        sent += connection.pvc.a->GetTxCounters().cells;
        sent += connection.pvc.leaves[0]->GetTxCounters().cells;
    }
    uint64_t received = 0;
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        const auto device = DynamicCast<AtmNetDevice>(m_devices.Get(i));
        received += device->GetRxCounters().cells;
    }
    uint64_t discarded = 0;
    uint64_t queued = 0;
    for (const auto& node : m_switches)
    {
        for (uint32_t i = 0; i < node->GetNPorts(); ++i)
        {
            const auto output = node->GetPort(i)->GetOutput();
            discarded += output->GetCounters().GetDiscarded();
            queued += output->GetNCells();
        }
    }
    AtmCellQueue::Counters all;
    std::vector<uint64_t> discards;
    for (uint32_t i = 0; i < m_outputs.size(); ++i)
    {
        const auto c = GetBottleneck(i)->GetCounters();
        all.in += c.in;
        discards.push_back(c.GetDiscarded());
    }
    const auto last = GetBottleneck(m_outputs.size() - 1)->GetCounters();
    const auto refused = std::accumulate(discards.begin(), discards.end(), uint64_t{0});
    out.Set("cells_data", data);
    out.Set("cells_sent", sent);
    out.Set("cells_received", received);
    out.Set("cells_discarded", discarded);
    out.Set("cells_queued", queued);
    out.Set("cells_on_links",
            static_cast<int64_t>(sent) - static_cast<int64_t>(received + discarded + queued));
    out.Set("cell_loss", static_cast<double>(refused) / all.in);
    out.Set("discarded_by_switch", discards);
    out.Set("sink_cells", last.out);
    out.Set("sink_mb", last.out * CellBurst::CELL_BYTES * 1e-6);
}

Network::SenderSums
Network::SumSenders() const
{
    SenderSums sums;
    for (const auto& connection : m_connections)
    {
        const auto socket = connection.application->GetSocket();
        if (const auto tcp = DynamicCast<IndexedTcpSocket>(socket))
        {
            const auto& c = tcp->GetCounters();
            sums.tcp.retransmissions += c.retransmissions;
            sums.tcp.fastRecoveries += c.fastRecoveries;
            sums.tcp.timeouts += c.timeouts;
        }
        if (const auto boston = DynamicCast<BostonSocket>(socket))
        {
            const auto& c = boston->GetBostonCounters();
            sums.boston.partial += c.partial;
            sums.boston.stale += c.stale;
            sums.boston.malformed += c.malformed;
        }
    }
    return sums;
}

void
Network::AddTransport(JsonObject& out) const
{
    const auto sums = SumSenders();
    if (m_o.flow != "Ns3Vegas") // ns-3's sockets do not count
    {
        out.Set("retransmissions", sums.tcp.retransmissions);
        out.Set("fast_recoveries", sums.tcp.fastRecoveries);
        out.Set("timeouts", sums.tcp.timeouts);
    }
    if (m_o.IsBoston())
    {
        out.Set("partial_reports", sums.boston.partial);
        out.Set("stale_reports", sums.boston.stale);
        out.Set("malformed_reports", sums.boston.malformed);
        out.Set("segment_transmissions", m_segments.transmissions.GetMean());
    }
    uint64_t good = 0;
    uint64_t failed = 0;
    for (const auto& connection : m_connections)
    {
        good += connection.pvc.leaves[0]->GetRxCounters().pdus;
        failed += connection.pvc.leaves[0]->GetRxCounters().GetTotalErrors();
    }
    out.Set("aal5_good", good);
    out.Set("aal5_failed", failed);
}

JsonObject
Network::Run()
{
    Build();
    InstallStacks();
    StartApplications();
    for (const auto& connection : m_connections)
    {
        if (!connection.cross)
        {
            Measure(connection);
        }
    }
    const auto sink = m_connections.front().sink;
    sink->TraceConnectWithoutContext("MacRx", MakeCallback(&Network::Arrives, this));
    if (m_o.IsBoston())
    {
        sink->GetAdaptation()->TraceConnectWithoutContext(
            "SegmentComplete",
            MakeCallback(&SegmentMonitor::Complete, &m_segments));
    }
    Simulator::Stop(Seconds(m_o.duration));
    Simulator::Run();
    JsonObject out;
    AddGoodput(out);
    AddResponse(out);
    AddCells(out);
    AddTransport(out);
    Simulator::Destroy();
    return out;
}

// --- options --------------------------------------------------------------------------------

/// @param name option @param value its value @param allowed what it may be
void
RequireOneOf(const std::string& name,
             const std::string& value,
             const std::vector<std::string>& allowed)
{
    std::string list;
    for (const auto& one : allowed)
    {
        list += (list.empty() ? "must be one of " : ", ") + one;
    }
    RequireOption(std::count(allowed.begin(), allowed.end(), value) == 1, name, value, list);
}

/// Ends the program if options make no sense. @param o options
void
Check(const Options& o)
{
    RequireOption(o.sources >= 1 && o.sources <= 1000, "sources", o.sources, "must be 1 to 1000");
    RequireOption(o.switches >= 1 && o.switches <= 100, "switches", o.switches, "must be 1 to 100");
    RequireOption(o.cross <= 1000, "cross", o.cross, "must be at most 1000");
    RequireOption(o.cross == 0 || o.switches >= 2, "cross", o.cross, "needs two switches or more");
    RequireOption(o.delay >= 0, "delay", o.delay, "must not be negative");
    RequireOption(o.buffer >= 1, "buffer", o.buffer, "must be at least 1 cell");
    RequireOneOf("discard", o.discard, {"TailDrop", "Ppd", "Epd"});
    RequireOption(o.epdThreshold > 0 && o.epdThreshold <= 1,
                  "epdThreshold",
                  o.epdThreshold,
                  "must be above 0 to 1");
    RequireOption(o.cellLoss >= 0 && o.cellLoss < 1,
                  "cellLoss",
                  o.cellLoss,
                  "must be 0 to below 1");
    RequireOption((o.cellLoss == 0 && o.drop.empty()) || o.discard == "TailDrop",
                  "discard",
                  o.discard,
                  "must be TailDrop where cells are lost on purpose");
    RequireOneOf("protocol", o.protocol, {"Tcp", "BostonBp", "BostonFec"});
    RequireOneOf("flow", o.flow, {"Vegas", "Reno", "Ns3Vegas"});
    RequireOption(o.flow != "Ns3Vegas" || !o.IsBoston(),
                  "flow",
                  o.flow,
                  "is ns-3's own TCP, which cannot be Boston's flow manager");
    const std::string error = PacketTrainModel::CheckMtu(o.packet);
    RequireOption(error.empty(), error);
    RequireOption(o.window <= 65535, "window", o.window, "must be at most 65535: no scaling");
    RequireOption(o.window >= o.packet - IP_TCP_HEADERS,
                  "window",
                  o.window,
                  "must hold one segment");
    RequireOption(o.minRto > 0, "minRto", o.minRto, "must be above 0");
    RequireOption(o.granularity >= 0, "granularity", o.granularity, "must not be negative");
    RequireOneOf("policy", o.policy, {"Fixed", "Adaptive"});
    RequireOption(o.gamma < 1, "gamma", o.gamma, "must be below 1");
    RequireOption(o.gammaRetx < 1, "gammaRetx", o.gammaRetx, "must be below 1");
    RequireOption(o.targetRounds >= 1, "targetRounds", o.targetRounds, "must be at least 1");
    RequireOneOf("cellIdMode", o.cellIdMode, {"OutOfBand", "InPayload2", "InPayload4"});
    RequireOneOf("headerMode", o.headerMode, {"CodedPdu", "Replicated", "Ideal"});
    RequireOption(o.processingDelay >= 0,
                  "processingDelay",
                  o.processingDelay,
                  "must not be negative");
    RequireOption(o.duration > 0, "duration", o.duration, "must be above 0");
    RequireOption(o.spread >= 0, "spread", o.spread, "must not be negative");
    RequireOption(o.deadline >= 0, "deadline", o.deadline, "must not be negative");
    RequireOption(o.histogramBin > 0, "histogramBin", o.histogramBin, "must be above 0");
    RequireOneOf("responseClock", o.responseClock, {"Cell", "Tcp"});
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    CommandLine cmd(__FILE__);
    cmd.AddValue("sources", "Connections to the sink", o.sources);
    cmd.AddValue("switches", "Switches in a row", o.switches);
    cmd.AddValue("cross",
                 "Connections that enter at each switch but the last and leave behind the next",
                 o.cross);
    cmd.AddValue("linkRate", "Rate of every link", o.linkRate);
    cmd.AddValue("delay", "Delay of every link, ms", o.delay);
    cmd.AddValue("buffer", "Output buffers of switches, cells", o.buffer);
    cmd.AddValue("discard", "What switches discard: TailDrop, Ppd or Epd", o.discard);
    cmd.AddValue("epdThreshold",
                 "Fill at which Epd refuses packets, part of the buffer",
                 o.epdThreshold);
    cmd.AddValue("cellLoss",
                 "Probability that a cell is lost at the output to the sink",
                 o.cellLoss);
    cmd.AddValue("drop", "Cells that are lost at the output to the sink, numbers from 0", o.drop);
    cmd.AddValue("slotted", "Switches serve their inputs in turns, once in a cell time", o.slotted);
    cmd.AddValue("llcSnap", "LLC/SNAP encapsulation instead of VC multiplexing", o.llcSnap);
    cmd.AddValue("protocol", "Tcp, BostonBp (no redundancy) or BostonFec", o.protocol);
    cmd.AddValue("flow",
                 "Flow control: Vegas, Reno, or Ns3Vegas (ns-3's TCP and TcpVegas)",
                 o.flow);
    cmd.AddValue("packet", "IP packet size, bytes", o.packet);
    cmd.AddValue("window", "TCP window, bytes", o.window);
    cmd.AddValue("minRto", "Least retransmission timeout, ms", o.minRto);
    cmd.AddValue("granularity", "Clock granularity of the timeout, ms", o.granularity);
    cmd.AddValue("policy",
                 "BostonFec: Fixed (gamma, gammaRetx) or Adaptive (targetRounds)",
                 o.policy);
    cmd.AddValue(
        "gamma",
        "BostonFec: extra cells of a first transmission, part of a segment; < 0: the paper's 0.033",
        o.gamma);
    cmd.AddValue(
        "gammaRetx",
        "BostonFec: extra cells of a retransmission, part of a segment; < 0: the paper's 0.1",
        o.gammaRetx);
    cmd.AddValue("interleave",
                 "Segments whose cells leave in turns; 0: all; < 0: 1, with BostonFec all",
                 o.interleave);
    cmd.AddValue("targetRounds",
                 "Adaptive: mean transmissions of a segment to be met",
                 o.targetRounds);
    cmd.AddValue("cellIdMode",
                 "Where the number of a cell is: OutOfBand, InPayload2, InPayload4",
                 o.cellIdMode);
    cmd.AddValue("headerMode", "How the header fares: CodedPdu, Replicated, Ideal", o.headerMode);
    cmd.AddValue("chargeRedundancy", "Extra cells count against the window", o.chargeRedundancy);
    cmd.AddValue("chargeFields", "Boston's fields take octets in acknowledgements", o.chargeFields);
    cmd.AddValue("partialAckCountsAsDup",
                 "Reports of partial packets are duplicate ACKs, too",
                 o.partialAckCountsAsDup);
    cmd.AddValue("processingDelay", "Time to rebuild a segment, ms", o.processingDelay);
    cmd.AddValue("duration", "Simulated time, s", o.duration);
    cmd.AddValue("spread", "Time in which connections start, s", o.spread);
    cmd.AddValue("deadline",
                 "Deadline of packets, ms; 0: the paper's for the packet size",
                 o.deadline);
    cmd.AddValue("histogramBin",
                 "Width of a bin of the histogram of response times, ms",
                 o.histogramBin);
    cmd.AddValue("responseClock",
                 "Response times begin with the first Cell on the wire, or when Tcp sends",
                 o.responseClock);
    cmd.AddValue("maxBytes", "Bytes that each connection transfers; 0: no limit", o.maxBytes);
    cmd.Parse(argc, argv);
    Check(o);
    std::cout << Network(o).Run() << std::endl;
    return 0;
}
