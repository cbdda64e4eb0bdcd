// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * A periodic probe over Ethernet, a serial line and Ethernet, beside ftp, nv or bursty sources.
 * Prints the dispersion xi, blocks, and the Hurst analyses of the interarrival times.
 */
#include "file-transfers.h"

#include "ns3/csma-helper.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/hurst-estimator.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/json-object.h"
#include "ns3/nv-source.h"
#include "ns3/on-off-helper.h"
#include "ns3/paced-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/path-quality-classifier.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/program-options.h"
#include "ns3/sample-summary.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double START = 10; //!< of the probe, s: other sources have run since 1 s

/// Command-line options.
struct Options
{
    std::string load{"idle"};    //!< idle, nv, ftp, both, step or bursty
    std::string ftp{"files"};    //!< files, one or ack1
    double time{100};            //!< of the probe, s
    double skip{3};              //!< s at its start
    double stepAt{0};            //!< beginning of ftp in load=step, s; 0: half the time
    uint32_t initialWindow{1};   //!< of ftp, segments
    double pause{200};           //!< of ftp between two files, ms
    double interval{10};         //!< T, ms
    double noise{1};             //!< of a host, ms
    double nvRate{256};          //!< kb/s
    uint32_t sources{12};        //!< bursty ones
    double sourceRate{500};      //!< kb/s
    bool apart{false};           //!< other senders are on a host of their own
    bool series{false};          //!< print each interarrival time
    uint32_t m{10};              //!< samples of a block
    uint32_t n{30};              //!< blocks
    double epsilon{0.3};         //!< percentile
    std::string lossMode{"Raw"}; //!< of the receiver
};

/// One run.
class Run
{
  public:
    /// @param o options
    explicit Run(const Options& o)
        : m_o(o)
    {
        Build();
        AddProbe();
        AddLoad();
    }

    /// @return metrics
    JsonObject Simulate()
    {
        Simulator::Stop(Seconds(START + m_o.time + 1));
        Simulator::Run();
        const auto out = Report();
        Simulator::Destroy();
        return out;
    }

  private:
    /// Hosts, Ethernets and line: A, its neighbour, router 1; router 2, B.
    void Build()
    {
        m_nodes.Create(5);
        CsmaHelper ethernet;
        ethernet.SetChannelAttribute("DataRate", StringValue("10Mbps"));
        ethernet.SetChannelAttribute("Delay", StringValue("10us"));
        DisableFlowControl(ethernet); // queues of devices only, as the routers had
        const auto first =
            ethernet.Install(NodeContainer(m_nodes.Get(0), m_nodes.Get(1), m_nodes.Get(2)));
        const auto second = ethernet.Install(NodeContainer(m_nodes.Get(3), m_nodes.Get(4)));
        PointToPointHelper line;
        line.SetDeviceAttribute("DataRate", StringValue("1.5Mbps"));
        line.SetChannelAttribute("Delay", StringValue("1ms"));
        line.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("40p"));
        DisableFlowControl(line);
        const auto between = line.Install(NodeContainer(m_nodes.Get(2), m_nodes.Get(3)));
        InternetStackHelper internet;
        internet.Install(m_nodes);
        Ipv4AddressHelper addresses;
        addresses.SetBase("10.0.1.0", "255.255.255.0");
        addresses.Assign(first);
        addresses.SetBase("10.0.2.0", "255.255.255.0");
        addresses.Assign(between);
        addresses.SetBase("10.0.3.0", "255.255.255.0");
        m_target = addresses.Assign(second).GetAddress(1);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        HsnInternetHelper::SetClassicTcp();
        HsnInternetHelper().Install(m_nodes);
        between.Get(0)->TraceConnectWithoutContext("PhyTxEnd", MakeCallback(&Run::OnLine, this));
    }

    /// @param app gets timing noise |N(0, noise)| @param attribute of it @param stream of it
    void SetNoise(Ptr<Object> app, const std::string& attribute, int64_t stream) const
    {
        if (m_o.noise == 0)
        {
            return;
        }
        const auto normal = CreateObject<NormalRandomVariable>();
        normal->SetAttribute("Variance", DoubleValue(std::pow(m_o.noise / 1e3, 2)));
        normal->SetStream(stream);
        app->SetAttribute(attribute, PointerValue(normal));
    }

    /// Probe from A to B.
    void AddProbe()
    {
        // resolves addresses before the probe and nv are looked at
        for (uint32_t host = 0; host < 2; ++host)
        {
            const auto once = CreateObject<PacedSource>();
            once->SetAttribute("Remote", AddressValue(InetSocketAddress(m_target, 9)));
            once->SetAttribute("MaxPackets", UintegerValue(1));
            m_nodes.Get(host)->AddApplication(once);
            once->SetStartTime(Seconds(0.1));
        }
        PacketSinkHelper discard("ns3::UdpSocketFactory",
                                 InetSocketAddress(Ipv4Address::GetAny(), 9));
        discard.Install(m_nodes.Get(4));
        const auto client = CreateObject<PeriodicProbeClient>();
        client->SetAttribute("Remote", AddressValue(InetSocketAddress(m_target, 7000)));
        client->SetAttribute("Interval", TimeValue(Seconds(m_o.interval / 1e3)));
        SetNoise(client, "SendJitter", 1);
        m_nodes.Get(0)->AddApplication(client);
        client->SetStartTime(Seconds(START));
        client->SetStopTime(Seconds(START + m_o.time));
        m_receiver->SetAttribute("Local",
                                 AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 7000)));
        SetNoise(m_receiver, "ReceiveJitter", 2);
        m_receiver->SetAttribute("LossMode", StringValue(m_o.lossMode));
        m_receiver->TraceConnectWithoutContext("Interarrival", MakeCallback(&Run::Gap, this));
        m_nodes.Get(4)->AddApplication(m_receiver);
    }

    /// @return beginning of ftp behind that of the probe, s
    double StepAt() const
    {
        return m_o.stepAt > 0 ? m_o.stepAt : m_o.time / 2;
    }

    /// Other traffic.
    void AddLoad()
    {
        const auto host = m_nodes.Get(m_o.apart ? 1 : 0);
        if (m_o.load == "ftp" || m_o.load == "both" || m_o.load == "step")
        {
            FileTransfers::Settings settings;
            settings.size = m_o.ftp == "files" ? settings.size : 0;
            settings.initialWindow = m_o.initialWindow;
            settings.pause = Seconds(m_o.pause / 1e3);
            if (m_o.ftp == "ack1")
            {
                settings.mss = 1460;
                settings.delayedAck = 1;
            }
            m_ftp = std::make_unique<FileTransfers>(host,
                                                    m_nodes.Get(4),
                                                    InetSocketAddress(m_target, 20),
                                                    settings);
            ScheduleCall(Seconds(m_o.load == "step" ? START + StepAt() : 1),
                         [this] { m_ftp->Start(); });
        }
        if (m_o.load == "nv" || m_o.load == "both")
        {
            const auto nv = CreateObject<NvSource>();
            nv->SetAttribute(
                "Rate",
                DataRateValue(DataRate(static_cast<uint64_t>(std::llround(m_o.nvRate * 1e3)))));
            nv->SetAttribute("Remote", AddressValue(InetSocketAddress(m_target, 4444)));
            nv->AssignStreams(3);
            nv->TraceConnectWithoutContext("Tx", MakeCallback(&Run::NvSent, this));
            host->AddApplication(nv);
            nv->SetStartTime(Seconds(1));
            PacketSinkHelper sink("ns3::UdpSocketFactory",
                                  InetSocketAddress(Ipv4Address::GetAny(), 4444));
            sink.Install(m_nodes.Get(4))
                .Get(0)
                ->TraceConnectWithoutContext("Rx", MakeCallback(&Run::NvArrived, this));
        }
        if (m_o.load == "bursty")
        {
            const auto phase = CreateObject<UniformRandomVariable>();
            phase->SetStream(4);
            OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(m_target, 9));
            source.SetConstantRate(
                DataRate(static_cast<uint64_t>(std::llround(m_o.sourceRate * 1e3))),
                1000);
            // Pareto, shape 1.4: mean 3.5 Scale; 0.5 s On, 3 s Off
            source.SetAttribute("OnTime",
                                StringValue("ns3::ParetoRandomVariable[Shape=1.4|"
                                            "Scale=0.142857142857]"));
            source.SetAttribute("OffTime",
                                StringValue("ns3::ParetoRandomVariable[Shape=1.4|"
                                            "Scale=0.857142857143]"));
            for (uint32_t i = 0; i < m_o.sources; ++i)
            {
                auto apps = source.Install(m_nodes.Get(2));
                apps.Start(Seconds(phase->GetValue(0, 3.5)));
                source.AssignStreams(m_nodes.Get(2), 100 + 2 * i);
            }
        }
    }

    /// @param packet at the end of its transmission on the line
    void OnLine(Ptr<const Packet> packet)
    {
        if (Simulator::Now() >= Seconds(START))
        {
            m_lineOctets += packet->GetSize();
        }
    }

    /// @param sequence of the later packet @param gap between arrivals
    void Gap(uint32_t sequence, Time gap)
    {
        m_arrival += gap.GetSeconds() * 1e3;
        m_sequence = sequence;
        if (sequence * m_o.interval >= m_o.skip * 1e3)
        {
            m_x.push_back(gap.GetSeconds() * 1e3);
            m_times.push_back(Simulator::Now().GetSeconds() - START);
        }
    }

    /// @param packet of nv
    void NvSent(Ptr<const Packet> packet)
    {
        m_nvSent[packet->GetUid()] = Simulator::Now();
    }

    /// @param packet of nv
    void NvArrived(Ptr<const Packet> packet, const Address&)
    {
        const auto sent = m_nvSent.find(packet->GetUid());
        if (sent != m_nvSent.end())
        {
            if (sent->second >= Seconds(START))
            {
                m_nvDelay.Add((Simulator::Now() - sent->second).GetSeconds() * 1e3);
            }
            m_nvSent.erase(sent);
        }
    }

    /// @param m samples @param n blocks @param epsilon percentile @param means of blocks, or null
    /// @param deviations of blocks, or null @return all xi
    std::vector<double> Xi(uint32_t m,
                           uint32_t n,
                           double epsilon,
                           std::vector<double>* means = nullptr,
                           std::vector<double>* deviations = nullptr) const
    {
        const auto estimator = CreateObject<DispersionEstimator>();
        estimator->SetAttribute("M", UintegerValue(m));
        estimator->SetAttribute("N", UintegerValue(n));
        estimator->SetAttribute("Epsilon", DoubleValue(epsilon));
        std::vector<double> xi;
        const auto add = [](std::vector<double>* list) {
            return Sink<uint64_t, double>::Make([list](uint64_t, double value) {
                if (list)
                {
                    list->push_back(value);
                }
            });
        };
        estimator->TraceConnectWithoutContext("Xi", add(&xi));
        estimator->TraceConnectWithoutContext("BlockMean", add(means));
        estimator->TraceConnectWithoutContext("BlockDeviation", add(deviations));
        for (const double x : m_x)
        {
            estimator->Feed(x);
        }
        return xi;
    }

    /// @param out gets a plot @param name of it @param points of it
    static void SetPlot(JsonObject& out,
                        const std::string& name,
                        const std::vector<HurstEstimator::Point>& points)
    {
        std::vector<uint64_t> scales;
        std::vector<double> values;
        for (const auto& point : points)
        {
            scales.push_back(point.scale);
            values.push_back(point.value);
        }
        out.Set(name + "_scales", scales);
        out.Set(name + "_values", values);
    }

    /// @return metrics
    JsonObject Report() const
    {
        using Hurst = HurstEstimator;
        JsonObject out;
        std::vector<double> means;
        std::vector<double> deviations;
        std::vector<double> means20;
        const auto xi = Xi(m_o.m, m_o.n, m_o.epsilon, &means, &deviations);
        Xi(20, 1, 1, &means20);
        out.Set("samples", static_cast<uint64_t>(m_x.size()));
        out.Set("lost", m_receiver->GetLost());
        out.Set("reordered", m_receiver->GetReordered());
        out.Set("mean_by_sequence_ms", m_arrival / m_sequence);
        out.Set("line_share_percent", 100 * 8.0 * m_lineOctets / (1.5e6 * m_o.time));
        out.Set("files", m_ftp ? m_ftp->GetFiles() : 0);
        out.Set("xi_ms2", xi);
        std::vector<double> ends;
        for (std::size_t i = 1; i <= xi.size(); ++i)
        {
            ends.push_back(m_times.at(i * m_o.m * m_o.n - 1));
        }
        out.Set("xi_ends_s", ends);
        out.Set("step_s", StepAt());
        const auto classifier = CreateObject<PathQualityClassifier>();
        SampleSummary summary;
        uint32_t best = 0;
        for (const double value : xi)
        {
            summary.Add(value);
            best += classifier->Classify(value) == PathQualityClassifier::BEST;
        }
        out.Set("xi_mean_ms2", summary.GetMean());
        out.Set("best_share", static_cast<double>(best) / static_cast<double>(xi.size()));
        out.Set("block_means_ms", means);
        out.Set("block_means_20_ms", means20);
        out.Set("block_deviations_ms", deviations);
        std::vector<double> grid;
        for (uint32_t m : {5, 8, 10, 15, 20})
        {
            for (uint32_t n : {10, 20, 30, 45, 60})
            {
                for (uint32_t tenths = 1; tenths <= 5; ++tenths)
                {
                    SampleSummary one;
                    for (const double value : Xi(m, n, tenths / 10.0))
                    {
                        one.Add(value);
                    }
                    grid.push_back(one.GetMean());
                }
            }
        }
        out.Set("grid_xi_ms2", grid);
        const auto times = Hurst::GetVarianceTimes(m_x, Hurst::GetOctaves(1, 256));
        const auto short_ =
            std::vector<Hurst::Point>(times.begin(),
                                      times.begin() + std::min<std::size_t>(5, times.size()));
        const auto long_ = times.size() > 4
                               ? std::vector<Hurst::Point>(times.begin() + 4, times.end())
                               : std::vector<Hurst::Point>();
        SetPlot(out, "variance", times);
        out.Set("variance_slope_1_16", Hurst::FitLine(short_).slope);
        out.Set("variance_slope_16_256", Hurst::FitLine(long_).slope);
        // the same samples in another order: what is left does not depend on their sums
        auto mixed = m_x;
        std::mt19937 random(1);
        for (std::size_t i = mixed.size(); i > 1; --i)
        {
            std::swap(mixed[i - 1], mixed[random() % i]);
        }
        out.Set("mixed_slope_16_256",
                Hurst::FitLine(Hurst::GetVarianceTimes(mixed, Hurst::GetOctaves(16, 256))).slope);
        const auto ranges = Hurst::GetRescaledRanges(m_x, Hurst::GetOctaves(16, 512), Hurst::POX);
        SetPlot(out, "range", ranges);
        out.Set("range_slope", Hurst::FitLine(ranges).slope);
        std::vector<double> hurst;
        for (std::size_t i = 0; i + 300 <= m_x.size(); i += 300)
        {
            const std::vector<double> part(m_x.begin() + static_cast<std::ptrdiff_t>(i),
                                           m_x.begin() + static_cast<std::ptrdiff_t>(i + 300));
            hurst.push_back(
                Hurst::FitLine(
                    Hurst::GetRescaledRanges(part, Hurst::GetOctaves(8, 256), Hurst::FIRST))
                    .slope);
        }
        out.Set("window_hurst", hurst);
        if (m_nvDelay.GetCount() > 0)
        {
            out.Set("nv_delay_p95_ms", m_nvDelay.GetPercentile(0.95));
            out.Set("nv_delay_deviation_ms", m_nvDelay.GetDeviation());
        }
        if (m_o.series)
        {
            out.Set("x_ms", m_x);
        }
        return out;
    }

    const Options& m_o;                                           //!< options
    NodeContainer m_nodes;                                        //!< A, neighbour, routers, B
    Ipv4Address m_target;                                         //!< of B
    Ptr<ProbeReceiver> m_receiver{CreateObject<ProbeReceiver>()}; //!< on B
    std::unique_ptr<FileTransfers> m_ftp;                         //!< or null
    std::vector<double> m_x;                                      //!< interarrival times, ms
    std::vector<double> m_times;                                  //!< of their ends, s
    double m_arrival{0};                                          //!< of the last since the first
    uint32_t m_sequence{0};                                       //!< of the last
    uint64_t m_lineOctets{0};                                     //!< since the probe's start
    std::unordered_map<uint64_t, Time> m_nvSent;                  //!< by packet, under way
    SampleSummary m_nvDelay;                                      //!< ms
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper bandwidth-probe: a probe beside other traffic");
    options.Add("load",
                "Other traffic; step: ftp in the second half",
                o.load,
                OneOf({"idle", "nv", "ftp", "both", "step", "bursty"}));
    options.Add("ftp",
                "Files of 1 MB, or one transfer with MSS 1024 or (ack1) 1460 and no delayed ACKs",
                o.ftp,
                OneOf({"files", "one", "ack1"}));
    options.Add("time", "Time of the probe, s", o.time, Between(20, 1e5));
    options.Add("skip", "Its start that does not count, s", o.skip, Between(0, 10));
    options.Add("stepAt",
                "Beginning of ftp with load=step, s; 0: half the time",
                o.stepAt,
                Between(0, 1e5));
    options.Add("initialWindow", "First window of ftp, segments", o.initialWindow, Between(1, 8));
    options.Add("pause", "Pause of ftp between two files, ms", o.pause, Between(0, 1e4));
    options.Add("interval", "Time T between probe packets, ms", o.interval, Between(1, 20));
    options.Add("noise", "Standard deviation of a host's timing, ms", o.noise, Between(0, 100));
    options.Add("nvRate", "Rate of nv, kb/s", o.nvRate, Between(1, 1500));
    options.Add("sources", "Sources of load=bursty", o.sources, Between(1, 1000));
    options.Add("sourceRate", "Rate of one while On, kb/s", o.sourceRate, Between(1, 1500));
    options.Add("apart", "The other senders have a host of their own", o.apart);
    options.Add("series", "Print all interarrival times", o.series);
    options.Add("m", "Samples of a block", o.m, Between(2, 1000));
    options.Add("n", "Blocks of a result", o.n, Between(1, 1000));
    options.Add("epsilon", "Share of the blocks below xi", o.epsilon, Above(0).AtMost(1));
    options.Add("lossMode",
                "Interarrival times behind losses",
                o.lossMode,
                OneOf({"Raw", "Normalised", "Skip"}));
    options.Parse(argc, argv);
    options.Require(o.stepAt < o.time, "stepAt", "must be below time");
    options.Require(o.n * o.epsilon >= 1 - 1e-9, "epsilon", "must be at least 1/n");
    options.Require(o.m * o.n * o.interval <= (o.time - o.skip) * 1e3 - 50 * o.interval,
                    "time",
                    "must have m n samples behind skip, and 50 more");
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
