// SPDX-License-Identifier: GPL-2.0-only
// Covers atm/aal5/system-parity traffic/video/mpeg-es-parser traffic/video/video-trace
// Covers atm/aal5/system-parity-decoder traffic/video/mpeg-ts-parser traffic/video/video-header
// Covers traffic/video/video-sink
/**
 * @file
 * libFuzzer target for what reads MPEG videos: elementary streams, packets of transport streams,
 * traces, parts of pictures, and cells of System PDUs under parity.
 *
 * Input: an octet, modulo 5. 0: octets of a stream, in two pieces. 1: text of a trace. 2: groups of
 * System PDUs are sent: for each cell an octet that tells whether it arrives, is lost, has inverted
 * bits, comes twice, is an end that is none, or is followed by a forged PDU. 3: a transport stream:
 * a place where it is cut, 16 bits, and whether CRCs of tables are set right. 4: messages for a
 * VideoSink: an octet with the size of each, and its octets; bit 0 of the first one: as one stream.
 *
 * Invariants: no crash; the classes of a stream's octets do not depend on how it is cut, and cover
 * all of them; a trace that is read has pictures of a size above 0 whose references come before;
 * PDUs are handed up as they were sent if no cell has inverted bits, and none twice; headers of
 * parts that are read are written alike, and pictures have no more than their octets; counters
 * balance.
 */
#include "fuzz-support.h"

#include "ns3/aal5.h"
#include "ns3/mpeg-es-parser.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/mpeg-ts-parser.h"
#include "ns3/mpeg-ts-writer.h"
#include "ns3/system-parity.h"
#include "ns3/uinteger.h"
#include "ns3/video-sink.h"
#include "ns3/video-trace.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t CELL = 48;

/// @param in the rest is a stream
void
TryStream(FuzzInput in)
{
    const size_t place = in.Byte();
    const size_t cut = std::min(place, in.GetLeft());
    const uint8_t* data = in.GetData();
    const size_t n = in.GetLeft();
    MpegEsParser whole;
    std::vector<MpegRun> runs;
    whole.Take(data, n, runs);
    whole.Flush(runs);
    MpegEsParser pieces;
    std::vector<MpegRun> same;
    pieces.Take(data, cut, same);
    pieces.Take(data + cut, n - cut, same);
    pieces.Flush(same);
    HSN_REQUIRE(runs.size() == same.size());
    uint64_t octets = 0;
    for (size_t i = 0; i < runs.size(); ++i)
    {
        HSN_REQUIRE(runs[i].cls == same[i].cls && runs[i].octets == same[i].octets);
        HSN_REQUIRE(runs[i].cls < 4 && runs[i].octets > 0);
        octets += runs[i].octets;
    }
    HSN_REQUIRE(octets == n && whole.GetCounters().octets == n);
    for (const auto& picture : whole.TakePictures())
    {
        HSN_REQUIRE(picture.type < 8 && picture.temporalReference < 1024);
        HSN_REQUIRE(picture.offset + 6 <= n);
    }
}

/// @param in the rest is a trace
void
TryTrace(FuzzInput in)
{
    VideoTraceFormat format;
    const uint8_t how = in.Byte();
    format.isBits = (how & 1) != 0;
    format.pattern = how & 2 ? "IBBPBB" : "";
    std::istringstream text(std::string(reinterpret_cast<const char*>(in.GetData()), in.GetLeft()));
    std::vector<VideoFrame> frames;
    const std::string wrong = ReadVideoTrace(text, format, frames);
    HSN_REQUIRE(wrong.empty() != frames.empty());
    for (const auto& frame : frames)
    {
        HSN_REQUIRE(frame.data > 0);
        HSN_REQUIRE(frame.before < static_cast<int64_t>(frame.number));
        HSN_REQUIRE(frame.after < static_cast<int64_t>(frame.number));
    }
}

/// Groups of System PDUs, sent and received.
class Parity
{
  public:
    /// @param in the input
    explicit Parity(FuzzInput in)
        : m_in(in),
          m_decoder({3, 2}, 64)
    {
        m_decoder.SetDeliver(MakeCallback(&Parity::Take, this));
    }

    /// Sends until the input ends.
    void Run()
    {
        SystemParityEncoder encoder({3, 2});
        while (!m_in.IsEmpty())
        {
            encoder.SetSecondMode((m_in.Byte() & 1) != 0);
            std::vector<std::vector<uint8_t>> pdus;
            for (int row = 0; row < 3; ++row)
            {
                std::vector<uint8_t> sdu(encoder.GetSduSize());
                for (auto& octet : sdu)
                {
                    octet =
                        static_cast<uint8_t>((m_content = m_content * 1103515245 + 12345) >> 16);
                }
                pdus.push_back(encoder.MakePdu(sdu.data()));
                m_sent.push_back(pdus.back());
            }
            for (const auto& pdu : encoder.TakeParity())
            {
                pdus.push_back(pdu);
            }
            for (const auto& pdu : pdus)
            {
                for (size_t at = 0; at < pdu.size(); at += CELL)
                {
                    SendCell(&pdu[at], at + CELL == pdu.size());
                }
            }
        }
        m_decoder.Flush();
        const auto& c = m_decoder.GetCounters();
        HSN_REQUIRE(c.held == 0);
        HSN_REQUIRE(c.intact + c.repaired == m_taken);
        HSN_REQUIRE(m_isDamaged || m_taken <= m_sent.size());
    }

  private:
    /// @param payload of a cell @param isLast whether it ends a PDU
    void SendCell(const uint8_t* payload, bool isLast)
    {
        std::vector<uint8_t> cell(payload, payload + CELL);
        const uint8_t how = m_in.Byte();
        switch (how & 7)
        {
        case 1: // lost
            return;
        case 2: // inverted bits
            cell[m_in.Byte() % CELL] ^= static_cast<uint8_t>(how >> 3 | 1);
            m_isDamaged = true;
            break;
        case 3: // twice
            m_decoder.Receive(cell.data(), false);
            m_isDamaged = true;
            break;
        case 4: // an end that is none, or the other way round
            isLast = !isLast;
            m_isDamaged = true;
            break;
        case 5: // a forged PDU behind it
            m_decoder.Receive(cell.data(), isLast);
            Forge(m_in.Byte());
            return;
        default:
            break;
        }
        m_decoder.Receive(cell.data(), isLast);
    }

    /// @param uu user-to-user octet of a right PDU; how many cells it has, and its CPI, is read
    void Forge(uint8_t uu)
    {
        const uint8_t how = m_in.Byte();
        m_isDamaged = true;
        const std::vector<uint8_t> sdu(1 + how % 3 * CELL, how);
        const auto pdu = Aal5::BuildCpcsPdu(sdu.data(),
                                            static_cast<uint32_t>(sdu.size()),
                                            uu,
                                            static_cast<uint8_t>(how >> 7));
        for (size_t at = 0; at < pdu.size(); at += CELL)
        {
            m_decoder.Receive(&pdu[at], at + CELL == pdu.size());
        }
    }

    /// @param delivery from the decoder
    void Take(const SystemParityDelivery& delivery)
    {
        ++m_taken;
        const std::vector<uint8_t> pdu(delivery.pdu, delivery.pdu + 2 * CELL);
        HSN_REQUIRE(m_isDamaged || std::find(m_sent.begin(), m_sent.end(), pdu) != m_sent.end());
    }

    FuzzInput m_in;                           //!< input
    SystemParityDecoder m_decoder;            //!< receiver
    std::vector<std::vector<uint8_t>> m_sent; //!< PDUs
    uint32_t m_content{1};                    //!< of PDUs
    uint64_t m_taken{0};                      //!< PDUs
    bool m_isDamaged{false};                  //!< not by loss alone
};

/// @param in the rest are packets
void
TryPackets(FuzzInput in)
{
    const size_t place = in.Word();
    const bool isRight = (in.Byte() & 1) != 0;
    const size_t cut = std::min(place, in.GetLeft());
    std::vector<uint8_t> octets(in.GetData(), in.GetData() + in.GetLeft());
    // tables in the first two packets, of sixteen and twenty-one octets
    for (const auto& [from, size] : {std::pair<size_t, size_t>{5, 16}, {193, 21}})
    {
        if (isRight && octets.size() >= from + size)
        {
            Aal5Crc32 crc;
            crc.Update(&octets[from], size - 4);
            for (int i = 0; i < 4; ++i)
            {
                octets[from + size - 4 + i] =
                    static_cast<uint8_t>(crc.GetRegister() >> (24 - 8 * i));
            }
        }
    }
    std::vector<MpegRun> runs[2];
    std::vector<uint8_t> video[2];
    MpegTsParser parsers[2];
    parsers[0].Take(octets.data(), octets.size(), runs[0], &video[0]);
    parsers[1].Take(octets.data(), cut, runs[1], &video[1]);
    parsers[1].Take(octets.data() + cut, octets.size() - cut, runs[1], &video[1]);
    uint64_t sums[2] = {0, 0};
    for (int k = 0; k < 2; ++k)
    {
        parsers[k].Flush(runs[k], &video[k]);
        for (const auto& run : runs[k])
        {
            HSN_REQUIRE(run.cls < 4 && run.octets > 0);
            sums[k] += run.octets;
        }
        const auto& c = parsers[k].GetCounters();
        HSN_REQUIRE(c.octets == octets.size() && sums[k] == octets.size());
        HSN_REQUIRE(c.packets * MpegTs::PACKET + c.skipped == octets.size());
        HSN_REQUIRE(c.videoPackets + c.nullPackets + c.malformed <= c.packets);
        HSN_REQUIRE(video[k].size() <= c.videoPackets * (MpegTs::PACKET - MpegTs::HEADER));
    }
    HSN_REQUIRE(video[0] == video[1] && runs[0].size() == runs[1].size());
    uint64_t octetsOfUnits = 0;
    for (const auto& unit : parsers[0].TakeUnits())
    {
        HSN_REQUIRE(unit.times.decoding < uint64_t{1} << 33);
        octetsOfUnits += unit.octets;
    }
    HSN_REQUIRE(octetsOfUnits <= video[0].size());
}

/// A sink that takes what the input says.
class OpenSink : public VideoSink
{
  public:
    /// @param in messages
    void Run(FuzzInput in)
    {
        const bool isStream = (in.Byte() & 1) != 0;
        const auto pending = Create<Packet>();
        bool isOpen = true;
        while (!in.IsEmpty())
        {
            std::vector<uint8_t> octets(in.Byte());
            in.Fill(octets.data(), octets.size());
            const auto size = static_cast<uint32_t>(octets.size());
            const auto message = Create<Packet>(octets.data(), size);
            VideoHeader header;
            if (message->PeekHeader(header) > 0)
            {
                const auto again = Create<Packet>();
                again->AddHeader(header);
                octets.resize(VideoHeader::SIZE);
                HSN_REQUIRE(OctetsOf(again) == octets);
                HSN_REQUIRE(header.offset + header.length <= header.size);
            }
            if (!isStream)
            {
                TakeMessage(message, Address());
            }
            else if (isOpen)
            {
                pending->AddAtEnd(message);
                isOpen = TakeStream(pending, Address());
            }
        }
        double left = 0;
        for (const auto& picture : GetPictures())
        {
            const auto& loss = picture.loss;
            HSN_REQUIRE(loss.lostData >= 0 && loss.lostData <= loss.data);
            HSN_REQUIRE(loss.lostSystem >= 0 && loss.lostSystem <= loss.system);
            left += loss.data + loss.system - loss.lostData - loss.lostSystem;
        }
        const auto& octets = GetCounters().octets;
        HSN_REQUIRE(left == static_cast<double>(octets[0] + octets[1] + octets[2] + octets[3]));
        HSN_REQUIRE(GetDecodable(1) <= 1);
    }
};

/// @param in messages
void
TrySink(FuzzInput in)
{
    const auto sink = CreateObject<OpenSink>();
    sink->SetAttribute("MaxGap", UintegerValue(50));
    sink->Run(in);
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    const auto size = static_cast<uint32_t>(in.GetLeft());
    switch (in.Byte() % 5)
    {
    case 0:
        TryStream(in);
        break;
    case 1:
        TryTrace(in);
        break;
    case 2:
        Parity(in).Run();
        break;
    case 3:
        TryPackets(in);
        break;
    default:
        TrySink(in);
        break;
    }
    return size;
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    std::vector<uint8_t> stream;
    const MpegEsWriter writer(32, 16, 25);
    GopModel model;
    for (int i = 0; i < 4; ++i)
    {
        writer.Write(model.Next(), 3, stream);
    }
    MpegEsWriter::WriteEnd(stream);
    std::vector<uint8_t> video; // more than one packet
    while (video.size() < 490)
    {
        video.insert(video.end(), stream.begin(), stream.end());
    }
    std::vector<uint8_t> packets;
    MpegTsWriter multiplex;
    multiplex.WriteTables(packets);
    multiplex.Write(video.data(), 400, {3600, 0}, true, packets);
    multiplex.Write(video.data() + 400, 90, {0, 0}, false, packets);
    MpegTsWriter::WriteNull(packets);
    VideoHeader part;
    part.type = part.cls = VIDEO_P;
    part.size = part.length = 20;
    part.number = 3;
    part.before = 0;
    const auto message = Create<Packet>(20);
    message->AddHeader(part);
    const auto octets = OctetsOf(message);
    const std::string columns = "# trace\n0 I 0 100\n1 P 120 5\n2 B 40 9\n";
    const std::string sizes = "801\n16\n8\n24\n";
    return {
        {"stream", FuzzOutput().Bytes({0, 9}).Octets(stream)},
        {"zeros", FuzzOutput().Bytes({0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0, 0})},
        {"trace",
         FuzzOutput().Bytes({1, 0}).Octets(std::vector<uint8_t>(columns.begin(), columns.end()))},
        {"trace-of-sizes",
         FuzzOutput().Bytes({1, 3}).Octets(std::vector<uint8_t>(sizes.begin(), sizes.end()))},
        {"parity", FuzzOutput().Bytes({2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0})},
        {"parity-two-modes",
         FuzzOutput().Bytes({2, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0})},
        {"parity-forged",
         FuzzOutput().Bytes({2, 1, 5, 4, 2, 0, 5, 9, 130, 5, 3, 1, 0, 0, 0, 0, 0})},
        {"packets", FuzzOutput().Bytes({3, 1, 0, 0}).Octets(packets)},
        {"packets-out-of-step",
         FuzzOutput().Bytes({3, 0, 9, 1}).Octets(packets).Bytes({9, 9}).Octets(packets)},
        {"parts", FuzzOutput().Bytes({4, 0, 52}).Octets(octets).Bytes({52}).Octets(octets)},
        {"parts-in-a-stream",
         FuzzOutput().Bytes({4, 1, 52}).Octets(octets).Bytes({20}).Octets(octets)},
        {"parity-damaged", FuzzOutput().Bytes({2, 1, 2, 9, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0})},
    };
}
