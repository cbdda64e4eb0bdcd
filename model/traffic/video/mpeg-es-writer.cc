// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-es-writer.h"

#include "mpeg-es-parser.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// Appends bits, most significant one first.
class BitWriter
{
  public:
    /// @param out gets octets
    explicit BitWriter(std::vector<uint8_t>& out)
        : m_out(out)
    {
    }

    /// @param value the bits @param n how many, 32 at most
    void Put(uint32_t value, uint32_t n)
    {
        while (n-- > 0)
        {
            if (m_free == 0)
            {
                m_out.push_back(0);
                m_free = 8;
            }
            --m_free;
            m_out.back() = static_cast<uint8_t>(m_out.back() | (value >> n & 1) << m_free);
        }
    }

    /// @return bits that the last octet has left
    uint32_t GetFree() const
    {
        return m_free;
    }

    /// The next bits begin an octet: zeros in between.
    void Align()
    {
        m_free = 0;
    }

    /// @param code what follows 00 00 01, on a boundary of octets
    void PutStartCode(uint32_t code)
    {
        Align();
        Put(0x100 | code, 32);
    }

  private:
    std::vector<uint8_t>& m_out; //!< octets
    uint32_t m_free{0};          //!< bits left in the last one
};

/// Bits of one macroblock, address increment of 1 included.
struct Macroblock
{
    uint32_t bits;   //!< the bits, at most 32
    uint32_t length; //!< how many
};

/// @param type of the picture @return a macroblock of it
Macroblock
GetMacroblock(VideoFrameType type)
{
    switch (type)
    {
    case VIDEO_I:
        // increment, intra; four blocks of luminance without a step (100) and with an end (10), two
        // of chrominance (00, 10)
        return {0b11'10010'10010'10010'10010'0010'0010, 30};
    case VIDEO_P:
        return {0b1'001'1'1, 6}; // motion compensated, not coded; both components 0
    case VIDEO_B:
        break;
    }
    return {0b1'10'1111, 7}; // interpolated, not coded; all four components 0
}

constexpr uint32_t STUFFING = 0b0000'0001'111; //!< macroblock_stuffing
constexpr uint32_t STUFFING_BITS = 11;
} // namespace

MpegEsWriter::MpegEsWriter(uint32_t width, uint32_t height, uint32_t frameRate)
    : m_columns(width / 16),
      m_rows(height / 16),
      m_rateCode(0)
{
    NS_ABORT_MSG_UNLESS(width >= 16 && width <= 4080 && width % 16 == 0 && height >= 16 &&
                            height <= 2800 && height % 16 == 0,
                        "an MPEG-1 video of " << width << " x " << height
                                              << " pixels: multiples of 16 up to 4080 x 2800");
    const std::pair<uint32_t, uint32_t> rates[] = {{24, 2}, {25, 3}, {30, 5}, {50, 6}, {60, 8}};
    for (const auto& rate : rates)
    {
        m_rateCode = rate.first == frameRate ? rate.second : m_rateCode;
    }
    NS_ABORT_MSG_IF(m_rateCode == 0,
                    "an MPEG-1 video of " << frameRate << " pictures/s: 24, 25, 30, 50 or 60");
}

uint32_t
MpegEsWriter::GetLeastSize(VideoFrameType type) const
{
    // start code, and 29, 33 or 37 bits of a picture header, in whole octets
    const uint32_t header = type == VIDEO_I ? 8 : 9;
    // start code, 6 bits, macroblocks
    const uint32_t slice = 4 + (6 + m_columns * GetMacroblock(type).length + 7) / 8;
    return header + m_rows * slice;
}

void
MpegEsWriter::Write(const VideoFrame& frame,
                    uint32_t anchorDistance,
                    std::vector<uint8_t>& out) const
{
    BitWriter bits(out);
    if (frame.type == VIDEO_I)
    {
        bits.PutStartCode(MPEG_SEQUENCE);
        bits.Put(m_columns * 16, 12);
        bits.Put(m_rows * 16, 12);
        bits.Put(1, 4); // square pixels
        bits.Put(m_rateCode, 4);
        bits.Put(0x3ffff, 18); // variable bit rate
        bits.Put(1, 1);
        bits.Put(112, 10); // buffer, 16 Kibit each
        bits.Put(0, 3);    // not constrained, default quantiser matrices
        bits.PutStartCode(MPEG_GROUP);
        const auto seconds = static_cast<uint32_t>(frame.gop);
        bits.Put(0, 1);
        bits.Put(seconds / 3600 % 24, 5);
        bits.Put(seconds / 60 % 60, 6);
        bits.Put(1, 1);
        bits.Put(seconds % 60, 6);
        bits.Put(0, 6); // pictures
        bits.Put(0, 2); // open, not broken
    }
    // B pictures are displayed in front of the anchor that comes before them in the stream
    const uint32_t reference =
        frame.type == VIDEO_B ? frame.place - 1 : frame.place + anchorDistance - 1;
    const std::size_t begin = out.size();
    bits.PutStartCode(MPEG_PICTURE);
    bits.Put(reference, 10);
    bits.Put(frame.type, 3);
    bits.Put(0xffff, 16); // vbv_delay of a variable bit rate
    if (frame.type != VIDEO_I)
    {
        bits.Put(0b0'001, 4); // motion vectors in half pixels, shortest range
    }
    if (frame.type == VIDEO_B)
    {
        bits.Put(0b0'001, 4);
    }
    bits.Put(0, 1); // no extra information
    const auto macroblock = GetMacroblock(frame.type);
    const auto size = static_cast<std::size_t>(std::max(0.0, frame.data + frame.system));
    for (uint32_t row = 0; row < m_rows; ++row)
    {
        bits.PutStartCode(row + 1);
        bits.Put(8, 5); // quantiser
        bits.Put(0, 1); // no extra information
        // stuffing up to this slice's share of the size
        const uint32_t header = frame.type == VIDEO_I ? 8 : 9;
        const std::size_t end =
            begin + header + (std::max<std::size_t>(size, header) - header) * (row + 1) / m_rows;
        const auto own = std::size_t{m_columns} * macroblock.length;
        while (out.size() * 8 - bits.GetFree() + own + STUFFING_BITS <= end * 8)
        {
            bits.Put(STUFFING, STUFFING_BITS);
        }
        for (uint32_t column = 0; column < m_columns; ++column)
        {
            bits.Put(macroblock.bits, macroblock.length);
        }
        bits.Align();
        // zeros in front of a start code
        if (out.size() < end)
        {
            out.resize(end, 0);
        }
    }
}

void
MpegEsWriter::WriteEnd(std::vector<uint8_t>& out)
{
    BitWriter(out).PutStartCode(MPEG_END);
}
} // namespace hsn
} // namespace ns3
