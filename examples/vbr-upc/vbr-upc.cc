// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The measurement environment of the paper vbr-upc (figure 1): a sender and a receiver, one ATM
 * switch between them, one PVC, and at the switch's entrance a usage parameter control that
 * polices a VBR contract.
 *
 *     sender ---- 155.52 Mbit/s ---- switch (UPC) ---- 155.52 Mbit/s ---- receiver
 *
 * --source=train sends trains of equal SDUs (figure 4). --source=tcp transfers bytes by the TCP of
 * the paper's SunOS, 4.3BSD-Reno whose timers count ticks (--tcp=bsd), or by ns-3's own TCP
 * (--tcp=ns3). Prints one line of metrics, a JSON object.
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
#include <map>
#include <memory>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t IP_TCP_HEADERS = 40;
constexpr uint32_t TIMESTAMP_OPTION = 12;
constexpr uint16_t PORT = 5000;
constexpr uint32_t WRITE = 16384;       // bytes the application writes at a time
constexpr std::size_t MAX_LISTED = 200; // elements of a list that is only a sample

/// Parameters of a run; the defaults are the paper's, with the spec's choices where it is silent.
struct Options
{
    ContractOptions contract;
    std::string source{"train"};
    uint32_t mtu{9188};
    double interSdu{0};  // us, 0: by MTU
    double jitter{0.05}; // relative, uniform
    std::string linkRate{"155.52Mbps"};
    std::string adapterRate{"0bps"};
    double delay{900};     // us, one way
    uint32_t buffer{8192}; // cells
    std::string packetDiscard{"None"};
    std::string epdLength{"MaxSdu"};
    uint32_t maxSdu{0};          // bytes, 0: the MTU
    double reassemblyTimeout{0}; // ms
    bool shape{false};
    bool pace{false};
    bool preventiveTagging{false};
    bool congested{false};
    bool llcSnap{false};
    double rxServiceTime{0}; // us
    // train
    uint32_t bursts{10};
    uint32_t pdus{0}; // per burst, 0: by the model
    double idle{2};   // s
    bool cellTimes{false};
    // tcp
    std::string tcp{"bsd"};
    double tick{500};       // ms
    uint32_t fastTick{200}; // ms
    bool delayedAck{true};
    uint32_t dupAcks{3};
    bool sack{false};
    bool timestamps{false};
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

    /// @return mean length of the bursts that ended with damaged PDUs
    double GetMean() const
    {
        double sum = 0;
        uint32_t count = 0;
        for (std::size_t i = 0; i < bursts.size(); ++i)
        {
            sum += damaged[i] > 0 ? bursts[i] : 0;
            count += damaged[i] > 0;
        }
        return count > 0 ? sum / count : NAN;
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
            if (bursts.empty() && fates.size() < MAX_LISTED)
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

    void Sdu(AtmVcId, Ptr<const AtmPdu>)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        first = first < 0 ? now : first;
        last = now;
        ++sdus;
        if (starts.size() < MAX_LISTED)
        {
            starts.push_back(now);
        }
    }

    void Cell(const CellBurst& cell)
    {
        if (cells.size() < 2000)
        {
            cells.push_back(cell.start);
        }
    }
};

/// Watches the data segments, the acknowledgements and the retransmission timer of a TCP sender.
class SegmentMonitor
{
  public:
    /// @tparam S the class of socket that its trace sources name @param socket the sender
    template <typename S>
    void Connect(Ptr<Socket> socket)
    {
        socket->TraceConnectWithoutContext("Tx", MakeCallback(&SegmentMonitor::Tx<S>, this));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&SegmentMonitor::Rx<S>, this));
        socket->TraceConnectWithoutContext("RTO", MakeCallback(&SegmentMonitor::Rto, this));
    }

    uint64_t segments{0};          //!< data segments sent
    uint64_t again{0};             //!< of them, sent before
    std::vector<int64_t> timeouts; //!< times at which the timer made a segment be sent again, steps
    uint32_t lostAgain{0};         //!< timeouts for a segment that a timeout had sent already
    std::vector<double> rtos;      //!< the first values of the timer, ms
    double minRto{INFINITY};       //!< smallest value, ms
    double maxRto{0};              //!< largest value, ms
    uint32_t backoffs{0};          //!< times the timer was backed off
    uint32_t heldAcks{0};          //!< new data acknowledged, and the timer stayed backed off
    uint32_t earlyClears{0};       //!< back-off ended by data that may have been sent twice

  private:
    template <typename S>
    void Tx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const S>)
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        ++segments;
        const auto sequence = header.GetSequenceNumber();
        const auto end = sequence + packet->GetSize();
        if (segments > 1 && sequence < m_next)
        {
            ++again;
            // what no acknowledgement triggered, the timer did
            if (sequence == m_una && Simulator::Now() != m_lastRx)
            {
                lostAgain += !timeouts.empty() && sequence == m_timedOut;
                timeouts.push_back(Simulator::Now().GetTimeStep());
                m_timedOut = sequence;
                m_recover = m_next;
            }
        }
        m_next = segments > 1 ? std::max(m_next, end) : end;
        m_una = segments > 1 ? m_una : sequence;
    }

    template <typename S>
    void Rx(Ptr<const Packet>, const TcpHeader& header, Ptr<const S>)
    {
        m_lastRx = Simulator::Now();
        if (segments > 0 && header.GetAckNumber() > m_una)
        {
            m_una = header.GetAckNumber();
            heldAcks += m_backedOff; // taken back if this one ends it
        }
    }

    void Rto(Time before, Time now)
    {
        const double ms = now.GetSeconds() * 1e3;
        minRto = std::min(minRto, ms);
        maxRto = std::max(maxRto, ms);
        if (rtos.size() < MAX_LISTED)
        {
            rtos.push_back(ms);
        }
        if (Simulator::Now() != m_lastRx)
        {
            backoffs += now > before;
            m_backedOff = m_backedOff || now > before;
        }
        else if (m_backedOff)
        {
            --heldAcks;
            earlyClears += m_una <= m_recover;
            m_backedOff = false;
        }
    }

    SequenceNumber32 m_next{0};     //!< end of what was sent
    SequenceNumber32 m_una{0};      //!< end of what was acknowledged
    SequenceNumber32 m_timedOut{0}; //!< segment that the timer had sent again last
    SequenceNumber32 m_recover{0};  //!< end of what had been sent then
    Time m_lastRx{-1};              //!< last acknowledgement
    bool m_backedOff{false};        //!< the timer is
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
    std::string SetUpBsd();
    std::string SetUpNs3();
    void Watch(uint32_t i);
    void Received(Ptr<const Packet> packet, const Address&);
    void AddTcpMetrics(JsonObject& out);
    void AddAtmMetrics(JsonObject& out);

    Options m_o;
    uint32_t m_cells;
    double m_interSdu;
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
    m_hosts.Create(2);
    auto switchNode = CreateObject<Node>();
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    if (m_o.congested)
    {
        switches.SetDiscardPolicy("ns3::hsn::ClpThresholdDiscard", "Threshold", DoubleValue(0));
    }
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
    atm.SetUpcAttribute("MaxSdu", UintegerValue(m_o.maxSdu > 0 ? m_o.maxSdu : m_o.mtu));
    atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    m_sender = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(0), switchNode).Get(0));
    m_receiver = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(1), switchNode).Get(0));
    m_devices.Add(m_sender);
    m_devices.Add(m_receiver);

    // the sending host is the slow one; the receiver only sends acknowledgements
    if (m_o.pace)
    {
        m_interSdu = m_cells * m_o.contract.tScr * 1e-3;
        m_o.jitter = 0; // a timer, not the host, starts the PDUs
    }
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
    if (m_o.preventiveTagging)
    {
        const std::string error = PreventiveTagger::Check(*options.forward);
        RequireOption(error.empty(), error);
        m_pvc.a->SetPreventiveTagging(*options.forward);
    }

    const double threshold = m_o.source == "tcp" ? m_o.tick * 1e-3 : m_o.idle / 2;
    m_bursts = std::make_unique<BurstMonitor>(m_cells, Seconds(threshold).GetTimeStep());
    if (m_pvc.forwardUpc)
    {
        m_bursts->Connect(m_pvc.forwardUpc);
    }
    m_sender->TraceConnectWithoutContext("PduTx", MakeCallback(&SenderMonitor::Sdu, &m_sent));
    if (m_o.cellTimes) // makes the link work cell by cell
    {
        m_sender->TraceConnectWithoutContext("CellTx", MakeCallback(&SenderMonitor::Cell, &m_sent));
    }
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
    const uint32_t headers = IP_TCP_HEADERS + (m_o.timestamps ? TIMESTAMP_OPTION : 0);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_o.mtu - headers));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(1));
    // BSD's write fills the buffer to its end, ns-3's takes all it is given or nothing: with room
    // for one write more it is the window that limits what is sent
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_o.window + WRITE));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_o.window));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_o.delayedAck ? 2 : 1));
    // a PVC needs no address resolution, so none may delay the first packets
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    InternetStackHelper().Install(m_hosts);
    const std::string factory = m_o.tcp == "bsd" ? SetUpBsd() : SetUpNs3();
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(m_devices);

    PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sinks = sink.Install(m_hosts.Get(1));
    sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&Experiment::Received, this));
    auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(1);
    for (uint32_t i = 0; i < m_o.connections; ++i)
    {
        BulkSendHelper bulk(factory, InetSocketAddress(interfaces.GetAddress(1), PORT));
        bulk.SetAttribute("SendSize", UintegerValue(WRITE));
        bulk.SetAttribute(
            "MaxBytes",
            UintegerValue(m_o.bytes / m_o.connections + (i < m_o.bytes % m_o.connections ? 1 : 0)));
        const Time start = Seconds(1) + Seconds(phase->GetValue(0, m_o.tick * 1e-3));
        auto apps = bulk.Install(m_hosts.Get(0));
        apps.Start(start);
        m_sources.Add(apps);
        // the socket is there once the application has started
        Simulator::Schedule(start + NanoSeconds(1), &Experiment::Watch, this, i);
    }
    Simulator::Stop(Seconds(m_o.maxTime));
}

/// @return factory of the TCP of 4.3BSD-Reno, timers included
std::string
Experiment::SetUpBsd()
{
    const std::string socket = "ns3::hsn::IndexedTcpSocket::";
    const auto set = [&socket](const std::string& name, const AttributeValue& value) {
        Config::SetDefault(socket + name, value);
    };
    set("TimerMode", StringValue("BsdTicks"));
    set("LossRecovery", StringValue(m_o.sack ? "Sack" : "Reno"));
    set("FixedSizeSegments", BooleanValue(true));
    set("Sack", BooleanValue(m_o.sack));
    set("Timestamp", BooleanValue(m_o.timestamps));
    set("WindowScaling", BooleanValue(false));
    set("LimitedTransmit", BooleanValue(false));
    set("ReTxThreshold", UintegerValue(m_o.dupAcks));
    const Time slow = MicroSeconds(std::llround(m_o.tick * 1000));
    Config::SetDefault("ns3::hsn::TickClock::SlowTick", TimeValue(slow));
    Config::SetDefault("ns3::hsn::TickClock::FastTick", TimeValue(MilliSeconds(m_o.fastTick)));
    HsnInternetHelper().Install(m_hosts);
    for (uint32_t i = 0; i < m_hosts.GetN(); ++i)
    {
        m_hosts.Get(i)->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName("ns3::hsn::TcpBsdReno")));
    }
    return "ns3::hsn::IndexedTcpSocketFactory";
}

/// @return factory of ns-3's own TCP, as near to 4.3BSD-Reno as its attributes allow
std::string
Experiment::SetUpNs3()
{
    const std::string socket = "ns3::TcpSocketBase::";
    const auto set = [&socket](const std::string& name, const AttributeValue& value) {
        Config::SetDefault(socket + name, value);
    };
    const Time tick = MicroSeconds(std::llround(m_o.tick * 1000));
    set("MinRto", TimeValue(tick + tick));
    set("ClockGranularity", TimeValue(tick));
    set("Sack", BooleanValue(m_o.sack));
    set("Timestamp", BooleanValue(m_o.timestamps));
    set("WindowScaling", BooleanValue(false));
    set("LimitedTransmit", BooleanValue(false));
    set("ReTxThreshold", UintegerValue(m_o.dupAcks));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(m_o.fastTick)));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(6)));
    return "ns3::TcpSocketFactory";
}

void
Experiment::Watch(uint32_t i)
{
    m_segments.push_back(std::make_unique<SegmentMonitor>());
    const auto socket = DynamicCast<BulkSendApplication>(m_sources.Get(i))->GetSocket();
    if (m_o.tcp == "bsd")
    {
        m_segments.back()->Connect<Socket>(socket);
    }
    else
    {
        m_segments.back()->Connect<TcpSocketBase>(socket);
    }
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
    SegmentMonitor all;
    std::map<int64_t, uint32_t> instants;
    for (const auto& one : m_segments)
    {
        all.segments += one->segments;
        all.again += one->again;
        all.lostAgain += one->lostAgain;
        all.backoffs += one->backoffs;
        all.heldAcks += one->heldAcks;
        all.earlyClears += one->earlyClears;
        all.minRto = std::min(all.minRto, one->minRto);
        all.maxRto = std::max(all.maxRto, one->maxRto);
        for (const int64_t at : one->timeouts)
        {
            ++instants[at];
        }
    }
    uint32_t timeouts = 0;
    uint32_t together = 0;
    for (const auto& [at, count] : instants)
    {
        timeouts += count;
        together += count > 1 ? count : 0;
    }
    const bool complete = m_receivedBytes >= m_o.bytes;
    const int64_t end = complete ? m_lastByte : Simulator::Now().GetTimeStep();
    const double seconds = TimeStep(std::max<int64_t>(end - m_sent.first, 1)).GetSeconds();
    out.Set("complete", complete);
    out.Set("received_bytes", m_receivedBytes);
    out.Set("seconds", seconds);
    out.Set("throughput_mbps", m_receivedBytes * 8e-6 / seconds);
    out.Set("data_segments", all.segments);
    out.Set("retransmitted_segments", all.again);
    out.Set("retransmitted_share",
            static_cast<double>(all.again) /
                PacketTrainModel::GetTransferSegments(m_o.bytes, m_o.mtu));
    out.Set("timeouts", timeouts);
    out.Set("timeouts_together", together);
    out.Set("first_retransmissions_lost", all.lostAgain);
    out.Set("rto_min_ms", all.minRto);
    out.Set("rto_max_ms", all.maxRto);
    out.Set("rto_backoffs", all.backoffs);
    out.Set("rto_held_acks", all.heldAcks);
    out.Set("rto_early_clears", all.earlyClears);
    out.Set("rto_ms", m_segments.front()->rtos);
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
    out.Set("pdus_timed_out", rx.GetErrors(Aal5Error::TIMEOUT));
    out.Set("host_queue_drops", m_receiver->GetRxCounters().rxQueueDrops);
    if (m_sent.sdus > 1)
    {
        // host-limited rate on the line, from the first SDU's start to the last one's
        const double us = TimeStep(m_sent.last - m_sent.first).GetSeconds() * 1e6;
        out.Set("raw_mbps", (m_sent.sdus - 1) * m_cells * 424.0 / us);
    }
    out.Set("burst_mean", m_bursts->GetMean());
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
    RequireOption(o.mtu > IP_TCP_HEADERS + TIMESTAMP_OPTION,
                  "mtu",
                  o.mtu,
                  "must be above the 52 bytes of headers");
    RequireOption(o.interSdu >= 0, "interSdu", o.interSdu, "must not be negative");
    RequireOption(o.jitter >= 0 && o.jitter < 1, "jitter", o.jitter, "must be 0 to below 1");
    RequireOption(!o.pace || !o.shape, "pacing whole PDUs and shaping cells exclude each other");
    RequireOption(o.delay >= 0, "delay", o.delay, "must not be negative");
    RequireOption(o.buffer >= 1, "buffer", o.buffer, "must be at least 1 cell");
    RequireOption(o.reassemblyTimeout >= 0,
                  "reassemblyTimeout",
                  o.reassemblyTimeout,
                  "must not be negative");
    RequireOption(o.rxServiceTime >= 0, "rxServiceTime", o.rxServiceTime, "must not be negative");
    RequireOption(o.bursts >= 1, "bursts", o.bursts, "must be at least 1");
    RequireOption(o.idle > 0, "idle", o.idle, "must be above 0");
    RequireOption(o.tcp == "bsd" || o.tcp == "ns3", "tcp", o.tcp, "must be bsd or ns3");
    RequireOption(o.tick > 0, "tick", o.tick, "a timer tick must be above 0");
    RequireOption(o.fastTick > 0, "fastTick", o.fastTick, "a timer tick must be above 0");
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
    cmd.AddValue("mtu", "IP MTU, bytes; the SDU size of a train", o.mtu);
    cmd.AddValue("interSdu", "Time between SDUs I_g, us; 0: the paper's for this MTU", o.interSdu);
    cmd.AddValue("jitter", "Relative half-width of the uniform variation of I_g", o.jitter);
    cmd.AddValue("linkRate", "Line rate of both links", o.linkRate);
    cmd.AddValue("adapterRate", "Cell rate of the sending adapter; 0bps: line rate", o.adapterRate);
    cmd.AddValue("delay", "One-way latency of both links together, us", o.delay);
    cmd.AddValue("buffer", "Output buffer of the switch, cells", o.buffer);
    cmd.AddValue("packetDiscard", "Packet discard in the UPC: None, Ppd or Epd", o.packetDiscard);
    cmd.AddValue("epdLength", "Length that EPD assumes: MaxSdu or Oracle", o.epdLength);
    cmd.AddValue("maxSdu", "Longest SDU that was signalled, bytes; 0: the MTU", o.maxSdu);
    cmd.AddValue("reassemblyTimeout", "AAL5 reassembly timer, ms; 0: off", o.reassemblyTimeout);
    cmd.AddValue("shape", "Shape to the contract at the sender (dual leaky bucket)", o.shape);
    cmd.AddValue("pace", "Start a PDU at most every c T_SCR, instead of every I_g", o.pace);
    cmd.AddValue("preventiveTagging",
                 "The sender tags PDUs that would not conform (contracts A and B)",
                 o.preventiveTagging);
    cmd.AddValue("congested", "The switch discards all cells with CLP = 1", o.congested);
    cmd.AddValue("llcSnap", "LLC/SNAP encapsulation instead of VC multiplexing", o.llcSnap);
    cmd.AddValue("rxServiceTime", "Receiving host's time per packet, us; 0: none", o.rxServiceTime);
    cmd.AddValue("bursts", "train: number of bursts", o.bursts);
    cmd.AddValue("pdus", "train: SDUs in a burst; 0: some more than the model lets pass", o.pdus);
    cmd.AddValue("idle", "train: idle time between bursts, s", o.idle);
    cmd.AddValue("cellTimes", "train: print the times of the first SDUs and cells", o.cellTimes);
    cmd.AddValue("tcp", "tcp: bsd (4.3BSD-Reno with its timers) or ns3 (ns-3's own)", o.tcp);
    cmd.AddValue("tick", "tcp: timer granularity G, ms", o.tick);
    cmd.AddValue("delayedAck", "tcp: acknowledge every second segment", o.delayedAck);
    cmd.AddValue("fastTick", "tcp: tick (ns3: delay) of delayed ACKs, ms", o.fastTick);
    cmd.AddValue("dupAcks", "tcp: duplicate ACKs that trigger fast retransmit", o.dupAcks);
    cmd.AddValue("sack", "tcp: selective acknowledgements", o.sack);
    cmd.AddValue("timestamps", "tcp: timestamps, 12 bytes in every segment", o.timestamps);
    cmd.AddValue("window", "tcp: window, bytes", o.window);
    cmd.AddValue("bytes", "tcp: bytes to transfer", o.bytes);
    cmd.AddValue("connections", "tcp: connections that share the VC and the bytes", o.connections);
    cmd.AddValue("maxTime", "tcp: give up after, s of simulated time", o.maxTime);
    cmd.AddValue("pcap", "Prefix of capture files; empty: none", o.pcap);
    cmd.Parse(argc, argv);
    Check(o);
    std::cout << Experiment(o).Run() << std::endl;
    return 0;
}
