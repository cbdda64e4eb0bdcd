// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Words of 4 octets in memory, most significant octet first, as integrated loops read and write
 * them.
 *
 * A program that defines HSN_ILP_COUNT before it includes any header of this room counts the
 * accesses; all of a program's sources must agree on that.
 */
#ifndef ILP_WORDS_H
#define ILP_WORDS_H

#include <cstdint>
#include <cstring>

/// Code that must be part of the loop that calls it, or integration gains nothing.
#define HSN_ILP_INLINE inline __attribute__((always_inline))
/// The same of a function without name.
#define HSN_ILP_LAMBDA __attribute__((always_inline))

namespace ns3
{
namespace hsn
{
/// Accesses to messages, if HSN_ILP_COUNT is defined.
struct IlpAccesses
{
    uint64_t reads{0};  //!< words read
    uint64_t writes{0}; //!< words written
};

/// @return the counters of this thread; they are never reset
inline IlpAccesses&
IlpGetAccesses()
{
    static thread_local IlpAccesses accesses;
    return accesses;
}

/// Counts a word that was read.
HSN_ILP_INLINE void
IlpCountRead()
{
#ifdef HSN_ILP_COUNT
    IlpGetAccesses().reads++;
#endif
}

/// Counts a word that was written.
HSN_ILP_INLINE void
IlpCountWrite()
{
#ifdef HSN_ILP_COUNT
    IlpGetAccesses().writes++;
#endif
}

/// @param word a word @return its octets in reverse order if the host's least significant comes
/// first
HSN_ILP_INLINE uint32_t
IlpBigEndian(uint32_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return __builtin_bswap32(word);
#else
    return word;
#endif
}

/// @param from 4 octets @return the number that they are, most significant first
HSN_ILP_INLINE uint32_t
IlpReadWord(const uint8_t* from)
{
    IlpCountRead();
    uint32_t word;
    std::memcpy(&word, from, 4);
    return IlpBigEndian(word);
}

/// @param to where 4 octets are written, most significant first @param word the number
HSN_ILP_INLINE void
IlpWriteWord(uint8_t* to, uint32_t word)
{
    IlpCountWrite();
    word = IlpBigEndian(word);
    std::memcpy(to, &word, 4);
}
} // namespace hsn
} // namespace ns3

#endif // ILP_WORDS_H
