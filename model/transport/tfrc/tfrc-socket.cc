// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-socket.h"

#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
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

TfrcSocket::TfrcSocket() = default;

TfrcSocket::TfrcSocket(const TfrcSocket& other)
    : ConnectionLife(other)
{
}

TfrcSocket::~TfrcSocket() = default;

TfrcEquation
TfrcSocket::MakeEquation(uint32_t segmentSize) const
{
    return TfrcEquation(segmentSize, m_packetsPerAck, m_rtoFactor);
}

// --- the connection -------------------------------------------------------------------------

Ptr<ConnectionLife<MessageSocket, TfrcHeader>>
TfrcSocket::Fork(const PacketArrival& arrival) const
{
    return ForkFor(*this, arrival);
}

void
TfrcSocket::Complete(TfrcHeader& header) const
{
    const bool opens = header.type == TfrcHeader::OPEN || header.type == TfrcHeader::ACCEPT;
    header.segmentSize = opens ? m_segmentSize : 0;
}

void
TfrcSocket::NoteOpening(const TfrcHeader& header)
{
    m_peerSegmentSize = header.segmentSize;
}

bool
TfrcSocket::IsReliable() const
{
    return false;
}

void
TfrcSocket::HandleData(Ptr<Packet> packet, const TfrcHeader& header)
{
    if (header.type == TfrcHeader::DATA)
    {
        HandleMessage(packet);
    }
    else
    {
        HandleFeedback(packet);
    }
}

void
TfrcSocket::Stop()
{
    ConnectionLife::Stop();
    m_pacer.Stop();
    m_noFeedbackTimer.Remove();
    m_feedbackTimer.Remove();
}

// --- sending --------------------------------------------------------------------------------

void
TfrcSocket::SendMore()
{
    // in an event of its own: the application must not be called back in its call
    m_pacer.Wake();
}

uint32_t
TfrcSocket::GetUnacknowledged() const
{
    return 0; // nothing is sent again
}

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
TfrcSocket::SendMessage()
{
    const auto packet = TakeUnsent(GetSndBufSize());
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
    m_tx(packet, header);
    Transmit(header, packet);
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
TfrcSocket::HandleMessage(Ptr<Packet> packet)
{
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
    m_rx(packet, header);
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
    Transmit(header);
}
} // namespace hsn
} // namespace ns3
