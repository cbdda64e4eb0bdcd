// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_TRANSMITTER_H
#define ATM_TRANSMITTER_H

#include "atm-vc.h"

#include "ns3/atm-pdu.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/reusable-event.h"
#include "ns3/ring-buffer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmNetDevice;
class CellLane;

/**
 * @ingroup hsn-atm
 * @brief The sending side of an AtmNetDevice: which VC's cell leaves when.
 *
 * VCs that have cells to send are in a heap, by the time at which the next one may leave and, of
 * equals, by who has waited longest; see AtmNetDevice for the rules. Written rule for ties:
 * departures precede packets from above, and arrivals, at equal times.
 *
 * Cell by cell (per-cell engine, and where the burst engine falls back), each cell has an event.
 * In the burst engine, Advance() sends the cells in a loop when somebody must know; events remain
 * for the starts of PDUs and for cells whose arrival may have consequences.
 */
class AtmTransmitter
{
  public:
    /// @param device it sends for
    explicit AtmTransmitter(AtmNetDevice& device);

    AtmTransmitter(const AtmTransmitter&) = delete;
    AtmTransmitter& operator=(const AtmTransmitter&) = delete;

    /// Stops for good.
    void Dispose();

    /// @param vc may send from now on
    void AddVc(AtmVc& vc);

    /// @param vc has got an SDU
    void Activate(const AtmVc& vc);

    /// Sends the cells that may leave now.
    void Update();

    /**
     * @brief Sends the cells that may leave up to some time: burst engine.
     * @param t time step, not after now
     */
    void Advance(int64_t t);

    /// Settings have changed: schedules the next event anew.
    void Replan();

    /// @return what was changed without an AtmChange; empty: nothing
    std::string FindOmission() const;

  private:
    /// A PDU whose cells are being sent.
    struct Sending
    {
        Ptr<AtmPdu> pdu;      //!< the PDU
        uint32_t nextCell{0}; //!< of it
    };

    /// A VC and how far its transmission is.
    struct Sender
    {
        /// @param v the VC
        explicit Sender(AtmVc& v)
            : vc(v),
              settings(v.GetTxSettings())
        {
        }

        /// @return whether there is a cell to send
        bool HasWork() const
        {
            return !sending.Empty() || !settings.queue->IsEmpty();
        }

        AtmVc& vc;                         //!< the VC
        const AtmVc::TxSettings& settings; //!< of the VC
        RingBuffer<Sending> sending;       //!< PDUs in turn, the next one first
        bool sendsAal5{false};             //!< one of them is AAL5's, and no other may start
        int64_t notBefore{0};              //!< time step before which the next cell may not leave
        int64_t eligible{0};               //!< key in the heap
        uint64_t turn{0};                  //!< key among equals: when it last had its turn
        bool isScheduled{false};           //!< it is in the heap
        CellLane* lane{nullptr};           //!< burst engine: its cells on the link, once known
    };

    /// @param s takes its place in the heap
    void PushHeap(Sender& s);
    /// @return true if a's next cell comes after b's @param a a VC @param b another
    static bool IsLater(const Sender* a, const Sender* b);
    /// @param s has work @param now time step @return time step at which its next cell may leave
    int64_t GetEligible(const Sender& s, int64_t now) const;
    /// @param s a VC @return time steps from one of its cells to the next
    int64_t GetSpacing(const Sender& s) const;
    /// @return PDUs of a VC that may be sent in turns
    uint32_t GetInterleaveDepth() const;
    /// @param s a VC @return whether a PDU may start while others of it are being sent
    bool MayInterleave(const Sender& s) const;
    /// @param s starts the PDUs that may have their turns @param now time step
    void StartPdus(Sender& s, int64_t now);
    /// @param s whose next cell leaves; it has one @param now time step
    void SendCell(Sender& s, int64_t now);
    /**
     * @brief Sends cells of the only VC with work, if nothing but the link's rate matters.
     * @param t time step up to which
     * @return false if it is not so simple
     */
    bool SendRun(int64_t t);
    /// Sends the cell that may leave, if the link is free. @param now time step
    void Serve(int64_t now);
    /// Traces the end of a PDU if its last bit has left. @param now time step
    void EndPdu(int64_t now);
    /// @return time step at which the next cell may leave, as known now, or ATM_NEVER
    int64_t GetNext() const;
    /// Schedules the next event.
    void Plan();
    /// Plan in the burst engine.
    void PlanAhead();
    /// @param s has work @return least time step at which something of it needs an event
    int64_t GetNotable(Sender& s) const;
    /// @param s a VC @return its cells on the link
    CellLane& GetLane(Sender& s) const;
    /// @param at time step at which OnTime is called, or earlier (it then asks again)
    void ServeAt(int64_t at);
    /// The event.
    void OnTime();
    /// @return whether each cell has an event
    bool IsLive() const;

    AtmNetDevice& m_device;                         //!< it sends for
    int64_t m_sduGate{0};                           //!< no PDU starts before
    int64_t m_freeAt{0};                            //!< link is free from here on
    uint32_t m_depth{0};                            //!< GetInterleaveDepth() at the last Replan()
    std::vector<std::unique_ptr<Sender>> m_senders; //!< all VCs
    std::vector<Sender*> m_heap;                    //!< VCs with work, earliest on top
    std::vector<int64_t> m_wakeUps;                 //!< events, earliest last
    uint64_t m_turns{0};                            //!< given to VCs so far
    Ptr<const Packet> m_ending;                     //!< SDU whose last cell is being sent
    ReusableEvent<AtmTransmitter, &AtmTransmitter::OnTime> m_timer; //!< next event
};
} // namespace hsn
} // namespace ns3

#endif // ATM_TRANSMITTER_H
