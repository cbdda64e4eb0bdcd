// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_SOCKET_FACTORY_H
#define HSN_TFRC_SOCKET_FACTORY_H

#include "tfrc-socket.h"

#include "ns3/protocol-socket-factory.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Makes TfrcSockets; HsnInternetHelper adds it to nodes.
 */
using TfrcSocketFactory = ProtocolSocketFactory<TfrcSocket, TfrcProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_SOCKET_FACTORY_H
