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
 * Aggregates the protocol to the node. A derived class adds nothing but its TypeId.
 *
 * @tparam S class of the sockets, with SetProtocol(Ptr<P>) and SetNode()
 * @tparam P class of the protocol
 */
template <typename S, typename P>
class ProtocolSocketFactory : public TransportSocketFactory
{
  public:
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
} // namespace hsn
} // namespace ns3

#endif // HSN_PROTOCOL_SOCKET_FACTORY_H
