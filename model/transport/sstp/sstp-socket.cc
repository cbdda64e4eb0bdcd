// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-socket.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
SstpSocket::SstpSocket() = default;

SstpSocket::SstpSocket(const SstpSocket& other)
    : SstpSocketBase(other)
{
}

SstpSocket::~SstpSocket() = default;

const SstpBitmap&
SstpSocket::GetLastPresent() const
{
    return m_lastPresent;
}

Time
SstpSocket::GetPacketTime() const
{
    return Seconds(m_packetSize / m_pacer.GetRate());
}

Time
SstpSocket::GetKeepAlive() const
{
    return m_keepAlive.IsZero() ? std::max(m_rtd / 4, MilliSeconds(1)) : m_keepAlive;
}

// --- the connection -------------------------------------------------------------------------

void
SstpSocket::Begin()
{
    NS_ABORT_MSG_UNLESS(m_rate.GetBitRate() > 0,
                        "DataRate " << m_rate << ": must be above 0 bit/s");
    SstpTolerance tolerance;
    tolerance.window = m_errorWindow;
    tolerance.maxLoss = m_maxLoss;
    tolerance.maxBurst = m_maxBurst;
    tolerance.accounting = m_accounting;
    tolerance.burstRequest = m_burstRequest;
    const std::string wrong = tolerance.Check(m_packets);
    NS_ABORT_MSG_UNLESS(wrong.empty(), "SstpSocket: " << wrong);

    const double rate = static_cast<double>(m_rate.GetBitRate()) / 8;
    m_pacer.SetRate(rate);
    SstpSender::Settings sender;
    sender.packets = m_packets;
    sender.window = m_window;
    sender.rtd = m_rtd;
    m_sender.reset(new SstpSender(*this, sender));

    SstpReceiver::Settings receiver;
    receiver.packets = m_packets;
    receiver.window = m_window;
    receiver.tolerance = tolerance;
    receiver.distance = m_distance;
    receiver.lossTimer =
        m_lossTimer.IsZero() ? Seconds(4.0 * m_packets * m_packetSize / rate) : m_lossTimer;
    receiver.snakPeriod =
        m_snakPeriod.IsZero() ? std::max(m_rtd / 4, MilliSeconds(1)) : m_snakPeriod;
    if (!m_repeatSnak)
    {
        receiver.snakPeriod = Time(0);
    }
    if (m_idealControl)
    {
        receiver.idealControl = true;
        receiver.lossTimer = Time(0);
        receiver.snakPeriod = Time(0);
        m_ideal.Open(*this);
    }
    m_receiver.reset(new SstpReceiver(*this, receiver));
}

int
SstpSocket::DoConnect()
{
    Begin();
    m_stage = STREAM_OPENING;
    m_opened = Simulator::Now();
    AwaitPeer();
    TrySend();
    return 0;
}

void
SstpSocket::HandleAccepted()
{
    m_peerWatch.Start(m_keepAliveTime);
}

void
SstpSocket::Open()
{
    m_stage = m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    m_silenceTimer.Cancel();
    m_peerWatch.Start(m_keepAliveTime);
    if (m_measureRtd)
    {
        m_rtd = Simulator::Now() - m_opened;
        m_sender->SetRtd(m_rtd);
    }
    NotifyConnectionSucceeded();
    if (m_shutdownSend)
    {
        DoShutdownSend();
    }
    DoSend();
    NotifyRoom();
}

// --- the application ------------------------------------------------------------------------

void
SstpSocket::DoSend()
{
    if (IsStreamUp(m_stage))
    {
        AddSegments();
        TrySend();
    }
}

void
SstpSocket::AddSegments()
{
    const uint32_t longest = m_packets * m_packetSize;
    while (!m_sendQueue.IsEmpty())
    {
        MessageInfo info;
        const auto message = m_sendQueue.Remove(info);
        const uint32_t size = message->GetSize();
        const auto pieces = CutPacket(message, m_packetSize);
        for (uint32_t from = 0; from < size; from += longest)
        {
            const uint32_t bytes = std::min(longest, size - from);
            const uint32_t packets = (bytes + m_packetSize - 1) / m_packetSize;
            const auto first = pieces.begin() + from / m_packetSize;
            m_outgoing.push_back({{first, first + packets}, bytes});
            m_unacknowledged += bytes;
            m_sender->AddSegment(packets, bytes < longest);
        }
    }
}

Ptr<Packet>
SstpSocket::Dequeue(uint32_t maxSize)
{
    const auto message = MessageSocket::Dequeue(maxSize);
    if (message)
    {
        m_lastPresent = std::move(m_presents.front());
        m_presents.pop_front();
    }
    return message;
}

void
SstpSocket::DoShutdownSend()
{
    if (IsStreamUp(m_stage))
    {
        m_stage = STREAM_CLOSING;
        AddSegments();
        m_sender->EndStream();
        TrySend();
    }
}

// --- sending --------------------------------------------------------------------------------

void
SstpSocket::TrySend()
{
    if (!IsConnected() || !m_pacer.MaySend())
    {
        return;
    }
    const bool isOpening = m_stage == STREAM_OPENING;
    if (isOpening || !m_sender->HasPacket())
    {
        if ((isOpening || m_asking || m_sender->HasToTell()) && !m_idleTimer.IsRunning())
        {
            SendIdle();
        }
        return;
    }
    m_idleTimer.Cancel();
    const Time now = Simulator::Now();
    // the last packet of a group has left when its transmission ends
    const Time end = now + GetPacketTime();
    const auto departure = m_sender->Take(now, end);
    if (m_idealControl && departure.lastOfGroup)
    {
        Simulator::Schedule(end - now + m_rtd / 2 + GetPacketTime() * 3,
                            &SstpSocket::CheckGroup,
                            m_ideal.GetPeer(),
                            departure.segment);
    }
    const auto& outgoing = m_outgoing[departure.segment - m_firstOutgoing];
    SstpHeader header;
    header.Set(departure.pdu);
    const auto packet = outgoing.packets[departure.pdu.packet]->Copy();
    if (departure.first)
    {
        m_startedTrace(departure.pdu.segment);
    }
    if (departure.again)
    {
        m_again(packet, header);
    }
    m_pacer.NoteSent(packet->GetSize());
    SendPacket(packet, header);
}

void
SstpSocket::SendIdle()
{
    SstpHeader header;
    header.Set(m_sender->MakeIdlePdu());
    m_pacer.NoteSent(SstpHeader::DATA_SIZE);
    // while there is no connection, an answer cannot be there in less than a round-trip delay
    const Time pause =
        m_stage == STREAM_OPENING ? std::max(m_rtd * 2, GetKeepAlive()) : GetKeepAlive();
    m_idleTimer.Set(Simulator::Now() + pause);
    SendPacket(Create<Packet>(), header);
}

void
SstpSocket::SendPacket(Ptr<Packet> packet, SstpHeader& header)
{
    if (!IsConnected())
    {
        return; // the application has just ended it
    }
    m_tx(packet, header);
    header.Close(packet);
    AddIdealTag(packet);
    Transmit(header, packet);
    ExpectPeer();
}

void
SstpSocket::ExpectPeer()
{
    if (!m_silenceTimer.IsRunning() && IsExpecting())
    {
        AwaitPeer();
    }
}

// --- the end --------------------------------------------------------------------------------

void
SstpSocket::LingerIfDone()
{
    LingerIf(m_sender->IsDone() && (m_atEnd || m_closed));
}

void
SstpSocket::HandleSilence()
{
    if (IsExpecting())
    {
        Break();
    }
}

void
SstpSocket::AskPeer()
{
    if (!m_receiver->IsComplete()) // else it may leave, and what waits here may still be read
    {
        m_peerWatch.Start(m_keepAliveTime);
        m_asking = true;
        TrySend();
    }
}

bool
SstpSocket::IsExpecting() const
{
    return m_stage == STREAM_OPENING || m_asking || m_sender->HasToTell() ||
           m_receiver->IsWaiting();
}

void
SstpSocket::HandleRefusal()
{
    if (!IsConnected())
    {
        return;
    }
    if (m_unacknowledged == 0 && GetUnsent() == 0 && m_receiver->IsComplete())
    {
        // the peer is done and has gone; what waits here may still be read
        if (m_shutdownSend && m_atEnd)
        {
            Shut();
        }
        return;
    }
    EndRefused(m_sender->IsDone() && m_closed);
}

void
SstpSocket::Stop()
{
    SstpSocketBase::Stop();
    m_idleTimer.Remove();
    m_receiverTimer.Remove();
    m_peerWatch.Stop();
    m_outgoing.clear();
}
} // namespace hsn
} // namespace ns3
