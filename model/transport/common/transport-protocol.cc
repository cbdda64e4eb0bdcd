// SPDX-License-Identifier: GPL-2.0-only
#include "transport-protocol.h"

#include "ip-route.h"
#include "unmap-address.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/uinteger.h"

#include <memory>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnTransportProtocol");
NS_OBJECT_ENSURE_REGISTERED(TransportProtocol);

namespace
{
/// EtherType for local experiments (IEEE 802, table 9-1).
constexpr uint16_t LOCAL_EXPERIMENT = 0x88b5;

/**
 * @brief Finds the socket that sent a packet.
 *
 * The SimpleLookup() of ns-3 also finds connections with other peers.
 *
 * @tparam List container of pointers to end points
 * @tparam A address
 * @param endPoints all end points
 * @param source address
 * @param destination address
 * @param ports local: source
 * @return the end point with this peer, else one without peer, else null
 */
template <typename List, typename A>
auto
FindSender(const List& endPoints, A source, A destination, const PacketArrival& ports)
{
    typename List::value_type open = nullptr;
    for (const auto endPoint : endPoints)
    {
        const auto local = endPoint->GetLocalAddress();
        if (endPoint->GetLocalPort() != ports.localPort || (local != source && !local.IsAny()))
        {
            continue;
        }
        if (endPoint->GetPeerPort() == ports.peerPort && endPoint->GetPeerAddress() == destination)
        {
            return endPoint;
        }
        if (endPoint->GetPeerPort() == 0)
        {
            open = endPoint;
        }
    }
    return open;
}

/** @param type of ICMP; becomes that of ICMPv6 (RFC 7915, section 4.2) @param code of ICMP; becomes
 * that of ICMPv6
 * @return whether there is one */
bool
TranslateIcmp(uint8_t& type, uint8_t& code)
{
    if (type == Icmpv4Header::ICMPV4_DEST_UNREACH)
    {
        type = Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE;
        code = code == Icmpv4DestinationUnreachable::ICMPV4_PORT_UNREACHABLE
                   ? Icmpv6Header::ICMPV6_PORT_UNREACHABLE
                   : Icmpv6Header::ICMPV6_NO_ROUTE;
        return true;
    }
    if (type == Icmpv4Header::ICMPV4_TIME_EXCEEDED)
    {
        type = Icmpv6Header::ICMPV6_ERROR_TIME_EXCEEDED;
        return true;
    }
    return false;
}

/** @tparam Demux of end points @tparam A address @param demux end points @param device the only one
 * to receive from, or null @param address local @param port local, or 0 @return a new end point, or
 * nullptr */
template <typename Demux, typename A>
auto
AllocateFrom(Demux& demux, Ptr<NetDevice> device, A address, uint16_t port)
{
    if (port != 0)
    {
        return demux.Allocate(device, address, port);
    }
    return address.IsAny() ? demux.Allocate() : demux.Allocate(address);
}
} // namespace

TypeId
TransportProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TransportProtocol")
                            .SetParent<IpL4Protocol>()
                            .SetGroupName("Hsn")
                            .AddAttribute("Carrier",
                                          "How packets travel between IP addresses.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          EnumValue(IN_IP),
                                          MakeHsnEnumAccessor(&TransportProtocol::m_carrier),
                                          MakeEnumChecker(IN_IP, "Ip", IN_UDP, "Udp"))
                            .AddAttribute("EtherType",
                                          "EtherType of packets on devices without IP.",
                                          TypeId::ATTR_GET | TypeId::ATTR_CONSTRUCT,
                                          UintegerValue(LOCAL_EXPERIMENT),
                                          MakeUintegerAccessor(&TransportProtocol::m_etherType),
                                          MakeUintegerChecker<uint16_t>(0x0600))
                            .AddTraceSource("RxDrop",
                                            "A packet is dropped on arrival: packet, reason.",
                                            MakeTraceSourceAccessor(&TransportProtocol::m_rxDrop),
                                            "ns3::hsn::TransportProtocol::DropTracedCallback");
    return tid;
}

TransportProtocol::TransportProtocol()
    : m_endPoints(std::make_unique<Ipv4EndPointDemux>()),
      m_endPoints6(std::make_unique<Ipv6EndPointDemux>())
{
}

TransportProtocol::~TransportProtocol() = default;

void
TransportProtocol::NotifyNewAggregate()
{
    const auto node = GetObject<Node>();
    const auto ipv4 = GetObject<Ipv4>();
    const auto ipv6 = GetObject<Ipv6>();
    if (node)
    {
        m_node = node;
        m_udp.SetProtocol(GetObject<UdpL4Protocol>());
    }
    if (node && ipv4 && m_downTarget.IsNull())
    {
        ipv4->Insert(this);
        SetDownTarget(MakeCallback(&Ipv4::Send, ipv4));
    }
    if (node && ipv6 && m_downTarget6.IsNull())
    {
        ipv6->Insert(this);
        SetDownTarget6(MakeCallback(&Ipv6::Send, ipv6));
    }
    IpL4Protocol::NotifyNewAggregate();
}

void
TransportProtocol::DoDispose()
{
    // destroyed end points tell their sockets
    m_endPoints.reset();
    m_endPoints6.reset();
    m_linkEndPoints = LinkEndPointDemux();
    m_node = nullptr;
    m_udp.SetProtocol(nullptr);
    m_downTarget.Nullify();
    m_downTarget6.Nullify();
    IpL4Protocol::DoDispose();
}

const TransportProtocol::Counters&
TransportProtocol::GetCounters() const
{
    return m_counters;
}

void
TransportProtocol::SetDownTarget(DownTargetCallback callback)
{
    m_downTarget = callback;
}

void
TransportProtocol::SetDownTarget6(DownTargetCallback6 callback)
{
    m_downTarget6 = callback;
}

IpL4Protocol::DownTargetCallback
TransportProtocol::GetDownTarget() const
{
    return m_downTarget;
}

IpL4Protocol::DownTargetCallback6
TransportProtocol::GetDownTarget6() const
{
    return m_downTarget6;
}

// --- end points -----------------------------------------------------------------------------

Ipv4EndPoint*
TransportProtocol::Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port)
{
    return m_carrier == IN_UDP ? m_udp.Allocate(device, address, port)
                               : AllocateFrom(*m_endPoints, device, address, port);
}

Ipv6EndPoint*
TransportProtocol::Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port)
{
    return m_carrier == IN_UDP ? m_udp.Allocate(device, address, port)
                               : AllocateFrom(*m_endPoints6, device, address, port);
}

void
TransportProtocol::DeAllocate(Ipv4EndPoint* endPoint)
{
    m_carrier == IN_UDP ? m_udp.DeAllocate(endPoint) : m_endPoints->DeAllocate(endPoint);
}

void
TransportProtocol::DeAllocate(Ipv6EndPoint* endPoint)
{
    m_carrier == IN_UDP ? m_udp.DeAllocate(endPoint) : m_endPoints6->DeAllocate(endPoint);
}

bool
TransportProtocol::CanUseLink() const
{
    return true;
}

LinkEndPoint*
TransportProtocol::AllocateLink(Ptr<NetDevice> device, uint16_t port)
{
    if (!m_linkUsed)
    {
        m_linkUsed = true;
        m_node->RegisterProtocolHandler(MakeCallback(&TransportProtocol::ReceiveLink, this),
                                        m_etherType,
                                        nullptr);
    }
    return m_linkEndPoints.Allocate(device, port);
}

void
TransportProtocol::DeAllocateLink(LinkEndPoint* endPoint)
{
    m_linkEndPoints.DeAllocate(endPoint);
}

bool
TransportProtocol::Accept(SocketEndPoint& endPoint, const PacketArrival& arrival)
{
    const uint16_t local = arrival.localPort;
    const uint16_t peer = arrival.peerPort;
    if (arrival.link)
    {
        return endPoint.Adopt(
            m_linkEndPoints.Allocate(arrival.link->device, local, arrival.link->source, peer));
    }
    const auto device = endPoint.GetDevice();
    if (arrival.ipv4)
    {
        const auto from = arrival.ipv4->GetSource();
        const auto to = arrival.ipv4->GetDestination();
        return endPoint.Adopt(m_carrier == IN_UDP
                                  ? m_udp.GetProtocol()->Allocate(device, to, local, from, peer)
                                  : m_endPoints->Allocate(device, to, local, from, peer));
    }
    const auto from = arrival.ipv6->GetSource();
    const auto to = arrival.ipv6->GetDestination();
    return endPoint.Adopt(m_carrier == IN_UDP
                              ? m_udp.GetProtocol()->Allocate6(device, to, local, from, peer)
                              : m_endPoints6->Allocate(device, to, local, from, peer));
}

uint32_t
TransportProtocol::GetMaxPacketSize(const SocketEndPoint& endPoint) const
{
    const Address local = UnmapAddress(endPoint.GetLocalAddress());
    const uint32_t mtu = endPoint.GetMtu();
    if (Mac48Address::IsMatchingType(local))
    {
        return mtu;
    }
    const uint32_t overhead = (Ipv4Address::IsMatchingType(local) ? 20 : 40) +
                              (m_carrier == IN_UDP ? 8 : 0); // headers without options
    return mtu > overhead ? mtu - overhead : 0;
}

// --- sending --------------------------------------------------------------------------------

void
TransportProtocol::Send(Ptr<Packet> packet,
                        TransportHeader& header,
                        const SocketEndPoint& from,
                        uint8_t ecn)
{
    from.AddSocketTags(packet, ecn);
    Send(packet, header, from.GetPath());
}

void
TransportProtocol::Send(Ptr<Packet> packet, TransportHeader& header, const TransportPath& path)
{
    TransportPath way = {UnmapAddress(path.local),
                         UnmapAddress(path.peer),
                         path.localPort,
                         path.peerPort,
                         path.device};
    if (Ipv4Address::IsMatchingType(way.peer))
    {
        LeaveGroupAddress<Ipv4, Ipv4Header, Ipv4Address>(m_node, packet, way);
    }
    else if (Ipv6Address::IsMatchingType(way.peer))
    {
        LeaveGroupAddress<Ipv6, Ipv6Header, Ipv6Address>(m_node, packet, way);
    }
    header.SetSourcePort(way.localPort);
    header.SetDestinationPort(way.peerPort);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum(way.local, way.peer, static_cast<uint8_t>(GetProtocolNumber()));
    }
    packet->AddHeader(header);
    ++m_counters.sent;
    if (Mac48Address::IsMatchingType(way.peer))
    {
        m_counters.unsent += !way.device->Send(packet, way.peer, m_etherType);
    }
    else if (Ipv4Address::IsMatchingType(way.peer))
    {
        SendIp<Ipv4, Ipv4Header, Ipv4Route, Ipv4Address>(packet, way, m_downTarget);
    }
    else
    {
        SendIp<Ipv6, Ipv6Header, Ipv6Route, Ipv6Address>(packet, way, m_downTarget6);
    }
}

template <typename Ip, typename Header, typename Route, typename A, typename D>
void
TransportProtocol::SendIp(Ptr<Packet> packet, const TransportPath& path, const D& down)
{
    const A local = A::ConvertFrom(path.local);
    const A peer = A::ConvertFrom(path.peer);
    Ptr<Route> route;
    if (!FindIpRoute<Ip, Header, Route, A>(m_node, packet, path, route))
    {
        NS_LOG_LOGIC("no route to " << peer);
        ++m_counters.unsent;
    }
    else if (m_carrier == IN_UDP)
    {
        m_udp.GetProtocol()->Send(packet, local, peer, path.localPort, path.peerPort, route);
    }
    else
    {
        down(packet, local, peer, static_cast<uint8_t>(GetProtocolNumber()), route);
    }
}

// --- arrival --------------------------------------------------------------------------------

bool
TransportProtocol::Inspect(Ptr<const Packet> packet, PacketArrival& arrival, RxStatus& status)
{
    ++m_counters.received;
    switch (ReadHeader(packet, arrival))
    {
    case Problem::NONE:
        return true;
    case Problem::MALFORMED:
        ++m_counters.malformed;
        m_rxDrop(packet, "malformed header");
        AnswerDropped(Problem::MALFORMED, packet, arrival);
        status = RX_OK; // no ICMP error says so
        break;
    case Problem::BAD_CHECKSUM:
        ++m_counters.badChecksum;
        m_rxDrop(packet, "wrong checksum");
        status = RX_CSUM_FAILED;
        break;
    }
    return false;
}

bool
TransportProtocol::Admit(Ptr<const Packet> packet, const PacketArrival& arrival)
{
    if (m_carrier == IN_IP || arrival.link)
    {
        return true; // inspected before its end point was looked up
    }
    PacketArrival read = arrival;
    RxStatus status;
    if (!Inspect(packet, read, status))
    {
        return false;
    }
    if (read.peerPort == 0 && read.localPort == 0)
    {
        DropUnreachable(packet, arrival); // the header names no connection that is here
        return false;
    }
    if (read.peerPort != arrival.peerPort || read.localPort != arrival.localPort)
    {
        ++m_counters.malformed;
        m_rxDrop(packet, "ports differ from those of UDP");
        return false;
    }
    return true;
}

template <typename Demux, typename Header, typename Interface>
bool
TransportProtocol::Deliver(Demux& demux,
                           Ptr<Packet> packet,
                           const Header& ip,
                           Ptr<Interface> interface,
                           const PacketArrival& arrival)
{
    const auto found = demux.Lookup(ip.GetDestination(),
                                    arrival.localPort,
                                    ip.GetSource(),
                                    arrival.peerPort,
                                    interface);
    for (const auto endPoint : found)
    {
        // each takes headers off
        const auto own = found.size() > 1 ? packet->Copy() : packet;
        endPoint->ForwardUp(own, ip, arrival.peerPort, interface);
    }
    return !found.empty();
}

IpL4Protocol::RxStatus
TransportProtocol::DropUnreachable(Ptr<const Packet> packet, const PacketArrival& arrival)
{
    ++m_counters.noEndPoint;
    m_rxDrop(packet, "no end point");
    return AnswerDropped(Problem::NONE, packet, arrival) ? RX_OK : RX_ENDPOINT_UNREACH;
}

bool
TransportProtocol::AnswerDropped(Problem /* problem */,
                                 Ptr<const Packet> /* packet */,
                                 const PacketArrival& /* arrival */)
{
    return false;
}

IpL4Protocol::RxStatus
TransportProtocol::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface> interface)
{
    NS_LOG_FUNCTION(this << packet << ip);
    PacketArrival arrival;
    arrival.ipv4 = &ip;
    RxStatus status = RX_OK;
    if (!Inspect(packet, arrival, status) || Deliver(*m_endPoints, packet, ip, interface, arrival))
    {
        return status;
    }
    Ipv6Header mapped;
    mapped.SetSource(Ipv6Address::MakeIpv4MappedAddress(ip.GetSource()));
    mapped.SetDestination(Ipv6Address::MakeIpv4MappedAddress(ip.GetDestination()));
    mapped.SetEcn(static_cast<Ipv6Header::EcnType>(ip.GetEcn()));
    mapped.SetHopLimit(ip.GetTtl());
    if (Deliver(*m_endPoints6, packet, mapped, Ptr<Ipv6Interface>(), arrival))
    {
        return RX_OK;
    }
    return DropUnreachable(packet, arrival);
}

IpL4Protocol::RxStatus
TransportProtocol::Receive(Ptr<Packet> packet, const Ipv6Header& ip, Ptr<Ipv6Interface> interface)
{
    NS_LOG_FUNCTION(this << packet << ip);
    PacketArrival arrival;
    arrival.ipv6 = &ip;
    RxStatus status = RX_OK;
    if (!Inspect(packet, arrival, status) || Deliver(*m_endPoints6, packet, ip, interface, arrival))
    {
        return status;
    }
    return DropUnreachable(packet, arrival);
}

void
TransportProtocol::ReceiveLink(Ptr<NetDevice> device,
                               Ptr<const Packet> packet,
                               uint16_t protocol,
                               const Address& from,
                               const Address& to,
                               NetDevice::PacketType /* type */)
{
    NS_LOG_FUNCTION(this << device << packet << protocol << from << to);
    const LinkArrival link = {device,
                              Mac48Address::ConvertFrom(from),
                              Mac48Address::ConvertFrom(device->GetAddress())};
    PacketArrival arrival;
    arrival.link = &link;
    RxStatus status;
    if (!Inspect(packet, arrival, status))
    {
        return;
    }
    if (const auto endPoint = m_linkEndPoints.Lookup(link, arrival.localPort, arrival.peerPort))
    {
        endPoint->ForwardUp(packet->Copy(), link, arrival.peerPort);
    }
    else
    {
        DropUnreachable(packet, arrival);
    }
}

// --- ICMP -----------------------------------------------------------------------------------

void
TransportProtocol::ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const
{
    arrival.localPort = ReadNetwork16(payload);
    arrival.peerPort = ReadNetwork16(payload + 2);
}

void
TransportProtocol::ReceiveIcmp(Ipv4Address from,
                               uint8_t ttl,
                               uint8_t type,
                               uint8_t code,
                               uint32_t info,
                               Ipv4Address source,
                               Ipv4Address destination,
                               const uint8_t payload[8])
{
    NS_LOG_FUNCTION(this << from << +type << +code << source << destination);
    PacketArrival ports;
    ReadReportedPorts(payload, ports);
    const auto endPoints = m_endPoints->GetAllEndPoints();
    if (const auto endPoint = FindSender(endPoints, source, destination, ports))
    {
        endPoint->ForwardIcmp(from, ttl, type, code, info);
        return;
    }
    const auto mapped = [](Ipv4Address address) {
        return Ipv6Address::MakeIpv4MappedAddress(address);
    };
    const auto endPoints6 = m_endPoints6->GetEndPoints();
    const auto endPoint6 = FindSender(endPoints6, mapped(source), mapped(destination), ports);
    if (endPoint6 && TranslateIcmp(type, code))
    {
        endPoint6->ForwardIcmp(mapped(from), ttl, type, code, info);
    }
}

void
TransportProtocol::ReceiveIcmp(Ipv6Address from,
                               uint8_t ttl,
                               uint8_t type,
                               uint8_t code,
                               uint32_t info,
                               Ipv6Address source,
                               Ipv6Address destination,
                               const uint8_t payload[8])
{
    NS_LOG_FUNCTION(this << from << +type << +code << source << destination);
    PacketArrival ports;
    ReadReportedPorts(payload, ports);
    const auto endPoints = m_endPoints6->GetEndPoints();
    if (const auto endPoint = FindSender(endPoints, source, destination, ports))
    {
        endPoint->ForwardIcmp(from, ttl, type, code, info);
    }
}
} // namespace hsn
} // namespace ns3
