// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Options that the programs of this paper share.
 */
#ifndef PACKET_FEC_OPTIONS_H
#define PACKET_FEC_OPTIONS_H

#include "ns3/fec-codec.h"
#include "ns3/packet-fec-model.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
constexpr double MAX_MS = 1e9; //!< of any time

/// @param text none, or N+M @param code the result @return empty, or what the text must be
inline std::string
ReadCode(const std::string& text, PacketFecCode& code)
{
    if (text == "none")
    {
        code = {1, 0};
        return "";
    }
    const auto plus = text.find('+');
    const std::string digits = "0123456789";
    const std::string n = text.substr(0, plus);
    const std::string m = plus == std::string::npos ? "" : text.substr(plus + 1);
    const auto isNumber = [&digits](const std::string& number) {
        return !number.empty() && number.size() <= 5 &&
               number.find_first_not_of(digits) == std::string::npos;
    };
    if (!isNumber(n) || !isNumber(m) || std::stoul(n) < 1 || std::stoul(n) + std::stoul(m) > 65535)
    {
        return "must be none or N+M, with N at least 1, M at least 0 and N+M at most 65535";
    }
    code = {static_cast<uint32_t>(std::stoul(n)), static_cast<uint32_t>(std::stoul(m))};
    return "";
}

/// Declares an option that is a code. @param options get it @param name of the option
/// @param help what it is for @param code the variable @param text its default
inline void
AddCode(ProgramOptions& options,
        const std::string& name,
        const std::string& help,
        PacketFecCode& code,
        const std::string& text)
{
    options.AddParsed(name, help, text, "none or N+M", [&code](const std::string& typed) {
        return ReadCode(typed, code);
    });
}

/// @return the codecs of the module, by name
inline NamedValues<FecCodecType>
GetCodecs()
{
    return {{"Xor", FEC_CODEC_XOR},
            {"ShiftXor", FEC_CODEC_SHIFT_XOR},
            {"ShiftXorTruncated", FEC_CODEC_SHIFT_XOR_TRUNCATED},
            {"ReedSolomon", FEC_CODEC_REED_SOLOMON}};
}

/// Declares the options code and codec. @param options get them @param code N + M
/// @param codec which
inline void
AddCodeAndCodec(ProgramOptions& options, PacketFecCode& code, FecCodecType& codec)
{
    const std::string text = std::to_string(code.data) + "+" + std::to_string(code.parity);
    AddCode(options, "code", "The code", code, text);
    options.Add("codec", "Which code", codec, GetCodecs());
}

/// @param codec which @param code N + M @return both; ends the program if they do not fit
inline FecCode
MakeFecCode(FecCodecType codec, PacketFecCode code)
{
    const FecCode made{codec, code.data, code.parity};
    const std::string error = made.Check();
    ProgramOptions::Require(error.empty(), error);
    return made;
}

/// Ends the program unless a mean run of losses is possible at a loss rate.
/// @param options have both @param name of the option of the run @param loss rate of losses
/// @param run mean number of packets lost in a row, 0: independent
inline void
RequireRun(const ProgramOptions& options, const std::string& name, double loss, double run)
{
    options.Require(run == 0 || run >= 1 / (1 - loss),
                    name,
                    "must be 0 (independent losses) or at least 1 / (1 - loss) = " +
                        std::to_string(1 / (1 - loss)));
}
} // namespace hsn
} // namespace ns3

#endif // PACKET_FEC_OPTIONS_H
