// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What a synthetic function needs for blocks of several words, for the model and for compiled
 * functions.
 */
#ifndef ILP_BLOCK_H
#define ILP_BLOCK_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/// How a synthetic function uses its state.
enum class IlpMode : uint32_t
{
    FEED_FORWARD, //!< two operations on each word of state
    SERIAL        //!< all operations are one chain
};

/// @param block words, at least 1 @return additions by which each word of a block gets to depend on
/// all: each adds the one before it, twice round except where the second adds nothing new
constexpr uint32_t
IlpMixing(uint32_t block)
{
    return 2 * (block - 1);
}

/// @param mode of a function @param s words of state @param block words of a block, at least 1
/// @return the fewest instructions for each block: all words depend on each other, and the words of
/// state are updated (and, FEED_FORWARD: one of them is used by each word; SERIAL: all)
constexpr uint32_t
IlpLeastInstructions(IlpMode mode, uint32_t s, uint32_t block)
{
    return IlpMixing(block) + (mode == IlpMode::SERIAL ? 2 * s * block : s + block);
}
} // namespace hsn
} // namespace ns3

#endif // ILP_BLOCK_H
