// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_SOCKET_H
#define HSN_MM_POC_SOCKET_H

#include "mm-poc-association.h"
#include "mm-poc-header.h"
#include "mm-poc-protocol.h"
#include "mm-poc-sender.h"

#include "ns3/deadline-timer.h"
#include "ns3/lingering-socket.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief The connection of one medium of a multimedia partial order connection: messages
 * (SEQPACKET), each of which is an SDU.
 *
 * The media of an association are sockets of their own, with the attribute Poc from 0 on. The end
 * that connects finds its association by the peer's address, the attribute Association and a free
 * place for its medium; the end that accepts follows it. Both ends have to have the same Order, and
 * the receiving end decides with its own ReliabilityMode and bounds of losses. Nothing is delivered
 * before all media of the order are connected.
 *
 * MessageInfo::number is the number of the SDU, and MessageInfo::missingBefore tells that SDUs of
 * this medium have been declared lost since the message before; the trace LossDeclared tells which.
 *
 * Applications that know nothing of attributes: MmPocHelper gives attributes to ports.
 */
class MmPocSocket : public LingeringSocket<MessageSocket, MmPocProtocol>,
                    private MmPocSender::User,
                    private MmPocAssociation::Member
{
  public:
    /// Attribute Poc: the end that connects has to set it, the end that accepts is told.
    static constexpr uint32_t ANY_POC = 255;

    /** @return the TypeId */
    static TypeId GetTypeId();

    MmPocSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    MmPocSocket(const MmPocSocket& other);
    ~MmPocSocket() override;

    /** @return the association; null before there is a connection, or when it has ended */
    Ptr<MmPocAssociation> GetAssociation() const
    {
        return m_association;
    }

    /** @return medium */
    uint32_t GetPoc() const
    {
        return m_poc;
    }

    /** @return SDUs that were submitted */
    uint64_t GetSubmitted() const
    {
        return m_submitted;
    }

    /** @return variation of the delays of all media of the association at this end, s, by the
     * attribute AtdvMetric; NaN without deliveries */
    double GetAtdv() const;

    // inherited from Socket
    int Listen() override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;

    /** @brief TracedCallback signature. @param poc medium @param number of the SDU @param delay
     * since it was submitted */
    typedef void (*DeliverTracedCallback)(uint32_t poc, uint64_t number, Time delay);
    /** @brief TracedCallback signature. @param poc medium @param lost numbers @param cause medium
     * whose delivery declares them lost */
    typedef void (*LossTracedCallback)(uint32_t poc,
                                       const std::vector<uint64_t>& lost,
                                       uint32_t cause);
    /** @brief TracedCallback signature. @param pdu that is sent */
    typedef void (*AnswerTracedCallback)(const MmPocPdu& pdu);
    /** @brief TracedCallback signature. @param closed whether SDUs wait for the window */
    typedef void (*WindowTracedCallback)(bool closed);
    /** @brief TracedCallback signature. @param count stored SDUs of all media */
    typedef void (*StoredTracedCallback)(uint32_t count);
    /** @brief TracedCallback signature. @param reason why an SDU is refused */
    typedef void (*RefusedTracedCallback)(const std::string& reason);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoShutdownSend() override;

    // inherited from ConnectionSocket
    void HandleRefusal() override;

    // inherited from MessageSocket
    void Enqueue(Ptr<Packet> packet, const Address& to) override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from LingeringSocket
    bool HasHeld() const override;
    void DeliverHeld() override;
    void Stop() override;

  private:
    // inherited from MmPocSender::User
    void SendPdu(const MmPocPdu& pdu, Ptr<const Packet> sdu, bool again) override;
    void NotifyReleased(Ptr<const Packet> sdu) override;
    // inherited from MmPocAssociation::Member
    void SendAnswer(const MmPocPdu& pdu) override;
    void Take(const MmPocEvent& event) override;
    void Finish() override;

    /** @brief Checks attributes and takes the place in an association. @param id of the association
     * @param accepted whether this end accepts @return empty, or what is wrong */
    std::string Begin(uint32_t id, bool accepted);
    /** @return attributes that the manager needs */
    MmPocManager::Settings GetManagerSettings() const;
    /** @return attributes of the bound */
    MmPocLossPolicy::Settings GetBound() const;
    /** @brief Accepts a connection. @param packet its first PDU @param pdu the packet's header
     * @param arrival of it */
    void Accept(Ptr<const Packet> packet, const MmPocPdu& pdu, const PacketArrival& arrival);
    /** @brief The connection is open. */
    void Open();
    /** @brief DATA. @param pdu the PDU @param packet its SDU */
    void ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet);
    /** @brief Asks for a connection. */
    void SendOpen();
    /** @brief The sender's time has come. */
    void HandleSenderTime();
    /** @brief Has the timers follow the sender, and tells what has changed. */
    void FollowSender();
    /** @brief Puts delivered SDUs into the receive queue, as far as there is room. */
    void Fill();
    /** @brief If both ends are done, waits for late PDUs before the end. */
    void LingerIfDone();
    /** @brief Sends a PDU. @param pdu the PDU @param packet what follows it */
    void SendPacket(const MmPocPdu& pdu, Ptr<Packet> packet);

    uint32_t m_associationId{0};                  //!< attribute
    uint32_t m_poc{ANY_POC};                      //!< attribute
    std::string m_order;                          //!< attribute
    MmPocMode m_mode{MM_POC_MEDIA_PER_MEDIA};     //!< attribute
    MmPocLossRule m_rule{MM_POC_MAX_RATE};        //!< attribute
    uint32_t m_maxConsecutive{0};                 //!< attribute
    double m_maxRate{0};                          //!< attribute
    uint32_t m_rateWindow{0};                     //!< attribute
    uint32_t m_windowFactor{4};                   //!< attribute
    double m_timerFactor{1.1};                    //!< attribute
    uint32_t m_window{0};                         //!< attribute
    uint32_t m_requestPeriod{0};                  //!< attribute
    uint32_t m_maxWindow{1024};                   //!< attribute
    Time m_initialRtt;                            //!< attribute
    double m_frequency{25};                       //!< attribute
    bool m_holdReceived{true};                    //!< attribute
    bool m_declareAtAck{false};                   //!< attribute
    bool m_fnackRepeat{true};                     //!< attribute
    Time m_lifetime;                              //!< attribute
    bool m_fragment{true};                        //!< attribute
    bool m_checkSubmission{true};                 //!< attribute
    MmPocAtdvMetric m_metric{MM_POC_CONSECUTIVE}; //!< attribute

    Ptr<MmPocAssociation> m_association;                         //!< once there is a connection
    std::unique_ptr<MmPocSender> m_sender;                       //!< the same
    DeadlineTimer m_openTimer{[this] { SendOpen(); }};           //!< next request for a connection
    DeadlineTimer m_senderTimer{[this] { HandleSenderTime(); }}; //!< the sender's deadline
    std::deque<std::pair<Ptr<Packet>, MessageInfo>> m_ready;     //!< delivered, without room
    uint32_t m_readyBytes{0};                                    //!< of them
    uint32_t m_released{0};  //!< bytes that the application is to be told
    uint64_t m_submitted{0}; //!< SDUs
    bool m_missing{false};   //!< losses since the last delivery
    bool m_isClosed{false};  //!< SDUs wait for the window

    TracedCallback<uint32_t, uint64_t, Time> m_deliverTrace;                      //!< trace
    TracedCallback<uint32_t, const std::vector<uint64_t>&, uint32_t> m_lossTrace; //!< trace
    TracedCallback<const MmPocPdu&> m_fnackTrace;                                 //!< trace
    TracedCallback<const MmPocPdu&> m_answerTrace;                                //!< trace
    TracedCallback<bool> m_windowTrace;                                           //!< trace
    TracedCallback<uint32_t> m_storedTrace;                                       //!< trace
    TracedCallback<const std::string&> m_refusedTrace;                            //!< trace
    TracedCallback<Time, Time> m_rttTrace;                                        //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_SOCKET_H
