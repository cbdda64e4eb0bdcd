// SPDX-License-Identifier: GPL-2.0-only
#include "rate-pacer.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Longest time between packets, seconds; some more would not fit into Time. */
constexpr double LONGEST_GAP = 1e9;
} // namespace

RatePacer::RatePacer(std::function<void()> ready)
    : m_timer(std::move(ready))
{
}

void
RatePacer::SetRate(double rate)
{
    NS_ABORT_MSG_UNLESS(rate > 0 && std::isfinite(rate),
                        "RatePacer: rate " << rate << " B/s must be above 0 and finite");
    m_rate = rate;
    if (m_timer.IsRunning())
    {
        StartTimer();
    }
}

bool
RatePacer::MaySend() const
{
    return Simulator::Now() >= m_next;
}

void
RatePacer::NoteSent(uint32_t bytes)
{
    NS_ABORT_MSG_UNLESS(m_rate > 0, "RatePacer: a packet leaves before there is a rate");
    m_lastSize = bytes;
    m_lastTime = Simulator::Now();
    StartTimer();
}

void
RatePacer::Wake()
{
    if (!m_timer.IsRunning())
    {
        m_next = std::max(m_next, Simulator::Now());
        m_timer.Set(m_next);
    }
}

void
RatePacer::StartTimer()
{
    const double gap = std::min(m_lastSize / m_rate, LONGEST_GAP);
    const Time planned = m_lastTime + std::max(NanoSeconds(std::llround(gap * 1e9)), TimeStep(1));
    m_next = std::max(planned, Simulator::Now());
    m_timer.Set(m_next);
}

void
RatePacer::Stop()
{
    m_timer.Remove();
}
} // namespace hsn
} // namespace ns3
