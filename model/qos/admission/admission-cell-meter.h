// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_CELL_METER_H
#define ADMISSION_CELL_METER_H

#include "admission-wait-meter.h"

#include "ns3/atm-output-port.h"
#include "ns3/ptr.h"

#include <deque>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Measures a buffer of cells at an output of an ATM switch: admission control of PVCs.
 *
 * A cell has 424 bits, so that LinkRate is the rate of the link itself, and rates of contracts are
 * counted as AdmissionHelper::MakeRequest() does. A cell's delay is its time in the buffer, without
 * its own transmission. The port works cell by cell as long as it is measured. Buffers with a
 * policy that pushes cells out cannot be measured.
 */
class AdmissionCellMeter : public AdmissionWaitMeter
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param queue to measure; set once, before cells come
    void SetQueue(Ptr<AtmCellQueue> queue);

    void Update() override;

  protected:
    void DoDispose() override;

  private:
    /// @param cell that waits from now on
    void Enqueue(const CellBurst& cell);
    /// @param cell that has waited
    void Dequeue(const CellBurst& cell);
    /// @param cell that was refused @param reason for it
    void Discard(const CellBurst& cell, CellDiscardReason reason);

    Ptr<AtmCellQueue> m_queue;  //!< measured
    std::deque<Time> m_waiting; //!< when they came
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_CELL_METER_H
