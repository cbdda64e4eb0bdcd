// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Command-line options that the programs of this paper share.
 */
#ifndef PACKET_FEC_OPTIONS_H
#define PACKET_FEC_OPTIONS_H

#include "../program-options.h"

#include "ns3/fec-codec.h"
#include "ns3/packet-fec-model.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// @param text none, or N+M @return the code
inline PacketFecCode
ParseCode(const std::string& text)
{
    if (text == "none")
    {
        return {1, 0};
    }
    const auto plus = text.find('+');
    RequireOption(plus != std::string::npos, "code", text, "must be none or N+M");
    const auto n = SplitNumbers("code", text.substr(0, plus));
    const auto m = SplitNumbers("code", text.substr(plus + 1));
    RequireOption(n.size() == 1 && m.size() == 1 && n[0] >= 1 && m[0] >= 0 && n[0] + m[0] <= 65535,
                  "code",
                  text,
                  "N must be at least 1, M at least 0, N+M at most 65535");
    return {static_cast<uint32_t>(n[0]), static_cast<uint32_t>(m[0])};
}

/// @param name Xor, ShiftXor, ShiftXorTruncated or ReedSolomon @return its number
inline FecCodecType
ParseCodec(const std::string& name)
{
    RequireOption(name == "Xor" || name == "ShiftXor" || name == "ShiftXorTruncated" ||
                      name == "ReedSolomon",
                  "codec",
                  name,
                  "must be Xor, ShiftXor, ShiftXorTruncated or ReedSolomon");
    return name == "Xor"                 ? FEC_CODEC_XOR
           : name == "ShiftXor"          ? FEC_CODEC_SHIFT_XOR
           : name == "ShiftXorTruncated" ? FEC_CODEC_SHIFT_XOR_TRUNCATED
                                         : FEC_CODEC_REED_SOLOMON;
}

/// @param codec its name @param code N + M @return both; ends the program if they do not fit
inline FecCode
MakeFecCode(const std::string& codec, PacketFecCode code)
{
    const FecCode made{ParseCodec(codec), code.data, code.parity};
    const std::string error = made.Check();
    RequireOption(error.empty(), error);
    return made;
}

/// Ends the program unless a loss rate and a mean run of losses are possible.
/// @param loss e @param run mean number of packets lost in a row, 0: independent
inline void
RequireLoss(double loss, double run)
{
    RequireOption(loss >= 0 && loss < 1, "loss", loss, "must be at least 0 and below 1");
    RequireOption(run == 0 || run >= 1 / (1 - loss),
                  "run",
                  run,
                  "must be 0 (independent losses) or at least 1 / (1 - loss)");
}
} // namespace hsn
} // namespace ns3

#endif // PACKET_FEC_OPTIONS_H
