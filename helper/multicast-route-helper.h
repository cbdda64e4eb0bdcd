// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_ROUTE_HELPER_H
#define HSN_MULTICAST_ROUTE_HELPER_H

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Finds a multicast tree in any topology, and installs its routes.
 *
 * ns-3's IPv4 forwards multicast packets along explicit routes only. The tree leads along shortest
 * paths, by the number of links; of equal ones, the first by the order of nodes and devices is
 * taken.
 */
class MulticastRouteHelper
{
  public:
    /**
     * @brief Adds the routes from a source to receivers. Receivers that are added later get
     * routes by another call; one that has them already changes nothing.
     *
     * Nodes have an Internet stack and addresses. Routers are all nodes that forward. ns-3 sends a
     * host's own multicast packets out of one interface only, so all paths must begin with the same
     * one, for all groups of this source. A receiver on several links of the tree may get packets
     * twice.
     *
     * @param source that sends
     * @param receivers at least one; the source does not count
     * @param group a multicast address
     * @return nodes that forward packets
     *
     * Throws std::invalid_argument that names what is wrong: no multicast address, a receiver that
     * cannot be reached, a second interface of the source.
     */
    static NodeContainer Install(Ptr<Node> source,
                                 const NodeContainer& receivers,
                                 Ipv4Address group);

    /**
     * @brief Adds routes along the same paths for packets from the source to each of the receivers,
     * and back: a receiver then can answer, and be asked alone.
     *
     * They lead to the addresses of source and receivers on the tree. Ipv4GlobalRoutingHelper finds
     * routes between all nodes instead, at a cost that grows with the square of their number.
     *
     * @param source that sends @param receivers at least one; errors are those of Install(), but
     * for the group
     */
    static void InstallUnicast(Ptr<Node> source, const NodeContainer& receivers);

    MulticastRouteHelper() = delete;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_ROUTE_HELPER_H
