// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_VC_H
#define ATM_VC_H

#include "ns3/aal5-reassembler.h"
#include "ns3/atm-change.h"
#include "ns3/atm-pdu.h"
#include "ns3/atm-vc-id.h"
#include "ns3/cell-lane.h"
#include "ns3/data-rate.h"
#include "ns3/gcra-shaper.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/preventive-tagger.h"
#include "ns3/queue.h"
#include "ns3/rfc2684.h"
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

    /// By what its cells are sent.
    struct TxSettings
    {
        AtmSetting<DataRate> cellRate;                        //!< limit, 53 octets a cell; 0: none
        AtmSetting<Ptr<GcraShaper>> shaper;                   //!< delays cells, or null
        AtmSetting<std::unique_ptr<PreventiveTagger>> tagger; //!< sets CLP, or null
        Ptr<Queue<Packet>> queue;                             //!< SDUs waiting
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
    /// @return the address of the other end, if it is known, else GetAlias()
    Mac48Address GetPeerAddress() const;
    /// @return an address that stands for the other end, by way of this VC alone
    Mac48Address GetAlias() const;

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

    /// @return by what cells are sent
    const TxSettings& GetTxSettings() const
    {
        return m_txSettings;
    }

    /// @return the transmit counters
    const TxCounters& GetTxCounters() const;

    /// @return the receive counters
    const Aal5Reassembler::Counters& GetRxCounters() const;

    /// @return cells of the PDU that is not complete yet at the receiver
    uint32_t GetPendingRxCells() const;

    /// @return cells received that belong to no adaptation layer (AtmRawPdu): counted, and no more
    uint64_t GetRawRxCells() const;

    /**
     * @name For the device
     * @{
     */

    /// @param cells received that belong to no adaptation layer
    void CountRaw(uint64_t cells)
    {
        *m_rawRxCells.operator->() += cells;
    }

    /// @param index place in its device's AtmTransmitter
    void SetTxIndex(uint32_t index)
    {
        m_txIndex = index;
    }

    /// @return place in its device's AtmTransmitter
    uint32_t GetTxIndex() const
    {
        return m_txIndex;
    }

    /// @param sdus whose first cell was sent @param cells sent
    void CountTx(uint64_t sdus, uint64_t cells)
    {
        m_tx->sdus += sdus;
        m_tx->cells += cells;
    }

    /// @param cells of AAL5 that have arrived
    void Reassemble(const CellBurst& cells)
    {
        m_reassembler->Receive(cells);
    }

    /// @return who takes its cells in the burst engine
    CellSink* GetSink()
    {
        return this;
    }

    /** @} */

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

    void NotifyArrival(CellLane& lane) override;
    void NotifyFull(CellLane& lane) override;
    bool WantsEvents() const override;

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

    AtmNetDevice* m_device{nullptr};        //!< owner
    AtmVcId m_id;                           //!< label
    bool m_canSend{true};                   //!< false: receives only
    Ptr<NetDevice> m_peer;                  //!< other end
    const Mac48Address m_alias;             //!< stands for the other end, and for this VC alone
    AtmEncapsulation m_encapsulation;       //!< RFC 2684
    uint16_t m_protocol;                    //!< of a VC_MUX VC
    TxSettings m_txSettings;                //!< by what cells are sent
    uint32_t m_txIndex{0};                  //!< see GetTxIndex
    AtmLazy<TxCounters> m_tx;               //!< transmit counters
    AtmLazy<Aal5Reassembler> m_reassembler; //!< receive side
    AtmLazy<uint64_t> m_rawRxCells;         //!< see GetRawRxCells

    TracedCallback<Aal5Error, const Aal5ReceivedPdu&> m_errorTrace; //!< PDU failed
};
} // namespace hsn
} // namespace ns3

#endif // ATM_VC_H
