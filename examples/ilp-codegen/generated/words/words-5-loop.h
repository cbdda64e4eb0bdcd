// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of words-5.ilp.cfg, 9472c646868577df. Do not edit.
#ifndef NS3_HSN_WORDS_WORDS_5_LOOP_H
#define NS3_HSN_WORDS_WORDS_5_LOOP_H

#include "words-5-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace words
{
/// All functions on a group of 20 octets.
struct Words5Loop
{
    /// variables
    using State = Words5State;
    /// words of a group
    static constexpr uint32_t WORDS = 5;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        mask_words(v[0], v[1], v[2], v[3], v[4]);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        tcp_checksum(v[3], s.checksum_xsum);
        tcp_checksum(v[4], s.checksum_xsum);
    }

    /// From bottom to top. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Receive(State& s, uint32_t (&v)[WORDS])
    {
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        tcp_checksum(v[2], s.checksum_xsum);
        tcp_checksum(v[3], s.checksum_xsum);
        tcp_checksum(v[4], s.checksum_xsum);
        mask_words(v[0], v[1], v[2], v[3], v[4]);
    }
};
} // namespace words
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_WORDS_WORDS_5_LOOP_H
