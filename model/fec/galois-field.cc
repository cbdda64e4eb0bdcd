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
                    "a field of " << bits << " bits: there are those of 8 and 16");
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
