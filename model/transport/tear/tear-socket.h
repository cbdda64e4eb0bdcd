// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_SOCKET_H
#define HSN_TEAR_SOCKET_H

#include "tear-connection.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/peer-watch.h"
#include "ns3/protocol-socket-factory.h"
#include "ns3/protocol-socket.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief TEAR on a node: protocol number 250, which is not assigned.
 */
class TearProtocol : public HeaderTransportProtocol<TearHeader, 250>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

/**
 * @ingroup hsn-transport
 * @brief What the sockets of TEAR share: the life of a connection, attributes and traces.
 *
 * TEAR (R. S. Jayaram, "Performance Evaluation of TEAR", thesis, NCSU 2001) sends at a rate that
 * the receiver computes as if it were a TCP. The thesis leaves open how a connection begins and
 * ends. Here the end that connects sends empty packets until one is answered, which also measures
 * the round-trip time, and empty packets again at the end, until one is acknowledged. An end that
 * has heard nothing for KeepAliveTime asks by such packets, too.
 *
 * Both ends can send; each direction has a rate of its own.
 *
 * @tparam Base MessageSocket or StreamSocket
 */
template <typename Base>
class BasicTearSocket : public ProtocolSocket<Base>, protected TearConnection::Owner
{
  public:
    BasicTearSocket();
    /// Copies settings, see TransportSocket. @param other listening socket
    BasicTearSocket(const BasicTearSocket& other);
    ~BasicTearSocket() override;

    /** @return both halves; null before there is a connection */
    const TearConnection* GetConnection() const
    {
        return m_connection.get();
    }

    /** @return counters */
    const TearConnection::Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return weights of the epochs, newest first, separated by commas */
    std::string GetWeights() const;
    /** @param weights of the epochs, newest first, separated by commas: as many as the attribute
     * Epochs says when a connection begins; aborts if one is no number */
    void SetWeights(const std::string& weights);

  protected:
    /** @brief Adds attributes and traces. @param tid of the derived class @param segmentSize
     * default @return the same */
    static TypeId AddTearAttributes(TypeId tid, uint32_t segmentSize);

    /// @name What a socket implements
    /// @{
    /** @brief Makes the socket of an accepted connection: ForkFor(*this, arrival). @param arrival
     * of its first packet @return the socket; null if there is one already */
    virtual Ptr<BasicTearSocket> Fork(const PacketArrival& arrival) const = 0;
    /** @return whether TakeData() has something */
    virtual bool HasData() const = 0;
    /** @brief Takes what is to be sent; there must be something. @return it */
    virtual TearConnection::Payload TakeData() = 0;
    /** @return octets of headers between TearDataHeader and payload */
    virtual uint32_t GetExtraSize() const = 0;
    /** @return whether nothing is left to be sent or to be acknowledged */
    virtual bool IsDelivered() const = 0;
    /** @brief Payload has arrived. @param packet it, not empty @param data its headers */
    virtual void TakeIn(Ptr<Packet> packet, const TearConnection::Data& data) = 0;

    /** @param packet that arrives, and is no duplicate @param data its numbers @return whether
     * TakeIn() would keep it */
    virtual bool BringsNew(Ptr<const Packet> packet, const TearConnection::Data& data) const
    {
        return !data.header.Has(TearHeader::BLOCK) && packet->GetSize() > 0;
    }

    /** @return whether data that is missing when the peer's end arrives may still be under way */
    virtual bool MayFollowEnd() const = 0;
    /** @brief Hands to the application what has arrived. */
    virtual void HandOut() = 0;

    /** @brief Feedback has arrived. @param packet what follows its header @param header its flags
     */
    virtual void TakeFeedback([[maybe_unused]] Ptr<Packet> packet,
                              [[maybe_unused]] const TearHeader& header)
    {
    }

    /** @brief The connection begins. */
    virtual void Begin()
    {
    }

    /** @brief The connection is over: stop timers. */
    virtual void End() = 0;

    /// @}

    /** @return bytes of payload of a full packet */
    uint32_t GetSegmentSize() const
    {
        return m_segmentSize;
    }

    /** @return the connection; there must be one */
    TearConnection& Connection() const
    {
        return *m_connection;
    }

    /** @brief What is to be sent may have changed, and with it whether the end may be sent. */
    void Continue();

    /** @brief Counts what the peer has, or at least was sent. @param bytes of the application */
    void CountDelivered(uint32_t bytes)
    {
        m_delivered += bytes;
    }

    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoShutdownSend() override;
    void Abort() override;

    void DoRead() override
    {
        // unless the socket is reliable, the sender does not wait for room
    }

    uint32_t GetUnacknowledged() const override
    {
        return 0;
    }

    bool IsAtEnd() const override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from ProtocolSocket
    void Stop() override;

    // inherited from TearConnection::Owner
    Ptr<Socket> Keep() override;
    bool HasPayload() const override;
    TearConnection::Payload TakePayload() override;
    void Transmit(Ptr<Packet> packet, TearHeader& header) override;
    uint32_t GetIpSize(Ptr<const Packet> packet) const override;
    void AddToFeedback(Ptr<Packet> packet, TearHeader& header) override;
    void OnDataSent(const TearDataHeader& data, const TearConnection::Payload& payload) override;
    void OnFeedbackSent(const TearFeedbackHeader& feedback) override;
    void OnFeedbackReceived(const TearFeedbackHeader& feedback) override;
    void OnDrop(Ptr<const Packet> packet, const std::string& reason) override;
    void OnLimit(Ptr<const Packet> packet, const std::string& reason) override;
    void OnChange() override;
    void OnState(TearReceiver::State from, TearReceiver::State to) override;
    void OnCwnd(double cwnd) override;
    void OnRoundEnd(double cwnd, Time duration) override;
    void OnEpochEnd(double rate) override;
    void OnDirection(int direction) override;

  private:
    /** @brief Makes the connection's halves by the attributes. */
    void MakeConnection();
    /** @brief Accepts a connection. @param arrival of its first packet @return its socket; null if
     * it was refused */
    Ptr<BasicTearSocket> Accept(const PacketArrival& arrival);
    /** @brief Tells a peer that it has no connection. @param arrival of its packet */
    void Refuse(const PacketArrival& arrival);
    /** @brief Data has arrived. @param packet what follows the header @param header of it
     * @param size of the IP packet, bytes */
    void HandleData(Ptr<Packet> packet, const TearHeader& header, uint32_t size);
    /** @brief Feedback has arrived. @param packet what follows the header @param header of it */
    void HandleFeedback(Ptr<Packet> packet, const TearHeader& header);
    /** @brief The peer has answered. */
    void Open();
    /** @brief The peer's last packet has arrived. @param missing packets before it have not */
    void HandleLast(bool missing);
    /** @brief The peer will send no more. */
    void HandleEnd();
    /** @brief Our end has been acknowledged, or is given up. @param gone the peer does not answer
     */
    void FinishSending(bool gone);
    /** @brief The timer of the first or the last packet expires. */
    void RepeatControl();
    /** @brief Nothing has been heard of the peer for KeepAliveTime: it is asked. */
    void AskPeer();
    /** @brief A packet of the peer has arrived. */
    void HearPeer();

    // what the user sets
    TearConnection::Settings m_settings;       //!< attribute RttSource
    TearReceiver::Settings m_receiverSettings; //!< attributes
    TearRateFilter::Settings m_filterSettings; //!< attributes
    TearSender::Settings m_senderSettings;     //!< attributes
    uint32_t m_segmentSize{0};                 //!< attribute
    uint32_t m_connCount{0};                   //!< attribute
    uint32_t m_finCount{0};                    //!< attribute
    Time m_keepAliveTime;                      //!< attribute

    std::unique_ptr<TearConnection> m_connection; //!< both halves
    DeadlineTimer m_controlTimer{
        [this] { RepeatControl(); }};             //!< of the first and of the last packet
    PeerWatch m_peerWatch{[this] { AskPeer(); }}; //!< notices that the peer is silent
    bool m_asking{false};                         //!< empty packets ask whether it is there
    Time m_begun;                                 //!< when the connection began
    bool m_controlDue{false};                     //!< the first or last packet is to be sent
    uint32_t m_tries{0};                          //!< of it, so far
    bool m_answered{false};                       //!< the peer is there
    bool m_finSent{false};                        //!< our end was sent
    bool m_finDone{false};                        //!< and acknowledged, or given up
    bool m_peerDone{false};                       //!< the peer's end has come
    bool m_lastSeen{false};                       //!< the peer's last packet has come once
    uint64_t m_delivered{0};                      //!< bytes that the peer has

    TearConnection::Counters m_counters; //!< so far

    TracedValue<TearReceiver::State> m_state{TearReceiver::SLOW_START_READY}; //!< trace
    TracedValue<double> m_cwnd{1};                                            //!< trace
    TracedValue<uint32_t> m_lastCwnd{1};                                      //!< trace
    TracedValue<double> m_ssthresh{0};                                        //!< trace
    TracedValue<double> m_rate{0};                                            //!< trace
    TracedValue<Time> m_rtt;                                                  //!< trace
    TracedValue<int> m_direction{1};                                          //!< trace
    TracedCallback<double, Time> m_roundEnd;                                  //!< trace
    TracedCallback<double> m_epochEnd;                                        //!< trace
    TracedCallback<const TearFeedbackHeader&> m_feedbackTx;                   //!< trace
    TracedCallback<const TearFeedbackHeader&> m_feedbackRx;                   //!< trace
    TracedCallback<uint64_t, Time> m_transferComplete;                        //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_SOCKET_H
