// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNMP_RESPONDER_H
#define SNMP_RESPONDER_H

#include "snmp-message.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief What an agent can tell: instances in the order of their names.
 */
class SnmpView : public SimpleRefCount<SnmpView>
{
  public:
    virtual ~SnmpView();

    /// @param name of an instance @return its value, or NO_SUCH_OBJECT, or NO_SUCH_INSTANCE
    virtual SnmpValue Get(const SnmpOid& name) const = 0;
    /**
     * @param after any name
     * @param next gets the first instance whose name is greater, and its value
     * @return false if there is none
     */
    virtual bool GetNext(const SnmpOid& after, SnmpBinding& next) const = 0;
};

/**
 * @ingroup hsn-qos
 * @brief Answers requests of SNMPv2c (RFC 3416, section 4.2); without a network.
 */
class SnmpResponder
{
  public:
    static constexpr size_t LEAST_MESSAGE = 484; //!< octets that each agent takes (RFC 3417)

    /// @param view that is told @param most octets of a response, at least LEAST_MESSAGE
    SnmpResponder(Ptr<const SnmpView> view, size_t most);

    /// @param type of a PDU @return whether it asks for a response
    static bool IsRequest(SnmpPduType type);
    /// @param request of a type that asks for a response @return it
    SnmpMessage Respond(const SnmpMessage& request) const;

  private:
    /// @param request GET_BULK @param response gets bindings
    void RespondBulk(const SnmpMessage& request, SnmpMessage& response) const;
    /// @param after a name @return what follows; END_OF_MIB_VIEW for @p after if nothing does
    SnmpBinding Follow(const SnmpOid& after) const;

    Ptr<const SnmpView> m_view; //!< told
    size_t m_most;              //!< octets of a response
};
} // namespace hsn
} // namespace ns3

#endif // SNMP_RESPONDER_H
