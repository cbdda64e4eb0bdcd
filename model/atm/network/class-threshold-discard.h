// SPDX-License-Identifier: GPL-2.0-only
#ifndef CLASS_THRESHOLD_DISCARD_H
#define CLASS_THRESHOLD_DISCARD_H

#include "cell-class-policy.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Nested partial sharing: each class is accepted below its own fill of the buffer.
 */
class ExClpThresholdDiscard : public ExClpPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellClassDecision DecideByClass(const CellBurst& cell,
                                    uint32_t cls,
                                    const CellClassCounts& queued,
                                    uint32_t capacity,
                                    CellGroupMemory& memory) const override;

  private:
    double m_threshold1{0.9}; //!< of class 1, fraction of the buffer
    double m_threshold2{0.7}; //!< of class 2
    double m_threshold3{0.5}; //!< of class 3
};

/**
 * @ingroup hsn-atm
 * @brief Shares a buffer among four classes without push-out.
 *
 * Complete: one pool. Dedicated: a quarter of the buffer for each class. Partial: an eighth is
 * reserved for each class, and the other half is for all.
 */
class ClassSharingDiscard : public ExClpPolicy
{
  public:
    /// Who may use which places.
    enum Sharing
    {
        COMPLETE, //!< one pool
        PARTIAL,  //!< an eighth of the buffer each, half for all
        DEDICATED //!< a quarter each
    };

    /// @return the TypeId
    static TypeId GetTypeId();
    CellClassDecision DecideByClass(const CellBurst& cell,
                                    uint32_t cls,
                                    const CellClassCounts& queued,
                                    uint32_t capacity,
                                    CellGroupMemory& memory) const override;

  private:
    Sharing m_sharing{COMPLETE}; //!< who may use which places
};
} // namespace hsn
} // namespace ns3

#endif // CLASS_THRESHOLD_DISCARD_H
