// SPDX-License-Identifier: GPL-2.0-only
#include "tear-sender.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Packets per round-trip time that feedback may always allow. */
constexpr double INITIAL_WINDOW = 4;

/** @param settings to be checked; bad ones abort @return them */
const TearSender::Settings&
Check(const TearSender::Settings& settings)
{
    NS_ABORT_MSG_UNLESS(settings.packetSize > 0, "TEAR: packets of 0 bytes must have 1 at least");
    NS_ABORT_MSG_UNLESS(settings.minRto > Time(0),
                        "TEAR: MinRto = " << settings.minRto.GetSeconds() << " s must be above 0");
    NS_ABORT_MSG_UNLESS(settings.initialRtt > Time(0),
                        "TEAR: InitialRtt = " << settings.initialRtt.GetSeconds()
                                              << " s must be above 0");
    NS_ABORT_MSG_UNLESS(settings.minRate > 0,
                        "TEAR: MinRate = " << settings.minRate
                                           << " packets per second must be above 0");
    NS_ABORT_MSG_UNLESS(settings.noFeedbackTimeout >= 0,
                        "TEAR: NoFeedbackTimeout = " << settings.noFeedbackTimeout
                                                     << " must not be negative");
    return settings;
}
} // namespace

TearSender::TearSender(const Settings& settings)
    : m_settings(Check(settings)),
      m_rtt(CreateObject<RttMeanDeviation>()),
      m_rate(settings.packetSize / settings.initialRtt.GetSeconds())
{
}

void
TearSender::OnSent(Time now)
{
    if (!m_hasSent)
    {
        m_hasSent = true;
        m_firstSentAt = now;
    }
    if (!m_deadline && m_settings.noFeedbackTimeout > 0)
    {
        m_deadline = now + m_settings.noFeedbackTimeout * GetRto();
    }
}

TearSender::Verdict
TearSender::OnFeedback(const TearFeedbackHeader& feedback, Time now)
{
    const auto sample = TearTimestamp::GetRtt(feedback.echo, feedback.hold, now, m_firstSentAt);
    if (!m_hasSent || !sample)
    {
        return BAD_ECHO;
    }
    // in whole microseconds, as the stamp: feedback that echoes one packet is ordered by its hold
    const Time sentAt =
        MicroSeconds(now.GetMicroSeconds()) - TearTimestamp::GetElapsed(feedback.echo, now);
    const auto echo = std::make_pair(sentAt, MicroSeconds(feedback.hold));
    if (m_echo && echo < *m_echo)
    {
        return STALE;
    }
    m_echo = echo;
    const bool first = !HasRtt();
    m_rtt->Measurement(*sample);
    m_deadline.reset();
    const double least = first ? m_settings.packetSize / sample->GetSeconds() : 0;
    return SetRate(std::max<double>(feedback.rate, least), now) ? LIMITED : ACCEPTED;
}

void
TearSender::OnTimer(Time now)
{
    if (m_deadline && now >= *m_deadline)
    {
        m_deadline.reset(); // the next packet starts it again
        SetRate(m_rate / 2, now);
    }
}

Time
TearSender::GetRto() const
{
    const Time rto = HasRtt() ? GetSrtt() + 4 * GetRttvar() : m_settings.initialRtt;
    return std::max(rto, m_settings.minRto);
}

double
TearSender::GetLimit(Time now)
{
    const Time srtt = HasRtt() ? GetSrtt() : m_settings.initialRtt;
    if (m_periodRate == 0 || now >= m_periodStart + srtt)
    {
        m_periodRate = m_rate;
        m_periodStart = now;
    }
    return std::max(2 * m_periodRate, INITIAL_WINDOW * m_settings.packetSize / srtt.GetSeconds());
}

bool
TearSender::SetRate(double rate, Time now)
{
    const double limit = GetLimit(now);
    m_rate = std::max(std::min(rate, limit), m_settings.minRate * m_settings.packetSize);
    return rate > limit;
}
} // namespace hsn
} // namespace ns3
