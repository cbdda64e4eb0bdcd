// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_SENDER_H
#define LINK_SENDER_H

#include "flow-delay-table.h"
#include "link-arrivals.h"
#include "release-clock.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/event-impl.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/ring-buffer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
class LeanLinkNetDevice;

/// Packets and bytes; bytes are those of IP packets, without PPP header.
struct LinkCount
{
    uint64_t packets{0}; //!< how many
    uint64_t bytes{0};   //!< their sizes

    /// @param size of one more packet, bytes
    void Add(uint32_t size)
    {
        ++packets;
        bytes += size;
    }

    /// @param o added
    void Add(const LinkCount& o)
    {
        packets += o.packets;
        bytes += o.bytes;
    }
};

/// What has become of the packets that were given to one end of a lean link.
struct LinkCounters
{
    LinkCount accepted; //!< got a place in the buffer, or were sent at once
    LinkCount dropped;  //!< found the buffer full
    LinkCount sent;     //!< of the accepted ones: their last bit has left

    /// @param o added
    void Add(const LinkCounters& o)
    {
        accepted.Add(o.accepted);
        dropped.Add(o.dropped);
        sent.Add(o.sent);
    }
};

/// What a lean link's MaxSize counts.
enum LinkBuffer
{
    LINK_BUFFER_DEVICE,    //!< all packets that wait, with PPP header: a device's DropTailQueue
    LINK_BUFFER_QUEUE_DISC //!< those behind the first one that waits, without PPP header: a
                           //!< FifoQueueDisc in front of a device that has a queue of 1 packet
};

/**
 * @ingroup hsn-link
 * @brief One direction of a lean link: its buffer, the line, and the packets under way.
 *
 * When a packet is accepted, its departure and arrival are known. The packets that have not left
 * are kept with their departures, so that the buffer is up to date whenever it is looked at; no
 * event takes place when a packet leaves. One event at a time is pending, for the next arrival, and
 * its object is used again.
 *
 * A clock may hold packets that are through until its next tick, as a rate limiter does that a
 * kernel runs at its clock: the line has carried them then, but they leave, and their places in the
 * buffer with them, at the tick. Packets may also take some time before they can start, while
 * others do, which keeps their order.
 *
 * At equal times, departures come first: a packet that leaves at the time of another one's arrival
 * has made room for it.
 */
class LinkSender
{
  public:
    /// Octets of the PPP header (RFC 1661, the protocol field alone, as ns-3's PppHeader).
    static constexpr uint32_t PPP_BYTES = 2;

    /// Tells the class of a packet.
    using Classifier = Callback<uint32_t, const LinkFrame&>;

    /// @param device whose packets these are
    explicit LinkSender(LeanLinkNetDevice& device);
    ~LinkSender();

    LinkSender(const LinkSender&) = delete;
    LinkSender& operator=(const LinkSender&) = delete;

    /**
     * @brief Sends a packet, now or when its turn comes.
     * @param frame the packet
     * @return whether it was accepted
     */
    bool Send(const Ptr<LinkFrame>& frame);

    /// @param rate of the line, for packets that have not started
    void SetRate(DataRate rate);
    /// @param size limit of the buffer, for packets sent from now on
    void SetMaxSize(QueueSize size);
    /// @param buffer what the limit counts
    void SetBuffer(LinkBuffer buffer);
    /// @param clock at whose ticks packets leave, for those sent from now on
    void SetClock(const ReleaseClock& clock);
    /// @param time that a packet takes before it can start, s, for those sent from now on; or null
    void SetProcessingTime(Ptr<RandomVariableStream> time);
    /// @param classifier of packets sent from now on
    void SetClassifier(Classifier classifier);

    /// @return of the line
    DataRate GetRate() const
    {
        return m_rate;
    }

    /// @return limit of the buffer
    QueueSize GetMaxSize() const
    {
        return m_maxSize;
    }

    /// @return what the limit counts
    LinkBuffer GetBuffer() const
    {
        return m_buffer;
    }

    /// @return at whose ticks packets leave
    const ReleaseClock& GetClock() const
    {
        return m_clock;
    }

    /// @return time that a packet takes before it can start, s, or null
    const Ptr<RandomVariableStream>& GetProcessingTime() const
    {
        return m_processing;
    }

    /// @return packets in the buffer now, as the limit counts them; bytes likewise
    LinkCount GetBacklog();

    /// @return by class of packets, up to now
    const std::vector<LinkCounters>& GetCounters();

    /// Works out anew the times of packets that have not started: the link has changed.
    void Replan();

    /// Forgets the extra delays of packets: the link has another table. Replan() looks them up.
    void ForgetFlowDelays();

    /// Forgets all packets and events.
    void Dispose();

  private:
    /// A packet whose last bit has not left.
    struct Item
    {
        int64_t departure{0};            //!< of the last bit, time step
        int64_t ready{0};                //!< before which it cannot start, time step
        int64_t through{0};              //!< the line has carried it, time step
        const LinkFrame* frame{nullptr}; //!< among the arrivals, at least until its departure
        uint32_t bytes{0};               //!< without PPP header
        uint32_t kind{0};                //!< its class
        int64_t extra{FlowDelayTable::UNKNOWN}; //!< delay of its flow when it was accepted
    };

    /// A transmission time that has been worked out.
    struct TxTime
    {
        uint32_t bytes{0}; //!< without PPP header; 0: none
        int64_t steps{0};  //!< time
    };

    /// A call of this sender.
    class Event : public EventImpl
    {
      public:
        /// @param sender to call @param call of it
        Event(LinkSender& sender, void (LinkSender::*call)());

        int64_t at{0}; //!< when, time step

      private:
        void Notify() override;

        LinkSender& m_sender;         //!< to call
        void (LinkSender::*m_call)(); //!< of it
    };

    /// @param now time step up to which packets have left
    void Advance(int64_t now);
    /// @param bytes of a packet, without PPP header @return whether the buffer takes it
    bool Fits(uint32_t bytes) const;
    /// @return packets in the buffer, as the limit counts them
    LinkCount CountWaiting() const;
    /// @param bytes of a packet, without PPP header @return its transmission time
    int64_t GetTxTime(uint32_t bytes);
    /// Works out when a packet leaves. @param item the packet @param before the one before it, or
    /// null if that has left
    void Plan(Item& item, const Item* before);
    /// @param now time step @return when a packet that is sent now can start, time step
    int64_t FindReady(int64_t now) const;
    /// @param frame accepted @param item of it, which has a departure @return its arrival
    int64_t FindArrival(const LinkFrame& frame, Item& item) const;
    /// Sees to it that there is an event for the next arrival. @param now time step
    void Arm(int64_t now);
    /// Packets arrive now.
    void Deliver();
    /// A packet leaves now, and somebody watches it.
    void WatchTx();

    LeanLinkNetDevice& m_device;             //!< whose packets these are
    DataRate m_rate;                         //!< of the line
    QueueSize m_maxSize;                     //!< limit of the buffer
    uint32_t m_limit{0};                     //!< its value
    bool m_isLimitPackets{true};             //!< it counts packets, not bytes
    LinkBuffer m_buffer{LINK_BUFFER_DEVICE}; //!< what it counts
    ReleaseClock m_clock;                    //!< at whose ticks packets leave
    Ptr<RandomVariableStream> m_processing;  //!< time before packets can start, s, or null
    Classifier m_classifier;                 //!< of packets, or null
    std::array<TxTime, 16> m_txTimes;        //!< at this rate, by size
    RingBuffer<Item> m_items;                //!< not yet left; the first one is on the line
    uint64_t m_bytes{0};                     //!< of them
    uint64_t m_next{0};                      //!< number of the next packet
    LinkArrivals m_arrivals;                 //!< not yet arrived
    std::vector<LinkCounters> m_counters;    //!< by class

    std::vector<Ptr<Event>> m_pending; //!< events for arrivals, the next one last
    std::vector<Ptr<Event>> m_spare;   //!< to be used again
    Ptr<Event> m_watch;                //!< calls WatchTx, or null
};
} // namespace hsn
} // namespace ns3

#endif // LINK_SENDER_H
