// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TICK_RTT_ESTIMATOR_H
#define HSN_TICK_RTT_ESTIMATOR_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Round-trip time and retransmission timeout in whole clock ticks, in integers,
 * as BSD systems compute them.
 *
 * Mean and mean deviation are kept times 8 and times 4. The backed-off timeout stays in force until
 * the next sample (Karn).
 *
 * The systems differ in how the timeout follows from the two: 4.3BSD-Tahoe adds 2 mean deviations
 * to the mean, 4.3BSD-Reno and Net/3 add 4. On a network that is fast compared with the tick,
 * integer division leaves the mean at 7 (of 8) and the deviation at 3 (of 4), so that the timeout
 * is 2 ticks by Tahoe and 3 by Reno.
 */
class TickRttEstimator
{
  public:
    /// How the timeout is computed.
    enum Formula
    {
        TAHOE, //!< (mean times 8 / 4 + deviation times 4) / 2, in integers
        RENO   //!< mean times 8 / 8 + deviation times 4, in integers
    };

    /** @param formula of the timeout */
    void SetFormula(Formula formula)
    {
        m_formula = formula;
    }

    /** @brief Sets limits. @param min least timeout @param max greatest timeout, both in ticks */
    void SetLimits(int64_t min, int64_t max)
    {
        m_min = min;
        m_max = max;
    }

    /**
     * @brief Sets the timeout before there is a sample. @param ticks timeout
     */
    void Reset(int64_t ticks);

    /** @brief Takes a sample. @param ticks elapsed ticks plus 1, at least 1 */
    void Measure(int64_t ticks);

    /** @brief Doubles the timeout, up to 64 times what it was. */
    void BackOff();

    /** @return the timeout in ticks */
    int64_t GetTimeout() const;

    /** @return mean in ticks, times 8 */
    int64_t GetScaledMean() const
    {
        return m_mean;
    }

  private:
    /** @return the timeout by the formula, neither limited nor backed off */
    int64_t Compute() const;

    /// The multiplier ends at 2 to the power of this.
    static constexpr uint32_t MAX_SHIFT = 6;

    Formula m_formula{RENO}; //!< of the timeout
    int64_t m_min{2};        //!< least timeout
    int64_t m_max{128};      //!< greatest timeout
    int64_t m_mean{0};       //!< times 8
    int64_t m_variance{0};   //!< mean deviation, times 4
    int64_t m_initial{6};    //!< timeout without a sample
    uint32_t m_shift{0};     //!< doublings
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TICK_RTT_ESTIMATOR_H
