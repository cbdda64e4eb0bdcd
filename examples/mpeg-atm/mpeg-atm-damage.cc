// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Sends the packets of a transport stream in AAL5+ over a connection that loses cells by class, and
 * tells what became of each picture (mpeg-atm).
 *
 * Two packets are a PDU of eight cells, each of which has the most important class of its octets. A
 * packet of which a cell is lost is not written, nor are the others of a picture whose first one it
 * is. damage.py has a decoder show what is left.
 */
#include "mpeg-atm-files.h"

#include "ns3/aal5.h"
#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/mpeg-ts-parser.h"
#include "ns3/picture-quality.h"
#include "ns3/program-options.h"
#include "ns3/video-references.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint64_t PDU = 2 * MpegTs::PACKET; //!< octets
constexpr uint64_t CELL = Aal5::PAYLOAD_BYTES;

/// A picture of the stream.
struct Picture
{
    VideoFrame frame;          //!< type and references
    PictureQuality::Loss loss; //!< octets
    uint64_t shown{0};         //!< presentation time stamp
};

/// What a stream says of itself.
class Stream
{
  public:
    /// @param octets of a transport stream
    explicit Stream(const std::vector<uint8_t>& octets)
    {
        MpegTsParser parser;
        std::vector<MpegRun> runs;
        parser.Take(octets.data(), octets.size(), runs);
        parser.Flush(runs);
        const auto& c = parser.GetCounters();
        if (c.skipped > 0 || octets.empty())
        {
            Refuse("read: of " + std::to_string(c.octets) + " octets " + std::to_string(c.skipped) +
                   " are in no packet of 188 octets");
        }
        for (const auto& run : runs)
        {
            classes.insert(classes.end(), run.octets, static_cast<uint8_t>(run.cls));
        }
        m_videoPid = parser.GetProgram().videoPid;
        VideoReferences references;
        for (const auto& header : parser.GetVideo().TakePictures())
        {
            Picture picture;
            auto& frame = picture.frame;
            frame.number = pictures.size();
            frame.type = static_cast<VideoFrameType>(std::clamp(header.type, 1u, 3u));
            references.Link(frame);
            pictures.push_back(picture);
        }
        const auto units = parser.TakeUnits();
        if (pictures.empty() || units.size() != pictures.size())
        {
            Refuse("read: " + std::to_string(units.size()) + " PES packets of a video with " +
                   std::to_string(pictures.size()) + " pictures: one each is needed");
        }
        for (std::size_t i = 0; i < units.size(); ++i)
        {
            pictures[i].shown = units[i].times.presentation;
        }
    }

    /**
     * @brief Notes what pictures lose of their packets.
     * @param octets of the stream
     * @param isLost which of them are; so are all packets of a picture without its first one: a
     * decoder would take its slices for those of the picture before
     */
    void Lose(const std::vector<uint8_t>& octets, std::vector<bool>& isLost)
    {
        std::size_t begun = 0;
        bool isHeadless = false;
        for (std::size_t at = 0; at < octets.size(); at += MpegTs::PACKET)
        {
            const uint32_t pid = (octets[at + 1] & 0x1fu) << 8 | octets[at + 2];
            if (pid != m_videoPid)
            {
                continue; // tables and sound are no picture's
            }
            if ((octets[at + 1] & 0x40) != 0)
            {
                ++begun;
                isHeadless = isLost[at];
            }
            for (std::size_t i = at; i < at + MpegTs::PACKET && begun > 0; ++i)
            {
                isLost[i] = isLost[i] || isHeadless;
                auto& loss = pictures[begun - 1].loss;
                (classes[i] != 0 ? loss.data : loss.system) += 1;
                (classes[i] != 0 ? loss.lostData : loss.lostSystem) += isLost[i] ? 1 : 0;
            }
        }
    }

    std::vector<uint8_t> classes;  //!< of octets
    std::vector<Picture> pictures; //!< in coded order

  private:
    uint16_t m_videoPid{0}; //!< of the video's packets
};
} // namespace

int
main(int argc, char* argv[])
{
    std::string read;
    std::string write;
    std::array<double, 4> loss{{}};
    ProgramOptions options(__FILE__, "Paper mpeg-atm: a transport stream over cells that are lost");
    options.Add("read", "Transport stream", read);
    options.Add("write", "File that gets the packets that arrive; empty: none", write);
    const char* const names[] = {"s", "i", "p", "b"};
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        options.Add(std::string("loss-") + names[cls],
                    std::string("Share of cells of class ") + names[cls] + " that are lost",
                    loss[cls],
                    Between(0, 1));
    }
    options.Parse(argc, argv);

    const auto octets = ReadFile("read", read);
    Stream stream(octets);
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(1);
    std::vector<bool> isLost(octets.size());
    std::array<uint64_t, 4> sent{{}};
    std::array<uint64_t, 4> lost{{}};
    for (std::size_t pdu = 0; pdu < octets.size(); pdu += PDU)
    {
        const std::size_t end = std::min<std::size_t>(pdu + PDU, octets.size());
        for (std::size_t at = pdu; at < end; at += CELL)
        {
            const std::size_t stop = std::min<std::size_t>(at + CELL, end);
            const uint8_t cls =
                *std::min_element(&stream.classes[at], &stream.classes[at] + stop - at);
            ++sent[cls];
            if (uniform->GetValue() < loss[cls])
            {
                ++lost[cls];
                // a packet of which octets are missing is not used
                const std::size_t first = at / MpegTs::PACKET * MpegTs::PACKET;
                const std::size_t last = (stop - 1) / MpegTs::PACKET * MpegTs::PACKET;
                std::fill_n(isLost.begin() + static_cast<std::ptrdiff_t>(first),
                            last + MpegTs::PACKET - first,
                            true);
            }
        }
    }
    stream.Lose(octets, isLost);
    std::vector<uint8_t> arrived;
    for (std::size_t i = 0; i < octets.size(); ++i)
    {
        if (!isLost[i])
        {
            arrived.push_back(octets[i]);
        }
    }
    if (!write.empty())
    {
        WriteFile("write", write, arrived);
    }
    PictureQuality quality(0);
    std::string types;
    std::vector<uint64_t> shown;
    std::vector<uint64_t> missing;
    std::vector<uint64_t> isDecodable;
    std::vector<double> psnr;
    for (const auto& picture : stream.pictures)
    {
        quality.Add(picture.frame, picture.loss);
        types += ToString(picture.frame.type);
        shown.push_back(picture.shown);
        missing.push_back(static_cast<uint64_t>(picture.loss.lostData + picture.loss.lostSystem));
        isDecodable.push_back(quality.IsDecodable(picture.frame.number) ? 1 : 0);
        psnr.push_back(quality.GetPsnr(picture.frame.number));
    }
    JsonObject out;
    out.Set("octets", uint64_t{octets.size()});
    out.Set("octets_arrived", uint64_t{arrived.size()});
    out.Set("cells", std::vector<uint64_t>(sent.begin(), sent.end()));
    out.Set("cells_lost", std::vector<uint64_t>(lost.begin(), lost.end()));
    out.Set("types", types);
    out.Set("shown", shown);
    out.Set("octets_lost", missing);
    out.Set("decodable", isDecodable);
    out.Set("psnr_proxy_db", psnr);
    std::cout << out << std::endl;
    return 0;
}
