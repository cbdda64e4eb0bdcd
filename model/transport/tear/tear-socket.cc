// SPDX-License-Identifier: GPL-2.0-only
#include "tear-message-socket.h"
#include "tear-stream-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTearSocket");
NS_OBJECT_ENSURE_REGISTERED(TearProtocol);

namespace
{
/** @brief Doublings of the time between the first, or the last, packets. */
constexpr uint32_t OPENING_DOUBLINGS = 6;
} // namespace

TypeId
TearProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TearProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TearProtocol>();
    return tid;
}

template <typename Base>
BasicTearSocket<Base>::BasicTearSocket() = default;

template <typename Base>
BasicTearSocket<Base>::BasicTearSocket(const BasicTearSocket& other)
    : ProtocolSocket<Base>(other)
{
}

template <typename Base>
BasicTearSocket<Base>::~BasicTearSocket() = default;

// --- attributes -------------------------------------------------------------------------------

template <typename Base>
std::string
BasicTearSocket<Base>::GetWeights() const
{
    return TearRateFilter::ToText(m_filterSettings.weights);
}

template <typename Base>
void
BasicTearSocket<Base>::SetWeights(const std::string& weights)
{
    m_filterSettings.weights = TearRateFilter::FromText(weights);
}

template <typename Base>
void
BasicTearSocket<Base>::MakeConnection()
{
    TearConnection::Settings settings = m_settings;
    settings.receiver = m_receiverSettings;
    settings.receiver.filter = m_filterSettings;
    settings.sender = m_senderSettings;
    const uint32_t headers = TearHeader::SIZE + TearDataHeader::SIZE + GetExtraSize();
    const uint32_t longest = this->m_protocol->GetMaxPacketSize(this->GetEndPoint());
    NS_ABORT_MSG_IF(longest > 0 && headers + m_segmentSize > longest,
                    "TEAR: SegmentSize = " << m_segmentSize << " must be "
                                           << static_cast<int64_t>(longest) - headers
                                           << " at most, by the MTU");
    settings.packetSize = GetIpSize(Create<Packet>(headers - TearHeader::SIZE + m_segmentSize));
    TearConnection::Owner& owner = *this;
    m_connection = std::make_unique<TearConnection>(settings, owner);
    m_begun = Simulator::Now();
    Begin();
    OnChange();
}

// --- what the application does ----------------------------------------------------------------

template <typename Base>
int
BasicTearSocket<Base>::DoConnect()
{
    MakeConnection();
    this->m_stage = STREAM_OPENING;
    m_tries = 0;
    m_controlDue = true;
    m_connection->Kick();
    return 0;
}

template <typename Base>
void
BasicTearSocket<Base>::DoSend()
{
    Continue();
}

template <typename Base>
void
BasicTearSocket<Base>::DoShutdownSend()
{
    if (this->m_stage == STREAM_OPEN)
    {
        this->m_stage = STREAM_CLOSING;
    }
    Continue();
}

template <typename Base>
void
BasicTearSocket<Base>::Abort()
{
    TearHeader header;
    header.type = TearHeader::RESET;
    Transmit(Create<Packet>(), header);
    this->Shut();
}

template <typename Base>
bool
BasicTearSocket<Base>::IsAtEnd() const
{
    return m_peerDone;
}

// --- sending ----------------------------------------------------------------------------------

template <typename Base>
void
BasicTearSocket<Base>::Continue()
{
    if (!m_answered || this->m_stage == STREAM_CLOSED)
    {
        return;
    }
    if (this->m_shutdownSend && !m_finSent && IsDelivered())
    {
        m_finSent = true;
        m_asking = false; // an answer to the question is none to the last packet
        m_tries = 0;
        m_controlDue = true;
        m_transferComplete(m_delivered, Simulator::Now() - m_begun);
    }
    m_connection->Kick();
}

template <typename Base>
Ptr<Socket>
BasicTearSocket<Base>::Keep()
{
    return Ptr<Socket>(this);
}

template <typename Base>
bool
BasicTearSocket<Base>::HasPayload() const
{
    return m_controlDue || (m_answered && HasData());
}

template <typename Base>
TearConnection::Payload
BasicTearSocket<Base>::TakePayload()
{
    TearConnection::Payload payload;
    if (m_controlDue)
    {
        m_controlDue = false;
        payload.packet = Create<Packet>();
        payload.flags = m_finSent ? TearHeader::FIN : m_answered ? 0 : TearHeader::OPEN;
        const uint32_t doublings = std::min(m_tries, OPENING_DOUBLINGS);
        m_controlTimer.Set(Simulator::Now() + m_connection->GetSender().GetRto() *
                                                  static_cast<int64_t>(1 << doublings));
        ++m_tries;
    }
    else
    {
        payload = TakeData();
    }
    if (!HasPayload())
    {
        payload.flags |= TearHeader::PUSH;
    }
    return payload;
}

template <typename Base>
void
BasicTearSocket<Base>::RepeatControl()
{
    const auto self = Keep();
    if (m_finDone && !m_asking)
    {
        this->Shut(); // the peer has had its time
    }
    else if (m_tries < (m_finSent || m_asking ? m_finCount : m_connCount))
    {
        m_controlDue = true;
        m_connection->Kick();
    }
    else if (m_finSent && !m_asking)
    {
        FinishSending(true);
    }
    else
    {
        this->Break();
    }
}

template <typename Base>
void
BasicTearSocket<Base>::AskPeer()
{
    const auto self = Keep();
    m_peerWatch.Start(m_keepAliveTime);
    if (!m_controlTimer.IsRunning() && !m_controlDue)
    {
        m_asking = true;
        m_tries = 0;
        m_controlDue = true;
        m_connection->Kick();
    }
}

template <typename Base>
void
BasicTearSocket<Base>::HearPeer()
{
    m_peerWatch.Hear();
    if (std::exchange(m_asking, false))
    {
        m_controlDue = false;
        m_controlTimer.Cancel();
    }
}

template <typename Base>
void
BasicTearSocket<Base>::Transmit(Ptr<Packet> packet, TearHeader& header)
{
    ProtocolSocket<Base>::Transmit(header, packet);
}

template <typename Base>
uint32_t
BasicTearSocket<Base>::GetIpSize(Ptr<const Packet> packet) const
{
    const auto& endPoint = this->GetEndPoint();
    const uint32_t ip = endPoint.IsIpv6() ? 40 : endPoint.GetPath().device ? 0 : 20;
    return ip + TearHeader::SIZE + packet->GetSize();
}

// --- arrival ----------------------------------------------------------------------------------

template <typename Base>
void
BasicTearSocket<Base>::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const auto self = Keep();
    TearHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    NS_LOG_LOGIC(header);
    const uint32_t ip = arrival.ipv4 ? 20 : arrival.ipv6 ? 40 : 0;
    const uint32_t size = ip + TearHeader::SIZE + packet->GetSize();
    if (this->m_stage == STREAM_LISTENING)
    {
        if (header.type == TearHeader::DATA && header.Has(TearHeader::OPEN))
        {
            if (const auto socket = Accept(arrival))
            {
                socket->HandleData(packet, header, size);
                this->NotifyNewConnectionCreated(socket, arrival.GetFrom());
            }
        }
        else if (header.type != TearHeader::RESET)
        {
            Refuse(arrival);
        }
        return;
    }
    if (this->m_stage == STREAM_CLOSED)
    {
        return;
    }
    switch (header.type)
    {
    case TearHeader::RESET:
        HandleRefusal();
        break;
    case TearHeader::DATA:
        HandleData(packet, header, size);
        break;
    default:
        HandleFeedback(packet, header);
        break;
    }
}

template <typename Base>
Ptr<BasicTearSocket<Base>>
BasicTearSocket<Base>::Accept(const PacketArrival& arrival)
{
    if (!this->NotifyConnectionRequest(arrival.GetFrom()))
    {
        Refuse(arrival);
        return nullptr;
    }
    const auto socket = Fork(arrival);
    if (socket)
    {
        socket->MakeConnection();
        socket->m_answered = true;
        socket->m_stage = STREAM_OPEN;
        socket->m_peerWatch.Start(m_keepAliveTime);
    }
    return socket;
}

template <typename Base>
void
BasicTearSocket<Base>::Refuse(const PacketArrival& arrival)
{
    TearHeader reset;
    reset.type = TearHeader::RESET;
    this->Answer(reset, arrival);
}

template <typename Base>
void
BasicTearSocket<Base>::HandleData(Ptr<Packet> packet, const TearHeader& header, uint32_t size)
{
    TearConnection::Data data;
    data.header = header;
    data.size = size;
    if (!m_connection->ReadData(packet, data))
    {
        return;
    }
    HearPeer();
    m_counters.dataReceived++;
    this->m_rx(packet, data.data);
    const uint32_t payload = packet->GetSize();
    if (this->AbortIfUnread(payload > 0 && !m_peerDone && BringsNew(packet, data)))
    {
        return;
    }
    if (payload > 0 && !m_peerDone)
    {
        TakeIn(packet, data);
    }
    m_connection->CountData(data, payload);
    if (header.Has(TearHeader::FIN))
    {
        HandleLast(data.missingBefore > 0);
    }
    else
    {
        HandOut();
    }
}

template <typename Base>
void
BasicTearSocket<Base>::HandleLast(bool missing)
{
    // messages that it has overtaken get until its repetition to arrive
    if (missing && MayFollowEnd() && !std::exchange(m_lastSeen, true))
    {
        return;
    }
    HandleEnd();
}

template <typename Base>
void
BasicTearSocket<Base>::HandleEnd()
{
    const bool first = !m_peerDone;
    m_peerDone = true;
    m_connection->StopReceiving();
    m_connection->SendFeedback();
    if (first)
    {
        this->NotifyNormalClose();
    }
    if (m_finDone && this->m_stage != STREAM_CLOSED)
    {
        this->Shut();
    }
}

template <typename Base>
void
BasicTearSocket<Base>::HandleFeedback(Ptr<Packet> packet, const TearHeader& header)
{
    if (!m_connection->ReceiveFeedback(packet))
    {
        return;
    }
    HearPeer();
    if (this->m_stage == STREAM_OPENING)
    {
        Open();
    }
    TakeFeedback(packet, header);
    if (header.Has(TearHeader::FIN) && m_finSent && !m_finDone)
    {
        FinishSending(false);
    }
    Continue();
}

template <typename Base>
void
BasicTearSocket<Base>::AddToFeedback(Ptr<Packet> /* packet */, TearHeader& header)
{
    header.flags |= m_peerDone ? TearHeader::FIN : 0;
}

template <typename Base>
void
BasicTearSocket<Base>::Open()
{
    m_answered = true;
    m_controlDue = false;
    m_controlTimer.Cancel();
    m_peerWatch.Start(m_keepAliveTime);
    this->m_stage = this->m_shutdownSend ? STREAM_CLOSING : STREAM_OPEN;
    this->NotifyConnectionSucceeded();
    this->NotifyRoom();
}

// --- the end ----------------------------------------------------------------------------------

template <typename Base>
void
BasicTearSocket<Base>::FinishSending(bool gone)
{
    m_finDone = true;
    m_controlDue = false;
    m_controlTimer.Cancel();
    if (m_peerDone || (this->m_closed && gone))
    {
        this->Shut();
    }
    else if (this->m_closed)
    {
        // the peer may not know yet that its data has arrived: it is told again, if it asks
        m_controlTimer.Set(Simulator::Now() + m_connection->GetSender().GetRto() *
                                                  static_cast<int64_t>(1 << OPENING_DOUBLINGS));
    }
}

template <typename Base>
void
BasicTearSocket<Base>::HandleRefusal()
{
    const auto self = Keep();
    // complete: the peer has forgotten a connection that it was done with
    this->EndRefused(m_peerDone ? m_finSent || IsDelivered() : m_finSent && this->m_closed);
}

template <typename Base>
void
BasicTearSocket<Base>::Stop()
{
    m_answered = false;
    m_controlDue = false;
    m_controlTimer.Remove();
    m_peerWatch.Stop();
    if (m_connection)
    {
        m_connection->Stop();
    }
    End();
}

// --- traces -----------------------------------------------------------------------------------

template <typename Base>
void
BasicTearSocket<Base>::OnDataSent(const TearDataHeader& data,
                                  const TearConnection::Payload& payload)
{
    m_counters.dataSent++;
    this->m_tx(payload.packet, data);
}

template <typename Base>
void
BasicTearSocket<Base>::OnFeedbackSent(const TearFeedbackHeader& feedback)
{
    m_counters.feedbackSent++;
    m_feedbackTx(feedback);
}

template <typename Base>
void
BasicTearSocket<Base>::OnFeedbackReceived(const TearFeedbackHeader& feedback)
{
    m_counters.feedbackReceived++;
    m_feedbackRx(feedback);
}

template <typename Base>
void
BasicTearSocket<Base>::OnDrop(Ptr<const Packet> packet, const std::string& reason)
{
    NS_LOG_LOGIC("drops a packet: " << reason);
    this->Drop(packet, reason);
}

template <typename Base>
void
BasicTearSocket<Base>::OnLimit(Ptr<const Packet> packet, const std::string& reason)
{
    NS_LOG_LOGIC("believes a part of a packet: " << reason);
    m_counters.limited++;
    this->m_rxDrop(packet, reason);
}

template <typename Base>
void
BasicTearSocket<Base>::OnChange()
{
    m_lastCwnd = m_connection->GetReceiver().GetLastCwnd();
    m_ssthresh = m_connection->GetReceiver().GetSsthresh();
    m_rate = 8 * m_connection->GetSender().GetRate();
    m_rtt = m_connection->GetSender().GetSrtt();
}

template <typename Base>
void
BasicTearSocket<Base>::OnState(TearReceiver::State /* from */, TearReceiver::State to)
{
    m_state = to;
}

template <typename Base>
void
BasicTearSocket<Base>::OnCwnd(double cwnd)
{
    m_cwnd = cwnd;
}

template <typename Base>
void
BasicTearSocket<Base>::OnRoundEnd(double cwnd, Time duration)
{
    m_roundEnd(cwnd, duration);
}

template <typename Base>
void
BasicTearSocket<Base>::OnEpochEnd(double rate)
{
    m_epochEnd(rate);
}

template <typename Base>
void
BasicTearSocket<Base>::OnDirection(int direction)
{
    m_direction = direction;
}

template class BasicTearSocket<MessageSocket>;
template class BasicTearSocket<StreamSocket>;
} // namespace hsn
} // namespace ns3
