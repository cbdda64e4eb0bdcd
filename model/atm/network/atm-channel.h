// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_CHANNEL_H
#define ATM_CHANNEL_H

#include "atm-link-errors.h"

#include "ns3/atm-cell.h"
#include "ns3/atm-change.h"
#include "ns3/burst-link-times.h"
#include "ns3/burst-parts.h"
#include "ns3/cell-burst.h"
#include "ns3/cell-lane.h"
#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/reusable-event.h"
#include "ns3/ring-buffer.h"
#include "ns3/traced-callback.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
class AtmPort;

/**
 * @ingroup hsn-atm
 * @brief A full-duplex link between two ATM ports: cell rate, propagation delay, errors.
 *
 * A cell sent at t arrives, with its last bit, at t + GetCellTime() + Delay. If Delay or DataRate
 * change, that holds for cells sent from then on; a cell that would arrive before an earlier one,
 * or together with it, arrives one time step after it. The cell time is 424 bits at DataRate,
 * rounded to the nearest time step, so that a link is exactly periodic (155.52 Mbit/s: 2726 ns
 * instead of 2726.337).
 *
 * Errors come in two kinds that may be combined: a CellLossModel (any ns-3 ErrorModel in packet
 * units, which is shown the same 53-byte packet for every cell) removes whole cells; a
 * BitErrorRate inverts single bits. Inverted header bits meet the receiver's HEC (I.432, 4.3:
 * corrected, or the cell is discarded), inverted payload bits travel on and meet the AAL5 CRC.
 */
class AtmChannel : public Channel, public BurstLink
{
  public:
    /// Why a link lost a cell.
    enum LossReason
    {
        LOSS_MODEL, //!< the CellLossModel said so
        LOSS_HEC    //!< header damaged: found by the receiver's HEC, or read wrong
    };

    /// What one direction has seen, in cells: sent = delivered + lost + hecDiscarded + in flight.
    struct Counters
    {
        uint64_t sent{0};         //!< started before now
        uint64_t delivered{0};    //!< taken by the receiver
        uint64_t lost{0};         //!< removed by the loss model
        uint64_t hecDiscarded{0}; //!< header damaged beyond repair
        uint64_t hecCorrected{0}; //!< header repaired, cell delivered
        uint64_t damaged{0};      //!< delivered with payload bits inverted
    };

    /// No arrival is known.
    static constexpr int64_t NEVER = ATM_NEVER;

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmChannel();
    ~AtmChannel() override;

    /**
     * @brief Adds an end; called by AtmPort::Attach.
     * @param port the port
     * @return 0 for the first, 1 for the second; a third one is an error
     */
    uint32_t Attach(Ptr<AtmPort> port);

    /// @param end 0 or 1 @return the port there, or null
    Ptr<AtmPort> GetPort(uint32_t end) const;

    /**
     * @brief Takes the next label that no connection on this link has.
     * @return VPI 0 and a VCI from 32 on; the same label serves both directions
     */
    AtmVcId AllocateVc();
    /// @return what AllocateVc() will take; VCI 0: all labels are taken
    AtmVcId GetNextVc() const;

    /// @return time steps that one cell takes on this link
    int64_t GetCellTime() const
    {
        return m_cellTime;
    }

    /// @return the line rate, 53 octets a cell
    DataRate GetDataRate() const;

    /// @return the propagation delay
    Time GetDelay() const;

    /**
     * @brief Sends a burst, whose first bit leaves now.
     * @param end from which end
     * @param burst the cells; its start must be now, and the link free
     */
    void Transmit(uint32_t end, CellBurst burst);

    /**
     * @param end a receiving end
     * @return the time step of the next arrival there, or NEVER; nothing sent later comes earlier
     */
    int64_t GetNextArrival(uint32_t end) const
    {
        const auto& flight = m_direction[1 - end]->flight;
        return flight.Empty() ? NEVER : flight.Front().arrival;
    }

    /**
     * @name Burst engine
     * @{
     */

    /// @return time steps from the first bit sent to the last bit arrived, of cells that leave now
    int64_t GetOffset() const
    {
        return m_cellTime + m_delaySteps;
    }

    /// @param end the sending end @param arrival of a cell @return the same, of that cell
    int64_t GetOffset(uint32_t end, int64_t arrival) const
    {
        return m_direction[end]->times.GetOffset(arrival, GetOffset());
    }

    /// @param end the sending end @return time step from which on the cells arrive that leave now
    /// or later
    int64_t GetArrivalFromNow(uint32_t end) const;

    /// @param end the sending end @param vc label @return the cells of that VC
    CellLane& GetLane(uint32_t end, AtmVcId vc);

    /**
     * @brief Has the sender decide on the cells that arrive up to some time.
     * @param end the sending end
     * @param t time step, not after now
     */
    void Fetch(uint32_t end, int64_t t);

    /// @param end the sending end @param lane a VC @param cells sent on it
    void Append(uint32_t end, CellLane& lane, const CellSpan& cells)
    {
        Direction& d = *m_direction[end];
        d.counters->sent += cells.count;
        if (cells.arrival > d.lastArrival)
        {
            d.lastArrival = cells.arrival + (cells.count - 1) * cells.spacing;
            lane.Append(cells);
            return;
        }
        AppendLate(d, lane, cells);
    }

    /// @param end the sending end @param arrival of a cell @return whether it overtakes no other
    bool IsInOrder(uint32_t end, int64_t arrival) const
    {
        return arrival > m_direction[end]->lastArrival;
    }

    /**
     * @param end the sending end
     * @param n cells that are sent next, one after the other
     * @param start time step at which the last of them leaves
     * @return time step at which it arrives, unless the link changes or others come between
     */
    int64_t PredictArrival(uint32_t end, int64_t n, int64_t start) const
    {
        return std::max(start + GetOffset(), m_direction[end]->lastArrival + n);
    }

    /**
     * @brief Append, of cells between which those of other VCs leave, which are appended before or
     * after these.
     * @param end the sending end
     * @param lane a VC
     * @param cells sent on it; none of them all overtakes another one
     */
    void AppendWoven(uint32_t end, CellLane& lane, const CellSpan& cells)
    {
        Direction& d = *m_direction[end];
        d.counters->sent += cells.count;
        d.lastArrival = std::max(d.lastArrival, cells.arrival + (cells.count - 1) * cells.spacing);
        lane.Append(cells);
    }

    CellSink* FindSink(CellLane& lane) final;

    /// @param end the sending end @param n cells that the sender took back
    void NotifyWithdrawn(uint32_t end, uint64_t n);

    /// @param end the sending end: finds out whether it must fall back to cell by cell
    void Reconsider(uint32_t end);

    /// @param end the sending end @return what was changed without an AtmChange; empty: nothing
    std::string FindOmission(uint32_t end) const;

    void BeginChange() final;
    void EndChange() final;

    /// @param end the sending end: its lanes find their sinks and events anew
    void ResolveLanes(uint32_t end);

    /// @param end the sending end @param f called with each lane, CellLane&
    template <typename F>
    void ForEachLane(uint32_t end, F f)
    {
        for (auto& lane : m_direction[end]->lanes)
        {
            f(*lane.second);
        }
    }

    /** @} */

    /// @param end the sending end @return the counters of that direction
    Counters GetCounters(uint32_t end) const;

    /// @param end the sending end @return cells on their way
    uint64_t GetInFlight(uint32_t end) const;

    /**
     * @brief Gives the link's random variables their streams.
     * @param stream the first
     * @return how many were taken
     */
    int64_t AssignStreams(int64_t stream);

    // Inherited from Channel
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    /**
     * @brief TracedCallback signature for cells that are lost.
     * @param [in] cell the cell
     * @param [in] reason why it was lost
     */
    typedef void (*LossTracedCallback)(const CellBurst& cell, LossReason reason);

  protected:
    void DoDispose() override;

  private:
    static constexpr int NOT_MET = -2;  //!< errors have not been drawn yet
    static constexpr int NOT_LOST = -1; //!< errors have left the cell intact, or damaged it

    /// A cell on its way.
    struct InFlight
    {
        CellBurst burst;    //!< the cell
        int64_t arrival{0}; //!< time step of its last bit at the receiver
        int fate{NOT_MET};  //!< a LossReason, NOT_LOST, or NOT_MET
    };

    /// One of the two directions of the link.
    struct Direction
    {
        /// @param c the link @param e the sending end
        Direction(AtmChannel* c, uint32_t e)
            : channel(c),
              end(e),
              timer(this)
        {
        }

        /// The oldest cell in flight has arrived.
        void Arrive()
        {
            channel->Deliver(*this);
        }

        AtmChannel* channel;                                //!< the link
        uint32_t end;                                       //!< the sending end
        uint32_t context{0};                                //!< node of the receiver
        RingBuffer<InFlight> flight;                        //!< on their way, oldest first
        int64_t lastArrival{-1};                            //!< of the cell sent last
        ReusableEvent<Direction, &Direction::Arrive> timer; //!< arrival of the oldest
        AtmLinkErrors::Direction errors;                    //!< of this direction
        AtmLazy<Counters> counters;                         //!< what happened
        BurstLinkTimes times;                               //!< when its cells have left
        bool staysLive{false};                              //!< there have been cells one by one
        bool isReported{false};                             //!< the log says that it is live
        std::unordered_map<uint32_t, std::unique_ptr<CellLane>> lanes; //!< by label
        /// those of a link that was disposed of: its ports may know them
        std::unordered_map<uint32_t, std::unique_ptr<CellLane>> oldLanes;
    };

    /// @param d direction @param lane VC @param cells some of which would overtake others
    void AppendLate(Direction& d, CellLane& lane, CellSpan cells);

    /// @param d direction that falls back: the cells on their way arrive one by one
    void DeliverOneByOne(Direction& d);

    /// @param d direction of a link that is disposed of: its cells are lost, and no more are sent
    void Cut(Direction& d);

    /// @param d a direction @return whether its cells can be worked out late
    bool CanGoAhead(const Direction& d) const;

    /// @param model decides which cells are lost
    void SetLossModel(Ptr<ErrorModel> model);
    /// @return it
    Ptr<ErrorModel> GetLossModel() const;
    /// @param rate the line rate
    void SetDataRate(DataRate rate);
    /// @param delay propagation delay
    void SetDelay(Time delay);
    /// @param ber bit error rate
    void SetBitErrorRate(double ber);
    /// @return the bit error rate
    double GetBitErrorRate() const;
    /// @param format of cell headers
    void SetFormat(AtmCellHeader::Format format);
    /// @return format of cell headers
    AtmCellHeader::Format GetFormat() const;

    /// @param d direction whose oldest cell arrives now
    void Deliver(Direction& d);

    /// @param d direction whose oldest cell arrives now and meets the errors of the link
    void MeetErrors(Direction& d);

    /// @param d the direction @param burst a cell that goes no further @param reason why
    void Lose(Direction& d, CellBurst& burst, LossReason reason);

    Ptr<AtmPort> m_port[2];                                   //!< the ends
    std::unique_ptr<Direction> m_direction[2];                //!< by sending end
    DataRate m_rate;                                          //!< line rate
    Time m_delay;                                             //!< propagation delay
    int64_t m_delaySteps{0};                                  //!< the same in time steps
    int64_t m_cellTime{0};                                    //!< time steps a cell
    uint16_t m_nextVci{32};                                   //!< label to be taken next
    uint32_t m_changes{0};                                    //!< BeginChange without EndChange
    AtmLinkErrors m_errors;                                   //!< of both directions
    TracedCallback<const CellBurst&, LossReason> m_lossTrace; //!< a cell is lost
};
} // namespace hsn
} // namespace ns3

#endif // ATM_CHANNEL_H
