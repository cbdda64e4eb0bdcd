// SPDX-License-Identifier: GPL-2.0-only
#include "fec-tunnel-helper.h"

#include "ns3/inet-socket-address.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
FecTunnelHelper::FecTunnelHelper()
{
    m_tunnel.SetTypeId(FecTunnel::GetTypeId());
}

void
FecTunnelHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    m_tunnel.Set(name, value);
}

void
FecTunnelHelper::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    m_attributes.emplace_back(name, value.Copy());
}

NetDeviceContainer
FecTunnelHelper::Install(Ptr<Node> a,
                         Ipv4Address addressA,
                         Ptr<Node> b,
                         Ipv4Address addressB,
                         uint16_t port) const
{
    NetDeviceContainer devices;
    const auto open = [&](Ptr<Node> node, Ipv4Address local, Ipv4Address peer) {
        auto tunnel = m_tunnel.Create<FecTunnel>();
        tunnel->Open(node, InetSocketAddress(local, port), InetSocketAddress(peer, port));
        for (const auto& [name, value] : m_attributes)
        {
            tunnel->GetSocket()->SetAttribute(name, *value);
        }
        // the tunnel lives as long as its device
        tunnel->GetDevice()->AggregateObject(tunnel);
        devices.Add(tunnel->GetDevice());
    };
    open(a, addressA, addressB);
    open(b, addressB, addressA);
    return devices;
}
} // namespace hsn
} // namespace ns3
