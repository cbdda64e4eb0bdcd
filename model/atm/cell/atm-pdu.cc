// SPDX-License-Identifier: GPL-2.0-only
#include "atm-pdu.h"

#include "aal5.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
AtmPdu::AtmPdu(Ptr<const Packet> sdu, uint8_t uu, uint8_t cpi)
    : m_sdu(sdu),
      m_nCells(Aal5::CellsFor(sdu->GetSize())),
      m_notableFrom(m_nCells - 1),
      m_uu(uu),
      m_cpi(cpi),
      m_isAal5(true)
{
    NS_ABORT_MSG_IF(sdu->GetSize() > Aal5::MAX_SDU_BYTES, Aal5::Check(sdu->GetSize()));
}

AtmPdu::AtmPdu(uint32_t nCells, Ptr<const Packet> sdu)
    : m_sdu(sdu),
      m_nCells(nCells),
      m_notableFrom(0),
      m_uu(0),
      m_cpi(0),
      m_isAal5(false)
{
    NS_ABORT_MSG_IF(nCells == 0, "a PDU of 0 cells; the least is 1");
}

AtmPdu::~AtmPdu()
{
}

void
AtmPdu::SetMarks(uint32_t first, uint32_t count, uint8_t marks)
{
    NS_ABORT_MSG_IF(first > m_nCells || count > m_nCells - first || marks > 3,
                    "marks " << +marks << " of cells " << first << " to " << first + count
                             << " of a PDU of " << m_nCells << ": 0 to 3, inside it");
    if (count == m_nCells)
    {
        m_marks = marks;
        m_cellMarks = nullptr;
        return;
    }
    if (!m_cellMarks)
    {
        m_cellMarks = std::make_unique<std::vector<uint8_t>>(m_nCells, m_marks);
    }
    std::fill_n(m_cellMarks->begin() + first, count, marks);
}

void
AtmPdu::CopyMarks(const AtmPdu& other)
{
    NS_ABORT_MSG_IF(other.m_nCells != m_nCells,
                    "marks of a PDU of " << other.m_nCells << " cells for one of " << m_nCells);
    m_marks = other.m_marks;
    m_cellMarks =
        other.m_cellMarks ? std::make_unique<std::vector<uint8_t>>(*other.m_cellMarks) : nullptr;
}

uint32_t
AtmPdu::CountAlike(uint32_t cell, uint32_t most) const
{
    if (!m_cellMarks)
    {
        return most;
    }
    const auto begin = m_cellMarks->begin() + cell;
    const auto end = begin + std::min(most, m_nCells - cell);
    const uint8_t marks = *begin;
    return static_cast<uint32_t>(
        std::find_if(begin, end, [marks](uint8_t other) { return other != marks; }) - begin);
}

const std::vector<uint8_t>&
AtmPdu::GetBytes() const
{
    if (!m_hasTrailer)
    {
        // Reserved at full size, so that what is appended does not move the bytes.
        m_bytes.clear();
        m_bytes.reserve(m_nCells * Aal5::PAYLOAD_BYTES);
        MakeBytes(m_bytes);
        m_hasTrailer = true;
    }
    return m_bytes;
}

const uint8_t*
AtmPdu::GetCells(uint32_t first, uint32_t count) const
{
    if (!m_isAal5 || first + count == m_nCells)
    {
        GetBytes();
    }
    else if (m_bytes.empty())
    {
        m_bytes.resize(m_nCells * Aal5::PAYLOAD_BYTES);
        m_sdu->CopyData(m_bytes.data(), m_sdu->GetSize());
    }
    return m_bytes.data() + first * Aal5::PAYLOAD_BYTES;
}

void
AtmPdu::MakeBytes(std::vector<uint8_t>& bytes) const
{
    bytes.resize(m_sdu->GetSize());
    m_sdu->CopyData(bytes.data(), static_cast<uint32_t>(bytes.size()));
    Aal5::AppendTrailer(bytes, m_uu, m_cpi);
}
} // namespace hsn
} // namespace ns3
