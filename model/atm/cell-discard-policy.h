// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_DISCARD_POLICY_H
#define CELL_DISCARD_POLICY_H

#include "cell-burst.h"

#include "ns3/object.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Why a cell did not get into an output buffer.
 */
enum CellDiscardReason
{
    CELL_ACCEPTED,       //!< it did
    CELL_BUFFER_FULL,    //!< no place left
    CELL_PARTIAL_PACKET, //!< an earlier cell of its PDU was discarded
    CELL_EARLY_PACKET,   //!< its whole PDU is refused
    CELL_CLP_THRESHOLD   //!< CLP = 1 and the buffer is filled above the threshold
};

/// @param reason the reason @return its name
const char* ToString(CellDiscardReason reason);

/**
 * @ingroup hsn-atm
 * @brief What a discard policy remembers of one VC at one output.
 */
struct CellDiscardState
{
    bool atPduStart{true};  //!< the next cell is the first one of a PDU
    bool discarding{false}; //!< the rest of the PDU goes, but for its last cell
    bool refusing{false};   //!< the whole PDU goes, its last cell too
};

/**
 * @ingroup hsn-atm
 * @brief What a policy decides by, told beforehand: for the burst engine, which does not fill
 * buffers and asks without a cell.
 */
struct CellDiscardRule
{
    /// Which of the policies.
    enum Kind
    {
        OTHER,   //!< one that cannot be told beforehand: the port works cell by cell
        TAIL,    //!< TailCellDiscard, and no policy
        PARTIAL, //!< PartialPacketDiscard
        EARLY,   //!< EarlyPacketDiscard
        CLP      //!< ClpThresholdDiscard
    };

    Kind kind{TAIL};       //!< which of the policies
    uint32_t threshold{0}; //!< cells in the buffer from which on EARLY and CLP refuse some

    /**
     * @brief Decides on one cell.
     * @tparam F function without parameters
     * @param last whether the cell ends its PDU
     * @param clp its loss priority
     * @param full whether there is no place for it
     * @param isFilled tells whether there are as many cells in the buffer as the threshold
     * @param state memory of this VC
     * @return CELL_ACCEPTED, or why not
     */
    template <typename F>
    CellDiscardReason Decide(bool last, bool clp, bool full, F isFilled, CellDiscardState& state)
        const
    {
        if (kind == CLP && !full && clp && isFilled())
        {
            return CELL_CLP_THRESHOLD;
        }
        if (kind == EARLY)
        {
            if (state.atPduStart)
            {
                state.refusing = isFilled();
            }
            state.atPduStart = last;
            if (state.refusing)
            {
                return CELL_EARLY_PACKET;
            }
        }
        if (kind == PARTIAL || kind == EARLY)
        {
            if (state.discarding && !last)
            {
                return CELL_PARTIAL_PACKET;
            }
            state.discarding = full && !last;
        }
        return full ? CELL_BUFFER_FULL : CELL_ACCEPTED;
    }
};

/**
 * @ingroup hsn-atm
 * @brief Decides which cells an output buffer accepts.
 *
 * A policy sees every cell that wants to enter, in order, with the fill of the buffer just
 * before, and gets back what it wanted to remember of the cell's VC (it holds nothing per VC
 * itself, so one object may serve any number of buffers). It must not accept a cell when the
 * buffer is full. Like a real switch it knows the ends of PDUs from the last-cell bit only.
 */
class CellDiscardPolicy : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Decides on one cell.
     * @param cell the cell
     * @param queued cells in the buffer now
     * @param capacity cells the buffer can hold
     * @param state the policy's memory of this VC
     * @return CELL_ACCEPTED, or why not
     */
    virtual CellDiscardReason Decide(const CellBurst& cell,
                                     uint32_t queued,
                                     uint32_t capacity,
                                     CellDiscardState& state) const = 0;

    /**
     * @brief Tells what it decides by.
     * @param capacity cells the buffer can hold
     * @return the rule, of kind OTHER unless the policy says more
     */
    virtual CellDiscardRule GetRule(uint32_t capacity) const;
};

/**
 * @ingroup hsn-atm
 * @brief Discards what finds the buffer full.
 */
class TailCellDiscard : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;
    CellDiscardRule GetRule(uint32_t capacity) const override;
};

/**
 * @ingroup hsn-atm
 * @brief Partial packet discard (Romanow and Floyd, 1994): once a cell of a PDU is discarded,
 * so is the rest of it, except its last cell, which delimits the next PDU.
 */
class PartialPacketDiscard : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;
    CellDiscardRule GetRule(uint32_t capacity) const override;

  protected:
    /**
     * @brief The part that follows once the PDU has not been refused as a whole.
     * @param last whether the cell ends its PDU
     * @param queued cells in the buffer now
     * @param capacity cells the buffer can hold
     * @param state memory of this VC
     * @return CELL_ACCEPTED, or why not
     */
    static CellDiscardReason DecidePartial(bool last,
                                           uint32_t queued,
                                           uint32_t capacity,
                                           CellDiscardState& state);
};

/**
 * @ingroup hsn-atm
 * @brief Early packet discard (Romanow and Floyd, 1994): refuses a whole PDU when its first
 * cell finds the buffer filled to the threshold; a PDU once begun meets partial packet discard.
 *
 * An empty buffer never refuses, so that PDUs longer than the buffer make progress too.
 */
class EarlyPacketDiscard : public PartialPacketDiscard
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;
    CellDiscardRule GetRule(uint32_t capacity) const override;

  private:
    /// @param threshold fraction of the buffer
    void SetThreshold(double threshold);
    /// @return fraction of the buffer
    double GetThreshold() const;

    double m_threshold{0}; //!< fraction of the buffer
};

/**
 * @ingroup hsn-atm
 * @brief Discards CLP = 1 cells that find the buffer filled to the threshold, others when full.
 */
class ClpThresholdDiscard : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;
    CellDiscardRule GetRule(uint32_t capacity) const override;

  private:
    /// @param threshold fraction of the buffer
    void SetThreshold(double threshold);
    /// @return fraction of the buffer
    double GetThreshold() const;

    double m_threshold{0}; //!< fraction of the buffer
};
} // namespace hsn
} // namespace ns3

#endif // CELL_DISCARD_POLICY_H
