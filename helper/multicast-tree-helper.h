// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_TREE_HELPER_H
#define HSN_MULTICAST_TREE_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/fec-codec.h"
#include "ns3/ipv4-address.h"
#include "ns3/multicast-coded-channel.h"
#include "ns3/multicast-tree-channel.h"
#include "ns3/multicast-tree.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Builds a MulticastTree as a network.
 *
 * There are two forms. InstallChannel() makes one channel of the tree, with one event for a packet
 * and all receivers: for large groups. InstallLinks() makes a node and a point-to-point link for
 * each hop, with ns-3's IPv4 multicast routes: any application can use it. Losses are distributed
 * in the same way, and every link has a random stream of its own in both.
 */
class MulticastTreeHelper
{
  public:
    /** @param delay of every link, at least 0 */
    void SetDelay(Time delay);
    /** @param rate of every link of InstallLinks() */
    void SetDataRate(DataRate rate);
    /** @param stream of the link to node 1, at least 0; node n has stream + n - 1. Negative: all
     * are assigned automatically */
    void SetStream(int64_t stream);

    /**
     * @brief Makes a MulticastTreeChannel with a new node for the source and for each receiver.
     *
     * The delay of a receiver is that of the links to it.
     *
     * @param tree with at least one receiver
     * @return devices of the source, then of the receivers
     */
    NetDeviceContainer InstallChannel(const MulticastTree& tree) const;

    /**
     * @brief Makes a MulticastCodedChannel with a new node for the source and for each receiver;
     * its delay is none.
     * @param tree with at least one receiver
     * @param code on each link of the parts
     * @param parts of the tree that have the code
     * @return devices of the source, then of the receivers
     */
    NetDeviceContainer InstallCodedChannel(const MulticastTree& tree,
                                           const FecCode& code,
                                           const std::vector<MulticastTreePart>& parts) const;

    /**
     * @brief Makes a node for each node of the tree, with an Internet stack, and a link between
     * each and its parent.
     *
     * ns-3 sends the multicast packets of a host out of one interface only. The sender therefore
     * is on a host of its own, which a link without loss connects to node 0. Links are 10.0.0.0/30
     * for the host's, 10.0.0.4/30 for the one to node 1 and so on. Packets are lost at the lower
     * end of a link, those of the group and all others from the source.
     *
     * @param tree with at least one receiver, at most 2^22 - 1 nodes
     * @param group a multicast address
     * @return the nodes of the tree by number, then the host
     */
    NodeContainer InstallLinks(const MulticastTree& tree, Ipv4Address group) const;

  private:
    /** @param channel of a tree @param receivers how many @return devices of new nodes on it */
    static NetDeviceContainer MakeDevices(Ptr<SimpleChannel> channel, std::size_t receivers);

    Time m_delay;             //!< of a link
    DataRate m_rate{"1Gbps"}; //!< of a link
    int64_t m_stream{-1};     //!< of the first link
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_TREE_HELPER_H
