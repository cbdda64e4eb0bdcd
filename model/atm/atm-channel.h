// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_CHANNEL_H
#define ATM_CHANNEL_H

#include "atm-cell.h"
#include "atm-timer.h"
#include "cell-burst.h"
#include "cell-ring-buffer.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <limits>
#include <memory>

namespace ns3
{
namespace hsn
{
class AtmPort;

/**
 * @ingroup hsn-atm
 * @brief A full-duplex link between two ATM ports: cell rate, propagation delay, errors.
 *
 * A cell sent at t arrives at t + GetCellTime() + Delay, when its last bit is there. If Delay or
 * DataRate change, that holds for cells sent from then on; none arrives before an earlier one. The
 * cell time is 424 bits at DataRate, rounded to the nearest time step, so that a link is exactly
 * periodic (155.52 Mbit/s: 2726 ns instead of 2726.337).
 *
 * Errors come in two kinds that may be combined: a CellLossModel (any ns-3 ErrorModel in packet
 * units, which is shown the same 53-byte packet for every cell) removes whole cells; a
 * BitErrorRate inverts single bits. Inverted header bits meet the receiver's HEC (I.432, 4.3:
 * corrected, or the cell is discarded), inverted payload bits travel on and meet the AAL5 CRC.
 */
class AtmChannel : public Channel
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
        uint64_t sent{0};         //!< given to the link
        uint64_t delivered{0};    //!< taken by the receiver
        uint64_t lost{0};         //!< removed by the loss model
        uint64_t hecDiscarded{0}; //!< header damaged beyond repair
        uint64_t hecCorrected{0}; //!< header repaired, cell delivered
        uint64_t damaged{0};      //!< delivered with payload bits inverted
    };

    /// No arrival is known.
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

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

    /// @param end the sending end @return the counters of that direction
    const Counters& GetCounters(uint32_t end) const;

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
    /// A cell on its way.
    struct InFlight
    {
        CellBurst burst;    //!< the cell
        int64_t arrival{0}; //!< time step of its last bit at the receiver
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

        AtmChannel* channel;                           //!< the link
        uint32_t end;                                  //!< the sending end
        uint32_t context{0};                           //!< node of the receiver
        RingBuffer<InFlight> flight;                   //!< on their way, oldest first
        int64_t lastArrival{0};                        //!< of the cell sent last
        AtmTimer<Direction, &Direction::Arrive> timer; //!< arrival of the oldest
        AtmHecReceiver hec;                            //!< receiver's header check
        double bitsToError{-1};                        //!< error-free bits ahead; < 0: not drawn
        Counters counters;                             //!< what happened
    };

    /// @param rate the line rate
    void SetDataRate(DataRate rate);
    /// @param delay propagation delay
    void SetDelay(Time delay);
    /// @param ber bit error rate
    void SetBitErrorRate(double ber);
    /// @return the bit error rate
    double GetBitErrorRate() const;

    /// @param d direction whose oldest cell arrives now
    void Deliver(Direction& d);

    /// @param d the direction @param burst a cell that goes no further @param reason why
    void Lose(Direction& d, CellBurst& burst, LossReason reason);

    /**
     * @brief Lets bit errors hit a cell.
     * @param d the direction
     * @param burst the cell
     * @return false if its header was damaged beyond repair
     */
    bool ApplyBitErrors(Direction& d, CellBurst& burst);

    /// @return the number of error-free bits before the next error (geometric)
    double DrawErrorGap();

    Ptr<AtmPort> m_port[2];                                   //!< the ends
    std::unique_ptr<Direction> m_direction[2];                //!< by sending end
    DataRate m_rate;                                          //!< line rate
    Time m_delay;                                             //!< propagation delay
    int64_t m_delaySteps{0};                                  //!< the same in time steps
    int64_t m_cellTime{0};                                    //!< time steps a cell
    uint16_t m_nextVci{32};                                   //!< label to be taken next
    double m_ber{0};                                          //!< bit error rate
    Ptr<ErrorModel> m_lossModel;                              //!< loses whole cells
    Ptr<Packet> m_lossProbe;                                  //!< what the loss model is shown
    AtmCellHeader::Format m_format;                           //!< header format on this link
    Ptr<UniformRandomVariable> m_uniform;                     //!< for bit errors
    TracedCallback<const CellBurst&, LossReason> m_lossTrace; //!< a cell is lost
};
} // namespace hsn
} // namespace ns3

#endif // ATM_CHANNEL_H
