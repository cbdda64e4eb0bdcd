// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The format in which packets of unequal lengths are encoded.
 */
#ifndef HSN_FEC_PIECE_H
#define HSN_FEC_PIECE_H

#include "ns3/network-order.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Bytes of the length field in front of an encoded packet. */
constexpr std::size_t FEC_PIECE_LENGTH = 2;

/** @param packet of at most 65535 bytes @return its length, most significant byte first, and its
 * bytes */
inline std::vector<uint8_t>
MakeFecPiece(Ptr<const Packet> packet)
{
    const uint32_t size = packet->GetSize();
    std::vector<uint8_t> piece(FEC_PIECE_LENGTH + size);
    piece[0] = static_cast<uint8_t>(size >> 8);
    piece[1] = static_cast<uint8_t>(size);
    packet->CopyData(piece.data() + FEC_PIECE_LENGTH, size);
    return piece;
}

/** @param piece an encoded packet @param size its bytes including padding, at least 2 @return the
 * packet, or nullptr if the length field exceeds the size */
inline Ptr<Packet>
ReadFecPiece(const uint8_t* piece, std::size_t size)
{
    const uint32_t length = ReadNetwork16(piece);
    return length <= size - FEC_PIECE_LENGTH ? Create<Packet>(piece + FEC_PIECE_LENGTH, length)
                                             : nullptr;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_PIECE_H
