// SPDX-License-Identifier: GPL-2.0-only
// What an FrmSocket does as a receiver.
#include "frm-socket.h"

#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnFrmSocketReceiver");

namespace
{
/// @param address local one, of IPv4 or a device @return id of a receiver that has none of its own
uint64_t
MakeId(const Address& address)
{
    if (Ipv4Address::IsMatchingType(address))
    {
        return Ipv4Address::ConvertFrom(address).Get();
    }
    if (Ipv6Address::IsMatchingType(address))
    {
        uint8_t octets[16];
        Ipv6Address::ConvertFrom(address).GetBytes(octets);
        return uint64_t{ReadNetwork32(octets + 8)} << 32 | ReadNetwork32(octets + 12); // interface
    }
    uint8_t octets[6];
    Mac48Address::ConvertFrom(address).CopyTo(octets);
    uint64_t id = 1;
    for (const uint8_t octet : octets)
    {
        id = id << 8 | octet;
    }
    return id;
}

/// @param arrival what became of a packet @return it in words
std::string
GetText(FrmArrival arrival)
{
    switch (arrival)
    {
    case FrmArrival::DUPLICATE:
        return "duplicate";
    case FrmArrival::OUT_OF_ORDER:
        return "out of order";
    default:
        return "no room: BufferPackets";
    }
}
} // namespace

// --- set-up ---------------------------------------------------------------------------------

void
FrmSocket::Accept(Ptr<const Packet> packet, const FrmPdu& pdu, const PacketArrival& arrival)
{
    const uint32_t room = std::min(m_bufferPackets, GetRcvBufSize() / pdu.packetSize);
    if (room == 0)
    {
        Drop(packet,
             "RcvBufSize " + std::to_string(GetRcvBufSize()) + ": must hold a packet of " +
                 std::to_string(pdu.packetSize) + " bytes");
        return;
    }
    const Address peer = arrival.GetFrom();
    const auto known = m_known.find(peer);
    if (known != m_known.end() && known->second == pdu.group)
    {
        Drop(packet, "it has been in this communication");
        return;
    }
    if (!NotifyConnectionRequest(peer))
    {
        Drop(packet, "the application refuses");
        return;
    }
    const auto socket = ForkFor(*this, arrival);
    if (!socket)
    {
        Drop(packet, "another communication with the same sender");
        return;
    }
    if (!socket->BeginToReceive(pdu, arrival, room))
    {
        Drop(packet, "no way to the sender");
        socket->Shut();
        return;
    }
    m_known[peer] = pdu.group;
    NotifyNewConnectionCreated(socket, peer);
    if (socket->IsConnected())
    {
        socket->SendJoin();
    }
}

bool
FrmSocket::BeginToReceive(const FrmPdu& pdu, const PacketArrival& arrival, uint32_t room)
{
    m_path = arrival.GetReplyPath(); // its own address may be the group's
    m_path.device = GetEndPoint().GetDevice();
    if (!arrival.link && GetEndPoint().FindSource(m_path.peer, m_path.local) != ERROR_NOTERROR)
    {
        return false;
    }
    m_role = RECEIVER;
    m_stage = STREAM_OPEN;
    m_host = GetNode()->GetObject<FrmHost>();
    m_group = pdu.group;
    m_packetSize = pdu.packetSize;
    m_id = m_receiverId == 0 ? MakeId(m_path.local) : m_receiverId;
    FrmReceiver::Settings settings;
    settings.mode = m_mode;
    settings.buffer = room;
    settings.reliable = m_reliable || m_mandatory;
    m_receiver.reset(new FrmReceiver(settings));
    m_selective = pdu.selective && settings.reliable && m_mode == FRM_BUFFER;
    m_late = pdu.late;
    m_waits = pdu.late && settings.reliable;
    m_silence.Set(Simulator::Now() + m_giveUp);
    return true;
}

FrmPdu
FrmSocket::MakePdu(FrmPduType type) const
{
    FrmPdu pdu;
    pdu.type = type;
    pdu.group = m_group;
    pdu.receiver = m_id;
    return pdu;
}

void
FrmSocket::SendJoin()
{
    FrmPdu pdu = MakePdu(FRM_JOIN);
    pdu.buffer = m_receiver->GetBuffer();
    pdu.mandatory = m_mandatory;
    pdu.reliable = m_receiver->IsReliable();
    pdu.late = m_waits;
    const Ptr<FrmSocket> self(this);
    Work(FrmWork::CONTROL, [self, pdu] {
        if (self->IsConnected())
        {
            self->SendPdu(pdu, nullptr);
        }
    });
}

void
FrmSocket::TakeWelcome(uint32_t seq)
{
    if (m_waits && IsConnected() && !m_leaving)
    {
        m_waits = false;
        m_joined = true;
        FrmReceiver::Settings settings;
        settings.mode = m_receiver->GetMode();
        settings.buffer = m_receiver->GetBuffer();
        m_receiver.reset(new FrmReceiver(settings, seq));
    }
}

// --- PDUs -----------------------------------------------------------------------------------

void
FrmSocket::ReceiveAsReceiver(Ptr<Packet> packet, const FrmPdu& pdu)
{
    if (pdu.group != m_group)
    {
        Drop(packet,
             "communication " + std::to_string(pdu.group) + ": must be " + std::to_string(m_group));
        if (pdu.type == FRM_INIT && (m_endHeard || m_leaving))
        {
            Shut(); // the next invitation finds who listens
        }
        return;
    }
    m_silence.Set(Simulator::Now() + m_giveUp);
    const Ptr<FrmSocket> self(this);
    const bool isMine = pdu.receiver == 0 || pdu.receiver == m_id;
    if (pdu.type == FRM_LEAVE && isMine)
    {
        WorkOn(FrmWork::CONTROL, [self, pdu] { self->TakeLeave(pdu); });
    }
    else if (m_leaving || m_endHeard)
    {
        Drop(packet, "it has left");
    }
    else if (pdu.type == FRM_INIT && !m_joined)
    {
        m_late = pdu.late;
        m_waits = pdu.late && m_receiver->IsReliable();
        SendJoin(); // the first one was lost
    }
    else if (pdu.type == FRM_WELCOME)
    {
        if (isMine)
        {
            WorkOn(FrmWork::CONTROL, [self, seq = pdu.seq] { self->TakeWelcome(seq); });
        }
    }
    else if (m_waits && pdu.type == FRM_CNTL)
    {
        SendJoin(); // it, or the answer, was lost
    }
    else if (m_waits && pdu.type == FRM_DATA)
    {
        Drop(packet, "not listed yet");
    }
    else if (pdu.type == FRM_DATA && packet->GetSize() <= m_packetSize)
    {
        m_joined = true;
        WorkOn(FrmWork::DATA, [self, seq = pdu.seq, packet] { self->TakeData(seq, packet); });
    }
    else if (pdu.type == FRM_CNTL)
    {
        m_joined = true;
        if (m_receiver->IsReliable())
        {
            WorkOn(FrmWork::ANSWER, [self, pdu] {
                const Time wait = self->m_protocol->DrawSpread(self->m_echoSpread);
                if (wait.IsZero())
                {
                    self->SendEcho(pdu);
                }
                else
                {
                    Simulator::Schedule(wait, &FrmSocket::SendEcho, self, pdu);
                }
            });
        }
    }
    else if (pdu.type != FRM_LEAVE) // of others
    {
        Drop(packet, "not for a receiver");
    }
}

uint32_t
FrmSocket::GetDseq() const
{
    return m_receiver
               ? m_receiver->GetRseq() - m_atUser - static_cast<uint32_t>(m_receiveQueue.GetN())
               : 0;
}

void
FrmSocket::TakeData(uint32_t seq, Ptr<Packet> packet)
{
    if (!IsConnected() || m_leaving || m_endHeard)
    {
        return;
    }
    const uint32_t first = m_receiver->GetRseq();
    const bool isReliable = m_receiver->IsReliable();
    const FrmArrival arrival = m_receiver->Receive(seq, packet, GetDseq());
    if (arrival == FrmArrival::STORED)
    {
        return;
    }
    if (arrival != FrmArrival::TAKEN)
    {
        Drop(packet, GetText(arrival));
        return;
    }
    MessageInfo info;
    info.number = isReliable ? first : seq;
    m_missing = !isReliable && seq != first;
    const std::vector<Ptr<Packet>> taken = m_receiver->GetTaken();
    m_atUser += static_cast<uint32_t>(taken.size());
    const Ptr<FrmSocket> self(this);
    for (const auto& one : taken)
    {
        info.missingBefore = std::exchange(m_missing, false);
        if (m_host)
        {
            m_host->RunUser([self, one, info] { self->HandOver(one, info); });
        }
        else
        {
            HandOver(one, info);
        }
        ++info.number;
    }
}

void
FrmSocket::HandOver(Ptr<Packet> packet, const MessageInfo& info)
{
    --m_atUser;
    m_deliverTrace(static_cast<uint32_t>(info.number));
    if (!m_shutdownRecv)
    {
        Deliver(packet, info); // there is room for what FrmReceiver takes
    }
    NotifyEndIfDone();
}

void
FrmSocket::SendEcho(FrmPdu control)
{
    if (!IsConnected() || m_leaving || m_endHeard)
    {
        return;
    }
    FrmPdu pdu = MakePdu(FRM_ECHO);
    pdu.sync = control.sync;
    pdu.timestamp = control.timestamp;
    pdu.rseq = m_receiver->GetRseq();
    pdu.dseq = GetDseq();
    pdu.alloc = m_receiver->GetBuffer();
    pdu.selective = m_selective;
    if (m_selective)
    {
        pdu.kept = m_receiver->GetKept();
    }
    SendPdu(pdu, nullptr);
}

void
FrmSocket::DoRead()
{
    // the next echo tells
}

// --- the end --------------------------------------------------------------------------------

void
FrmSocket::TakeLeave(const FrmPdu& pdu)
{
    const Ptr<Socket> self(this);
    if (!IsConnected())
    {
        return;
    }
    if (m_leaving)
    {
        Shut(); // the sender knows, or has ended it itself
        return;
    }
    m_reason = pdu.reason;
    if (pdu.receiver == 0 && pdu.reason == FRM_END && m_receiver->IsReliable() &&
        m_receiver->GetRseq() != pdu.seq)
    {
        m_reason = FRM_REFUSED; // it is not listed, and did not hear of it
        Break();
        return;
    }
    if (pdu.receiver != 0 || pdu.reason != FRM_END)
    {
        Break();
        return;
    }
    m_endHeard = true;
    m_silence.Cancel();
    m_timer.Set(Simulator::Now() + m_linger);
    if (m_receiver->IsReliable())
    {
        SendPdu(MakePdu(FRM_LEAVE), nullptr);
    }
    NotifyEndIfDone();
}

void
FrmSocket::NotifyEndIfDone()
{
    if (m_endHeard && m_atUser == 0 && !m_atEnd)
    {
        m_atEnd = true;
        NotifyNormalClose();
    }
}

void
FrmSocket::Leave()
{
    const Ptr<Socket> self(this);
    if (!m_receiver->IsReliable() || m_tries == m_leaveTries)
    {
        m_reason = FRM_LEFT;
        Shut();
        return;
    }
    m_leaving = true;
    m_stage = STREAM_CLOSING;
    ++m_tries;
    m_timer.Set(Simulator::Now() + m_leaveWait);
    FrmPdu pdu = MakePdu(FRM_LEAVE);
    pdu.reason = FRM_LEFT;
    m_reason = FRM_LEFT;
    SendPdu(pdu, nullptr);
}

void
FrmSocket::HandleSilence()
{
    const Ptr<Socket> self(this);
    if (IsConnected() && !m_leaving)
    {
        m_reason = FRM_DEAD;
        Break();
    }
}

void
FrmSocket::HandleTimer()
{
    const Ptr<Socket> self(this);
    if (m_leaving)
    {
        Leave();
    }
    else
    {
        Shut(); // no more late PDUs
    }
}
} // namespace hsn
} // namespace ns3
