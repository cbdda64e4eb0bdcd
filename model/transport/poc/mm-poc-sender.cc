// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-sender.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
MmPocSender::MmPocSender(User& user, const Settings& settings)
    : m_user(user),
      m_settings(settings),
      m_rtt(settings.rtt)
{
}

uint32_t
MmPocSender::GetRequestPeriod() const
{
    if (m_settings.requestPeriod > 0)
    {
        return m_settings.requestPeriod;
    }
    // the period n / PF has to be above RTT, so a whole product has to be rounded up, too
    const double sdus = std::floor(m_rtt.GetSeconds() * m_settings.frequency + 1e-9) + 1;
    return static_cast<uint32_t>(std::min<double>(sdus, m_settings.maxWindow));
}

uint32_t
MmPocSender::GetWindow() const
{
    const uint64_t window = m_settings.window > 0
                                ? m_settings.window
                                : uint64_t{GetRequestPeriod()} * m_settings.windowFactor;
    return static_cast<uint32_t>(std::min<uint64_t>(window, m_settings.maxWindow));
}

bool
MmPocSender::CanSend() const
{
    return !m_ended && m_next < MmPocPdu::MAX_NUMBER && m_kept.size() < GetWindow() &&
           // the receiver keeps the place of every number from the first kept one on
           (m_kept.empty() || m_next - m_kept.begin()->first < m_settings.maxWindow);
}

uint32_t
MmPocSender::Send(Ptr<const Packet> sdu, Time now)
{
    MmPocPdu pdu;
    pdu.poc = m_settings.poc;
    pdu.number = m_next++;
    m_kept[pdu.number] = sdu;
    ++m_sinceAck;
    pdu.ack = m_sinceAck >= GetRequestPeriod() || !CanSend();
    if (pdu.ack)
    {
        m_sinceAck = 0;
        m_asked[pdu.number] = now;
    }
    FollowTimer(now, false);
    m_user.SendPdu(pdu, sdu, false);
    return pdu.number;
}

void
MmPocSender::End(Time now)
{
    m_ended = true;
    m_deadline = now; // the receiver does not know the end
}

void
MmPocSender::FollowTimer(Time now, bool restart)
{
    const bool waits = m_ended ? !IsDone() : !m_kept.empty();
    const bool wasClosed = std::exchange(m_isClosed, waits && (m_ended || !CanSend()));
    const Time wait =
        std::max(Seconds(m_settings.timerFactor * m_rtt.GetSeconds()), m_settings.shortestTimer);
    if (!waits)
    {
        m_deadline = Time::Max();
    }
    else if (!m_isClosed)
    {
        // The application pauses, be it that its buffer is full: after the time in which it would
        // have filled the window, nothing else shows that the last SDUs are lost.
        m_deadline = now + wait + Seconds(GetWindow() / m_settings.frequency);
    }
    else if (restart || !wasClosed || m_deadline == Time::Max())
    {
        m_deadline = now + wait;
    }
}

void
MmPocSender::HandleTime(Time now)
{
    if (m_deadline > now)
    {
        return;
    }
    MmPocPdu pdu;
    pdu.type = MM_POC_ACK_REQ;
    pdu.poc = m_settings.poc;
    pdu.end = m_ended;
    pdu.total = m_ended ? m_next : 0;
    m_requested = true;
    m_mark = m_next;
    m_asked.clear(); // its answer is not one to an Ack
    FollowTimer(now, true);
    m_user.SendPdu(pdu, nullptr, false);
}

void
MmPocSender::Measure(uint32_t last, Time now)
{
    const auto asked = m_asked.find(last);
    if (asked != m_asked.end())
    {
        m_rtt = m_rtt + (now - asked->second - m_rtt) / 8;
    }
    m_asked.erase(m_asked.begin(), m_asked.upper_bound(last));
}

void
MmPocSender::Repeat(uint32_t number)
{
    const auto kept = m_kept.find(number);
    if (kept != m_kept.end())
    {
        MmPocPdu pdu;
        pdu.poc = m_settings.poc;
        pdu.number = number;
        m_user.SendPdu(pdu, kept->second, true);
    }
}

std::string
MmPocSender::Receive(const MmPocPdu& pdu, Time now)
{
    const bool none = pdu.lastReceived == MmPocPdu::NO_NUMBER;
    // the receiver may declare SDUs lost that still wait for the window, but not far ahead
    const uint64_t limit = uint64_t{m_next} + MmPocPdu::MAX_LOSSES;
    if (!none && pdu.lastReceived >= limit)
    {
        return "last received " + std::to_string(pdu.lastReceived) + ": must be below " +
               std::to_string(limit);
    }
    if (pdu.end && !m_ended)
    {
        return "end known: must have been said";
    }
    m_endKnown = m_endKnown || pdu.end;
    const uint32_t above = none ? 0 : pdu.lastReceived + 1;
    if (!none && pdu.type == MM_POC_ACK_RES)
    {
        Measure(pdu.lastReceived, now);
    }
    for (auto kept = m_kept.begin(); kept != m_kept.end() && kept->first < above;)
    {
        if (std::binary_search(pdu.losses.begin(), pdu.losses.end(), kept->first))
        {
            ++kept;
            continue;
        }
        const auto sdu = kept->second;
        kept = m_kept.erase(kept);
        m_user.NotifyReleased(sdu);
    }
    std::vector<uint32_t> again = pdu.losses;
    if (m_requested && pdu.type == MM_POC_ACK_RES)
    {
        m_requested = false;
        // the path keeps the order: what is not there now was lost before the request
        for (auto kept = m_kept.lower_bound(above); kept != m_kept.end() && kept->first < m_mark;
             ++kept)
        {
            again.push_back(kept->first);
        }
    }
    for (const uint32_t number : again)
    {
        Repeat(number);
    }
    FollowTimer(now, true);
    return "";
}
} // namespace hsn
} // namespace ns3
