// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_GROUP_APPLICATIONS_H
#define HSN_GROUP_APPLICATIONS_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/application.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-helper
 * @param factory name of the sockets' factory @param group InetSocketAddress or Inet6SocketAddress
 * @param receivers nodes @return a PacketSink on each, at the group's port of any address */
ApplicationContainer InstallGroupSinks(const std::string& factory,
                                       const Address& group,
                                       const NodeContainer& receivers);

/** @ingroup hsn-helper
 * @param factory name of the sockets' factory @param group address and port @param source node
 * @param bytes to be sent; 0: unlimited @param size of a packet, bytes
 * @return a BulkSendApplication */
ApplicationContainer InstallGroupSource(const std::string& factory,
                                        const Address& group,
                                        Ptr<Node> source,
                                        uint64_t bytes,
                                        uint32_t size);

/** @ingroup hsn-helper
 * @param source a BulkSendApplication or OnOffApplication that has started @return its socket, or
 * null */
Ptr<Socket> GetSocketOf(Ptr<Application> source);
} // namespace hsn
} // namespace ns3

#endif // HSN_GROUP_APPLICATIONS_H
