// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_WAIT_METER_H
#define ADMISSION_WAIT_METER_H

#include "admission-meter.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Keeps the account of what waits in a queue as a whole, packets or cells.
 *
 * A derived class tells what comes, what leaves and what is dropped. What waits for longer than
 * DelayBound is late, and so is what is dropped.
 */
class AdmissionWaitMeter : public AdmissionMeter
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AdmissionLoad GetLoad() const override;
    void SetDelayCallback(const DelayCallback& callback) override;

  protected:
    void DoDispose() override;

    /// @param bits that wait from now on
    void NoteArrival(double bits);
    /// @param bits that leave for the link now @param delay of their waiting
    void NoteDeparture(double bits, Time delay);
    /// @param bits that do not enter
    void NoteRefusal(double bits);
    /// @param bits that have left, but not for the link @param delay with which they left
    void NoteLoss(double bits, Time delay);

  private:
    Time m_bound;             //!< of a delay
    DataRate m_rate;          //!< of the link, for what counts
    AdmissionLoad m_load;     //!< so far
    DelayCallback m_callback; //!< told every delay
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_WAIT_METER_H
