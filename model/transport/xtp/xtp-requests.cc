// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-requests.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
XtpRequests::XtpRequests(XtpSettings& settings,
                         std::function<void()> waited,
                         std::function<void()> abandoned)
    : m_settings(settings),
      m_wtimer(std::move(waited)),
      m_timeout(std::move(abandoned))
{
}

void
XtpRequests::Begin()
{
    const auto& s = m_settings;
    m_rtt.Configure(s.initialWtimer, s.granularity, s.varianceMultiplier);
    m_wait = s.initialWtimer;
    m_retries = s.retryCount;
}

void
XtpRequests::Confirm()
{
    m_confirmed = true;
    m_confirmedSync = m_sync;
    m_timeout.Cancel();
}

bool
XtpRequests::IsEarly(uint32_t sync) const
{
    return !m_confirmed || !XtpSyncAfter(sync, m_confirmedSync);
}

bool
XtpRequests::WasSent(uint32_t echo) const
{
    return !XtpSyncAfter(echo, m_sync);
}

void
XtpRequests::Add(XtpHeader& header, uint32_t option)
{
    header.sync = ++m_sync;
    header.options |= option;
    m_requests.push_back({m_sync, Simulator::Now()});
    m_wtimer.Set(Simulator::Now() + (Repeats() ? m_wait : m_rtt.GetTimeout()));
}

void
XtpRequests::Answer(uint32_t echo)
{
    while (!m_requests.empty() && !XtpSyncAfter(m_requests.front().sync, echo))
    {
        if (m_requests.front().sync == echo)
        {
            const Time sample = Simulator::Now() - m_requests.front().sent;
            m_rtt.Measure(sample);
            m_settings.rtt(m_lastRtt, sample);
            m_lastRtt = sample;
            m_settings.wtimer = m_rtt.GetTimeout();
        }
        m_requests.pop_front();
    }
    if (!XtpSyncAfter(m_sync, echo))
    {
        m_wtimer.Cancel();
    }
}

void
XtpRequests::Settle()
{
    m_synchronizing = false;
    m_wtimer.Cancel();
    m_timeout.Cancel();
}

void
XtpRequests::LimitTime()
{
    m_timeout.Set(Simulator::Now() + m_settings.ctimeout);
}

void
XtpRequests::Synchronize()
{
    m_synchronizing = true;
    m_handshakeStart = Simulator::Now();
    m_handshakeSync = m_sync + 1;
    m_retries = m_settings.retryCount;
    m_wait = m_rtt.GetTimeout();
    LimitTime();
}

bool
XtpRequests::EndHandshake(uint32_t echo)
{
    if (XtpSyncAfter(m_handshakeSync, echo))
    {
        return false;
    }
    Settle();
    return true;
}

Time
XtpRequests::GetHandshakeTime() const
{
    return Simulator::Now() - m_handshakeStart;
}

bool
XtpRequests::TryAgain()
{
    if (m_retries == 0)
    {
        return false;
    }
    --m_retries;
    m_wait = std::min(m_wait + m_wait, m_settings.ctimeout);
    return true;
}

void
XtpRequests::Watch()
{
    m_watch = m_watch.IsZero()
                  ? m_rtt.GetTimeout()
                  : std::min(m_watch + m_watch, std::max(m_settings.ctimeout, m_rtt.GetTimeout()));
    m_wtimer.Set(Simulator::Now() + m_watch);
}

void
XtpRequests::NoteProgress()
{
    m_watch = Time(0);
}

void
XtpRequests::Stop()
{
    m_wtimer.Remove();
    m_timeout.Remove();
}

void
XtpRequests::Reset()
{
    Stop();
    m_requests.clear();
    m_synchronizing = false;
}
} // namespace hsn
} // namespace ns3
