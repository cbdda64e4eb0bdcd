// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender and a star of receivers with selective repeat to the whole group (packet-fec section 3):
 * measures the packets sent for each data packet.
 */
#include "packet-fec-options.h"

#include "ns3/core-module.h"
#include "ns3/fec-block-decoder.h"
#include "ns3/fec-codec.h"
#include "ns3/fec-header.h"
#include "ns3/fec-multicast-helper.h"
#include "ns3/fec-multicast-receiver.h"
#include "ns3/fec-multicast-sender.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/star-channel.h"
#include "ns3/two-state-error-model.h"

#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    PacketFecCode code{7, 1};                //!< N + M
    FecCodecType codec{FEC_CODEC_SHIFT_XOR}; //!< which code
    std::string repeat{"InBlock"};           //!< or Bare
    uint32_t group{10};                      //!< receivers
    double loss{0.01};                       //!< of the last leg
    double run{0};                           //!< mean length of runs of losses there
    double sharedLoss{0};                    //!< of the link that all share
    double sharedRun{0};                     //!< mean length of runs of losses there
    uint32_t packets{20000};                 //!< to be measured
    uint32_t size{12};                       //!< octets of their payload
    uint32_t skip{200};                      //!< packets before them
    double interval{1.25};                   //!< ms
    double rtt{250};                         //!< ms
};

/// Counts the transmissions of the measured packets, and stops when all are complete.
struct Meter
{
    uint32_t first{0};           //!< number of the first one
    uint32_t count{0};           //!< how many
    uint64_t transmissions{0};   //!< of them
    double squares{0};           //!< sum of squares
    uint32_t complete{0};        //!< of them
    uint64_t corrupt{0};         //!< packets with wrong octets
    std::vector<uint8_t> octets; //!< of a packet, kept for speed

    /// @param number of a packet @param times it was sent
    void Complete(uint32_t number, uint32_t times)
    {
        if (number - first < count)
        {
            transmissions += times;
            squares += static_cast<double>(times) * times;
            if (++complete == count)
            {
                Simulator::Stop();
            }
        }
    }

    /// @param packet with its number @param number the number
    void Received(Ptr<const Packet> packet, uint32_t number, bool)
    {
        octets.resize(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        for (uint32_t i = FEC_MULTICAST_NUMBER_SIZE; i < octets.size(); ++i)
        {
            if (octets[i] !=
                FecMulticastSender::GetPayloadOctet(number, i - FEC_MULTICAST_NUMBER_SIZE))
            {
                ++corrupt;
                return;
            }
        }
    }
};

/// @param o options @return the metrics
JsonObject
Run(const Options& o)
{
    const auto code = MakeFecCode(o.codec, o.code);
    NodeContainer nodes;
    nodes.Create(o.group + 1);
    SimpleNetDeviceHelper star;
    star.SetChannel("ns3::hsn::StarChannel");
    auto devices = star.Install(nodes);
    NetDeviceContainer receivers;
    for (uint32_t i = 1; i <= o.group; ++i)
    {
        devices.Get(i)->SetAttribute("ReceiveErrorModel",
                                     PointerValue(MakeTwoStateLoss(o.loss, o.run, 2 * i)));
        receivers.Add(devices.Get(i));
    }
    if (o.sharedLoss > 0)
    {
        devices.Get(0)->GetChannel()->SetAttribute(
            "SharedErrorModel",
            PointerValue(MakeTwoStateLoss(o.sharedLoss, o.sharedRun, 0)));
    }

    FecMulticastHelper helper;
    helper.SetAttribute("N", UintegerValue(code.data));
    helper.SetAttribute("M", UintegerValue(code.parity));
    helper.SetAttribute("Codec", EnumValue(code.codec));
    helper.SetAttribute("RetransmitMode", StringValue(o.repeat));
    helper.SetAttribute("PacketSize", UintegerValue(o.size));
    helper.SetAttribute("Interval", TimeValue(MicroSeconds(std::llround(o.interval * 1000))));
    helper.SetAttribute("FeedbackDelay", TimeValue(MicroSeconds(std::llround(o.rtt * 1000))));
    const auto applications = helper.Install(devices.Get(0), receivers);
    const auto sender = DynamicCast<FecMulticastSender>(applications.Get(0));
    Meter meter;
    meter.first = o.skip;
    meter.count = o.packets;
    sender->TraceConnectWithoutContext("PacketTransmissions",
                                       MakeCallback(&Meter::Complete, &meter));
    for (uint32_t i = 1; i <= o.group; ++i)
    {
        applications.Get(i)->TraceConnectWithoutContext("Rx",
                                                        MakeCallback(&Meter::Received, &meter));
    }
    Simulator::Run();

    FecDecoderCounters all;
    FecMulticastRxCounters rx;
    for (uint32_t i = 1; i <= o.group; ++i)
    {
        const auto receiver = DynamicCast<FecMulticastReceiver>(applications.Get(i));
        all += receiver->GetBlockCounters();
        rx.packets += receiver->GetCounters().packets;
        rx.repeated += receiver->GetCounters().repeated;
        rx.malformed += receiver->GetCounters().malformed;
    }
    const auto& tx = sender->GetCounters();
    const double data = tx.newPackets + tx.retransmissions;
    const double mean = static_cast<double>(meter.transmissions) / o.packets;
    // parity of a data packet that is sent; retransmissions alone have none
    const double parity = static_cast<double>(code.parity) / code.data;
    JsonObject out;
    out.Set("transmissions", mean);
    out.Set("transmissions_sd", std::sqrt(meter.squares / o.packets - mean * mean));
    out.Set("cost", o.repeat == "Bare" ? mean + parity : mean * (1 + parity));
    out.Set("residual", static_cast<double>(all.lostData) / all.expectedData);
    out.Set("raw_loss", 1 - static_cast<double>(all.received) / all.expected);
    out.Set("data_expected", all.expectedData);
    out.Set("data_lost", all.lostData);
    out.Set("restored", all.restored);
    out.Set("undecodable", all.undecodable);
    out.Set("damaged", all.damaged);
    out.Set("corrupt", meter.corrupt);
    out.Set("malformed", rx.malformed);
    out.Set("repeated", rx.repeated);
    out.Set("packets_received", rx.packets);
    out.Set("data_sent", data);
    out.Set("parity_sent", tx.parity);
    out.Set("overhead", tx.parity / (data + tx.parity));
    out.Set("header_octets", FecHeader::SIZE);
    out.Set("outstanding", sender->GetOutstanding());
    out.Set("events", Simulator::GetEventCount());
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        __FILE__,
        "Paper packet-fec, section 3: packets sent to a group for each data packet");
    AddCodeAndCodec(options, o.code, o.codec);
    options.Add("repeat",
                "Retransmissions: in blocks, or alone",
                o.repeat,
                OneOf({"InBlock", "Bare"}));
    options.Add("group", "Receivers", o.group, Between(1, 100000));
    options.Add("loss",
                "Packet loss rate on the way to each receiver",
                o.loss,
                AtLeast(0).Below(1));
    options.Add("run",
                "Mean number of packets lost there in a row; 0: independent",
                o.run,
                AtLeast(0));
    options.Add("sharedLoss",
                "Packet loss rate on the way to all",
                o.sharedLoss,
                AtLeast(0).Below(1));
    options.Add("sharedRun",
                "Mean number of packets lost there in a row; 0: independent",
                o.sharedRun,
                AtLeast(0));
    options.Add("packets", "Data packets to measure", o.packets, AtLeast(1));
    options.Add("size", "Octets of their payload", o.size, AtMost(60000));
    options.Add("skip", "Data packets before them", o.skip);
    options.Add("interval",
                "Time from one packet to the next, ms",
                o.interval,
                AtLeast(0.001).AtMost(MAX_MS));
    options.Add("rtt",
                "Time from the report of a loss to the retransmission, ms",
                o.rtt,
                Between(0, MAX_MS));
    options.Parse(argc, argv);
    options.Require(o.interval * (static_cast<double>(o.skip) + o.packets) <= 1e12,
                    "interval",
                    "times the number of packets must be at most 1e12 ms");
    RequireRun(options, "run", o.loss, o.run);
    RequireRun(options, "sharedRun", o.sharedLoss, o.sharedRun);
    std::cout << Run(o) << std::endl;
    return 0;
}
