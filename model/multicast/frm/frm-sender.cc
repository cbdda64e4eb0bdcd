// SPDX-License-Identifier: GPL-2.0-only
#include "frm-sender.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFrmSender");

FrmSender::FrmSender()
    : m_timer([this] { HandleTimer(); }),
      m_inviting([this] { InviteLate(); })
{
}

FrmSender::~FrmSender() = default;

void
FrmSender::DoDispose()
{
    Stop();
    Object::DoDispose();
}

void
FrmSender::SetUser(User& user, Ptr<FrmHost> host, uint32_t group)
{
    m_user = &user;
    m_host = host;
    m_group = group;
}

void
FrmSender::Stop()
{
    m_state = ENDED;
    m_user = nullptr;
    m_host = nullptr;
    m_timer.Remove();
    m_inviting.Remove();
    m_buffer.clear();
}

Time
FrmSender::Smooth(Time smoothed, Time measured, double divisor)
{
    const auto gap = static_cast<double>((measured - smoothed).GetTimeStep());
    return measured < smoothed ? smoothed + Time(static_cast<int64_t>(gap / divisor)) : measured;
}

// --- what the processor does ----------------------------------------------------------------

void
FrmSender::Work(FrmWork work, std::function<void()> done)
{
    if (m_host)
    {
        m_host->Run(work, std::move(done));
    }
    else
    {
        done();
    }
}

bool
FrmSender::WorkOn(FrmWork work, Ptr<const Packet> packet, std::function<void()> done)
{
    if (m_host)
    {
        return m_host->Receive(work, packet, std::move(done));
    }
    done();
    return true;
}

void
FrmSender::QueuePdu(const FrmPdu& pdu)
{
    const Ptr<FrmSender> self(this);
    Work(FrmWork::CONTROL, [self, pdu] {
        if (self->m_user)
        {
            self->m_user->Transmit(pdu, nullptr);
        }
    });
}

void
FrmSender::QueueControl(double growth)
{
    const Ptr<FrmSender> self(this);
    const uint32_t sync = m_sync;
    Work(FrmWork::CONTROL, [self, sync, growth] { self->DepartControl(sync, growth); });
}

void
FrmSender::DepartControl(uint32_t sync, double growth)
{
    if (m_state != OPEN)
    {
        return;
    }
    const Time now = Simulator::Now();
    FrmPdu pdu;
    pdu.type = FRM_CNTL;
    pdu.group = m_group;
    pdu.sync = sync;
    pdu.timestamp = static_cast<uint64_t>(now.GetNanoSeconds());
    m_asked.emplace_back(sync, pdu.timestamp);
    if (!m_inHandshake)
    {
        const auto period = static_cast<double>(m_smaxRtt.GetTimeStep()) * m_k;
        m_wtimer = std::max(Time(static_cast<int64_t>(period)), m_minTimer);
    }
    const auto wait = static_cast<double>(m_wtimer.GetTimeStep()) * growth;
    m_timer.Set(now + Time(static_cast<int64_t>(std::min(wait, 9e17)))); // far below overflow
    ++m_counters.rounds;
    m_syncTrace(sync);
    m_user->Transmit(pdu, nullptr);
}

void
FrmSender::QueueData(uint32_t seq)
{
    m_buffer[seq - m_base].queued = true;
    const Ptr<FrmSender> self(this);
    Work(FrmWork::DATA, [self, seq] { self->DepartData(seq); });
}

void
FrmSender::DepartData(uint32_t seq)
{
    const uint32_t at = seq - m_base;
    if (at >= m_buffer.size() || !m_user)
    {
        return; // released meanwhile, by the departure of a receiver
    }
    Slot& slot = m_buffer[at];
    slot.queued = false;
    ++(slot.sent ? m_counters.retransmissions : m_counters.sent);
    slot.sent = true;
    FrmPdu pdu;
    pdu.type = FRM_DATA;
    pdu.group = m_group;
    pdu.seq = seq;
    const auto packet = slot.packet;
    m_user->Transmit(pdu, packet);
}

// --- data -----------------------------------------------------------------------------------

bool
FrmSender::CanSubmit() const
{
    return m_state == OPEN && !m_inHandshake && !m_waitsForTurn && !m_finishing &&
           m_buffer.size() < m_capacity && (m_list.empty() || FrmDistance(m_limit, GetNext()) > 0);
}

void
FrmSender::Submit(Ptr<const Packet> packet, uint32_t bytes)
{
    NS_ASSERT(CanSubmit());
    const uint32_t seq = GetNext();
    m_buffer.push_back({packet, bytes, false, false});
    QueueData(seq);
}

void
FrmSender::Finish()
{
    m_finishing = true;
}

void
FrmSender::Abort()
{
    const Ptr<FrmSender> self(this);
    if (m_state == OPENING || m_state == OPEN)
    {
        End(FRM_ABORTED);
    }
}

// --- rounds ---------------------------------------------------------------------------------

void
FrmSender::Begin(Time rtt)
{
    const Ptr<FrmSender> self(this);
    NS_ABORT_MSG_UNLESS(m_state == IDLE || m_state == OPENING, "FrmSender: begins once");
    m_joined = GetListed();
    m_mandatoryJoined = 0;
    for (const auto& entry : m_list)
    {
        m_mandatoryJoined += entry.mandatory;
    }
    m_state = OPEN;
    m_condition.SetKeyNumber(m_keyNumber);
    m_condition.SetMinMembers(m_minMembers);
    m_condition.SetAll(m_all);
    m_condition.SetQuorum(m_quorum);
    if (!CheckIntegrity())
    {
        return;
    }
    m_smaxRtt = m_initialRtt.IsZero() ? rtt : m_initialRtt;
    if (m_smaxRtt.IsZero())
    {
        m_smaxRtt = MilliSeconds(50);
    }
    Release(); // sets what receivers have room for
    m_svdsync = m_sync - 1;
    m_lseq = GetNext();
    m_checked = Simulator::Now();
    if (!m_inviteInterval.IsZero())
    {
        m_inviting.Set(m_checked + m_inviteInterval);
    }
    QueueControl(1);
    m_user->NotifyOpened();
    if (m_state == OPEN)
    {
        m_user->Fill();
    }
}

void
FrmSender::HandleTimer()
{
    const Ptr<FrmSender> self(this);
    if (m_state == OPENING)
    {
        Invite();
    }
    else if (m_state == ENDING)
    {
        SayEnd();
    }
    else if (m_state == OPEN)
    {
        Work(FrmWork::ALGORITHM, [self] { self->RunAlgorithm(); });
    }
}

void
FrmSender::RunAlgorithm()
{
    const Ptr<FrmSender> self(this);
    if (m_state == OPEN && (m_answers == m_list.size() || RunHandshake()))
    {
        EndRound();
    }
}

bool
FrmSender::RunHandshake()
{
    if (m_inHandshake && m_tries == m_handshakeTries)
    {
        std::vector<uint64_t> silent;
        for (const auto& entry : m_list)
        {
            if (!entry.answered)
            {
                silent.push_back(entry.id);
            }
        }
        for (const uint64_t id : silent)
        {
            Drop(id, FRM_DEAD);
        }
        return m_state == OPEN && CheckIntegrity();
    }
    if (!m_inHandshake)
    {
        m_inHandshake = true;
        m_tries = 0;
        m_asked.clear();
        m_maxRtt = Time(0);
        ++m_counters.handshakes;
        m_handshakeTrace(GetListed() - m_answers);
        m_answers = 0;
        for (auto& entry : m_list)
        {
            entry.answered = false;
        }
    }
    ++m_tries;
    ++m_sync;
    m_lseq = GetNext();
    double growth = 1;
    for (uint32_t j = 0; j < m_tries; ++j)
    {
        growth *= m_growth;
    }
    QueueControl(growth);
    return false;
}

void
FrmSender::EndRound()
{
    m_inHandshake = false;
    m_waitsForTurn = true; // the application may submit when it is told what is released
    ++m_counters.releases;
    const Minima minima = GetMinima();
    if (!m_maxRtt.IsZero())
    {
        m_smaxRtt = Smooth(m_smaxRtt, m_maxRtt, m_divisor);
        m_maxRttTrace(m_maxRtt);
        m_smaxRttTrace(m_smaxRtt);
        m_maxRtt = Time(0);
    }
    CountSlow(minima);
    if (!Release() || !CheckThroughput() || !CheckIntegrity())
    {
        return;
    }
    const uint32_t from = GetMinima().rseq;
    const uint32_t sent = GetNext(); // before what waited joins it
    const bool allowed = !m_suppression || FrmDistance(m_sync, m_svdsync) > 0;
    const uint32_t asked = m_lseq; // the next control message changes it
    const bool repair = allowed && FrmDistance(asked, from) > 0;
    if (repair)
    {
        m_svdsync = m_sync + 1;
    }
    ++m_sync;
    m_asked.clear();
    m_answers = 0;
    for (auto& entry : m_list)
    {
        entry.answered = false;
    }
    static const char* const ORDERS[] = {"RDC", "DRC", "RCD", "CRD"};
    for (const char* step = ORDERS[m_order]; *step && m_state == OPEN; ++step)
    {
        if (*step == 'R' && repair)
        {
            QueueRetransmissions(from, sent, asked);
        }
        else if (*step == 'D')
        {
            m_waitsForTurn = false;
            m_user->Fill();
        }
        else if (*step == 'C')
        {
            if (m_finishing && m_buffer.empty() && !m_user->IsWaiting())
            {
                End(FRM_END);
                return;
            }
            m_lseq = GetNext();
            QueueControl(1);
        }
    }
}

void
FrmSender::QueueRetransmissions(uint32_t from, uint32_t end, uint32_t asked)
{
    ++m_counters.bursts;
    const std::vector<bool> needed = GetNeeded(from, end, asked);
    uint32_t begin = from; // of the run of packets that are needed
    for (uint32_t seq = from; seq != end; ++seq)
    {
        if (!needed[seq - from])
        {
            if (begin != seq)
            {
                m_retransmitTrace(begin, seq);
            }
            begin = seq + 1;
        }
        else if (!m_buffer[seq - m_base].queued)
        {
            QueueData(seq);
        }
    }
    if (begin != end)
    {
        m_retransmitTrace(begin, end);
    }
}

std::vector<bool>
FrmSender::GetNeeded(uint32_t from, uint32_t end, uint32_t asked) const
{
    std::vector<bool> needed(end - from, m_repair == FRM_REPEAT_ALL);
    if (m_repair == FRM_REPEAT_ALL)
    {
        return needed;
    }
    for (const auto& entry : m_list)
    {
        if (FrmDistance(asked, entry.rseq) <= 0)
        {
            continue; // it has all that it was asked about
        }
        uint32_t until = end; // who keeps nothing has discarded what was sent since, too
        if (entry.selective)
        {
            const uint32_t told = entry.rseq + 1 + 8 * FrmPdu::MAX_KEPT; // at most
            until = FrmDistance(told, asked) < 0 ? told : asked;
        }
        for (uint32_t seq = FrmDistance(entry.rseq, from) > 0 ? entry.rseq : from;
             FrmDistance(until, seq) > 0;
             ++seq)
        {
            const bool isKept = entry.selective && seq != entry.rseq && entry.state.IsKept(seq);
            needed[seq - from] = needed[seq - from] || !isKept;
        }
    }
    return needed;
}

FrmSender::Minima
FrmSender::GetMinima() const
{
    Minima minima{GetNext(), GetNext(), m_base};
    for (const auto& entry : m_list)
    {
        minima.rseq = FrmDistance(entry.rseq, minima.rseq) < 0 ? entry.rseq : minima.rseq;
        minima.dseq = FrmDistance(entry.dseq, minima.dseq) < 0 ? entry.dseq : minima.dseq;
        minima.most = FrmDistance(entry.dseq, minima.most) > 0 ? entry.dseq : minima.most;
    }
    return minima;
}

bool
FrmSender::Release()
{
    m_limit = m_base + FrmPdu::MAX_ROOM;
    for (const auto& entry : m_list)
    {
        const uint32_t limit = entry.dseq + entry.alloc;
        m_limit = FrmDistance(limit, m_base) < FrmDistance(m_limit, m_base) ? limit : m_limit;
    }
    const Minima minima = GetMinima();
    const uint32_t end = m_releaseOn == FRM_DSEQ ? minima.dseq : minima.rseq;
    uint32_t bytes = 0;
    while (!m_buffer.empty() && m_buffer.front().sent && FrmDistance(end, m_base) > 0)
    {
        bytes += m_buffer.front().bytes;
        m_buffer.pop_front();
        ++m_base;
        ++m_counters.released;
    }
    if (bytes > 0)
    {
        m_releasedBytes += bytes;
        m_releaseTrace(m_base);
        m_user->NotifyReleased(bytes);
    }
    return m_state == OPEN;
}

// --- echoes ---------------------------------------------------------------------------------

void
FrmSender::TakeEcho(const FrmPdu& pdu)
{
    const auto found = m_at.find(pdu.receiver);
    const bool isListed = m_state == OPEN && found != m_at.end();
    m_counters.unknownEchoes += !isListed;
    if (m_state != OPEN)
    {
        return;
    }
    const auto asked = std::find_if(m_asked.begin(), m_asked.end(), [&](const auto& one) {
        return one.first == pdu.sync;
    });
    if (asked == m_asked.end())
    {
        m_counters.oldEchoes += isListed;
        return;
    }
    if (!isListed)
    {
        QueueLeave(pdu.receiver); // it does not know yet that it is out
        return;
    }
    Entry& entry = m_list[found->second];
    if (asked->second != pdu.timestamp || FrmDistance(pdu.rseq, GetNext()) > 0 ||
        FrmDistance(pdu.rseq, entry.rseq) < 0 || FrmDistance(pdu.dseq, entry.dseq) < 0)
    {
        // numbers of a receiver never fall, unless an echo to an earlier try comes late
        const bool isLate = asked->second == pdu.timestamp && m_asked.size() > 1 &&
                            FrmDistance(pdu.rseq, GetNext()) <= 0;
        if (!isLate)
        {
            ++m_counters.badEchoes;
            return;
        }
    }
    else
    {
        entry.rseq = pdu.rseq;
        entry.dseq = pdu.dseq;
        entry.alloc = pdu.alloc;
        entry.selective = pdu.selective;
        if (pdu.selective)
        {
            entry.state = pdu;
        }
        m_progressTrace(pdu.receiver, pdu.rseq, pdu.dseq);
    }
    ++m_counters.echoes;
    const auto sent = static_cast<int64_t>(pdu.timestamp);
    m_maxRtt = std::max(m_maxRtt, Simulator::Now() - NanoSeconds(sent));
    if (!entry.answered)
    {
        entry.answered = true;
        ++m_answers;
    }
}
} // namespace hsn
} // namespace ns3
