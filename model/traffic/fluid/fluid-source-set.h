// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLUID_SOURCE_SET_H
#define FLUID_SOURCE_SET_H

#include "fluid-queue.h"

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sources of fluid that feed a FluidQueue together, and come and go.
 *
 * A set has no events. The queue asks for what its sources do up to a time, so that a simulation
 * costs an event only where something else happens. Several sets may feed one queue.
 */
class FluidSourceSet : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param queue that the sources feed; set once, before the first source
    void SetQueue(Ptr<FluidQueue> queue);

    /**
     * @brief A source begins now.
     * @param peak rate while it is On, bit/s, above 0
     * @return its number, for Remove()
     */
    uint64_t Add(double peak);
    /// A source ends now; what it has sent stays queued. @param number from Add()
    void Remove(uint64_t number);

    /// @return number of sources
    virtual uint32_t GetSize() const = 0;
    /// @return number of those that are On, at the queue's last Update()
    virtual uint32_t GetActive() const = 0;

    /**
     * @name For FluidQueue
     * @{
     */
    /// @return time of the next change, s; infinite if there is none
    virtual double GetNext() const = 0;
    /// Makes all changes up to a time, each after AdvanceTo() of the queue. @param seconds time
    virtual void RunUntil(double seconds) = 0;
    /** @} */

  protected:
    void DoDispose() override;

    /// An attribute is about to change, which must not change what has been before.
    void FinishPast();

    /// @param number of the new source @param peak bit/s; the queue is at Simulator::Now()
    virtual void DoAdd(uint64_t number, double peak) = 0;
    /// @param number of the source that ends @return whether there was one
    virtual bool DoRemove(uint64_t number) = 0;

    Ptr<FluidQueue> m_queue; //!< fed

  private:
    uint64_t m_added{0}; //!< sources so far
};
} // namespace hsn
} // namespace ns3

#endif // FLUID_SOURCE_SET_H
