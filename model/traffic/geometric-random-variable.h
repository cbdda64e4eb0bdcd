// SPDX-License-Identifier: GPL-2.0-only
#ifndef GEOMETRIC_RANDOM_VARIABLE_H
#define GEOMETRIC_RANDOM_VARIABLE_H

#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief A geometric random variable: 1 with probability p, 2 with (1 - p) p, and so on.
 *
 * If there is a greatest value, values beyond it are drawn again, which makes the mean smaller than
 * 1 / p.
 */
class GeometricRandomVariable : public RandomVariableStream
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Finds the attribute Mean for a mean under the condition that values are limited.
     * @param mean of the values up to max, 1 to below (max + 1) / 2
     * @param max greatest value, at least 1
     * @return mean without a greatest value
     */
    static double GetUnlimitedMean(double mean, uint32_t max);

    double GetValue() override;
    uint32_t GetInteger() override;

  private:
    double m_mean{1};  //!< 1 / p
    uint32_t m_max{0}; //!< greatest value; 0: none
};
} // namespace hsn
} // namespace ns3

#endif // GEOMETRIC_RANDOM_VARIABLE_H
