// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-farm.h"

#include "ns3/double.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
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
    m_replies = {};
    m_rows.clear();
    Object::DoDispose();
}

int64_t
RmtpFarm::GetNow()
{
    return Simulator::Now().GetTimeStep();
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
    Machine machine;
    machine.host = host;
    machine.cost = host.packetTime.GetTimeStep();
    m_hosts.push_back(machine);
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
    if (member.delay.IsStrictlyNegative())
    {
        return "delay " + std::to_string(member.delay.GetSeconds()) + " s: must be at least 0 s";
    }
    if (member.fate.busyUntil < member.fate.busyFrom)
    {
        return "busy until " + std::to_string(member.fate.busyUntil.GetSeconds()) +
               " s: must be at least " + std::to_string(member.fate.busyFrom.GetSeconds()) +
               " s, when it begins";
    }
    if (member.host != NO_HOST && !member.fate.IsPlain())
    {
        return "workstation " + std::to_string(member.host) +
               ": must be none for a receiver that comes, goes or pauses";
    }
    if (m_tree)
    {
        return "receiver " + std::to_string(GetSize()) + ": must be below " +
               std::to_string(m_tree->GetSize()) + ", the receivers of the tree";
    }
    Row row;
    row.loss = member.loss;
    row.answerLoss = member.answerLoss;
    row.host = member.host;
    row.delay = member.delay.GetTimeStep();
    if (!member.fate.IsPlain())
    {
        const uint32_t place = GetSize();
        row.peer = std::make_unique<RmtpFarmPeer>(member.fate, [this, place](const RmtpPdu& pdu) {
            Simulator::Schedule(m_delay + Time(m_rows[place].delay),
                                &RmtpFarm::Carry,
                                this,
                                place,
                                pdu);
        });
        m_peers.push_back(place);
    }
    if (row.host != NO_HOST)
    {
        Machine& machine = m_hosts[row.host];
        if (machine.delay >= 0 && machine.delay != row.delay)
        {
            return "delay " + std::to_string(member.delay.GetSeconds()) +
                   " s: must be that of the other receivers on its workstation, " +
                   std::to_string(Time(machine.delay).GetSeconds()) + " s";
        }
        machine.delay = row.delay;
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
        if (m_rows[i].peer)
        {
            m_rows[i].peer->AssignStreams(stream + static_cast<int64_t>(i));
        }
    }
    return static_cast<int64_t>(m_rows.size());
}

std::string
RmtpFarm::SetTree(const MulticastTree& tree, bool lossyBack, int64_t stream)
{
    const std::string problem = MulticastReceiverLoss::Check(tree, GetSize());
    if (!problem.empty())
    {
        return problem;
    }
    m_tree = std::make_unique<MulticastReceiverLoss>(tree, stream);
    for (uint32_t i = 0; lossyBack && i < GetSize(); ++i)
    {
        m_rows[i].answerLoss = 1 - (1 - m_rows[i].answerLoss) * (1 - m_tree->GetPathLoss(i));
    }
    return "";
}

double
RmtpFarm::Draw(uint32_t row)
{
    return m_rows[row].peer ? m_rows[row].peer->Draw() : m_streams[row].RandU01();
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
    m_inRound.assign(pdu.blockCount + 1U, 0);
    m_wasSent.assign(pdu.blockCount + 1U, false);
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        Row& row = m_rows[i];
        if (row.peer)
        {
            row.peer->SetUp(m_dataTimeout, i < RmtpServer::ALL_REPORT);
            continue;
        }
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
    Simulator::Schedule(Time(at + m_rows[receiver].delay - GetNow()),
                        &RmtpFarm::TakeControl,
                        this,
                        pdu,
                        receiver);
}

void
RmtpFarm::TakeGroupControl(const RmtpPdu& pdu)
{
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        const Row& row = m_rows[i];
        if (row.delay > 0)
        {
            Simulator::Schedule(Time(row.delay), &RmtpFarm::TakeControl, this, pdu, i);
        }
        else if (row.peer || pdu.type != RMTP_REL || row.state == RMTP_RELEASE)
        {
            TakeControl(pdu, i);
        }
    }
}

void
RmtpFarm::TakeControl(const RmtpPdu& pdu, uint32_t receiver)
{
    Row& row = m_rows[receiver];
    if (row.peer)
    {
        if (pdu.type != RMTP_DATA || !IsLostAlone(receiver))
        {
            TakeAtPeer(receiver, pdu);
        }
        return;
    }
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
        if (row.state == RMTP_CONNECTED && !HasData(receiver)) // else it is for those who come late
        {
            row.range = pdu.range;
            Answer(receiver, CONNECTION, at);
        }
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

bool
RmtpFarm::HasData(uint32_t receiver) const
{
    const Row& row = m_rows[receiver];
    std::ptrdiff_t sent = m_highest;
    if (m_round == 0) // the last packets are on their way
    {
        const auto come =
            std::upper_bound(m_arrivals.begin(), m_arrivals.end(), GetNow() - row.delay);
        sent = come - m_arrivals.begin();
    }
    if (row.host == NO_HOST)
    {
        return std::upper_bound(row.missing.begin(), row.missing.end(), sent) -
                   row.missing.begin() <
               sent;
    }
    const auto first = m_processes[row.process].lacks.begin() + 1;
    return std::count(first, first + sent, true) < sent;
}

void
RmtpFarm::TakeAtPeer(uint32_t row, const RmtpPdu& pdu)
{
    m_counters.receptions += m_rows[row].peer->Receive(pdu);
}

void
RmtpFarm::TakeAlone(uint32_t receiver, const RmtpPdu& pdu)
{
    Row& row = m_rows[receiver];
    row.state = row.state == RMTP_READY ? RMTP_CONNECTED : row.state;
    if (row.state != RMTP_CONNECTED || IsLostAlone(receiver))
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

} // namespace hsn
} // namespace ns3
