// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUSH_OUT_DISCARD_H
#define PUSH_OUT_DISCARD_H

#include "cell-class-policy.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief A cell with CLP = 0 that finds the buffer full takes the place of the youngest one with
 * CLP = 1; any other cell is refused then.
 */
class ClpPushOutDiscard : public CellClassPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    uint32_t GetClass(const CellBurst& cell) const override;
    CellClassDecision DecideByClass(const CellBurst& cell,
                                    uint32_t cls,
                                    const CellClassCounts& queued,
                                    uint32_t capacity,
                                    CellGroupMemory& memory) const override;
};

/**
 * @ingroup hsn-atm
 * @brief A cell that finds the buffer full takes the place of the youngest cell of the lowest class
 * below its own; if there is none, it is refused.
 *
 * To take the youngest one keeps the damaged part of a group of cells contiguous.
 */
class ExClpPushOutDiscard : public ExClpPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellClassDecision DecideByClass(const CellBurst& cell,
                                    uint32_t cls,
                                    const CellClassCounts& queued,
                                    uint32_t capacity,
                                    CellGroupMemory& memory) const override;
};
} // namespace hsn
} // namespace ns3

#endif // PUSH_OUT_DISCARD_H
