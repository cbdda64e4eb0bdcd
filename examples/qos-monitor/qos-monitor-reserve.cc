// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * On/off flows by XTP on one link, admitted by their peak or by their mean rate, under a monitor.
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/qos-mapper.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-profile.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/xtp-socket.h"

#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr double LINK = 1e7;      // bit/s
constexpr uint32_t DATA = 1000;   // octets in a packet
constexpr uint32_t OVERHEAD = 54; // XTP 32, IP 20, PPP 2 octets
constexpr uint32_t REPORT = 74;   // octets of a report on the wire
constexpr double PEAK = 1e6;      // bit/s on the wire

/// What a link has.
class LinkManager : public NetworkResourceManager
{
  public:
    /// @param share of the peak rate that is reserved
    explicit LinkManager(double share)
        : m_share(share)
    {
    }

    bool Reserve(const QosRates& requirements, size_t) override
    {
        const double rate = m_share * requirements.network;
        if (m_reserved + rate > LINK * (1 + 1e-9))
        {
            return false;
        }
        m_reserved += rate;
        return true;
    }

  private:
    double m_share;       //!< of the peak rate
    double m_reserved{0}; //!< bit/s
};

/// What can be chosen.
struct Options
{
    std::string by{"peak"};
    double mean{0.5};
    double period{0.3};
    double time{150};
    double delay{5};
};

/// @param o options @return metrics
JsonObject
Simulate(const Options& o)
{
    // N, S(u), alpha, Sd(n), overhead
    const QosUnits units{PEAK / (8 * (DATA + OVERHEAD)), DATA, 1, DATA, OVERHEAD};
    LinkManager link(o.by == "peak" ? 1 : o.mean);
    QosProfile profile;
    profile.rate = profile.leastRate = 8 * units.perSecond * DATA;
    const GroupMediator mediator(&link);
    uint32_t flows = 0;
    while (flows < 1000 && mediator.Mediate(profile, {{1e9, 0, 0, 0, {}}}, units).accepted)
    {
        ++flows;
    }

    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes, "ns3::hsn::XtpSocketFactory");
    Config::SetDefault("ns3::hsn::XtpSocket::SegmentSize", UintegerValue(DATA));
    Config::SetDefault("ns3::hsn::XtpSocket::RequestInterval", UintegerValue(1));
    PointToPointHelper wire;
    wire.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<uint64_t>(LINK))));
    wire.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::llround(o.delay * 1e6))));
    wire.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100p"));
    const auto devices = wire.Install(nodes);
    const auto hosts = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    TrafficControlHelper().Uninstall(devices);

    // half of the round trip, behind a packet of each flow that fits by its peak
    const double octets = LINK / PEAK * (DATA + OVERHEAD) + REPORT;
    const double delay = o.delay + 8e3 * octets / LINK / 2;
    QosMonitorHelper helper;
    helper.SetMonitorAttribute("Sided", StringValue("Bad"));
    helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1e5)));
    helper.SetWatchAttribute("Udp", BooleanValue(false));
    helper.AddContract({0, std::llround(delay * 1e6), 0, QOS_OUT});
    const auto monitor = helper.Install(nodes.Get(0))->GetMonitor();
    uint64_t intervals = 0;
    double red = 0;
    std::map<uint64_t, double> since;
    monitor->TraceConnectWithoutContext(
        "Alarm",
        Sink<const QosRow&, QosStatus, QosStatus>::Make(
            [&](const QosRow& row, QosStatus before, QosStatus now) {
                if (now == QOS_RED)
                {
                    ++intervals;
                    since[row.connection] = Simulator::Now().GetSeconds();
                }
                else if (before == QOS_RED)
                {
                    red += Simulator::Now().GetSeconds() - since[row.connection];
                    since.erase(row.connection);
                }
            }));

    const std::string factory = "ns3::hsn::XtpSocketFactory";
    PacketSinkHelper sinks(factory, InetSocketAddress(Ipv4Address::GetAny(), 5000));
    const auto sink = DynamicCast<PacketSink>(sinks.Install(nodes.Get(1)).Get(0));
    OnOffHelper sources(factory, InetSocketAddress(hosts.GetAddress(1), 5000));
    sources.SetConstantRate(DataRate(static_cast<uint64_t>(std::llround(profile.rate))), DATA);
    const auto on = [](double mean) {
        return "ns3::ExponentialRandomVariable[Mean=" + std::to_string(mean) + "]";
    };
    sources.SetAttribute("OnTime", StringValue(on(2 * o.period * o.mean)));
    sources.SetAttribute("OffTime", StringValue(on(2 * o.period * (1 - o.mean))));
    ApplicationContainer applications;
    for (uint32_t i = 0; i < flows; ++i)
    {
        applications.Add(sources.Install(nodes.Get(0)));
    }
    sources.AssignStreams(nodes.Get(0), 100);
    applications.Start(Seconds(0.1));
    Simulator::Stop(Seconds(o.time));
    Simulator::Run();
    for (const auto& one : since)
    {
        red += o.time - one.second;
    }
    const auto bits = static_cast<double>(sink->GetTotalRx()) * 8 * (DATA + OVERHEAD) / DATA;
    JsonObject out;
    out.Set("flows", flows);
    out.Set("utilization", bits / (LINK * o.time));
    out.Set("contract_delay_ms", delay);
    out.Set("red_intervals", intervals);
    out.Set("red_share", red / (flows * o.time));
    int64_t worst = 0;
    for (const auto* row : monitor->GetRows())
    {
        worst = std::max(worst, row->delays.Get(1));
    }
    out.Set("worst_delay_ms", static_cast<double>(worst) * 1e-6);
    Simulator::Destroy(); // tells the monitor of connections that end
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper qos-monitor: flows admitted by peak or by mean rate");
    options.Add("by", "Rate that is reserved", o.by, OneOf({"peak", "mean"}));
    options.Add("mean", "Mean over peak rate of a flow", o.mean, Between(0.05, 0.95));
    options.Add("period",
                "Half of the mean time of an on and an off period, s",
                o.period,
                Above(0).AtMost(1000));
    options.Add("time", "Length of the run, s", o.time, Between(1, 1e5));
    options.Add("delay", "Propagation, ms", o.delay, Between(0, 1e4));
    options.Parse(argc, argv);
    std::cout << Simulate(o) << std::endl;
    return 0;
}
