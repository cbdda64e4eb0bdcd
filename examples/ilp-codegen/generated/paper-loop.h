// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of paper.ilp.cfg, 410e1ef2b1cc9732. Do not edit.
#ifndef NS3_HSN_PAPER_PAPER_LOOP_H
#define NS3_HSN_PAPER_PAPER_LOOP_H

#include "paper-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace paper
{
/// All functions on a group of 8 octets.
struct PaperLoop
{
    /// variables
    using State = PaperState;
    /// words of a group
    static constexpr uint32_t WORDS = 2;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        saferk64_encrypt(v[0], v[1], s.encryption_key, s.encryption_logtab, s.encryption_exptab);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
    }

    /// From bottom to top. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Receive(State& s, uint32_t (&v)[WORDS])
    {
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        saferk64_decrypt(v[0], v[1], s.encryption_key, s.encryption_logtab, s.encryption_exptab);
    }
};
} // namespace paper
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_PAPER_PAPER_LOOP_H
