// SPDX-License-Identifier: GPL-2.0-only
#ifndef FIXED_LENGTH_DELINEATOR_H
#define FIXED_LENGTH_DELINEATOR_H

#include "aal5-plus.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Finds PDUs of AAL5+ in cells that bear no mark of a last cell, since the bit beside CLP
 * tells classes (EX_CLP_AUU; Mehaoua, Boutaba and Pujolle, section 3.2 taken literally).
 *
 * All PDUs have the same number of cells. In step, each such number of cells is one. When the CRC
 * or the Length of the trailer is wrong, a cell is missing, or there is one too many: then every
 * further cell may be the last one of a PDU, until both are right again. So a PDU is found if and
 * only if all its cells have come in a row, and a damaged one takes no good one with it. The
 * sequence number of what is found tells how many PDUs of its type were lost in between: modulo
 * 128, as always in AAL5+.
 */
class FixedLengthDelineator
{
  public:
    /// What happened so far.
    struct Counters
    {
        std::array<uint64_t, 2> found{{}};   //!< PDUs, by Aal5PlusType
        std::array<uint64_t, 2> missing{{}}; //!< numbers left out between these, by type
        uint64_t skipped{0};                 //!< cells that belong to no PDU that was found
    };

    /// @param cells of each PDU, 1 to those of the largest SDU; another number ends the program
    explicit FixedLengthDelineator(uint32_t cells);

    /**
     * @brief Takes a cell.
     * @param payload its 48 octets
     * @return whether it ends a PDU that is right, see GetPdu()
     */
    bool Receive(const uint8_t* payload);

    /// @return octets of the PDU that has ended, until the next cell
    const std::vector<uint8_t>& GetPdu() const
    {
        return m_cells;
    }

    /// @return the counters
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  private:
    std::size_t m_size;                          //!< of a PDU, octets
    std::vector<uint8_t> m_cells;                //!< latest ones of no PDU, or those of one
    bool m_hasEnded{false};                      //!< m_cells are a PDU
    std::array<int32_t, 2> m_expected{{-1, -1}}; //!< next number, by type; -1: any
    Counters m_counters;                         //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // FIXED_LENGTH_DELINEATOR_H
