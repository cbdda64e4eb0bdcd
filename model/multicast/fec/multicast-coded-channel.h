// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MULTICAST_CODED_CHANNEL_H
#define HSN_MULTICAST_CODED_CHANNEL_H

#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/mac48-address.h"
#include "ns3/multicast-tree.h"
#include "ns3/packet.h"
#include "ns3/simple-channel.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
class GeometricRandomVariable;

/** @brief Counters of the coded links of a MulticastCodedChannel. */
struct MulticastCodedCounters
{
    uint64_t data{0};     //!< data packets at the beginning of links
    uint64_t parity{0};   //!< parity packets there
    uint64_t lost{0};     //!< packets lost, data and parity
    uint64_t lostData{0}; //!< data packets that did not come out at the end
};

/**
 * @brief A channel of a tree of lossy links, on some of which a block code works from end to end.
 *
 * At the beginning of such a link, FecBlockEncoder adds M parity packets to every N packets; at its
 * end, FecBlockDecoder restores what was lost. Packets leave the link in order: those behind a lost
 * one wait for the end of the block. Parity is sent at once, and packets take no time on links but
 * the attribute Delay in all. If packets cease, those that wait stay where they are.
 *
 * Otherwise it is as MulticastTreeChannel: the first device is the source's, then those of the
 * receivers in the ascending order of MulticastTree::GetReceivers(); what receivers send is
 * dropped; every link has a stream of its own, but draws for the packets that it carries. A packet
 * costs time for all links.
 */
class MulticastCodedChannel : public SimpleChannel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    MulticastCodedChannel();
    ~MulticastCodedChannel() override;

    /** @brief Sets the tree. @param tree with at least one receiver, otherwise
     * std::invalid_argument is thrown */
    void SetTree(const MulticastTree& tree);

    /** @brief Puts a code on all links of a part, after SetTree(). @param part of the tree
     * @param code N and M, both at least 1; otherwise std::invalid_argument is thrown */
    void Protect(MulticastTreePart part, const FecCode& code);

    /** @brief Fixes the random streams. @param stream of the link to node 1; that of node n is
     * stream + n - 1 @return streams used */
    int64_t AssignStreams(int64_t stream);

    /** @return counters of all coded links together; packets of the last blocks may be under way */
    const MulticastCodedCounters& GetCounters() const;

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override;
    void Add(Ptr<SimpleNetDevice> device) override;

  protected:
    void DoDispose() override;

  private:
    /** @brief What is known of the packets besides their octets. */
    struct Frame
    {
        uint16_t protocol{0}; //!< its number
        Mac48Address to;      //!< destination
        Mac48Address from;    //!< source
    };

    /** @brief A data packet of a block. */
    struct Piece
    {
        Ptr<Packet> packet; //!< at the end of the link; null: has not come
        Frame frame;        //!< as it was at the beginning: the code restores octets alone
    };

    /** @brief A link, by the node that it leads to. */
    struct Link
    {
        std::vector<uint32_t> children;           //!< nodes behind it
        uint32_t receiver{0};                     //!< index of the device there; 0: none
        MulticastTreePart part{MULTICAST_SHARED}; //!< of the tree
        Ptr<GeometricRandomVariable> gap;         //!< packets until a loss; null: no losses
        double untilLoss{0};                      //!< packets until the next one
        std::unique_ptr<FecBlockEncoder> encoder; //!< null: no code
        std::unique_ptr<FecBlockDecoder> decoder; //!< at its end
        std::vector<Piece> pieces;                //!< data packets of this block
        uint32_t next{0};                         //!< index of the first that has not left it
    };

    /** @param link a link that carries a packet @return whether it loses it */
    static bool Loses(Link& link);
    /** @brief Packet at a node. @param node number @param packet the packet @param frame of it */
    void Arrive(uint32_t node, Ptr<Packet> packet, Frame frame);
    /** @brief Packet at the beginning of a link. @param node behind it @param packet the packet
     * @param frame of it */
    void Carry(uint32_t node, Ptr<Packet> packet, Frame frame);

    std::vector<Link> m_links;                   //!< by node; 0: the source
    std::vector<Ptr<SimpleNetDevice>> m_devices; //!< of the source and of receivers
    MulticastCodedCounters m_counters;           //!< counters
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MULTICAST_CODED_CHANNEL_H
