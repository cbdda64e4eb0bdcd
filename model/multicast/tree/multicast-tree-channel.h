// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_TREE_CHANNEL_H
#define HSN_MULTICAST_TREE_CHANNEL_H

#include "multicast-loss-tree.h"

#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simple-channel.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief A channel from a source to the receivers of a tree of lossy links, with one event for a
 * packet and all receivers that it reaches at the same time.
 *
 * It uses ns3::SimpleNetDevice. The first device is the source's; device i + 1 belongs to receiver
 * i, in the ascending order of MulticastTree::GetReceivers(). Losses are drawn by
 * MulticastLossTree; a device's ReceiveErrorModel comes on top. The channel carries packets from
 * the source to the receivers only: what a receiver sends is dropped and traced. All receivers
 * share one packet, as on StarChannel, and run in the context of the source's node.
 *
 * Delay is that of the whole tree; SetLinkDelay() adds to it.
 */
class MulticastTreeChannel : public SimpleChannel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace LinkDrop. @param packet lost @param link number of the link: of
     * the node that it leads to */
    typedef void (*LinkDropCallback)(Ptr<const Packet> packet, uint32_t link);

    /** @brief Sets the tree; call before the first packet. @param tree with at least one receiver,
     * otherwise std::invalid_argument is thrown */
    void SetTree(const MulticastTree& tree);

    /** @brief Adds to the delay of all receivers below a link. @param link its number
     * @param delay of the link, at least 0. Bad values throw std::invalid_argument */
    void SetLinkDelay(uint32_t link, Time delay);

    /** @brief Fixes the random streams. @param stream of the link to node 1; that of node n is
     * stream + n - 1 @return streams used */
    int64_t AssignStreams(int64_t stream);

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override;
    void Add(Ptr<SimpleNetDevice> device) override;

  private:
    /** @brief Places of receivers, ascending. */
    using Places = std::vector<uint32_t>;
    /** @brief Ranges of places that do not get a packet. */
    using Lost = std::vector<MulticastLossTree::Loss>;

    /** @brief Places of the receivers by delay, once all is known. */
    void Prepare();
    /** @brief Delivers a packet to receivers that it reaches. @param packet the packet
     * @param protocol its protocol @param addresses of destination and source
     * @param lost where it is lost @param places of the receivers */
    void Deliver(Ptr<Packet> packet,
                 uint16_t protocol,
                 std::pair<Mac48Address, Mac48Address> addresses,
                 std::shared_ptr<const Lost> lost,
                 std::shared_ptr<const Places> places);

    MulticastTree m_tree;                               //!< the tree
    std::unique_ptr<MulticastLossTree> m_losses;        //!< its losses
    std::vector<Ptr<SimpleNetDevice>> m_devices;        //!< of the source and of receivers
    std::vector<Ptr<SimpleNetDevice>> m_places;         //!< of receivers, by place
    std::map<uint32_t, Time> m_delays;                  //!< of links, where there is one
    std::map<Time, std::shared_ptr<Places>> m_groups;   //!< places by delay
    TracedCallback<Ptr<const Packet>, uint32_t> m_drop; //!< trace
    TracedCallback<Ptr<const Packet>> m_upstreamDrop;   //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_TREE_CHANNEL_H
