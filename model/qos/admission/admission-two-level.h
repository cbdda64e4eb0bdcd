// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_TWO_LEVEL_H
#define ADMISSION_TWO_LEVEL_H

#include "admission-time-window.h"

namespace ns3
{
namespace hsn
{
/** @brief Which rate level 1 compares with the trigger. */
enum AdmissionTriggerInput
{
    ADMISSION_WINDOW_MAX, //!< the largest sample of the window
    ADMISSION_LAST_SAMPLE //!< the latest sample
};

/** @brief Which share of late bits level 2 takes for the instantaneous one. */
enum AdmissionInstantViolation
{
    ADMISSION_WINDOW_FRACTION, //!< of the bits that arrived in the window
    ADMISSION_QUEUE_POSITION   //!< of the bits in the queue when the window ends
};

/**
 * @ingroup hsn-qos
 * @brief The two-level adaptive algorithm of C. Casetti, J. Kurose, D. Towsley, "A new algorithm
 * for measurement-based admission control in integrated services packet networks" (mbac section 4).
 *
 * A call enters if nu + peak rate <= LinkRate, where nu is estimated as by TimeWindowAdmission.
 * Delay is neither measured nor tested, whatever Mode says. Window is the first one. Whenever a
 * window ends by itself,
 *
 * - level 2 moves the trigger: down by TriggerDown if more than Target of the bits were late in
 * this window; else up by TriggerUp if less than Target were since time 0; within 0 to LinkRate;
 * - level 1 sets the next window: the rate at or above the trigger makes it WindowUp times as long,
 *   below it WindowDown times, but not shorter than MinWindow.
 */
class TwoLevelAdmission : public TimeWindowAdmission
{
  public:
    /**
     * @brief TracedCallback signature for Trigger.
     * @param before the trigger up to now, bit/s
     * @param now from now on, bit/s, perhaps the same
     * @param totalShare late bits / arrived bits since time 0
     */
    typedef void (*TriggerTracedCallback)(double before, double now, double totalShare);

    /// @return the TypeId
    static TypeId GetTypeId();

    TwoLevelAdmission();

    /// @return the trigger, bit/s
    double GetTrigger() const;

  protected:
    double GetTestedRate(const AdmissionRequest& request) const override;
    bool TestsDelay() const override;
    void CheckSettings() const override;
    Time GetNextWindow(const AdmissionWindow& window) override;

  private:
    /// @param rate initial trigger
    void SetTrigger(DataRate rate);
    /// @return the trigger
    DataRate GetTriggerRate() const;

    double m_target{0.001};                                //!< share of late bits
    double m_trigger{9e6};                                 //!< bit/s
    DataRate m_up;                                         //!< t_up
    DataRate m_down;                                       //!< t_down
    double m_windowUp{1.2};                                //!< f_up
    double m_windowDown{0.9};                              //!< f_down
    Time m_minWindow;                                      //!< shortest window
    AdmissionTriggerInput m_input;                         //!< of level 1
    AdmissionInstantViolation m_violation;                 //!< of level 2
    TracedCallback<double, double, double> m_triggerTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_TWO_LEVEL_H
