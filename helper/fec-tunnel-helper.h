// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_TUNNEL_HELPER_H
#define HSN_FEC_TUNNEL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/fec-tunnel.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Creates FEC tunnels between two nodes. */
class FecTunnelHelper
{
  public:
    FecTunnelHelper();

    /** @brief Sets an attribute of FecTunnel. @param name attribute name @param value its value */
    void SetAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Sets an attribute of FecUdpSocket at both ends. @param name attribute name
     * @param value its value */
    void SetSocketAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Opens a tunnel between nodes on which HsnInternetHelper is installed.
     * @param a node of one end
     * @param addressA its address, reachable from the other end
     * @param b node of the other end
     * @param addressB its address, reachable from the other end
     * @param port UDP port of both ends
     * @return the tunnel devices of both ends, without addresses
     */
    NetDeviceContainer Install(Ptr<Node> a,
                               Ipv4Address addressA,
                               Ptr<Node> b,
                               Ipv4Address addressB,
                               uint16_t port = 7005) const;

  private:
    ObjectFactory m_tunnel;                                                //!< creates an end
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_attributes; //!< socket attributes
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_TUNNEL_HELPER_H
