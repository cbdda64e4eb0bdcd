// SPDX-License-Identifier: GPL-2.0-only
#include "parity-matrix.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Largest number of cells of a matrix, including the parity row. */
constexpr uint64_t MOST_CELLS = 65536;

/**
 * @brief Adds one cell to another.
 * @param in the cell
 * @param out cell to add to
 * @param length bytes of a cell
 */
void
AddCell(const uint8_t* in, uint8_t* out, std::size_t length)
{
    for (std::size_t k = 0; k < length; k++)
    {
        out[k] ^= in[k];
    }
}
} // namespace

ParityMatrix::ParityMatrix(uint32_t rows,
                           uint32_t columns,
                           std::size_t length,
                           ParityDiagonals diagonals,
                           bool rowParity)
    : m_length(length)
{
    NS_ABORT_MSG_IF(rows < 1 || columns < 1 || (uint64_t{rows} + 1) * columns > MOST_CELLS,
                    "parity matrix of " << rows << " rows and " << columns
                                        << " columns: at least 1 of each, at most " << MOST_CELLS
                                        << " cells with the parity row");
    NS_ABORT_MSG_IF(length < 1, "parity matrix of cells of 0 bytes");
    NS_ABORT_MSG_IF(diagonals == PARITY_DIAGONALS_CORNERS && rows + 1 != columns,
                    "main diagonals of " << rows + 1 << " rows, parity included, and " << columns
                                         << " columns: must be square");
    m_data = rows * columns;
    m_lines.resize(columns);
    for (uint32_t i = 0; i < m_data + columns; i++)
    {
        m_lines[i % columns].push_back(i);
    }
    m_cells = m_data + columns;

    // adds lines: numberOf() assigns the matrix's cells to them; a parity cell ends each line
    const auto addLines = [&](uint32_t count, auto numberOf) {
        std::vector<Line> lines(count);
        for (uint32_t i = 0; i < m_data + columns; i++)
        {
            const uint32_t number = numberOf(i / columns, i % columns);
            if (number < count)
            {
                lines[number].push_back(i);
            }
        }
        for (auto& line : lines)
        {
            line.push_back(m_cells++);
            m_lines.push_back(line);
        }
    };
    if (rowParity)
    {
        addLines(rows + 1, [](uint32_t r, uint32_t) { return r; });
    }
    switch (diagonals)
    {
    case PARITY_DIAGONALS_NONE:
        break;
    case PARITY_DIAGONALS_CORNERS:
        addLines(1, [](uint32_t r, uint32_t c) { return r == c ? 0 : 1; });
        addLines(1, [rows](uint32_t r, uint32_t c) { return r + c == rows ? 0 : 1; });
        break;
    case PARITY_DIAGONALS_WRAPPED_BOTH:
        addLines(columns, [columns](uint32_t r, uint32_t c) { return (r + c) % columns; });
        [[fallthrough]];
    case PARITY_DIAGONALS_WRAPPED:
        addLines(columns, [columns](uint32_t r, uint32_t c) {
            return (c + columns - r % columns) % columns;
        });
        break;
    case PARITY_DIAGONALS_EXTENDED_BOTH:
        addLines(rows + columns, [](uint32_t r, uint32_t c) { return r + c; });
        [[fallthrough]];
    case PARITY_DIAGONALS_EXTENDED:
        addLines(rows + columns, [rows](uint32_t r, uint32_t c) { return c + rows - r; });
        break;
    }
}

uint32_t
ParityMatrix::GetDataCells() const
{
    return m_data;
}

uint32_t
ParityMatrix::GetCells() const
{
    return m_cells;
}

void
ParityMatrix::Encode(uint8_t* cells) const
{
    for (const auto& line : m_lines)
    {
        uint8_t* parity = cells + line.back() * m_length;
        std::fill_n(parity, m_length, 0);
        for (std::size_t i = 0; i + 1 < line.size(); i++)
        {
            AddCell(cells + line[i] * m_length, parity, m_length);
        }
    }
}

uint32_t
ParityMatrix::Repair(std::vector<bool>& present, uint8_t* cells) const
{
    NS_ABORT_MSG_IF(present.size() != m_cells,
                    "a pattern of " << present.size() << " cells for a parity matrix of "
                                    << m_cells);
    std::vector<uint32_t> lost;               // unknown cells
    std::vector<uint32_t> unknownOf(m_cells); // index in lost, by cell
    for (uint32_t i = 0; i < m_cells; i++)
    {
        if (!present[i])
        {
            unknownOf[i] = static_cast<uint32_t>(lost.size());
            lost.push_back(i);
        }
    }

    // an equation for each line: its unknowns and their sum
    std::vector<std::vector<bool>> equations;
    std::vector<std::vector<uint8_t>> sums;
    for (const auto& line : m_lines)
    {
        equations.emplace_back(lost.size());
        sums.emplace_back(m_length);
        for (const uint32_t cell : line)
        {
            if (present[cell])
            {
                AddCell(cells + cell * m_length, sums.back().data(), m_length);
            }
            else
            {
                equations.back()[unknownOf[cell]] = true;
            }
        }
    }

    // Gauss-Jordan elimination
    std::size_t rank = 0;
    for (std::size_t u = 0; u < lost.size(); u++)
    {
        std::size_t pivot = rank;
        while (pivot < equations.size() && !equations[pivot][u])
        {
            pivot++;
        }
        if (pivot == equations.size())
        {
            continue;
        }
        std::swap(equations[rank], equations[pivot]);
        std::swap(sums[rank], sums[pivot]);
        for (std::size_t e = 0; e < equations.size(); e++)
        {
            if (e != rank && equations[e][u])
            {
                for (std::size_t k = u; k < lost.size(); k++)
                {
                    equations[e][k] = equations[e][k] != equations[rank][k];
                }
                AddCell(sums[rank].data(), sums[e].data(), m_length);
            }
        }
        rank++;
    }

    // an equation with a single unknown gives its value
    uint32_t restored = 0;
    for (std::size_t e = 0; e < rank; e++)
    {
        if (std::count(equations[e].begin(), equations[e].end(), true) == 1)
        {
            const auto u = std::find(equations[e].begin(), equations[e].end(), true);
            const uint32_t cell = lost[u - equations[e].begin()];
            std::copy(sums[e].begin(), sums[e].end(), cells + cell * m_length);
            present[cell] = true;
            restored++;
        }
    }
    return restored;
}
} // namespace hsn
} // namespace ns3
