// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-socket.h"

#include "ns3/attribute-copy.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/unmap-address.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpSocket");
NS_OBJECT_ENSURE_REGISTERED(XtpSocket);
NS_OBJECT_ENSURE_REGISTERED(XtpSocketFactory);
NS_OBJECT_ENSURE_REGISTERED(XtpMessageSocket);
NS_OBJECT_ENSURE_REGISTERED(XtpMessageSocketFactory);

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
    Shut();
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
    if (this->m_closed)
    {
        Abort(); // nobody will read it
    }
    else if (this->HasUnread())
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
    this->m_errno = Socket::ERROR_NOTCONN;
    Shut();
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
    Shut();
}

template <typename Base>
void
BasicXtpSocket<Base>::NotifyExchangeKey(uint64_t key)
{
    m_protocol->AddPeerKey(key, this->GetEndPoint());
}

template <typename Base>
void
BasicXtpSocket<Base>::Shut()
{
    auto& endPoint = this->GetEndPoint();
    if (endPoint.IsBound())
    {
        m_protocol->RemoveKey(m_context.GetKey());
        m_protocol->RemovePeerKey(m_context.GetPeerKey(), endPoint);
    }
    NotifyNodeGone();
    endPoint.Release();
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

// --- byte streams -----------------------------------------------------------------------------

TypeId
XtpSocket::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::hsn::XtpSocket")
                                          .SetParent<StreamSocket>()
                                          .SetGroupName("Hsn")
                                          .AddConstructor<XtpSocket>());
    return tid;
}

XtpSocket::XtpSocket()
    : BasicXtpSocket(false)
{
}

Ptr<BasicXtpSocket<StreamSocket>>
XtpSocket::Fork() const
{
    return ForkSocket(*this);
}

XtpService
XtpSocket::GetService() const
{
    return XtpService::STREAM;
}

bool
XtpSocket::Serves(XtpService service) const
{
    return service == XtpService::STREAM || service == XtpService::UNSPECIFIED;
}

uint32_t
XtpSocket::GetNextPiece(uint32_t max) const
{
    return std::min(max, m_sendQueue.GetSize());
}

XtpPiece
XtpSocket::TakePiece(uint32_t max)
{
    XtpPiece piece;
    piece.data = m_sendQueue.Remove(max);
    if (errorControl == XTP_NO_ERROR_CONTROL)
    {
        NoteSent(piece.data->GetSize());
    }
    return piece;
}

uint32_t
XtpSocket::GetUnreadBytes() const
{
    return m_receiveQueue.GetSize();
}

void
XtpSocket::TakeReceived(Ptr<Packet> data)
{
    if (!m_shutdownRecv)
    {
        m_receiveQueue.Add(data);
    }
}

void
XtpSocket::EndMessage(const XtpBoundary& /* boundary */)
{
    // a stream has none
}

TypeId
XtpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::XtpSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<XtpSocketFactory>();
    return tid;
}

// --- messages ---------------------------------------------------------------------------------

TypeId
XtpMessageSocket::GetTypeId()
{
    static TypeId tid =
        AddAttributes(TypeId("ns3::hsn::XtpMessageSocket")
                          .SetParent<MessageSocket>()
                          .SetGroupName("Hsn")
                          .AddConstructor<XtpMessageSocket>()
                          .AddAttribute("Service",
                                        "Stream: messages in both directions; Transaction: one in "
                                        "each direction.",
                                        EnumValue(XtpService::STREAM),
                                        MakeHsnEnumAccessor(&XtpMessageSocket::m_service),
                                        MakeEnumChecker(XtpService::STREAM,
                                                        "Stream",
                                                        XtpService::TRANSACTION,
                                                        "Transaction")));
    return tid;
}

XtpMessageSocket::XtpMessageSocket()
    : BasicXtpSocket(true)
{
}

Ptr<BasicXtpSocket<MessageSocket>>
XtpMessageSocket::Fork() const
{
    return ForkSocket(*this);
}

XtpService
XtpMessageSocket::GetService() const
{
    return m_service;
}

bool
XtpMessageSocket::Serves(XtpService service) const
{
    return service == XtpService::STREAM || service == XtpService::TRANSACTION ||
           service == XtpService::UNSPECIFIED;
}

int
XtpMessageSocket::SendTagged(Ptr<Packet> packet, uint64_t tag)
{
    m_tag = {true, tag};
    const int sent = Send(packet, 0);
    m_tag = Tag();
    return sent;
}

void
XtpMessageSocket::Enqueue(Ptr<Packet> packet, const Address& to)
{
    m_tags.push_back(m_tag);
    BasicXtpSocket::Enqueue(packet, to);
}

void
XtpMessageSocket::DoSend()
{
    if (m_context.GetService() != XtpService::TRANSACTION)
    {
        BasicXtpSocket::DoSend();
        return;
    }
    m_shutdownSend = true; // there is one message
    DoShutdownSend();
}

uint32_t
XtpMessageSocket::GetUnsent() const
{
    return m_sendQueue.GetSize() + (m_out ? m_out->GetSize() - m_outSent : 0);
}

uint32_t
XtpMessageSocket::GetNextPiece(uint32_t max) const
{
    if (m_out)
    {
        return std::min(max, m_out->GetSize() - m_outSent);
    }
    return m_sendQueue.IsEmpty() ? 0 : std::min(max, m_sendQueue.GetFirstSize());
}

XtpPiece
XtpMessageSocket::TakePiece(uint32_t max)
{
    XtpPiece piece;
    if (!m_out)
    {
        MessageInfo info;
        m_out = m_sendQueue.Remove(info);
        m_outSent = 0;
        piece.tagged = m_tags.front().used;
        piece.tag = m_tags.front().value;
        m_tags.pop_front();
    }
    const uint32_t size = std::min(max, m_out->GetSize() - m_outSent);
    piece.data = m_out->CreateFragment(m_outSent, size);
    m_outSent += size;
    if (m_outSent == m_out->GetSize())
    {
        piece.endOfMessage = true;
        m_out = nullptr;
    }
    if (errorControl == XTP_NO_ERROR_CONTROL)
    {
        NoteSent(size);
    }
    return piece;
}

uint32_t
XtpMessageSocket::GetUnreadBytes() const
{
    return m_in.GetSize() + m_receiveQueue.GetSize();
}

void
XtpMessageSocket::TakeReceived(Ptr<Packet> data)
{
    if (!m_shutdownRecv)
    {
        m_in.Add(data);
    }
}

void
XtpMessageSocket::EndMessage(const XtpBoundary& boundary)
{
    const auto message = m_in.Remove(boundary.size);
    if (boundary.incomplete || message->GetSize() == 0)
    {
        m_missing = true;
        return;
    }
    MessageInfo info;
    GetEndPoint().GetPeerName(info.peer);
    info.missingBefore = std::exchange(m_missing, false);
    info.number = boundary.tag;
    m_receiveQueue.Add(message, info);
}

void
XtpMessageSocket::NotifyPeerDone()
{
    if (m_in.GetSize() > 0)
    {
        // the peer sent a stream: its end is the end of a message
        XtpBoundary rest;
        rest.size = m_in.GetSize();
        EndMessage(rest);
        NotifyReceived();
    }
    BasicXtpSocket::NotifyPeerDone();
}

TypeId
XtpMessageSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::XtpMessageSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<XtpMessageSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3
