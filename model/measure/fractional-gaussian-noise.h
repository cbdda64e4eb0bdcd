// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRACTIONAL_GAUSSIAN_NOISE_H
#define FRACTIONAL_GAUSSIAN_NOISE_H

#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-measure
 * @brief Fractional Gaussian noise of mean 0 and variance 1, exact, by Hosking's recursion (Water
 * Resources Research 20, 1984).
 *
 * The n-th sample takes time and memory that grow with n: it depends on all before it.
 */
class FractionalGaussianNoise
{
  public:
    /// @param hurst in (0, 1); else the program ends with an error
    explicit FractionalGaussianNoise(double hurst);

    /// @param normal independent draw from the standard normal law @return the next sample
    double Next(double normal);

    /// @param lag a distance @param hurst in (0, 1) @return covariance of samples at this distance
    static double GetCovariance(double lag, double hurst);

  private:
    double m_hurst;                     //!< Hurst parameter
    double m_variance{1};               //!< of a sample, given those before it
    std::vector<double> m_covariances;  //!< by lag
    std::vector<double> m_coefficients; //!< of the best prediction, nearest sample first
    std::vector<double> m_samples;      //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // FRACTIONAL_GAUSSIAN_NOISE_H
