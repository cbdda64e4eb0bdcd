// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_TREE_HELPER_H
#define HSN_MULTICAST_TREE_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/fec-codec.h"
#include "ns3/ipv4-address.h"
#include "ns3/multicast-coded-channel.h"
#include "ns3/multicast-link-loss.h"
#include "ns3/multicast-tree-channel.h"
#include "ns3/multicast-tree.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
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
 * each hop, with ns-3's IPv4 multicast routes and routes back: any application can use it. Losses
 * are distributed in the same way, and every link has a random stream of its own in both.
 * @code
 *   MulticastTreeHelper links;
 *   links.SetDelay(MilliSeconds(2));
 *   links.SetStream(1);
 *   const InetSocketAddress address(Ipv4Address("225.1.2.3"), 9);
 *   const NodeContainer nodes = links.InstallLinks(tree, address.GetIpv4());
 *   const NodeContainer receivers = MulticastTreeHelper::GetReceivers(tree, nodes);
 *   const Ptr<Node> source = MulticastTreeHelper::GetSource(tree, nodes);
 *   RmtpHelper group(address); // or FrmHelper
 *   group.Install(source, receivers);
 *   group.InstallSinks(receivers);
 *   group.InstallSource(source, 100000, 1024).Start(Seconds(1));
 * @endcode
 */
class MulticastTreeHelper
{
  public:
    /** @param delay of every link, at least 0 */
    void SetDelay(Time delay);
    /** @param rate of every link of InstallLinks() */
    void SetDataRate(DataRate rate);
    /** @param stream of the link to node 1, at least 0; node n has stream + n - 1. Negative: all
     * are assigned automatically. Packets of InstallLinks() to or from a single receiver have
     * streams of their own, for each link and receiver, from stream + 2^26 on */
    void SetStream(int64_t stream);
    /** @param lossy whether the links of InstallLinks() lose what receivers send, too, each with
     * its loss. By default they lose only what comes from the source */
    void SetReturnLoss(bool lossy);
    /** @param exposed tells which IPv4 datagrams the links of InstallLinks() may lose; without it,
     * all. RmtpLoss::IsExposed() is one such function */
    void SetExposed(MulticastLinkLoss::Exposed exposed);

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
     * end of a link, those of the group and all others from the source; with SetReturnLoss() also
     * at its upper end. Static routes lead from the source to each receiver and back.
     *
     * @param tree with at least one receiver, at most 2^22 - 1 nodes
     * @param group a multicast address
     * @return the nodes of the tree by number, then the host
     */
    NodeContainer InstallLinks(const MulticastTree& tree, Ipv4Address group) const;

    /** @param tree a tree @param nodes of InstallLinks() @return the host that sends. Throws
     * std::invalid_argument if the number of nodes is not that of the tree */
    static Ptr<Node> GetSource(const MulticastTree& tree, const NodeContainer& nodes);
    /** @param tree a tree @param nodes of InstallLinks() @return receivers, in the order of
     * MulticastTree::GetReceivers(); throws as GetSource() */
    static NodeContainer GetReceivers(const MulticastTree& tree, const NodeContainer& nodes);

  private:
    /** @param device loses what it receives @param node to which its link leads @param rate share
     * of packets @param upward they come from receivers */
    void Lose(Ptr<NetDevice> device, uint32_t node, double rate, bool upward) const;
    /** @param channel of a tree @param receivers how many @return devices of new nodes on it */
    static NetDeviceContainer MakeDevices(Ptr<SimpleChannel> channel, std::size_t receivers);

    Time m_delay;                         //!< of a link
    DataRate m_rate{"1Gbps"};             //!< of a link
    int64_t m_stream{-1};                 //!< of the first link
    bool m_returnLoss{false};             //!< see SetReturnLoss
    MulticastLinkLoss::Exposed m_exposed; //!< see SetExposed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_TREE_HELPER_H
