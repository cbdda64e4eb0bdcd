// SPDX-License-Identifier: GPL-2.0-only
#include "boston-socket-factory.h"

#include "boston-socket.h"
#include "boston-stack.h"

#include "ns3/abort.h"
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
                            .SetParent<SocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<BostonSocketFactory>();
    return tid;
}

Ptr<Socket>
BostonSocketFactory::CreateSocket()
{
    const auto tcp = GetObject<IndexedTcpSocketFactory>();
    const auto stack = GetObject<BostonStack>();
    NS_ABORT_MSG_UNLESS(tcp && stack,
                        "BostonSocketFactory: the node is not prepared; use BostonHelper");
    auto socket = CreateObject<BostonSocket>();
    tcp->Equip(socket);
    socket->SetStack(stack);
    return socket;
}
} // namespace hsn
} // namespace ns3
