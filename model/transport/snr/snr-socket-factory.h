// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SNR_SOCKET_FACTORY_H
#define HSN_SNR_SOCKET_FACTORY_H

#include "snr-socket.h"

#include "ns3/protocol-socket-factory.h"

namespace ns3
{
namespace hsn
{
/** @brief Makes sockets of SNR; HsnInternetHelper installs it. */
using SnrSocketFactory = ProtocolSocketFactory<SnrSocket, SnrProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_SOCKET_FACTORY_H
