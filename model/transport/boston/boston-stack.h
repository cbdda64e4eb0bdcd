// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_STACK_H
#define HSN_BOSTON_STACK_H

#include "boston-receiver.h"
#include "boston-segment.h"

#include "ns3/object.h"

#include <map>

namespace ns3
{
namespace hsn
{
/** @brief The dispersing connections of a node: through it, sockets and ATM devices find each
 * other.
 */
class BostonStack : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Adds the sending half of a connection. @param sender the sender @return its number,
     * never 0
     */
    uint32_t AddSender(Ptr<BostonSender> sender);
    /** @brief Removes a sending half. @param number of it */
    void RemoveSender(uint32_t number);
    /** @param number of a sending half @return it, or null */
    Ptr<BostonSender> FindSender(uint32_t number) const;

    /** @brief Adds the receiving half of a connection. @param flow from the peer to us
     * @param receiver the receiver */
    void AddReceiver(const BostonFlow& flow, Ptr<BostonReceiver> receiver);
    /** @brief Removes a receiving half. @param flow of it */
    void RemoveReceiver(const BostonFlow& flow);
    /** @param flow from the peer to us @return its receiving half, or null */
    Ptr<BostonReceiver> FindReceiver(const BostonFlow& flow) const;

  protected:
    void DoDispose() override;

  private:
    uint32_t m_nextNumber{1};                              //!< of a sender
    std::map<uint32_t, Ptr<BostonSender>> m_senders;       //!< by number
    std::map<BostonFlow, Ptr<BostonReceiver>> m_receivers; //!< by flow
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_STACK_H
