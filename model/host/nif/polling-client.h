// SPDX-License-Identifier: GPL-2.0-only
#ifndef POLLING_CLIENT_H
#define POLLING_CLIENT_H

#include "network-client.h"

#include "ns3/host-task.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief Switches the interrupts of a receive queue off with its first packet, and polls with a
 * budget until there is nothing left (J. Mogul, K. Ramakrishnan, "Eliminating receive livelock in
 * an interrupt-driven kernel", 1997; NAPI of Linux).
 *
 * Each queue has a thread. A poll takes at most Budget frames out of the adapter; their protocol
 * work and HostOperation::POLL are one section, after which other threads of the same priority have
 * their turn. Frames that nobody has time for are lost in the adapter, where they cost nothing.
 */
class PollingClient : public NetworkClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return polls so far
    uint64_t GetPolls() const;

  protected:
    void DoDispose() override;
    void DoAttach() override;
    void DoReceive(Ptr<NetworkBuffer> buffer) override;

  private:
    /// A receive queue of the adapter.
    struct Queue
    {
        Ptr<HostTask> task;                    //!< its thread
        std::deque<Ptr<NetworkBuffer>> taken;  //!< for the next section
        std::vector<Ptr<NetworkBuffer>> batch; //!< of the running one
        bool polling{false};                   //!< without interrupts
    };

    /// @param at queue that is looked at, and has a section if there are frames
    void Poll(uint32_t at);
    /// @param at queue of which the section has ended
    void End(uint32_t at);

    uint32_t m_budget{0};        //!< frames of a poll
    uint32_t m_priority{0};      //!< of the threads
    std::vector<Queue> m_queues; //!< of the adapter
    uint64_t m_polls{0};         //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // POLLING_CLIENT_H
