// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Receivers of RmtpFarm that are processes of workstations.
 */
#include "rmtp-farm.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
int64_t
RmtpFarm::Work(uint32_t row, int64_t at)
{
    Process& process = m_processes[m_rows[row].process];
    Machine& machine = m_hosts[m_rows[row].host];
    int64_t& slot = process.done[process.count % process.done.size()];
    if (slot > at)
    {
        ++m_counters.hostDrops;
        return 0;
    }
    const int64_t begin = std::max(machine.busy, at);
    int64_t cost = machine.cost;
    if (!machine.host.loadPeriod.IsZero())
    {
        const int64_t place =
            (begin + machine.host.loadPhase.GetTimeStep()) % machine.host.loadPeriod.GetTimeStep();
        cost = place < machine.host.loadOn.GetTimeStep()
                   ? static_cast<int64_t>(
                         std::llround(static_cast<double>(cost) * machine.host.loadFactor))
                   : cost;
    }
    machine.busy = begin + cost;
    slot = machine.busy;
    ++process.count;
    return machine.busy;
}

void
RmtpFarm::TakeAtHost(uint32_t i, const RmtpPdu& pdu, int64_t at)
{
    Row& row = m_rows[i];
    if (row.state == RMTP_CLOSED)
    {
        return;
    }
    Process& process = m_processes[row.process];
    const int64_t done = IsLost(i, m_arrivals.size() - 1) ? 0 : Work(i, at);
    const bool isOpen = row.state == RMTP_CONNECTED && row.answered != m_round;
    const bool hasLast = process.lastRound == m_round;
    const int64_t timeout = process.last + m_dataTimeout.GetTimeStep();
    const bool isLast = (pdu.flags & RMTP_FLAG_LAST) != 0;
    if (isOpen && hasLast && (done > timeout || (done == 0 && isLast)))
    {
        AnswerRound(i, pdu, std::max(GetNow(), timeout));
    }
    if (done == 0)
    {
        if (!m_wasSent[pdu.seq])
        {
            process.lacks[pdu.seq] = true;
            ++process.lacking;
        }
        return;
    }
    m_counters.receptions += Take(i, pdu.seq) || !m_wasSent[pdu.seq];
    process.last = done;
    process.lastRound = m_round;
    if ((pdu.flags & RMTP_FLAG_START) != 0)
    {
        process.monitoring = true;
        process.monitored = 0;
    }
    process.monitored += process.monitoring;
    if ((pdu.flags & RMTP_FLAG_STOP) != 0)
    {
        if (process.monitoring && i < RmtpServer::ALL_REPORT && row.state == RMTP_CONNECTED)
        {
            Answer(i, REPORT, done, process.monitored);
        }
        process.monitoring = false;
    }
    if (isLast && isOpen && row.answered != m_round)
    {
        AnswerRound(i, pdu, done);
    }
}
} // namespace hsn
} // namespace ns3
