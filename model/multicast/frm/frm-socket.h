// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_SOCKET_H
#define FRM_SOCKET_H

#include "frm-host.h"
#include "frm-protocol.h"
#include "frm-receiver.h"
#include "frm-sender.h"

#include "ns3/deadline-timer.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/protocol-socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief A sender or a receiver of FRM as a socket: messages (SEQPACKET), each of which is a packet
 * of DATA, from one sender to a group.
 *
 * Sender: Connect() to the group's address and port. It succeeds when the set-up is complete, and
 * what was sent meanwhile follows. A message counts against SndBufSize until all receivers have
 * it. Close() ends the communication when all is delivered. If the integrity of the group is
 * violated, the connection fails, or is closed by an error; GetReason() tells why. Attributes of
 * the algorithm are those of FrmSender, attribute Sender.
 *
 * Receiver: Bind() to the group's port of any address (ns-3's IPv4 has no membership: routes decide
 * what arrives; a group of IPv6 is joined by Ipv6JoinGroup()), Listen(). Each sender that invites
 * is a connection that is accepted. What is read is handed to the user (dseq); what is not read
 * holds the sender up. Close() leaves the group. If it is invited late (FrmSender::InviteInterval),
 * it gets the packets from its listing on. MessageInfo::number is the number of the packet;
 * MessageInfo::missingBefore can be true if Reliable is false.
 *
 * If an FrmHost is aggregated to the node, its processor does the work, and what has arrived waits
 * for it in the host's socket buffer.
 *
 * The group may be a multicast address of IPv4 or IPv6, the address of one host, or a
 * LinkSocketAddress with AtmVc::GetPeerAddress() of the root of a point-to-multipoint connection,
 * from whose leaves connections lead back.
 */
class FrmSocket : public ProtocolSocket<MessageSocket, FrmProtocol>, private FrmSender::User
{
  public:
    /// Longest packet: what an IPv4 datagram holds, in UDP.
    static constexpr uint32_t MAX_PACKET = 65535 - 20 - 8 - FrmHeader::DATA_SIZE;

    /** @return the TypeId */
    static TypeId GetTypeId();

    FrmSocket();
    /** @copydoc TransportSocket::TransportSocket(const TransportSocket&) */
    FrmSocket(const FrmSocket& other);
    ~FrmSocket() override;

    /** @return the algorithm of a sender; made when first asked for */
    Ptr<FrmSender> GetSender() const;

    /** @return why the communication has ended, or this receiver is out of it; END while it is not
     */
    FrmReason GetReason() const
    {
        return m_reason;
    }

    /** @return id of this receiver; 0 before it was invited */
    uint64_t GetReceiverId() const
    {
        return m_id;
    }

    /** @return receiver: one more than the number of the last packet that was read */
    uint32_t GetDseq() const;

    /** @return receiver: whether it came late, and does not have the first packets */
    bool IsLate() const
    {
        return m_late;
    }

    // inherited from Socket
    int Connect(const Address& address) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    int ShutdownSend() override;
    int GetPeerName(Address& address) const override;

    /** @brief TracedCallback signature. @param seq number of a packet */
    typedef void (*DeliverTracedCallback)(uint32_t seq);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    bool IsAtEnd() const override;
    bool IsSendOpen() const override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;

    // inherited from ProtocolSocket
    void Stop() override;

  private:
    /// What a socket is.
    enum Role
    {
        UNDECIDED, //!< not yet; or listens
        SENDER,    //!< of a communication
        RECEIVER   //!< in a communication
    };

    // inherited from FrmSender::User
    void Transmit(const FrmPdu& pdu, Ptr<const Packet> packet) override;
    void Fill() override;
    bool IsWaiting() const override;
    void NotifyOpened() override;
    void NotifyReleased(uint32_t bytes) override;
    void NotifyEnded(FrmReason reason) override;

    /** @param work is done behind all that waits for the processor @param done called then */
    void Work(FrmWork work, std::function<void()> done);
    /** @brief Works on the packet that arrives, or drops it if the host's socket buffer is full.
     * @param work kind @param done called behind all that waits for the processor */
    void WorkOn(FrmWork work, std::function<void()> done);
    /** @brief Sends a PDU. @param pdu the PDU @param packet what follows it, or null */
    void SendPdu(const FrmPdu& pdu, Ptr<const Packet> packet);
    /** @brief A sender gets a PDU. @param packet the packet @param pdu the packet's header @param
     * from who sent it */
    void ReceiveAsSender(Ptr<const Packet> packet, const FrmPdu& pdu, const Address& from);
    /** @brief A receiver gets a PDU. @param packet what follows it @param pdu the PDU */
    void ReceiveAsReceiver(Ptr<Packet> packet, const FrmPdu& pdu);

    /** @brief A listening socket is invited. @param packet INIT @param pdu the packet's header
     * @param arrival of it */
    void Accept(Ptr<const Packet> packet, const FrmPdu& pdu, const PacketArrival& arrival);
    /** @brief Becomes a receiver. @param pdu INIT @param arrival of it @param room packets
     * @return whether the sender can be answered */
    bool BeginToReceive(const FrmPdu& pdu, const PacketArrival& arrival, uint32_t room);
    /** @param type of a PDU of this receiver @return it */
    FrmPdu MakePdu(FrmPduType type) const;
    /** @brief Answers an invitation. */
    void SendJoin();
    /** @brief It comes late, and is listed. @param seq number of its first packet */
    void TakeWelcome(uint32_t seq);
    /** @brief The processor has taken DATA. @param seq number @param packet the data */
    void TakeData(uint32_t seq, Ptr<Packet> packet);
    /** @brief The user has taken a packet. @param packet the packet @param info of it */
    void HandOver(Ptr<Packet> packet, const MessageInfo& info);
    /** @brief Answers a control message. @param control the control message */
    void SendEcho(FrmPdu control);
    /** @brief The processor has taken LEAVE for this receiver. @param pdu the PDU */
    void TakeLeave(const FrmPdu& pdu);
    /** @brief Leaves the group, or says so again. */
    void Leave();
    /** @brief Tells the application that everything was received, once it was. */
    void NotifyEndIfDone();
    /** @brief Nothing was heard of the sender for too long. */
    void HandleSilence();
    /** @brief Leaves again, or has waited long enough for late PDUs. */
    void HandleTimer();

    uint32_t m_packetSize{0};    //!< attribute; receiver: the sender's
    std::string m_name;          //!< attribute GroupName
    uint32_t m_bufferPackets{0}; //!< attribute
    FrmReceiveMode m_mode;       //!< attribute ReceiveMode
    bool m_reliable{true};       //!< attribute
    bool m_mandatory{false};     //!< attribute
    uint64_t m_receiverId{0};    //!< attribute
    Time m_echoSpread;           //!< attribute
    Time m_giveUp;               //!< attribute GiveUpTime
    Time m_leaveWait;            //!< attribute
    uint32_t m_leaveTries{0};    //!< attribute
    Time m_linger;               //!< attribute

    Ptr<FrmHost> m_host;         //!< works, or null
    Ptr<const Packet> m_arrived; //!< arrives now, with its header; null if m_host is
    Role m_role{UNDECIDED};      //!< what it is
    Address m_peer;              //!< sender: the group
    TransportPath m_path{};      //!< of what it sends
    uint32_t m_group{0};         //!< number of the communication
    FrmReason m_reason{FRM_END}; //!< why it has ended

    mutable Ptr<FrmSender> m_sender;     //!< sender: the algorithm
    std::map<uint64_t, Address> m_from;  //!< sender: where receivers are, by id
    std::map<Address, uint32_t> m_known; //!< listens: last communication by sender
    uint32_t m_unreleased{0};            //!< sender: bytes that not all have
    uint32_t m_next{0};                  //!< sender: number of the next packet that is new
    bool m_endSaid{false};               //!< sender: LEAVE to all has left
    bool m_ended{false};                 //!< sender: the algorithm has ended

    std::unique_ptr<FrmReceiver> m_receiver; //!< receiver: which packets are taken
    uint64_t m_id{0};                        //!< receiver: who
    bool m_joined{false};                    //!< receiver: the communication has begun
    bool m_waits{false};                     //!< receiver: comes late, and is not listed yet
    bool m_late{false};                      //!< receiver: came late
    bool m_selective{false};                 //!< receiver: tells which packets it keeps
    uint32_t m_atUser{0};                    //!< receiver: packets that the user is about to take
    bool m_missing{false};                   //!< receiver: packets before the next one are lost
    bool m_endHeard{false};                  //!< receiver: all was sent
    bool m_atEnd{false};                     //!< receiver: and the user has it
    bool m_leaving{false};                   //!< receiver: it has said LEAVE
    uint32_t m_tries{0};                     //!< receiver: how often
    DeadlineTimer m_silence{[this] { HandleSilence(); }}; //!< receiver: nothing was heard
    DeadlineTimer m_timer{[this] { HandleTimer(); }};     //!< receiver: of leaving and lingering

    TracedCallback<uint32_t> m_deliverTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // FRM_SOCKET_H
