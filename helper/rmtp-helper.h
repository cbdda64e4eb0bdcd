// SPDX-License-Identifier: GPL-2.0-only
#ifndef RMTP_HELPER_H
#define RMTP_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/application.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/rmtp-socket.h"

#include <cstdint>
#include <vector>

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
     * multicast route, the server gets one to its first device; routers between need theirs, and
     * routes to each receiver and back: MulticastRouteHelper, or MulticastTreeHelper, adds both.
     *
     * @param server with an Internet stack and an address
     * @param receivers the same; aborts with the reason if one of them is named already or has no
     * address
     */
    void Install(Ptr<Node> server, const NodeContainer& receivers) const;

    /** @param receivers nodes @return a PacketSink on each, at the group's port */
    ApplicationContainer InstallSinks(const NodeContainer& receivers) const;

    /**
     * @brief A BulkSendApplication to the group.
     * @param server node
     * @param bytes of the stream, which ends the message; more than SndBufSize are several messages
     * @param size of what is given to the socket at once, bytes
     * @return the application
     */
    ApplicationContainer InstallSource(Ptr<Node> server, uint64_t bytes, uint32_t size) const;

    /** @param source a BulkSendApplication or OnOffApplication that has started @return its socket,
     * or null if it is not of RMTP */
    static Ptr<RmtpSocket> GetSocket(Ptr<Application> source);

    /** @param source as in GetSocket() @return addresses of receivers that were silent, refused or
     * left, in order of time */
    static std::vector<Address> GetFailed(Ptr<Application> source);

    /**
     * @brief Makes a group of IPv4: a server and receivers with an Internet stack on one link, and
     * what Install() does.
     *
     * Each receiver loses packets, and the server answers, by an RmtpLoss of its own. Addresses are
     * known without ARP.
     *
     * @param receivers at least 1
     * @param delay from the server to a receiver and back, each
     * @param loss of packets and answers, 0 to below 1
     * @param stream of the server's losses; those of receiver i, from 0, are of stream + 1 + i, the
     * backoffs of all follow; negative: automatic
     * @return the server, then the receivers; aborts for bad values
     */
    NodeContainer InstallStar(uint32_t receivers, Time delay, double loss, int64_t stream) const;

  private:
    /** @param node a receiver @return address and port where it listens */
    Address GetAddress(Ptr<Node> node) const;

    Address m_group; //!< with port
};
} // namespace hsn
} // namespace ns3

#endif // RMTP_HELPER_H
