// SPDX-License-Identifier: GPL-2.0-only
#include "boston-codec.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{
namespace hsn
{
BostonCodec::BostonCodec(const BostonParameters& parameters)
    : m_parameters(parameters)
{
}

DispersalCode&
BostonCodec::Get(uint32_t needed, Step step)
{
    const auto key = std::make_pair(needed, step);
    auto it = m_codes.find(key);
    if (it == m_codes.end())
    {
        // a systematic code repairs its first m cells, which are values of the same polynomial
        it = m_codes
                 .emplace(key,
                          DispersalCode(needed,
                                        m_parameters.dispersed,
                                        m_parameters.systematic || step == REPAIR,
                                        m_parameters.fieldBits))
                 .first;
    }
    return it->second;
}

void
BostonCodec::Disperse(const uint8_t* segment,
                      uint32_t needed,
                      uint32_t first,
                      uint32_t count,
                      uint8_t* cells)
{
    const std::size_t length = m_parameters.cellBytes;
    auto& code = Get(needed, first == 0 ? FIRST : AGAIN);
    while (count > 0)
    {
        const uint32_t run = std::min<uint32_t>(count, m_parameters.dispersed - first);
        code.Disperse(segment, length, first, run, cells);
        cells += run * length;
        count -= run;
        first = 0;
    }
}

void
BostonCodec::Rebuild(const std::vector<uint32_t>& indices,
                     const std::vector<uint8_t>& cells,
                     std::vector<uint8_t>& segment)
{
    const auto needed = static_cast<uint32_t>(indices.size());
    const std::size_t length = m_parameters.cellBytes;
    segment.resize(needed * length);
    if (m_parameters.systematic)
    {
        Get(needed, REPAIR).Rebuild(indices, cells.data(), length, segment.data());
        return;
    }
    m_first.resize(needed);
    std::iota(m_first.begin(), m_first.end(), 0);
    const uint8_t* first = cells.data();
    if (indices != m_first)
    {
        m_repaired.resize(needed * length);
        Get(needed, REPAIR).Rebuild(indices, cells.data(), length, m_repaired.data());
        first = m_repaired.data();
    }
    Get(needed, REBUILD).Rebuild(m_first, first, length, segment.data());
}
} // namespace hsn
} // namespace ns3
