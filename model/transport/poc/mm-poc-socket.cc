// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-socket.h"

#include "mm-poc-tag.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMmPocSocket");

MmPocSocket::MmPocSocket() = default;

MmPocSocket::MmPocSocket(const MmPocSocket& other)
    : LingeringSocket(other)
{
}

MmPocSocket::~MmPocSocket() = default;

double
MmPocSocket::GetAtdv() const
{
    return MmPocDelayVariation::GetVariation(m_association ? m_association->GetDelays()
                                                           : std::vector<MmPocDelayVariation>(),
                                             m_metric);
}

// --- the connection -------------------------------------------------------------------------

MmPocManager::Settings
MmPocSocket::GetManagerSettings() const
{
    MmPocManager::Settings settings;
    settings.mode = m_mode;
    settings.holdReceived = m_holdReceived;
    settings.declareAtAck = m_declareAtAck;
    settings.fnackRepeat = m_fnackRepeat;
    settings.lifetime = m_lifetime;
    settings.farthest = m_maxWindow;
    // an answer need not be fragmented
    const uint32_t longest = m_protocol->GetMaxPacketSize(GetEndPoint());
    if (longest >= MmPocHeader::DATA_SIZE + 4)
    {
        settings.longestList =
            std::min((longest - MmPocHeader::DATA_SIZE) / 4, MmPocPdu::MAX_LOSSES + 0);
    }
    return settings;
}

MmPocLossPolicy::Settings
MmPocSocket::GetBound() const
{
    MmPocLossPolicy::Settings bound;
    bound.rule = m_rule;
    bound.maxConsecutive = m_maxConsecutive;
    bound.maxRate = m_maxRate;
    bound.rateWindow = m_rateWindow;
    return bound;
}

std::string
MmPocSocket::Begin(uint32_t id, bool accepted)
{
    std::shared_ptr<const MmPocPartialOrder> order;
    const std::string wrong = m_protocol->ReadOrder(m_order, order);
    if (!wrong.empty())
    {
        return "Order: " + wrong;
    }
    if (m_poc >= order->GetMedia())
    {
        return "Poc " + std::to_string(m_poc) + ": must be at most " +
               std::to_string(order->GetMedia() - 1) + ", the last medium of Order";
    }
    MmPocAssociation::Key key;
    key.peer = GetEndPoint().GetPeerAddress();
    key.id = id;
    key.accepted = accepted;
    m_association = m_protocol->Find(key, m_poc, order, GetManagerSettings());
    if (!m_association)
    {
        return "Association " + std::to_string(id) + ": has another Order, or medium " +
               std::to_string(m_poc) + " already";
    }
    m_association->Enter(m_poc, *this);
    MmPocSender::Settings settings;
    settings.poc = static_cast<uint8_t>(m_poc);
    settings.rtt = m_initialRtt;
    settings.frequency = m_frequency;
    settings.windowFactor = m_windowFactor;
    settings.timerFactor = m_timerFactor;
    settings.requestPeriod = m_requestPeriod;
    settings.window = m_window;
    settings.maxWindow = m_maxWindow;
    m_sender.reset(new MmPocSender(*this, settings));
    return "";
}

int
MmPocSocket::DoConnect()
{
    m_protocol->Configure(GetEndPoint().GetPeerPort(), *this);
    m_poc = m_poc == ANY_POC ? 0 : m_poc;
    const std::string wrong = Begin(m_associationId, false);
    NS_ABORT_MSG_UNLESS(wrong.empty(), "MmPocSocket: " << wrong);
    m_stage = STREAM_OPENING;
    AwaitPeer();
    SendOpen();
    return 0;
}

int
MmPocSocket::Listen()
{
    if (GetEndPoint().IsBound() && m_stage == STREAM_CLOSED)
    {
        m_protocol->Configure(GetEndPoint().GetLocalPort(), *this);
        std::shared_ptr<const MmPocPartialOrder> order;
        const std::string wrong = m_protocol->ReadOrder(m_order, order);
        NS_ABORT_MSG_UNLESS(wrong.empty(), "MmPocSocket: Order: " << wrong);
    }
    return MessageSocket::Listen();
}

void
MmPocSocket::SendOpen()
{
    MmPocPdu pdu;
    pdu.type = MM_POC_ACK_REQ;
    pdu.poc = static_cast<uint8_t>(m_poc);
    pdu.open = true;
    pdu.association = m_association->GetKey().id;
    pdu.digest = m_association->GetManager().GetOrder().GetDigest();
    m_openTimer.Set(Simulator::Now() +
                    std::max(Seconds(m_timerFactor * m_initialRtt.GetSeconds()), MilliSeconds(1)));
    SendPacket(pdu, Create<Packet>());
}

void
MmPocSocket::Accept(Ptr<const Packet> packet, const MmPocPdu& pdu, const PacketArrival& arrival)
{
    std::shared_ptr<const MmPocPartialOrder> order;
    m_protocol->ReadOrder(m_order, order);
    if (order->GetDigest() != pdu.digest)
    {
        Drop(packet, "Order: must be the same at both ends, also the SDUs of a period");
        return;
    }
    if (pdu.poc >= order->GetMedia() || (m_poc != ANY_POC && m_poc != pdu.poc))
    {
        Drop(packet, "medium " + std::to_string(pdu.poc) + ": is not that of this socket");
        return;
    }
    const Address peer = arrival.GetFrom();
    if (!NotifyConnectionRequest(peer))
    {
        return; // the peer gives up by itself: there is no PDU that refuses
    }
    const auto socket = ForkFor(*this, arrival);
    if (!socket)
    {
        return;
    }
    socket->m_poc = pdu.poc;
    const std::string wrong = socket->Begin(pdu.association, true);
    if (!wrong.empty())
    {
        Drop(packet, wrong);
        socket->Shut();
        return;
    }
    socket->m_stage = STREAM_OPEN;
    NotifyNewConnectionCreated(socket, peer);
    if (socket->IsConnected())
    {
        socket->m_association->Join(pdu.poc, socket->GetBound());
    }
    if (socket->IsConnected())
    {
        socket->m_association->Answer(pdu.poc);
    }
}

void
MmPocSocket::Open()
{
    m_openTimer.Remove();
    m_silenceTimer.Cancel();
    m_stage = STREAM_OPEN;
    m_association->Join(m_poc, GetBound());
    NotifyConnectionSucceeded();
    DoSend();
    NotifyRoom();
}

// --- the application ------------------------------------------------------------------------

int
MmPocSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (m_association && IsSendOpen())
    {
        const uint32_t longest = m_protocol->GetMaxPacketSize(GetEndPoint());
        if (!m_fragment && longest > 0 && packet->GetSize() + MmPocHeader::DATA_SIZE > longest)
        {
            m_refusedTrace("SDU of " + std::to_string(packet->GetSize()) + " bytes: must be " +
                           std::to_string(longest - MmPocHeader::DATA_SIZE) +
                           " at most without fragments");
            return Fail(ERROR_MSGSIZE);
        }
        if (m_checkSubmission)
        {
            const std::string wrong = m_association->FindMissingSubmission(m_poc);
            if (!wrong.empty())
            {
                NS_LOG_WARN(wrong);
                m_refusedTrace(wrong);
                return Fail(ERROR_INVAL);
            }
        }
    }
    return MessageSocket::SendTo(packet, flags, to);
}

void
MmPocSocket::Enqueue(Ptr<Packet> packet, const Address& to)
{
    MmPocTag tag;
    packet->RemovePacketTag(tag); // of another association that this one relays
    tag.submitted = Simulator::Now();
    packet->AddPacketTag(tag);
    m_association->NoteSubmitted(m_poc);
    ++m_submitted;
    MessageSocket::Enqueue(packet, to);
}

void
MmPocSocket::DoSend()
{
    const Ptr<Socket> self(this);
    if (m_stage != STREAM_OPEN)
    {
        return;
    }
    while (!m_sendQueue.IsEmpty() && m_sender->CanSend())
    {
        MessageInfo info;
        const auto sdu = m_sendQueue.Remove(info);
        m_unacknowledged += sdu->GetSize();
        m_sender->Send(sdu, Simulator::Now());
    }
    if (m_shutdownSend && m_sendQueue.IsEmpty() && !m_sender->IsEnded())
    {
        m_sender->End(Simulator::Now());
    }
    FollowSender();
}

void
MmPocSocket::DoShutdownSend()
{
    DoSend();
}

// --- sending --------------------------------------------------------------------------------

void
MmPocSocket::SendPdu(const MmPocPdu& pdu, Ptr<const Packet> sdu, bool again)
{
    const auto packet = sdu ? sdu->Copy() : Create<Packet>();
    if (again)
    {
        m_again(packet, MmPocHeader(pdu));
    }
    SendPacket(pdu, packet);
}

void
MmPocSocket::SendAnswer(const MmPocPdu& pdu)
{
    (pdu.type == MM_POC_FNACK ? m_fnackTrace : m_answerTrace)(pdu);
    SendPacket(pdu, Create<Packet>());
}

void
MmPocSocket::SendPacket(const MmPocPdu& pdu, Ptr<Packet> packet)
{
    if (IsConnected())
    {
        MmPocHeader header(pdu);
        m_tx(packet, header);
        Transmit(header, packet);
    }
}

void
MmPocSocket::NotifyReleased(Ptr<const Packet> sdu)
{
    m_unacknowledged -= sdu->GetSize();
    m_released += sdu->GetSize();
}

void
MmPocSocket::HandleSenderTime()
{
    m_sender->HandleTime(Simulator::Now());
    FollowSender();
}

void
MmPocSocket::FollowSender()
{
    if (!IsConnected())
    {
        return;
    }
    const bool isClosed = !m_sendQueue.IsEmpty() && !m_sender->CanSend();
    if (isClosed != m_isClosed)
    {
        m_isClosed = isClosed;
        m_windowTrace(isClosed);
    }
    const Time deadline = m_sender->GetDeadline();
    if (deadline == Time::Max())
    {
        m_senderTimer.Cancel();
        if (m_stage != STREAM_OPENING)
        {
            m_silenceTimer.Cancel();
        }
    }
    else
    {
        m_senderTimer.Set(std::max(deadline, Simulator::Now()));
        if (!m_silenceTimer.IsRunning())
        {
            AwaitPeer();
        }
    }
    if (m_released > 0)
    {
        const uint32_t released = std::exchange(m_released, 0);
        NotifyDataSent(released);
        NotifyRoom();
    }
    LingerIfDone();
}

// --- the end --------------------------------------------------------------------------------

void
MmPocSocket::LingerIfDone()
{
    LingerIf(m_sender->IsDone() && (m_atEnd || m_closed));
}

void
MmPocSocket::HandleRefusal()
{
    EndRefused(m_sender && m_sender->IsDone()); // a listener has none
}

void
MmPocSocket::Stop()
{
    LingeringSocket::Stop();
    m_openTimer.Remove();
    m_senderTimer.Remove();
    m_ready.clear();
    m_readyBytes = 0;
    m_sendQueue.Clear();
    if (m_association)
    {
        const auto association = std::exchange(m_association, nullptr);
        association->Leave(m_poc);
        m_protocol->Forget(association);
    }
}
} // namespace hsn
} // namespace ns3
