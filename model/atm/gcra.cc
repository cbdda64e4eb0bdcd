// SPDX-License-Identifier: GPL-2.0-only
#include "gcra.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"

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
