// SPDX-License-Identifier: GPL-2.0-only
#include "surge-size-variable.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/rng-stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SurgeSizeVariable);

namespace
{
/// @param model of Ha, Le, Rhee and Xu, Table 1 @return its parts
std::vector<SurgeComponent>
MakeComponents(SurgeSizeVariable::SizeModel model)
{
    const double mu = 9.357;
    const double sigma = 1.318;
    const double shape = 1.1;
    switch (model)
    {
    case SurgeSizeVariable::TYPE_I:
        return {SurgeComponent::Lognormal(0.93, mu, sigma),
                SurgeComponent::Pareto(0.07, shape, 133e3)};
    case SurgeSizeVariable::TYPE_II:
        return {SurgeComponent::Lognormal(0.7, mu, sigma), SurgeComponent::Pareto(0.3, shape, 1e6)};
    case SurgeSizeVariable::TYPE_III:
        return {SurgeComponent::Lognormal(0.9 * 0.93, mu, sigma),
                SurgeComponent::Pareto(0.9 * 0.07, shape, 133e3),
                SurgeComponent::Pareto(0.1, shape, 3e6)};
    case SurgeSizeVariable::TYPE_IV:
        return {SurgeComponent::Lognormal(1, 13.357, sigma)};
    default:
        return {};
    }
}
} // namespace

TypeId
SurgeSizeVariable::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::SurgeSizeVariable")
            .SetParent<RandomVariableStream>()
            .SetGroupName("Hsn")
            .AddConstructor<SurgeSizeVariable>()
            .AddAttribute("SizeModel",
                          "Law of the sizes; Custom needs SetComponents()",
                          EnumValue(TYPE_I),
                          MakeHsnEnumAccessor<SizeModel>(&SurgeSizeVariable::SetSizeModel,
                                                         &SurgeSizeVariable::GetSizeModel),
                          MakeEnumChecker(TYPE_I,
                                          "TypeI",
                                          TYPE_II,
                                          "TypeII",
                                          TYPE_III,
                                          "TypeIII",
                                          TYPE_IV,
                                          "TypeIV",
                                          CUSTOM,
                                          "Custom"))
            .AddAttribute("ScaleFactor",
                          "Sizes are divided by it, after truncation; above 0",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SurgeSizeVariable::SetScaleFactor,
                                             &SurgeSizeVariable::GetScaleFactor),
                          MakeDoubleChecker<double>())
            .AddAttribute("MaxFlowSize",
                          "Greatest size, bytes, before division by ScaleFactor; above every "
                          "Pareto scale and lognormal median; 0: no limit",
                          DoubleValue(0),
                          MakeDoubleAccessor(&SurgeSizeVariable::m_maxFlowSize),
                          MakeDoubleChecker<double>(0));
    return tid;
}

void
SurgeSizeVariable::SetSizeModel(SizeModel model)
{
    m_model = model;
    m_components = MakeComponents(model);
}

SurgeSizeVariable::SizeModel
SurgeSizeVariable::GetSizeModel() const
{
    return m_model;
}

void
SurgeSizeVariable::SetComponents(const std::vector<SurgeComponent>& components)
{
    double sum = 0;
    for (const auto& component : components)
    {
        sum += component.GetWeight();
    }
    NS_ABORT_MSG_UNLESS(std::abs(sum - 1) <= 1e-9,
                        "SurgeSizeVariable: weights sum to " << sum << ", not to 1");
    m_model = CUSTOM;
    m_components = components;
}

void
SurgeSizeVariable::SetScaleFactor(double factor)
{
    NS_ABORT_MSG_UNLESS(factor > 0 && std::isfinite(factor),
                        "SurgeSizeVariable: ScaleFactor " << factor << " is not above 0");
    m_scaleFactor = factor;
}

double
SurgeSizeVariable::GetScaleFactor() const
{
    return m_scaleFactor;
}

double
SurgeSizeVariable::GetLimit() const
{
    NS_ABORT_MSG_IF(m_components.empty(),
                    "SurgeSizeVariable: SizeModel Custom needs SetComponents()");
    if (m_maxFlowSize == 0)
    {
        return SurgeComponent::NO_LIMIT;
    }
    for (const auto& component : m_components)
    {
        NS_ABORT_MSG_UNLESS(m_maxFlowSize > component.GetLeastLimit(),
                            "SurgeSizeVariable: MaxFlowSize "
                                << m_maxFlowSize << " bytes is not above "
                                << component.GetLeastLimit()
                                << " bytes, the Pareto scale or lognormal median of a part");
    }
    return m_maxFlowSize;
}

double
SurgeSizeVariable::GetValue()
{
    const double limit = GetLimit();
    const auto uniform = [this] {
        const double u = Peek()->RandU01();
        return IsAntithetic() ? 1 - u : u;
    };
    double rest = uniform();
    auto part = m_components.begin();
    while (rest > part->GetWeight() && part + 1 != m_components.end())
    {
        rest -= part->GetWeight();
        ++part;
    }
    double size;
    do
    {
        const double radius = Peek()->RandU01();
        size = part->Transform(radius, uniform(), limit);
    } while (size > limit);
    return size / m_scaleFactor;
}

uint32_t
SurgeSizeVariable::GetInteger()
{
    const double most = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::min(std::ceil(GetValue()), most));
}

double
SurgeSizeVariable::GetMean() const
{
    const double limit = GetLimit();
    double mean = 0;
    for (const auto& component : m_components)
    {
        mean += component.GetWeight() * component.GetMean(limit);
    }
    NS_ABORT_MSG_IF(std::isinf(mean),
                    "SurgeSizeVariable: the mean is infinite, since a Pareto shape is not above 1; "
                    "set MaxFlowSize");
    return mean / m_scaleFactor;
}

double
SurgeSizeVariable::GetSurvival(double size) const
{
    const double limit = GetLimit();
    double survival = 0;
    for (const auto& component : m_components)
    {
        survival += component.GetWeight() * component.GetSurvival(size, limit);
    }
    return survival;
}

double
SurgeSizeVariable::GetCdf(double size) const
{
    return 1 - GetSurvival(size * m_scaleFactor);
}

double
SurgeSizeVariable::GetQuantile(double probability) const
{
    NS_ABORT_MSG_UNLESS(probability > 0 && probability < 1,
                        "SurgeSizeVariable: probability " << probability
                                                          << " of a quantile is not in (0, 1)");
    const double survival = 1 - probability;
    double low = 1;
    while (GetSurvival(low) < survival)
    {
        low /= 2;
    }
    double high = 2 * low;
    while (GetSurvival(high) > survival)
    {
        high *= 2;
    }
    while (high - low > 1e-12 * high)
    {
        const double middle = (low + high) / 2;
        (GetSurvival(middle) > survival ? low : high) = middle;
    }
    return high / m_scaleFactor;
}
} // namespace hsn
} // namespace ns3
