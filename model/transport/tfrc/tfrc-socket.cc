// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-socket.h"

#include "ns3/attribute-copy.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTfrcSocket");
NS_OBJECT_ENSURE_REGISTERED(TfrcProtocol);

TypeId
TfrcProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TfrcProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TfrcProtocol>();
    return tid;
}

TfrcSocket::TfrcSocket()
    : m_requestTimer([this] { RepeatRequest(); }),
      m_peerWatch([this] { HandleIdle(); }),
      m_pacer([this] { TrySend(); }),
      m_noFeedbackTimer([this] { HandleNoFeedback(); }),
      m_feedbackTimer([this] { HandleFeedbackTimer(); })
{
}

TfrcSocket::TfrcSocket(const TfrcSocket& other)
    : MessageSocket(other),
      m_requestTimer([this] { RepeatRequest(); }),
      m_peerWatch([this] { HandleIdle(); }),
      m_pacer([this] { TrySend(); }),
      m_noFeedbackTimer([this] { HandleNoFeedback(); }),
      m_feedbackTimer([this] { HandleFeedbackTimer(); })
{
    SetProtocol(other.m_protocol);
}

TfrcSocket::~TfrcSocket() = default;

void
TfrcSocket::SetProtocol(Ptr<TransportProtocol> protocol)
{
    m_protocol = protocol;
    GetEndPoint().SetAllocator(PeekPointer(protocol));
}

TfrcEquation
TfrcSocket::MakeEquation(uint32_t segmentSize) const
{
    return TfrcEquation(segmentSize, m_packetsPerAck, m_rtoFactor);
}

// --- what the application does --------------------------------------------------------------

int
TfrcSocket::DoConnect()
{
    m_stage = STREAM_OPENING;
    Request(TfrcHeader::OPEN);
    return 0;
}

void
TfrcSocket::DoSend()
{
    // in an event of its own: the application must not be called back in its call
    if (m_stage == STREAM_OPEN)
    {
        m_pacer.Wake();
    }
}

void
TfrcSocket::DoRead()
{
    // the sender does not wait for room
}

void
TfrcSocket::DoShutdownSend()
{
    if (m_stage == STREAM_OPEN)
    {
        m_stage = STREAM_CLOSING;
    }
    CloseIfSent();
}

void
TfrcSocket::Abort()
{
    const Ptr<Socket> self(this);
    SendControl(TfrcHeader::RESET);
    Shut();
}

uint32_t
TfrcSocket::GetUnacknowledged() const
{
    return 0; // nothing is sent again
}

bool
TfrcSocket::IsAtEnd() const
{
    return m_peerDone;
}

// --- the connection -------------------------------------------------------------------------

void
TfrcSocket::SendControl(TfrcHeader::Type type)
{
    TfrcHeader header;
    header.type = type;
    const bool opens = type == TfrcHeader::OPEN || type == TfrcHeader::ACCEPT;
    header.segmentSize = opens ? m_segmentSize : 0;
    m_protocol->Send(Create<Packet>(), header, GetEndPoint());
}

void
TfrcSocket::Request(TfrcHeader::Type type)
{
    m_tries = 1;
    SendControl(type);
    m_requestTimer.Set(Simulator::Now() + m_retryInterval);
}

void
TfrcSocket::RepeatRequest()
{
    const Ptr<Socket> self(this);
    if (m_tries < m_maxTries)
    {
        m_tries++;
        SendControl(m_closeSent ? TfrcHeader::CLOSE : TfrcHeader::OPEN);
        m_requestTimer.Set(Simulator::Now() + m_retryInterval);
    }
    else
    {
        HandleRefusal();
    }
}

void
TfrcSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    TfrcHeader header;
    packet->PeekHeader(header); // the protocol has checked it
    NS_LOG_LOGIC(this << " " << header);
    if (m_stage == STREAM_LISTENING)
    {
        Accept(arrival, header);
        return;
    }
    if (m_stage == STREAM_CLOSED)
    {
        return;
    }
    m_peerWatch.Hear();
    switch (header.type)
    {
    case TfrcHeader::DATA:
        HandleData(packet);
        break;
    case TfrcHeader::FEEDBACK:
        HandleFeedback(packet);
        break;
    default:
        HandleControl(header);
    }
}

void
TfrcSocket::Accept(const PacketArrival& arrival, const TfrcHeader& header)
{
    if (header.type == TfrcHeader::RESET || header.type == TfrcHeader::CLOSED)
    {
        return;
    }
    const Address peer = arrival.GetFrom();
    if (header.type != TfrcHeader::OPEN || !NotifyConnectionRequest(peer))
    {
        TfrcHeader refusal;
        m_protocol->Send(Create<Packet>(), refusal, arrival.GetReplyPath());
        return;
    }
    const auto socket = ForkSocket(*this);
    if (m_protocol->Accept(socket->GetEndPoint(), arrival))
    {
        socket->Open(header.segmentSize);
        socket->SendControl(TfrcHeader::ACCEPT);
        NotifyNewConnectionCreated(socket, peer);
    }
}

void
TfrcSocket::Open(uint32_t segmentSize)
{
    m_peerSegmentSize = segmentSize;
    m_stage = m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    m_requestTimer.Cancel();
    m_peerWatch.Start(m_idleTimeout);
}

void
TfrcSocket::HandleControl(const TfrcHeader& header)
{
    switch (header.type)
    {
    case TfrcHeader::OPEN:
        SendControl(TfrcHeader::ACCEPT); // the first one was lost
        break;
    case TfrcHeader::ACCEPT:
        if (m_stage == STREAM_OPENING)
        {
            Open(header.segmentSize);
            NotifyConnectionSucceeded();
            m_pacer.Wake();
            NotifyRoom();
        }
        break;
    case TfrcHeader::CLOSE:
        SendControl(TfrcHeader::CLOSED);
        if (!m_peerDone && m_stage != STREAM_OPENING)
        {
            m_peerDone = true;
            NotifyNormalClose();
            ShutIfDone();
        }
        break;
    case TfrcHeader::CLOSED:
        if (m_closeSent)
        {
            m_closeAnswered = true;
            m_requestTimer.Cancel();
            ShutIfDone();
        }
        break;
    default:
        HandleRefusal();
    }
}

void
TfrcSocket::HandleRefusal()
{
    EndRefused(m_closeSent || m_peerDone); // then the peer needs the connection no more
}

void
TfrcSocket::HandleIdle()
{
    const Ptr<Socket> self(this);
    HandleRefusal(); // whether it ever answers or not
}

void
TfrcSocket::ShutIfDone()
{
    if (m_closeAnswered && (m_peerDone || m_closed) && m_stage != STREAM_CLOSED)
    {
        Shut();
    }
}

void
TfrcSocket::NotifyNodeGone()
{
    m_stage = STREAM_CLOSED;
    m_requestTimer.Remove();
    m_peerWatch.Stop();
    m_pacer.Stop();
    m_noFeedbackTimer.Remove();
    m_feedbackTimer.Remove();
}

// --- sending --------------------------------------------------------------------------------

void
TfrcSocket::TrySend()
{
    const Ptr<Socket> self(this);
    if (!m_sendQueue.IsEmpty())
    {
        SendMessage();
    }
    CloseIfSent();
}

void
TfrcSocket::CloseIfSent()
{
    if (m_stage == STREAM_CLOSING && m_shutdownSend && m_sendQueue.IsEmpty() && !m_closeSent)
    {
        m_closeSent = true;
        Request(TfrcHeader::CLOSE);
    }
}

void
TfrcSocket::SendMessage()
{
    MessageInfo info;
    auto packet = m_sendQueue.Remove(info);
    const uint32_t size = packet->GetSize();
    const Time now = Simulator::Now();
    if (!m_sender)
    {
        m_sender.emplace(MakeEquation(m_segmentSize), now, m_settings);
    }
    auto header = m_sender->Send(now, size);
    UpdateRate();
    m_pacer.NoteSent(size);
    m_counters.dataSent++;
    m_txTrace(packet, header);
    m_protocol->Send(packet, header, GetEndPoint());
    NotifyDataSent(size);
    NotifyRoom();
    if (!m_sendQueue.IsEmpty())
    {
        m_sender->OnRateLimited(now);
    }
}

void
TfrcSocket::UpdateRate()
{
    const TfrcRateController& control = m_sender->GetControl();
    m_pacer.SetRate(control.GetRate());
    if (m_sender->NeedsTimer())
    {
        m_noFeedbackTimer.Set(m_sender->GetDeadline());
    }
    m_rateTrace = control.GetRate();
    m_rttTrace = control.GetRtt();
    m_lossEventRateTrace = control.GetLossEventRate();
    m_receiveRateTrace = m_sender->GetReceiveRate();
}

void
TfrcSocket::HandleFeedback(Ptr<Packet> packet)
{
    TfrcFeedbackHeader header;
    packet->PeekHeader(header);
    const std::string fault = m_sender ? m_sender->OnFeedback(Simulator::Now(), header)
                                       : "answers a packet that was not sent";
    if (!fault.empty())
    {
        Drop(packet, fault);
        return;
    }
    m_counters.feedbackReceived++;
    m_feedbackRxTrace(header);
    UpdateRate();
}

void
TfrcSocket::HandleNoFeedback()
{
    if (m_sender->OnTimer(Simulator::Now()))
    {
        m_counters.noFeedback++;
    }
    UpdateRate();
}

// --- receiving ------------------------------------------------------------------------------

void
TfrcSocket::HandleData(Ptr<Packet> packet)
{
    if (m_stage == STREAM_OPENING)
    {
        Drop(packet, "data before the connection is open");
        return;
    }
    TfrcDataHeader header;
    packet->PeekHeader(header);
    if (!m_receiver)
    {
        m_receiver.emplace(MakeEquation(m_peerSegmentSize), m_initialRtt, m_discount);
        m_check.emplace(m_longestJump);
    }
    const uint32_t greatest = m_check->GetGreatest();
    if (!m_check->Accept(header.seq))
    {
        Drop(packet, "number far from the others");
        return;
    }
    packet->RemoveHeader(header);
    m_counters.dataReceived++;
    m_rxTrace(packet, header);
    if (m_check->GetGreatest() != greatest)
    {
        m_newest = header.seq;
        m_newestSent = header.time;
        m_newestArrival = Simulator::Now();
    }
    NoteData(header, packet->GetSize());
    MessageInfo info;
    info.number = header.seq;
    if (!m_shutdownRecv && packet->GetSize() > 0 && !Deliver(packet, info))
    {
        Drop(packet, "receive buffer is full");
    }
}

void
TfrcSocket::NoteData(const TfrcDataHeader& header, uint32_t bytes)
{
    if (m_receiver->OnArrival({header.seq, Simulator::Now(), header.rtt, bytes}))
    {
        SendFeedback();
    }
    StartFeedbackTimer();
}

void
TfrcSocket::HandleFeedbackTimer()
{
    if (m_receiver->OnTimer(Simulator::Now()))
    {
        SendFeedback();
    }
    StartFeedbackTimer();
}

void
TfrcSocket::StartFeedbackTimer()
{
    if (const auto deadline = m_receiver->GetDeadline())
    {
        m_feedbackTimer.Set(*deadline);
    }
    else
    {
        m_feedbackTimer.Cancel();
    }
}

void
TfrcSocket::SendFeedback()
{
    const Time now = Simulator::Now();
    const auto feedback = m_receiver->TakeFeedback(now);
    TfrcFeedbackHeader header;
    header.seq = m_newest;
    header.echo = m_newestSent;
    header.delay = now - m_newestArrival;
    header.receiveRate = feedback.receiveRate;
    header.lossEventRate = feedback.lossEventRate;
    m_counters.feedbackSent++;
    m_feedbackTxTrace(header);
    m_protocol->Send(Create<Packet>(), header, GetEndPoint());
}

void
TfrcSocket::Drop(Ptr<const Packet> packet, const std::string& reason)
{
    NS_LOG_LOGIC(this << " drops a packet: " << reason);
    m_counters.dropped++;
    m_rxDropTrace(packet, reason);
}
} // namespace hsn
} // namespace ns3
