// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_SOCKET_H
#define HSN_TFRC_SOCKET_H

#include "tfrc-header.h"
#include "tfrc-receiver.h"
#include "tfrc-sender.h"

#include "ns3/connection-life.h"
#include "ns3/deadline-timer.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/rate-pacer.h"
#include "ns3/sequence-check.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <optional>

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
 * ConnectionLife opens and closes the connection. OPEN and ACCEPT tell the segment size. A socket
 * whose application has closed it needs no CLOSE of the peer.
 *
 * Attributes, traces and what is done about forged packets are described in the manual.
 */
class TfrcSocket : public ConnectionLife<MessageSocket, TfrcHeader>
{
  public:
    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t dataSent{0};         //!< data packets
        uint64_t dataReceived{0};     //!< data packets that were taken
        uint64_t feedbackSent{0};     //!< feedback packets
        uint64_t feedbackReceived{0}; //!< feedback packets that were believed
        uint64_t noFeedback{0};       //!< times that the no-feedback timer expired
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    TfrcSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    TfrcSocket(const TfrcSocket& other);
    ~TfrcSocket() override;

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @brief Signature of the traces of feedback. @param header the header */
    typedef void (*FeedbackTracedCallback)(const TfrcFeedbackHeader& header);

  protected:
    // inherited from TransportSocket
    uint32_t GetUnacknowledged() const override;

    // inherited from ConnectionLife
    Ptr<ConnectionLife> Fork(const PacketArrival& arrival) const override;
    void SendMore() override;
    void HandleData(Ptr<Packet> packet, const TfrcHeader& header) override;
    void Complete(TfrcHeader& header) const override;
    void NoteOpening(const TfrcHeader& header) override;
    bool IsReliable() const override;

    // inherited from ProtocolSocket
    void Stop() override;

  private:
    /// @name Sending
    /// @{

    /** @brief The rate allows a packet: sends the next message, if there is one. */
    void TrySend();
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

    /** @brief A message has arrived. @param packet with its header */
    void HandleMessage(Ptr<Packet> packet);
    /** @brief Notes what data says. @param header of it @param bytes of it */
    void NoteData(const TfrcDataHeader& header, uint32_t bytes);
    /** @brief The receiver's timer has expired. */
    void HandleFeedbackTimer();
    /** @brief Sends feedback. */
    void SendFeedback();
    /** @brief Restarts the receiver's timer. */
    void StartFeedbackTimer();

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

    RatePacer m_pacer{[this] { TrySend(); }};                        //!< when packets leave
    DeadlineTimer m_noFeedbackTimer{[this] { HandleNoFeedback(); }}; //!< the sender's timer
    std::optional<TfrcSender> m_sender;                              //!< since the first packet

    uint32_t m_peerSegmentSize{0};                                    //!< of its data
    DeadlineTimer m_feedbackTimer{[this] { HandleFeedbackTimer(); }}; //!< the receiver's timer
    std::optional<TfrcReceiver> m_receiver;                           //!< since the first packet
    std::optional<SequenceCheck> m_check;                             //!< numbers that arrive
    uint32_t m_newest{0}; //!< greatest number that has arrived
    Time m_newestSent;    //!< its time of sending, by the peer's clock
    Time m_newestArrival; //!< when it arrived

    Counters m_counters; //!< so far

    TracedValue<double> m_rateTrace{0};                          //!< X
    TracedValue<double> m_lossEventRateTrace{0};                 //!< p
    TracedValue<double> m_receiveRateTrace{0};                   //!< X_recv
    TracedValue<Time> m_rttTrace;                                //!< R
    TracedCallback<const TfrcFeedbackHeader&> m_feedbackTxTrace; //!< feedback sent
    TracedCallback<const TfrcFeedbackHeader&> m_feedbackRxTrace; //!< feedback believed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_SOCKET_H
