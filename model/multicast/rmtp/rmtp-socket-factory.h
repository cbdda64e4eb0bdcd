// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_SOCKET_FACTORY_H
#define RMTP_SOCKET_FACTORY_H

#include "rmtp-socket.h"

#include "ns3/transport-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-rmtp
 * @brief Makes sockets of RMTP; HsnInternetHelper or RmtpHelper installs it.
 */
class RmtpSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;
    void Prepare() override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_SOCKET_FACTORY_H
