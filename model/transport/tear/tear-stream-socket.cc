// SPDX-License-Identifier: GPL-2.0-only
#include "tear-stream-socket.h"

#include "tear-socket-attributes.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTearStreamSocket");
NS_OBJECT_ENSURE_REGISTERED(TearStreamSocket);
NS_OBJECT_ENSURE_REGISTERED(TearStreamSocketFactory);

TypeId
TearStreamSocket::GetTypeId()
{
    static TypeId tid =
        AddRetransmission(AddTearAttributes(TypeId("ns3::hsn::TearStreamSocket")
                                                .SetParent<StreamSocket>()
                                                .SetGroupName("Hsn")
                                                .AddConstructor<TearStreamSocket>(),
                                            512))
            .AddAttribute("MinBlockTimeout",
                          "Least time after which an unacknowledged block is sent again.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&TearStreamSocket::m_minTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("GiveUpTime",
                          "Time without any feedback, while blocks are unacknowledged or wait for "
                          "room at the peer, after which the connection ends with an error.",
                          TimeValue(Seconds(300)),
                          MakeTimeAccessor(&TearStreamSocket::m_giveUpTime),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

TearStreamSocket::TearStreamSocket() = default;

TearStreamSocket::TearStreamSocket(const TearStreamSocket& other)
    : BasicTearSocket<StreamSocket>(other)
{
}

void
TearStreamSocket::Begin()
{
    m_sender = std::make_unique<TearBlockSender>(1);
    m_ackDelay = CreateObject<RttMeanDeviation>();
    m_reportedWindow = GetWindow();
}

void
TearStreamSocket::End()
{
    m_timer.Remove();
}

// --- sending ----------------------------------------------------------------------------------

bool
TearStreamSocket::HasData() const
{
    return m_probeDue || m_sender->HasLost() || (m_sendQueue.GetSize() > 0 && m_sender->HasRoom());
}

TearConnection::Payload
TearStreamSocket::TakeData()
{
    TearConnection::Payload payload;
    m_block.payload = nullptr;
    if (m_sender->HasLost())
    {
        m_block = m_sender->TakeLost();
    }
    else if (m_sendQueue.GetSize() > 0 && m_sender->HasRoom())
    {
        if (m_sender->GetBytes() == 0)
        {
            m_waitingSince = Simulator::Now();
        }
        m_block = m_sender->Add(m_sendQueue.Remove(GetSegmentSize()));
    }
    m_probeDue = false;
    if (!m_block.payload)
    {
        payload.packet = Create<Packet>(); // asks for the window
        return payload;
    }
    payload.packet = m_block.payload->Copy();
    payload.flags = TearHeader::BLOCK;
    TearBlockHeader header;
    header.number = m_block.number;
    payload.packet->AddHeader(header);
    return payload;
}

void
TearStreamSocket::OnDataSent(const TearDataHeader& data, const TearConnection::Payload& payload)
{
    BasicTearSocket<StreamSocket>::OnDataSent(data, payload);
    if ((payload.flags & TearHeader::BLOCK) == 0)
    {
        return;
    }
    m_sender->OnSent(m_block.number, Simulator::Now(), GetTimeout());
    if (m_block.again)
    {
        m_again(m_block.payload, data);
    }
    m_block.payload = nullptr;
    Update();
}

uint32_t
TearStreamSocket::GetExtraSize() const
{
    return TearBlockHeader::SIZE;
}

bool
TearStreamSocket::IsDelivered() const
{
    return m_sendQueue.GetSize() == 0 && m_sender->GetBytes() == 0;
}

uint32_t
TearStreamSocket::GetLeastRcvBufSize() const
{
    return GetSegmentSize();
}

uint32_t
TearStreamSocket::GetUnacknowledged() const
{
    return m_sender ? m_sender->GetBytes() : 0;
}

Time
TearStreamSocket::GetTimeout() const
{
    const Time expected = m_ackDelay->GetNSamples() > 0
                              ? m_ackDelay->GetEstimate() + 4 * m_ackDelay->GetVariation()
                              : Time(0);
    return std::max({m_minTimeout, Connection().GetSender().GetRto(), expected});
}

void
TearStreamSocket::Update()
{
    m_timer.Cancel();
    const Time now = Simulator::Now();
    if (const auto deadline = m_sender->GetDeadline())
    {
        m_timer.Set(std::max(*deadline, now));
    }
    else if (m_sendQueue.GetSize() > 0 && !m_sender->HasRoom())
    {
        m_timer.Set(now + GetTimeout()); // the news of a window may get lost
    }
}

void
TearStreamSocket::DoSend()
{
    if (m_sender->GetBytes() == 0 && !m_sender->HasRoom() && !m_timer.IsRunning())
    {
        m_waitingSince = Simulator::Now();
        Update(); // asks for the window
    }
    BasicTearSocket<StreamSocket>::DoSend();
}

void
TearStreamSocket::RunTimer()
{
    const auto self = Keep();
    const Time now = Simulator::Now();
    const Time silentSince = std::max(m_waitingSince, Connection().GetHeardAt());
    const bool waits = m_sender->GetBytes() > 0 || m_sendQueue.GetSize() > 0;
    if (waits && now - silentSince >= m_giveUpTime)
    {
        Break();
        return;
    }
    m_probeDue = !m_sender->GetDeadline(); // then it ran for news of the window, see Update()
    m_sender->OnTimer(now);
    Update();
    Continue();
}

void
TearStreamSocket::TakeFeedback(Ptr<Packet> packet, const TearHeader& header)
{
    TearSackHeader sack;
    if (!header.Has(TearHeader::SACK) || packet->RemoveHeader(sack) == 0)
    {
        OnDrop(packet, "no acknowledgement of blocks");
        return;
    }
    const auto progress = m_sender->OnSack(sack, Simulator::Now());
    if (progress.delay > Time(0))
    {
        m_ackDelay->Measurement(progress.delay);
    }
    Update();
    if (progress.bytes > 0)
    {
        CountDelivered(progress.bytes);
        NotifyDataSent(progress.bytes);
        NotifyRoom();
    }
}

// --- receiving --------------------------------------------------------------------------------

bool
TearStreamSocket::BringsNew(Ptr<const Packet> packet, const TearConnection::Data& data) const
{
    TearBlockHeader header;
    return data.header.Has(TearHeader::BLOCK) && packet->PeekHeader(header) > 0 &&
           m_receiver.IsNew(header.number, GetWindow());
}

void
TearStreamSocket::TakeIn(Ptr<Packet> packet, const TearConnection::Data& data)
{
    TearBlockHeader header;
    if (!data.header.Has(TearHeader::BLOCK) || packet->RemoveHeader(header) == 0)
    {
        OnDrop(packet, "no block of a stream");
        return;
    }
    const auto fate = m_receiver.Add(header.number, packet, GetWindow());
    if (fate == TearBlockReceiver::NO_ROOM)
    {
        OnDrop(packet, "beyond the window");
    }
    if (data.header.Has(TearHeader::PUSH) && fate == TearBlockReceiver::TAKEN)
    {
        m_pushedBlock = std::max<uint64_t>(m_pushedBlock, uint64_t(header.number) + 1);
    }
    while (const auto next = m_receiver.Remove())
    {
        if (!m_shutdownRecv)
        {
            m_receiveQueue.Add(next);
            m_hasNew = true;
        }
    }
}

bool
TearStreamSocket::MayFollowEnd() const
{
    return false;
}

void
TearStreamSocket::HandOut()
{
    if (m_receiver.GetNext() >= m_pushedBlock && m_reportedNext < m_pushedBlock)
    {
        Connection().SendFeedback(); // the peer has sent all it has, and all of it is here
    }
    if (m_hasNew)
    {
        m_hasNew = false;
        NotifyDataRecv();
    }
}

void
TearStreamSocket::AddToFeedback(Ptr<Packet> packet, TearHeader& header)
{
    BasicTearSocket<StreamSocket>::AddToFeedback(packet, header);
    m_reportedWindow = GetWindow();
    m_reportedNext = m_receiver.GetNext();
    header.flags |= TearHeader::SACK;
    packet->AddHeader(m_receiver.GetSack(m_reportedWindow));
}

uint32_t
TearStreamSocket::GetWindow() const
{
    const uint32_t used = m_receiveQueue.GetSize();
    return used < GetRcvBufSize() ? (GetRcvBufSize() - used) / GetSegmentSize() : 0;
}

void
TearStreamSocket::DoRead()
{
    // the peer may be waiting for room
    if (m_reportedWindow < 2 && GetWindow() >= 2 && GetStage() != STREAM_CLOSED)
    {
        Connection().SendFeedback();
    }
}
} // namespace hsn
} // namespace ns3
