// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paper rmtp, figures 4 and 5: the same message by TCP to one receiver after the other, in parallel
 * lanes.
 */
#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-object.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const char* const FACTORY = "ns3::hsn::IndexedTcpSocketFactory";
constexpr uint32_t SEGMENT = 1460; //!< octets of data of an Ethernet frame
/// Octets of a full frame on the link, and of the same on an Ethernet with preamble and gap.
constexpr double FRAME = SEGMENT + 40 + 2;
constexpr double ETHERNET = SEGMENT + 40 + 18 + 20; //!< see FRAME

/// What is run.
struct Options
{
    uint32_t transfers{20};  //!< receivers
    uint32_t lanes{4};       //!< transfers at a time
    uint32_t bytes{2048000}; //!< of a transfer
    double link{10};         //!< Mbit/s of the server's Ethernet
    double turnAround{100};  //!< ms
};

/// A run.
class Run
{
  public:
    /// @param o what is run
    explicit Run(const Options& o)
        : m_o(o)
    {
        m_nodes.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute(
            "DataRate",
            DataRateValue(DataRate(static_cast<uint64_t>(1e6 * o.link * FRAME / ETHERNET))));
        link.SetChannelAttribute("Delay", TimeValue(Seconds(o.turnAround / 2000)));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("100p"));
        DisableFlowControl(link);
        const auto devices = link.Install(m_nodes);
        InternetStackHelper().Install(m_nodes);
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        m_receiver = addresses.Assign(devices).GetAddress(1);
        HsnInternetHelper().Install(m_nodes, FACTORY);
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxEnd",
            Sink<Ptr<const Packet>>::Make([this](Ptr<const Packet> packet) {
                ++m_sent;
                m_octets += packet->GetSize();
            }));
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyRxEnd",
            Sink<Ptr<const Packet>>::Make([this](Ptr<const Packet>) { ++m_received; }));
    }

    ~Run()
    {
        Simulator::Destroy();
    }

    /// @return what was measured
    JsonObject Simulate()
    {
        for (uint32_t lane = 0; lane < std::min(m_o.lanes, m_o.transfers); ++lane)
        {
            StartNext();
        }
        Simulator::Run();
        const double rate = 1e6 * m_o.link * FRAME / ETHERNET;
        JsonObject out;
        out.Set("complete", m_done == m_o.transfers);
        out.Set("time_s", m_last.GetSeconds());
        out.Set("time_per_transfer_s", m_last.GetSeconds() / m_o.transfers);
        out.Set("busy_share", 8.0 * static_cast<double>(m_fullOctets) / rate / m_full.GetSeconds());
        out.Set("sent", m_sent);
        out.Set("received", m_received);
        out.Set("cpu_s",
                7.0e-5 * static_cast<double>(m_sent) + 2.3e-4 * static_cast<double>(m_received));
        return out;
    }

  private:
    /// The next transfer of a lane.
    void StartNext()
    {
        const auto port = static_cast<uint16_t>(2000 + m_started++);
        const InetSocketAddress to(m_receiver, port);
        const auto sink = PacketSinkHelper(FACTORY, to).Install(m_nodes.Get(1)).Get(0);
        auto* left = &m_left.emplace_back(m_o.bytes);
        sink->TraceConnectWithoutContext(
            "Rx",
            Sink<Ptr<const Packet>, const Address&>::Make(
                [this, left](Ptr<const Packet> packet, const Address&) {
                    *left -= packet->GetSize();
                    if (*left == 0)
                    {
                        End();
                    }
                }));
        BulkSendHelper source(FACTORY, to);
        source.SetAttribute("MaxBytes", UintegerValue(m_o.bytes));
        source.SetAttribute("SendSize", UintegerValue(SEGMENT)); // full segments
        source.Install(m_nodes.Get(0));
    }

    /// A transfer has ended.
    void End()
    {
        ++m_done;
        m_last = Simulator::Now();
        if (m_started < m_o.transfers)
        {
            StartNext();
        }
        else if (m_full.IsZero())
        {
            m_full = m_last; // from now on a lane is idle
            m_fullOctets = m_octets;
        }
    }

    const Options& m_o;          //!< options
    NodeContainer m_nodes;       //!< server, and all receivers
    Ipv4Address m_receiver;      //!< address of the receivers
    std::deque<uint32_t> m_left; //!< bytes of transfers
    uint32_t m_started{0};       //!< transfers
    uint32_t m_done{0};          //!< transfers
    Time m_last;                 //!< end of the last one
    Time m_full;                 //!< until then all lanes are busy
    uint64_t m_octets{0};        //!< sent on the link
    uint64_t m_fullOctets{0};    //!< the same until m_full
    uint64_t m_sent{0};          //!< packets
    uint64_t m_received{0};      //!< packets
};
} // namespace

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::Timestamp", BooleanValue(false));
    Options o;
    ProgramOptions options(__FILE__, "Paper rmtp: the message by TCP to each receiver");
    options.Add("transfers", "Receivers", o.transfers, Between(1, 10000));
    options.Add("lanes", "Transfers at a time", o.lanes, Between(1, 1000));
    options.Add("bytes", "Of a transfer", o.bytes, Between(1, 1e9));
    options.Add("link", "The server's Ethernet, Mbit/s", o.link, Above(0).AtMost(1e6));
    options.Add("turnAround", "There and back, ms", o.turnAround, Between(0, 1e5));
    options.Parse(argc, argv);
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
