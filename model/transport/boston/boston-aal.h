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
 * @brief The adaptation layer of TCP Boston in an ATM device.
 *
 * It sends the segments that a BostonSocket of this node wants dispersed as coded cells, rebuilds
 * dispersed segments that arrive for a connection of this node, and delivers them like any other
 * packet. Parameters and reports are octets behind the IP datagram, in the AAL5 frames that carry
 * SYNs and acknowledgements. All other packets go by AAL5.
 */
class BostonAal : public AtmAdaptation
{
  public:
    /** @brief Totals of what was dropped, or not dispersed. */
    struct Counters
    {
        uint64_t stale{0};        //!< transmissions not begun: the segment was acknowledged first
        uint64_t undispersed{0};  //!< segments sent by AAL5: the VC belongs to another connection
        uint64_t unknownCells{0}; //!< cells dropped: no such connection
        uint64_t badTrailers{0};  //!< frames whose octets behind the datagram are invalid
        uint64_t untrailed{0};    //!< frames without room for the fields of TCP Boston
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    BostonAal();

    /** @param device that has this adaptation layer; its node has a BostonStack */
    void SetDevice(Ptr<AtmNetDevice> device);

    /** @return totals so far */
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
    /** @brief The PDU whose cells came last on a VC. */
    struct Arriving
    {
        Ptr<const AtmPdu> last;        //!< PDU of the last cell; null: one of AAL5, or unknown
        const BostonPdu* pdu{nullptr}; //!< the same, if it has coded cells
        Ptr<BostonReceiver> receiver;  //!< receiver of its cells
    };

    /** @param vc to send on @param sdu encapsulated datagram @param tag of the socket
     * @return coded cells; a PDU of AAL5 if it cannot be dispersed; null if the segment is
     * acknowledged already */
    Ptr<AtmPdu> Disperse(AtmVc& vc, Ptr<Packet> sdu, const BostonTag& tag);
    /** @param sdu encapsulated datagram @param tag of the socket, added to it */
    void AddTrailer(Ptr<Packet> sdu, BostonTag tag);
    /** @param arriving transmission of which no more cells will come; forgotten */
    void End(Arriving& arriving);
    /** @param pdu that arrives @return its receiver, or null */
    Ptr<BostonReceiver> FindReceiver(const BostonPdu& pdu) const;
    /** @param vc on which it came @param complete segment */
    void Deliver(Ptr<AtmVc> vc, const BostonReceiver::Complete& complete);

    /** @param depth attribute InterleaveDepth */
    void SetDepth(uint32_t depth);
    /** @return attribute InterleaveDepth */
    uint32_t GetDepth() const;

    Ptr<AtmNetDevice> m_device;                               //!< device that this layer belongs to
    Ptr<BostonStack> m_stack;                                 //!< of its node
    uint32_t m_node{0};                                       //!< its number
    Setting<uint32_t> m_depth;                                //!< attribute InterleaveDepth
    bool m_chargeFields;                                      //!< attribute
    Time m_processingDelay;                                   //!< attribute
    std::unordered_map<const AtmVc*, Arriving> m_arriving;    //!< by VC
    std::unordered_map<const AtmVc*, uint32_t> m_owners;      //!< the connection a VC belongs to
    Lazy<Counters> m_counters;                                //!< so far
    TracedCallback<const BostonPdu&> m_transmissionTrace;     //!< Transmission
    TracedCallback<uint16_t, Time, uint32_t> m_completeTrace; //!< SegmentComplete
    TracedCallback<const CellBurst&, std::string> m_dropTrace; //!< CellDrop
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_AAL_H
