// SPDX-License-Identifier: GPL-2.0-only
#include "tear-message-socket.h"

#include "tear-socket-attributes.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTearMessageSocket");
NS_OBJECT_ENSURE_REGISTERED(TearSocket);
NS_OBJECT_ENSURE_REGISTERED(TearSocketFactory);

TypeId
TearSocket::GetTypeId()
{
    // what the applications of ns-3 send
    static TypeId tid = AddTearAttributes(TypeId("ns3::hsn::TearSocket")
                                              .SetParent<MessageSocket>()
                                              .SetGroupName("Hsn")
                                              .AddConstructor<TearSocket>(),
                                          512);
    return tid;
}

int
TearSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (packet->GetSize() > GetSegmentSize())
    {
        return Fail(ERROR_MSGSIZE);
    }
    return MessageSocket::SendTo(packet, flags, to);
}

uint32_t
TearSocket::GetTxAvailable() const
{
    return std::min(GetSegmentSize(), MessageSocket::GetTxAvailable());
}

bool
TearSocket::HasData() const
{
    return !m_sendQueue.IsEmpty();
}

TearConnection::Payload
TearSocket::TakeData()
{
    MessageInfo info;
    TearConnection::Payload payload;
    payload.packet = m_sendQueue.Remove(info);
    const uint32_t size = payload.packet->GetSize();
    CountDelivered(size);
    NotifyDataSent(size);
    if (!m_sendingNow)
    {
        NotifyRoom(); // in Send() the application would be called before it knows of this message
    }
    return payload;
}

void
TearSocket::DoSend()
{
    m_sendingNow = true;
    BasicTearSocket<MessageSocket>::DoSend();
    m_sendingNow = false;
}

uint32_t
TearSocket::GetExtraSize() const
{
    return 0;
}

bool
TearSocket::IsDelivered() const
{
    return m_sendQueue.IsEmpty();
}

void
TearSocket::TakeIn(Ptr<Packet> packet, const TearConnection::Data& data)
{
    if (data.header.Has(TearHeader::BLOCK))
    {
        OnDrop(packet, "block of a stream");
        return;
    }
    m_arrived = packet;
    m_info = MessageInfo();
    m_info.number = data.data.seq;
    m_info.missingBefore = data.missingBefore;
}

bool
TearSocket::MayFollowEnd() const
{
    return true;
}

void
TearSocket::HandOut()
{
    const auto packet = std::exchange(m_arrived, nullptr);
    if (packet && !m_shutdownRecv && !Deliver(packet, m_info))
    {
        OnDrop(packet, "no room in the receive queue");
    }
}

void
TearSocket::End()
{
    m_arrived = nullptr;
}
} // namespace hsn
} // namespace ns3
