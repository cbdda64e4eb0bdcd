// SPDX-License-Identifier: GPL-2.0-only
#include "video-trace.h"

#include "video-references.h"

#include <cmath>
#include <sstream>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param letter I, P or B @param type gets it @return whether it is one of these
bool
FindType(const std::string& letter, VideoFrameType& type)
{
    const std::pair<const char*, VideoFrameType> types[] = {{"I", VIDEO_I},
                                                            {"P", VIDEO_P},
                                                            {"B", VIDEO_B}};
    for (const auto& one : types)
    {
        if (letter == one.first)
        {
            type = one.second;
            return true;
        }
    }
    return false;
}

/// @param text of a number @param value gets it @return whether it is a number above 0
bool
FindSize(const std::string& text, double& value)
{
    std::istringstream in(text);
    std::string rest;
    return (in >> value) && !(in >> rest) && std::isfinite(value) && value > 0;
}
} // namespace

std::string
ReadVideoTrace(std::istream& in, const VideoTraceFormat& format, std::vector<VideoFrame>& frames)
{
    frames.clear();
    std::vector<VideoFrame> found;
    VideoFrameType type = VIDEO_I;
    for (std::size_t i = 0; i < format.pattern.size(); ++i)
    {
        if (!FindType(format.pattern.substr(i, 1), type))
        {
            return "pattern of a video trace, \"" + format.pattern + "\": I, P and B only";
        }
    }
    VideoReferences references;
    std::string line;
    for (uint64_t number = 1; std::getline(in, line); ++number)
    {
        line = line.substr(0, line.find('#'));
        std::istringstream columns(line);
        std::vector<std::string> words;
        for (std::string word; columns >> word;)
        {
            words.push_back(word);
        }
        if (words.empty())
        {
            continue;
        }
        const std::string where = "line " + std::to_string(number) + " of a video trace: ";
        const std::size_t expected = format.pattern.empty() ? 4 : 1;
        if (words.size() != expected)
        {
            return where + std::to_string(words.size()) + " columns instead of " +
                   std::to_string(expected);
        }
        const std::string letter =
            format.pattern.empty() ? words[1]
                                   : format.pattern.substr(found.size() % format.pattern.size(), 1);
        if (!FindType(letter, type))
        {
            return where + "type \"" + letter + "\": I, P or B";
        }
        double size = 0;
        if (!FindSize(words.back(), size))
        {
            return where + "size \"" + words.back() + "\": a number above 0";
        }
        VideoFrame frame;
        frame.number = found.size();
        frame.type = type;
        frame.data = format.isBits ? std::ceil(size / 8) : size;
        const bool isNew = found.empty() || type == VIDEO_I;
        frame.gop = found.empty() ? 0 : found.back().gop + (isNew ? 1 : 0);
        frame.place = isNew ? 0 : found.back().place + 1;
        references.Link(frame);
        found.push_back(frame);
    }
    if (found.empty())
    {
        return "a video trace without pictures";
    }
    frames = std::move(found);
    return "";
}
} // namespace hsn
} // namespace ns3
