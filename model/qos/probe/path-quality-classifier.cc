// SPDX-License-Identifier: GPL-2.0-only
#include "path-quality-classifier.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(PathQualityClassifier);

TypeId
PathQualityClassifier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PathQualityClassifier")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PathQualityClassifier>()
                            .AddAttribute("Best",
                                          "Below this, the best quality; ms^2",
                                          DoubleValue(12),
                                          MakeDoubleAccessor(&PathQualityClassifier::m_best),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("Medium",
                                          "Below this, the medium quality; ms^2",
                                          DoubleValue(20),
                                          MakeDoubleAccessor(&PathQualityClassifier::m_medium),
                                          MakeDoubleChecker<double>(0))
                            .AddAttribute("Sufficient",
                                          "Below this, a sufficient quality; ms^2",
                                          DoubleValue(25),
                                          MakeDoubleAccessor(&PathQualityClassifier::m_sufficient),
                                          MakeDoubleChecker<double>(0));
    return tid;
}

Ptr<const AttributeChecker>
PathQualityClassifier::MakeWantedChecker()
{
    return MakeEnumChecker(BEST, "Best", MEDIUM, "Medium", SUFFICIENT, "Sufficient");
}

PathQualityClassifier::Quality
PathQualityClassifier::Classify(double xi) const
{
    NS_ABORT_MSG_UNLESS(m_best < m_medium && m_medium < m_sufficient,
                        "PathQualityClassifier: Best = " << m_best << ", Medium = " << m_medium
                                                         << ", Sufficient = " << m_sufficient
                                                         << " must increase");
    NS_ABORT_MSG_UNLESS(xi >= 0, "PathQualityClassifier: xi = " << xi << " must be at least 0");
    return xi < m_best ? BEST : xi < m_medium ? MEDIUM : xi < m_sufficient ? SUFFICIENT : NONE;
}
} // namespace hsn
} // namespace ns3
