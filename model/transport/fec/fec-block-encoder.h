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
 * @brief Makes blocks of N + M packets of a flow of packets of any lengths.
 *
 * Data packets go out at once, with a FecHeader and otherwise as they are. What is coded is each
 * packet's length (16 bits), its octets, and zeros up to the longest packet of the block. A
 * change of the code holds from the next block on. A block that is ended early is coded as one of
 * fewer data packets.
 */
class FecBlockEncoder
{
  public:
    /** @brief Longest packet: its length and the parity's excess must fit into 16 bits. */
    static constexpr uint32_t LONGEST_PACKET = 65535 - 2 - 508;

    /** @param firstBlock number of the first block @param flow of the headers */
    explicit FecBlockEncoder(uint32_t firstBlock = 0, uint8_t flow = 0);

    /** @param code of blocks that begin from now on, must be valid */
    void SetCode(const FecCode& code);

    /** @return code of the block that the next packet will be in */
    const FecCode& GetCode() const;

    /** @return number of the block that the next packet will be in */
    uint32_t GetBlock() const;

    /** @return data packets in the block that has begun, less than N */
    uint32_t GetPending() const;

    /**
     * @brief Adds a packet to the block.
     * @param packet of at most LONGEST_PACKET octets
     * @return what to send: the packet with its header and, if it is the last one of the block, all
     *         parity packets
     */
    std::vector<Ptr<Packet>> Add(Ptr<const Packet> packet);

    /**
     * @brief Ends a block that has begun.
     * @return parity packets to send; none if no block has begun, or if it has no parity, which
     *         then goes on
     */
    std::vector<Ptr<Packet>> Flush();

  private:
    /** @param type of packet @param index in the block @return a header for this block */
    FecHeader MakeHeader(FecPacketType type, uint32_t index) const;
    /** @brief Ends the block. @param shortBlock whether it is short @param out gets the parity */
    void End(bool shortBlock, std::vector<Ptr<Packet>>& out);

    FecCode m_next;                             //!< code of the next block
    FecCode m_code;                             //!< code of this block
    uint32_t m_block;                           //!< its number
    uint8_t m_flow;                             //!< of the headers
    uint32_t m_count{0};                        //!< packets in it
    std::vector<std::vector<uint8_t>> m_pieces; //!< they, with length, if there will be parity
    std::unique_ptr<FecCodec> m_codec;          //!< that was used last
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_BLOCK_ENCODER_H
