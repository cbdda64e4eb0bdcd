// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_BLOCK_RECEIVER_H
#define HSN_TEAR_BLOCK_RECEIVER_H

#include "tear-header.h"

#include "ns3/byte-range-set.h"
#include "ns3/packet.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The receiving half of reliable transfer over TEAR: puts blocks in order, and says which
 * have arrived.
 *
 * A TearSackHeader reports at most eight ranges: those of the latest arrivals first, as the
 * earlier ones have been reported before.
 */
class TearBlockReceiver
{
  public:
    /** @brief What became of a block. */
    enum Fate
    {
        TAKEN,     //!< it is kept, or was handed out
        DUPLICATE, //!< it had arrived before
        NO_ROOM    //!< it is beyond the window
    };

    /** @param number of a block @param window see Add() @return whether Add() would keep it */
    bool IsNew(uint32_t number, uint32_t window) const;
    /** @brief A block has arrived. @param number of it @param payload not empty @param window
     * blocks, from the first missing one on, that there is room for @return what became of it */
    Fate Add(uint32_t number, Ptr<Packet> payload, uint32_t window);
    /** @return the next block in order, or null */
    Ptr<Packet> Remove();

    /** @return the first block that is missing */
    uint32_t GetNext() const
    {
        return m_next;
    }

    /** @return whether blocks wait for missing ones */
    bool HasGap() const
    {
        return !m_waiting.empty();
    }

    /** @param window blocks, from the first missing one on, that there is room for
     * @return the acknowledgement */
    TearSackHeader GetSack(uint32_t window) const;

  private:
    /** @param number of a block @return whether it has arrived */
    bool IsHere(uint32_t number) const;
    /** @param number of a block @param window see Add() @return whether it is within the window */
    bool HasRoom(uint32_t number, uint32_t window) const;

    uint32_t m_next{0};                        //!< the first block that is missing
    std::map<uint32_t, Ptr<Packet>> m_waiting; //!< arrived, not handed out
    ByteRangeSet m_ranges;                     //!< numbers of all that have arrived from m_next on
    uint32_t m_latest{0};                      //!< the latest one that had to wait
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_BLOCK_RECEIVER_H
