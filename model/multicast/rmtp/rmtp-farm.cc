// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-farm.h"

#include "ns3/double.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpFarm);

namespace
{
/// Octets of UDP, IP and Ethernet's header and checksum.
constexpr uint32_t HEADERS = 8 + 20 + 18;
/// Octets of the shortest frame.
constexpr uint32_t SHORTEST = 64;
/// Octets of preamble and gap.
constexpr uint32_t PREAMBLE_GAP = 20;
/// The first receivers report.
constexpr uint32_t REPORTERS = 100;

/// @return the present time step
int64_t
GetNow()
{
    return Simulator::Now().GetTimeStep();
}
} // namespace

TypeId
RmtpFarm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::RmtpFarm")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<RmtpFarm>()
            .AddAttribute("LinkRate",
                          "Rate of the server's Ethernet, each way, bit/s.",
                          DoubleValue(10e6),
                          MakeDoubleAccessor(&RmtpFarm::m_linkRate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("Delay",
                          "From the server to a receiver, and back.",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&RmtpFarm::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DataTimeout",
                          "A round is over for a receiver if no packet comes for so long.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&RmtpFarm::m_dataTimeout),
                          MakeTimeChecker(Time(0)));
    return tid;
}

RmtpFarm::RmtpFarm() = default;

RmtpFarm::~RmtpFarm() = default;

void
RmtpFarm::DoDispose()
{
    m_arrived = nullptr;
    m_replyEvent.Cancel();
    m_replies.Clear();
    m_rows.clear();
    Object::DoDispose();
}

// --- set-up ---------------------------------------------------------------------------------

void
RmtpFarm::SetUser(Arrived arrived, RmtpWireFormat format)
{
    m_arrived = std::move(arrived);
    m_format = format;
}

uint32_t
RmtpFarm::AddHost(const Host& host)
{
    m_hosts.push_back({host, host.packetTime.GetTimeStep()});
    return static_cast<uint32_t>(m_hosts.size() - 1);
}

std::string
RmtpFarm::Add(const Member& member)
{
    if (!(member.loss >= 0 && member.loss < 1))
    {
        return "loss " + std::to_string(member.loss) + ": must be at least 0 and below 1";
    }
    if (!(member.answerLoss >= 0 && member.answerLoss < 1))
    {
        return "loss of answers " + std::to_string(member.answerLoss) +
               ": must be at least 0 and below 1";
    }
    if (member.host != NO_HOST && member.host >= m_hosts.size())
    {
        return "workstation " + std::to_string(member.host) + ": must be below " +
               std::to_string(m_hosts.size());
    }
    Row row;
    row.loss = member.loss;
    row.answerLoss = member.answerLoss;
    row.host = member.host;
    if (row.host != NO_HOST)
    {
        row.process = static_cast<uint32_t>(m_processes.size());
        m_processes.emplace_back();
        m_processes.back().done.assign(m_hosts[row.host].host.bufferPackets, INT64_MIN);
        m_atHosts.push_back(GetSize());
    }
    m_rows.push_back(std::move(row));
    return "";
}

int64_t
RmtpFarm::AssignStreams(int64_t stream)
{
    m_streams.clear();
    m_streams.reserve(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
    {
        // the half of the streams that RandomVariableStream uses for numbers that were chosen
        m_streams.emplace_back(RngSeedManager::GetSeed(),
                               (uint64_t{1} << 63) + static_cast<uint64_t>(stream) + i,
                               RngSeedManager::GetRun());
    }
    return static_cast<int64_t>(m_rows.size());
}

double
RmtpFarm::Draw(uint32_t row)
{
    return m_streams[row].RandU01();
}

bool
RmtpFarm::IsLost(uint32_t row)
{
    return m_rows[row].loss > 0 && Draw(row) < m_rows[row].loss;
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
        if (seq <= row.settledSeq || seq > m_lastSent || !m_isInRound[seq])
        {
            row.missing[kept++] = seq;
            continue;
        }
        const bool isLost = row.state != RMTP_CONNECTED || IsLost(i);
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

void
RmtpFarm::Open(const RmtpPdu& pdu)
{
    m_connect = pdu;
    while (m_streams.size() < m_rows.size())
    {
        m_streams.emplace_back(RngSeedManager::GetSeed(),
                               RngSeedManager::GetNextStreamIndex(),
                               RngSeedManager::GetRun());
    }
    m_isInRound.assign(pdu.blockCount + 1U, false);
    m_wasSent.assign(pdu.blockCount + 1U, false);
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        Row& row = m_rows[i];
        row.state = RMTP_CONNECTED;
        row.range = pdu.range;
        if (row.host == NO_HOST && row.loss > 0)
        {
            const double mean = row.loss * pdu.blockCount;
            row.missing.reserve(static_cast<std::size_t>(mean + 2 * std::sqrt(mean)));
            row.drawn = PlanLoss(i, 0);
        }
    }
    for (Process& process : m_processes)
    {
        process.lacks.assign(pdu.blockCount + 1U, false);
    }
}

// --- from the server ------------------------------------------------------------------------

int64_t
RmtpFarm::GetTransmission(uint32_t octets) const
{
    return Seconds(8.0 * (std::max(octets + HEADERS, SHORTEST) + PREAMBLE_GAP) / m_linkRate)
        .GetTimeStep();
}

void
RmtpFarm::Send(const RmtpPdu& pdu, uint32_t receiver)
{
    const uint32_t data = pdu.type == RMTP_DATA ? m_connect.blockSize : 0;
    const int64_t used =
        GetTransmission(RmtpHeader(pdu, m_format, data).GetSerializedSize() + data);
    m_linkTime += Time(used).GetSeconds();
    m_downFree = std::max(m_downFree, GetNow()) + used;
    const int64_t at = m_downFree + m_delay.GetTimeStep();
    if (receiver == RmtpServer::GROUP)
    {
        if (pdu.type == RMTP_DATA)
        {
            TakeData(pdu, at);
            return;
        }
        if (pdu.type == RMTP_CONN && m_wasSent.empty())
        {
            Open(pdu);
        }
        Simulator::Schedule(Time(at - GetNow()), &RmtpFarm::TakeGroupControl, this, pdu);
        return;
    }
    Simulator::Schedule(Time(at - GetNow()), &RmtpFarm::TakeControl, this, pdu, receiver);
}

void
RmtpFarm::TakeGroupControl(const RmtpPdu& pdu)
{
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        if (pdu.type != RMTP_REL || m_rows[i].state == RMTP_RELEASE)
        {
            TakeControl(pdu, i);
        }
    }
}

void
RmtpFarm::TakeControl(const RmtpPdu& pdu, uint32_t receiver)
{
    Row& row = m_rows[receiver];
    Settle(receiver);
    int64_t at = GetNow();
    if (row.host != NO_HOST && (pdu.type == RMTP_POLL || pdu.type == RMTP_REL))
    {
        at = Work(receiver, at);
        if (at == 0)
        {
            return;
        }
    }
    switch (pdu.type)
    {
    case RMTP_CONN:
        row.range = pdu.range;
        Answer(receiver, CONNECTION, at);
        break;
    case RMTP_POLL:
        row.range = pdu.hasRange ? pdu.range : row.range;
        row.answered = static_cast<int32_t>(m_round);
        row.cancelled = at;
        if (GetRmtpAnswer(row.state, true) != RMTP_ABORT)
        {
            Answer(receiver, ANSWER, at);
        }
        break;
    case RMTP_REL:
        if (row.state == RMTP_RELEASE)
        {
            row.state = RMTP_CLOSED;
            Answer(receiver, RELEASED, at);
        }
        break;
    case RMTP_SUSP:
        row.state = row.state == RMTP_CONNECTED ? RMTP_READY : row.state;
        break;
    case RMTP_ABORT:
        row.state = RMTP_CLOSED;
        row.cancelled = at;
        break;
    case RMTP_DATA:
        TakeAlone(receiver, pdu);
        break;
    default:
        break;
    }
}

void
RmtpFarm::TakeAlone(uint32_t receiver, const RmtpPdu& pdu)
{
    Row& row = m_rows[receiver];
    row.state = row.state == RMTP_READY ? RMTP_CONNECTED : row.state;
    if (row.state != RMTP_CONNECTED || IsLost(receiver))
    {
        return;
    }
    BeginRound(pdu.round);
    m_counters.receptions += Take(receiver, pdu.seq);
    if ((pdu.flags & RMTP_FLAG_LAST) != 0)
    {
        row.range = (pdu.flags & RMTP_FLAG_RANGE) != 0 ? pdu.range : row.range;
        Answer(receiver, ANSWER, GetNow());
    }
}

// --- packets to the group -------------------------------------------------------------------

void
RmtpFarm::BeginRound(uint8_t round)
{
    if (round != m_round)
    {
        m_round = round;
        m_arrivals.clear();
        std::fill(m_isInRound.begin(), m_isInRound.end(), false);
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
    m_isInRound[pdu.seq] = true;
    m_lastSent = pdu.seq;
    m_lastOfRound = isLast ? pdu.seq : 0;
    for (const uint32_t row : m_atHosts)
    {
        TakeAtHost(row, pdu, at);
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
        const bool got = row.drawn == m_round + 1 ? row.got : !IsLost(i);
        const uint16_t range = (pdu.flags & RMTP_FLAG_RANGE) != 0 ? pdu.range : row.range;
        if (got)
        {
            row.range = range;
            row.answered = static_cast<int32_t>(m_round);
            Answer(i, ANSWER, at);
            continue;
        }
        // which was the last packet of the round that came?
        std::size_t lost = 1;
        while (lost < m_arrivals.size() && IsLost(i))
        {
            ++lost;
        }
        if (lost < m_arrivals.size())
        {
            row.range = range;
            row.answered = static_cast<int32_t>(m_round);
            Answer(i,
                   ANSWER,
                   m_arrivals[m_arrivals.size() - 1 - lost] + m_dataTimeout.GetTimeStep());
        }
    }
}

void
RmtpFarm::Report(int64_t at)
{
    for (uint32_t i = 0; i < std::min(GetSize(), REPORTERS); ++i)
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
            const bool isLost = IsLost(i);
            count += !isLost;
            isFirst = packet == 0 ? !isLost : isFirst;
            isLast = !isLost;
        }
        if (isFirst && isLast)
        {
            Answer(i, REPORT, at, count);
        }
    }
}

// --- workstations ---------------------------------------------------------------------------

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
    const int64_t done = IsLost(i) ? 0 : Work(i, at);
    const bool isOpen = row.state == RMTP_CONNECTED && row.answered != m_round;
    const bool hasLast = process.lastRound == m_round;
    const int64_t timeout = process.last + m_dataTimeout.GetTimeStep();
    const bool isLast = (pdu.flags & RMTP_FLAG_LAST) != 0;
    if (isOpen && hasLast && (done > timeout || (done == 0 && isLast)))
    {
        row.range = (pdu.flags & RMTP_FLAG_RANGE) != 0 ? pdu.range : row.range;
        row.answered = static_cast<int32_t>(m_round);
        Answer(i, ANSWER, std::max(GetNow(), timeout));
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
        if (process.monitoring && i < REPORTERS && row.state == RMTP_CONNECTED)
        {
            Answer(i, REPORT, done, process.monitored);
        }
        process.monitoring = false;
    }
    if (isLast && isOpen && row.answered != m_round)
    {
        row.range = (pdu.flags & RMTP_FLAG_RANGE) != 0 ? pdu.range : row.range;
        row.answered = static_cast<int32_t>(m_round);
        Answer(i, ANSWER, done);
    }
}
} // namespace hsn
} // namespace ns3
