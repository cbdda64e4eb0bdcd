// SPDX-License-Identifier: GPL-2.0-only
#include "transport-network.h"

#include "atm-bench-network.h"

#include "ns3/applications-module.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-socket.h"
#include "ns3/cell-source-helper.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/poisson-cell-source.h"
#include "ns3/tcp-cubic-era.h"
#include "ns3/tcp-vegas-classic.h"

#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t IP_TCP_HEADERS = 40;
constexpr uint16_t PORT = 5000;
constexpr double SPREAD = 0.1; // s in which connections start
const std::string TCP = "ns3::hsn::IndexedTcpSocketFactory";
const std::string BOSTON = "ns3::hsn::BostonSocketFactory";

/// What is simulated.
struct TransportScenario
{
    std::string name;
    std::string factory{TCP}; //!< of the sockets
    std::string congestion;   //!< TypeId of congestion control
    uint32_t connections{1};  //!< each with a source of its own
    bool ownSinks{false};     //!< and a sink of its own, behind a second switch
    uint64_t rate{155520000}; //!< of all links, bit/s
    Time delay;               //!< of each link at a host
    Time middle;              //!< of the link between switches
    uint32_t buffer{1000};    //!< cells, each output
    bool slotted{false};      //!< the switches have slots
    uint32_t packet{9180};    //!< octets with headers
    uint32_t window{65535};   //!< octets
    double background{0};     //!< bit/s of background cells, 53 octets each
    double message{1};        //!< mean number of cells of a background message
    Time warmUp;              //!< until the steady state
    Time first;               //!< measured at least
};

/// Connections over ATM.
class TransportNetwork : public AtmBenchNetwork
{
  public:
    /// @param s what
    explicit TransportNetwork(const TransportScenario& s)
        : m_s(s)
    {
        SetDefaults();
        Build();
        InternetStackHelper().Install(m_hosts);
        if (m_s.factory == BOSTON)
        {
            BostonHelper().Install(m_hosts);
        }
        else
        {
            HsnInternetHelper().Install(m_hosts);
        }
        const auto interfaces = Ipv4AddressHelper("10.1.0.0", "255.255.0.0").Assign(m_devices);
        StartApplications(interfaces);
    }

    uint64_t CountBytes() const override
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < m_sinks.GetN(); ++i)
        {
            sum += DynamicCast<PacketSink>(m_sinks.Get(i))->GetTotalRx();
        }
        return sum;
    }

  private:
    /// Sets the default attributes of sockets.
    void SetDefaults() const
    {
        const uint32_t segment = m_s.packet - IP_TCP_HEADERS;
        const bool boston = m_s.factory == BOSTON;
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(boston ? 1 : 2));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_s.window + 4 * segment));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_s.window));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                           TypeIdValue(TypeId::LookupByName(m_s.congestion)));
        if (boston) // as in the paper
        {
            Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
            Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(false));
            Config::SetDefault("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(false));
            Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", StringValue("100ms"));
            Config::SetDefault("ns3::hsn::BostonSocket::RedundancyPolicy", StringValue("None"));
            Config::SetDefault("ns3::hsn::IndexedTcpSocket::LossRecovery", StringValue("Reno"));
            Config::SetDefault("ns3::hsn::IndexedTcpSocket::FixedSizeSegments", BooleanValue(true));
            Config::SetDefault("ns3::hsn::IndexedTcpSocket::FineRetransmit", BooleanValue(true));
        }
    }

    /// @param at switch @return a new host's device
    Ptr<AtmNetDevice> AddHost(Ptr<Node> at)
    {
        auto host = CreateObject<Node>();
        return DynamicCast<AtmNetDevice>(Connect(host, at).Get(0));
    }

    /// @param at switch @return the device of a new host with an Internet stack
    Ptr<AtmNetDevice> AddInternetHost(Ptr<Node> at)
    {
        const auto device = AddHost(at);
        m_hosts.Add(device->GetNode());
        m_devices.Add(device);
        return device;
    }

    /// Builds hosts, switches, links and connections.
    void Build()
    {
        AtmSwitchHelper helper;
        helper.SetQueueAttribute("MaxCells", UintegerValue(m_s.buffer));
        NodeContainer nodes(m_s.ownSinks ? 2 : 1);
        const auto switches = helper.Install(nodes);
        const auto front = nodes.Get(0);
        const auto back = nodes.Get(nodes.GetN() - 1);
        m_atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
        m_atm.SetDeviceAttribute("Mtu", UintegerValue(m_s.packet));
        m_atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
        m_atm.SetChannelAttribute("DataRate", DataRateValue(DataRate(m_s.rate)));
        if (front != back)
        {
            m_atm.SetChannelAttribute("Delay", TimeValue(m_s.middle));
            Connect(front, back);
        }
        m_atm.SetChannelAttribute("Delay", TimeValue(m_s.delay));
        Ptr<AtmNetDevice> sink;
        for (uint32_t i = 0; i < m_s.connections; ++i)
        {
            if (!sink || m_s.ownSinks)
            {
                sink = AddInternetHost(back);
            }
            m_atm.ConnectPvc(AddInternetHost(front), sink);
        }
        if (m_s.slotted)
        {
            for (const auto& node : switches)
            {
                node->SetAttribute("SlotTime",
                                   TimeValue(TimeStep(sink->GetAtmChannel()->GetCellTime())));
            }
        }
        if (m_s.background > 0)
        {
            AddBackground(front, back);
        }
    }

    /// Adds a source of cells and their sink. @param front switch @param back switch
    void AddBackground(Ptr<Node> front, Ptr<Node> back)
    {
        const auto rate = [](double bits) {
            return DataRateValue(DataRate(static_cast<uint64_t>(bits)));
        };
        const bool single = m_s.message <= 1;
        CellSourceHelper cells(single ? "ns3::hsn::PoissonCellSource"
                                      : "ns3::hsn::PoissonMessageCellSource");
        cells.Set("MeanRate", rate(m_s.background));
        if (!single)
        {
            cells.Set("PeakRate", rate(1.2 * m_s.background));
            cells.Set("MeanCells", DoubleValue(m_s.message));
        }
        AddSource(cells, CreateObject<Node>(), front, AddHost(back), 2);
    }

    /// @param interfaces of m_hosts
    void StartApplications(const Ipv4InterfaceContainer& interfaces)
    {
        auto start = CreateObject<UniformRandomVariable>();
        start->SetStream(1);
        PacketSinkHelper receive(m_s.factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
        uint32_t sink = 0; // number of its host; the sources follow, or each follows its sink
        for (uint32_t i = 0; i < m_s.connections; ++i)
        {
            if (i == 0 || m_s.ownSinks)
            {
                sink = m_s.ownSinks ? 2 * i : 0;
                m_sinks.Add(receive.Install(m_hosts.Get(sink)));
            }
            const uint32_t source = m_s.ownSinks ? sink + 1 : i + 1;
            BulkSendHelper send(m_s.factory, InetSocketAddress(interfaces.GetAddress(sink), PORT));
            send.SetAttribute("SendSize", UintegerValue(m_s.packet - IP_TCP_HEADERS));
            send.Install(m_hosts.Get(source)).Start(Seconds(start->GetValue(0, SPREAD)));
        }
    }

    const TransportScenario m_s;  //!< what
    NodeContainer m_hosts;        //!< with Internet stack
    NetDeviceContainer m_devices; //!< of m_hosts
    ApplicationContainer m_sinks; //!< receivers
};

/// @param s what @return its plan
BenchPlan
MakePlan(const TransportScenario& s)
{
    BenchPlan plan;
    plan.name = s.name;
    plan.build = [s](BenchEngine) { return std::make_unique<TransportNetwork>(s); };
    plan.warmUp = s.warmUp;
    plan.first = s.first;
    return plan;
}
} // namespace

std::vector<BenchPlan>
MakeTransportPlans()
{
    TransportScenario tcp;
    tcp.name = "tcp";
    tcp.congestion = "ns3::TcpCubic";
    tcp.delay = MilliSeconds(1);
    tcp.window = 200000; // fits the buffers, and is more than the path holds
    tcp.warmUp = MilliSeconds(500);
    tcp.first = MilliSeconds(500);

    TransportScenario boston;
    boston.name = "boston";
    boston.factory = BOSTON;
    boston.congestion = "ns3::hsn::TcpVegasClassic";
    boston.connections = 16;
    boston.rate = 1500000;
    boston.delay = MilliSeconds(10);
    boston.buffer = 256;
    boston.slotted = true;
    boston.warmUp = Seconds(20);
    boston.first = Seconds(20);
    TransportScenario small = boston;
    small.name = "boston-1500";
    small.packet = 1500;

    // 5 us/km; 2 km between the switches
    TransportScenario background;
    background.name = "background";
    background.congestion = "ns3::TcpCubic";
    background.connections = 3;
    background.ownSinks = true;
    background.rate = 150000000;
    background.delay = MicroSeconds(2495);
    background.middle = MicroSeconds(10);
    background.window = 18 * (background.packet - IP_TCP_HEADERS);
    background.background = 40e6;
    background.warmUp = Seconds(1);
    background.first = Seconds(1);
    TransportScenario messages = background;
    messages.name = "background-messages";
    messages.message = 20;

    std::vector<BenchPlan> plans;
    for (const auto& s : {tcp, boston, small, background, messages})
    {
        plans.push_back(MakePlan(s));
    }
    return plans;
}
} // namespace hsn
} // namespace ns3
