// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender to a group and its receivers by sockets, on one bad link.
 */
#ifndef HSN_GROUP_WORLD_H
#define HSN_GROUP_WORLD_H

#include "../transport/socket-exchange-support.h"

#include "ns3/error-model.h"
#include "ns3/pointer.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Host 0 sends to a group, all others receive; every octet is checked.
 * @tparam S the protocol's socket @tparam Server a StreamServer of a receiver */
template <typename S, typename Server = StreamServer>
struct GroupWorld
{
    static constexpr uint16_t PORT = 9; //!< of the group

    /** @param receivers how many */
    explicit GroupWorld(uint32_t receivers)
        : hosts(receivers + 1)
    {
    }

    /// @param i receiver, from 1 @param share of packets that it loses
    void Lose(uint32_t i, double share)
    {
        const auto model = CreateObject<RateErrorModel>();
        model->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        model->SetAttribute("ErrorRate", DoubleValue(share));
        model->AssignStreams(100 + i);
        hosts.Device(i)->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }

    /// @param s seconds to run
    static void Run(double s)
    {
        Simulator::Stop(Seconds(s));
        Simulator::Run();
    }

    /// @param i receiver, from 1 @return its connection, or null
    StreamEnd* End(uint32_t i) const
    {
        return servers[i - 1]->ends.empty() ? nullptr : servers[i - 1]->ends.front().get();
    }

    /// @param i receiver, from 1 @return the socket of its connection, or null
    Ptr<S> Receiver(uint32_t i) const
    {
        return End(i) ? DynamicCast<S>(End(i)->socket) : nullptr;
    }

    /// @param s a socket @return whether it has no end point
    static bool IsReleased(Ptr<Socket> s)
    {
        Address name;
        s->GetSockName(name);
        return InetSocketAddress::IsMatchingType(name)
                   ? InetSocketAddress::ConvertFrom(name).GetPort() == 0
                   : Inet6SocketAddress::ConvertFrom(name).GetPort() == 0;
    }

    TcpHosts hosts;                               //!< all
    Ptr<S> socket;                                //!< sends
    StreamEnd client;                             //!< its application
    std::vector<Ptr<S>> listeners;                //!< receivers
    std::vector<std::unique_ptr<Server>> servers; //!< their applications
};
} // namespace hsn
} // namespace ns3

#endif // HSN_GROUP_WORLD_H
