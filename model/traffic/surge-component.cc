// SPDX-License-Identifier: GPL-2.0-only
#include "surge-component.h"

#include "ns3/abort.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param z a number @return P(N > z) of a standard normal N
double
NormalTail(double z)
{
    return std::erfc(z / std::sqrt(2)) / 2;
}

/// @param weight of a law
void
CheckWeight(double weight)
{
    NS_ABORT_MSG_UNLESS(weight > 0 && weight <= 1,
                        "flow sizes: weight " << weight << " is not in (0, 1]");
}
} // namespace

SurgeComponent::SurgeComponent(Law law, double weight, double place, double form)
    : m_law(law),
      m_weight(weight),
      m_place(place),
      m_form(form)
{
}

SurgeComponent
SurgeComponent::Lognormal(double weight, double mu, double sigma)
{
    CheckWeight(weight);
    NS_ABORT_MSG_UNLESS(std::isfinite(mu), "flow sizes: mu " << mu << " is not finite");
    NS_ABORT_MSG_UNLESS(sigma > 0 && std::isfinite(sigma),
                        "flow sizes: sigma " << sigma << " is not above 0");
    return {Law::LOGNORMAL, weight, mu, sigma};
}

SurgeComponent
SurgeComponent::Pareto(double weight, double shape, double scale)
{
    CheckWeight(weight);
    NS_ABORT_MSG_UNLESS(shape > 0 && std::isfinite(shape),
                        "flow sizes: Pareto shape " << shape << " is not above 0");
    NS_ABORT_MSG_UNLESS(scale > 0 && std::isfinite(scale),
                        "flow sizes: Pareto scale " << scale << " bytes is not above 0");
    return {Law::PARETO, weight, scale, shape};
}

double
SurgeComponent::GetWeight() const
{
    return m_weight;
}

double
SurgeComponent::GetTail(double size) const
{
    if (m_law == Law::PARETO)
    {
        return size <= m_place ? 1 : std::pow(m_place / size, m_form);
    }
    return size <= 0 ? 1 : NormalTail((std::log(size) - m_place) / m_form);
}

double
SurgeComponent::GetSurvival(double size, double limit) const
{
    if (size >= limit)
    {
        return 0;
    }
    const double beyond = GetTail(limit);
    return (GetTail(size) - beyond) / (1 - beyond);
}

double
SurgeComponent::GetMean(double limit) const
{
    const double within = 1 - GetTail(limit);
    if (m_law == Law::LOGNORMAL)
    {
        const double z = (std::log(limit) - m_place) / m_form - m_form;
        return std::exp(m_place + m_form * m_form / 2) * NormalTail(-z) / within;
    }
    const double excess = m_form - 1;
    if (std::isinf(limit))
    {
        return excess > 0 ? m_place * m_form / excess : NO_LIMIT;
    }
    // the integral of (scale / x)^shape dx / scale from the scale to the limit
    const double range = std::log(limit / m_place);
    const double integral = excess == 0 ? range : -std::expm1(-excess * range) / excess;
    return m_form * m_place * integral / within;
}

double
SurgeComponent::GetLeastLimit() const
{
    return m_law == Law::PARETO ? m_place : std::exp(m_place);
}

double
SurgeComponent::Transform(double radius, double uniform, double limit) const
{
    if (m_law == Law::PARETO)
    {
        const double beyond = GetTail(limit);
        return m_place * std::pow(beyond + uniform * (1 - beyond), -1 / m_form);
    }
    // Box and Muller; half a turn has all cosines, and 1 - uniform changes the sign
    const double normal = std::sqrt(-2 * std::log(radius)) * std::cos(M_PI * uniform);
    return std::exp(m_place + m_form * normal);
}
} // namespace hsn
} // namespace ns3
