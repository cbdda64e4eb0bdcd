// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_PIECES_H
#define MPEG_PIECES_H

#include "mpeg-es-parser.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief An MpegEsParser for those who send a stream in pieces, and must know of each whole piece.
 *
 * Octets at the end of a piece that begin a start code, or may, count as headers.
 */
class MpegPieces
{
  public:
    /// @param data a piece @param n its octets @param runs gets the classes of all of them,
    /// appended
    void Take(const uint8_t* data, std::size_t n, std::vector<MpegRun>& runs);

    /// @return the parser
    MpegEsParser& GetParser();

  private:
    MpegEsParser m_parser; //!< of the stream
    uint64_t m_held{0};    //!< octets that it held back at the end of the last piece
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_PIECES_H
