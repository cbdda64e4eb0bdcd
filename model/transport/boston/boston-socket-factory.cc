// SPDX-License-Identifier: GPL-2.0-only
#include "boston-socket-factory.h"

#include "boston-socket.h"
#include "boston-stack.h"

#include "ns3/indexed-tcp-socket-factory.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(BostonSocketFactory);

TypeId
BostonSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::BostonSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<BostonSocketFactory>();
    return tid;
}

std::string
BostonSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<IndexedTcpSocketFactory>() && node->GetObject<BostonStack>()
               ? ""
               : "is not prepared; use BostonHelper";
}

Ptr<Socket>
BostonSocketFactory::MakeSocket(Ptr<Node> node)
{
    auto socket = CreateObject<BostonSocket>();
    node->GetObject<IndexedTcpSocketFactory>()->Equip(socket);
    socket->SetStack(node->GetObject<BostonStack>());
    return socket;
}
} // namespace hsn
} // namespace ns3
