// SPDX-License-Identifier: GPL-2.0-only
#include "galois-field.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
GaloisField::GaloisField(uint32_t bits)
    : m_wide(bits == Gf65536::BITS)
{
    NS_ABORT_MSG_IF(bits != Gf256::BITS && bits != Gf65536::BITS,
                    "a field of " << bits << " bits: must be 8 or 16");
}

uint16_t
GaloisField::MultiplyDifferences(uint16_t z, const std::vector<uint16_t>& nodes) const
{
    const auto multiply = [&](auto field) -> uint16_t {
        using Field = decltype(field);
        const auto* const log = Field::GetLogarithms();
        uint64_t sum = 0;
        for (const uint16_t x : nodes)
        {
            sum += log[z ^ x]; // 0 for z itself
        }
        return Field::Power(static_cast<uint32_t>(sum % Field::ORDER));
    };
    return m_wide ? multiply(Gf65536()) : multiply(Gf256());
}

void
GaloisField::AppendQuotients(uint16_t factor,
                             uint16_t z,
                             const std::vector<uint16_t>& nodes,
                             const std::vector<uint16_t>& weights,
                             std::vector<uint16_t>& row) const
{
    const auto append = [&](auto field) {
        using Field = decltype(field);
        const auto* const log = Field::GetLogarithms();
        const uint32_t base = log[factor] + Field::ORDER;
        for (std::size_t k = 0; k < nodes.size(); k++)
        {
            row.push_back(Field::Power(base + log[weights[k]] - log[z ^ nodes[k]]));
        }
    };
    if (m_wide)
    {
        append(Gf65536());
    }
    else
    {
        append(Gf256());
    }
}

bool
GaloisField::Invert(std::vector<uint16_t>& matrix, uint32_t size) const
{
    const std::size_t n = size;
    std::vector<uint16_t> inverse(n * n);
    for (std::size_t i = 0; i < n; i++)
    {
        inverse[i * n + i] = 1;
    }
    for (std::size_t i = 0; i < n; i++)
    {
        std::size_t pivot = i;
        while (pivot < n && matrix[pivot * n + i] == 0)
        {
            pivot++;
        }
        if (pivot == n)
        {
            return false;
        }
        for (auto* m : {&matrix, &inverse})
        {
            std::swap_ranges(m->begin() + i * n, m->begin() + (i + 1) * n, m->begin() + pivot * n);
        }
        const uint16_t scale = Inverse(matrix[i * n + i]);
        for (std::size_t c = 0; c < n; c++)
        {
            matrix[i * n + c] = Multiply(scale, matrix[i * n + c]);
            inverse[i * n + c] = Multiply(scale, inverse[i * n + c]);
        }
        for (std::size_t r = 0; r < n; r++)
        {
            const uint16_t factor = r == i ? 0 : matrix[r * n + i];
            for (std::size_t c = 0; factor && c < n; c++)
            {
                matrix[r * n + c] ^= Multiply(factor, matrix[i * n + c]);
                inverse[r * n + c] ^= Multiply(factor, inverse[i * n + c]);
            }
        }
    }
    matrix.swap(inverse);
    return true;
}

void
GaloisField::Set(const std::vector<uint16_t>& matrix,
                 uint32_t columns,
                 GfRegionMatrix& region) const
{
    const auto rows = static_cast<uint32_t>(matrix.size() / columns);
    if (m_wide)
    {
        region.Set(rows, columns, matrix.data());
        return;
    }
    const std::vector<uint8_t> bytes(matrix.begin(), matrix.end());
    region.Set(rows, columns, bytes.data());
}

void
GaloisField::CheckLength(std::size_t length) const
{
    NS_ABORT_MSG_IF(length == 0, "pieces of 0 bytes cannot be coded");
    NS_ABORT_MSG_IF(
        m_wide && length % 2,
        "pieces of " << length << " bytes cannot be coded in GF(2^16), which needs an even number");
}
} // namespace hsn
} // namespace ns3
