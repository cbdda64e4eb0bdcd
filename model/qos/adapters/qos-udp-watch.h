// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_UDP_WATCH_H
#define QOS_UDP_WATCH_H

#include "ns3/callback.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/qos-adapter.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Records of all UDP datagrams of a node, from its IPv4 and IPv6 layers: a connection for
 * each pair of ports and addresses. UDP tells neither round trips nor errors.
 *
 * A connection begins with its first datagram. It ends when it has had none for some time.
 */
class QosUdpWatch : public SimpleRefCount<QosUdpWatch>
{
  public:
    /// Makes the adapter of a new connection.
    using Make = Callback<Ptr<QosAdapter>>;

    /// @param node with IPv4 or IPv6, whose datagrams are told from now on @param make of a
    /// connection
    void Attach(Ptr<Node> node, Make make);
    /// Ends the connections that had no datagram for some time. @param idle so long
    void Expire(Time idle);
    /// @param connection id @return its addresses and ports, for people; empty if it is not known
    std::string GetName(uint64_t connection) const;
    /// Tells the sums of all connections.
    void Collect();
    /// Tells no more.
    void Detach();

  private:
    /// Local address and port, those of the peer.
    using Key = std::tuple<Ipv6Address, uint16_t, Ipv6Address, uint16_t>;

    /// A connection.
    struct Flow
    {
        Ptr<QosAdapter> adapter; //!< tells
        Time last;               //!< datagram
    };

    /// @param header of IP @param packet with UDP header
    void Sent(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param header of IP @param packet with UDP header
    void Arrived(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param header of IP @param packet with UDP header
    void Sent6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param header of IP @param packet with UDP header
    void Arrived6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param key of a connection @return its adapter
    QosAdapter& Find(const Key& key);

    Make m_make;                 //!< of a connection
    Ptr<Ipv4> m_ipv4;            //!< of the node, or null
    Ptr<Ipv6> m_ipv6;            //!< of the node, or null
    std::map<Key, Flow> m_flows; //!< connections
};
} // namespace hsn
} // namespace ns3

#endif // QOS_UDP_WATCH_H
