// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-demultiplexer.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/packet-arrival.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTcpDemultiplexer");
NS_OBJECT_ENSURE_REGISTERED(TcpDemultiplexer);

namespace
{
constexpr uint32_t PORT_BYTES = 4; // both, at the front of a TCP header (RFC 9293, 3.1)
} // namespace

void
TcpDemultiplexer::Connection::Leave()
{
    if (m_owner)
    {
        const Ptr<Connection> self(this);
        std::exchange(m_owner, nullptr)->m_connections.erase(m_key);
    }
}

TypeId
TcpDemultiplexer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpDemultiplexer").SetParent<IpL4Protocol>().SetGroupName("Hsn");
    return tid;
}

TcpDemultiplexer::TcpDemultiplexer()
{
}

TcpDemultiplexer::~TcpDemultiplexer()
{
}

void
TcpDemultiplexer::DoDispose()
{
    for (const auto& connection : m_connections)
    {
        connection.second->m_owner = nullptr;
    }
    m_connections.clear();
    m_tcp = nullptr;
    IpL4Protocol::DoDispose();
}

Ptr<TcpDemultiplexer>
TcpDemultiplexer::Of(Ptr<Node> node)
{
    auto found = node->GetObject<TcpDemultiplexer>();
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    if (!found && ipv4)
    {
        found = CreateObject<TcpDemultiplexer>();
        found->m_tcp = node->GetObject<TcpL4Protocol>();
        node->AggregateObject(found);
        ipv4->Insert(found); // in place of ns-3's TCP
    }
    return found;
}

Ptr<TcpDemultiplexer::Connection>
TcpDemultiplexer::Join(const SocketEndPoint& endPoint, SocketEndPoint::User& user, Socket& socket)
{
    const auto key = TcpConnectionKey::Of(endPoint);
    if (!key)
    {
        return nullptr;
    }
    auto connection = Create<Connection>();
    connection->m_owner = this;
    connection->m_key = *key;
    connection->m_user = &user;
    connection->m_socket = &socket;
    m_connections[*key] = connection;
    return connection;
}

uint64_t
TcpDemultiplexer::GetReceived() const
{
    return m_received;
}

int
TcpDemultiplexer::GetProtocolNumber() const
{
    return TcpL4Protocol::PROT_NUMBER;
}

IpL4Protocol::RxStatus
TcpDemultiplexer::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface> interface)
{
    uint8_t ports[PORT_BYTES];
    if (!Node::ChecksumEnabled() && packet->CopyData(ports, PORT_BYTES) == PORT_BYTES)
    {
        const auto peerPort = ReadNetwork16(ports);
        const auto localPort = ReadNetwork16(ports + 2);
        const auto found = m_connections.find(
            {ip.GetDestination().Get(), ip.GetSource().Get(), localPort, peerPort});
        if (found != m_connections.end())
        {
            ++m_received;
            const Connection& connection = *found->second;
            const Ptr<Socket> socket(connection.m_socket); // it may release its end point
            connection.m_user->Receive(packet, {&ip, nullptr, nullptr, peerPort, localPort});
            return RX_OK;
        }
    }
    return m_tcp->Receive(packet, ip, interface);
}

IpL4Protocol::RxStatus
TcpDemultiplexer::Receive(Ptr<Packet> packet, const Ipv6Header& ip, Ptr<Ipv6Interface> interface)
{
    return m_tcp->Receive(packet, ip, interface);
}

void
TcpDemultiplexer::ReceiveIcmp(Ipv4Address from,
                              uint8_t ttl,
                              uint8_t type,
                              uint8_t code,
                              uint32_t info,
                              Ipv4Address source,
                              Ipv4Address destination,
                              const uint8_t payload[8])
{
    m_tcp->ReceiveIcmp(from, ttl, type, code, info, source, destination, payload);
}

void
TcpDemultiplexer::SetDownTarget(DownTargetCallback callback)
{
    m_tcp->SetDownTarget(callback);
}

void
TcpDemultiplexer::SetDownTarget6(DownTargetCallback6 callback)
{
    m_tcp->SetDownTarget6(callback);
}

IpL4Protocol::DownTargetCallback
TcpDemultiplexer::GetDownTarget() const
{
    return m_tcp->GetDownTarget();
}

IpL4Protocol::DownTargetCallback6
TcpDemultiplexer::GetDownTarget6() const
{
    return m_tcp->GetDownTarget6();
}
} // namespace hsn
} // namespace ns3
