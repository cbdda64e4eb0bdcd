// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_SOCKET_FACTORY_H
#define FRM_SOCKET_FACTORY_H

#include "frm-socket.h"

#include "ns3/protocol-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief Makes sockets of FRM; HsnInternetHelper installs it.
 */
class FrmSocketFactory : public ProtocolSocketFactory<FrmSocket, FrmProtocol>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from TransportSocketFactory
    int64_t AssignStreams(int64_t stream) override;
};
} // namespace hsn
} // namespace ns3

#endif // FRM_SOCKET_FACTORY_H
