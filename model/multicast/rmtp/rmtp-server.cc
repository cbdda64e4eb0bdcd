// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-server.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{

RmtpServer::RmtpServer()
    : m_timer([this] { EndWait(); })
{
}

RmtpServer::~RmtpServer() = default;

void
RmtpServer::DoDispose()
{
    m_timer.Remove();
    m_stepEvent.Cancel();
    m_monitorEvent.Cancel();
    m_user = nullptr;
    Object::DoDispose();
}

void
RmtpServer::SetUser(User& user)
{
    m_user = &user;
}

std::string
RmtpServer::Start(uint32_t receivers, uint64_t bytes)
{
    if (receivers == 0 && !m_openGroup)
    {
        return "0 receivers: must be at least 1";
    }
    const uint64_t blocks = (bytes + m_blockSize - 1) / m_blockSize;
    if (bytes == 0 || bytes > UINT32_MAX || blocks > RmtpPdu::MAX_SEQ)
    {
        return "message of " + std::to_string(bytes) + " bytes: must be 1 byte to " +
               std::to_string(RmtpPdu::MAX_SEQ) + " packets of " + std::to_string(m_blockSize) +
               " bytes";
    }
    const double range = 1000 * m_interval.GetSeconds() * receivers / m_rangeUnit;
    if (range > 65535)
    {
        return "backoff range of " + std::to_string(std::llround(range)) +
               " units: must be at most 65535; RangeUnit makes them larger";
    }
    m_controller.SetSettings({m_lossThreshold,
                              m_highShare,
                              m_lowShare,
                              m_silentShare,
                              m_decrease,
                              m_increase,
                              m_minRate,
                              m_maxRate});
    m_bytes = bytes;
    m_blocks = static_cast<uint32_t>(blocks);
    m_entries.assign(receivers, Entry());
    m_expected = receivers;
    m_outstanding = receivers;
    m_waited = receivers;
    m_connLeft = m_connRepeat;
    m_tries = 0;
    m_complete = 0;
    m_acked = 0;
    m_round = 0;
    m_groupRepeats = 0;
    m_target = GROUP;
    m_separate.clear();
    m_calls.clear();
    m_nextCall = 0;
    m_called = false;
    m_monitoring = false;
    m_reporting = false;
    m_connected = Time();
    m_phase = CONNECT;
    Step();
    return "";
}

// --- sending --------------------------------------------------------------------------------

void
RmtpServer::Transmit(RmtpPdu pdu, uint32_t receiver)
{
    pdu.connection = m_connection;
    ++m_counters.sent[pdu.type];
    m_user->Transmit(pdu, receiver);
}

void
RmtpServer::TransmitPlain(RmtpPduType type, uint32_t receiver)
{
    RmtpPdu pdu;
    pdu.type = type;
    Transmit(pdu, receiver);
}

uint16_t
RmtpServer::GetRange(uint32_t answers) const
{
    const uint32_t n =
        m_rangeKind == RMTP_RANGE_FIXED ? static_cast<uint32_t>(m_entries.size()) : answers;
    const auto units = std::llround(1000 * m_interval.GetSeconds() * n / m_rangeUnit);
    return static_cast<uint16_t>(
        std::min<long long>(units, 65535)); // Start() has checked those named
}

void
RmtpServer::Step()
{
    const double packet = 8.0 * m_blockSize / m_rate; // s
    if (m_burst.IsZero())
    {
        if (SendOne())
        {
            m_stepEvent = Simulator::Schedule(Seconds(packet), &RmtpServer::Step, this);
            return;
        }
        BeginWait();
        return;
    }
    for (m_credit += m_burst.GetSeconds() / packet; m_credit >= 1; m_credit -= 1)
    {
        if (!SendOne())
        {
            m_credit = 0;
            BeginWait();
            return;
        }
    }
    m_stepEvent = Simulator::Schedule(m_burst, &RmtpServer::Step, this);
}

RmtpPdu
RmtpServer::MakeConn() const
{
    RmtpPdu pdu;
    pdu.type = RMTP_CONN;
    pdu.messageSize = static_cast<uint32_t>(m_bytes);
    pdu.blockCount = static_cast<uint16_t>(m_blocks);
    pdu.blockSize = static_cast<uint16_t>(m_blockSize);
    pdu.rangeUnit = static_cast<uint16_t>(m_rangeUnit);
    pdu.place = m_place;
    return pdu;
}

bool
RmtpServer::SendOne()
{
    if (m_phase == SEND)
    {
        if (m_setLeft == 0)
        {
            return false;
        }
        SendData();
        return true;
    }
    if (m_connLeft > 0)
    {
        --m_connLeft;
        RmtpPdu pdu = MakeConn();
        pdu.range = GetRange(m_expected);
        Transmit(pdu, GROUP);
        return true;
    }
    return SendCall();
}

bool
RmtpServer::SendCall()
{
    // who has answered by now is not asked
    while (m_nextCall < m_calls.size() && m_entries[m_calls[m_nextCall]].answered)
    {
        ++m_nextCall;
    }
    if (m_nextCall == m_calls.size())
    {
        return false;
    }
    const uint32_t receiver = m_calls[m_nextCall++];
    m_called = true;
    m_entries[receiver].polled = true;
    RmtpPdu pdu;
    if (m_phase == CONNECT)
    {
        ++m_counters.retries;
        pdu = MakeConn();
    }
    else
    {
        pdu.type = RMTP_POLL;
        pdu.hasRange = TellsRange();
        m_pollTrace(receiver);
    }
    pdu.range = GetRange(static_cast<uint32_t>(m_calls.size()));
    Transmit(pdu, receiver);
    return true;
}

void
RmtpServer::SendData()
{
    while (!m_set[m_nextSeq])
    {
        ++m_nextSeq;
    }
    --m_setLeft;
    RmtpPdu pdu;
    pdu.type = RMTP_DATA;
    pdu.seq = static_cast<uint16_t>(m_nextSeq++);
    pdu.round = static_cast<uint8_t>(m_round);
    if (m_setLeft == 0)
    {
        pdu.flags |= RMTP_FLAG_LAST;
    }
    if (TellsRange())
    {
        pdu.flags |= RMTP_FLAG_RANGE; // in all packets: any of them may be the last that comes
        pdu.range = GetRange(m_expected);
    }
    if (m_target != GROUP)
    {
        pdu.flags |= RMTP_FLAG_BUSY;
    }
    else if (m_controlled)
    {
        Monitor(pdu, m_setLeft == 0);
    }
    Transmit(pdu, m_target);
}

// --- waiting --------------------------------------------------------------------------------

void
RmtpServer::BeginWait()
{
    if (m_phase == SEND)
    {
        m_phase = ANSWERS;
    }
    else if (!m_calls.empty() && !m_called)
    {
        EndWait(); // all answered while it was their turn to be asked
        return;
    }
    ++m_counters.timers;
    m_timer.Set(Simulator::Now() + GetWait(m_waited));
    if (EndsEarly())
    {
        EndWait();
    }
}

std::vector<uint32_t>
RmtpServer::GetSilent() const
{
    std::vector<uint32_t> silent;
    if (m_target != GROUP)
    {
        if (!m_entries[m_target].answered)
        {
            silent.push_back(m_target);
        }
        return silent;
    }
    const State awaited = m_phase == CONNECT ? UNKNOWN : OPEN;
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        if (m_entries[i].state == awaited && !m_entries[i].answered)
        {
            silent.push_back(i);
        }
    }
    return silent;
}

void
RmtpServer::Call(std::vector<uint32_t> silent)
{
    ++m_tries;
    m_calls = std::move(silent);
    m_nextCall = 0;
    m_called = false;
    m_waited = static_cast<uint32_t>(m_calls.size());
    Step();
}

void
RmtpServer::EndWait()
{
    m_timer.Cancel();
    if (m_phase == RELEASE)
    {
        GoOn();
        return;
    }
    auto silent = GetSilent();
    if (!silent.empty() && m_tries < (m_phase == CONNECT ? m_maxConnRetry : m_maxPoll))
    {
        Call(std::move(silent));
        return;
    }
    m_calls.clear();
    if (m_phase == CONNECT)
    {
        EndConnect(silent);
        return;
    }
    for (const uint32_t receiver : silent)
    {
        if (m_pollTimeoutMeansBusy && m_target == GROUP)
        {
            SetState(receiver, BUSY);
            m_separate.push_back({receiver, {}});
        }
        else
        {
            SetState(receiver, FAILED);
        }
    }
    if (m_phase == READINESS)
    {
        ServeNext();
        return;
    }
    EndRound();
}

void
RmtpServer::EndConnect(const std::vector<uint32_t>& silent)
{
    for (const uint32_t receiver : silent)
    {
        SetState(receiver, m_lateJoin ? UNKNOWN : FAILED); // who is unknown may join
    }
    m_expected = static_cast<uint32_t>(
        std::count_if(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
            return entry.state == OPEN;
        }));
    m_missing.assign(m_blocks + 1, true);
    m_missingCount = m_blocks;
    if (m_expected == 0)
    {
        ServeNext();
        return;
    }
    BeginRound(GROUP);
}

// --- rounds ---------------------------------------------------------------------------------

void
RmtpServer::BeginRound(uint32_t receiver)
{
    m_target = receiver;
    m_set.swap(m_missing);
    m_missing.assign(m_blocks + 1, false);
    m_setLeft = m_missingCount;
    m_setSize = m_missingCount;
    m_missingCount = 0;
    m_nextSeq = 1;
    m_outstanding = m_expected;
    m_waited = m_expected;
    m_tries = 0;
    m_acked = 0;
    m_calls.clear();
    if (receiver == GROUP)
    {
        ++m_counters.rounds;
        for (Entry& entry : m_entries)
        {
            entry.answered = false;
            entry.polled = false;
        }
    }
    m_roundTrace(m_round, m_setLeft, m_expected);
    m_phase = SEND;
    CallLate();
    Step();
}

void
RmtpServer::EndRound()
{
    if (m_acked > 0)
    {
        TransmitPlain(RMTP_REL, m_target);
        if (!m_overlapRelease)
        {
            m_phase = RELEASE;
            ++m_counters.timers;
            m_timer.Set(Simulator::Now() + GetWait(m_acked));
            return;
        }
    }
    GoOn();
}

void
RmtpServer::GoOn()
{
    uint32_t& repeats = m_target == GROUP ? m_groupRepeats : m_aloneRepeats;
    m_expected = 0;
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        const bool lacks = m_entries[i].state == OPEN && (m_target == GROUP || m_target == i);
        if (lacks && repeats >= m_maxRounds)
        {
            SetState(i, FAILED);
        }
        else
        {
            m_expected += lacks;
        }
    }
    if (m_expected == 0)
    {
        ServeNext();
        return;
    }
    ++m_round;
    ++repeats;
    if (m_target != GROUP)
    {
        m_entries[m_target].answered = false;
        m_entries[m_target].polled = false;
    }
    BeginRound(m_target);
}

void
RmtpServer::ServeNext()
{
    while (!m_separate.empty() && m_entries[m_separate.front().receiver].state != BUSY &&
           m_entries[m_separate.front().receiver].state != READY)
    {
        m_separate.pop_front(); // has failed
    }
    if (m_separate.empty())
    {
        EndOrServeLate();
        return;
    }
    const Separate next = std::move(m_separate.front());
    m_separate.pop_front();
    m_target = next.receiver;
    m_expected = 1;
    m_outstanding = 1;
    m_waited = 1;
    m_tries = 0;
    Entry& entry = m_entries[m_target];
    entry.answered = false;
    entry.polled = false;
    if (entry.state == READY)
    {
        Serve(next.list);
        return;
    }
    m_phase = READINESS;
    m_calls.clear();
    BeginWait();
}

void
RmtpServer::Serve(const std::vector<RmtpRange>& list)
{
    m_timer.Cancel();
    m_stepEvent.Cancel();
    if (list.empty())
    {
        NoteComplete(m_target);
        TransmitPlain(RMTP_REL, m_target);
        ServeNext();
        return;
    }
    SetState(m_target, OPEN);
    m_missing.assign(m_blocks + 1, false);
    m_missingCount = 0;
    Want(m_target, list);
    m_entries[m_target].answered = false;
    m_entries[m_target].polled = false;
    m_expected = 1;
    ++m_round;
    m_aloneRepeats = 1; // what it is sent now
    BeginRound(m_target);
}

void
RmtpServer::End()
{
    m_phase = ENDED;
    m_timer.Cancel();
    m_stepEvent.Cancel();
    m_monitorEvent.Cancel();
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        if (m_entries[i].state == UNKNOWN)
        {
            SetState(i, FAILED);
        }
    }
    m_user->NotifyEnded(m_complete == m_entries.size());
}

void
RmtpServer::Abort()
{
    if (m_phase != CLOSED && m_phase != ENDED)
    {
        m_stepEvent.Cancel();
        TransmitPlain(RMTP_ABORT, GROUP);
        End();
    }
}
} // namespace hsn
} // namespace ns3
