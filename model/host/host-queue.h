// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_QUEUE_H
#define HOST_QUEUE_H

#include "host-task.h"

#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief A queue of packets in front of a task, with limits: a socket's or a kernel's queue.
 *
 * A packet is in the queue until its section has ended, as the one in service of a FIFO server is.
 */
class HostQueue : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param task that works on the packets
    void SetTask(Ptr<HostTask> task);

    /**
     * @brief Adds a packet, or drops it if it exceeds a limit.
     * @param packet to be worked on
     * @param cost of it
     * @param done called at the end
     * @return whether it was added
     */
    bool Enqueue(Ptr<const Packet> packet, Time cost, HostTask::Done done);

    /// @return packets in it
    uint32_t GetNPackets() const;
    /// @return octets in it, with PacketOverhead
    uint64_t GetNOctets() const;
    /// @return packets added so far
    uint64_t GetAdded() const;
    /// @return packets dropped so far
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;

  private:
    /// @param octets of the packet that has been worked on @param done called
    void Finish(uint32_t octets, const HostTask::Done& done);

    Ptr<HostTask> m_task;     //!< worker
    uint32_t m_maxPackets{0}; //!< limit, or 0
    uint64_t m_maxOctets{0};  //!< limit, or 0
    uint32_t m_overhead{0};   //!< octets of a packet beside its own
    uint32_t m_packets{0};    //!< in it
    uint64_t m_octets{0};     //!< in it
    uint64_t m_added{0};      //!< so far
    uint64_t m_dropped{0};    //!< so far

    TracedCallback<Ptr<const Packet>> m_dropTrace; //!< over a limit
};
} // namespace hsn
} // namespace ns3

#endif // HOST_QUEUE_H
