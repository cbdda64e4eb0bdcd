// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_LANE_H
#define CELL_LANE_H

#include "cell-run.h"

#include "ns3/atm-pdu.h"
#include "ns3/atm-vc-id.h"
#include "ns3/ptr.h"
#include "ns3/reusable-event.h"
#include "ns3/ring-buffer.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
class BurstLink;
class CellLane;

/**
 * @ingroup hsn-atm
 * @brief Takes the cells of a lane in the burst engine.
 */
class CellSink
{
  public:
    virtual ~CellSink() = default;

    /// @param lane became non-empty; its cells may still be on their way
    virtual void NotifyCells(CellLane& lane)
    {
    }

    /// @param lane needs more storage unless cells that have arrived are taken, which is no duty
    virtual void NotifyFull(CellLane& lane)
    {
    }

    /// @param lane has become so long that an event in which its cells are taken costs less than
    /// their storage
    virtual void NotifyLong(CellLane& lane)
    {
    }

    /// @param lane has a cell that arrives now and may have consequences now
    virtual void NotifyArrival(CellLane& lane) = 0;

    /// @param lane its sender has taken cells back that had not arrived
    virtual void NotifyWithdrawn(CellLane& lane)
    {
    }

    /// @param lane another sink takes its cells from now on
    virtual void NotifyLost(CellLane& lane)
    {
    }

    /// @return whether every cell has consequences when it arrives
    virtual bool WantsEvents() const
    {
        return false;
    }

    /// @param arrival of a cell, time steps @return time step at which it is decided on
    virtual int64_t GetDue(int64_t arrival) const
    {
        return arrival;
    }
};

/**
 * @ingroup hsn-atm
 * @brief The cells of one VC on one direction of a link, as runs, in order: burst engine.
 *
 * The sender appends cells as soon as nothing can change them any more, which may be before they
 * leave; the sink takes those that have arrived when somebody must know. The lane has an event only
 * at the arrival of cells that may have consequences at that time: the cells of a PDU from
 * AtmPdu::GetNotableFrom() on, the first cell of every PDU once the VC has carried one of another
 * adaptation layer than AAL5, damaged cells, and every cell if the sink wants events.
 */
class CellLane
{
  public:
    /**
     * @param link the link
     * @param end its sending end
     * @param label of the VC there
     * @param context node of the receiver
     */
    CellLane(BurstLink* link, uint32_t end, AtmVcId label, uint32_t context);

    /**
     * @brief A lane inside a switch: it has no events, and its sink is fixed.
     * @param sink takes the cells
     * @param label of the VC
     */
    CellLane(CellSink* sink, AtmVcId label);

    ~CellLane();
    CellLane(const CellLane&) = delete;
    CellLane& operator=(const CellLane&) = delete;

    /// @return label of the VC
    AtmVcId GetLabel() const
    {
        return m_label;
    }

    /// @param sink a sink @return whether it takes the cells
    bool HasSink(const CellSink* sink) const
    {
        return m_sink == sink;
    }

    /// @return whether these are the cells of a link
    bool IsOfLink() const
    {
        return m_link != nullptr;
    }

    /// @return the sending end of its link
    uint32_t GetEnd() const
    {
        return m_end;
    }

    /// @return whether there is no cell
    bool Empty() const
    {
        return m_runs.Empty();
    }

    /// @return the oldest run; there must be one
    const CellRun& Front() const
    {
        return m_runs.Front();
    }

    /// @return time step at which the first cell behind the oldest run arrives, or ATM_NEVER
    int64_t GetSecondArrival() const
    {
        return m_runs.Size() > 1 ? m_runs.At(1).arrival : ATM_NEVER;
    }

    /// @return time step at which the last cell arrives, or -1 if there is none
    int64_t GetLastArrival() const;

    /// @param cells appended; they arrive after all others of the lane
    void Append(const CellSpan& cells)
    {
        if (!m_sink)
        {
            Resolve();
        }
        bool empty = m_runs.Empty();
        if (empty || cells.damage || !Extend(cells))
        {
            if (m_runs.IsFull())
            {
                m_sink->NotifyFull(*this);
                empty = m_runs.Empty();
            }
            m_runs.Push(CellRun{cells.pdu,
                                cells.damage,
                                cells.arrival,
                                cells.spacing,
                                cells.first,
                                cells.count,
                                cells.clp,
                                cells.efci});
            if (m_runs.Size() % LONG == 0)
            {
                m_sink->NotifyLong(*this);
            }
        }
        if (m_link &&
            (m_every || cells.damage || cells.first + cells.count > cells.pdu->GetNotableFrom() ||
             m_latest || cells.pdu->HasNotableFirst()))
        {
            Announce(cells);
        }
        if (empty)
        {
            m_sink->NotifyCells(*this);
        }
    }

    /// @param n number of cells to remove from the oldest run, at most all of it
    void Take(uint32_t n);

    /**
     * @brief Takes back the part of the youngest run that arrives from some time on.
     * @param from time step
     * @param run becomes what was taken back
     * @return false if there is nothing
     */
    bool Withdraw(int64_t from, CellRun& run);

    /**
     * @brief Takes all cells back that arrive from some time on, and tells the sink.
     * @tparam F function of const CellRun&
     * @param from time step
     * @param f called with each of them, a run of one cell; in no particular order
     */
    template <typename F>
    void WithdrawCells(int64_t from, F f)
    {
        bool any = false;
        for (CellRun run; Withdraw(from, run);)
        {
            any = true;
            for (; run.count > 0; run.Skip(1))
            {
                CellRun cell = run;
                cell.count = 1;
                f(cell);
            }
        }
        if (any && m_sink)
        {
            m_sink->NotifyWithdrawn(*this);
        }
    }

    /**
     * @brief Has the sink called at the arrival of a cell that has not been appended yet.
     * @param arrival of the cell, not before now, time steps
     */
    void Expect(int64_t arrival);

    /// @param pdu every cell of which needs an event from now on
    void Await(const AtmPdu& pdu);

    /// Has the sink called again now, after the other events of this time step.
    void Again();

    /// Has the sink called when the last cell arrives, if that is in the future.
    void ExpectTail();

    /// Loses its cells, its events and its sink: the link is disposed of.
    void Cut();

    /// Finds its sink, anew if connections have changed.
    void Resolve();

    /// @return whether every cell has consequences when it arrives, found out anew
    bool WantsEvents();

    /// @return whether every cell has consequences when it arrives
    bool HasEvents()
    {
        if (!m_sink)
        {
            Resolve();
        }
        return m_every;
    }

    /// @return whether there was a PDU that is not AAL5's
    bool IsMixed() const
    {
        return m_latest != nullptr;
    }

    /**
     * @param pdu a PDU
     * @return whether its next cell has consequences because it is the first one to arrive
     */
    bool IsNotableFirst(const AtmPdu* pdu) const
    {
        return (m_latest || pdu->HasNotableFirst()) && PeekPointer(m_latest) != pdu;
    }

    /// @param from time step @return cells that arrive from then on
    uint64_t CountFrom(int64_t from) const;

    /// @return bytes that its storage takes
    std::size_t GetStorage() const
    {
        return m_runs.GetCapacity() * sizeof(CellRun);
    }

  private:
    static constexpr std::size_t LONG = 1024; //!< runs, a multiple of which makes a lane long

    /// @param cells appended to the youngest run if they continue it @return whether they do
    bool Extend(const CellSpan& cells)
    {
        CellRun& back = m_runs.Back();
        if (PeekPointer(back.pdu) != cells.pdu || back.first + back.count != cells.first ||
            back.clp != cells.clp || back.efci != cells.efci || back.damage)
        {
            return false;
        }
        const int64_t gap = cells.arrival - (back.arrival + (back.count - 1) * back.spacing);
        if ((cells.count > 1 && gap != cells.spacing) || (back.count > 1 && gap != back.spacing))
        {
            return false;
        }
        back.spacing = gap;
        back.count += cells.count;
        return true;
    }

    /// @param cells just appended: schedules the events that they need
    void Announce(const CellSpan& cells);
    /// Schedules what cells in the lane may need of events, whatever was scheduled.
    void Reannounce();
    /// @param run in the lane @param i its first cell for which an event is scheduled anew
    void ScheduleFrom(const CellRun& run, uint32_t i);
    /// @param arrival of a cell at which the sink is called
    void Schedule(int64_t arrival);
    /// The event.
    void Arrive();

    BurstLink* m_link{nullptr}; //!< the link, or null
    uint32_t m_end{0};          //!< sending end
    AtmVcId m_label;            //!< of the VC
    uint32_t m_context{0};      //!< node of the receiver
    CellSink* m_sink{nullptr};  //!< takes the cells, or not known yet
    RingBuffer<CellRun> m_runs; //!< oldest first
    bool m_every{false};        //!< every cell is announced
    bool m_resolving{false};    //!< WantsEvents is running (VCs may form a loop)
    int64_t m_expected{-1};     //!< time step announced by Expect
    int64_t m_scheduled{-1};    //!< latest time step for which there is an event
    Ptr<AtmPdu> m_latest;       //!< PDU appended last, once there was one that is not AAL5's
    ReusableEvent<CellLane, &CellLane::Arrive> m_timer; //!< arrivals
};
} // namespace hsn
} // namespace ns3

#endif // CELL_LANE_H
