// SPDX-License-Identifier: GPL-2.0-only
#include "stream-socket.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/trace-source-accessor.h"

#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnStreamSocket");
NS_OBJECT_ENSURE_REGISTERED(StreamSocket);

Address
StreamArrival::GetFrom() const
{
    return ipv4 ? Address(InetSocketAddress(ipv4->GetSource(), peerPort))
                : Address(Inet6SocketAddress(ipv6->GetSource(), peerPort));
}

Address
StreamArrival::GetTo() const
{
    return ipv4 ? Address(InetSocketAddress(ipv4->GetDestination(), localPort))
                : Address(Inet6SocketAddress(ipv6->GetDestination(), localPort));
}

TypeId
StreamSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StreamSocket")
                            .SetParent<TcpSocket>()
                            .SetGroupName("Hsn")
                            .AddTraceSource("State",
                                            "State of the connection.",
                                            MakeTraceSourceAccessor(&StreamSocket::m_state),
                                            "ns3::TcpStatesTracedValueCallback");
    return tid;
}

StreamSocket::StreamSocket(const StreamSocket& other)
    : TcpSocket(other),
      m_shutdownRecv(other.m_shutdownRecv),
      m_sndBufSize(other.m_sndBufSize),
      m_rcvBufSize(other.m_rcvBufSize),
      m_connTimeout(other.m_connTimeout),
      m_synRetries(other.m_synRetries),
      m_dataRetries(other.m_dataRetries),
      m_delAckTimeout(other.m_delAckTimeout),
      m_delAckMaxCount(other.m_delAckMaxCount),
      m_noDelay(other.m_noDelay),
      m_persistTimeout(other.m_persistTimeout),
      m_node(other.m_node)
{
    // an accepted connection has callbacks of its own
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
}

StreamSocket::~StreamSocket() = default;

void
StreamSocket::SetNode(Ptr<Node> node)
{
    m_node = node;
}

Socket::SocketErrno
StreamSocket::GetErrno() const
{
    return m_errno;
}

Socket::SocketType
StreamSocket::GetSocketType() const
{
    return NS3_SOCK_STREAM;
}

Ptr<Node>
StreamSocket::GetNode() const
{
    return m_node;
}

int
StreamSocket::Fail(SocketErrno error) const
{
    m_errno = error;
    return -1;
}

// --- end points -----------------------------------------------------------------------------

template <typename E>
int
StreamSocket::Attach(E* endPoint)
{
    if (!endPoint)
    {
        return Fail(ERROR_ADDRINUSE);
    }
    if (GetBoundNetDevice())
    {
        endPoint->BindToNetDevice(GetBoundNetDevice());
    }
    // the end point keeps the socket alive
    const Ptr<StreamSocket> self(this);
    endPoint->SetDestroyCallback(MakeCallback(&StreamSocket::EndPointDestroyed, self));
    if constexpr (std::is_same_v<E, Ipv4EndPoint>)
    {
        m_endPoint = endPoint;
        endPoint->SetRxCallback(MakeCallback(&StreamSocket::ReceiveIpv4, self));
        endPoint->SetIcmpCallback(MakeCallback(&StreamSocket::ReceiveIcmp, self));
    }
    else
    {
        m_endPoint6 = endPoint;
        endPoint->SetRxCallback(MakeCallback(&StreamSocket::ReceiveIpv6, self));
        endPoint->SetIcmpCallback(MakeCallback(&StreamSocket::ReceiveIcmp6, self));
    }
    return 0;
}

bool
StreamSocket::Adopt(Ipv4EndPoint* endPoint)
{
    return Attach(endPoint) == 0;
}

bool
StreamSocket::Adopt(Ipv6EndPoint* endPoint)
{
    return Attach(endPoint) == 0;
}

int
StreamSocket::Bind()
{
    return HasEndPoint() ? Fail(ERROR_INVAL)
                         : Attach(Allocate(GetBoundNetDevice(), Ipv4Address::GetAny(), 0));
}

int
StreamSocket::Bind6()
{
    return HasEndPoint() ? Fail(ERROR_INVAL)
                         : Attach(Allocate(GetBoundNetDevice(), Ipv6Address::GetAny(), 0));
}

int
StreamSocket::Bind(const Address& address)
{
    if (HasEndPoint())
    {
        return Fail(ERROR_INVAL);
    }
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto to = InetSocketAddress::ConvertFrom(address);
        return Attach(Allocate(GetBoundNetDevice(), to.GetIpv4(), to.GetPort()));
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto to = Inet6SocketAddress::ConvertFrom(address);
        return Attach(Allocate(GetBoundNetDevice(), to.GetIpv6(), to.GetPort()));
    }
    return Fail(ERROR_INVAL);
}

void
StreamSocket::BindToNetDevice(Ptr<NetDevice> device)
{
    Socket::BindToNetDevice(device); // includes a check of the device
    if (m_endPoint)
    {
        m_endPoint->BindToNetDevice(device);
    }
    if (m_endPoint6)
    {
        m_endPoint6->BindToNetDevice(device);
    }
}

void
StreamSocket::ReleaseEndPoint()
{
    if (auto endPoint = std::exchange(m_endPoint, nullptr))
    {
        endPoint->SetDestroyCallback(MakeNullCallback<void>());
        DeAllocate(endPoint);
    }
    else if (auto endPoint6 = std::exchange(m_endPoint6, nullptr))
    {
        endPoint6->SetDestroyCallback(MakeNullCallback<void>());
        DeAllocate(endPoint6);
    }
}

void
StreamSocket::EndPointDestroyed()
{
    NS_LOG_FUNCTION(this);
    m_endPoint = nullptr;
    m_endPoint6 = nullptr;
    DoForgetNode(); // the state stays: whoever traces it may be gone by now
    m_node = nullptr;
}

template <typename Ip, typename Header, typename E>
int
StreamSocket::Route(E& endPoint, const char* name)
{
    const auto ip = m_node->GetObject<Ip>();
    NS_ABORT_MSG_IF(!ip || !ip->GetRoutingProtocol(),
                    "node " << m_node->GetId() << " has no " << name << " routing protocol");
    Header header;
    header.SetDestination(endPoint.GetPeerAddress());
    SocketErrno error = ERROR_NOROUTETOHOST;
    const auto route =
        ip->GetRoutingProtocol()->RouteOutput(Ptr<Packet>(), header, GetBoundNetDevice(), error);
    if (!route)
    {
        return Fail(error);
    }
    endPoint.SetLocalAddress(route->GetSource());
    return 0;
}

Address
StreamSocket::GetLocalAddress() const
{
    return m_endPoint ? Address(m_endPoint->GetLocalAddress())
                      : Address(m_endPoint6->GetLocalAddress());
}

Address
StreamSocket::GetPeerAddress() const
{
    return m_endPoint ? Address(m_endPoint->GetPeerAddress())
                      : Address(m_endPoint6->GetPeerAddress());
}

uint16_t
StreamSocket::GetLocalPort() const
{
    return m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort();
}

uint16_t
StreamSocket::GetPeerPort() const
{
    return m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort();
}

uint32_t
StreamSocket::GetMtu() const
{
    if (m_endPoint)
    {
        const auto ipv4 = m_node->GetObject<Ipv4>();
        const int32_t interface = ipv4->GetInterfaceForAddress(m_endPoint->GetLocalAddress());
        return interface < 0 ? 0 : ipv4->GetMtu(interface);
    }
    const auto ipv6 = m_node->GetObject<Ipv6>();
    const int32_t interface = ipv6->GetInterfaceForAddress(m_endPoint6->GetLocalAddress());
    return interface < 0 ? 0 : ipv6->GetMtu(interface);
}

int
StreamSocket::GetSockName(Address& address) const
{
    if (m_endPoint)
    {
        address = InetSocketAddress(m_endPoint->GetLocalAddress(), m_endPoint->GetLocalPort());
    }
    else if (m_endPoint6)
    {
        address = Inet6SocketAddress(m_endPoint6->GetLocalAddress(), m_endPoint6->GetLocalPort());
    }
    else
    {
        address = InetSocketAddress(Ipv4Address::GetZero(), 0);
    }
    return 0;
}

int
StreamSocket::GetPeerName(Address& address) const
{
    if (m_endPoint && m_endPoint->GetPeerPort() != 0)
    {
        address = InetSocketAddress(m_endPoint->GetPeerAddress(), m_endPoint->GetPeerPort());
        return 0;
    }
    if (m_endPoint6 && m_endPoint6->GetPeerPort() != 0)
    {
        address = Inet6SocketAddress(m_endPoint6->GetPeerAddress(), m_endPoint6->GetPeerPort());
        return 0;
    }
    return Fail(ERROR_NOTCONN);
}

void
StreamSocket::ReceiveIpv4(Ptr<Packet> packet, Ipv4Header ip, uint16_t port, Ptr<Ipv4Interface> in)
{
    const Ptr<StreamSocket> self(this); // what follows may give the end point back
    StreamArrival arrival;
    arrival.ipv4 = &ip;
    arrival.peerPort = port;
    arrival.localPort = m_endPoint->GetLocalPort();
    Receive(packet, arrival);
}

void
StreamSocket::ReceiveIpv6(Ptr<Packet> packet, Ipv6Header ip, uint16_t port, Ptr<Ipv6Interface> in)
{
    const Ptr<StreamSocket> self(this);
    StreamArrival arrival;
    arrival.ipv6 = &ip;
    arrival.peerPort = port;
    arrival.localPort = m_endPoint6->GetLocalPort();
    Receive(packet, arrival);
}

void
StreamSocket::ReceiveIcmp(Ipv4Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info)
{
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
}

void
StreamSocket::ReceiveIcmp6(Ipv6Address from, uint8_t ttl, uint8_t type, uint8_t code, uint32_t info)
{
    NS_LOG_FUNCTION(this << from << +ttl << +type << +code << info);
}

void
StreamSocket::AddSocketTags(Ptr<Packet> packet, uint8_t ecn) const
{
    if (const uint8_t tos = (GetIpTos() & 0xfc) | ecn)
    {
        SocketIpTosTag tag;
        tag.SetTos(tos);
        packet->AddPacketTag(tag);
    }
    if (m_endPoint6)
    {
        if (const uint8_t tclass = (GetIpv6Tclass() & 0xfc) | ecn; tclass || IsManualIpv6Tclass())
        {
            SocketIpv6TclassTag tag;
            tag.SetTclass(tclass);
            packet->AddPacketTag(tag);
        }
        if (IsManualIpv6HopLimit())
        {
            SocketIpv6HopLimitTag tag;
            tag.SetHopLimit(GetIpv6HopLimit());
            packet->AddPacketTag(tag);
        }
    }
    else if (IsManualIpTtl())
    {
        SocketIpTtlTag tag;
        tag.SetTtl(GetIpTtl());
        packet->AddPacketTag(tag);
    }
    if (GetPriority())
    {
        SocketPriorityTag tag;
        tag.SetPriority(GetPriority());
        packet->ReplacePacketTag(tag);
    }
}

// --- connections ----------------------------------------------------------------------------

int
StreamSocket::Connect(const Address& address)
{
    if (m_state != CLOSED)
    {
        return Fail(m_state == LISTEN ? ERROR_OPNOTSUPP : ERROR_ISCONN);
    }
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto to = InetSocketAddress::ConvertFrom(address);
        if (m_endPoint6 || (!m_endPoint && Bind() == -1))
        {
            return m_endPoint6 ? Fail(ERROR_AFNOSUPPORT) : -1;
        }
        m_endPoint->SetPeer(to.GetIpv4(), to.GetPort());
        return Route<Ipv4, Ipv4Header>(*m_endPoint, "IPv4") == -1 ? -1 : DoConnect();
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto to = Inet6SocketAddress::ConvertFrom(address);
        if (to.GetIpv6().IsIpv4MappedAddress())
        {
            return Connect(InetSocketAddress(to.GetIpv6().GetIpv4MappedAddress(), to.GetPort()));
        }
        if (m_endPoint || (!m_endPoint6 && Bind6() == -1))
        {
            return m_endPoint ? Fail(ERROR_AFNOSUPPORT) : -1;
        }
        m_endPoint6->SetPeer(to.GetIpv6(), to.GetPort());
        return Route<Ipv6, Ipv6Header>(*m_endPoint6, "IPv6") == -1 ? -1 : DoConnect();
    }
    return Fail(ERROR_INVAL);
}

int
StreamSocket::Listen()
{
    if (m_state != CLOSED || !HasEndPoint())
    {
        return Fail(ERROR_INVAL);
    }
    m_state = LISTEN;
    return 0;
}

int
StreamSocket::Close()
{
    NS_LOG_FUNCTION(this);
    if (!HasEndPoint())
    {
        return 0;
    }
    switch (m_state)
    {
    case CLOSED:
    case LISTEN: {
        const Ptr<StreamSocket> self(this);
        m_state = CLOSED;
        ReleaseEndPoint();
        return 0;
    }
    default:
        if (m_receiveQueue.GetSize() > 0)
        {
            Abort(); // the peer must know that its data was not read (RFC 1122, 4.2.2.13)
            return 0;
        }
        m_closed = true;
        m_shutdownRecv = true;
        return m_shutdownSend ? 0 : ShutdownSend();
    }
}

int
StreamSocket::ShutdownSend()
{
    if (!HasEndPoint() || m_state == CLOSED || m_state == LISTEN)
    {
        return Fail(ERROR_NOTCONN);
    }
    if (!m_shutdownSend)
    {
        m_shutdownSend = true;
        DoShutdownSend();
    }
    return 0;
}

int
StreamSocket::ShutdownRecv()
{
    m_shutdownRecv = true;
    return 0;
}

// --- data -----------------------------------------------------------------------------------

bool
StreamSocket::IsSendOpen() const
{
    return HasEndPoint() && !m_shutdownSend &&
           (m_state == ESTABLISHED || m_state == CLOSE_WAIT || m_state == SYN_SENT ||
            m_state == SYN_RCVD);
}

int
StreamSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags, "Send: flags " << flags << " are not supported");
    if (!IsSendOpen())
    {
        return Fail(m_shutdownSend ? ERROR_SHUTDOWN : ERROR_NOTCONN);
    }
    if (packet->GetSize() > GetTxAvailable())
    {
        return Fail(ERROR_MSGSIZE);
    }
    m_sendQueue.Add(packet->Copy());
    DoSend();
    return packet->GetSize();
}

int
StreamSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    return Send(packet, flags); // a connection has one peer
}

Ptr<Packet>
StreamSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    NS_ABORT_MSG_IF(flags, "Recv: flags " << flags << " are not supported");
    if (m_receiveQueue.GetSize() == 0)
    {
        if (IsAtEnd())
        {
            return Create<Packet>();
        }
        m_errno = ERROR_AGAIN;
        return nullptr;
    }
    auto packet = m_receiveQueue.Remove(maxSize);
    DoRead();
    return packet;
}

Ptr<Packet>
StreamSocket::RecvFrom(uint32_t maxSize, uint32_t flags, Address& from)
{
    auto packet = Recv(maxSize, flags);
    if (packet && packet->GetSize() > 0)
    {
        GetPeerName(from);
    }
    return packet;
}

uint32_t
StreamSocket::GetTxAvailable() const
{
    const uint64_t used = static_cast<uint64_t>(m_sendQueue.GetSize()) + GetUnacknowledged();
    return used >= m_sndBufSize ? 0 : static_cast<uint32_t>(m_sndBufSize - used);
}

uint32_t
StreamSocket::GetRxAvailable() const
{
    return m_receiveQueue.GetSize();
}

void
StreamSocket::NotifyRoom()
{
    if (IsSendOpen() && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
}

bool
StreamSocket::SetAllowBroadcast(bool allow)
{
    return !allow; // connections have one peer
}

bool
StreamSocket::GetAllowBroadcast() const
{
    return false;
}

// --- attributes -----------------------------------------------------------------------------

void
StreamSocket::SetSndBufSize(uint32_t size)
{
    m_sndBufSize = size;
}

uint32_t
StreamSocket::GetSndBufSize() const
{
    return m_sndBufSize;
}

void
StreamSocket::SetRcvBufSize(uint32_t size)
{
    const bool grows = size > m_rcvBufSize;
    m_rcvBufSize = size;
    if (grows && m_state == ESTABLISHED)
    {
        DoRead(); // the peer may have been waiting
    }
}

uint32_t
StreamSocket::GetRcvBufSize() const
{
    return m_rcvBufSize;
}

void
StreamSocket::SetConnTimeout(Time timeout)
{
    m_connTimeout = timeout;
}

Time
StreamSocket::GetConnTimeout() const
{
    return m_connTimeout;
}

void
StreamSocket::SetSynRetries(uint32_t count)
{
    m_synRetries = count;
}

uint32_t
StreamSocket::GetSynRetries() const
{
    return m_synRetries;
}

void
StreamSocket::SetDataRetries(uint32_t retries)
{
    m_dataRetries = retries;
}

uint32_t
StreamSocket::GetDataRetries() const
{
    return m_dataRetries;
}

void
StreamSocket::SetDelAckTimeout(Time timeout)
{
    m_delAckTimeout = timeout;
}

Time
StreamSocket::GetDelAckTimeout() const
{
    return m_delAckTimeout;
}

void
StreamSocket::SetDelAckMaxCount(uint32_t count)
{
    m_delAckMaxCount = count;
}

uint32_t
StreamSocket::GetDelAckMaxCount() const
{
    return m_delAckMaxCount;
}

void
StreamSocket::SetTcpNoDelay(bool noDelay)
{
    m_noDelay = noDelay;
}

bool
StreamSocket::GetTcpNoDelay() const
{
    return m_noDelay;
}

void
StreamSocket::SetPersistTimeout(Time timeout)
{
    m_persistTimeout = timeout;
}

Time
StreamSocket::GetPersistTimeout() const
{
    return m_persistTimeout;
}
} // namespace hsn
} // namespace ns3
