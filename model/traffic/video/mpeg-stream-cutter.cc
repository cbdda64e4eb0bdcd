// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-stream-cutter.h"

#include "mpeg-pieces.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr std::size_t LEAD = 8;      //!< octets in front of records
constexpr std::size_t RECORD = 4;    //!< octets in front of those of a record
constexpr std::size_t LONGEST = 255; //!< octets of a record

/// @param octets gets a number @param value the value @param n how many octets it has
void
Put(std::vector<uint8_t>& octets, uint64_t value, uint32_t n)
{
    while (n-- > 0)
    {
        octets.push_back(static_cast<uint8_t>(value >> (8 * n)));
    }
}

/// @param octets a number @param n how many octets it has @return it
uint32_t
Get(const uint8_t* octets, uint32_t n)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        value = value << 8 | octets[i];
    }
    return value;
}
} // namespace

MpegStreamCutter::MpegStreamCutter(SystemPdu how, bool hasParity)
    : m_how(how),
      m_hasParity(hasParity)
{
    NS_ABORT_MSG_IF(how == PER_RUN && hasParity,
                    "parity of SDUs of headers with PER_RUN: they are of different sizes");
}

void
MpegStreamCutter::SetSecondMode(bool isOn)
{
    NS_ABORT_MSG_UNLESS(m_hasParity, "parity of diagonals without parity");
    m_encoder.SetSecondMode(isOn);
}

void
MpegStreamCutter::Take(const uint8_t* data, std::size_t n, std::vector<MpegSdu>& sdus)
{
    std::vector<MpegRun> runs;
    m_waiting.insert(m_waiting.end(), data, data + n);
    m_parser.Take(data, n, runs);
    Cut(runs, sdus);
}

void
MpegStreamCutter::Flush(std::vector<MpegSdu>& sdus)
{
    std::vector<MpegRun> runs;
    m_parser.Flush(runs);
    Cut(runs, sdus);
    EndPicture(sdus);
}

void
MpegStreamCutter::Cut(const std::vector<MpegRun>& runs, std::vector<MpegSdu>& sdus)
{
    std::size_t at = 0;
    m_parser.TakePictures(); // nobody asks for them
    for (const auto& run : runs)
    {
        const bool isOther =
            !m_runs.empty() && (m_how == PER_PICTURE ? run.picture != m_runs.back().picture
                                                     : run.cls != m_runs.back().cls);
        if (isOther)
        {
            EndPicture(sdus);
        }
        AppendMpegRun(m_runs, run);
        m_octets.insert(m_octets.end(),
                        m_waiting.begin() + static_cast<std::ptrdiff_t>(at),
                        m_waiting.begin() + static_cast<std::ptrdiff_t>(at + run.octets));
        at += run.octets;
    }
    m_waiting.erase(m_waiting.begin(), m_waiting.begin() + static_cast<std::ptrdiff_t>(at));
}

void
MpegStreamCutter::EndPicture(std::vector<MpegSdu>& sdus)
{
    std::vector<uint8_t> data;
    uint32_t cls = 0;
    std::vector<std::vector<uint8_t>> headers;
    std::size_t at = 0;
    const auto record = [&headers](std::size_t place, const uint8_t* octets, std::size_t n) {
        Put(headers.back(), place, 3);
        Put(headers.back(), n, 1);
        headers.back().insert(headers.back().end(), octets, octets + n);
    };
    const auto room = [&headers] { return headers.empty() ? 0 : SDU - headers.back().size(); };
    for (const auto& run : m_runs)
    {
        const std::size_t end = at + run.octets;
        if (run.cls != 0 || m_how == PER_RUN)
        {
            cls = run.cls;
            data.insert(data.end(),
                        m_octets.begin() + static_cast<std::ptrdiff_t>(at),
                        m_octets.begin() + static_cast<std::ptrdiff_t>(end));
            at = end;
        }
        while (at < end)
        {
            if (room() <= RECORD)
            {
                headers.emplace_back(LEAD);
            }
            const std::size_t n = std::min({end - at, LONGEST, room() - RECORD});
            record(at, &m_octets[at], n);
            at += n;
        }
    }
    NS_ABORT_MSG_IF(at >> 24 != 0, "a picture of " << at << " octets: up to 16777215");
    if (m_how == PER_PICTURE && at > 0)
    {
        if (room() < RECORD)
        {
            headers.emplace_back(LEAD);
        }
        record(at, nullptr, 0);
        NS_ABORT_MSG_IF(headers.size() > 255,
                        "a picture whose headers fill " << headers.size() << " SDUs: up to 255");
        for (std::size_t place = 0; place < headers.size(); ++place)
        {
            std::vector<uint8_t> lead;
            Put(lead, m_runs.back().picture, 2);
            Put(lead, m_firstData, 3);
            Put(lead, place, 1);
            Put(lead, headers.size(), 1);
            std::copy(lead.begin(), lead.end(), headers[place].begin());
            AddSystem(sdus, std::move(headers[place]));
        }
    }
    for (std::size_t from = 0; from < data.size(); from += SDU)
    {
        const std::size_t n = std::min<std::size_t>(SDU, data.size() - from);
        MpegSdu sdu;
        sdu.cls = cls;
        sdu.octets.assign(data.begin() + static_cast<std::ptrdiff_t>(from),
                          data.begin() + static_cast<std::ptrdiff_t>(from + n));
        sdus.push_back(std::move(sdu));
        ++m_firstData;
    }
    m_runs.clear();
    m_octets.clear();
}

void
MpegStreamCutter::AddSystem(std::vector<MpegSdu>& sdus, std::vector<uint8_t> octets)
{
    octets.resize(SDU, 0);
    MpegSdu sdu;
    sdu.octets = std::move(octets);
    sdus.push_back(sdu);
    if (!m_hasParity)
    {
        return;
    }
    m_encoder.MakePdu(sdu.octets.data());
    for (const auto& parity : m_encoder.TakeParity())
    {
        // without PAD and trailer, which AAL5 will write by itself
        const std::size_t size = sdu.isDiagonals ? SDU + Aal5::TRAILER_BYTES : SDU;
        sdu.octets.assign(parity.begin(), parity.begin() + static_cast<std::ptrdiff_t>(size));
        sdus.push_back(sdu);
        sdu.isDiagonals = true; // if there is a second one
    }
}

void
MpegStreamJoiner::TakeSystem(const std::vector<uint8_t>& octets)
{
    const uint8_t* lead = octets.data();
    if (octets.size() != MpegStreamCutter::SDU || lead[7] != 0 || lead[5] >= lead[6])
    {
        ++m_malformed;
        return;
    }
    const auto nearest = [](int64_t last, uint32_t low, int64_t span) {
        const int64_t distance = (low - last % span + span + span / 2) % span - span / 2;
        return last + distance;
    };
    const int64_t number = m_last < 0 ? Get(lead, 2) : nearest(m_last, Get(lead, 2), 65536);
    const auto first = nearest(static_cast<int64_t>(m_expected), Get(lead + 2, 3), 1 << 24);
    if (number < 0 || first < 0 || (m_hasBegun && static_cast<uint64_t>(number) < m_next))
    {
        ++m_malformed; // or later than any repair
        return;
    }
    if (!m_hasBegun)
    {
        m_hasBegun = true;
        // headers of earlier pictures may yet be repaired
        m_next = static_cast<uint64_t>(std::max<int64_t>(0, number - WAIT));
    }
    auto& headers = m_headers[static_cast<uint64_t>(number)];
    headers.firstData = static_cast<uint64_t>(first);
    headers.count = lead[6];
    headers.sdus[lead[5]] = octets;
    if (number > m_last)
    {
        m_last = number;
        // data that come now are of this picture, even if more than 128 SDUs are missing
        m_expected = std::max(m_expected, static_cast<uint64_t>(first));
    }
}

void
MpegStreamJoiner::TakeData(uint8_t sequence,
                           const std::vector<uint8_t>& octets,
                           const std::vector<MpegJoinedPicture::Gap>& gaps)
{
    const uint64_t number = m_expected + (sequence + 128u - m_expected % 128) % 128;
    m_expected = number + 1;
    m_data[number] = {octets, gaps};
}

std::vector<MpegJoinedPicture>
MpegStreamJoiner::TakePictures(bool isAll)
{
    std::vector<MpegJoinedPicture> pictures;
    while (m_hasBegun && static_cast<int64_t>(m_next) + (isAll ? 0 : WAIT) <= m_last)
    {
        MpegJoinedPicture picture;
        picture.number = static_cast<uint32_t>(m_next % 65536);
        const auto found = m_headers.find(m_next);
        if (found == m_headers.end() && !m_hasReported)
        {
            ++m_next;
            continue;
        }
        m_hasReported = true;
        if (found != m_headers.end() && found->second.sdus.size() == found->second.count)
        {
            picture.hasHeaders = Join(found->second, picture);
            m_malformed += picture.hasHeaders ? 0 : 1;
            m_data.erase(m_data.begin(), m_data.lower_bound(found->second.firstData));
        }
        m_headers.erase(m_headers.begin(), m_headers.upper_bound(m_next));
        pictures.push_back(std::move(picture));
        ++m_next;
    }
    return pictures;
}

bool
MpegStreamJoiner::Join(const Headers& headers, MpegJoinedPicture& picture) const
{
    // headers first: what is left between them is data
    std::vector<std::pair<std::size_t, std::size_t>> holes;
    std::size_t end = 0;
    bool isComplete = false;
    auto& octets = picture.octets;
    for (const auto& [place, sdu] : headers.sdus)
    {
        for (std::size_t at = LEAD; at + RECORD <= sdu.size() && !isComplete;)
        {
            const std::size_t where = Get(&sdu[at], 3);
            const std::size_t n = sdu[at + 3];
            at += RECORD;
            if (where == 0 && n == 0)
            {
                break; // zeros up to the end
            }
            if (where < end || n > sdu.size() - at)
            {
                octets.clear();
                return false;
            }
            if (where > end)
            {
                holes.emplace_back(end, where);
            }
            octets.resize(where, 0);
            octets.insert(octets.end(),
                          sdu.begin() + static_cast<std::ptrdiff_t>(at),
                          sdu.begin() + static_cast<std::ptrdiff_t>(at + n));
            end = where + n;
            at += n;
            isComplete = n == 0;
        }
    }
    if (!isComplete)
    {
        octets.clear();
        return false;
    }
    // places of data, one after the other
    std::vector<uint32_t> places;
    for (const auto& hole : holes)
    {
        for (std::size_t at = hole.first; at < hole.second; ++at)
        {
            places.push_back(static_cast<uint32_t>(at));
        }
    }
    constexpr std::size_t SDU = MpegStreamCutter::SDU;
    for (std::size_t k = 0; k < places.size(); ++k)
    {
        const auto found = m_data.find(headers.firstData + k / SDU);
        const std::size_t at = k % SDU;
        bool isMissing = found == m_data.end() || at >= found->second.octets.size();
        if (!isMissing)
        {
            for (const auto& gap : found->second.gaps)
            {
                isMissing = isMissing || (at >= gap.first && at - gap.first < gap.count);
            }
        }
        if (!isMissing)
        {
            octets[places[k]] = found->second.octets[at];
        }
        else if (!picture.gaps.empty() &&
                 picture.gaps.back().first + picture.gaps.back().count == places[k])
        {
            ++picture.gaps.back().count;
        }
        else
        {
            picture.gaps.push_back({places[k], 1});
        }
    }
    return true;
}

uint64_t
MpegStreamJoiner::GetMalformed() const
{
    return m_malformed;
}
} // namespace hsn
} // namespace ns3
