// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_SOCKET_H
#define HSN_TFRC_SOCKET_H

#include "tfrc-header.h"
#include "tfrc-receiver.h"
#include "tfrc-sender.h"

#include "ns3/deadline-timer.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/peer-watch.h"
#include "ns3/rate-pacer.h"
#include "ns3/sequence-check.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The protocol of TfrcSocket on a node; a protocol number that is not assigned.
 */
class TfrcProtocol : public HeaderTransportProtocol<TfrcHeader, 251>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup hsn-transport
 * @brief Messages on a connection whose rate is controlled by TFRC (RFC 5348).
 *
 * A message is a packet. Packets leave at the allowed rate, one by one; what is lost is not sent
 * again, what arrives is delivered as it arrives. The sender waits for nothing but its rate, so a
 * receiver that does not read loses what its buffer cannot hold. Both ends may send; each direction
 * has a rate of its own.
 *
 * OPEN, repeated until ACCEPT comes, opens the connection. CLOSE, repeated until CLOSED comes, says
 * that no more data follows. A socket whose application has closed it needs no CLOSE of the peer. A
 * connection on which nothing arrives for IdleTimeout ends.
 *
 * Attributes, traces and what is done about forged packets are described in the manual.
 */
class TfrcSocket : public MessageSocket
{
  public:
    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t dataSent{0};         //!< data packets
        uint64_t dataReceived{0};     //!< data packets that were taken
        uint64_t feedbackSent{0};     //!< feedback packets
        uint64_t feedbackReceived{0}; //!< feedback packets that were believed
        uint64_t dropped{0};          //!< packets that arrived and were dropped: trace RxDrop
        uint64_t noFeedback{0};       //!< times that the no-feedback timer expired
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    TfrcSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    TfrcSocket(const TfrcSocket& other);
    ~TfrcSocket() override;

    /** @param protocol of the node */
    void SetProtocol(Ptr<TransportProtocol> protocol);

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @brief Signature of the traces of data. @param packet message @param header its header */
    typedef void (*DataTracedCallback)(Ptr<const Packet> packet, const TfrcDataHeader& header);
    /** @brief Signature of the traces of feedback. @param header it */
    typedef void (*FeedbackTracedCallback)(const TfrcFeedbackHeader& header);
    /** @brief Signature of RxDrop. @param packet with its header, or message @param reason why */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const std::string& reason);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void NotifyNodeGone() override;

  private:
    /// @name The connection
    /// @{

    /** @brief Accepts a connection. @param arrival of its OPEN @param header that */
    void Accept(const PacketArrival& arrival, const TfrcHeader& header);
    /** @brief The connection is open. @param segmentSize of the peer */
    void Open(uint32_t segmentSize);
    /** @brief Sends a packet without data. @param type of it */
    void SendControl(TfrcHeader::Type type);
    /** @brief Sends OPEN or CLOSE until it is answered. @param type which */
    void Request(TfrcHeader::Type type);
    /** @brief Sends it again, or gives up. */
    void RepeatRequest();
    /** @brief A packet without data has arrived. @param header it */
    void HandleControl(const TfrcHeader& header);
    /** @brief Nothing has arrived for a long time. */
    void HandleIdle();
    /** @brief Ends the connection if nobody needs it any more. */
    void ShutIfDone();

    /// @}
    /// @name Sending
    /// @{

    /** @brief The rate allows a packet: sends the next message, if there is one. */
    void TrySend();
    /** @brief Sends CLOSE if the application sends no more, and all was sent. */
    void CloseIfSent();
    /** @brief Sends the first message of the queue. */
    void SendMessage();
    /** @brief Feedback has arrived. @param packet with its header */
    void HandleFeedback(Ptr<Packet> packet);
    /** @brief The no-feedback timer has expired. */
    void HandleNoFeedback();
    /** @brief The allowed rate may have changed: paces by it, and restarts the timer. */
    void UpdateRate();

    /// @}
    /// @name Receiving
    /// @{

    /** @brief Data has arrived. @param packet with its header */
    void HandleData(Ptr<Packet> packet);
    /** @brief Notes what data says. @param header of it @param bytes of it */
    void NoteData(const TfrcDataHeader& header, uint32_t bytes);
    /** @brief The receiver's timer has expired. */
    void HandleFeedbackTimer();
    /** @brief Sends feedback. */
    void SendFeedback();
    /** @brief Restarts the receiver's timer. */
    void StartFeedbackTimer();
    /** @brief Counts and traces a packet that is dropped. @param packet it @param reason why */
    void Drop(Ptr<const Packet> packet, const std::string& reason);

    /// @}

    /** @param segmentSize s @return the equation with the socket's parameters */
    TfrcEquation MakeEquation(uint32_t segmentSize) const;

    uint32_t m_segmentSize{0};   //!< attribute
    double m_packetsPerAck{0};   //!< attribute
    double m_rtoFactor{0};       //!< attribute
    TfrcRateSettings m_settings; //!< attributes
    Time m_initialRtt;           //!< attribute
    bool m_discount{false};      //!< attribute
    uint32_t m_longestJump{0};   //!< attribute
    Time m_retryInterval;        //!< attribute
    uint32_t m_maxTries{0};      //!< attribute
    Time m_idleTimeout;          //!< attribute

    Ptr<TransportProtocol> m_protocol; //!< sends packets
    DeadlineTimer m_requestTimer;      //!< OPEN or CLOSE waits for its answer
    PeerWatch m_peerWatch;             //!< nothing arrives
    uint32_t m_tries{0};               //!< of OPEN or CLOSE
    bool m_closeSent{false};           //!< CLOSE was sent
    bool m_closeAnswered{false};       //!< and answered
    bool m_peerDone{false};            //!< the peer's CLOSE has arrived

    RatePacer m_pacer;                  //!< when packets leave
    DeadlineTimer m_noFeedbackTimer;    //!< the sender's timer
    std::optional<TfrcSender> m_sender; //!< since the first packet

    uint32_t m_peerSegmentSize{0};          //!< of its data
    DeadlineTimer m_feedbackTimer;          //!< the receiver's timer
    std::optional<TfrcReceiver> m_receiver; //!< since the first packet
    std::optional<SequenceCheck> m_check;   //!< numbers that arrive
    uint32_t m_newest{0};                   //!< greatest number that has arrived
    Time m_newestSent;                      //!< its time of sending, by the peer's clock
    Time m_newestArrival;                   //!< when it arrived

    Counters m_counters; //!< so far

    TracedValue<double> m_rateTrace{0};                                  //!< X
    TracedValue<double> m_lossEventRateTrace{0};                         //!< p
    TracedValue<double> m_receiveRateTrace{0};                           //!< X_recv
    TracedValue<Time> m_rttTrace;                                        //!< R
    TracedCallback<Ptr<const Packet>, const TfrcDataHeader&> m_txTrace;  //!< data sent
    TracedCallback<Ptr<const Packet>, const TfrcDataHeader&> m_rxTrace;  //!< data taken
    TracedCallback<const TfrcFeedbackHeader&> m_feedbackTxTrace;         //!< feedback sent
    TracedCallback<const TfrcFeedbackHeader&> m_feedbackRxTrace;         //!< feedback believed
    TracedCallback<Ptr<const Packet>, const std::string&> m_rxDropTrace; //!< packet dropped
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_SOCKET_H
