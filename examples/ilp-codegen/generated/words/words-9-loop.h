// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of words-9.ilp.cfg, 76a5f74299329458. Do not edit.
#ifndef NS3_HSN_WORDS_WORDS_9_LOOP_H
#define NS3_HSN_WORDS_WORDS_9_LOOP_H

#include "words-9-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace words
{
/// All functions on a group of 36 octets.
struct Words9Loop
{
    /// variables
    using State = Words9State;
    /// words of a group
    static constexpr uint32_t WORDS = 9;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        mask_words(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        tcp_checksum(v[3], s.checksum_xsum);
        tcp_checksum(v[4], s.checksum_xsum);
        tcp_checksum(v[5], s.checksum_xsum);
        tcp_checksum(v[6], s.checksum_xsum);
        tcp_checksum(v[7], s.checksum_xsum);
        tcp_checksum(v[8], s.checksum_xsum);
    }

    /// From bottom to top. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Receive(State& s, uint32_t (&v)[WORDS])
    {
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        tcp_checksum(v[3], s.checksum_xsum);
        tcp_checksum(v[4], s.checksum_xsum);
        tcp_checksum(v[5], s.checksum_xsum);
        tcp_checksum(v[6], s.checksum_xsum);
        tcp_checksum(v[7], s.checksum_xsum);
        tcp_checksum(v[8], s.checksum_xsum);
        mask_words(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
    }
};
} // namespace words
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_WORDS_WORDS_9_LOOP_H
