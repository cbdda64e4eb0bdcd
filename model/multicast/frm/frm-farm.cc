// SPDX-License-Identifier: GPL-2.0-only
#include "frm-farm.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmFarm);

TypeId
FrmFarm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::FrmFarm")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<FrmFarm>()
            .AddAttribute("Rate",
                          "Rate of the links of sender and receivers, bit/s.",
                          DoubleValue(155.5e6),
                          MakeDoubleAccessor(&FrmFarm::m_rate),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("Overhead",
                          "Octets of IP and link in front of each PDU.",
                          UintegerValue(22),
                          MakeUintegerAccessor(&FrmFarm::m_overhead),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Selective",
                          "Echoes of receivers that keep packets tell which: FrmSender::Repair.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FrmFarm::m_selective),
                          MakeBooleanChecker())
            .AddAttribute("EchoSpread",
                          "Echoes leave after a random time up to this one (W).",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FrmFarm::m_spread),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("EchoJitter",
                          "Mean of an exponential delay that the network adds to echoes.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FrmFarm::m_jitter),
                          MakeTimeChecker(Time(0)));
    return tid;
}

FrmFarm::FrmFarm() = default;

FrmFarm::~FrmFarm() = default;

void
FrmFarm::DoDispose()
{
    m_delivered = nullptr;
    m_echoed = nullptr;
    m_rows.clear();
    Object::DoDispose();
}

// --- set-up ---------------------------------------------------------------------------------

FrmFarm::Log::Log(uint32_t size)
    : m_times(size, INT64_MIN)
{
}

void
FrmFarm::Log::Add(int64_t time)
{
    m_times[m_count++ % m_times.size()] = time;
}

uint32_t
FrmFarm::Log::CountAfter(int64_t time) const
{
    uint32_t after = 0;
    const auto most = std::min<uint64_t>(m_count, m_times.size());
    while (after < most && m_times[(m_count - 1 - after) % m_times.size()] > time)
    {
        ++after;
    }
    return after;
}

FrmFarm::Row::Row(const Member& m)
    : member(m),
      echoLossRate(m.loss),
      receiver(m.settings),
      delay(m.delay.GetTimeStep()),
      taken(2 * m.settings.buffer + 1),
      handed(2 * m.settings.buffer + 1),
      stored(4 * m.settings.buffer, {0, INT64_MAX}),
      loss(CreateObject<UniformRandomVariable>()),
      echoLoss(CreateObject<UniformRandomVariable>()),
      spread(CreateObject<UniformRandomVariable>()),
      jitter(CreateObject<ExponentialRandomVariable>())
{
}

void
FrmFarm::SetUser(Ptr<const FrmHost> host, Delivered delivered, Echoed echoed)
{
    m_dataCost = host->GetCost(FrmWork::DATA).GetTimeStep();
    m_answerCost = host->GetCost(FrmWork::ANSWER).GetTimeStep();
    TimeValue user;
    host->GetAttribute("UserTime", user);
    m_userCost = user.Get().GetTimeStep();
    m_delivered = std::move(delivered);
    m_echoed = std::move(echoed);
}

std::string
FrmFarm::Add(const Member& member)
{
    if (!(member.loss >= 0 && member.loss < 1))
    {
        return "loss " + std::to_string(member.loss) + ": must be at least 0 and below 1";
    }
    if (member.settings.buffer == 0)
    {
        return "buffer 0: must be at least 1 packet";
    }
    if (m_tree)
    {
        return "receiver " + std::to_string(GetN()) + ": must be below " +
               std::to_string(m_tree->GetSize()) + ", the receivers of the tree";
    }
    auto row = std::make_unique<Row>(member);
    row->gap = DrawGap(member.loss, *row->loss);
    row->echoGap = DrawGap(row->echoLossRate, *row->echoLoss);
    m_rows.push_back(std::move(row));
    return "";
}

int64_t
FrmFarm::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto& row : m_rows)
    {
        row->loss->SetStream(next++);
        row->echoLoss->SetStream(next++);
        row->spread->SetStream(next++);
        row->jitter->SetStream(next++);
        row->gap = DrawGap(row->member.loss, *row->loss);
        row->echoGap = DrawGap(row->echoLossRate, *row->echoLoss);
    }
    return next - stream;
}

std::string
FrmFarm::SetTree(const MulticastTree& tree, bool lossyBack, int64_t stream)
{
    const std::string problem = MulticastReceiverLoss::Check(tree, GetN());
    if (!problem.empty())
    {
        return problem;
    }
    m_tree = std::make_unique<MulticastReceiverLoss>(tree, stream);
    for (uint32_t place = 0; lossyBack && place < m_rows.size(); ++place)
    {
        Row& row = *m_rows[place];
        row.echoLossRate = 1 - (1 - row.echoLossRate) * (1 - m_tree->GetPathLoss(place));
        row.echoGap = DrawGap(row.echoLossRate, *row.echoLoss);
    }
    return "";
}

uint64_t
FrmFarm::DrawGap(double loss, UniformRandomVariable& random)
{
    if (loss <= 0)
    {
        return UINT64_MAX;
    }
    const double u = 1 - random.GetValue(0, 1); // above 0
    return static_cast<uint64_t>(std::min(std::log(u) / std::log1p(-loss), 1e18));
}

bool
FrmFarm::IsLost(uint64_t& gap, double loss, UniformRandomVariable& random)
{
    if (gap-- > 0)
    {
        return false;
    }
    gap = DrawGap(loss, random);
    return true;
}

bool
FrmFarm::IsSilent(const Row& row, int64_t at)
{
    return at >= std::min(row.member.silentFrom.GetTimeStep(), row.leftAt);
}

int64_t
FrmFarm::GetTransmission(uint32_t octets) const
{
    return Seconds(8.0 * (octets + m_overhead) / m_rate).GetTimeStep();
}

// --- to the receivers -----------------------------------------------------------------------

void
FrmFarm::Send(const FrmPdu& pdu, uint32_t bytes)
{
    const uint32_t octets = FrmHeader(pdu).GetSerializedSize() + bytes;
    m_linkFree = std::max(m_linkFree, Simulator::Now().GetTimeStep()) + GetTransmission(octets);
    if (m_tree)
    {
        m_tree->BeginRound();
        m_tree->Send();
    }
    for (uint32_t place = 0; place < m_rows.size(); ++place)
    {
        Row& row = *m_rows[place];
        const int64_t at = m_linkFree + row.delay;
        const bool isLost = IsLost(row.gap, row.member.loss, *row.loss);
        if (isLost || (m_tree && m_tree->IsLost(place, 0)) || IsSilent(row, at))
        {
            continue;
        }
        if (pdu.type == FRM_DATA)
        {
            TakeData(place, pdu.seq, at);
        }
        else if (pdu.type == FRM_CNTL && row.receiver.IsReliable())
        {
            TakeControl(row, place, pdu, at);
        }
        else if (pdu.type == FRM_LEAVE && (pdu.receiver == 0 || pdu.receiver == place + 1))
        {
            row.leftAt = std::min(row.leftAt, at);
        }
    }
}

void
FrmFarm::TakeData(uint32_t place, uint32_t seq, int64_t at)
{
    Row& row = *m_rows[place];
    row.busy = std::max(row.busy, at) + m_dataCost;
    const uint32_t handed = row.receiver.GetRseq() - row.handed.CountAfter(row.busy);
    const uint32_t first = row.receiver.GetRseq();
    const FrmArrival arrival = row.receiver.Receive(seq, nullptr, handed);
    if (arrival == FrmArrival::STORED)
    {
        row.stored[seq % row.stored.size()] = {seq, row.busy};
    }
    if (arrival != FrmArrival::TAKEN)
    {
        return;
    }
    const auto packets = static_cast<uint32_t>(row.receiver.GetTaken().size());
    for (uint32_t i = 0; i < packets; ++i)
    {
        const int64_t begin = std::max(row.busy, row.userBusy);
        const bool isSlow = begin >= row.member.slowFrom.GetTimeStep();
        row.userBusy = begin + (isSlow ? row.member.slowTime.GetTimeStep() : m_userCost);
        row.taken.Add(row.busy);
        row.handed.Add(row.userBusy);
        m_delivered(place, row.receiver.IsReliable() ? first + i : seq, Time(row.userBusy));
    }
}

// --- and back -------------------------------------------------------------------------------

void
FrmFarm::TakeControl(Row& row, uint32_t place, const FrmPdu& pdu, int64_t at)
{
    row.busy = std::max(row.busy, at) + m_answerCost;
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t wait =
        m_spread.IsZero() ? 0
                          : Seconds(row.spread->GetValue(0, m_spread.GetSeconds())).GetTimeStep();
    Simulator::Schedule(Time(row.busy + wait - now), &FrmFarm::SendEcho, this, place, pdu);
}

FrmPdu
FrmFarm::MakeEcho(uint32_t place, const FrmPdu& pdu, int64_t at) const
{
    const Row& row = *m_rows[place];
    FrmPdu echo;
    echo.type = FRM_ECHO;
    echo.group = pdu.group;
    echo.receiver = place + 1;
    echo.sync = pdu.sync;
    echo.timestamp = pdu.timestamp;
    echo.rseq = row.receiver.GetRseq() - row.taken.CountAfter(at);
    echo.dseq = row.receiver.GetRseq() - row.handed.CountAfter(at);
    echo.alloc = row.receiver.GetBuffer();
    echo.selective = m_selective && row.receiver.GetMode() == FRM_BUFFER;
    if (echo.selective)
    {
        echo.kept = GetKept(row, echo.rseq, at);
    }
    return echo;
}

std::vector<uint8_t>
FrmFarm::GetKept(const Row& row, uint32_t rseq, int64_t at)
{
    std::vector<uint8_t> kept;
    const uint32_t most = std::min(row.receiver.GetBuffer(), 8 * FrmPdu::MAX_KEPT);
    for (uint32_t bit = 0; bit < most; ++bit)
    {
        const uint32_t seq = rseq + 1 + bit;
        const auto& one = row.stored[seq % row.stored.size()];
        if (one.first == seq && one.second <= at)
        {
            kept.resize(bit / 8 + 1);
            kept[bit / 8] |= static_cast<uint8_t>(0x80 >> bit % 8);
        }
    }
    return kept;
}

void
FrmFarm::SendEcho(uint32_t place, const FrmPdu& pdu)
{
    Row& row = *m_rows[place];
    const int64_t now = Simulator::Now().GetTimeStep();
    if (IsLost(row.echoGap, row.echoLossRate, *row.echoLoss) || IsSilent(row, now))
    {
        return;
    }
    const FrmPdu echo = MakeEcho(place, pdu, now);
    int64_t delay = row.delay + GetTransmission(FrmHeader(echo).GetSerializedSize());
    if (!m_jitter.IsZero())
    {
        delay += Seconds(row.jitter->GetValue(m_jitter.GetSeconds(), 0)).GetTimeStep();
    }
    Simulator::Schedule(Time(delay), &FrmFarm::Arrive, this, echo);
}

void
FrmFarm::Arrive(const FrmPdu& pdu)
{
    if (m_echoed)
    {
        m_echoed(pdu);
    }
}

uint32_t
FrmFarm::GetRseq(uint32_t place) const
{
    return m_rows[place]->receiver.GetRseq();
}

uint32_t
FrmFarm::GetHanded(uint32_t place) const
{
    const Row& row = *m_rows[place];
    return row.receiver.GetRseq() - row.handed.CountAfter(Simulator::Now().GetTimeStep());
}
} // namespace hsn
} // namespace ns3
