// SPDX-License-Identifier: GPL-2.0-only
#include "system-parity.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t CELL = Aal5::PAYLOAD_BYTES;

/// @param in octets of a cell @param out what they are added to
void
AddCell(const uint8_t* in, uint8_t* out)
{
    for (uint32_t k = 0; k < CELL; ++k)
    {
        out[k] ^= in[k];
    }
}
} // namespace

void
SystemParitySize::Check() const
{
    NS_ABORT_MSG_UNLESS(rows >= 3 && rows < Aal5Plus::SEQUENCES && (rows & (rows + 1)) == 0,
                        "groups of " << rows
                                     << " System PDUs: one less than a power of two, 3 to 127");
    NS_ABORT_MSG_UNLESS(cells >= 1 && cells <= 64,
                        "System PDUs of " << cells << " cells under parity: 1 to 64");
}

SystemParitySums::SystemParitySums(const SystemParitySize& size)
    : m_cells(size.cells),
      m_sums(2 * std::size_t{size.cells} * CELL)
{
}

void
SystemParitySums::Clear()
{
    std::fill(m_sums.begin(), m_sums.end(), 0);
}

void
SystemParitySums::Add(uint32_t row, uint32_t cell, const uint8_t* payload)
{
    AddCell(payload, &m_sums[std::size_t{cell} * CELL]);
    AddCell(payload, &m_sums[std::size_t{m_cells + FindDiagonal(row, cell)} * CELL]);
}

const uint8_t*
SystemParitySums::GetColumn(uint32_t column) const
{
    return &m_sums[std::size_t{column} * CELL];
}

const uint8_t*
SystemParitySums::GetDiagonal(uint32_t diagonal) const
{
    return &m_sums[std::size_t{m_cells + diagonal} * CELL];
}

void
SystemParitySums::AddDiagonalParity(const uint8_t* pdu)
{
    for (uint32_t d = 0; d < m_cells; ++d)
    {
        AddCell(pdu + std::size_t{d} * CELL, &m_sums[std::size_t{m_cells + d} * CELL]);
    }
}

uint32_t
SystemParitySums::FindDiagonal(uint32_t row, uint32_t cell) const
{
    return (cell + m_cells - row % m_cells) % m_cells;
}

std::size_t
SystemParitySums::GetCells() const
{
    return m_sums.size() / CELL;
}

SystemParityEncoder::SystemParityEncoder(const SystemParitySize& size)
    : m_size(size),
      m_sums(size)
{
    m_size.Check();
}

uint32_t
SystemParityEncoder::GetSduSize() const
{
    return m_size.cells * CELL - Aal5::TRAILER_BYTES;
}

std::vector<uint8_t>
SystemParityEncoder::MakePdu(const uint8_t* sdu)
{
    NS_ABORT_MSG_IF(m_row == m_size.rows,
                    "a group of System PDUs has ended: its parity is to be taken");
    const uint8_t uu = Aal5Plus::MakeUu(AAL5_PLUS_SYSTEM, m_sequence);
    auto pdu = Aal5::BuildCpcsPdu(sdu, GetSduSize(), uu);
    for (uint32_t c = 0; c < m_size.cells; ++c)
    {
        m_sums.Add(m_row, c, &pdu[std::size_t{c} * CELL]);
    }
    ++m_row;
    ++m_sequence;
    return pdu;
}

std::vector<std::vector<uint8_t>>
SystemParityEncoder::TakeParity()
{
    std::vector<std::vector<uint8_t>> pdus;
    if (m_row < m_size.rows)
    {
        return pdus;
    }
    const uint8_t* first = m_sums.GetColumn(0);
    pdus.emplace_back(first, first + std::size_t{m_size.cells} * CELL);
    if (m_isSecond)
    {
        // diagonals go through the parity row
        for (uint32_t c = 0; c < m_size.cells; ++c)
        {
            const std::vector<uint8_t>& parity = pdus.front();
            m_sums.Add(m_size.rows, c, &parity[std::size_t{c} * CELL]);
        }
        pdus.push_back(Aal5::BuildCpcsPdu(m_sums.GetDiagonal(0),
                                          m_size.cells * CELL,
                                          Aal5Plus::MakeUu(AAL5_PLUS_SYSTEM, m_sequence),
                                          Aal5Plus::DIAGONALS_CPI));
    }
    ++m_sequence;
    m_row = 0;
    m_sums.Clear();
    m_isSecond = m_isNextSecond;
    return pdus;
}

void
SystemParityEncoder::SetSecondMode(bool isOn)
{
    m_isNextSecond = isOn;
    if (m_row == 0)
    {
        m_isSecond = isOn;
    }
}

bool
SystemParityEncoder::IsSecondMode() const
{
    return m_isSecond;
}

std::size_t
SystemParityEncoder::GetKeptCells() const
{
    return m_sums.GetCells();
}
} // namespace hsn
} // namespace ns3
