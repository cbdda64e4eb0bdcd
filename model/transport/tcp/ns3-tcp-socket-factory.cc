// SPDX-License-Identifier: GPL-2.0-only
#include "ns3-tcp-socket-factory.h"

#include "ns3/tcp-l4-protocol.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(Ns3TcpSocketFactory);

TypeId
Ns3TcpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::Ns3TcpSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<Ns3TcpSocketFactory>();
    return tid;
}

std::string
Ns3TcpSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<TcpL4Protocol>() ? "" : "has no TCP; install an Internet stack first";
}

Ptr<Socket>
Ns3TcpSocketFactory::MakeSocket(Ptr<Node> node)
{
    return node->GetObject<TcpL4Protocol>()->CreateSocket();
}
} // namespace hsn
} // namespace ns3
