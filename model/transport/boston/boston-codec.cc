// SPDX-License-Identifier: GPL-2.0-only
#include "boston-codec.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
BostonCodec::BostonCodec(const BostonParameters& parameters)
    : m_parameters(parameters)
{
}

DispersalCode&
BostonCodec::Get(uint32_t needed, bool usual)
{
    const auto key = std::make_pair(needed, usual);
    auto it = m_codes.find(key);
    if (it == m_codes.end())
    {
        it = m_codes
                 .emplace(key,
                          DispersalCode(needed,
                                        m_parameters.dispersed,
                                        m_parameters.systematic,
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
    auto& code = Get(needed, first == 0);
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
    segment.resize(needed * m_parameters.cellBytes);
    // all different, so that the last one tells
    const bool usual =
        std::is_sorted(indices.begin(), indices.end()) && indices.back() + 1 == needed;
    Get(needed, usual).Rebuild(indices, cells.data(), m_parameters.cellBytes, segment.data());
}
} // namespace hsn
} // namespace ns3
