// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_BLOCK_DECODER_H
#define HSN_FEC_BLOCK_DECODER_H

#include "fec-header.h"

#include "ns3/fec-codec.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Outcome of a closed block. */
struct FecBlockResult
{
    uint32_t block{0};         //!< block number
    FecCode code;              //!< its code, or the previous block's if nothing was received
    uint32_t expected{0};      //!< packets sent, as far as known
    uint32_t received{0};      //!< packets received
    uint32_t lost{0};          //!< data packets neither received nor restored
    uint32_t restored{0};      //!< data packets restored
    std::vector<bool> missing; //!< for each of the N data packets, whether it is missing
};

/** @brief Counters of a FecBlockDecoder. */
struct FecDecoderCounters
{
    uint64_t expected{0};     //!< packets of closed blocks
    uint64_t received{0};     //!< packets received of closed blocks
    uint64_t expectedData{0}; //!< data packets of closed blocks
    uint64_t lostData{0};     //!< data packets neither received nor restored
    uint64_t restored{0};     //!< data packets restored
    uint64_t duplicates{0};   //!< packets received again
    uint64_t late{0};         //!< packets of blocks already closed
    uint64_t inconsistent{0}; //!< packets inconsistent with others of their block
    uint64_t undecodable{0};  //!< decodings with at least N packets that left data missing
    uint64_t damaged{0};      //!< decodings that failed because packets contradict each other
    uint64_t restarts{0};     //!< jumps of the block number, taken for a new flow

    /** @brief Adds counters. @param other counters to add @return the sum */
    FecDecoderCounters& operator+=(const FecDecoderCounters& other);
};

/**
 * @brief Restores lost packets of the blocks made by a FecBlockEncoder.
 *
 * Data packets are delivered on arrival, restored ones as soon as N packets of their block have
 * been received. Packets may be reordered and duplicated; each is delivered once.
 *
 * A fixed number of blocks is open at a time, which bounds the memory. A packet of a later block
 * closes the oldest ones; their late packets are dropped. A block number that differs by more than
 * RESTART from the newest one indicates a new flow.
 *
 * Parity packets tell the number of packets of a block. If none is received, packets after the last
 * received one are not counted as expected.
 */
class FecBlockDecoder
{
  public:
    /** @brief Delivers a packet. Arguments: packet, block number, index in the block, whether it
     * was restored. */
    using Deliver = std::function<void(Ptr<Packet>, uint32_t, uint8_t, bool)>;
    /** @brief Reports a closed block. Blocks are closed in order. */
    using Closed = std::function<void(const FecBlockResult&)>;

    /** @brief Distance of block numbers that indicates a new flow. */
    static constexpr int32_t RESTART = 1024;

    /**
     * @param openBlocks number of blocks open at a time, 1 to RESTART - 1
     * @param deliver called with each packet
     * @param closed called with each closed block
     */
    FecBlockDecoder(uint32_t openBlocks, Deliver deliver, Closed closed);

    /** @brief Expects a flow from its first block. @param block number of the first block
     * @param code its code */
    void Start(uint32_t block, const FecCode& code);

    /** @brief Receives a packet. @param header its header, checked by FecHeader::Read()
     * @param packet the packet without header */
    void Receive(const FecHeader& header, Ptr<Packet> packet);

    /** @brief Closes all blocks before a number, including those of which nothing was received.
     * @param block first block that stays open, at most RESTART behind the newest */
    void CloseBefore(uint32_t block);

    /** @brief Closes all open blocks; their late packets are dropped. */
    void CloseAll();

    /** @return counters */
    const FecDecoderCounters& GetCounters() const;

  private:
    /** @brief An open block. */
    struct Block
    {
        bool seen{false};                      //!< a packet was received
        bool sized{false};                     //!< parity has told the number of data packets
        FecCode code;                          //!< its code, if seen
        uint32_t nominal{0};                   //!< N in the data packets, if seen
        uint32_t received{0};                  //!< packets received
        uint32_t restored{0};                  //!< data packets restored
        uint32_t known{0};                     //!< data packets received or restored
        std::size_t length{0};                 //!< bytes of a coded piece, once parity is received
        std::vector<Ptr<const Packet>> data;   //!< data packets received or restored
        std::vector<bool> arrived;             //!< per data packet, whether it was received
        std::vector<Ptr<const Packet>> parity; //!< parity packets received
    };

    /** @brief Finds a block and opens it if necessary. @param number block number
     * @return the block; nullptr if it was closed */
    Block* Find(uint32_t number);
    /** @brief Initialises a block with its first packet, or checks a packet against it.
     * @param block the block @param header the packet's header @return whether they agree */
    static bool Admit(Block& block, const FecHeader& header);
    /** @brief Stores a data packet in its block. @return whether it is consistent */
    bool StoreData(Block& block, const FecHeader& header, Ptr<Packet> packet);
    /** @brief Stores a parity packet in its block. @return whether it is consistent */
    bool StoreParity(Block& block, const FecHeader& header, Ptr<Packet> packet);
    /** @brief Restores data packets. @param block the block @param number its number */
    void Restore(Block& block, uint32_t number);
    /** @brief Closes the oldest open block. */
    void CloseOldest();

    uint32_t m_openBlocks;             //!< limit on open blocks
    Deliver m_deliver;                 //!< receives packets
    Closed m_closed;                   //!< receives closed blocks
    bool m_started{false};             //!< the first block is known
    uint32_t m_first{0};               //!< number of the oldest open block
    std::deque<Block> m_blocks;        //!< open blocks
    FecCode m_lastCode;                //!< code of the last packet's block
    std::unique_ptr<FecCodec> m_codec; //!< codec used last
    FecDecoderCounters m_counters;     //!< counters
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_BLOCK_DECODER_H
