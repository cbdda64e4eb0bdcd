// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_METER_H
#define ADMISSION_METER_H

#include "ns3/callback.h"
#include "ns3/object.h"

namespace ns3
{
namespace hsn
{
/** @brief What a link has carried since time 0, and what waits for it now. */
struct AdmissionLoad
{
    double arrived{0};   //!< bits
    double late{0};      //!< of them: bits delayed by more than the bound
    double sent{0};      //!< bits
    double queue{0};     //!< bits
    double queueLate{0}; //!< bits of the queue that are beyond what the link sends within the bound
    double delay{0};     //!< delay measured last, s
};

/**
 * @ingroup hsn-qos
 * @brief Measures a link for an admission control.
 */
class AdmissionMeter : public Object
{
  public:
    /// Is called with a time in s, at or before the present, and the delay measured then, in s.
    using DelayCallback = Callback<void, double, double>;

    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Brings the meter to the present time; may call the delay callback, for times since the
     * last Update().
     */
    virtual void Update() = 0;
    /// @return the load; during a delay callback that of the time of the measurement
    virtual AdmissionLoad GetLoad() const = 0;
    /// @param callback told every delay that is measured, or null
    virtual void SetDelayCallback(const DelayCallback& callback) = 0;
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_METER_H
