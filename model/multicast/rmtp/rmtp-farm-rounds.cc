// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packets of RmtpFarm's server to the group, and their losses.
 */
#include "rmtp-farm.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
// --- losses ---------------------------------------------------------------------------------

bool
RmtpFarm::IsLost(uint32_t row)
{
    return m_rows[row].loss > 0 && Draw(row) < m_rows[row].loss;
}

bool
RmtpFarm::IsLost(uint32_t row, std::size_t packet)
{
    return (m_tree && m_tree->IsLost(row, packet)) || IsLost(row);
}

bool
RmtpFarm::IsLostAlone(uint32_t row)
{
    const bool isOnTree = m_tree && m_tree->GetPathLoss(row) > 0;
    return (isOnTree && Draw(row) < m_tree->GetPathLoss(row)) || IsLost(row);
}

void
RmtpFarm::NoteLoss(uint32_t i, uint16_t seq)
{
    auto& missing = m_rows[i].missing;
    const auto place = std::lower_bound(missing.begin(), missing.end(), seq);
    if (place == missing.end() || *place != seq) // else it loses it by itself
    {
        missing.insert(place, seq);
    }
}

uint32_t
RmtpFarm::PlanLoss(uint32_t row, uint32_t seq)
{
    const double gap = std::floor(std::log(Draw(row)) / std::log1p(-m_rows[row].loss));
    const double next = seq + 1 + gap;
    return next <= m_connect.blockCount ? static_cast<uint32_t>(next) : 0;
}

void
RmtpFarm::PlanLosses()
{
    // receiver by receiver: by packets, each loss would be another place in memory
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        Row& row = m_rows[i];
        uint32_t next = row.drawn;
        row.drawn = 0;
        while (next > 0)
        {
            row.missing.push_back(static_cast<uint16_t>(next));
            next = PlanLoss(i, next);
        }
    }
}

void
RmtpFarm::Settle(uint32_t i)
{
    Row& row = m_rows[i];
    if (row.settled != m_round)
    {
        row.settled = m_round;
        row.settledSeq = 0;
    }
    if (m_round <= 0 || row.host != NO_HOST || row.settledSeq == m_lastSent)
    {
        return; // what is lost the first time is known from the beginning
    }
    std::size_t kept = 0;
    for (const uint16_t seq : row.missing)
    {
        if (seq <= row.settledSeq || seq > m_lastSent || m_inRound[seq] == 0)
        {
            row.missing[kept++] = seq;
            continue;
        }
        const bool isLost = row.state != RMTP_CONNECTED || IsLost(i, m_inRound[seq] - 1U);
        if (seq == m_lastOfRound)
        {
            row.drawn = static_cast<uint32_t>(m_round + 1);
            row.got = !isLost;
        }
        if (isLost)
        {
            row.missing[kept++] = seq;
        }
    }
    m_counters.receptions += row.missing.size() - kept;
    row.missing.resize(kept);
    row.settledSeq = m_lastSent;
}

// --- packets to the group -------------------------------------------------------------------

void
RmtpFarm::BeginRound(uint8_t round)
{
    const auto ahead = static_cast<uint8_t>(round - m_round); // PDUs have 8 bits of the number
    if (ahead > 0)
    {
        m_round += ahead;
        m_arrivals.clear();
        std::fill(m_inRound.begin(), m_inRound.end(), 0);
        if (m_tree)
        {
            m_tree->BeginRound();
        }
        m_lastSent = 0;
        m_lastOfRound = 0;
    }
}

void
RmtpFarm::TakeData(const RmtpPdu& pdu, int64_t at)
{
    BeginRound(pdu.round);
    if (m_highest == 0)
    {
        PlanLosses();
    }
    m_arrivals.push_back(at);
    const bool isLast = (pdu.flags & RMTP_FLAG_LAST) != 0;
    m_inRound[pdu.seq] = static_cast<uint16_t>(m_arrivals.size());
    m_lastSent = pdu.seq;
    m_lastOfRound = isLast ? pdu.seq : 0;
    if (m_tree)
    {
        m_tree->Send();
        if (m_round == 0)
        {
            for (const uint32_t row : m_tree->GetLost())
            {
                NoteLoss(row, pdu.seq);
            }
        }
    }
    for (const uint32_t row : m_atHosts)
    {
        TakeAtHost(row, pdu, at + m_rows[row].delay);
    }
    for (const uint32_t row : m_peers)
    {
        if (!IsLost(row, m_arrivals.size() - 1))
        {
            Simulator::Schedule(Time(at + m_rows[row].delay - GetNow()),
                                &RmtpFarm::TakeAtPeer,
                                this,
                                row,
                                pdu);
        }
    }
    m_wasSent[pdu.seq] = true;
    m_highest = std::max<uint32_t>(m_highest, pdu.seq);
    if ((pdu.flags & RMTP_FLAG_START) != 0)
    {
        m_monitoring = true;
        m_monitorStart = pdu.seq;
        m_monitored = 0;
    }
    m_monitored += m_monitoring;
    if ((pdu.flags & RMTP_FLAG_STOP) != 0)
    {
        m_monitoring = false;
        m_monitorStop = pdu.seq;
        Report(at);
    }
    if (isLast)
    {
        EndRound(pdu, at);
    }
}

bool
RmtpFarm::Take(uint32_t i, uint16_t seq)
{
    Row& row = m_rows[i];
    if (row.host != NO_HOST)
    {
        Process& process = m_processes[row.process];
        const bool lacks = process.lacks[seq];
        process.lacks[seq] = false;
        process.lacking -= lacks;
        return lacks;
    }
    const auto place = std::lower_bound(row.missing.begin(), row.missing.end(), seq);
    if (place == row.missing.end() || *place != seq)
    {
        return false;
    }
    row.missing.erase(place);
    return true;
}

void
RmtpFarm::EndRound(const RmtpPdu& pdu, int64_t at)
{
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        Row& row = m_rows[i];
        if (row.peer)
        {
            continue;
        }
        Settle(i);
        if (m_round == 0 && row.host == NO_HOST)
        {
            const std::size_t lost = CountMissing(i);
            m_counters.receptions += m_arrivals.size() - lost;
            row.drawn = 1;
            row.got = lost == 0 || row.missing[lost - 1] != pdu.seq;
        }
        if (row.host != NO_HOST || row.state != RMTP_CONNECTED || row.answered == m_round)
        {
            continue;
        }
        const bool got = row.drawn == m_round + 1 ? row.got : !IsLost(i, m_arrivals.size() - 1);
        if (got)
        {
            AnswerRound(i, pdu, at + row.delay);
            continue;
        }
        // which was the last packet of the round that came?
        std::size_t lost = 1;
        while (lost < m_arrivals.size() && IsLost(i, m_arrivals.size() - 1 - lost))
        {
            ++lost;
        }
        if (lost < m_arrivals.size())
        {
            AnswerRound(i,
                        pdu,
                        m_arrivals[m_arrivals.size() - 1 - lost] + row.delay +
                            m_dataTimeout.GetTimeStep());
        }
    }
}

void
RmtpFarm::Report(int64_t at)
{
    for (uint32_t i = 0; i < std::min(GetSize(), RmtpServer::ALL_REPORT); ++i)
    {
        if (m_rows[i].host != NO_HOST || m_rows[i].state != RMTP_CONNECTED)
        {
            continue;
        }
        uint32_t count = 0;
        bool isLast = true;
        bool isFirst = true;
        for (uint32_t packet = 0; packet < m_monitored; ++packet)
        {
            const bool isLost = IsLost(i, m_arrivals.size() - m_monitored + packet);
            count += !isLost;
            isFirst = packet == 0 ? !isLost : isFirst;
            isLast = !isLost;
        }
        if (isFirst && isLast)
        {
            Answer(i, REPORT, at + m_rows[i].delay, count);
        }
    }
}
} // namespace hsn
} // namespace ns3
