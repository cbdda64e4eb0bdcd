// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_HYBRID_ARQ_HELPER_H
#define HSN_HYBRID_ARQ_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/hybrid-arq-sender.h"
#include "ns3/net-device-container.h"
#include "ns3/net-device.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Creates a multicast group with hybrid ARQ: a HybridArqSender and its receivers. */
class HybridArqHelper
{
  public:
    HybridArqHelper();

    /** @brief Sets an attribute of the sender. @param name attribute name @param value its value */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Installs the applications.
     * @param sender device of the sender
     * @param receivers devices that receive its broadcasts
     * @return the sender followed by the receivers
     */
    ApplicationContainer Install(Ptr<NetDevice> sender, const NetDeviceContainer& receivers) const;

  private:
    ObjectFactory m_sender; //!< creates the sender
};
} // namespace hsn
} // namespace ns3

#endif // HSN_HYBRID_ARQ_HELPER_H
