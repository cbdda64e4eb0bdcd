// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What RmtpServer does with answers and reports.
 */
#include "rmtp-server.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnRmtpServerAnswers");

// --- reports ---------------------------------------------------------------------------------

std::set<uint32_t>
RmtpServer::User::ChooseReporters(const std::vector<uint32_t>& open) const
{
    return {open.begin(), std::lower_bound(open.begin(), open.end(), ALL_REPORT)};
}

void
RmtpServer::Monitor(RmtpPdu& pdu, bool isLast)
{
    if (!m_monitoring)
    {
        if (isLast)
        {
            return; // there is nothing between the first and the last packet
        }
        m_monitoring = true;
        m_monitored = 0;
        m_monitorStart = pdu.seq;
        pdu.flags |= RMTP_FLAG_START;
        std::vector<uint32_t> open;
        for (uint32_t i = 0; i < m_entries.size(); ++i)
        {
            if (m_entries[i].state == OPEN)
            {
                open.push_back(i);
            }
        }
        m_reporters = m_user->ChooseReporters(open);
        m_controller.Begin(static_cast<uint32_t>(m_reporters.size()));
    }
    if (m_reporting)
    {
        return; // reports are awaited
    }
    ++m_monitored;
    if (m_monitored == m_monitorPackets || isLast)
    {
        pdu.flags |= RMTP_FLAG_STOP;
        m_monitorStop = pdu.seq;
        m_reporting = true;
        m_monitorEvent =
            Simulator::Schedule(m_turnAround + m_reportSurplus, &RmtpServer::EndMonitor, this);
    }
}

void
RmtpServer::EndMonitor()
{
    m_monitoring = false;
    m_reporting = false;
    const double rate = m_controller.Decide(m_rate);
    if (rate != m_rate)
    {
        m_rate = rate;
        m_rateTrace(rate);
    }
}

// --- answers --------------------------------------------------------------------------------

void
RmtpServer::SetState(uint32_t receiver, State state)
{
    m_entries[receiver].state = state;
    if (state == FAILED || state == REFUSED)
    {
        m_failedTrace(receiver);
    }
}

void
RmtpServer::NoteAnswer(uint32_t receiver)
{
    m_entries[receiver].answered = true;
    --m_outstanding;
    if (m_outstanding == 0)
    {
        if (m_phase == CONNECT)
        {
            m_connected = Simulator::Now();
        }
        if (EndsEarly() && m_timer.IsRunning())
        {
            EndWait();
        }
    }
}

void
RmtpServer::NoteComplete(uint32_t receiver)
{
    SetState(receiver, ACKED);
    ++m_acked;
    ++m_complete;
    m_progressTrace(receiver, 0);
    m_completeTrace(receiver);
}

bool
RmtpServer::Exists(const std::vector<RmtpRange>& list) const
{
    return std::all_of(list.begin(), list.end(), [this](const RmtpRange& range) {
        return range.first <= range.last && range.last <= m_blocks;
    });
}

void
RmtpServer::Want(uint32_t receiver, const std::vector<RmtpRange>& list)
{
    NS_LOG_LOGIC("receiver " << receiver << " lacks packets");
    for (const auto& range : list)
    {
        for (uint32_t seq = range.first; seq <= range.last; ++seq)
        {
            if (!m_missing[seq])
            {
                m_missing[seq] = true;
                ++m_missingCount;
            }
        }
    }
}

void
RmtpServer::Receive(uint32_t receiver, const RmtpPdu& pdu)
{
    if (receiver >= m_entries.size() || pdu.connection != m_connection || pdu.type > RMTP_SUSP)
    {
        ++m_counters.ignored;
        return;
    }
    ++m_counters.received[pdu.type];
    m_responseTrace(pdu.type, receiver);
    Entry& entry = m_entries[receiver];
    switch (pdu.type)
    {
    case RMTP_CACK:
        if (entry.state != UNKNOWN || (m_phase != CONNECT && (!m_lateJoin || pdu.refuses)))
        {
            break;
        }
        if (m_phase != CONNECT)
        {
            JoinLate(receiver);
            return;
        }
        SetState(receiver, pdu.refuses ? REFUSED : OPEN);
        NoteAnswer(receiver);
        return;
    case RMTP_ACK:
    case RMTP_NACK:
    case RMTP_BUSY:
        TakeAnswer(receiver, pdu);
        return;
    case RMTP_RRDY:
        if (!Exists(pdu.list))
        {
            ++m_counters.bad;
            return;
        }
        if (entry.state != BUSY)
        {
            break;
        }
        if (m_phase == READINESS && m_target == receiver)
        {
            Serve(pdu.list);
            return;
        }
        for (auto& separate : m_separate)
        {
            if (separate.receiver == receiver)
            {
                separate.list = pdu.list;
                SetState(receiver, READY);
                return;
            }
        }
        break;
    case RMTP_RACK:
        if (entry.state != ACKED)
        {
            break;
        }
        SetState(receiver, RELEASED);
        return;
    case RMTP_REPORT:
        TakeReport(receiver, pdu);
        return;
    case RMTP_ABORT:
        TakeLeave(receiver);
        return;
    default:
        break;
    }
    ++m_counters.ignored;
}

void
RmtpServer::TakeAnswer(uint32_t receiver, const RmtpPdu& pdu)
{
    Entry& entry = m_entries[receiver];
    const bool isDue = (m_phase == SEND || m_phase == ANSWERS) && entry.state == OPEN &&
                       !entry.answered && (m_target == GROUP || m_target == receiver);
    if (pdu.type == RMTP_NACK && !Exists(pdu.list))
    {
        ++m_counters.bad;
        return;
    }
    if (m_phase == READINESS && m_target == receiver && pdu.type != RMTP_BUSY)
    {
        Serve(pdu.list); // was silent, not busy
        return;
    }
    if (!isDue)
    {
        ++m_counters.ignored;
        return;
    }
    if (pdu.type == RMTP_ACK)
    {
        NoteComplete(receiver);
    }
    else if (pdu.type == RMTP_BUSY)
    {
        SetState(receiver, BUSY);
        m_separate.push_back({receiver, {}});
    }
    else if (pdu.round != static_cast<uint8_t>(m_round) && !entry.polled)
    {
        ++m_counters.ignored; // of an earlier round
        return;
    }
    else
    {
        uint32_t packets = 0;
        for (const auto& range : pdu.list)
        {
            packets += range.last - range.first + 1U;
        }
        m_progressTrace(receiver, packets);
        if (m_target == GROUP && packets > m_suspendFraction * m_setSize)
        {
            SetState(receiver, READY);
            m_separate.push_back({receiver, pdu.list});
            TransmitPlain(RMTP_SUSP, receiver);
        }
        else
        {
            Want(receiver, pdu.list);
        }
    }
    NoteAnswer(receiver);
}

void
RmtpServer::TakeReport(uint32_t receiver, const RmtpPdu& pdu)
{
    const bool isDue = m_reporting && m_entries[receiver].state == OPEN &&
                       pdu.start == m_monitorStart && pdu.stop == m_monitorStop;
    if (!isDue || pdu.count > m_monitored || m_reporters.erase(receiver) == 0)
    {
        ++m_counters.ignored;
        return;
    }
    m_controller.Report(pdu.count, m_monitored);
}

std::vector<uint32_t>
RmtpServer::GetFailed() const
{
    std::vector<uint32_t> failed;
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        if (m_entries[i].state == FAILED || m_entries[i].state == REFUSED)
        {
            failed.push_back(i);
        }
    }
    return failed;
}
} // namespace hsn
} // namespace ns3
