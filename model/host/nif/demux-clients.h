// SPDX-License-Identifier: GPL-2.0-only
#ifndef DEMUX_CLIENTS_H
#define DEMUX_CLIENTS_H

#include "network-client.h"

#include "ns3/host-task.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief A client that enqueues in the interrupt, and has a pool of threads, called shepherds,
 * each of which takes one packet at a time through the stack.
 *
 * Work on a packet is one section of the host's processor, with the costs of
 * HostOperation::PROTOCOL or PROTOCOL_DATA.
 */
class ShepherdClient : public NetworkClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    ~ShepherdClient() override;

    /// @param priority of the threads, 0 to HostTask::MAX_PRIORITY; counts at once
    void SetPriority(uint32_t priority);
    /// @return priority of the threads
    uint32_t GetPriority() const;
    /// @return packets that no thread has taken yet
    uint32_t GetQueued() const;

  protected:
    void DoDispose() override;
    void DoAttach() override;
    void DoReceive(Ptr<NetworkBuffer> buffer) final; // or DoPass() would not do the same
    const HostTask* DoFindWorker() const final;
    void DoPass(const NetworkFrame& frame) final;

  private:
    /// @param thread index of one that has no packet any more
    void Rest(uint32_t thread);
    /// @param thread index of one whose packet is in m_work
    void Begin(uint32_t thread);
    /// @param thread index of one that has finished its packet
    void End(uint32_t thread);
    /// Nothing calls this client any more.
    void CancelThreads();

    uint32_t m_nThreads{0};                 //!< threads
    uint32_t m_priority{0};                 //!< of them
    std::vector<Ptr<HostTask>> m_threads;   //!< all
    std::vector<Ptr<NetworkBuffer>> m_work; //!< by thread, null if it waits
    std::vector<uint32_t> m_idle;           //!< indices of threads that wait
    std::deque<Ptr<NetworkBuffer>> m_queue; //!< packets without thread
};

/**
 * @ingroup hsn-host
 * @brief The client of a driver that takes packets of all types: one queue, and threads of equal
 * priority.
 */
class LateDemuxClient : public ShepherdClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
};

/**
 * @ingroup hsn-host
 * @brief The client of one connection, which is a type of packets: with a queue, buffers, threads
 * and a priority of its own.
 */
class EarlyDemuxClient : public ShepherdClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
};

/**
 * @ingroup hsn-host
 * @brief Looks at packets of drivers in the interrupt, and keeps none.
 */
class PeekClient : public NetworkClient
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param look called with each buffer, whose contents are valid during the call only
    void SetLook(std::function<void(Ptr<NetworkBuffer>)> look);

  protected:
    void DoDispose() override;
    void DoReceive(Ptr<NetworkBuffer> buffer) override;

  private:
    std::function<void(Ptr<NetworkBuffer>)> m_look; //!< at each packet
};
} // namespace hsn
} // namespace ns3

#endif // DEMUX_CLIENTS_H
