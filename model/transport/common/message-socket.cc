// SPDX-License-Identifier: GPL-2.0-only
#include "message-socket.h"

#include "link-socket-address.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMessageSocket");
NS_OBJECT_ENSURE_REGISTERED(MessageSocket);

TypeId
MessageSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MessageSocket")
                            .SetParent<ConnectionSocket>()
                            .SetGroupName("Hsn")
                            .AddAttribute("MaxMessageSize",
                                          "Bytes of the longest message that can be sent.",
                                          UintegerValue(65535),
                                          MakeUintegerAccessor(&MessageSocket::m_maxSize),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

MessageSocket::MessageSocket(SocketType type)
    : m_type(type)
{
}

MessageSocket::MessageSocket(const MessageSocket& other)
    : ConnectionSocket(other),
      m_type(other.m_type)
{
}

MessageSocket::~MessageSocket() = default;

Socket::SocketType
MessageSocket::GetSocketType() const
{
    return m_type;
}

// --- datagrams have no connection -----------------------------------------------------------

int
MessageSocket::Connect(const Address& address)
{
    if (!IsDatagram())
    {
        return ConnectionSocket::Connect(address);
    }
    if (Note(m_closed ? ERROR_BADF : GetEndPoint().BindFor(address)) == -1)
    {
        NotifyConnectionFailed();
        return -1;
    }
    m_peer = address;
    NotifyConnectionSucceeded();
    return 0;
}

int
MessageSocket::Listen()
{
    return IsDatagram() ? Fail(ERROR_OPNOTSUPP) : ConnectionSocket::Listen();
}

int
MessageSocket::Close()
{
    if (!IsDatagram())
    {
        return ConnectionSocket::Close();
    }
    if (m_closed)
    {
        return Fail(ERROR_BADF);
    }
    const Ptr<Socket> self(this);
    m_closed = true;
    m_shutdownSend = true;
    m_shutdownRecv = true;
    m_sendQueue.Clear();
    Abort();
    GetEndPoint().Release();
    return 0;
}

int
MessageSocket::ShutdownSend()
{
    if (!IsDatagram())
    {
        return ConnectionSocket::ShutdownSend();
    }
    m_shutdownSend = true;
    return 0;
}

bool
MessageSocket::IsSendOpen() const
{
    return IsDatagram() ? !m_shutdownSend : ConnectionSocket::IsSendOpen();
}

bool
MessageSocket::IsAtEnd() const
{
    return false;
}

int
MessageSocket::GetPeerName(Address& address) const
{
    if (!IsDatagram())
    {
        return ConnectionSocket::GetPeerName(address);
    }
    if (m_peer.IsInvalid())
    {
        return Fail(ERROR_NOTCONN);
    }
    address = m_peer;
    return 0;
}

// --- sending --------------------------------------------------------------------------------

int
MessageSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (IsDatagram() && IsSendOpen())
    {
        const Address& destination = to.IsInvalid() ? m_peer : to;
        if (destination.IsInvalid())
        {
            return Fail(ERROR_NOTCONN);
        }
        if (Note(GetEndPoint().BindFor(destination)) == -1)
        {
            return -1;
        }
    }
    const uint32_t size = packet->GetSize();
    if (size > m_maxSize || size > GetSndBufSize())
    {
        return Fail(ERROR_MSGSIZE);
    }
    if (!IsDatagram() && size == 0)
    {
        return Fail(ERROR_INVAL);
    }
    const int sent = ConnectionSocket::SendTo(packet, flags, to);
    if (sent == -1 && m_errno == ERROR_MSGSIZE)
    {
        m_errno = ERROR_AGAIN; // it fits when others have left
    }
    return sent;
}

void
MessageSocket::Enqueue(Ptr<Packet> packet, const Address& to)
{
    MessageInfo info;
    info.peer = IsDatagram() && !to.IsInvalid() ? to : m_peer;
    m_sendQueue.Add(packet, info);
}

Ptr<Packet>
MessageSocket::TakeUnsent(uint32_t /* longest: a message is not divided */)
{
    MessageInfo info;
    return m_sendQueue.IsEmpty() ? nullptr : m_sendQueue.Remove(info);
}

uint32_t
MessageSocket::GetUnsent() const
{
    return m_sendQueue.GetSize();
}

uint32_t
MessageSocket::GetTxAvailable() const
{
    return std::min(m_maxSize, ConnectionSocket::GetTxAvailable());
}

// --- receiving ------------------------------------------------------------------------------

bool
MessageSocket::HasRoom(uint32_t size) const
{
    return static_cast<uint64_t>(m_receiveQueue.GetSize()) + size <= GetRcvBufSize();
}

bool
MessageSocket::Deliver(Ptr<Packet> packet, MessageInfo info)
{
    if (!HasRoom(packet->GetSize()))
    {
        return false;
    }
    if (!IsDatagram())
    {
        GetEndPoint().GetPeerName(info.peer);
    }
    m_receiveQueue.Add(packet, info);
    NotifyDataRecv();
    return true;
}

bool
MessageSocket::HasUnread() const
{
    return !m_receiveQueue.IsEmpty();
}

Ptr<Packet>
MessageSocket::Dequeue(uint32_t maxSize)
{
    if (m_receiveQueue.GetFirstSize() > maxSize)
    {
        m_errno = ERROR_MSGSIZE;
        return nullptr;
    }
    return m_receiveQueue.Remove(m_lastRead);
}

Ptr<Packet>
MessageSocket::RecvMessage(uint32_t maxSize, MessageInfo& info)
{
    m_lastRead = MessageInfo();
    auto packet = Recv(maxSize, 0);
    info = m_lastRead;
    return packet;
}

Ptr<Packet>
MessageSocket::RecvFrom(uint32_t maxSize, uint32_t /* flags */, Address& from)
{
    MessageInfo info;
    auto packet = RecvMessage(maxSize, info);
    if (packet && !info.peer.IsInvalid())
    {
        from = info.peer;
    }
    return packet;
}

bool
MessageSocket::FindPath(const Address& to, TransportPath& path) const
{
    path.localPort = GetEndPoint().GetLocalPort();
    path.device = GetEndPoint().GetDevice();
    path.SetPeer(to);
    if (LinkSocketAddress::IsMatchingType(to))
    {
        path.device = GetNode()->GetDevice(LinkSocketAddress::ConvertFrom(to).GetDevice());
        path.local = path.device->GetAddress();
        return true;
    }
    return GetEndPoint().FindSource(path.peer, path.local) == ERROR_NOTERROR;
}

uint32_t
MessageSocket::GetRxAvailable() const
{
    return m_receiveQueue.GetSize();
}
} // namespace hsn
} // namespace ns3
