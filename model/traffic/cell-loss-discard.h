// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_LOSS_DISCARD_H
#define CELL_LOSS_DISCARD_H

#include "ns3/cell-discard-policy.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Loses cells on purpose at an output buffer: independently at random, by number, or both.
 *
 * Lost cells have a reason of their own, see GetReason(). Cells that find the buffer full are
 * discarded, too. The policy numbers the cells it decides on, so one object serves one
 * buffer. A port with this policy works cell by cell.
 */
class CellLossDiscard : public CellDiscardPolicy
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return why cells are lost: "lost on purpose"
    static CellDiscardReason GetReason();

    /// @param numbers cells to lose, in the order of arrival at the buffer, from 0
    void SetList(const std::vector<uint64_t>& numbers);

    /// @param stream stream of the random variable @return streams used: 1
    int64_t AssignStreams(int64_t stream);

    CellDiscardReason Decide(const CellBurst& cell,
                             uint32_t queued,
                             uint32_t capacity,
                             CellDiscardState& state) const override;

  private:
    double m_rate{0};                    //!< probability of loss
    std::set<uint64_t> m_list;           //!< numbers of cells to lose
    mutable uint64_t m_seen{0};          //!< cells decided on
    Ptr<UniformRandomVariable> m_random; //!< decides by the rate
};
} // namespace hsn
} // namespace ns3

#endif // CELL_LOSS_DISCARD_H
