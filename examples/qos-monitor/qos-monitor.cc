// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * One run of the paper's evaluation: a transfer by XTP between two workstations, whose sender is
 * limited by its processor, with a monitor on each of them.
 */
#include "qos-monitor-network.h"

#include "ns3/core-module.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/json-object.h"
#include "ns3/paced-source.h"
#include "ns3/packet-traces.h"
#include "ns3/ppp-header.h"
#include "ns3/program-options.h"
#include "ns3/xtp-header.h"
#include "ns3/xtp-protocol.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What can be chosen.
struct Options
{
    std::string monitor{"on"};
    uint64_t bytes{1000000};
    uint32_t segment{600};
    double cp{10.498};
    double ce{0.5};
    double cg{320};
    double alpha{1000};
    double time{1e5};
    DataRate rate{"10Mbps"};
    double delay{0.75};
    double reverse{-1};
    uint32_t queue{100};
    double cross{0};
    double crossStart{40};
    double crossStop{80};
    double ber{0};
    std::vector<uint64_t> lose;
    bool contract{false};
    bool jitter{false};
    std::string sided{"Both"};
    std::string reference{"AtRequest"};
    bool countOnce{true};
    double series{0};
    uint32_t answer{0};
};

/// @param packet what IP carries @param ip its header @param header gets XTP's
/// @return whether it is XTP data
bool
FindData(Ptr<Packet> packet, const Ipv4Header& ip, XtpHeader& header)
{
    if (ip.GetProtocol() != XtpProtocol::PROT_NUMBER || packet->GetSize() < XtpHeader::SIZE)
    {
        return false;
    }
    packet->RemoveHeader(header);
    return header.IsInformation() && header.dataSize > 0;
}

/// A line that damages the first packet with each of some bytes.
class ListedDamage : public ErrorModel
{
  public:
    /// @param bytes first ones of packets
    explicit ListedDamage(const std::vector<uint64_t>& bytes)
        : m_left(bytes.begin(), bytes.end())
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        auto copy = packet->Copy();
        PppHeader ppp;
        Ipv4Header ip;
        XtpHeader header;
        copy->RemoveHeader(ppp);
        copy->RemoveHeader(ip);
        return FindData(copy, ip, header) && m_left.erase(header.seq) > 0;
    }

    void DoReset() override
    {
    }

    std::set<uint64_t> m_left; //!< not yet damaged
};

/// The run.
class Run
{
  public:
    /// @param options of it
    explicit Run(const Options& options)
        : m_o(options),
          m_left(options.bytes)
    {
    }

    /// @return metrics
    JsonObject Simulate()
    {
        m_net.Build(m_o.rate,
                    NanoSeconds(std::llround(m_o.delay * 1e6)),
                    NanoSeconds(std::llround(m_o.reverse * 1e6)),
                    m_o.queue);
        m_cpu->SetAttribute("ThreadPreemption", EnumValue(HOST_PREEMPT_FULL));
        m_protocol = m_cpu->CreateTask(HostLevel::THREAD, 1);
        MakeMonitors();
        MakeSockets();
        MakeFaults();
        if (m_o.series > 0)
        {
            ScheduleCall(Seconds(m_o.series), [this] { Sample(); });
        }
        Simulator::Stop(Seconds(m_o.time));
        Simulator::Run();
        return Report();
    }

    /// @return rate of the transfer with monitor, bit/s
    double GetRate() const
    {
        return 8e3 * m_o.segment / (m_o.cp + 3 * m_o.ce);
    }

    /// @return half of the round trip of a packet without queues, ms
    double GetDelay() const
    {
        // XTP 32, report 52 with header, IP 20, PPP 2 octets; the access has 1 Gb/s
        const double octets = m_o.segment + 32 + 22 + 52 + 22;
        return m_o.delay +
               8e3 * octets * (1.0 / static_cast<double>(m_o.rate.GetBitRate()) + 1e-9) / 2;
    }

  private:
    /// A monitor at each end.
    void MakeMonitors()
    {
        for (auto& monitor : m_monitors)
        {
            monitor = CreateObjectWithAttributes<QosMonitor>(
                "Alpha",
                TimeValue(NanoSeconds(std::llround(m_o.alpha * 1e6))),
                "Sided",
                StringValue(m_o.sided),
                "ErrorReference",
                StringValue(m_o.reference),
                "CountOnce",
                BooleanValue(m_o.countOnce),
                "HoldTime",
                TimeValue(Seconds(1e5)));
            monitor->TraceConnectWithoutContext(
                "Status",
                Sink<const QosRow&, QosStatus, QosStatus>::Make(
                    [this](const QosRow& row, QosStatus, QosStatus now) {
                        if (row.direction == QOS_OUT && &row == GetRow())
                        {
                            m_changeTimes.push_back(Simulator::Now().GetSeconds());
                            m_changes.emplace_back(GetQosStatusName(now));
                        }
                    }));
        }
        if (m_o.monitor != "off")
        {
            m_monitors[0]->SetTask(m_cpu->CreateTask(HostLevel::THREAD, 2));
            m_monitors[0]->SetAttribute("EventCost",
                                        TimeValue(NanoSeconds(std::llround(m_o.ce * 1e6))));
            m_monitors[0]->SetAttribute("GuiCost",
                                        TimeValue(NanoSeconds(std::llround(m_o.cg * 1e6))));
            m_monitors[0]->SetAttribute("Display",
                                        StringValue(m_o.monitor == "gui"     ? "Full"
                                                    : m_o.monitor == "light" ? "Light"
                                                                             : "Nothing"));
            m_monitors[0]->TraceConnectWithoutContext(
                "Rtt",
                Sink<const QosRow&, double>::Make(
                    [this](const QosRow& row, double) { m_rtts.push_back(row.rtt); }));
        }
    }

    /// @param adapter of the connection @param direction of data @return a contract for it
    void Agree(Ptr<QosXtpAdapter> adapter, QosDirection direction) const
    {
        if (m_o.contract || m_o.jitter)
        {
            QosContract contract{};
            contract.direction = direction;
            contract.throughput = m_o.contract ? std::llround(GetRate()) : 0;
            contract.delay =
                m_o.contract && direction == QOS_OUT ? std::llround(GetDelay() * 1e6) : 0;
            contract.jitter = m_o.jitter ? 1000000 : 0;
            adapter->Agree(contract);
        }
    }

    /// Both ends of the association.
    void MakeSockets()
    {
        Config::SetDefault("ns3::hsn::XtpSocket::SegmentSize", UintegerValue(m_o.segment));
        const auto factory = XtpSocketFactory::GetTypeId();
        m_listener = Socket::CreateSocket(m_net.nodes.Get(2), factory);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), QosNetwork::PORT));
        m_listener->Listen();
        // the adapter belongs to the socket of the association, from its FIRST on
        m_in = Create<QosXtpAdapter>(m_monitors[1]->GetFifo(), 1);
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([this](Ptr<Socket> socket, const Address&) {
                m_in->Attach(socket);
                Agree(m_in, QOS_IN);
                socket->TraceConnectWithoutContext(
                    "Rx",
                    MakeHeaderCallback<XtpHeader>(Sink<Ptr<const Packet>, const XtpHeader&>::Make(
                        [this](Ptr<const Packet>, const XtpHeader& header) {
                            if (header.IsInformation() && header.dataSize > 0)
                            {
                                m_way = (Simulator::Now() - m_sent[header.seq]).GetNanoSeconds();
                            }
                        })));
                socket->SetRecvCallback(
                    Sink<Ptr<Socket>>::Make([this](Ptr<Socket> s) { Read(s); }));
            }));
        m_socket = Socket::CreateSocket(m_net.nodes.Get(0), factory);
        m_out = Create<QosXtpAdapter>(m_monitors[0]->GetFifo(), 1);
        if (m_o.monitor != "off")
        {
            m_out->Attach(m_socket);
        }
        m_socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<XtpHeader>(Sink<Ptr<const Packet>, const XtpHeader&>::Make(
                [this](Ptr<const Packet>, const XtpHeader& header) {
                    m_sent[header.seq] = Simulator::Now();
                })));
        m_socket->SetRecvCallback(Sink<Ptr<Socket>>::Make([](Ptr<Socket> socket) {
            while (socket->Recv())
            {
            }
        }));
        m_socket->SetConnectCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket>) {
                                         if (m_o.monitor != "off")
                                         {
                                             Agree(m_out, QOS_OUT);
                                         }
                                         m_connected = Simulator::Now();
                                         Next();
                                     }),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(Sink<Ptr<Socket>, uint32_t>::Make([this](Ptr<Socket>, uint32_t) {
            if (m_waiting)
            {
                Submit();
            }
        }));
        ScheduleCall(Time(0), [this] {
            m_socket->Bind();
            m_socket->Connect(InetSocketAddress(m_net.receiver, QosNetwork::PORT));
        });
    }

    /// Cross traffic, damage, and what the queue drops.
    void MakeFaults()
    {
        if (m_o.cross > 0)
        {
            auto source = CreateObject<PacedSource>();
            source->SetAttribute("Remote", AddressValue(InetSocketAddress(m_net.receiver, 9)));
            source->SetAttribute("PacketSize", UintegerValue(1250));
            source->SetAttribute("Interval", TimeValue(NanoSeconds(std::llround(1e7 / m_o.cross))));
            source->SetStartTime(Seconds(m_o.crossStart));
            source->SetStopTime(Seconds(m_o.crossStop));
            m_net.nodes.Get(3)->AddApplication(source);
        }
        const auto queue = m_net.queue;
        queue->TraceConnectWithoutContext(
            "Drop",
            Sink<Ptr<const QueueDiscItem>>::Make([this](Ptr<const QueueDiscItem> item) {
                const auto ip = DynamicCast<const Ipv4QueueDiscItem>(item);
                XtpHeader header;
                if (ip && FindData(ip->GetPacket()->Copy(), ip->GetHeader(), header))
                {
                    m_lost.insert(header.seq);
                    m_lostBytes += header.dataSize;
                }
            }));
        queue->TraceConnectWithoutContext(
            "Dequeue",
            Sink<Ptr<const QueueDiscItem>>::Make([this, queue](Ptr<const QueueDiscItem>) {
                m_longest = std::max(m_longest, queue->GetNPackets() + 1);
                if (queue->GetNPackets() == 0 && Simulator::Now().GetSeconds() >= m_o.crossStop &&
                    m_emptied < 0)
                {
                    m_emptied = Simulator::Now().GetSeconds();
                }
            }));
        if (m_o.ber > 0)
        {
            auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_BIT);
            errors->SetRate(m_o.ber);
            errors->AssignStreams(1);
            m_net.bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        else if (!m_o.lose.empty())
        {
            m_net.bottleneck.Get(1)->SetAttribute(
                "ReceiveErrorModel",
                PointerValue(CreateObject<ListedDamage>(m_o.lose)));
        }
    }

    /// The processor works on the next packet.
    void Next()
    {
        if (m_o.bytes > 0 && m_left == 0)
        {
            m_socket->ShutdownSend();
            return;
        }
        m_protocol->Run(NanoSeconds(std::llround(m_o.cp * 1e6)), [this] { Submit(); });
    }

    /// The processor hands over a packet.
    void Submit()
    {
        const auto size = static_cast<uint32_t>(
            m_o.bytes > 0 ? std::min<uint64_t>(m_left, m_o.segment) : m_o.segment);
        m_waiting = m_socket->GetTxAvailable() < size;
        if (!m_waiting)
        {
            m_socket->Send(Create<Packet>(size), 0);
            m_left -= m_o.bytes > 0 ? size : 0;
            Next();
        }
    }

    /// @param socket of the receiver
    void Read(Ptr<Socket> socket)
    {
        if (!m_answered && m_o.answer > 0)
        {
            m_answered = true;
            socket->Send(Create<Packet>(m_o.answer), 0);
        }
        while (auto packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
        if (m_o.bytes > 0 && m_received >= m_o.bytes && m_end.IsZero())
        {
            m_end = Simulator::Now();
            // reports that are on their way are told as well
            ScheduleCall(Seconds(1), [] { Simulator::Stop(); });
        }
    }

    /// @return row of the sender, or null
    const QosRow* GetRow() const
    {
        return m_monitors[0]->GetRow(1, QOS_OUT);
    }

    /// Adds a point to the series.
    void Sample()
    {
        const double now = Simulator::Now().GetSeconds();
        if (const auto* row = GetRow())
        {
            m_times.push_back(now);
            m_throughputs.push_back(static_cast<double>(row->throughput));
            m_delays.push_back(row->hasRtt ? static_cast<double>(row->rtt) / 2e6 : 0);
            m_statuses.push_back(static_cast<uint32_t>(row->status));
        }
        ScheduleCall(Seconds(m_o.series), [this] { Sample(); });
    }

    /// @return metrics
    JsonObject Report() const
    {
        JsonObject out;
        const Time end = m_end.IsZero() ? Simulator::Now() : m_end;
        const double seconds = (end - m_connected).GetSeconds();
        out.Set("time_s", seconds);
        out.Set("complete", m_o.bytes == 0 || m_received >= m_o.bytes);
        out.Set("received_bytes", m_received);
        out.Set("throughput_bps", 8 * static_cast<double>(m_received) / seconds);
        const auto fifo = m_monitors[0]->GetFifo();
        out.Set("events", fifo->GetEvents());
        out.Set("events_per_s", static_cast<double>(fifo->GetEvents()) / seconds);
        out.Set("wakeups", fifo->GetRequests());
        out.Set("fifo_drops", fifo->GetDrops());
        out.Set("unknown", m_monitors[0]->GetCounters().unknown);
        out.Set("rejected", m_monitors[0]->GetCounters().rejected);
        out.Set("redraws", m_monitors[0]->GetCounters().redraws);
        out.Set("alarms", m_monitors[0]->GetCounters().alarms);
        const double ms = 1e-6;
        if (const auto* row = GetRow())
        {
            out.Set("out_bits", row->bits);
            out.Set("out_packets", row->packets);
            out.Set("answer_in_bits", m_monitors[0]->GetRow(1, QOS_IN)->bits);
            out.Set("has_rtt", row->hasRtt);
            out.Set("has_errors", row->hasErrors);
            out.Set("has_jitter", row->HasJitter());
            out.Set("error_bits", row->errorBits);
            out.Set("jitter_ms", row->jitter.Get() * ms);
            out.Set("delay_p50_ms", static_cast<double>(row->delays.Get(0.5)) * ms);
            out.Set("delay_p99_ms", static_cast<double>(row->delays.Get(0.99)) * ms);
        }
        if (const auto* row = m_monitors[1]->GetRow(1, QOS_IN))
        {
            out.Set("in_bits", row->bits);
            out.Set("in_packets", row->packets);
            out.Set("in_has_rtt", row->hasRtt);
        }
        if (const auto* row = m_monitors[1]->GetRow(1, QOS_OUT))
        {
            out.Set("answer_out_bits", row->bits);
        }
        out.Set("way_ns", m_way);
        if (!m_rtts.empty())
        {
            // the first is that of FIRST
            out.Set("rtts", static_cast<uint64_t>(m_rtts.size()));
            out.Set("rtt_min_ns", *std::min_element(m_rtts.begin(), m_rtts.end()));
            out.Set("rtt_max_ns", *std::max_element(m_rtts.begin() + 1, m_rtts.end()));
            out.Set("rtt_second_ns", m_rtts[m_rtts.size() > 1 ? 1 : 0]);
        }
        out.Set("contract_bps", GetRate());
        out.Set("contract_delay_ms", GetDelay());
        out.Set("lost", std::vector<uint64_t>(m_lost.begin(), m_lost.end()));
        out.Set("lost_bytes", m_lostBytes);
        out.Set("longest_queue", m_longest);
        out.Set("emptied_s", m_emptied);
        out.Set("change_times_s", m_changeTimes);
        out.Set("changes", m_changes);
        if (m_o.series > 0)
        {
            out.Set("times_s", m_times);
            out.Set("throughputs_bps", m_throughputs);
            out.Set("delays_ms", m_delays);
            out.Set("statuses", m_statuses);
        }
        return out;
    }

    const Options& m_o;                          //!< options
    QosNetwork m_net;                            //!< nodes
    Ptr<HostCpu> m_cpu{CreateObject<HostCpu>()}; //!< of the sender
    Ptr<HostTask> m_protocol;                    //!< of the sender
    Ptr<QosMonitor> m_monitors[2];               //!< of sender and receiver
    Ptr<QosXtpAdapter> m_out;                    //!< of the sender
    Ptr<QosXtpAdapter> m_in;                     //!< of the receiver
    Ptr<Socket> m_listener;                      //!< of the receiver
    Ptr<Socket> m_socket;                        //!< of the sender
    uint64_t m_left;                             //!< bytes to be handed over
    bool m_waiting{false};                       //!< for room in the socket
    uint64_t m_received{0};                      //!< bytes
    std::map<uint64_t, Time> m_sent;             //!< by first byte, the last time
    bool m_answered{false};                      //!< the receiver has sent back
    int64_t m_way{0};                            //!< ns, of the last data
    Time m_connected;                            //!< when
    Time m_end;                                  //!< when all has arrived
    std::vector<int64_t> m_rtts;                 //!< ns
    std::set<uint64_t> m_lost;                   //!< first bytes of packets the queue dropped
    uint64_t m_lostBytes{0};                     //!< data in them
    uint32_t m_longest{0};                       //!< queue, packets
    double m_emptied{-1};                        //!< when the queue was empty again, s
    std::vector<double> m_changeTimes;           //!< of the status, s
    std::vector<std::string> m_changes;          //!< the status then
    std::vector<double> m_times;                 //!< of the series, s
    std::vector<double> m_throughputs;           //!< bit/s
    std::vector<double> m_delays;                //!< ms
    std::vector<uint32_t> m_statuses;            //!< QosStatus
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper qos-monitor: a monitored XTP transfer, CPU-limited");
    options.Add("monitor",
                "Monitor of the sender: off, on, with the light drawn, or all of it",
                o.monitor,
                OneOf({"off", "on", "light", "gui"}));
    options.Add("bytes", "To be sent; 0: without end", o.bytes);
    options.Add("segment", "Octets of data in a packet", o.segment, Between(1, 9140));
    options.Add("cp", "Protocol's work for a packet, ms", o.cp, Between(0, 1e4));
    options.Add("ce", "Monitor's work for a record, ms", o.ce, Between(0, 1e4));
    options.Add("cg", "A drawing, ms", o.cg, Between(0, 1e4));
    options.Add("alpha", "Window of the throughput, ms", o.alpha, Above(0).AtMost(1e6));
    options.Add("time", "Longest run, s", o.time, Above(0).AtMost(1e6));
    options.Add("rate", "Rate of the link", o.rate);
    options.Add("delay", "Propagation, ms", o.delay, Between(0, 1e4));
    options.Add("reverse",
                "Propagation of a link of its own for answers, ms; negative: none",
                o.reverse,
                Between(-1, 1e4));
    options.Add("queue", "Packets in the router's queue", o.queue, Between(1, 1e6));
    options.Add("cross", "Cross traffic, Mb/s", o.cross, Between(0, 1000));
    options.Add("crossStart", "When it begins, s", o.crossStart, AtLeast(0));
    options.Add("crossStop", "When it ends, s", o.crossStop, AtLeast(0));
    options.Add("ber", "Bit error rate of the line", o.ber, AtLeast(0).Below(1));
    options.Add("lose", "First bytes of packets that the line damages once", o.lose);
    options.Add("contract", "Throughput and delay without load are agreed upon", o.contract);
    options.Add("jitter", "A jitter of 1 ms is agreed upon", o.jitter);
    options.Add("sided", "Variations that count", o.sided, OneOf({"Both", "Bad"}));
    options.Add("reference",
                "What errors are counted up to",
                o.reference,
                OneOf({"AtRequest", "Now"}));
    options.Add("countOnce", "A byte counts as an error once", o.countOnce);
    options.Add("series", "Time between points of the series, s; 0: none", o.series, AtLeast(0));
    options.Add("answer", "Bytes that the receiver sends back", o.answer, Between(0, 60000));
    options.Parse(argc, argv);
    Run run(o); // outlives what the simulation still tells at its end
    std::cout << run.Simulate() << std::endl;
    Simulator::Destroy();
    return 0;
}
