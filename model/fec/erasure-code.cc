// SPDX-License-Identifier: GPL-2.0-only
#include "erasure-code.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Largest number of pieces: each has its own element of GF(2^16). */
constexpr uint64_t MOST_PIECES = 65536;

/** @brief Largest number of pieces of a code over GF(2^8). */
constexpr uint32_t MOST_NARROW_PIECES = 256;

/**
 * @brief Checks the size of a code and chooses its field.
 * @param data N
 * @param parity M
 * @return bits of the field
 */
uint32_t
ChooseBits(uint64_t data, uint64_t parity)
{
    NS_ABORT_MSG_IF(data == 0, "an erasure code needs at least 1 data piece");
    NS_ABORT_MSG_IF(data + parity > MOST_PIECES,
                    "an erasure code of " << data << " + " << parity << " pieces: at most "
                                          << MOST_PIECES << " in all");
    return data + parity > MOST_NARROW_PIECES ? Gf65536::BITS : Gf256::BITS;
}
} // namespace

ErasureCode::ErasureCode(uint32_t data, uint32_t parity, GfKernel kernel)
    : m_data(data),
      m_parity(parity),
      m_field(ChooseBits(data, parity)),
      m_encode(kernel),
      m_repair(kernel),
      m_inputs(data),
      m_outputs(parity)
{
    std::vector<uint16_t> matrix;
    matrix.reserve(std::size_t{data} * parity);
    for (uint32_t j = 0; j < parity; j++)
    {
        for (uint32_t i = 0; i < data; i++)
        {
            matrix.push_back(GetElement(j, i));
        }
    }
    m_field.Set(matrix, data, m_encode);
}

uint32_t
ErasureCode::GetDataPieces() const
{
    return m_data;
}

uint32_t
ErasureCode::GetParityPieces() const
{
    return m_parity;
}

uint32_t
ErasureCode::GetFieldBits() const
{
    return m_field.GetBits();
}

uint16_t
ErasureCode::GetElement(uint32_t j, uint32_t i) const
{
    return m_field.Inverse(static_cast<uint16_t>((m_data + j) ^ i));
}

void
ErasureCode::Encode(const uint8_t* data, uint8_t* parity, std::size_t length)
{
    m_field.CheckLength(length);
    m_encode.MultiplyBlock(data, parity, length);
}

void
ErasureCode::Encode(const uint8_t* const* data, uint8_t* const* parity, std::size_t length) const
{
    m_field.CheckLength(length);
    m_encode.Multiply(data, parity, length);
}

bool
ErasureCode::Repair(const std::vector<bool>& present, uint8_t* block, std::size_t length)
{
    m_field.CheckLength(length);
    NS_ABORT_MSG_IF(present.size() != m_data + m_parity,
                    "a pattern of " << present.size() << " pieces for a code of " << m_data << " + "
                                    << m_parity);
    if (std::count(present.begin(), present.end(), true) < m_data)
    {
        return false;
    }
    if (present != m_present)
    {
        m_present = present;
        PrepareRepair();
    }
    for (uint32_t i = 0; i < m_data; i++)
    {
        m_inputs[i] = block + m_sources[i] * length;
    }
    for (std::size_t k = 0; k < m_missing.size(); k++)
    {
        m_outputs[k] = block + m_missing[k] * length;
    }
    m_repair.Multiply(m_inputs.data(), m_outputs.data(), length);
    return true;
}

void
ErasureCode::PrepareRepair()
{
    // a parity piece replaces each missing data piece as a source
    m_sources.clear();
    m_missing.clear();
    uint32_t next = m_data;
    for (uint32_t i = 0; i < m_data; i++)
    {
        if (m_present[i])
        {
            m_sources.push_back(i);
            continue;
        }
        while (!m_present[next])
        {
            next++;
        }
        m_missing.push_back(i);
        m_sources.push_back(next++);
    }

    // solve the parity equations for the missing pieces
    const auto size = static_cast<uint32_t>(m_missing.size());
    std::vector<uint16_t> solution;
    for (const uint32_t row : m_missing)
    {
        for (const uint32_t column : m_missing)
        {
            solution.push_back(GetElement(m_sources[row] - m_data, column));
        }
    }
    const bool regular = m_field.Invert(solution, size);
    NS_ABORT_MSG_UNLESS(regular, "a square submatrix of a Cauchy matrix is singular");

    std::vector<uint16_t> matrix(std::size_t{size} * m_data);
    for (uint32_t r = 0; r < size; r++)
    {
        for (uint32_t k = 0; k < size; k++)
        {
            const uint16_t factor = solution[r * size + k];
            const uint32_t parity = m_sources[m_missing[k]];
            for (uint32_t i = 0; i < m_data; i++)
            {
                const uint16_t element = m_present[i]             ? GetElement(parity - m_data, i)
                                         : m_sources[i] == parity ? 1
                                                                  : 0;
                matrix[r * m_data + i] ^= m_field.Multiply(factor, element);
            }
        }
    }
    m_field.Set(matrix, m_data, m_repair);
}
} // namespace hsn
} // namespace ns3
