// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A server and receivers of RMTP by sockets, on one bad link.
 */
#ifndef HSN_RMTP_WORLD_H
#define HSN_RMTP_WORLD_H

#include "group-world.h"

#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-socket-factory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Name of the factory.
const std::string RMTP = "ns3::hsn::RmtpSocketFactory";

/** @brief Host 0 sends to a group, all others receive; every octet is checked. */
struct RmtpWorld : GroupWorld<RmtpSocket>
{
    /** @param receivers how many @param isV6 whether by IPv6 @param named the first of them, which
     * the server knows */
    explicit RmtpWorld(uint32_t receivers, bool isV6 = false, uint32_t named = 1000)
        : GroupWorld(receivers),
          v6(isV6)
    {
        RmtpHelper helper(Group());
        NodeContainer members;
        for (uint32_t i = 1; i <= std::min(receivers, named); ++i)
        {
            members.Add(hosts.nodes.Get(i));
        }
        helper.Install(hosts.nodes.Get(0), members);
        socket = DynamicCast<RmtpSocket>(hosts.Make(0, RMTP));
        server = socket->GetServer();
        server->SetAttribute("Rate", DoubleValue(8e6)); // a packet each ms
        server->SetAttribute("BlockSize", UintegerValue(1000));
        server->SetAttribute("TurnAround", TimeValue(MilliSeconds(20)));
        server->SetAttribute("Surplus", TimeValue(MilliSeconds(260)));
        for (uint32_t i = 1; i <= receivers; ++i)
        {
            listeners.push_back(DynamicCast<RmtpSocket>(hosts.Make(i, RMTP)));
            listeners.back()->Bind(TcpHosts::Any(PORT, v6));
            servers.push_back(std::make_unique<StreamServer>(listeners.back(), 0));
        }
    }

    /// @return the group
    Address Group() const
    {
        if (v6)
        {
            return Inet6SocketAddress(Ipv6Address("ff0e::1:2"), PORT);
        }
        return InetSocketAddress(Ipv4Address("225.1.2.3"), PORT);
    }

    /// Begins. @param octets to be sent @param piece of one Send()
    void Start(uint32_t octets, uint32_t piece = 700)
    {
        client.piece = piece;
        client.Use(socket, 0, 0, octets);
        socket->Connect(Group());
    }

    /// @return numbers of the receivers that have failed
    std::string Failed() const
    {
        std::string text;
        for (uint32_t i = 1; i < hosts.nodes.GetN(); ++i)
        {
            for (const auto& address : socket->GetFailed())
            {
                if (address == hosts.At(i, PORT, v6))
                {
                    text += (text.empty() ? "" : " ") + std::to_string(i);
                }
            }
        }
        return text;
    }

    bool v6;                //!< by IPv6
    Ptr<RmtpServer> server; //!< the sender's protocol
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RMTP_WORLD_H
