// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_ROUTING_H
#define LEAN_ROUTING_H

#include "ns3/hsn-compat.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/net-device.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief IPv4 routing on point-to-point links that takes one look-up in a hash table per packet.
 *
 * It knows the node's own addresses, routes to hosts, and a default route. The next hop is always
 * the far end of a device.
 *
 * - A packet to an own address, to the broadcast address of an own network, to 255.255.255.255 or
 * to a multicast group is delivered to this node, whatever interface it has come in by.
 * - A broadcast or multicast packet is never forwarded, and RouteOutput knows no route for it.
 * - What belongs to an interface that is down has no route.
 */
class LeanRouting : public Ipv4RoutingProtocol
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    LeanRouting();
    ~LeanRouting() override;

    /**
     * @brief Adds a route to a host, or replaces the one that is there.
     * @param destination of packets, one host's address
     * @param device where they leave: point-to-point, and an interface of IPv4
     */
    void SetHostRoute(Ipv4Address destination, Ptr<NetDevice> device);

    /// @param device where packets to all others leave: point-to-point, and an interface of IPv4
    void SetDefaultRoute(Ptr<NetDevice> device);

    // Inherited from Ipv4RoutingProtocol
    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> p,
                               const Ipv4Header& header,
                               Ptr<NetDevice> oif,
                               Socket::SocketErrno& sockerr) override;
    using InputTypes =
        RouteInputTypes<decltype(&Ipv4RoutingProtocol::RouteInput)>; //!< of callbacks
    bool RouteInput(Ptr<const Packet> p,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> idev,
                    InputTypes::Unicast ucb,
                    InputTypes::Multicast mcb,
                    InputTypes::Local lcb,
                    InputTypes::Error ecb) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream,
                           Time::Unit unit = Time::S) const override;

  protected:
    void DoDispose() override;

  private:
    /// What becomes of packets to an address.
    struct Way
    {
        bool isHere{false};   //!< they are delivered to this node
        Ptr<Ipv4Route> route; //!< how they leave, or null
    };

    /// @param device where packets are to leave @return its interface
    uint32_t FindInterface(Ptr<NetDevice> device) const;
    /// @param destination of packets @return what becomes of them
    const Way& Find(Ipv4Address destination);
    /// Fills the table from settings and interfaces.
    void Fill();
    /// @param destination of packets @param interface where they leave
    /// @return the way; without route if the interface is down
    Way MakeWay(Ipv4Address destination, uint32_t interface) const;

    Ptr<Ipv4> m_ipv4;                         //!< whose protocol it is
    std::map<Ipv4Address, uint32_t> m_set;    //!< interface by host
    int64_t m_default{-1};                    //!< interface of the default route; -1: none
    bool m_isFilled{false};                   //!< the table is up to date
    std::unordered_map<uint32_t, Way> m_ways; //!< the table, by address
    Way m_others;                             //!< of addresses that are not in it
    const Way m_groups;                       //!< of multicast and broadcast addresses
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_ROUTING_H
