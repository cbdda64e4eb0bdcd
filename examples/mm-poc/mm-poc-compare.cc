// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The two media of section 5 over MM-POC, SSTP with tolerance, TCP with SACK and UDP, on the same
 * path: delays, what arrives, and how often the order between the media is violated.
 */
#include "mm-poc-network.h"
#include "mm-poc-orders.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/json-object.h"
#include "ns3/mm-poc-helper.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/packet-pieces.h"
#include "ns3/program-options.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/sstp-socket-factory.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = 5000;                     //!< of flow 1
constexpr std::array<uint32_t, 2> SIZES{1400, 400}; //!< bytes of an SDU

/// Options of the program.
struct Options
{
    MmPocPath path;            //!< network
    std::string scheme{"mpm"}; //!< transport
    double maxRate{0.15};      //!< acceptable losses
    uint32_t sdus{1000};       //!< of flow 1
    uint32_t repetitions{1};   //!< runs
};

/// One run.
class Media
{
  public:
    /// @param o options
    explicit Media(const Options& o)
        : m_o(o)
    {
    }

    /// @param metrics get a value each
    void Run(std::map<std::string, std::vector<double>>& metrics)
    {
        const auto nodes = m_o.path.Build(Seconds(0.9));
        const bool poc = m_o.scheme == "mpm" || m_o.scheme == "pgm";
        if (poc)
        {
            MmPocHelper helper(MmPocOrders().at("barrier"));
            helper.SetAttribute(
                "ReliabilityMode",
                StringValue(m_o.scheme == "mpm" ? "MediaPerMedia" : "GroupOfMedia"));
            helper.SetAttribute("MaxRate", DoubleValue(m_o.maxRate));
            helper.SetAttribute("InitialRtt", TimeValue(MilliSeconds(8)));
            helper.SetMediumAttribute(1, "ProductionFrequency", DoubleValue(12.5));
            helper.Install(nodes, PORT);
        }
        const TypeId factory = poc                    ? MmPocSocketFactory::GetTypeId()
                               : m_o.scheme == "sstp" ? SstpSocketFactory::GetTypeId()
                               : m_o.scheme == "tcp"  ? IndexedTcpSocketFactory::GetTypeId()
                                                      : UdpSocketFactory::GetTypeId();
        for (uint32_t flow = 0; flow < 2; ++flow)
        {
            const auto port = static_cast<uint16_t>(PORT + flow);
            const auto listener = Make(nodes.Get(1), factory);
            listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            listener->SetRecvCallback(MakeCallback(&Media::Read, this));
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        MakeCallback(&Media::Accepted, this));
            listener->Listen();
            const auto socket = Make(nodes.Get(0), factory);
            ScheduleCall(MilliSeconds(flow),
                         [socket, port] { socket->Connect(InetSocketAddress("10.0.0.2", port)); });
            const uint32_t count = flow == 0 ? m_o.sdus : m_o.sdus / 2;
            for (uint32_t i = 0; i < count; ++i)
            {
                ScheduleCall(Due(flow, i), [socket, flow, i] {
                    const uint8_t number[4] = {static_cast<uint8_t>(i >> 24),
                                               static_cast<uint8_t>(i >> 16),
                                               static_cast<uint8_t>(i >> 8),
                                               static_cast<uint8_t>(i)};
                    const auto sdu = Create<Packet>(number, 4);
                    AddZeros(sdu, SIZES[flow] - 4);
                    socket->Send(sdu);
                });
            }
            ScheduleCall(Due(flow, count), [socket] { socket->Close(); });
        }
        Simulator::Stop(Due(0, m_o.sdus) + Seconds(60));
        Simulator::Run();
        Simulator::Destroy();
        const std::vector<MmPocDelayVariation> all(m_delays.begin(), m_delays.end());
        metrics["atdv_ms"].push_back(1e3 * MmPocDelayVariation::GetVariation(all));
        metrics["delay_ms"].push_back(1e3 * m_delays[0].GetMean());
        metrics["longest_ms"].push_back(1e3 * m_longest);
        const double count = static_cast<double>(m_delays[0].GetCount() + m_delays[1].GetCount());
        metrics["delivered"].push_back(count / (1.5 * m_o.sdus));
        metrics["violations"].push_back(m_violations / count);
    }

  private:
    /// @param flow 0 or 1 @param number of an SDU @return when it is due
    static Time Due(uint32_t flow, uint32_t number)
    {
        // flow 1 submits first where both are due
        return Seconds(1) + MilliSeconds(flow == 0 ? 40 : 80) * number + NanoSeconds(flow);
    }

    /// @param node of it @param factory of it @return a socket
    Ptr<Socket> Make(Ptr<Node> node, TypeId factory) const
    {
        const auto socket = Socket::CreateSocket(node, factory);
        if (m_o.scheme == "sstp")
        {
            // an SDU is a segment, of which a few packets may be missing
            socket->SetAttribute("PacketSize", UintegerValue(100));
            socket->SetAttribute("PacketsPerSegment", UintegerValue(14));
            socket->SetAttribute("DataRate", DataRateValue(DataRate("1Gb/s")));
            socket->SetAttribute("Rtd", TimeValue(MilliSeconds(8)));
            const auto losses = static_cast<uint32_t>(m_o.maxRate * 14);
            socket->SetAttribute("MaxLoss", UintegerValue(losses));
            socket->SetAttribute("MaxBurst", UintegerValue(losses));
        }
        return socket;
    }

    /// @param socket of a connection
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&Media::Read, this));
    }

    /// @param socket has data
    void Read(Ptr<Socket> socket)
    {
        Address name;
        socket->GetSockName(name);
        const uint32_t flow = InetSocketAddress::ConvertFrom(name).GetPort() - PORT;
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            if (m_o.scheme == "udp")
            {
                uint8_t number[4];
                packet->CopyData(number, 4);
                Take(flow,
                     static_cast<uint32_t>(number[0]) << 24 | number[1] << 16 | number[2] << 8 |
                         number[3]);
                continue;
            }
            if (m_o.scheme == "mpm" || m_o.scheme == "pgm")
            {
                uint8_t number[4];
                packet->CopyData(number, 4);
                Take(flow, static_cast<uint32_t>(number[2]) << 8 | number[3]);
                continue;
            }
            // in order: the number follows from the bytes
            m_bytes[flow] += packet->GetSize();
            while (m_bytes[flow] >= SIZES[flow])
            {
                m_bytes[flow] -= SIZES[flow];
                Take(flow, m_next[flow]++);
            }
        }
    }

    /// @param flow 0 or 1 @param number of an SDU that is delivered
    void Take(uint32_t flow, uint32_t number)
    {
        const Time delay = Simulator::Now() - Due(flow, number);
        m_delays[flow].Add(delay);
        m_longest = std::max(m_longest, delay.GetSeconds());
        // figure 7: a_q after b_<floor(q / 2), b_p after a_<2p: nothing that comes later may have
        // been delivered
        const uint32_t period = flow == 0 ? number / 2 : number;
        m_violations += m_latest > period;
        m_latest = std::max(m_latest, period);
    }

    const Options& m_o;                          //!< options
    std::array<MmPocDelayVariation, 2> m_delays; //!< of SDUs
    std::array<uint64_t, 2> m_bytes{};           //!< of SDUs that are not complete
    std::array<uint32_t, 2> m_next{};            //!< SDU of a stream
    double m_longest{0};                         //!< delay, s
    double m_violations{0};                      //!< deliveries after a later period's
    uint32_t m_latest{0};                        //!< period
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper mm-poc: the two media over other transports");
    o.path.AddTo(options);
    options.Add("scheme", "Transport", o.scheme, OneOf({"mpm", "pgm", "sstp", "tcp", "udp"}));
    options.Add("maxRate", "Acceptable losses", o.maxRate, Between(0, 1));
    options.Add("sdus", "SDUs of flow 1; flow 2 has half as many", o.sdus, Between(4, 65536));
    options.Add("repetitions", "Runs, from RngRun on", o.repetitions, Between(1, 10000));
    HsnInternetHelper::SetClassicTcp();
    options.Parse(argc, argv);
    std::map<std::string, std::vector<double>> metrics;
    const uint64_t first = RngSeedManager::GetRun();
    for (uint32_t i = 0; i < o.repetitions; ++i)
    {
        RngSeedManager::SetRun(first + i);
        Media(o).Run(metrics);
    }
    JsonObject out;
    for (const auto& [name, values] : metrics)
    {
        out.Set(name, values);
    }
    std::cout << out.ToString() << std::endl;
    return 0;
}
