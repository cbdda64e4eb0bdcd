// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TRANSPORT_SOCKET_H
#define HSN_TRANSPORT_SOCKET_H

#include "socket-end-point.h"

#include "ns3/node.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Where a socket is in the life of a connection. */
enum StreamStage
{
    STREAM_CLOSED,    //!< no connection, or none any more
    STREAM_LISTENING, //!< waits for connections
    STREAM_OPENING,   //!< the peer has not agreed yet; data may be buffered
    STREAM_OPEN,      //!< data can be sent
    STREAM_CLOSING    //!< the application sends no more, or both ends are done
};

/** @param stage of a socket @return whether it has a connection, at least for what arrives */
inline bool
IsStreamUp(StreamStage stage)
{
    return stage == STREAM_OPEN || stage == STREAM_CLOSING;
}

/** @param stage not STREAM_CLOSED @return what Connect() fails with (POSIX.1, connect()) */
inline Socket::SocketErrno
GetConnectError(StreamStage stage)
{
    return stage == STREAM_LISTENING ? Socket::ERROR_OPNOTSUPP : Socket::ERROR_ISCONN;
}

/**
 * @brief What the sockets of all transport protocols share: addresses, errors, the life of a
 * connection, and bounded buffers.
 *
 * Byte streams (BasicStreamSocket) and messages (MessageSocket) add their queues. A protocol
 * derives from StreamSocket, MessageSocket or, if it is a TCP, from TcpStreamSocket, and implements
 * the hooks below.
 *
 * A bound socket stays alive until it is closed, even if the application drops it.
 *
 * @tparam Base ns3::Socket, or ns3::TcpSocket for protocols that have its attributes.
 * ns3::TcpSocket derives from ns3::Socket non-virtually, so one class cannot serve both.
 */
template <typename Base>
class TransportSocket : public Base, protected SocketEndPoint::User
{
  public:
    TransportSocket();
    /** @brief Copies the settings of ns3::Socket, node and allocator for an accepted connection,
     * not attributes (ForkSocket() copies them), nor the state of a connection.
     * @param other listening socket */
    TransportSocket(const TransportSocket& other);
    ~TransportSocket() override;

    /** @param node where the socket is */
    void SetNode(Ptr<Node> node);

    // inherited from Socket
    Socket::SocketErrno GetErrno() const override;
    Ptr<Node> GetNode() const override;
    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    void BindToNetDevice(Ptr<NetDevice> device) override;
    int Connect(const Address& address) override;
    int Listen() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    using Socket::Ipv6JoinGroup;
    /**
     * @brief Joins a group of IPv6 on all interfaces, or on that of the device that the socket is
     * bound to; it leaves the one that it was in. Packets to groups of IPv4 arrive without.
     * @param group its address @param mode INCLUDE without sources: leaves the group @param sources
     * must be none otherwise: there are no filters
     */
    void Ipv6JoinGroup(Ipv6Address group,
                       Socket::Ipv6MulticastFilterMode mode,
                       std::vector<Ipv6Address> sources) override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

  protected:
    /// @name What a protocol implements, besides SocketEndPoint::User
    /// @{

    /** @return where the connection is */
    virtual StreamStage GetStage() const = 0;

    /** @return whether it has had a connection that is over: it is good for no other one */
    virtual bool IsUsed() const
    {
        return false;
    }

    /** @brief Listen() was called in stage CLOSED; the stage becomes LISTENING. */
    virtual void DoListen() = 0;
    /** @brief Close() was called in stage LISTENING; the stage becomes CLOSED. */
    virtual void DoStopListening() = 0;
    /** @brief Opens the connection; the end point has both addresses. @return 0, or -1 and errno */
    virtual int DoConnect() = 0;
    /** @brief The application has added to the send queue. */
    virtual void DoSend() = 0;
    /** @brief The application has read from the receive queue. */
    virtual void DoRead() = 0;
    /** @brief The application will send no more: deliver what is buffered, then say so. */
    virtual void DoShutdownSend() = 0;

    /** @return whether what comes after Close() still goes to the application */
    virtual bool ReceivesAfterClose() const
    {
        return false;
    }

    /** @return whether the peer's data would be lost by Close(): by default, what is unread */
    virtual bool HasUndelivered() const
    {
        return HasUnread();
    }

    /** @brief Ends the connection at once, and tells the peer. */
    virtual void Abort() = 0;
    /** @return least RcvBufSize with which data can be received at all */
    virtual uint32_t GetLeastRcvBufSize() const;
    /** @return bytes that were sent and may have to be sent again */
    virtual uint32_t GetUnacknowledged() const = 0;
    /** @return whether the peer will send no more, and everything has been received */
    virtual bool IsAtEnd() const = 0;

    /// @}
    /// @name What streams and messages implement: their queues
    /// @{

    /** @brief Queues what the application sends. @param packet fits, by GetTxAvailable() @param to
     * the peer, or invalid for the peer of the connection */
    virtual void Enqueue(Ptr<Packet> packet, const Address& to) = 0;
    /** @return whether the application can read something */
    virtual bool HasUnread() const = 0;
    /** @brief Takes what the application reads. @param maxSize bytes @return the packet, or
     * nullptr and errno */
    virtual Ptr<Packet> Dequeue(uint32_t maxSize) = 0;
    /** @return bytes of the application that were never sent */
    virtual uint32_t GetUnsent() const = 0;

    /// @}

    /** @return addresses, ports and the end point */
    SocketEndPoint& GetEndPoint()
    {
        return m_endPoint;
    }

    /** @return addresses, ports and the end point */
    const SocketEndPoint& GetEndPoint() const
    {
        return m_endPoint;
    }

    /** @return whether the application may still send */
    virtual bool IsSendOpen() const;
    /** @brief Fails a call. @param error errno @return -1 */
    int Fail(Socket::SocketErrno error) const;
    /** @brief Sets errno. @param error ERROR_NOTERROR leaves it @return 0, or -1 for an error */
    int Note(Socket::SocketErrno error) const;
    /** @brief Tells the application that it can send, if it can. */
    void NotifyRoom();
    /**
     * @brief Decides what becomes of arriving data after Close(); protocols ask before they take
     * data.
     *
     * Nobody will read what is new, and the peer must know that (RFC 1122, 4.2.2.13): the
     * connection ends by Abort(). What has been here before, be it sent again, duplicated or late,
     * ends nothing: it is acknowledged as always, and what this end still has to send is sent.
     * @param isNew whether the application would get any of the data, and for the first time
     * @return whether the connection has ended
     */
    bool AbortIfUnread(bool isNew);

    /** @param size limit of bytes that are unsent or unacknowledged */
    void SetSndBufSize(uint32_t size);
    /** @return limit of bytes that are unsent or unacknowledged */
    uint32_t GetSndBufSize() const;
    /** @param size limit of bytes that are unread */
    void SetRcvBufSize(uint32_t size);
    /** @return limit of bytes that are unread */
    uint32_t GetRcvBufSize() const;

    /** @brief Aborts if RcvBufSize is so small that nothing could ever be received. */
    void CheckRcvBufSize() const;

    mutable Socket::SocketErrno m_errno{Socket::ERROR_NOTERROR}; //!< of the last call that failed
    bool m_shutdownSend{false}; //!< the application will send no more
    bool m_shutdownRecv{false}; //!< the application will read no more
    bool m_closed{false};       //!< the application called Close()

  private:
    uint32_t m_sndBufSize{0};  //!< limit of bytes that are unsent or unacknowledged
    uint32_t m_rcvBufSize{0};  //!< limit of bytes that are unread
    SocketEndPoint m_endPoint; //!< addresses
};

extern template class TransportSocket<Socket>;
extern template class TransportSocket<TcpSocket>;
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_SOCKET_H
