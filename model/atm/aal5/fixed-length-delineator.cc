// SPDX-License-Identifier: GPL-2.0-only
#include "fixed-length-delineator.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
FixedLengthDelineator::FixedLengthDelineator(uint32_t cells)
    : m_size(std::size_t{cells} * Aal5::PAYLOAD_BYTES)
{
    constexpr uint32_t MOST = Aal5::CellsFor(Aal5::MAX_SDU_BYTES);
    NS_ABORT_MSG_UNLESS(cells >= 1 && cells <= MOST,
                        "PDUs of " << cells << " cells: 1 to " << MOST);
    m_cells.reserve(m_size);
}

bool
FixedLengthDelineator::Receive(const uint8_t* payload)
{
    if (m_hasEnded)
    {
        m_hasEnded = false;
        m_cells.clear();
    }
    if (m_cells.size() == m_size)
    {
        // what begins with the oldest cell is no PDU
        m_cells.erase(m_cells.begin(), m_cells.begin() + Aal5::PAYLOAD_BYTES);
        ++m_counters.skipped;
    }
    m_cells.insert(m_cells.end(), payload, payload + Aal5::PAYLOAD_BYTES);
    if (m_cells.size() < m_size)
    {
        return false;
    }
    const auto check = Aal5::ParseCpcsPdu(m_cells.data(), m_size);
    if (check.cause != Aal5Error::NONE)
    {
        return false;
    }
    m_hasEnded = true;
    const auto type = Aal5Plus::GetType(check.uu);
    const auto number = static_cast<int32_t>(Aal5Plus::GetSequence(check.uu));
    constexpr auto SEQUENCES = static_cast<int32_t>(Aal5Plus::SEQUENCES);
    auto& expected = m_expected[type];
    if (expected >= 0)
    {
        m_counters.missing[type] +=
            static_cast<uint64_t>((number + SEQUENCES - expected) % SEQUENCES);
    }
    expected = number + 1; // 128 is as good as 0
    ++m_counters.found[type];
    return true;
}
} // namespace hsn
} // namespace ns3
