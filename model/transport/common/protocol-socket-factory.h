// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PROTOCOL_SOCKET_FACTORY_H
#define HSN_PROTOCOL_SOCKET_FACTORY_H

#include "transport-protocol.h"
#include "transport-socket-factory.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief The socket factory of a protocol that derives from TransportProtocol.
 *
 * Aggregates the protocol to the node. Its TypeId has the name of the socket's with "Factory"
 * behind it; a protocol gives the class the same name by an alias, and registers that one.
 *
 * @tparam S class of the sockets, with a TypeId, SetProtocol(Ptr<P>) and SetNode()
 * @tparam P class of the protocol
 */
template <typename S, typename P>
class ProtocolSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string FindObstacle(Ptr<Node> node) const override
    {
        return node->GetObject<Ipv4>() || node->GetObject<Ipv6>() ? "" : "has no Internet stack";
    }

    void Prepare() override
    {
        const Ptr<Node> node = GetObject<Node>();
        if (!node->GetObject<P>())
        {
            node->AggregateObject(CreateObject<P>());
        }
    }

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override
    {
        const auto socket = CreateObject<S>();
        socket->SetNode(node);
        socket->SetProtocol(node->GetObject<P>());
        return socket;
    }
};

template <typename S, typename P>
TypeId
ProtocolSocketFactory<S, P>::GetTypeId()
{
    const std::string name = S::GetTypeId().GetName() + "Factory";
    static TypeId tid = TypeId(name.c_str()) // ns-3.35 takes no std::string
                            .SetParent<TransportSocketFactory>()
                            .SetGroupName("Hsn")
                            .template AddConstructor<ProtocolSocketFactory>();
    return tid;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PROTOCOL_SOCKET_FACTORY_H
