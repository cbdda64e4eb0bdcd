// SPDX-License-Identifier: GPL-2.0-only
#ifndef SURGE_COMPONENT_H
#define SURGE_COMPONENT_H

#include <limits>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief One part of a mixture of flow sizes: a lognormal or a Pareto law, in bytes.
 *
 * All functions take a limit: the law under the condition that a size is not above it. Without one,
 * NO_LIMIT.
 */
class SurgeComponent
{
  public:
    /// No limit of sizes.
    static constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

    /**
     * @brief ln S is normal.
     * @param weight share of the flows, above 0 and up to 1
     * @param mu mean of ln S
     * @param sigma standard deviation of ln S, above 0
     * @return the law; aborts if a parameter is out of range
     */
    static SurgeComponent Lognormal(double weight, double mu, double sigma);

    /**
     * @brief P(S > x) = (scale / x)^shape for x above the scale.
     * @param weight share of the flows, above 0 and up to 1
     * @param shape above 0; the mean is infinite if it is not above 1
     * @param scale smallest size, bytes, above 0
     * @return the law; aborts if a parameter is out of range
     */
    static SurgeComponent Pareto(double weight, double shape, double scale);

    /// @return share of the flows
    double GetWeight() const;

    /// @param size bytes @param limit bytes @return P(S > size), with full precision where it is
    /// small
    double GetSurvival(double size, double limit) const;

    /// @param limit bytes @return mean size, bytes; infinite for Pareto's law with a shape up to 1
    /// and no limit
    double GetMean(double limit) const;

    /// @return smallest limit that makes sense, bytes: Pareto's scale, or the lognormal median
    double GetLeastLimit() const;

    /**
     * @brief Turns uniform random numbers into a size.
     * @param radius uniform in (0, 1); Pareto's law ignores it
     * @param uniform in (0, 1), independent of the other; 1 - uniform mirrors the size
     * @param limit bytes; Pareto's law obeys it
     * @return bytes
     */
    double Transform(double radius, double uniform, double limit) const;

  private:
    /// Which law.
    enum class Law
    {
        LOGNORMAL,
        PARETO
    };

    /// @param law which @param weight share @param place mu or scale @param form sigma or shape
    SurgeComponent(Law law, double weight, double place, double form);

    /// @param size bytes @return P(S > size) without a limit
    double GetTail(double size) const;

    Law m_law;       //!< which
    double m_weight; //!< share of the flows
    double m_place;  //!< mu or scale
    double m_form;   //!< sigma or shape
};
} // namespace hsn
} // namespace ns3

#endif // SURGE_COMPONENT_H
