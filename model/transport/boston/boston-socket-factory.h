// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_SOCKET_FACTORY_H
#define HSN_BOSTON_SOCKET_FACTORY_H

#include "ns3/transport-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes BostonSockets on the node it is aggregated to (BostonHelper does it).
 *
 * Congestion control, recovery, round-trip time estimation and defaults are chosen as by
 * IndexedTcpSocketFactory, which the node must have, too.
 */
class BostonSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_SOCKET_FACTORY_H
