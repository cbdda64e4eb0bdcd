// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-sender.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief So many times the rate that was sent may arrive, when packets that waited in the network
 * follow each other closely. */
constexpr double MOST_COMPRESSION = 2;
/** @brief Complete periods after which the running one does not count. If it did, whoever reports
 * much would raise the rate of the next report within the same period. The first one is that before
 * there is feedback. */
constexpr uint32_t ENOUGH_PERIODS = 2;
/** @brief Round-trip times by which feedback may be older than other feedback that came before. */
constexpr int64_t OLDEST = 2;
/** @brief Time between packets before there is feedback (4.2). */
const Time FIRST_INTERVAL = Seconds(1);
/** @brief Part of the first round-trip time in which the rate is measured that is sent, if later
 * ones are shorter: whoever reports short ones must not have a higher rate believed. */
constexpr int64_t LEAST_PERIOD = 4;
} // namespace

// --- who limits -----------------------------------------------------------------------------

void
TfrcDataLimit::OnRateLimited(Time now)
{
    if (m_first <= m_echo)
    {
        m_first = now;
    }
    else if (m_second <= m_lastFeedback)
    {
        m_second = now;
    }
}

bool
TfrcDataLimit::OnFeedback(Time now, Time echo, Time rtt)
{
    m_echo = echo;
    m_lastFeedback = now;
    const Time since = echo - rtt;
    const bool rateLimited =
        (since < m_first && m_first <= echo) || (since < m_second && m_second <= echo);
    if (m_first <= echo && m_second > echo)
    {
        m_first = m_second;
    }
    return !rateLimited;
}

// --- what is sent ---------------------------------------------------------------------------

void
TfrcSentRate::OnSent(Time now, uint32_t bytes, Time period)
{
    if (m_bytes > 0 && now - m_begin >= std::min(m_period, period))
    {
        m_beforePrevious = m_previous;
        m_previous = GetCurrent();
        m_complete = std::min(m_complete + 1, ENOUGH_PERIODS);
        m_bytes = 0;
    }
    if (m_bytes == 0)
    {
        m_begin = now;
        m_period = period;
    }
    m_last = now;
    m_bytes += bytes;
}

double
TfrcSentRate::GetCurrent() const
{
    return m_bytes / std::max(m_last - m_begin, m_period).GetSeconds();
}

double
TfrcSentRate::GetGreatest() const
{
    const double complete = std::max(m_previous, m_beforePrevious);
    return m_complete < ENOUGH_PERIODS ? std::max(complete, GetCurrent()) : complete;
}

// --- the sender -----------------------------------------------------------------------------

TfrcSender::TfrcSender(const TfrcEquation& equation, Time now, const TfrcRateSettings& settings)
    : m_control(equation, now, settings),
      m_begin(now)
{
}

TfrcDataHeader
TfrcSender::Send(Time now, uint32_t bytes)
{
    TfrcDataHeader header;
    header.seq = static_cast<uint32_t>(m_sent++);
    header.rtt = m_control.GetRtt();
    header.time = now;
    m_control.OnSent(now);
    const Time shortest =
        m_answered ? TimeStep(m_firstRtt.GetTimeStep() / LEAST_PERIOD + 1) : FIRST_INTERVAL;
    m_sentRate.OnSent(now, bytes, std::max(m_control.GetRtt(), shortest));
    return header;
}

std::string
TfrcSender::FindFault(Time now, const TfrcFeedbackHeader& header) const
{
    const auto age = static_cast<uint32_t>(m_sent - 1) - header.seq;
    if (age >= m_sent)
    {
        return "answers a packet that was not sent";
    }
    if (header.echo < m_begin)
    {
        return "echo from before the first packet";
    }
    if (header.echo > now || header.delay > now - header.echo)
    {
        return "echo from the future";
    }
    const Time rtt = std::max(m_control.GetRtt(), m_firstRtt);
    if (m_answered && header.echo < m_echo - rtt * OLDEST)
    {
        return "much older than other feedback";
    }
    return "";
}

std::string
TfrcSender::OnFeedback(Time now, const TfrcFeedbackHeader& header)
{
    const std::string fault = FindFault(now, header);
    if (!fault.empty())
    {
        return fault;
    }
    const Time sample = std::max(now - header.echo - header.delay, TimeStep(1));
    const Time rtt = m_answered ? m_control.GetRtt() : sample;
    const double most = MOST_COMPRESSION * m_sentRate.GetGreatest();
    m_receiveRate = std::min(header.receiveRate, most);
    const bool dataLimited = m_dataLimit.OnFeedback(now, header.echo, rtt);
    m_control.OnFeedback({now, sample, m_receiveRate, header.lossEventRate, dataLimited, most});
    if (!m_answered)
    {
        m_answered = true;
        m_firstRtt = sample;
    }
    m_echo = std::max(m_echo, header.echo);
    return "";
}
} // namespace hsn
} // namespace ns3
