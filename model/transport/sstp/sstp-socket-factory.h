// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_SOCKET_FACTORY_H
#define HSN_SSTP_SOCKET_FACTORY_H

#include "sstp-socket.h"

#include "ns3/protocol-socket-factory.h"

namespace ns3
{
namespace hsn
{
/** @brief Makes sockets of SSTP; HsnInternetHelper installs it. */
using SstpSocketFactory = ProtocolSocketFactory<SstpSocket, SstpProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_SOCKET_FACTORY_H
