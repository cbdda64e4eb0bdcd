// SPDX-License-Identifier: GPL-2.0-only
#ifndef BSD_CLIENT_H
#define BSD_CLIENT_H

#include "network-client.h"

#include "ns3/host-task.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief Receives as the BSD kernel does: the interrupt puts packets into a queue, and a software
 * interrupt takes them out and through the stack.
 *
 * The interrupt costs HostOperation::ENQUEUE more, and HostOperation::POST if no software interrupt
 * is pending or running. That one goes on until the queue is empty, in front of all threads. The
 * queue is ordered by priority if there is a function that tells it.
 */
class BsdClient : public NetworkClient
{
  public:
    /// Tells the priority of a packet; the greater goes first.
    using Priority = std::function<uint32_t(const NetworkFrame&)>;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param priority of packets
    void SetPriorityFunction(Priority priority);
    /// @return packets in the queue
    uint32_t GetQueued() const;
    /// @return packets dropped, since the queue was full
    uint64_t GetDropped() const;

  protected:
    void DoDispose() override;
    void DoAttach() override;
    void DoReceive(Ptr<NetworkBuffer> buffer) override;

  private:
    /// @param buffer goes into the queue @param post whether it is the one that posts
    /// @param at processor of the interrupt
    void Enqueue(Ptr<NetworkBuffer> buffer, bool post, uint32_t at);
    /// The software interrupt takes the first packet, or ends.
    void Next();
    /// @param buffer with the packet that has been through the stack
    void End(Ptr<NetworkBuffer> buffer);

    uint32_t m_limit{0};                    //!< packets in the queue
    Priority m_priority;                    //!< of a packet, or null
    std::vector<Ptr<HostTask>> m_interrupt; //!< enqueues, by processor
    Ptr<HostTask> m_soft;                   //!< software interrupt
    std::map<uint32_t, std::deque<Ptr<NetworkBuffer>>, std::greater<>> m_queue; //!< by priority
    uint32_t m_queued{0};                                                       //!< packets in it
    bool m_posted{false};  //!< pending or running
    uint64_t m_dropped{0}; //!< packets

    TracedCallback<const NetworkFrame&> m_dropTrace; //!< queue full
};
} // namespace hsn
} // namespace ns3

#endif // BSD_CLIENT_H
