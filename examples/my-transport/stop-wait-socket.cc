// SPDX-License-Identifier: GPL-2.0-only
#include "stop-wait-socket.h"

#include "ns3/attribute-copy.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnStopWaitSocket");
NS_OBJECT_ENSURE_REGISTERED(StopWaitProtocol);
NS_OBJECT_ENSURE_REGISTERED(StopWaitMessageProtocol);
NS_OBJECT_ENSURE_REGISTERED(StopWaitStreamSocket);
NS_OBJECT_ENSURE_REGISTERED(StopWaitStreamSocketFactory);
NS_OBJECT_ENSURE_REGISTERED(StopWaitMessageSocket);
NS_OBJECT_ENSURE_REGISTERED(StopWaitMessageSocketFactory);

TypeId
StopWaitProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StopWaitProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StopWaitProtocol>();
    return tid;
}

TypeId
StopWaitMessageProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StopWaitMessageProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StopWaitMessageProtocol>();
    return tid;
}

// [begin attributes]
template <typename Base>
template <typename T>
TypeId
StopWaitSocket<Base>::AddStopWaitAttributes(TypeId tid)
{
    return tid
        .AddAttribute("SegmentSize",
                      "Bytes of the longest unit of a byte stream.",
                      UintegerValue(1000),
                      MakeUintegerAccessor(&T::m_segmentSize),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Timeout",
                      "Time after which a unit without answer is sent again.",
                      TimeValue(MilliSeconds(200)),
                      MakeTimeAccessor(&T::m_timeout),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("MaxTries",
                      "Transmissions without any answer after which the connection is given up.",
                      UintegerValue(30),
                      MakeUintegerAccessor(&T::m_maxTries),
                      MakeUintegerChecker<uint32_t>(1))
        .AddAttribute("Linger",
                      "Time for which a socket answers late packets after both ends are done.",
                      TimeValue(Seconds(5)),
                      MakeTimeAccessor(&T::m_linger),
                      MakeTimeChecker(Time(0)))
        .AddTraceSource("Tx",
                        "A packet is sent.",
                        MakeTraceSourceAccessor(&T::m_tx),
                        "ns3::hsn::StopWaitSocket::PacketTracedCallback")
        .AddTraceSource("Rx",
                        "A packet arrives.",
                        MakeTraceSourceAccessor(&T::m_rx),
                        "ns3::hsn::StopWaitSocket::PacketTracedCallback")
        .AddTraceSource("Retransmission",
                        "A unit is sent again.",
                        MakeTraceSourceAccessor(&T::m_retransmission),
                        "ns3::hsn::StopWaitSocket::PacketTracedCallback");
}

// [end attributes]

template <typename Base>
StopWaitSocket<Base>::StopWaitSocket()
    : m_timer([this] { HandleTimeout(); })
{
}

template <typename Base>
StopWaitSocket<Base>::StopWaitSocket(const StopWaitSocket& other)
    : Base(other),
      m_timer([this] { HandleTimeout(); })
{
    SetProtocol(other.m_protocol);
}

template <typename Base>
void
StopWaitSocket<Base>::SetProtocol(Ptr<TransportProtocol> protocol)
{
    m_protocol = protocol;
    this->GetEndPoint().SetAllocator(PeekPointer(protocol));
}

// --- what the application does ----------------------------------------------------------------

// [begin hooks]
template <typename Base>
int
StopWaitSocket<Base>::DoConnect()
{
    this->m_stage = STREAM_OPENING;
    SendUnit(Create<Packet>(), StopWaitHeader::SYN);
    return 0;
}

template <typename Base>
void
StopWaitSocket<Base>::DoSend()
{
    SendNext();
}

template <typename Base>
void
StopWaitSocket<Base>::DoRead()
{
    // the peer tries again by itself until there is room
}

template <typename Base>
void
StopWaitSocket<Base>::DoShutdownSend()
{
    if (this->m_stage == STREAM_OPEN)
    {
        this->m_stage = STREAM_CLOSING;
    }
    SendNext();
}

template <typename Base>
void
StopWaitSocket<Base>::Abort()
{
    SendPacket(Create<Packet>(), StopWaitHeader::RST);
    this->Shut();
}

template <typename Base>
uint32_t
StopWaitSocket<Base>::GetUnacknowledged() const
{
    return m_unit ? m_unit->GetSize() : 0;
}

template <typename Base>
bool
StopWaitSocket<Base>::IsAtEnd() const
{
    return m_peerDone;
}

// [end hooks]

// --- sending ----------------------------------------------------------------------------------

// [begin sending]
template <typename Base>
uint32_t
StopWaitSocket<Base>::GetUnitSize() const
{
    const uint32_t longest = m_protocol->GetMaxPacketSize(this->GetEndPoint());
    return longest > StopWaitHeader::SIZE ? std::min(m_segmentSize, longest - StopWaitHeader::SIZE)
                                          : m_segmentSize;
}

template <typename Base>
void
StopWaitSocket<Base>::SendNext()
{
    if (m_unit || (this->m_stage != STREAM_OPEN && this->m_stage != STREAM_CLOSING))
    {
        return;
    }
    if (auto unit = TakeUnit())
    {
        SendUnit(unit, StopWaitHeader::DATA);
    }
    else if (this->m_shutdownSend && !m_finSent)
    {
        m_finSent = true;
        SendUnit(Create<Packet>(), StopWaitHeader::FIN);
    }
}

template <typename Base>
void
StopWaitSocket<Base>::SendUnit(Ptr<Packet> unit, uint8_t flag)
{
    m_unit = unit;
    m_unitFlag = flag;
    m_tries = 0;
    Transmit(false);
}

template <typename Base>
void
StopWaitSocket<Base>::Transmit(bool again)
{
    ++m_tries;
    SendPacket(m_unit->Copy(), m_unitFlag, again);
    m_timer.Set(Simulator::Now() + m_timeout);
}

template <typename Base>
void
StopWaitSocket<Base>::SendPacket(Ptr<Packet> packet, uint8_t flag, bool again)
{
    StopWaitHeader header;
    header.flags = flag;
    header.number = m_number;
    header.expected = m_expected;
    m_tx(packet, header);
    if (again)
    {
        m_retransmission(packet, header);
    }
    m_protocol->Send(packet, header, this->GetEndPoint());
}

template <typename Base>
void
StopWaitSocket<Base>::HandleTimeout()
{
    const Ptr<Socket> self(this);
    if (!m_unit)
    {
        this->Shut(); // no more late packets
    }
    else if (m_tries >= m_maxTries)
    {
        this->Break();
    }
    else
    {
        Transmit(true);
    }
}

// [end sending]

// --- arrival ----------------------------------------------------------------------------------

// [begin arrival]
template <typename Base>
void
StopWaitSocket<Base>::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    StopWaitHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    NS_LOG_LOGIC(header);
    m_rx(packet, header);
    if (this->m_stage == STREAM_LISTENING && header.flags == StopWaitHeader::SYN)
    {
        Accept(arrival);
    }
    if (this->m_stage == STREAM_LISTENING || this->m_stage == STREAM_CLOSED)
    {
        return;
    }
    m_tries = 0; // there is a peer
    if (header.flags == StopWaitHeader::RST)
    {
        HandleRefusal();
        return;
    }
    if (m_unit && header.expected == m_number + 1)
    {
        HandleAcknowledgement();
    }
    if (header.flags && this->m_stage != STREAM_CLOSED)
    {
        HandleUnit(packet, header);
    }
}

template <typename Base>
void
StopWaitSocket<Base>::Accept(const PacketArrival& arrival)
{
    const Address peer = arrival.GetFrom();
    if (!this->NotifyConnectionRequest(peer))
    {
        StopWaitHeader header;
        header.flags = StopWaitHeader::RST;
        m_protocol->Send(Create<Packet>(), header, arrival.GetReplyPath());
        return;
    }
    const auto socket = Fork();
    if (m_protocol->Accept(socket->GetEndPoint(), arrival))
    {
        socket->m_expected = 1; // after SYN
        socket->m_stage = STREAM_OPEN;
        socket->SendPacket(Create<Packet>(), 0);
        this->NotifyNewConnectionCreated(socket, peer);
    }
}

template <typename Base>
void
StopWaitSocket<Base>::HandleAcknowledgement()
{
    const auto unit = std::exchange(m_unit, nullptr);
    ++m_number;
    m_timer.Cancel();
    switch (m_unitFlag)
    {
    case StopWaitHeader::SYN:
        this->m_stage = this->m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
        this->NotifyConnectionSucceeded();
        break;
    case StopWaitHeader::FIN:
        m_finAcknowledged = true;
        LingerIfDone();
        break;
    default:
        this->NotifyDataSent(unit->GetSize());
    }
    SendNext();
    this->NotifyRoom();
}

template <typename Base>
void
StopWaitSocket<Base>::HandleUnit(Ptr<Packet> packet, const StopWaitHeader& header)
{
    const bool data = header.flags == StopWaitHeader::DATA;
    if (this->AbortIfUnread(data && header.number == m_expected))
    {
        return;
    }
    const bool wanted = header.number == m_expected &&
                        (!data || this->m_shutdownRecv || HasRoomFor(packet->GetSize()));
    m_expected += wanted;
    SendPacket(Create<Packet>(), 0);
    if (wanted && data && !this->m_shutdownRecv)
    {
        DeliverUnit(packet);
    }
    else if (wanted && header.flags == StopWaitHeader::FIN)
    {
        m_peerDone = true;
        this->NotifyNormalClose();
        LingerIfDone();
    }
}

// [end arrival]

// --- the end ----------------------------------------------------------------------------------

// [begin end]
template <typename Base>
void
StopWaitSocket<Base>::LingerIfDone()
{
    if (m_finAcknowledged && m_peerDone && this->m_stage != STREAM_CLOSED)
    {
        m_timer.Set(Simulator::Now() + m_linger);
    }
}

template <typename Base>
void
StopWaitSocket<Base>::HandleRefusal()
{
    if (m_finSent && m_peerDone)
    {
        this->Shut(); // the peer has everything, and forgot the connection
    }
    else if (this->IsConnected())
    {
        this->Break();
    }
}

template <typename Base>
void
StopWaitSocket<Base>::NotifyNodeGone()
{
    this->m_stage = STREAM_CLOSED;
    m_unit = nullptr;
    m_timer.Remove();
}

// [end end]

// --- byte streams -----------------------------------------------------------------------------

// [begin stream]
TypeId
StopWaitStreamSocket::GetTypeId()
{
    static TypeId tid =
        AddStopWaitAttributes<StopWaitStreamSocket>(TypeId("ns3::hsn::StopWaitStreamSocket")
                                                        .SetParent<StreamSocket>()
                                                        .SetGroupName("Hsn")
                                                        .AddConstructor<StopWaitStreamSocket>());
    return tid;
}

Ptr<StopWaitSocket<StreamSocket>>
StopWaitStreamSocket::Fork() const
{
    return ForkSocket(*this);
}

Ptr<Packet>
StopWaitStreamSocket::TakeUnit()
{
    return m_sendQueue.GetSize() > 0 ? m_sendQueue.Remove(GetUnitSize()) : nullptr;
}

bool
StopWaitStreamSocket::HasRoomFor(uint32_t size) const
{
    return m_receiveQueue.GetSize() + size <= GetRcvBufSize();
}

void
StopWaitStreamSocket::DeliverUnit(Ptr<Packet> packet)
{
    m_receiveQueue.Add(packet);
    NotifyDataRecv();
}

TypeId
StopWaitStreamSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StopWaitStreamSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StopWaitStreamSocketFactory>();
    return tid;
}

// [end stream]

// --- messages ---------------------------------------------------------------------------------

// [begin message]
TypeId
StopWaitMessageSocket::GetTypeId()
{
    static TypeId tid =
        AddStopWaitAttributes<StopWaitMessageSocket>(TypeId("ns3::hsn::StopWaitMessageSocket")
                                                         .SetParent<MessageSocket>()
                                                         .SetGroupName("Hsn")
                                                         .AddConstructor<StopWaitMessageSocket>());
    return tid;
}

Ptr<StopWaitSocket<MessageSocket>>
StopWaitMessageSocket::Fork() const
{
    return ForkSocket(*this);
}

Ptr<Packet>
StopWaitMessageSocket::TakeUnit()
{
    MessageInfo info;
    return m_sendQueue.IsEmpty() ? nullptr : m_sendQueue.Remove(info);
}

bool
StopWaitMessageSocket::HasRoomFor(uint32_t size) const
{
    return HasRoom(size);
}

void
StopWaitMessageSocket::DeliverUnit(Ptr<Packet> packet)
{
    Deliver(packet, MessageInfo());
}

TypeId
StopWaitMessageSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StopWaitMessageSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StopWaitMessageSocketFactory>();
    return tid;
}

// [end message]
} // namespace hsn
} // namespace ns3
