// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A TFRC connection between two hosts whose sender always has data, for tests.
 */
#ifndef HSN_TFRC_SOCKET_SUPPORT_H
#define HSN_TFRC_SOCKET_SUPPORT_H

#include "tcp-interop-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet-traces.h"
#include "ns3/simulator.h"
#include "ns3/tfrc-socket-factory.h"
#include "ns3/tfrc-socket.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Name of the factory.
const std::string TFRC = "ns3::hsn::TfrcSocketFactory";
/// Of the server.
constexpr uint16_t TFRC_PORT = 4000;

/** @param packet with an IPv4 header @param header gets that of TFRC @return whether it is one of
 * TFRC, over IP */
inline bool
PeekTfrc(Ptr<const Packet> packet, TfrcHeader& header)
{
    const auto copy = packet->Copy();
    Ipv4Header ip;
    copy->RemoveHeader(ip);
    return ip.GetProtocol() == TfrcProtocol::PROT_NUMBER && copy->PeekHeader(header) > 0;
}

/** @brief A value of a trace. */
struct TfrcSample
{
    double time;  //!< s
    double value; //!< whatever
};

/**
 * @brief A connection from host 0 to host 1. The server reads all; the client sends messages of one
 * size as long as there is room.
 */
struct TfrcRun
{
    /** @param delay one way @param size of messages and segments, bytes */
    TfrcRun(Time delay, uint32_t size)
        : messageSize(size)
    {
        hosts.channel->delay = delay;
        listener = hosts.Make(1, TFRC);
        listener->Bind(TcpHosts::Any(TFRC_PORT));
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&TfrcRun::Accepted, this));
        listener->Listen();
        client = DynamicCast<TfrcSocket>(hosts.Make(0, TFRC));
        client->SetAttribute("SegmentSize", UintegerValue(size));
        client->SetAttribute("SndBufSize", UintegerValue(10 * size));
    }

    /** @brief Connects. @param full whether the client always has data */
    void Connect(bool full = true)
    {
        client->SetConnectCallback(MakeCallback(&TfrcRun::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        if (full)
        {
            client->SetSendCallback(MakeCallback(&TfrcRun::Fill, this));
        }
        client->SetCloseCallbacks(MakeCallback(&TfrcRun::Closed, this),
                                  MakeCallback(&TfrcRun::Broken, this));
        client->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<TfrcDataHeader>(Sink<Ptr<const Packet>, const TfrcDataHeader&>::Make(
                [this](Ptr<const Packet>, const TfrcDataHeader& header) {
                    departures.push_back(header.time.GetSeconds());
                })));
        client->TraceConnectWithoutContext(
            "AllowedRate",
            Sink<double, double>::Make([this](double, double now) {
                rates.push_back({Simulator::Now().GetSeconds(), now});
            }));
        client->TraceConnectWithoutContext(
            "FeedbackRx",
            Sink<const TfrcFeedbackHeader&>::Make([this](const TfrcFeedbackHeader& header) {
                feedback.push_back(header);
                feedbackTimes.push_back(Simulator::Now().GetSeconds());
            }));
        client->TraceConnectWithoutContext(
            "RxDrop",
            Sink<Ptr<const Packet>, const std::string&>::Make(
                [this](Ptr<const Packet>, const std::string& reason) { drops.push_back(reason); }));
        client->Connect(hosts.At(1, TFRC_PORT));
    }

    /** @brief Runs on. @param seconds until then */
    void RunUntil(double seconds)
    {
        Simulator::Stop(Seconds(seconds) - Simulator::Now());
        Simulator::Run();
    }

    /** @param time s @return the allowed rate then; 0 if there was none */
    double GetRate(double time) const
    {
        double rate = 0;
        for (const auto& sample : rates)
        {
            rate = sample.time <= time ? sample.value : rate;
        }
        return rate;
    }

    /// The connection is open.
    void Connected(Ptr<Socket> socket)
    {
        connected++;
        if (full)
        {
            Fill(socket, 0);
        }
    }

    /// There is room.
    void Fill(Ptr<Socket> socket, uint32_t)
    {
        while (full && socket->Send(Create<Packet>(messageSize)) > 0)
        {
        }
    }

    /// The server has a connection.
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        server = DynamicCast<TfrcSocket>(socket);
        server->SetRecvCallback(MakeCallback(&TfrcRun::Read, this));
        server->SetCloseCallbacks(MakeCallback(&TfrcRun::PeerClosed, this),
                                  MakeCallback(&TfrcRun::ServerBroken, this));
    }

    /// The server has something to read.
    void Read(Ptr<Socket> socket)
    {
        while (reads)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            received += packet->GetSize();
        }
    }

    /// The server will send no more.
    void Closed(Ptr<Socket>)
    {
        closed++;
    }

    /// The client's connection is broken.
    void Broken(Ptr<Socket>)
    {
        broken++;
    }

    /// The client will send no more.
    void PeerClosed(Ptr<Socket>)
    {
        peerClosed++;
    }

    /// The server's connection is broken.
    void ServerBroken(Ptr<Socket>)
    {
        serverBroken++;
    }

    TcpHosts hosts;                           //!< two
    Ptr<Socket> listener;                     //!< on host 1
    Ptr<TfrcSocket> client;                   //!< on host 0
    Ptr<TfrcSocket> server;                   //!< accepted
    uint32_t messageSize;                     //!< bytes
    bool full{true};                          //!< the client always has data
    bool reads{true};                         //!< the server does
    uint64_t received{0};                     //!< bytes that it has read
    uint32_t connected{0};                    //!< the client is told
    uint32_t closed{0};                       //!< the client is told
    uint32_t broken{0};                       //!< the client is told
    uint32_t peerClosed{0};                   //!< the server is told
    uint32_t serverBroken{0};                 //!< the server is told
    std::vector<double> departures;           //!< of data, s
    std::vector<TfrcSample> rates;            //!< X from a time on
    std::vector<TfrcFeedbackHeader> feedback; //!< that the client has believed
    std::vector<double> feedbackTimes;        //!< when, s
    std::vector<std::string> drops;           //!< reasons of the client
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_SOCKET_SUPPORT_H
