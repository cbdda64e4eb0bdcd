// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * ns-3's TCP over a tunnel with N + M blocks (packet-fec section 6): its load on the line when its
 * window leaves room for redundancy, and when it does not.
 */
#include "packet-fec-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/fec-codec.h"
#include "ns3/fec-rate-controller.h"
#include "ns3/fec-tunnel-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
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
    double loss{0};                          //!< of packets, towards the receiver
    uint32_t window{64};                     //!< W_c in packets
    bool scale{true};                        //!< leave room for redundancy
    uint32_t segment{960};                   //!< octets
    double rtt{250};                         //!< ms
    double seconds{60};                      //!< to be measured
};

/// Octets and packets.
struct Load
{
    uint64_t packets{0}; //!< counted
    uint64_t octets{0};  //!< counted
    Time from;           //!< when counting begins

    /// @param packet that is sent
    void Count(Ptr<const Packet> packet)
    {
        if (Simulator::Now() >= from)
        {
            ++packets;
            octets += packet->GetSize();
        }
    }
};

/// @param o options @return the metrics
JsonObject
Run(const Options& o)
{
    const FecCode code = MakeFecCode(o.codec, o.code);
    NodeContainer nodes;
    nodes.Create(2);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    DisableFlowControl(link);
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(std::llround(o.rtt * 500))));
    auto devices = link.Install(nodes);
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(MakeTwoStateLoss(o.loss, 0, 0)));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(o.segment));
    // W_c limits TCP
    const double window = o.scale ? FecRateController::Scale(o.window, o.code) : o.window;
    Config::SetDefault("ns3::TcpSocket::RcvBufSize",
                       UintegerValue(std::max<uint32_t>(o.segment, window * o.segment)));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    const auto outer = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);

    FecTunnelHelper tunnel;
    // without redundancy, blocks still count the reports
    tunnel.SetSocketAttribute("N", UintegerValue(code.parity > 0 ? code.data : 8));
    tunnel.SetSocketAttribute("M", UintegerValue(code.parity));
    tunnel.SetSocketAttribute("Codec", EnumValue(code.codec));
    const auto ends =
        tunnel.Install(nodes.Get(0), outer.GetAddress(0), nodes.Get(1), outer.GetAddress(1));
    const auto inner = Ipv4AddressHelper("10.1.2.0", "255.255.255.0").Assign(ends);

    const uint16_t port = 5001;
    BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(inner.GetAddress(1), port));
    bulk.Install(nodes.Get(0)).Start(Seconds(0));
    PacketSinkHelper helper("ns3::TcpSocketFactory",
                            InetSocketAddress(Ipv4Address::GetAny(), port));
    auto sinks = helper.Install(nodes.Get(1));
    sinks.Start(Seconds(0));
    const auto sink = DynamicCast<PacketSink>(sinks.Get(0));

    Load line;
    line.from = Seconds(20);
    Load data;
    data.from = line.from;
    // what leaves the sender: the tunnel's packets at the IP layer
    nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "Tx",
        Sink<Ptr<const Packet>, Ptr<Ipv4>, uint32_t>::Make(
            [&](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t interface) {
                (interface == 1 ? line : data).Count(packet);
            }));
    uint64_t before = 0;
    ScheduleCall(line.from, [&] { before = sink->GetTotalRx(); });
    Simulator::Stop(line.from + Seconds(o.seconds));
    Simulator::Run();
    JsonObject out;
    out.Set("line_packets_per_rtt", line.packets * o.rtt / 1000 / o.seconds);
    out.Set("line_mbps", line.octets * 8e-6 / o.seconds);
    out.Set("tcp_packets_per_rtt", data.packets * o.rtt / 1000 / o.seconds);
    out.Set("goodput_mbps", (sink->GetTotalRx() - before) * 8e-6 / o.seconds);
    out.Set("tcp_window", window);
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__,
                           "Paper packet-fec, section 6: TCP over a tunnel with redundancy");
    AddCodeAndCodec(options, o.code, o.codec);
    options.Add("loss", "Packet loss rate towards the receiver", o.loss, AtLeast(0).Below(1));
    options.Add("window", "Window W_c, packets", o.window, Between(1, 65535));
    options.Add("scale", "Reduce the window by N/(N+M)", o.scale);
    options.Add("segment", "TCP's segments, octets", o.segment, Between(1, 1300));
    options.Add("rtt", "Round-trip time, ms", o.rtt, AtLeast(0.01).AtMost(MAX_MS));
    options.Add("seconds", "Time to measure, s", o.seconds, Above(0).AtMost(MAX_MS));
    options.Parse(argc, argv);
    options.Require(o.window * o.segment <= 65535,
                    "window",
                    "must be at most 65535 octets with segments of that size");
    std::cout << Run(o) << std::endl;
    return 0;
}
