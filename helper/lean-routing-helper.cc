// SPDX-License-Identifier: GPL-2.0-only
#include "lean-routing-helper.h"

#include "ns3/abort.h"
#include "ns3/ipv4.h"

namespace ns3
{
namespace hsn
{
LeanRoutingHelper*
LeanRoutingHelper::Copy() const
{
    return new LeanRoutingHelper(*this);
}

Ptr<Ipv4RoutingProtocol>
LeanRoutingHelper::Create(Ptr<Node> node) const
{
    return CreateObject<LeanRouting>();
}

Ptr<LeanRouting>
LeanRoutingHelper::Get(Ptr<Node> node)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    auto routing = ipv4 ? DynamicCast<LeanRouting>(ipv4->GetRoutingProtocol()) : nullptr;
    NS_ABORT_MSG_UNLESS(routing, "node " << node->GetId() << " has no LeanRouting");
    return routing;
}
} // namespace hsn
} // namespace ns3
