// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-ts-writer.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr std::size_t ROOM = MpegTs::PACKET - MpegTs::HEADER;
constexpr std::size_t CLOCK_FIELD = 8; //!< octets of an adaptation field with a clock

/// @param octets gets 16 bits @param value they
void
Put16(std::vector<uint8_t>& octets, uint32_t value)
{
    octets.push_back(static_cast<uint8_t>(value >> 8));
    octets.push_back(static_cast<uint8_t>(value));
}

/// @param octets gets the header of a packet @param pid of it @param isStart whether a unit begins
/// in it @param hasField whether it has an adaptation field @param count of its PID; goes on
void
PutHeader(std::vector<uint8_t>& octets, uint16_t pid, bool isStart, bool hasField, uint8_t& count)
{
    octets.push_back(MpegTs::SYNC);
    Put16(octets, (isStart ? 0x4000u : 0u) | pid);
    octets.push_back(static_cast<uint8_t>((hasField ? 0x30 : 0x10) | count));
    count = (count + 1) & 15;
}

/// @param octets gets a time stamp of 33 bits, in five octets @param mark of its kind, 4 bits
/// @param time the stamp
void
PutTime(std::vector<uint8_t>& octets, uint32_t mark, uint64_t time)
{
    octets.push_back(static_cast<uint8_t>(mark << 4 | (time >> 29 & 0x0e) | 1));
    Put16(octets, static_cast<uint32_t>(time >> 14 & 0xfffe) | 1);
    Put16(octets, static_cast<uint32_t>(time << 1 & 0xfffe) | 1);
}

/// @param octets gets a program clock, in six octets @param time in steps of MpegTs::CLOCK
void
PutClock(std::vector<uint8_t>& octets, uint64_t time)
{
    Put16(octets, static_cast<uint32_t>(time >> 17 & 0xffff));
    Put16(octets, static_cast<uint32_t>(time >> 1 & 0xffff));
    Put16(octets, static_cast<uint32_t>(time & 1) << 15 | 0x7e00); // extension 0
}
} // namespace

MpegTsTimes
FindMpegTsTimes(const VideoFrame& frame, uint32_t anchorDistance, double frameRate)
{
    // pictures wait for one more where some are shown before others that are sent earlier
    const bool isReordered = anchorDistance > 1;
    const uint64_t shown =
        frame.number + (isReordered && frame.type != VIDEO_B ? anchorDistance : 0);
    const auto step = [frameRate](uint64_t number) {
        return static_cast<uint64_t>(
                   std::llround(static_cast<double>(number) * MpegTs::CLOCK / frameRate)) &
               ((uint64_t{1} << 33) - 1);
    };
    MpegTsTimes times;
    times.decoding = step(frame.number);
    times.presentation = step(shown);
    return times;
}

MpegTsWriter::MpegTsWriter(const MpegTsProgram& program)
    : m_program(program)
{
    for (const uint16_t pid : {program.tablePid, program.videoPid})
    {
        NS_ABORT_MSG_UNLESS(pid >= MpegTs::FIRST_PID && pid <= MpegTs::LAST_PID,
                            "a transport stream with PID " << pid << ": " << MpegTs::FIRST_PID
                                                           << " to " << MpegTs::LAST_PID);
    }
    NS_ABORT_MSG_IF(program.tablePid == program.videoPid,
                    "a transport stream whose table and video both have PID " << program.videoPid);
    NS_ABORT_MSG_IF(program.number == 0, "a program with number 0: 1 to 65535");
    NS_ABORT_MSG_UNLESS(program.streamType == 1 || program.streamType == 2,
                        "a video of stream_type " << +program.streamType << ": 1 or 2");
}

void
MpegTsWriter::WriteSection(uint16_t pid,
                           uint8_t& count,
                           std::vector<uint8_t> section,
                           std::vector<uint8_t>& out)
{
    // the register that AAL5 inverts in the end; section_length counts from behind itself
    section[2] = static_cast<uint8_t>(section.size() + 4 - 3);
    Aal5Crc32 crc;
    crc.Update(section.data(), section.size());
    Put16(section, crc.GetRegister() >> 16);
    Put16(section, crc.GetRegister());
    const std::size_t end = out.size() + MpegTs::PACKET;
    PutHeader(out, pid, true, false, count);
    out.push_back(0); // the section begins at once
    out.insert(out.end(), section.begin(), section.end());
    out.resize(end, 0xff);
}

void
MpegTsWriter::WriteTables(std::vector<uint8_t>& out)
{
    // version 0, valid now, one section only
    std::vector<uint8_t> programs{0x00, 0xb0, 0, 0, 1, 0xc1, 0, 0};
    Put16(programs, m_program.number);
    Put16(programs, 0xe000u | m_program.tablePid);
    WriteSection(MpegTs::PAT_PID, m_counts[0], programs, out);
    std::vector<uint8_t> streams{0x02, 0xb0, 0};
    Put16(streams, m_program.number);
    streams.insert(streams.end(), {0xc1, 0, 0});
    Put16(streams, 0xe000u | m_program.videoPid); // which has the clock
    Put16(streams, 0xf000);                       // no descriptors
    streams.push_back(m_program.streamType);
    Put16(streams, 0xe000u | m_program.videoPid);
    Put16(streams, 0xf000);
    WriteSection(m_program.tablePid, m_counts[1], streams, out);
}

void
MpegTsWriter::Write(const uint8_t* data,
                    std::size_t n,
                    const MpegTsTimes& times,
                    bool isEntry,
                    std::vector<uint8_t>& out)
{
    NS_ABORT_MSG_IF(n == 0, "a picture of 0 octets in a transport stream: 1 or more");
    // length 0: not told, as is allowed of videos; the data begin with a start code
    std::vector<uint8_t> unit{0, 0, 1, MpegTs::VIDEO_ID, 0, 0, 0x84};
    const bool hasDecoding = times.decoding != times.presentation;
    unit.push_back(hasDecoding ? 0xc0 : 0x80);
    unit.push_back(hasDecoding ? 10 : 5);
    PutTime(unit, hasDecoding ? 3 : 2, times.presentation + LEAD);
    if (hasDecoding)
    {
        PutTime(unit, 1, times.decoding + LEAD);
    }
    unit.insert(unit.end(), data, data + n);
    for (std::size_t at = 0; at < unit.size();)
    {
        const bool isFirst = at == 0;
        const std::size_t size = std::min(ROOM - (isFirst ? CLOCK_FIELD : 0), unit.size() - at);
        const std::size_t field = ROOM - size;
        const std::size_t fieldEnd = out.size() + MpegTs::HEADER + field;
        PutHeader(out, m_program.videoPid, isFirst, field > 0, m_counts[2]);
        if (field > 0)
        {
            out.push_back(static_cast<uint8_t>(field - 1));
        }
        if (field > 1)
        {
            out.push_back(isFirst ? (isEntry ? 0x50 : 0x10) : 0);
        }
        if (isFirst)
        {
            PutClock(out, times.decoding);
        }
        out.resize(fieldEnd, 0xff);
        out.insert(out.end(),
                   unit.begin() + static_cast<std::ptrdiff_t>(at),
                   unit.begin() + static_cast<std::ptrdiff_t>(at + size));
        at += size;
    }
}

void
MpegTsWriter::WriteNull(std::vector<uint8_t>& out)
{
    uint8_t count = 0;
    const std::size_t end = out.size() + MpegTs::PACKET;
    PutHeader(out, MpegTs::NULL_PID, false, false, count);
    out.resize(end, 0xff);
}
} // namespace hsn
} // namespace ns3
