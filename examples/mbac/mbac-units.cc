// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Calls with on/off sources at one link with measurement-based admission control, as fluid, as
 * packets, or as cells of ATM connections whose contracts are shaped and policed.
 */
#include "ns3/admission-call-generator.h"
#include "ns3/admission-cell-meter.h"
#include "ns3/admission-fluid-meter.h"
#include "ns3/admission-helper.h"
#include "ns3/admission-queue-meter.h"
#include "ns3/admission-time-window.h"
#include "ns3/admission-two-level.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/atm-traffic-contract.h"
#include "ns3/double.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/fluid-on-off-aggregate.h"
#include "ns3/fluid-queue.h"
#include "ns3/fluid-renewal-set.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-object.h"
#include "ns3/on-off-source.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double CELL = 424;       //!< bits
constexpr uint32_t PACKET = 125;   //!< octets
constexpr uint32_t HEADERS = 30;   //!< of UDP, IPv4 and PPP
constexpr uint32_t CELL_DATA = 40; //!< octets of a cell besides AAL5's trailer

/// Command-line options.
struct Options
{
    std::string unit{"fluid"};     //!< fluid, packet or cell
    std::string control{"window"}; //!< none, window or two-level
    std::string periods{"exp"};    //!< or pareto
    double time{300};              //!< s
    double link{2};                //!< Mb/s
    double arrivals{2};            //!< 1/s
    double holding{135};           //!< s
    double peak{64};               //!< kb/s
    double sigma{1};               //!< kb
    double rho{63.632};            //!< kb/s, by eq. (3) of the paper for 1 kb
    double window{1};              //!< W, s
    double utilization{0.95};      //!< v
    double target{1};              //!< %
};

/// @param bits per second @return an attribute's value
DataRateValue
Rate(double bits)
{
    return DataRateValue(DataRate(static_cast<uint64_t>(std::llround(bits))));
}

/// @param o options @return MBS of a VBR contract whose bucket is that of the options, cells
double
GetBurst(const Options& o)
{
    return 1 + (1e3 * o.sigma / CELL - 1) / (1 - o.rho / o.peak);
}

/// What carries the traffic of calls.
class Carrier
{
  public:
    virtual ~Carrier() = default;
    /// @return what measures it
    virtual Ptr<AdmissionMeter> GetMeter() = 0;
    /// @param peak bit/s @return number of a call that begins
    virtual uint64_t Begin(double peak) = 0;
    /// @param number of a call that ends
    virtual void End(uint64_t number) = 0;
    /// @param peak bit/s @return what a call declares
    virtual AdmissionRequest Describe(double peak) const = 0;
};

/// @param o options @return periods of sources, for the attributes of both kinds
StringValue
GetPeriods(const Options& o)
{
    return StringValue(o.periods == "exp"
                           ? "ns3::ExponentialRandomVariable[Mean=0.3125]"
                           : "ns3::ParetoRandomVariable[Shape=1.4|Scale=0.0892857142857]");
}

/// Fluid.
class FluidCarrier : public Carrier
{
  public:
    /// @param o options
    explicit FluidCarrier(const Options& o)
        : m_o(o)
    {
        m_queue->SetAttribute("ServiceRate", Rate(1e6 * o.link));
        if (o.periods == "exp")
        {
            const auto sources = CreateObject<FluidOnOffAggregate>();
            sources->SetAttribute("Start", StringValue("Off"));
            sources->AssignStreams(100);
            m_sources = sources;
        }
        else
        {
            const auto sources = CreateObject<FluidRenewalSet>();
            sources->SetAttribute("OnTime", GetPeriods(o));
            sources->SetAttribute("OffTime", GetPeriods(o));
            sources->AssignStreams(100);
            m_sources = sources;
        }
        m_sources->SetQueue(m_queue);
        m_meter->SetQueue(m_queue);
    }

    Ptr<AdmissionMeter> GetMeter() override
    {
        return m_meter;
    }

    uint64_t Begin(double peak) override
    {
        return m_sources->Add(peak);
    }

    void End(uint64_t number) override
    {
        m_sources->Remove(number);
    }

    AdmissionRequest Describe(double peak) const override
    {
        return {peak, 1e3 * m_o.rho, 1e3 * m_o.sigma};
    }

  private:
    const Options& m_o;                                                    //!< options
    Ptr<FluidQueue> m_queue{CreateObject<FluidQueue>()};                   //!< of the link
    Ptr<FluidSourceSet> m_sources;                                         //!< of all calls
    Ptr<AdmissionFluidMeter> m_meter{CreateObject<AdmissionFluidMeter>()}; //!< of the link
};

/// Sources of packets, an application for each call.
class SourceCarrier : public Carrier
{
  public:
    /// @param o options
    explicit SourceCarrier(const Options& o)
        : m_o(o)
    {
    }

    void End(uint64_t number) override
    {
        m_sources.at(number)->Dispose();
        m_sources.erase(number);
    }

  protected:
    /// @param rate bit/s while On @param octets of a packet @param node of it
    /// @return a source that begins now
    Ptr<OnOffSource> AddSource(double rate, uint32_t octets, Ptr<Node> node)
    {
        const auto source = CreateObject<OnOffSource>();
        source->SetAttribute("Rate", Rate(rate));
        source->SetAttribute("PacketSize", UintegerValue(octets));
        source->SetAttribute("OnTime", GetPeriods(m_o));
        source->SetAttribute("OffTime", GetPeriods(m_o));
        source->AssignStreams(static_cast<int64_t>(100 + 2 * m_begun));
        m_sources[m_begun++] = source;
        node->AddApplication(source);
        return source;
    }

    /// @return number of the last source
    uint64_t GetLast() const
    {
        return m_begun - 1;
    }

    const Options& m_o; //!< options

  private:
    std::unordered_map<uint64_t, Ptr<OnOffSource>> m_sources; //!< by number
    uint64_t m_begun{0};                                      //!< calls
};

/// Packets of UDP at a queue disc.
class PacketCarrier : public SourceCarrier
{
  public:
    /// @param o options
    explicit PacketCarrier(const Options& o)
        : SourceCarrier(o)
    {
        m_nodes.Create(2);
        PointToPointHelper line;
        line.SetDeviceAttribute("DataRate", Rate(1e6 * o.link * (PACKET + HEADERS) / PACKET));
        line.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        const auto devices = line.Install(m_nodes);
        InternetStackHelper().Install(m_nodes);
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("1000000p"));
        const auto queue = control.Install(devices.Get(0)).Get(0);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        m_target = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 9);
        PacketSinkHelper("ns3::UdpSocketFactory", m_target).Install(m_nodes.Get(1));
        m_meter = AdmissionHelper::Watch(queue,
                                         DataRate(static_cast<uint64_t>(1e6 * o.link)),
                                         MilliSeconds(16));
    }

    Ptr<AdmissionMeter> GetMeter() override
    {
        return m_meter;
    }

    uint64_t Begin(double peak) override
    {
        AddSource(peak, PACKET, m_nodes.Get(0))->SetAttribute("Remote", AddressValue(m_target));
        return GetLast();
    }

    AdmissionRequest Describe(double peak) const override
    {
        return {peak, 1e3 * m_o.rho, 1e3 * m_o.sigma};
    }

  private:
    NodeContainer m_nodes;            //!< two
    Address m_target;                 //!< of the second
    Ptr<AdmissionQueueMeter> m_meter; //!< of the line
};

/// Cells of connections at an output of a switch.
class CellCarrier : public SourceCarrier
{
  public:
    /// @param o options
    explicit CellCarrier(const Options& o)
        : SourceCarrier(o)
    {
        m_nodes.Create(3);
        AtmSwitchHelper().Install(m_nodes.Get(1));
        m_host = m_atm.Install(m_nodes.Get(0), m_nodes.Get(1)).Get(0);
        m_atm.SetChannelAttribute("DataRate", Rate(1e6 * o.link));
        const auto out = m_atm.Install(m_nodes.Get(1), m_nodes.Get(2));
        m_far = out.Get(1);
        const auto queue = DynamicCast<AtmSwitchPort>(out.Get(0))->GetOutput()->GetQueue(ATM_VBR);
        queue->SetAttribute("MaxCells", UintegerValue(1000000));
        m_meter->SetAttribute("LinkRate", Rate(1e6 * o.link));
        m_meter->SetQueue(queue);
    }

    Ptr<AdmissionMeter> GetMeter() override
    {
        return m_meter;
    }

    uint64_t Begin(double peak) override
    {
        AtmPvcOptions options;
        options.category = ATM_VBR;
        options.forward = GetContract(peak);
        options.shape = true;
        const auto sender = Create<Sender>();
        sender->device = DynamicCast<AtmNetDevice>(m_host);
        sender->vc = m_atm.ConnectPvc(m_host, m_far, options).a;
        const auto source = AddSource(peak * 8 * CELL_DATA / CELL, CELL_DATA, m_nodes.Get(0));
        source->SetSend(MakeCallback(&Sender::Send, sender));
        return GetLast();
    }

    AdmissionRequest Describe(double peak) const override
    {
        return AdmissionHelper::MakeRequest(GetContract(peak));
    }

  private:
    /// Sends on a connection.
    struct Sender : public SimpleRefCount<Sender>
    {
        /// @param packet of one cell @return whether there was room for it
        bool Send(Ptr<Packet> packet)
        {
            return device->SendSdu(vc, packet);
        }

        Ptr<AtmNetDevice> device; //!< of the host
        Ptr<AtmVc> vc;            //!< of the connection
    };

    /// @param peak bit/s @return a contract whose bucket is that of the options
    AtmTrafficContract GetContract(double peak) const
    {
        return AtmTrafficContract::Vbr(AtmTrafficContract::VBR_C,
                                       DataRate(static_cast<uint64_t>(peak)),
                                       DataRate(static_cast<uint64_t>(1e3 * m_o.rho)),
                                       static_cast<uint32_t>(std::lround(GetBurst(m_o))));
    }

    NodeContainer m_nodes;                                               //!< host, switch, host
    AtmHelper m_atm;                                                     //!< sets up connections
    Ptr<NetDevice> m_host;                                               //!< of the senders
    Ptr<NetDevice> m_far;                                                //!< of the receivers
    Ptr<AdmissionCellMeter> m_meter{CreateObject<AdmissionCellMeter>()}; //!< of the output
};

/// @param o options @return what carries traffic
std::unique_ptr<Carrier>
MakeCarrier(const Options& o)
{
    if (o.unit == "fluid")
    {
        return std::make_unique<FluidCarrier>(o);
    }
    if (o.unit == "packet")
    {
        return std::make_unique<PacketCarrier>(o);
    }
    return std::make_unique<CellCarrier>(o);
}

/// @param o options @param meter of the link @return what admits calls
Ptr<AdmissionControl>
MakeControl(const Options& o, Ptr<AdmissionMeter> meter)
{
    if (o.control == "none")
    {
        return CreateObject<AdmitAll>();
    }
    Ptr<TimeWindowAdmission> control;
    if (o.control == "window")
    {
        control = CreateObject<TimeWindowAdmission>();
        control->SetAttribute("Utilization", DoubleValue(o.utilization));
    }
    else
    {
        control = CreateObject<TwoLevelAdmission>();
        control->SetAttribute("Target", DoubleValue(o.target / 100));
        for (const auto& [name, share] : {std::pair<const char*, double>{"Trigger", 0.9},
                                          {"TriggerUp", 0.001},
                                          {"TriggerDown", 0.005}})
        {
            control->SetAttribute(name, Rate(share * 1e6 * o.link));
        }
    }
    control->SetAttribute("Window", TimeValue(Seconds(o.window)));
    control->SetAttribute("LinkRate", Rate(1e6 * o.link));
    control->Start(meter);
    return control;
}

/// @param o options @return metrics of a run
JsonObject
Simulate(const Options& o)
{
    const auto carrier = MakeCarrier(o);
    const auto meter = carrier->GetMeter();
    const auto control = MakeControl(o, meter);
    const auto calls = CreateObject<AdmissionCallGenerator>();
    calls->SetAttribute("ArrivalRate", DoubleValue(o.arrivals));
    const auto holding = CreateObject<ExponentialRandomVariable>();
    holding->SetAttribute("Mean", DoubleValue(o.holding));
    calls->SetAttribute("HoldingTime", PointerValue(holding));
    const auto peak = CreateObject<ConstantRandomVariable>();
    peak->SetAttribute("Constant", DoubleValue(1e3 * o.peak));
    calls->SetAttribute("PeakRate", PointerValue(peak));
    calls->AssignStreams(1);
    calls->SetControl(control);
    calls->SetDescriptor(MakeCallback(&Carrier::Describe, carrier.get()));
    calls->SetTraffic(MakeCallback(&Carrier::Begin, carrier.get()),
                      MakeCallback(&Carrier::End, carrier.get()));
    ScheduleCall(Seconds(0), [calls] { calls->Start(); });
    Simulator::Stop(Seconds(o.time));
    Simulator::Run();
    meter->Update();
    const auto load = meter->GetLoad();
    const auto& counters = control->GetCounters();
    const auto rejected = static_cast<double>(counters.offered - counters.admitted);
    JsonObject out;
    out.Set("utilization_percent", 100 * load.sent / (1e6 * o.link * o.time));
    out.Set("late_percent", 100 * load.late / load.arrived);
    out.Set("offered", counters.offered);
    out.Set("admitted", counters.admitted);
    out.Set("calls", calls->GetCalls());
    out.Set("delay_rejected_percent", 100 * counters.delayRejected / rejected);
    out.Set("rate_rejected_percent", 100 * counters.rateRejected / rejected);
    out.Set("bucket_bits", carrier->Describe(1e3 * o.peak).bucket);
    calls->Dispose();
    control->Dispose();
    meter->Dispose();
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper mbac: calls as fluid, packets or cells");
    options.Add("unit", "What calls send", o.unit, OneOf({"fluid", "packet", "cell"}));
    options.Add("control", "Admission control", o.control, OneOf({"none", "window", "two-level"}));
    options.Add("periods",
                "On and Off, 0.3125 s on average: exponential, or Pareto of shape 1.4",
                o.periods,
                OneOf({"exp", "pareto"}));
    options.Add("time", "Simulated time, s", o.time, Between(1, 1e6));
    options.Add("link", "Rate of the link for what calls send, Mb/s", o.link, Between(0.1, 100));
    options.Add("arrivals", "Calls per second", o.arrivals, Above(0).AtMost(1e4));
    options.Add("holding", "Mean length of a call, s", o.holding, Above(0).AtMost(1e6));
    options.Add("peak", "Peak rate of a call, kb/s", o.peak, Between(1, 1e5));
    options.Add("sigma", "Token bucket, kb", o.sigma, Between(0, 1e6));
    options.Add("rho", "Token rate, kb/s", o.rho, Between(1, 1e5));
    options.Add("window", "First window, s", o.window, Between(0.5, 1e6));
    options.Add("utilization", "With control=window: v", o.utilization, Between(0, 1));
    options.Add("target", "With control=two-level: late bits, %", o.target, Between(0, 100));
    options.Parse(argc, argv);
    options.Require(o.rho > o.peak / 2 && o.rho <= o.peak,
                    "rho",
                    "must be above half of peak, which is the mean rate, and at most peak");
    if (o.unit == "cell")
    {
        options.Require(o.rho < o.peak, "rho", "must be below peak for the VBR contracts of cells");
        const double burst = GetBurst(o);
        options.Require(burst >= 2 && burst < 1e9,
                        "sigma",
                        "must make MBS 2 to 1e9 cells, 1 + (sigma / 0.424 - 1) / (1 - rho / peak)");
    }
    std::cout << Simulate(o) << std::endl;
    return 0;
}
