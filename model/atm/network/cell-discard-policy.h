// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_DISCARD_POLICY_H
#define CELL_DISCARD_POLICY_H

#include "ns3/atm-change.h"
#include "ns3/cell-burst.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Why a cell did not get into an output buffer: one of these, or one to which
 * RegisterCellDiscardReason() has given a name.
 */
enum CellDiscardReason : uint32_t
{
    CELL_ACCEPTED,        //!< it did
    CELL_BUFFER_FULL,     //!< no place left
    CELL_PARTIAL_PACKET,  //!< an earlier cell of its PDU was discarded
    CELL_EARLY_PACKET,    //!< its whole PDU is refused
    CELL_CLP_THRESHOLD,   //!< CLP = 1 and the buffer is filled above the threshold
    CELL_PUSHED_OUT,      //!< it did get in, and left its place to a more important cell
    CELL_CLASS_THRESHOLD, //!< its class has no place left
    CELL_GROUP,           //!< it belongs to a group of cells that is discarded
    CELL_FIRST_REGISTERED //!< the first one that is registered
};

/// Reasons that there may be, CELL_ACCEPTED and registered ones included.
constexpr std::size_t MAX_CELL_DISCARD_REASONS = 16;

/**
 * @ingroup hsn-atm
 * @brief Gives a reason of a policy's own a name and a number, for counters and traces.
 * @param name of it, not empty; the program ends if MAX_CELL_DISCARD_REASONS are named already
 * @return its number; that of the reason which has this name already
 */
CellDiscardReason RegisterCellDiscardReason(const std::string& name);

/// @param reason the reason @return its name; "unknown" if it has none
std::string ToString(CellDiscardReason reason);

/**
 * @ingroup hsn-atm
 * @brief What a CellClassPolicy remembers of one VC, shared with the cells of it that wait.
 */
struct CellGroupMemory : public SimpleRefCount<CellGroupMemory>
{
    uint32_t group{0}; //!< number of the present group of cells
    uint32_t cls{0};   //!< its class; 0: none yet
    uint32_t span{0};  //!< groups that are still to be discarded, with the present one
};

class CellClassPolicy;

/**
 * @ingroup hsn-atm
 * @brief What a discard policy remembers of one VC at one output.
 */
struct CellDiscardState
{
    bool atPduStart{true};      //!< the next cell is the first one of a PDU
    bool discarding{false};     //!< the rest of the PDU goes, but for its last cell
    bool refusing{false};       //!< the whole PDU goes, its last cell too
    Ptr<CellGroupMemory> group; //!< of policies that tell classes apart, else null
};

/**
 * @ingroup hsn-atm
 * @brief What a policy decides by, in a form that the burst engine can apply to many cells at once.
 */
struct CellDiscardRule
{
    /// Kinds of rule.
    enum Kind
    {
        OTHER,   //!< none of the following: the port works cell by cell
        TAIL,    //!< refuse what finds the buffer full
        PARTIAL, //!< TAIL, and once a cell is refused the rest of its PDU but for the last cell
        EARLY,   //!< PARTIAL, and whole PDUs whose first cell finds the threshold reached
        CLP      //!< TAIL, and CLP = 1 cells that find the threshold reached
    };

    Kind kind{TAIL};       //!< kind
    uint32_t threshold{0}; //!< number of cells in the buffer at which EARLY and CLP begin to refuse

    /**
     * @brief Decides on one cell.
     * @tparam F function without parameters
     * @param last whether the cell ends its PDU
     * @param clp its loss priority
     * @param full whether the buffer is full
     * @param isFilled tells whether the buffer holds at least as many cells as the threshold
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

    /**
     * @brief Decides on one cell; parameters as those of CellDiscardPolicy::Decide().
     * @param cell the cell
     * @param queued cells in the buffer now
     * @param capacity cells that the buffer can hold
     * @param state memory of this VC
     * @return CELL_ACCEPTED, or why not
     */
    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const
    {
        return Decide(
            cell.IsLast(),
            cell.IsClp(),
            queued >= capacity,
            [this, queued] { return queued >= threshold; },
            state);
    }
};

/// @param a a rule @param b another @return whether they decide alike
inline bool
operator==(const CellDiscardRule& a, const CellDiscardRule& b)
{
    return a.kind == b.kind && a.threshold == b.threshold;
}

/**
 * @ingroup hsn-atm
 * @brief Decides which cells an output buffer accepts.
 *
 * A policy sees every cell that wants to enter, in order, with the number of cells in the buffer
 * just before. What it must remember of a VC it keeps in that VC's CellDiscardState, so that one
 * object may serve any number of buffers. It must not accept a cell when the buffer is full. Like a
 * real switch it knows the ends of PDUs from the last-cell bit only.
 *
 * A policy of your own derives from this class and overrides Decide(). That is enough: its output
 * then works cell by cell, and the policy may change its mind whenever it likes. For the speed of
 * the burst engine it must also:
 * - override GetRule(), which returns a rule that decides exactly as Decide() does;
 * - keep every parameter that the rule depends on in a Setting. In the burst engine cells are
 *   decided on late, by the rule that the engine has read; assigning to a Setting has all earlier
 *   cells decided on first, and the rule read anew. With assertions on, the simulation aborts if
 *   the rule has changed in another way.
 *
 * The manual has a complete example under "Add a discard policy".
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
     * @param capacity cells that the buffer can hold
     * @param state the policy's memory of this VC
     * @return CELL_ACCEPTED, or why not
     */
    virtual CellDiscardReason Decide(const CellBurst& cell,
                                     uint32_t queued,
                                     uint32_t capacity,
                                     CellDiscardState& state) const = 0;

    /**
     * @brief Tells what it decides by.
     * @param capacity cells that the buffer can hold
     * @return the rule, of kind OTHER unless a derived class knows better
     */
    virtual CellDiscardRule GetRule(uint32_t capacity) const;

    /// @return itself if it tells classes of cells apart, else null
    virtual const CellClassPolicy* GetClassPolicy() const;

  protected:
    /// A parameter that GetRule() depends on. @tparam T its type
    template <typename T>
    using Setting = AtmSetting<T>;
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
};

/**
 * @ingroup hsn-atm
 * @brief A policy with a threshold, a fraction of the buffer.
 */
class ThresholdCellDiscard : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param threshold fraction of the buffer, 0 to 1; attribute Threshold of derived classes
    void SetThreshold(double threshold);
    /// @return fraction of the buffer
    double GetThreshold() const;

    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;

  protected:
    /// @param capacity cells that the buffer can hold @return the rule of this class
    virtual CellDiscardRule MakeRule(uint32_t capacity) const = 0;

    /// @param capacity cells that the buffer can hold @return number of cells that is the threshold
    uint32_t GetThresholdCells(uint32_t capacity) const;

  private:
    Setting<double> m_threshold; //!< fraction of the buffer
};

/**
 * @ingroup hsn-atm
 * @brief Early packet discard (Romanow and Floyd, 1994): refuses a whole PDU when its first
 * cell finds the buffer filled to the threshold; a PDU once begun meets partial packet discard.
 *
 * An empty buffer never refuses, so that PDUs longer than the buffer make progress too.
 */
class EarlyPacketDiscard : public ThresholdCellDiscard
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardRule GetRule(uint32_t capacity) const override;

  protected:
    CellDiscardRule MakeRule(uint32_t capacity) const override;
};

/**
 * @ingroup hsn-atm
 * @brief Discards CLP = 1 cells that find the buffer filled to the threshold, others when full.
 */
class ClpThresholdDiscard : public ThresholdCellDiscard
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellDiscardRule GetRule(uint32_t capacity) const override;

  protected:
    CellDiscardRule MakeRule(uint32_t capacity) const override;
};
} // namespace hsn
} // namespace ns3

#endif // CELL_DISCARD_POLICY_H
