// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MESSAGE_SOCKET_H
#define HSN_MESSAGE_SOCKET_H

#include "connection-socket.h"
#include "message-queue.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief The base of message-oriented protocols: what one call sends, one call receives.
 *
 * Two kinds of sockets:
 *
 * - SEQPACKET: messages on a connection; Connect(), Listen(), Close() and so on as in a byte
 *   stream. An empty message cannot be sent: the empty packet that Recv() returns is the end.
 * - DGRAM: messages without connection. Connect() only sets where Send() sends to; SendTo() needs
 *   no Connect(); as in ns-3's UDP, messages of all senders are received. Close() discards what
 *   was not sent.
 *
 * Both queues are bounded in bytes (SndBufSize, RcvBufSize). Send() refuses what does not fit: with
 * MSGSIZE what never will, with AGAIN what will later; the send callback tells when. Deliver()
 * refuses what does not fit, and the protocol drops it or has it sent again.
 *
 * Recv() and RecvFrom() return whole messages only: if the first one is longer than maxSize, they
 * return null with errno MSGSIZE, and it stays, as in ns-3's UDP. RecvMessage() also tells what
 * the protocol knows of the message.
 *
 * Attributes: those of ConnectionSocket, and MaxMessageSize.
 */
class MessageSocket : public ConnectionSocket
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param type NS3_SOCK_SEQPACKET or NS3_SOCK_DGRAM */
    explicit MessageSocket(SocketType type = NS3_SOCK_SEQPACKET);
    /// Copies settings, see TransportSocket. @param other listening socket
    MessageSocket(const MessageSocket& other);
    ~MessageSocket() override;

    using Socket::Recv;
    using Socket::RecvFrom;
    using Socket::Send;

    /**
     * @brief Reads a message.
     * @param maxSize longest message to be read
     * @param info gets what is known of it
     * @return the message; null as Recv()
     */
    Ptr<Packet> RecvMessage(uint32_t maxSize, MessageInfo& info);

    // inherited from Socket
    SocketType GetSocketType() const override;
    int Connect(const Address& address) override;
    int Listen() override;
    int Close() override;
    int ShutdownSend() override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    uint32_t GetTxAvailable() const override;
    uint32_t GetRxAvailable() const override;
    int GetPeerName(Address& address) const override;

  protected:
    /**
     * @brief Adds a message to the receive queue and calls the application.
     * @param packet the message
     * @param info of it; an SEQPACKET socket sets the peer itself
     * @return false if there is no room: the message is not taken
     */
    bool Deliver(Ptr<Packet> packet, MessageInfo info = MessageInfo());

    /** @return the next message that was never sent, however long; null: there is none */
    Ptr<Packet> TakeUnsent(uint32_t longest);

    /** @param size of a message @return whether the receive queue has room for it */
    bool HasRoom(uint32_t size) const;

    /** @param to address of a peer, with port @param path gets the way there @return whether there
     * is one */
    bool FindPath(const Address& to, TransportPath& path) const;

    /** @return whether this is a DGRAM socket */
    bool IsDatagram() const
    {
        return m_type == NS3_SOCK_DGRAM;
    }

    // inherited from TransportSocket
    void Enqueue(Ptr<Packet> packet, const Address& to) override;
    bool HasUnread() const override;
    Ptr<Packet> Dequeue(uint32_t maxSize) override;
    uint32_t GetUnsent() const override;
    bool IsSendOpen() const override;
    bool IsAtEnd() const override;

    MessageQueue m_sendQueue;    //!< from the application, never sent
    MessageQueue m_receiveQueue; //!< for the application

  private:
    SocketType m_type;         //!< DGRAM or SEQPACKET
    uint32_t m_maxSize{65535}; //!< attribute MaxMessageSize
    Address m_peer;            //!< DGRAM: where Send() sends to
    MessageInfo m_lastRead;    //!< of the message read last
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MESSAGE_SOCKET_H
