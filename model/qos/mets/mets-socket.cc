// SPDX-License-Identifier: GPL-2.0-only
#include "mets-socket.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/link-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsSocket");
NS_OBJECT_ENSURE_REGISTERED(MetsEndPoints);
NS_OBJECT_ENSURE_REGISTERED(MetsSocket);
NS_OBJECT_ENSURE_REGISTERED(MetsSocketFactory);

// --- ports ------------------------------------------------------------------------------------

TypeId
MetsEndPoints::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsEndPoints")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsEndPoints>();
    return tid;
}

Ipv4EndPoint*
MetsEndPoints::Allocate(Ptr<NetDevice>, Ipv4Address, uint16_t)
{
    return nullptr;
}

Ipv6EndPoint*
MetsEndPoints::Allocate(Ptr<NetDevice>, Ipv6Address, uint16_t)
{
    return nullptr;
}

void
MetsEndPoints::DeAllocate(Ipv4EndPoint*)
{
    // there are none
}

void
MetsEndPoints::DeAllocate(Ipv6EndPoint*)
{
    // there are none
}

bool
MetsEndPoints::CanUseIp() const
{
    return false;
}

bool
MetsEndPoints::CanUseLink() const
{
    return true;
}

LinkEndPoint*
MetsEndPoints::AllocateLink(Ptr<NetDevice> device, uint16_t port)
{
    const auto host = GetObject<MetsHost>();
    return host && host->GetNic() == device ? m_demux.Allocate(device, port) : nullptr;
}

void
MetsEndPoints::DeAllocateLink(LinkEndPoint* endPoint)
{
    m_demux.DeAllocate(endPoint);
}

// --- socket -----------------------------------------------------------------------------------

TypeId
MetsSocket::GetTypeId()
{
    static TypeId tid = AddPacketTraces(
        TypeId("ns3::hsn::MetsSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsSocket>()
            .AddAttribute("Layer",
                          "Layer of what Send() sends: BL, E1 or E2",
                          EnumValue(METS_BL),
                          MakeHsnEnumAccessor(&MetsSocket::m_layer),
                          MakeEnumChecker(METS_BL, "BL", METS_E1, "E1", METS_E2, "E2"))
            .AddAttribute("Headroom",
                          "A flow with a specification is shaped to its mean rate times this",
                          DoubleValue(1.3),
                          MakeDoubleAccessor(&MetsSocket::m_headroom),
                          MakeDoubleChecker<double>(1, 100)));
    return tid;
}

MetsSocket::MetsSocket()
    : MessageSocket(NS3_SOCK_DGRAM)
{
}

MetsSocket::~MetsSocket() = default;

void
MetsSocket::DoDispose()
{
    NotifyNodeGone();
    m_filter = nullptr;
    m_endPoints = nullptr;
    MessageSocket::DoDispose();
}

void
MetsSocket::SetHost(Ptr<MetsHost> host, Ptr<MetsEndPoints> endPoints)
{
    m_host = host;
    m_endPoints = endPoints;
    GetEndPoint().SetAllocator(PeekPointer(endPoints));
}

void
MetsSocket::SetFlowSpec(const MetsFlowSpec& spec)
{
    const std::string problem = spec.FindProblem();
    NS_ABORT_MSG_UNLESS(problem.empty(), "specification of a METS flow: " << problem);
    m_hasSpec = true;
    m_spec = spec;
    Shape();
}

const MetsFlowSpec&
MetsSocket::GetFlowSpec() const
{
    return m_spec;
}

void
MetsSocket::SetQosPolicy(const MetsQosPolicy& policy)
{
    const std::string problem = policy.FindProblem();
    NS_ABORT_MSG_UNLESS(problem.empty(), "policy of a METS flow: " << problem);
    m_policy = policy;
}

const MetsQosPolicy&
MetsSocket::GetQosPolicy() const
{
    return m_policy;
}

void
MetsSocket::SetLevel(uint32_t level)
{
    NS_ABORT_MSG_IF(level > 2, "level " << level << " of a METS socket: must be 0 to 2");
    m_level = level;
    Shape();
}

uint32_t
MetsSocket::GetLevel() const
{
    return m_level;
}

void
MetsSocket::SetFilter(Ptr<JitterFilter> filter)
{
    m_filter = filter;
    if (m_receiver)
    {
        m_receiver->SetFilter(filter);
    }
}

Ptr<JitterFilter>
MetsSocket::GetFilter() const
{
    return m_filter;
}

Ptr<MetsSender>
MetsSocket::GetSender() const
{
    Address peer;
    const auto found = GetPeerName(peer) == 0 ? m_senders.find(peer) : m_senders.end();
    return found == m_senders.end() ? nullptr : found->second;
}

Ptr<MetsReceiver>
MetsSocket::GetReceiver() const
{
    return m_receiver;
}

const MetsSocket::Counters&
MetsSocket::GetCounters() const
{
    return m_counters;
}

// --- addresses --------------------------------------------------------------------------------

int
MetsSocket::Bind(const Address& address)
{
    if (MessageSocket::Bind(address) == -1)
    {
        return -1;
    }
    const uint16_t flow = GetEndPoint().GetLocalPort();
    if (m_host->FindReceiver(flow)) // made without a socket
    {
        GetEndPoint().Release();
        return Fail(ERROR_ADDRINUSE);
    }
    m_receiver = m_host->CreateReceiver(flow);
    m_receiver->SetFilter(m_filter);
    m_receiver->SetDeliver(MakeCallback(&MetsSocket::Take, this));
    return 0;
}

int
MetsSocket::Connect(const Address& address)
{
    if (!m_closed && LeadsNowhere(address))
    {
        NotifyConnectionFailed();
        return Fail(ERROR_NOROUTETOHOST);
    }
    return MessageSocket::Connect(address);
}

Ptr<MetsSender>
MetsSocket::FindSender(const Address& to)
{
    const auto found = m_senders.find(to);
    if (found != m_senders.end())
    {
        return found->second;
    }
    const auto link = LinkSocketAddress::ConvertFrom(to);
    const bool isHere = m_host && m_host->GetNic() && link.GetPort() > 0 &&
                        m_host->GetNic()->GetIfIndex() == link.GetDevice();
    const auto vc = isHere ? m_host->FindVc(link.GetAddress()) : nullptr;
    if (!vc)
    {
        NS_LOG_LOGIC("no VC of METS leads to " << link.GetAddress());
        return nullptr;
    }
    const auto sender = m_host->CreateSender(link.GetPort(), vc);
    sender->SetMade(MakeCallback(&MetsSocket::NotifyMade, this));
    m_senders[to] = sender;
    Shape();
    return sender;
}

bool
MetsSocket::LeadsNowhere(const Address& to)
{
    return LinkSocketAddress::IsMatchingType(to) && !FindSender(to);
}

void
MetsSocket::Shape()
{
    if (!m_hasSpec)
    {
        return;
    }
    MetsFlowSpec spec = m_spec;
    if (spec.commitment == MetsFlowSpec::BEST_EFFORT) // shaped, though nothing is reserved
    {
        spec.commitment = MetsFlowSpec::ADAPTIVE;
    }
    const auto rates = spec.GetRates();
    const uint64_t all = rates.base + (m_level == 2 ? rates.e2 : m_level == 1 ? rates.e1 : 0);
    for (const auto& [to, sender] : m_senders)
    {
        sender->SetShaping(FlowShaper::GetSetting(m_headroom * static_cast<double>(all)));
    }
}

// --- sending ----------------------------------------------------------------------------------

int
MetsSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (packet->GetSize() == 0)
    {
        return Fail(ERROR_INVAL);
    }
    if (packet->GetSize() > MetsSender::MAX_MTU)
    {
        return Fail(ERROR_MSGSIZE);
    }
    if (!m_closed && IsSendOpen() && LeadsNowhere(to))
    {
        return Fail(ERROR_NOROUTETOHOST);
    }
    return MessageSocket::SendTo(packet, flags, to);
}

void
MetsSocket::DoSend()
{
    while (!m_sendQueue.IsEmpty())
    {
        MessageInfo info;
        const auto data = m_sendQueue.Remove(info);
        SendMessage(data, FindSender(info.peer), m_layer, false);
    }
}

int
MetsSocket::SendPicture(Ptr<Packet> picture, MetsLayer layer, bool gopStart)
{
    Address peer;
    if (GetPeerName(peer) == -1 || !IsSendOpen())
    {
        return Fail(m_shutdownSend ? ERROR_SHUTDOWN : ERROR_NOTCONN);
    }
    const uint32_t size = picture->GetSize();
    if (size == 0 || layer < METS_BL || layer > METS_E2)
    {
        return Fail(ERROR_INVAL);
    }
    if (gopStart)
    {
        m_levelInForce = m_level;
    }
    if (layer > METS_BL + m_levelInForce)
    {
        ++m_counters.suppressed;
        return static_cast<int>(size);
    }
    if (size > GetSndBufSize())
    {
        return Fail(ERROR_MSGSIZE);
    }
    if (static_cast<uint64_t>(m_pendingBytes) + size > GetSndBufSize())
    {
        return Fail(ERROR_AGAIN);
    }
    SendMessage(picture->Copy(), FindSender(peer), layer, gopStart);
    return static_cast<int>(size);
}

void
MetsSocket::SendMessage(Ptr<Packet> data, Ptr<MetsSender> sender, MetsLayer layer, bool gopStart)
{
    if (!sender)
    {
        ++m_counters.unsent;
        return;
    }
    ++m_counters.sent;
    m_pendingBytes += data->GetSize();
    sender->Send(data, layer, gopStart);
}

void
MetsSocket::NotifyMade(const MetsHeader& header, Ptr<const Packet> data)
{
    const Ptr<MetsSocket> self(this); // the application may close it
    m_tx(data, header);
    m_pendingBytes -= std::min(m_pendingBytes, data->GetSize());
    if (!m_closed)
    {
        NotifyDataSent(data->GetSize());
        NotifyRoom();
    }
}

uint32_t
MetsSocket::GetUnacknowledged() const
{
    return m_pendingBytes;
}

// --- receiving --------------------------------------------------------------------------------

void
MetsSocket::Take(const MetsHeader& header, Ptr<Packet> data, Time playout)
{
    m_rx(data, header);
    const bool isNext = header.GetSequence() == m_nextPiece;
    m_nextPiece = header.GetSequence() + 1;
    m_isMissing = m_isMissing || !isNext;
    if (!isNext)
    {
        m_skips = false; // the rest of the message was lost
        if (m_pieces)
        {
            ++m_counters.incomplete;
            DropPieces("a piece of the message was lost");
        }
    }
    if (m_skips)
    {
        m_skips = !header.IsLastPiece();
        return;
    }
    if (m_pieces)
    {
        m_pieces->AddAtEnd(data);
    }
    else
    {
        m_mayLackFront = !isNext;
        m_pieces = data;
    }
    if (!HasRoom(m_pieces->GetSize() + m_waitingBytes))
    {
        ++m_counters.noRoom;
        DropPieces("no room: RcvBufSize");
        m_isMissing = true;
        m_skips = !header.IsLastPiece();
        return;
    }
    if (!header.IsLastPiece())
    {
        return;
    }
    MessageInfo info;
    info.peer = LinkSocketAddress(m_host->GetNic()->GetIfIndex(),
                                  m_receiver->GetSource(),
                                  header.GetFlow());
    info.number = header.GetSequence();
    info.missingBefore = m_isMissing;
    info.incomplete = m_mayLackFront;
    m_isMissing = false;
    const auto whole = m_pieces;
    m_pieces = nullptr;
    const Time wait = playout - m_host->GetClock();
    if (wait.IsStrictlyPositive())
    {
        for (auto it = m_plays.begin(); it != m_plays.end();)
        {
            it = it->IsExpired() ? m_plays.erase(it) : std::next(it);
        }
        m_waitingBytes += whole->GetSize();
        m_plays.insert(Simulator::Schedule(wait, &MetsSocket::EndWait, this, whole, info));
        return;
    }
    Play(whole, info);
}

void
MetsSocket::DropPieces(const std::string& reason)
{
    m_rxDrop(m_pieces, reason);
    m_pieces = nullptr;
}

void
MetsSocket::EndWait(Ptr<Packet> data, MessageInfo info)
{
    m_waitingBytes -= data->GetSize();
    Play(data, info);
}

void
MetsSocket::Play(Ptr<Packet> data, MessageInfo info)
{
    const Ptr<MetsSocket> self(this); // the application may close it
    if (m_shutdownRecv)
    {
        return;
    }
    if (Deliver(data, info))
    {
        ++m_counters.delivered;
    }
    else
    {
        ++m_counters.noRoom;
        m_rxDrop(data, "no room: RcvBufSize");
    }
}

void
MetsSocket::ReleaseFlow()
{
    for (auto play : m_plays)
    {
        play.Cancel();
    }
    m_plays.clear();
    m_waitingBytes = 0;
    if (m_receiver)
    {
        m_receiver->SetDeliver(MetsReceiver::Deliver());
        if (m_host)
        {
            m_host->ReleaseReceiver(m_receiver->GetFlow());
        }
        m_receiver = nullptr;
    }
    for (const auto& [to, sender] : m_senders)
    {
        sender->SetMade(MetsSender::Made());
        if (m_host)
        {
            m_host->ReleaseSender(sender);
        }
    }
    m_senders.clear();
    m_pendingBytes = 0;
}

// --- what datagrams do not need ---------------------------------------------------------------

int
MetsSocket::DoConnect()
{
    return 0;
}

void
MetsSocket::DoRead()
{
    // nobody waits for room
}

void
MetsSocket::DoShutdownSend()
{
    // nobody waits for an end
}

void
MetsSocket::Receive(Ptr<Packet>, const PacketArrival&)
{
    // packets come from the host
}

void
MetsSocket::Abort()
{
    ReleaseFlow();
}

void
MetsSocket::NotifyNodeGone()
{
    ReleaseFlow();
    m_host = nullptr;
}

// --- factory ----------------------------------------------------------------------------------

TypeId
MetsSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsSocketFactory>();
    return tid;
}

std::string
MetsSocketFactory::FindObstacle(Ptr<Node> node) const
{
    const auto host = node->GetObject<MetsHost>();
    return !host ? "has no MetsHost" : !host->GetNic() ? "has a MetsHost without adapter" : "";
}

void
MetsSocketFactory::Prepare()
{
    const auto node = GetObject<Node>();
    if (!node->GetObject<MetsEndPoints>())
    {
        node->AggregateObject(CreateObject<MetsEndPoints>());
    }
}

Ptr<Socket>
MetsSocketFactory::MakeSocket(Ptr<Node> node)
{
    const auto socket = CreateObject<MetsSocket>();
    socket->SetNode(node);
    socket->SetHost(node->GetObject<MetsHost>(), node->GetObject<MetsEndPoints>());
    return socket;
}
} // namespace hsn
} // namespace ns3
