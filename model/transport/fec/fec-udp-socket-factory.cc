// SPDX-License-Identifier: GPL-2.0-only
#include "fec-udp-socket-factory.h"

#include "ns3/abort.h"
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
                            .SetParent<SocketFactory>()
                            .SetGroupName("Hsn")
                            .AddConstructor<FecUdpSocketFactory>();
    return tid;
}

Ptr<Socket>
FecUdpSocketFactory::CreateSocket()
{
    const auto node = GetObject<Node>();
    NS_ABORT_MSG_UNLESS(node && GetObject<UdpSocketFactory>(),
                        "FecUdpSocketFactory: the node has no UDP; install an Internet stack, then "
                        "HsnInternetHelper");
    auto socket = CreateObject<FecUdpSocket>();
    socket->SetNode(node, this);
    m_sockets.insert(socket);
    return socket;
}

void
FecUdpSocketFactory::Forget(FecUdpSocket* socket)
{
    m_sockets.erase(Ptr<FecUdpSocket>(socket));
}

void
FecUdpSocketFactory::DoDispose()
{
    for (const auto& socket : m_sockets)
    {
        socket->Dispose();
    }
    m_sockets.clear();
    SocketFactory::DoDispose();
}
} // namespace hsn
} // namespace ns3
