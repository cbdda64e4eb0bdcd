// SPDX-License-Identifier: GPL-2.0-only
#include "dispersal-code.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstring>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Checks the size of a code and chooses its field.
 * @param m number of data cells
 * @param n N
 * @param bits requested bits of the field, or 0
 * @return bits of the field
 */
uint32_t
ChooseBits(uint32_t m, uint32_t n, uint32_t bits)
{
    bits = bits ? bits : n > Gf256::ORDER ? Gf65536::BITS : Gf256::BITS;
    const uint32_t most = bits == Gf256::BITS ? Gf256::ORDER : Gf65536::ORDER;
    NS_ABORT_MSG_IF(m == 0, "dispersal of 0 cells");
    NS_ABORT_MSG_IF(n < m, "dispersal of " << m << " cells into " << n << ": must not be fewer");
    NS_ABORT_MSG_IF(n > most,
                    "dispersal into " << n << " cells: at most " << most << " in the field of "
                                      << bits << " bits");
    return bits;
}
} // namespace

DispersalCode::DispersalCode(uint32_t m,
                             uint32_t n,
                             bool systematic,
                             uint32_t fieldBits,
                             GfKernel kernel)
    : m_needed(m),
      m_cells(n),
      m_systematic(systematic),
      m_field(ChooseBits(m, n, fieldBits)),
      m_disperse(kernel),
      m_rebuild(kernel),
      m_inputs(m),
      m_outputs(m)
{
}

uint32_t
DispersalCode::GetNeeded() const
{
    return m_needed;
}

uint32_t
DispersalCode::GetCells() const
{
    return m_cells;
}

bool
DispersalCode::IsSystematic() const
{
    return m_systematic;
}

uint32_t
DispersalCode::GetFieldBits() const
{
    return m_field.GetBits();
}

void
DispersalCode::Disperse(const uint8_t* segment,
                        std::size_t length,
                        uint32_t first,
                        uint32_t count,
                        uint8_t* cells)
{
    m_field.CheckLength(length);
    NS_ABORT_MSG_IF(first > m_cells || count > m_cells - first,
                    count << " coded cells starting at index " << first << ": there are "
                          << m_cells);
    const uint32_t copied =
        m_systematic && first < m_needed ? std::min(count, m_needed - first) : 0;
    if (copied > 0)
    {
        std::memcpy(cells, segment + first * length, copied * length);
    }
    if (copied == count)
    {
        return;
    }
    if (m_first != first + copied || m_count != count - copied)
    {
        m_first = first + copied;
        m_count = count - copied;
        PrepareDisperse();
    }
    m_disperse.MultiplyBlock(segment, cells + copied * length, length);
}

bool
DispersalCode::Rebuild(const std::vector<uint32_t>& indices,
                       const uint8_t* cells,
                       std::size_t length,
                       uint8_t* segment)
{
    m_field.CheckLength(length);
    if (indices.size() < m_needed)
    {
        return false;
    }
    if (m_indices.empty() || !std::equal(m_indices.begin(), m_indices.end(), indices.begin()))
    {
        m_indices.assign(indices.begin(), indices.begin() + m_needed);
        PrepareRebuild();
    }
    for (uint32_t k = 0; k < m_needed; k++)
    {
        m_inputs[k] = cells + k * length;
        if (m_systematic && m_indices[k] < m_needed)
        {
            std::memcpy(segment + m_indices[k] * length, m_inputs[k], length);
        }
    }
    for (std::size_t i = 0; i < m_missing.size(); i++)
    {
        m_outputs[i] = segment + m_missing[i] * length;
    }
    m_rebuild.Multiply(m_inputs.data(), m_outputs.data(), length);
    return true;
}

void
DispersalCode::PrepareDisperse()
{
    std::vector<uint16_t> matrix;
    matrix.reserve(std::size_t{m_count} * m_needed);
    if (m_systematic)
    {
        std::vector<uint16_t> nodes;
        for (uint32_t i = 0; i < m_needed; i++)
        {
            nodes.push_back(m_field.Power(i));
        }
        const auto weights = GetWeights(nodes);
        for (uint32_t i = m_first; i < m_first + m_count; i++)
        {
            AppendRow(m_field.Power(i), nodes, weights, matrix);
        }
    }
    else
    {
        for (uint32_t i = m_first; i < m_first + m_count; i++)
        {
            const uint16_t node = m_field.Power(i);
            uint16_t power = 1;
            for (uint32_t c = 0; c < m_needed; c++)
            {
                matrix.push_back(power);
                power = m_field.Multiply(power, node);
            }
        }
    }
    m_field.Set(matrix, m_needed, m_disperse);
}

void
DispersalCode::PrepareRebuild()
{
    std::vector<bool> seen(m_cells);
    std::vector<uint16_t> nodes;
    for (const uint32_t index : m_indices)
    {
        NS_ABORT_MSG_IF(index >= m_cells, "coded cell " << index << ": there are " << m_cells);
        NS_ABORT_MSG_IF(seen[index], "coded cell " << index << " occurs twice");
        seen[index] = true;
        nodes.push_back(m_field.Power(index));
    }
    const auto weights = GetWeights(nodes);
    std::vector<uint16_t> matrix;
    m_missing.clear();
    if (m_systematic)
    {
        for (uint32_t i = 0; i < m_needed; i++)
        {
            if (!seen[i])
            {
                m_missing.push_back(i);
                AppendRow(m_field.Power(i), nodes, weights, matrix);
            }
        }
    }
    else
    {
        // product of all (z - x_k), lowest coefficient first
        std::vector<uint16_t> product{1};
        for (const uint16_t x : nodes)
        {
            product.push_back(0);
            for (std::size_t c = product.size() - 1; c > 0; c--)
            {
                product[c] = product[c - 1] ^ m_field.Multiply(x, product[c]);
            }
            product[0] = m_field.Multiply(x, product[0]);
        }
        // the Lagrange polynomial of node k is the product without its own factor, times its weight
        matrix.resize(std::size_t{m_needed} * m_needed);
        for (uint32_t k = 0; k < m_needed; k++)
        {
            uint16_t quotient = 0;
            for (uint32_t c = m_needed; c-- > 0;)
            {
                quotient = product[c + 1] ^ m_field.Multiply(nodes[k], quotient);
                matrix[std::size_t{c} * m_needed + k] = m_field.Multiply(weights[k], quotient);
            }
        }
        for (uint32_t c = 0; c < m_needed; c++)
        {
            m_missing.push_back(c);
        }
    }
    m_field.Set(matrix, m_needed, m_rebuild);
}

std::vector<uint16_t>
DispersalCode::GetWeights(const std::vector<uint16_t>& nodes) const
{
    std::vector<uint16_t> weights;
    for (const uint16_t x : nodes)
    {
        weights.push_back(m_field.Inverse(m_field.MultiplyDifferences(x, nodes)));
    }
    return weights;
}

void
DispersalCode::AppendRow(uint16_t z,
                         const std::vector<uint16_t>& nodes,
                         const std::vector<uint16_t>& weights,
                         std::vector<uint16_t>& matrix) const
{
    m_field.AppendQuotients(m_field.MultiplyDifferences(z, nodes), z, nodes, weights, matrix);
}
} // namespace hsn
} // namespace ns3
