// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_ADAPTATION_H
#define ATM_ADAPTATION_H

#include "atm-pdu.h"
#include "cell-burst.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"

namespace ns3
{
namespace hsn
{
class AtmVc;

/**
 * @ingroup hsn-atm
 * @brief An adaptation layer that an AtmNetDevice has beside AAL5.
 *
 * It decides how each SDU becomes cells: by AAL5, or by PDUs of a class of its own (derived from
 * AtmPdu), whose cells it takes at the other end; and it may add to AAL5's SDUs. Cells of AAL5 and
 * of the other kind can share a VC.
 */
class AtmAdaptation : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief The cells of an SDU have their turn.
     * @param vc where
     * @param sdu encapsulated packet; may be changed
     * @return its PDU; null if nothing is to be sent any more
     */
    virtual Ptr<AtmPdu> Segment(AtmVc& vc, Ptr<Packet> sdu) = 0;

    /**
     * @return how many PDUs of a VC may send their cells in turns, at least 1; a PDU of AAL5 is the
     * last of them that starts
     */
    virtual uint32_t GetInterleaveDepth() const = 0;

    /**
     * @brief Cells have arrived.
     * @param vc where
     * @param burst the cells
     * @param arrival of the first one: now, for cells that AtmPdu::GetNotableFrom() includes
     * @return whether they were taken; else they are AAL5's
     */
    virtual bool Receive(AtmVc& vc, const CellBurst& burst, Time arrival) = 0;

    /**
     * @brief A good SDU of AAL5 arrives.
     * @param vc where
     * @param sdu encapsulated packet; may be changed before it goes up
     */
    virtual void ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu) = 0;
};
} // namespace hsn
} // namespace ns3

#endif // ATM_ADAPTATION_H
