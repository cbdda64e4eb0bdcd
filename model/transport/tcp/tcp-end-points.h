// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_END_POINTS_H
#define HSN_TCP_END_POINTS_H

#include "ns3/l4-end-points.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3
{
namespace hsn
{
/** @brief Allocates end points of ns-3's TCP, whose ports sockets of this module share. */
using TcpEndPoints = L4EndPoints<TcpL4Protocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_END_POINTS_H
