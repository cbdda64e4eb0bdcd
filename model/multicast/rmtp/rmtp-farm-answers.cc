// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Answers of the receivers of RmtpFarm.
 */
#include "rmtp-farm.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace hsn
{
void
RmtpFarm::Answer(uint32_t row, Kind kind, int64_t at, uint32_t count)
{
    int64_t departs = at;
    if (kind != REPORT && m_rows[row].range > 0)
    {
        const double range = 1e-3 * m_rows[row].range * m_connect.rangeUnit;
        departs += Seconds(range * Draw(row)).GetTimeStep();
    }
    const int64_t arrives = std::max(departs, GetNow()) + m_delay.GetTimeStep() + m_rows[row].delay;
    m_replies.push(
        {row, kind, at, departs, static_cast<uint32_t>(m_round), count, arrives, m_replyOrder++});
    if (arrives < m_replyTime)
    {
        m_replyEvent.Cancel();
        m_replyTime = arrives;
        m_replyEvent = Simulator::Schedule(Time(arrives - GetNow()), &RmtpFarm::TakeReplies, this);
    }
}

void
RmtpFarm::AnswerRound(uint32_t i, const RmtpPdu& pdu, int64_t at)
{
    Row& row = m_rows[i];
    row.range = (pdu.flags & RMTP_FLAG_RANGE) != 0 ? pdu.range : row.range;
    row.answered = static_cast<int32_t>(m_round);
    Answer(i, ANSWER, at);
}

void
RmtpFarm::TakeReplies()
{
    m_replyTime = INT64_MAX;
    // a queue of its own: that of the simulator would hold an event for each receiver
    while (!m_replies.empty() && m_replies.top().arrives <= GetNow())
    {
        const Reply reply = m_replies.top();
        m_replies.pop();
        Arrive(reply);
    }
    if (!m_replies.empty() && m_replies.top().arrives < m_replyTime)
    {
        m_replyEvent.Cancel();
        m_replyTime = m_replies.top().arrives;
        m_replyEvent =
            Simulator::Schedule(Time(m_replyTime - GetNow()), &RmtpFarm::TakeReplies, this);
    }
}

void
RmtpFarm::Arrive(const Reply& reply)
{
    Row& row = m_rows[reply.receiver];
    if (reply.created < row.cancelled && reply.departs > row.cancelled)
    {
        return;
    }
    RmtpPdu pdu;
    pdu.connection = m_connect.connection;
    switch (reply.kind)
    {
    case CONNECTION:
        pdu.type = RMTP_CACK;
        break;
    case RELEASED:
        pdu.type = RMTP_RACK;
        break;
    case REPORT:
        pdu.type = RMTP_REPORT;
        pdu.start = m_monitorStart;
        pdu.stop = m_monitorStop;
        pdu.count = reply.count;
        break;
    default:
        pdu.type =
            GetRmtpAnswer(row.state,
                          GetLacking(reply.receiver) == 0 && m_highest == m_connect.blockCount);
        pdu.round = static_cast<uint8_t>(reply.round);
        if (pdu.type == RMTP_ABORT)
        {
            return;
        }
        row.state = pdu.type == RMTP_ACK ? RMTP_RELEASE : row.state;
        if (pdu.type == RMTP_NACK || pdu.type == RMTP_RRDY)
        {
            pdu.list = GetList(reply.receiver);
        }
        break;
    }
    Carry(reply.receiver, pdu);
}

void
RmtpFarm::Carry(uint32_t receiver, const RmtpPdu& pdu)
{
    ++m_counters.answers;
    const uint32_t octets = RmtpHeader(pdu, m_format).GetSerializedSize();
    if (pdu.type == RMTP_NACK && pdu.round == 0)
    {
        m_counters.nackOctets += octets;
        ++m_counters.nacks;
    }
    const double loss = m_rows[receiver].answerLoss;
    // as DATA and answers only: who leaves is heard
    if (pdu.type != RMTP_ABORT && loss > 0 && Draw(receiver) < loss)
    {
        ++m_counters.lostAnswers;
        return;
    }
    m_upFree = std::max(m_upFree, GetNow()) + GetTransmission(octets);
    Simulator::Schedule(Time(m_upFree - GetNow()), &RmtpFarm::Deliver, this, receiver, pdu);
}

void
RmtpFarm::Deliver(uint32_t receiver, const RmtpPdu& pdu)
{
    if (m_arrived)
    {
        m_arrived(receiver, pdu);
    }
}

std::size_t
RmtpFarm::CountMissing(uint32_t i) const
{
    const auto& missing = m_rows[i].missing;
    return m_highest == m_connect.blockCount
               ? missing.size()
               : static_cast<std::size_t>(
                     std::upper_bound(missing.begin(), missing.end(), m_highest) - missing.begin());
}

uint32_t
RmtpFarm::GetLacking(uint32_t receiver)
{
    Settle(receiver);
    const Row& row = m_rows[receiver];
    if (row.peer)
    {
        const uint32_t unsent = m_connect.blockCount - m_highest;
        return std::max(row.peer->GetLacking(m_connect.blockCount), unsent) - unsent;
    }
    return row.host == NO_HOST ? static_cast<uint32_t>(CountMissing(receiver))
                               : m_processes[row.process].lacking;
}

std::vector<RmtpRange>
RmtpFarm::GetList(uint32_t i)
{
    std::vector<RmtpRange> list;
    const auto add = [&list](uint32_t seq) {
        if (!list.empty() && list.back().last + 1U == seq)
        {
            list.back().last = static_cast<uint16_t>(seq);
        }
        else
        {
            list.push_back({static_cast<uint16_t>(seq), static_cast<uint16_t>(seq)});
        }
    };
    const Row& row = m_rows[i];
    std::for_each(row.missing.begin(),
                  row.missing.begin() + static_cast<std::ptrdiff_t>(CountMissing(i)),
                  add);
    for (uint32_t seq = 1; row.host != NO_HOST && seq <= m_connect.blockCount; ++seq)
    {
        if (m_processes[row.process].lacks[seq])
        {
            add(seq);
        }
    }
    if (m_highest < m_connect.blockCount)
    {
        list.push_back({static_cast<uint16_t>(m_highest + 1), m_connect.blockCount});
    }
    return list;
}
} // namespace hsn
} // namespace ns3
