// SPDX-License-Identifier: GPL-2.0-only
#include "frm-receiver.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
FrmReceiver::FrmReceiver(const Settings& settings, uint32_t first)
    : m_settings(settings),
      m_rseq(first)
{
}

FrmArrival
FrmReceiver::Receive(uint32_t seq, Ptr<Packet> packet, uint32_t handed)
{
    m_taken.clear();
    const int32_t ahead = FrmDistance(seq, m_rseq);
    if (ahead < 0)
    {
        return FrmArrival::DUPLICATE;
    }
    const int32_t beyond = FrmDistance(m_settings.reliable ? seq : m_rseq, handed);
    if (beyond >= static_cast<int32_t>(m_settings.buffer))
    {
        return FrmArrival::NO_ROOM;
    }
    if (ahead > 0 && m_settings.reliable)
    {
        if (m_settings.mode == FRM_GO_BACK_N)
        {
            return FrmArrival::OUT_OF_ORDER;
        }
        return m_stored.emplace(seq, std::move(packet)).second ? FrmArrival::STORED
                                                               : FrmArrival::DUPLICATE;
    }
    m_rseq = seq + 1;
    m_taken.push_back(std::move(packet));
    for (auto next = m_stored.find(m_rseq); next != m_stored.end(); next = m_stored.find(m_rseq))
    {
        m_taken.push_back(std::move(next->second));
        m_stored.erase(next);
        ++m_rseq;
    }
    return FrmArrival::TAKEN;
}

std::vector<uint8_t>
FrmReceiver::GetKept() const
{
    std::vector<uint8_t> kept;
    for (const auto& one : m_stored)
    {
        const uint32_t bit = one.first - m_rseq - 1;
        if (bit / 8 < FrmPdu::MAX_KEPT)
        {
            kept.resize(std::max<std::size_t>(kept.size(), bit / 8 + 1));
            kept[bit / 8] |= static_cast<uint8_t>(0x80 >> bit % 8);
        }
    }
    return kept;
}
} // namespace hsn
} // namespace ns3
