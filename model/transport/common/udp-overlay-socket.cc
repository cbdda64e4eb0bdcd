// SPDX-License-Identifier: GPL-2.0-only
#include "udp-overlay-socket.h"

#include "socket-keeper.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/ipv6-packet-info-tag.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

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

/**
 * @brief Removes a tag from a packet, if it has one.
 * @tparam T type of the tag
 * @param packet the packet
 */
template <typename T>
void
RemoveTag(Ptr<Packet> packet)
{
    T tag;
    packet->RemovePacketTag(tag);
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

UdpOverlaySocket::~UdpOverlaySocket()
{
    Detach();
}

void
UdpOverlaySocket::SetNode(Ptr<Node> node)
{
    m_node = node;
    m_udp = DynamicCast<UdpSocket>(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()));
    m_udp->SetRecvCallback(MakeCallback(&UdpOverlaySocket::HandleRead, this));
    m_udp->SetSendCallback(MakeCallback(&UdpOverlaySocket::HandleSpace, this));
    m_udp->SetAttributeFailSafe("IcmpCallback",
                                CallbackValue(MakeCallback(&UdpOverlaySocket::HandleIcmp, this)));
    m_udp->SetAttributeFailSafe("IcmpCallback6",
                                CallbackValue(MakeCallback(&UdpOverlaySocket::HandleIcmp6, this)));
    // The application may ask for tags until the first datagram arrives.
    RequestTags(ReceiveTags().set());
    // The inner socket's queue is read as soon as a datagram arrives; the limit is on ours.
    m_udp->SetAttribute("RcvBufSize", UintegerValue(UINT32_MAX));
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
UdpOverlaySocket::Detach()
{
    if (m_udp)
    {
        m_udp->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_udp->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_udp->SetAttributeFailSafe("IcmpCallback", CallbackValue());
        m_udp->SetAttributeFailSafe("IcmpCallback6", CallbackValue());
        m_udp = nullptr;
    }
}

void
UdpOverlaySocket::DoDispose()
{
    Detach();
    m_node = nullptr;
    m_icmpCallback = IcmpCallback();
    m_icmpCallback6 = IcmpCallback6();
    UdpSocket::DoDispose();
}

const UdpOverlayCounters&
UdpOverlaySocket::GetQueueCounters() const
{
    return m_counters;
}

// --- errors and identity ------------------------------------------------------------------------

int
UdpOverlaySocket::Fail(SocketErrno error) const
{
    m_errno = error;
    return -1;
}

int
UdpOverlaySocket::Note(int result) const
{
    m_errno = result < 0 ? m_udp->GetErrno() : m_errno;
    return result;
}

Socket::SocketErrno
UdpOverlaySocket::GetErrno() const
{
    return m_errno;
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
    return Note(m_udp->GetSockName(address));
}

int
UdpOverlaySocket::GetPeerName(Address& address) const
{
    return Note(m_udp->GetPeerName(address));
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
    return Note(result);
}

int
UdpOverlaySocket::Bind()
{
    return FinishBind(m_udp->Bind());
}

int
UdpOverlaySocket::Bind6()
{
    return FinishBind(m_udp->Bind6());
}

int
UdpOverlaySocket::Bind(const Address& address)
{
    CopySettings();
    const int result = FinishBind(m_udp->Bind(address));
    TakeIpTos();
    return result;
}

void
UdpOverlaySocket::BindToNetDevice(Ptr<NetDevice> device)
{
    m_udp->BindToNetDevice(device);
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
    const int result = Note(m_udp->Connect(address));
    if (result < 0)
    {
        NotifyConnectionFailed();
        return result;
    }
    TakeIpTos();
    m_peer = address;
    m_connected = true;
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
    if (!m_udp || (m_shutdownSend && m_shutdownRecv))
    {
        return Fail(ERROR_BADF);
    }
    const Ptr<UdpOverlaySocket> self(this);
    ShutdownSend();
    m_shutdownRecv = true;
    SocketKeeper::Get(m_node)->Remove(this);
    return Note(m_udp->Close());
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
    return m_udp && !m_shutdownSend;
}

void
UdpOverlaySocket::Flush()
{
}

// --- sending ------------------------------------------------------------------------------------

int
UdpOverlaySocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    return m_connected ? SendTo(packet, flags, m_peer) : Fail(ERROR_NOTCONN);
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
    m_transmissions = 0;
    m_hasSpace = false;
    if (HandleOutgoing(packet, flags, to) < 0)
    {
        return -1;
    }
    // ns-3's UDP socket announces space after some kinds of sending only
    const bool announce = m_hasSpace || m_transmissions == 0;
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
    m_transmissions++;
    // to the peer by Send(), as older releases take the type of service from the address in
    // SendTo()
    return Note(m_connected && to == m_peer ? m_udp->Send(packet, flags)
                                            : m_udp->SendTo(packet, flags, to));
}

void
UdpOverlaySocket::HandleSpace(Ptr<Socket>, uint32_t)
{
    m_hasSpace = true;
}

uint32_t
UdpOverlaySocket::GetLargestDatagram() const
{
    return m_udp->GetTxAvailable();
}

uint32_t
UdpOverlaySocket::GetTxAvailable() const
{
    return std::min(GetLargestDatagram(), m_udp->GetTxAvailable());
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
        const auto wanted = GetWantedTags();
        RemoveTags(packet, m_requestedTags & ~wanted);
        RequestTags(wanted);
        HandleIncoming(packet, from);
    }
    m_reading = false;
    // last, as the application may close the socket
    Announce();
}

UdpOverlaySocket::ReceiveTags
UdpOverlaySocket::GetWantedTags() const
{
    ReceiveTags tags;
    tags[TAG_INFO] = IsRecvPktInfo();
    tags[TAG_TOS] = IsIpRecvTos();
    tags[TAG_TTL] = IsIpRecvTtl();
    tags[TAG_TCLASS] = IsIpv6RecvTclass();
    tags[TAG_HOPS] = IsIpv6RecvHopLimit();
    return tags;
}

void
UdpOverlaySocket::RequestTags(const ReceiveTags& tags)
{
    if (!m_udp || tags == m_requestedTags)
    {
        return;
    }
    m_requestedTags = tags;
    m_udp->SetRecvPktInfo(tags[TAG_INFO]);
    m_udp->SetIpRecvTos(tags[TAG_TOS]);
    m_udp->SetIpRecvTtl(tags[TAG_TTL]);
    m_udp->SetIpv6RecvTclass(tags[TAG_TCLASS]);
    m_udp->SetIpv6RecvHopLimit(tags[TAG_HOPS]);
}

void
UdpOverlaySocket::RemoveTags(Ptr<Packet> packet, const ReceiveTags& unwanted)
{
    if (unwanted[TAG_INFO])
    {
        RemoveTag<Ipv4PacketInfoTag>(packet);
        RemoveTag<Ipv6PacketInfoTag>(packet);
    }
    if (unwanted[TAG_TOS])
    {
        RemoveTag<SocketIpTosTag>(packet);
    }
    if (unwanted[TAG_TTL])
    {
        RemoveTag<SocketIpTtlTag>(packet);
    }
    if (unwanted[TAG_TCLASS])
    {
        RemoveTag<SocketIpv6TclassTag>(packet);
    }
    if (unwanted[TAG_HOPS])
    {
        RemoveTag<SocketIpv6HopLimitTag>(packet);
    }
}

void
UdpOverlaySocket::Deliver(Ptr<const Packet> packet, const Address& from)
{
    if (m_shutdownRecv)
    {
        return;
    }
    const uint32_t size = packet->GetSize();
    if (size > m_rcvBufSize || m_rxAvailable > m_rcvBufSize - size)
    {
        NS_LOG_LOGIC("receive buffer full: datagram of " << size << " bytes dropped");
        m_counters.overflowed++;
        m_drop(packet);
        m_rxDrop(packet, "receive buffer is full");
        return;
    }
    m_counters.delivered++;
    m_rxAvailable += size;
    m_receiveQueue.emplace(packet->Copy(), from);
    m_unannounced++;
    if (!m_reading)
    {
        Announce();
    }
}

void
UdpOverlaySocket::Announce()
{
    // Some applications read all that waits at each notification, others one datagram.
    while (m_unannounced > 0 && !m_receiveQueue.empty())
    {
        m_unannounced--;
        NotifyDataRecv();
    }
    m_unannounced = 0;
}

uint32_t
UdpOverlaySocket::GetRxAvailable() const
{
    return m_rxAvailable;
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
    if (m_counters.delivered > 0)
    {
        RequestTags(GetWantedTags());
    }
    if (m_receiveQueue.empty())
    {
        Fail(ERROR_AGAIN);
        return nullptr;
    }
    const auto packet = m_receiveQueue.front().first;
    from = m_receiveQueue.front().second;
    if (packet->GetSize() > maxSize)
    {
        return nullptr;
    }
    m_receiveQueue.pop();
    m_rxAvailable -= packet->GetSize();
    return packet;
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
