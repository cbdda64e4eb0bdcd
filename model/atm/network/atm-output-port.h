// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_OUTPUT_PORT_H
#define ATM_OUTPUT_PORT_H

#include "cell-discard-policy.h"

#include "ns3/atm-change.h"
#include "ns3/cell-burst.h"
#include "ns3/object.h"
#include "ns3/reusable-event.h"
#include "ns3/ring-buffer.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmPort;

/**
 * @ingroup hsn-atm
 * @brief Cells that wait for an output of the burst engine, which decides on them in place of its
 * buffers.
 */
class CellsAhead
{
  public:
    virtual ~CellsAhead() = default;

    /// @return number of cells that wait, as far as cells have been decided on
    virtual uint32_t GetNWaiting() const = 0;
};
class CellClassIndex;

/**
 * @ingroup hsn-atm
 * @brief Service categories that a switch keeps apart, most urgent first.
 */
enum AtmServiceCategory
{
    ATM_CBR, //!< constant bit rate
    ATM_VBR, //!< variable bit rate
    ATM_UBR  //!< best effort
};

/// Number of service categories.
static constexpr uint32_t ATM_CATEGORIES = 3;

/**
 * @ingroup hsn-atm
 * @brief The buffer of one service category at one output.
 *
 * Holds up to MaxCells cells in order of arrival. DiscardPolicy decides which cells enter, and a
 * CellClassPolicy may push a waiting cell out for another. With an EfciThreshold, cells are told by
 * the congestion indication in their header (I.371, EFCI) that many are waiting; their receivers
 * see it. The output then works cell by cell. ns3::Queue is not used: it holds its items by
 * pointer, which costs an allocation per cell.
 */
class AtmCellQueue : public Object
{
  public:
    /// Cells counted; always in = out + discarded (all reasons) + GetNCells().
    struct Counters
    {
        uint64_t in{0};   //!< cells that wanted to enter
        uint64_t out{0};  //!< cells that left for the link
        uint64_t efci{0}; //!< of those let in: marked by EfciThreshold
        /// discarded ones, by CellDiscardReason; see Get()
        std::array<uint64_t, MAX_CELL_DISCARD_REASONS> discarded{{}};

        /// @param other counters, added @return the sum
        Counters& operator+=(const Counters& other);

        /// @param reason one of CellDiscardReason, not CELL_ACCEPTED, or a registered one
        /// @return cells discarded for it
        uint64_t Get(CellDiscardReason reason) const
        {
            return discarded.at(reason);
        }

        /// @return all discarded cells
        uint64_t GetDiscarded() const
        {
            return std::accumulate(discarded.begin(), discarded.end(), uint64_t{0});
        }

        /// @param os stream @param counters written, with the reasons that occurred @return os
        friend std::ostream& operator<<(std::ostream& os, const Counters& counters);
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmCellQueue();
    ~AtmCellQueue() override;

    /**
     * @brief Offers a cell to the buffer.
     * @param cell the cell, counted, and traced when it is refused
     * @param state the discard policy's memory of the VC
     * @return true if it is in
     */
    bool Enqueue(CellBurst& cell, CellDiscardState& state);

    /// @return the oldest cell, which is removed; there must be one
    CellBurst Dequeue();

    /// @return cells in the buffer, not counting the one that is being sent
    uint32_t GetNCells() const
    {
        return m_ahead ? GetNCellsAhead() : static_cast<uint32_t>(m_cells.Size()) - m_holes;
    }

    /// @return the counters
    Counters GetCounters() const;

    /// @return capacity, cells
    uint32_t GetCapacity() const
    {
        return m_maxCells;
    }

    /**
     * @name Burst engine
     * @{
     */

    /// @return what DiscardPolicy decides by; of kind OTHER if the policy, EfciThreshold, or a sink
    /// at one of the buffer's trace sources needs the cells one by one
    CellDiscardRule GetRule() const;

    /// @return TypeId's name of DiscardPolicy
    std::string GetPolicyName() const;

    /// @param ahead decides instead of the buffer, which stays empty; null: the buffer decides
    void SetAhead(CellsAhead* ahead)
    {
        m_ahead = ahead;
    }

    /// @param n cells counted as offered
    void CountIn(uint64_t n)
    {
        m_counters->in += n;
    }

    /// @param reason why cells were refused @param n how many
    void CountRefused(CellDiscardReason reason, uint64_t n);

    /// @return whether a sink is connected to RunDiscard
    bool IsRunDiscardWatched() const
    {
        return !m_runDiscardTrace.IsEmpty();
    }

    /// @param cell refused, for the sinks of RunDiscard @param reason why @param time time step
    void TraceRunDiscard(CellBurst& cell, CellDiscardReason reason, int64_t time);

    /// @param cells wait from now on: the buffer decides
    void TakeOver(const std::vector<CellBurst>& cells);

    /** @} */

    /**
     * @brief TracedCallback signature for discarded cells.
     * @param [in] cell the cell
     * @param [in] reason why it was refused
     */
    typedef void (*DiscardTracedCallback)(const CellBurst& cell, CellDiscardReason reason);

    /**
     * @brief TracedCallback signature for discarded cells with a time of their own.
     * @param [in] cell the cell
     * @param [in] reason why it was refused
     * @param [in] time when
     */
    typedef void (*RunDiscardTracedCallback)(const CellBurst& cell,
                                             CellDiscardReason reason,
                                             Time time);

  protected:
    void DoDispose() override;

  private:
    /// @param maxCells capacity
    void SetMaxCells(uint32_t maxCells);
    /// @param cells attribute EfciThreshold
    void SetEfciThreshold(uint32_t cells);
    /// @return attribute EfciThreshold
    uint32_t GetEfciThreshold() const;
    /// @param policy decides which cells are accepted
    void SetPolicy(Ptr<CellDiscardPolicy> policy);
    /// @return decides which cells are accepted
    Ptr<CellDiscardPolicy> GetPolicy() const;
    /// @param cell is let in: marked if more cells than EfciThreshold wait with it
    void Mark(CellBurst& cell);
    /// @return GetNCells in the burst engine
    uint32_t GetNCellsAhead() const;
    /// @param cell offered to a policy with classes @param state its memory of the VC
    /// @return true if it is in
    bool EnqueueByClass(CellBurst& cell, CellDiscardState& state);
    /// @param cell refused or pushed out @param reason why
    void Discard(CellBurst& cell, CellDiscardReason reason);
    /// @param cls class whose youngest cell is pushed out
    void PushOut(uint32_t cls);
    /// The policy has changed, or the cells: closes holes, and sorts cells by class if needed.
    void Classify();

    RingBuffer<CellBurst> m_cells;                   //!< waiting, oldest first
    const CellClassPolicy* m_classPolicy{nullptr};   //!< the policy if it has classes
    std::unique_ptr<CellClassIndex> m_index;         //!< cells by class, of a policy with classes
    uint32_t m_holes{0};                             //!< places in m_cells without a cell
    CellsAhead* m_ahead{nullptr};                    //!< decides beforehand, or null
    AtmSetting<uint32_t> m_maxCells;                 //!< capacity
    AtmSetting<uint32_t> m_efciThreshold;            //!< attribute EfciThreshold
    AtmSetting<Ptr<CellDiscardPolicy>> m_policy;     //!< decides which cells are accepted
    AtmLazy<Counters> m_counters;                    //!< what happened
    TracedCallback<uint32_t, uint32_t> m_fillTrace;  //!< cells waiting, before and now
    TracedCallback<const CellBurst&> m_enqueueTrace; //!< accepted
    TracedCallback<const CellBurst&> m_dequeueTrace; //!< left
    TracedCallback<const CellBurst&, CellDiscardReason> m_discardTrace; //!< refused
    /// refused, told perhaps later
    TracedCallback<const CellBurst&, CellDiscardReason, Time> m_runDiscardTrace;
};

/**
 * @ingroup hsn-atm
 * @brief The output side of a switch port: one buffer per service category, one link.
 *
 * Serves the most urgent category that has a cell, in order of arrival within it. Written rule
 * for equal times: a cell that ends its transmission at t leaves the link free at t, and the
 * next waiting cell leaves its buffer, before a cell that arrives at t is decided on.
 */
class AtmOutputPort : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AtmOutputPort();
    ~AtmOutputPort() override;

    /// @param port whose link is served; it must be attached
    void SetPort(Ptr<AtmPort> port);

    /**
     * @brief Replaces the buffer of a category; to be done before cells come.
     * @param category the category
     * @param queue its buffer
     */
    void SetQueue(AtmServiceCategory category, Ptr<AtmCellQueue> queue);

    /// @param category the category @return its buffer
    Ptr<AtmCellQueue> GetQueue(AtmServiceCategory category) const;

    /**
     * @brief A cell for this output arrives now.
     * @param cell the cell, with the label it has on this output's link
     * @param category whose buffer it goes to
     * @param state the discard policy's memory of its VC
     * @return true if it entered its buffer
     */
    bool Receive(CellBurst& cell, AtmServiceCategory category, CellDiscardState& state);

    /// @return cells waiting, of all categories
    uint32_t GetNCells() const;

    /// @return the counters of all categories together
    AtmCellQueue::Counters GetCounters() const;

    /// @return whether policies and trace sinks of all buffers allow decisions on runs of cells,
    /// and no cell waits that was decided on one by one: only Serve() sends those
    bool CanDecideAhead() const;

    /**
     * @brief Continues cell by cell where the burst engine stops.
     * @param queue holds the cells
     * @param cells wait now
     * @param freeAt time step from which on the link is free
     */
    void TakeOver(AtmCellQueue& queue, const std::vector<CellBurst>& cells, int64_t freeAt);

  protected:
    void DoDispose() override;

  private:
    /// @return the buffer of the constant bit rate category
    Ptr<AtmCellQueue> GetCbrQueue() const;
    /// @return the buffer of the variable bit rate category
    Ptr<AtmCellQueue> GetVbrQueue() const;
    /// @return the buffer of the best effort category
    Ptr<AtmCellQueue> GetUbrQueue() const;

    /// Sends what waits, as far as the link was free up to now.
    void Serve();

    std::array<Ptr<AtmCellQueue>, ATM_CATEGORIES> m_queues;      //!< by category
    AtmPort* m_port{nullptr};                                    //!< owns this object
    uint32_t m_context{0};                                       //!< node
    uint32_t m_waiting{0};                                       //!< cells in all buffers
    int64_t m_freeAt{0};                                         //!< link is free from here on
    int64_t m_serveAt{-1};                                       //!< time of the scheduled call
    ReusableEvent<AtmOutputPort, &AtmOutputPort::Serve> m_timer; //!< link becomes free
};
} // namespace hsn
} // namespace ns3

#endif // ATM_OUTPUT_PORT_H
