// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Writes an MPEG video stream, elementary or in packets of the transport stream, or tells the
 * classes of the octets of one (mpeg-atm).
 */
#include "mpeg-atm-files.h"

#include "ns3/core-module.h"
#include "ns3/gop-model.h"
#include "ns3/json-object.h"
#include "ns3/mpeg-es-parser.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/mpeg-ts-parser.h"
#include "ns3/mpeg-ts-writer.h"
#include "ns3/program-options.h"
#include "ns3/video-trace.h"

#include <array>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param stream of packets @param runs gets the classes of its octets @param video gets the video
/// in it @param out gets numbers of packets and pictures
void
ReadPackets(const std::vector<uint8_t>& stream,
            std::vector<MpegRun>& runs,
            std::vector<uint8_t>& video,
            JsonObject& out)
{
    MpegTsParser parser;
    parser.Take(stream.data(), stream.size(), runs, &video);
    parser.Flush(runs, &video);
    const auto& c = parser.GetCounters();
    if (c.syncLosses > 0 || c.packets == 0)
    {
        Refuse("format=ts: of " + std::to_string(c.octets) + " octets " +
               std::to_string(c.skipped) + " are in no packet of 188 octets");
    }
    if (parser.GetProgram().videoPid == 0)
    {
        Refuse("format=ts: no program with a video of stream_type 1 or 2");
    }
    out.Set("packets", c.packets);
    out.Set("video_packets", c.videoPackets);
    out.Set("null_packets", c.nullPackets);
    out.Set("lost_packets", c.lostPackets);
    out.Set("malformed_packets", c.malformed + c.badUnits);
    out.Set("video_pid", uint64_t{parser.GetProgram().videoPid});
    std::vector<uint64_t> decoding;
    std::vector<uint64_t> presentation;
    for (const auto& unit : parser.TakeUnits())
    {
        decoding.push_back(unit.times.decoding);
        presentation.push_back(unit.times.presentation);
    }
    out.Set("decoding_times", decoding);
    out.Set("presentation_times", presentation);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string read;
    std::string write;
    std::string trace;
    std::string pattern;
    std::string preset = "PaperA";
    uint32_t gops = 2;
    double rate = 1.5e6;
    std::string format = "es";
    std::string video;
    ProgramOptions options(__FILE__, "Paper mpeg-atm: writes or reads an MPEG video stream");
    options.Add("read", "Stream to be read; empty: one is made", read);
    options.Add("write", "File that gets the stream that is made; empty: none", write);
    options.Add("trace", "Trace of pictures that are made; empty: drawn", trace);
    options.Add("pattern", "Types, if the trace has sizes only", pattern);
    options.Add("preset",
                "Shares of drawn pictures",
                preset,
                OneOf({"PaperA", "PaperB", "Typical"}));
    options.Add("gops", "Groups of pictures that are drawn", gops, Between(1, 10000));
    options.Add("rate", "Mean rate of drawn pictures, bit/s", rate, Between(1e5, 1e8));
    options.Add("format",
                "es: elementary stream; ts: transport stream, of packets",
                format,
                OneOf({"es", "ts"}));
    options.Add("video", "File that gets the elementary stream; empty: none", video);
    options.Parse(argc, argv);

    std::vector<uint8_t> stream;
    if (!read.empty())
    {
        stream = ReadFile("read", read);
    }
    else
    {
        std::vector<VideoFrame> frames;
        if (!trace.empty())
        {
            std::ifstream in(trace);
            VideoTraceFormat format;
            format.pattern = pattern;
            const std::string wrong =
                in ? ReadVideoTrace(in, format, frames) : std::string("cannot be read");
            if (!wrong.empty())
            {
                Refuse("trace=" + trace + ": " + wrong);
            }
        }
        else
        {
            auto model = CreateObject<GopModel>();
            model->SetAttribute("Preset", StringValue(preset));
            model->SetAttribute("MeanSize", DoubleValue(rate / 8 / 25));
            model->AssignStreams(1);
            frames = model->Draw(gops, true);
        }
        const MpegEsWriter writer(352, 288, 25);
        MpegTsWriter packets;
        for (std::size_t i = 0; i < frames.size(); ++i)
        {
            std::vector<uint8_t> picture;
            writer.Write(frames[i], 3, picture);
            if (i + 1 == frames.size())
            {
                MpegEsWriter::WriteEnd(picture);
            }
            if (format == "es")
            {
                stream.insert(stream.end(), picture.begin(), picture.end());
                continue;
            }
            const bool isEntry = frames[i].type == VIDEO_I;
            if (isEntry)
            {
                packets.WriteTables(stream);
            }
            const auto times = FindMpegTsTimes(frames[i], 3, 25);
            packets.Write(picture.data(), picture.size(), times, isEntry, stream);
        }
    }
    if (!write.empty())
    {
        WriteFile("write", write, stream);
    }
    JsonObject out;
    out.Set("octets", uint64_t{stream.size()});
    std::vector<MpegRun> runs;
    std::vector<uint8_t> elementary;
    if (format == "ts")
    {
        ReadPackets(stream, runs, elementary, out);
        stream.swap(elementary);
    }
    if (!video.empty())
    {
        WriteFile("video", video, stream);
    }
    MpegEsParser parser;
    std::vector<MpegRun> videoRuns;
    parser.Take(stream.data(), stream.size(), videoRuns);
    parser.Flush(videoRuns);
    if (format == "es")
    {
        runs = videoRuns;
    }
    std::array<uint64_t, 4> octets{{}};
    for (const auto& run : runs)
    {
        octets[run.cls] += run.octets;
    }
    std::string types;
    std::vector<uint64_t> sizes;
    const auto pictures = parser.TakePictures();
    for (std::size_t i = 0; i < pictures.size(); ++i)
    {
        types += "?IPBD???"[pictures[i].type];
        const uint64_t end = i + 1 < pictures.size() ? pictures[i + 1].offset : stream.size();
        sizes.push_back(end - pictures[i].offset);
    }
    const auto& c = parser.GetCounters();
    out.Set("start_codes", c.startCodes);
    out.Set("sequences", c.sequences);
    out.Set("groups", c.groups);
    out.Set("slices", c.slices);
    out.Set("wrong_types", c.wrongTypes);
    out.Set("types", types);
    out.Set("picture_octets", sizes);
    out.Set("class_octets", std::vector<uint64_t>(octets.begin(), octets.end()));
    std::cout << out << std::endl;
    return 0;
}
