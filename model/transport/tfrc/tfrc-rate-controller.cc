// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-rate-controller.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Bytes of TCP's initial window, between 2 and 4 segments (RFC 3390). */
constexpr double INITIAL_WINDOW = 4380;
/** @brief What a loss leaves of a report that was limited by the application. */
constexpr double LIMITED_LOSS = 0.85;
} // namespace

TfrcRateController::TfrcRateController(const TfrcEquation& equation,
                                       Time now,
                                       const TfrcRateSettings& settings)
    : m_equation(equation),
      m_settings(settings),
      m_rate(equation.GetSegmentSize()), // a packet per second
      m_reports{{now, std::numeric_limits<double>::infinity()}}
{
    NS_ABORT_MSG_UNLESS(settings.longestInterval > Time(0),
                        "TFRC: longest interval " << settings.longestInterval.GetSeconds()
                                                  << " s must be above 0");
    NS_ABORT_MSG_UNLESS(settings.rttWeight >= 0 && settings.rttWeight < 1,
                        "TFRC: weight of the old round-trip time "
                            << settings.rttWeight << " must be at least 0 and below 1");
    StartTimer(now);
}

double
TfrcRateController::GetLeastRate() const
{
    return m_equation.GetSegmentSize() / m_settings.longestInterval.GetSeconds();
}

double
TfrcRateController::GetInitialRate() const
{
    const double s = m_equation.GetSegmentSize();
    return std::min(4 * s, std::max(2 * s, INITIAL_WINDOW)) / m_rtt.GetSeconds();
}

void
TfrcRateController::OnFeedback(const Feedback& feedback)
{
    NS_ABORT_MSG_UNLESS(feedback.rttSample > Time(0),
                        "TFRC: round-trip time " << feedback.rttSample.GetSeconds()
                                                 << " s must be above 0");
    NS_ABORT_MSG_UNLESS(feedback.receiveRate >= 0,
                        "TFRC: receive rate " << feedback.receiveRate << " must not be negative");
    NS_ABORT_MSG_UNLESS(feedback.lossEventRate >= 0 && feedback.lossEventRate <= 1,
                        "TFRC: loss event rate " << feedback.lossEventRate << " must be 0 to 1");
    if (m_rtt == Time(0))
    {
        m_rtt = feedback.rttSample;
        m_rate = GetInitialRate();
        m_doubledAt = feedback.now;
    }
    else
    {
        m_rtt = Seconds(m_settings.rttWeight * m_rtt.GetSeconds() +
                        (1 - m_settings.rttWeight) * feedback.rttSample.GetSeconds());
    }
    const bool newLoss = feedback.lossEventRate > m_lossEventRate;
    m_lossEventRate = feedback.lossEventRate;
    Report report{feedback.now, feedback.receiveRate};
    double limit;
    if (!feedback.dataLimited)
    {
        UpdateReports(report);
        const double greatest = GetGreatestReport();
        limit = 2 * (std::isfinite(greatest) ? greatest : feedback.mostReceived);
    }
    else if (newLoss)
    {
        // the rate that the receiver saw was not the network's limit: no room above it after a loss
        for (Report& older : m_reports)
        {
            older.rate /= 2;
        }
        report.rate *= LIMITED_LOSS;
        MaximizeReports(report);
        limit = GetGreatestReport();
    }
    else
    {
        MaximizeReports(report);
        limit = 2 * GetGreatestReport();
    }
    UpdateRate(limit, feedback.now);
    StartTimer(feedback.now);
}

void
TfrcRateController::OnSent(Time now)
{
    if (m_resting && now >= m_deadline)
    {
        // the timer has expired without effect, some times
        const int64_t timeout = GetTimeout().GetTimeStep();
        const int64_t times = (now - m_deadline).GetTimeStep() / timeout + 1;
        m_deadline += TimeStep(times * timeout);
    }
    m_resting = false;
    m_idle = false;
}

bool
TfrcRateController::OnTimer(Time now)
{
    if (now < m_deadline)
    {
        return false;
    }
    bool rests = false;
    const double reported = GetGreatestReport();
    if (m_rtt == Time(0))
    {
        rests = m_idle;
        if (!m_idle)
        {
            HalveRate();
        }
    }
    else if (m_idle &&
             (m_lossEventRate > 0 ? reported < GetInitialRate() : m_rate < 2 * GetInitialRate()))
    {
        rests = true; // an idle sender keeps the rate with which it may start again
    }
    else if (m_lossEventRate == 0)
    {
        HalveRate();
    }
    else
    {
        const double rate = m_equation.GetRate(m_rtt, m_lossEventRate);
        UpdateLimits(rate > 2 * reported ? reported : rate / 2, now);
    }
    StartTimer(now);
    m_resting = rests;
    return true;
}

void
TfrcRateController::UpdateReports(const Report& report)
{
    const Time oldest = report.time - m_rtt - m_rtt;
    m_reports.erase(std::remove_if(m_reports.begin(),
                                   m_reports.end(),
                                   [oldest](const Report& one) { return one.time < oldest; }),
                    m_reports.end());
    m_reports.push_back(report);
}

void
TfrcRateController::MaximizeReports(const Report& report)
{
    double greatest = report.rate;
    for (const Report& older : m_reports)
    {
        if (older.rate < std::numeric_limits<double>::infinity())
        {
            greatest = std::max(greatest, older.rate);
        }
    }
    m_reports = {{report.time, greatest}};
}

double
TfrcRateController::GetGreatestReport() const
{
    return std::max_element(m_reports.begin(),
                            m_reports.end(),
                            [](const Report& a, const Report& b) { return a.rate < b.rate; })
        ->rate;
}

void
TfrcRateController::UpdateRate(double limit, Time now)
{
    if (m_lossEventRate > 0)
    {
        const double rate = m_equation.GetRate(m_rtt, m_lossEventRate);
        m_rate = std::max(std::min(rate, limit), GetLeastRate());
    }
    else if (now - m_doubledAt >= m_rtt)
    {
        m_rate = std::max(std::min(2 * m_rate, limit), GetInitialRate());
        m_doubledAt = now;
    }
}

void
TfrcRateController::UpdateLimits(double limit, Time now)
{
    const double most = std::max(limit, GetLeastRate());
    m_reports = {{now, most / 2}};
    UpdateRate(most, now);
}

void
TfrcRateController::HalveRate()
{
    m_rate = std::max(m_rate / 2, GetLeastRate());
}

Time
TfrcRateController::GetTimeout() const
{
    const double seconds = 2 * m_equation.GetSegmentSize() / m_rate;
    return std::max(m_rtt * int64_t{4}, Seconds(seconds));
}

void
TfrcRateController::StartTimer(Time now)
{
    m_deadline = now + GetTimeout();
    m_idle = true;
    m_resting = false;
}
} // namespace hsn
} // namespace ns3
