// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paper frm: one sender and N receivers on a star, each host with one processor (section 4).
 */
#include "frm-time.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/frm-farm.h"
#include "ns3/frm-sender.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
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
    uint32_t receivers{100};                    //!< reliable ones
    uint32_t buffer{32};                        //!< packets, of sender and receivers
    double loss{1e-4};                          //!< per packet and receiver
    double k{1.5};                              //!< timer of a round
    double divisor{16};                         //!< of the estimator
    std::string order{"RetransmitDataControl"}; //!< of sending
    std::string mode{"GoBackN"};                //!< of receivers
    std::string repair{"GoBackN"};              //!< of the sender
    std::string releaseOn{"Dseq"};              //!< of the sender
    bool suppression{true};                     //!< svdsync
    double time{120};                           //!< s
    double warmup{10};                          //!< s that do not count
    double interval{10};                        //!< between packets
    uint32_t size{2000};                        //!< of a packet, bytes
    double unit{0.5};                           //!< x
    double user{0.5};                           //!< the user's time for a packet
    double nearest{10};                         //!< least delay
    double farthest{15};                        //!< greatest delay
    double satellite{0};                        //!< delay of the first receiver; 0: as the others
    double spread{0};                           //!< of echoes
    double jitter{0};                           //!< of echoes
    uint32_t slow{0};                           //!< receivers whose users become slow
    double slowFrom{20};                        //!< s
    double slowUser{15};                        //!< their time for a packet
    double minThroughput{0};                    //!< byte/s
    double ejectInterval{1};                    //!< s
    uint32_t silent{0};                         //!< receivers that fall silent
    double silentFrom{20};                      //!< s
    uint32_t tries{3};                          //!< of the handshake
    std::string extra{"none"};                  //!< a receiver that is not reliable
    std::string keys;                           //!< ids of key members
    uint32_t minMembers{1};                     //!< of the group
    bool all{false};                            //!< nobody may go
    double quorum{0};                           //!< share that has to stay
    double initialRtt{50};                      //!< first estimate
    bool series{false};                         //!< the throughput of each interval is printed
};

/// A hash of what happens, so that two runs can be compared: FNV-1a.
class Digest
{
  public:
    /// @param value the next one
    void Add(uint64_t value)
    {
        for (int octet = 0; octet < 8; ++octet)
        {
            m_hash = (m_hash ^ (value & 255)) * 1099511628211ULL;
            value >>= 8;
        }
    }

    /// @return the hash as text
    std::string Get() const
    {
        return std::to_string(m_hash);
    }

  private:
    uint64_t m_hash{14695981039346656037ULL}; //!< so far
};

/// A run.
class Run : public FrmSender::User
{
  public:
    /// @param o what is run
    explicit Run(const Options& o)
        : m_o(o)
    {
        m_host->SetAttribute("Unit", TimeValue(Milli(o.unit)));
        m_host->SetAttribute("UserTime", TimeValue(Milli(o.user)));
        m_sender->SetAttribute("BufferPackets", UintegerValue(o.buffer));
        m_sender->SetAttribute("K", DoubleValue(o.k));
        m_sender->SetAttribute("SmoothDivisor", DoubleValue(o.divisor));
        m_sender->SetAttribute("SendOrder", StringValue(o.order));
        m_sender->SetAttribute("Repair", StringValue(o.repair));
        m_sender->SetAttribute("ReleaseOn", StringValue(o.releaseOn));
        m_sender->SetAttribute("RetransmitSuppression", BooleanValue(o.suppression));
        m_sender->SetAttribute("MinRelThr", DoubleValue(o.minThroughput));
        m_sender->SetAttribute("EjectInterval", TimeValue(Seconds(o.ejectInterval)));
        m_sender->SetAttribute("HandshakeTries", UintegerValue(o.tries));
        m_sender->SetAttribute("InitialRtt", TimeValue(Milli(o.initialRtt)));
        m_sender->SetAttribute("KeyMembers", StringValue(o.keys));
        m_sender->SetAttribute("MinMembers", UintegerValue(o.minMembers));
        m_sender->SetAttribute("All", BooleanValue(o.all));
        m_sender->SetAttribute("Quorum", DoubleValue(o.quorum));
        m_farm->SetAttribute("Selective", BooleanValue(o.repair == "Selective"));
        m_farm->SetAttribute("EchoSpread", TimeValue(Milli(o.spread)));
        m_farm->SetAttribute("EchoJitter", TimeValue(Milli(o.jitter)));
        m_farm->SetUser(
            m_host,
            [this](uint32_t place, uint32_t seq, Time at) { Delivered(place, seq, at); },
            [this](const FrmPdu& pdu) { m_sender->Receive(pdu); });
        AddReceivers();
        m_sender->SetUser(*this, m_host, 1);
        ConnectTraces();
    }

    ~Run() override
    {
        m_sender->Dispose();
        m_farm->Dispose();
        m_host->Dispose();
        Simulator::Destroy();
    }

    /// @return what was measured
    JsonObject Simulate()
    {
        m_sender->Begin();
        Generate();
        ScheduleCall(Seconds(m_o.warmup), [this] { BeginToMeasure(); });
        Simulator::Stop(Seconds(m_o.time));
        Simulator::Run();
        return Report();
    }

  private:
    /// Draws delays, and adds all.
    void AddReceivers()
    {
        const auto delays = CreateObject<UniformRandomVariable>();
        delays->SetStream(1);
        for (uint32_t place = 0; place < m_o.receivers; ++place)
        {
            FrmFarm::Member member;
            member.settings.mode = m_o.mode == "GoBackN" ? FRM_GO_BACK_N : FRM_BUFFER;
            member.settings.buffer = m_o.buffer;
            member.delay = Milli(delays->GetValue(m_o.nearest, m_o.farthest));
            member.loss = m_o.loss;
            if (place == 0 && m_o.satellite > 0)
            {
                member.delay = Milli(m_o.satellite);
            }
            if (place < m_o.slow)
            {
                member.slowFrom = Seconds(m_o.slowFrom);
                member.slowTime = Milli(m_o.slowUser);
            }
            if (place >= m_o.receivers - m_o.silent)
            {
                member.silentFrom = Seconds(m_o.silentFrom);
            }
            m_farm->Add(member);
            m_sender->AddReceiver(place + 1, m_o.buffer);
        }
        if (m_o.extra != "none")
        {
            FrmFarm::Member member;
            member.settings.buffer = m_o.buffer;
            member.settings.reliable = false;
            member.delay = Milli(m_o.farthest);
            member.loss = 0.2;
            member.slowFrom = Time(0);
            member.slowTime = Milli(m_o.slowUser);
            member.silentFrom = m_o.extra == "silent" ? Time(0) : Time::Max();
            m_farm->Add(member);
        }
        m_farm->AssignStreams(2);
    }

    /// Connects to the sender.
    void ConnectTraces()
    {
        m_sender->TraceConnectWithoutContext("SmaxRtt", Sink<Time>::Make([this](Time smoothed) {
                                                 m_smaxSum +=
                                                     m_measures ? smoothed.GetSeconds() : 0;
                                                 m_smaxCount += m_measures;
                                             }));
        m_sender->TraceConnectWithoutContext(
            "Retransmit",
            Sink<uint32_t, uint32_t>::Make([this](uint32_t from, uint32_t) { NoteBurst(from); }));
        m_sender->TraceConnectWithoutContext("Eject", Sink<uint64_t>::Make([this](uint64_t id) {
                                                 m_ejected.push_back(id);
                                                 m_ejectTimes.push_back(
                                                     Simulator::Now().GetSeconds());
                                             }));
        m_sender->TraceConnectWithoutContext("Handshake", Sink<uint32_t>::Make([this](uint32_t) {
                                                 m_handshakeRound = m_sender->GetCounters().rounds;
                                             }));
        m_sender->TraceConnectWithoutContext(
            "IntegrityViolation",
            Sink<const std::string&>::Make(
                [this](const std::string& text) { m_violation = text; }));
        m_sender->TraceConnectWithoutContext(
            "Dead",
            Sink<uint64_t>::Make([this](uint64_t id) {
                m_deadTries.push_back(m_sender->GetCounters().rounds - m_handshakeRound);
                m_dead.push_back(id);
                m_deadTimes.push_back(Simulator::Now().GetSeconds());
            }));
        m_sender->TraceConnectWithoutContext("ReleaseThroughput",
                                             Sink<double>::Make([this](double throughput) {
                                                 m_times.push_back(Simulator::Now().GetSeconds());
                                                 m_throughputs.push_back(throughput);
                                             }));
    }

    /// The application's next packet.
    void Generate()
    {
        m_generated.push_back(Simulator::Now());
        Fill();
        m_waited += m_measures && m_submitted < m_generated.size();
        m_offered += m_measures;
        // not a sum of intervals: their rounding would add up
        const double next = m_o.interval * static_cast<double>(m_generated.size());
        ScheduleCall(Milli(next) - Simulator::Now(), [this] { Generate(); });
    }

    /// The first seconds are over.
    void BeginToMeasure()
    {
        m_measures = true;
        m_before = m_sender->GetCounters();
        m_echoBefore = m_host->GetSpent(FrmWork::ECHO);
    }

    // inherited from FrmSender::User
    void Transmit(const FrmPdu& pdu, Ptr<const Packet> /* packet */) override
    {
        m_sent.Add(static_cast<uint64_t>(Simulator::Now().GetTimeStep()));
        m_sent.Add(pdu.type);
        m_sent.Add(pdu.type == FRM_DATA ? pdu.seq : pdu.sync);
        if (pdu.type == FRM_DATA)
        {
            NoteData(pdu.seq);
        }
        else if (pdu.type == FRM_CNTL)
        {
            m_lseq = m_highest;
        }
        m_farm->Send(pdu, pdu.type == FRM_DATA ? m_o.size : 0);
    }

    void Fill() override
    {
        while (m_submitted < m_generated.size() && m_sender->CanSubmit())
        {
            ++m_submitted;
            m_sender->Submit(nullptr, m_o.size);
        }
    }

    bool IsWaiting() const override
    {
        return m_submitted < m_generated.size();
    }

    void NotifyOpened() override
    {
    }

    void NotifyReleased(uint32_t /* bytes */) override
    {
        if (m_o.releaseOn == "Dseq")
        {
            for (const uint64_t id : m_sender->GetMembers())
            {
                m_early += m_farm->GetHanded(static_cast<uint32_t>(id - 1)) < m_sender->GetBase();
            }
        }
    }

    void NotifyEnded(FrmReason /* reason */) override
    {
        m_ended = Simulator::Now().GetSeconds();
    }

    /// @param seq of a packet that leaves
    void NoteData(uint32_t seq)
    {
        const uint64_t epoch = m_sender->GetCounters().releases;
        if (seq >= m_epochs.size())
        {
            m_epochs.resize(seq + 1, UINT64_MAX);
        }
        m_again += m_epochs[seq] == epoch; // twice between two releases
        m_epochs[seq] = epoch;
        m_highest = std::max(m_highest, seq + 1);
        m_below += seq < m_sender->GetBase();
        m_beyond += seq >= m_sender->GetBase() + m_o.buffer;
        m_full += seq + 1 == m_sender->GetBase() + m_o.buffer;
    }

    /// @param from first packet of a burst of retransmissions
    void NoteBurst(uint32_t from)
    {
        const uint64_t round = m_sender->GetCounters().rounds;
        const bool isOther = round != m_burstRound; // a burst may have several runs of packets
        m_close += m_sender->GetCounters().bursts > 1 && isOther && round - m_burstRound < 2;
        m_burstRound = round;
        m_useless += from >= m_lseq || from < m_sender->GetBase();
    }

    /// @param place of a receiver @param seq of a packet @param at when its user has it
    void Delivered(uint32_t place, uint32_t seq, Time at)
    {
        if (place >= m_o.receivers)
        {
            return;
        }
        m_taken.Add(place);
        m_taken.Add(seq);
        m_taken.Add(static_cast<uint64_t>(at.GetTimeStep()));
        if (m_generated[seq] >= Seconds(m_o.warmup) && at <= Seconds(m_o.time))
        {
            m_responses += (at - m_generated[seq]).GetSeconds();
            ++m_deliveries;
        }
    }

    /// @return what was measured
    JsonObject Report() const
    {
        const auto& now = m_sender->GetCounters();
        const double time = m_o.time - m_o.warmup;
        const auto rounds = static_cast<double>(now.rounds - m_before.rounds);
        const auto released = static_cast<double>(now.released - m_before.released);
        const double cycle = time / rounds;
        const double smax = m_smaxSum / static_cast<double>(m_smaxCount);
        JsonObject out;
        out.Set("mrt_ms", 1000 * m_responses / static_cast<double>(m_deliveries));
        out.Set("smax_rtt_ms", 1000 * smax);
        out.Set("cycle_ms", 1000 * cycle);
        out.Set("cycle_per_timer", cycle / (m_o.k * smax));
        out.Set("rounds_per_s", rounds / time);
        out.Set("releases_per_s", static_cast<double>(now.releases - m_before.releases) / time);
        out.Set("handshakes", now.handshakes - m_before.handshakes);
        out.Set("handshakes_per_round",
                static_cast<double>(now.handshakes - m_before.handshakes) / rounds);
        out.Set("bursts", now.bursts);
        out.Set("retransmissions", now.retransmissions - m_before.retransmissions);
        out.Set("retransmissions_per_packet",
                static_cast<double>(now.retransmissions - m_before.retransmissions) / released);
        out.Set("released_per_s", released / time);
        out.Set("waiting_share", static_cast<double>(m_waited) / static_cast<double>(m_offered));
        out.Set("backlog", static_cast<uint64_t>(m_generated.size() - m_submitted));
        const Time spent = m_host->GetSpent(FrmWork::ECHO) - m_echoBefore;
        out.Set("echo_share", spent.GetSeconds() / time);
        out.Set("echo_share_expected", m_o.receivers * m_o.unit / 1000 / cycle);
        out.Set("deliveries", m_deliveries);
        out.Set("listed", m_sender->GetListed());
        out.Set("ejected", m_ejected);
        out.Set("eject_times_s", m_ejectTimes);
        out.Set("dead", m_dead);
        out.Set("dead_times_s", m_deadTimes);
        out.Set("dead_tries", m_deadTries);
        out.Set("ended_s", m_ended);
        out.Set("violation", m_violation);
        out.Set("released_early", m_early);
        out.Set("beyond_buffer", m_beyond);
        out.Set("buffer_full", m_full);
        out.Set("bursts_too_close", m_close);
        out.Set("bursts_useless", m_useless);
        out.Set("below_base", m_below);
        out.Set("sent_again_queued", m_again);
        out.Set("old_echoes", now.oldEchoes);
        out.Set("bad_echoes", now.badEchoes);
        out.Set("digest_sent", m_sent.Get());
        out.Set("digest_delivered", m_taken.Get());
        if (m_o.series)
        {
            out.Set("times_s", m_times);
            out.Set("throughputs_Bps", m_throughputs);
        }
        return out;
    }

    const Options& m_o;                                 //!< options
    Ptr<FrmHost> m_host{CreateObject<FrmHost>()};       //!< of the sender
    Ptr<FrmSender> m_sender{CreateObject<FrmSender>()}; //!< its protocol
    Ptr<FrmFarm> m_farm{CreateObject<FrmFarm>()};       //!< receivers
    std::vector<Time> m_generated;                      //!< when, by number
    std::size_t m_submitted{0};                         //!< packets that the sender took
    bool m_measures{false};                             //!< the first seconds are over
    FrmSender::Counters m_before;                       //!< at their end
    Time m_echoBefore;                                  //!< processor time at their end
    double m_smaxSum{0};                                //!< s
    uint64_t m_smaxCount{0};                            //!< rounds
    double m_responses{0};                              //!< s
    uint64_t m_deliveries{0};                           //!< that count
    uint64_t m_waited{0};                               //!< packets that were not sent at once
    uint64_t m_offered{0};                              //!< packets
    std::vector<uint64_t> m_epochs;                     //!< release since which it was sent last
    uint32_t m_highest{0};                              //!< one more than the highest number sent
    uint32_t m_lseq{0};                                 //!< the same at the last control message
    uint64_t m_burstRound{0};                           //!< control messages at the last burst
    uint64_t m_early{0};                                //!< releases in front of a user
    uint64_t m_beyond{0};                               //!< packets beyond the buffer
    uint64_t m_full{0};                                 //!< packets at its end
    uint64_t m_close{0};                                //!< bursts in consecutive rounds
    uint64_t m_useless{0};                              //!< bursts without need
    uint64_t m_below{0};                                //!< packets that were released
    uint64_t m_again{0};                                //!< packets twice between two releases
    std::vector<uint64_t> m_ejected;                    //!< ids
    std::vector<double> m_ejectTimes;                   //!< s
    std::vector<uint64_t> m_dead;                       //!< ids
    std::vector<double> m_deadTimes;                    //!< s
    uint64_t m_handshakeRound{0};                       //!< control messages at the last one
    std::vector<uint64_t> m_deadTries;                  //!< control messages without answer
    std::string m_violation;                            //!< of integrity
    double m_ended{-1};                                 //!< s, or -1
    std::vector<double> m_times;                        //!< of the series, s
    std::vector<double> m_throughputs;                  //!< byte/s
    Digest m_sent;                                      //!< what left the sender
    Digest m_taken;                                     //!< what reliable receivers got
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper frm: fully reliable multicast to a star of hosts");
    options.Add("receivers", "Reliable receivers (N)", o.receivers, Between(1, 100000));
    options.Add("buffer", "Packets in a buffer (B)", o.buffer, Between(1, 100000));
    options.Add("loss",
                "Share of packets that each receiver loses (L)",
                o.loss,
                AtLeast(0).Below(1));
    options.Add("k", "Timer of a round in round-trip times", o.k, Between(1, 1000));
    options.Add("divisor", "How slowly the round-trip time falls", o.divisor, Between(1, 1e6));
    options.Add("order",
                "What is sent first at a release",
                o.order,
                OneOf({"RetransmitDataControl",
                       "DataRetransmitControl",
                       "RetransmitControlData",
                       "ControlFirst"}));
    options.Add("mode", "Packets out of order", o.mode, OneOf({"GoBackN", "Buffer"}));
    options.Add("repair",
                "What is sent again; Selective needs mode Buffer",
                o.repair,
                OneOf({"GoBackN", "Selective"}));
    options.Add("releaseOn", "Packets leave the buffer by", o.releaseOn, OneOf({"Dseq", "Rseq"}));
    options.Add("suppression", "No retransmissions in two rounds in a row", o.suppression);
    options.Add("time", "Simulated time, s", o.time, Above(0).AtMost(1e6));
    options.Add("warmup", "Time that does not count, s", o.warmup, AtLeast(0).AtMost(1e6));
    options.Add("interval", "Time between packets (SData), ms", o.interval, Above(0).AtMost(1e6));
    options.Add("size", "Bytes of a packet (S)", o.size, Between(1, 65000));
    options.Add("unit", "Processor time of a message (x), ms", o.unit, Between(0, 1e6));
    options.Add("user", "User's time for a packet (TSData), ms", o.user, Between(0, 1e6));
    options.Add("nearest", "Least delay of a receiver, ms", o.nearest, Between(0, 1e5));
    options.Add("farthest", "Greatest delay of a receiver, ms", o.farthest, Between(0, 1e5));
    options.Add("satellite",
                "Delay of the first receiver, ms; 0: as all",
                o.satellite,
                Between(0, 1e5));
    options.Add("spread",
                "Receivers spread echoes over this time (W), ms",
                o.spread,
                Between(0, 1e5));
    options.Add("jitter",
                "Mean of the network's exponential delay of echoes, ms",
                o.jitter,
                Between(0, 1e5));
    options.Add("slow", "Receivers whose users become slow", o.slow, Between(0, 100000));
    options.Add("slowFrom", "When they do, s", o.slowFrom, Between(0, 1e6));
    options.Add("slowUser", "Time they need for a packet, ms", o.slowUser, Between(0, 1e6));
    options.Add("minThroughput",
                "Release throughput below which receivers are ejected, byte/s",
                o.minThroughput,
                Between(0, 4e9));
    options.Add("ejectInterval",
                "Time over which it is taken, s",
                o.ejectInterval,
                Above(0).AtMost(1e6));
    options.Add("silent", "Receivers that fall silent", o.silent, Between(0, 100000));
    options.Add("silentFrom", "When they do, s", o.silentFrom, Between(0, 1e6));
    options.Add("tries", "Control messages of a handshake", o.tries, Between(1, 100));
    options.Add("extra",
                "A receiver more that is not reliable",
                o.extra,
                OneOf({"none", "lossy", "silent"}));
    options.Add("keys", "Ids of receivers who have to stay, separated by blanks", o.keys);
    options.Add("minMembers", "Receivers who have to stay", o.minMembers, Between(0, 100000));
    options.Add("all", "All receivers have to stay", o.all);
    options.Add("quorum", "Share of the receivers who have to stay", o.quorum, Between(0, 1));
    options.Add("initialRtt",
                "First estimate of the round-trip time, ms",
                o.initialRtt,
                Above(0).AtMost(1e6));
    options.Add("series", "Print the throughput of each interval", o.series);
    options.Parse(argc, argv);
    options.Require(o.warmup < o.time, "warmup", "must be below time");
    options.Require(o.nearest <= o.farthest, "nearest", "must be at most farthest");
    options.Require(o.slow <= o.receivers, "slow", "must be at most receivers");
    options.Require(o.silent < o.receivers, "silent", "must be below receivers");
    options.Require(o.repair == "GoBackN" || o.mode == "Buffer",
                    "repair",
                    "must be GoBackN with mode GoBackN: receivers keep nothing");
    const std::string wrong = FrmGroupCondition().ReadKeyMembers(o.keys);
    options.Require(wrong.empty(), "keys", "must be numbers from 1, separated by blanks");
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
