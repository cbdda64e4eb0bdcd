// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Applications that check every octet, for the tests of sockets.
 */
#ifndef HSN_STOP_WAIT_SUPPORT_H
#define HSN_STOP_WAIT_SUPPORT_H

#include "../../examples/my-transport/stop-wait-socket.h"
#include "../packet-octets.h"
#include "tcp-interop-support.h"

#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Name of the factory of byte streams ...
const std::string STOP_WAIT_STREAM = "ns3::hsn::StopWaitStreamSocketFactory";
/// ... and of messages.
const std::string STOP_WAIT_MESSAGE = "ns3::hsn::StopWaitMessageSocketFactory";

/** @param seed of a stream @param place in it @return the octet there */
inline uint8_t
OctetAt(uint32_t seed, uint32_t place)
{
    return static_cast<uint8_t>((place * 2654435761U + seed * 40503U) >> 16);
}

/** @param seed of a stream @param from first place @param size octets @return them */
inline Ptr<Packet>
MakeOctets(uint32_t seed, uint32_t from, uint32_t size)
{
    std::vector<uint8_t> octets(size);
    for (uint32_t i = 0; i < size; ++i)
    {
        octets[i] = OctetAt(seed, from + i);
    }
    return Create<Packet>(octets.data(), size);
}

/** @brief One end of a connection: sends a stream, reads and checks the other one. */
struct StreamEnd
{
    /** @param s its socket @param out seed of what it sends @param in seed of what it reads
     * @param size octets to send */
    void Use(Ptr<Socket> s, uint32_t out, uint32_t in, uint32_t size)
    {
        socket = s;
        seedOut = out;
        seedIn = in;
        toSend = size;
        s->SetConnectCallback(MakeCallback(&StreamEnd::Connected, this),
                              MakeCallback(&StreamEnd::Failed, this));
        s->SetCloseCallbacks(MakeCallback(&StreamEnd::Closed, this),
                             MakeCallback(&StreamEnd::Broken, this));
        s->SetRecvCallback(MakeCallback(&StreamEnd::Read, this));
        s->SetSendCallback(MakeCallback(&StreamEnd::Write, this));
    }

    /// The connection is open.
    void Connected(Ptr<Socket> s)
    {
        ++connected;
        Write(s, 0);
    }

    /// No connection.
    void Failed(Ptr<Socket>)
    {
        ++failed;
    }

    /// The other end has said that it is done.
    void Closed(Ptr<Socket> s)
    {
        ++closed;
        Read(s);
        if (answersLast)
        {
            answersLast = false;
            Write(s, 0);
        }
    }

    /// The connection is broken.
    void Broken(Ptr<Socket>)
    {
        ++broken;
    }

    /// There is room.
    void Write(Ptr<Socket> s, uint32_t)
    {
        while (!answersLast && sent < toSend)
        {
            const uint32_t size = std::min(piece, toSend - sent);
            if (s->Send(MakeOctets(seedOut, sent, size)) < 0)
            {
                ++refused;
                return;
            }
            sent += size;
        }
        if (!answersLast && sent == toSend && !done && closes)
        {
            done = true;
            s->ShutdownSend();
        }
    }

    /// There is something to read.
    void Read(Ptr<Socket> s)
    {
        while (reads)
        {
            const auto packet = s->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            sizes.push_back(packet->GetSize());
            for (const uint8_t octet : OctetsOf(packet))
            {
                wrong += octet != OctetAt(seedIn, received++);
            }
        }
    }

    Ptr<Socket> socket;          ///< of this end
    uint32_t seedOut{0};         ///< what it sends
    uint32_t seedIn{0};          ///< what it reads
    uint32_t toSend{0};          ///< octets
    uint32_t piece{700};         ///< octets of one Send()
    bool closes{true};           ///< ends its direction when all is sent
    bool answersLast{false};     ///< sends when the other end is done, and not before
    bool reads{true};            ///< it does
    uint32_t sent{0};            ///< octets
    uint32_t received{0};        ///< octets
    uint32_t wrong{0};           ///< of them
    uint32_t connected{0};       ///< told
    uint32_t failed{0};          ///< told
    uint32_t closed{0};          ///< told
    uint32_t broken{0};          ///< told
    uint32_t refused{0};         ///< Send() failed
    bool done{false};            ///< it has ended its direction
    std::vector<uint32_t> sizes; ///< of packets read
};

/** @brief A listening socket that serves each connection with a StreamEnd. */
struct StreamServer
{
    /** @param listener bound @param size octets to send on each connection */
    StreamServer(Ptr<Socket> listener, uint32_t size)
        : socket(listener),
          toSend(size)
    {
        listener->SetAcceptCallback(MakeCallback(&StreamServer::Ask, this),
                                    MakeCallback(&StreamServer::Accepted, this));
        listener->Listen();
    }

    /// @return whether it is accepted
    bool Ask(Ptr<Socket>, const Address&)
    {
        ++asked;
        return accepts;
    }

    /// A connection. The seeds follow from the order of the connections.
    void Accepted(Ptr<Socket> s, const Address& from)
    {
        peers.push_back(from);
        ends.push_back(std::make_unique<StreamEnd>(prototype));
        const uint32_t i = static_cast<uint32_t>(ends.size()) - 1;
        ends[i]->Use(s, 1000 + i, i, toSend);
        ends[i]->Connected(s);
    }

    Ptr<Socket> socket;                           ///< listens
    uint32_t toSend;                              ///< octets
    bool accepts{true};                           ///< connections
    uint32_t asked{0};                            ///< connections
    StreamEnd prototype;                          ///< of the ends
    std::vector<std::unique_ptr<StreamEnd>> ends; ///< of accepted connections
    std::vector<Address> peers;                   ///< of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STOP_WAIT_SUPPORT_H
