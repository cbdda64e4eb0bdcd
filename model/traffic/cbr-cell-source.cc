// SPDX-License-Identifier: GPL-2.0-only
#include "cbr-cell-source.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(CbrCellSource);

TypeId
CbrCellSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::CbrCellSource")
                            .SetParent<AtmCellSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<CbrCellSource>()
                            .AddAttribute("Rate",
                                          "53 octets a cell, at most the rate of the link; 0: no "
                                          "cells. Read at StartTime.",
                                          DataRateValue(DataRate("1Mbps")),
                                          MakeDataRateAccessor(&CbrCellSource::m_rate),
                                          MakeDataRateChecker());
    return tid;
}

bool
CbrCellSource::DoBegin(int64_t now, int64_t slot, DataRate rate)
{
    NS_ABORT_MSG_IF(m_rate > rate,
                    "Rate of a CbrCellSource is " << m_rate << ": at most that of its link, "
                                                  << rate);
    if (m_rate.GetBitRate() == 0)
    {
        return false;
    }
    m_clock.Start(now, m_rate);
    return true;
}

void
CbrCellSource::Draw()
{
    SetNext(m_clock.GetStep(), GetUnit(1), 0);
    m_clock.Advance();
}
} // namespace hsn
} // namespace ns3
