// SPDX-License-Identifier: GPL-2.0-only
#include "qos-udp-watch.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param protocol of IP @param packet behind it @param udp gets the header @return whether it is
/// UDP
bool
ReadUdp(uint8_t protocol, Ptr<const Packet> packet, UdpHeader& udp)
{
    return protocol == UdpL4Protocol::PROT_NUMBER && packet->GetSize() >= udp.GetSerializedSize() &&
           packet->PeekHeader(udp) > 0;
}
} // namespace

void
QosUdpWatch::Attach(Ptr<Node> node, Make make)
{
    m_make = make;
    m_ipv4 = node->GetObject<Ipv4>();
    m_ipv6 = node->GetObject<Ipv6>();
    NS_ABORT_MSG_UNLESS(m_ipv4 || m_ipv6, "Node " << node->GetId() << " has no Internet stack");
    const Ptr<QosUdpWatch> self(this);
    if (m_ipv4)
    {
        m_ipv4->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&QosUdpWatch::Sent, self));
        m_ipv4->TraceConnectWithoutContext("LocalDeliver",
                                           MakeCallback(&QosUdpWatch::Arrived, self));
    }
    if (m_ipv6)
    {
        m_ipv6->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&QosUdpWatch::Sent6, self));
        m_ipv6->TraceConnectWithoutContext("LocalDeliver",
                                           MakeCallback(&QosUdpWatch::Arrived6, self));
    }
}

std::string
QosUdpWatch::GetName(uint64_t connection) const
{
    const auto write = [](const Ipv6Address& address, uint16_t port) {
        std::ostringstream text;
        if (address.IsIpv4MappedAddress())
        {
            text << address.GetIpv4MappedAddress() << ':' << port;
        }
        else
        {
            text << '[' << address << "]:" << port;
        }
        return text.str();
    };
    for (const auto& one : m_flows)
    {
        if (one.second.adapter->GetConnection() == connection)
        {
            return " " + write(std::get<0>(one.first), std::get<1>(one.first)) + " - " +
                   write(std::get<2>(one.first), std::get<3>(one.first));
        }
    }
    return "";
}

void
QosUdpWatch::Collect()
{
    for (const auto& one : m_flows)
    {
        one.second.adapter->Collect();
    }
}

void
QosUdpWatch::Detach()
{
    if (m_ipv4)
    {
        const Ptr<QosUdpWatch> self(this);
        m_ipv4->TraceDisconnectWithoutContext("SendOutgoing",
                                              MakeCallback(&QosUdpWatch::Sent, self));
        m_ipv4->TraceDisconnectWithoutContext("LocalDeliver",
                                              MakeCallback(&QosUdpWatch::Arrived, self));
        m_ipv4 = nullptr;
    }
    if (m_ipv6)
    {
        const Ptr<QosUdpWatch> self(this);
        m_ipv6->TraceDisconnectWithoutContext("SendOutgoing",
                                              MakeCallback(&QosUdpWatch::Sent6, self));
        m_ipv6->TraceDisconnectWithoutContext("LocalDeliver",
                                              MakeCallback(&QosUdpWatch::Arrived6, self));
        m_ipv6 = nullptr;
    }
    m_flows.clear();
    m_make = Make();
}

void
QosUdpWatch::Expire(Time idle)
{
    const Time now = Simulator::Now();
    for (auto flow = m_flows.begin(); flow != m_flows.end();)
    {
        if (flow->second.last + idle <= now)
        {
            flow->second.adapter->Close();
            flow = m_flows.erase(flow);
        }
        else
        {
            ++flow;
        }
    }
}

QosAdapter&
QosUdpWatch::Find(const Key& key)
{
    Flow& flow = m_flows[key];
    if (!flow.adapter)
    {
        flow.adapter = m_make();
    }
    flow.last = Simulator::Now();
    return *flow.adapter;
}

void
QosUdpWatch::Sent(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
{
    UdpHeader udp;
    if (ReadUdp(header.GetProtocol(), packet, udp))
    {
        Find({Ipv6Address::MakeIpv4MappedAddress(header.GetSource()),
              udp.GetSourcePort(),
              Ipv6Address::MakeIpv4MappedAddress(header.GetDestination()),
              udp.GetDestinationPort()})
            .Sent(packet->GetSize() - udp.GetSerializedSize());
    }
}

void
QosUdpWatch::Arrived(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
{
    UdpHeader udp;
    if (ReadUdp(header.GetProtocol(), packet, udp))
    {
        Find({Ipv6Address::MakeIpv4MappedAddress(header.GetDestination()),
              udp.GetDestinationPort(),
              Ipv6Address::MakeIpv4MappedAddress(header.GetSource()),
              udp.GetSourcePort()})
            .Arrived(packet->GetSize() - udp.GetSerializedSize());
    }
}

void
QosUdpWatch::Sent6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t)
{
    UdpHeader udp;
    if (ReadUdp(header.GetNextHeader(), packet, udp))
    {
        Find({header.GetSource(),
              udp.GetSourcePort(),
              header.GetDestination(),
              udp.GetDestinationPort()})
            .Sent(packet->GetSize() - udp.GetSerializedSize());
    }
}

void
QosUdpWatch::Arrived6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t)
{
    UdpHeader udp;
    if (ReadUdp(header.GetNextHeader(), packet, udp))
    {
        Find({header.GetDestination(),
              udp.GetDestinationPort(),
              header.GetSource(),
              udp.GetSourcePort()})
            .Arrived(packet->GetSize() - udp.GetSerializedSize());
    }
}
} // namespace hsn
} // namespace ns3
