// SPDX-License-Identifier: GPL-2.0-only
#include "qos-mapper.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
QosRates
QosMapper::Map(const QosUnits& u)
{
    NS_ABORT_MSG_IF(!(u.perSecond >= 0),
                    "N is " << u.perSecond << " units a second, must be at least 0");
    NS_ABORT_MSG_IF(!(u.octets >= 0), "S(u) is " << u.octets << " octets, must be at least 0");
    NS_ABORT_MSG_IF(!(u.alpha > 0), "alpha is " << u.alpha << ", must be above 0");
    NS_ABORT_MSG_IF(u.dataPortion == 0, "Sd(n) is 0 octets, must be at least 1");
    QosRates r;
    const double unit = u.alpha * u.octets;
    r.user = 8 * u.perSecond * u.octets;
    r.application = 8 * u.perSecond * unit;
    if (unit > 0)
    {
        r.segments = std::ceil(unit / u.dataPortion);
        // without the minimum, one small unit would be charged a full packet
        const double packet = std::min<double>(u.dataPortion, unit) + u.overhead;
        r.beta = packet / unit;
        r.network = 8 * u.perSecond *
                    (u.chargeFullLast ? r.segments * packet : unit + r.segments * u.overhead);
    }
    return r;
}

double
QosMapper::MapDelay(double user, double codec, double scheduling)
{
    NS_ABORT_MSG_IF(!(user >= 0) || !(codec >= 0) || !(scheduling >= 0),
                    "Delays are " << user << ", " << codec << ", " << scheduling
                                  << " ms, must be at least 0");
    return user - codec - scheduling;
}
} // namespace hsn
} // namespace ns3
