// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_MONITOR_HELPER_H
#define QOS_MONITOR_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-node-watch.h"
#include "ns3/qos-snmp-view.h"
#include "ns3/snmp-agent.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Gives nodes a monitor of the quality of service, with its MIB.
 *
 * The monitor finds every socket of its node by itself, also those that open later: TCP, UDP, XTP,
 * SSTP, SNR, TEAR, TFRC, POC, FRM, RMTP and METS.
 */
class QosMonitorHelper
{
  public:
    QosMonitorHelper();

    /// @param name of an attribute of QosMonitor @param value of it
    void SetMonitorAttribute(const std::string& name, const AttributeValue& value);
    /// @param name of an attribute of QosNodeWatch @param value of it
    void SetWatchAttribute(const std::string& name, const AttributeValue& value);
    /// @param name of an attribute of QosMib @param value of it
    void SetMibAttribute(const std::string& name, const AttributeValue& value);
    /// @param name of an attribute of SnmpAgent @param value of it
    void SetAgentAttribute(const std::string& name, const AttributeValue& value);
    /// @param contract of each connection that opens on nodes installed from now on; one for a
    /// direction
    void AddContract(const QosContract& contract);

    /// @param node that has no monitor yet @return its MIB, which knows the monitor
    Ptr<QosMib> Install(Ptr<Node> node) const;
    /// @param nodes that have no monitor yet
    void Install(const NodeContainer& nodes) const;

    /// @param node with a monitor @return application that tells its MIB by SNMP, and its alarms
    ApplicationContainer InstallAgent(Ptr<Node> node) const;

    /// @param node a node @return its MIB, or null
    static Ptr<QosMib> GetMib(Ptr<Node> node);

  private:
    ObjectFactory m_monitor;              //!< settings
    ObjectFactory m_watch;                //!< settings
    ObjectFactory m_mib;                  //!< settings
    ObjectFactory m_agent;                //!< settings
    std::vector<QosContract> m_contracts; //!< of new connections
};
} // namespace hsn
} // namespace ns3

#endif // QOS_MONITOR_HELPER_H
