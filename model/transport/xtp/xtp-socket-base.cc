// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-socket-base.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/unmap-address.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpSocket");

template <typename Base>
BasicXtpSocket<Base>::BasicXtpSocket(bool boundaries)
    : m_context(*this, *this, boundaries),
      m_boundaries(boundaries)
{
}

template <typename Base>
BasicXtpSocket<Base>::BasicXtpSocket(const BasicXtpSocket& other)
    : Base(other),
      m_context(*this, *this, other.m_boundaries),
      m_boundaries(other.m_boundaries)
{
    SetProtocol(other.m_protocol);
}

template <typename Base>
BasicXtpSocket<Base>::~BasicXtpSocket() = default;

template <typename Base>
void
BasicXtpSocket<Base>::SetProtocol(Ptr<XtpProtocol> protocol)
{
    m_protocol = protocol;
    this->GetEndPoint().SetAllocator(PeekPointer(protocol));
}

// --- the beginning ----------------------------------------------------------------------------

template <typename Base>
void
BasicXtpSocket<Base>::Begin(uint64_t key, const XtpHeader* first)
{
    const auto& endPoint = this->GetEndPoint();
    const Address peer = UnmapAddress(endPoint.GetPeerAddress());
    const uint32_t overhead = Ipv4Address::IsMatchingType(peer)   ? 20
                              : Ipv6Address::IsMatchingType(peer) ? 40
                                                                  : 0;
    const uint32_t longest = m_protocol->GetMaxPacketSize(endPoint);
    const uint32_t header = XtpHeader::SIZE + (m_boundaries ? XtpHeader::TAG_SIZE : 0);
    const uint32_t pathData = longest > header ? longest - header : 0;
    m_used = true;
    m_protocol->AddKey(key, endPoint);
    if (first)
    {
        m_protocol->AddPeerKey(first->key, endPoint);
        m_context.Accept(key, *first, pathData, overhead);
    }
    else
    {
        m_context.Open(key, GetService(), pathData, overhead);
    }
}

template <typename Base>
int
BasicXtpSocket<Base>::DoConnect()
{
    if (m_used)
    {
        return this->Fail(Socket::ERROR_ISCONN);
    }
    earlyData = earlyData || GetService() == XtpService::TRANSACTION;
    this->m_stage = STREAM_OPENING;
    Begin(m_protocol->MakeKey(), nullptr);
    if (earlyData)
    {
        // callbacks may be set after Connect()
        m_tellOpened = Simulator::ScheduleNow(&BasicXtpSocket::TellOpened, this);
    }
    return 0;
}

template <typename Base>
void
BasicXtpSocket<Base>::TellOpened()
{
    const Ptr<Socket> self(this);
    NotifyOpened();
    m_context.Send();
}

template <typename Base>
void
BasicXtpSocket<Base>::Accept(Ptr<Packet> packet,
                             const XtpHeader& header,
                             const PacketArrival& arrival)
{
    const auto service = static_cast<XtpService>(header.traffic.service);
    const Address peer = arrival.GetFrom();
    const auto refuse = [&](XtpDiagValue why) {
        m_protocol->SendDiagnostic(arrival.GetReplyPath(),
                                   header,
                                   XtpDiagCode::CONTEXT_REFUSED,
                                   why);
    };
    if (header.Has(XTP_MULTI) || (header.key & XtpHeader::RTN))
    {
        refuse(XtpDiagValue::OPTIONS_REFUSED);
        return;
    }
    if (!Serves(service))
    {
        refuse(XtpDiagValue::NO_PROVIDER);
        return;
    }
    if (!this->NotifyConnectionRequest(peer))
    {
        refuse(XtpDiagValue::UNSPECIFIED);
        return;
    }
    const auto socket = Fork();
    if (!m_protocol->Accept(socket->GetEndPoint(), arrival))
    {
        refuse(XtpDiagValue::NO_RESOURCE);
        return;
    }
    socket->m_stage = STREAM_OPEN;
    socket->Begin(m_protocol->MakeKey(), &header);
    this->NotifyNewConnectionCreated(socket, peer);
    socket->m_context.Receive(packet, header);
}

// --- what the application does ----------------------------------------------------------------

template <typename Base>
void
BasicXtpSocket<Base>::DoSend()
{
    m_context.Send();
}

template <typename Base>
void
BasicXtpSocket<Base>::DoRead()
{
    m_context.NotifyRead();
}

template <typename Base>
void
BasicXtpSocket<Base>::DoShutdownSend()
{
    if (this->m_stage == STREAM_OPEN)
    {
        this->m_stage = STREAM_CLOSING;
    }
    m_context.CloseWrite();
}

template <typename Base>
void
BasicXtpSocket<Base>::Abort()
{
    const Ptr<Socket> self(this);
    m_context.Abort();
    Leave();
}

template <typename Base>
uint32_t
BasicXtpSocket<Base>::GetUnacknowledged() const
{
    return m_context.GetUnacknowledged();
}

template <typename Base>
bool
BasicXtpSocket<Base>::IsAtEnd() const
{
    return m_context.IsReadClosed();
}

// --- packets ----------------------------------------------------------------------------------

template <typename Base>
void
BasicXtpSocket<Base>::SendPacket(Ptr<Packet> packet, XtpHeader& header)
{
    const auto& endPoint = this->GetEndPoint();
    if (!endPoint.IsBound())
    {
        return;
    }
    if (header.format == XtpFormat::FIRST)
    {
        const auto path = endPoint.GetPath();
        const Address local = UnmapAddress(path.local);
        if (Ipv4Address::IsMatchingType(local))
        {
            header.sourceHost = Ipv4Address::ConvertFrom(local).Get();
            header.destinationHost = Ipv4Address::ConvertFrom(UnmapAddress(path.peer)).Get();
        }
    }
    m_protocol->Send(packet, header, endPoint);
}

template <typename Base>
void
BasicXtpSocket<Base>::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    XtpHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    NS_LOG_LOGIC(header);
    if (this->m_stage == STREAM_LISTENING)
    {
        Accept(packet, header, arrival);
    }
    else if (header.format == XtpFormat::FIRST && header.key != m_context.GetPeerKey())
    {
        // another association between the same ports
        m_protocol->SendDiagnostic(arrival.GetReplyPath(),
                                   header,
                                   XtpDiagCode::CONTEXT_REFUSED,
                                   XtpDiagValue::IMPROPER_STATE);
    }
    else
    {
        m_context.Receive(packet, header);
    }
}

template <typename Base>
void
BasicXtpSocket<Base>::ReceiveIcmp(Ipv4Address /* from */,
                                  uint8_t /* ttl */,
                                  uint8_t type,
                                  uint8_t /* code */,
                                  uint32_t /* info */)
{
    const Ptr<Socket> self(this);
    if (type == Icmpv4Header::ICMPV4_DEST_UNREACH)
    {
        m_context.NotifyUnreachable();
    }
}

template <typename Base>
void
BasicXtpSocket<Base>::ReceiveIcmp6(Ipv6Address /* from */,
                                   uint8_t /* ttl */,
                                   uint8_t type,
                                   uint8_t /* code */,
                                   uint32_t /* info */)
{
    const Ptr<Socket> self(this);
    if (type == Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE)
    {
        m_context.NotifyUnreachable();
    }
}

// --- what the context says --------------------------------------------------------------------

template <typename Base>
uint32_t
BasicXtpSocket<Base>::GetReceiveLimit() const
{
    return this->GetRcvBufSize();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyReceived()
{
    if (!this->AbortIfUnread(true) && this->HasUnread()) // the context asks what is new
    {
        this->NotifyDataRecv();
    }
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyOpened()
{
    this->m_stage = this->m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    this->NotifyConnectionSucceeded();
    this->NotifyRoom();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyAcknowledged(uint32_t bytes)
{
    this->NotifyDataSent(bytes);
    this->NotifyRoom();
}

template <typename Base>
void
BasicXtpSocket<Base>::NoteSent(uint32_t bytes)
{
    m_sentBytes += bytes;
    if (m_tellSent.IsExpired())
    {
        m_tellSent = Simulator::ScheduleNow(&BasicXtpSocket::TellSent, this);
    }
}

template <typename Base>
void
BasicXtpSocket<Base>::TellSent()
{
    const Ptr<Socket> self(this);
    NotifyAcknowledged(std::exchange(m_sentBytes, 0));
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyPeerDone()
{
    this->NotifyNormalClose();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyBroken(bool opened)
{
    const Ptr<Socket> self(this); // a timer of the context may say so: then nobody else holds it
    this->m_errno = Socket::ERROR_NOTCONN;
    Leave();
    if (opened)
    {
        this->NotifyErrorClose();
    }
    else
    {
        this->NotifyConnectionFailed();
    }
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyQuiescent()
{
    Leave();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyExchangeKey(uint64_t key)
{
    m_protocol->AddPeerKey(key, this->GetEndPoint());
}

template <typename Base>
void
BasicXtpSocket<Base>::Leave()
{
    auto& endPoint = this->GetEndPoint();
    if (endPoint.IsBound())
    {
        m_protocol->RemoveKey(m_context.GetKey());
        m_protocol->RemovePeerKey(m_context.GetPeerKey(), endPoint);
    }
    ConnectionSocket::Shut();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyNodeGone()
{
    this->m_stage = STREAM_CLOSED;
    m_tellSent.Cancel();
    m_tellOpened.Cancel();
    m_context.Reset();
}

template class BasicXtpSocket<StreamSocket>;
template class BasicXtpSocket<MessageSocket>;
} // namespace hsn
} // namespace ns3
