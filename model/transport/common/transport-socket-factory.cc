// SPDX-License-Identifier: GPL-2.0-only
#include "transport-socket-factory.h"

#include "ns3/abort.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TransportSocketFactory);

TypeId
TransportSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TransportSocketFactory").SetParent<SocketFactory>().SetGroupName("Hsn");
    return tid;
}

Ptr<Socket>
TransportSocketFactory::CreateSocket()
{
    const auto node = GetObject<Node>();
    const std::string name = GetInstanceTypeId().GetName();
    NS_ABORT_MSG_UNLESS(node, name << " is not aggregated to a node; use HsnInternetHelper");
    const auto obstacle = FindObstacle(node);
    NS_ABORT_MSG_UNLESS(obstacle.empty(), name << ": node " << node->GetId() << " " << obstacle);
    return MakeSocket(node);
}

void
TransportSocketFactory::Prepare()
{
}

int64_t
TransportSocketFactory::AssignStreams(int64_t /* stream */)
{
    return 0;
}
} // namespace hsn
} // namespace ns3
