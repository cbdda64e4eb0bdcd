// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paper rmtp: one message from a server to N receivers on three Ethernets (section 4).
 */
#include "rmtp-node-run.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rmtp-farm.h"
#include "ns3/rmtp-host.h"
#include "ns3/rmtp-server.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is run; times in ms unless their name says s.
struct Options
{
    uint32_t receivers{100};       //!< N
    uint32_t lossy{1000000};       //!< the first of them, that lose packets
    double loss{0.01};             //!< of each packet
    double answerLoss{-1};         //!< of each answer; negative: as of packets
    uint32_t maxPoll{3};           //!< POLLs of a round
    uint32_t packets{2000};        //!< M
    uint32_t blockSize{1024};      //!< bytes
    double rate{0.8};              //!< Mbit/s of user data
    double turnAround{100};        //!< TAT
    double surplus{650};           //!< alpha
    double interval{-1};           //!< delta; negative: 3 from 1000 receivers on, otherwise 0
    std::string range{"PerRound"}; //!< of the backoff
    bool endWaitEarly{false};      //!< waits end when all have answered
    uint32_t overhead{0};          //!< octets of a packet in the server's buffer
    uint32_t buffer{51200};        //!< octets of it
    double receiveTime{0.23};      //!< of the server, for a packet
    double sendTime{0.07};         //!< of the server, for a packet
    uint32_t workstations{0};      //!< of the lossy receivers, or 0
    double packetTime{0.65};       //!< of a workstation, for a packet and receiver
    double slowest{1};             //!< greatest factor of packetTime
    double loadShare{0};           //!< share of workstations with other load
    bool control{false};           //!< of the rate
    double burst{0};               //!< time between bursts
    double lossThreshold{0.05};    //!< of reports
    std::string format{"Paper"};   //!< of the wire
    bool connectOnly{false};       //!< ends when all are connected
    bool nodes{false};             //!< receivers are nodes with sockets
    std::string capture;           //!< file, or empty
};

/// @param milliseconds a time in ms @return the time
Time
Milli(double milliseconds)
{
    return Seconds(milliseconds / 1000);
}

/// @param o what is run @return delta, ms
double
GetInterval(const Options& o)
{
    return o.interval >= 0 ? o.interval : (o.receivers >= 1000 ? 3 : 0);
}

/// @param o what is run @param server gets its settings
void
SetUp(const Options& o, RmtpServer& server)
{
    const double interval = GetInterval(o);
    // so that the range of the backoff fits into 16 bits
    const uint32_t unit = 1 + static_cast<uint32_t>(interval * o.receivers / 65535);
    server.SetAttribute("Rate", DoubleValue(1e6 * o.rate));
    server.SetAttribute("BlockSize", UintegerValue(o.blockSize));
    server.SetAttribute("TurnAround", TimeValue(Milli(o.turnAround)));
    server.SetAttribute("Surplus", TimeValue(Milli(o.surplus)));
    server.SetAttribute("Interval", TimeValue(Milli(interval)));
    server.SetAttribute("BackoffRange", StringValue(o.range));
    server.SetAttribute("RangeUnit", UintegerValue(unit));
    server.SetAttribute("EndWaitEarly", BooleanValue(o.endWaitEarly));
    server.SetAttribute("RateControl", BooleanValue(o.control));
    server.SetAttribute("BurstInterval", TimeValue(Milli(o.burst)));
    server.SetAttribute("LossThreshold", DoubleValue(o.lossThreshold));
    server.SetAttribute("MaxPoll", UintegerValue(o.maxPoll));
    server.SetAttribute("MaxConnRetry", UintegerValue(o.maxPoll));
    server.SetAttribute("MaxRounds", UintegerValue(255));
}

/// @param o what is run @return the server's machine
Ptr<RmtpHost>
MakeHost(const Options& o)
{
    return CreateObjectWithAttributes<RmtpHost>("SendTime",
                                                TimeValue(Milli(o.sendTime)),
                                                "ReceiveTime",
                                                TimeValue(Milli(o.receiveTime)),
                                                "BufferOctets",
                                                UintegerValue(o.buffer),
                                                "PacketOverhead",
                                                UintegerValue(o.overhead));
}

/// @param server after its transfer @param out gets what it has counted
void
ReportCounters(const RmtpServer& server, JsonObject& out)
{
    const auto& counters = server.GetCounters();
    uint64_t sent = 0;
    for (const uint64_t number : counters.sent)
    {
        sent += number;
    }
    out.Set("retransmissions", counters.rounds > 0 ? counters.rounds - 1 : 0);
    out.Set("timers", counters.timers);
    out.Set("sent", sent);
    out.Set("data_sent", counters.sent[RMTP_DATA]);
    out.Set("polls", counters.sent[RMTP_POLL]);
    out.Set("conn_retries", counters.retries);
    out.Set("releases", counters.sent[RMTP_REL]);
    out.Set("acks", counters.received[RMTP_ACK]);
    out.Set("nacks", counters.received[RMTP_NACK]);
    out.Set("racks", counters.received[RMTP_RACK]);
    out.Set("reports", counters.received[RMTP_REPORT]);
    out.Set("ignored", counters.ignored + counters.bad);
    out.Set("complete_receivers", server.GetComplete());
    out.Set("failed", static_cast<uint64_t>(server.GetFailed().size()));
}

/// @param o what is run, with receivers that are nodes @return what was measured
JsonObject
SimulateNodes(const Options& o)
{
    const uint32_t bytes = o.packets * o.blockSize;
    RmtpNodeRun run(o.receivers,
                    Milli(o.turnAround / 2),
                    o.loss,
                    1000,
                    o.format == "Paper" ? RMTP_PAPER : RMTP_DRAFT01);
    SetUp(o, *run.server);
    run.SetHost(MakeHost(o));
    if (!o.capture.empty())
    {
        const auto ipv4 = run.nodes.Get(0)->GetObject<Ipv4>();
        InternetStackHelper().EnablePcapIpv4(o.capture, ipv4, 1, true);
    }
    run.Go(bytes);
    JsonObject out;
    out.Set("time_s", run.ended.GetSeconds());
    out.Set("complete", run.GetComplete(bytes) == o.receivers);
    ReportCounters(*run.server, out);
    out.Set("buffer_drops", run.socket->GetDropped());
    out.Set("cpu_s", run.host->GetBusyTime());
    out.Set("lacking", 0);
    out.Set("round_packets", run.roundPackets);
    out.Set("round_receivers", run.roundReceivers);
    return out;
}

/// A run.
class Run : public RmtpServer::User
{
  public:
    /// @param o what is run
    explicit Run(const Options& o)
        : m_o(o),
          m_format(o.format == "Paper" ? RMTP_PAPER : RMTP_DRAFT01)
    {
        m_host = MakeHost(o);
        SetUp(o, *m_server);
        m_farm->SetAttribute("Delay", TimeValue(Milli(o.turnAround / 2)));
        m_farm->SetUser([this](uint32_t receiver, const RmtpPdu& pdu) { Arrive(receiver, pdu); },
                        m_format);
        AddReceivers();
        m_server->SetUser(*this);
        m_server->TraceConnectWithoutContext(
            "Round",
            Sink<uint32_t, uint32_t, uint32_t>::Make(
                [this](uint32_t, uint32_t packets, uint32_t receivers) {
                    m_packets.push_back(packets);
                    m_lacking.push_back(receivers);
                }));
        m_server->TraceConnectWithoutContext("RateChange", Sink<double>::Make([this](double rate) {
                                                 m_rates.push_back(rate);
                                             }));
    }

    ~Run() override
    {
        m_server->Dispose();
        m_farm->Dispose();
        m_host->Dispose();
        Simulator::Destroy();
    }

    /// @return what was measured
    JsonObject Simulate()
    {
        const std::string wrong =
            m_server->Start(m_o.receivers, uint64_t{m_o.packets} * m_o.blockSize);
        ProgramOptions::Require(wrong.empty(), wrong);
        Simulator::Run();
        return Report();
    }

  private:
    /// Workstations, then receivers.
    void AddReceivers()
    {
        const auto factors = CreateObject<UniformRandomVariable>();
        factors->SetStream(1);
        for (uint32_t i = 0; i < m_o.workstations; ++i)
        {
            RmtpFarm::Host host;
            host.packetTime = Milli(m_o.packetTime * factors->GetValue(1, m_o.slowest));
            if (factors->GetValue(0, 1) < m_o.loadShare)
            {
                host.loadOn = Seconds(5);
                host.loadPeriod = Seconds(20);
                host.loadPhase = Seconds(factors->GetValue(0, 20));
                host.loadFactor = 2;
            }
            m_farm->AddHost(host);
        }
        for (uint32_t i = 0; i < m_o.receivers; ++i)
        {
            RmtpFarm::Member member;
            if (i < m_o.lossy)
            {
                member.loss = m_o.loss;
                member.answerLoss = m_o.answerLoss < 0 ? m_o.loss : m_o.answerLoss;
                member.host = m_o.workstations > 0 ? i % m_o.workstations : RmtpFarm::NO_HOST;
            }
            m_farm->Add(member);
        }
        m_farm->AssignStreams(1000);
    }

    // inherited from RmtpServer::User
    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        if (pdu.type == RMTP_DATA && pdu.round == 0)
        {
            m_firstData = pdu.seq == 1 ? Simulator::Now() : m_firstData;
            m_linkBefore = pdu.seq == 1 ? m_farm->GetLinkTime() : m_linkBefore;
            m_lastData = Simulator::Now();
            m_linkAfter = m_farm->GetLinkTime();
        }
        m_host->Send([this, pdu, receiver] { m_farm->Send(pdu, receiver); });
    }

    void NotifyEnded(bool /* good */) override
    {
        m_ended = Simulator::Now();
    }

    /// @param receiver index @param pdu at the server's machine
    void Arrive(uint32_t receiver, const RmtpPdu& pdu)
    {
        auto packet = Create<Packet>();
        packet->AddHeader(RmtpHeader(pdu, m_format));
        m_host->Receive(packet, [this, receiver, packet] {
            RmtpHeader header(m_format);
            packet->RemoveHeader(header);
            ++m_read;
            m_server->Receive(receiver, header.pdu);
            if (m_o.connectOnly && m_server->GetConnected().IsStrictlyPositive())
            {
                Simulator::Stop();
            }
        });
    }

    /// @return what was measured
    JsonObject Report() const
    {
        const auto& farm = m_farm->GetCounters();
        uint64_t lacking = 0;
        for (uint32_t i = 0; i < m_o.receivers; ++i)
        {
            lacking += m_farm->GetLacking(i);
        }
        JsonObject out;
        out.Set("time_s", m_ended.GetSeconds());
        out.Set("complete", m_server->IsEnded() || m_o.connectOnly);
        out.Set("connected_s", m_server->GetConnected().GetSeconds());
        ReportCounters(*m_server, out);
        out.Set("received", m_read);
        out.Set("buffer_drops", m_host->GetDropped());
        out.Set("host_drops", farm.hostDrops);
        out.Set("lost_answers", farm.lostAnswers);
        out.Set("receptions", farm.receptions);
        out.Set("nack_octets",
                farm.nacks > 0
                    ? static_cast<double>(farm.nackOctets) / static_cast<double>(farm.nacks)
                    : 0.0);
        out.Set("cpu_s", m_host->GetBusyTime());
        out.Set("link_share",
                m_lastData > m_firstData
                    ? (m_linkAfter - m_linkBefore) / (m_lastData - m_firstData).GetSeconds()
                    : 0.0);
        out.Set("lacking", lacking);
        out.Set("round_packets", m_packets);
        out.Set("round_receivers", m_lacking);
        out.Set("rate_mbps", m_server->GetRate() / 1e6);
        out.Set("rate_changes", static_cast<uint64_t>(m_rates.size()));
        return out;
    }

    const Options& m_o;                                   //!< options
    RmtpWireFormat m_format;                              //!< of the wire
    Ptr<RmtpHost> m_host;                                 //!< the server's machine
    Ptr<RmtpServer> m_server{CreateObject<RmtpServer>()}; //!< protocol
    Ptr<RmtpFarm> m_farm{CreateObject<RmtpFarm>()};       //!< receivers
    uint64_t m_read{0};                                   //!< packets that the server has read
    Time m_ended;                                         //!< end of the transfer
    Time m_firstData;                                     //!< of the first round
    Time m_lastData;                                      //!< of the first round
    double m_linkBefore{0};                               //!< use of the link at the first, s
    double m_linkAfter{0};                                //!< use of the link at the last, s
    std::vector<uint32_t> m_packets;                      //!< M_k
    std::vector<uint32_t> m_lacking;                      //!< N_k
    std::vector<double> m_rates;                          //!< that were set
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper rmtp: a message in rounds to a large group");
    options.Add("receivers", "Receivers (N)", o.receivers, Between(1, 1000000));
    options.Add("lossy",
                "Receivers that lose packets and work; the others are emulated",
                o.lossy,
                Between(0, 1000000));
    options.Add("loss",
                "Share of packets that each of them loses (e)",
                o.loss,
                AtLeast(0).Below(1));
    options.Add("answerLoss",
                "Share of answers that they lose; -1: as of packets",
                o.answerLoss,
                AtLeast(-1).Below(1));
    options.Add("maxPoll", "How often silent receivers are asked", o.maxPoll, Between(0, 1000));
    options.Add("packets", "Packets of the message (M)", o.packets, Between(1, 65534));
    options.Add("blockSize", "Bytes of a packet", o.blockSize, Between(1, 65000));
    options.Add("rate", "Rate of user data (v), Mbit/s", o.rate, Above(0).AtMost(1e6));
    options.Add("turnAround",
                "From a packet to its answer (TAT), ms",
                o.turnAround,
                Between(0, 1e6));
    options.Add("surplus", "Surplus of timers (alpha), ms", o.surplus, Between(0, 1e6));
    options.Add("interval",
                "Mean time between answers (delta), ms; -1: 3 from 1000 receivers on",
                o.interval,
                Between(-1, 1e5));
    options.Add("range", "Range of the backoff", o.range, OneOf({"PerRound", "Fixed"}));
    options.Add("endWaitEarly", "Waits end when all have answered", o.endWaitEarly);
    options.Add("overhead",
                "Octets of a packet in the server's buffer",
                o.overhead,
                Between(0, 65536));
    options.Add("buffer", "Octets of the server's buffer; 0: no limit", o.buffer);
    options.Add("receiveTime",
                "Time of the server's processor to receive a packet, ms",
                o.receiveTime,
                Between(0, 1e5));
    options.Add("sendTime",
                "Time of the server's processor to send a packet, ms",
                o.sendTime,
                Between(0, 1e5));
    options.Add("workstations",
                "Workstations of the receivers that lose packets; 0: they take no time",
                o.workstations,
                Between(0, 10000));
    options.Add("packetTime",
                "Time of a workstation for a packet and receiver, ms",
                o.packetTime,
                Between(0, 1e5));
    options.Add("slowest",
                "Greatest factor of this time, one for each workstation",
                o.slowest,
                Between(1, 1000));
    options.Add("loadShare",
                "Share of workstations with other load, 5 s of 20",
                o.loadShare,
                Between(0, 1));
    options.Add("control", "Control of the rate by reports", o.control);
    options.Add("burst",
                "Time between bursts, ms; 0: packets one by one",
                o.burst,
                Between(0, 1e5));
    options.Add("lossThreshold",
                "Loss of which a reporter suffers",
                o.lossThreshold,
                Between(0, 1));
    options.Add("format", "Of PDUs", o.format, OneOf({"Paper", "Draft01"}));
    options.Add("connectOnly", "Ends when all receivers are connected", o.connectOnly);
    options.Add(
        "nodes",
        "Receivers are nodes with sockets: up to 1000, all with losses, without workstations",
        o.nodes);
    options.Add("capture",
                "With nodes: file for what the server's interface carries, with checksums (pcap)",
                o.capture);
    options.Parse(argc, argv);
    options.Require(o.nodes || o.capture.empty(), "capture", "must be empty without nodes");
    Config::SetGlobal("ChecksumEnabled", BooleanValue(!o.capture.empty()));
    options.Require(!o.nodes || o.receivers <= 1000,
                    "receivers",
                    "must be at most 1000 with nodes");
    options.Require(!o.nodes || (o.lossy >= o.receivers && o.workstations == 0 && !o.connectOnly),
                    "nodes",
                    "must be without lossy, workstations and connectOnly");
    options.Require(!o.nodes || o.answerLoss < 0,
                    "answerLoss",
                    "must be that of packets (-1) with nodes");
    options.Require(o.interval * o.receivers < 65535.0 * 65534,
                    "interval",
                    "must give a range of at most 65535 units of 65.535 s");
    std::cout << (o.nodes ? SimulateNodes(o) : Run(o).Simulate()) << std::endl;
    return 0;
}
