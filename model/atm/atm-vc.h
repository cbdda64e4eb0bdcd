// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_VC_H
#define ATM_VC_H

#include "aal5-reassembler.h"
#include "atm-pdu.h"
#include "atm-vc-id.h"
#include "cell-lane.h"
#include "cell-ring-buffer.h"
#include "gcra-shaper.h"
#include "preventive-tagger.h"
#include "rfc2684.h"

#include "ns3/data-rate.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace ns3
{
namespace hsn
{
class AtmNetDevice;

/**
 * @ingroup hsn-atm
 * @brief One end of a connection in an AtmNetDevice: transmit queue, shaping, segmentation state
 * and reassembler of one VC.
 */
class AtmVc : public Object, private CellSink
{
  public:
    /// Transmit side, counted.
    struct TxCounters
    {
        uint64_t sdus{0};  //!< SDUs whose first cell was sent
        uint64_t cells{0}; //!< cells sent
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmVc();
    ~AtmVc() override;

    /// @param id the label on the device's link, both directions
    void SetId(AtmVcId id);
    /// @return the label on the device's link
    AtmVcId GetId() const;

    /// @param canSend false for a leaf of a point-to-multipoint connection
    void SetCanSend(bool canSend);
    /// @return whether this end may send
    bool CanSend() const;

    /// @param peer the device at the other end, from which next hops are found; may be null
    void SetPeer(Ptr<NetDevice> peer);
    /// @return the device at the other end, or null
    Ptr<NetDevice> GetPeer() const;
    /// @return the address of the other end, if it is known, else one that stands for it
    Mac48Address GetPeerAddress() const;

    /// @param protocol EtherType @return whether this VC can carry it
    bool Carries(uint16_t protocol) const;

    /// @return encapsulation of network-layer packets
    AtmEncapsulation GetEncapsulation() const;
    /// @return EtherType a VC without LLC/SNAP is bound to
    uint16_t GetProtocol() const;

    /// @param shaper delays cells so that they conform; null: none
    void SetShaper(Ptr<GcraShaper> shaper);
    /// @return the shaper, or null
    Ptr<GcraShaper> GetShaper() const;

    /// @param contract what the sender tags itself by, a VBR_A or VBR_B contract
    void SetPreventiveTagging(const AtmTrafficContract& contract);

    /// @param queue where SDUs wait; to be set before anything is sent
    void SetQueue(Ptr<Queue<Packet>> queue);
    /// @return where SDUs wait
    Ptr<Queue<Packet>> GetQueue() const;

    /// @return the transmit counters
    const TxCounters& GetTxCounters() const;

    /// @return the receive counters
    const Aal5Reassembler::Counters& GetRxCounters() const;

    /// @return cells of the PDU that is not complete yet at the receiver
    uint32_t GetPendingRxCells() const;

    /**
     * @brief TracedCallback signature for PDUs that failed.
     * @param [in] cause why
     * @param [in] pdu the cells it took
     */
    typedef void (*PduErrorTracedCallback)(Aal5Error cause, const Aal5ReceivedPdu& pdu);

  protected:
    void DoDispose() override;

  private:
    friend class AtmNetDevice;
    friend class AtmTransmitter;

    void NotifyArrival(CellLane& lane) override;
    bool WantsEvents() const override;

    /// A PDU whose cells are being sent.
    struct Sending
    {
        Ptr<AtmPdu> pdu;      //!< the PDU
        uint32_t nextCell{0}; //!< of it
    };

    /// @return true if there is a cell to send
    bool HasWork() const;

    /// @param sdu a good SDU @param pdu what it came in
    void Deliver(Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu);
    /// @param cause why @param pdu what failed
    void Fail(Aal5Error cause, const Aal5ReceivedPdu& pdu);

    /// @param rate cells leave no faster
    void SetCellRate(DataRate rate);
    /// @return cells leave no faster
    DataRate GetCellRate() const;
    /// @param maxSdu longest SDU to deliver
    void SetMaxSdu(uint32_t maxSdu);
    /// @return longest SDU to deliver
    uint32_t GetMaxSdu() const;
    /// @param timeout reassembly time
    void SetReassemblyTimeout(Time timeout);
    /// @return reassembly time
    Time GetReassemblyTimeout() const;

    AtmNetDevice* m_device{nullptr};            //!< owner
    AtmVcId m_id;                               //!< label
    bool m_canSend{true};                       //!< false: receives only
    Ptr<NetDevice> m_peer;                      //!< other end
    const Mac48Address m_alias;                 //!< stands for the other end, and for this VC alone
    AtmEncapsulation m_encapsulation;           //!< RFC 2684
    uint16_t m_protocol;                        //!< of a VC_MUX VC
    DataRate m_cellRate;                        //!< cells leave no faster; 0: line rate
    Ptr<Queue<Packet>> m_queue;                 //!< SDUs waiting
    Ptr<GcraShaper> m_shaper;                   //!< or null
    std::unique_ptr<PreventiveTagger> m_tagger; //!< or null
    Aal5Reassembler m_reassembler;              //!< receive side

    RingBuffer<Sending> m_sending; //!< PDUs in turn, the next one first
    bool m_sendsAal5{false};       //!< one of them is AAL5's, and no other may start
    int64_t m_notBefore{0};        //!< time step before which the next cell may not leave
    int64_t m_eligible{0};         //!< key in the device's heap
    uint64_t m_turn{0};            //!< key among equals: when it had its turn last, or got work
    bool m_scheduled{false};       //!< the device knows that there is work
    CellLane* m_txLane{nullptr};   //!< burst engine: its cells on the link, or not known yet
    TxCounters m_tx;               //!< transmit counters

    TracedCallback<Aal5Error, const Aal5ReceivedPdu&> m_errorTrace; //!< PDU failed
};
} // namespace hsn
} // namespace ns3

#endif // ATM_VC_H
