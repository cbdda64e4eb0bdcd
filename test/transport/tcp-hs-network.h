// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A bulk transfer over sender - router - receiver with chosen or random losses.
 */
#ifndef HSN_TCP_HS_NETWORK_H
#define HSN_TCP_HS_NETWORK_H

#include "tcp-hs-support.h"

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <list>

namespace ns3
{
namespace hsn
{
/** @brief What is sent over which network. */
struct LossyScenario
{
    std::string variant;          //!< congestion control, in ns3::hsn
    Settings settings;            //!< its attributes
    std::string factory;          //!< TypeId of the socket factory
    std::string rate{"1Gbps"};    //!< of the bottleneck; before it, ten times that
    Time delay{MilliSeconds(49)}; //!< of the bottleneck, one way; before it, 1 ms
    uint32_t queue{100000};       //!< packets that wait at the bottleneck at most
    std::list<uint32_t> drops;    //!< data packets that are lost, from 1
    double lossRate{0};           //!< probability that another packet is lost
    uint32_t delayedAck{1};       //!< segments for an acknowledgement
    uint32_t threshold{0};        //!< initial slow start threshold, segments; 0: none
    uint32_t bytes{0};            //!< to send; 0: without end
    Time end{Seconds(12)};        //!< of the simulation
};

/** @brief A window and when it was set. */
struct WindowChange
{
    double time;   //!< seconds since the first data
    double window; //!< segments
};

/** @brief A sender and a receiver. */
class LossyTransfer
{
  public:
    static constexpr uint32_t SEGMENT = WindowDriver::SEGMENT; //!< bytes

    /** @brief What happened. */
    struct Result
    {
        uint64_t received{0};              //!< bytes
        std::vector<WindowChange> windows; //!< changes of the congestion window

        /** @param time seconds @return window at that time, segments */
        double At(double time) const
        {
            const auto after = std::upper_bound(
                windows.begin(),
                windows.end(),
                time,
                [](double t, const WindowChange& change) { return t < change.time; });
            return after == windows.begin() ? 0 : std::prev(after)->window;
        }
    };

    /** @param s what to run @return what happened */
    static Result Run(const LossyScenario& s)
    {
        LossyTransfer transfer;
        transfer.Build(s);
        Simulator::Stop(s.end);
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();
        return transfer.m_result;
    }

  private:
    void Configure(const LossyScenario& s)
    {
        const std::string variant = "ns3::hsn::" + s.variant;
        for (const auto& [name, value] : s.settings)
        {
            Config::SetDefault(variant + "::" + name, StringValue(value));
        }
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(variant));
        Config::SetDefault("ns3::TcpL4Protocol::RecoveryType",
                           StringValue("ns3::hsn::TcpRateHalvingRecovery"));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 24));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 24));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(s.delayedAck));
        // FAST needs times that are finer than those of time stamps
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", StringValue("false"));
        if (s.threshold > 0)
        {
            Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold",
                               UintegerValue(s.threshold * SEGMENT));
        }
    }

    static NetDeviceContainer Link(NodeContainer nodes,
                                   DataRate rate,
                                   Time delay,
                                   uint32_t queue = 100000)
    {
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        DisableFlowControl(link);
        link.SetChannel("ns3::SimpleChannel", "Delay", TimeValue(delay));
        link.SetDeviceAttribute("DataRate", DataRateValue(rate));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue(std::to_string(queue) + "p"));
        return link.Install(nodes);
    }

    void Build(const LossyScenario& s)
    {
        Configure(s);
        NodeContainer nodes;
        nodes.Create(3);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        const DataRate rate(s.rate);
        const auto access = Link(NodeContainer(nodes.Get(0), nodes.Get(1)),
                                 DataRate(10 * rate.GetBitRate()),
                                 MilliSeconds(1));
        const auto bottleneck =
            Link(NodeContainer(nodes.Get(1), nodes.Get(2)), rate, s.delay, s.queue);
        Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
        addresses.Assign(access);
        addresses.NewNetwork();
        const Ipv4Address to = addresses.Assign(bottleneck).GetAddress(1);
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        if (!s.drops.empty())
        {
            std::list<uint32_t> packets;
            for (const uint32_t drop : s.drops)
            {
                packets.push_back(drop + 1); // SYN and ACK come before data
            }
            const auto errors = CreateObject<ReceiveListErrorModel>();
            errors->SetList(packets);
            bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        if (s.lossRate > 0)
        {
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(s.lossRate);
            errors->AssignStreams(7);
            bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        Connect(s, nodes, to);
    }

    void Connect(const LossyScenario& s, NodeContainer nodes, Ipv4Address to)
    {
        const uint16_t port = 9;
        m_endless = s.bytes == 0;
        m_left = s.bytes;
        const TypeId type = TypeId::LookupByName(s.factory);
        m_listener = Socket::CreateSocket(nodes.Get(2), type);
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&LossyTransfer::Accepted, this));
        m_sender = Socket::CreateSocket(nodes.Get(0), type);
        m_sender->TraceConnectWithoutContext("CongestionWindow",
                                             MakeCallback(&LossyTransfer::WindowChanges, this));
        m_sender->SetConnectCallback(MakeCallback(&LossyTransfer::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_sender->SetSendCallback(MakeCallback(&LossyTransfer::Fill, this));
        m_sender->Bind();
        ScheduleCall(TimeStep(1),
                     [this, to, port] { m_sender->Connect(InetSocketAddress(to, port)); });
    }

    void Connected(Ptr<Socket> socket)
    {
        m_begin = Simulator::Now();
        Fill(socket, 0);
    }

    void Fill(Ptr<Socket> socket, uint32_t)
    {
        while (socket->GetTxAvailable() >= SEGMENT && (m_endless || m_left > 0))
        {
            const uint32_t size = m_endless ? SEGMENT : std::min(m_left, SEGMENT);
            if (socket->Send(Create<Packet>(size)) < 0)
            {
                return;
            }
            m_left -= m_endless ? 0 : size;
        }
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_receiver = socket;
        socket->SetRecvCallback(MakeCallback(&LossyTransfer::Read, this));
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_result.received += packet->GetSize();
        }
    }

    void WindowChanges(uint32_t, uint32_t window)
    {
        m_result.windows.push_back(
            {(Simulator::Now() - m_begin).GetSeconds(), static_cast<double>(window) / SEGMENT});
    }

    Ptr<Socket> m_listener; //!< of the receiver
    Ptr<Socket> m_sender;   //!< it
    Ptr<Socket> m_receiver; //!< it
    bool m_endless{false};  //!< there are always data to send
    uint32_t m_left{0};     //!< bytes to send
    Time m_begin;           //!< when the connection opened
    Result m_result;        //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_HS_NETWORK_H
