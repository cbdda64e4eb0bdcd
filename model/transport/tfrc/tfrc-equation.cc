// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-equation.h"

#include "ns3/abort.h"
#include "ns3/analysis-numeric.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
TfrcEquation::TfrcEquation(double segmentSize, double b, double rtoFactor)
    : m_segmentSize(segmentSize),
      m_b(b),
      m_rtoFactor(rtoFactor)
{
    NS_ABORT_MSG_UNLESS(segmentSize > 0,
                        "TFRC: segment size " << segmentSize << " must be above 0");
    NS_ABORT_MSG_UNLESS(b > 0, "TFRC: packets per acknowledgement " << b << " must be above 0");
    NS_ABORT_MSG_UNLESS(rtoFactor > 0, "TFRC: timeout of " << rtoFactor << " R must be above 0");
}

double
TfrcEquation::GetTimeoutShare(double p) const
{
    // 3 sqrt(3bp/8) over sqrt(2bp/3) is 9/4
    return m_rtoFactor * 2.25 * p * (1 + 32 * p * p);
}

double
TfrcEquation::GetRate(Time rtt, double p) const
{
    NS_ABORT_MSG_UNLESS(rtt > Time(0),
                        "TFRC: round-trip time " << rtt.GetSeconds() << " s must be above 0");
    NS_ABORT_MSG_UNLESS(p > 0 && p <= 1,
                        "TFRC: loss event rate " << p << " must be above 0 and at most 1");
    const double windows = rtt.GetSeconds() * std::sqrt(2 * m_b * p / 3);
    return m_segmentSize / (windows * (1 + GetTimeoutShare(p)));
}

double
TfrcEquation::GetLossEventRate(Time rtt, double rate) const
{
    NS_ABORT_MSG_UNLESS(rate > 0, "TFRC: rate " << rate << " must be above 0");
    if (rate <= GetRate(rtt, 1))
    {
        return 1;
    }
    // without timeouts p would be the upper end; at p, they take no greater share than there
    const double window = rate * rtt.GetSeconds() / m_segmentSize;
    const double above = 1.5 / (m_b * window * window);
    const double high = std::min(1.0, above * 1.000001);
    const double slower = 1.000001 * (1 + GetTimeoutShare(high));
    return AnalysisNumeric::FindRoot([this, rtt, rate](double p) { return GetRate(rtt, p) - rate; },
                                     above / (slower * slower),
                                     high);
}
} // namespace hsn
} // namespace ns3
