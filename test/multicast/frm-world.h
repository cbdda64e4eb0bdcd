// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender and receivers of FRM by sockets, on one bad link.
 */
#ifndef HSN_FRM_WORLD_H
#define HSN_FRM_WORLD_H

#include "group-world.h"

#include "ns3/frm-socket-factory.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/ipv6-static-routing.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Name of the factory.
const std::string FRM = "ns3::hsn::FrmSocketFactory";

/** @brief A listening receiver. What is read is checked from the place in the stream at which a
 * connection begins: a receiver that comes late does not have the first packets. */
struct FrmServer : StreamServer
{
    /** @param listener bound */
    explicit FrmServer(Ptr<FrmSocket> listener)
        : StreamServer(listener, 0)
    {
        listener->SetAcceptCallback(MakeCallback(&FrmServer::Ask, this),
                                    MakeCallback(&FrmServer::Begin, this));
    }

    /// A connection. @param s its socket @param from the sender
    void Begin(Ptr<Socket> s, const Address& from)
    {
        Accepted(s, from);
        StreamEnd* const end = ends.back().get();
        s->TraceConnectWithoutContext(
            "Deliver",
            Sink<uint32_t>::Make([this, end, isFirst = true](uint32_t seq) mutable {
                if (isFirst)
                {
                    begun = seq * piece;
                    end->received = begun;
                    isFirst = false;
                }
            }));
    }

    uint32_t piece{1000}; //!< octets of the sender's packets
    uint32_t begun{0};    //!< place of the first octet of the last connection
};

/** @brief Host 0 sends to a group, all others receive; every octet is checked. */
struct FrmWorld : GroupWorld<FrmSocket, FrmServer>
{
    /** @param receivers how many @param isV6 whether by IPv6 */
    explicit FrmWorld(uint32_t receivers, bool isV6 = false)
        : GroupWorld(receivers),
          v6(isV6)
    {
        socket = DynamicCast<FrmSocket>(hosts.Make(0, FRM));
        sender = socket->GetSender();
        Ipv4StaticRoutingHelper().SetDefaultMulticastRoute(hosts.nodes.Get(0),
                                                           hosts.nodes.Get(0)->GetDevice(0));
        const auto ipv6 = hosts.nodes.Get(0)->GetObject<Ipv6>();
        Ipv6StaticRoutingHelper().GetStaticRouting(ipv6)->SetDefaultMulticastRoute(
            static_cast<uint32_t>(ipv6->GetInterfaceForDevice(hosts.nodes.Get(0)->GetDevice(0))));
        sender->SetAttribute("InitWait", TimeValue(MilliSeconds(200)));
        sender->SetAttribute("HandshakeTries", UintegerValue(10));
        for (uint32_t i = 1; i <= receivers; ++i)
        {
            listeners.push_back(DynamicCast<FrmSocket>(hosts.Make(i, FRM)));
            listeners.back()->Bind(TcpHosts::Any(PORT, v6));
            if (v6)
            {
                listeners.back()->Ipv6JoinGroup(Ipv6Address(GROUP6));
            }
            servers.push_back(std::make_unique<FrmServer>(listeners.back()));
        }
    }

    /// The group of IPv6.
    static constexpr const char* GROUP6 = "ff0e::1:2";

    /// @return the group of IPv4
    static Address Group()
    {
        return InetSocketAddress(Ipv4Address("225.1.2.3"), PORT);
    }

    /// Begins. @param octets to be sent @param piece of one packet
    void Start(uint32_t octets, uint32_t piece = 1000)
    {
        client.piece = piece;
        for (const auto& server : servers)
        {
            server->piece = piece;
        }
        client.Use(socket, 0, 0, octets);
        socket->Connect(v6 ? Address(Inet6SocketAddress(Ipv6Address(GROUP6), PORT)) : Group());
    }

    /// @return who has gone, and why
    std::string Gone() const
    {
        std::string text;
        for (const auto& one : sender->GetGone())
        {
            text += (text.empty() ? "" : " ") + std::to_string(one.id & 255) + ":" +
                    GetFrmReasonText(one.reason);
        }
        return text;
    }

    /// Sends a PDU in the name of the sender to the group, or of receiver 1 to the sender. @param
    /// from host, 0 or 1 @param type of the PDU @param group communication @param receiver whom it
    /// names
    void Forge(uint32_t from, FrmPduType type, uint32_t group, uint64_t receiver)
    {
        FrmPdu pdu;
        pdu.type = type;
        pdu.group = group;
        pdu.receiver = receiver;
        pdu.reason = FRM_LEFT;
        pdu.packetSize = 1440;
        FrmHeader header(pdu);
        Address name;
        Receiver(1)->GetPeerName(name);
        const uint16_t port = InetSocketAddress::ConvertFrom(name).GetPort();
        const TransportPath path = {Ipv4Address(0x0a000001 + from),
                                    Ipv4Address(from ? "10.0.0.1" : "225.1.2.3"),
                                    from ? PORT : port,
                                    from ? port : PORT,
                                    nullptr};
        hosts.nodes.Get(from)->GetObject<FrmProtocol>()->Send(
            Create<Packet>(type == FRM_DATA ? 1 : 0),
            header,
            path);
    }

    bool v6;               //!< by IPv6
    Ptr<FrmSender> sender; //!< the sender's algorithm
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FRM_WORLD_H
