// SPDX-License-Identifier: GPL-2.0-only
#include "qos-udp-watch.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param header of IP @param packet behind it @param udp gets the header @return whether it is UDP
bool
ReadUdp(const Ipv4Header& header, Ptr<const Packet> packet, UdpHeader& udp)
{
    return header.GetProtocol() == UdpL4Protocol::PROT_NUMBER &&
           packet->GetSize() >= udp.GetSerializedSize() && packet->PeekHeader(udp) > 0;
}
} // namespace

void
QosUdpWatch::Attach(Ptr<Node> node, Make make)
{
    m_make = make;
    m_ipv4 = node->GetObject<Ipv4>();
    NS_ABORT_MSG_UNLESS(m_ipv4, "Node " << node->GetId() << " has no Internet stack");
    const Ptr<QosUdpWatch> self(this);
    m_ipv4->TraceConnectWithoutContext("SendOutgoing", MakeCallback(&QosUdpWatch::Sent, self));
    m_ipv4->TraceConnectWithoutContext("LocalDeliver", MakeCallback(&QosUdpWatch::Arrived, self));
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
    if (ReadUdp(header, packet, udp))
    {
        Find({header.GetSource().Get(),
              udp.GetSourcePort(),
              header.GetDestination().Get(),
              udp.GetDestinationPort()})
            .Sent(packet->GetSize() - udp.GetSerializedSize());
    }
}

void
QosUdpWatch::Arrived(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
{
    UdpHeader udp;
    if (ReadUdp(header, packet, udp))
    {
        Find({header.GetDestination().Get(),
              udp.GetDestinationPort(),
              header.GetSource().Get(),
              udp.GetSourcePort()})
            .Arrived(packet->GetSize() - udp.GetSerializedSize());
    }
}
} // namespace hsn
} // namespace ns3
