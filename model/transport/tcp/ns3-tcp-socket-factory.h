// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_NS3_TCP_SOCKET_FACTORY_H
#define HSN_NS3_TCP_SOCKET_FACTORY_H

#include "ns3/transport-socket-factory.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes sockets of ns-3's own TCP, under a name that stays theirs where
 * "ns3::TcpSocketFactory" makes others (see TcpSwitch).
 */
class Ns3TcpSocketFactory : public TransportSocketFactory
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

#endif // HSN_NS3_TCP_SOCKET_FACTORY_H
