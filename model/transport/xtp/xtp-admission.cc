// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-admission.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
XtpAdmission::XtpAdmission(const XtpSettings& settings, std::function<void()> refilled)
    : m_settings(settings),
      m_rtimer(std::move(refilled))
{
}

void
XtpAdmission::Begin(uint32_t maxData, uint32_t overhead)
{
    m_overhead = overhead;
    m_alloc = m_settings.initialAlloc;
    LimitRate(DataRate(0), maxData);
}

void
XtpAdmission::LimitRate(DataRate limit, uint32_t maxData)
{
    const auto& s = m_settings;
    const bool limited = s.rate.GetBitRate() > 0 && limit.GetBitRate() > 0;
    m_credit.Configure(limited && limit < s.rate ? limit : s.rate,
                       s.burst,
                       s.rateCounts,
                       maxData,
                       m_overhead);
}

void
XtpAdmission::TakeAlloc(StreamOffset alloc)
{
    m_alloc = m_told ? std::max(m_alloc, alloc) : alloc; // until then, it was InitialAlloc
    m_told = true;
}

bool
XtpAdmission::Accepts(StreamOffset end) const
{
    return !m_settings.flowControl || end <= m_alloc;
}

uint32_t
XtpAdmission::GetAdmitted(uint32_t size, StreamOffset begin, uint32_t kept) const
{
    const auto room = m_alloc - begin;
    if (!m_settings.flowControl || room >= size)
    {
        return size;
    }
    // small packets only if nothing else would make the peer report
    return room > 0 && kept == 0 ? static_cast<uint32_t>(room) : 0;
}

bool
XtpAdmission::HasCredit(uint32_t size)
{
    if (m_credit.CanSend(size, Simulator::Now()))
    {
        return true;
    }
    m_rtimer.Set(m_credit.GetRefill());
    return false;
}

void
XtpAdmission::Spend(uint32_t size)
{
    m_credit.Spend(size, Simulator::Now());
}

void
XtpAdmission::Refill()
{
    m_credit.Refill();
}

void
XtpAdmission::Cancel()
{
    m_rtimer.Cancel();
}

void
XtpAdmission::Stop()
{
    m_rtimer.Remove();
}
} // namespace hsn
} // namespace ns3
