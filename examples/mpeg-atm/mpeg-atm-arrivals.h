// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The cells of many MPEG videos on their way to one output.
 */
#ifndef MPEG_ATM_ARRIVALS_H
#define MPEG_ATM_ARRIVALS_H

#include "ns3/gop-model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Parameters of the videos.
struct MpegAtmTraffic
{
    std::string preset{"PaperA"}; //!< shares
    uint32_t sources{24};         //!< videos
    double mean{0};               //!< cells/s of a video
    double time{20};              //!< s that are measured
    uint32_t smooth{1};           //!< pictures over which cells are spread evenly
    bool constant{false};         //!< all pictures of a type have the same size
    bool aligned{false};          //!< all groups begin together
    bool parity{false};           //!< a parity PDU follows every seventh PDU of headers
};

/// One cell.
struct MpegAtmCell
{
    int64_t time{0};    //!< arrival, in thirds of a nanosecond
    uint32_t frame{0};  //!< number of the picture
    uint32_t pdu{0};    //!< number of the PDU, of all videos
    uint16_t source{0}; //!< video
    uint8_t index{0};   //!< in the PDU
    uint8_t cls{0};     //!< 0 headers, 1 I, 2 P, 3 B
};

/// Thirds of a nanosecond in a second: the link's slot of 1 / 96 000 s is a whole number of them.
static constexpr int64_t MPEG_ATM_SECOND = 3000000000;

/// Cells of a PDU: two packets of the transport stream in AAL5.
static constexpr uint32_t MPEG_ATM_PDU = 8;

/// Frame of cells with parity of headers: they belong to no picture.
static constexpr uint32_t MPEG_ATM_NO_FRAME = 0xffffffff;

/// PDUs of headers for each one of parity.
static constexpr uint32_t MPEG_ATM_PARITY_PDUS = 7;

/// Pictures of a second.
static constexpr uint32_t MPEG_ATM_FRAME_RATE = 25;

/// All videos.
struct MpegAtmArrivals
{
    std::vector<std::vector<VideoFrame>> frames; //!< by video, in coded order
    std::vector<MpegAtmCell> cells;              //!< by time
    uint32_t pdus{0};                            //!< of all videos
    uint32_t firstFrame{0};                      //!< of those that are measured
    uint32_t endFrame{0};                        //!< behind the last one of them
};

/// @param traffic parameters @return the cells, which depend on these and the seed only
MpegAtmArrivals MakeMpegAtmArrivals(const MpegAtmTraffic& traffic);
} // namespace hsn
} // namespace ns3

#endif // MPEG_ATM_ARRIVALS_H
