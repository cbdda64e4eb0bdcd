// SPDX-License-Identifier: GPL-2.0-only
#include "stop-wait-socket.h"

#include "ns3/uinteger.h"

#include <type_traits>

namespace ns3
{
namespace hsn
{
// [begin register]
NS_OBJECT_ENSURE_REGISTERED(StopWaitHeader);
NS_OBJECT_ENSURE_REGISTERED(StopWaitStreamSocket);
NS_OBJECT_ENSURE_REGISTERED(StopWaitStreamSocketFactory);
NS_OBJECT_ENSURE_REGISTERED(StopWaitMessageSocket);
NS_OBJECT_ENSURE_REGISTERED(StopWaitMessageSocketFactory);

// [end register]

// [begin attributes]
template <typename Base>
TypeId
StopWaitSocket<Base>::GetTypeId()
{
    constexpr bool STREAM = std::is_same_v<Base, StreamSocket>;
    static TypeId tid =
        TypeId(STREAM ? "ns3::hsn::StopWaitStreamSocket" : "ns3::hsn::StopWaitMessageSocket")
            .SetParent<Base>()
            .SetGroupName("Hsn")
            .template AddConstructor<StopWaitSocket>()
            .AddAttribute("SegmentSize",
                          "Bytes of the longest unit of a byte stream.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&StopWaitSocket::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1));
    static TypeId complete =
        Life::AddLife(StopWaitSocket::AddRetransmission(tid), MilliSeconds(200), 30);
    return complete;
}

// [end attributes]

// [begin sending]
template <typename Base>
void
StopWaitSocket<Base>::SendMore()
{
    const uint32_t longest =
        this->LimitPayload(m_segmentSize, StopWaitHeader().GetSerializedSize());
    if (!m_unit && (m_unit = this->TakeUnsent(longest)))
    {
        m_sending.Start(this->m_retryInterval, this->m_maxTries);
    }
    this->CloseIfSent();
}

template <typename Base>
void
StopWaitSocket<Base>::SendPacket(StopWaitHeader::Type type, Ptr<Packet> packet, bool again)
{
    StopWaitHeader header;
    header.type = type;
    header.number = m_number;
    header.expected = m_expected;
    this->TraceSent(packet, header, again);
    this->Transmit(header, packet);
}

// [end sending]

// [begin arrival]
template <typename Base>
void
StopWaitSocket<Base>::HandleData(Ptr<Packet> packet, const StopWaitHeader& header)
{
    packet->RemoveAtStart(header.GetSerializedSize());
    this->m_rx(packet, header);
    m_sending.Hear();
    if (m_unit && header.expected == m_number + 1)
    {
        HandleAcknowledgement();
    }
    const bool isNew = header.number == m_expected;
    if (header.type != StopWaitHeader::DATA || !this->IsConnected() || this->AbortIfUnread(isNew) ||
        this->BreakIfTooLong(packet->GetSize()))
    {
        return;
    }
    const bool wanted = isNew && (this->m_shutdownRecv || this->HasRoom(packet->GetSize()));
    m_expected += wanted;
    SendPacket(StopWaitHeader::ACK, Create<Packet>());
    if (wanted && !this->m_shutdownRecv)
    {
        this->Deliver(packet);
    }
}

template <typename Base>
void
StopWaitSocket<Base>::HandleAcknowledgement()
{
    const uint32_t size = m_unit->GetSize();
    m_unit = nullptr;
    ++m_number;
    m_sending.Cancel();
    SendMore();
    this->NotifyDataSent(size);
    this->NotifyRoom();
}

// [end arrival]

// [begin end]
template <typename Base>
void
StopWaitSocket<Base>::Stop()
{
    Life::Stop();
    m_unit = nullptr;
    m_sending.Stop();
}

// [end end]
} // namespace hsn
} // namespace ns3
