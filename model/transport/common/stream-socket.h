// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STREAM_SOCKET_H
#define HSN_STREAM_SOCKET_H

#include "connection-socket.h"
#include "packet-byte-queue.h"
#include "transport-socket.h"

#include "ns3/tcp-socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief The socket interface of all connection-oriented byte streams of this module.
 *
 * Adds the queues of bytes to TransportSocket, whose hooks a protocol implements.
 *
 * @tparam Base ConnectionSocket, or TransportSocket<TcpSocket> for a TCP
 */
template <typename Base>
class BasicStreamSocket : public Base
{
  public:
    BasicStreamSocket();
    /// Copies settings, see TransportSocket. @param other listening socket
    BasicStreamSocket(const BasicStreamSocket& other);
    ~BasicStreamSocket() override;

    // inherited from Socket
    Socket::SocketType GetSocketType() const override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    uint32_t GetRxAvailable() const override;

  protected:
    /** @param longest bytes @return the next bytes that were never sent; null: there are none */
    Ptr<Packet> TakeUnsent(uint32_t longest);
    /** @param size of what has arrived @return whether the receive queue has room for it */
    bool HasRoom(uint32_t size) const;
    /** @brief Adds bytes to the receive queue and calls the application. @param packet fits */
    void Deliver(Ptr<Packet> packet);

    // inherited from TransportSocket
    void Enqueue(Ptr<Packet> packet, const Address& to) override;
    bool HasUnread() const override;
    Ptr<Packet> Dequeue(uint32_t maxSize) override;
    uint32_t GetUnsent() const override;

    PacketByteQueue m_sendQueue;    //!< from the application, never sent
    PacketByteQueue m_receiveQueue; //!< in order, for the application
};

extern template class BasicStreamSocket<ConnectionSocket>;
extern template class BasicStreamSocket<TransportSocket<TcpSocket>>;

/**
 * @brief A connection-oriented byte stream that is no TCP; the base of such protocols.
 *
 * Attributes and trace source: those of ConnectionSocket.
 */
class StreamSocket : public BasicStreamSocket<ConnectionSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    StreamSocket();
    /// Copies settings, see TransportSocket. @param other listening socket
    StreamSocket(const StreamSocket& other);
    ~StreamSocket() override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STREAM_SOCKET_H
