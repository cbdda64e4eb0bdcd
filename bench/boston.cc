// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures the cost of a dispersed segment and of a cell of it: one TCP Boston transfer over a
 * switch, 155.52 Mbit/s, with segments of 1,460 and of 9,140 octets, without and with loss of
 * cells. The last line is a JSON object:
 *   allocations_per_cell  calls of operator new per further cell of a segment: the difference
 *                         between the two sizes, divided by that of their cells
 *   cells_per_second      coded cells delivered per CPU second, by segment size and loss
 *   virtual_cells_per_second  the same with virtual payload: no coding, no octets of cells
 */
#include "allocation-counter.h"

#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-segment.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-socket.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What a transfer cost.
struct Cost
{
    double allocationsPerSegment; //!< calls of operator new
    double cellsPerSegment;       //!< coded cells sent
    double cellsPerSecond;        //!< of CPU time
};

/// @param mss octets of a segment @param loss of cells @param segments to measure @param payload
/// attribute of sockets @return the cost
Cost
Run(uint32_t mss, double loss, uint32_t segments, const std::string& payload)
{
    ObjectFactory scheduler;
    scheduler.SetTypeId("ns3::HeapScheduler"); // the default one allocates for each event itself
    Simulator::SetScheduler(scheduler);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(mss));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::hsn::BostonSocket::Payload", StringValue(payload));
    // losses must not leave the line idle
    Config::SetDefault("ns3::hsn::BostonSocket::PartialReaction", StringValue("Immediate"));
    NodeContainer hosts(2);
    NodeContainer middle(1);
    AtmSwitchHelper().Install(middle);
    AtmHelper atm;
    atm.SetChannelAttribute("Delay", StringValue("100us"));
    const auto first = atm.Install(hosts.Get(0), middle.Get(0)).Get(0);
    if (loss > 0)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss);
        model->AssignStreams(1);
        DynamicCast<AtmNetDevice>(first)->GetAtmChannel()->SetAttribute("CellLossModel",
                                                                        PointerValue(model));
    }
    const auto second = atm.Install(hosts.Get(1), middle.Get(0)).Get(0);
    atm.ConnectPvc(first, second);
    InternetStackHelper().Install(hosts);
    NetDeviceContainer devices(first);
    devices.Add(second);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    BostonHelper().Install(hosts);
    const std::string factory = "ns3::hsn::BostonSocketFactory";
    PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), 80)).Install(hosts.Get(1));
    BulkSendHelper source(factory, InetSocketAddress(interfaces.GetAddress(1), 80));
    source.SetAttribute("SendSize", UintegerValue(mss));
    source.Install(hosts.Get(0));
    uint64_t sent = 0;
    uint64_t cells = 0;
    uint64_t allocations = 0;
    std::clock_t begin = 0;
    const auto count = [&](const BostonPdu& pdu) {
        cells += pdu.GetCoded();
        sent += pdu.GetTransmission() == 0 ? 1 : 0;
        if (sent == segments / 5 && begin == 0)
        {
            cells = 0;
            allocations = GetAllocations(); // it is warm
            begin = std::clock();
        }
        if (sent == segments / 5 + segments)
        {
            Simulator::Stop();
        }
    };
    using Count = decltype(count);
    DynamicCast<AtmNetDevice>(first)->GetAdaptation()->TraceConnectWithoutContext(
        "Transmission",
        Callback<void, const BostonPdu&>(MakeBoundCallback(
            +[](Count* f, const BostonPdu& pdu) { (*f)(pdu); },
            const_cast<Count*>(&count))));
    Simulator::Run();
    Cost cost;
    const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    cost.allocationsPerSegment = static_cast<double>(GetAllocations() - allocations) / segments;
    cost.cellsPerSegment = static_cast<double>(cells) / segments;
    cost.cellsPerSecond = std::round(cells / cpu);
    Simulator::Destroy();
    return cost;
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t segments = 20000;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "Cost of a dispersed segment of TCP Boston and of its cells");
    options.Add("segments", "Segments to measure in each run", segments, Between(100, 1000000000));
    options.Add("quick", "Measure 2000", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        segments = 2000;
    }
    JsonObject speeds;
    JsonObject lean;
    double perCell = 0;
    for (const double losses : {0, 1}) // of each segment, on average: the same work for both sizes
    {
        const auto small = Run(1460, losses / 32, segments, "Real");
        const auto large = Run(9140, losses / 192, segments, "Real");
        const auto leanSmall = Run(1460, losses / 32, segments, "Virtual");
        const auto leanLarge = Run(9140, losses / 192, segments, "Virtual");
        perCell = std::max(perCell,
                           (large.allocationsPerSegment - small.allocationsPerSegment) /
                               (large.cellsPerSegment - small.cellsPerSegment));
        const std::string name = losses > 0 ? "1 cell lost of " : "";
        speeds.Set(name + "1460", small.cellsPerSecond);
        speeds.Set(name + "9140", large.cellsPerSecond);
        lean.Set(name + "1460", leanSmall.cellsPerSecond);
        lean.Set(name + "9140", leanLarge.cellsPerSecond);
        if (!json)
        {
            std::cout << losses << " cells lost of each segment: " << small.allocationsPerSegment
                      << " and " << large.allocationsPerSegment << " allocations per segment of "
                      << small.cellsPerSegment << " and " << large.cellsPerSegment << " cells; "
                      << small.cellsPerSecond << " and " << large.cellsPerSecond
                      << " cells/s, with virtual payload " << leanSmall.cellsPerSecond << " and "
                      << leanLarge.cellsPerSecond << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "boston");
    out.Set("segments", segments);
    out.Set("allocations_per_cell", perCell);
    out.Set("cells_per_second", speeds);
    out.Set("virtual_cells_per_second", lean);
    std::cout << out << std::endl;
    return 0;
}
