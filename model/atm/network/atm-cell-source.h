// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_CELL_SOURCE_H
#define ATM_CELL_SOURCE_H

#include "ns3/atm-change.h"
#include "ns3/atm-pdu.h"
#include "ns3/cell-run.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Says when the cells of a generator of background traffic are ready to leave.
 *
 * An AtmSourcePort sends the cells. It takes one after another, as many as somebody asks it for, so
 * a source needs no events; what it draws must not depend on when it is asked. The next cell is
 * always drawn ahead.
 *
 * Cells belong to no adaptation layer (AtmRawPdu). A derived class implements Draw(), and calls
 * SetNext() there. It may draw random numbers; all changes of its settings go through an AtmChange.
 */
class AtmCellSource : public Object
{
  public:
    /// A cell that is ready.
    struct Cell
    {
        int64_t ready{ATM_NEVER}; //!< time step from which on it may leave; ATM_NEVER: no cell
        AtmPdu* pdu{nullptr};     //!< unit that it belongs to, kept by the source
        uint32_t index{0};        //!< its place there
    };

    /// What a source has sent.
    struct Counters
    {
        uint64_t units{0}; //!< units (messages) of which the first cell was sent
        uint64_t cells{0}; //!< cells sent
    };

    /// Cells of a unit, at most.
    static constexpr uint32_t MAX_UNIT = 65535;

    /// @return the TypeId
    static TypeId GetTypeId();

    ~AtmCellSource() override;

    /// @return what was sent before now
    const Counters& GetCounters() const;

    /**
     * @brief Gives its random variables their streams.
     * @param stream the first
     * @return how many were taken
     */
    virtual int64_t AssignStreams(int64_t stream);

    /**
     * @name For who sends the cells
     * @{
     */

    /// @return when it starts
    Time GetStartTime() const;

    /**
     * @brief Draws the first cell; ends the program with a message if its settings make no sense.
     * @param now present time step
     * @param slot time steps of a cell on its link
     * @param rate of its link
     */
    void Begin(int64_t now, int64_t slot, DataRate rate);

    /// @return time step at which it stops, or ATM_NEVER; known once it has begun
    int64_t GetStop() const
    {
        return m_stop;
    }

    /// @return the next cell
    const Cell& GetNext() const
    {
        return m_next;
    }

    /// The next cell was taken: draws the one after it. @return the cell that was taken
    Cell Take()
    {
        const Cell taken = m_next;
        m_counters->units += taken.index == 0 ? 1 : 0;
        ++m_counters->cells;
        Draw();
        if (m_next.ready >= m_stop)
        {
            return End(taken);
        }
        return taken;
    }

    /** @} */

  protected:
    void DoDispose() override;

    /**
     * @brief Prepares for the first Draw().
     * @param now time step at which it starts
     * @param slot time steps of a cell on its link
     * @param rate of its link
     * @return whether there are cells at all; if not, Draw() is never called
     */
    virtual bool DoBegin(int64_t now, int64_t slot, DataRate rate) = 0;

    /// Draws the next cell, and calls SetNext().
    virtual void Draw() = 0;

    /// @param ready time step from which on the next cell may leave @param pdu unit it belongs to
    /// @param index its place there
    void SetNext(int64_t ready, AtmPdu* pdu, uint32_t index)
    {
        m_next.ready = ready;
        m_next.pdu = pdu;
        m_next.index = index;
    }

    /// @param cells of a unit, 1 to MAX_UNIT @return what such units refer to
    AtmPdu* GetUnit(uint32_t cells)
    {
        return cells < m_units.size() && m_units[cells] ? PeekPointer(m_units[cells])
                                                        : MakeUnit(cells);
    }

  private:
    /// @param cells of a unit @return what such units refer to, new
    AtmPdu* MakeUnit(uint32_t cells);
    /// There are no more cells. @param last taken, the last one @return the same, with an event
    Cell End(Cell last);

    Time m_startTime;                 //!< of the first cell, or the time from which on it is drawn
    Time m_stopTime;                  //!< no cell from then on; 0: never
    int64_t m_stop{ATM_NEVER};        //!< the same, time steps
    Cell m_next;                      //!< drawn ahead
    AtmLazy<Counters> m_counters;     //!< what was sent
    std::vector<Ptr<AtmPdu>> m_units; //!< by their cells
    Ptr<AtmPdu> m_lastUnit;           //!< of the last cell
    bool m_hasBegun{false};           //!< Begin() was called
};
} // namespace hsn
} // namespace ns3

#endif // ATM_CELL_SOURCE_H
