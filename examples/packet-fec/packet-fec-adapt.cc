// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender that adapts redundancy and window to the reports of its receiver (packet-fec section 6),
 * over a bottleneck and a path whose packet loss rate changes with time.
 */
#include "packet-fec-options.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/fec-codec.h"
#include "ns3/fec-rate-controller.h"
#include "ns3/fec-udp-socket-factory.h"
#include "ns3/fec-udp-socket.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/paced-source.h"
#include "ns3/program-options.h"

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
    bool adapt{true};                        //!< the controller chooses the code
    PacketFecCode code{8, 0};                //!< otherwise
    FecCodecType codec{FEC_CODEC_SHIFT_XOR}; //!< which code
    bool reports{true};                      //!< the window reacts to reported loss
    bool scale{true};                        //!< leave room for redundancy
    std::vector<double> losses{0};           //!< of the path, one after the other
    double phase{60};                        //!< s each of them lasts
    double group{1};                         //!< receivers that the controller assumes
    std::string objective{"Delay"};          //!< of the controller
    uint32_t maxBlock{8};                    //!< of the controller
    double window{100};                      //!< packets, at the start
    DataRate rate{6400000};                  //!< of the bottleneck
    uint32_t buffer{50};                     //!< of the bottleneck, packets
    double rtt{250};                         //!< ms
};

/// Octets of a packet: 1000 on the wire with headers of 12, 8 and 20.
constexpr uint32_t PAYLOAD = 960;

/// The window of the sender: it grows by one packet in each round trip and is halved when data
/// stays lost, whatever the controller does besides. A packet leaves every RTT/window.
class SenderWindow
{
  public:
    /// @param socket connected @param controller with the window @param o options
    SenderWindow(Ptr<FecUdpSocket> socket, Ptr<FecRateController> controller, const Options& o)
        : m_o(o),
          m_controller(controller),
          m_rtt(MicroSeconds(std::llround(o.rtt * 1000)))
    {
        socket->TraceConnectWithoutContext("ReportedLoss",
                                           MakeCallback(&SenderWindow::Reported, this));
        Simulator::ScheduleNow(&SenderWindow::RoundTrip, this);
    }

    /// @return data packets that may be in flight
    double GetDataWindow() const
    {
        const double window = m_controller->GetWindow();
        return std::max(1.0, m_o.scale ? FecRateController::Scale(window, GetCode()) : window);
    }

    /// @return time to the next packet
    Time GetInterval() const
    {
        return Seconds(m_rtt.GetSeconds() / GetDataWindow());
    }

    /// @return code in use
    PacketFecCode GetCode() const
    {
        return m_o.adapt ? m_controller->GetCode() : m_o.code;
    }

  private:
    /// Additive increase.
    void RoundTrip()
    {
        m_controller->SetWindow(m_controller->GetWindow() + 1);
        Simulator::Schedule(m_rtt, &SenderWindow::RoundTrip, this);
    }

    /// @param raw loss on the network @param residual loss of data
    void Reported(double raw, double residual)
    {
        if (!m_o.adapt)
        {
            m_controller->Report(0, raw);
        }
        if (residual > 0)
        {
            m_controller->Cut();
        }
    }

    Options m_o;                         //!< options
    Ptr<FecRateController> m_controller; //!< has the window
    Time m_rtt;                          //!< round-trip time
};

/// @param o options @return the metrics
JsonObject
Run(const Options& o)
{
    const auto& losses = o.losses;
    NodeContainer nodes;
    nodes.Create(2);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    DisableFlowControl(link);
    link.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
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
    in->SetRecvCallback(Sink<Ptr<Socket>>::Make([&received](Ptr<Socket> socket) {
        while (socket->Recv())
        {
            ++received;
        }
    }));
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
    if (o.adapt)
    {
        out->SetAttribute("Controller", PointerValue(controller));
    }
    else
    {
        const auto code = MakeFecCode(o.codec, o.code);
        out->SetAttribute("N", UintegerValue(code.parity > 0 ? code.data : 8));
        out->SetAttribute("M", UintegerValue(code.parity));
    }
    out->SetAttribute("Codec", EnumValue(o.codec));
    out->Connect(to);
    auto source = CreateObject<PacedSource>();
    source->SetAttribute("PacketSize", UintegerValue(PAYLOAD));
    source->SetSocket(out);
    nodes.Get(0)->AddApplication(source);
    source->Initialize(); // the first packet precedes the first round trip and the first sample
    SenderWindow window(out, controller, o);
    source->SetIntervalFunction(MakeCallback(&SenderWindow::GetInterval, &window));

    uint64_t drops = 0;
    uint64_t offered = 0;
    PointerValue queue;
    devices.Get(0)->GetAttribute("TxQueue", queue);
    const auto count = [](uint64_t& counter) {
        return Sink<Ptr<const Packet>>::Make([&counter](Ptr<const Packet>) { ++counter; });
    };
    ScheduleCall(Time(0), [&] { // counts begin behind the first packet
        queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Drop", count(drops));
        queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Enqueue", count(offered));
    });

    std::vector<double> times;
    std::vector<double> estimates;
    std::vector<double> windows;
    std::vector<double> dataWindows;
    std::vector<uint32_t> data;
    std::vector<uint32_t> parity;
    const double end = losses.size() * o.phase;
    for (double t = 0; t < end; t += 1)
    {
        ScheduleCall(Seconds(t), [&, t] {
            times.push_back(t);
            estimates.push_back(controller->GetLoss());
            windows.push_back(controller->GetWindow());
            dataWindows.push_back(window.GetDataWindow());
            data.push_back(window.GetCode().data);
            parity.push_back(window.GetCode().parity);
        });
    }
    Simulator::Stop(Seconds(end));
    Simulator::Run();
    JsonObject json;
    json.Set("bottleneck_loss",
             static_cast<double>(drops) / std::max<uint64_t>(offered + drops, 1));
    json.Set("line_packets_per_rtt", offered * o.rtt / 1000 / end);
    json.Set("goodput_mbps", received * PAYLOAD * 8e-6 / end);
    json.Set("data_lost", 1 - static_cast<double>(received) / source->GetSent());
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
    ProgramOptions options(
        __FILE__,
        "Paper packet-fec, section 6: a sender that adapts redundancy and window");
    options.AddParsed("code",
                      "The code; adapt: the controller chooses it",
                      "adapt",
                      "adapt, none or N+M",
                      [&o](const std::string& text) {
                          o.adapt = text == "adapt";
                          return o.adapt ? std::string() : ReadCode(text, o.code);
                      });
    options.Add("codec", "Which code", o.codec, GetCodecs());
    options.Add("reports", "The window reacts to reported loss", o.reports);
    options.Add("scale", "Reduce the window by N/(N+M)", o.scale);
    options.Add("losses", "Packet loss rates of the path", o.losses, AtLeast(0).Below(1));
    options.Add("phase", "Time that each of them lasts, s", o.phase, Above(0).AtMost(MAX_MS));
    options.Add("group", "Receivers, for the choice of the code", o.group, Between(1, 1e12));
    options.Add("objective",
                "What the choice optimizes",
                o.objective,
                OneOf({"Efficiency", "Delay"}));
    options.Add("maxBlock", "Most packets of a block, for the choice", o.maxBlock, Between(1, 255));
    options.Add("window", "Window at the start, packets", o.window, Between(1, 1e9));
    options.Add("rate", "Rate of the bottleneck", o.rate);
    options.Add("buffer", "Buffer of the bottleneck, packets", o.buffer, AtLeast(1));
    options.Add("rtt", "Round-trip time, ms", o.rtt, AtLeast(0.01).AtMost(MAX_MS));
    options.Parse(argc, argv);
    options.Require(!o.losses.empty(), "losses", "must have at least one number");
    std::cout << Run(o) << std::endl;
    return 0;
}
