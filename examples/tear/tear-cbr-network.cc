// SPDX-License-Identifier: GPL-2.0-only
#include "tear-cbr-network.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/paced-source.h"
#include "ns3/pointer.h"
#include "ns3/sample-summary.h"
#include "ns3/simulator.h"
#include "ns3/two-state-error-model.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t HEADERS = 28; // bytes: IPv4 and UDP
constexpr uint16_t PORT = 9000;  // of the first source
const char* const TERMINAL = "10.0.0.2";

// of the thesis, 6.3: round-trip times of a link without queue
constexpr double LEAST_USUAL = 0.5;
constexpr double MOST_USUAL = 0.8;
constexpr double LONG = 1;
} // namespace

void
TearCbrOptions::AddTo(ProgramOptions& options)
{
    using Helper = CdmaDataLinkHelper;
    options.Add("network",
                "Radio link; bulk: the channel of the hour",
                network,
                {{"is95b", Helper::IS_95B},
                 {"is95c", Helper::IS_95C},
                 {"is95c-fades", Helper::IS_95C_FADES},
                 {"is95c-bulk-10h", Helper::IS_95C_BULK_10H},
                 {"is95c-bulk-16h", Helper::IS_95C_BULK_16H},
                 {"is95c-bulk-19h", Helper::IS_95C_BULK_19H}});
    options.Add("sources", "Number of sources", sources, Between(1, 100));
    options.Add("rate", "Rate of each source, kb/s of IP packets", rate, Between(0.1, 10000));
    options.Add("packet", "IP packets, bytes", packet, Between(HEADERS, 1500));
    options.Add("reply", "IP packets of replies, bytes", reply, Between(HEADERS, 1500));
    options.Add("seconds", "Time during which sources send, s", seconds, Above(0).AtMost(1e6));
    options.Add("sendJitter",
                "Greatest relative change of the intervals between packets",
                sendJitter,
                AtLeast(0).Below(1));
    options.Add("buffer",
                "FIFO in each direction, bytes, at least 1502; 0: that of the network",
                buffer,
                AtMost(1000000000));
    options.Add("reverseJitter",
                "Greatest jitter of replies on the radio link, ms",
                reverseJitter,
                Between(0, 1e6));
    options.Add("modulation", "Whether the forward rate changes", modulation);
    options.Add("burst",
                "Least number of packets lost in a row that is reported by itself",
                burst,
                AtLeast(1));
    options.Add("neighbours",
                "Packets before and after a burst whose median round-trip time is reported",
                neighbours,
                Between(1, 1000000));
    options.Add("points", "Most points of the series; 0: all packets", points);
}

TearCbrNetwork::TearCbrNetwork(const TearCbrOptions& options)
    : m_o(options),
      m_draw(CreateObject<UniformRandomVariable>()),
      m_records(options.sources)
{
}

void
TearCbrNetwork::Build()
{
    CdmaDataLinkHelper radio(m_o.network);
    if (m_o.buffer > 0)
    {
        radio.SetBuffer(m_o.buffer);
    }
    radio.SetModulation(m_o.modulation);
    // the simulation ends when the last reply has arrived
    radio.SetModulatorAttribute("StopTime", TimeValue(Seconds(m_o.seconds)));
    if (m_o.reverseJitter > 0)
    {
        auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetAttribute("Max", DoubleValue(m_o.reverseJitter / 1000));
        radio.SetChannelAttribute("ReverseJitter", PointerValue(jitter));
    }
    m_nodes.Create(2);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    m_ends = radio.Install(m_nodes.Get(0), m_nodes.Get(1));
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(m_ends);
    int64_t stream = 0;
    stream += CdmaDataLinkHelper::AssignStreams(m_ends, stream);
    m_draw->SetStream(stream);
    WatchLosses();
}

void
TearCbrNetwork::WatchLosses()
{
    using Loss = Sink<Ptr<const Packet>>;
    for (uint32_t end : {0, 1})
    {
        m_ends.Get(end)->TraceConnectWithoutContext("MacTxDrop",
                                                    Loss::Make([this](Ptr<const Packet> packet) {
                                                        NoteLost(*packet,
                                                                 TearCbrRecord::LOST_QUEUE);
                                                    }));
        m_ends.Get(end)->TraceConnectWithoutContext("PhyRxDrop",
                                                    Loss::Make([this](Ptr<const Packet> packet) {
                                                        NoteLost(*packet,
                                                                 TearCbrRecord::LOST_RADIO);
                                                    }));
    }
    CdmaDataLinkHelper::GetErrorModel(m_ends)->TraceConnectWithoutContext(
        "State",
        Sink<bool, Time>::Make([this](bool isBad, Time since) {
            if (isBad || !m_fadeStarts.empty())
            {
                (isBad ? m_fadeStarts : m_fadeEnds).push_back(since.GetSeconds());
            }
        }));
}

Time
TearCbrNetwork::DrawInterval()
{
    const double interval = m_o.packet * 8 / (m_o.rate * 1000);
    return Seconds(interval * (1 + m_draw->GetValue(-m_o.sendJitter, m_o.sendJitter)));
}

void
TearCbrNetwork::AddSource(uint32_t source)
{
    const auto port = static_cast<uint16_t>(PORT + source);
    auto answering = Socket::CreateSocket(m_nodes.Get(1), UdpSocketFactory::GetTypeId());
    answering->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    answering->SetRecvCallback(MakeCallback(&TearCbrNetwork::Answer, this));

    auto socket = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
    socket->Connect(InetSocketAddress(TERMINAL, port));
    socket->SetRecvCallback(MakeCallback(&TearCbrNetwork::TakeReplies, this));
    auto paced = CreateObject<PacedSource>();
    paced->SetSocket(socket);
    paced->SetAttribute("PacketSize", UintegerValue(m_o.packet - HEADERS));
    paced->SetIntervalFunction(MakeCallback(&TearCbrNetwork::DrawInterval, this));
    paced->TraceConnectWithoutContext(
        "Tx",
        Sink<Ptr<const Packet>>::Make(
            [this, source](Ptr<const Packet> packet) { NoteSent(source, *packet); }));
    const double interval = m_o.packet * 8 / (m_o.rate * 1000);
    paced->SetStartTime(Seconds(m_draw->GetValue(0, interval)));
    paced->SetStopTime(Seconds(m_o.seconds));
    m_nodes.Get(0)->AddApplication(paced);
}

void
TearCbrNetwork::NoteSent(uint32_t source, const Packet& packet)
{
    const auto number = m_records[source].AddSent(Simulator::Now().GetSeconds());
    m_packets[packet.GetUid()] = {source, number};
}

void
TearCbrNetwork::NoteLost(const Packet& packet, TearCbrRecord::Fate fate)
{
    const bool isReply = m_replies.count(packet.GetUid()) > 0;
    auto& all = isReply ? m_replies : m_packets;
    const auto key = all.at(packet.GetUid());
    all.erase(packet.GetUid());
    m_records[key.source].SetLost(key.number, isReply ? TearCbrRecord::LOST_REPLY : fate);
}

void
TearCbrNetwork::Answer(Ptr<Socket> socket)
{
    Address from;
    while (const auto packet = socket->RecvFrom(from))
    {
        const bool isInTime = Simulator::Now() <= Seconds(m_o.seconds);
        m_arrived += isInTime ? packet->GetSize() + HEADERS : 0;
        const auto reply = Create<Packet>(m_o.reply - HEADERS);
        m_replies[reply->GetUid()] = m_packets.at(packet->GetUid());
        m_packets.erase(packet->GetUid());
        socket->SendTo(reply, 0, from);
    }
}

void
TearCbrNetwork::TakeReplies(Ptr<Socket> socket)
{
    while (const auto reply = socket->Recv())
    {
        const auto key = m_replies.at(reply->GetUid());
        m_replies.erase(reply->GetUid());
        m_records[key.source].SetReturned(key.number, Simulator::Now().GetSeconds());
    }
}

JsonObject
TearCbrNetwork::Run()
{
    Build();
    for (uint32_t source = 0; source < m_o.sources; ++source)
    {
        AddSource(source);
    }
    Simulator::Run();
    Simulator::Destroy();
    JsonObject out;
    ReportPackets(out);
    ReportTimes(out);
    ReportRuns(out);
    ReportSeries(out);
    return out;
}

void
TearCbrNetwork::ReportPackets(JsonObject& out) const
{
    uint64_t sent = 0;
    std::vector<double> losses;
    for (const auto& record : m_records)
    {
        sent += record.GetEntries().size();
        losses.push_back(record.GetLoss());
    }
    const auto count = [this](TearCbrRecord::Fate fate) {
        uint64_t sum = 0;
        for (const auto& record : m_records)
        {
            sum += record.Count(fate);
        }
        return sum;
    };
    const uint64_t returned = count(TearCbrRecord::RETURNED);
    const uint64_t queue = count(TearCbrRecord::LOST_QUEUE);
    const uint64_t onRadio = count(TearCbrRecord::LOST_RADIO);
    const uint64_t reply = count(TearCbrRecord::LOST_REPLY);
    out.Set("sent", sent);
    out.Set("returned", returned);
    out.Set("lost_queue", queue);
    out.Set("lost_radio", onRadio);
    out.Set("lost_reply", reply);
    out.Set("loss", static_cast<double>(queue + onRadio + reply) / static_cast<double>(sent));
    out.Set("loss_by_source", losses);
    out.Set("offered_kbps", static_cast<double>(sent) * m_o.packet * 8 / m_o.seconds / 1000);
    out.Set("throughput_kbps", static_cast<double>(m_arrived) * 8 / m_o.seconds / 1000);
}

void
TearCbrNetwork::ReportTimes(JsonObject& out) const
{
    SampleSummary rtts;
    uint64_t usual = 0;
    for (const auto& record : m_records)
    {
        for (const auto& entry : record.GetEntries())
        {
            if (entry.fate == TearCbrRecord::RETURNED)
            {
                rtts.Add(entry.rtt);
                usual += entry.rtt >= LEAST_USUAL && entry.rtt <= MOST_USUAL;
            }
        }
    }
    const auto count = static_cast<double>(rtts.GetCount());
    out.Set("rtt_mean_s", rtts.GetMean());
    for (const auto& [name, share] : std::vector<std::pair<std::string, double>>{{"min", 0},
                                                                                 {"p05", 0.05},
                                                                                 {"median", 0.5},
                                                                                 {"p95", 0.95},
                                                                                 {"max", 1}})
    {
        out.Set("rtt_" + name + "_s", rtts.GetPercentile(share));
    }
    out.Set("rtt_share_500_to_800_ms", static_cast<double>(usual) / count);
    out.Set("rtt_share_above_1_s", static_cast<double>(rtts.CountAbove(LONG)) / count);
}

void
TearCbrNetwork::ReportRuns(JsonObject& out) const
{
    uint64_t runs = 0;
    uint64_t lost = 0;
    uint32_t longest = 0;
    uint64_t usual = 0;
    std::vector<JsonObject> bursts;
    for (uint32_t source = 0; source < m_o.sources; ++source)
    {
        const auto& record = m_records[source];
        for (const auto& run : record.GetRuns())
        {
            ++runs;
            lost += run.count;
            longest = std::max(longest, run.count);
            if (run.count < m_o.burst)
            {
                continue;
            }
            auto burst = record.Describe(run, m_o.neighbours);
            burst.Set("source", source);
            bursts.push_back(burst);
            const double before = record.GetMedianBeside(run, false, m_o.neighbours);
            const double after = record.GetMedianBeside(run, true, m_o.neighbours);
            usual +=
                std::min(before, after) >= LEAST_USUAL && std::max(before, after) <= MOST_USUAL;
        }
    }
    out.Set("loss_runs", runs);
    out.Set("loss_run_mean", static_cast<double>(lost) / static_cast<double>(runs));
    out.Set("loss_run_max", longest);
    out.Set("bursts", bursts);
    out.Set("bursts_between_500_and_800_ms", usual);
}

void
TearCbrNetwork::ReportSeries(JsonObject& out) const
{
    const auto& record = m_records.front();
    const auto& entries = record.GetEntries();
    const std::size_t returned = record.Count(TearCbrRecord::RETURNED);
    const std::size_t step = m_o.points == 0 ? 1 : (returned + m_o.points - 1) / m_o.points;
    std::vector<uint32_t> numbers;
    std::vector<double> times;
    std::vector<double> rtts;
    std::size_t seen = 0;
    for (uint32_t i = 0; i < entries.size(); ++i)
    {
        if (entries[i].fate == TearCbrRecord::RETURNED && seen++ % step == 0)
        {
            numbers.push_back(i);
            times.push_back(entries[i].sent);
            rtts.push_back(entries[i].rtt);
        }
    }
    out.Set("rtt_number", numbers);
    out.Set("rtt_sent_s", times);
    out.Set("rtt_s", rtts);
    std::vector<uint32_t> firsts;
    std::vector<uint32_t> counts;
    std::vector<double> starts;
    for (const auto& run : record.GetRuns())
    {
        firsts.push_back(run.first);
        counts.push_back(run.count);
        starts.push_back(entries[run.first].sent);
    }
    out.Set("lost_first", firsts);
    out.Set("lost_count", counts);
    out.Set("lost_sent_s", starts);
    out.Set("fade_start_s", m_fadeStarts);
    out.Set("fade_end_s", m_fadeEnds);
}
} // namespace hsn
} // namespace ns3
