// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Kernels of integrated loops: functions on one unit of a message that is held in words, most
 * significant octet first. They change their words in place and keep what they need in variables of
 * their caller, so the host's order of octets does not matter.
 */
#ifndef ILP_KERNELS_H
#define ILP_KERNELS_H

#include "ilp-words.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Copies, that is, leaves as it is. A unit is 4 octets.
HSN_ILP_INLINE void
IlpCopy(uint32_t&)
{
}

/// Reverses the octets of a word. A unit is 4 octets. @param word of the message
HSN_ILP_INLINE void
IlpSwap(uint32_t& word)
{
    word = __builtin_bswap32(word);
}

/**
 * @brief Adds two numbers of 16 bits to an Internet checksum (RFC 1071). A unit is 4 octets.
 * @param word of the message, not changed
 * @param sum the sum so far, begins with 0; carries are added at once, so that its length is
 * unlimited
 */
HSN_ILP_INLINE void
IlpChecksum(uint32_t& word, uint32_t& sum)
{
    const uint32_t before = sum;
    sum += word; // a sum of 32 bits with end-around carry is one of 16, folded later
    sum += sum < before;
}

/// @param sum of IlpChecksum() @return its 16 bits, not complemented
HSN_ILP_INLINE uint16_t
IlpChecksumFold(uint32_t sum)
{
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<uint16_t>(sum);
}

/**
 * @brief Adds two numbers of 16 bits to an Internet checksum (RFC 1071), without a carry that words
 * pass on, so that loops of it can be done with vectors. A unit is 4 octets.
 * @param word of the message, not changed
 * @param sum the sum so far, begins with 0; room for 2^32 words
 */
HSN_ILP_INLINE void
IlpChecksum(uint32_t& word, uint64_t& sum)
{
    sum += word;
}

/// @param sum of IlpChecksum() @return its 16 bits, not complemented
HSN_ILP_INLINE uint16_t
IlpChecksumFold(uint64_t sum)
{
    sum = (sum & 0xffffffff) + (sum >> 32);
    return IlpChecksumFold(static_cast<uint32_t>((sum & 0xffffffff) + (sum >> 32)));
}

/// @param slice octets by which a table is ahead, 0 to 3 @param octet an octet
/// @return remainder of that octet followed by slice octets, by the generator of ITU-T I.363.5
constexpr uint32_t
IlpCrc32Remainder(uint32_t slice, uint32_t octet)
{
    uint32_t rest = octet << 24;
    for (uint32_t bit = 0; bit < 8 * (slice + 1); bit++)
    {
        rest = rest << 1 ^ (rest >> 31 != 0 ? 0x04c11db7 : 0);
    }
    return rest;
}

/// Tables of a CRC by words, the last octet's first.
struct IlpCrc32Tables
{
    /// Computes them.
    constexpr IlpCrc32Tables()
    {
        for (uint32_t slice = 0; slice < 4; slice++)
        {
            for (uint32_t octet = 0; octet < 256; octet++)
            {
                of[slice][octet] = IlpCrc32Remainder(slice, octet);
            }
        }
    }

    uint32_t of[4][256]{}; //!< by octets that follow, by octet
};

inline constexpr IlpCrc32Tables ILP_CRC32_TABLES; //!< of IlpCrc32()
constexpr uint32_t ILP_CRC32_FIRST = 0xffffffff;  //!< CRC before the first word

/**
 * @brief Adds a word to a CRC-32 as of AAL5 (ITU-T I.363.5: most significant bit first, preset to
 * ones). A unit is 4 octets.
 * @param word of the message, not changed
 * @param crc so far, begins with ILP_CRC32_FIRST; the CRC is its complement
 */
HSN_ILP_INLINE void
IlpCrc32(uint32_t& word, uint32_t& crc)
{
    const uint32_t x = crc ^ word;
    const auto& t = ILP_CRC32_TABLES.of;
    crc = t[3][x >> 24] ^ t[2][x >> 16 & 0xff] ^ t[1][x >> 8 & 0xff] ^ t[0][x & 0xff];
}

/// The simple cipher: exclusive or with a key. A unit is 4 octets. @param word of the message
/// @param key 32 bits
HSN_ILP_INLINE void
IlpXor(uint32_t& word, uint32_t key)
{
    word ^= key;
}

/**
 * @brief A cipher of two instructions, as simple as that of M. Abbott, L. Peterson, "Increasing
 * network throughput by integrating protocol layers" (1993), which is not defined there. A unit is
 * 4 octets.
 * @param word of the message
 * @param key 32 bits
 * @param addend 32 bits
 */
HSN_ILP_INLINE void
IlpPes(uint32_t& word, uint32_t key, uint32_t addend)
{
    word = (word ^ key) + addend;
}

/// @param word four elements of GF(2^8), polynomial 0x11d @return each of them times 2
HSN_ILP_INLINE uint32_t
IlpGfDouble(uint32_t word)
{
    const uint32_t high = word >> 7 & 0x01010101;
    return (word << 1 & 0xfefefefe) ^ high * 0x1d;
}

/**
 * @brief Adds a word of a cell to the two parity cells of information dispersal: P is the sum of
 * all cells, Q = 2 Q + cell in GF(2^8). A unit is a cell.
 * @param word of the cell, not changed
 * @param p word of P at the same place, begins with 0
 * @param q word of Q at the same place, begins with 0
 */
HSN_ILP_INLINE void
IlpDisperse(uint32_t& word, uint32_t& p, uint32_t& q)
{
    p ^= word;
    q = IlpGfDouble(q) ^ word;
}

/**
 * @brief A cipher that chains its units: each word of plain text changes the key of the next. Shows
 * that state may pass from unit to unit. A unit is 4 octets.
 * @param word of the message, becomes cipher text
 * @param state begins with the key
 */
HSN_ILP_INLINE void
IlpChainEncrypt(uint32_t& word, uint32_t& state)
{
    const uint32_t plain = word;
    word ^= state;
    state = (state << 7 | state >> 25) + plain;
}

/// Inverts IlpChainEncrypt(). @param word of the message @param state begins with the key
HSN_ILP_INLINE void
IlpChainDecrypt(uint32_t& word, uint32_t& state)
{
    word ^= state;
    state = (state << 7 | state >> 25) + word;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_KERNELS_H
