// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sizes of the pictures of real videos, read from public traces.
 */
#ifndef VIDEO_TRACE_H
#define VIDEO_TRACE_H

#include "gop-model.h"

#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief How a trace of a video is written.
 *
 * Without a pattern a line has four columns: index, type (I, P or B), time in ms, size. With one, a
 * line has a size only, and types repeat the pattern. Pictures are in coded order. Empty lines and
 * what follows a # are left out.
 */
struct VideoTraceFormat
{
    std::string pattern; //!< types, e.g. "IBBPBBPBBPBB"; empty: four columns
    bool isBits{false};  //!< sizes are bits, rounded up to octets; else octets
};

/**
 * @ingroup hsn-traffic
 * @brief Reads a trace.
 * @param in its text
 * @param format how it is written
 * @param frames gets the pictures: type, references as of GopModel, data in octets, a new group at
 * every I picture
 * @return nothing, or what is wrong, with the number of the line; frames is empty then
 */
std::string ReadVideoTrace(std::istream& in,
                           const VideoTraceFormat& format,
                           std::vector<VideoFrame>& frames);
} // namespace hsn
} // namespace ns3

#endif // VIDEO_TRACE_H
