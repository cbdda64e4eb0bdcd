// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_CLASS_POLICY_H
#define CELL_CLASS_POLICY_H

#include "cell-discard-policy.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/// Classes that a CellClassPolicy tells apart, at most.
static constexpr uint32_t CELL_CLASSES = 4;

/**
 * @ingroup hsn-atm
 * @brief Cells in a buffer, by class.
 */
struct CellClassCounts
{
    uint32_t total{0};                            //!< all
    std::array<uint32_t, CELL_CLASSES> cells{{}}; //!< by class
};

/**
 * @ingroup hsn-atm
 * @brief What is done with an arriving cell.
 */
struct CellClassDecision
{
    /// No cell has to go.
    static constexpr uint32_t NO_VICTIM = CELL_CLASSES;

    CellDiscardReason reason{CELL_ACCEPTED}; //!< why it is refused, or CELL_ACCEPTED
    uint32_t victim{NO_VICTIM}; //!< class whose youngest cell leaves the buffer for an accepted one
};

/**
 * @ingroup hsn-atm
 * @brief A policy that tells classes of cells apart, and may push a waiting cell out for an
 * arriving one.
 *
 * The buffer counts its cells by class, and finds the youngest one of a class in constant time.
 * The order of service does not change. In the burst engine an output with such a policy works
 * cell by cell.
 *
 * A derived class implements GetClass() and DecideByClass(). What it remembers of a VC is in the
 * CellGroupMemory, which it shares with the waiting cells of that VC.
 */
class CellClassPolicy : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param cell a cell @return its class, 0 to CELL_CLASSES - 1; 0 is the most important
    virtual uint32_t GetClass(const CellBurst& cell) const = 0;

    /**
     * @brief Decides on one cell.
     * @param cell the cell
     * @param cls its class
     * @param queued cells in the buffer
     * @param capacity cells that the buffer can hold
     * @param memory of the cell's VC
     * @return whether it enters, and which class loses its youngest cell for it; if the buffer is
     * full, it may be accepted only for such a victim
     */
    virtual CellClassDecision DecideByClass(const CellBurst& cell,
                                            uint32_t cls,
                                            const CellClassCounts& queued,
                                            uint32_t capacity,
                                            CellGroupMemory& memory) const = 0;

    /**
     * @brief A cell was pushed out.
     * @param cls its class
     * @param group CellGroupMemory::group when it entered
     * @param memory of its VC
     */
    virtual void NotifyPushedOut(uint32_t cls, uint32_t group, CellGroupMemory& memory) const;

    /// Decides as if all waiting cells were of the cell's own class.
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;

    const CellClassPolicy* GetClassPolicy() const override;

    /// @param state memory of a VC @return its part that waiting cells share
    static CellGroupMemory& GetMemory(CellDiscardState& state)
    {
        if (!state.group)
        {
            state.group = Create<CellGroupMemory>();
        }
        return *state.group;
    }
};

/**
 * @ingroup hsn-atm
 * @brief Four classes from two bits of the cell header: CLP, and a bit of the payload type.
 *
 * The class is 2 CLP + bit. The "extended cell loss priority" of Mehaoua, Boutaba and Pujolle takes
 * the bit beside CLP, with which AAL5 marks the last cell of a PDU (Auu); the congestion indication
 * (Efci) leaves that mark alone, but no switch on the way may set it.
 */
class ExClpPolicy : public CellClassPolicy
{
  public:
    /// The bit that extends CLP.
    enum Bit
    {
        EFCI, //!< congestion indication
        AUU   //!< user-to-user bit: the last cell of a PDU
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    uint32_t GetClass(const CellBurst& cell) const override;

    /**
     * @param cls class of an arriving cell @param queued cells in the buffer
     * @return the lowest class below it that has a cell, or NO_VICTIM
     */
    static uint32_t FindVictim(uint32_t cls, const CellClassCounts& queued);

    /**
     * @brief Decides by push-out alone.
     * @param cls class of the arriving cell
     * @param queued cells in the buffer
     * @param capacity cells that the buffer can hold
     * @return whether it enters, and for which victim
     */
    static CellClassDecision PushOut(uint32_t cls,
                                     const CellClassCounts& queued,
                                     uint32_t capacity);

  private:
    Bit m_bit{EFCI}; //!< which bit
};
} // namespace hsn
} // namespace ns3

#endif // CELL_CLASS_POLICY_H
