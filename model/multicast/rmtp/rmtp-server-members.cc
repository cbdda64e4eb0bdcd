// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Receivers that come to an RmtpServer, and go, while a message is under way.
 */
#include "rmtp-server.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
bool
RmtpServer::EndsEarly() const
{
    // nobody knows how many more answer the CONN of an open group
    return m_endWaitEarly && m_outstanding == 0 && !(m_openGroup && m_phase == CONNECT);
}

uint32_t
RmtpServer::Admit()
{
    m_entries.emplace_back();
    if (m_phase == CONNECT)
    {
        ++m_expected;
        ++m_outstanding;
    }
    return static_cast<uint32_t>(m_entries.size() - 1);
}

bool
RmtpServer::IsAwaited(uint32_t receiver) const
{
    const Entry& entry = m_entries[receiver];
    if (entry.answered || (m_target != GROUP && m_target != receiver))
    {
        return false;
    }
    return (m_phase == CONNECT && entry.state == UNKNOWN) ||
           ((m_phase == SEND || m_phase == ANSWERS) && entry.state == OPEN) ||
           (m_phase == READINESS && m_target == receiver);
}

void
RmtpServer::JoinLate(uint32_t receiver)
{
    SetState(receiver, OPEN);
    Entry& entry = m_entries[receiver];
    entry.answered = false;
    entry.polled = false;
    if (m_target == GROUP && (m_phase == SEND || m_phase == ANSWERS))
    {
        ++m_expected;
        ++m_outstanding;
    }
}

void
RmtpServer::CallLate()
{
    const bool isAwaited =
        m_openGroup || std::any_of(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
            return entry.state == UNKNOWN;
        });
    if (m_lateJoin && m_target == GROUP && isAwaited)
    {
        RmtpPdu pdu = MakeConn();
        pdu.range = GetRange(m_expected);
        Transmit(pdu, GROUP);
    }
}

void
RmtpServer::EndOrServeLate()
{
    const auto late = std::count_if(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
        return entry.state == OPEN;
    });
    if (late == 0 || m_groupRepeats == m_maxRounds)
    {
        End();
        return;
    }
    // a round without packets: they are asked what they lack
    m_expected = static_cast<uint32_t>(late);
    m_missing.assign(m_blocks + 1, false);
    m_missingCount = 0;
    ++m_round;
    ++m_groupRepeats;
    BeginRound(GROUP);
}

void
RmtpServer::TakeLeave(uint32_t receiver)
{
    const State state = m_entries[receiver].state;
    if (state == ACKED || state == RELEASED || state == FAILED || state == REFUSED)
    {
        ++m_counters.ignored;
        return;
    }
    const bool isAwaited = IsAwaited(receiver);
    SetState(receiver, FAILED);
    if (isAwaited)
    {
        NoteAnswer(receiver);
    }
}
} // namespace hsn
} // namespace ns3
