// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_AAL_H
#define HSN_BOSTON_AAL_H

#include "boston-receiver.h"
#include "boston-segment.h"
#include "boston-stack.h"
#include "boston-tag.h"

#include "ns3/atm-adaptation.h"
#include "ns3/atm-net-device.h"
#include "ns3/traced-callback.h"

#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @brief The adaptation layer of TCP Boston in an ATM device (boston section 2.3).
 *
 * Segments that a BostonSocket of this node wants dispersed leave as coded cells; those of a
 * connection of this node that arrive are rebuilt and go up like any packet. Parameters and reports
 * are octets behind the IP datagram in the frames of AAL5 that carry SYNs and acknowledgements.
 * All else is AAL5.
 */
class BostonAal : public AtmAdaptation
{
  public:
    /** @brief What was dropped, or went another way. */
    struct Counters
    {
        uint64_t stale{0};        //!< transmissions not begun: acknowledged meanwhile
        uint64_t undispersed{0};  //!< segments sent by AAL5, as the VC is another connection's
        uint64_t unknownCells{0}; //!< cells dropped: no such connection
        uint64_t badTrailers{0};  //!< frames whose octets behind the datagram make no sense
        uint64_t untrailed{0};    //!< frames without room for a trailer
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    BostonAal();

    /** @param device that has this adaptation layer; its node has a BostonStack */
    void SetDevice(Ptr<AtmNetDevice> device);

    /** @return what was dropped, or went another way */
    const Counters& GetCounters() const;

    // inherited from AtmAdaptation
    Ptr<AtmPdu> Segment(AtmVc& vc, Ptr<Packet> sdu) override;
    uint32_t GetInterleaveDepth() const override;
    bool Receive(AtmVc& vc, const CellBurst& burst, Time arrival) override;
    void ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu) override;

    /**
     * @brief TracedCallback signature for transmissions.
     * @param [in] pdu coded cells of a segment
     */
    typedef void (*TransmissionTracedCallback)(const BostonPdu& pdu);
    /**
     * @brief TracedCallback signature for complete segments.
     * @param [in] id number of the segment
     * @param [in] response time since its first cell was sent
     * @param [in] transmissions that it took
     */
    typedef void (*CompleteTracedCallback)(uint16_t id, Time response, uint32_t transmissions);
    /**
     * @brief TracedCallback signature for cells.
     * @param [in] cells dropped ones
     * @param [in] reason in words
     */
    typedef void (*DropTracedCallback)(const CellBurst& cells, std::string reason);

  protected:
    void DoDispose() override;

  private:
    /** @brief Whose cells came last on a VC. */
    struct Arriving
    {
        Ptr<const AtmPdu> last;        //!< PDU of the last cell, null: AAL5's, or unknown
        const BostonPdu* pdu{nullptr}; //!< the same
        Ptr<BostonReceiver> receiver;  //!< whose
    };

    /** @param vc where @param sdu encapsulated datagram @param tag of the socket @return coded
     * cells; AAL5's PDU if they cannot be; null if it is too late */
    Ptr<AtmPdu> Disperse(AtmVc& vc, Ptr<Packet> sdu, const BostonTag& tag);
    /** @param sdu encapsulated datagram @param tag of the socket, added to it */
    void AddTrailer(Ptr<Packet> sdu, BostonTag tag);
    /** @param arriving the transmission whose cells are over, forgotten */
    void End(Arriving& arriving);
    /** @param pdu that arrives @return its receiver, or null */
    Ptr<BostonReceiver> FindReceiver(const BostonPdu& pdu) const;
    /** @param vc where @param complete segment */
    void Deliver(Ptr<AtmVc> vc, const BostonReceiver::Complete& complete);

    Ptr<AtmNetDevice> m_device;                                //!< where we are
    Ptr<BostonStack> m_stack;                                  //!< of its node
    uint32_t m_node{0};                                        //!< its number
    uint32_t m_depth;                                          //!< attribute InterleaveDepth
    bool m_chargeFields;                                       //!< attribute
    Time m_processingDelay;                                    //!< attribute
    std::unordered_map<const AtmVc*, Arriving> m_arriving;     //!< by VC
    std::unordered_map<const AtmVc*, uint32_t> m_owners;       //!< connection that a VC stands for
    Counters m_counters;                                       //!< so far
    TracedCallback<const BostonPdu&> m_transmissionTrace;      //!< Transmission
    TracedCallback<uint16_t, Time, uint32_t> m_completeTrace;  //!< SegmentComplete
    TracedCallback<const CellBurst&, std::string> m_dropTrace; //!< CellDrop
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_AAL_H
