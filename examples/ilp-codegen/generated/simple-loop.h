// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of simple.ilp.cfg, 513fd337c417c3ea. Do not edit.
#ifndef NS3_HSN_SIMPLE_SIMPLE_LOOP_H
#define NS3_HSN_SIMPLE_SIMPLE_LOOP_H

#include "simple-state.h"

#include "ns3/ilp-loop.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace simple
{
/// All functions on a group of 8 octets.
struct SimpleLoop
{
    /// variables
    using State = SimpleState;
    /// words of a group
    static constexpr uint32_t WORDS = 2;
    /// whether runs of words are not buffered
    static constexpr bool RUNS = true;

    /// From top to bottom. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Send(State& s, uint32_t (&v)[WORDS])
    {
        xor64(v[0], v[1], s.encryption_high, s.encryption_low);
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
    }

    /// From bottom to top. @param s variables @param v a group of words
    static HSN_ILP_INLINE void Receive(State& s, uint32_t (&v)[WORDS])
    {
        tcp_checksum(v[0], s.checksum_xsum);
        tcp_checksum(v[1], s.checksum_xsum);
        xor64(v[0], v[1], s.encryption_high, s.encryption_low);
    }
};
} // namespace simple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_SIMPLE_SIMPLE_LOOP_H
