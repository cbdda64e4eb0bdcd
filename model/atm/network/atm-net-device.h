// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_NET_DEVICE_H
#define ATM_NET_DEVICE_H

#include "atm-port.h"
#include "atm-pvc-table.h"
#include "atm-transmitter.h"
#include "atm-vc.h"

#include "ns3/atm-adaptation.h"
#include "ns3/atm-change.h"
#include "ns3/host-cpu.h"
#include "ns3/host-queue.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief A host's ATM adapter: IP over AAL5 over any number of permanent virtual channels.
 *
 * Works like any ns-3 device under an Internet stack. The VC of a packet follows from its next
 * hop: the device answers the node's ARP requests itself, from its table of PVCs (the addresses
 * of the device at the far end of each, or AddNextHop; a single VC whose far end has no addresses
 * takes everything), so no cell is spent on address resolution, as with PVCs configured by
 * management (RFC 2225). IPv6 neighbour discovery, and all
 * other multicast and broadcast, goes out on every VC.
 *
 * Transmission: an SDU waits in its VC's queue; the adapter starts a PDU at most every
 * InterSduTime, spaces the cells of a VC by its CellRate and its shaper, and sends first the cell
 * that could be sent first, of equals the one whose VC has waited longest: VCs that always have a
 * cell ready take turns, and a VC with a rate gets it where the link allows. Per-PDU start times
 * are s(k+1) = max(ready, s(k) + InterSduTime) and no sooner than the cells before are out.
 *
 * Reception: AAL5 reassembly per VC.
 *
 * RxServiceTime and TxServiceTime are the time that the host needs for each packet. Its processor
 * is the HostCpu of the node, which the node's devices share with all other tasks, or if it has
 * none one of the device's own. NifNetDevice is a host with more details.
 */
class AtmNetDevice : public AtmPort
{
  public:
    /// Cells and packets that ended here.
    struct RxCounters
    {
        uint64_t cells{0};            //!< cells that arrived
        uint64_t unknownVc{0};        //!< of them, discarded: no such VC
        uint64_t sdus{0};             //!< good SDUs
        uint64_t badEncapsulation{0}; //!< of them, dropped: malformed LLC/SNAP
        uint64_t rxQueueDrops{0};     //!< of them, dropped: RxQueueSize exceeded
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmNetDevice();
    ~AtmNetDevice() override;

    /**
     * @brief Adds a VC.
     * @param vc the VC, with its label set; the label must be free and its VCI not reserved
     */
    void AddVc(Ptr<AtmVc> vc);

    /// @return the number of VCs
    uint32_t GetNVcs() const;
    /// @param i index, in order of addition @return the VC
    Ptr<AtmVc> GetVc(uint32_t i) const;
    /// @param id label @return the VC, or null
    Ptr<AtmVc> FindVc(AtmVcId id) const;

    /**
     * @brief Sends packets for a next hop over a VC, whatever is known of the far end.
     * @param nextHop IPv4 address of the next hop
     * @param vc one of this device's VCs
     */
    void AddNextHop(Ipv4Address nextHop, Ptr<AtmVc> vc);

    /**
     * @brief Sends an AAL5 SDU as it is on a VC, without encapsulation.
     * @param vc one of this device's VCs
     * @param sdu at most 65,535 bytes; empty: the standard's abort
     * @return false if it was dropped: no link, a VC that may not send, too long, or queue full
     */
    bool SendSdu(Ptr<AtmVc> vc, Ptr<Packet> sdu);

    /**
     * @brief Has an adaptation layer beside AAL5; to be set before there is traffic.
     * @param adaptation of this device alone, or null
     */
    void SetAdaptation(Ptr<AtmAdaptation> adaptation);

    /// @return the adaptation layer beside AAL5, or null
    Ptr<AtmAdaptation> GetAdaptation() const;

    /**
     * @brief Hands an SDU up as if it had arrived in an AAL5 PDU: for an adaptation layer.
     * @param vc where it came from
     * @param sdu encapsulated packet
     */
    void DeliverSdu(AtmVc& vc, Ptr<Packet> sdu);

    /// @return the receive counters
    const RxCounters& GetRxCounters() const;

    /**
     * @brief Takes all cells that have arrived up to now.
     *
     * For timers of adaptation layers: in the burst engine cells that have no event are taken late.
     */
    void TakeArrived();

    /**
     * @brief Gives the device's random variables their streams.
     * @param stream the first
     * @return how many were taken
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @brief TracedCallback signature for PDUs sent.
     * @param [in] vc label of the VC
     * @param [in] pdu the PDU
     */
    typedef void (*PduTxTracedCallback)(AtmVcId vc, Ptr<const AtmPdu> pdu);

    /**
     * @brief TracedCallback signature for good PDUs received.
     * @param [in] vc label of the VC
     * @param [in] pdu the PDU as it was received, valid during the call only
     */
    typedef void (*PduRxTracedCallback)(AtmVcId vc, const Aal5ReceivedPdu& pdu);

    /**
     * @brief TracedCallback signature for PDUs that failed.
     * @param [in] vc label of the VC
     * @param [in] cause why it failed
     * @param [in] pdu the cells it took, valid during the call only
     */
    typedef void (*PduRxErrorTracedCallback)(AtmVcId vc,
                                             Aal5Error cause,
                                             const Aal5ReceivedPdu& pdu);

    void ReceiveBurst(CellBurst& burst) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  protected:
    void DoDispose() override;
    CellSink* FindSink(CellLane& lane) override;
    bool CanSendAhead() const override;
    bool CanTakeRuns() const override;
    void Advance(int64_t t) override;
    void Settle(int64_t t) override;
    void DoReplan() override;
    void DoAwait() override;
    std::string FindOmission() const override;

  private:
    friend class AtmVc;
    friend class AtmTransmitter;

    /// Takes the cells that no VC has.
    struct Stray : public CellSink
    {
        /// @param d where they arrive
        explicit Stray(AtmNetDevice& d)
            : device(d)
        {
        }

        void NotifyArrival(CellLane& lane) override;
        void NotifyFull(CellLane& lane) override;

        AtmNetDevice& device; //!< where they arrive
    };

    /// A packet on its way up.
    struct WaitingPacket
    {
        Ptr<Packet> packet;  //!< decapsulated
        uint16_t protocol;   //!< EtherType
        Mac48Address sender; //!< far end
    };

    /// @param vc where it came from @param sdu a good SDU @param pdu what it came in
    void ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu);
    /// @param vc where it came from @param cause why it failed @param pdu the cells
    void NotifyPduError(AtmVc& vc, Aal5Error cause, const Aal5ReceivedPdu& pdu);
    /// @param packet handed to the node
    void DeliverUp(const WaitingPacket& packet);
    /// @param packet that the host has finished with
    void FinishRx(const WaitingPacket& packet);
    /// @param vc where @param sdu goes into its queue @return false if it was dropped
    bool Leave(const Ptr<AtmVc>& vc, const Ptr<Packet>& sdu);
    /// @param queue of the host, or null @param time that it needs for a packet @return whether it
    /// needs none
    static bool IsFree(const Ptr<HostQueue>& queue, Time time);
    /// @param queue of the host, made when it is first needed @param size packets that may wait
    /// @param packet for it @param time that it needs @param done called then @return false if the
    /// queue is full
    bool Work(Ptr<HostQueue>& queue,
              uint32_t size,
              const Ptr<Packet>& packet,
              Time time,
              HostTask::Done done);

    /// @param vc a VC @param packet to be queued on it, is changed @param protocol EtherType
    /// @return false if it was dropped
    bool EnqueueOn(AtmVc& vc, Ptr<Packet> packet, uint16_t protocol);
    /// @param packet an ARP packet, answered from the PVC table if it is a request @return false if
    /// not
    bool AnswerArp(Ptr<const Packet> packet);

    /// @param vc where @param pdu of which the first cell leaves
    void NotifyPduTx(const AtmVc& vc, const Ptr<AtmPdu>& pdu);
    /// @param sdu whose last bit has left
    void NotifyPduTxEnd(const Ptr<const Packet>& sdu);
    /// @return whether a sink is connected to PhyTxEnd
    bool IsPduTxEndWatched() const;
    /// @param vc of which a cell arrives now that may have consequences @param lane its cells
    void NotifyArrival(AtmVc& vc, CellLane& lane);
    /// @param lane cells on their way here, of which those that have arrived make room
    void NotifyFull(CellLane& lane);
    /// @param burst cells that arrived @param arrival of the first one, time step
    void Receive(const CellBurst& burst, int64_t arrival);
    /// @param lane cells of a VC @param t time step up to which they are taken
    void Take(CellLane& lane, int64_t t);
    /// @param t time step up to which the cells of all VCs are taken
    void TakeAll(int64_t t);

    AtmPvcTable m_pvcs;                          //!< all VCs
    AtmSetting<Ptr<AtmAdaptation>> m_adaptation; //!< beside AAL5, or null
    Time m_interSduTime;                         //!< host's time per SDU
    Ptr<RandomVariableStream> m_interSduFactor;  //!< varies it, or null
    AtmTransmitter m_transmitter;                //!< whose cell leaves when
    Stray m_stray;                               //!< no VC

    Time m_rxServiceTime;     //!< host's time per received packet
    uint32_t m_rxQueueSize;   //!< packets that may wait for it
    Time m_txServiceTime;     //!< host's time per packet to be sent
    uint32_t m_txQueueSize;   //!< packets that may wait for it
    Ptr<HostQueue> m_rxQueue; //!< received, or null as long as that costs nothing
    Ptr<HostQueue> m_txQueue; //!< to be sent, or null
    Ptr<HostCpu> m_cpu;       //!< of the device's own, or null
    AtmLazy<RxCounters> m_rx; //!< receive counters

    TracedCallback<Ptr<const Packet>> m_macTxTrace;               //!< packet from above
    TracedCallback<Ptr<const Packet>> m_macTxDropTrace;           //!< dropped before the queue
    TracedCallback<Ptr<const Packet>> m_macRxTrace;               //!< packet to above
    TracedCallback<Ptr<const Packet>> m_macRxDropTrace;           //!< host was too slow
    TracedCallback<Ptr<const Packet>> m_phyTxBeginTrace;          //!< first cell leaves
    TracedCallback<Ptr<const Packet>> m_phyTxEndTrace;            //!< last bit has left
    TracedCallback<Ptr<const Packet>> m_phyTxDropTrace;           //!< queue full
    TracedCallback<Ptr<const Packet>> m_phyRxEndTrace;            //!< SDU is complete
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;           //!< PDU failed or is malformed
    TracedCallback<Ptr<const Packet>> m_snifferTrace;             //!< SDUs, both directions
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace;      //!< the same
    TracedCallback<const CellBurst&> m_cellRxDropTrace;           //!< no such VC
    TracedCallback<AtmVcId, Ptr<const AtmPdu>> m_pduTxTrace;      //!< first cell leaves
    TracedCallback<AtmVcId, const Aal5ReceivedPdu&> m_pduRxTrace; //!< good PDU
    TracedCallback<AtmVcId, Aal5Error, const Aal5ReceivedPdu&> m_pduRxErrorTrace; //!< failed PDU
};
} // namespace hsn
} // namespace ns3

#endif // ATM_NET_DEVICE_H
