// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_RECEIVER_LOSS_H
#define HSN_MULTICAST_RECEIVER_LOSS_H

#include "multicast-loss-tree.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Losses of a tree of shared links, for receivers that have no node and are known by their
 * index: the order of MulticastTree::GetReceivers().
 *
 * It keeps where the packets of a round are lost, so that a receiver may be looked at later.
 */
class MulticastReceiverLoss
{
  public:
    /** @param tree at least one receiver; otherwise std::invalid_argument is thrown
     * @param stream of the link to node 1; node n has stream + n - 1; negative: automatic */
    MulticastReceiverLoss(const MulticastTree& tree, int64_t stream);

    /** @param tree a tree @param receivers of a farm @return empty, or why the tree is not theirs
     */
    static std::string Check(const MulticastTree& tree, uint32_t receivers);

    /** @return receivers */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_places.size());
    }

    /** @param receiver index @return probability that a packet is lost on the way to it, or back */
    double GetPathLoss(uint32_t receiver) const
    {
        return m_pathLosses[receiver];
    }

    /** @brief Forgets the packets that were sent. */
    void BeginRound();
    /** @brief Sends one packet to all. */
    void Send();

    /** @param receiver index @param packet of this round, in the order of Send(), from 0 @return
     * whether it does not reach the receiver */
    bool IsLost(uint32_t receiver, std::size_t packet) const;
    /** @return receivers that the last packet does not reach */
    std::vector<uint32_t> GetLost() const;

  private:
    MulticastLossTree m_losses;                  //!< of the links
    std::vector<uint32_t> m_places;              //!< of receivers, as MulticastLossTree has them
    std::vector<uint32_t> m_receivers;           //!< by place
    std::vector<double> m_pathLosses;            //!< of receivers
    std::vector<MulticastLossTree::Loss> m_lost; //!< of all packets of the round
    std::vector<std::size_t> m_first{0};         //!< in m_lost: by packet, and the end
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_RECEIVER_LOSS_H
