// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_BURST_H
#define CELL_BURST_H

#include "atm-pdu.h"
#include "atm-vc-id.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Payload bits that a link inverted in some cells of a burst.
 *
 * Exists for the rare cell that was hit only, so that a clean cell costs nothing.
 */
struct CellDamage : public SimpleRefCount<CellDamage>
{
    /// One inverted bit.
    struct Flip
    {
        uint32_t cell; //!< index of the cell in its PDU
        uint32_t bit;  //!< bit of its payload, 0..383, most significant bit of octet 0 first
    };

    std::vector<Flip> flips; //!< every inverted bit
};

/**
 * @ingroup hsn-atm
 * @brief The unit on every link: consecutive cells of one VC from one CPCS-PDU.
 *
 * Cells carry no packet and no tag; they are positions in the PDU the burst refers to. Marks are
 * bit masks, bit i speaking of the i-th cell of the burst, hence at most MAX_CELLS cells. The
 * per-cell engine uses bursts of one cell only.
 */
struct CellBurst
{
    /// Cells in one burst, at most.
    static constexpr uint32_t MAX_CELLS = 64;
    /// Octets of a cell on the wire (I.361).
    static constexpr uint32_t CELL_BYTES = 53;
    /// Octets of its payload.
    static constexpr uint32_t PAYLOAD_BYTES = 48;

    Ptr<AtmPdu> pdu;        //!< the PDU the cells belong to
    Ptr<CellDamage> damage; //!< inverted payload bits, null for clean cells
    AtmVcId vc;             //!< label on the link the burst is on
    uint32_t first{0};      //!< index in the PDU of the first cell
    uint32_t count{1};      //!< cells, 1..MAX_CELLS
    int64_t start{0};       //!< time step at which the first bit left the sender of this link
    int64_t spacing{0};     //!< time steps from one cell's first bit to the next one's
    uint64_t clp{0};        //!< cell loss priority (1: discard first)
    uint64_t efci{0};       //!< explicit forward congestion indication
    uint64_t discarded{0};  //!< cells that are not there any more

    /**
     * @brief TracedCallback signature for cells.
     * @param [in] cell the cell, valid during the call only
     */
    typedef void (*TracedCallback)(const CellBurst& cell);

    /**
     * @param i cell of the burst
     * @return true if it is the last one of its PDU (PTI user-to-user bit, I.361 2.2.4)
     */
    bool IsLast(uint32_t i = 0) const
    {
        return first + i + 1 == pdu->GetNCells();
    }

    /// @param i cell of the burst @return true if it is the first one of its PDU
    bool IsFirst(uint32_t i = 0) const
    {
        return first + i == 0;
    }

    /// @param i cell of the burst @return its loss priority
    bool IsClp(uint32_t i = 0) const
    {
        return (clp >> i) & 1;
    }

    /// @param i cell of the burst @return its congestion indication
    bool IsEfci(uint32_t i = 0) const
    {
        return (efci >> i) & 1;
    }

    /// @param i cell of the burst @return its payload type, with the last-cell and EFCI bits
    uint8_t GetPti(uint32_t i = 0) const
    {
        return static_cast<uint8_t>((IsEfci(i) ? 2 : 0) | (IsLast(i) ? 1 : 0));
    }
};

/// @param os the stream @param b the burst @return the stream; prints the burst on one line
std::ostream& operator<<(std::ostream& os, const CellBurst& b);
} // namespace hsn
} // namespace ns3

#endif // CELL_BURST_H
