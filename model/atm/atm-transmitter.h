// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_TRANSMITTER_H
#define ATM_TRANSMITTER_H

#include "atm-timer.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmNetDevice;
class AtmVc;
class CellLane;

/**
 * @ingroup hsn-atm
 * @brief The sending side of an AtmNetDevice: which VC's cell leaves when.
 *
 * VCs that have cells to send are in a heap, by the time at which the next one may leave and, of
 * equals, by who has waited longest; see AtmNetDevice for the rules. Written rule for ties: what
 * may leave now leaves before a packet that comes from above now, or arrives now, is looked at.
 *
 * Cell by cell (per-cell engine, and where the burst engine falls back), each cell has an event.
 * In the burst engine, Advance() lets the cells leave in a loop when somebody has to know; events
 * remain for the starts of PDUs and for cells whose arrival may have consequences.
 */
class AtmTransmitter
{
  public:
    /// @param device it sends for
    explicit AtmTransmitter(AtmNetDevice& device);

    AtmTransmitter(const AtmTransmitter&) = delete;
    AtmTransmitter& operator=(const AtmTransmitter&) = delete;

    /// Ends it.
    void Dispose();

    /// @param vc has got something to send
    void Activate(AtmVc& vc);

    /// Lets leave what may leave now.
    void Update();

    /**
     * @brief Lets leave what may leave up to some time: burst engine.
     * @param t time step, not after now
     */
    void Advance(int64_t t);

    /// Schedules the next event.
    void Plan();

  private:
    /// @param vc takes its place in the heap
    void PushHeap(AtmVc& vc);
    /// @return true if a's next cell comes after b's @param a a VC @param b another
    static bool IsLater(const AtmVc* a, const AtmVc* b);
    /// @param vc a VC with work @param now time step @return when its next cell may leave
    int64_t GetEligible(AtmVc& vc, int64_t now) const;
    /// @param vc a VC @return time steps from one of its cells to the next
    int64_t GetSpacing(const AtmVc& vc) const;
    /// @param vc a VC @return whether a PDU may start while others of it are being sent
    bool MayInterleave(const AtmVc& vc) const;
    /// @param vc begins with PDUs that may have their turns @param now time step
    void StartPdus(AtmVc& vc, int64_t now);
    /// @param vc whose next cell leaves; it has one @param now time step
    void SendCell(AtmVc& vc, int64_t now);
    /**
     * @brief Sends cells of the only VC with work, if nothing but the link's rate matters.
     * @param t time step up to which
     * @return false if it is not so simple
     */
    bool SendRun(int64_t t);
    /// Sends the cell that may leave, if the link is free. @param now time step
    void Serve(int64_t now);
    /// The last bit of a PDU has left, if that is so. @param now time step
    void EndPdu(int64_t now);
    /// @return when the next cell may leave, as known now, or ATM_NEVER
    int64_t GetNext() const;
    /// Plan in the burst engine.
    void PlanAhead();
    /// @param vc has work @return least time step at which something of it needs an event
    int64_t GetNotable(AtmVc& vc) const;
    /// @param vc a VC @return its cells on the link
    CellLane& GetLane(AtmVc& vc) const;
    /// @param at time step at which OnTime is to be called, or sooner (it then asks again)
    void ServeAt(int64_t at);
    /// The event.
    void OnTime();
    /// @return whether each cell has an event
    bool IsLive() const;

    AtmNetDevice& m_device;         //!< it sends for
    int64_t m_sduGate{0};           //!< no PDU starts before
    int64_t m_freeAt{0};            //!< link is free from here on
    std::vector<AtmVc*> m_heap;     //!< VCs with work, soonest on top
    std::vector<int64_t> m_wakeUps; //!< calls scheduled, soonest last
    uint64_t m_turns{0};            //!< given to VCs so far
    Ptr<const Packet> m_ending;     //!< SDU whose last cell is being sent
    AtmTimer<AtmTransmitter, &AtmTransmitter::OnTime> m_timer; //!< next event
};
} // namespace hsn
} // namespace ns3

#endif // ATM_TRANSMITTER_H
