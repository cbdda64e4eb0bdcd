// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNMP_AGENT_H
#define SNMP_AGENT_H

#include "snmp-responder.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Makes a view readable for other systems by SNMPv2c over UDP: GetRequest, GetNextRequest,
 * GetBulkRequest, and notifications as SNMPv2-Trap.
 *
 * Nothing can be set. What cannot be read, or has another community, is counted, traced and
 * dropped.
 */
class SnmpAgent : public Application
{
  public:
    /// What happened so far.
    struct Counters
    {
        uint64_t requests{0};  //!< answered
        uint64_t malformed{0}; //!< messages that contradict the encoding
        uint64_t strangers{0}; //!< messages of another community
        uint64_t useless{0};   //!< PDUs that ask for nothing
        uint64_t traps{0};     //!< sent
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    SnmpAgent();
    ~SnmpAgent() override;

    /// @param view that is told
    void SetView(Ptr<const SnmpView> view);
    /// @return what happened so far
    const Counters& GetCounters() const;

    /**
     * @brief Sends an SNMPv2-Trap to the attribute TrapTarget, if it is set and the agent runs.
     * @param notification identifies it (snmpTrapOID.0)
     * @param bindings of it, behind sysUpTime.0 and snmpTrapOID.0
     */
    void SendTrap(const SnmpOid& notification, const std::vector<SnmpBinding>& bindings);

    /// @brief TracedCallback signature. @param [in] packet dropped @param [in] reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, const std::string& reason);
    /// @brief TracedCallback signature. @param [in] message received or sent
    typedef void (*MessageTracedCallback)(const SnmpMessage& message);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    /// @param socket that has something to read
    void Read(Ptr<Socket> socket);
    /// @param packet received @param from whom
    void Answer(Ptr<Packet> packet, const Address& from);

    uint16_t m_port;                                                //!< attribute
    std::string m_community;                                        //!< attribute
    uint32_t m_most;                                                //!< attribute
    Address m_target;                                               //!< attribute
    Ptr<const SnmpView> m_view;                                     //!< told
    Ptr<Socket> m_socket;                                           //!< while running
    int32_t m_trap{0};                                              //!< number of the last
    Counters m_counters;                                            //!< so far
    TracedCallback<const SnmpMessage&> m_rx;                        //!< trace
    TracedCallback<const SnmpMessage&> m_tx;                        //!< trace
    TracedCallback<Ptr<const Packet>, const std::string&> m_rxDrop; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // SNMP_AGENT_H
