// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The kernels that the configurations of this folder name. With HSN_ILP_NOINLINE each kernel is a
 * function that is called.
 */
#ifndef ILP_CODEGEN_LIBRARY_H
#define ILP_CODEGEN_LIBRARY_H

#include "ns3/ilp-kernels.h"
#include "ns3/ilp-safer.h"

#include <cstdint>

#ifdef HSN_ILP_NOINLINE
#define ILP_CODEGEN_KERNEL inline __attribute__((noinline))
#else
#define ILP_CODEGEN_KERNEL HSN_ILP_INLINE
#endif

namespace ns3
{
namespace hsn
{
/// Calls of kernels, if HSN_ILP_COUNT is defined.
struct KernelCalls
{
    uint64_t checksum{0}; //!< tcp_checksum
    uint64_t cipher{0};   //!< saferk64_encrypt, saferk64_decrypt, xor64, xor96, mask_words
    uint64_t crc{0};      //!< crc32
    uint64_t init{0};     //!< what INIT names
    uint64_t begin{0};    //!< init value crc32_first() of a result
};

/// @return the counters
inline KernelCalls&
GetKernelCalls()
{
    static KernelCalls calls;
    return calls;
}

#ifdef HSN_ILP_COUNT
#define ILP_CODEGEN_COUNT(what) GetKernelCalls().what++
#else
#define ILP_CODEGEN_COUNT(what) static_cast<void>(0)
#endif

inline constexpr IlpSaferKeys SAFER_KEYS = IlpSaferExpand({8, 7, 6, 5, 4, 3, 2, 1}); //!< the user's

/// Internet checksum. @param w word @param sum so far
ILP_CODEGEN_KERNEL void
tcp_checksum(uint32_t& w, uint32_t& sum)
{
    ILP_CODEGEN_COUNT(checksum);
    IlpChecksum(w, sum);
}

/// Folds a sum to 16 bits and complements it. @param sum of tcp_checksum
inline void
TCP_xsum_final(uint32_t* sum)
{
    *sum = static_cast<uint16_t>(~IlpChecksumFold(*sum));
}

/// SAFER K-64. @param a word @param b word @param key keys of all rounds @param log table
/// @param exp table
ILP_CODEGEN_KERNEL void
saferk64_encrypt(uint32_t& a,
                 uint32_t& b,
                 const uint8_t* key,
                 const uint32_t* log,
                 const uint32_t* exp)
{
    ILP_CODEGEN_COUNT(cipher);
    IlpSaferEncrypt(a, b, key, log, exp);
}

/// Its inverse. @param a word @param b word @param key keys of all rounds @param log table
/// @param exp table
ILP_CODEGEN_KERNEL void
saferk64_decrypt(uint32_t& a,
                 uint32_t& b,
                 const uint8_t* key,
                 const uint32_t* log,
                 const uint32_t* exp)
{
    ILP_CODEGEN_COUNT(cipher);
    IlpSaferDecrypt(a, b, key, log, exp);
}

/// Sets the pointers of SAFER K-64, key 08 07 06 05 04 03 02 01. @param key keys of all rounds
/// @param log table @param exp table
inline void
saferk64_ilp_init(const uint8_t*& key, const uint32_t*& log, const uint32_t*& exp)
{
    ILP_CODEGEN_COUNT(init);
    key = SAFER_KEYS.data();
    log = ILP_SAFER_TABLES.log;
    exp = ILP_SAFER_TABLES.exp;
}

/// Exclusive or with 8 octets. @param a word @param b word @param high key @param low key
ILP_CODEGEN_KERNEL void
xor64(uint32_t& a, uint32_t& b, uint32_t high, uint32_t low)
{
    ILP_CODEGEN_COUNT(cipher);
    IlpXor(a, high);
    IlpXor(b, low);
}

/// Sets the key of xor64. @param high half @param low half
inline void
xor64_init(uint32_t& high, uint32_t& low)
{
    ILP_CODEGEN_COUNT(init);
    high = 0x01234567;
    low = 0x89abcdef;
}

/// Sets the key of xor96. @param key the key
inline void
xor96_init(uint32_t& key)
{
    ILP_CODEGEN_COUNT(init);
    key = 0x9e3779b9;
}

/// Exclusive or with 12 octets. @param a word @param b word @param c word @param key their key
ILP_CODEGEN_KERNEL void
xor96(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t key)
{
    ILP_CODEGEN_COUNT(cipher);
    IlpXor(a, key);
    IlpXor(b, key << 1);
    IlpXor(c, key << 2);
}

/// Exclusive or with a constant, of units of any length. @param words of a unit
template <class... Words>
ILP_CODEGEN_KERNEL void
mask_words(Words&... words)
{
    ILP_CODEGEN_COUNT(cipher);
    (IlpXor(words, 0x5bd1e995), ...);
}

/// @return CRC before the first word
inline uint32_t
crc32_first()
{
    ILP_CODEGEN_COUNT(begin);
    return ILP_CRC32_FIRST;
}

/// CRC-32 of AAL5. @param w word @param crc so far
ILP_CODEGEN_KERNEL void
crc32(uint32_t& w, uint32_t& crc)
{
    ILP_CODEGEN_COUNT(crc);
    IlpCrc32(w, crc);
}

/// Complements a CRC. @param crc of crc32
inline void
crc32_final(uint32_t* crc)
{
    *crc = ~*crc;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_CODEGEN_LIBRARY_H
