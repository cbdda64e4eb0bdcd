// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_BUFFER_H
#define BURST_BUFFER_H

#include "burst-feed.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-output-port.h"
#include "ns3/cell-discard-policy.h"

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
        feed.NoteSent();
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
};
} // namespace hsn
} // namespace ns3

#endif // BURST_BUFFER_H
