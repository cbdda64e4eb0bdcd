// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SOURCE_ADDRESS_H
#define HSN_SOURCE_ADDRESS_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Asks a node's routing protocol from which address packets to a peer leave. Aborts if there
 * is IP, but no routing protocol.
 * @param node where packets leave
 * @param device the only one to leave by; null: any
 * @param peer destination
 * @param source gets the local address, if there is no error
 * @return error: AFNOSUPPORT without this version of IP, NOROUTETOHOST
 */
Socket::SocketErrno FindSourceAddress(Ptr<Node> node,
                                      Ptr<NetDevice> device,
                                      Ipv4Address peer,
                                      Ipv4Address& source);
/** @copydoc FindSourceAddress(Ptr<Node>,Ptr<NetDevice>,Ipv4Address,Ipv4Address&) */
Socket::SocketErrno FindSourceAddress(Ptr<Node> node,
                                      Ptr<NetDevice> device,
                                      Ipv6Address peer,
                                      Ipv6Address& source);
} // namespace hsn
} // namespace ns3

#endif // HSN_SOURCE_ADDRESS_H
