// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The two hosts of the tests of METS media sockets.
 */
#ifndef METS_SOCKET_PAIR_H
#define METS_SOCKET_PAIR_H

#include "ns3/mets-helper.h"
#include "ns3/mets-socket.h"
#include "ns3/net-device-container.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
constexpr uint16_t SOCKET_FLOW = 7; //!< of most tests

/// Two hosts with METS on a link, and sockets there.
struct SocketPair
{
    SocketPair()
    {
        ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
        mets.Connect(ends.Get(0), ends.Get(1));
    }

    ~SocketPair()
    {
        Simulator::Destroy();
    }

    /// @param host 0 or 1 @return a media socket there
    Ptr<MetsSocket> MakeSocket(uint32_t host) const
    {
        return DynamicCast<MetsSocket>(
            Socket::CreateSocket(ends.Get(host)->GetNode(), MetsSocketFactory::GetTypeId()));
    }

    /// @return what sockets of host 0 connect to
    Address GetPeer() const
    {
        return MetsHelper::GetPeer(ends.Get(0), ends.Get(1), SOCKET_FLOW);
    }

    /// @return what sockets of host 1 bind to
    Address GetLocal() const
    {
        return MetsHelper::GetLocal(ends.Get(1), SOCKET_FLOW);
    }

    MetsHelper mets;         //!< made the hosts
    NetDeviceContainer ends; //!< adapters
};

} // namespace hsn
} // namespace ns3

#endif // METS_SOCKET_PAIR_H
