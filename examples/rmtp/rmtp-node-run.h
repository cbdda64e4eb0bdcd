// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A transfer by RMTP to receivers that are nodes with sockets.
 */
#ifndef RMTP_NODE_RUN_H
#define RMTP_NODE_RUN_H

#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-host.h"
#include "ns3/rmtp-socket-factory.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A server and its receivers, each of them a node with a PacketSink. */
class RmtpNodeRun
{
  public:
    /** @param receivers of the group @param delay one way @param loss of packets and answers
     * @param stream of all that is random @param format of the wire */
    RmtpNodeRun(uint32_t receivers,
                Time delay,
                double loss,
                int64_t stream = 1000,
                RmtpWireFormat format = RMTP_PAPER)
        : m_group(InetSocketAddress(Ipv4Address("225.1.2.3"), 9))
    {
        // for the sockets that PacketSink makes when it starts
        const char* const name = format == RMTP_PAPER ? "Paper" : "Draft01";
        Config::SetDefault("ns3::hsn::RmtpSocket::WireFormat", StringValue(name));
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(1U << 30));
        nodes = RmtpHelper(m_group).InstallStar(receivers, delay, loss, stream);
        socket = DynamicCast<RmtpSocket>(
            Socket::CreateSocket(nodes.Get(0), RmtpSocketFactory::GetTypeId()));
        server = socket->GetServer();
        server->TraceConnectWithoutContext(
            "Round",
            Sink<uint32_t, uint32_t, uint32_t>::Make(
                [this](uint32_t, uint32_t packets, uint32_t lacking) {
                    roundPackets.push_back(packets);
                    roundReceivers.push_back(lacking);
                }));
        PacketSinkHelper sink("ns3::hsn::RmtpSocketFactory",
                              InetSocketAddress(Ipv4Address::GetAny(), 9));
        for (uint32_t i = 1; i <= receivers; ++i)
        {
            m_sinks.push_back(DynamicCast<PacketSink>(sink.Install(nodes.Get(i)).Get(0)));
        }
    }

    RmtpNodeRun(const RmtpNodeRun&) = delete;
    RmtpNodeRun& operator=(const RmtpNodeRun&) = delete;

    ~RmtpNodeRun()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    /** @brief Puts a machine in front of the server's socket. @param machine of it */
    void SetHost(Ptr<RmtpHost> machine)
    {
        host = machine;
        nodes.Get(0)->AggregateObject(machine);
    }

    /** @brief Sends a message, to the end. @param bytes of it */
    void Go(uint32_t bytes)
    {
        socket->SetAttribute("SndBufSize", UintegerValue(bytes));
        socket->SetCloseCallbacks(MakeCallback(&RmtpNodeRun::Ended, this),
                                  MakeCallback(&RmtpNodeRun::Ended, this));
        Simulator::ScheduleNow(&RmtpNodeRun::Send, this, bytes);
        Simulator::Run();
    }

    /** @param bytes of the message @return receivers that have it */
    uint32_t GetComplete(uint32_t bytes) const
    {
        uint32_t complete = 0;
        for (const auto& sink : m_sinks)
        {
            complete += sink->GetTotalRx() == bytes;
        }
        return complete;
    }

    NodeContainer nodes;                  //!< the server, then the receivers
    Ptr<RmtpSocket> socket;               //!< sends
    Ptr<RmtpServer> server;               //!< its protocol
    Ptr<RmtpHost> host;                   //!< the server's machine, or null
    Time ended;                           //!< end of the transfer
    std::vector<uint32_t> roundPackets;   //!< M_k
    std::vector<uint32_t> roundReceivers; //!< N_k

  private:
    /** @param bytes of the message */
    void Send(uint32_t bytes)
    {
        socket->Connect(m_group);
        socket->Send(Create<Packet>(bytes), 0);
        socket->Close();
    }

    /// All is over.
    void Ended(Ptr<Socket>)
    {
        ended = Simulator::Now();
    }

    Address m_group;                      //!< of the message
    std::vector<Ptr<PacketSink>> m_sinks; //!< at receivers
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_NODE_RUN_H
