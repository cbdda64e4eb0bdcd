// SPDX-License-Identifier: GPL-2.0-only
#include "transport-socket.h"

#include "ipv6-membership.h"

#include "ns3/abort.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTransportSocket");

template <typename Base>
TransportSocket<Base>::TransportSocket()
    : m_endPoint(*this, *this)
{
}

template <typename Base>
TransportSocket<Base>::TransportSocket(const TransportSocket& other)
    : Base(other),
      m_shutdownRecv(other.m_shutdownRecv),
      m_endPoint(*this, *this)
{
    m_endPoint.SetNode(other.GetNode());
    m_endPoint.SetAllocator(other.m_endPoint.GetAllocator());
    // the application that accepts the connection sets callbacks of its own
    this->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                             MakeNullCallback<void, Ptr<Socket>>());
    this->SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    this->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    this->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
}

template <typename Base>
TransportSocket<Base>::~TransportSocket() = default;

template <typename Base>
void
TransportSocket<Base>::SetNode(Ptr<Node> node)
{
    m_endPoint.SetNode(node);
}

template <typename Base>
Socket::SocketErrno
TransportSocket<Base>::GetErrno() const
{
    return m_errno;
}

template <typename Base>
Ptr<Node>
TransportSocket<Base>::GetNode() const
{
    return m_endPoint.GetNode();
}

template <typename Base>
int
TransportSocket<Base>::Fail(Socket::SocketErrno error) const
{
    m_errno = error;
    return -1;
}

template <typename Base>
int
TransportSocket<Base>::Note(Socket::SocketErrno error) const
{
    return error == Socket::ERROR_NOTERROR ? 0 : Fail(error);
}

// --- addresses ------------------------------------------------------------------------------

template <typename Base>
int
TransportSocket<Base>::Bind()
{
    return Note(m_endPoint.Bind());
}

template <typename Base>
int
TransportSocket<Base>::Bind6()
{
    return Note(m_endPoint.Bind6());
}

template <typename Base>
int
TransportSocket<Base>::Bind(const Address& address)
{
    return Note(m_endPoint.Bind(address));
}

template <typename Base>
void
TransportSocket<Base>::BindToNetDevice(Ptr<NetDevice> device)
{
    Base::BindToNetDevice(device); // checks the device
    m_endPoint.BindToNetDevice(device);
}

template <typename Base>
void
TransportSocket<Base>::Ipv6JoinGroup(Ipv6Address group,
                                     Socket::Ipv6MulticastFilterMode mode,
                                     std::vector<Ipv6Address> sources)
{
    NS_ABORT_MSG_UNLESS(group.IsMulticast(), group << " is no multicast address of IPv6");
    NS_ABORT_MSG_UNLESS(sources.empty(),
                        "Ipv6JoinGroup: " << sources.size() << " sources; there are no filters");
    const auto node = this->GetNode();
    NS_ABORT_MSG_UNLESS(node->template GetObject<Ipv6L3Protocol>(),
                        "Ipv6JoinGroup: node " << node->GetId() << " has no IPv6");
    Ipv6Address& joined = this->m_ipv6MulticastGroupAddress;
    if (!joined.IsAny())
    {
        ChangeIpv6Membership(node, joined, false, this->GetBoundNetDevice());
    }
    joined = mode == Socket::INCLUDE ? Ipv6Address::GetAny() : group;
    if (!joined.IsAny())
    {
        ChangeIpv6Membership(node, joined, true, this->GetBoundNetDevice());
    }
}

template <typename Base>
int
TransportSocket<Base>::GetSockName(Address& address) const
{
    address = m_endPoint.GetSockName();
    return 0;
}

template <typename Base>
int
TransportSocket<Base>::GetPeerName(Address& address) const
{
    return Note(m_endPoint.GetPeerName(address));
}

// --- connections ----------------------------------------------------------------------------

template <typename Base>
int
TransportSocket<Base>::Connect(const Address& address)
{
    if (GetStage() != STREAM_CLOSED)
    {
        return Fail(GetConnectError(GetStage()));
    }
    if (IsUsed())
    {
        return Fail(Socket::ERROR_BADF);
    }
    CheckRcvBufSize();
    return Note(m_endPoint.Connect(address)) == -1 ? -1 : DoConnect();
}

template <typename Base>
int
TransportSocket<Base>::Listen()
{
    if (GetStage() != STREAM_CLOSED || !m_endPoint.IsBound() || IsUsed())
    {
        return Fail(Socket::ERROR_INVAL);
    }
    CheckRcvBufSize();
    DoListen();
    return 0;
}

template <typename Base>
uint32_t
TransportSocket<Base>::GetLeastRcvBufSize() const
{
    return 0;
}

template <typename Base>
void
TransportSocket<Base>::CheckRcvBufSize() const
{
    NS_ABORT_MSG_IF(m_rcvBufSize < GetLeastRcvBufSize(),
                    this->GetInstanceTypeId().GetName()
                        << ": RcvBufSize " << m_rcvBufSize << ": must be at least "
                        << GetLeastRcvBufSize() << ", the octets of a packet");
}

template <typename Base>
int
TransportSocket<Base>::Close()
{
    NS_LOG_FUNCTION(this);
    if (!m_endPoint.IsBound())
    {
        return 0;
    }
    const StreamStage stage = GetStage();
    if (stage == STREAM_CLOSED || stage == STREAM_LISTENING)
    {
        const Ptr<Socket> self(this);
        if (stage == STREAM_LISTENING)
        {
            DoStopListening();
        }
        m_endPoint.Release();
        return 0;
    }
    if (HasUndelivered())
    {
        Abort(); // the peer must know that its data was not read (RFC 1122, 4.2.2.13)
        return 0;
    }
    m_closed = true;
    m_shutdownRecv = m_shutdownRecv || !ReceivesAfterClose();
    return m_shutdownSend ? 0 : ShutdownSend();
}

template <typename Base>
int
TransportSocket<Base>::ShutdownSend()
{
    const StreamStage stage = GetStage();
    if (!m_endPoint.IsBound() || stage == STREAM_CLOSED || stage == STREAM_LISTENING)
    {
        return Fail(Socket::ERROR_NOTCONN);
    }
    if (!m_shutdownSend)
    {
        m_shutdownSend = true;
        DoShutdownSend();
    }
    return 0;
}

template <typename Base>
int
TransportSocket<Base>::ShutdownRecv()
{
    m_shutdownRecv = true;
    return 0;
}

// --- data -----------------------------------------------------------------------------------

template <typename Base>
bool
TransportSocket<Base>::IsSendOpen() const
{
    const StreamStage stage = GetStage();
    return m_endPoint.IsBound() && !m_shutdownSend &&
           (stage == STREAM_OPENING || stage == STREAM_OPEN);
}

template <typename Base>
int
TransportSocket<Base>::Send(Ptr<Packet> packet, uint32_t flags)
{
    return SendTo(packet, flags, Address());
}

template <typename Base>
int
TransportSocket<Base>::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    NS_ABORT_MSG_IF(flags, "Send: flags " << flags << " are not supported");
    if (!IsSendOpen())
    {
        return Fail(m_shutdownSend ? Socket::ERROR_SHUTDOWN : Socket::ERROR_NOTCONN);
    }
    const uint32_t size = packet->GetSize();
    if (size > GetTxAvailable())
    {
        return Fail(Socket::ERROR_MSGSIZE);
    }
    Enqueue(packet->Copy(), to);
    DoSend();
    return size;
}

template <typename Base>
Ptr<Packet>
TransportSocket<Base>::Recv(uint32_t maxSize, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags, "Recv: flags " << flags << " are not supported");
    if (!HasUnread())
    {
        if (IsAtEnd())
        {
            return Create<Packet>();
        }
        m_errno = Socket::ERROR_AGAIN;
        return nullptr;
    }
    auto packet = Dequeue(maxSize);
    if (packet)
    {
        DoRead();
    }
    return packet;
}

template <typename Base>
uint32_t
TransportSocket<Base>::GetTxAvailable() const
{
    const uint64_t used = static_cast<uint64_t>(GetUnsent()) + GetUnacknowledged();
    return used >= m_sndBufSize ? 0 : static_cast<uint32_t>(m_sndBufSize - used);
}

template <typename Base>
void
TransportSocket<Base>::NotifyRoom()
{
    if (IsSendOpen() && GetTxAvailable() > 0)
    {
        this->NotifySend(GetTxAvailable());
    }
}

template <typename Base>
bool
TransportSocket<Base>::AbortIfUnread(bool isNew)
{
    if (!isNew || !m_closed || ReceivesAfterClose())
    {
        return false;
    }
    NS_LOG_LOGIC(this << " new data after Close()");
    Abort();
    return true;
}

template <typename Base>
bool
TransportSocket<Base>::SetAllowBroadcast(bool allow)
{
    return !allow; // a connection has one peer
}

template <typename Base>
bool
TransportSocket<Base>::GetAllowBroadcast() const
{
    return false;
}

template <typename Base>
void
TransportSocket<Base>::SetSndBufSize(uint32_t size)
{
    m_sndBufSize = size;
}

template <typename Base>
uint32_t
TransportSocket<Base>::GetSndBufSize() const
{
    return m_sndBufSize;
}

template <typename Base>
void
TransportSocket<Base>::SetRcvBufSize(uint32_t size)
{
    const bool grows = size > m_rcvBufSize;
    m_rcvBufSize = size;
    if (grows && IsStreamUp(GetStage()))
    {
        DoRead(); // the peer may be waiting for the buffer space
    }
}

template <typename Base>
uint32_t
TransportSocket<Base>::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

template class TransportSocket<Socket>;
template class TransportSocket<TcpSocket>;
} // namespace hsn
} // namespace ns3
