// SPDX-License-Identifier: GPL-2.0-only
#include "boston-segment.h"

#include "ns3/aal5.h"
#include "ns3/cell-burst.h"

#include <algorithm>
#include <cstring>

namespace ns3
{
namespace hsn
{
void
BostonSegment::SetSdu(Ptr<const Packet> sdu)
{
    m_sdu = sdu;
    m_needed = Aal5::CellsFor(sdu->GetSize(), m_context->parameters.cellBytes);
    m_bytes.clear();
}

const std::vector<uint8_t>&
BostonSegment::GetBytes() const
{
    if (m_bytes.empty())
    {
        const uint32_t cell = m_context->parameters.cellBytes;
        m_bytes.reserve(m_needed * cell);
        m_bytes.resize(m_sdu->GetSize());
        m_sdu->CopyData(m_bytes.data(), m_sdu->GetSize());
        Aal5::AppendTrailer(m_bytes, 0, 0, cell);
    }
    return m_bytes;
}

uint32_t
BostonSegment::TakeIndices(uint32_t count)
{
    const uint32_t first = m_nextIndex;
    m_nextIndex = (first + count) % m_context->parameters.dispersed;
    return first;
}

BostonPdu::BostonPdu(Ptr<const BostonSegment> segment,
                     uint32_t first,
                     uint32_t count,
                     uint8_t transmission,
                     bool interleaved)
    : AtmPdu(count + segment->GetContext().headerCopies, segment->GetSdu()),
      m_segment(segment),
      m_first(first),
      m_count(count),
      m_transmission(transmission),
      m_interleaved(interleaved)
{
    if (transmission == 0)
    {
        // the receiver has none of the cells that rebuild the segment before these
        SetNotableFrom(segment->GetContext().headerCopies + segment->GetNeeded() - 1);
    }
}

void
BostonPdu::MakeBytes(std::vector<uint8_t>& bytes) const
{
    auto& context = m_segment->GetContext();
    const uint32_t length = context.parameters.cellBytes;
    const uint32_t idBytes = CellBurst::PAYLOAD_BYTES - length;
    bytes.resize(GetNCells() * CellBurst::PAYLOAD_BYTES);
    if (context.isVirtual)
    {
        std::fill(bytes.begin(), bytes.end(), 0);
        for (uint32_t cell = 0; cell < GetNCells(); ++cell)
        {
            WriteNumbers(cell, bytes.data() + cell * CellBurst::PAYLOAD_BYTES);
        }
        return;
    }
    const auto& segment = m_segment->GetBytes();
    // at the end, so that no cell is overwritten before it has been moved
    uint8_t* const coded = bytes.data() + bytes.size() - m_count * length;
    context.codec.Disperse(segment.data(), m_segment->GetNeeded(), m_first, m_count, coded);
    for (uint32_t cell = 0; cell < GetNCells(); ++cell)
    {
        uint8_t* const to = bytes.data() + cell * CellBurst::PAYLOAD_BYTES;
        if (IsHeaderCopy(cell))
        {
            std::copy_n(segment.data(), length, to + idBytes);
        }
        else
        {
            std::memmove(to + idBytes, coded + (cell - context.headerCopies) * length, length);
        }
        WriteNumbers(cell, to);
    }
}

void
BostonPdu::WriteNumbers(uint32_t cell, uint8_t* to) const
{
    const uint32_t idBytes =
        CellBurst::PAYLOAD_BYTES - m_segment->GetContext().parameters.cellBytes;
    if (IsHeaderCopy(cell))
    {
        std::fill(to, to + idBytes, 0);
        return;
    }
    const uint32_t index = GetIndex(cell);
    if (idBytes == 2)
    {
        to[0] = static_cast<uint8_t>(m_segment->id);
        to[1] = static_cast<uint8_t>(index);
    }
    else if (idBytes == 4)
    {
        to[0] = static_cast<uint8_t>(m_segment->id >> 8);
        to[1] = static_cast<uint8_t>(m_segment->id);
        to[2] = static_cast<uint8_t>(index >> 8);
        to[3] = static_cast<uint8_t>(index);
    }
}

bool
BostonSender::HasRoom() const
{
    // with numbers of 8 bits in the cells, fewer can be told apart
    const uint32_t limit =
        GetParameters().GetIdMode() == BOSTON_ID_IN_PAYLOAD_2 ? 128 : MAX_SEGMENTS;
    return m_segments.size() < limit;
}

Ptr<BostonSegment>
BostonSender::Append(StreamOffset begin)
{
    m_segments.push_back(Create<BostonSegment>(m_context, m_nextId++, begin));
    return m_segments.back();
}

Ptr<BostonSegment>
BostonSender::Find(StreamOffset begin) const
{
    const auto it = std::lower_bound(
        m_segments.begin(),
        m_segments.end(),
        begin,
        [](const Ptr<BostonSegment>& s, StreamOffset place) { return s->begin < place; });
    return it != m_segments.end() && (*it)->begin == begin ? *it : nullptr;
}

Ptr<BostonSegment>
BostonSender::FindId(uint16_t id) const
{
    if (m_segments.empty())
    {
        return nullptr;
    }
    const auto i = static_cast<uint16_t>(id - m_segments.front()->id);
    return i < m_segments.size() ? m_segments[i] : nullptr;
}

void
BostonSender::RemoveBelow(StreamOffset head)
{
    while (!m_segments.empty() && m_segments.front()->begin < head)
    {
        m_segments.pop_front();
    }
}

void
BostonSender::Clear()
{
    m_segments.clear();
}
} // namespace hsn
} // namespace ns3
