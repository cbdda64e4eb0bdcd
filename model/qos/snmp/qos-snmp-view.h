// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_SNMP_VIEW_H
#define QOS_SNMP_VIEW_H

#include "snmp-agent.h"
#include "snmp-responder.h"

#include "ns3/qos-mib.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief A QosMib by its names in HSN-QOS-MIB, with the first three objects of the group system.
 *
 * The values are those of the MIB's last update; sysUpTime is the time of the simulation.
 */
class QosSnmpView : public SnmpView
{
  public:
    /// @param mib whose values are told
    explicit QosSnmpView(Ptr<const QosMib> mib);

    /// @return 1.3.6.1.4.1.32473.97; 32473 is for documentation (RFC 5612)
    static const SnmpOid& GetRoot();
    /// @param scalar number @return its instance
    static SnmpOid NameScalar(size_t scalar);
    /// @param column number @param connection id @param direction of data @return its instance
    static SnmpOid NameCell(size_t column, uint64_t connection, QosDirection direction);

    /**
     * @brief From now on, an agent sends qosConnAlarm for each alarm of the MIB's monitor.
     * @param mib whose monitor it is
     * @param agent sends
     */
    static void ConnectAlarms(Ptr<QosMib> mib, Ptr<SnmpAgent> agent);

    SnmpValue Get(const SnmpOid& name) const override;
    bool GetNext(const SnmpOid& after, SnmpBinding& next) const override;

  private:
    /// @param agent sends @param row whose status changes @param before status @param now status
    static void SendAlarm(Ptr<SnmpAgent> agent, const QosRow& row, QosStatus before, QosStatus now);
    /// @param object 0: sysDescr, 1: sysObjectID, 2: sysUpTime @return its value
    static SnmpValue GetSystem(size_t object);
    /// @param kind of a number @param number its @return it
    static SnmpValue Make(QosMibKind kind, uint64_t number);

    Ptr<const QosMib> m_mib; //!< whose values are told
};
} // namespace hsn
} // namespace ns3

#endif // QOS_SNMP_VIEW_H
