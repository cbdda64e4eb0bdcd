// SPDX-License-Identifier: GPL-2.0-only
#include "xor-shift-code.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Largest number of parity packets, as in the paper. */
constexpr uint32_t MOST_PARITY = 3;

/** @brief Largest number of data packets; keeps shifts far from integer overflow. */
constexpr uint32_t MOST_DATA = 65535;

/**
 * @brief Reads a unit of a packet.
 * @param packet the packet
 * @param t index of the unit
 * @param unit bits of a unit, 1 or 8
 * @return its value
 */
uint8_t
GetUnit(const uint8_t* packet, std::size_t t, uint32_t unit)
{
    return unit == 8 ? packet[t] : packet[t / 8] >> (t % 8) & 1;
}
} // namespace

XorShiftCode::XorShiftCode(uint32_t data,
                           uint32_t parity,
                           std::size_t length,
                           XorShiftEnds ends,
                           uint32_t origin,
                           uint32_t unit)
    : m_data(data),
      m_parity(parity),
      m_length(length),
      m_ends(ends),
      m_origin(origin),
      m_unit(unit)
{
    NS_ABORT_MSG_IF(data < 1 || data > MOST_DATA,
                    "XOR/shift code of " << data << " data packets: 1 to " << MOST_DATA);
    NS_ABORT_MSG_IF(parity < 1 || parity > MOST_PARITY,
                    "XOR/shift code of " << parity << " parity packets: 1 to " << MOST_PARITY);
    NS_ABORT_MSG_IF(length < 1, "XOR/shift code of packets of 0 bytes");
    NS_ABORT_MSG_IF(origin > 1, "XOR/shift code with a first shift of " << origin << ": 0 or 1");
    NS_ABORT_MSG_IF(unit != 1 && unit != 8,
                    "XOR/shift code that shifts by " << unit << " bits: 1 or 8");
}

std::size_t
XorShiftCode::GetParityLength(uint32_t j) const
{
    NS_ABORT_MSG_IF(j >= m_parity, "parity packet " << j << ": there are " << m_parity);
    if (m_ends != XOR_SHIFT_EXTENDED)
    {
        return m_length;
    }
    const std::size_t most = std::size_t{m_data - 1 + m_origin} * j * m_unit;
    return m_length + (most + 7) / 8;
}

void
XorShiftCode::Encode(uint32_t j, const uint8_t* data, uint8_t* parity)
{
    const std::size_t length = GetParityLength(j);
    const std::size_t most = std::size_t{m_data - 1 + m_origin} * j * m_unit;
    const std::size_t size = m_length; // a local copy, which writes to bytes cannot alias
    m_buffer.assign(size + (most + 7) / 8, 0);
    for (uint32_t i = 0; i < m_data; i++)
    {
        const uint8_t* in = data + i * size;
        const std::size_t shift = std::size_t{i + m_origin} * j * m_unit;
        const uint32_t bits = shift % 8;
        uint8_t* out = m_buffer.data() + shift / 8;
        if (bits == 0)
        {
            for (std::size_t k = 0; k < size; k++)
            {
                out[k] ^= in[k];
            }
            continue;
        }
        out[0] ^= in[0] << bits;
        for (std::size_t k = 1; k < size; k++)
        {
            out[k] ^= in[k] << bits | in[k - 1] >> (8 - bits);
        }
        out[size] ^= in[size - 1] >> (8 - bits);
    }
    std::copy_n(m_buffer.begin(), length, parity);
    for (std::size_t k = length; m_ends == XOR_SHIFT_ROTATED && k < m_buffer.size(); k++)
    {
        parity[k % length] ^= m_buffer[k];
    }
}

std::size_t
XorShiftCode::GetPlace(uint32_t j, uint32_t i, std::size_t u) const
{
    const std::size_t units = m_length * 8 / m_unit;
    const std::size_t t = u + std::size_t{i + m_origin} * j;
    return m_ends == XOR_SHIFT_EXTENDED  ? t
           : m_ends == XOR_SHIFT_ROTATED ? t % units
           : t < units                   ? t
                                         : NOWHERE;
}

std::size_t
XorShiftCode::GetOrigin(uint32_t j, uint32_t i, std::size_t t) const
{
    const std::size_t units = m_length * 8 / m_unit;
    const std::size_t shift = std::size_t{i + m_origin} * j;
    if (m_ends == XOR_SHIFT_ROTATED)
    {
        return (t + units - shift % units) % units;
    }
    return t >= shift && t - shift < units ? t - shift : NOWHERE;
}

FecDecodeResult
XorShiftCode::Repair(std::vector<bool>& present,
                     uint8_t* data,
                     const std::vector<const uint8_t*>& parity)
{
    NS_ABORT_MSG_IF(present.size() != m_data + m_parity || parity.size() != m_parity,
                    "a pattern of " << present.size() << " packets and " << parity.size()
                                    << " parity packets for an XOR/shift code of " << m_data
                                    << " + " << m_parity);
    const std::size_t units = m_length * 8 / m_unit;
    std::vector<uint32_t> lost;
    for (uint32_t i = 0; i < m_data; i++)
    {
        if (!present[i])
        {
            lost.push_back(i);
            std::fill_n(data + i * m_length, m_length, 0);
        }
    }

    std::vector<Equations> equations;
    std::vector<std::pair<uint32_t, std::size_t>> single; // equations with a single unknown
    for (uint32_t j = 0; j < m_parity; j++)
    {
        if (!present[m_data + j])
        {
            continue;
        }
        m_syndrome.resize(GetParityLength(j));
        Encode(j, data, m_syndrome.data());
        Equations e{j, {}, {}};
        for (std::size_t t = 0; t < m_syndrome.size() * 8 / m_unit; t++)
        {
            e.value.push_back(GetUnit(m_syndrome.data(), t, m_unit) ^
                              GetUnit(parity[j], t, m_unit));
            e.unknown.push_back(0);
            for (const uint32_t i : lost)
            {
                e.unknown[t] += GetOrigin(j, i, t) != NOWHERE ? 1 : 0;
            }
            if (e.unknown[t] == 1)
            {
                single.emplace_back(equations.size(), t);
            }
        }
        equations.push_back(e);
    }

    std::vector<std::vector<bool>> known(lost.size(), std::vector<bool>(units));
    std::vector<std::size_t> left(lost.size(), units); // unknown units
    while (!single.empty())
    {
        const auto [number, t] = single.back();
        single.pop_back();
        const auto& from = equations[number];
        if (from.unknown[t] != 1)
        {
            continue; // another equation has solved it
        }
        std::size_t k = 0;
        std::size_t u = GetOrigin(from.parity, lost[k], t);
        while (u == NOWHERE || known[k][u])
        {
            u = GetOrigin(from.parity, lost[++k], t);
        }
        const uint8_t value = from.value[t];
        known[k][u] = true;
        left[k]--;
        data[lost[k] * m_length + u * m_unit / 8] |= value << (u * m_unit % 8);
        for (std::size_t other = 0; other < equations.size(); other++)
        {
            auto& e = equations[other];
            const std::size_t place = GetPlace(e.parity, lost[k], u);
            if (place == NOWHERE)
            {
                continue;
            }
            e.value[place] ^= value;
            if (--e.unknown[place] == 1)
            {
                single.emplace_back(other, place);
            }
        }
    }
    if (std::all_of(left.begin(), left.end(), [](std::size_t n) { return n == 0; }))
    {
        for (const auto& e : equations)
        {
            if (std::any_of(e.value.begin(), e.value.end(), [](uint8_t v) { return v != 0; }))
            {
                return FEC_DECODE_INCONSISTENT;
            }
        }
    }
    bool repaired = true;
    for (std::size_t k = 0; k < lost.size(); k++)
    {
        present[lost[k]] = left[k] == 0;
        repaired = repaired && left[k] == 0;
    }
    return repaired ? FEC_DECODE_COMPLETE : FEC_DECODE_INCOMPLETE;
}
} // namespace hsn
} // namespace ns3
