// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Writes an MPEG video stream, or tells the classes of the octets of one (mpeg-atm).
 */
#include "ns3/core-module.h"
#include "ns3/gop-model.h"
#include "ns3/json-object.h"
#include "ns3/mpeg-es-parser.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/program-options.h"
#include "ns3/video-trace.h"

#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// @param message what is wrong; ends the program
void
Refuse(const std::string& message)
{
    std::cerr << "error: " << message << std::endl;
    std::exit(2);
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
    options.Parse(argc, argv);

    std::vector<uint8_t> stream;
    if (!read.empty())
    {
        std::ifstream in(read, std::ios::binary);
        if (!in)
        {
            Refuse("read=" + read + ": cannot be read");
        }
        stream.assign(std::istreambuf_iterator<char>(in), {});
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
        for (const auto& frame : frames)
        {
            writer.Write(frame, 3, stream);
        }
        MpegEsWriter::WriteEnd(stream);
    }
    if (!write.empty())
    {
        std::ofstream out(write, std::ios::binary);
        out.write(reinterpret_cast<const char*>(stream.data()),
                  static_cast<std::streamsize>(stream.size()));
        if (!out)
        {
            Refuse("write=" + write + ": cannot be written");
        }
    }
    MpegEsParser parser;
    std::vector<MpegRun> runs;
    parser.Take(stream.data(), stream.size(), runs);
    parser.Flush(runs);
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
    JsonObject out;
    out.Set("octets", c.octets);
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
