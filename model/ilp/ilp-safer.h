// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SAFER K-64 (J. L. Massey, "SAFER K-64: a byte-oriented block-ciphering algorithm", Fast Software
 * Encryption 1993), as a kernel of integrated loops. It protects nothing today; it is here because
 * papers of its time measure with it.
 */
#ifndef ILP_SAFER_H
#define ILP_SAFER_H

#include "ilp-words.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Powers of 45 modulo 257, and their logarithms; 256 is written as 0.
struct IlpSaferTables
{
    /// Computes them.
    constexpr IlpSaferTables()
    {
        uint32_t power = 1;
        for (uint32_t i = 0; i < 256; i++)
        {
            exp[i] = power & 0xff;
            log[power & 0xff] = i;
            power = power * 45 % 257;
        }
    }

    uint32_t exp[256]{}; //!< 45^i
    uint32_t log[256]{}; //!< its inverse
};

inline constexpr IlpSaferTables ILP_SAFER_TABLES; //!< of all SAFER kernels

constexpr uint32_t ILP_SAFER_ROUNDS = 6; //!< as Massey recommends

/// Keys of all rounds and of the final mixing, 8 octets each.
using IlpSaferKeys = std::array<uint8_t, 8 * (2 * ILP_SAFER_ROUNDS + 1)>;

/// @param key 8 octets @return the keys of the rounds
constexpr IlpSaferKeys
IlpSaferExpand(const std::array<uint8_t, 8>& key)
{
    const auto& exp = ILP_SAFER_TABLES.exp;
    IlpSaferKeys keys{};
    for (uint32_t i = 0; i < 2 * ILP_SAFER_ROUNDS + 1; i++)
    {
        for (uint32_t j = 0; j < 8; j++)
        {
            const uint32_t turn = 3 * i % 8;
            const uint32_t turned = key[j] << turn | key[j] >> (8 - turn);
            const uint32_t bias = i == 0 ? 0 : exp[exp[(9 * (i + 1) + j + 1) & 0xff]];
            keys[8 * i + j] = static_cast<uint8_t>(turned + bias);
        }
    }
    return keys;
}

/// A layer of pseudo-Hadamard transforms. @param a becomes 2a + b @param b becomes a + b
HSN_ILP_INLINE void
IlpSaferMix(uint32_t& a, uint32_t& b)
{
    b += a;
    a += b;
}

/// Inverts IlpSaferMix(). @param a of a pair @param b of a pair
HSN_ILP_INLINE void
IlpSaferUnmix(uint32_t& a, uint32_t& b)
{
    a -= b;
    b -= a;
}

/**
 * @brief Encrypts a unit of 8 octets.
 * @param high its first word
 * @param low its second word
 * @param keys IlpSaferKeys
 * @param log logarithms, 256
 * @param exp powers, 256
 */
HSN_ILP_INLINE void
IlpSaferEncrypt(uint32_t& high,
                uint32_t& low,
                const uint8_t* keys,
                const uint32_t* log,
                const uint32_t* exp)
{
    uint32_t a = high >> 24;
    uint32_t b = high >> 16;
    uint32_t c = high >> 8;
    uint32_t d = high;
    uint32_t e = low >> 24;
    uint32_t f = low >> 16;
    uint32_t g = low >> 8;
    uint32_t h = low;
    for (uint32_t round = 0; round < ILP_SAFER_ROUNDS; round++, keys += 16)
    {
        a = exp[(a ^ keys[0]) & 0xff] + keys[8];
        b = log[(b + keys[1]) & 0xff] ^ keys[9];
        c = log[(c + keys[2]) & 0xff] ^ keys[10];
        d = exp[(d ^ keys[3]) & 0xff] + keys[11];
        e = exp[(e ^ keys[4]) & 0xff] + keys[12];
        f = log[(f + keys[5]) & 0xff] ^ keys[13];
        g = log[(g + keys[6]) & 0xff] ^ keys[14];
        h = exp[(h ^ keys[7]) & 0xff] + keys[15];
        IlpSaferMix(a, b);
        IlpSaferMix(c, d);
        IlpSaferMix(e, f);
        IlpSaferMix(g, h);
        IlpSaferMix(a, c);
        IlpSaferMix(e, g);
        IlpSaferMix(b, d);
        IlpSaferMix(f, h);
        IlpSaferMix(a, e);
        IlpSaferMix(b, f);
        IlpSaferMix(c, g);
        IlpSaferMix(d, h);
        // outputs in the order 1, 5, 2, 6, 3, 7, 4, 8
        const uint32_t second = b;
        const uint32_t fourth = d;
        b = e;
        e = c;
        c = second;
        d = f;
        f = g;
        g = fourth;
    }
    high = ((a ^ keys[0]) & 0xff) << 24 | ((b + keys[1]) & 0xff) << 16 |
           ((c + keys[2]) & 0xff) << 8 | ((d ^ keys[3]) & 0xff);
    low = ((e ^ keys[4]) & 0xff) << 24 | ((f + keys[5]) & 0xff) << 16 |
          ((g + keys[6]) & 0xff) << 8 | ((h ^ keys[7]) & 0xff);
}

/// Inverts IlpSaferEncrypt(). @param high first word @param low second word @param keys those of
/// the encryption
/// @param log logarithms, 256 @param exp powers, 256
HSN_ILP_INLINE void
IlpSaferDecrypt(uint32_t& high,
                uint32_t& low,
                const uint8_t* keys,
                const uint32_t* log,
                const uint32_t* exp)
{
    keys += 16 * ILP_SAFER_ROUNDS;
    uint32_t a = high >> 24 ^ keys[0];
    uint32_t b = (high >> 16) - keys[1];
    uint32_t c = (high >> 8) - keys[2];
    uint32_t d = high ^ keys[3];
    uint32_t e = low >> 24 ^ keys[4];
    uint32_t f = (low >> 16) - keys[5];
    uint32_t g = (low >> 8) - keys[6];
    uint32_t h = low ^ keys[7];
    for (uint32_t round = 0; round < ILP_SAFER_ROUNDS; round++)
    {
        keys -= 16;
        const uint32_t second = b;
        const uint32_t fourth = d;
        b = c;
        c = e;
        e = second;
        d = g;
        g = f;
        f = fourth;
        IlpSaferUnmix(a, e);
        IlpSaferUnmix(b, f);
        IlpSaferUnmix(c, g);
        IlpSaferUnmix(d, h);
        IlpSaferUnmix(a, c);
        IlpSaferUnmix(e, g);
        IlpSaferUnmix(b, d);
        IlpSaferUnmix(f, h);
        IlpSaferUnmix(a, b);
        IlpSaferUnmix(c, d);
        IlpSaferUnmix(e, f);
        IlpSaferUnmix(g, h);
        a = log[(a - keys[8]) & 0xff] ^ keys[0];
        b = exp[(b ^ keys[9]) & 0xff] - keys[1];
        c = exp[(c ^ keys[10]) & 0xff] - keys[2];
        d = log[(d - keys[11]) & 0xff] ^ keys[3];
        e = log[(e - keys[12]) & 0xff] ^ keys[4];
        f = exp[(f ^ keys[13]) & 0xff] - keys[5];
        g = exp[(g ^ keys[14]) & 0xff] - keys[6];
        h = log[(h - keys[15]) & 0xff] ^ keys[7];
    }
    high = (a & 0xff) << 24 | (b & 0xff) << 16 | (c & 0xff) << 8 | (d & 0xff);
    low = (e & 0xff) << 24 | (f & 0xff) << 16 | (g & 0xff) << 8 | (h & 0xff);
}
} // namespace hsn
} // namespace ns3

#endif // ILP_SAFER_H
