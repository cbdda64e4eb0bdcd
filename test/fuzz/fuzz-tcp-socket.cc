// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/tcp/indexed-tcp-socket transport/tcp/indexed-tcp-socket-ack
// Covers transport/tcp/indexed-tcp-socket-input transport/tcp/indexed-tcp-socket-open
// Covers transport/tcp/indexed-tcp-socket-output transport/tcp/tcp-loss-recovery
// Covers transport/tcp/tcp-loss-recovery-ack transport/tcp/tcp-retransmit-timer
// Covers transport/tcp/tcp-scoreboard
/**
 * @file
 * libFuzzer target for the TCP socket; fuzz-tcp-world.h describes the input and what holds.
 */
#include "fuzz-tcp-world.h"

#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param how settings @return beginning of a seed
FuzzOutput
Begin(int how)
{
    return FuzzOutput().Bytes({how});
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    return TcpWorld(in).Run();
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    const std::vector<uint8_t> block = {0,  16, 0, 0, 128,  0xfc, 99, 9, 3,    1, 1, 5,
                                        10, 0,  0, 2, 0x10, 0,    0,  2, 0x10, 0, 0};
    // settings: 1: sequence numbers do not wrap; 2: SACK, 4: NewReno; 8: fine timers; 16: ECN; 32:
    // timestamps; 64: active; 128: the handshake is done
    // steps: 7 and which: handshake; 6 and octets: data arrives; 3 and octets: write; 4: read; 2
    // and milliseconds: time passes; 5 and a call; 0: a segment: flags, offsets of its number and
    // of its acknowledgement, window, options, data
    return {
        {"passive-reads", Begin(0).Bytes({7, 0, 7, 2, 6, 1, 0, 4, 2, 0, 7, 3, 5, 1, 7, 2})},
        {"active-reads", Begin(64).Bytes({2, 0, 1, 7, 1, 6, 1, 0, 6, 2, 0, 4, 8, 0})},
        {"passive-writes", Begin(128).Bytes({3, 3, 0, 6, 0, 0, 2, 1, 0, 6, 0, 0, 5, 1, 6, 0, 0})},
        {"active-writes", Begin(192).Bytes({3, 4, 0, 6, 0, 0, 3, 2, 0, 7, 2, 5, 2, 7, 2, 7, 3})},
        {"timeout", Begin(128).Bytes({3, 3, 0, 2, 40, 0, 6, 0, 0, 2, 20, 0, 6, 0, 0})},
        {"fine-timeout", Begin(136).Bytes({3, 3, 0, 2, 40, 0, 6, 0, 0})},
        {"closed-by-peer", Begin(192).Bytes({6, 0, 9, 7, 3, 4, 0, 99, 5, 1, 7, 2})},
        {"reset", Begin(192).Bytes({3, 0, 9, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
        {"out-of-order",
         Begin(128).Bytes({0, 16, 0, 100, 0, 0, 99, 9, 0, 0, 100, 6, 0, 100, 4, 1, 0})},
        {"duplicates-reno",
         Begin(192)
             .Bytes({3, 8, 0, 6, 0, 0, 3, 8, 0})
             .Octets(std::vector<uint8_t>(
                 {0, 16, 0, 0, 3, 0xe2, 99, 9, 0, 0, 0, 0, 16, 0, 0, 3, 0xe2, 99, 9, 0, 0, 0}))},
        {"sack", // three times, 1028 octets are missing, of which the last 500 arrived
         Begin(198)
             .Bytes({3, 8, 0, 6, 0, 0, 3, 8, 0})
             .Octets(block)
             .Octets(block)
             .Octets(block)
             .Bytes({6, 0, 0})},
        {"ecn", Begin(208).Bytes({3, 4, 0, 0, 0xd0, 0, 0, 0, 0, 99, 9, 0, 0, 50, 4, 0, 60})},
        {"timestamps", Begin(96).Bytes({0, 18, 0, 0, 0, 0, 99, 9, 3, 1, 1, 8, 10, 0, 0, 0, 9,
                                        0, 0,  0, 1, 0, 0, 7,  1, 3, 1, 0, 6, 0,  9, 4, 0, 9})},
        {"zero-window",
         Begin(192).Bytes({0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 2, 60, 0, 6, 0, 0})},
    };
}
