// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-es-parser.h"

namespace ns3
{
namespace hsn
{
void
AppendMpegRun(std::vector<MpegRun>& runs, const MpegRun& run)
{
    if (run.octets == 0)
    {
        return;
    }
    if (runs.empty() || runs.back().cls != run.cls || runs.back().picture != run.picture)
    {
        runs.push_back(run);
        return;
    }
    runs.back().octets += run.octets;
}

void
MpegEsParser::Take(const uint8_t* data, std::size_t n, std::vector<MpegRun>& runs)
{
    for (std::size_t i = 0; i < n; ++i)
    {
        const uint8_t octet = data[i];
        ++m_counters.octets;
        // the octet behind a prefix is a code, whatever it is
        if (m_state == CODE)
        {
            TakeOctet(octet, runs);
        }
        else if (octet == 0 && m_zeros < 2)
        {
            ++m_zeros;
        }
        else if (octet == 0)
        {
            TakeOctet(0, runs); // the oldest zero; two are held back still
        }
        else if (octet == 1 && m_zeros == 2)
        {
            // what it begins belongs to the picture that the next octet may begin
            m_zeros = 0;
            m_prefix = 3;
            m_state = CODE;
        }
        else
        {
            TakeZeros(runs);
            TakeOctet(octet, runs);
        }
    }
}

void
MpegEsParser::TakeZeros(std::vector<MpegRun>& runs)
{
    while (m_zeros > 0)
    {
        --m_zeros;
        TakeOctet(0, runs);
    }
}

void
MpegEsParser::Flush(std::vector<MpegRun>& runs)
{
    TakeZeros(runs);
    Emit(0, m_prefix, runs);
    m_prefix = 0;
}

void
MpegEsParser::TakeOctet(uint8_t octet, std::vector<MpegRun>& runs)
{
    switch (m_state)
    {
    case CODE:
        Begin(octet);
        Emit(0, m_prefix + 1, runs);
        m_prefix = 0;
        return;
    case PICTURE_1:
        m_first = octet;
        m_state = PICTURE_2;
        break;
    case PICTURE_2:
        // temporal_reference 10 bits, picture_coding_type 3 bits
        m_present.temporalReference = m_first * 4u + (octet >> 6);
        m_present.type = octet >> 3 & 7;
        m_type = m_present.type >= VIDEO_I && m_present.type <= VIDEO_B ? m_present.type : 0;
        m_counters.wrongTypes += m_type == 0 ? 1 : 0;
        m_pictures.push_back(m_present);
        m_state = HEADER;
        break;
    case SLICE_FIRST:
        Emit(0, 1, runs);
        m_state = SLICE_DATA;
        return;
    case HEADER:
    case SLICE_DATA:
        break;
    }
    Emit(GetClass(), 1, runs);
}

uint32_t
MpegEsParser::GetClass() const
{
    return m_state == SLICE_DATA ? m_type : 0;
}

void
MpegEsParser::Begin(uint8_t code)
{
    ++m_counters.startCodes;
    m_state = HEADER;
    if (code == MPEG_PICTURE)
    {
        ++m_picture;
        m_type = 0;
        m_present = MpegPicture();
        m_present.offset = m_counters.octets - 4;
        m_state = PICTURE_1;
    }
    else if (code <= MPEG_LAST_SLICE)
    {
        ++m_counters.slices;
        m_counters.straySlices += m_picture == 0 ? 1 : 0;
        if (!m_pictures.empty())
        {
            ++m_pictures.back().slices;
        }
        m_state = SLICE_FIRST;
    }
    else
    {
        m_counters.sequences += code == MPEG_SEQUENCE ? 1 : 0;
        m_counters.groups += code == MPEG_GROUP ? 1 : 0;
    }
}

void
MpegEsParser::Emit(uint32_t cls, uint64_t octets, std::vector<MpegRun>& runs)
{
    AppendMpegRun(runs, {cls, m_picture, octets});
}

std::vector<MpegPicture>
MpegEsParser::TakePictures()
{
    std::vector<MpegPicture> pictures;
    pictures.swap(m_pictures);
    return pictures;
}

uint64_t
MpegEsParser::GetPicture() const
{
    return m_picture;
}

const MpegEsParser::Counters&
MpegEsParser::GetCounters() const
{
    return m_counters;
}
} // namespace hsn
} // namespace ns3
