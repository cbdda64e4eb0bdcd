// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_PROTOCOL_H
#define HSN_MM_POC_PROTOCOL_H

#include "mm-poc-association.h"
#include "mm-poc-header.h"

#include "ns3/object-base.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief The protocol MM-POC on a node; 248 is an unassigned protocol number. It knows the node's
 * associations, and the attributes of the media by port.
 */
class MmPocProtocol : public HeaderTransportProtocol<MmPocHeader, 248>
{
  public:
    /// Names and values of attributes.
    using Attributes = std::vector<std::pair<std::string, std::string>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Has sockets that connect to a port or listen there take attributes. @param port the
     * receiver's @param attributes of MmPocSocket */
    void SetAttributesOfPort(uint16_t port, const Attributes& attributes);
    /** @brief Sets the attributes of a port. @param port the receiver's @param socket gets them */
    void Configure(uint16_t port, ObjectBase& socket) const;

    /** @param text of an order @param order gets it @return empty, or what is wrong */
    std::string ReadOrder(const std::string& text, std::shared_ptr<const MmPocPartialOrder>& order);

    /**
     * @brief Finds the association in which a medium has a place, or makes one.
     * @param key identity; id 0: any, or a new one
     * @param poc medium, of the order
     * @param order the order
     * @param settings of the manager
     * @return it, or null: there is one, but not for this medium or with another order
     */
    Ptr<MmPocAssociation> Find(MmPocAssociation::Key key,
                               uint32_t poc,
                               std::shared_ptr<const MmPocPartialOrder> order,
                               const MmPocManager::Settings& settings);
    /** @brief Forgets an association if it is empty. @param association the association */
    void Forget(Ptr<MmPocAssociation> association);

    /** @return associations that exist */
    const std::vector<Ptr<MmPocAssociation>>& GetAssociations() const
    {
        return m_associations;
    }

  protected:
    void DoDispose() override;

  private:
    std::map<uint16_t, Attributes> m_attributes;                              //!< by port
    std::map<std::string, std::shared_ptr<const MmPocPartialOrder>> m_orders; //!< by text
    std::vector<Ptr<MmPocAssociation>> m_associations;                        //!< of this node
    uint32_t m_nextId{0x80000000};                                            //!< of a new one
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_PROTOCOL_H
