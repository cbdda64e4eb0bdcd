// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_OUTPUT_H
#define BURST_OUTPUT_H

#include "burst-buffer.h"
#include "burst-feed.h"
#include "burst-heap.h"
#include "burst-rounds.h"

#include "ns3/reusable-event.h"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmSwitch;
class AtmSwitchPort;
class BurstInlet;

/**
 * @ingroup hsn-atm
 * @brief An output of a switch in the burst engine: merges the cells of all inputs when somebody
 * must know, and has its buffer decide on them.
 *
 * The fate of a cell at a first-in-first-out output depends only on the cells that arrive before
 * it. So nothing happens when a cell arrives. Advance() asks the senders of all inputs for the
 * cells that they have sent so far, and merges these in the order of their arrival (ties: see
 * AtmSwitch).
 *
 * Where the output works cell by cell (AtmChannel::IsLive), cells are merged in the same way, but
 * each has an event at its arrival and enters the buffers of AtmOutputPort.
 */
class BurstOutput : public CellsAhead
{
  public:
    /**
     * @param owner the switch
     * @param port the port, whose link must be there when cells arrive
     */
    BurstOutput(AtmSwitch& owner, AtmSwitchPort& port);

    BurstOutput(const BurstOutput&) = delete;
    BurstOutput& operator=(const BurstOutput&) = delete;

    /// @param feed leads here; called by its constructor
    void AddFeed(BurstFeed& feed);

    /// @param inlet has cells for this output, and must hand them out before the output decides
    void AddInlet(BurstInlet* inlet);

    /// @param t time step, not after now; decides on every cell that arrives up to then
    void Advance(int64_t t);

    /// @param t time step, not after now; every cell that leaves up to then is on the link
    void SendUpTo(int64_t t)
    {
        if (!m_buffer.IsBusyAfter(t)) // else what arrives by then leaves later
        {
            Advance(t);
        }
    }

    /// A cell arrives now whose arrival may have consequences now.
    void Arrive();

    /// @param due time step, not before now, at which Arrive() is called
    void ArriveAt(int64_t due);

    /// A lane of cells for this output is long: what has arrived is decided on, although nobody
    /// asks.
    void NotifyLong();

    uint32_t GetNWaiting() const override
    {
        return m_buffer.GetNWaiting(m_decided);
    }

    /// @return whether all connections that lead here are of one service category
    bool IsSingleCategory() const;

    /// Takes the cells back that leave from now on. All cells before now must be decided on.
    void Withdraw();

    /// Sends the cells that Withdraw() took back, by the present rate and delay.
    void Restore();

    /// Gives the cells that Withdraw() took back to the buffers: cell by cell from now on.
    void HandOver();

    /// The port is disposed.
    void Close();

    /// Has an event at the end of the slot, if cells wait for it.
    void AwaitSlot();

    /// Reads the settings of the buffer and the link.
    void Configure();

    /// @return what was changed without an AtmChange; empty: nothing
    std::string FindOmission() const
    {
        return m_buffer.FindOmission();
    }

    /**
     * @name For feeds
     * @{
     */

    /// @return the switch
    AtmSwitch& GetSwitch() const
    {
        return m_owner;
    }

    /// @param label of a VC behind the output @return its lane
    CellLane& GetOutLane(AtmVcId label) const;

    /// @param label of a VC behind the output @return whether each of its cells needs an event
    bool WantsEvents(AtmVcId label) const;

    /// @param feed had no cells and has some now
    void NotifyCells(BurstFeed& feed)
    {
        m_fresh.push_back(&feed);
    }

    /// Cells that a feed had are gone: the order of feeds has to be worked out anew.
    void NotifyReordered()
    {
        m_isReordered = true;
    }

    /**
     * @param pdu has lost its first cells, so that the next one to be let in matters when it
     * arrives behind the output. When that one comes is not known: nobody may have been asked for
     * it yet, and it may come at any distance. So each cell has an event from now on.
     */
    void NotifyBeheaded(Ptr<AtmPdu> pdu)
    {
        m_beheaded.push_back(pdu);
    }

    /** @} */

  private:
    /// The event that ArriveAt() schedules.
    void OnTime();
    /// @param t time step up to which the cells of all inputs are fetched
    void Gather(int64_t t);
    /// @param t time step up to which fetched cells are decided on
    void Merge(int64_t t);
    /// @param due time step at which several feeds have a cell @param t as for Merge
    void MergeTied(int64_t due, int64_t t);
    /**
     * @brief Decides on the cells of tied feeds that keep arriving together.
     * @param due time step of the first ones; the feeds are in m_group
     * @param t as for Merge
     * @return false if they do not keep together; nothing was done then
     */
    bool MergeLockstep(int64_t due, int64_t t);
    /**
     * @brief Counts the cells that the feeds in m_group have at the same distance.
     * @param due time step of the first ones
     * @param spacing their distance
     * @param until time step up to which they are counted
     * @return how many each feed has, at least; 0 if they do not keep together
     */
    uint32_t CountRounds(int64_t due, int64_t spacing, int64_t until) const;
    /// Puts the feeds into the heap that have got cells since the last time.
    void TakeFresh();
    /// @param feed its first cells are decided on @param n how many @param due of the first one
    void Enter(BurstFeed& feed, uint32_t n, int64_t due);
    /// Enter where the output works cell by cell; parameters as there
    void EnterLive(BurstFeed& feed, uint32_t n);
    /// @param feed its first cells are decided on now @param n how many
    void CountArrived(const BurstFeed& feed, uint32_t n);

    AtmSwitch& m_owner;                    //!< the switch
    AtmSwitchPort& m_port;                 //!< the port
    BurstBuffer m_buffer;                  //!< decides
    BurstHeap m_heap;                      //!< feeds with cells
    std::vector<AtmSwitchPort*> m_inputs;  //!< ports from which connections lead here
    std::vector<BurstFeed*> m_feeds;       //!< all of them
    std::vector<BurstInlet*> m_inlets;     //!< have cells
    std::vector<BurstFeed*> m_fresh;       //!< have cells, not in the heap yet
    std::vector<Ptr<AtmPdu>> m_beheaded;   //!< see NotifyBeheaded
    BurstRounds m_rounds;                  //!< merges feeds that keep together
    BurstRounds::Group m_group;            //!< feeds that are merged together
    std::unordered_set<uint32_t> m_labels; //!< of the VCs behind the output
    std::unordered_set<uint32_t> m_merged; //!< those of several connections, whose order matters
    uint32_t m_categories{0};              //!< service categories used here, a bit for each
    int64_t m_decided{-1};                 //!< time step up to which cells are decided on
    int64_t m_mostSteps{ATM_NEVER};        //!< time steps by which it advances at most
    int64_t m_lookahead{1};                //!< least time from leaving a sender to arriving here
    uint32_t m_lastInput{0};               //!< input whose cell was let in last
    bool m_isAsking{false};                //!< inputs are being asked
    bool m_isCyclic{false};                //!< an input depends on this output
    bool m_isReordered{false};             //!< see NotifyReordered
    ReusableEvent<BurstOutput, &BurstOutput::OnTime> m_again; //!< end of a slot
};
} // namespace hsn
} // namespace ns3

#endif // BURST_OUTPUT_H
