// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-ts-parser.h"

#include "ns3/aal5.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr std::size_t PACKET = MpegTs::PACKET;
constexpr std::size_t UNIT_HEADER = 9; //!< octets of a PES header up to the length of the rest

/// @param octets two of them @return the number
uint32_t
Get16(const uint8_t* octets)
{
    return static_cast<uint32_t>(octets[0]) << 8 | octets[1];
}

/// @param octets two of them @return a PID in their lower bits
uint16_t
GetPid(const uint8_t* octets)
{
    return static_cast<uint16_t>(Get16(octets) & 0x1fff);
}

/// @param octets five of a time stamp @return its 33 bits
uint64_t
GetTime(const uint8_t* octets)
{
    return uint64_t{octets[0] & 0x0eu} << 29 | uint64_t{Get16(octets + 1) >> 1} << 15 |
           Get16(octets + 3) >> 1;
}
} // namespace

void
MpegTsParser::Take(const uint8_t* data,
                   std::size_t n,
                   std::vector<MpegRun>& runs,
                   std::vector<uint8_t>* video)
{
    m_counters.octets += n;
    m_pending.insert(m_pending.end(), data, data + n);
    std::size_t at = 0;
    // out of step, the first octet of another packet must be there as well
    while (m_pending.size() - at >= PACKET + (m_isInStep ? 0 : 1))
    {
        const uint8_t* packet = &m_pending[at];
        if (packet[0] == MpegTs::SYNC && (m_isInStep || packet[PACKET] == MpegTs::SYNC))
        {
            m_isInStep = true;
            TakePacket(packet, runs, video);
            at += PACKET;
            continue;
        }
        m_counters.syncLosses += m_isInStep ? 1 : 0;
        m_isInStep = false;
        ++m_counters.skipped;
        SkipOctets(runs, 1);
        ++at;
    }
    m_pending.erase(m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(at));
}

void
MpegTsParser::SkipOctets(std::vector<MpegRun>& runs, uint64_t octets)
{
    MpegRun run;
    run.picture = m_video.GetParser().GetPicture();
    run.octets = octets;
    AppendMpegRun(runs, run);
}

void
MpegTsParser::Realign(std::vector<MpegRun>& runs, std::vector<uint8_t>* video)
{
    // a last packet that no other one follows
    if (m_pending.size() == PACKET && m_pending[0] == MpegTs::SYNC)
    {
        const std::vector<uint8_t> packet = std::move(m_pending);
        TakePacket(packet.data(), runs, video);
    }
    else
    {
        m_counters.skipped += m_pending.size();
        SkipOctets(runs, m_pending.size());
    }
    m_pending.clear();
    m_isInStep = true;
}

void
MpegTsParser::Flush(std::vector<MpegRun>& runs, std::vector<uint8_t>* video)
{
    Realign(runs, video);
    m_isInStep = false;
    if (m_isUnit)
    {
        m_units.push_back(m_unit);
        m_isUnit = false;
    }
}

void
MpegTsParser::TakePacket(const uint8_t* packet,
                         std::vector<MpegRun>& runs,
                         std::vector<uint8_t>* video)
{
    ++m_counters.packets;
    const uint16_t pid = GetPid(packet + 1);
    const bool isStart = (packet[1] & 0x40) != 0;
    const bool hasField = (packet[3] & 0x20) != 0;
    const bool hasPayload = (packet[3] & 0x10) != 0;
    const std::size_t begin = MpegTs::HEADER + (hasField ? packet[MpegTs::HEADER] + 1u : 0u);
    // an error that was found on the way, scrambled, nothing in it, a field that is too long
    const bool isWrong = (packet[1] & 0x80) != 0 || (packet[3] & 0xc0) != 0 ||
                         (!hasField && !hasPayload) || begin > PACKET - (hasPayload ? 1 : 0);
    std::size_t headers = PACKET;
    if (pid == MpegTs::NULL_PID)
    {
        ++m_counters.nullPackets;
    }
    else if (isWrong)
    {
        ++m_counters.malformed;
    }
    else if (hasPayload && pid == m_program.videoPid && pid != 0)
    {
        ++m_counters.videoPackets;
        if (CheckContinuity(packet, begin))
        {
            if (isStart)
            {
                if (m_isUnit)
                {
                    m_units.push_back(m_unit);
                }
                m_counters.badUnits += m_isHeader ? 1 : 0;
                m_isUnit = m_isHeader = true;
                m_header.clear();
                m_unit = MpegTsUnit();
                m_unit.firstPicture = static_cast<uint32_t>(m_video.GetParser().GetPicture());
            }
            headers = begin + TakeUnitHeader(packet + begin, PACKET - begin);
        }
    }
    else if (hasPayload && isStart &&
             (pid == MpegTs::PAT_PID || pid == m_program.tablePid)) // which is 0 if not known
    {
        TakeTable(pid, packet + begin, PACKET - begin);
    }
    SkipOctets(runs, headers);
    m_unit.octets += PACKET - headers;
    m_video.Take(packet + headers, PACKET - headers, runs);
    if (video)
    {
        video->insert(video->end(), packet + headers, packet + PACKET);
    }
}

bool
MpegTsParser::CheckContinuity(const uint8_t* packet, std::size_t begin)
{
    const int32_t count = packet[3] & 15;
    // the discontinuity indicator says that the counter begins anew
    const bool isNew = begin > MpegTs::HEADER + 1 && (packet[MpegTs::HEADER + 1] & 0x80) != 0;
    const int32_t last = m_count;
    m_count = count;
    if (isNew || last < 0)
    {
        return true;
    }
    if (count == last)
    {
        ++m_counters.repeated;
        return false;
    }
    const auto lost = static_cast<uint32_t>(count + 15 - last) % 16;
    m_counters.lostPackets += lost;
    m_unit.lostPackets += lost;
    return true;
}

std::size_t
MpegTsParser::CheckSection(const uint8_t* section, std::size_t n, uint8_t table)
{
    if (n < 3 || section[0] != table)
    {
        return 0;
    }
    // eight octets, the CRC, and section_length does not count the first three
    const std::size_t size = 3 + (Get16(section + 1) & 0xfff);
    if ((section[1] & 0x80) == 0 || size < 12 || size > n)
    {
        return 0;
    }
    Aal5Crc32 crc;
    crc.Update(section, size);
    return crc.GetRegister() == 0 ? size - 4 : 0;
}

void
MpegTsParser::TakeTable(uint16_t pid, const uint8_t* payload, std::size_t n)
{
    const std::size_t begin = 1u + payload[0];
    const bool isPrograms = pid == MpegTs::PAT_PID;
    const uint8_t* section = payload + std::min(begin, n);
    const std::size_t end =
        begin < n ? CheckSection(section, n - begin, isPrograms ? 0x00 : 0x02) : 0;
    if (end == 0)
    {
        ++m_counters.malformed;
        return;
    }
    if (isPrograms)
    {
        for (std::size_t at = 8; at + 4 <= end; at += 4)
        {
            // 0 is the table of networks
            if (Get16(section + at) != 0)
            {
                m_program.number = static_cast<uint16_t>(Get16(section + at));
                m_program.tablePid = GetPid(section + at + 2);
                return;
            }
        }
        return;
    }
    // descriptors of the program, then streams: type, PID, descriptors
    if (end < 12)
    {
        ++m_counters.malformed;
        return;
    }
    for (std::size_t at = 12 + (Get16(section + 10) & 0xfff); at + 5 <= end;
         at += 5 + (Get16(section + at + 3) & 0xfff))
    {
        if (section[at] == 1 || section[at] == 2)
        {
            const uint16_t video = GetPid(section + at + 1);
            if (video != m_program.videoPid)
            {
                m_count = -1;
            }
            m_program.streamType = section[at];
            m_program.videoPid = video;
            return;
        }
    }
}

std::size_t
MpegTsParser::TakeUnitHeader(const uint8_t* payload, std::size_t n)
{
    std::size_t taken = 0;
    while (m_isHeader && taken < n)
    {
        m_header.push_back(payload[taken++]);
        const bool isLong = m_header.size() >= UNIT_HEADER;
        if (!isLong || m_header.size() < UNIT_HEADER + m_header[UNIT_HEADER - 1])
        {
            continue;
        }
        m_isHeader = false;
        const bool isRight = m_header[0] == 0 && m_header[1] == 0 && m_header[2] == 1 &&
                             (m_header[3] & 0xf0) == MpegTs::VIDEO_ID && m_header[6] >> 6 == 2;
        if (!isRight)
        {
            ++m_counters.badUnits;
            m_isUnit = false; // what follows is no picture's
            return n;
        }
        const uint8_t stamps = m_header[7] >> 6;
        const uint8_t rest = m_header[UNIT_HEADER - 1];
        if (stamps >= 2 && rest >= (stamps == 3 ? 10 : 5))
        {
            m_unit.hasTimes = true;
            m_unit.times.presentation = GetTime(&m_header[UNIT_HEADER]);
            m_unit.times.decoding =
                stamps == 3 ? GetTime(&m_header[UNIT_HEADER + 5]) : m_unit.times.presentation;
        }
    }
    // in front of the first PES packet, or behind a header that is wrong
    return m_isUnit ? taken : n;
}

std::vector<MpegTsUnit>
MpegTsParser::TakeUnits()
{
    std::vector<MpegTsUnit> units;
    units.swap(m_units);
    return units;
}

MpegEsParser&
MpegTsParser::GetVideo()
{
    return m_video.GetParser();
}

std::size_t
MpegTsParser::GetPending() const
{
    return m_pending.size();
}

const MpegTsProgram&
MpegTsParser::GetProgram() const
{
    return m_program;
}

const MpegTsParser::Counters&
MpegTsParser::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
