// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_LOSS_TREE_H
#define HSN_MULTICAST_LOSS_TREE_H

#include "ns3/multicast-tree.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
class GeometricRandomVariable;

/**
 * @brief Draws which links of a tree lose which of the source's packets.
 *
 * Each link has a random stream of its own, from which it draws how many packets pass until it
 * loses the next one. Its losses depend on that stream and on the number of the packet, and on
 * nothing else: a node that is added to the tree changes no other's losses. A packet costs time for
 * the links that lose it only.
 *
 * Receivers are ordered so that those below a link are neighbours: a lost packet is described by
 * ranges of places.
 */
class MulticastLossTree
{
  public:
    /** @brief Receivers that do not get a packet. */
    struct Loss
    {
        uint32_t link;  //!< number of the link that loses it
        uint32_t first; //!< place of the first receiver
        uint32_t end;   //!< place behind the last receiver
    };

    /** @param tree at least one receiver; otherwise std::invalid_argument is thrown */
    explicit MulticastLossTree(const MulticastTree& tree);
    ~MulticastLossTree();

    /** @return numbers of the receivers' nodes, by place */
    const std::vector<uint32_t>& GetReceivers() const;

    /**
     * @brief Sends one packet from the source.
     * @return where it is lost: in ascending order of places; a link is named if the packet gets to
     *         it. Valid until the next call
     */
    const std::vector<Loss>& Send();

    /** @return packets sent */
    uint64_t GetSent() const;

    /**
     * @brief Fixes the random streams; call before the first packet.
     * @param stream of the link to node 1; node n has stream + n - 1
     * @return streams used, one for each link
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /** @brief A packet that a link loses: its number, and the link's. */
    using Next = std::pair<double, uint32_t>;

    /** @brief Draws the first loss of every link. */
    void Start();

    std::vector<uint32_t> m_receivers;                //!< nodes, by place
    std::vector<Loss> m_links;                        //!< what each link's loss means
    std::vector<Ptr<GeometricRandomVariable>> m_gaps; //!< of links; null: no losses
    std::priority_queue<Next, std::vector<Next>, std::greater<Next>> m_next; //!< next losses
    std::vector<Loss> m_lost;                                                //!< of this packet
    uint64_t m_sent{0};                                                      //!< packets sent
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_LOSS_TREE_H
