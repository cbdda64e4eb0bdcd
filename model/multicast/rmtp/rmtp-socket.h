// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_SOCKET_H
#define RMTP_SOCKET_H

#include "rmtp-host.h"
#include "rmtp-protocol.h"
#include "rmtp-receiver.h"
#include "rmtp-server.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/packet-traces.h"
#include "ns3/stream-socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief A server or a receiver of RMTP as a socket: a stream of bytes from one server to a group.
 *
 * Server: Connect() to the group's address and port; it succeeds at once, as data is buffered until
 * ShutdownSend() or Close(), until there are more than MessageSize bytes, or until SndBufSize holds
 * no more. That is a message, and has a connection of the protocol of its own; a longer stream is
 * several messages, one after the other. Receivers are those named by AddReceiver(), or by
 * RmtpProtocol::AddReceiver() (RmtpHelper does that); a single host may be connected to, too. The
 * socket closes normally when each receiver has everything or has failed: GetFailed() lists those.
 * A receiver that has failed gets no more messages. If all have, the socket closes by an error.
 * Attributes and traces of the protocol are those of RmtpServer, attribute Server.
 *
 * Receiver: Bind() to the group's port, Listen(). Each server is a connection that is accepted. A
 * message is given to the application when all of it is there. RcvBufSize must hold the longest
 * message, or it is refused; an application that has not read the last one makes the receiver busy,
 * and it is served after the others. Close() before the end leaves the group.
 *
 * If an RmtpHost is aggregated to the node, its processor sends and reads, and what has arrived
 * waits in a socket buffer that overflows.
 *
 * PDUs are whole datagrams of ns-3's UDP. Groups are of IPv4, where routes alone decide who gets
 * what, or of IPv6: nodes must be members there, which Bind() to the group's address sees to, or
 * Ipv6JoinGroup().
 */
class RmtpSocket : public StreamSocket,
                   public PacketTraces,
                   private RmtpServer::User,
                   private RmtpReceiver::User
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RmtpSocket();
    /// Copies settings, see TransportSocket. @param other listening socket
    RmtpSocket(const RmtpSocket& other);
    ~RmtpSocket() override;

    /** @param protocol of the node */
    void SetProtocol(Ptr<RmtpProtocol> protocol);

    /** @return the protocol of a server; made when first asked for */
    Ptr<RmtpServer> GetServer() const;

    /** @return the protocol of a receiver; null: it is none. Each message has another one */
    Ptr<RmtpReceiver> GetReceiver() const
    {
        return m_receiver;
    }

    /** @brief Server: names a receiver, before Connect(). @param receiver address and port where it
     * listens @return empty, or what is wrong */
    std::string AddReceiver(const Address& receiver);

    /** @return server: receivers that have not failed */
    const std::vector<Address>& GetReceivers() const
    {
        return m_list;
    }

    /** @return server: receivers that were silent, have refused or left, in this order of time */
    const std::vector<Address>& GetFailed() const
    {
        return m_failed;
    }

    /** @return why the last call failed, or the connection, with value and limit */
    const std::string& GetProblem() const
    {
        return m_problem;
    }

    /**
     * @brief Tells how packets name a message of a stream: by 15 bits, and 0 is the first one
     * alone.
     * @param before messages of the stream before it
     * @return its number, 0 to 32767; 1 follows 32767
     */
    static uint32_t GetNumber(uint32_t before)
    {
        return before == 0 ? 0 : 1 + (before - 1) % 0x7fff;
    }

    /** @return messages that are over */
    uint32_t GetMessages() const
    {
        return m_messages;
    }

    /** @return PDUs that were of no use: trace RxDrop */
    uint64_t GetDropped() const
    {
        return m_dropped;
    }

    /** @brief Receiver: takes no part for a while, or again. @param busy whether */
    void SetBusy(bool busy);
    /** @brief Server: ends the stream at once, and tells the receivers. */
    void Cancel();

    // inherited from Socket
    int Bind(const Address& address) override;
    int Connect(const Address& address) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    int ShutdownSend() override;
    int GetPeerName(Address& address) const override;
    using StreamSocket::Bind;

    /** @brief TracedCallback signature. @param receiver address and port @param lacking packets of
     * the message that it lacks */
    typedef void (*ProgressTracedCallback)(const Address& receiver, uint32_t lacking);
    /** @brief TracedCallback signature. @param receiver address and port */
    typedef void (*FailedTracedCallback)(const Address& receiver);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoListen() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;
    uint32_t GetUnsent() const override;
    bool IsAtEnd() const override;
    bool IsSendOpen() const override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void NotifyNodeGone() override;

  private:
    /// What a socket is.
    enum Role
    {
        UNDECIDED, //!< not yet; or listens
        SERVER,    //!< sends
        RECEIVER   //!< of a server
    };

    // inherited from RmtpServer::User
    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override;
    void NotifyEnded(bool good) override;
    /** @param open receivers that take part @return all of a small group, else the first one of
     * each subnet */
    std::set<uint32_t> ChooseReporters(const std::vector<uint32_t>& open) const override;

    // inherited from RmtpReceiver::User
    void Transmit(const RmtpPdu& pdu) override;
    void NotifyConnected(const RmtpPdu& pdu) override;
    void NotifyComplete() override;
    void NotifyClosed(bool good) override;

    /** @brief Fails a call. @param problem for GetProblem() @param error errno @return -1 */
    int Refuse(const std::string& problem, SocketErrno error);
    /** @brief Counts a PDU that is of no use. @param packet the packet @param reason why */
    void Drop(Ptr<const Packet> packet, const std::string& reason);
    /** @brief Sends a PDU. @param pdu the PDU @param data behind it @param peer address and port */
    void SendPdu(const RmtpPdu& pdu, Ptr<Packet> data, const Address& peer);
    /** @brief Takes a datagram out of the socket buffer. @param packet the packet @param from who
     * sent it
     */
    void Read(Ptr<Packet> packet, const Address& from);
    /** @brief Sets addresses of what is sent. @param peer address and port @return error */
    SocketErrno FindPath(const Address& peer);
    /** @return the node's machine, and a socket buffer of it, if it has one */
    void FindHost();

    /** @brief Tells the application that it can send. */
    void NotifyOpened();
    /** @brief Begins a message if there is reason to. @param isFull nothing more can be buffered */
    void BeginMessage(bool isFull);
    /** @brief A message is over. */
    void EndMessage();
    /** @brief The stream is over. */
    void EndStream();
    /** @brief No more PDUs of receivers are awaited. */
    void EndLinger();
    /** @param packet of a receiver @param pdu the packet's header @param from who sent it */
    void ReadAsServer(Ptr<const Packet> packet, const RmtpPdu& pdu, const Address& from);
    /** @param receiver index @param lacking packets */
    void NoteProgress(uint32_t receiver, uint32_t lacking);
    /** @param receiver index, that has failed */
    void NoteFailed(uint32_t receiver);

    /** @param packet CONN @param pdu the packet's header @param from who sent it: to a socket that
     * listens */
    void Accept(Ptr<const Packet> packet, const RmtpPdu& pdu, const Address& from);
    /** @brief Says no. @param pdu CONN @param from who sent it */
    void SayNo(const RmtpPdu& pdu, const Address& from);
    /** @param connection that was refused @param peer that is told */
    void SendNo(uint16_t connection, Address peer);
    /** @brief Becomes a receiver. @param pdu CONN @param from who sent it @return whether the
     * server can be answered */
    bool BeginReceiving(const RmtpPdu& pdu, const Address& from);
    /** @brief Takes part in a message. @param pdu CONN */
    void JoinMessage(const RmtpPdu& pdu);
    /** @param packet data @param pdu the header of the same, of the server */
    void ReadAsReceiver(Ptr<Packet> packet, const RmtpPdu& pdu);
    /** @param packet data @param pdu DATA */
    void TakeData(Ptr<Packet> packet, const RmtpPdu& pdu);
    /** @brief Nothing was heard of the server for too long. */
    void HandleSilence();
    /** @return receiver: its address and port */
    Address GetOwnAddress() const;
    /** @return whether there is room for the message in the application's buffer */
    bool HasRoom() const;

    RmtpWireFormat m_format; //!< attribute WireFormat
    uint32_t m_messageSize;  //!< attribute
    Time m_giveUp;           //!< attribute GiveUpTime
    uint8_t m_prefix;        //!< attribute SubnetPrefix
    uint8_t m_prefix6;       //!< attribute SubnetPrefix6

    Ptr<RmtpProtocol> m_protocol; //!< sends datagrams
    Ptr<RmtpHost> m_host;         //!< works, or null
    Ptr<HostQueue> m_buffer;      //!< of m_host
    Role m_role{UNDECIDED};       //!< what it is
    Address m_peer;               //!< server: the group; receiver: the server
    TransportPath m_path{};       //!< of what it sends
    bool m_atEnd{false};          //!< the stream is over
    uint32_t m_messages{0};       //!< that are over
    uint64_t m_dropped{0};        //!< PDUs of no use
    std::string m_problem;        //!< of the last call that failed

    mutable Ptr<RmtpServer> m_server;      //!< server: protocol
    std::vector<Address> m_list;           //!< server: receivers
    std::map<Address, uint32_t> m_indices; //!< server: receivers of the message
    std::vector<Address> m_present;        //!< server: the same, by index
    std::vector<Address> m_failed;         //!< server: receivers that have failed
    std::vector<Ptr<Packet>> m_blocks;     //!< packets of the message; receiver: that are there
    uint32_t m_bytes{0};                   //!< of the message that is under way
    bool m_isRunning{false};               //!< server: a message is under way
    bool m_isLast{false};                  //!< no other message follows
    bool m_isCancelled{false};             //!< server: Cancel()
    DeadlineTimer m_linger{[this] { EndLinger(); }}; //!< server: for late PDUs
    std::map<Address, uint16_t> m_connections;       //!< listener: last connection of servers

    Ptr<RmtpReceiver> m_receiver; //!< receiver: protocol
    uint16_t m_connection{0};     //!< receiver: number
    uint32_t m_blockSize{0};      //!< receiver: bytes of a packet
    uint16_t m_place{0};          //!< receiver: RmtpPdu::place of the message
    bool m_isComplete{false};     //!< receiver: the message is
    bool m_isBusy{false};         //!< receiver: for want of room
    DeadlineTimer m_silence{[this] { HandleSilence(); }}; //!< receiver: nothing was heard

    TracedCallback<const Address&, uint32_t> m_progressTrace; //!< trace
    TracedCallback<const Address&> m_failedTrace;             //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_SOCKET_H
