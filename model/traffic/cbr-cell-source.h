// SPDX-License-Identifier: GPL-2.0-only
#ifndef CBR_CELL_SOURCE_H
#define CBR_CELL_SOURCE_H

#include "cell-clock.h"

#include "ns3/atm-cell-source.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Cells at a constant rate, the first one at StartTime.
 *
 * Cell k is ready at StartTime + k * 424 bits / Rate, rounded up to a time step. Each cell is a
 * unit of its own for discard policies.
 */
class CbrCellSource : public AtmCellSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

  private:
    bool DoBegin(int64_t now, int64_t slot, DataRate rate) override;
    void Draw() override;

    DataRate m_rate;   //!< of cells
    CellClock m_clock; //!< of the cell to be drawn next
};
} // namespace hsn
} // namespace ns3

#endif // CBR_CELL_SOURCE_H
