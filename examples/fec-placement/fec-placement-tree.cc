// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Multicasts packets on trees 3 and 4 of the paper fec-placement until all receivers have them, and
 * counts how often each was sent.
 */
#include "fec-placement-options.h"

#include "ns3/core-module.h"
#include "ns3/fec-multicast-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/json-object.h"
#include "ns3/multicast-tree-helper.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is simulated.
struct Options
{
    PlacementOptions tree;        //!< and FEC
    std::string form{"Segments"}; //!< Links, Hops
    uint32_t packets{10000};      //!< data packets
    uint32_t size{12};            //!< octets of their payload
    uint32_t codeData{10};        //!< N of the code
    uint32_t codeParity{0};       //!< M; 0: no code
    std::string show{"Run"};      //!< Dot, Parents

    /// @return parts of the tree on whose links the code is
    std::vector<MulticastTreePart> GetCodedParts() const
    {
        const auto scope = tree.fec.scope;
        std::vector<MulticastTreePart> parts;
        const bool wan = scope == MULTICAST_FEC_ALL || scope == MULTICAST_FEC_WAN;
        const bool lan = scope == MULTICAST_FEC_ALL || scope == MULTICAST_FEC_LAN;
        if (wan)
        {
            parts.push_back(MULTICAST_SHARED);
        }
        if (tree.kind == 3 ? lan : wan)
        {
            parts.push_back(MULTICAST_BRANCH);
        }
        if (tree.kind == 4 && lan)
        {
            parts.push_back(MULTICAST_LAN);
        }
        return parts;
    }
};

/// Counts the transmissions of each packet.
struct Meter
{
    uint32_t packets{0};       //!< to be measured: the first ones
    uint64_t complete{0};      //!< of them
    uint64_t transmissions{0}; //!< of them
    double squares{0};         //!< sum of squares
    uint64_t within[3]{};      //!< packets that needed at most so many
    uint64_t wrong{0};         //!< packets received with wrong octets
    uint64_t received{0};      //!< packets received, by all receivers

    /// @param number of a packet @param times it was sent
    void Complete(uint32_t number, uint32_t times)
    {
        if (number >= packets)
        {
            return;
        }
        if (++complete == packets)
        {
            Simulator::Stop();
        }
        transmissions += times;
        squares += static_cast<double>(times) * times;
        for (uint32_t i = times; i < 3; ++i)
        {
            ++within[i];
        }
    }

    /// @param packet with its number @param number the number
    void Receive(Ptr<const Packet> packet, uint32_t number, bool)
    {
        ++received;
        uint8_t octets[64];
        const uint32_t count = packet->CopyData(octets, sizeof(octets));
        for (uint32_t i = FEC_MULTICAST_NUMBER_SIZE; i < count; ++i)
        {
            if (octets[i] !=
                FecMulticastSender::GetPayloadOctet(number, i - FEC_MULTICAST_NUMBER_SIZE))
            {
                ++wrong;
                return;
            }
        }
    }
};

/// @param tree a tree @return its nodes but the source: parents and parts
JsonObject
Describe(const MulticastTree& tree)
{
    std::vector<double> parents;
    std::vector<double> parts;
    for (uint32_t node = 1; node < tree.GetNodes(); ++node)
    {
        parents.push_back(tree.GetLink(node).parent);
        parts.push_back(tree.GetLink(node).part);
    }
    JsonObject out;
    out.Set("parents", parents);
    out.Set("parts", parts);
    out.Set("shared_links", tree.CountLinks(MULTICAST_SHARED));
    out.Set("branch_links", tree.CountLinks(MULTICAST_BRANCH));
    out.Set("lan_links", tree.CountLinks(MULTICAST_LAN));
    return out;
}

/// @param o what is simulated @return the metrics
JsonObject
Run(const Options& o)
{
    const bool isCoded = o.codeParity > 0;
    auto placement = o.tree;
    if (isCoded)
    {
        placement.fec.factor = 1; // the code makes losses rare, not a factor
    }
    const auto tree = placement.Make(o.form == "Segments");
    MulticastTreeHelper builder;
    builder.SetStream(0);
    FecMulticastHelper group;
    group.SetAttribute("M", UintegerValue(0));
    group.SetAttribute("PacketSize", UintegerValue(o.size));
    // with a code, packets wait for the end of a block: the sender goes on until all are measured
    group.SetAttribute("MaxPackets", UintegerValue(isCoded ? 0 : o.packets));
    group.SetAttribute("FeedbackDelay", TimeValue(MilliSeconds(10)));
    ApplicationContainer applications;
    Ptr<MulticastCodedChannel> coded;
    if (o.form == "Hops")
    {
        builder.SetDelay(MicroSeconds(100));
        const InetSocketAddress address("225.1.2.3", 5000);
        const auto nodes = builder.InstallLinks(tree, address.GetIpv4());
        NodeContainer receivers;
        for (const uint32_t node : tree.GetReceivers())
        {
            receivers.Add(nodes.Get(node));
        }
        applications = group.Install(nodes.Get(tree.GetNodes()), receivers, address);
    }
    else
    {
        const FecCode code{FEC_CODEC_REED_SOLOMON, o.codeData, o.codeParity};
        const auto devices = isCoded ? builder.InstallCodedChannel(tree, code, o.GetCodedParts())
                                     : builder.InstallChannel(tree);
        coded = DynamicCast<MulticastCodedChannel>(devices.Get(0)->GetChannel());
        NetDeviceContainer receivers;
        for (uint32_t i = 1; i < devices.GetN(); ++i)
        {
            receivers.Add(devices.Get(i));
        }
        applications = group.Install(devices.Get(0), receivers);
    }
    const auto sender = DynamicCast<FecMulticastSender>(applications.Get(0));
    Meter meter;
    meter.packets = o.packets;
    sender->TraceConnectWithoutContext("PacketTransmissions",
                                       MakeCallback(&Meter::Complete, &meter));
    uint64_t repeated = 0;
    uint64_t malformed = 0;
    for (uint32_t i = 1; i < applications.GetN(); ++i)
    {
        applications.Get(i)->TraceConnectWithoutContext("Rx",
                                                        MakeCallback(&Meter::Receive, &meter));
    }
    Simulator::Run();
    for (uint32_t i = 1; i < applications.GetN(); ++i)
    {
        const auto& counters =
            DynamicCast<FecMulticastReceiver>(applications.Get(i))->GetCounters();
        repeated += counters.repeated;
        malformed += counters.malformed;
    }
    const double mean = static_cast<double>(meter.transmissions) / o.packets;
    const double variance = meter.squares / o.packets - mean * mean;
    JsonObject out;
    out.Set("complete", meter.complete == o.packets);
    out.Set("transmissions", mean);
    out.Set("transmissions_sd", std::sqrt(std::max(0.0, variance)));
    out.Set("standard_error", std::sqrt(std::max(0.0, variance) / o.packets));
    out.Set("within_1", static_cast<double>(meter.within[1]) / o.packets);
    out.Set("within_2", static_cast<double>(meter.within[2]) / o.packets);
    out.Set("packets", o.packets);
    out.Set("sent", sender->GetCounters().newPackets + sender->GetCounters().retransmissions);
    out.Set("received", meter.received);
    out.Set("repeated", repeated);
    out.Set("malformed", malformed);
    out.Set("wrong", meter.wrong);
    if (coded)
    {
        const auto& counters = coded->GetCounters();
        out.Set("coded_data", counters.data);
        out.Set("coded_parity", counters.parity);
        out.Set("coded_lost", counters.lost);
        out.Set("coded_lost_data", counters.lostData);
    }
    out.Set("shared_links", tree.CountLinks(MULTICAST_SHARED));
    out.Set("branch_links", tree.CountLinks(MULTICAST_BRANCH));
    out.Set("lan_links", tree.CountLinks(MULTICAST_LAN));
    out.Set("events", Simulator::GetEventCount());
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__,
                           "Paper fec-placement: packets multicast on trees of lossy links");
    o.tree.Add(options);
    options.Add("branch", "Links of a branch, k", o.tree.branch, Between(1, 1000));
    options.Add("receivers", "Receivers, r", o.tree.receivers, Between(1, 1000000));
    options.Add(
        "form",
        "Segments: one channel, a link for each path without forks; Links: one channel, all "
        "links; Hops: a node and a point-to-point link for each hop, UDP",
        o.form,
        OneOf({"Segments", "Links", "Hops"}));
    options.Add("packets", "Data packets", o.packets, Between(1, 10000000));
    options.Add("size", "Octets of their payload", o.size, AtMost(60));
    options.Add("codeData",
                "Data packets of a block of a real code, N",
                o.codeData,
                Between(1, 254));
    options.Add(
        "codeParity",
        "Its parity packets, M: instead of the factor, on each link or segment of the scope "
        "and not with Hops; 0: none",
        o.codeParity,
        AtMost(254));
    options.Add("show",
                "Run: simulate; instead, Dot: print the tree in the language of Graphviz, Parents: "
                "its parents and the part of each link",
                o.show,
                OneOf({"Run", "Dot", "Parents"}));
    options.Parse(argc, argv);
    options.Require(o.codeData + o.codeParity <= 255,
                    "codeParity",
                    "and codeData must be at most 255 together");
    options.Require(o.codeParity == 0 || o.form != "Hops", "codeParity", "must be 0 with Hops");
    try
    {
        const auto tree = o.tree.Make(o.form == "Segments");
        if (o.show == "Dot")
        {
            std::cout << tree.GetDot("tree");
        }
        else
        {
            std::cout << (o.show == "Run" ? Run(o) : Describe(tree)) << std::endl;
        }
    }
    catch (const std::invalid_argument& error)
    {
        ProgramOptions::Require(false, error.what());
    }
    return 0;
}
