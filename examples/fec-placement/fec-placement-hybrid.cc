// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Hybrid ARQ on trees 3 and 4 of the paper fec-placement: parity packets are sent on demand.
 */
#include "fec-placement-options.h"

#include "ns3/core-module.h"
#include "ns3/hybrid-arq-helper.h"
#include "ns3/json-object.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is simulated.
struct Options
{
    PlacementOptions tree; //!< and FEC
    uint32_t data{7};      //!< N
    uint32_t parity{64};   //!< M
    uint32_t groups{1000}; //!< of data packets
    uint32_t size{12};     //!< octets of a payload
    double interval{1};    //!< ms from packet to packet
    double feedback{100};  //!< ms
};

/// Counts packets of each group.
struct Meter
{
    uint64_t complete{0};      //!< groups
    uint64_t transmissions{0}; //!< packets of them
    double squares{0};         //!< sum of squares
    uint64_t wrong{0};         //!< payloads with wrong octets

    /// @param packets of a group
    void Complete(uint32_t, uint32_t packets)
    {
        ++complete;
        transmissions += packets;
        squares += static_cast<double>(packets) * packets;
    }

    /// @param payload of a packet @param number the number
    void Receive(Ptr<const Packet> payload, uint32_t number, bool)
    {
        uint8_t octets[64];
        const uint32_t count = payload->CopyData(octets, sizeof(octets));
        for (uint32_t i = 0; i < count; ++i)
        {
            if (octets[i] != HybridArqSender::GetPayloadOctet(number, i))
            {
                ++wrong;
                return;
            }
        }
    }
};

/// @param o what is simulated @return the metrics
JsonObject
Run(const Options& o)
{
    MulticastTreeHelper builder;
    builder.SetStream(0);
    const auto devices = builder.InstallChannel(o.tree.Make(true));
    NetDeviceContainer receivers;
    for (uint32_t i = 1; i < devices.GetN(); ++i)
    {
        receivers.Add(devices.Get(i));
    }
    HybridArqHelper group;
    group.SetAttribute("N", UintegerValue(o.data));
    group.SetAttribute("M", UintegerValue(o.parity));
    group.SetAttribute("MaxGroups", UintegerValue(o.groups));
    group.SetAttribute("PacketSize", UintegerValue(o.size));
    group.SetAttribute("Interval", TimeValue(MicroSeconds(std::llround(o.interval * 1000))));
    group.SetAttribute("FeedbackDelay", TimeValue(MicroSeconds(std::llround(o.feedback * 1000))));
    const auto applications = group.Install(devices.Get(0), receivers);
    const auto sender = DynamicCast<HybridArqSender>(applications.Get(0));
    Meter meter;
    sender->TraceConnectWithoutContext("GroupTransmissions",
                                       MakeCallback(&Meter::Complete, &meter));
    for (uint32_t i = 1; i < applications.GetN(); ++i)
    {
        applications.Get(i)->TraceConnectWithoutContext("Rx",
                                                        MakeCallback(&Meter::Receive, &meter));
    }
    Simulator::Run();

    const double seconds = Simulator::Now().GetSeconds();
    HybridArqRxCounters all;
    double least = INFINITY;
    double most = 0;
    for (uint32_t i = 1; i < applications.GetN(); ++i)
    {
        const auto& one = DynamicCast<HybridArqReceiver>(applications.Get(i))->GetCounters();
        all.received += one.received;
        all.unneeded += one.unneeded;
        all.delivered += one.delivered;
        all.restored += one.restored;
        all.malformed += one.malformed;
        const double goodput = one.delivered * o.size * 8 / seconds / 1e3;
        least = std::min(least, goodput);
        most = std::max(most, goodput);
    }
    const auto& tx = sender->GetCounters();
    const double mean = static_cast<double>(meter.transmissions) / o.groups;
    const double deviation = std::sqrt(std::max(0.0, meter.squares / o.groups - mean * mean));
    JsonObject out;
    out.Set("complete", meter.complete == o.groups);
    out.Set("transmissions", mean / o.data);
    out.Set("standard_error", deviation / std::sqrt(o.groups) / o.data);
    out.Set("data_sent", tx.data);
    out.Set("parity_sent", tx.parity);
    out.Set("repeated_sent", tx.repeated);
    out.Set("received", all.received);
    out.Set("unneeded", all.unneeded);
    out.Set("delivered", all.delivered);
    out.Set("restored", all.restored);
    out.Set("malformed", all.malformed);
    out.Set("wrong", meter.wrong);
    out.Set("goodput_min_kbps", least);
    out.Set("goodput_max_kbps", most);
    out.Set("duration_s", seconds);
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__,
                           "Paper fec-placement: hybrid ARQ, parity on demand, on its trees");
    o.tree.Add(options);
    options.Add("branch", "Links of a branch, k", o.tree.branch, Between(1, 1000));
    options.Add("receivers", "Receivers, r", o.tree.receivers, Between(1, 1000000));
    options.Add("needed", "Data packets of a group, N", o.data, Between(1, 254));
    options.Add("parity", "Different parity packets of a group, M", o.parity, Between(1, 254));
    options.Add("groups", "Groups", o.groups, Between(1, 10000000));
    options.Add("size", "Octets of a payload", o.size, Between(1, 60));
    options.Add("interval", "Time from packet to packet, ms", o.interval, Between(0.001, 1e6));
    options.Add("feedback",
                "Time from a group's last packet to the knowledge of what is missing, ms",
                o.feedback,
                Between(0, 1e6));
    options.Parse(argc, argv);
    options.Require(o.data + o.parity <= 255, "parity", "and needed must be at most 255 together");
    try
    {
        std::cout << Run(o) << std::endl;
    }
    catch (const std::invalid_argument& error)
    {
        ProgramOptions::Require(false, error.what());
    }
    return 0;
}
