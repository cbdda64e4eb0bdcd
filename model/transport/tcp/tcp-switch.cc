// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-switch.h"

#include "indexed-tcp-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/socket-factory.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpSwitch);

TypeId
TcpSwitch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpSwitch")
                            .SetParent<TcpSocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TcpSwitch>();
    return tid;
}

void
TcpSwitch::Install(Ptr<Node> node)
{
    if (node->GetObject<TcpSwitch>())
    {
        return;
    }
    NS_ABORT_MSG_UNLESS(node->GetObject<IndexedTcpSocketFactory>(),
                        "TcpSwitch: node " << node->GetId() << " has no IndexedTcpSocketFactory");
    const auto own = CreateObject<TcpSwitch>();
    node->AggregateObject(own);
    // Each look under the base class may count for ns-3's factory; two for ours overtake it, at the
    // latest after as many rounds as ns-3's factory was found before.
    constexpr uint32_t MOST_ROUNDS = 100000000;
    uint32_t rounds = 0;
    while (node->GetObject<SocketFactory>(TcpSocketFactory::GetTypeId()) != own)
    {
        NS_ABORT_MSG_IF(++rounds == MOST_ROUNDS,
                        "TcpSwitch: node " << node->GetId()
                                           << " keeps finding another ns3::TcpSocketFactory");
        node->GetObject<TcpSwitch>(TcpSwitch::GetTypeId());
        node->GetObject<TcpSwitch>(TcpSwitch::GetTypeId());
    }
}

Ptr<Socket>
TcpSwitch::CreateSocket()
{
    return GetObject<IndexedTcpSocketFactory>()->CreateSocket();
}
} // namespace hsn
} // namespace ns3
