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
/** @brief What became of a block. */
struct FecBlockResult
{
    uint32_t block{0};         //!< its number
    FecCode code;              //!< N + M; of the block before, if nothing of it arrived
    uint32_t expected{0};      //!< packets that were sent, as far as one can tell
    uint32_t received{0};      //!< of them, those that arrived
    uint32_t lost{0};          //!< data packets that neither arrived nor were restored
    uint32_t restored{0};      //!< data packets that did not arrive and were restored
    std::vector<bool> missing; //!< of each of N data packets, whether it is missing
};

/** @brief Counters of a FecBlockDecoder. */
struct FecDecoderCounters
{
    uint64_t expected{0};     //!< packets of closed blocks
    uint64_t received{0};     //!< of them, those that arrived
    uint64_t expectedData{0}; //!< data packets of closed blocks
    uint64_t lostData{0};     //!< of them, those that neither arrived nor were restored
    uint64_t restored{0};     //!< data packets that were restored
    uint64_t duplicates{0};   //!< packets that were there already
    uint64_t late{0};         //!< packets of blocks that were closed
    uint64_t inconsistent{0}; //!< packets that contradict others of their block
    uint64_t undecodable{0};  //!< attempts with N packets or more that restored not everything
    uint64_t damaged{0};      //!< attempts that showed the packets to contradict each other
    uint64_t restarts{0};     //!< times the block number jumped, as of a new sender

    /** @brief Adds other counters. @param other they @return the sum */
    FecDecoderCounters& operator+=(const FecDecoderCounters& other);
};

/**
 * @brief Restores lost packets of the blocks that a FecBlockEncoder made.
 *
 * Data packets are handed over as they arrive, restored ones as soon as N packets of their block
 * are there. Packets may arrive in any order and more than once; a packet is handed over once.
 *
 * A fixed number of blocks is open at a time. A packet of a later block closes the oldest ones;
 * what arrives for them afterwards is dropped. Memory is bounded by the open blocks. A block number
 * that is more than RESTART away from the newest one is taken for a new flow.
 *
 * How many packets a block had is known from its parity; if none arrived, packets behind the last
 * one that did are not counted as expected.
 */
class FecBlockDecoder
{
  public:
    /** @brief Hands over a packet: it, its block, its place there, and whether it was restored. */
    using Deliver = std::function<void(Ptr<Packet>, uint32_t, uint8_t, bool)>;
    /** @brief Tells of a block that was closed; blocks come in order. */
    using Closed = std::function<void(const FecBlockResult&)>;

    /** @brief Distance of block numbers from which on a flow is a new one. */
    static constexpr int32_t RESTART = 1024;

    /**
     * @param openBlocks blocks that are open at a time, at least 1, below RESTART
     * @param deliver called with packets
     * @param closed called with blocks
     */
    FecBlockDecoder(uint32_t openBlocks, Deliver deliver, Closed closed);

    /** @brief Expects a flow from its beginning. @param block first one @param code of it */
    void Start(uint32_t block, const FecCode& code);

    /** @brief Takes a packet. @param header of it, as FecHeader::Read() has checked it
     * @param packet without header */
    void Receive(const FecHeader& header, Ptr<Packet> packet);

    /** @brief Closes the blocks before a number, whether anything of them has arrived or not.
     * @param block first one to stay open, at most RESTART behind the newest */
    void CloseBefore(uint32_t block);

    /** @brief Closes all blocks that have begun; what still arrives for them is dropped. */
    void CloseAll();

    /** @return what happened so far */
    const FecDecoderCounters& GetCounters() const;

  private:
    /** @brief A block that is open. */
    struct Block
    {
        bool seen{false};                      //!< anything has arrived
        bool sized{false};                     //!< the number of data packets is known by parity
        FecCode code;                          //!< if seen
        uint32_t nominal{0};                   //!< N of the data packets, if seen
        uint32_t received{0};                  //!< packets that arrived
        uint32_t restored{0};                  //!< data packets
        uint32_t there{0};                     //!< data packets that arrived or were restored
        std::size_t length{0};                 //!< of a coded piece, if parity has arrived
        std::vector<Ptr<const Packet>> data;   //!< those that arrived or were restored
        std::vector<bool> arrived;             //!< of data, whether it arrived itself
        std::vector<Ptr<const Packet>> parity; //!< those that arrived
    };

    /** @brief Finds a block, opens it if need be. @param number of it @return nullptr if closed */
    Block* Find(uint32_t number);
    /** @brief Opens a block with its first packet, or sees whether a packet belongs to it.
     * @param block it @param header of the packet @return whether it does */
    static bool Admit(Block& block, const FecHeader& header);
    /** @brief Puts a data packet into its block. @return whether it fits */
    bool StoreData(Block& block, const FecHeader& header, Ptr<Packet> packet);
    /** @brief Puts a parity packet into its block. @return whether it fits */
    bool StoreParity(Block& block, const FecHeader& header, Ptr<Packet> packet);
    /** @brief Restores what can be restored. @param block it @param number of it */
    void Restore(Block& block, uint32_t number);
    /** @brief Closes the oldest open block. */
    void CloseOldest();

    uint32_t m_openBlocks;             //!< limit
    Deliver m_deliver;                 //!< takes packets
    Closed m_closed;                   //!< takes blocks
    bool m_started{false};             //!< a block was seen
    uint32_t m_first{0};               //!< number of the oldest open block
    std::deque<Block> m_blocks;        //!< open blocks
    FecCode m_lastCode;                //!< of the last block that was seen
    std::unique_ptr<FecCodec> m_codec; //!< that was used last
    FecDecoderCounters m_counters;     //!< counters
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_BLOCK_DECODER_H
