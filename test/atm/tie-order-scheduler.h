// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TIE_ORDER_SCHEDULER_H
#define HSN_TIE_ORDER_SCHEDULER_H

#include "ns3/scheduler.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace ns3
{
namespace hsn
{
/**
 * @brief An event scheduler that runs the nodes in another order where several have events at the
 * same time: results that depend on it are not defined by what is simulated.
 *
 * Events of one node at the same time keep their order.
 */
class TieOrderScheduler : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Scheduler
    void Insert(const Event& ev) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

  private:
    /// Time, place of the node among all, number of the event.
    using Key = std::tuple<uint64_t, uint64_t, uint32_t>;

    /** @param ev an event @return its place */
    static Key GetKey(const Event& ev);

    std::map<Key, Event> m_events; //!< by place
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TIE_ORDER_SCHEDULER_H
