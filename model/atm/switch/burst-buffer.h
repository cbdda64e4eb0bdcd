// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_BUFFER_H
#define BURST_BUFFER_H

#include "burst-feed.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-output-port.h"
#include "ns3/cell-discard-policy.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmPort;

/**
 * @ingroup hsn-atm
 * @brief The only used buffer of an output in the burst engine: decides which cells are let in, and
 * when they leave.
 *
 * The buffer is not filled. With the link free from F on, a cell that is switched at t finds
 * ceil((F - t) / cell time) - 1 cells waiting; let in, it leaves at max(t, F).
 */
class BurstBuffer
{
  public:
    /// @param port whose output it is
    explicit BurstBuffer(AtmPort& port);

    BurstBuffer(const BurstBuffer&) = delete;
    BurstBuffer& operator=(const BurstBuffer&) = delete;

    /**
     * @brief Reads the settings of a buffer and its link.
     * @param queue the buffer
     * @param isLive whether the output works cell by cell, so that this class decides nothing
     */
    void Configure(Ptr<AtmCellQueue> queue, bool isLive);

    /// @return whether the output works cell by cell
    bool IsLive() const
    {
        return m_isLive;
    }

    /// The port is disposed.
    void Close()
    {
        m_isLive = true;
    }

    /**
     * @brief Decides on one cell.
     * @param feed its feed
     * @param cell starts with it
     * @param due time step at which it is switched
     * @return whether it was let in
     */
    bool Enter(BurstFeed& feed, const CellSpan& cell, int64_t due);

    /**
     * @brief Decides on cells that are switched when they arrive.
     * @param feed their feed
     * @param cells one or more
     * @return whether some were let in
     */
    bool EnterRun(BurstFeed& feed, CellSpan cells);

    /**
     * @brief Lets cells in of feeds that take turns, as long as each of them finds room.
     * @param feeds have cells at the same distance, in this order
     * @param begin the one whose cell comes first; after the last one comes that at 0
     * @param spacing from a cell of a feed to its next, time steps
     * @param round number of the first cell, the same of each feed, counted from 0
     * @param rounds cells of each feed, at most
     * @return cells of each feed that were let in; 0: nothing was done
     */
    uint32_t EnterRounds(const std::vector<BurstFeed*>& feeds,
                         uint32_t begin,
                         int64_t spacing,
                         uint32_t round,
                         uint32_t rounds);

    /// @return whether the policy decides on PDUs, not on cells
    bool DecidesOnPdus() const
    {
        return m_rule.kind == CellDiscardRule::PARTIAL || m_rule.kind == CellDiscardRule::EARLY;
    }

    /// @return whether somebody is told of each cell that is refused
    bool IsWatched() const
    {
        return m_queue->IsRunDiscardWatched();
    }

    /// @return the first time step at which a cell finds room, if none is let in before
    int64_t GetRoomFrom() const
    {
        return m_freeAt - m_full;
    }

    /// @param n cells that find no room, counted as refused; nobody must know which they are
    void RefuseFull(uint64_t n)
    {
        m_queue->CountIn(n);
        m_queue->CountRefused(CELL_BUFFER_FULL, n);
    }

    /**
     * @param state memory of a VC
     * @return why the rest of its PDU, but for the last cell, is refused whatever happens; or
     * CELL_ACCEPTED if it is not
     */
    CellDiscardReason GetRestReason(const CellDiscardState& state) const
    {
        if (m_rule.kind == CellDiscardRule::EARLY && state.refusing && !state.atPduStart)
        {
            return CELL_EARLY_PACKET;
        }
        const bool isDecided = m_rule.kind == CellDiscardRule::PARTIAL || !state.atPduStart;
        return DecidesOnPdus() && state.discarding && isDecided ? CELL_PARTIAL_PACKET
                                                                : CELL_ACCEPTED;
    }

    /// @param feed theirs @param cells of a PDU the rest of which is refused, but not its last one
    /// @param reason as GetRestReason() has it
    void RefuseRest(BurstFeed& feed, const CellSpan& cells, CellDiscardReason reason)
    {
        m_queue->CountIn(cells.count);
        Refuse(feed, cells, reason);
    }

    /// @param t time step @return whether all cells that leave up to then are on the link
    bool IsBusyAfter(int64_t t) const
    {
        return !m_isLive && m_freeAt > t;
    }

    /// @param decided time step up to which cells are decided on @return how many wait
    uint32_t GetNWaiting(int64_t decided) const;

    /// @param feeds whose cells that leave from now on are taken back
    void Withdraw(const std::vector<BurstFeed*>& feeds);

    /// Sends the cells that Withdraw() took back, by the present rate and delay.
    void Restore();

    /// @param output continues with the cells that Withdraw() took back, cell by cell
    void HandOver(AtmOutputPort& output);

    /// @return what was changed behind the engine's back; empty: nothing
    std::string FindOmission() const;

  private:
    /// A cell that was taken back.
    struct Withdrawn
    {
        int64_t start;  //!< time step at which its first bit was to leave
        CellRun run;    //!< the cell
        CellLane* lane; //!< its lane behind the output
    };

    /// @param clp loss priority of cells @return backlog up to which one finds room, time steps
    int64_t GetLimit(bool clp) const
    {
        if (m_rule.kind == CellDiscardRule::CLP && clp)
        {
            return m_threshold == 0 ? -ATM_NEVER : std::min(m_full, m_threshold);
        }
        return m_full;
    }

    /// @param feed a feed @param index of a cell in its PDU
    /// @return whether it is let in if there is room, and changes nothing for the next cells then
    bool IsOrdinary(const BurstFeed& feed, uint32_t index) const;

    /**
     * @brief Lets cells in as long as there is room.
     * @param feed their feed
     * @param cells none of them ends its PDU
     * @param limit backlog up to which a cell finds room, time steps
     * @return how many were let in
     */
    uint32_t Accept(BurstFeed& feed, const CellSpan& cells, int64_t limit);

    /**
     * @brief Gives cells to the link.
     * @param feed their feed
     * @param cells the cells
     * @param start time step at which the first bit of the first one leaves
     * @param spacing time steps from cell to cell
     */
    void Send(BurstFeed& feed, CellSpan cells, int64_t start, int64_t spacing)
    {
        cells.arrival = start + m_offset;
        cells.spacing = spacing;
        m_channel->Append(m_end, feed.GetOut(), cells);
    }

    /// @param feed theirs @param cells counted and traced as refused @param reason why
    void Refuse(BurstFeed& feed, const CellSpan& cells, CellDiscardReason reason);

    AtmPort& m_port;            //!< whose output it is
    AtmChannel* m_channel;      //!< its link
    uint32_t m_end{0};          //!< its end of the link
    Ptr<AtmCellQueue> m_queue;  //!< settings and counters
    CellDiscardRule m_rule;     //!< of its policy
    uint32_t m_capacity{0};     //!< cells that may wait
    int64_t m_cellTime{0};      //!< of the link, time steps
    int64_t m_offset{0};        //!< from first bit sent to last bit received
    int64_t m_full{0};          //!< backlog above which there is no room
    int64_t m_threshold{0};     //!< backlog above which the policy's threshold is reached
    int64_t m_freeAt{0};        //!< time step at which all cells let in will have left
    int64_t m_oldRateUntil{-1}; //!< last time step of the cell that was being sent when the rate
                                //!< changed: up to then the number that waits is constant
    bool m_isLive{true};        //!< see IsLive
    std::vector<Withdrawn> m_withdrawn; //!< taken back
    std::vector<int64_t> m_starts;      //!< of EnterRounds: when the cells of a round leave
};
} // namespace hsn
} // namespace ns3

#endif // BURST_BUFFER_H
