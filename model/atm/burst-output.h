// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_OUTPUT_H
#define BURST_OUTPUT_H

#include "atm-output-port.h"
#include "cell-discard-policy.h"
#include "cell-lane.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmSwitch;
class AtmSwitchPort;
class BurstInlet;
class BurstOutput;

/**
 * @ingroup hsn-atm
 * @brief One leg of a connection in the burst engine: from a lane of an input to an output.
 */
class BurstFeed : public CellSink
{
  public:
    /**
     * @param output where it leads
     * @param input number of the port its cells come in
     * @param order among the legs of its connection
     * @param label of the VC behind the output
     * @param category buffer it uses
     * @param state memory of the discard policy
     */
    BurstFeed(BurstOutput& output,
              uint32_t input,
              uint32_t order,
              AtmVcId label,
              AtmServiceCategory category,
              CellDiscardState& state);

    void NotifyCells(CellLane& lane) override;
    void NotifyArrival(CellLane& lane) override;
    void NotifyWithdrawn(CellLane& lane) override;
    void NotifyLost(CellLane& lane) override;
    bool WantsEvents() const override;
    int64_t GetDue(int64_t arrival) const override;

    /// The last cells let in may have lost the end of their PDU: they get an event all the same.
    void ExpectTail();

  private:
    friend class BurstOutput;

    BurstOutput& m_output;               //!< where it leads
    CellLane* m_in{nullptr};             //!< cells that wait to be decided on
    CellLane* m_out{nullptr};            //!< cells that were let in, or not known yet
    const uint32_t m_input;              //!< port they come in
    const uint32_t m_order;              //!< leg of its connection
    const AtmVcId m_label;               //!< behind the output
    const AtmServiceCategory m_category; //!< buffer
    CellDiscardState& m_state;           //!< memory of the discard policy
    Ptr<AtmPdu> m_beheaded; //!< PDU whose first cells were refused, so that the next one matters
    bool m_followed{false}; //!< the output has an event for that
    bool m_listed{false};   //!< the output knows that there are cells
};

/**
 * @ingroup hsn-atm
 * @brief An output of a switch in the burst engine: decides on cells when somebody has to know.
 *
 * The fate of a cell at a first-in-first-out output depends on the cells that arrive up to then
 * only. So nothing is done when a cell arrives; Advance() asks the senders of all inputs for the
 * cells they sent so far, merges them in the order of their arrival (ties by the rule of
 * AtmSwitch), and decides on them in a plain loop. The buffer is not filled: when the cell let in
 * last ends its transmission tells how many wait, and when the next one leaves.
 *
 * Where the output works cell by cell (AtmChannel::IsLive), the cells are merged in the same way,
 * but every cell has an event at its arrival and is put into the buffers of AtmOutputPort.
 */
class BurstOutput
{
  public:
    /**
     * @param owner the switch
     * @param port the port, whose link must be there when cells come
     */
    BurstOutput(AtmSwitch& owner, AtmSwitchPort& port);

    BurstOutput(const BurstOutput&) = delete;
    BurstOutput& operator=(const BurstOutput&) = delete;

    /// @param input a port from which a connection leads here
    void AddInput(AtmSwitchPort* input);

    /// @param inlet has cells for this output that it must hand out first
    void AddInlet(BurstInlet* inlet);

    /// @param t time step, not after now; every cell that leaves up to then is decided on
    void Advance(int64_t t);

    /// An arrival that may have consequences is due now.
    void Arrive();

    /// @param due time step, not before now, at which Arrive() is called
    void ArriveAt(int64_t due);

    /// Has events for cells that may have become the first ones of their PDU to be let in.
    void Follow();

    /// @return cells that wait, as far as cells have been decided on
    uint32_t GetNWaiting() const;

    /// @return whether no category but one is used here
    bool IsSingleCategory() const;

    /**
     * @brief Takes the cells back that leave from now on.
     *
     * Everything before now must be settled.
     */
    void Withdraw();

    /// Decides anew when the cells leave that Withdraw() took back; rate or delay have changed.
    void Restore();

    /// Gives the cells that Withdraw() took back to the buffers: from now on cell by cell.
    void HandOver();

    /// The port is no more.
    void Close();

    /// Reads the settings of the buffer, and what the link is like.
    void Configure();

  private:
    friend class BurstFeed;

    /// A feed by the time of its next cell.
    struct Head
    {
        int64_t due;     //!< when its next cell is looked at
        BurstFeed* feed; //!< it
    };

    /// A cell that was taken back.
    struct Withdrawn
    {
        int64_t start;  //!< when it was to leave
        CellRun run;    //!< it
        CellLane* lane; //!< where it was
    };

    /// @param t time step up to which the cells of all inputs are fetched
    void Gather(int64_t t);
    /// @param t time step up to which fetched cells are decided on
    void Merge(int64_t t);
    /// @param due time step at which several feeds have a cell
    /// @param t as for Merge
    void MergeTied(int64_t due, int64_t t);
    /**
     * @brief Lets tied feeds whose cells keep arriving together in, time step after time step.
     * @param due time step of the first ones; the feeds are in the group
     * @param t as for Merge
     * @return false if they do not keep together; nothing was done then
     */
    bool MergeLockstep(int64_t due, int64_t t);
    /// @param feed takes its place in the heap again, if it has cells
    void Requeue(BurstFeed& feed);
    /// Takes the feeds that have cells since the last time into the heap.
    void TakeFresh();
    /// @param feed gets its place in the heap
    void Push(BurstFeed* feed);
    /// The soonest head has another time now, or no cells any more.
    void Renew();
    /// @param top goes into the heap in the place of the soonest head
    void ReplaceTop(const Head& top);
    /// Takes the soonest head out of the heap.
    void PopTop();
    /// @param feed its front run's first cells @param n how many @param due when the first is due
    void Enter(BurstFeed& feed, uint32_t n, int64_t due);
    /// Enter for a single cell of a run; parameters as there, @param run the run @param i which
    /// @return whether it was let in
    bool EnterCell(BurstFeed& feed, const CellRun& run, uint32_t i, int64_t due);
    /// Enter for cells of a run, spaced as they arrive; parameters as there
    void EnterRun(BurstFeed& feed, const CellRun& run, uint32_t n);
    /**
     * @brief Lets cells in as long as there is room.
     * @param feed theirs
     * @param run theirs
     * @param i first of them
     * @param n how many
     * @param limit backlog up to which a cell finds room, time steps
     * @return how many were let in
     */
    uint32_t Accept(BurstFeed& feed, const CellRun& run, uint32_t i, uint32_t n, int64_t limit);
    /// Gives cells to the link. @param start first bit of the first one leaves; else as Accept
    void Send(BurstFeed& feed,
              const CellRun& run,
              uint32_t i,
              uint32_t n,
              int64_t start,
              int64_t spacing);
    /// @param feed theirs @param run theirs @param i first refused @param n how many @param reason
    /// why
    void Refuse(BurstFeed& feed,
                const CellRun& run,
                uint32_t i,
                uint32_t n,
                CellDiscardReason reason);
    /// @param feed its front run's first cells are looked at @param n how many
    void CountArrived(const BurstFeed& feed, uint32_t n);
    /// Enter where the output works cell by cell; parameters as there
    void EnterLive(BurstFeed& feed, uint32_t n);
    /// Refuse for cells before which none of their PDU was let in; parameters as there
    void NoteBeheaded(BurstFeed& feed, const CellRun& run, uint32_t i, uint32_t n);
    /// @param feed a feed @return the link that its cells come by
    const AtmChannel& GetChannel(const BurstFeed& feed) const;
    /// @param feed a feed @return the lane behind the output
    CellLane& GetOutLane(BurstFeed& feed);

    AtmSwitch& m_owner;                   //!< the switch
    AtmSwitchPort& m_port;                //!< the port
    std::vector<AtmSwitchPort*> m_inputs; //!< ports from which connections lead here
    std::vector<BurstInlet*> m_inlets;    //!< have cells
    std::vector<BurstFeed*> m_fresh;      //!< have cells, not in the heap yet
    std::vector<Head> m_heap;             //!< have cells, soonest first
    std::vector<std::pair<uint32_t, BurstFeed*>> m_group; //!< tied feeds by their turn
    std::vector<BurstFeed*> m_feeds;                      //!< all that have sent
    std::vector<BurstFeed*>
        m_beheaded;         //!< have lost the first cells of a PDU, and its next one matters
    int64_t m_followAt{-1}; //!< time step of Follow's event
    std::vector<Withdrawn> m_withdrawn; //!< taken back
    uint32_t m_categories{0};           //!< used here, a bit for each
    Ptr<AtmCellQueue> m_queue;          //!< buffer of the only category
    CellDiscardRule m_rule;             //!< of its policy
    int64_t m_cellTime{0};              //!< of the link, time steps
    int64_t m_offset{0};                //!< from first bit sent to last bit arrived
    int64_t m_full{0};                  //!< backlog above which there is no room
    int64_t m_threshold{0};             //!< backlog above which the policy's threshold is reached
    int64_t m_freeAt{0};                //!< when all cells let in will have left
    int64_t m_oldRateUntil{-1};         //!< step before the end of the cell that was being sent
                                        //!< when the rate was changed: waiting ones are as many
    int64_t m_decided{-1};              //!< time step up to which cells are decided on
    int64_t m_lookahead{1};             //!< least time from leaving a sender to arriving here
    uint32_t m_lastInput{0};            //!< input whose cell was let in last
    bool m_live{true};                  //!< works cell by cell
    bool m_asking{false};               //!< inputs are being asked
    bool m_cyclic{false};               //!< an input depends on this output
    bool m_regroup{false};              //!< heads are to be looked at anew
    AtmTimer<BurstOutput, &BurstOutput::Arrive> m_again; //!< end of a slot
};
} // namespace hsn
} // namespace ns3

#endif // BURST_OUTPUT_H
