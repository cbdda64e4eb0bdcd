// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Calls of nv at a line of 1.5 Mb/s: admitted always, by a probe, or by the measured load.
 */
#include "ns3/admission-call-generator.h"
#include "ns3/admission-queue-meter.h"
#include "ns3/admission-time-window.h"
#include "ns3/admission-two-level.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-object.h"
#include "ns3/nv-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/probe-admission.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/probe-service.h"
#include "ns3/program-options.h"
#include "ns3/sample-summary.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <iostream>
#include <string>
#include <unordered_map>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    std::string control{"probe"}; //!< none, probe, window or two-level
    double time{600};             //!< s
    double arrivals{0.3};         //!< calls, 1/s
    double holding{60};           //!< mean length of a call, s
    double rate{128};             //!< of a call, kb/s
    double bound{50};             //!< of the delay, ms
    double utilization{0.9};      //!< share of the line for calls, with window
    double target{1};             //!< late bits, %, with two-level
    std::string wanted{"Best"};   //!< quality, with probe
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
        AddCalls();
    }

    /// @return metrics
    JsonObject Simulate()
    {
        Simulator::Stop(Seconds(m_o.time));
        Simulator::Run();
        JsonObject out;
        const auto load = m_meter->GetLoad();
        const auto& calls = m_control->GetCounters();
        out.Set("utilization_percent", 100 * load.sent / (DATA_RATE * m_o.time));
        out.Set("late_percent", 100 * load.late / load.arrived);
        out.Set("offered", calls.offered);
        out.Set("admitted_percent", calls.offered ? 100.0 * calls.admitted / calls.offered : 0.0);
        out.Set("calls_mean", m_present.GetMean());
        out.Set("xi_mean_ms2", m_xi.GetMean());
        m_meter->Dispose();
        m_control->Dispose();
        Simulator::Destroy();
        return out;
    }

  private:
    static constexpr double DATA_RATE = 1.5e6 * 1000 / 1030; //!< of packets of 1000 octets, bit/s

    /// Two hosts and a line with a queue disc.
    void Build()
    {
        m_nodes.Create(2);
        PointToPointHelper line;
        line.SetDeviceAttribute("DataRate", StringValue("1.5Mbps"));
        line.SetChannelAttribute("Delay", StringValue("1ms"));
        line.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        const auto devices = line.Install(m_nodes);
        InternetStackHelper internet;
        internet.Install(m_nodes);
        TrafficControlHelper queues;
        queues.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("1000p"));
        const auto queue = queues.Install(devices.Get(0)).Get(0);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        m_target = addresses.Assign(devices).GetAddress(1);
        m_meter->SetAttribute("LinkRate", GetRate(DATA_RATE));
        m_meter->SetAttribute("DelayBound", TimeValue(Seconds(m_o.bound / 1e3)));
        m_meter->SetQueue(queue);
        PacketSinkHelper sink("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9));
        sink.Install(m_nodes.Get(1));
    }

    /// @param bits per second @return an attribute's value
    static DataRateValue GetRate(double bits)
    {
        return DataRateValue(DataRate(static_cast<uint64_t>(std::llround(bits))));
    }

    /// @param stream of it @return |N(0, 1 ms)|
    static PointerValue GetNoise(int64_t stream)
    {
        const auto noise = CreateObject<NormalRandomVariable>();
        noise->SetAttribute("Variance", DoubleValue(1e-6));
        noise->SetStream(stream);
        return PointerValue(noise);
    }

    /// A probe along the line, and its service.
    void AddProbe()
    {
        const auto client = CreateObject<PeriodicProbeClient>();
        client->SetAttribute("Remote", AddressValue(InetSocketAddress(m_target, 7000)));
        client->SetAttribute("SendJitter", GetNoise(1));
        m_nodes.Get(0)->AddApplication(client);
        const auto receiver = CreateObject<ProbeReceiver>();
        receiver->SetAttribute("Local",
                               AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 7000)));
        receiver->SetAttribute("ReceiveJitter", GetNoise(2));
        receiver->SetAttribute("Estimator", PointerValue(CreateObject<DispersionEstimator>()));
        m_nodes.Get(1)->AddApplication(receiver);
        m_service->SetReceiver(receiver);
        m_service->TraceConnectWithoutContext("Report", MakeCallback(&Run::NoteReport, this));
    }

    /// Calls and what admits them.
    void AddCalls()
    {
        if (m_o.control == "none")
        {
            m_control = CreateObject<AdmitAll>();
        }
        else if (m_o.control == "probe")
        {
            const auto control = CreateObject<ProbeAdmission>();
            control->SetAttribute("Wanted", StringValue(m_o.wanted));
            control->SetService(m_service);
            m_control = control;
        }
        else
        {
            Ptr<TimeWindowAdmission> control;
            if (m_o.control == "window")
            {
                control = CreateObject<TimeWindowAdmission>();
                control->SetAttribute("Utilization", DoubleValue(m_o.utilization));
            }
            else
            {
                control = CreateObject<TwoLevelAdmission>();
                control->SetAttribute("Target", DoubleValue(m_o.target / 100));
                control->SetAttribute("Trigger", GetRate(0.9 * DATA_RATE));
            }
            control->SetAttribute("LinkRate", GetRate(DATA_RATE));
            control->SetAttribute("DelayBound", TimeValue(Seconds(m_o.bound / 1e3)));
            control->Start(m_meter);
            m_control = control;
        }
        m_calls->SetAttribute("ArrivalRate", DoubleValue(m_o.arrivals));
        const auto holding = CreateObject<ExponentialRandomVariable>();
        holding->SetAttribute("Mean", DoubleValue(m_o.holding));
        m_calls->SetAttribute("HoldingTime", PointerValue(holding));
        const auto peak = CreateObject<ConstantRandomVariable>();
        peak->SetAttribute("Constant", DoubleValue(m_o.rate * 1e3));
        m_calls->SetAttribute("PeakRate", PointerValue(peak));
        m_calls->AssignStreams(10);
        m_calls->SetControl(m_control);
        m_calls->SetTraffic(MakeCallback(&Run::Begin, this), MakeCallback(&Run::End, this));
        ScheduleCall(Seconds(0), [this] { m_calls->Start(); });
    }

    /// @param peak bit/s @return number of a call that begins
    uint64_t Begin(double peak)
    {
        const auto source = CreateObject<NvSource>();
        source->SetAttribute("Rate", GetRate(peak));
        source->SetAttribute("Remote", AddressValue(InetSocketAddress(m_target, 9)));
        source->AssignStreams(static_cast<int64_t>(100 + m_begun));
        m_nodes.Get(0)->AddApplication(source);
        m_sources[m_begun] = source;
        return m_begun++;
    }

    /// @param number of a call that ends
    void End(uint64_t number)
    {
        m_sources.at(number)->Dispose();
        m_sources.erase(number);
    }

    /// @param report published
    void NoteReport(const PathReport& report)
    {
        m_present.Add(m_calls->GetCalls());
        if (report.isKnown)
        {
            m_xi.Add(report.xi);
        }
    }

    const Options& m_o;                                                          //!< options
    NodeContainer m_nodes;                                                       //!< two
    Ipv4Address m_target;                                                        //!< of the second
    Ptr<AdmissionQueueMeter> m_meter{CreateObject<AdmissionQueueMeter>()};       //!< of the line
    Ptr<ProbeService> m_service{CreateObject<ProbeService>()};                   //!< of the probe
    Ptr<AdmissionControl> m_control;                                             //!< asked
    Ptr<AdmissionCallGenerator> m_calls{CreateObject<AdmissionCallGenerator>()}; //!< calls
    std::unordered_map<uint64_t, Ptr<NvSource>> m_sources;                       //!< by number
    uint64_t m_begun{0};                                                         //!< calls
    SampleSummary m_present;                                                     //!< calls
    SampleSummary m_xi;                                                          //!< ms^2
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper bandwidth-probe: calls admitted by probe or by load");
    options.Add("control",
                "What admits calls",
                o.control,
                OneOf({"none", "probe", "window", "two-level"}));
    options.Add("time", "Simulated time, s", o.time, Between(10, 1e6));
    options.Add("arrivals", "Calls per second", o.arrivals, Above(0).AtMost(100));
    options.Add("holding", "Mean length of a call, s", o.holding, Above(0).AtMost(1e6));
    options.Add("rate", "Rate of a call, kb/s", o.rate, Between(8, 1500));
    options.Add("bound", "Delay beyond which a bit is late, ms", o.bound, Between(1, 1000));
    options.Add("utilization",
                "With control=window: share of the line for calls",
                o.utilization,
                Between(0, 1));
    options.Add("target", "With control=two-level: late bits, %", o.target, Between(0, 100));
    options.Add("wanted",
                "With control=probe: quality at which calls enter",
                o.wanted,
                OneOf({"Best", "Medium", "Sufficient"}));
    options.Parse(argc, argv);
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
