// SPDX-License-Identifier: GPL-2.0-only
#include "mets-control-socket.h"

#include "mets-host.h"

#include "ns3/link-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnMetsControlSocket");
NS_OBJECT_ENSURE_REGISTERED(MetsControlHeader);
NS_OBJECT_ENSURE_REGISTERED(MetsControlProtocol);
NS_OBJECT_ENSURE_REGISTERED(MetsControlSocket);
NS_OBJECT_ENSURE_REGISTERED(MetsControlSocketFactory);

// --- header -----------------------------------------------------------------------------------

template <typename V>
void
MetsControlHeader::Fields(V& v)
{
    v.Ports(*this);
    v.Kind(kind, {nullptr, "message", "ACK"});
    v.Zero(1);
    v.Checksum();
    v.Number("era", era);
    v.Number("number", number);
}

template class PduHeader<MetsControlHeader, TransportHeader>;

// --- protocol ---------------------------------------------------------------------------------

TypeId
MetsControlProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsControlProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsControlProtocol>();
    return tid;
}

uint32_t
MetsControlProtocol::MakeEra()
{
    return ++m_era;
}

// --- socket -----------------------------------------------------------------------------------

TypeId
MetsControlSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::MetsControlSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<MetsControlSocket>()
            .AddAttribute("Timeout",
                          "Time after which a message is sent again; it doubles each time",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&MetsControlSocket::m_timeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MaxTries",
                          "How often a message is sent, at most",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MetsControlSocket::m_maxTries),
                          MakeUintegerChecker<uint32_t>(1, 20))
            .AddTraceSource("Abandoned",
                            "A message was given up",
                            MakeTraceSourceAccessor(&MetsControlSocket::m_abandonedTrace),
                            "ns3::hsn::MetsControlSocket::AbandonedTracedCallback")));
    return tid;
}

MetsControlSocket::MetsControlSocket()
    : MessageSocket(NS3_SOCK_DGRAM)
{
}

MetsControlSocket::~MetsControlSocket() = default;

void
MetsControlSocket::SetProtocol(Ptr<MetsControlProtocol> protocol)
{
    m_protocol = protocol;
    GetEndPoint().SetAllocator(PeekPointer(protocol));
}

const MetsControlSocket::Counters&
MetsControlSocket::GetCounters() const
{
    return m_counters;
}

int
MetsControlSocket::SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    Address peer = to;
    if (peer.IsInvalid() && GetPeerName(peer) == -1)
    {
        return -1;
    }
    if (LinkSocketAddress::IsMatchingType(peer))
    {
        const auto device = LinkSocketAddress::ConvertFrom(peer).GetDevice();
        if (device >= GetNode()->GetNDevices())
        {
            return Fail(ERROR_NODEV);
        }
        if (packet->GetSize() + MetsControlHeader::SIZE > GetNode()->GetDevice(device)->GetMtu())
        {
            return Fail(ERROR_MSGSIZE);
        }
    }
    return MessageSocket::SendTo(packet, flags, to);
}

void
MetsControlSocket::DoSend()
{
    while (!m_sendQueue.IsEmpty())
    {
        MessageInfo info;
        const auto data = m_sendQueue.Remove(info);
        m_bytes += data->GetSize();
        Peer& peer = m_peers[info.peer];
        peer.messages.push_back(data);
        if (peer.messages.size() == 1)
        {
            Transmit(info.peer);
        }
    }
}

void
MetsControlSocket::Transmit(Address to)
{
    const Ptr<MetsControlSocket> self(this); // the application may close it
    Peer& peer = m_peers[to];
    if (peer.tries == m_maxTries)
    {
        const auto message = peer.messages.front();
        ++m_counters.abandoned;
        Finish(to);
        m_abandonedTrace(message, to);
        return;
    }
    if (m_era == 0)
    {
        m_era = m_protocol->MakeEra(); // greater than those of others that had this address
    }
    ++m_counters.sent;
    const bool isAgain = peer.tries > 0;
    m_counters.resent += isAgain ? 1 : 0;
    peer.timer = Simulator::Schedule(m_timeout * (int64_t{1} << peer.tries),
                                     &MetsControlSocket::Transmit,
                                     this,
                                     to);
    ++peer.tries;
    MetsControlHeader header;
    header.era = m_era;
    header.number = peer.number;
    TransportPath path;
    FindPath(to, path); // if there is none now, there may be one at the next try
    const auto message = peer.messages.front()->Copy();
    if (isAgain)
    {
        m_again(message, header);
    }
    SendPacket(message, header, path);
}

void
MetsControlSocket::SendPacket(Ptr<Packet> data,
                              MetsControlHeader& header,
                              const TransportPath& path)
{
    m_tx(data, header);
    m_protocol->Send(data, header, path);
}

void
MetsControlSocket::Finish(const Address& to)
{
    Peer& peer = m_peers[to];
    const uint32_t size = peer.messages.front()->GetSize();
    peer.timer.Cancel();
    peer.messages.pop_front();
    ++peer.number;
    peer.tries = 0;
    m_bytes -= size;
    if (!peer.messages.empty())
    {
        Transmit(to);
    }
    const Ptr<MetsControlSocket> self(this); // the application may close it
    NotifyDataSent(size);
    NotifyRoom();
}

void
MetsControlSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    MetsControlHeader header;
    packet->RemoveHeader(header);
    m_rx(packet, header);
    const Address from = arrival.GetFrom();
    if (header.kind == MetsControlHeader::ACK)
    {
        const auto found = m_peers.find(from);
        if (found != m_peers.end() && header.era == m_era && !found->second.messages.empty() &&
            header.number == found->second.number + 1)
        {
            ++m_counters.acknowledged;
            Finish(from);
        }
        return;
    }
    if (m_shutdownRecv)
    {
        return;
    }
    Peer& peer = m_peers[from];
    const auto era = static_cast<int32_t>(header.era - peer.era);
    if (era < 0)
    {
        ++m_counters.old;
        m_rxDrop(packet, "from a socket that had this address before");
        return;
    }
    if (era > 0)
    {
        peer.era = header.era;
        peer.expected = header.number;
    }
    // one message is on its way at a time: those before it were given up, if they have not come
    const bool isNew = static_cast<int32_t>(header.number - peer.expected) >= 0;
    if (isNew && !HasRoom(packet->GetSize()))
    {
        ++m_counters.noRoom;
        m_rxDrop(packet, "no room: RcvBufSize");
        return; // it comes again
    }
    peer.expected = isNew ? header.number + 1 : peer.expected;
    m_counters.repeated += isNew ? 0 : 1;
    MetsControlHeader answer;
    answer.kind = MetsControlHeader::ACK;
    answer.era = header.era;
    answer.number = header.number + 1;
    SendPacket(Create<Packet>(), answer, arrival.GetReplyPath());
    if (isNew)
    {
        MessageInfo info;
        info.peer = from;
        info.number = header.number;
        ++m_counters.delivered;
        Deliver(packet, info);
    }
}

int
MetsControlSocket::DoConnect()
{
    return 0;
}

void
MetsControlSocket::DoRead()
{
    // what found no room comes again
}

void
MetsControlSocket::DoShutdownSend()
{
    // nobody waits for an end
}

void
MetsControlSocket::Abort()
{
    NotifyNodeGone();
}

void
MetsControlSocket::NotifyNodeGone()
{
    for (auto& [address, peer] : m_peers)
    {
        peer.timer.Cancel();
    }
    m_peers.clear();
    m_bytes = 0;
}

uint32_t
MetsControlSocket::GetUnacknowledged() const
{
    return m_bytes;
}

// --- factory ----------------------------------------------------------------------------------

TypeId
MetsControlSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MetsControlSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MetsControlSocketFactory>();
    return tid;
}

std::string
MetsControlSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<MetsHost>() ? "" : "has no MetsHost";
}

void
MetsControlSocketFactory::Prepare()
{
    const auto node = GetObject<Node>();
    if (!node->GetObject<MetsControlProtocol>())
    {
        node->AggregateObject(CreateObjectWithAttributes<MetsControlProtocol>(
            "EtherType",
            UintegerValue(MetsControlProtocol::ETHER_TYPE)));
    }
}

Ptr<Socket>
MetsControlSocketFactory::MakeSocket(Ptr<Node> node)
{
    const auto socket = CreateObject<MetsControlSocket>();
    socket->SetNode(node);
    socket->SetProtocol(node->GetObject<MetsControlProtocol>());
    return socket;
}
} // namespace hsn
} // namespace ns3
