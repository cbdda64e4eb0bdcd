// SPDX-License-Identifier: GPL-2.0-only
#include "geometric-random-variable.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/rng-stream.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(GeometricRandomVariable);

TypeId
GeometricRandomVariable::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::GeometricRandomVariable")
                            .SetParent<RandomVariableStream>()
                            .SetGroupName("Hsn")
                            .AddConstructor<GeometricRandomVariable>()
                            .AddAttribute("Mean",
                                          "Mean without a greatest value",
                                          DoubleValue(1),
                                          MakeDoubleAccessor(&GeometricRandomVariable::m_mean),
                                          MakeDoubleChecker<double>(1))
                            .AddAttribute("Max",
                                          "Greatest value; 0: none",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&GeometricRandomVariable::m_max),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

double
GeometricRandomVariable::GetUnlimitedMean(double mean, uint32_t max)
{
    NS_ABORT_MSG_UNLESS(mean == 1 || (mean > 1 && mean < 0.5 * (max + 1.0)),
                        "a mean of " << mean << " of geometric values up to " << max
                                     << ": at least 1 and below " << 0.5 * (max + 1.0));
    // the mean falls with p, from (max + 1) / 2 to 1: bisection, down to neighbouring numbers
    double low = 0;
    double high = 1;
    for (double p = 0.5; p > low && p < high; p = 0.5 * (low + high))
    {
        const double beyond = std::exp(max * std::log1p(-p)); // P(value > max)
        const double limited = 1 / p - max * beyond / (1 - beyond);
        (limited > mean ? low : high) = p;
    }
    return 1 / high;
}

double
GeometricRandomVariable::GetValue()
{
    if (m_mean <= 1)
    {
        return 1;
    }
    const double fail = std::log(1 - 1 / m_mean);
    double value = 0;
    do
    {
        const double uniform = Peek()->RandU01();
        value = 1 + std::floor(std::log(IsAntithetic() ? uniform : 1 - uniform) / fail);
    } while (m_max > 0 && value > m_max);
    return value;
}

uint32_t
GeometricRandomVariable::GetInteger()
{
    return static_cast<uint32_t>(GetValue());
}
} // namespace hsn
} // namespace ns3
