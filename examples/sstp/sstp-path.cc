// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SSTP, SNR or TCP with SACK, by sockets, over a path of ns-3 devices: 60 ms, a rate, random losses
 * in both directions. SSTP's and SNR's control goes over the path, or outside it and without loss.
 * Prints delays and throughput of segments.
 */
#include "sstp-loss.h"

#include "ns3/core-module.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/packet-traces.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/snr-header.h"
#include "ns3/snr-socket-factory.h"
#include "ns3/snr-socket.h"
#include "ns3/sstp-header.h"
#include "ns3/sstp-socket-factory.h"
#include "ns3/sstp-socket.h"
#include "ns3/traffic-control-module.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Bytes of a segment.
constexpr uint32_t SEGMENT = 256 * 1024;
/// Port of the receiver.
constexpr uint16_t PORT = 9;
/// Octets that travel with 1024 of data: 20 of SSTP, 20 of IP, 2 of PPP.
constexpr uint32_t OVERHEAD = 42;

/// Options of the program.
struct Options
{
    std::string scheme{"sstp"}; //!< sstp, snr or tcp
    DataRate rate{500000000};   //!< A
    uint32_t window{40};        //!< W, segments
    uint32_t segments{1000};    //!< to send
    SstpLoss loss;              //!< of packets to the receiver
    double controlLoss{0};      //!< of packets to the sender
    bool repeatSnak{true};      //!< requests are repeated
    bool idealControl{false};   //!< control PDUs do not go over the path
    uint32_t maxLoss{0};        //!< E = B
    uint32_t block{256};        //!< packets of a block of SNR
    bool keepPartial{true};     //!< of SNR
    double load{0};             //!< share of A that the application offers; 0: saturated
    double seconds{1000};       //!< limit of simulated time
    bool attributes{false};     //!< list the sockets' attributes instead
};

/// A sender and a receiver of segments.
class Experiment
{
  public:
    /// @param o options
    explicit Experiment(const Options& o)
        : m_o(o)
    {
    }

    /// @return the metrics
    JsonObject Run()
    {
        Build();
        Simulator::Stop(Seconds(m_o.seconds));
        Simulator::Run();
        JsonObject out;
        Print(out);
        Simulator::Destroy();
        return out;
    }

  private:
    /// @brief Path and sockets.
    void Build()
    {
        NodeContainer nodes;
        nodes.Create(2);
        const double rate = static_cast<double>(m_o.rate.GetBitRate()) * (1024 + OVERHEAD) / 1024;
        PointToPointHelper p2p;
        p2p.SetDeviceAttribute("DataRate",
                               DataRateValue(DataRate(static_cast<uint64_t>(rate + 0.5))));
        p2p.SetChannelAttribute("Delay", TimeValue(MilliSeconds(30)));
        // the sender follows the rate by itself; TCP needs room for a round-trip delay
        p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("10000p"));
        const auto devices = p2p.Install(nodes);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(m_o.loss.MakeModel()));
        auto back = CreateObject<RateErrorModel>();
        back->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        back->SetRate(m_o.controlLoss);
        back->AssignStreams(10); // not those of the losses to the receiver
        devices.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(back));
        InternetStackHelper internet;
        internet.Install(nodes);
        HsnInternetHelper().Install(nodes);
        // without a queue above the device
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        TrafficControlHelper none;
        addresses.Assign(devices);
        none.Uninstall(devices);

        auto listener = Make(nodes.Get(1));
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&Experiment::Accepted, this));
        listener->Listen();
        m_sender = Make(nodes.Get(0));
        m_sender->SetConnectCallback(MakeCallback(&Experiment::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_sender->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeCallback(&Experiment::Broken, this));
        if (m_o.scheme == "sstp")
        {
            m_sender->TraceConnectWithoutContext("SegmentStarted",
                                                 MakeCallback(&Experiment::Started, this));
            m_sender->TraceConnectWithoutContext(
                "Retransmission",
                MakeHeaderCallback<SstpHeader>(MakeCallback(&Experiment::Repeated, this)));
            m_sender->TraceConnectWithoutContext(
                "Rx",
                MakeHeaderCallback<SstpHeader>(MakeCallback(&Experiment::Heard, this)));
            m_sender->TraceConnectWithoutContext("SnakIgnored",
                                                 MakeCallback(&Experiment::Ignored, this));
        }
        if (m_o.scheme == "snr")
        {
            m_sender->TraceConnectWithoutContext("BlockStarted",
                                                 MakeCallback(&Experiment::BlockStarted, this));
            m_sender->TraceConnectWithoutContext(
                "Retransmission",
                MakeHeaderCallback<SnrHeader>(MakeCallback(&Experiment::SnrRepeated, this)));
        }
        ScheduleCall(Time(0), [this] {
            m_sender->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), PORT));
        });
    }

    /// @param node of it @return a socket
    Ptr<Socket> Make(Ptr<Node> node) const
    {
        const std::string factory = m_o.scheme == "sstp"  ? "ns3::hsn::SstpSocketFactory"
                                    : m_o.scheme == "snr" ? "ns3::hsn::SnrSocketFactory"
                                                          : "ns3::hsn::IndexedTcpSocketFactory";
        auto socket = Socket::CreateSocket(node, TypeId::LookupByName(factory));
        const UintegerValue buffer((m_o.window + 2) * SEGMENT);
        socket->SetAttribute("SndBufSize", buffer);
        socket->SetAttribute("RcvBufSize", buffer);
        if (m_o.scheme == "tcp")
        {
            socket->SetAttribute("SegmentSize", UintegerValue(1024));
            return socket;
        }
        socket->SetAttribute("DataRate", DataRateValue(m_o.rate));
        socket->SetAttribute("IdealControl", BooleanValue(m_o.idealControl));
        if (m_o.scheme == "sstp")
        {
            socket->SetAttribute("MaxMessageSize", UintegerValue(SEGMENT));
            socket->SetAttribute("WindowSegments", UintegerValue(m_o.window));
            socket->SetAttribute("MaxLoss", UintegerValue(m_o.maxLoss));
            socket->SetAttribute("MaxBurst", UintegerValue(m_o.maxLoss));
            socket->SetAttribute("RepeatSnak", BooleanValue(m_o.repeatSnak));
        }
        else
        {
            socket->SetAttribute("BlockSize", UintegerValue(m_o.block));
            socket->SetAttribute("KeepPartial", BooleanValue(m_o.keepPartial));
            socket->SetAttribute("WindowPackets", UintegerValue(m_o.window * 256));
        }
        return socket;
    }

    /// @param socket of the connection
    void Connected(Ptr<Socket> socket)
    {
        if (m_o.load > 0)
        {
            Offer();
            return;
        }
        socket->SetSendCallback(MakeCallback(&Experiment::Write, this));
        Write(socket, 0);
    }

    /// @brief The application has the next segment.
    void Offer()
    {
        m_offered.push_back(Simulator::Now());
        m_waiting += SEGMENT;
        Push();
        if (m_offered.size() < m_o.segments)
        {
            const double gap =
                8.0 * SEGMENT / (m_o.load * static_cast<double>(m_o.rate.GetBitRate()));
            Simulator::Schedule(Seconds(gap), &Experiment::Offer, this);
            m_sender->SetSendCallback(MakeCallback(&Experiment::Room, this));
        }
    }

    /// @brief There is room in the socket.
    void Room(Ptr<Socket>, uint32_t)
    {
        Push();
    }

    /// @brief Hands over whole segments that wait.
    void Push()
    {
        while (m_waiting > 0 && m_sender->GetTxAvailable() >= SEGMENT &&
               m_sender->Send(Create<Packet>(SEGMENT)) > 0)
        {
            m_waiting -= SEGMENT;
        }
    }

    /// @param socket has room
    void Write(Ptr<Socket> socket, uint32_t)
    {
        while (m_written < m_o.segments && socket->GetTxAvailable() >= SEGMENT &&
               socket->Send(Create<Packet>(SEGMENT)) > 0)
        {
            ++m_written;
            m_offered.push_back(Simulator::Now());
        }
    }

    /// @param socket of the connection
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&Experiment::Read, this));
        if (m_o.scheme == "sstp")
        {
            socket->TraceConnectWithoutContext("SegmentAccepted",
                                               MakeCallback(&Experiment::SegmentAccepted, this));
            socket->TraceConnectWithoutContext("SnakSent",
                                               MakeCallback(&Experiment::SnakSent, this));
        }
        if (m_o.scheme == "snr")
        {
            socket->TraceConnectWithoutContext("BlockCompleted",
                                               MakeCallback(&Experiment::BlockCompleted, this));
        }
        m_receiver = socket;
    }

    /// @param socket with data
    void Read(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            m_received += packet->GetSize();
            while (m_received >= (m_delivered.size() + 1) * uint64_t{SEGMENT})
            {
                m_delivered.push_back(Simulator::Now());
            }
        }
        if (m_delivered.size() == m_o.segments)
        {
            Simulator::Stop();
        }
    }

    /// @param segment that starts
    void Started(uint32_t segment)
    {
        m_started.resize(segment + 1);
        m_started[segment] = Simulator::Now();
    }

    /// @param segment accepted @param lost packets of it
    void SegmentAccepted(uint32_t segment, uint32_t lost)
    {
        m_delays.push_back((Simulator::Now() - m_started[segment]).GetSeconds() * 1e3);
        m_acceptances.push_back(Simulator::Now());
        m_lost += lost;
    }

    /// @param block of SNR that starts
    void BlockStarted(uint64_t block)
    {
        if (block * m_o.block % 256 == 0)
        {
            Started(static_cast<uint32_t>(block * m_o.block / 256));
        }
    }

    /// @param block of SNR that is complete; the segment is, if its other ones are
    void BlockCompleted(uint64_t block)
    {
        const auto segment = static_cast<uint32_t>(block * m_o.block / 256);
        m_packets.resize(std::max<std::size_t>(m_packets.size(), segment + 1));
        m_packets[segment] += m_o.block;
        if (m_packets[segment] == 256)
        {
            SegmentAccepted(segment, 0);
        }
    }

    /// @brief A packet is sent again.
    void SnrRepeated(Ptr<const Packet>, const SnrHeader&)
    {
        ++m_repeated;
    }

    /// @brief A packet is sent again.
    void Repeated(Ptr<const Packet>, const SstpHeader&)
    {
        ++m_repeated;
    }

    /// @brief A request is sent.
    void SnakSent(uint32_t)
    {
        ++m_snaks;
    }

    /// @param header of a PDU that arrives at the sender
    void Heard(Ptr<const Packet>, const SstpHeader& header)
    {
        m_heard += header.type == SSTP_SNAK;
    }

    /// @brief A request is ignored.
    void Ignored(uint32_t, const std::string&)
    {
        ++m_ignored;
    }

    /// @brief The connection has ended with an error.
    void Broken(Ptr<Socket>)
    {
        m_broken = true;
        Simulator::Stop();
    }

    /// @param out gets values @param name of them @param values they
    static void Distribution(JsonObject& out, const std::string& name, std::vector<double> values)
    {
        std::sort(values.begin(), values.end());
        const auto at = [&values](double share) {
            return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
        };
        double sum = 0;
        for (const double value : values)
        {
            sum += value;
        }
        out.Set(name + "_mean_ms", sum / static_cast<double>(values.size()));
        out.Set(name + "_median_ms", at(0.5));
        out.Set(name + "_p99_ms", at(0.99));
        out.Set(name + "_max_ms", values.back());
        std::vector<double> quantiles;
        for (int i = 0; i <= 100; ++i)
        {
            quantiles.push_back(at(i / 100.0));
        }
        out.Set(name + "_percentiles_ms", quantiles);
    }

    /// @param out gets the metrics
    void Print(JsonObject& out)
    {
        out.Set("complete", true);
        out.Set("hangs", m_delivered.size() < m_o.segments && !m_broken);
        out.Set("broken", m_broken);
        out.Set("delivered", static_cast<uint64_t>(m_delivered.size()));
        if (m_delivered.size() > 20)
        {
            // by acceptance, if it is known: delivery in order comes in heaps
            const auto& times = m_acceptances.empty() ? m_delivered : m_acceptances;
            const std::size_t first = times.size() / 10;
            const Time time = times.back() - times[first];
            const double bits = static_cast<double>(times.size() - 1 - first) * SEGMENT * 8;
            out.Set("goodput_mbps", bits / time.GetSeconds() / 1e6);
            out.Set("throughput_efficiency",
                    bits / time.GetSeconds() / static_cast<double>(m_o.rate.GetBitRate()));
            std::vector<double> delays;
            for (std::size_t i = 0; i < m_delivered.size(); ++i)
            {
                delays.push_back((m_delivered[i] - m_offered[i]).GetSeconds() * 1e3);
            }
            Distribution(out, "application_delay", delays);
        }
        if (!m_delays.empty())
        {
            Distribution(out, "delay", m_delays);
        }
        out.Set("lost", m_lost);
        out.Set("repeated", m_repeated);
        if (m_o.scheme == "snr" && m_receiver)
        {
            out.Set("duplicates", DynamicCast<SnrSocket>(m_receiver)->GetCounters().duplicates);
        }
        out.Set("snaks", m_snaks);
        out.Set("snaks_lost", m_snaks - m_heard);
        out.Set("snaks_ignored", m_ignored);
    }

    Options m_o;                     //!< options
    Ptr<Socket> m_sender;            //!< sends
    Ptr<Socket> m_receiver;          //!< receives, once there is a connection
    std::vector<uint32_t> m_packets; //!< segments, packets in complete blocks of SNR
    uint32_t m_written{0};           //!< segments, saturated
    uint64_t m_waiting{0};           //!< bytes that found no room
    uint64_t m_received{0};          //!< bytes
    std::vector<Time> m_offered;     //!< segments, by the application
    std::vector<Time> m_started;     //!< segments
    std::vector<Time> m_delivered;   //!< segments, in order
    std::vector<Time> m_acceptances; //!< segments, by SSTP's receiver
    std::vector<double> m_delays;    //!< of segments, ms
    uint64_t m_lost{0};              //!< packets of accepted segments
    uint64_t m_repeated{0};          //!< packets
    uint64_t m_snaks{0};             //!< requests
    uint64_t m_heard{0};             //!< of them that arrive
    uint64_t m_ignored{0};           //!< of these
    bool m_broken{false};            //!< the connection has ended
};

/// @param tid type of a socket @return its own attributes with their defaults
JsonObject
ListAttributes(TypeId tid)
{
    JsonObject out;
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const auto attribute = tid.GetAttribute(i);
        out.Set(attribute.name, attribute.initialValue->SerializeToString(attribute.checker));
    }
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper sstp: SSTP, SNR or TCP over a path of ns-3 devices");
    options.Add("scheme", "Transport", o.scheme, OneOf({"sstp", "snr", "tcp"}));
    options.Add("rate", "Data rate A", o.rate);
    options.Add("window", "Window W, segments", o.window, Between(1, 10000));
    options.Add("segments", "Segments to send", o.segments, Between(30, 10000000));
    o.loss.AddTo(options);
    options.Add("controlLoss",
                "Random losses of packets to the sender",
                o.controlLoss,
                AtLeast(0).Below(1));
    options.Add("repeatSnak", "Requests are repeated", o.repeatSnak);
    options.Add("idealControl",
                "Control of SSTP and SNR goes outside the path, without loss",
                o.idealControl);
    options.Add("block",
                "Packets of a block of SNR",
                o.block,
                OneOf({1, 2, 4, 8, 16, 32, 64, 128, 256}));
    options.Add("keepPartial", "SNR puts blocks together of several transmissions", o.keepPartial);
    options.Add("maxLoss", "Tolerance E = B, packets", o.maxLoss, Between(0, 256));
    options.Add("load",
                "Share of A that the application offers; 0: saturated",
                o.load,
                Between(0, 1));
    options.Add("seconds", "Limit of simulated time", o.seconds, Above(0).AtMost(1e6));
    options.Add("attributes",
                "List the attributes of both sockets with their defaults, and do nothing else",
                o.attributes);
    HsnInternetHelper::SetClassicTcp();
    options.Parse(argc, argv);
    if (o.attributes)
    {
        JsonObject out;
        out.Set("sstp", ListAttributes(SstpSocket::GetTypeId()));
        out.Set("snr", ListAttributes(SnrSocket::GetTypeId()));
        std::cout << out.ToString() << std::endl;
        return 0;
    }
    std::cout << Experiment(o).Run().ToString() << std::endl;
    return 0;
}
