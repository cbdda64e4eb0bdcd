// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_UDP_SOCKET_FACTORY_H
#define HSN_FEC_UDP_SOCKET_FACTORY_H

#include "fec-udp-socket.h"

#include "ns3/ptr.h"
#include "ns3/transport-socket-factory.h"

#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Creates FecUdpSocket on a node that has UDP. */
class FecUdpSocketFactory : public TransportSocketFactory
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

#endif // HSN_FEC_UDP_SOCKET_FACTORY_H
