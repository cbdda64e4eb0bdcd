// SPDX-License-Identifier: GPL-2.0-only
#include "udp-overlay-socket.h"

#include "socket-keeper.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnUdpOverlaySocket");
NS_OBJECT_ENSURE_REGISTERED(UdpOverlaySocket);

namespace
{
/** @param address an address @return whether UDP can send to it */
bool
IsInetAddress(const Address& address)
{
    return InetSocketAddress::IsMatchingType(address) ||
           Inet6SocketAddress::IsMatchingType(address);
}

} // namespace

TypeId
UdpOverlaySocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::UdpOverlaySocket")
            .SetParent<UdpSocket>()
            .SetGroupName("Hsn")
            .AddAttribute("IcmpCallback",
                          "Callback invoked when an ICMP error arrives for this socket.",
                          CallbackValue(),
                          MakeCallbackAccessor(&UdpOverlaySocket::m_icmpCallback),
                          MakeCallbackChecker())
            .AddAttribute("IcmpCallback6",
                          "Callback invoked when an ICMPv6 error arrives for this socket.",
                          CallbackValue(),
                          MakeCallbackAccessor(&UdpOverlaySocket::m_icmpCallback6),
                          MakeCallbackChecker())
            .AddTraceSource("Drop",
                            "A datagram is dropped because the receive buffer is full.",
                            MakeTraceSourceAccessor(&UdpOverlaySocket::m_drop),
                            "ns3::Packet::TracedCallback");
    return tid;
}

UdpOverlaySocket::UdpOverlaySocket() = default;

UdpOverlaySocket::~UdpOverlaySocket() = default;

void
UdpOverlaySocket::SetNode(Ptr<Node> node)
{
    m_node = node;
    m_inner.Open(node,
                 MakeCallback(&UdpOverlaySocket::HandleRead, this),
                 MakeCallback(&UdpOverlaySocket::HandleIcmp, this),
                 MakeCallback(&UdpOverlaySocket::HandleIcmp6, this));
    m_tags.RequestAll(*m_inner);
    SetIpMulticastTtl(m_ipMulticastTtl);
    SetIpMulticastIf(m_ipMulticastIf);
    SetIpMulticastLoop(m_ipMulticastLoop);
    SetMtuDiscover(m_mtuDiscover);
    Keep();
}

void
UdpOverlaySocket::Keep()
{
    SocketKeeper::Get(m_node)->Add(this, MakeCallback(&UdpOverlaySocket::HandleNodeGone, this));
}

void
UdpOverlaySocket::HandleNodeGone()
{
    Dispose();
}

void
UdpOverlaySocket::DoDispose()
{
    m_inner.Detach();
    m_node = nullptr;
    m_icmpCallback = UdpInnerSocket::IcmpCallback();
    m_icmpCallback6 = UdpInnerSocket::IcmpCallback6();
    UdpSocket::DoDispose();
}

const UdpOverlayCounters&
UdpOverlaySocket::GetQueueCounters() const
{
    return m_queue.GetCounters();
}

// --- errors and identity ------------------------------------------------------------------------

int
UdpOverlaySocket::Fail(SocketErrno error) const
{
    return m_inner.Fail(error);
}

Socket::SocketErrno
UdpOverlaySocket::GetErrno() const
{
    return m_inner.GetErrno();
}

Socket::SocketType
UdpOverlaySocket::GetSocketType() const
{
    return NS3_SOCK_DGRAM;
}

Ptr<Node>
UdpOverlaySocket::GetNode() const
{
    return m_node;
}

int
UdpOverlaySocket::GetSockName(Address& address) const
{
    return m_inner.Note(m_inner->GetSockName(address));
}

int
UdpOverlaySocket::GetPeerName(Address& address) const
{
    return m_inner.Note(m_inner->GetPeerName(address));
}

// --- opening and closing ------------------------------------------------------------------------

int
UdpOverlaySocket::FinishBind(int result)
{
    if (result >= 0)
    {
        m_shutdownSend = false;
        m_shutdownRecv = false;
        Keep(); // it may have been closed
    }
    return m_inner.Note(result);
}

int
UdpOverlaySocket::Bind()
{
    return FinishBind(m_inner->Bind());
}

int
UdpOverlaySocket::Bind6()
{
    return FinishBind(m_inner->Bind6());
}

int
UdpOverlaySocket::Bind(const Address& address)
{
    CopySettings();
    const int result = FinishBind(m_inner->Bind(address));
    TakeIpTos();
    return result;
}

void
UdpOverlaySocket::BindToNetDevice(Ptr<NetDevice> device)
{
    m_inner->BindToNetDevice(device);
    UdpSocket::BindToNetDevice(device);
}

int
UdpOverlaySocket::Connect(const Address& address)
{
    if (!IsInetAddress(address))
    {
        NotifyConnectionFailed();
        return -1; // no error is noted, as with ns-3's UDP socket
    }
    CopySettings();
    const int result = m_inner.Connect(address);
    if (result < 0)
    {
        NotifyConnectionFailed();
        return result;
    }
    TakeIpTos();
    NotifyConnectionSucceeded();
    return result;
}

int
UdpOverlaySocket::Listen()
{
    return Fail(ERROR_OPNOTSUPP);
}

int
UdpOverlaySocket::Close()
{
    if (!m_inner.IsOpen() || (m_shutdownSend && m_shutdownRecv))
    {
        return Fail(ERROR_BADF);
    }
    const Ptr<UdpOverlaySocket> self(this);
    ShutdownSend();
    m_shutdownRecv = true;
    SocketKeeper::Get(m_node)->Remove(this);
    return m_inner.Note(m_inner->Close());
}

int
UdpOverlaySocket::ShutdownSend()
{
    if (!m_shutdownSend)
    {
        Flush();
    }
    m_shutdownSend = true;
    return 0;
}

int
UdpOverlaySocket::ShutdownRecv()
{
    m_shutdownRecv = true;
    return 0;
}

bool
UdpOverlaySocket::MaySend() const
{
    return m_inner.IsOpen() && !m_shutdownSend;
}

void
UdpOverlaySocket::Flush()
{
}

// --- sending ------------------------------------------------------------------------------------

int
UdpOverlaySocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    return m_inner.IsConnected() ? SendTo(packet, flags, m_inner.GetPeer()) : Fail(ERROR_NOTCONN);
}

int
UdpOverlaySocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    NS_LOG_FUNCTION(this << packet << flags << to);
    const uint32_t size = packet->GetSize();
    if (!IsInetAddress(to))
    {
        return -1; // no error is noted, as with ns-3's UDP socket
    }
    if (m_shutdownSend)
    {
        return Fail(ERROR_SHUTDOWN);
    }
    if (size > GetTxAvailable())
    {
        return Fail(ERROR_MSGSIZE);
    }
    m_inner.BeginCall();
    if (HandleOutgoing(packet, flags, to) < 0)
    {
        return -1;
    }
    // ns-3's UDP socket announces space after some kinds of sending only
    const bool announce = m_inner.HasSpace();
    NotifyDataSent(size);
    if (announce)
    {
        NotifySend(GetTxAvailable());
    }
    return static_cast<int>(size);
}

int
UdpOverlaySocket::Transmit(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    CopySettings();
    return m_inner.Transmit(packet, flags, to);
}

uint32_t
UdpOverlaySocket::GetLargestDatagram() const
{
    return m_inner->GetTxAvailable();
}

uint32_t
UdpOverlaySocket::GetTxAvailable() const
{
    return std::min(GetLargestDatagram(), m_inner->GetTxAvailable());
}

// --- receiving ----------------------------------------------------------------------------------

void
UdpOverlaySocket::HandleRead(Ptr<Socket> socket)
{
    if (m_reading)
    {
        return; // the loop below takes this datagram, too
    }
    const Ptr<UdpOverlaySocket> self(this);
    m_reading = true;
    Address from;
    while (auto packet = socket->RecvFrom(from))
    {
        m_tags.Fit(packet, *socket, *this);
        HandleIncoming(packet, from);
    }
    m_reading = false;
    // last, as the application may close the socket
    Announce();
}

void
UdpOverlaySocket::Deliver(Ptr<const Packet> packet, const Address& from)
{
    if (m_shutdownRecv)
    {
        return;
    }
    if (!m_queue.Add(packet, from))
    {
        NS_LOG_LOGIC("receive buffer full: datagram of " << packet->GetSize() << " bytes dropped");
        m_drop(packet);
        m_rxDrop(packet, "receive buffer is full");
        return;
    }
    if (!m_reading)
    {
        Announce();
    }
}

void
UdpOverlaySocket::Announce()
{
    while (m_queue.TakeNews())
    {
        NotifyDataRecv();
    }
}

uint32_t
UdpOverlaySocket::GetRxAvailable() const
{
    return m_queue.GetSize();
}

Ptr<Packet>
UdpOverlaySocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Address from;
    return RecvFrom(maxSize, flags, from);
}

Ptr<Packet>
UdpOverlaySocket::RecvFrom(uint32_t maxSize, uint32_t, Address& from)
{
    if (m_inner.IsOpen() && m_queue.GetCounters().delivered > 0)
    {
        m_tags.Request(*m_inner, *this);
    }
    if (m_queue.IsEmpty())
    {
        Fail(ERROR_AGAIN);
        return nullptr;
    }
    return m_queue.Remove(maxSize, from);
}

void
UdpOverlaySocket::HandleIcmp(Ipv4Address source,
                             uint8_t ttl,
                             uint8_t type,
                             uint8_t code,
                             uint32_t info)
{
    if (!m_icmpCallback.IsNull())
    {
        m_icmpCallback(source, ttl, type, code, info);
    }
}

void
UdpOverlaySocket::HandleIcmp6(Ipv6Address source,
                              uint8_t ttl,
                              uint8_t type,
                              uint8_t code,
                              uint32_t info)
{
    if (!m_icmpCallback6.IsNull())
    {
        m_icmpCallback6(source, ttl, type, code, info);
    }
}
} // namespace hsn
} // namespace ns3
