// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets of the transport stream: octets that another multiplexer wrote, classes, losses, and two
 * packets in a PDU of AAL5+.
 */
#include "../hsn-test.h"
#include "../packet-octets.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/mpeg-ex-clp-classifier.h"
#include "ns3/mpeg-ts-parser.h"
#include "ns3/mpeg-ts-writer.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>;
constexpr std::size_t PACKET = MpegTs::PACKET;

/// @param octets some @param from the first one @param n how many @return hexadecimal digits
std::string
PartToHex(const Octets& octets, std::size_t from, std::size_t n)
{
    const auto at = [&octets](std::size_t i) {
        return octets.begin() + std::min(i, octets.size());
    };
    return ToHex({at(from), at(from + n)});
}

/// @param runs of a stream @return the class of each octet
std::string
ToClasses(const std::vector<MpegRun>& runs)
{
    std::string classes;
    for (const auto& run : runs)
    {
        classes.append(run.octets, "SIPB"[run.cls]);
    }
    return classes;
}

/// A stream of drawn pictures, as it is and in packets.
struct Sample
{
    /// @param n pictures
    explicit Sample(uint32_t n)
    {
        const MpegEsWriter video(64, 32, 25);
        MpegTsWriter writer;
        auto model = CreateObject<GopModel>();
        model->SetAttribute("MeanSize", DoubleValue(900));
        model->AssignStreams(7);
        writer.WriteTables(packets);
        for (uint32_t i = 0; i < n; ++i)
        {
            const auto frame = model->Next();
            Octets picture;
            video.Write(frame, 3, picture);
            begins.push_back(packets.size() / PACKET);
            writer.Write(picture.data(),
                         picture.size(),
                         FindMpegTsTimes(frame, 3, 25),
                         frame.type == VIDEO_I,
                         packets);
            stream.insert(stream.end(), picture.begin(), picture.end());
            types.push_back(frame.type);
            sizes.push_back(picture.size());
        }
    }

    Octets stream;                     //!< elementary
    Octets packets;                    //!< transport
    std::vector<std::size_t> begins;   //!< first packet of each picture
    std::vector<VideoFrameType> types; //!< of pictures
    std::vector<std::size_t> sizes;    //!< of pictures, octets
};

/// Octets of ffmpeg's multiplexer, and numbers that are out of range.
class MpegTsVectorTest : public TestCase
{
  public:
    MpegTsVectorTest()
        : TestCase("Transport stream: tables and stamps as ffmpeg 5.1 writes them; wrong numbers")
    {
    }

  private:
    void DoRun() override
    {
        MpegTsProgram program;
        program.streamType = 2;
        MpegTsWriter writer(program);
        Octets out;
        writer.WriteTables(out);
        NS_TEST_ASSERT_MSG_EQ(out.size(), 2 * PACKET, "two packets");
        NS_TEST_EXPECT_MSG_EQ(PartToHex(out, 0, 22),
                              "474000100000b00d0001c100000001f0002ab104b2ff",
                              "programs");
        NS_TEST_EXPECT_MSG_EQ(PartToHex(out, PACKET, 27),
                              "475000100002b0120001c10000e100f00002e100f0009e8b23d1ff",
                              "streams");
        NS_TEST_EXPECT_MSG_EQ(std::count(out.begin() + 21, out.begin() + PACKET, 0xff),
                              PACKET - 21,
                              "filled");
        // stamps of 129600 and 126000, 1.44 s and 1.4 s; the clock is 45000 earlier
        out.clear();
        const Octets picture(20, 0xaa);
        MpegTsTimes times;
        times.presentation = 129600 - MpegTsWriter::LEAD;
        times.decoding = 126000 - MpegTsWriter::LEAD;
        writer.Write(picture.data(), picture.size(), times, true, out);
        NS_TEST_ASSERT_MSG_EQ(out.size(), PACKET, "one packet");
        // 19 octets of PES header and 20 of the picture: 144 of adaptation field behind its length
        NS_TEST_EXPECT_MSG_EQ(PartToHex(out, 0, 13), "47410030905000009e347e00ff", "front");
        NS_TEST_EXPECT_MSG_EQ(PartToHex(out, 149, 20),
                              "000001e0000084c00a310007f481110007d861aa",
                              "stamps");
        // continuity, one stamp, all sizes around the end of the first and of the second packet
        for (std::size_t n = 150; n < 370; ++n)
        {
            MpegTsWriter fresh(program);
            MpegTsParser parser;
            out.clear();
            fresh.WriteTables(out);
            const Octets data(n, 0x55);
            fresh.Write(data.data(), n, {9, 9}, false, out);
            std::vector<MpegRun> runs;
            Octets video;
            parser.Take(out.data(), out.size(), runs, &video);
            parser.Flush(runs, &video);
            NS_TEST_EXPECT_MSG_EQ((video == data), true, "octets " << n);
            // 8 of the clock's field and 14 of the PES header in front
            NS_TEST_EXPECT_MSG_EQ(out.size() / PACKET, 2 + (n + 8 + 14 + 183) / 184, n);
            const auto units = parser.TakeUnits();
            NS_TEST_ASSERT_MSG_EQ(units.size(), 1, "units");
            NS_TEST_EXPECT_MSG_EQ(units[0].times.decoding, 9 + MpegTsWriter::LEAD, "stamp");
            NS_TEST_EXPECT_MSG_EQ(units[0].octets, n, "octets");
        }
        out.clear();
        MpegTsWriter::WriteNull(out);
        NS_TEST_EXPECT_MSG_EQ(PartToHex(out, 0, 5), "471fff10ff", "no content");

        ExpectAbort([](MpegTsProgram& p) { p.tablePid = 15; }, "PID 15: 16 to 8190");
        ExpectAbort([](MpegTsProgram& p) { p.videoPid = 0x1fff; }, "PID 8191: 16 to 8190");
        ExpectAbort([](MpegTsProgram& p) { p.tablePid = p.videoPid; }, "both have PID 256");
        ExpectAbort([](MpegTsProgram& p) { p.number = 0; }, "number 0: 1 to 65535");
        ExpectAbort([](MpegTsProgram& p) { p.streamType = 3; }, "stream_type 3: 1 or 2");
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([&] { writer.Write(picture.data(), 0, {}, false, out); }).find("0 octets"),
            std::string::npos,
            "an empty picture");
    }

    /// @param change of a program @param part of the message
    void ExpectAbort(const std::function<void(MpegTsProgram&)>& change, const std::string& part)
    {
        const std::string text = HsnAbortText([&change] {
            MpegTsProgram program;
            change(program);
            MpegTsWriter writer(program);
        });
        NS_TEST_EXPECT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }
};

/// Streams of many pictures, whole and damaged.
class MpegTsParserTest : public TestCase
{
  public:
    MpegTsParserTest()
        : TestCase("Transport stream: pictures, classes cut anywhere, lost packets, lost step")
    {
    }

  private:
    void DoRun() override
    {
        const Sample sample(24);
        const std::size_t n = sample.packets.size();
        std::vector<MpegRun> runs;
        Octets video;
        MpegTsParser parser;
        parser.Take(sample.packets.data(), n, runs, &video);
        parser.Flush(runs, &video);
        NS_TEST_EXPECT_MSG_EQ((video == sample.stream), true, "the video");
        NS_TEST_EXPECT_MSG_EQ(parser.GetCounters().packets, n / PACKET, "packets");
        NS_TEST_EXPECT_MSG_EQ(parser.GetCounters().lostPackets, 0, "none lost");
        const auto units = parser.TakeUnits();
        NS_TEST_ASSERT_MSG_EQ(units.size(), 24, "pictures");
        for (uint32_t i = 0; i < 24; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(units[i].octets, sample.sizes[i], "size " << i);
            NS_TEST_EXPECT_MSG_EQ(units[i].firstPicture, i, "number " << i);
            // 40 ms each; an anchor is shown three pictures later, a B picture at once
            NS_TEST_EXPECT_MSG_EQ(units[i].times.decoding,
                                  MpegTsWriter::LEAD + 3600u * i,
                                  "decoding " << i);
            NS_TEST_EXPECT_MSG_EQ(units[i].times.presentation - units[i].times.decoding,
                                  (sample.types[i] == VIDEO_B ? 0 : 3 * 3600),
                                  "presentation " << i);
        }
        // octets of pictures have the classes of the elementary stream, but zeros in front of a
        // start code that straddles packets; all others are headers
        std::vector<MpegRun> plain;
        MpegEsParser es;
        es.Take(sample.stream.data(), sample.stream.size(), plain);
        es.Flush(plain);
        const std::string whole = ToClasses(runs);
        const std::string alone = ToClasses(plain);
        NS_TEST_ASSERT_MSG_EQ(whole.size(), n, "classes");
        for (const char cls : std::string("IPB"))
        {
            const auto more = std::count(alone.begin(), alone.end(), cls) -
                              std::count(whole.begin(), whole.end(), cls);
            NS_TEST_EXPECT_MSG_EQ((more >= 0 && more < 40), true, cls << ": " << more);
        }
        for (const std::size_t step : {1, 7, 187, 188, 189, 1000})
        {
            MpegTsParser pieces;
            std::vector<MpegRun> same;
            for (std::size_t at = 0; at < n; at += step)
            {
                pieces.Take(&sample.packets[at], std::min(step, n - at), same);
            }
            pieces.Flush(same);
            NS_TEST_EXPECT_MSG_EQ((ToClasses(same) == whole), true, "in pieces of " << step);
        }
        CheckDamage(sample);
    }

    /// @param sample a stream whose packets are lost, doubled, wrong or out of step
    void CheckDamage(const Sample& sample)
    {
        const auto first = sample.packets.begin();
        const auto cut = [&](std::size_t packet, std::size_t count) {
            Octets some(first, first + static_cast<std::ptrdiff_t>(packet * PACKET));
            some.insert(some.end(),
                        first + static_cast<std::ptrdiff_t>((packet + count) * PACKET),
                        sample.packets.end());
            return some;
        };
        // two packets in the middle of the first picture; the first packet of the third
        MpegTsParser parser;
        auto units = Read(parser, cut(sample.begins[0] + 2, 2));
        NS_TEST_ASSERT_MSG_EQ(units.size(), 24, "pictures");
        NS_TEST_EXPECT_MSG_EQ(units[0].lostPackets, 2, "lost");
        NS_TEST_EXPECT_MSG_EQ(units[0].octets, sample.sizes[0] - 2 * 184, "octets");
        NS_TEST_EXPECT_MSG_EQ(units[1].lostPackets, 0, "others");
        NS_TEST_EXPECT_MSG_EQ(parser.GetCounters().lostPackets, 2, "lost");
        MpegTsParser second;
        units = Read(second, cut(sample.begins[2], 1));
        NS_TEST_ASSERT_MSG_EQ(units.size(), 23, "a picture without its first packet");
        NS_TEST_EXPECT_MSG_EQ(units[1].lostPackets, 1, "belongs to the one before");

        Octets twice = cut(0, 0);
        const std::size_t at = (sample.begins[0] + 1) * PACKET;
        twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(at),
                     first + static_cast<std::ptrdiff_t>(at),
                     first + static_cast<std::ptrdiff_t>(at + PACKET));
        MpegTsParser third;
        units = Read(third, twice);
        NS_TEST_EXPECT_MSG_EQ(third.GetCounters().repeated, 1, "came twice");
        NS_TEST_EXPECT_MSG_EQ(units[0].octets, sample.sizes[0], "octets");

        // octet, its value, what is counted: error on the way, scrambled, neither field nor
        // payload, a field of 184 octets in front of a payload
        for (const auto& wrong :
             {std::pair<std::size_t, uint8_t>{1, 0x80 | 0x01}, {3, 0x90}, {3, 0x00}, {4, 184}})
        {
            Octets damaged = cut(0, 0);
            damaged[sample.begins[0] * PACKET + wrong.first] = wrong.second;
            MpegTsParser other;
            units = Read(other, damaged);
            NS_TEST_EXPECT_MSG_EQ(other.GetCounters().malformed, 1, "octet " << wrong.first);
            NS_TEST_EXPECT_MSG_EQ(units.size(), 23, "octet " << wrong.first);
        }
        // a table whose CRC is wrong is not believed, and so there is no video
        Octets damaged = cut(0, 0);
        damaged[PACKET + 20] ^= 1;
        MpegTsParser blind;
        units = Read(blind, damaged);
        NS_TEST_EXPECT_MSG_EQ(units.size(), 0, "no video");
        NS_TEST_EXPECT_MSG_EQ(blind.GetCounters().malformed, 1, "the table");
        // a PES packet that begins with something else
        damaged = cut(0, 0);
        damaged[sample.begins[0] * PACKET + 12 + 2] = 7;
        MpegTsParser bad;
        units = Read(bad, damaged);
        NS_TEST_EXPECT_MSG_EQ(bad.GetCounters().badUnits, 1, "no start code");
        NS_TEST_EXPECT_MSG_EQ(units.size(), 23, "others");

        // 50 octets are missing: out of step up to the second sync octet at the right distance
        damaged = cut(0, 0);
        damaged.erase(damaged.begin() + 1000, damaged.begin() + 1050);
        MpegTsParser out;
        units = Read(out, damaged);
        NS_TEST_EXPECT_MSG_EQ(out.GetCounters().syncLosses, 1, "out of step once");
        NS_TEST_EXPECT_MSG_EQ(out.GetCounters().skipped, 138, "octets");
        NS_TEST_EXPECT_MSG_EQ(units.size(), 24, "pictures");
        // a packet of which only 100 octets came, and then the stream from its beginning
        MpegTsParser again;
        const Octets good = cut(0, 0);
        std::vector<MpegRun> runs;
        again.Take(good.data(), 100, runs);
        NS_TEST_EXPECT_MSG_EQ(again.GetPending(), 100, "wait");
        again.Realign(runs);
        NS_TEST_EXPECT_MSG_EQ(again.GetPending(), 0, "are given up");
        units = Read(again, good);
        NS_TEST_EXPECT_MSG_EQ(again.GetCounters().skipped, 100, "are counted");
        NS_TEST_EXPECT_MSG_EQ(again.GetCounters().syncLosses, 0, "it is in step");
        NS_TEST_EXPECT_MSG_EQ(again.GetCounters().packets, good.size() / PACKET, "all others");
        MpegTsParser none;
        units = Read(none, Octets(500, 9));
        NS_TEST_EXPECT_MSG_EQ(none.GetCounters().skipped, 500, "no stream at all");
    }

    /// @param parser takes octets @param octets of a stream @return its pictures
    std::vector<MpegTsUnit> Read(MpegTsParser& parser, const Octets& octets)
    {
        std::vector<MpegRun> runs;
        parser.Take(octets.data(), octets.size(), runs);
        parser.Flush(runs);
        NS_TEST_EXPECT_MSG_EQ(ToClasses(runs).size(), octets.size(), "classes of all octets");
        return parser.TakeUnits();
    }
};

/// Two packets fill a PDU of eight cells, and its cells have the classes of their octets.
class MpegTsPduTest : public TestCase
{
  public:
    MpegTsPduTest()
        : TestCase("Transport stream over AAL5+: two packets in eight cells, by class")
    {
    }

  private:
    void DoRun() override
    {
        Sample sample(12);
        if (sample.packets.size() / PACKET % 2 != 0)
        {
            MpegTsWriter::WriteNull(sample.packets);
        }
        NodeContainer nodes;
        nodes.Create(2);
        AtmHelper atm;
        const auto link = atm.Install(nodes);
        const auto a = DynamicCast<AtmNetDevice>(link.Get(0));
        const auto b = DynamicCast<AtmNetDevice>(link.Get(1));
        const auto pvc = atm.ConnectPvc(a, b);
        auto classes = CreateObject<MpegExClpClassifier>();
        classes->SetAttribute("Format", EnumValue(MpegExClpClassifier::TRANSPORT));
        auto layer = CreateObject<Aal5PlusAdaptation>();
        layer->SetAttribute("Classifier", PointerValue(classes));
        layer->SetAttribute("DataPduMode", EnumValue(Aal5PlusAdaptation::MARK_ONLY));
        a->SetAdaptation(layer);
        std::string sent;
        a->TraceConnectWithoutContext("CellTx",
                                      Sink<const CellBurst&>::Make([&sent](const CellBurst& cell) {
                                          sent += "SIPB"[2 * cell.IsClp() + cell.IsEfci()];
                                      }));
        auto receiver = CreateObject<Aal5PlusAdaptation>();
        Octets video;
        MpegTsParser parser;
        std::vector<MpegRun> runs;
        receiver->SetReceiver(*pvc.leaves[0],
                              Sink<const Aal5PlusDelivery&>::Make([&](const Aal5PlusDelivery& d) {
                                  Octets octets(d.sdu->GetSize());
                                  d.sdu->CopyData(octets.data(), d.sdu->GetSize());
                                  parser.Take(octets.data(), octets.size(), runs, &video);
                              }));
        b->SetAdaptation(receiver);
        for (std::size_t at = 0; at < sample.packets.size(); at += 2 * PACKET)
        {
            a->SendSdu(pvc.a, Create<Packet>(&sample.packets[at], 2 * PACKET));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sent.size(), sample.packets.size() / PACKET * 4, "4 cells a packet");
        NS_TEST_EXPECT_MSG_EQ((video == sample.stream), true, "the video");
        // by hand: an octet's class marks its cell; a PDU is 376 octets and a trailer of 8
        const std::string octets = ToClasses(runs);
        std::string expected;
        for (std::size_t at = 0; at < octets.size(); at += 2 * PACKET)
        {
            for (std::size_t cell = 0; cell < 8; ++cell)
            {
                const std::string part =
                    octets.substr(at + 48 * cell, std::min<std::size_t>(48, 376 - 48 * cell));
                const char best = part.find('S') != std::string::npos   ? 'S'
                                  : part.find('I') != std::string::npos ? 'I'
                                  : part.find('P') != std::string::npos ? 'P'
                                                                        : 'B';
                expected += best;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(sent, expected, "classes of cells");
        for (const char cls : std::string("SIPB"))
        {
            NS_TEST_EXPECT_MSG_GT(std::count(sent.begin(), sent.end(), cls), 5, cls);
        }
        Simulator::Destroy();
    }
};

HsnTestRegistration g_tsTests("mpeg-ts",
                              {new MpegTsVectorTest, new MpegTsParserTest, new MpegTsPduTest});
} // namespace
