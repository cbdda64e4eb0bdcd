// SPDX-License-Identifier: GPL-2.0-only
#ifndef SURGE_SIZE_VARIABLE_H
#define SURGE_SIZE_VARIABLE_H

#include "surge-component.h"

#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sizes of Web flows in bytes: a lognormal body and Pareto tails, as in SURGE.
 *
 * All random numbers come from the variable's one stream. Type I to IV are those of Ha, Le, Rhee
 * and Xu (Computer Networks, 2007), Table 1, with ln S ~ N(mu, sigma^2) and P(S > x) = (k / x)^1.1:
 *
 * - I: 93 % lognormal (9.357, 1.318), 7 % Pareto (k = 133 kB);
 * - II: 70 % lognormal (9.357, 1.318), 30 % Pareto (k = 1 MB);
 * - III: 90 % Type I, 10 % Pareto (k = 3 MB);
 * - IV: lognormal (13.357, 1.318).
 *
 * MaxFlowSize truncates each part of the mixture, and leaves its weight. ScaleFactor then divides
 * what is drawn. Functions tell sizes as they are drawn, after both.
 */
class SurgeSizeVariable : public RandomVariableStream
{
  public:
    /// Law of the sizes.
    enum SizeModel
    {
        TYPE_I,
        TYPE_II,
        TYPE_III,
        TYPE_IV,
        CUSTOM //!< as told by SetComponents()
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param model Types I to IV; CUSTOM comes with SetComponents()
    void SetSizeModel(SizeModel model);
    /// @return law of the sizes
    SizeModel GetSizeModel() const;

    /// @brief Sets a mixture of one's own; the model becomes CUSTOM. @param components whose
    /// weights must sum to 1 within 1e-9, or this aborts
    void SetComponents(const std::vector<SurgeComponent>& components);

    /// @return a size, bytes, not rounded
    double GetValue() override;
    /// @return a size, whole bytes rounded up, at most 2^32 - 1
    uint32_t GetInteger() override;

    /// @return mean, bytes, under MaxFlowSize; aborts if it is infinite
    double GetMean() const;
    /// @param size bytes @return P(S <= size)
    double GetCdf(double size) const;
    /// @param probability above 0 and below 1 @return the size that it is P(S <= size) of, bytes
    double GetQuantile(double probability) const;

  private:
    /// @param factor that sizes are divided by
    void SetScaleFactor(double factor);
    /// @return factor that sizes are divided by
    double GetScaleFactor() const;

    /// @return MaxFlowSize, bytes; aborts if it makes no sense for a part of the mixture
    double GetLimit() const;
    /// @param size before division by the scale factor, bytes @return P(S > size)
    double GetSurvival(double size) const;

    SizeModel m_model{TYPE_I};                //!< law of the sizes
    std::vector<SurgeComponent> m_components; //!< its parts
    double m_scaleFactor{1};                  //!< sizes are divided by it
    double m_maxFlowSize{0};                  //!< bytes before that; 0: no limit
};
} // namespace hsn
} // namespace ns3

#endif // SURGE_SIZE_VARIABLE_H
