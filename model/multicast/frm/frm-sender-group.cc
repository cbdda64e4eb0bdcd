// SPDX-License-Identifier: GPL-2.0-only
// The receivers of an FrmSender: set-up, members that go, ejection, integrity, end.
#include "frm-sender.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFrmSenderGroup");

// --- set-up ---------------------------------------------------------------------------------

bool
FrmSender::AddReceiver(uint64_t id, uint32_t buffer, bool mandatory)
{
    if (m_at.count(id) > 0)
    {
        return false;
    }
    m_at[id] = m_list.size();
    Entry entry;
    entry.id = id;
    entry.buffer = buffer;
    entry.mandatory = mandatory;
    entry.rseq = m_base;
    entry.dseq = m_base;
    entry.alloc = buffer;
    entry.first = m_base;
    m_list.push_back(entry);
    return true;
}

void
FrmSender::Open(const FrmPdu& invitation)
{
    m_invitation = invitation;
    m_invitation.type = FRM_INIT;
    m_invitation.group = m_group;
    m_invitation.selective = m_repair == FRM_REPEAT_MISSING;
    m_invitation.minThroughput = static_cast<uint32_t>(std::min(m_minRelThr, 4294967295.0));
    m_state = OPENING;
    m_tries = 0;
    Invite();
}

void
FrmSender::Invite()
{
    if (m_tries == m_initTries)
    {
        Begin(m_joinRtt);
        return;
    }
    ++m_tries;
    m_invited = Simulator::Now();
    m_timer.Set(m_invited + m_initWait);
    QueuePdu(m_invitation);
}

void
FrmSender::TakeJoin(const FrmPdu& pdu)
{
    if (!pdu.reliable)
    {
        return; // gets what reaches it
    }
    if (m_state == OPENING)
    {
        if (AddReceiver(pdu.receiver, pdu.buffer, pdu.mandatory))
        {
            m_joinRtt = std::max(m_joinRtt, Simulator::Now() - m_invited);
        }
    }
    else if (m_state == OPEN && pdu.late && m_reasons.count(pdu.receiver) == 0 && IsInviting())
    {
        TakeLateJoin(pdu);
    }
    else if (m_state == OPEN && m_at.count(pdu.receiver) == 0)
    {
        QueueLeave(pdu.receiver);
    }
}

// --- receivers that come late ----------------------------------------------------------------

void
FrmSender::InviteLate()
{
    const Ptr<FrmSender> self(this);
    if (m_state == OPEN)
    {
        FrmPdu invitation = m_invitation; // empty if receivers were listed by hand
        invitation.type = FRM_INIT;
        invitation.group = m_group;
        invitation.late = true;
        m_inviting.Set(Simulator::Now() + m_inviteInterval);
        QueuePdu(invitation);
    }
}

void
FrmSender::TakeLateJoin(const FrmPdu& pdu)
{
    if (AddReceiver(pdu.receiver, pdu.buffer, pdu.mandatory))
    {
        // it is asked from the next round on, and begins with the next packet that is new
        Entry& entry = m_list.back();
        entry.first = GetNext();
        entry.rseq = entry.first;
        entry.dseq = entry.first;
        entry.checkBytes = GetByte(entry.first);
        entry.answered = true;
        ++m_answers;
        ++m_joined;
        m_mandatoryJoined += pdu.mandatory;
        Release(); // how much there is room for
        m_joinedTrace(pdu.receiver);
    }
    const Entry& entry = m_list[m_at[pdu.receiver]];
    if (entry.rseq == entry.first) // else it knows
    {
        QueueWelcome(entry);
    }
}

void
FrmSender::QueueWelcome(const Entry& entry)
{
    FrmPdu welcome;
    welcome.type = FRM_WELCOME;
    welcome.group = m_group;
    welcome.receiver = entry.id;
    welcome.seq = entry.first;
    QueuePdu(welcome);
}

void
FrmSender::QueueLeave(uint64_t id)
{
    const auto gone = m_reasons.find(id);
    FrmPdu leave;
    leave.type = FRM_LEAVE;
    leave.group = m_group;
    leave.receiver = id;
    leave.reason = gone == m_reasons.end() ? FRM_REFUSED : gone->second;
    QueuePdu(leave);
}

bool
FrmSender::Receive(const FrmPdu& pdu, Ptr<const Packet> packet)
{
    const Ptr<FrmSender> self(this);
    switch (pdu.type)
    {
    case FRM_ECHO:
        return WorkOn(FrmWork::ECHO, packet, [self, pdu] { self->TakeEcho(pdu); });
    case FRM_JOIN:
        return WorkOn(FrmWork::CONTROL, packet, [self, pdu] { self->TakeJoin(pdu); });
    case FRM_LEAVE:
        return WorkOn(FrmWork::CONTROL, packet, [self, pdu] { self->TakeLeave(pdu); });
    default:
        return true; // only the sender sends these
    }
}

// --- members that go ------------------------------------------------------------------------

std::vector<uint64_t>
FrmSender::GetMembers() const
{
    std::vector<uint64_t> ids;
    for (const auto& entry : m_list)
    {
        ids.push_back(entry.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

void
FrmSender::TakeLeave(const FrmPdu& pdu)
{
    const Ptr<FrmSender> self(this);
    const auto found = m_at.find(pdu.receiver);
    if (found == m_at.end())
    {
        if (m_state == OPEN && m_reasons.count(pdu.receiver) > 0)
        {
            QueueLeave(pdu.receiver); // the first answer was lost
        }
        return;
    }
    if (m_state == ENDING)
    {
        m_answers += !m_list[found->second].ended;
        m_list[found->second].ended = true;
        if (m_answers == m_list.size())
        {
            SayEnd();
        }
        return;
    }
    Drop(pdu.receiver, FRM_LEFT);
    if (m_state == OPEN && CheckIntegrity() && Release() && !m_inHandshake)
    {
        m_user->Fill(); // the one that has gone may have been what others waited for
    }
}

void
FrmSender::Drop(uint64_t id, FrmReason reason)
{
    const auto found = m_at.find(id);
    if (found == m_at.end())
    {
        return;
    }
    const std::size_t at = found->second;
    m_answers -= m_list[at].answered;
    m_at.erase(found);
    if (at + 1 < m_list.size())
    {
        m_list[at] = m_list.back();
        m_at[m_list[at].id] = at;
    }
    m_list.pop_back();
    m_gone.push_back({id, reason, Simulator::Now()});
    NS_LOG_INFO("receiver " << id << " is gone: " << GetFrmReasonText(reason));
    m_reasons[id] = reason;
    QueueLeave(id);
    (reason == FRM_EJECTED ? m_ejectTrace : reason == FRM_DEAD ? m_deadTrace : m_leftTrace)(id);
}

// --- ejection -------------------------------------------------------------------------------

uint64_t
FrmSender::GetByte(uint32_t seq) const
{
    uint64_t bytes = m_releasedBytes;
    for (uint32_t at = 0; at < m_buffer.size() && FrmDistance(seq, m_base + at) > 0; ++at)
    {
        bytes += m_buffer[at].bytes;
    }
    return bytes;
}

void
FrmSender::CountSlow(const Minima& minima)
{
    for (auto& entry : m_list)
    {
        const bool isSlowest = entry.dseq == minima.dseq && minima.most != minima.dseq;
        entry.slowCount = isSlowest ? entry.slowCount + 1 : 0;
    }
}

bool
FrmSender::CheckThroughput()
{
    const Time now = Simulator::Now();
    const double interval = (now - m_checked).GetSeconds();
    if (now - m_checked < m_ejectInterval)
    {
        return true;
    }
    const double released = static_cast<double>(m_releasedBytes - m_checkedBytes) / interval;
    m_checked = now;
    m_checkedBytes = m_releasedBytes;
    m_throughputTrace(released);
    std::vector<uint64_t> slowest;
    std::vector<uint64_t> below;
    for (auto& entry : m_list)
    {
        const uint64_t at = GetByte(entry.dseq);
        const double alone = static_cast<double>(at - entry.checkBytes) / interval;
        entry.checkBytes = at;
        if (entry.slowCount >= m_slowCount)
        {
            slowest.push_back(entry.id);
        }
        // whoever has all that was sent is not the cause, however little that was
        if (alone < m_minRelThr && FrmDistance(m_lseq, entry.dseq) > 0)
        {
            below.push_back(entry.id);
        }
    }
    if (released >= m_minRelThr)
    {
        return true;
    }
    const auto& offenders = slowest.empty() ? below : slowest;
    if (offenders.empty())
    {
        return true;
    }
    for (const uint64_t id : offenders)
    {
        Drop(id, FRM_EJECTED);
    }
    return CheckIntegrity() && Release();
}

// --- integrity and end ----------------------------------------------------------------------

bool
FrmSender::CheckIntegrity()
{
    if (m_state != OPEN)
    {
        return false;
    }
    FrmGroupCondition::Members members;
    members.joined = m_joined;
    members.mandatoryJoined = m_mandatoryJoined;
    for (const auto& entry : m_list)
    {
        members.listed.insert(entry.id);
        members.mandatory += entry.mandatory;
    }
    const std::string violation = m_condition.FindViolation(members);
    if (violation.empty())
    {
        return true;
    }
    m_integrityTrace(violation);
    End(FRM_INTEGRITY);
    return false;
}

void
FrmSender::End(FrmReason reason)
{
    FrmPdu leave;
    leave.type = FRM_LEAVE;
    leave.group = m_group;
    leave.reason = reason;
    m_timer.Cancel();
    if (reason == FRM_END && !m_list.empty())
    {
        m_state = ENDING;
        m_tries = 0;
        m_answers = 0;
        SayEnd();
        return;
    }
    m_state = ENDED;
    QueuePdu(leave);
    if (m_user)
    {
        m_user->NotifyEnded(reason);
    }
}

void
FrmSender::SayEnd()
{
    if (m_answers == m_list.size() || m_tries > 2 * m_handshakeTries)
    {
        m_state = ENDED;
        m_timer.Cancel();
        if (m_user)
        {
            m_user->NotifyEnded(FRM_END);
        }
        return;
    }
    ++m_tries;
    m_timer.Set(Simulator::Now() + std::max(Time(1), m_wtimer));
    FrmPdu leave;
    leave.type = FRM_LEAVE;
    leave.group = m_group;
    leave.reason = FRM_END;
    leave.seq = GetNext();
    QueuePdu(leave);
}
} // namespace hsn
} // namespace ns3
