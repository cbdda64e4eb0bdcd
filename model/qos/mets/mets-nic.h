// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_NIC_H
#define METS_NIC_H

#include "ns3/atm-net-device.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/host-cpu.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief An ATM adapter whose driver handles single cells, as those of QoS-A's hosts do.
 *
 * Sending: the adapter's own processor spends TxCellTime on each cell, then the cell leaves.
 * TxSpacing, if it is longer, is the least time between two cells. Cells leave in the order in
 * which they were given, whatever their VC; a FlowShaper in front interleaves them.
 *
 * Receiving: cells wait in a FIFO of RxFifo cells, the one being read included; a cell that finds
 * it full is lost. The driver reads each by an interrupt of RxCellTime, and after the last cell of
 * a frame spends RxPacketTime on the frame before it goes on. Then reassembly, captures and
 * counters are those of AtmNetDevice; its CellRx tells when the driver has read a cell.
 *
 * With DummyCells, the driver puts cells without content where cells of a frame were lost in the
 * FIFO, so that a frame whose first and last cells are there is delivered, though damaged.
 *
 * Packets from above (Send(), e.g. from IP) go through the same driver; those that find more than
 * TxQueueCells cells waiting are dropped.
 *
 * Works cell by cell in both engines. SendSdu() of the base class must not be used beside
 * SendPdu() and Send().
 */
class MetsNic : public AtmNetDevice
{
  public:
    /// Cells and frames.
    struct NicCounters
    {
        uint64_t sent{0};          //!< cells that left
        uint64_t arrived{0};       //!< cells that arrived
        uint64_t overflows{0};     //!< of them: found the FIFO full
        uint64_t frames{0};        //!< last cells read
        uint64_t damagedFrames{0}; //!< delivered with dummy cells
        uint64_t txDropped{0};     //!< packets from above without VC, too long, or queue full
        uint32_t longest{0};       //!< cells in the FIFO, at most
    };

    /// Called with a frame that has dummy cells.
    using DamagedCallback = Callback<void, Ptr<Packet>>;

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsNic();
    ~MetsNic() override;

    /// @param cpu of the host, which receives; to be set before cells come
    void SetCpu(Ptr<HostCpu> cpu);
    /// @return the host's processor
    Ptr<HostCpu> GetCpu() const;

    /// @param damaged takes frames with dummy cells
    void SetDamagedCallback(DamagedCallback damaged);
    /// @param idle called when all cells have been sent
    void SetTxIdleCallback(Callback<void> idle);

    /// @param vc that may send @param pdu all cells of which are sent
    void SendPdu(Ptr<AtmVc> vc, Ptr<AtmPdu> pdu);
    /// @param vc that may send @param pdu a PDU @param cell of it, which is sent
    void SendCell(Ptr<AtmVc> vc, Ptr<AtmPdu> pdu, uint32_t cell);

    /// @return cells that the driver has not sent yet
    uint32_t GetTxBacklog() const;
    /// @return the counters
    const NicCounters& GetNicCounters() const;

    void ReceiveBurst(CellBurst& burst) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

    /**
     * @brief TracedCallback signature for frames.
     * @param [in] vc label of the VC
     * @param [in] congested whether one of its cells has met congestion
     */
    typedef void (*FrameTracedCallback)(AtmVcId vc, bool congested);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;
    bool CanSendAhead() const override;
    bool CanTakeRuns() const override;

  private:
    /// Cells of a PDU that wait to be sent.
    struct Sending
    {
        Ptr<AtmVc> vc;     //!< where
        Ptr<AtmPdu> pdu;   //!< whose
        uint32_t first{0}; //!< next cell
        uint32_t end{0};   //!< cell behind the last one
    };

    /// What the FIFO lost of a PDU.
    struct Gap
    {
        Ptr<AtmPdu> pdu;      //!< the last one that lost a cell
        uint32_t cells{0};    //!< lost
        bool isBroken{false}; //!< the first or the last of its cells was lost
    };

    /// Begins to send the next cell.
    void BeginTx();
    /// The driver has spent its time on the next cell.
    void FinishTx();
    /// Begins to read the next cell.
    void BeginRx();
    /// The driver has read the next cell.
    void FinishRx();
    /// @param cell goes on to reassembly
    void Take(CellBurst& cell);
    /// @param vc label @param pdu a good frame
    void NotifyFrame(AtmVcId vc, const Aal5ReceivedPdu& pdu);
    /// @param vc label @param cause why @param pdu a frame that failed
    void NotifyError(AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu);

    Time m_txCellTime;              //!< of the driver
    Time m_txSpacing;               //!< least time between cells
    Time m_rxCellTime;              //!< of an interrupt
    Time m_rxPacketTime;            //!< for a frame
    uint32_t m_rxFifo;              //!< cells
    uint32_t m_txQueueCells;        //!< attribute
    bool m_dummyCells;              //!< lost cells are replaced
    Ptr<HostCpu> m_cpu;             //!< of the host
    Ptr<HostCpu> m_txCpu;           //!< of the adapter
    Callback<void> m_txIdle;        //!< told that all cells have been sent
    Ptr<HostTask> m_txTask;         //!< driver, sending
    Ptr<HostTask> m_rxTask;         //!< driver, receiving
    std::deque<Sending> m_sending;  //!< waiting to be sent
    uint32_t m_backlog{0};          //!< cells in it
    bool m_txBusy{false};           //!< a cell is being sent
    Time m_txNext;                  //!< the next cell may not leave before
    EventId m_txEvent;              //!< waits for it
    std::deque<CellBurst> m_fifo;   //!< arrived, the first one is being read
    bool m_rxBusy{false};           //!< a cell or a frame is being worked on
    std::map<uint32_t, Gap> m_gaps; //!< by label
    DamagedCallback m_damaged;      //!< takes frames with dummy cells
    NicCounters m_nic;              //!< counters

    TracedCallback<const CellBurst&> m_overflowTrace; //!< FIFO full
    TracedCallback<AtmVcId, bool> m_frameTrace;       //!< good frames
};
} // namespace hsn
} // namespace ns3

#endif // METS_NIC_H
