// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_LINK_LOSS_H
#define HSN_MULTICAST_LINK_LOSS_H

#include "ns3/error-model.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @brief Losses of one direction of a point-to-point link of a multicast tree.
 *
 * Packets to groups are lost by the link's random stream, one number for each: the n-th of them is
 * lost or not whatever else the link carries. Packets from or to a single receiver are lost by a
 * stream of that receiver and this link. So a receiver that is added changes no other's losses,
 * also if it is polled and answers.
 *
 * The model reads packets as a PointToPointNetDevice has them: IPv4 behind the header of PPP.
 */
class MulticastLinkLoss : public ErrorModel
{
  public:
    /// Tells of an IPv4 datagram whether it may be lost.
    using Exposed = std::function<bool(Ptr<const Packet> datagram)>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    MulticastLinkLoss();
    ~MulticastLinkLoss() override;

    /** @param exposed tells which datagrams may be lost; without it, all */
    void SetExposed(Exposed exposed);

    /**
     * @brief Fixes the random streams.
     * @param groups stream of packets to groups
     * @param hosts first of 2^24 streams: a receiver has that with the last three octets of its
     * address
     */
    void AssignStreams(int64_t groups, int64_t hosts);

  private:
    // inherited from ErrorModel
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    /** @param address of a receiver @return what decides on its packets */
    Ptr<UniformRandomVariable> GetRandom(uint32_t address);

    double m_rate;                                           //!< attribute
    bool m_upward;                                           //!< attribute
    Exposed m_exposed;                                       //!< see SetExposed
    Ptr<UniformRandomVariable> m_groups;                     //!< decides on packets to groups
    std::map<uint32_t, Ptr<UniformRandomVariable>> m_others; //!< on others, by address
    int64_t m_hosts{-1};                                     //!< first stream; negative: automatic
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_LINK_LOSS_H
