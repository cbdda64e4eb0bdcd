// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures the monitor of the quality of service. The last line is a JSON object:
 *   ns_per_event           CPU time of a record, from the protocol to its row, in batches
 *   ns_per_event_at_once   the same where each record is processed as it comes
 *   allocations_per_event  calls of operator new for a record, after the first ones
 *   events_per_segment     records of a TCP transfer at 10 Gb/s, of both hosts, for a segment
 *   share_of_transfer      what these records cost, by ns_per_event, of the transfer's CPU time
 *   ratio_transfer         CPU time of the transfer with the monitor over that without
 */
#include "allocation-counter.h"
#include "in-child.h"
#include "median.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-monitor.h"

#include <ctime>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What records cost.
struct RecordCost
{
    double ns{0};          //!< CPU time of one
    double allocations{0}; //!< of one
};

/// What a transfer costs.
struct TransferCost
{
    double cpu{0};      //!< s
    double segments{0}; //!< with data
    double events{0};   //!< records of both monitors
};

/// @param events records @param batch they wait for the next interval @return what one costs
RecordCost
RunRecords(uint64_t events, bool batch)
{
    auto monitor = CreateObjectWithAttributes<QosMonitor>("Batch", BooleanValue(batch));
    auto fifo = monitor->GetFifo();
    QosEvent open{};
    open.connection = 1;
    open.action = QOS_OPEN;
    open.info = QOS_INFO_CONTRACT;
    open.contract = {1000000000, 1000000, 0, QOS_OUT};
    fifo->Put(open);
    QosEvent event{};
    event.connection = 1;
    int64_t now = 0;
    // as TCP tells: two segments, and a round trip of their acknowledgement
    const auto run = [&](uint64_t n) {
        for (uint64_t i = 0; i < n; ++i)
        {
            now += 1200;
            event.time = now;
            const bool answer = i % 3 == 2;
            event.action = answer ? QOS_DELAY : QOS_SENT;
            event.info = answer ? QOS_INFO_DELAY : QOS_INFO_PACKET;
            if (answer)
            {
                event.delay.rtt = 2000000;
            }
            else
            {
                event.packet.bits = 11680;
            }
            fifo->Put(event);
        }
        monitor->Update();
    };
    run(2000000); // a window's packets
    const uint64_t before = GetAllocations();
    const auto begin = std::clock();
    run(events);
    const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const RecordCost cost{cpu / static_cast<double>(events) * 1e9,
                          static_cast<double>(GetAllocations() - before) /
                              static_cast<double>(events)};
    Simulator::Destroy();
    monitor->Dispose();
    return cost;
}

/// @param monitored both hosts have a monitor @param seconds of the transfer @return what it costs
TransferCost
RunTransfer(bool monitored, double seconds)
{
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(8 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(8 << 20));
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
    const auto devices = link.Install(nodes);
    const auto hosts = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    if (monitored)
    {
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("Batch", BooleanValue(true));
        helper.SetMonitorAttribute("DisplayInterval", StringValue("100ms"));
        helper.SetWatchAttribute("Udp", BooleanValue(false));
        helper.SetWatchAttribute("Tcp", BooleanValue(false));
        helper.AddContract({9000000000, 2000000, 0, QOS_OUT});
        helper.Install(nodes);
    }
    const std::string factory = "ns3::hsn::IndexedTcpSocketFactory";
    PacketSinkHelper sinks(factory, InetSocketAddress(Ipv4Address::GetAny(), 9));
    const auto sink = DynamicCast<PacketSink>(sinks.Install(nodes.Get(1)).Get(0));
    BulkSendHelper source(factory, InetSocketAddress(hosts.GetAddress(1), 9));
    source.SetAttribute("SendSize", UintegerValue(14480));
    source.Install(nodes.Get(0));
    Simulator::Stop(Seconds(seconds));
    const auto begin = std::clock();
    Simulator::Run();
    TransferCost cost;
    cost.cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    cost.segments = static_cast<double>(sink->GetTotalRx()) / 1448;
    for (uint32_t i = 0; i < 2 && monitored; ++i)
    {
        const auto mib = QosMonitorHelper::GetMib(nodes.Get(i));
        cost.events += static_cast<double>(mib->GetMonitor()->GetFifo()->GetEvents());
    }
    return cost;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint64_t events = 10000000;
    double seconds = 1;
    uint32_t repeats = 5;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "Cost of the monitor of the quality of service");
    options.Add("events", "Records of each run", events, Between(1000, 1e10));
    options.Add("seconds", "Length of the transfer, s", seconds, Between(0.05, 100));
    options.Add("repeats", "Repetitions; the median counts", repeats, Between(1, 100));
    options.Add("quick", "One repetition, a tenth of the records, a transfer of 0.2 s", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        events = 1000000;
        seconds = 0.2;
        repeats = 1;
    }
    std::vector<double> batched;
    std::vector<double> atOnce;
    std::vector<double> allocations;
    std::vector<double> ratios;
    std::vector<double> shares;
    std::vector<double> perSegment;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        const auto batch = InChild<RecordCost>([&] { return RunRecords(events, true); });
        batched.push_back(batch.ns);
        allocations.push_back(batch.allocations);
        atOnce.push_back(InChild<RecordCost>([&] { return RunRecords(events, false); }).ns);
        const auto bare = InChild<TransferCost>([&] { return RunTransfer(false, seconds); });
        const auto full = InChild<TransferCost>([&] { return RunTransfer(true, seconds); });
        ratios.push_back(full.cpu / full.segments / (bare.cpu / bare.segments));
        shares.push_back(full.events * batch.ns * 1e-9 / full.cpu);
        perSegment.push_back(full.events / full.segments);
        if (!json)
        {
            std::cout << "a record: " << batched.back() << " ns in batches, " << atOnce.back()
                      << " ns at once, " << allocations.back()
                      << " allocations; a transfer with the monitor: " << ratios.back()
                      << " times the CPU time, of which records are " << 100 * shares.back() << " %"
                      << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "monitor");
    out.Set("ns_per_event", Median(batched));
    out.Set("ns_per_event_at_once", Median(atOnce));
    out.Set("allocations_per_event", Median(allocations));
    out.Set("events_per_segment", Median(perSegment));
    out.Set("share_of_transfer", Median(shares));
    out.Set("ratio_transfer", Median(ratios));
    std::cout << out << std::endl;
    return 0;
}
