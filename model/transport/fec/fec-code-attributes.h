// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The attributes of a class with a configurable code: N, M, Codec, ShiftOrigin, ShiftUnit.
 */
#ifndef HSN_FEC_CODE_ATTRIBUTES_H
#define HSN_FEC_CODE_ATTRIBUTES_H

#include "ns3/enum.h"
#include "ns3/fec-codec.h"
#include "ns3/hsn-compat.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Adds the attributes. Each has its own range; FecCode::Check() checks the combination.
 * @tparam C the class
 * @param tid its TypeId
 * @param data member for N
 * @param parity member for M
 * @param codec member for Codec
 * @param shiftOrigin member for ShiftOrigin
 * @param shiftUnit member for ShiftUnit
 * @return the TypeId
 */
template <typename C>
TypeId
AddFecCodeAttributes(TypeId tid,
                     uint32_t C::*data,
                     uint32_t C::*parity,
                     FecCodecType C::*codec,
                     uint32_t C::*shiftOrigin,
                     uint32_t C::*shiftUnit)
{
    return tid
        .AddAttribute("N",
                      "Data packets in a block.",
                      UintegerValue(7),
                      MakeUintegerAccessor(data),
                      MakeUintegerChecker<uint32_t>(1, FecCodec::MOST_PACKETS))
        .AddAttribute("M",
                      "Parity packets in a block; 0: no redundancy.",
                      UintegerValue(1),
                      MakeUintegerAccessor(parity),
                      MakeUintegerChecker<uint32_t>(0, FecCodec::MOST_PACKETS))
        .AddAttribute("Codec",
                      "The code. ShiftXorTruncated only serves to demonstrate its failure.",
                      EnumValue(FEC_CODEC_SHIFT_XOR),
                      MakeHsnEnumAccessor(codec),
                      MakeEnumChecker(FEC_CODEC_XOR,
                                      "Xor",
                                      FEC_CODEC_SHIFT_XOR,
                                      "ShiftXor",
                                      FEC_CODEC_SHIFT_XOR_TRUNCATED,
                                      "ShiftXorTruncated",
                                      FEC_CODEC_REED_SOLOMON,
                                      "ReedSolomon"))
        .AddAttribute("ShiftOrigin",
                      "Shift codes: shift of the first packet, 0 or 1.",
                      UintegerValue(0),
                      MakeUintegerAccessor(shiftOrigin),
                      MakeUintegerChecker<uint32_t>(0, 1))
        .AddAttribute("ShiftUnit",
                      "Shift codes: bits of one shift, 1 or 8.",
                      UintegerValue(1),
                      MakeUintegerAccessor(shiftUnit),
                      MakeUintegerChecker<uint32_t>(1, 8));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_CODE_ATTRIBUTES_H
