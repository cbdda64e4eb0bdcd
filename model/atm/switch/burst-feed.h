// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_FEED_H
#define BURST_FEED_H

#include "ns3/atm-output-port.h"
#include "ns3/atm-slot-clock.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/cell-lane.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
class AtmChannel;
class BurstOutput;

/**
 * @ingroup hsn-atm
 * @brief One leg of a connection in the burst engine: from a lane of an input to an output.
 */
class BurstFeed : public CellSink
{
  public:
    /// A leg.
    struct Leg
    {
        uint32_t input;              //!< number of the port at which its cells arrive
        uint32_t order;              //!< place among the legs of its connection
        AtmVcId label;               //!< of the VC behind the output
        AtmServiceCategory category; //!< buffer it uses
    };

    /**
     * @param output the output it leads to
     * @param leg what it is
     * @param state the discard policy's memory of it
     */
    BurstFeed(BurstOutput& output, const Leg& leg, CellDiscardState& state);

    void NotifyCells(CellLane& lane) override;
    void NotifyLong(CellLane& lane) override;
    void NotifyArrival(CellLane& lane) override;
    void NotifyWithdrawn(CellLane& lane) override;
    void NotifyLost(CellLane& lane) override;
    bool WantsEvents() const override;

    int64_t GetDue(int64_t arrival) const override
    {
        return m_slots.GetDue(arrival);
    }

    /// Has an event at the last cell let in, even if the end of its PDU was discarded.
    void ExpectTail();

    /// @return the leg
    const Leg& GetLeg() const
    {
        return m_leg;
    }

    /// @return the discard policy's memory
    CellDiscardState& GetState() const
    {
        return m_state;
    }

    /// @return whether cells wait for a decision
    bool HasCells() const
    {
        return m_in && !m_in->Empty();
    }

    /// @return lane of the cells that wait for a decision; there must be one
    CellLane& GetIn() const
    {
        return *m_in;
    }

    /// @return the oldest cells that wait for a decision; there must be some
    const CellRun& Front() const
    {
        return m_in->Front();
    }

    /// @return time step at which the oldest of these cells is switched
    int64_t GetFrontDue() const
    {
        return m_slots.GetDue(m_in->Front().arrival);
    }

    /// @return lane behind the output, or null as long as no cell got that far
    CellLane* FindOut() const
    {
        return m_out;
    }

    /// @return lane behind the output
    CellLane& GetOut()
    {
        if (!m_out)
        {
            FetchOut();
        }
        return *m_out;
    }

    /// @param arrival of a cell @return time steps from its first bit sent to its last bit arrived
    int64_t GetOffset(int64_t arrival) const;

    /// @param cells refused
    void NoteRefused(const CellSpan& cells);

    /// The output has taken its cells from the queue of those with cells.
    void Unlist()
    {
        m_isListed = false;
    }

  private:
    /// Finds the lane behind the output.
    void FetchOut();

    BurstOutput& m_output;       //!< the output it leads to
    const AtmSlotClock& m_slots; //!< of the switch
    const Leg m_leg;             //!< what it is
    CellDiscardState& m_state;   //!< the discard policy's memory
    CellLane* m_in{nullptr};     //!< cells that wait for a decision
    CellLane* m_out{nullptr};    //!< cells let in, or not known yet
    bool m_isListed{false};      //!< the output knows that there are cells
};
} // namespace hsn
} // namespace ns3

#endif // BURST_FEED_H
