// SPDX-License-Identifier: GPL-2.0-only
#ifndef NETWORK_DRIVER_H
#define NETWORK_DRIVER_H

#include "network-client.h"

#include "ns3/event-id.h"
#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/host-task.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief Owns an adapter: takes its interrupts, and finds the client of each packet by its type
 * (M. Liao, S. Tan, R. Campbell, "A fast, flexible network interface framework").
 *
 * The adapter has RxQueues receive queues, each with a ring of RingSize frames that wait for an
 * interrupt, and an interrupt of its own, on processor i modulo the number of processors. Frames of
 * a flow are in one queue: whole packets of TCP and UDP by addresses and ports, all others and
 * fragments by addresses. A frame that finds its ring full is lost without costing the host
 * anything.
 *
 * An interrupt serves one frame or, with CoalesceFrames, several: it is raised when that many wait
 * or CoalesceDelay after the first of them. It costs HostOperation::INTERRUPT, and a
 * HostOperation::COPY where a packet has to be copied. A client may switch interrupts off and poll.
 */
class NetworkDriver : public Object
{
  public:
    /// Of the client that gets what no other one has registered for.
    static constexpr uint32_t DEFAULT_CLIENT_TYPE = 0xffffffff;

    /// Tells the type of a packet.
    using Classifier = std::function<uint32_t(const NetworkFrame&)>;

    /// What happened to frames. Each one that arrived was received by a client, lost for one of
    /// the reasons, or waits.
    struct Counters
    {
        uint64_t arrived{0};    //!< at the adapter
        uint64_t received{0};   //!< by clients
        uint64_t ringFull{0};   //!< lost: no place in the adapter
        uint64_t noClient{0};   //!< lost: nobody wants the type
        uint64_t starved{0};    //!< lost: the client had no empty buffer
        uint64_t tooLong{0};    //!< lost: longer than a buffer
        uint64_t notForUs{0};   //!< for other hosts
        uint64_t interrupts{0}; //!< raised
        uint64_t copied{0};     //!< octets from buffer to buffer
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    NetworkDriver();
    ~NetworkDriver() override;

    /**
     * @brief Gives the driver its host; to be called first, once.
     * @param cpu processors
     * @param cost of what they do
     * @param bufferLength octets of the longest packet
     */
    void SetHost(Ptr<HostCpu> cpu, Ptr<const HostCost> cost, uint32_t bufferLength);

    /**
     * @brief Registers a client, which may have several types.
     * @param type of packets, which nobody has yet; or DEFAULT_CLIENT_TYPE
     * @param client of this driver
     */
    void Register(uint32_t type, Ptr<NetworkClient> client);

    /// @param type of packets @return whether a client has it
    bool HasClient(uint32_t type) const;
    /// @param classify tells the type of a packet instead of the protocol's number
    void SetClassifier(Classifier classify);
    /// @param deliver takes up what clients have finished that have no function of their own
    void SetDeliver(NetworkClient::Deliver deliver);
    /// @param frame of which the protocol work is done
    void Deliver(const NetworkFrame& frame) const;
    /// @param watch called in the interrupt for frames that are for other hosts
    void SetOthers(NetworkClient::Deliver watch);

    /**
     * @brief A frame arrives at the adapter.
     * @param frame it; its type and arrival are set here, unless the driver is early
     */
    void ReceiveFrame(NetworkFrame&& frame);
    /// The same with a copy. @param frame arrives
    void ReceiveFrame(const NetworkFrame& frame);

    /**
     * @brief Has an adapter send what is in a buffer.
     * @param buffer of any number of regions
     * @return the packet
     */
    Ptr<Packet> Gather(NetworkBuffer& buffer);

    /**
     * @brief A client gives a buffer back (early demultiplexing).
     * @param client whose it is
     * @param buffer that the client was given
     */
    void GiveReceiveBuffer(NetworkClient& client, Ptr<NetworkBuffer> buffer);

    /// @param queue of the adapter @param on whether it interrupts; else it is polled
    void SetInterrupts(uint32_t queue, bool on);
    /// @param queue of the adapter @return frames in its ring for which no interrupt is raised
    uint32_t GetWaiting(uint32_t queue) const;
    /**
     * @brief Gives waiting frames to their clients, without an interrupt.
     * @param queue of the adapter
     * @param most frames
     * @return how many were taken
     */
    uint32_t Poll(uint32_t queue, uint32_t most);
    /// @return the queue of which frames are being given to clients
    uint32_t GetCurrentQueue() const;
    /// @return receive queues
    uint32_t GetNQueues() const;

    /// @return whether the adapter itself finds the client, and writes into its buffers
    virtual bool IsEarly() const = 0;

    /// @return octets of a buffer
    uint32_t GetBufferLength() const;
    /// @return buffers of the ring, of all queues, free or with a frame; RingSize x RxQueues
    uint32_t GetRingBuffers() const;
    /// @return processors
    Ptr<HostCpu> GetCpu() const;
    /// @return costs
    const HostCost& GetCost() const;
    /// @return what happened to frames
    const Counters& GetCounters() const;

    /**
     * @brief TracedCallback signature for frames lost.
     * @param [in] frame the packet
     */
    typedef void (*FrameTracedCallback)(const NetworkFrame& frame);

  protected:
    void DoDispose() override;

  private:
    /// A frame in the adapter.
    struct Waiting
    {
        Ptr<NetworkBuffer> buffer;      //!< with it
        NetworkClient* client{nullptr}; //!< whose buffer it is, if early
    };

    /// A receive queue.
    struct Queue
    {
        Ptr<HostTask> task;       //!< its interrupt
        std::deque<Waiting> ring; //!< frames, the oldest first
        uint32_t raised{0};       //!< of them, those with an interrupt
        bool interrupts{true};    //!< else it is polled
        EventId delay;            //!< end of CoalesceDelay
    };

    /// Nothing calls this driver any more.
    void CancelInterrupts();
    /// @param frame of a flow @return its queue
    uint32_t FindQueue(const NetworkFrame& frame) const;
    /// @param type of a packet @return its client, or null
    NetworkClient* FindClient(uint32_t type) const;
    /// A frame that costs nothing and finds nothing in its way goes up inside the call.
    /// @param frame the frame @param queue where it arrives @return whether it has
    bool Pass(const NetworkFrame& frame, uint32_t queue);
    /// @param queue with frames of which some get an interrupt
    void Arrange(uint32_t queue);
    /// @param queue of which all frames get an interrupt
    void RaiseAll(uint32_t queue);
    /// @param queue with frames that get an interrupt now @return cost of it, with copies
    Time GetInterruptCost(const Queue& queue) const;
    /// @param queue of which frames are given to clients @param frames how many
    void Serve(uint32_t queue, uint32_t frames);
    /// @param waiting frame that is given to its client
    void Demultiplex(Waiting&& waiting);
    /// @param client gets a frame @param ring buffer with it
    void Hand(NetworkClient& client, Ptr<NetworkBuffer> ring);
    /// @param buffer of the ring, empty again
    void PutRing(Ptr<NetworkBuffer> buffer);

    uint32_t m_nQueues{1};                                      //!< receive queues
    uint32_t m_ringSize{0};                                     //!< frames of a queue
    uint32_t m_coalesceFrames{1};                               //!< frames of an interrupt
    Time m_coalesceDelay;                                       //!< until an interrupt
    bool m_gathers{true};                                       //!< the adapter reads regions
    Ptr<HostCpu> m_cpu;                                         //!< processors
    Ptr<const HostCost> m_cost;                                 //!< of their work
    uint32_t m_length{0};                                       //!< octets of a buffer
    Classifier m_classify;                                      //!< tells types
    NetworkClient::Deliver m_deliver;                           //!< up the stack
    NetworkClient::Deliver m_others;                            //!< watches other hosts' frames
    std::unordered_map<uint32_t, Ptr<NetworkClient>> m_clients; //!< by type
    std::vector<Queue> m_queues;                                //!< of the adapter
    std::vector<Ptr<NetworkBuffer>> m_free;                     //!< of the ring
    uint32_t m_current{0};                                      //!< queue being served
    Counters m_counters;                                        //!< so far

    TracedCallback<const NetworkFrame&> m_dropTrace;     //!< ring full, too long
    TracedCallback<const NetworkFrame&> m_noClientTrace; //!< nobody wants it
};

/**
 * @ingroup hsn-host
 * @brief Late demultiplexing: the adapter writes into a ring of buffers, and the interrupt finds
 * the client.
 *
 * With SwapOrReturn the client's empty buffer takes the place of the one with the packet, with
 * MustReturn the packet is copied.
 */
class EthernetDriver : public NetworkDriver
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    bool IsEarly() const override;
};

/**
 * @ingroup hsn-host
 * @brief Early demultiplexing: the label of the virtual channel is the packet's type, and the
 * adapter writes into buffers of its client, which it has been given before.
 */
class AtmDriver : public NetworkDriver
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    bool IsEarly() const override;
};
} // namespace hsn
} // namespace ns3

#endif // NETWORK_DRIVER_H
