// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Functions of protocols as stages of a pipeline, on words as the host has them. Each source that
 * includes this compiles them in its own way, so everything here is its own (unnamed namespace).
 */
#ifndef ILP_REAL_STAGES_H
#define ILP_REAL_STAGES_H

#include "ns3/ilp-pipeline.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param a a number @param b a number @return a number that has no pattern
constexpr uint32_t
IlpScramble(uint32_t a, uint32_t b)
{
    uint32_t x = a * 0x9e3779b9U + b * 0x85ebca6bU + 0x7f4a7c15U;
    x = (x ^ x >> 15) * 0x2c1b3c6dU;
    x = (x ^ x >> 12) * 0x297a2d39U;
    return x ^ x >> 15;
}

/// A real function without state. @tparam KERNEL it
template <void (*KERNEL)(uint32_t&)>
struct IlpPlainStage
{
    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = true;

    /// Nothing to set.
    void Init()
    {
    }

    /// @return nothing
    uint32_t Digest() const
    {
        return 0;
    }

    /// @param word of the message
    HSN_ILP_INLINE void operator()(uint32_t& word, uint32_t)
    {
        KERNEL(word);
    }
};

/// A cipher.
struct IlpPesStage
{
    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = true;

    uint32_t key;    //!< of the cipher
    uint32_t addend; //!< of the cipher

    /// Sets the key.
    void Init()
    {
        key = 0x3c6ef372;
        addend = 0x1b873593;
    }

    /// @return nothing
    uint32_t Digest() const
    {
        return 0;
    }

    /// @param word of the message
    HSN_ILP_INLINE void operator()(uint32_t& word, uint32_t)
    {
        IlpPes(word, key, addend);
    }
};

/// The Internet checksum, which does not mind the order of octets but for that of its own.
struct IlpChecksumStage
{
    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = false;

    uint64_t sum; //!< so far

    /// Sets the sum.
    void Init()
    {
        sum = 0;
    }

    /// @return the checksum
    uint32_t Digest() const
    {
        return IlpChecksumFold(sum);
    }

    /// @param word of the message
    HSN_ILP_INLINE void operator()(uint32_t& word, uint32_t)
    {
        IlpChecksum(word, sum);
    }
};

/// The CRC of AAL5, of words as the host has them.
struct IlpCrc32Stage
{
    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = false;

    uint32_t crc; //!< so far

    /// Sets the CRC.
    void Init()
    {
        crc = ILP_CRC32_FIRST;
    }

    /// @return the CRC
    uint32_t Digest() const
    {
        return ~crc;
    }

    /// @param word of the message
    HSN_ILP_INLINE void operator()(uint32_t& word, uint32_t)
    {
        uint32_t number = IlpBigEndian(word);
        IlpCrc32(number, crc);
    }
};

/// Two parity cells.
struct IlpDisperseStage
{
    static constexpr uint32_t WORDS = 12; // a cell of 48 octets
    static constexpr bool WRITES = false;

    uint32_t p[WORDS]; //!< the one
    uint32_t q[WORDS]; //!< the other

    /// Sets them to zeros.
    void Init()
    {
        for (uint32_t i = 0; i < WORDS; i++)
        {
            p[i] = q[i] = 0;
        }
    }

    /// @return both in short
    uint32_t Digest() const
    {
        uint32_t digest = 0;
        for (uint32_t i = 0; i < WORDS; i++)
        {
            digest = IlpScramble(IlpScramble(digest, p[i]), q[i]);
        }
        return digest;
    }

    /// @param word of the message @param place in the cell
    HSN_ILP_INLINE void operator()(uint32_t& word, uint32_t place)
    {
        IlpDisperse(word, p[place], q[place]);
    }
};

} // namespace
} // namespace hsn
} // namespace ns3

#endif // ILP_REAL_STAGES_H
