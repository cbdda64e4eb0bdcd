// SPDX-License-Identifier: GPL-2.0-only
#include "gcra.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
// C++17 makes these inline; the definitions serve compilers in earlier modes.
constexpr int64_t Gcra::MAX_TIME;
constexpr int64_t Gcra::UNLIMITED;

Gcra::Gcra(int64_t increment, int64_t limit, Form form)
    : m_increment(increment),
      m_limit(limit),
      m_form(form)
{
    const std::string error = Check(increment, limit);
    NS_ABORT_MSG_IF(!error.empty(), error);
}

Gcra::Gcra(Time increment, Time limit, Form form)
    : Gcra(increment.GetTimeStep(), limit.GetTimeStep(), form)
{
}

std::string
Gcra::Check(int64_t increment, int64_t limit)
{
    std::ostringstream text;
    if (increment <= 0)
    {
        text << "GCRA increment T = " << increment << " must be greater than 0 time steps";
    }
    else if (increment > MAX_TIME)
    {
        text << "GCRA increment T = " << increment << " must be at most 2^61 = " << MAX_TIME
             << " time steps";
    }
    else if (limit < 0)
    {
        text << "GCRA limit tau = " << limit << " must be at least 0 time steps";
    }
    else if (limit > MAX_TIME)
    {
        text << "GCRA limit tau = " << limit << " must be at most 2^61 = " << MAX_TIME
             << " time steps";
    }
    return text.str();
}

std::string
Gcra::CheckTime(int64_t ta) const
{
    std::ostringstream text;
    if (ta > MAX_TIME || ta < -MAX_TIME)
    {
        text << "cell time " << ta << " is outside the range of +-2^61 = " << MAX_TIME
             << " time steps";
    }
    else if (ta < m_latest)
    {
        text << "cell time goes back from " << m_latest << " to " << ta << " time steps";
    }
    return text.str();
}

void
Gcra::RejectTime(int64_t ta) const
{
    NS_FATAL_ERROR(CheckTime(ta));
}

std::string
Gcra::CheckRun(int64_t ta, int64_t spacing, uint32_t n) const
{
    const std::string error = CheckTime(ta);
    if (!error.empty())
    {
        return error;
    }
    std::ostringstream text;
    if (spacing < 0)
    {
        text << "cell spacing " << spacing << " must be at least 0 time steps";
    }
    else if (n < 1)
    {
        text << "a run of " << n << " cells at " << ta << " must have at least 1";
    }
    else if (n > 1 && spacing > (MAX_TIME - ta) / (n - 1))
    {
        text << "a run of " << n << " cells from " << ta << " on, " << spacing
             << " apart, ends outside the range of +-2^61 = " << MAX_TIME << " time steps";
    }
    return text.str();
}

void
Gcra::RequireRun(int64_t ta, int64_t spacing, uint32_t n) const
{
    if (ta < m_latest || ta > MAX_TIME || spacing < 0 || n < 1 ||
        (n > 1 && spacing > (MAX_TIME - ta) / (n - 1)))
    {
        NS_FATAL_ERROR(CheckRun(ta, spacing, n));
    }
}

uint32_t
Gcra::CountConforming(int64_t ta, int64_t spacing, uint32_t n) const
{
    if (!Conforms(ta))
    {
        return 0;
    }
    if (spacing >= m_increment)
    {
        return n;
    }
    // Cell k, the first one being 0, finds X1 + k (T - spacing).
    const int64_t further = (m_limit - GetExcess(ta)) / (m_increment - spacing);
    return further < n ? static_cast<uint32_t>(further) + 1 : n;
}

uint32_t
Gcra::CountNonConforming(int64_t ta, int64_t spacing, uint32_t n) const
{
    const int64_t wait = EarliestConforming(ta) - ta;
    if (wait == 0)
    {
        return 0;
    }
    if (spacing == 0)
    {
        return n;
    }
    // Those after the first one that come before the end of the wait.
    const int64_t further = (wait - 1) / spacing;
    return further < n ? static_cast<uint32_t>(further) + 1 : n;
}

void
Gcra::UpdateRun(int64_t ta, int64_t spacing, uint32_t n)
{
    RequireRun(ta, spacing, n);
    NS_ASSERT_MSG(Conforms(ta), "a cell that does not conform cannot be accepted");
    const int64_t further = n - 1;
    const int64_t last = ta + further * spacing;
    // Either TAT was never before the arrival of a cell after the first, or it was each time.
    const int64_t tat =
        std::max(std::max(GetTat(), ta) + further * m_increment, last) + m_increment;
    NS_ASSERT_MSG(tat - m_increment <= last + m_limit, "nor can a run whose last cell does not");
    if (m_form == VIRTUAL_SCHEDULING)
    {
        m_tat = tat;
    }
    else
    {
        m_bucket = tat - last;
    }
    m_lct = last;
    m_latest = last;
}

uint32_t
Gcra::PoliceRun(int64_t ta, int64_t spacing, uint32_t n)
{
    RequireRun(ta, spacing, n);
    const uint32_t conforming = CountConforming(ta, spacing, n);
    if (conforming == 0)
    {
        m_latest = ta;
    }
    else
    {
        UpdateRun(ta, spacing, conforming);
    }
    return conforming;
}

int64_t
Gcra::MaxBurst(int64_t increment, int64_t limit, int64_t spacing)
{
    const std::string error = Check(increment, limit);
    NS_ABORT_MSG_IF(!error.empty(), error);
    NS_ABORT_MSG_IF(spacing < 0, "cell spacing " << spacing << " must be at least 0 time steps");
    return spacing >= increment ? UNLIMITED : 1 + limit / (increment - spacing);
}

void
Gcra::Reset()
{
    m_tat = -MAX_TIME;
    m_bucket = 0;
    m_lct = -MAX_TIME;
    m_latest = -MAX_TIME;
}
} // namespace hsn
} // namespace ns3
