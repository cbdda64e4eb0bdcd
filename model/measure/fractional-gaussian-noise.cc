// SPDX-License-Identifier: GPL-2.0-only
#include "fractional-gaussian-noise.h"

#include "ns3/abort.h"

#include <cmath>
#include <cstddef>

namespace ns3
{
namespace hsn
{
FractionalGaussianNoise::FractionalGaussianNoise(double hurst)
    : m_hurst(hurst),
      m_covariances{1}
{
    NS_ABORT_MSG_UNLESS(hurst > 0 && hurst < 1,
                        "FractionalGaussianNoise: Hurst parameter "
                            << hurst << " must be above 0 and below 1");
}

double
FractionalGaussianNoise::GetCovariance(double lag, double hurst)
{
    const double power = 2 * hurst;
    return (std::pow(std::abs(lag + 1), power) - 2 * std::pow(std::abs(lag), power) +
            std::pow(std::abs(lag - 1), power)) /
           2;
}

double
FractionalGaussianNoise::Next(double normal)
{
    const std::size_t n = m_samples.size();
    double prediction = 0;
    if (n > 0)
    {
        // Durbin-Levinson: from the best predictor by n - 1 samples to that by n
        m_covariances.push_back(GetCovariance(n, m_hurst));
        double partial = m_covariances[n];
        for (std::size_t j = 1; j < n; ++j)
        {
            partial -= m_coefficients[j - 1] * m_covariances[n - j];
        }
        partial /= m_variance;
        const std::vector<double> before = m_coefficients;
        for (std::size_t j = 1; j < n; ++j)
        {
            m_coefficients[j - 1] -= partial * before[n - j - 1];
        }
        m_coefficients.push_back(partial);
        m_variance *= 1 - partial * partial;
        for (std::size_t j = 1; j <= n; ++j)
        {
            prediction += m_coefficients[j - 1] * m_samples[n - j];
        }
    }
    m_samples.push_back(prediction + std::sqrt(m_variance) * normal);
    return m_samples.back();
}
} // namespace hsn
} // namespace ns3
