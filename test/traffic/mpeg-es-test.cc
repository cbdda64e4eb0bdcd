// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/mpeg-es-parser.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/video-trace.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>;

/// @param stream octets @param cuts where it is cut @param parser takes it @return class of each
/// octet
std::string
Classify(const Octets& stream, const std::vector<std::size_t>& cuts, MpegEsParser& parser)
{
    std::vector<MpegRun> runs;
    std::size_t at = 0;
    for (const std::size_t cut : cuts)
    {
        parser.Take(stream.data() + at, cut - at, runs);
        at = cut;
    }
    parser.Take(stream.data() + at, stream.size() - at, runs);
    parser.Flush(runs);
    std::string classes;
    for (const auto& run : runs)
    {
        classes.append(run.octets, "SIPB"[run.cls]);
    }
    return classes;
}

/// Streams written by hand.
class MpegParserTest : public TestCase
{
  public:
    MpegParserTest()
        : TestCase("MPEG parser: picture types, classes of octets, cut anywhere")
    {
    }

  private:
    void DoRun() override
    {
        // picture_coding_type 0 to 7 behind temporal_reference 2; ISO 11172-2, 2.4.2.5
        for (uint32_t type = 0; type < 8; ++type)
        {
            const Octets stream{0,
                                0,
                                1,
                                0,
                                0,
                                static_cast<uint8_t>(0x87 | type << 3),
                                0xff,
                                0xf8,
                                0,
                                0,
                                1,
                                1,
                                0x42,
                                0x55};
            MpegEsParser parser;
            const std::string data(1, type >= 1 && type <= 3 ? "SIPB"[type] : 'S');
            NS_TEST_EXPECT_MSG_EQ(Classify(stream, {}, parser),
                                  "SSSSSSSSSSSSS" + data,
                                  "type " << type);
            const auto pictures = parser.TakePictures();
            NS_TEST_ASSERT_MSG_EQ(pictures.size(), 1, "pictures");
            NS_TEST_EXPECT_MSG_EQ(pictures[0].type, type, "picture_coding_type");
            NS_TEST_EXPECT_MSG_EQ(pictures[0].temporalReference, 2, "temporal_reference");
            NS_TEST_EXPECT_MSG_EQ(pictures[0].slices, 1, "slices");
            NS_TEST_EXPECT_MSG_EQ(parser.GetCounters().wrongTypes, (data == "S" ? 1 : 0), "wrong");
        }

        // sequence, group, B picture, extension, two slices; zeros within and in front of codes
        const Octets stream{0, 0, 1,    0xb3, 7,    7, 0, 0,    1, 0xb8, 7, 0, 0, 1,
                            0, 0, 0x9f, 0xff, 0,    0, 1, 0xb5, 9,                   // headers
                            0, 0, 1,    1,    0x40, 5, 0, 6,    0, 0,    2, 0, 0, 0, // slice
                            0, 0, 1,    2,    0x40, 0, 0, 0,    1, 0xb7, 0, 0, 0};   // end
        const std::string classes = "SSSSSSSSSSSSSSSSSSSSSSS"
                                    "SSSSSBBBBBBBBB"
                                    "SSSSSBSSSSSSS";
        for (std::size_t a = 0; a <= stream.size(); ++a)
        {
            for (std::size_t b = a; b <= stream.size(); ++b)
            {
                MpegEsParser parser;
                NS_TEST_EXPECT_MSG_EQ(Classify(stream, {a, b}, parser),
                                      classes,
                                      "cut at " << a << " and " << b);
            }
        }
        MpegEsParser parser;
        NS_TEST_EXPECT_MSG_EQ(Classify({0, 0, 1, 9, 0x40, 1, 2}, {}, parser), "SSSSSSS", "stray");
        NS_TEST_EXPECT_MSG_EQ(parser.GetCounters().straySlices, 1, "counted");
    }
};

/// What the writer writes has the sizes and pictures that were asked for.
class MpegWriterTest : public TestCase
{
  public:
    MpegWriterTest()
        : TestCase(
              "MPEG writer: sizes, pictures and slices as asked for, no start code by accident")
    {
    }

  private:
    void DoRun() override
    {
        const MpegEsWriter writer(352, 288, 25);
        auto model = CreateObject<GopModel>();
        model->SetAttribute("MeanSize", DoubleValue(7500));
        model->AssignStreams(3);
        Octets stream;
        std::vector<VideoFrame> frames;
        std::vector<std::size_t> ends;
        for (int i = 0; i < 36; ++i)
        {
            frames.push_back(model->Next());
            writer.Write(frames.back(), 3, stream);
            ends.push_back(stream.size());
        }
        MpegEsWriter::WriteEnd(stream);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < frames.size(); ++i)
        {
            const auto& f = frames[i];
            const std::size_t expected =
                std::max<std::size_t>(static_cast<std::size_t>(f.data + f.system),
                                      writer.GetLeastSize(f.type)) +
                (f.type == VIDEO_I ? MpegEsWriter::GROUP_OCTETS : 0);
            NS_TEST_EXPECT_MSG_EQ(ends[i] - begin, expected, "size of picture " << i);
            begin = ends[i];
        }
        MpegEsParser parser;
        const std::string classes = Classify(stream, {}, parser);
        NS_TEST_EXPECT_MSG_EQ(classes.size(), stream.size(), "all octets");
        const auto& c = parser.GetCounters();
        NS_TEST_EXPECT_MSG_EQ(c.sequences, 3, "sequences");
        NS_TEST_EXPECT_MSG_EQ(c.groups, 3, "groups");
        NS_TEST_EXPECT_MSG_EQ(c.slices, 36 * 18, "slices");
        // 3 headers of sequences, of groups, 36 pictures, slices, end
        NS_TEST_EXPECT_MSG_EQ(c.startCodes, 3 + 3 + 36 + 36 * 18 + 1, "start codes");
        const auto pictures = parser.TakePictures();
        NS_TEST_ASSERT_MSG_EQ(pictures.size(), 36, "pictures");
        const uint32_t display[] = {2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10};
        for (std::size_t i = 0; i < 36; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(pictures[i].type, frames[i].type, "type " << i);
            NS_TEST_EXPECT_MSG_EQ(pictures[i].temporalReference, display[i % 12], "order " << i);
            NS_TEST_EXPECT_MSG_EQ(pictures[i].slices, 18, "slices of " << i);
        }
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { MpegEsWriter(350, 288, 25); }).find("350 x 288"),
                              std::string::npos,
                              "width");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { MpegEsWriter(352, 288, 26); }).find("26 pictures"),
                              std::string::npos,
                              "rate");
    }
};

/// Traces of both formats, and what is wrong with others.
class VideoTraceTest : public TestCase
{
  public:
    VideoTraceTest()
        : TestCase("Video traces: both formats, references, clear errors")
    {
    }

  private:
    /// @param text of a trace @param format its format @param frames gets pictures @return the
    /// error
    static std::string Read(const std::string& text,
                            const VideoTraceFormat& format,
                            std::vector<VideoFrame>& frames)
    {
        std::istringstream in(text);
        return ReadVideoTrace(in, format, frames);
    }

    void DoRun() override
    {
        std::vector<VideoFrame> frames;
        NS_TEST_EXPECT_MSG_EQ(
            Read("# a comment\n0 I 0 1000\n1 P 120 500\n\n2 B 40 100 # first\n3 I 160 900\n",
                 {},
                 frames),
            "",
            "four columns");
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 4, "pictures");
        NS_TEST_EXPECT_MSG_EQ(frames[2].type, VIDEO_B, "type");
        NS_TEST_EXPECT_MSG_EQ(frames[2].before, 0, "reference");
        NS_TEST_EXPECT_MSG_EQ(frames[2].after, 1, "reference");
        NS_TEST_EXPECT_MSG_EQ(frames[1].before, 0, "reference");
        NS_TEST_EXPECT_MSG_EQ(frames[3].gop, 1, "group");
        NS_TEST_EXPECT_MSG_EQ(frames[3].data, 900, "size");

        VideoTraceFormat sizes;
        sizes.pattern = "IBBPBB";
        sizes.isBits = true;
        NS_TEST_EXPECT_MSG_EQ(Read("801\n8\n16\n24\n8\n8\n800\n", sizes, frames), "", "sizes");
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 7, "pictures");
        NS_TEST_EXPECT_MSG_EQ(frames[0].data, 101, "octets");
        NS_TEST_EXPECT_MSG_EQ(frames[3].type, VIDEO_P, "pattern");
        NS_TEST_EXPECT_MSG_EQ(frames[6].type, VIDEO_I, "pattern again");
        NS_TEST_EXPECT_MSG_EQ(frames[4].before, 0, "reference");

        const std::pair<std::string, std::string> wrong[] = {
            {"0 I 0 1000\n1 X 40 5\n", "line 2 of a video trace: type \"X\": I, P or B"},
            {"0 I 0 0\n", "line 1 of a video trace: size \"0\": a number above 0"},
            {"0 I 0 -4\n", "line 1 of a video trace: size \"-4\": a number above 0"},
            {"0 I 0 5k\n", "line 1 of a video trace: size \"5k\": a number above 0"},
            {"\n0 I 1000\n", "line 2 of a video trace: 3 columns instead of 4"},
            {"# nothing\n", "a video trace without pictures"}};
        for (const auto& one : wrong)
        {
            NS_TEST_EXPECT_MSG_EQ(Read(one.first, {}, frames), one.second, one.first);
            NS_TEST_EXPECT_MSG_EQ(frames.empty(), true, "nothing");
        }
        sizes.pattern = "IBD";
        NS_TEST_EXPECT_MSG_EQ(Read("1\n", sizes, frames),
                              "pattern of a video trace, \"IBD\": I, P and B only",
                              "pattern");
    }
};

HsnTestRegistration g_esTests("mpeg-es",
                              {new MpegParserTest, new MpegWriterTest, new VideoTraceTest});
} // namespace
