// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of triple.ilp.cfg, 1450a3dcab93752e. Do not edit.
#ifndef NS3_HSN_TRIPLE_TRIPLE_LOOP_H
#define NS3_HSN_TRIPLE_TRIPLE_LOOP_H

#include "triple-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace triple
{
/// All functions on a group of 12 octets.
struct TripleLoop
{
    /// variables
    using State = TripleState;
    /// words of a group
    static constexpr uint32_t WORDS = 3;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        xor96(v[0], v[1], v[2], s.cipher_key);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        crc32(v[0], s.crc_crc);
        crc32(v[1], s.crc_crc);
        crc32(v[2], s.crc_crc);
    }

    /// From bottom to top. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Receive(State& s, uint32_t (&v)[WORDS])
    {
        crc32(v[0], s.crc_crc);
        crc32(v[1], s.crc_crc);
        crc32(v[2], s.crc_crc);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        xor96(v[0], v[1], v[2], s.cipher_key);
    }
};
} // namespace triple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_TRIPLE_TRIPLE_LOOP_H
