// SPDX-License-Identifier: GPL-2.0-only
#include "lean-host.h"

#include "ns3/abort.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/node.h"
#include "ns3/rfc2684.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanHost");
NS_OBJECT_ENSURE_REGISTERED(LeanHost);

namespace
{
constexpr uint32_t IP_BYTES = 20;             // of a header without options (RFC 791, 3.1)
constexpr uint32_t HEAD_BYTES = IP_BYTES + 4; // with the ports
constexpr uint8_t NO_OPTIONS = 0x45;          // version 4, five words
} // namespace

// --- connections ------------------------------------------------------------------------------

bool
LeanHost::Connection::Send(const Ptr<Packet>& segment, const TcpHeader& header) const
{
    return m_host && m_host->Send(*this, segment, header);
}

bool
LeanHost::Connection::SendNumbers(const Ptr<Packet>& segment,
                                  const TcpHeader& header,
                                  const std::optional<LeanSegment::Timestamps>& timestamps) const
{
    return m_host && m_host->SendNumbers(*this, segment, header, timestamps);
}

void
LeanHost::Connection::Leave()
{
    if (m_host)
    {
        const Ptr<Connection> self(this);
        std::exchange(m_host, nullptr)->m_connections.erase(m_path->ends);
    }
}

// --- the host ---------------------------------------------------------------------------------

TypeId
LeanHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LeanHost")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LeanHost>();
    return tid;
}

LeanHost::LeanHost()
{
}

LeanHost::~LeanHost()
{
}

void
LeanHost::DoDispose()
{
    for (const auto& connection : m_connections)
    {
        connection.second->m_host = nullptr;
    }
    m_connections.clear();
    for (auto& port : m_ports)
    {
        port.second.device->EndReceiver(port.second, port.second.others);
    }
    m_ports.clear();
    m_ipv4 = nullptr;
    Object::DoDispose();
}

void
LeanHost::Serve(Ptr<LeanLinkNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const auto node = GetObject<Node>();
    NS_ABORT_MSG_UNLESS(node && node == device->GetNode(),
                        "a LeanHost serves a device of another node than its own");
    m_ipv4 = node->GetObject<Ipv4L3Protocol>();
    const int32_t interface = m_ipv4 ? m_ipv4->GetInterfaceForDevice(device) : -1;
    NS_ABORT_MSG_IF(interface < 0,
                    "a LeanHost serves device " << device->GetIfIndex() << " of node "
                                                << node->GetId() << ", which has no IPv4 address");
    NS_ABORT_MSG_IF(m_ports.count(PeekPointer(device)),
                    "a LeanHost serves device " << device->GetIfIndex() << " of node "
                                                << node->GetId() << " already");
    UintegerValue ttl;
    m_ipv4->GetAttribute("DefaultTtl", ttl);
    m_ttl = static_cast<uint8_t>(ttl.Get());
    Port& port = m_ports[PeekPointer(device)];
    port.host = this;
    port.interface = m_ipv4->GetInterface(interface);
    port.device = device;
    port.others = device->SetReceiver(port);
}

Ptr<LeanHost::Connection>
LeanHost::Join(const SocketEndPoint& endPoint, User& user, Socket& socket)
{
    const auto found = TcpConnectionKey::Of(endPoint);
    if (m_ports.empty() || !found || Node::ChecksumEnabled() ||
        m_ipv4->GetInterfaceForAddress(Ipv4Address(found->peer)) >= 0) // within the node
    {
        return nullptr;
    }
    const TcpConnectionKey& key = *found;
    const Ipv4Address peer(key.peer);
    auto connection = Create<Connection>();
    connection->m_host = this;
    connection->m_path = Create<LeanSegment::Path>(key);
    connection->m_user = &user;
    connection->m_socket = &socket;
    connection->m_number = &m_numbers[static_cast<uint64_t>(key.local) << 32 | key.peer];
    connection->m_sends.SetSource(Ipv4Address(key.local));
    connection->m_sends.SetDestination(peer);
    connection->m_sends.SetProtocol(TcpL4Protocol::PROT_NUMBER);
    connection->m_sends.SetMayFragment();
    connection->m_receives.SetSource(peer);
    connection->m_receives.SetDestination(Ipv4Address(key.local));
    connection->m_receives.SetProtocol(TcpL4Protocol::PROT_NUMBER);
    m_connections[key] = connection;
    return connection;
}

uint64_t
LeanHost::GetReceived() const
{
    return m_received;
}

uint64_t
LeanHost::GetSent() const
{
    return m_sent;
}

// --- packets ----------------------------------------------------------------------------------

LeanLinkNetDevice*
LeanHost::FindDevice(const Connection& connection, const Ptr<Packet>& segment, uint32_t bytes) const
{
    Socket::SocketErrno error;
    const auto route =
        m_ipv4->GetRoutingProtocol()->RouteOutput(segment, connection.m_sends, nullptr, error);
    const auto found = route ? m_ports.find(PeekPointer(route->GetOutputDevice())) : m_ports.end();
    if (found == m_ports.end() || bytes > found->second.device->GetMtu() ||
        !found->second.interface->IsUp())
    {
        return nullptr;
    }
    return PeekPointer(found->second.device);
}

LeanSegment::Ip
LeanHost::TakeIp(const Connection& connection, const Ptr<Packet>& segment) const
{
    LeanSegment::Ip ip;
    ip.identification = (*connection.m_number)++;
    ip.ttl = m_ttl;
    if (segment && segment->GetPacketTagIterator().HasNext())
    {
        SocketIpTosTag tos;
        SocketIpTtlTag ttl;
        ip.ttl = segment->RemovePacketTag(ttl) ? ttl.GetTtl() : m_ttl;
        ip.tos = segment->RemovePacketTag(tos) ? tos.GetTos() : 0;
    }
    return ip;
}

bool
LeanHost::Send(const Connection& connection, const Ptr<Packet>& segment, const TcpHeader& header)
{
    const auto packet = segment ? segment : Create<Packet>();
    const uint32_t bytes = packet->GetSize() + header.GetSerializedSize();
    auto* device = FindDevice(connection, packet, IP_BYTES + bytes);
    if (!device)
    {
        return false;
    }
    const auto fields = TakeIp(connection, packet);
    Ipv4Header ip = connection.m_sends;
    ip.SetTtl(fields.ttl);
    ip.SetTos(fields.tos);
    ip.SetIdentification(fields.identification);
    ip.SetPayloadSize(static_cast<uint16_t>(bytes));
    packet->AddHeader(header);
    packet->AddHeader(ip);
    m_headers = packet->BeginItem().HasNext() ? Headers::LISTED : Headers::PLAIN;
    ++m_sent;
    device->Transmit(Create<LinkFrame>(packet, Rfc2684::IPV4));
    return true;
}

bool
LeanHost::SendNumbers(const Connection& connection,
                      const Ptr<Packet>& segment,
                      const TcpHeader& header,
                      const std::optional<LeanSegment::Timestamps>& timestamps)
{
    const uint32_t bytes =
        LeanSegment::GetHeadBytes(timestamps.has_value()) + (segment ? segment->GetSize() : 0);
    auto* device = m_headers == Headers::PLAIN ? FindDevice(connection, segment, bytes) : nullptr;
    if (!device)
    {
        return false;
    }
    const auto ip = TakeIp(connection, segment);
    ++m_sent;
    device->Transmit(Create<LeanSegment>(connection.m_path, ip, header, timestamps, segment));
    return true;
}

Ptr<LeanHost::Connection>
LeanHost::Find(const TcpConnectionKey& key, const LeanSegment::Ip& ip, uint32_t bytes) const
{
    const auto found = m_connections.find(key);
    if (found == m_connections.end())
    {
        return nullptr;
    }
    Ipv4Header& header = found->second->m_receives;
    header.SetTos(ip.tos);
    header.SetPayloadSize(static_cast<uint16_t>(bytes));
    header.SetIdentification(ip.identification);
    header.SetTtl(ip.ttl);
    return found->second;
}

Ptr<LeanHost::Connection>
LeanHost::Find(const Packet& packet) const
{
    uint8_t head[HEAD_BYTES];
    const bool isFragment = packet.CopyData(head, HEAD_BYTES) < HEAD_BYTES ||
                            (ReadNetwork16(head + 6) & 0x3fff) != 0; // offset, or more fragments
    if (isFragment || head[0] != NO_OPTIONS || head[9] != TcpL4Protocol::PROT_NUMBER ||
        ReadNetwork16(head + 2) != packet.GetSize())
    {
        return nullptr;
    }
    return Find({ReadNetwork32(head + 16),
                 ReadNetwork32(head + 12),
                 ReadNetwork16(head + IP_BYTES + 2),
                 ReadNetwork16(head + IP_BYTES)},
                {ReadNetwork16(head + 4), head[1], head[8]},
                packet.GetSize() - IP_BYTES);
}

bool
LeanHost::Port::Deliver(const LinkFrame& frame) const
{
    const auto* lean = LeanSegment::Of(frame);
    Ptr<Connection> connection;
    if (lean)
    {
        const TcpConnectionKey& ends = lean->GetPath().ends; // as the peer sees them
        connection = host->Find({ends.peer, ends.local, ends.peerPort, ends.localPort},
                                lean->GetIp(),
                                frame.GetSize() - IP_BYTES);
    }
    else if (frame.GetProtocol() == Rfc2684::IPV4)
    {
        connection = host->Find(*frame.GetPacket());
    }
    if (!connection || !interface->IsUp())
    {
        return false;
    }
    ++host->m_received;
    const Ptr<Socket> socket(connection->m_socket); // it may release its end point
    const TcpConnectionKey& ends = connection->m_path->ends;
    const PacketArrival arrival{&connection->m_receives,
                                nullptr,
                                nullptr,
                                ends.peerPort,
                                ends.localPort};
    if (lean)
    {
        connection->m_user->ReceiveLean(*lean, arrival);
    }
    else
    {
        frame.GetPacket()->RemoveAtStart(IP_BYTES);
        connection->m_user->Receive(frame.GetPacket(), arrival);
    }
    return true;
}

bool
LeanHost::Port::Take(const Ptr<LinkFrame>& frame)
{
    return Deliver(*frame) || others(device,
                                     frame->GetPacket(),
                                     frame->GetProtocol(),
                                     device->GetPeer()->GetAddress());
}
} // namespace hsn
} // namespace ns3
