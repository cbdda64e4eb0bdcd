// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_FLOW_H
#define LINK_FLOW_H

#include "ns3/address.h"
#include "ns3/packet.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief The two ends of a conversation and its protocol: the same for both directions.
 */
class LinkFlow
{
  public:
    /// IPv4 addresses as IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2)
    using HostAddress = std::array<uint8_t, 16>;

    /// One end.
    struct End
    {
        HostAddress address{}; //!< of the host
        uint16_t port{0};      //!< of TCP or UDP, else 0

        /// @param o another @return whether they are the same
        bool operator==(const End& o) const
        {
            return address == o.address && port == o.port;
        }
    };

    /// Hash of a flow, for tables.
    struct Hash
    {
        /// @param flow a flow @return its hash
        std::size_t operator()(const LinkFlow& flow) const;
    };

    /// What is not IP.
    LinkFlow() = default;

    /**
     * @param a one end: InetSocketAddress or Inet6SocketAddress
     * @param b the other, of the same kind
     * @param protocol of IP: 6 for TCP, 17 for UDP
     */
    LinkFlow(const Address& a, const Address& b, uint8_t protocol);

    /**
     * @brief Tells the flow of an IP packet.
     *
     * Ports are those of TCP and UDP that directly follow the IP header; fragments have none, so
     * that all fragments of a packet belong to one flow.
     *
     * @param packet with IP header
     * @param protocol EtherType: 0x0800 or 0x86dd
     * @return the flow; that of a packet without a complete header is LinkFlow()
     */
    static LinkFlow Of(const Packet& packet, uint16_t protocol);

    /// @param address Ipv4Address or Ipv6Address @return it as flows keep it
    static HostAddress ToHostAddress(const Address& address);

    /// @return the end with the lower address, or port
    const End& GetLow() const
    {
        return m_low;
    }

    /// @return the other end
    const End& GetHigh() const
    {
        return m_high;
    }

    /// @param o another @return whether they are the same
    bool operator==(const LinkFlow& o) const
    {
        return m_protocol == o.m_protocol && m_low == o.m_low && m_high == o.m_high;
    }

  private:
    /// Puts the ends into their order, in which both directions are the same flow.
    void Order();

    End m_low;             //!< end with the lower address, or port
    End m_high;            //!< the other
    uint8_t m_protocol{0}; //!< of IP
};
} // namespace hsn
} // namespace ns3

#endif // LINK_FLOW_H
