// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FRM_HELPER_H
#define HSN_FRM_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/frm-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-frm
 * @brief Sets up a group of FRM for ns-3's applications: protocol, hosts, multicast routes, sinks.
 */
class FrmHelper
{
  public:
    /** @param group IPv4 multicast address and port; std::invalid_argument if it is not that */
    explicit FrmHelper(const InetSocketAddress& group);

    /**
     * @brief Sets an attribute for all sockets that are made from now on.
     *
     * Applications make their sockets themselves, so it is a default value.
     *
     * @param name of an attribute of FrmSocket or FrmSender, or of both; any other aborts
     * @param value of it
     */
    static void SetAttribute(const std::string& name, const AttributeValue& value);

    /** @brief Gives the nodes of Install() hosts whose processor needs time: FrmHost. @param name
     * of an attribute of it @param value of it */
    void SetHostAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Adds the protocol to source and receivers, and routes of the group on the way.
     *
     * Routes back from the receivers are the caller's: MulticastRouteHelper::InstallUnicast(),
     * which MulticastTreeHelper has called, or Ipv4GlobalRoutingHelper.
     *
     * @param source node with an Internet stack and addresses
     * @param receivers hosts that receive
     * @return nodes that forward; errors as MulticastRouteHelper::Install()
     */
    NodeContainer Install(Ptr<Node> source, const NodeContainer& receivers) const;

    /** @param receivers nodes @return a PacketSink on each, at the group's port */
    ApplicationContainer InstallSinks(const NodeContainer& receivers) const;

    /**
     * @brief A BulkSendApplication to the group.
     * @param source node
     * @param bytes to be sent; 0: unlimited
     * @param size of a packet, bytes
     * @return the application
     */
    ApplicationContainer InstallSource(Ptr<Node> source, uint64_t bytes, uint32_t size) const;

    /** @param source a BulkSendApplication or OnOffApplication that has started @return its socket,
     * or null if it is not of FRM */
    static Ptr<FrmSocket> GetSocket(Ptr<Application> source);

    /** @param source as in GetSocket() @return receivers that were ejected or silent for too
     * long, in order of time; not those that have left, as one may that has all before others do,
     * see FrmSender::GetGone() */
    static std::vector<FrmSender::Gone> GetFailed(Ptr<Application> source);

  private:
    InetSocketAddress m_group; //!< address and port
    ObjectFactory m_host;      //!< of hosts
    bool m_hasHost{false};     //!< nodes get one
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FRM_HELPER_H
