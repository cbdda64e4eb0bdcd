// SPDX-License-Identifier: GPL-2.0-only
#include "fec-udp-socket-factory.h"

#include "ns3/node.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FecUdpSocketFactory);

TypeId
FecUdpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::FecUdpSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FecUdpSocketFactory>();
    return tid;
}

std::string
FecUdpSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<UdpSocketFactory>() ? "" : "has no UDP; install an Internet stack first";
}

Ptr<Socket>
FecUdpSocketFactory::MakeSocket(Ptr<Node> node)
{
    auto socket = CreateObject<FecUdpSocket>();
    socket->SetNode(node);
    return socket;
}
} // namespace hsn
} // namespace ns3
