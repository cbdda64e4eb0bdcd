// SPDX-License-Identifier: GPL-2.0-only
#include "boston-network.h"

#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-output-port.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-socket.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/cell-loss-discard.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/monitor-helper.h"
#include "ns3/rfc2684.h"
#include "ns3/tcp-bsd-reno.h"
#include "ns3/tcp-vegas-classic.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 5000;

/// @param ms milliseconds @return the time, in whole microseconds
Time
ToTime(double ms)
{
    return MicroSeconds(std::llround(ms * 1000));
}
} // namespace

BostonNetwork::BostonNetwork(const BostonOptions& options)
    : m_o(options)
{
}

// --- network --------------------------------------------------------------------------------

Ptr<AtmNetDevice>
BostonNetwork::AddHost(uint32_t at)
{
    auto host = CreateObject<Node>();
    m_hosts.Add(host);
    const auto ends = m_atm.Install(host, m_switchNodes.Get(at));
    m_devices.Add(ends.Get(0));
    m_hostOutputs.push_back(DynamicCast<AtmSwitchPort>(ends.Get(1)));
    return DynamicCast<AtmNetDevice>(ends.Get(0));
}

Ptr<CellLossDiscard>
BostonNetwork::MakeLoss(double rate, int64_t stream) const
{
    auto policy = CreateObject<CellLossDiscard>();
    policy->SetAttribute("Rate", DoubleValue(rate));
    policy->AssignStreams(stream);
    return policy;
}

void
BostonNetwork::Build()
{
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    if (m_o.discard == "Ppd")
    {
        switches.SetDiscardPolicy("ns3::hsn::PartialPacketDiscard");
    }
    else if (m_o.discard == "Epd")
    {
        switches.SetDiscardPolicy("ns3::hsn::EarlyPacketDiscard",
                                  "Threshold",
                                  DoubleValue(m_o.epdThreshold));
    }
    m_switchNodes.Create(m_o.switches);
    m_switches = switches.Install(m_switchNodes);

    m_atm.SetChannelAttribute("DataRate", DataRateValue(m_o.linkRate));
    m_atm.SetChannelAttribute("Delay", TimeValue(ToTime(m_o.delay)));
    m_atm.SetDeviceAttribute("Mtu", UintegerValue(m_o.packet));
    m_atm.SetVcAttribute("Encapsulation", StringValue(m_o.llcSnap ? "LlcSnap" : "VcMux"));
    m_atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    for (uint32_t i = 0; i + 1 < m_o.switches; ++i)
    {
        const auto ends = m_atm.Install(m_switchNodes.Get(i), m_switchNodes.Get(i + 1));
        m_outputs.push_back(DynamicCast<AtmSwitchPort>(ends.Get(0)));
    }
    auto sinkNode = CreateObject<Node>();
    m_hosts.Add(sinkNode);
    const auto ends = m_atm.Install(sinkNode, m_switchNodes.Get(m_o.switches - 1));
    m_devices.Add(ends.Get(0));
    m_outputs.push_back(DynamicCast<AtmSwitchPort>(ends.Get(1)));
    const auto sink = DynamicCast<AtmNetDevice>(ends.Get(0));
    if (m_o.slotted)
    {
        for (const auto& node : m_switches)
        {
            node->SetAttribute("SlotTime",
                               TimeValue(TimeStep(sink->GetAtmChannel()->GetCellTime())));
        }
    }
    if (m_o.cellLoss > 0 || !m_o.drop.empty())
    {
        const auto policy = MakeLoss(m_o.cellLoss, 2);
        policy->SetList(m_o.drop);
        m_outputs.back()->GetOutput()->GetQueue(ATM_UBR)->SetAttribute("DiscardPolicy",
                                                                       PointerValue(policy));
    }
    const auto connect = [this](Ptr<AtmNetDevice> from, Ptr<AtmNetDevice> to, bool cross) {
        Connection connection;
        connection.source = from;
        connection.sink = to;
        connection.pvc = m_atm.ConnectPvc(from, to);
        connection.cross = cross;
        m_connections.push_back(connection);
    };
    for (uint32_t i = 0; i < m_o.sources; ++i)
    {
        connect(AddHost(0), sink, false);
    }
    for (uint32_t hop = 0; hop + 1 < m_o.switches; ++hop)
    {
        for (uint32_t i = 0; i < m_o.cross; ++i)
        {
            const auto source = AddHost(hop);
            connect(source, AddHost(hop + 1), true);
        }
    }
    for (uint32_t i = 0; i < m_o.reverse; ++i)
    {
        connect(sink, AddHost(0), true);
    }
    for (uint32_t i = 0; m_o.ackLoss > 0 && i < m_o.sources; ++i)
    {
        m_hostOutputs[i]->GetOutput()->GetQueue(ATM_UBR)->SetAttribute(
            "DiscardPolicy",
            PointerValue(MakeLoss(m_o.ackLoss, 10000 + i)));
    }
    AtmHelper::AssignStreams(m_devices, 100);
}

Ptr<AtmOutputPort>
BostonNetwork::GetBottleneck(uint32_t i) const
{
    return m_outputs[i]->GetOutput();
}

// --- transport ------------------------------------------------------------------------------

void
BostonNetwork::SetDefaults() const
{
    const uint32_t segment = m_o.GetSegment();
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
    const uint32_t usual = m_o.flow == "Reno" ? 1 : 2;
    Config::SetDefault("ns3::TcpSocket::InitialCwnd",
                       UintegerValue(m_o.initialWindow > 0 ? m_o.initialWindow : usual));
    if (m_o.initialThreshold > 0)
    {
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold",
                           UintegerValue(m_o.initialThreshold * segment));
    }
    Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(m_o.pacing));
    Config::SetDefault("ns3::TcpSocketState::MaxPacingRate", DataRateValue(m_o.linkRate));
    const std::string vegas = "ns3::hsn::TcpVegasClassic::";
    Config::SetDefault(vegas + "Alpha", DoubleValue(m_o.alpha));
    Config::SetDefault(vegas + "Beta", DoubleValue(m_o.beta));
    Config::SetDefault(vegas + "RoundDiff", BooleanValue(m_o.roundDiff));
    Config::SetDefault(vegas + "GammaEveryRound", BooleanValue(m_o.gammaEveryRound));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    // room for more than a window, so that the window is the limit
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_o.window + 4 * segment));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_o.window));
    // a sender with unlimited data never gives up
    Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000000));
    // PVCs need no address resolution: it must not delay the first packets
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    // attributes that IndexedTcpSocket has under ns-3's names
    const std::string base = "ns3::TcpSocketBase::";
    Config::SetDefault(base + "Sack", BooleanValue(false));
    Config::SetDefault(base + "Timestamp", BooleanValue(false));
    Config::SetDefault(base + "WindowScaling", BooleanValue(false));
    Config::SetDefault(base + "LimitedTransmit", BooleanValue(false));
    Config::SetDefault(base + "MinRto", TimeValue(ToTime(m_o.minRto)));
    Config::SetDefault(base + "ClockGranularity", TimeValue(ToTime(m_o.granularity)));
    const std::string socket = "ns3::hsn::IndexedTcpSocket::";
    Config::SetDefault(socket + "MaxRto", TimeValue(ToTime(m_o.maxRto)));
    Config::SetDefault(socket + "LossRecovery", StringValue("Reno"));
    Config::SetDefault(socket + "FixedSizeSegments", BooleanValue(m_o.maxBytes == 0));
    Config::SetDefault(socket + "FineRetransmit", BooleanValue(m_o.flow == "Vegas"));
    const std::map<std::string, std::string> control = {{"Vegas", "ns3::hsn::TcpVegasClassic"},
                                                        {"Reno", "ns3::hsn::TcpBsdReno"},
                                                        {"Ns3Vegas", "ns3::TcpVegas"}};
    Config::SetDefault("ns3::TcpL4Protocol::SocketType",
                       TypeIdValue(TypeId::LookupByName(control.at(m_o.flow))));
}

void
BostonNetwork::SetBostonDefaults() const
{
    const bool fec = m_o.protocol == "BostonFec";
    const std::string socket = "ns3::hsn::BostonSocket::";
    Config::SetDefault(socket + "RedundancyPolicy", StringValue(fec ? m_o.policy : "None"));
    Config::SetDefault(socket + "Gamma", DoubleValue(m_o.gamma < 0 ? 0.033 : m_o.gamma));
    Config::SetDefault(socket + "GammaRetx", DoubleValue(m_o.gammaRetx < 0 ? 0.1 : m_o.gammaRetx));
    Config::SetDefault(socket + "TargetRounds", DoubleValue(m_o.targetRounds));
    Config::SetDefault(socket + "CellIdMode", StringValue(m_o.cellIdMode));
    Config::SetDefault(socket + "HeaderMode", StringValue(m_o.headerMode));
    Config::SetDefault(socket + "ChargeRedundancy", BooleanValue(m_o.chargeRedundancy));
    Config::SetDefault(socket + "PartialReaction", StringValue(m_o.partialReaction));
    Config::SetDefault(socket + "PartialAckCountsAsDup", BooleanValue(m_o.partialAckCountsAsDup));
    Config::SetDefault(socket + "Payload", StringValue(m_o.payload));
}

void
BostonNetwork::InstallStacks()
{
    SetDefaults();
    InternetStackHelper().Install(m_hosts);
    if (m_o.IsBoston())
    {
        SetBostonDefaults();
        const bool all = m_o.interleave < 0 && m_o.protocol == "BostonFec";
        BostonHelper boston;
        boston.SetAalAttribute("InterleaveDepth",
                               UintegerValue(all ? 0 : std::abs(m_o.interleave)));
        boston.SetAalAttribute("ChargeFields", BooleanValue(m_o.chargeFields));
        boston.SetAalAttribute("ProcessingDelay", TimeValue(ToTime(m_o.processingDelay)));
        boston.Install(m_hosts);
    }
    else
    {
        HsnInternetHelper().Install(m_hosts);
    }
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.0.0");
    addresses.Assign(m_devices);
}

void
BostonNetwork::StartApplications()
{
    const std::string factory = m_o.IsBoston()           ? "ns3::hsn::BostonSocketFactory"
                                : m_o.flow == "Ns3Vegas" ? "ns3::TcpSocketFactory"
                                                         : "ns3::hsn::IndexedTcpSocketFactory";
    const auto address = [](Ptr<AtmNetDevice> device) {
        const auto ip = device->GetNode()->GetObject<Ipv4>();
        return ip->GetAddress(ip->GetInterfaceForDevice(device), 0).GetLocal();
    };
    auto start = CreateObject<UniformRandomVariable>();
    start->SetStream(1);
    NodeContainer sinks;
    for (auto& connection : m_connections)
    {
        connection.from = address(connection.source);
        m_bySource[connection.from] = &connection - m_connections.data();
        if (!sinks.Contains(connection.sink->GetNode()->GetId()))
        {
            sinks.Add(connection.sink->GetNode());
        }
        BulkSendHelper bulk(factory, InetSocketAddress(address(connection.sink), PORT));
        bulk.SetAttribute("SendSize", UintegerValue(m_o.GetSegment()));
        bulk.SetAttribute("MaxBytes", UintegerValue(m_o.maxBytes));
        auto apps = bulk.Install(connection.source->GetNode());
        apps.Start(Seconds(start->GetValue(0, m_o.spread)));
        connection.application = DynamicCast<BulkSendApplication>(apps.Get(0));
    }
    PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    m_receivers = sink.Install(sinks);
    for (uint32_t i = 0; i < m_receivers.GetN(); ++i)
    {
        m_receivers.Get(i)->TraceConnectWithoutContext(
            "Rx",
            MakeCallback(&BostonNetwork::Received, this));
    }
}

// --- measurement ----------------------------------------------------------------------------

void
BostonNetwork::Measure()
{
    for (const auto& connection : m_connections)
    {
        if (connection.cross)
        {
            continue;
        }
        if (m_o.responseClock == "Cell")
        {
            MonitorHelper::NoteFirstCells(connection.source,
                                          m_response,
                                          m_o.llcSnap ? Rfc2684::LLC_SNAP_BYTES : 0);
        }
        else
        {
            MonitorHelper::NoteDepartures(connection.source, m_response);
        }
    }
    const auto sink = m_connections.front().sink;
    MonitorHelper::NoteArrivals(sink, m_response);
    if (m_o.IsBoston())
    {
        sink->GetAdaptation()->TraceConnectWithoutContext(
            "SegmentComplete",
            MakeCallback(&BostonNetwork::CompleteSegment, this));
    }
}

void
BostonNetwork::CompleteSegment(uint16_t, Time, uint32_t sent)
{
    m_transmissions.Add(sent);
}

void
BostonNetwork::Received(Ptr<const Packet> packet, const Address& from)
{
    const auto address = InetSocketAddress::ConvertFrom(from).GetIpv4();
    m_connections[m_bySource.at(address)].bytes += packet->GetSize();
}

JsonObject
BostonNetwork::Run()
{
    Build();
    InstallStacks();
    StartApplications();
    Measure();
    Simulator::Stop(Seconds(m_o.duration));
    Simulator::Run();
    JsonObject out;
    AddGoodput(out);
    AddResponse(out);
    AddCells(out);
    AddTransport(out);
    Simulator::Destroy();
    return out;
}
} // namespace hsn
} // namespace ns3
