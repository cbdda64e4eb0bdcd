// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-socket.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{
namespace hsn
{
// --- arrival --------------------------------------------------------------------------------

void
SstpSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    SstpHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    header.Open(packet);
    m_rx(packet, header);
    if (m_stage == STREAM_LISTENING)
    {
        const bool first = header.type == SSTP_KEEP_ALIVE || header.type == SSTP_END_OF_STREAM;
        if (first && header.segment == 0xffffffff)
        {
            Accept(packet, header, arrival);
        }
        else
        {
            Drop(packet, "no connection");
        }
        return;
    }
    if (!IsConnected())
    {
        Drop(packet, "no connection");
        return;
    }
    Take(header, packet);
}

void
SstpSocket::TakeFirst(const SstpHeader& header)
{
    ReceiveData(header, Create<Packet>());
}

void
SstpSocket::TakeIdeal(const SstpHeader& header)
{
    const auto packet = Create<Packet>();
    m_rx(packet, header);
    Take(header, packet);
}

void
SstpSocket::CheckGroup(uint32_t socket, uint64_t segment)
{
    if (SstpSocket* const found = SstpIdealWay<SstpSocket>::Find(socket))
    {
        const Ptr<SstpSocket> self(found);
        self->m_isChecking = true;
        self->m_receiver->CheckSegment(segment, Simulator::Now());
        self->m_isChecking = false;
        self->LingerIfDone();
    }
}

void
SstpSocket::Take(const SstpHeader& header, Ptr<Packet> packet)
{
    HearPeer();
    m_peerWatch.Hear();
    m_asking = false;
    if (header.IsControl())
    {
        ReceiveControl(header);
    }
    else
    {
        ReceiveData(header, packet);
    }
    if (m_sender && !IsExpecting())
    {
        m_silenceTimer.Cancel();
    }
    LingerIfDone();
}

void
SstpSocket::ReceiveData(const SstpHeader& header, Ptr<Packet> packet)
{
    const uint32_t size = packet->GetSize();
    if (header.type == SSTP_DATA)
    {
        if (size > m_packetSize || (size < m_packetSize && !header.lastOfSegment))
        {
            Drop(packet,
                 "packet of " + std::to_string(size) + " bytes: must have " +
                     std::to_string(m_packetSize));
            return;
        }
        if (AbortIfUnread(m_receiver->IsNew(header.GetData())))
        {
            return;
        }
    }
    m_arriving = packet;
    const auto verdict = m_receiver->Receive(header.GetData(), Simulator::Now());
    m_arriving = nullptr;
    if (verdict == SSTP_ARRIVAL_MALFORMED || verdict == SSTP_ARRIVAL_OUTSIDE)
    {
        Drop(packet, m_receiver->GetReason());
    }
    FollowTimers();
}

void
SstpSocket::ReceiveControl(const SstpHeader& header)
{
    if (m_stage == STREAM_OPENING)
    {
        Open();
    }
    const uint64_t limit = m_sender->GetWindowLimit();
    const auto verdict = m_sender->Receive(header.GetControl(m_packets), Simulator::Now());
    if (limit != m_sender->GetWindowLimit())
    {
        m_limitTrace(static_cast<uint32_t>(m_sender->GetWindowLimit()));
    }
    if (header.type == SSTP_SNAK && verdict != SSTP_SNAK_TAKEN)
    {
        const std::string& reason = m_sender->GetReason();
        m_ignoredTrace(header.segment, reason.empty() ? SstpSnakVerdictText(verdict) : reason);
    }
    if (IsConnected() && verdict == SSTP_SNAK_NEVER_SENT && !m_sender->HasPacket() &&
        m_pacer.MaySend())
    {
        SendIdle(); // tells the peer what there is
    }
    TrySend();
    NotifyRoom();
}

void
SstpSocket::FollowTimers()
{
    if (!IsConnected())
    {
        return;
    }
    const Time due = m_receiver->GetDeadline();
    if (due != Time::Max()) // an older deadline may pass: then nothing is due
    {
        m_receiverTimer.Set(std::max(due, Simulator::Now()));
    }
}

void
SstpSocket::HandleReceiverTime()
{
    const Ptr<Socket> self(this);
    m_receiver->HandleTime(Simulator::Now());
    FollowTimers();
}

// --- the sender's events --------------------------------------------------------------------

void
SstpSocket::NotifyReleased(uint64_t segment)
{
    if (!IsConnected())
    {
        return; // the application has ended it when it heard of the segment before
    }
    auto& outgoing = m_outgoing[segment - m_firstOutgoing];
    const uint32_t bytes = outgoing.size;
    m_unacknowledged -= bytes;
    outgoing = SstpOutgoing();
    while (!m_outgoing.empty() && m_outgoing.front().packets.empty())
    {
        m_outgoing.pop_front();
        ++m_firstOutgoing;
    }
    NotifyDataSent(bytes);
}

// --- the receiver's events ------------------------------------------------------------------

void
SstpSocket::SendControl(const SstpControlPdu& pdu)
{
    SstpHeader header;
    header.Set(pdu);
    if (pdu.type == SSTP_SNAK)
    {
        m_snakTrace(pdu.segment);
    }
    if (m_idealControl)
    {
        m_tx(Create<Packet>(), header);
        const Time late = m_isChecking ? Time(0) : GetPacketTime() * 3;
        SendIdeal(header, m_rtd / 2 + late);
        ExpectPeer();
        return;
    }
    SendPacket(Create<Packet>(), header);
}

void
SstpSocket::NotifyStored(uint64_t segment, uint32_t packet)
{
    while (segment - m_firstIncoming >= m_incoming.size())
    {
        m_incoming.emplace_back();
    }
    auto& packets = m_incoming[segment - m_firstIncoming].packets;
    if (packets.empty())
    {
        packets.resize(m_packets);
    }
    packets[packet] = m_arriving;
}

void
SstpSocket::NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time /* now */)
{
    m_acceptedTrace(static_cast<uint32_t>(segment), present.GetSize() - present.GetCount());
}

void
SstpSocket::Assemble(Incoming& incoming, const SstpBitmap& present) const
{
    // Each AddAtEnd() may copy what is there, so that chunks are collected first. Both begin with
    // an empty packet, as only that takes bytes of value 0 that ns-3 does not store.
    const uint32_t size = present.GetSize();
    const auto chunk = static_cast<uint32_t>(std::sqrt(size)) + 1;
    incoming.message = Create<Packet>();
    for (uint32_t from = 0; from < size; from += chunk)
    {
        const auto part = Create<Packet>();
        for (uint32_t i = from; i < std::min(from + chunk, size); ++i)
        {
            part->AddAtEnd(present.Get(i) ? incoming.packets[i] : Create<Packet>(m_packetSize));
        }
        incoming.message->AddAtEnd(part);
    }
    incoming.packets = std::vector<Ptr<Packet>>();
    incoming.present = present;
}

bool
SstpSocket::PutMessage(const Incoming& incoming, uint64_t segment)
{
    if (m_shutdownRecv || incoming.present.GetSize() == 0)
    {
        return true; // nobody reads it, or nothing is known of it
    }
    const uint32_t size = incoming.message->GetSize();
    if (BreakIfTooLong(size))
    {
        return true;
    }
    if (!HasRoom(size))
    {
        return false;
    }
    MessageInfo info;
    info.number = segment - SstpFirst(0);
    info.incomplete = incoming.present.GetCount() < incoming.present.GetSize();
    m_presents.push_back(incoming.present);
    return MessageSocket::Deliver(incoming.message, info);
}

bool
SstpSocket::Deliver(uint64_t segment, const SstpBitmap& present)
{
    while (segment - m_firstIncoming >= m_incoming.size())
    {
        m_incoming.emplace_back(); // nothing of it has arrived
    }
    // others before it may still wait for room
    auto& incoming = m_incoming[segment - m_firstIncoming];
    Assemble(incoming, present);
    if (segment != m_firstIncoming)
    {
        return false;
    }
    return DeliverFirst();
}

bool
SstpSocket::DeliverFirst()
{
    // out of the queue first: the application may read, and so call DoRead()
    const Incoming first = std::move(m_incoming.front());
    m_incoming.pop_front();
    ++m_firstIncoming;
    if (PutMessage(first, m_firstIncoming - 1))
    {
        return true;
    }
    m_incoming.push_front(first);
    --m_firstIncoming;
    return false;
}

bool
SstpSocket::HasHeld() const
{
    return !m_incoming.empty() && m_incoming.front().message;
}

void
SstpSocket::DeliverHeld()
{
    const Ptr<Socket> self(this);
    while (HasHeld() && DeliverFirst())
    {
        m_receiver->NotifyTaken();
    }
    LingerIfDone();
}

void
SstpSocket::NotifyEnd()
{
    m_atEnd = true;
    NotifyNormalClose();
}

void
SstpSocket::NotifyGap(uint32_t count, uint64_t /* from */, uint64_t /* to */)
{
    m_gapTrace(count);
}

void
SstpSocket::NotifyLossTimer()
{
    m_lossTimerTrace();
}
} // namespace hsn
} // namespace ns3
