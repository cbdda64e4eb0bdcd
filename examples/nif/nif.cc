// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Video beside TCP streams at a host whose processor needs its time for packets (nif).
 */
#include "nif-host.h"

#include "ns3/applications-module.h"
#include "ns3/arp-cache.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/interframe-probe.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/paced-source.h"
#include "ns3/program-options.h"
#include "ns3/think-time-source.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options beside those of the host.
struct Options
{
    std::string network{"ethernet"}; //!< or atm
    uint32_t streams{3};             //!< of TCP
    bool two{false};                 //!< two videos with deadlines instead of the one
    uint32_t packets{1};             //!< of a frame
    double noiseMs{0.7};             //!< of the source
    double thinkMs{20};              //!< of TCP sources
    uint32_t segments{2};            //!< of their bursts
    double duration{120};            //!< s
    bool periods{false};             //!< print all
};

/// A video: frames at regular times with noise.
struct Video
{
    uint32_t together{1};   //!< frames at once
    double intervalMs{100}; //!< between such groups
    Time rate;              //!< 1/r of the deadlines
    Time deadline;          //!< D
};

constexpr uint16_t PORT = 5000;
constexpr uint32_t FRAME = 1400; // octets of a packet
constexpr uint32_t MSS = 1460;

/// The network, what is sent, and what is measured.
class Run
{
  public:
    /// @param o options @param h of the host
    Run(const Options& o, const NifHost& h)
        : m_o(o),
          m_h(h)
    {
        m_videos.push_back(
            {o.two ? 8U : 1U, o.two ? 800.0 : 100.0, MilliSeconds(100), MilliSeconds(100)});
        if (o.two)
        {
            m_videos.push_back({1, 40, MilliSeconds(40), MilliSeconds(12)});
        }
        for (std::size_t i = 0; i < m_videos.size(); ++i)
        {
            m_application.emplace_back(o.packets);
            m_adapter.emplace_back(o.packets);
            m_logical.emplace_back(m_videos[i].rate);
        }
        m_missed.resize(m_videos.size());
        m_frames.resize(m_videos.size());
        m_nominal.resize(m_videos.size());
        m_count.resize(m_videos.size());
        m_noise.resize(m_videos.size());
    }

    /// @return metrics
    JsonObject Simulate();

  private:
    void MakeNetwork();
    void MakeEthernet();
    void MakeAtm();
    /// @param devices under stacks, the receiver's is the last @param addresses of them
    void FillArp(const NetDeviceContainer& devices, const Ipv4InterfaceContainer& addresses);
    void MakeTraffic();
    /// @param i index of a video @return time to its next packet
    Time NextPacket(uint32_t i);
    /// @param frame of which the interrupt is over
    void Interrupted(const NetworkFrame& frame, Time);
    /// @param frame of which the protocol work is done
    void Done(const NetworkFrame& frame);
    /// @param client that is watched
    void Watch(Ptr<NetworkClient> client);
    /// @param frame a frame @return index of the sender
    uint32_t FindSender(const NetworkFrame& frame) const;

    Options m_o;
    NifHost m_h;
    std::vector<Video> m_videos;
    NodeContainer m_senders;
    Ptr<Node> m_receiver;
    Ptr<NifNetDevice> m_device;
    Ipv4Address m_address;
    std::vector<Address> m_addresses;           //!< of senders
    std::vector<InterframeProbe> m_application; //!< by video
    std::vector<InterframeProbe> m_adapter;     //!< by video
    std::vector<LogicalArrival> m_logical;      //!< by video
    std::vector<uint64_t> m_missed;             //!< deadlines
    std::vector<uint64_t> m_frames;             //!< packets of videos
    std::vector<double> m_nominal;              //!< ms since the start
    std::vector<uint64_t> m_count;              //!< packets
    std::vector<double> m_noise;                //!< ms
    std::vector<Ptr<NormalRandomVariable>> m_random;
    uint64_t m_videoPackets{0};           //!< at the interrupt
    uint64_t m_foundWork{0};              //!< frames that met TCP's
    uint64_t m_tcpDone{0};                //!< segments and other packets
    std::vector<uint64_t> m_tcpAtArrival; //!< of video packets that wait, oldest first
    uint64_t m_mostBefore{0};             //!< TCP packets finished while a frame waited
    Time m_longest;                       //!< from arrival to application
    uint64_t m_octets{0}; //!< on the cable or the receiver's link, with all overhead
    Ptr<HostCpu> m_cpu;
};

void
Run::MakeEthernet()
{
    NodeContainer all(m_senders);
    all.Add(m_receiver);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
    csma.SetChannelAttribute("Delay", TimeValue(MicroSeconds(1)));
    const auto devices = csma.Install(all);
    csma.AssignStreams(devices, 100);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        const auto device = DynamicCast<CsmaNetDevice>(devices.Get(i));
        device->SetInterframeGap(MicroSeconds(16));
        // preamble, start delimiter and gap: 20 octets
        device->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make(
                [this](Ptr<const Packet> p) { m_octets += p->GetSize() + 20; }));
        m_addresses.push_back(device->GetAddress());
    }
    m_device = m_h.Install(devices.Get(devices.GetN() - 1));
    m_device->GetDriver()->SetClassifier([this](const NetworkFrame& f) { return FindSender(f); });
    NetDeviceContainer stack;
    for (uint32_t i = 0; i + 1 < devices.GetN(); ++i)
    {
        stack.Add(devices.Get(i));
    }
    stack.Add(m_device);
    InternetStackHelper().Install(all);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(stack);
    FillArp(stack, addresses);
    m_address = addresses.GetAddress(stack.GetN() - 1);
}

void
Run::MakeAtm()
{
    const auto node = CreateObject<Node>();
    const auto center = AtmSwitchHelper().Install(node);
    AtmHelper atm;
    atm.SetChannelAttribute("DataRate", StringValue("155Mbps"));
    atm.SetDeviceAttribute("Mtu", UintegerValue(1500));
    NetDeviceContainer stack;
    for (uint32_t i = 0; i < m_senders.GetN(); ++i)
    {
        stack.Add(atm.Install(m_senders.Get(i), node).Get(0));
    }
    const auto port = atm.Install(m_receiver, node).Get(0);
    m_device = m_h.Install(port);
    std::vector<uint32_t> keys;
    for (uint32_t i = 0; i < m_senders.GetN(); ++i)
    {
        const auto pvc = atm.ConnectPvc(stack.Get(i), port);
        keys.push_back(pvc.leaves[0]->GetId().Key());
    }
    m_device->GetDriver()->SetClassifier([keys](const NetworkFrame& f) {
        // the sender's number instead of the label, as on the Ethernet
        return static_cast<uint32_t>(std::find(keys.begin(), keys.end(), f.type) - keys.begin());
    });
    stack.Add(m_device);
    NodeContainer all(m_senders);
    all.Add(m_receiver);
    InternetStackHelper().Install(all);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(stack);
    FillArp(stack, addresses);
    m_address = addresses.GetAddress(stack.GetN() - 1);
}

void
Run::FillArp(const NetDeviceContainer& devices, const Ipv4InterfaceContainer& addresses)
{
    // a first frame that waits for an address would be the longest period
    const auto add = [&](uint32_t from, uint32_t to) {
        const auto l3 = devices.Get(from)->GetNode()->GetObject<Ipv4L3Protocol>();
        const auto interface = l3->GetInterface(l3->GetInterfaceForDevice(devices.Get(from)));
        auto* entry = interface->GetArpCache()->Add(addresses.GetAddress(to));
        entry->SetMacAddress(devices.Get(to)->GetAddress());
        entry->MarkPermanent();
    };
    const uint32_t receiver = devices.GetN() - 1;
    for (uint32_t i = 0; i < receiver; ++i)
    {
        add(i, receiver);
        add(receiver, i);
    }
}

void
Run::MakeNetwork()
{
    m_senders.Create(m_videos.size() + m_o.streams);
    m_receiver = CreateObject<Node>();
    m_o.network == "atm" ? MakeAtm() : MakeEthernet();
    m_cpu = m_receiver->GetObject<HostCpu>();
    std::vector<bool> video(m_senders.GetN());
    std::fill_n(video.begin(), m_videos.size(), true);
    std::vector<std::pair<Time, Time>> deadlines;
    for (const Video& one : m_videos)
    {
        deadlines.emplace_back(one.rate, one.deadline);
    }
    for (const auto& client : m_h.Register(*m_device, video, deadlines))
    {
        Watch(client);
    }
}

void
Run::Watch(Ptr<NetworkClient> client)
{
    client->TraceConnectWithoutContext("ClientReceive", MakeCallback(&Run::Interrupted, this));
    client->TraceConnectWithoutContext("Delivered", MakeCallback(&Run::Done, this));
}

uint32_t
Run::FindSender(const NetworkFrame& frame) const
{
    return std::find(m_addresses.begin(), m_addresses.end(), frame.from) - m_addresses.begin();
}

Time
Run::NextPacket(uint32_t i)
{
    if (++m_count[i] % (m_o.packets * m_videos[i].together) != 0)
    {
        return Time(0);
    }
    const double noise = m_random[i]->GetValue();
    const double wait = m_videos[i].intervalMs + noise - m_noise[i];
    m_noise[i] = noise;
    return NanoSeconds(std::max<int64_t>(0, static_cast<int64_t>(wait * 1e6)));
}

void
Run::MakeTraffic()
{
    const auto begin = CreateObject<UniformRandomVariable>();
    begin->SetStream(1);
    for (uint32_t i = 0; i < m_senders.GetN(); ++i)
    {
        const bool video = i < m_videos.size();
        const auto port = static_cast<uint16_t>(PORT + i);
        const InetSocketAddress to(m_address, port);
        PacketSinkHelper(video ? "ns3::UdpSocketFactory" : "ns3::TcpSocketFactory",
                         InetSocketAddress(Ipv4Address::GetAny(), port))
            .Install(m_receiver);
        Ptr<Application> application;
        if (video)
        {
            const auto noise = CreateObject<NormalRandomVariable>();
            noise->SetAttribute("Variance", DoubleValue(m_o.noiseMs * m_o.noiseMs));
            noise->SetStream(10 + i);
            m_random.push_back(noise);
            const auto source = CreateObject<PacedSource>();
            source->SetAttribute("Remote", AddressValue(to));
            source->SetAttribute("PacketSize", UintegerValue(FRAME));
            const auto next = [this, i] { return NextPacket(i); };
            source->SetIntervalFunction(NifTimeFunction::Make(next));
            application = source;
        }
        else
        {
            const auto source = CreateObject<ThinkTimeSource>();
            source->SetAttribute("Remote", AddressValue(to));
            source->SetAttribute("Burst", UintegerValue(m_o.segments * MSS));
            const auto think = CreateObject<ExponentialRandomVariable>();
            think->SetAttribute("Mean", DoubleValue(m_o.thinkMs * 1e-3));
            source->SetAttribute("ThinkTime", PointerValue(think));
            source->AssignStreams(50 + i);
            application = source;
        }
        m_senders.Get(i)->AddApplication(application);
        application->SetStartTime(Seconds(begin->GetValue(0, 0.8)));
    }
}

void
Run::Interrupted(const NetworkFrame& frame, Time)
{
    const uint32_t sender = frame.type;
    if (m_o.network == "atm")
    {
        // LLC/SNAP and trailer, whole cells
        m_octets += (frame.packet->GetSize() + 16 + 47) / 48 * 53;
    }
    if (sender < m_videos.size() && frame.packet->GetSize() > FRAME)
    {
        ++m_videoPackets;
        m_foundWork += m_cpu->GetBacklog(HostLevel::THREAD) > 0 ||
                               m_cpu->GetBacklog(HostLevel::SOFT_INTERRUPT) > 0
                           ? 1
                           : 0;
        m_tcpAtArrival.push_back(m_tcpDone);
    }
}

void
Run::Done(const NetworkFrame& frame)
{
    const uint32_t sender = frame.type;
    if (sender >= m_videos.size())
    {
        m_tcpDone += 1;
        return;
    }
    if (frame.packet->GetSize() <= FRAME)
    {
        return; // ARP
    }
    const Time now = Simulator::Now();
    m_application[sender].Note(now);
    m_adapter[sender].Note(frame.arrival);
    ++m_frames[sender];
    m_longest = std::max(m_longest, now - frame.arrival);
    const Time due = m_logical[sender].Next(frame.arrival) + m_videos[sender].deadline;
    m_missed[sender] += now > due ? 1 : 0;
    if (m_videos.size() == 1)
    {
        m_mostBefore = std::max(m_mostBefore, m_tcpDone - m_tcpAtArrival.front());
    }
    m_tcpAtArrival.erase(m_tcpAtArrival.begin());
}

JsonObject
Run::Simulate()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(16384));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(16384));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    MakeNetwork();
    MakeTraffic();
    Simulator::Stop(Seconds(m_o.duration));
    Simulator::Run();
    const InterframeProbe& probe = m_application[0];
    JsonObject out;
    out.Set("frames", m_frames[0] / m_o.packets);
    out.Set("mean_ms", probe.GetMean());
    out.Set("variance_ms2", probe.GetVariance());
    out.Set("max_ms", probe.GetMax());
    out.Set("min_ms", probe.GetMin());
    out.Set("network_variance_ms2", m_adapter[0].GetVariance());
    out.Set("longest_ms", static_cast<double>(m_longest.GetNanoSeconds()) * 1e-6);
    out.Set("found_work_percent", 100.0 * m_foundWork / m_videoPackets);
    out.Set("most_tcp_before", m_mostBefore);
    const double rate = m_o.network == "atm" ? 155e6 : 10e6;
    out.Set("network_percent", 100.0 * m_octets * 8 / rate / m_o.duration);
    out.Set("cpu_percent",
            100 * m_cpu->GetBusyTime().GetSeconds() / m_cpu->GetNCpus() / m_o.duration);
    out.Set("tcp_packets", m_tcpDone);
    out.Set("packets_a", m_frames[0]);
    out.Set("missed_a", m_missed[0]);
    if (m_o.two)
    {
        out.Set("packets_b", m_frames[1]);
        out.Set("missed_b", m_missed[1]);
        out.Set("variance_b_ms2", m_application[1].GetVariance());
    }
    if (m_o.periods)
    {
        out.Set("periods_ms", probe.GetPeriods());
    }
    Simulator::Destroy();
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    NifHost h;
    ProgramOptions options(__FILE__, "Paper nif: video beside TCP at a host with a processor");
    options.Add("network", "Network", o.network, OneOf({"ethernet", "atm"}));
    options.Add("streams", "TCP streams", o.streams, AtMost(100));
    options.Add("two", "Two videos with deadlines: 8 frames every 800 ms, 1 every 40 ms", o.two);
    options.Add("packets", "Packets of a frame", o.packets, Between(1, 100));
    options.Add("noiseMs", "Deviation of the source's clock, ms", o.noiseMs, Between(0, 10));
    options.Add("thinkMs", "Mean think time of TCP sources, ms", o.thinkMs, Between(0.001, 1e5));
    options.Add("segments", "Segments of their bursts", o.segments, Between(1, 11));
    options.Add("duration", "Simulated time, s", o.duration, Above(0).AtMost(1e6));
    options.Add("periods", "Print all interframe periods", o.periods);
    h.AddTo(options);
    options.Parse(argc, argv);
    h.Check(options);
    std::cout << Run(o, h).Simulate() << std::endl;
    return 0;
}
