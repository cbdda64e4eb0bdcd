// SPDX-License-Identifier: GPL-2.0-only
#include "tear-network.h"

#include "ns3/applications-module.h"
#include "ns3/cdma-data-link-helper.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PPP = 2;           ///< octets of a PPP header
constexpr uint16_t CROSS_PORT = 9;    ///< of cross traffic
constexpr uint32_t CROSS_SOURCES = 8; ///< on/off sources of cross traffic
constexpr double ACCESS_RTT = 1;      ///< ms of the fast link, there and back
} // namespace

TearNetwork::TearNetwork(const TearOptions& o)
{
    m_nodes.Create(3);
    PointToPointHelper access;
    access.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    access.SetChannelAttribute("Delay", TimeValue(Seconds(ACCESS_RTT / 2000)));
    const auto fast = access.Install(m_nodes.Get(0), m_nodes.Get(1));
    if (o.IsWireless())
    {
        MakeRadioLink(o);
    }
    else
    {
        MakeInternetPath(o);
    }
    InternetStackHelper().Install(m_nodes);
    HsnInternetHelper().Install(m_nodes);
    Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(fast);
    Ipv4AddressHelper("10.2.0.0", "255.255.255.0").Assign(m_path);
    // the devices' FIFOs are the buffers
    TrafficControlHelper none;
    for (const auto& devices : {fast, m_path})
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = devices.Get(i);
            const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
            if (control && control->GetRootQueueDiscOnDevice(device))
            {
                none.Uninstall(device);
            }
        }
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    m_path.Get(1)->TraceConnectWithoutContext("MacRx", MakeCallback(&TearNetwork::Receive, this));
    if (!o.IsWireless() && o.crossTraffic.GetBitRate() > 0)
    {
        StartCrossTraffic(o);
    }
}

void
TearNetwork::MakeInternetPath(const TearOptions& o)
{
    PointToPointHelper path;
    path.SetQueue("ns3::DropTailQueue",
                  "MaxSize",
                  QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, o.buffer)));
    path.SetDeviceAttribute("DataRate", DataRateValue(o.rate));
    path.SetChannelAttribute("Delay", TimeValue(Seconds((o.rtt - ACCESS_RTT) / 2000)));
    m_path = path.Install(m_nodes.Get(1), m_nodes.Get(2));
    if (o.loss > 0)
    {
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(o.loss);
        errors->AssignStreams(3000);
        m_path.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }
    if (o.laterRate.GetBitRate() > 0)
    {
        const auto device = DynamicCast<PointToPointNetDevice>(m_path.Get(0));
        Simulator::Schedule(Seconds(o.duration / 2),
                            &PointToPointNetDevice::SetDataRate,
                            device,
                            o.laterRate);
    }
}

void
TearNetwork::MakeRadioLink(const TearOptions& o)
{
    const auto preset = o.path == "is95b"   ? CdmaDataLinkHelper::IS_95B
                        : o.path == "is95c" ? CdmaDataLinkHelper::IS_95C
                                            : CdmaDataLinkHelper::GetBulkPreset(o.hour);
    m_path = CdmaDataLinkHelper(preset).Install(m_nodes.Get(1), m_nodes.Get(2));
    CdmaDataLinkHelper::AssignStreams(m_path, 1000);
}

void
TearNetwork::StartCrossTraffic(const TearOptions& o)
{
    OnOffHelper source("ns3::UdpSocketFactory", GetAddress(CROSS_PORT));
    // on half of the time, at twice the mean rate
    source.SetConstantRate(DataRate(2 * o.crossTraffic.GetBitRate() / CROSS_SOURCES),
                           o.packet - 28);
    source.SetAttribute("OnTime", StringValue("ns3::ExponentialRandomVariable[Mean=1]"));
    source.SetAttribute("OffTime", StringValue("ns3::ExponentialRandomVariable[Mean=1]"));
    for (uint32_t i = 0; i < CROSS_SOURCES; ++i)
    {
        auto application = source.Install(m_nodes.Get(0));
        source.AssignStreams(m_nodes.Get(0), 2000);
        application.Stop(Seconds(o.duration));
    }
    PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), CROSS_PORT))
        .Install(m_nodes.Get(2));
}

Address
TearNetwork::GetAddress(uint16_t port) const
{
    return InetSocketAddress(Ipv4Address("10.2.0.2"), port);
}

void
TearNetwork::SetArrival(Arrival arrival)
{
    m_arrival = std::move(arrival);
}

void
TearNetwork::Receive(Ptr<const Packet> packet)
{
    // all protocols here have the two ports first
    constexpr uint32_t PORTS = PPP + 20;
    uint8_t octets[PORTS + 4];
    if (m_arrival && packet->CopyData(octets, sizeof(octets)) == sizeof(octets))
    {
        const auto port = static_cast<uint16_t>(octets[PORTS + 2] << 8 | octets[PORTS + 3]);
        m_arrival(port, packet->GetSize() - PPP);
    }
}
} // namespace hsn
} // namespace ns3
