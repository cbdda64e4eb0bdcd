// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The measurement environment of the paper vbr-upc (figure 1): a sender and a receiver, one ATM
 * switch between them, one PVC, and at the switch's entrance a usage parameter control that
 * polices a VBR contract.
 *
 *     sender ---- 155.52 Mbit/s ---- switch (UPC) ---- 155.52 Mbit/s ---- receiver
 *
 * --source=train sends trains of equal SDUs (figure 4), --source=tcp transfers bytes by ns-3's own
 * TCP. Prints one line of metrics, a JSON object.
 */
#include "vbr-upc-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t IP_TCP_HEADERS = 40;
constexpr uint16_t PORT = 5000;

/// Parameters of a run; the defaults are the paper's, with the spec's choices where it is silent.
struct Options
{
    ContractOptions contract;
    std::string source{"train"};
    std::string socket{"ns3::TcpSocketFactory"};
    uint32_t mtu{9188};
    double interSdu{0};  // us, 0: by MTU
    double jitter{0.05}; // relative, uniform
    std::string linkRate{"155.52Mbps"};
    std::string adapterRate{"0bps"};
    double delay{900};     // us, one way
    uint32_t buffer{8192}; // cells
    std::string packetDiscard{"None"};
    std::string epdLength{"MaxSdu"};
    double reassemblyTimeout{0}; // ms
    bool shape{false};
    bool llcSnap{false};
    double rxServiceTime{0}; // us
    // train
    uint32_t bursts{10};
    uint32_t pdus{0}; // per burst, 0: by the model
    double idle{2};   // s
    bool cellTimes{false};
    // tcp
    double tick{500}; // ms
    uint32_t delayedAckMs{200};
    bool delayedAck{true};
    uint32_t dupAcks{3};
    bool sack{false};
    uint32_t window{49152};
    uint64_t bytes{4194304};
    uint32_t connections{1};
    double maxTime{2000}; // s
    // output
    std::string pcap;
};

/// I_g of the paper, us (4832, 9188: measured; 1500: linear fit; 552: chosen)
double
DefaultInterSdu(uint32_t mtu)
{
    switch (mtu)
    {
    case 552:
        return 450;
    case 1500:
        return 370.5;
    case 4832:
        return 600;
    case 9188:
        return 900;
    default:
        return PacketTrainModel::GetInterSduTime(mtu);
    }
}

/// Watches the cells at the usage parameter control: bursts of PDUs, and the idle times between.
class BurstMonitor
{
  public:
    /// @param cells of a full PDU @param threshold idle time that separates bursts, steps
    BurstMonitor(uint32_t cells, int64_t threshold)
        : m_cells(cells),
          m_threshold(threshold)
    {
    }

    /// @param upc whose cells are watched
    void Connect(Ptr<UsageParameterControl> upc)
    {
        upc->TraceConnectWithoutContext("Conforming", MakeCallback(&BurstMonitor::Pass, this));
        upc->TraceConnectWithoutContext("Tagged", MakeCallback(&BurstMonitor::Pass, this));
        upc->TraceConnectWithoutContext("Discarded", MakeCallback(&BurstMonitor::Discard, this));
    }

    /// The last burst is over.
    void Finish()
    {
        EndBurst();
    }

    std::vector<uint32_t> bursts;   //!< PDUs passed before the first damaged one
    std::vector<uint32_t> damaged;  //!< PDUs damaged in the burst
    std::vector<double> idles;      //!< s
    std::vector<std::string> fates; //!< first burst: accepted cells per PDU, * if the last one is

  private:
    void Pass(const UpcCell& cell)
    {
        Count(cell, true);
    }

    void Discard(const UpcCell& cell, UpcReason)
    {
        Count(cell, false);
    }

    void Count(const UpcCell& cell, bool passed)
    {
        if (m_last >= 0 && cell.time - m_last >= m_threshold)
        {
            idles.push_back(TimeStep(cell.time - m_last).GetSeconds());
            EndBurst();
        }
        m_last = cell.time;
        ++m_seen;
        m_accepted += passed;
        if (!cell.last)
        {
            return;
        }
        if (m_seen == m_cells) // short PDUs are connection set-up, or the end of the data
        {
            if (m_accepted == m_seen)
            {
                m_leading += m_hit == 0;
            }
            else
            {
                ++m_hit;
            }
            m_any = true;
            if (bursts.empty() && fates.size() < 200)
            {
                fates.push_back(std::to_string(m_accepted) + (passed ? "*" : ""));
            }
        }
        m_seen = 0;
        m_accepted = 0;
    }

    void EndBurst()
    {
        if (m_any)
        {
            bursts.push_back(m_leading);
            damaged.push_back(m_hit);
        }
        m_any = false;
        m_leading = 0;
        m_hit = 0;
    }

    uint32_t m_cells;       //!< of a full PDU
    int64_t m_threshold;    //!< steps
    int64_t m_last{-1};     //!< time of the cell before
    uint32_t m_seen{0};     //!< cells of the PDU
    uint32_t m_accepted{0}; //!< of them
    uint32_t m_leading{0};  //!< PDUs passed so far in the burst
    uint32_t m_hit{0};      //!< PDUs damaged in it
    bool m_any{false};      //!< a full PDU was seen in it
};

/// Watches SDUs and cells as they leave the sender.
struct SenderMonitor
{
    std::vector<int64_t> starts; //!< of the first SDUs, steps
    std::vector<int64_t> cells;  //!< of the first cells, steps, if wanted
    int64_t first{-1};           //!< first SDU
    int64_t last{-1};            //!< last SDU
    uint64_t sdus{0};            //!< all
    bool wantCells{false};       //!< whether cells are kept

    void Sdu(AtmVcId, Ptr<const AtmPdu>)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        first = first < 0 ? now : first;
        last = now;
        ++sdus;
        if (starts.size() < 200)
        {
            starts.push_back(now);
        }
    }

    void Cell(const CellBurst& cell)
    {
        if (wantCells && cells.size() < 2000)
        {
            cells.push_back(cell.start);
        }
    }
};

/// Watches the data segments of one TCP sender.
struct SegmentMonitor
{
    uint64_t segments{0}; //!< data segments sent
    uint64_t again{0};    //!< of them, sent before
    uint32_t timeouts{0}; //!< transitions into the loss state
    SequenceNumber32 next{0};
    bool any{false};

    void Tx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        ++segments;
        const auto end = header.GetSequenceNumber() + packet->GetSize();
        if (any && header.GetSequenceNumber() < next)
        {
            ++again;
        }
        next = any ? std::max(next, end) : end;
        any = true;
    }

    void State(TcpSocketState::TcpCongState_t, TcpSocketState::TcpCongState_t now)
    {
        timeouts += now == TcpSocketState::CA_LOSS;
    }
};

/// The scenario.
class Experiment
{
  public:
    explicit Experiment(const Options& options)
        : m_o(options),
          m_cells(PacketTrainModel::GetCells(options.mtu)),
          m_interSdu(options.interSdu > 0 ? options.interSdu : DefaultInterSdu(options.mtu))
    {
    }

    /// Runs it. @return the metrics
    JsonObject Run();

  private:
    void Build();
    void StartTrain();
    void SendBurst();
    void StartTcp();
    void Watch(uint32_t i);
    void Received(Ptr<const Packet> packet, const Address&);
    void AddTcpMetrics(JsonObject& out);
    void AddAtmMetrics(JsonObject& out);

    Options m_o;
    uint32_t m_cells;
    double m_interSdu;
    Ptr<UniformRandomVariable> m_phase;
    NodeContainer m_hosts;
    Ptr<AtmSwitch> m_switch;
    Ptr<AtmNetDevice> m_sender;
    Ptr<AtmNetDevice> m_receiver;
    NetDeviceContainer m_devices;
    AtmPvc m_pvc;
    SenderMonitor m_sent;
    std::unique_ptr<BurstMonitor> m_bursts;
    ApplicationContainer m_sources;
    std::vector<std::unique_ptr<SegmentMonitor>> m_segments;
    uint64_t m_receivedBytes{0};
    int64_t m_lastByte{-1};
    uint32_t m_burst{0};
    uint32_t m_perBurst{0};
};

void
Experiment::Build()
{
    m_phase = CreateObject<UniformRandomVariable>();
    m_phase->SetStream(1);
    m_hosts.Create(2);
    auto switchNode = CreateObject<Node>();
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    m_switch = switches.Install(switchNode).Get(0);

    AtmHelper atm;
    atm.SetChannelAttribute("DataRate", StringValue(m_o.linkRate));
    atm.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::llround(m_o.delay * 500))));
    atm.SetDeviceAttribute("Mtu", UintegerValue(m_o.mtu));
    atm.SetVcAttribute("CellRate", StringValue(m_o.adapterRate));
    atm.SetVcAttribute("ReassemblyTimeout",
                       TimeValue(NanoSeconds(std::llround(m_o.reassemblyTimeout * 1e6))));
    atm.SetVcAttribute("Encapsulation", StringValue(m_o.llcSnap ? "LlcSnap" : "VcMux"));
    atm.SetUpcAttribute("PacketDiscard", StringValue(m_o.packetDiscard));
    atm.SetUpcAttribute("EpdLength", StringValue(m_o.epdLength));
    atm.SetUpcAttribute("MaxSdu", UintegerValue(m_o.mtu));
    atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    m_sender = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(0), switchNode).Get(0));
    m_receiver = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(1), switchNode).Get(0));
    m_devices.Add(m_sender);
    m_devices.Add(m_receiver);

    // the sending host is the slow one; the receiver only sends acknowledgements
    m_sender->SetAttribute("InterSduTime", TimeValue(NanoSeconds(std::llround(m_interSdu * 1000))));
    if (m_o.jitter > 0)
    {
        auto factor = CreateObject<UniformRandomVariable>();
        factor->SetAttribute("Min", DoubleValue(1 - m_o.jitter));
        factor->SetAttribute("Max", DoubleValue(1 + m_o.jitter));
        m_sender->SetAttribute("InterSduFactor", PointerValue(factor));
    }
    m_receiver->SetAttribute("RxServiceTime",
                             TimeValue(NanoSeconds(std::llround(m_o.rxServiceTime * 1000))));
    AtmHelper::AssignStreams(m_devices, 100);

    AtmPvcOptions options;
    options.shape = m_o.shape;
    if (m_o.contract.contract != "None")
    {
        options.category = ATM_VBR;
        options.forward = m_o.contract.MakeContract();
    }
    m_pvc = atm.ConnectPvc(m_sender, m_receiver, options);

    const double threshold = m_o.source == "tcp" ? m_o.tick * 1e-3 : m_o.idle / 2;
    m_bursts = std::make_unique<BurstMonitor>(m_cells, Seconds(threshold).GetTimeStep());
    if (m_pvc.forwardUpc)
    {
        m_bursts->Connect(m_pvc.forwardUpc);
    }
    m_sent.wantCells = m_o.cellTimes;
    m_sender->TraceConnectWithoutContext("PduTx", MakeCallback(&SenderMonitor::Sdu, &m_sent));
    m_sender->TraceConnectWithoutContext("CellTx", MakeCallback(&SenderMonitor::Cell, &m_sent));
    if (!m_o.pcap.empty())
    {
        atm.EnablePcap(m_o.pcap, m_devices);
    }
}

void
Experiment::StartTrain()
{
    m_perBurst = m_o.pdus;
    if (m_perBurst == 0)
    {
        // as many as the model lets pass, and some more that cannot
        const int64_t longest =
            PacketTrainModel::GetMaxPdus(m_cells,
                                         m_interSdu,
                                         m_o.contract.tPcr * 1e-3,
                                         m_o.contract.tScr * 1e-3,
                                         static_cast<uint32_t>(m_o.contract.mbs));
        RequireOption(longest != PacketTrainModel::UNLIMITED,
                      "pdus",
                      0,
                      "the train conforms for ever, say how many PDUs a burst is to have");
        m_perBurst = static_cast<uint32_t>(longest + longest / 4 + 5);
    }
    Simulator::Schedule(MilliSeconds(1), &Experiment::SendBurst, this);
}

void
Experiment::SendBurst()
{
    for (uint32_t i = 0; i < m_perBurst; ++i)
    {
        m_sender->SendSdu(m_pvc.a, Create<Packet>(m_o.mtu));
    }
    if (++m_burst < m_o.bursts)
    {
        const double spacing = std::max(m_interSdu * (1 + m_o.jitter), m_cells * 50.0);
        Simulator::Schedule(Seconds(m_o.idle + m_perBurst * spacing * 1e-6),
                            &Experiment::SendBurst,
                            this);
    }
}

void
Experiment::StartTcp()
{
    const Time tick = MicroSeconds(std::llround(m_o.tick * 1000));
    // BSD's minimum is two ticks; the rest of its timers this TCP does not have
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(tick + tick));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(tick));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_o.sack));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::ReTxThreshold", UintegerValue(m_o.dupAcks));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_o.mtu - IP_TCP_HEADERS));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_o.window));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_o.window));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_o.delayedAck ? 2 : 1));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(m_o.delayedAckMs)));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(6)));
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));

    InternetStackHelper().Install(m_hosts);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(m_devices);

    PacketSinkHelper sink(m_o.socket, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sinks = sink.Install(m_hosts.Get(1));
    sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&Experiment::Received, this));
    for (uint32_t i = 0; i < m_o.connections; ++i)
    {
        BulkSendHelper bulk(m_o.socket, InetSocketAddress(interfaces.GetAddress(1), PORT));
        bulk.SetAttribute("SendSize", UintegerValue(16384));
        bulk.SetAttribute(
            "MaxBytes",
            UintegerValue(m_o.bytes / m_o.connections + (i < m_o.bytes % m_o.connections ? 1 : 0)));
        const Time start = Seconds(1) + Seconds(m_phase->GetValue(0, m_o.tick * 1e-3));
        auto apps = bulk.Install(m_hosts.Get(0));
        apps.Start(start);
        m_sources.Add(apps);
        // the socket is there once the application has started
        Simulator::Schedule(start + NanoSeconds(1), &Experiment::Watch, this, i);
    }
    Simulator::Stop(Seconds(m_o.maxTime));
}

void
Experiment::Watch(uint32_t i)
{
    m_segments.push_back(std::make_unique<SegmentMonitor>());
    const auto socket = DynamicCast<BulkSendApplication>(m_sources.Get(i))->GetSocket();
    socket->TraceConnectWithoutContext("Tx",
                                       MakeCallback(&SegmentMonitor::Tx, m_segments.back().get()));
    socket->TraceConnectWithoutContext(
        "CongState",
        MakeCallback(&SegmentMonitor::State, m_segments.back().get()));
}

void
Experiment::Received(Ptr<const Packet> packet, const Address&)
{
    m_receivedBytes += packet->GetSize();
    m_lastByte = Simulator::Now().GetTimeStep();
    if (m_receivedBytes >= m_o.bytes)
    {
        Simulator::Stop();
    }
}

void
Experiment::AddTcpMetrics(JsonObject& out)
{
    uint64_t again = 0;
    uint64_t segments = 0;
    uint32_t timeouts = 0;
    for (const auto& monitor : m_segments)
    {
        again += monitor->again;
        segments += monitor->segments;
        timeouts += monitor->timeouts;
    }
    const bool complete = m_receivedBytes >= m_o.bytes;
    const int64_t end = complete ? m_lastByte : Simulator::Now().GetTimeStep();
    const double seconds = TimeStep(std::max<int64_t>(end - m_sent.first, 1)).GetSeconds();
    out.Set("complete", complete);
    out.Set("received_bytes", m_receivedBytes);
    out.Set("seconds", seconds);
    out.Set("throughput_mbps", m_receivedBytes * 8e-6 / seconds);
    out.Set("data_segments", segments);
    out.Set("retransmitted_segments", again);
    out.Set("retransmitted_share",
            static_cast<double>(again) / PacketTrainModel::GetTransferSegments(m_o.bytes, m_o.mtu));
    out.Set("timeouts", timeouts);
}

void
Experiment::AddAtmMetrics(JsonObject& out)
{
    if (m_pvc.forwardUpc)
    {
        const auto& c = m_pvc.forwardUpc->GetCounters();
        out.Set("upc_conforming", c.conforming);
        out.Set("upc_tagged", c.tagged);
        out.Set("upc_discarded_pcr", c.discardedPcr);
        out.Set("upc_discarded_scr", c.discardedScr);
        out.Set("upc_discarded_ppd", c.discardedPpd);
        out.Set("upc_discarded_epd", c.discardedEpd);
    }
    uint64_t drops = 0;
    for (uint32_t i = 0; i < m_switch->GetNPorts(); ++i)
    {
        drops += m_switch->GetPort(i)->GetOutput()->GetCounters().GetDiscarded();
    }
    out.Set("cells_sent", m_pvc.a->GetTxCounters().cells);
    out.Set("sdus_sent", m_sent.sdus);
    out.Set("switch_queue_drops", drops);
    out.Set("switch_unknown_vc", m_switch->GetCounters().unknownVc);
    const auto& rx = m_pvc.leaves[0]->GetRxCounters();
    out.Set("pdus_received", rx.pdus);
    out.Set("pdus_failed", rx.GetTotalErrors());
    out.Set("host_queue_drops", m_receiver->GetRxCounters().rxQueueDrops);
    if (m_sent.sdus > 1)
    {
        // host-limited rate on the line, from the first SDU's start to the last one's
        const double us = TimeStep(m_sent.last - m_sent.first).GetSeconds() * 1e6;
        out.Set("raw_mbps", (m_sent.sdus - 1) * m_cells * 424.0 / us);
    }
    double sum = 0;
    for (const uint32_t length : m_bursts->bursts)
    {
        sum += length;
    }
    out.Set("burst_mean", m_bursts->bursts.empty() ? NAN : sum / m_bursts->bursts.size());
    out.Set("bursts", m_bursts->bursts);
    out.Set("bursts_damaged", m_bursts->damaged);
    out.Set("idles_s", m_bursts->idles);
    out.Set("first_burst_cells", m_bursts->fates);
    if (m_o.cellTimes)
    {
        out.Set("sdu_starts_ns", m_sent.starts);
        out.Set("cell_starts_ns", m_sent.cells);
    }
}

JsonObject
Experiment::Run()
{
    Build();
    if (m_o.source == "tcp")
    {
        StartTcp();
    }
    else
    {
        StartTrain();
    }
    Simulator::Run();
    m_bursts->Finish();
    JsonObject out;
    out.Set("source", m_o.source);
    out.Set("cells_per_pdu", m_cells);
    out.Set("inter_sdu_us", m_interSdu);
    if (m_o.source == "tcp")
    {
        AddTcpMetrics(out);
    }
    AddAtmMetrics(out);
    out.Set("events", Simulator::GetEventCount());
    Simulator::Destroy();
    return out;
}

void
Check(const Options& o)
{
    RequireOption(o.source == "train" || o.source == "tcp",
                  "source",
                  o.source,
                  "must be train or tcp");
    const std::string error = PacketTrainModel::CheckMtu(o.mtu);
    RequireOption(error.empty(), error);
    RequireOption(o.mtu > IP_TCP_HEADERS, "mtu", o.mtu, "must be above the 40 bytes of headers");
    RequireOption(o.interSdu >= 0, "interSdu", o.interSdu, "must not be negative");
    RequireOption(o.jitter >= 0 && o.jitter < 1, "jitter", o.jitter, "must be 0 to below 1");
    RequireOption(o.delay >= 0, "delay", o.delay, "must not be negative");
    RequireOption(o.buffer >= 1, "buffer", o.buffer, "must be at least 1 cell");
    RequireOption(o.reassemblyTimeout >= 0,
                  "reassemblyTimeout",
                  o.reassemblyTimeout,
                  "must not be negative");
    RequireOption(o.rxServiceTime >= 0, "rxServiceTime", o.rxServiceTime, "must not be negative");
    RequireOption(o.bursts >= 1, "bursts", o.bursts, "must be at least 1");
    RequireOption(o.idle > 0, "idle", o.idle, "must be above 0");
    RequireOption(o.tick > 0, "tick", o.tick, "a timer tick must be above 0");
    RequireOption(o.dupAcks >= 1, "dupAcks", o.dupAcks, "must be at least 1");
    RequireOption(o.window >= o.mtu - IP_TCP_HEADERS, "window", o.window, "must hold one segment");
    RequireOption(o.bytes >= 1, "bytes", o.bytes, "must be at least 1");
    RequireOption(o.connections >= 1, "connections", o.connections, "must be at least 1");
    RequireOption(o.maxTime > 0, "maxTime", o.maxTime, "must be above 0");
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    CommandLine cmd(__FILE__);
    o.contract.AddTo(cmd);
    cmd.AddValue("source", "train (equal SDUs) or tcp", o.source);
    cmd.AddValue("socket", "TypeId of the socket factory, for tcp", o.socket);
    cmd.AddValue("mtu", "IP MTU, bytes; the SDU size of a train", o.mtu);
    cmd.AddValue("interSdu", "Time between SDUs I_g, us; 0: the paper's for this MTU", o.interSdu);
    cmd.AddValue("jitter", "Relative half-width of the uniform variation of I_g", o.jitter);
    cmd.AddValue("linkRate", "Line rate of both links", o.linkRate);
    cmd.AddValue("adapterRate", "Cell rate of the sending adapter; 0bps: line rate", o.adapterRate);
    cmd.AddValue("delay", "One-way latency of both links together, us", o.delay);
    cmd.AddValue("buffer", "Output buffer of the switch, cells", o.buffer);
    cmd.AddValue("packetDiscard", "Packet discard in the UPC: None, Ppd or Epd", o.packetDiscard);
    cmd.AddValue("epdLength", "Length that EPD assumes: MaxSdu or Oracle", o.epdLength);
    cmd.AddValue("reassemblyTimeout", "AAL5 reassembly timer, ms; 0: off", o.reassemblyTimeout);
    cmd.AddValue("shape", "Shape to the contract at the sender (dual leaky bucket)", o.shape);
    cmd.AddValue("llcSnap", "LLC/SNAP encapsulation instead of VC multiplexing", o.llcSnap);
    cmd.AddValue("rxServiceTime", "Receiving host's time per packet, us; 0: none", o.rxServiceTime);
    cmd.AddValue("bursts", "train: number of bursts", o.bursts);
    cmd.AddValue("pdus", "train: SDUs in a burst; 0: some more than the model lets pass", o.pdus);
    cmd.AddValue("idle", "train: idle time between bursts, s", o.idle);
    cmd.AddValue("cellTimes", "train: print the times of the first SDUs and cells", o.cellTimes);
    cmd.AddValue("tick", "tcp: timer granularity G, ms", o.tick);
    cmd.AddValue("delayedAck", "tcp: acknowledge every second segment", o.delayedAck);
    cmd.AddValue("delayedAckMs", "tcp: delayed-ACK timer, ms", o.delayedAckMs);
    cmd.AddValue("dupAcks", "tcp: duplicate ACKs that trigger fast retransmit", o.dupAcks);
    cmd.AddValue("sack", "tcp: selective acknowledgements", o.sack);
    cmd.AddValue("window", "tcp: send and receive buffer, bytes", o.window);
    cmd.AddValue("bytes", "tcp: bytes to transfer", o.bytes);
    cmd.AddValue("connections", "tcp: connections that share the VC and the bytes", o.connections);
    cmd.AddValue("maxTime", "tcp: give up after, s of simulated time", o.maxTime);
    cmd.AddValue("pcap", "Prefix of capture files; empty: none", o.pcap);
    cmd.Parse(argc, argv);
    Check(o);
    std::cout << Experiment(o).Run() << std::endl;
    return 0;
}
