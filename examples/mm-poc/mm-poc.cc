// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The video conference of section 5 by sockets of MM-POC: an SDU every 40 ms and one every 80 ms,
 * over a path that loses PDUs. Prints delays, losses and retransmissions, a list with one value for
 * each repetition. A flow that is late is late as a whole.
 */
#include "mm-poc-network.h"
#include "mm-poc-orders.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/mm-poc-helper.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/paced-source.h"
#include "ns3/packet-traces.h"
#include "ns3/program-options.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = 5000; //!< of flow 1
constexpr uint32_t FLOWS = 2;   //!< media

/// Options of the program.
struct Options
{
    MmPocPath path;               //!< network
    std::string mode{"mpm"};      //!< mpm or pgm
    std::string order{"barrier"}; //!< see MmPocOrders()
    double maxRate{0};            //!< R
    uint32_t rateWindow{0};       //!< SDUs
    int32_t maxConsecutive{-1};   //!< k; -1: MaxRate
    double lateMs{0};             //!< of flow 2, ms
    uint32_t sdus{2000};          //!< of flow 1
    uint32_t size1{1400};         //!< bytes
    uint32_t size2{400};          //!< bytes
    double rttMs{0};              //!< first estimate; 0: of the path
    uint32_t window{0};           //!< W
    uint32_t period{0};           //!< n
    bool declareAtAck{false};     //!< attribute
    bool holdReceived{true};      //!< attribute
    bool fnackRepeat{true};       //!< attribute
    double lifetimeMs{0};         //!< attribute
    uint32_t repetitions{1};      //!< with runs that follow RngRun
    double drain{4};              //!< s
};

/// One run.
class Association
{
  public:
    /// @param o options
    explicit Association(const Options& o)
        : m_o(o)
    {
    }

    /// @param metrics get a value each
    void Run(std::map<std::string, std::vector<double>>& metrics)
    {
        const auto nodes = m_o.path.Build(Seconds(0.9));
        Configure(nodes);
        const Time begin = Seconds(1);
        const Time end = begin + MilliSeconds(40) * m_o.sdus;
        for (uint32_t poc = 0; poc < FLOWS; ++poc)
        {
            const auto port = static_cast<uint16_t>(PORT + poc);
            const auto listener =
                Socket::CreateSocket(nodes.Get(1), MmPocSocketFactory::GetTypeId());
            listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        MakeCallback(&Association::Accepted, this));
            listener->Listen();
            const auto socket = Socket::CreateSocket(nodes.Get(0), MmPocSocketFactory::GetTypeId());
            m_senders[poc] = DynamicCast<MmPocSocket>(socket);
            socket->TraceConnectWithoutContext(
                "Retransmission",
                MakeHeaderCallback<MmPocHeader>(MakeCallback(&Association::Repeated, this)));
            socket->TraceConnectWithoutContext("Rtt", MakeCallback(&Association::Rtt, this));
            if (poc == 0)
            {
                socket->TraceConnectWithoutContext("WindowClosed",
                                                   MakeCallback(&Association::Window, this));
            }
            ScheduleCall(Time(0),
                         [socket, port] { socket->Connect(InetSocketAddress("10.0.0.2", port)); });
            const auto source = CreateObject<PacedSource>();
            source->SetAttribute("Interval", TimeValue(MilliSeconds(poc == 0 ? 40 : 80)));
            source->SetAttribute("PacketSize", UintegerValue(poc == 0 ? m_o.size1 : m_o.size2));
            source->SetAttribute("MaxPackets", UintegerValue(poc == 0 ? m_o.sdus : m_o.sdus / 2));
            source->SetSocket(socket);
            nodes.Get(0)->AddApplication(source);
            // flow 1 submits first where both are due
            source->SetStartTime(begin +
                                 (poc == 0 ? Time(0) : Seconds(m_o.lateMs / 1e3) + NanoSeconds(1)));
        }
        m_end = end;
        // the streams end once all has been submitted: what is missing then is still asked for
        ScheduleCall(end + Seconds(m_o.lateMs / 1e3), [this] {
            for (const auto& sender : m_senders)
            {
                sender->ShutdownSend();
            }
        });
        Simulator::Stop(end + Seconds(m_o.drain) + Seconds(m_o.lateMs / 1e3));
        Simulator::Run();
        Report(metrics, end - begin);
        Simulator::Destroy();
    }

  private:
    /// @param nodes get the attributes of the media
    void Configure(const NodeContainer& nodes) const
    {
        MmPocHelper helper(MmPocOrders().at(m_o.order));
        helper.SetAttribute("ReliabilityMode",
                            StringValue(m_o.mode == "mpm" ? "MediaPerMedia" : "GroupOfMedia"));
        helper.SetAttribute("MaxRate", DoubleValue(m_o.maxRate));
        helper.SetAttribute("RateWindow", UintegerValue(m_o.rateWindow));
        if (m_o.maxConsecutive >= 0)
        {
            helper.SetAttribute("LossPolicy", StringValue("MaxConsecutive"));
            helper.SetAttribute("MaxConsecutive",
                                UintegerValue(static_cast<uint32_t>(m_o.maxConsecutive)));
        }
        const double rtt = m_o.rttMs > 0 ? m_o.rttMs : 2 * m_o.path.delayMs + m_o.path.jitterMs;
        helper.SetAttribute("InitialRtt", TimeValue(Seconds(std::max(rtt, 1.0) / 1e3)));
        helper.SetAttribute("Window", UintegerValue(m_o.window));
        helper.SetAttribute("RequestPeriod", UintegerValue(m_o.period));
        helper.SetAttribute("DeclareAtAck", BooleanValue(m_o.declareAtAck));
        helper.SetAttribute("HoldReceived", BooleanValue(m_o.holdReceived));
        helper.SetAttribute("FnackRepeat", BooleanValue(m_o.fnackRepeat));
        helper.SetAttribute("Lifetime", TimeValue(Seconds(m_o.lifetimeMs / 1e3)));
        helper.SetAttribute("SndBufSize", UintegerValue(100000000));
        helper.SetAttribute("RcvBufSize", UintegerValue(100000000));
        helper.SetMediumAttribute(0, "ProductionFrequency", DoubleValue(25));
        helper.SetMediumAttribute(1, "ProductionFrequency", DoubleValue(12.5));
        helper.Install(nodes, PORT);
    }

    /// @param socket of a medium
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        const auto medium = DynamicCast<MmPocSocket>(socket);
        m_receivers[medium->GetPoc()] = medium;
        socket->SetRecvCallback(MakeCallback(&Association::Read, this));
        socket->TraceConnectWithoutContext("Deliver", MakeCallback(&Association::Deliver, this));
        socket->TraceConnectWithoutContext("LossDeclared", MakeCallback(&Association::Lost, this));
        socket->TraceConnectWithoutContext("Fnack", MakeCallback(&Association::Fnack, this));
        socket->TraceConnectWithoutContext("AckRes", MakeCallback(&Association::Answer, this));
        socket->TraceConnectWithoutContext("RxDrop", MakeCallback(&Association::Dropped, this));
        socket->TraceConnectWithoutContext(
            "Rx",
            MakeHeaderCallback<MmPocHeader>(MakeCallback(&Association::Arrived, this)));
        socket->TraceConnectWithoutContext("Stored", MakeCallback(&Association::Stored, this));
    }

    /// @param socket has data
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
        }
    }

    /// @param poc medium @param number of an SDU @param delay of it
    void Deliver(uint32_t poc, uint64_t number, Time delay)
    {
        m_sequence.push_back({poc, number});
        m_delays[poc].Add(delay);
        m_longest[poc] = std::max(m_longest[poc], delay.GetSeconds());
    }

    /// @param poc medium @param lost SDUs @param cause medium whose delivery declares them
    void Lost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause)
    {
        m_foreign += poc != cause;
        m_lost[poc].insert(lost.begin(), lost.end());
        // what the bound says, counted anew
        if (m_o.maxConsecutive >= 0)
        {
            for (uint64_t number : lost)
            {
                uint32_t run = 1;
                for (uint64_t i = number; i > 0 && m_lost[poc].count(i - 1); --i)
                {
                    ++run;
                }
                for (uint64_t i = number + 1; m_lost[poc].count(i); ++i)
                {
                    ++run;
                }
                m_exceeded += run > static_cast<uint32_t>(m_o.maxConsecutive);
            }
        }
        else if (m_o.rateWindow == 0)
        {
            const double limit = m_o.maxRate * static_cast<double>(lost.back() + 1);
            m_exceeded += static_cast<double>(m_lost[poc].size()) > std::floor(limit + 1e-9);
        }
    }

    /// @param count SDUs that wait
    void Stored(uint32_t count)
    {
        m_mostStored = std::max<double>(m_mostStored, count);
    }

    /// @brief A loss is reported.
    void Fnack(const MmPocPdu&)
    {
        ++m_fnacks;
        m_fnackNow = Simulator::Now();
    }

    /// @brief An answer is sent.
    void Answer(const MmPocPdu&)
    {
        ++m_answers;
        // DATA that caused an FNACK must not cause an ACK_RES as well
        m_double += m_isFnackData && m_fnackNow == Simulator::Now();
    }

    /// @param header of a PDU that arrives
    void Arrived(Ptr<const Packet>, const MmPocHeader& header)
    {
        m_isFnackData = header.pdu.type == MM_POC_DATA;
        m_fnackNow = Time(-1);
    }

    /// @param reason why a PDU is dropped
    void Dropped(Ptr<const Packet>, const std::string& reason)
    {
        m_useless += reason.find("decided") != std::string::npos;
    }

    /// @param header of DATA that is sent again
    void Repeated(Ptr<const Packet>, const MmPocHeader& header)
    {
        // what is asked for after the streams' end is the tail
        ++(Simulator::Now() > m_end ? m_tail : m_repeated)[header.pdu.poc];
    }

    /// @param rtt estimate
    void Rtt(Time, Time rtt)
    {
        m_rtt = rtt;
    }

    /// @param closed whether SDUs wait
    void Window(bool closed)
    {
        if (closed)
        {
            m_closedAt = Simulator::Now();
        }
        else
        {
            AddBlocked();
        }
        m_isClosed = closed;
    }

    /// The window has been closed until now; only the time of the submissions counts.
    void AddBlocked()
    {
        m_blocked += std::min(Simulator::Now(), m_end) - std::min(m_closedAt, m_end);
    }

    /// @param metrics get a value each @param time of the run
    void Report(std::map<std::string, std::vector<double>>& metrics, Time time)
    {
        const auto set = [&metrics](const std::string& name, double value) {
            metrics[name].push_back(value);
        };
        const std::vector<MmPocDelayVariation> all(m_delays.begin(), m_delays.end());
        set("atdv_ms", 1e3 * MmPocDelayVariation::GetVariation(all));
        set("mad_ms", 1e3 * MmPocDelayVariation::GetVariation(all, MM_POC_MEAN_ABS_DEV));
        set("excess_ms", 1e3 * MmPocDelayVariation::GetVariation(all, MM_POC_EXCESS));
        double decided = 0;
        for (uint32_t poc = 0; poc < FLOWS; ++poc)
        {
            const std::string flow = std::to_string(poc + 1);
            const double sent = m_senders[poc]->GetSubmitted();
            set("atdv" + flow + "_ms", 1e3 * MmPocDelayVariation::GetVariation({m_delays[poc]}));
            set("mad" + flow + "_ms",
                1e3 * MmPocDelayVariation::GetVariation({m_delays[poc]}, MM_POC_MEAN_ABS_DEV));
            set("delay" + flow + "_ms", 1e3 * m_delays[poc].GetMean());
            set("longest" + flow + "_ms", 1e3 * m_longest[poc]);
            set("retransmissions" + flow, m_repeated[poc] / sent);
            set("tail" + flow, m_tail[poc]);
            set("declared" + flow, static_cast<double>(m_lost[poc].size()));
            set("delivered" + flow, static_cast<double>(m_delays[poc].GetCount()));
            set("submitted" + flow, sent);
            decided += static_cast<double>(m_lost[poc].size() + m_delays[poc].GetCount()) - sent;
        }
        if (m_isClosed)
        {
            AddBlocked();
        }
        set("undecided", -decided);
        set("blocked", m_blocked.GetSeconds() / time.GetSeconds());
        set("useless_per_1000", 1e3 * m_useless / (1.5 * m_o.sdus));
        set("most_stored", m_mostStored);
        set("fnacks", m_fnacks);
        set("answers", m_answers);
        set("double_answers", m_double);
        set("foreign_losses", m_foreign);
        set("bound_exceeded", m_exceeded);
        MmPocPartialOrder order;
        MmPocPartialOrder::Read(MmPocOrders().at(m_o.order), order);
        set("extension", order.IsLinearExtension(m_sequence));
        const auto association = m_receivers[0] ? m_receivers[0]->GetAssociation() : nullptr;
        const auto counters =
            association ? association->GetManager().GetCounters() : MmPocManager::Counters();
        set("checks_per_data",
            counters.data
                ? static_cast<double>(counters.checks) / static_cast<double>(counters.data)
                : std::numeric_limits<double>::quiet_NaN());
        set("rtt_ms", m_rtt.GetSeconds() * 1e3);
    }

    const Options& m_o;                              //!< options
    Time m_end;                                      //!< of the submissions
    std::array<Ptr<MmPocSocket>, FLOWS> m_senders;   //!< by medium
    std::array<Ptr<MmPocSocket>, FLOWS> m_receivers; //!< by medium
    std::array<MmPocDelayVariation, FLOWS> m_delays; //!< by medium
    std::array<double, FLOWS> m_longest{};           //!< delay, s
    std::array<double, FLOWS> m_repeated{};          //!< DATA
    std::array<double, FLOWS> m_tail{};              //!< DATA
    std::array<std::set<uint64_t>, FLOWS> m_lost;    //!< declared
    std::vector<MmPocSdu> m_sequence;                //!< of deliveries
    double m_foreign{0};                             //!< declarations by another medium
    double m_exceeded{0};                            //!< bounds
    double m_fnacks{0};                              //!< sent
    double m_answers{0};                             //!< sent
    double m_double{0};                              //!< answers to one DATA
    double m_useless{0};                             //!< DATA
    double m_mostStored{0};                          //!< SDUs
    bool m_isFnackData{false};                       //!< the last PDU was DATA
    Time m_fnackNow{-1};                             //!< of an FNACK
    bool m_isClosed{false};                          //!< flow 1's window
    Time m_closedAt;                                 //!< since when
    Time m_blocked;                                  //!< so long
    Time m_rtt;                                      //!< estimate
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper mm-poc: two media with a partial order and losses");
    o.path.AddTo(options);
    options.Add("mode", "Losses: media per media or per group", o.mode, OneOf({"mpm", "pgm"}));
    options.Add("order",
                "Partial order",
                o.order,
                OneOf({"barrier", "barrier-160", "one-way", "chains", "total", "empty"}));
    options.Add("maxRate", "Acceptable losses R of both flows", o.maxRate, Between(0, 1));
    options.Add("rateWindow", "SDUs in which R holds; 0: all", o.rateWindow, Between(0, 1000000));
    options.Add("maxConsecutive",
                "Acceptable losses in a row instead of R; -1: R",
                o.maxConsecutive,
                Between(-1, 1000000));
    options.Add("lateMs", "Lateness of flow 2, ms", o.lateMs, AtLeast(0).Below(80));
    options.Add("sdus", "SDUs of flow 1; flow 2 has half as many", o.sdus, Between(4, 1000000));
    options.Add("size1", "Bytes of an SDU of flow 1", o.size1, Between(1, 1400));
    options.Add("size2", "Bytes of an SDU of flow 2", o.size2, Between(1, 1400));
    options.Add("rttMs",
                "First estimate of the round-trip time, ms; 0: from the path",
                o.rttMs,
                AtLeast(0).AtMost(100000));
    options.Add("window", "Window W, SDUs; 0: four periods", o.window, Between(0, 1024));
    options.Add("period", "Request period n, SDUs; 0: by the paper", o.period, Between(0, 256));
    options.Add("declareAtAck", "Answers declare acceptable losses", o.declareAtAck);
    options.Add("holdReceived", "What has arrived is not declared lost", o.holdReceived);
    options.Add("fnackRepeat", "A loss is reported by more than one FNACK", o.fnackRepeat);
    options.Add("lifetimeMs",
                "Longest wait for a missing SDU, ms; 0: none",
                o.lifetimeMs,
                AtLeast(0).AtMost(1e6));
    options.Add("repetitions", "Runs, from RngRun on", o.repetitions, Between(1, 10000));
    options.Add("drain", "Time after the last SDU, s", o.drain, AtLeast(0).AtMost(1000));
    options.Parse(argc, argv);
    std::map<std::string, std::vector<double>> metrics;
    const uint64_t first = RngSeedManager::GetRun();
    for (uint32_t i = 0; i < o.repetitions; ++i)
    {
        RngSeedManager::SetRun(first + i);
        Association(o).Run(metrics);
    }
    JsonObject out;
    for (const auto& [name, values] : metrics)
    {
        out.Set(name, values);
    }
    std::cout << out.ToString() << std::endl;
    return 0;
}
