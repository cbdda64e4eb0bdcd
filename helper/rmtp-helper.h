// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_HELPER_H
#define RMTP_HELPER_H

#include "ns3/address.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

namespace ns3
{
namespace hsn
{
/**
 * @brief Makes nodes server and receivers of a group of RMTP.
 *
 * Applications use it then by the name of the factory, "ns3::hsn::RmtpSocketFactory": BulkSend or
 * OnOff to the group's address at the server, PacketSink at the receivers.
 */
class RmtpHelper
{
  public:
    /** @param group InetSocketAddress or Inet6SocketAddress of a group, with a port; aborts for
     * others */
    explicit RmtpHelper(const Address& group);

    /**
     * @brief Installs the protocol, names the receivers to the server, and makes them members if
     * the group is one of IPv6.
     *
     * A receiver has the address of its first interface that is not the loopback one. Without a
     * multicast route, the server gets one to its first device; routers between need theirs.
     *
     * @param server with an Internet stack and an address
     * @param receivers the same; aborts with the reason if one of them is named already or has no
     * address
     */
    void Install(Ptr<Node> server, const NodeContainer& receivers) const;

  private:
    /** @param node a receiver @return address and port where it listens */
    Address GetAddress(Ptr<Node> node) const;

    Address m_group; //!< with port
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_HELPER_H
