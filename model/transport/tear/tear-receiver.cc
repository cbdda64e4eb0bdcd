// SPDX-License-Identifier: GPL-2.0-only
#include "tear-receiver.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Weight of a new spacing of arrivals in their mean. */
constexpr double INTERARRIVAL_GAIN = 1 / 8.0;
/** @brief Least threshold of slow start, packets. */
constexpr double LEAST_SSTHRESH = 2;
/** @brief Greatest factor of timeouts. */
constexpr uint32_t MAX_BACKOFF = 64;

/** @param settings to be checked; bad ones abort @return them */
const TearReceiver::Settings&
Check(const TearReceiver::Settings& settings)
{
    NS_ABORT_MSG_UNLESS(settings.lossResponse || settings.delayResponse,
                        "TEAR: LossResponse and DelayResponse are both off, one must be on");
    NS_ABORT_MSG_UNLESS(settings.r1 > Time(0),
                        "TEAR: R1 = " << settings.r1.GetSeconds() << " s must be above 0");
    NS_ABORT_MSG_UNLESS(settings.r1 <= settings.r2,
                        "TEAR: R1 = " << settings.r1.GetSeconds() << " s must be R2 = "
                                      << settings.r2.GetSeconds() << " s at most");
    NS_ABORT_MSG_UNLESS(settings.minWindow >= 1,
                        "TEAR: MinWindow = " << settings.minWindow << " must be 1 at least");
    NS_ABORT_MSG_UNLESS(settings.initialSsthresh >= LEAST_SSTHRESH,
                        "TEAR: InitialSsthresh = " << settings.initialSsthresh
                                                   << " must be 2 at least");
    NS_ABORT_MSG_UNLESS(settings.dupThresh >= 1,
                        "TEAR: DupThresh = " << settings.dupThresh << " must be 1 at least");
    NS_ABORT_MSG_UNLESS(settings.minRto > Time(0),
                        "TEAR: MinRto = " << settings.minRto.GetSeconds() << " s must be above 0");
    NS_ABORT_MSG_UNLESS(settings.initialRtt > Time(0),
                        "TEAR: InitialRtt = " << settings.initialRtt.GetSeconds()
                                              << " s must be above 0");
    return settings;
}
} // namespace

TearReceiver::Settings
TearReceiver::GetInternetSettings()
{
    return Settings();
}

TearReceiver::Settings
TearReceiver::GetWirelessSettings()
{
    Settings settings;
    settings.filter.weights = TearRateFilter::GetWirelessWeights();
    settings.filter.epochMaxRounds = 1;
    settings.lossResponse = false;
    settings.delayResponse = true;
    settings.minWindow = 4;
    settings.initialSsthresh = 8;
    settings.minRto = Seconds(1);
    settings.initialRtt = MilliSeconds(500);
    return settings;
}

TearReceiver::TearReceiver(const Settings& settings, Listener* listener)
    : m_settings(Check(settings)),
      m_listener(listener),
      m_filter(settings.filter),
      m_ssthresh(settings.initialSsthresh)
{
}

// --- events ---------------------------------------------------------------------------------

uint32_t
TearReceiver::OnArrival(const Arrival& arrival)
{
    NS_ABORT_MSG_IF(m_deadline && arrival.now > *m_deadline,
                    "TEAR: an arrival at " << arrival.now.GetSeconds() << " s, but the timer of "
                                           << m_deadline->GetSeconds() << " s has not been served");
    m_reasons = 0;
    const StreamOffset seq = Unwrap(arrival.seq);
    Measure(arrival);
    m_highest = m_hasPacket ? std::max(m_highest, seq) : seq;
    m_hasPacket = true;
    if (!HasRtt())
    {
        m_reasons |= FEEDBACK_NO_RTT;
    }
    if (m_state == FAST_RECOVERY || m_state == TIMEOUT)
    {
        return m_reasons; // one round-trip time is one event
    }
    if (m_direction < 0)
    {
        EnterDelayCut(arrival.now);
    }
    else if (m_state == SLOW_START_READY || m_state == CONGESTION_AVOIDANCE_READY)
    {
        Begin(seq, arrival.now);
    }
    else if (m_state == GAP)
    {
        ArriveInGap(seq, arrival.now);
    }
    else
    {
        Continue(seq, arrival.now);
    }
    return m_reasons;
}

uint32_t
TearReceiver::OnTimer(Time now)
{
    if (!m_deadline || now < *m_deadline)
    {
        return 0;
    }
    m_reasons = 0;
    m_deadline.reset();
    switch (m_state)
    {
    case FAST_RECOVERY:
        LeaveFastRecovery();
        break;
    case TIMEOUT:
        LeaveTimeout();
        break;
    default:
        EnterTimeout(now);
        break;
    }
    return m_reasons;
}

void
TearReceiver::OnFeedbackSent(Time now)
{
    m_hasReported = true;
    m_reportedRate = m_rate;
    m_reportedAt = now;
}

// --- arrivals -------------------------------------------------------------------------------

StreamOffset
TearReceiver::Unwrap(uint32_t seq) const
{
    if (!m_hasPacket)
    {
        return seq;
    }
    // nearer than 2^31 to the greatest one, before or after it
    return m_highest + static_cast<int32_t>(seq - static_cast<uint32_t>(m_highest));
}

void
TearReceiver::Measure(const Arrival& arrival)
{
    if (m_hasPacket && !m_paused)
    {
        const double spacing = (arrival.now - m_arrivedAt).GetSeconds();
        m_interarrival = m_interarrival < 0
                             ? spacing
                             : m_interarrival + INTERARRIVAL_GAIN * (spacing - m_interarrival);
    }
    m_paused = arrival.last;
    m_arrivedAt = arrival.now;
    m_srtt = arrival.srtt;
    m_rttvar = arrival.rttvar;
    m_rtt = arrival.rtt > Time(0) ? arrival.rtt : arrival.srtt;
    if (m_settings.delayResponse && m_rtt > Time(0))
    {
        UpdateDirection(m_rtt);
    }
}

void
TearReceiver::UpdateDirection(Time rtt)
{
    const int before = m_direction;
    if (rtt < m_settings.r1)
    {
        m_direction = 1;
    }
    else if (rtt > m_settings.r2)
    {
        m_direction = -1;
    }
    if (m_listener && m_direction != before)
    {
        m_listener->OnDirection(m_direction);
    }
}

void
TearReceiver::Begin(StreamOffset seq, Time now)
{
    m_phase = m_state == SLOW_START_READY ? SLOW_START : CONGESTION_AVOIDANCE;
    m_expected = seq + 1;
    m_roundCount = 0;
    SetState(m_phase);
    TakeInOrder();
    SetState(m_phase);
    ArmIdleTimer(now);
}

void
TearReceiver::Continue(StreamOffset seq, Time now)
{
    if (!m_settings.lossResponse || seq == m_expected)
    {
        m_expected++;
        TakeInOrder();
        SetState(m_phase);
        ArmIdleTimer(now);
    }
    else if (seq > m_expected)
    {
        m_gapCount = 0;
        SetState(GAP);
        m_deadline = std::max(now, m_inOrderAt + GetIdleTimeout().value_or(GetRto()));
        ArriveBeyondGap(seq, now);
    }
}

void
TearReceiver::ArriveInGap(StreamOffset seq, Time now)
{
    if (seq == m_expected)
    {
        CloseGap(now);
    }
    else if (seq > m_expected && m_beyond.Find(seq) == m_beyond.Get().end())
    {
        ArriveBeyondGap(seq, now);
    }
}

void
TearReceiver::CloseGap(Time now)
{
    const StreamOffset end = m_beyond.Add(m_expected, m_expected + 1, [](auto, auto) {})->second;
    while (m_expected < end)
    {
        m_expected++;
        TakeInOrder();
    }
    m_beyond.RemoveBelow(end);
    if (m_beyond.Get().empty())
    {
        SetState(m_phase);
    }
    else
    {
        m_gapCount = CountBeyondGap();
    }
    ArmIdleTimer(now);
}

void
TearReceiver::ArriveBeyondGap(StreamOffset seq, Time now)
{
    m_beyond.Add(seq, seq + 1);
    if (seq < m_expected + m_lastCwnd)
    {
        m_gapCount++;
    }
    if (m_gapCount >= m_settings.dupThresh)
    {
        EnterFastRecovery(now);
    }
}

uint32_t
TearReceiver::CountBeyondGap() const
{
    const StreamOffset end = m_expected + m_lastCwnd;
    const StreamOffset most = m_settings.dupThresh;
    StreamOffset count = 0;
    // each range has a packet: no more than DupThresh of them are looked at
    for (const auto& [first, last] : m_beyond.Get())
    {
        if (first >= end || count >= most)
        {
            break;
        }
        count += std::min(last, end) - first;
    }
    return static_cast<uint32_t>(std::min(count, most));
}

void
TearReceiver::TakeInOrder()
{
    const bool slowStart = m_phase == SLOW_START;
    SetCwnd(m_cwnd + (slowStart ? 1.0 : 1.0 / m_lastCwnd));
    m_roundCount++;
    if (m_roundCount >= m_lastCwnd)
    {
        EndRound();
    }
    if (slowStart && m_cwnd > m_ssthresh)
    {
        m_phase = CONGESTION_AVOIDANCE;
        if (m_filter.EndSlowStart())
        {
            ReportEpoch();
        }
    }
}

void
TearReceiver::EndRound()
{
    if (HasRtt())
    {
        const bool ended = m_filter.AddRound(m_lastCwnd, m_cwnd, m_srtt);
        FinishRecord(m_srtt);
        if (ended)
        {
            ReportEpoch();
        }
    }
    m_backoff = 1;
    m_lastCwnd = static_cast<uint32_t>(m_cwnd);
    m_roundCount = 0;
    if (!m_hasReported || m_arrivedAt - m_reportedAt >= GetSrtt())
    {
        m_reasons |= FEEDBACK_ROUND;
    }
}

// --- losses, cuts ---------------------------------------------------------------------------

void
TearReceiver::EnterFastRecovery(Time now)
{
    m_lossEvents++;
    m_keepWindow = m_phase == SLOW_START && m_settings.slowStartRecovery == SLOW_START_AGAIN;
    RecordLastRound(GetSrtt());
    m_deadline = now + GetSrtt();
    SetState(FAST_RECOVERY);
}

void
TearReceiver::EnterDelayCut(Time now)
{
    m_keepWindow = false;
    RecordLastRound(GetSrtt());
    m_deadline = now + std::max(GetSrtt(), m_rtt);
    SetState(FAST_RECOVERY);
}

void
TearReceiver::EnterTimeout(Time now)
{
    m_lossEvents++;
    RecordLastRound(GetRto() * static_cast<int64_t>(m_backoff));
    m_deadline = now + GetSrtt();
    SetState(TIMEOUT);
}

void
TearReceiver::RecordLastRound(Time duration)
{
    m_beyond.Clear();
    if (HasRtt())
    {
        m_filter.AddLastRound(m_cwnd, duration);
        FinishRecord(duration);
        ReportEpoch();
    }
}

void
TearReceiver::LeaveFastRecovery()
{
    if (m_keepWindow)
    {
        SetState(SLOW_START_READY);
    }
    else
    {
        // a window that is already smaller than MinWindow must not grow by a cut
        SetCwnd(std::max({m_cwnd / 2, std::min(m_cwnd, m_settings.minWindow), 1.0}));
        m_ssthresh = std::max(m_cwnd, LEAST_SSTHRESH);
        SetState(CONGESTION_AVOIDANCE_READY);
    }
    m_lastCwnd = static_cast<uint32_t>(m_cwnd);
    m_roundCount = 0;
    m_reasons |= FEEDBACK_RECOVERY;
}

void
TearReceiver::LeaveTimeout()
{
    m_ssthresh = std::max(m_cwnd / 2, LEAST_SSTHRESH);
    SetCwnd(1);
    m_lastCwnd = 1;
    m_backoff = std::min(2 * m_backoff, MAX_BACKOFF);
    m_roundCount = 0;
    SetState(SLOW_START_READY);
    m_reasons |= FEEDBACK_RECOVERY;
}

// --- time -----------------------------------------------------------------------------------

std::optional<Time>
TearReceiver::GetIdleTimeout() const
{
    if (m_interarrival < 0)
    {
        return std::nullopt;
    }
    const double timeout = (m_interarrival * m_lastCwnd + 2 * GetDeviation()) * m_backoff;
    return Seconds(std::max(timeout, 2 * m_interarrival));
}

Time
TearReceiver::GetRto() const
{
    return std::max(m_settings.minRto, GetSrtt() + Seconds(4 * GetDeviation()));
}

void
TearReceiver::ArmIdleTimer(Time now)
{
    m_inOrderAt = now;
    m_deadline.reset();
    const auto timeout = GetIdleTimeout();
    if (m_settings.lossResponse && timeout && !m_paused)
    {
        m_deadline = now + *timeout;
    }
}

// --- traces ---------------------------------------------------------------------------------

void
TearReceiver::SetState(State state)
{
    const State before = m_state;
    m_state = state;
    if (m_listener && state != before)
    {
        m_listener->OnState(before, state);
    }
}

void
TearReceiver::SetCwnd(double cwnd)
{
    m_cwnd = cwnd;
    if (m_listener)
    {
        m_listener->OnCwnd(cwnd);
    }
}

void
TearReceiver::FinishRecord(Time duration)
{
    m_rate = m_filter.GetRate();
    if (m_hasReported && m_rate < m_reportedRate)
    {
        m_reasons |= FEEDBACK_DECREASE;
    }
    if (m_listener)
    {
        m_listener->OnRoundEnd(m_cwnd, duration);
    }
}

void
TearReceiver::ReportEpoch()
{
    if (m_listener)
    {
        m_listener->OnEpochEnd(m_filter.GetLastEpochRate());
    }
}
} // namespace hsn
} // namespace ns3
