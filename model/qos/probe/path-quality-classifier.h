// SPDX-License-Identifier: GPL-2.0-only
#ifndef PATH_QUALITY_CLASSIFIER_H
#define PATH_QUALITY_CLASSIFIER_H

#include "ns3/attribute.h"
#include "ns3/object.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Says which quality of a real-time service a path still carries, from the dispersion xi of
 * a probe (Davoli, Khan and Maryni, table 2). Xi is in ms^2, as a DispersionEstimator gives it.
 */
class PathQualityClassifier : public Object
{
  public:
    /// Qualities of a service, the best one first.
    enum Quality
    {
        BEST,       //!< xi is below Best
        MEDIUM,     //!< xi is below Medium
        SUFFICIENT, //!< xi is below Sufficient
        NONE        //!< no quality
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param xi at least 0, ms^2; else, or if the thresholds do not increase, the program ends
    /// with an error @return the quality that the path carries
    Quality Classify(double xi) const;

    /// @return the checker of an attribute that holds the quality that somebody wants: "Best",
    /// "Medium" or "Sufficient"
    static Ptr<const AttributeChecker> MakeWantedChecker();

  private:
    double m_best{0};       //!< ms^2
    double m_medium{0};     //!< ms^2
    double m_sufficient{0}; //!< ms^2
};
} // namespace hsn
} // namespace ns3

#endif // PATH_QUALITY_CLASSIFIER_H
