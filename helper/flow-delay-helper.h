// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_DELAY_HELPER_H
#define FLOW_DELAY_HELPER_H

#include "ns3/flow-delay-table.h"
#include "ns3/link-flow.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Gives flows on lean links delays of their own.
 * @code
 *   FlowDelayHelper delays;
 *   delays.SetTableAttribute("Default",
 *                            StringValue("ns3::ExponentialRandomVariable[Mean=0.05|Bound=0.5]"));
 *   delays.SetTableAttribute("Tick", StringValue("1ms"));
 *   delays.SetNodeDelay(bulkSenders, MilliSeconds(40));
 *   Ptr<FlowDelayTable> table = delays.Install(link.Install(routerA, routerB).Get(0));
 * @endcode
 */
class FlowDelayHelper
{
  public:
    FlowDelayHelper();

    /// @param name attribute of the tables @param value its value
    void SetTableAttribute(const std::string& name, const AttributeValue& value);

    /// @param flow both directions of it @param delay extra one-way delay
    void SetFlowDelay(const LinkFlow& flow, Time delay);
    /// @param port of TCP or UDP, at either end @param delay extra one-way delay
    void SetPortDelay(uint16_t port, Time delay);
    /// @param address Ipv4Address or Ipv6Address, at either end @param delay extra one-way delay
    void SetAddressDelay(const Address& address, Time delay);
    /// @param nodes all IP addresses that they have when a table is installed @param delay likewise
    void SetNodeDelay(const NodeContainer& nodes, Time delay);

    /// @param device one end of a lean link @return the table that the link has got
    Ptr<FlowDelayTable> Install(Ptr<NetDevice> device) const;

  private:
    ObjectFactory m_factory;                                      //!< makes tables
    std::vector<std::function<void(FlowDelayTable&)>> m_settings; //!< fill them
};
} // namespace hsn
} // namespace ns3

#endif // FLOW_DELAY_HELPER_H
