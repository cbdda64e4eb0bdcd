// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Names and numbers of the MPEG transport stream (ISO/IEC 13818-1), and what its writer and its
 * parser share.
 */
#ifndef MPEG_TS_H
#define MPEG_TS_H

#include "gop-model.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Numbers of the transport stream.
 */
struct MpegTs
{
    static constexpr uint32_t PACKET = 188;     //!< octets of a packet
    static constexpr uint32_t HEADER = 4;       //!< octets in front of adaptation field and payload
    static constexpr uint8_t SYNC = 0x47;       //!< its first octet
    static constexpr uint16_t PAT_PID = 0;      //!< of the table of programs
    static constexpr uint16_t FIRST_PID = 0x10; //!< that a program may have
    static constexpr uint16_t LAST_PID = 0x1ffe; //!< that a program may have
    static constexpr uint16_t NULL_PID = 0x1fff; //!< of packets without content
    static constexpr uint32_t CLOCK = 90000;     //!< steps of time stamps, 1/s
    static constexpr uint8_t VIDEO_ID = 0xe0;    //!< stream_id of the first video
};

/// Which packets a program consists of.
struct MpegTsProgram
{
    uint16_t number{1};        //!< of the program
    uint16_t tablePid{0x1000}; //!< of its table of streams
    uint16_t videoPid{0x100};  //!< of its video
    uint8_t streamType{1};     //!< of the video: 1 MPEG-1, 2 MPEG-2
};

/// When a picture is decoded and shown, in steps of MpegTs::CLOCK, modulo 2^33.
struct MpegTsTimes
{
    uint64_t presentation{0}; //!< PTS
    uint64_t decoding{0};     //!< DTS
};

/**
 * @param frame a picture in coded order
 * @param anchorDistance from one anchor to the next: B pictures are shown before the anchor behind
 * which they are sent
 * @param frameRate pictures/s
 * @return its times, the first picture's decoding at 0
 */
MpegTsTimes FindMpegTsTimes(const VideoFrame& frame, uint32_t anchorDistance, double frameRate);
} // namespace hsn
} // namespace ns3

#endif // MPEG_TS_H
