// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_SOCKET_H
#define HSN_SSTP_SOCKET_H

#include "sstp-header.h"
#include "sstp-receiver.h"
#include "sstp-sender.h"
#include "sstp-socket-base.h"

#include "ns3/deadline-timer.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/peer-watch.h"
#include "ns3/traced-callback.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief The protocol SSTP on a node; 252 is an unassigned protocol number. */
class SstpProtocol : public FaultTraceProtocol<SstpProtocol, SstpHeader, 252>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::SstpProtocol"; //!< of its TypeId

  protected:
    void ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const override;
};

/**
 * @ingroup hsn-sstp
 * @brief A socket of SSTP: messages on a connection (SEQPACKET), each of which is a segment with a
 * tolerance of losses.
 *
 * Each message that is sent becomes a segment of up to PacketsPerSegment packets of PacketSize
 * bytes; a longer message becomes several segments. With the tolerance E = 0, which is the default,
 * all messages arrive whole, so that BulkSend and PacketSink work as over any reliable transport.
 * Otherwise a message may have holes, filled with zeros: MessageInfo::incomplete tells so, and
 * GetLastPresent() tells which packets arrived. It is as long as it was sent, unless everything is
 * tolerated: then it ends with the last packet that arrived of it, and it may be missing.
 *
 * Both ends have to have the same attributes, apart from buffers and MeasureRtd: the paper assumes
 * that the connection has been set up. Here the end that connects sends keep-alives until one is
 * answered. So does an end that has heard nothing for KeepAliveTime, unless the peer's stream has
 * ended.
 *
 * With IdealControl, control PDUs do not go through the network, as in the paper's analysis and
 * simulation: the answer to a group of packets of one segment comes RTD + 3 t_p after the last of
 * them has left, also if that one was lost, and no control PDU is lost. Data, keep-alives and
 * end-of-stream go through the network, the delay of which has to be constant: RTD / 2, and at most
 * 3 t_p more.
 *
 * A message must fit into MaxMessageSize and SndBufSize of the base classes, and RcvBufSize of the
 * receiver; their defaults are small for segments of 256 packets.
 */
class SstpSocket : public SstpSocketBase<SstpSocket, MessageSocket, SstpHeader>,
                   private SstpSender::User,
                   private SstpReceiver::User
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SstpSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    SstpSocket(const SstpSocket& other);
    ~SstpSocket() override;

    /** @return which packets of the message that was read last have arrived; one bit for each */
    const SstpBitmap& GetLastPresent() const;

    /** @brief TracedCallback signature. @param segment number @param lost packets that were not
     * received */
    typedef void (*AcceptedTracedCallback)(uint32_t segment, uint32_t lost);
    /** @brief TracedCallback signature. @param segment number */
    typedef void (*SegmentTracedCallback)(uint32_t segment);
    /** @brief TracedCallback signature. @param segment number @param reason why */
    typedef void (*IgnoredTracedCallback)(uint32_t segment, const std::string& reason);
    /** @brief TracedCallback signature. @param missing shipments */
    typedef void (*GapTracedCallback)(uint32_t missing);
    /** @brief TracedCallback signature. */
    typedef void (*LossTimerTracedCallback)();
    /** @brief TracedCallback signature. @param limit segments below may be sent */
    typedef void (*LimitTracedCallback)(uint32_t limit);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoShutdownSend() override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;
    Ptr<Packet> Dequeue(uint32_t maxSize) override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from SstpSocketBase
    void Begin() override;
    void HandleAccepted() override;
    void TakeFirst(const SstpHeader& header) override;
    void TakeIdeal(const SstpHeader& header) override;
    void TrySend() override;
    void HandleSilence() override;
    bool HasHeld() const override;
    void DeliverHeld() override;
    void Stop() override;

  private:
    /** @brief A segment that arrives, or was accepted and waits for room. */
    struct Incoming
    {
        std::vector<Ptr<Packet>> packets; //!< null: not there
        Ptr<Packet> message;              //!< all of it, once it is accepted
        SstpBitmap present;               //!< its packets then
    };

    // inherited from SstpSender::User
    void NotifyReleased(uint64_t segment) override;
    // inherited from SstpReceiver::User
    void SendControl(const SstpControlPdu& pdu) override;
    void NotifyStored(uint64_t segment, uint32_t packet) override;
    void NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time now) override;
    bool Deliver(uint64_t segment, const SstpBitmap& present) override;
    void NotifyEnd() override;
    void NotifyGap(uint32_t count, uint64_t from, uint64_t to) override;
    void NotifyLossTimer() override;

    /** @brief Takes a PDU of the peer. @param header the header @param packet its data */
    void Take(const SstpHeader& header, Ptr<Packet> packet);
    /** @brief All packets of a group have left long enough ago. @param socket number of the
     * receiver @param segment of the group */
    static void CheckGroup(uint32_t socket, uint64_t segment);
    /** @brief The sender's PDU. @param header the header @param packet its data */
    void ReceiveData(const SstpHeader& header, Ptr<Packet> packet);
    /** @brief The receiver's PDU. @param header the header */
    void ReceiveControl(const SstpHeader& header);
    /** @brief Turns messages into segments, as many as the window needs. */
    void AddSegments();
    /** @brief Sends a keep-alive or end-of-stream. */
    void SendIdle();
    /** @brief Sends a PDU. @param packet data @param header of it */
    void SendPacket(Ptr<Packet> packet, SstpHeader& header);
    /** @brief Has the timers follow sender and receiver. */
    void FollowTimers();
    /** @brief The connection is open. */
    void Open();
    /** @brief Something is due at the receiver. */
    void HandleReceiverTime();
    /** @brief Nothing has been heard for KeepAliveTime: the peer is asked. */
    void AskPeer();
    /** @return whether an answer of the peer is due */
    bool IsExpecting() const;
    /** @brief If both ends are done, waits for late PDUs before the end. */
    void LingerIfDone();
    /** @brief Puts a message into the receive queue. @param incoming accepted segment @param
     * segment its number @return whether there was room */
    bool PutMessage(const Incoming& incoming, uint64_t segment);
    /** @brief Delivers the first message, which is complete. @return whether there was room */
    bool DeliverFirst();
    /** @brief Puts an accepted segment together. @param incoming the segment @param present its
     * packets */
    void Assemble(Incoming& incoming, const SstpBitmap& present) const;
    /** @brief Notes that an answer may be expected from now on. */
    void ExpectPeer();
    /** @return t_p */
    Time GetPacketTime() const;
    /** @return time between keep-alives */
    Time GetKeepAlive() const;

    uint32_t m_packets{0};                                //!< attribute
    uint32_t m_window{0};                                 //!< attribute
    uint32_t m_errorWindow{0};                            //!< attribute
    uint32_t m_maxLoss{0};                                //!< attribute
    uint32_t m_maxBurst{0};                               //!< attribute
    SstpAccounting m_accounting{SSTP_STRICT};             //!< attribute
    SstpBurstRequest m_burstRequest{SSTP_FROM_VIOLATION}; //!< attribute
    uint32_t m_distance{0};                               //!< attribute
    bool m_measureRtd{false};                             //!< attribute
    Time m_lossTimer;                                     //!< attribute
    Time m_snakPeriod;                                    //!< attribute
    bool m_repeatSnak{true};                              //!< attribute
    Time m_keepAlive;                                     //!< attribute
    Time m_keepAliveTime;                                 //!< attribute

    std::unique_ptr<SstpSender> m_sender;     //!< logic, once there is a connection
    std::unique_ptr<SstpReceiver> m_receiver; //!< the same
    bool m_isChecking{false};                 //!< the receiver is told of a group by CheckGroup()
    DeadlineTimer m_idleTimer{[this] { TrySend(); }};                //!< next keep-alive
    DeadlineTimer m_receiverTimer{[this] { HandleReceiverTime(); }}; //!< the receiver's deadline
    PeerWatch m_peerWatch{[this] { AskPeer(); }}; //!< nothing was heard, and nothing was expected
    bool m_asking{false};                         //!< keep-alives ask whether the peer is there
    Time m_opened;                                //!< when the first keep-alive was sent
    uint64_t m_firstOutgoing{SstpFirst(0)};       //!< number of the first of them
    std::deque<SstpOutgoing> m_outgoing;          //!< segments that are not released
    uint64_t m_firstIncoming{SstpFirst(0)};       //!< number of the first of them
    std::deque<Incoming> m_incoming;              //!< segments that are not delivered
    Ptr<Packet> m_arriving;                       //!< the packet that is being looked at
    std::deque<SstpBitmap> m_presents;            //!< of the messages in the receive queue
    SstpBitmap m_lastPresent;                     //!< of the message read last

    TracedCallback<uint32_t> m_startedTrace;                     //!< trace
    TracedCallback<uint32_t, uint32_t> m_acceptedTrace;          //!< trace
    TracedCallback<uint32_t> m_snakTrace;                        //!< trace
    TracedCallback<uint32_t, const std::string&> m_ignoredTrace; //!< trace
    TracedCallback<uint32_t> m_gapTrace;                         //!< trace
    TracedCallback<uint32_t> m_limitTrace;                       //!< trace
    TracedCallback<> m_lossTimerTrace;                           //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_SOCKET_H
