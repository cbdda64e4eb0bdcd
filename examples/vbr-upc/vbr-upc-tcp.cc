// SPDX-License-Identifier: GPL-2.0-only
#include "vbr-upc-experiment.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/packet-train-model.h"
#include "ns3/tcp-bsd-reno.h"
#include "ns3/tcp-sender-monitor.h"
#include "ns3/tick-clock.h"
#include "ns3/tick-rtt-estimator.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t PORT = 5000;
constexpr uint32_t WRITE = 16384; // bytes the application writes at a time
constexpr uint32_t RETRIES = 12;  // timeouts in a row that BSD bears: TCP_MAXRXTSHIFT
} // namespace

void
VbrUpcExperiment::StartTcp()
{
    const uint32_t headers =
        VbrUpcOptions::IP_TCP_HEADERS + (m_o.timestamps ? VbrUpcOptions::TIMESTAMP_OPTION : 0);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(m_o.mtu - headers));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(1));
    // BSD's write fills the buffer to its end; ns-3's takes all of a packet or nothing. With room
    // for one more write the window is what limits the sender.
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(m_o.window + WRITE));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(m_o.window));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(m_o.delayedAck ? 2 : 1));
    Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(RETRIES));
    // PVCs need no address resolution: it must not delay the first packets
    Config::SetDefault("ns3::ArpL3Protocol::RequestJitter",
                       StringValue("ns3::ConstantRandomVariable[Constant=0]"));
    InternetStackHelper().Install(m_hosts);
    const std::string factory = m_o.tcp == "bsd" ? SetUpBsd() : SetUpNs3();
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(m_devices);

    PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const auto sinks = sink.Install(m_hosts.Get(1));
    sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&VbrUpcExperiment::Received, this));
    auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(1);
    for (uint32_t i = 0; i < m_o.connections; ++i)
    {
        BulkSendHelper bulk(factory, InetSocketAddress(interfaces.GetAddress(1), PORT));
        bulk.SetAttribute("SendSize", UintegerValue(WRITE));
        bulk.SetAttribute(
            "MaxBytes",
            UintegerValue(m_o.bytes / m_o.connections + (i < m_o.bytes % m_o.connections ? 1 : 0)));
        const Time start = Seconds(1) + Seconds(phase->GetValue(0, m_o.tick * 1e-3));
        auto apps = bulk.Install(m_hosts.Get(0));
        apps.Start(start);
        m_sources.Add(apps);
        // the application makes its socket when it starts
        Simulator::Schedule(start + NanoSeconds(1), &VbrUpcExperiment::Watch, this, i);
    }
    Simulator::Stop(Seconds(m_o.maxTime));
}

/// @return factory of the TCP of a BSD system, timers included
std::string
VbrUpcExperiment::SetUpBsd()
{
    const std::string socket = "ns3::hsn::IndexedTcpSocket::";
    const auto set = [&socket](const std::string& name, const AttributeValue& value) {
        Config::SetDefault(socket + name, value);
    };
    set("TimerMode", StringValue("BsdTicks"));
    set("TickRttEstimator", StringValue(m_o.estimator));
    set("LossRecovery", StringValue(m_o.sack ? "Sack" : "Reno"));
    set("FixedSizeSegments", BooleanValue(true));
    set("Sack", BooleanValue(m_o.sack));
    set("Timestamp", BooleanValue(m_o.timestamps));
    set("WindowScaling", BooleanValue(false));
    set("LimitedTransmit", BooleanValue(false));
    set("ReTxThreshold", UintegerValue(m_o.dupAcks));
    const Time slow = MicroSeconds(std::llround(m_o.tick * 1000));
    Config::SetDefault("ns3::hsn::TickClock::SlowTick", TimeValue(slow));
    Config::SetDefault("ns3::hsn::TickClock::FastTick", TimeValue(MilliSeconds(m_o.fastTick)));
    HsnInternetHelper().Install(m_hosts);
    for (uint32_t i = 0; i < m_hosts.GetN(); ++i)
    {
        m_hosts.Get(i)->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName("ns3::hsn::TcpBsdReno")));
    }
    return "ns3::hsn::IndexedTcpSocketFactory";
}

/// @return factory of ns-3's own TCP, as near to a BSD system's as its attributes allow
std::string
VbrUpcExperiment::SetUpNs3()
{
    const std::string socket = "ns3::TcpSocketBase::";
    const auto set = [&socket](const std::string& name, const AttributeValue& value) {
        Config::SetDefault(socket + name, value);
    };
    const Time tick = MicroSeconds(std::llround(m_o.tick * 1000));
    set("MinRto", TimeValue(tick + tick));
    set("ClockGranularity", TimeValue(tick));
    set("Sack", BooleanValue(m_o.sack));
    set("Timestamp", BooleanValue(m_o.timestamps));
    set("WindowScaling", BooleanValue(false));
    set("LimitedTransmit", BooleanValue(false));
    set("ReTxThreshold", UintegerValue(m_o.dupAcks));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(m_o.fastTick)));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(Seconds(6)));
    return "ns3::TcpSocketFactory";
}

void
VbrUpcExperiment::Watch(uint32_t i)
{
    m_tcp.push_back(std::make_unique<TcpSenderMonitor>(MAX_LISTED));
    const auto socket = DynamicCast<BulkSendApplication>(m_sources.Get(i))->GetSocket();
    m_tcp.back()->Connect(socket);
    socket->TraceConnectWithoutContext("State",
                                       MakeCallback(&VbrUpcExperiment::StateChanged, this));
}

void
VbrUpcExperiment::StateChanged(TcpSocket::TcpStates_t before, TcpSocket::TcpStates_t after)
{
    const bool isDone = before == TcpSocket::FIN_WAIT_2 || before == TcpSocket::TIME_WAIT;
    m_givenUp += after == TcpSocket::CLOSED && !isDone ? 1 : 0;
}

void
VbrUpcExperiment::Received(Ptr<const Packet> packet, const Address&)
{
    m_receivedBytes += packet->GetSize();
    m_lastByte = Simulator::Now().GetTimeStep();
    if (m_receivedBytes >= m_o.bytes)
    {
        Simulator::Stop();
    }
}

void
VbrUpcExperiment::AddTcpMetrics(JsonObject& out) const
{
    TcpSenderMonitor::Counters all;
    double least = INFINITY;
    double most = 0;
    std::map<int64_t, uint32_t> instants;
    for (const auto& one : m_tcp)
    {
        all += one->GetCounters();
        least = std::min(least, one->GetSmallestTimer());
        most = std::max(most, one->GetGreatestTimer());
        for (const int64_t at : one->GetTimeouts())
        {
            ++instants[at];
        }
    }
    uint32_t timeouts = 0;
    uint32_t together = 0;
    for (const auto& [at, count] : instants)
    {
        timeouts += count;
        together += count > 1 ? count : 0;
    }
    const bool complete = m_receivedBytes >= m_o.bytes;
    // of connections that were given up, nothing came until the end
    const bool isOver = complete || m_givenUp > 0;
    const int64_t end = isOver ? m_lastByte : Simulator::Now().GetTimeStep();
    const double seconds =
        TimeStep(std::max<int64_t>(end - m_sdus.GetFirst().GetTimeStep(), 1)).GetSeconds();
    out.Set("complete", complete);
    out.Set("given_up", m_givenUp);
    out.Set("received_bytes", m_receivedBytes);
    out.Set("seconds", seconds);
    out.Set("throughput_mbps", m_receivedBytes * 8e-6 / seconds);
    out.Set("data_segments", all.segments);
    out.Set("retransmitted_segments", all.retransmissions);
    out.Set("retransmitted_share",
            static_cast<double>(all.retransmissions) /
                PacketTrainModel::GetTransferSegments(m_o.bytes, m_o.mtu));
    out.Set("timeouts", timeouts);
    out.Set("timeouts_together", together);
    out.Set("fast_recoveries", all.recoveries);
    out.Set("first_retransmissions_lost", all.lostAgain);
    out.Set("rto_min_ms", least);
    out.Set("rto_max_ms", most);
    out.Set("rto_backoffs", all.backoffs);
    out.Set("rto_held_acks", all.heldAcks);
    out.Set("rto_early_clears", all.earlyClears);
    out.Set("rto_ms", m_tcp.front()->GetTimerValues());
}
} // namespace hsn
} // namespace ns3
