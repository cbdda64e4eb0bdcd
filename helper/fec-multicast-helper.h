// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_MULTICAST_HELPER_H
#define HSN_FEC_MULTICAST_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/fec-multicast-sender.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/socket.h"

#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Creates a multicast group: a FecMulticastSender and its receivers. */
class FecMulticastHelper
{
  public:
    FecMulticastHelper();

    /** @brief Sets an attribute of the sender. @param name attribute name @param value its value */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Installs the applications.
     * @param sender device of the sender
     * @param receivers devices that receive its broadcasts
     * @return the sender followed by the receivers
     */
    ApplicationContainer Install(Ptr<NetDevice> sender, const NetDeviceContainer& receivers) const;

    /**
     * @brief Installs the applications over UDP. The network must carry the group's packets to all
     * receivers.
     * @param sender node with an Internet stack
     * @param receivers nodes with an Internet stack
     * @param group address and port, an InetSocketAddress
     * @return the sender followed by the receivers
     */
    ApplicationContainer Install(Ptr<Node> sender,
                                 const NodeContainer& receivers,
                                 const Address& group) const;

  private:
    ObjectFactory m_sender; //!< creates the sender
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_MULTICAST_HELPER_H
