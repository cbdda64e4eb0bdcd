// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_BLOCK_ENCODER_H
#define HSN_FEC_BLOCK_ENCODER_H

#include "fec-header.h"

#include "ns3/fec-codec.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Groups the packets of a flow, of any lengths, into blocks and adds parity packets.
 *
 * Data packets are sent immediately and unchanged but for a FecHeader. The code is applied to each
 * packet's length (16 bits) and bytes, padded with zeros to the longest packet of the block. A
 * change of the code applies from the next block on. A block that is ended early is encoded with
 * fewer data packets.
 */
class FecBlockEncoder
{
  public:
    /** @brief Longest packet in bytes: the length of its parity must fit into 16 bits. */
    static constexpr uint32_t LONGEST_PACKET = 65535 - 2 - 508;

    /** @param firstBlock number of the first block @param flow flow number in the headers */
    explicit FecBlockEncoder(uint32_t firstBlock = 0, uint8_t flow = 0);

    /** @param code code of the next blocks; must be valid */
    void SetCode(const FecCode& code);

    /** @return code of the next packet's block */
    const FecCode& GetCode() const;

    /** @return number of the next packet's block */
    uint32_t GetBlock() const;

    /** @return number of data packets in the incomplete block, less than N */
    uint32_t GetPending() const;

    /**
     * @brief Adds a packet to the block.
     * @param packet the packet, of at most LONGEST_PACKET bytes
     * @return packets to send: this one with its header and, if it completes the block, all parity
     *         packets
     */
    std::vector<Ptr<Packet>> Add(Ptr<const Packet> packet);

    /**
     * @brief Ends an incomplete block.
     * @return parity packets to send; none if there is no incomplete block, or if its code has no
     *         parity, in which case the block continues
     */
    std::vector<Ptr<Packet>> Flush();

  private:
    /** @param type type of packet @param index index in the block @return a header for this block
     */
    FecHeader MakeHeader(FecPacketType type, uint32_t index) const;
    /** @brief Ends the block. @param shortBlock whether it is incomplete @param out vector to
     * append the parity packets to */
    void End(bool shortBlock, std::vector<Ptr<Packet>>& out);

    FecCode m_next;                             //!< code of the next block
    FecCode m_code;                             //!< code of this block
    uint32_t m_block;                           //!< number of this block
    uint8_t m_flow;                             //!< flow number in the headers
    uint32_t m_count{0};                        //!< data packets in this block
    std::vector<std::vector<uint8_t>> m_pieces; //!< data packets with length, if there is parity
    std::unique_ptr<FecCodec> m_codec;          //!< codec used last
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_BLOCK_ENCODER_H
