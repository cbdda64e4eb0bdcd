// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of words-12.ilp.cfg, c7d35694b2c7da3d. Do not edit.
#ifndef NS3_HSN_WORDS_WORDS_12_LOOP_H
#define NS3_HSN_WORDS_WORDS_12_LOOP_H

#include "words-12-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace words
{
/// All functions on a group of 48 octets.
struct Words12Loop
{
    /// variables
    using State = Words12State;
    /// words of a group
    static constexpr uint32_t WORDS = 12;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        mask_words(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        tcp_checksum(v[3], s.checksum_xsum);
        tcp_checksum(v[4], s.checksum_xsum);
        tcp_checksum(v[5], s.checksum_xsum);
        tcp_checksum(v[6], s.checksum_xsum);
        tcp_checksum(v[7], s.checksum_xsum);
        tcp_checksum(v[8], s.checksum_xsum);
        tcp_checksum(v[9], s.checksum_xsum);
        tcp_checksum(v[10], s.checksum_xsum);
        tcp_checksum(v[11], s.checksum_xsum);
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
        tcp_checksum(v[9], s.checksum_xsum);
        tcp_checksum(v[10], s.checksum_xsum);
        tcp_checksum(v[11], s.checksum_xsum);
        mask_words(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]);
    }
};
} // namespace words
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_WORDS_WORDS_12_LOOP_H
