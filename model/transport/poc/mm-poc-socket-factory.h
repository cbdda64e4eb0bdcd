// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_SOCKET_FACTORY_H
#define HSN_MM_POC_SOCKET_FACTORY_H

#include "mm-poc-socket.h"

#include "ns3/protocol-socket-factory.h"

namespace ns3
{
namespace hsn
{
/** @brief Makes sockets of MM-POC; HsnInternetHelper installs it. */
using MmPocSocketFactory = ProtocolSocketFactory<MmPocSocket, MmPocProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_SOCKET_FACTORY_H
