// SPDX-License-Identifier: GPL-2.0-only
#ifndef GROUP_DISCARD_H
#define GROUP_DISCARD_H

#include "cell-class-policy.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Early group discard beside push-out, for cells of four classes.
 *
 * A group is the run of cells of one class (1 to 3) on one VC; it ends at the first cell of another
 * of these classes. Cells of class 0 belong to no group and are never discarded by it. The whole
 * group is refused if its first cell finds the buffer filled to the threshold of its class, and the
 * rest of a group of class 2 or 3 once one of its cells was refused or pushed out. EgdClasses tells
 * to which classes that applies, the least important ones first.
 */
class ExClpGroupDiscard : public ExClpPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    CellClassDecision DecideByClass(const CellBurst& cell,
                                    uint32_t cls,
                                    const CellClassCounts& queued,
                                    uint32_t capacity,
                                    CellGroupMemory& memory) const override;
    void NotifyPushedOut(uint32_t cls, uint32_t group, CellGroupMemory& memory) const override;

  private:
    /// @param cls a class @return whether its groups are discarded as a whole
    bool Applies(uint32_t cls) const;

    uint32_t m_classes{1};     //!< how many of the classes 3, 2, 1
    uint32_t m_span{1};        //!< successive groups that go together
    double m_threshold3{0.7};  //!< of class 3, fraction of the buffer
    double m_threshold2{0.85}; //!< of class 2
    double m_threshold1{0.95}; //!< of class 1
};
} // namespace hsn
} // namespace ns3

#endif // GROUP_DISCARD_H
