// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_QUEUE_METER_H
#define ADMISSION_QUEUE_METER_H

#include "admission-wait-meter.h"

#include "ns3/ptr.h"
#include "ns3/queue-disc.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Measures any QueueDisc: the packet mode of an admission control.
 *
 * A packet's delay is its time in the queue disc, from which the device must not take more than it
 * sends: a queue of one packet, and flow control, as ns-3's devices have by default. A packet that
 * the queue disc drops counts as late. The first Overhead octets of each packet do not count, so
 * that the load is that of the applications' data; LinkRate of the control and of the meter is the
 * link's rate less the same share.
 */
class AdmissionQueueMeter : public AdmissionWaitMeter
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param queue to measure; set once
    void SetQueue(Ptr<QueueDisc> queue);

    void Update() override;

  protected:
    void DoDispose() override;

  private:
    /// @param item a packet that waits from now on
    void Enqueue(Ptr<const QueueDiscItem> item);
    /// @param item a packet that has waited
    void Dequeue(Ptr<const QueueDiscItem> item);
    /// @param item a packet that was refused @param reason for it
    void Refuse(Ptr<const QueueDiscItem> item, const char* reason);
    /// @param item a packet that has waited in vain @param reason for it
    void Discard(Ptr<const QueueDiscItem> item, const char* reason);
    /// @param item a packet @return its bits that count
    double GetBits(Ptr<const QueueDiscItem> item) const;

    uint32_t m_overhead{0}; //!< octets of a packet
    Ptr<QueueDisc> m_queue; //!< measured
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_QUEUE_METER_H
