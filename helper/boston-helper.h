// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_HELPER_H
#define HSN_BOSTON_HELPER_H

#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{
class AttributeValue;

namespace hsn
{
/**
 * @brief Adds TCP Boston to nodes.
 *
 * The nodes must already have an Internet stack and their ATM devices. Applications then name the
 * protocol "ns3::hsn::BostonSocketFactory". On nodes without ATM devices connections are plain TCP.
 */
class BostonHelper
{
  public:
    BostonHelper();

    /** @param name of an attribute of ns3::hsn::BostonAal @param value for devices to come */
    void SetAalAttribute(const std::string& name, const AttributeValue& value);

    /** @brief Adds the protocol, and HsnInternetHelper's, where it is missing. @param nodes with
     * Internet stack and ATM devices */
    void Install(const NodeContainer& nodes) const;

  private:
    ObjectFactory m_aal; //!< makes adaptation layers
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_HELPER_H
