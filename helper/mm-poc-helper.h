// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_HELPER_H
#define HSN_MM_POC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/mm-poc-protocol.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief Lets applications that know nothing of MM-POC be the media of an association: it gives the
 * media's attributes to ports.
 *
 * A source that connects to port FIRST + i, and a sink that listens there, are medium i.
 */
class MmPocHelper
{
  public:
    /** @param order as MmPocPartialOrder::Read() takes it; ends the program if it is wrong */
    explicit MmPocHelper(const std::string& order);

    /** @param path of a file @return its text; ends the program if it cannot be read */
    static std::string ReadFile(const std::string& path);

    /** @brief Sets an attribute of MmPocSocket for all media. Ends the program if there is none, or
     * the value is not permitted. @param name of it @param value of it */
    void SetAttribute(const std::string& name, const AttributeValue& value);
    /** @brief Sets an attribute of one medium. @param poc medium @param name of it @param value of
     * it */
    void SetMediumAttribute(uint32_t poc, const std::string& name, const AttributeValue& value);

    /**
     * @brief Gives the attributes to ports, at both ends.
     * @param nodes sources and sinks; HsnInternetHelper has been there
     * @param first port of medium 0; the others follow
     */
    void Install(const NodeContainer& nodes, uint16_t first) const;

  private:
    std::vector<MmPocProtocol::Attributes> m_attributes; //!< by medium
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_HELPER_H
