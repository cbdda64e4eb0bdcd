// SPDX-License-Identifier: GPL-2.0-only
#include "lean-host.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/log.h"
#include "ns3/node.h"
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
constexpr uint16_t IPV4 = 0x0800;
constexpr uint32_t IP_BYTES = 20;             // of a header without options (RFC 791, 3.1)
constexpr uint32_t HEAD_BYTES = IP_BYTES + 4; // with the ports
constexpr uint8_t NO_OPTIONS = 0x45;          // version 4, five words

/// @param p two octets @return the number
uint16_t
Read16(const uint8_t* p)
{
    return static_cast<uint16_t>(p[0] << 8 | p[1]);
}
} // namespace

// --- connections ------------------------------------------------------------------------------

std::size_t
LeanHost::Key::Hash::operator()(const Key& key) const
{
    uint64_t hash = static_cast<uint64_t>(key.local) << 32 | key.peer;
    hash ^= (static_cast<uint64_t>(key.localPort) << 16 | key.peerPort) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 32;
}

bool
LeanHost::Connection::Send(Ptr<Packet> segment, const TcpHeader& header) const
{
    return m_host && m_host->Send(*this, segment, header);
}

void
LeanHost::Connection::Leave()
{
    if (m_host)
    {
        const Ptr<Connection> self(this);
        std::exchange(m_host, nullptr)->m_connections.erase(m_key);
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
    m_ports[PeekPointer(device)] = {m_ipv4->GetInterface(interface),
                                    device->GetReceiveCallback(),
                                    device};
    device->SetReceiveCallback(MakeCallback(&LeanHost::Receive, this));
}

Ptr<LeanHost::Connection>
LeanHost::Join(const SocketEndPoint& endPoint, SocketEndPoint::User& user, Socket& socket)
{
    const Address from = endPoint.GetLocalAddress();
    const Address to = endPoint.GetPeerAddress();
    if (m_ports.empty() || endPoint.GetDevice() || Node::ChecksumEnabled() ||
        !Ipv4Address::IsMatchingType(from) || !Ipv4Address::IsMatchingType(to))
    {
        return nullptr;
    }
    const auto peer = Ipv4Address::ConvertFrom(to);
    if (m_ipv4->GetInterfaceForAddress(peer) >= 0)
    {
        return nullptr; // within the node
    }
    auto connection = Create<Connection>();
    connection->m_host = this;
    connection->m_key = {Ipv4Address::ConvertFrom(from).Get(),
                         peer.Get(),
                         endPoint.GetLocalPort(),
                         endPoint.GetPeerPort()};
    connection->m_user = &user;
    connection->m_socket = &socket;
    const Key& key = connection->m_key;
    connection->m_number = &m_numbers[static_cast<uint64_t>(key.local) << 32 | key.peer];
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

bool
LeanHost::Send(const Connection& connection, Ptr<Packet> segment, const TcpHeader& header)
{
    const Key& key = connection.m_key;
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(key.local));
    ip.SetDestination(Ipv4Address(key.peer));
    ip.SetProtocol(TcpL4Protocol::PROT_NUMBER);
    Socket::SocketErrno error;
    const auto route = m_ipv4->GetRoutingProtocol()->RouteOutput(segment, ip, nullptr, error);
    const auto found = route ? m_ports.find(PeekPointer(route->GetOutputDevice())) : m_ports.end();
    const uint32_t bytes = segment->GetSize() + header.GetSerializedSize();
    if (found == m_ports.end() || IP_BYTES + bytes > found->second.device->GetMtu() ||
        !found->second.interface->IsUp())
    {
        return false;
    }
    SocketIpTosTag tos;
    SocketIpTtlTag ttl;
    ip.SetTtl(segment->RemovePacketTag(ttl) ? ttl.GetTtl() : m_ttl);
    ip.SetTos(segment->RemovePacketTag(tos) ? tos.GetTos() : 0);
    ip.SetIdentification((*connection.m_number)++);
    ip.SetMayFragment();
    ip.SetPayloadSize(static_cast<uint16_t>(bytes));
    segment->AddHeader(header);
    segment->AddHeader(ip);
    ++m_sent;
    const auto& device = found->second.device;
    device->Send(segment, device->GetBroadcast(), IPV4);
    return true;
}

Ptr<LeanHost::Connection>
LeanHost::Find(const Packet& packet, Ipv4Header& ip) const
{
    uint8_t head[HEAD_BYTES];
    const bool isFragment = packet.CopyData(head, HEAD_BYTES) < HEAD_BYTES ||
                            (Read16(head + 6) & 0x3fff) != 0; // offset, or more fragments
    if (isFragment || head[0] != NO_OPTIONS || head[9] != TcpL4Protocol::PROT_NUMBER ||
        Read16(head + 2) != packet.GetSize())
    {
        return nullptr;
    }
    ip.SetSource(Ipv4Address::Deserialize(head + 12));
    ip.SetDestination(Ipv4Address::Deserialize(head + 16));
    const auto found = m_connections.find({ip.GetDestination().Get(),
                                           ip.GetSource().Get(),
                                           Read16(head + IP_BYTES + 2),
                                           Read16(head + IP_BYTES)});
    if (found == m_connections.end())
    {
        return nullptr;
    }
    ip.SetTos(head[1]);
    ip.SetPayloadSize(static_cast<uint16_t>(packet.GetSize() - IP_BYTES));
    ip.SetIdentification(Read16(head + 4));
    ip.SetTtl(head[8]);
    ip.SetProtocol(head[9]);
    return found->second;
}

bool
LeanHost::Receive(Ptr<NetDevice> in,
                  Ptr<const Packet> packet,
                  uint16_t protocol,
                  const Address& from)
{
    const Port& port = m_ports.at(PeekPointer(in));
    Ipv4Header ip;
    const auto connection = protocol == IPV4 ? Find(*packet, ip) : nullptr;
    if (!connection || !port.interface->IsUp())
    {
        return port.others(in, packet, protocol, from);
    }
    ++m_received;
    const Ptr<Socket> socket(connection->m_socket); // it may release its end point
    // nobody else has the packet: the link has delivered it
    const auto segment = ConstCast<Packet>(packet);
    segment->RemoveAtStart(IP_BYTES);
    connection->m_user->Receive(
        segment,
        {&ip, nullptr, nullptr, connection->m_key.peerPort, connection->m_key.localPort});
    return true;
}
} // namespace hsn
} // namespace ns3
