// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_UDP_SOCKET_FACTORY_H
#define HSN_FEC_UDP_SOCKET_FACTORY_H

#include "fec-udp-socket.h"

#include "ns3/ptr.h"
#include "ns3/transport-socket-factory.h"

#include <set>

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes FecUdpSocket for a node that has UDP.
 *
 * A socket lives until it is closed or the node goes, also when the application drops it, as ns-3's
 * UDP sockets do.
 */
class FecUdpSocketFactory : public TransportSocketFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;

    /** @brief A socket is closed. @param socket it; may be gone afterwards */
    void Forget(FecUdpSocket* socket);

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;
    void DoDispose() override;

  private:
    std::set<Ptr<FecUdpSocket>> m_sockets; //!< that were not closed
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_UDP_SOCKET_FACTORY_H
