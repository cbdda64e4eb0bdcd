// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_LINK_NET_DEVICE_H
#define LEAN_LINK_NET_DEVICE_H

#include "lean-link-channel.h"
#include "link-receiver.h"
#include "link-sender.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief One end of a point-to-point link that needs one event per packet.
 *
 * Works like ns-3's PointToPointNetDevice with a drop-tail queue, with the same results: the same
 * packets arrive at the same times, and the same ones are dropped. It has no queue object: the
 * buffer follows from the departures, which are known when packets are accepted.
 */
class LeanLinkNetDevice : public NetDevice
{
  public:
    /// All classes of packets together.
    static constexpr uint32_t ALL_CLASSES = UINT32_MAX;

    /// @return the TypeId
    static TypeId GetTypeId();

    LeanLinkNetDevice();
    ~LeanLinkNetDevice() override;

    /**
     * @brief Connects the device to a link, which is up as soon as it has both its devices.
     * @param channel the link; a device has one only, and is on its node already
     */
    void Attach(Ptr<LeanLinkChannel> channel);

    /// @return the link, or null
    const Ptr<LeanLinkChannel>& GetLeanChannel() const
    {
        return m_channel;
    }

    /// @param stream of ProcessingTime @return how many were taken
    int64_t AssignStreams(int64_t stream);

    /// @return the end of the link this device is, 0 or 1
    uint32_t GetEnd() const
    {
        return m_end;
    }

    /// @return the device at the far end of the link, or null
    const Ptr<LeanLinkNetDevice>& GetPeer() const
    {
        return m_channel->GetLeanDevice(1 - m_end);
    }

    /**
     * @brief Has packets counted by classes.
     * @param classifier tells the class, a small number, of a frame; null: all are of class 0
     */
    void SetClassifier(LinkSender::Classifier classifier);

    /**
     * @brief Has received packets taken by an object, until SetReceiveCallback() is called.
     * @param receiver of the packets; lives as long as this device receives
     * @return where they went before
     */
    ReceiveCallback SetReceiver(LinkReceiver& receiver);

    /**
     * @brief The object that takes received packets ends. Nothing happens if another one has taken
     * its place.
     * @param receiver of SetReceiver()
     * @param others where packets go from now on
     */
    void EndReceiver(const LinkReceiver& receiver, ReceiveCallback others);

    /**
     * @brief Sends a packet, as Send() does: a link has one far end, so there is no address.
     * @param frame the packet; belongs to the link from now on
     * @return whether it was accepted
     */
    bool Transmit(const Ptr<LinkFrame>& frame);

    /**
     * @brief Tells what has become of the packets that this device was to send, up to now.
     * @param kind a class, or ALL_CLASSES
     * @return the counters; bytes are those of IP packets
     */
    LinkCounters GetTxCounters(uint32_t kind = ALL_CLASSES);

    /// @return packets that have arrived here, and were not corrupted
    const LinkCount& GetReceived() const;

    /// @return packets that have arrived here corrupted
    const LinkCount& GetCorrupted() const;

    /// @return what is in the buffer now, as MaxSize counts it
    LinkCount GetBacklog();

    /**
     * @name The link's part
     * @{
     */

    /// Works out anew the times of packets that have not started: the link has changed.
    void Replan();

    /// Has Replan() look up the extra delays of packets, too: the link has another table.
    void ForgetFlowDelays();

    /// @return whether somebody wants to know when packets start or leave
    bool IsTxWatched() const
    {
        return !(m_phyTxBeginTrace.IsEmpty() && m_phyTxEndTrace.IsEmpty() && !IsSniffed());
    }

    /// @param frame that has got its place
    void NotifyAccepted(const LinkFrame& frame)
    {
        if (!m_enqueueTrace.IsEmpty())
        {
            m_enqueueTrace(AddPpp(frame));
        }
    }

    /// @param frame whose transmission starts now
    void NotifyTxBegin(const LinkFrame& frame)
    {
        if (IsTxWatched())
        {
            TraceTxBegin(AddPpp(frame));
        }
    }

    /// @param frame that has left now
    void NotifyTxEnd(const LinkFrame& frame);

    /// @param frame that arrives now
    void Receive(const Ptr<LinkFrame>& frame);

    /** @} */

    // Inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsPointToPoint() const override;
    bool IsBridge() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /// @param frame a frame @return a copy of its packet, with PPP header
    static Ptr<Packet> AddPpp(const LinkFrame& frame);

    /// @return whether there are sniffers
    bool IsSniffed() const
    {
        return !(m_snifferTrace.IsEmpty() && m_promiscSnifferTrace.IsEmpty());
    }

    /// @param packet with PPP header that starts now
    void TraceTxBegin(Ptr<const Packet> packet);
    /// @param rate of the line
    void SetDataRate(DataRate rate);
    /// @return of the line
    DataRate GetDataRate() const;
    /// @param size limit of the buffer
    void SetMaxSize(QueueSize size);
    /// @return limit of the buffer
    QueueSize GetMaxSize() const;
    /// @param buffer what MaxSize counts
    void SetBuffer(LinkBuffer buffer);
    /// @return what MaxSize counts
    LinkBuffer GetBuffer() const;
    /// @param tick period at which packets leave; 0: at any time
    void SetTick(Time tick);

    /// @return period at which packets leave
    Time GetTick() const
    {
        return TimeStep(m_sender.GetClock().period);
    }

    /// @param phase of the ticks
    void SetTickPhase(Time phase);

    /// @return phase of the ticks
    Time GetTickPhase() const
    {
        return TimeStep(m_sender.GetClock().phase);
    }

    /// @param time before a packet can start, s, or null
    void SetProcessingTime(Ptr<RandomVariableStream> time)
    {
        m_sender.SetProcessingTime(time);
    }

    /// @return time before a packet can start, s, or null
    Ptr<RandomVariableStream> GetProcessingTime() const
    {
        return m_sender.GetProcessingTime();
    }

    /// @param mtu bytes
    void DoSetMtu(uint16_t mtu);

    LinkSender m_sender;            //!< sends
    Ptr<LeanLinkChannel> m_channel; //!< the link
    uint32_t m_end{0};              //!< of the link
    bool m_isUp{false};             //!< the link has both ends
    Ptr<Node> m_node;               //!< whose device it is
    Mac48Address m_address;         //!< of the device
    uint16_t m_mtu;                 //!< bytes
    uint32_t m_ifIndex{0};          //!< number at the node
    Ptr<ErrorModel> m_errors;       //!< decides which packets arrive corrupted, or null
    LinkCount m_received;           //!< arrived
    LinkCount m_corrupted;          //!< arrived corrupted

    LinkReceiver* m_receiver{nullptr};        //!< where packets go, or null
    ReceiveCallback m_rxCallback;             //!< where they go if it is null
    PromiscReceiveCallback m_promiscCallback; //!< where they go, too, or null
    TracedCallback<> m_linkChangeCallbacks;   //!< the link is up

    TracedCallback<Ptr<const Packet>> m_macTxTrace;          //!< from above
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;      //!< no place, or no link
    TracedCallback<Ptr<const Packet>> m_enqueueTrace;        //!< accepted
    TracedCallback<Ptr<const Packet>> m_macPromiscRxTrace;   //!< to the promiscuous callback
    TracedCallback<Ptr<const Packet>> m_macRxTrace;          //!< to above
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;     //!< starts
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;       //!< has left
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;       //!< has arrived
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;      //!< has arrived corrupted
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        //!< starts, or has arrived
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; //!< the same
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_LINK_NET_DEVICE_H
