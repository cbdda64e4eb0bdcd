// SPDX-License-Identifier: GPL-2.0-only
#include "stream-socket.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(StreamSocket);

template <typename Base>
BasicStreamSocket<Base>::BasicStreamSocket() = default;

template <typename Base>
BasicStreamSocket<Base>::BasicStreamSocket(const BasicStreamSocket& other)
    : Base(other)
{
}

template <typename Base>
BasicStreamSocket<Base>::~BasicStreamSocket() = default;

template <typename Base>
Socket::SocketType
BasicStreamSocket<Base>::GetSocketType() const
{
    return Socket::NS3_SOCK_STREAM;
}

template <typename Base>
Ptr<Packet>
BasicStreamSocket<Base>::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    auto packet = this->Recv(maxSize, flags);
    if (packet && packet->GetSize() > 0)
    {
        this->GetPeerName(from);
    }
    return packet;
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetRxAvailable() const
{
    return m_receiveQueue.GetSize();
}

template <typename Base>
Ptr<Packet>
BasicStreamSocket<Base>::TakeUnsent(uint32_t longest)
{
    return m_sendQueue.GetSize() > 0 ? m_sendQueue.Remove(longest) : nullptr;
}

template <typename Base>
bool
BasicStreamSocket<Base>::HasRoom(uint32_t size) const
{
    return static_cast<uint64_t>(m_receiveQueue.GetSize()) + size <= this->GetRcvBufSize();
}

template <typename Base>
void
BasicStreamSocket<Base>::Deliver(Ptr<Packet> packet)
{
    m_receiveQueue.Add(packet);
    this->NotifyDataRecv();
}

template <typename Base>
void
BasicStreamSocket<Base>::Enqueue(Ptr<Packet> packet, const Address& /* a connection has one peer */)
{
    m_sendQueue.Add(packet);
}

template <typename Base>
bool
BasicStreamSocket<Base>::HasUnread() const
{
    return m_receiveQueue.GetSize() > 0;
}

template <typename Base>
Ptr<Packet>
BasicStreamSocket<Base>::Dequeue(uint32_t maxSize)
{
    return m_receiveQueue.Remove(maxSize);
}

template <typename Base>
uint32_t
BasicStreamSocket<Base>::GetUnsent() const
{
    return m_sendQueue.GetSize();
}

template class BasicStreamSocket<ConnectionSocket>;
template class BasicStreamSocket<TransportSocket<TcpSocket>>;

// --- streams that are no TCP ----------------------------------------------------------------

TypeId
StreamSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::StreamSocket").SetParent<ConnectionSocket>().SetGroupName("Hsn");
    return tid;
}

StreamSocket::StreamSocket() = default;

StreamSocket::StreamSocket(const StreamSocket& other)
    : BasicStreamSocket<ConnectionSocket>(other)
{
}

StreamSocket::~StreamSocket() = default;
} // namespace hsn
} // namespace ns3
