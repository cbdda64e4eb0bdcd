// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_RUN_H
#define CELL_RUN_H

#include "ns3/atm-pdu.h"
#include "ns3/atm-vc-id.h"
#include "ns3/cell-burst.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <limits>

namespace ns3
{
namespace hsn
{
/// Time step of an event that never happens.
static constexpr int64_t ATM_NEVER = std::numeric_limits<int64_t>::max();

/**
 * @ingroup hsn-atm
 * @brief Consecutive cells of one PDU on one link, equally spaced: the unit of the burst engine.
 * @tparam P pointer to the PDU
 * @tparam D pointer to inverted payload bits
 *
 * Used as CellRun and CellSpan.
 */
template <typename P, typename D>
struct BasicCellRun
{
    P pdu{};            //!< their PDU
    D damage{};         //!< inverted payload bits of a run of one cell, or null
    int64_t arrival{0}; //!< time step at which the last bit of the first cell arrives
    int64_t spacing{0}; //!< time steps from cell to cell; of a single cell without meaning
    uint32_t first{0};  //!< index in the PDU of the first cell
    uint32_t count{0};  //!< number of cells
    bool clp{false};    //!< their loss priority
    bool efci{false};   //!< their congestion indication

    /// @param t time step @return number of cells that arrive up to then
    uint32_t CountUpTo(int64_t t) const
    {
        if (arrival > t)
        {
            return 0;
        }
        if (count == 1 || t >= arrival + (count - 1) * spacing)
        {
            return count;
        }
        return static_cast<uint32_t>((t - arrival) / spacing) + 1;
    }

    /// @param n number of leading cells to drop
    void Skip(uint32_t n)
    {
        arrival += n * spacing;
        first += n;
        count -= n;
    }

    /// @param i cell of the run @param n number of cells from there @return these cells
    BasicCellRun<AtmPdu*, CellDamage*> GetPart(uint32_t i, uint32_t n) const
    {
        return {Peek(pdu), Peek(damage), arrival + i * spacing, spacing, first + i, n, clp, efci};
    }

    /// @return whether the last cell is the last one of its PDU
    bool EndsPdu() const
    {
        return first + count == pdu->GetNCells();
    }

    /**
     * @param vc their label
     * @param n number of leading cells, 1..64
     * @param offset time steps from the first bit sent to the last bit received
     * @return the first n cells of the run
     */
    CellBurst MakeBurst(AtmVcId vc, uint32_t n, int64_t offset) const
    {
        const uint64_t all = ~uint64_t{0} >> (CellBurst::MAX_CELLS - n);
        CellBurst burst;
        burst.pdu = pdu;
        burst.damage = damage;
        burst.vc = vc;
        burst.first = first;
        burst.count = n;
        burst.start = arrival - offset;
        burst.spacing = spacing;
        burst.clp = clp ? all : 0;
        burst.efci = efci ? all : 0;
        return burst;
    }

  private:
    /// @param p a pointer @return the same
    template <typename T>
    static T* Peek(T* p)
    {
        return p;
    }

    /// @param p a pointer @return the same, without a reference
    template <typename T>
    static T* Peek(const Ptr<T>& p)
    {
        return PeekPointer(p);
    }
};

/// Cells that are kept, with references to their PDU.
using CellRun = BasicCellRun<Ptr<AtmPdu>, Ptr<CellDamage>>;

/// Cells whose PDU somebody else keeps: costs nothing to copy, and is valid during a call only.
using CellSpan = BasicCellRun<AtmPdu*, CellDamage*>;
} // namespace hsn
} // namespace ns3

#endif // CELL_RUN_H
