// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-loss-history.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Later packets that make a missing one lost: NDUPACK. */
constexpr size_t LATER_PACKETS = 3;
/** @brief Weights of intervals, newest first. */
constexpr std::array<double, 8> WEIGHTS{1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
/** @brief The open interval must be so many times the mean to discount older ones. */
constexpr double LONG_INTERVAL = 2;
/** @brief Least discount at one time. */
constexpr double LEAST_DISCOUNT = 0.25;
} // namespace

TfrcLossHistory::TfrcLossHistory(const TfrcEquation& equation, bool discount)
    : m_equation(equation),
      m_discount(discount)
{
}

TfrcLossHistory::Number
TfrcLossHistory::Unwrap(uint32_t seq) const
{
    if (m_latest.empty())
    {
        return seq;
    }
    const Number highest = m_latest.back().number;
    return highest + static_cast<int32_t>(seq - static_cast<uint32_t>(highest));
}

bool
TfrcLossHistory::Insert(const Received& received)
{
    const auto place =
        std::lower_bound(m_latest.begin(),
                         m_latest.end(),
                         received.number,
                         [](const Received& one, Number number) { return one.number < number; });
    const bool duplicate = place != m_latest.end() && place->number == received.number;
    const bool late = m_latest.size() == LATER_PACKETS && place == m_latest.begin();
    if (duplicate || late)
    {
        return false;
    }
    m_latest.insert(place, received);
    return true;
}

uint32_t
TfrcLossHistory::OnArrival(const Arrival& arrival)
{
    NS_ABORT_MSG_UNLESS(arrival.rtt > Time(0),
                        "TFRC: round-trip time " << arrival.rtt.GetSeconds()
                                                 << " s must be above 0");
    if (!Insert({Unwrap(arrival.seq), arrival.now}) || m_latest.size() <= LATER_PACKETS)
    {
        return 0;
    }
    // whatever is missing below the third last packet is lost; nothing else below it is undecided
    const Received before = m_latest[0];
    m_latest.erase(m_latest.begin());
    return Lose(before, m_latest[0], arrival);
}

uint32_t
TfrcLossHistory::Lose(const Received& before, const Received& after, const Arrival& arrival)
{
    const uint32_t eventsBefore = m_events;
    const double numbers = static_cast<double>(after.number - before.number);
    // a packet that was overtaken may have arrived after its successor
    const double seconds = std::max(0.0, (after.time - before.time).GetSeconds());
    Number number = before.number + 1;
    while (number < after.number)
    {
        const double share = static_cast<double>(number - before.number) / numbers;
        const Time time = before.time + Seconds(seconds * share);
        if (m_events == 0 || time > m_eventTime + arrival.rtt)
        {
            BeginEvent(number, time, arrival);
        }
        if (seconds == 0)
        {
            break; // all at the same time
        }
        // first packet that may be more than a round-trip time after the event
        const double wait = (m_eventTime + arrival.rtt - before.time).GetSeconds() / seconds;
        const double next = static_cast<double>(before.number) + std::floor(wait * numbers);
        number = std::max(number + 1, static_cast<Number>(std::min(next, 9e18)));
    }
    return m_events - eventsBefore;
}

void
TfrcLossHistory::BeginEvent(Number number, Time time, const Arrival& arrival)
{
    Interval interval;
    if (m_events == 0)
    {
        const double rate = arrival.receiveRate > 0
                                ? arrival.receiveRate
                                : m_equation.GetSegmentSize() / arrival.rtt.GetSeconds();
        interval.packets = 1 / m_equation.GetLossEventRate(arrival.rtt, rate);
    }
    else
    {
        interval.packets = static_cast<double>(number - m_eventStart);
        const double discount = GetDiscount(interval.packets);
        for (Interval& older : m_intervals)
        {
            older.discount *= discount;
        }
    }
    m_intervals.push_front(interval);
    if (m_intervals.size() > WEIGHTS.size())
    {
        m_intervals.pop_back();
    }
    m_events++;
    m_eventStart = number;
    m_eventTime = time;
}

double
TfrcLossHistory::GetInterval(uint32_t i) const
{
    NS_ABORT_MSG_UNLESS(i <= m_intervals.size(),
                        "TFRC: interval " << i << " must be " << m_intervals.size() << " at most");
    if (i > 0)
    {
        return m_intervals[i - 1].packets;
    }
    return m_events == 0 ? 0 : static_cast<double>(m_latest.back().number - m_eventStart + 1);
}

double
TfrcLossHistory::GetMean() const
{
    double sum = 0;
    double weights = 0;
    for (size_t i = 0; i < m_intervals.size(); i++)
    {
        sum += WEIGHTS[i] * m_intervals[i].packets;
        weights += WEIGHTS[i];
    }
    return sum / weights;
}

double
TfrcLossHistory::GetDiscount(double open) const
{
    const double longest = LONG_INTERVAL * GetMean();
    return m_discount && open > longest ? std::max(LEAST_DISCOUNT, longest / open) : 1;
}

double
TfrcLossHistory::GetLossEventRate() const
{
    if (m_events == 0)
    {
        return 0;
    }
    const double open = GetInterval(0);
    const double discount = GetDiscount(open);
    double withOpen = WEIGHTS[0] * open;
    double withOpenWeights = WEIGHTS[0];
    double complete = 0;
    double completeWeights = 0;
    for (size_t i = 0; i < m_intervals.size(); i++)
    {
        const Interval& interval = m_intervals[i];
        complete += WEIGHTS[i] * interval.discount * interval.packets;
        completeWeights += WEIGHTS[i] * interval.discount;
        if (i + 1 < m_intervals.size())
        {
            const double weight = WEIGHTS[i + 1] * interval.discount * discount;
            withOpen += weight * interval.packets;
            withOpenWeights += weight;
        }
    }
    return std::min({1.0, withOpenWeights / withOpen, completeWeights / complete});
}
} // namespace hsn
} // namespace ns3
