// SPDX-License-Identifier: GPL-2.0-only
#ifndef NETWORK_CLIENT_H
#define NETWORK_CLIENT_H

#include "network-buffer.h"

#include "ns3/host-cost.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
class HostCpu;
class HostTask;
class NetworkDriver;

/**
 * @ingroup hsn-host
 * @brief In which buffer a client gets a packet, and whose the buffer is afterwards.
 *
 * Except with PeekOnly, a packet costs the client an empty buffer, which the driver gets for it;
 * a client that has none gets no packet, and no other client notices.
 */
enum NetworkBufferPolicy
{
    NETWORK_SWAP_OR_RETURN, //!< any buffer of the driver, or one of the client's; it is the
                            //!< client's
    NETWORK_MUST_RETURN,    //!< one of the client's own
    NETWORK_PEEK_ONLY       //!< one of the driver's, for the time of the call
};

/**
 * @ingroup hsn-host
 * @brief A protocol subsystem that shares an adapter with others: called at the interrupt with each
 * packet of its types, it queues, uses threads, or does neither.
 *
 * A subclass implements DoReceive(). It returns each buffer that it was given, with Finish() or,
 * without having the packet go up the stack, Release(). The number of buffers stays: GetNBuffers()
 * of each place sum up to PoolSize at any time, though Swap changes which they are.
 */
class NetworkClient : public Object
{
  public:
    /// Takes a packet up the stack.
    using Deliver = std::function<void(const NetworkFrame&)>;

    /// @return the TypeId
    static TypeId GetTypeId();

    NetworkClient();
    ~NetworkClient() override;

    /// @return the policy
    NetworkBufferPolicy GetReceiveBufferPolicy() const;
    /// @param deliver called when a packet's protocol work is done, instead of the driver's
    void SetDeliver(Deliver deliver);

    /**
     * @brief A packet has arrived; called in the interrupt.
     * @param buffer with the packet
     */
    void Receive(Ptr<NetworkBuffer> buffer);

    /// @return buffers that are the client's
    uint32_t GetPoolSize() const;
    /// @param place where they are @return buffers of the client there
    uint32_t GetNBuffers(NetworkBuffer::Place place) const;
    /// @return packets received
    uint64_t GetReceived() const;
    /// @return packets of which the protocol work is done
    uint64_t GetDelivered() const;
    /// @return packets lost because there was no empty buffer
    uint64_t GetStarved() const;

    /**
     * @brief TracedCallback signature for packets that a client gets.
     * @param [in] frame the packet
     * @param [in] latency since it arrived at the adapter
     */
    typedef void (*ReceiveTracedCallback)(const NetworkFrame& frame, Time latency);

    /**
     * @brief TracedCallback signature for packets lost or delivered.
     * @param [in] frame the packet
     */
    typedef void (*FrameTracedCallback)(const NetworkFrame& frame);

    /**
     * @brief TracedCallback signature for buffers that change place.
     * @param [in] place where
     * @param [in] count of the client's buffers there now
     */
    typedef void (*BufferCountTracedCallback)(NetworkBuffer::Place place, uint32_t count);

  protected:
    void DoDispose() override;

    /// @brief A packet has arrived. @param buffer with the packet
    virtual void DoReceive(Ptr<NetworkBuffer> buffer) = 0;
    /// The driver is known, and with it GetCpu() and GetCost().
    virtual void DoAttach();
    /// @return the thread that would work on a packet that arrived now, if nothing else is to be
    /// done with it but Deliver; else null, and the packet comes by DoReceive()
    virtual const HostTask* DoFindWorker() const;
    /// The worker's section on a packet, which nothing delays and which costs nothing.
    /// @param frame of the packet
    virtual void DoPass(const NetworkFrame& frame);
    /// @brief The protocol work on a packet is done: it goes up. @param frame of the packet
    void GoUp(const NetworkFrame& frame);

    /// @return the driver
    NetworkDriver* GetDriver() const;
    /// @return processors of the host
    Ptr<HostCpu> GetCpu() const;
    /// @return costs of the host
    const HostCost& GetCost() const;
    /// @param frame of a packet @return cost of the protocol work on it
    Time GetProtocolCost(const NetworkFrame& frame) const;
    /// @param buffer of the client that moves @param place to
    void Move(NetworkBuffer& buffer, NetworkBuffer::Place place);
    /// @brief The protocol work on a packet is done: it goes up. @param buffer with the packet
    void Finish(Ptr<NetworkBuffer> buffer);
    /// @brief Makes a buffer empty and available again. @param buffer of the client
    void Release(Ptr<NetworkBuffer> buffer);

  private:
    friend class NetworkDriver;

    /// @param driver that the client is registered with
    void Attach(NetworkDriver& driver);
    /// @return the thread that works on a packet of which nobody sees where it waits, or null
    const HostTask* FindWorker() const;
    /// @param frame given to the client and, in the same call, up the stack
    void Pass(const NetworkFrame& frame);
    /// @return a buffer that is free, out of its place, or null
    Ptr<NetworkBuffer> TakeFree();
    /// @param buffer empty; available again
    void PutFree(Ptr<NetworkBuffer> buffer);
    /// @param frame lost without buffer
    void NotifyStarved(const NetworkFrame& frame);

    NetworkBufferPolicy m_policy{NETWORK_SWAP_OR_RETURN}; //!< for receiving
    uint32_t m_poolSize{0};                               //!< buffers
    uint32_t m_length{0};                                 //!< octets of each, or 0
    NetworkDriver* m_driver{nullptr};                     //!< where it is registered
    std::vector<Ptr<NetworkBuffer>> m_free;               //!< empty, here or at the driver
    uint32_t m_counts[5]{};                               //!< buffers by place
    Deliver m_deliver;                                    //!< up the stack
    uint64_t m_received{0};                               //!< packets
    uint64_t m_delivered{0};                              //!< packets
    uint64_t m_starved{0};                                //!< packets

    TracedCallback<const NetworkFrame&, Time> m_receiveTrace;    //!< at the interrupt
    TracedCallback<const NetworkFrame&> m_deliverTrace;          //!< up the stack
    TracedCallback<const NetworkFrame&> m_starvedTrace;          //!< no buffer
    TracedCallback<NetworkBuffer::Place, uint32_t> m_countTrace; //!< of buffers
};

// What every packet calls several times.

inline NetworkBufferPolicy
NetworkClient::GetReceiveBufferPolicy() const
{
    return m_policy;
}

inline Ptr<NetworkBuffer>
NetworkClient::TakeFree()
{
    if (m_free.empty())
    {
        return nullptr;
    }
    auto buffer = std::move(m_free.back());
    m_free.pop_back();
    return buffer;
}

inline void
NetworkClient::Move(NetworkBuffer& buffer, NetworkBuffer::Place place)
{
    const auto old = buffer.GetPlace();
    if (old == place)
    {
        return;
    }
    buffer.SetPlace(place);
    --m_counts[old];
    ++m_counts[place];
    if (!m_countTrace.IsEmpty())
    {
        m_countTrace(old, m_counts[old]);
        m_countTrace(place, m_counts[place]);
    }
}
} // namespace hsn
} // namespace ns3

#endif // NETWORK_CLIENT_H
