// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_FLUID_METER_H
#define ADMISSION_FLUID_METER_H

#include "admission-meter.h"

#include "ns3/fluid-queue.h"
#include "ns3/ptr.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Measures a FluidQueue: every delay at which the input changes, and exact totals.
 */
class AdmissionFluidMeter : public AdmissionMeter, private FluidQueueListener
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param queue to measure; set once
    void SetQueue(Ptr<FluidQueue> queue);

    void Update() override;
    AdmissionLoad GetLoad() const override;
    void SetDelayCallback(const DelayCallback& callback) override;

  protected:
    void DoDispose() override;

  private:
    void NoteQueue(double seconds, double bits) override;

    Ptr<FluidQueue> m_queue;  //!< measured
    DelayCallback m_callback; //!< told every delay
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_FLUID_METER_H
