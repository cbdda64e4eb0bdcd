// SPDX-License-Identifier: GPL-2.0-only
#include "frm-receiver.h"

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
} // namespace hsn
} // namespace ns3
