// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_ADAPTATION_H
#define ATM_ADAPTATION_H

#include "ns3/atm-change.h"
#include "ns3/atm-pdu.h"
#include "ns3/cell-burst.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"

namespace ns3
{
namespace hsn
{
class Aal5ReceivedPdu;
class AtmVc;
enum class Aal5Error : uint8_t;

/**
 * @ingroup hsn-atm
 * @brief An adaptation layer that an AtmNetDevice has beside AAL5.
 *
 * It decides how each SDU becomes cells: by AAL5, or by PDUs of a class of its own (derived from
 * AtmPdu), whose cells it takes at the other end. It may also add to AAL5's SDUs. Cells of AAL5 and
 * of the other kind may share a VC.
 *
 * The burst engine calls Receive() late for cells of whose arrival nothing depends at the time (see
 * AtmPdu::GetNotableFrom()). A derived class therefore
 * - keeps what it counts, and whatever else of its state others can read, in Lazy members, whose
 *   Get() first takes all cells that have arrived;
 * - keeps what GetInterleaveDepth() returns in a Setting. With assertions on, the simulation aborts
 *   if it has changed in another way.
 */
class AtmAdaptation : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Makes cells of an SDU whose turn it is.
     * @param vc the VC
     * @param sdu encapsulated packet; may be changed
     * @return its PDU; null if nothing is to be sent
     */
    virtual Ptr<AtmPdu> Segment(AtmVc& vc, Ptr<Packet> sdu) = 0;

    /**
     * @return number of PDUs of a VC that may send their cells in turns, at least 1; a PDU of AAL5
     *         is the last of them to start
     */
    virtual uint32_t GetInterleaveDepth() const = 0;

    /**
     * @brief Takes cells that have arrived.
     * @param vc the VC
     * @param burst the cells
     * @param arrival of the first one: now, if AtmPdu::GetNotableFrom() includes it
     * @return false if they are AAL5's
     */
    virtual bool Receive(AtmVc& vc, const CellBurst& burst, Time arrival) = 0;

    /**
     * @brief Looks at a good SDU of AAL5 before it goes up.
     * @param vc the VC
     * @param sdu encapsulated packet; may be changed
     */
    virtual void ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu) = 0;

    /**
     * @brief May keep a good SDU of AAL5 for a user of its own; called before ReceiveSdu().
     * @param vc the VC
     * @param sdu encapsulated packet; may be changed
     * @param pdu what it came in, valid during the call
     * @return true if it does not go up, and ReceiveSdu() is not called; false unless a derived
     *         class overrides it
     */
    virtual bool TakeSdu(AtmVc& vc, Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu);

    /**
     * @brief Looks at cells of AAL5 that are no good PDU; does nothing unless overridden.
     * @param vc the VC
     * @param cause why
     * @param pdu the cells, valid during the call
     */
    virtual void TakeDamaged(AtmVc& vc, Aal5Error cause, const Aal5ReceivedPdu& pdu);

  protected:
    /// A parameter by which cells are sent. @tparam T its type
    template <typename T>
    using Setting = AtmSetting<T>;

    /// State that follows from cells. @tparam T its type
    template <typename T>
    using Lazy = AtmLazy<T>;
};
} // namespace hsn
} // namespace ns3

#endif // ATM_ADAPTATION_H
