// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender that adapts redundancy and window to what its receiver reports (packet-fec section 6),
 * over a bottleneck whose path also loses packets, more or less of them as time goes by.
 */
#include "packet-fec-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    std::string code{"adapt"};      //!< adapt, none or N+M
    std::string codec{"ShiftXor"};  //!< which code
    bool reports{true};             //!< the window reacts to reported loss
    bool scale{true};               //!< leave room for redundancy
    std::string losses{"0"};        //!< of the path, one after the other
    double phase{60};               //!< s each of them lasts
    double group{1};                //!< receivers that the controller believes in
    std::string objective{"Delay"}; //!< of the controller
    uint32_t maxBlock{8};           //!< of the controller
    double window{100};             //!< packets, at the start
    std::string rate{"6.4Mbps"};    //!< of the bottleneck
    uint32_t buffer{50};            //!< of the bottleneck, packets
    double rtt{250};                //!< ms
};

/// Octets of a packet: 1000 on the wire with headers of 12, 8 and 20.
constexpr uint32_t PAYLOAD = 960;

/// Sends a packet every RTT/window, the window being the controller's; adds one packet to it in
/// each round trip, and halves it when data stays lost, whatever the controller does besides.
class PacedSource
{
  public:
    /// @param socket connected @param controller of it @param o options
    PacedSource(Ptr<FecUdpSocket> socket, Ptr<FecRateController> controller, const Options& o)
        : m_o(o),
          m_socket(socket),
          m_controller(controller),
          m_rtt(MicroSeconds(std::llround(o.rtt * 1000)))
    {
        socket->TraceConnectWithoutContext("ReportedLoss",
                                           MakeCallback(&PacedSource::Reported, this));
        m_fixed = m_o.code != "adapt";
        m_code = m_fixed ? ParseCode(m_o.code) : PacketFecCode();
        Send();
        RoundTrip();
    }

    /// @return data packets that may be in flight
    double GetDataWindow() const
    {
        const auto code = m_fixed ? m_code : m_controller->GetCode();
        const double window = m_controller->GetWindow();
        return std::max(1.0, m_o.scale ? FecRateController::Scale(window, code) : window);
    }

    /// @return code in use
    PacketFecCode GetCode() const
    {
        return m_fixed ? m_code : m_controller->GetCode();
    }

    uint64_t sent{0}; //!< data packets

  private:
    /// One packet, and the timer for the next one.
    void Send()
    {
        m_socket->Send(Create<Packet>(PAYLOAD), 0);
        ++sent;
        Simulator::Schedule(Seconds(m_rtt.GetSeconds() / GetDataWindow()),
                            &PacedSource::Send,
                            this);
    }

    /// Additive increase.
    void RoundTrip()
    {
        m_controller->SetWindow(m_controller->GetWindow() + 1);
        Simulator::Schedule(m_rtt, &PacedSource::RoundTrip, this);
    }

    /// @param raw loss on the network @param residual loss of data
    void Reported(double raw, double residual)
    {
        if (m_fixed)
        {
            m_controller->Report(0, raw);
        }
        if (residual > 0)
        {
            m_controller->Cut();
        }
    }

    Options m_o;                         //!< options
    Ptr<FecUdpSocket> m_socket;          //!< to send by
    Ptr<FecRateController> m_controller; //!< has the window
    Time m_rtt;                          //!< round-trip time
    bool m_fixed{false};                 //!< the controller does not choose the code
    PacketFecCode m_code;                //!< then
};

/// @param o options @return the metrics
JsonObject
Run(const Options& o)
{
    const auto losses = SplitReals("losses", o.losses);
    NodeContainer nodes;
    nodes.Create(2);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    link.DisableFlowControl();
    link.SetDeviceAttribute("DataRate", StringValue(o.rate));
    link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(std::llround(o.rtt * 500))));
    link.SetQueue("ns3::DropTailQueue<Packet>",
                  "MaxSize",
                  StringValue(std::to_string(o.buffer) + "p"));
    const auto devices = link.Install(nodes);
    const auto loss = CreateObject<RateErrorModel>();
    loss->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    loss->AssignStreams(0);
    for (std::size_t i = 0; i < losses.size(); ++i)
    {
        RequireLoss(losses[i], 0);
        Simulator::Schedule(Seconds(i * o.phase), &RateErrorModel::SetRate, loss, losses[i]);
    }
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(loss));
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    const InetSocketAddress to(interfaces.GetAddress(1), 9);

    auto in = DynamicCast<FecUdpSocket>(
        Socket::CreateSocket(nodes.Get(1), FecUdpSocketFactory::GetTypeId()));
    in->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    uint64_t received = 0;
    in->SetRecvCallback([&received](Ptr<Socket> socket) {
        while (socket->Recv())
        {
            ++received;
        }
    });
    auto controller = CreateObject<FecRateController>();
    controller->SetAttribute("ReactToLoss", BooleanValue(o.reports));
    controller->SetAttribute("ScaleWindow", BooleanValue(o.scale));
    controller->SetAttribute("Objective", StringValue(o.objective));
    controller->SetAttribute("MaxBlock", UintegerValue(o.maxBlock));
    controller->SetAttribute("Group", DoubleValue(o.group));
    controller->SetAttribute("RoundTrip", TimeValue(MicroSeconds(std::llround(o.rtt * 1000))));
    controller->SetWindow(o.window);
    auto out = DynamicCast<FecUdpSocket>(
        Socket::CreateSocket(nodes.Get(0), FecUdpSocketFactory::GetTypeId()));
    if (o.code == "adapt")
    {
        out->SetAttribute("Controller", PointerValue(controller));
    }
    else
    {
        const auto code = MakeFecCode(o.codec, ParseCode(o.code));
        out->SetAttribute("N", UintegerValue(code.parity > 0 ? code.data : 8));
        out->SetAttribute("M", UintegerValue(code.parity));
    }
    out->SetAttribute("Codec", EnumValue(ParseCodec(o.codec)));
    out->Connect(to);
    PacedSource source(out, controller, o);

    uint64_t drops = 0;
    uint64_t offered = 0;
    PointerValue queue;
    devices.Get(0)->GetAttribute("TxQueue", queue);
    const auto count = [](uint64_t& counter) {
        return Callback<void, Ptr<const Packet>>([&counter](Ptr<const Packet>) { ++counter; });
    };
    queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Drop", count(drops));
    queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Enqueue", count(offered));

    std::vector<double> times;
    std::vector<double> estimates;
    std::vector<double> windows;
    std::vector<double> dataWindows;
    std::vector<uint32_t> data;
    std::vector<uint32_t> parity;
    const double end = losses.size() * o.phase;
    for (double t = 0; t < end; t += 1)
    {
        Simulator::Schedule(Seconds(t), [&, t] {
            times.push_back(t);
            estimates.push_back(controller->GetLoss());
            windows.push_back(controller->GetWindow());
            dataWindows.push_back(source.GetDataWindow());
            data.push_back(source.GetCode().data);
            parity.push_back(source.GetCode().parity);
        });
    }
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    JsonObject json;
    json.Set("bottleneck_loss",
             static_cast<double>(drops) / std::max<uint64_t>(offered + drops, 1));
    json.Set("line_packets_per_rtt", offered * o.rtt / 1000 / end);
    json.Set("goodput_mbps", received * PAYLOAD * 8e-6 / end);
    json.Set("data_lost", 1 - static_cast<double>(received) / source.sent);
    json.Set("window_mean", [&windows] {
        double sum = 0;
        for (const double one : windows)
        {
            sum += one;
        }
        return sum / windows.size();
    }());
    json.Set("time_s", times);
    json.Set("loss_estimate", estimates);
    json.Set("window", windows);
    json.Set("data_window", dataWindows);
    json.Set("n", data);
    json.Set("m", parity);
    Simulator::Destroy();
    return json;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    CommandLine cmd(__FILE__);
    cmd.AddValue("code", "adapt: the controller chooses; none, or N+M", o.code);
    cmd.AddValue("codec", "Xor, ShiftXor, ShiftXorTruncated or ReedSolomon", o.codec);
    cmd.AddValue("reports", "The window reacts to reported loss", o.reports);
    cmd.AddValue("scale", "Reduce the window by N/(N+M)", o.scale);
    cmd.AddValue("losses", "Packet loss rates of the path, separated by commas", o.losses);
    cmd.AddValue("phase", "Time that each of them lasts, s", o.phase);
    cmd.AddValue("group", "Receivers, for the choice of the code", o.group);
    cmd.AddValue("objective", "Of the choice: Efficiency or Delay", o.objective);
    cmd.AddValue("maxBlock", "Most packets of a block, for the choice", o.maxBlock);
    cmd.AddValue("window", "Window at the start, packets", o.window);
    cmd.AddValue("rate", "Rate of the bottleneck", o.rate);
    cmd.AddValue("buffer", "Buffer of the bottleneck, packets", o.buffer);
    cmd.AddValue("rtt", "Round-trip time, ms", o.rtt);
    cmd.Parse(argc, argv);
    RequireOption(o.objective == "Efficiency" || o.objective == "Delay",
                  "objective",
                  o.objective,
                  "must be Efficiency or Delay");
    RequireOption(o.phase > 0, "phase", o.phase, "must be above 0");
    RequireOption(o.group >= 1, "group", o.group, "must be at least 1");
    RequireOption(o.maxBlock >= 1 && o.maxBlock <= 255, "maxBlock", o.maxBlock, "must be 1 to 255");
    RequireOption(o.window >= 1, "window", o.window, "must be at least 1");
    RequireOption(o.buffer >= 1, "buffer", o.buffer, "must be at least 1");
    RequireOption(o.rtt > 0, "rtt", o.rtt, "must be above 0");
    std::cout << Run(o) << std::endl;
    return 0;
}
