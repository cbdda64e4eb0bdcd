// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_ROUTING_HELPER_H
#define LEAN_ROUTING_HELPER_H

#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/lean-routing.h"
#include "ns3/node.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Gives nodes LeanRouting as their IPv4 routing.
 * @code
 *   InternetStackHelper stack;
 *   stack.SetRoutingHelper(LeanRoutingHelper());
 *   stack.Install(nodes);
 *   // ... addresses ...
 *   LeanRoutingHelper::Get(host)->SetDefaultRoute(device);
 * @endcode
 */
class LeanRoutingHelper : public Ipv4RoutingHelper
{
  public:
    LeanRoutingHelper* Copy() const override;
    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node> node) const override;

    /// @param node that has it, else the program ends with an error @return its routing
    static Ptr<LeanRouting> Get(Ptr<Node> node);
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_ROUTING_HELPER_H
