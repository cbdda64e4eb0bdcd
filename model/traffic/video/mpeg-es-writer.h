// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_ES_WRITER_H
#define MPEG_ES_WRITER_H

#include "gop-model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Writes an MPEG-1 video elementary stream (ISO 11172-2) of given pictures.
 *
 * The stream is valid and can be decoded: I pictures are grey, P and B pictures repeat them. What
 * is left of a picture's size is filled with macroblock stuffing, spread evenly over its slices, of
 * which each row of macroblocks has one. So there are real start codes, and none by accident.
 */
class MpegEsWriter
{
  public:
    /**
     * @brief Ends the program if a value is out of range.
     * @param width pixels, a multiple of 16 up to 4080
     * @param height pixels, a multiple of 16 up to 2800
     * @param frameRate pictures/s: 24, 25, 30, 50 or 60
     */
    MpegEsWriter(uint32_t width, uint32_t height, uint32_t frameRate);

    /// @param type kind of picture @return octets that it has at least, headers of groups not
    /// included
    uint32_t GetLeastSize(VideoFrameType type) const;

    /**
     * @brief Appends a picture; in front of an I picture the headers of a sequence and of a group.
     * @param frame its type and place; sizes in octets, header sizes are added to that of the data
     * @param anchorDistance of its group, for the order of display
     * @param out gets the octets: as many as the frame has, or GetLeastSize() if that is more, and
     * 20 for the headers of a sequence and a group
     */
    void Write(const VideoFrame& frame, uint32_t anchorDistance, std::vector<uint8_t>& out) const;

    /// Appends the end of the sequence. @param out gets the octets
    static void WriteEnd(std::vector<uint8_t>& out);

    /// Octets of the headers in front of an I picture.
    static constexpr uint32_t GROUP_OCTETS = 20;

  private:
    uint32_t m_columns;  //!< macroblocks
    uint32_t m_rows;     //!< macroblocks
    uint32_t m_rateCode; //!< of the frame rate
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_ES_WRITER_H
