// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-socket-factory.h"

#include "ns3/udp-l4-protocol.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpSocketFactory);

TypeId
RmtpSocketFactory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::RmtpSocketFactory")
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<RmtpSocketFactory>();
    return tid;
}

std::string
RmtpSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<UdpL4Protocol>() ? "" : "has no Internet stack with UDP";
}

void
RmtpSocketFactory::Prepare()
{
    const auto node = GetObject<Node>();
    if (!node->GetObject<RmtpProtocol>())
    {
        node->AggregateObject(CreateObject<RmtpProtocol>());
    }
}

Ptr<Socket>
RmtpSocketFactory::MakeSocket(Ptr<Node> node)
{
    const auto socket = CreateObject<RmtpSocket>();
    socket->SetNode(node);
    socket->SetProtocol(node->GetObject<RmtpProtocol>());
    return socket;
}

int64_t
RmtpSocketFactory::AssignStreams(int64_t stream)
{
    return GetObject<RmtpProtocol>()->AssignStreams(stream);
}
} // namespace hsn
} // namespace ns3
