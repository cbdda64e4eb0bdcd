// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures the cost of a packet of SSTP: segments of 256 packets of 1024 octets over one
 * point-to-point link of 500 Mb/s and 60 ms, without loss and with 0.1 %, and the same packets sent
 * by UDP, one event each; and over the black box of the paper. The last line is a JSON object:
 *   packets_per_cpu_s  data packets of SSTP that are delivered per CPU second, without loss
 *   ratio_udp_floor    CPU time of a packet of SSTP over that of a packet of UDP, without loss
 *   ratio_lossy        the same with 0.1 % loss
 *   box_packets_per_cpu_s  packets over the black box per CPU second, with 0.1 % loss
 */
#include "median.h"

#include "ns3/applications-module.h"
#include "ns3/connection-socket.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/message-socket.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/sstp-black-box.h"
#include "ns3/sstp-socket-factory.h"

#include <cmath>
#include <ctime>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t PACKET = 1024;          //!< octets
constexpr uint32_t SEGMENT = 256 * PACKET; //!< octets
constexpr uint16_t PORT = 9;               //!< of the receiver
constexpr double RATE = 500e6;             //!< of data, bit/s

/// @return CPU time of this process in s
double
GetCpu()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Sends packets of UDP at the rate.
struct UdpSource
{
    /// Sends the next one.
    void Send()
    {
        socket->Send(Create<Packet>(PACKET));
        if (--left > 0)
        {
            Simulator::Schedule(Seconds(8 * PACKET / RATE), &UdpSource::Send, this);
        }
    }

    Ptr<Socket> socket; //!< connected
    uint64_t left{0};   //!< packets to send
};

/// @param udp UDP instead of SSTP @param loss of packets @param packets to send @return CPU time of
/// a packet that is delivered, in s
double
RunPath(bool udp, double loss, uint64_t packets)
{
    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate",
                           DataRateValue(DataRate(static_cast<uint64_t>(RATE * 1066 / 1024))));
    p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(30)));
    p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000p"));
    const auto devices = p2p.Install(nodes);
    if (loss > 0)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss);
        model->AssignStreams(1);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    const InetSocketAddress to(Ipv4Address("10.0.0.2"), PORT);
    const InetSocketAddress any(Ipv4Address::GetAny(), PORT);
    const std::string factory = udp ? "ns3::UdpSocketFactory" : "ns3::hsn::SstpSocketFactory";
    const auto sinks = PacketSinkHelper(factory, any).Install(nodes.Get(1));
    UdpSource source;
    if (udp)
    {
        source.socket = Socket::CreateSocket(nodes.Get(0), TypeId::LookupByName(factory));
        source.left = packets;
        ScheduleCall(Seconds(0.1), [&source, to] {
            source.socket->Bind();
            source.socket->Connect(to);
            source.Send();
        });
    }
    else
    {
        BulkSendHelper bulk(factory, to);
        bulk.SetAttribute("SendSize", UintegerValue(SEGMENT));
        bulk.SetAttribute("MaxBytes", UintegerValue(packets * PACKET));
        bulk.Install(nodes.Get(0)).Start(Seconds(0.1));
    }
    Simulator::Stop(Seconds(0.1 + static_cast<double>(packets) * 8 * PACKET / RATE + 2));
    const double begin = GetCpu();
    Simulator::Run();
    const double cpu = GetCpu() - begin;
    const auto received = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    Simulator::Destroy();
    return cpu * PACKET / static_cast<double>(received);
}

/// @param packets to send @return CPU time of a packet in s
double
RunBox(uint64_t packets)
{
    auto loss = CreateObject<RateErrorModel>();
    loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    loss->SetRate(1e-3);
    loss->AssignStreams(1);
    uint64_t left = packets / 256;
    SstpBlackBox box(SstpBlackBox::Settings(), loss, [&left](const SstpBlackBox::Outcome&) {
        if (--left == 0)
        {
            Simulator::Stop();
        }
    });
    const double begin = GetCpu();
    box.Start();
    Simulator::Run();
    const double cpu = GetCpu() - begin;
    Simulator::Destroy();
    return cpu / static_cast<double>(box.GetSent());
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t packets = 256000;
    uint32_t repeats = 5;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "Cost of a packet of SSTP, beside UDP");
    options.Add("packets", "Packets of each run", packets, Between(25600, 1000000000));
    options.Add("repeats", "Repetitions; the median counts", repeats, Between(1, 100));
    options.Add("quick", "One repetition of 51200 packets", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    if (quick)
    {
        packets = 51200;
        repeats = 1;
    }
    Config::SetDefault("ns3::hsn::MessageSocket::MaxMessageSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::hsn::ConnectionSocket::SndBufSize", UintegerValue(42 * SEGMENT));
    Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(42 * SEGMENT));
    std::vector<double> sstp;
    std::vector<double> ratio;
    std::vector<double> lossy;
    std::vector<double> box;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        const double udp = RunPath(true, 0, packets);
        sstp.push_back(RunPath(false, 0, packets));
        ratio.push_back(sstp.back() / udp);
        lossy.push_back(RunPath(false, 1e-3, packets) / udp);
        box.push_back(RunBox(10 * packets));
        if (!json)
        {
            std::cout << "CPU time of a packet: UDP " << udp * 1e6 << " us, SSTP "
                      << sstp.back() * 1e6 << " us, black box " << box.back() * 1e6 << " us"
                      << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "sstp");
    out.Set("packets", packets);
    out.Set("packets_per_cpu_s", std::round(1 / Median(sstp)));
    out.Set("ratio_udp_floor", Median(ratio));
    out.Set("ratio_lossy", Median(lossy));
    out.Set("box_packets_per_cpu_s", std::round(1 / Median(box)));
    std::cout << out << std::endl;
    return 0;
}
