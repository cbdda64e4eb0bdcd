// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-rate-credit.h"

#include "xtp-header.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t AAL5_TRAILER = 8;  ///< octets
constexpr uint32_t CELL_PAYLOAD = 48; ///< octets
constexpr uint32_t CELL_SIZE = 53;    ///< octets
} // namespace

void
XtpRateCredit::Configure(DataRate rate,
                         uint64_t burst,
                         XtpRateCounts counts,
                         uint32_t fullSize,
                         uint32_t overhead)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0 && burst > 0,
                    "XTP: Burst is " << burst << " bytes, but Rate is 0, which means no limit");
    m_rate = rate;
    m_counts = counts;
    m_overhead = overhead;
    m_full = GetCost(fullSize);
    NS_ABORT_MSG_IF(burst > 0 && burst < m_full,
                    "XTP: Burst is " << burst << " bytes, but a packet of " << fullSize
                                     << " bytes of user data takes " << m_full);
    m_burst = burst > 0 ? burst : m_full;
    if (IsLimited())
    {
        m_rtimer =
            Seconds(8.0 * static_cast<double>(m_burst) / static_cast<double>(rate.GetBitRate()));
    }
    Refill();
}

uint64_t
XtpRateCredit::GetCost(uint32_t size) const
{
    const uint64_t pdu = uint64_t{size} + XtpHeader::SIZE;
    switch (m_counts)
    {
    case XTP_USER_BYTES:
        return size;
    case XTP_PDU_BYTES:
        return pdu;
    case XTP_CELL_BYTES:
        break;
    }
    return (pdu + m_overhead + AAL5_TRAILER + CELL_PAYLOAD - 1) / CELL_PAYLOAD * CELL_SIZE;
}

bool
XtpRateCredit::CanSend(uint32_t size, Time now)
{
    if (!IsLimited())
    {
        return true;
    }
    if (m_waiting && now >= m_refill)
    {
        Refill();
    }
    // a packet made before the peer granted less can take more than a burst
    return m_credit >= std::min(GetCost(size), m_burst);
}

void
XtpRateCredit::Spend(uint32_t size, Time now)
{
    if (!IsLimited())
    {
        return;
    }
    m_credit -= std::min(GetCost(size), m_credit);
    if (m_credit < m_full && !m_waiting)
    {
        m_waiting = true;
        m_refill = now + m_rtimer;
    }
}

void
XtpRateCredit::Refill()
{
    m_credit = m_burst;
    m_waiting = false;
}
} // namespace hsn
} // namespace ns3
