// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_CONNECTION_KEY_H
#define HSN_TCP_CONNECTION_KEY_H

#include "ns3/socket-end-point.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/** @brief Where segments of a connection over IPv4 come from and go to, on the wire's terms. */
struct TcpConnectionKey
{
    uint32_t local{0};     //!< IPv4 address of this host
    uint32_t peer{0};      //!< IPv4 address of the other one
    uint16_t localPort{0}; //!< of this host
    uint16_t peerPort{0};  //!< of the other one

    /// @param other key @return whether it is the same
    bool operator==(const TcpConnectionKey& other) const
    {
        return local == other.local && peer == other.peer && localPort == other.localPort &&
               peerPort == other.peerPort;
    }

    /// Spreads keys over a table.
    struct Hash
    {
        /// @param key a key @return its hash
        std::size_t operator()(const TcpConnectionKey& key) const
        {
            uint64_t hash = static_cast<uint64_t>(key.local) << 32 | key.peer;
            hash ^=
                (static_cast<uint64_t>(key.localPort) << 16 | key.peerPort) * 0x9e3779b97f4a7c15;
            return hash ^ hash >> 32;
        }
    };

    /// @param endPoint with both addresses @return its key; nothing if it is one of IPv6, or bound
    /// to a device
    static std::optional<TcpConnectionKey> Of(const SocketEndPoint& endPoint)
    {
        const Address local = endPoint.GetLocalAddress();
        const Address peer = endPoint.GetPeerAddress();
        if (endPoint.GetDevice() || !Ipv4Address::IsMatchingType(local) ||
            !Ipv4Address::IsMatchingType(peer))
        {
            return std::nullopt;
        }
        return TcpConnectionKey{Ipv4Address::ConvertFrom(local).Get(),
                                Ipv4Address::ConvertFrom(peer).Get(),
                                endPoint.GetLocalPort(),
                                endPoint.GetPeerPort()};
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_CONNECTION_KEY_H
