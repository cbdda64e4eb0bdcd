// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-retransmit-timer.h"

#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
TcpRetransmitTimer::TcpRetransmitTimer(const TcpClock& clock,
                                       const Settings& settings,
                                       std::function<void()> expired)
    : m_clock(clock),
      m_settings(settings),
      m_timer(std::move(expired), DeadlineTimer::AFTER_ARRIVALS)
{
}

void
TcpRetransmitTimer::Reset(Time initial)
{
    if (m_estimator)
    {
        m_estimator->Reset();
    }
    if (m_clock.CountsTicks())
    {
        const Time max = m_settings.maxRto.IsZero() ? Seconds(64) : m_settings.maxRto;
        m_ticks.SetFormula(m_settings.formula);
        m_ticks.SetLimits(m_settings.minTicks, m_clock.ToTicks(max));
        m_ticks.Reset(m_clock.ToTicks(initial));
        m_timed = 0; // the SYN
        m_timedTick = m_clock.GetTicks().GetSlowTick();
    }
}

void
TcpRetransmitTimer::Start()
{
    m_timer.Set(m_clock.CountsTicks() ? m_clock.GetTicks().GetSlowTime(m_ticks.GetTimeout())
                                      : Simulator::Now() + m_rto.Get());
}

void
TcpRetransmitTimer::StartForSyn(Time wait)
{
    m_rto = wait;
    m_timer.Set(m_clock.GetDeadline(wait));
}

Time
TcpRetransmitTimer::GetMax() const
{
    return m_settings.maxRto.IsZero() ? Seconds(60) : m_settings.maxRto;
}

void
TcpRetransmitTimer::BackOff()
{
    if (m_clock.CountsTicks())
    {
        m_ticks.BackOff();
        m_rto = m_clock.GetTicks().GetSlowPeriod() * m_ticks.GetTimeout();
    }
    else
    {
        m_rto = std::min(m_rto.Get() * 2, GetMax());
    }
    AbandonTiming();
}

void
TcpRetransmitTimer::RaiseAfterSynLoss()
{
    if (!m_clock.CountsTicks())
    {
        m_rto = std::max(m_rto.Get(), Seconds(3));
    }
}

void
TcpRetransmitTimer::OnSent(StreamOffset begin)
{
    if (m_timed < 0 && m_clock.CountsTicks())
    {
        m_timed = begin;
        m_timedTick = m_clock.GetTicks().GetSlowTick();
    }
}

void
TcpRetransmitTimer::Measure(TcpSocketState& tcb,
                            StreamOffset ack,
                            std::optional<Time> sent,
                            std::optional<uint32_t> echo)
{
    if (m_clock.CountsTicks())
    {
        if (echo)
        {
            TakeTicks(tcb, static_cast<int32_t>(m_clock.GetTimestamp() - *echo) + 1);
        }
        else if (m_timed >= 0 && ack > m_timed)
        {
            TakeTicks(tcb, m_clock.GetTicks().GetSlowTick() - m_timedTick + 1);
            AbandonTiming();
        }
    }
    else if (echo)
    {
        Time sample = MilliSeconds(static_cast<uint32_t>(m_clock.GetTimestamp() - *echo));
        if (sample.IsZero())
        {
            // it took less than a millisecond, which is all that timestamps tell; with a sample
            // that is too small, tail loss probes would leave before the acknowledgement can be
            // here
            sample = sent ? std::max(Simulator::Now() - *sent, MicroSeconds(1)) : MilliSeconds(1);
        }
        TakeSample(tcb, sample);
    }
    else if (sent)
    {
        TakeSample(tcb, Simulator::Now() - *sent);
    }
}

void
TcpRetransmitTimer::Publish(TcpSocketState& tcb, Time sample, Time smoothed)
{
    SetTcpRtt(tcb, sample, smoothed);
    tcb.m_minRtt = std::min(tcb.m_minRtt, tcb.m_lastRtt.Get());
}

void
TcpRetransmitTimer::TakeSample(TcpSocketState& tcb, Time sample)
{
    m_estimator->Measurement(sample);
    const Time mean = m_estimator->GetEstimate();
    Publish(tcb, sample, mean);
    const Time margin = std::max(m_settings.granularity, m_estimator->GetVariation() * 4);
    m_rto = std::min(GetMax(), std::max(mean + margin, m_settings.minRto));
}

void
TcpRetransmitTimer::TakeTicks(TcpSocketState& tcb, int64_t ticks)
{
    ticks = std::max<int64_t>(ticks, 1);
    m_ticks.Measure(ticks);
    const Time slow = m_clock.GetTicks().GetSlowPeriod();
    Publish(tcb, slow * ticks, slow * m_ticks.GetScaledMean() / 8);
    m_rto = slow * m_ticks.GetTimeout();
}
} // namespace hsn
} // namespace ns3
