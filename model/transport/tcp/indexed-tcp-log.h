// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The log component of IndexedTcpSocket, for all files of the class: a name is registered once.
 */
#ifndef INDEXED_TCP_LOG_H
#define INDEXED_TCP_LOG_H

#include "ns3/log.h"

namespace ns3
{
namespace hsn
{
extern LogComponent g_indexedTcpLog; //!< "HsnIndexedTcpSocket", in indexed-tcp-socket.cc
/// What NS_LOG takes; of this file only, as with NS_LOG_COMPONENT_DEFINE.
[[maybe_unused]] static LogComponent& g_log = g_indexedTcpLog;
} // namespace hsn
} // namespace ns3

#endif // INDEXED_TCP_LOG_H
