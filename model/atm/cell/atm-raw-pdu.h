// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_RAW_PDU_H
#define ATM_RAW_PDU_H

#include "atm-pdu.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Cells that belong to no adaptation layer, as generators of background traffic send them.
 *
 * Their payload is zeros. The last one bears the last-cell bit, so that discard policies see units
 * of that many cells. Receivers count them and do nothing else, so their arrival has no
 * consequences; many such units may therefore share one object.
 */
class AtmRawPdu : public AtmPdu
{
  public:
    /// @param nCells its cells, at least 1
    explicit AtmRawPdu(uint32_t nCells);

    /// @param nCells its cells, at least 1 @param notable one that has an event where it arrives,
    /// nevertheless
    AtmRawPdu(uint32_t nCells, uint32_t notable);

  protected:
    void MakeBytes(std::vector<uint8_t>& bytes) const override;
};
} // namespace hsn
} // namespace ns3

#endif // ATM_RAW_PDU_H
