// SPDX-License-Identifier: GPL-2.0-only
#include "frm-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/link-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{

namespace
{
/// Why a packet is dropped.
const char* const BUFFER_FULL = "the host's socket buffer is full: BufferOctets";
} // namespace

FrmSocket::FrmSocket()
    : m_mode(FRM_GO_BACK_N)
{
}

FrmSocket::FrmSocket(const FrmSocket& other)
    : ProtocolSocket(other),
      m_mode(other.m_mode)
{
}

FrmSocket::~FrmSocket()
{
    if (m_sender)
    {
        m_sender->Stop();
    }
}

Ptr<FrmSender>
FrmSocket::GetSender() const
{
    if (!m_sender)
    {
        m_sender = CreateObject<FrmSender>();
    }
    return m_sender;
}

void
FrmSocket::Work(FrmWork work, std::function<void()> done)
{
    if (m_host)
    {
        m_host->Run(work, std::move(done));
    }
    else
    {
        done();
    }
}

void
FrmSocket::WorkOn(FrmWork work, std::function<void()> done)
{
    if (!m_host)
    {
        done();
    }
    else if (!m_host->Receive(work, m_arrived, std::move(done)))
    {
        Drop(m_arrived, BUFFER_FULL);
    }
}

void
FrmSocket::SendPdu(const FrmPdu& pdu, Ptr<const Packet> packet)
{
    FrmHeader header(pdu);
    const auto own = packet ? packet->Copy() : Create<Packet>();
    m_tx(own, header);
    if (m_role == SENDER && pdu.type == FRM_DATA)
    {
        const bool isNew = pdu.seq == m_next;
        m_next += isNew;
        if (!isNew)
        {
            m_again(own, header);
        }
    }
    GetEndPoint().AddSocketTags(own, 0);
    m_protocol->Send(own, header, m_path);
}

// --- addresses ------------------------------------------------------------------------------

int
FrmSocket::Connect(const Address& address)
{
    if (m_stage != STREAM_CLOSED)
    {
        return Fail(GetConnectError(m_stage));
    }
    if (m_role != UNDECIDED)
    {
        return Fail(ERROR_BADF); // its communication is over: another one needs a new socket
    }
    if (m_name.size() > 255)
    {
        return Fail(ERROR_INVAL);
    }
    // the end point takes what all receivers send, so that the group does not become its peer
    auto& endPoint = GetEndPoint();
    if (Note(endPoint.BindFor(address)) == -1)
    {
        return -1;
    }
    m_path.device = endPoint.GetDevice();
    m_path.local = endPoint.GetLocalAddress();
    m_path.localPort = endPoint.GetLocalPort();
    m_path.SetPeer(address);
    if (!LinkSocketAddress::IsMatchingType(address))
    {
        Address source;
        if (Note(endPoint.FindSource(m_path.peer, source)) == -1)
        {
            return -1;
        }
        const bool isAny = m_path.local == Address(Ipv4Address::GetAny()) ||
                           m_path.local == Address(Ipv6Address::GetAny());
        m_path.local = isAny ? source : m_path.local;
    }
    if (m_path.peerPort == 0)
    {
        return Fail(ERROR_INVAL);
    }
    m_peer = address;
    return DoConnect();
}

int
FrmSocket::GetPeerName(Address& address) const
{
    if (m_role != SENDER)
    {
        return MessageSocket::GetPeerName(address);
    }
    address = m_peer;
    return 0;
}

// --- sending --------------------------------------------------------------------------------

int
FrmSocket::DoConnect()
{
    m_role = SENDER;
    m_stage = STREAM_OPENING;
    m_host = GetNode()->GetObject<FrmHost>();
    m_group = m_protocol->NewGroup();
    FrmPdu invitation;
    invitation.address = Ipv4Address::IsMatchingType(m_path.local)
                             ? Ipv4Address::ConvertFrom(m_path.local).Get()
                             : 0;
    invitation.port = m_path.localPort;
    invitation.packetSize = static_cast<uint16_t>(m_packetSize);
    invitation.name = m_name;
    const auto sender = GetSender();
    sender->SetUser(*this, m_host, m_group);
    sender->Open(invitation);
    return 0;
}

bool
FrmSocket::IsSendOpen() const
{
    return m_role == SENDER && MessageSocket::IsSendOpen();
}

int
FrmSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (m_role == RECEIVER)
    {
        return Fail(ERROR_OPNOTSUPP);
    }
    if (m_role == SENDER && packet->GetSize() > m_packetSize)
    {
        return Fail(ERROR_MSGSIZE);
    }
    return MessageSocket::SendTo(packet, flags, to);
}

void
FrmSocket::DoSend()
{
    Fill();
}

uint32_t
FrmSocket::GetUnacknowledged() const
{
    return m_unreleased;
}

void
FrmSocket::Transmit(const FrmPdu& pdu, Ptr<const Packet> packet)
{
    const Ptr<Socket> self(this);
    SendPdu(pdu, packet);
    m_endSaid = m_endSaid || (pdu.type == FRM_LEAVE && pdu.receiver == 0);
    if (m_endSaid && m_ended)
    {
        Break();
    }
}

void
FrmSocket::Fill()
{
    while (!m_sendQueue.IsEmpty() && m_sender->CanSubmit())
    {
        MessageInfo info;
        const auto packet = m_sendQueue.Remove(info);
        m_unreleased += packet->GetSize();
        m_sender->Submit(packet, packet->GetSize());
    }
    if (m_shutdownSend && m_sendQueue.IsEmpty())
    {
        m_sender->Finish();
    }
}

bool
FrmSocket::IsWaiting() const
{
    return !m_sendQueue.IsEmpty();
}

void
FrmSocket::NotifyOpened()
{
    m_stage = m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    NotifyConnectionSucceeded();
    NotifyRoom();
}

void
FrmSocket::NotifyReleased(uint32_t bytes)
{
    m_unreleased -= bytes;
    NotifyDataSent(bytes);
    NotifyRoom();
}

void
FrmSocket::NotifyEnded(FrmReason reason)
{
    const Ptr<Socket> self(this);
    m_reason = reason;
    if (reason == FRM_END)
    {
        m_atEnd = true;
        NotifyNormalClose();
        Shut();
        return;
    }
    m_ended = true;
    if (m_endSaid) // else when the processor has sent it
    {
        Break();
    }
}

void
FrmSocket::ReceiveAsSender(Ptr<const Packet> packet, const FrmPdu& pdu, const Address& from)
{
    if (pdu.group != m_group)
    {
        Drop(packet,
             "communication " + std::to_string(pdu.group) + ": must be " + std::to_string(m_group));
        return;
    }
    if (pdu.type != FRM_JOIN && pdu.type != FRM_ECHO && pdu.type != FRM_LEAVE)
    {
        Drop(packet, "not of a receiver");
        return;
    }
    if (pdu.type == FRM_JOIN && pdu.reliable && m_sender->IsInviting())
    {
        m_from.emplace(pdu.receiver, from);
    }
    const auto found = m_from.find(pdu.receiver);
    if (found != m_from.end() && found->second != from)
    {
        Drop(packet, "receiver " + std::to_string(pdu.receiver) + ": is another one");
        return;
    }
    if (!m_sender->Receive(pdu, m_arrived))
    {
        Drop(packet, BUFFER_FULL);
    }
}

// --- both -----------------------------------------------------------------------------------

void
FrmSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    FrmHeader header;
    m_arrived = m_host ? packet->Copy() : nullptr;
    packet->RemoveHeader(header); // the protocol has checked it
    m_rx(packet, header);
    if (m_role == SENDER)
    {
        ReceiveAsSender(packet, header.pdu, arrival.GetFrom());
    }
    else if (m_role == RECEIVER)
    {
        ReceiveAsReceiver(packet, header.pdu);
    }
    else if (m_stage == STREAM_LISTENING && header.pdu.type == FRM_INIT)
    {
        Accept(packet, header.pdu, arrival);
    }
    else
    {
        Drop(packet, "no communication");
    }
    m_arrived = nullptr;
}

int
FrmSocket::ShutdownSend()
{
    // a receiver has nothing to send: only Close() means anything
    return m_role == RECEIVER && !m_closed ? 0 : MessageSocket::ShutdownSend();
}

void
FrmSocket::DoShutdownSend()
{
    if (m_role == RECEIVER)
    {
        if (!m_endHeard)
        {
            Leave();
        }
        return;
    }
    if (m_stage == STREAM_OPEN)
    {
        m_stage = STREAM_CLOSING;
    }
    Fill();
}

void
FrmSocket::Abort()
{
    if (m_role == SENDER)
    {
        m_sender->Abort();
        return;
    }
    m_closed = true;
    m_shutdownRecv = true;
    m_receiveQueue.Clear();
    if (!m_endHeard)
    {
        Leave();
    }
}

bool
FrmSocket::IsAtEnd() const
{
    return m_atEnd;
}

void
FrmSocket::Stop()
{
    m_host = nullptr;
    m_silence.Remove();
    m_timer.Remove();
    if (m_sender)
    {
        m_sender->Stop();
    }
}
} // namespace hsn
} // namespace ns3
