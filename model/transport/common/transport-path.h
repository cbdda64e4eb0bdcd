// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TRANSPORT_PATH_H
#define HSN_TRANSPORT_PATH_H

#include "ns3/address.h"
#include "ns3/net-device.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief The way of a packet that is sent: addresses without ports, and ports. */
struct TransportPath
{
    /** @brief Sets address and port of the peer. @param to an InetSocketAddress, Inet6SocketAddress
     * or LinkSocketAddress */
    void SetPeer(const Address& to);

    Address local;         //!< an Ipv4Address, Ipv6Address or Mac48Address
    Address peer;          //!< the same kind
    uint16_t localPort;    //!< source port
    uint16_t peerPort;     //!< destination port
    Ptr<NetDevice> device; //!< the only one to leave by; null: any (not for a Mac48Address)
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_PATH_H
