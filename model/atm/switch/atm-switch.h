// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_SWITCH_H
#define ATM_SWITCH_H

#include "atm-frame-filter.h"
#include "atm-switch-port.h"
#include "burst-inlet.h"

#include "ns3/atm-change.h"
#include "ns3/atm-slot-clock.h"
#include "ns3/cell-burst.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/usage-parameter-control.h"

#include <array>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief What limits a switch as a whole: all its cells go through it.
 *
 * Calls AtmSwitch::Switch() for each cell when it is done with it, or AtmSwitch::CountRefused().
 */
class AtmSwitchProcessor : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param inPort where a cell has come in now @param cell the cell
    virtual void Submit(uint32_t inPort, const CellBurst& cell) = 0;
};

/**
 * @ingroup hsn-atm
 * @brief A non-blocking, output-buffered ATM switch.
 *
 * Looks up the label of an arriving cell, polices it where the connection has a
 * UsageParameterControl, translates the label and puts the cell into the buffer of every output
 * that the connection leads to (more than one: point-to-multipoint). There is no delay but that
 * of the buffers.
 *
 * Written rule for ties: cells that arrive at one output at the same time from several inputs
 * enter in cyclic order of their port numbers, starting after the input whose cell was the last to
 * get into a buffer of that output (before there was one: after port 0). So no input is favoured:
 * one whose cell was refused is not passed over again.
 *
 * With a SlotTime, inputs are aligned, as in a fabric that works in slots: cells wait for the next
 * multiple of it, and are then switched together. If SlotTime is changed, waiting cells are
 * switched at once. Without slots, inputs of the same rate keep the order in which their cells
 * arrive for as long as they send, so that at a full buffer the same input wins each place that
 * becomes free.
 *
 * Aggregated to a node by AtmSwitchHelper.
 */
class AtmSwitch : public Object
{
  public:
    /// Cells: received = unknownVc + policed + switched + refused + those that wait in a processor.
    struct Counters
    {
        uint64_t received{0};  //!< arrived at any input
        uint64_t unknownVc{0}; //!< no connection has their label
        uint64_t policed{0};   //!< discarded by usage parameter control
        uint64_t tagged{0};    //!< tagged by it (they are switched)
        uint64_t switched{0};  //!< found their connection and were let in
        uint64_t copies{0};    //!< offered to output buffers; more than switched with multipoint
        uint64_t filtered{0};  //!< copies that a frame filter kept from an output
        uint64_t refused{0};   //!< found no place before the switch's processor
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmSwitch();
    ~AtmSwitch() override;

    /**
     * @brief Chooses the buffers of ports that are added later.
     * @param category whose buffer
     * @param factory makes an AtmCellQueue
     */
    void SetQueueFactory(AtmServiceCategory category, const ObjectFactory& factory);

    /**
     * @brief Adds a port; AtmHelper does it when it draws a link.
     * @param port a port that is on the switch's node
     * @return its number
     */
    uint32_t AddPort(Ptr<AtmSwitchPort> port);

    /// @param port aborts if AddPort() would
    void CheckPort(Ptr<const AtmSwitchPort> port) const;

    /// @return the number of ports
    uint32_t GetNPorts() const;

    /// @param i number @return the port
    Ptr<AtmSwitchPort> GetPort(uint32_t i) const;

    /**
     * @brief Leads a connection from an input to an output; again for a further output.
     * @param inPort port the cells come in
     * @param in their label there
     * @param outPort port they leave
     * @param out their label there
     * @param category buffer they use at the output; the first call for an input decides
     *
     * Errors: a port that does not exist, an output that the connection leads to already, a label
     * out of range.
     */
    void AddConnection(uint32_t inPort,
                       AtmVcId in,
                       uint32_t outPort,
                       AtmVcId out,
                       AtmServiceCategory category = ATM_UBR);

    /**
     * @brief Polices a connection at its input.
     * @param inPort port the cells come in
     * @param in their label there; the connection must exist
     * @param upc the usage parameter control, one for each connection; null: none
     */
    void SetUpc(uint32_t inPort, AtmVcId in, Ptr<UsageParameterControl> upc);

    /// @param inPort port @param in label @return the usage parameter control there, or null
    Ptr<UsageParameterControl> GetUpc(uint32_t inPort, AtmVcId in) const;

    /**
     * @brief Filters the frames of a connection, for each output on its own.
     * @param inPort port the cells come in
     * @param in their label there; the connection must exist
     * @param filter tells which frames leave by which ports, one for each connection; null: all do
     */
    void SetFrameFilter(uint32_t inPort, AtmVcId in, Ptr<AtmFrameFilter> filter);

    /**
     * @brief Limits what the switch as a whole can handle.
     *
     * Cells go through the processor, one after the other, after usage parameter control and before
     * they are filtered and copied. The switch and its links then work cell by cell.
     * @param processor has this switch as its owner; to be set before cells come
     */
    void SetProcessor(Ptr<AtmSwitchProcessor> processor);

    /// @return whether cells go through a processor
    bool HasProcessor() const
    {
        return bool(m_processor);
    }

    /// @return the counters
    const Counters& GetCounters() const;

    /**
     * @name For processors
     * @{
     */

    /// @param inPort where a cell came in @param cell it, which the processor is done with
    void Switch(uint32_t inPort, CellBurst& cell);

    /// A cell found no place before the processor.
    void CountRefused();

    /// @return true if a further cell arrives at any input at this very time
    bool MoreArriveNow() const;

    /** @} */

    /**
     * @brief A cell arrives now; called by the ports.
     * @param inPort the port
     * @param cell the cell
     */
    void Receive(uint32_t inPort, CellBurst& cell);

    /// The cell that was due now at a port was lost on the link; called by the ports.
    void NotifyCellLost();

    /**
     * @name Burst engine
     * @{
     */

    /// @return when the cells that arrive are switched
    const AtmSlotClock& GetSlots() const
    {
        return m_slots;
    }

    /// @param inPort number of a port @return time steps that a cell takes on its link
    int64_t GetCellTime(uint32_t inPort) const;

    /**
     * @brief Counts cells of the burst engine.
     * @param inPort where they arrived
     * @param lane the cells, of the oldest run
     * @param n how many
     * @param legs outputs that they go to
     * @param verdict of usage parameter control
     */
    void CountArrived(uint32_t inPort,
                      const CellLane& lane,
                      uint32_t n,
                      uint64_t legs,
                      UsageParameterControl::Verdict verdict);

    /// @param copies for outputs @param filtered copies that a frame filter kept from an output
    void CountCopies(uint64_t copies, uint64_t filtered);

    /**
     * @brief Counts cells that no connection has.
     * @param inPort where they arrived
     * @param lane the cells, of the oldest run
     * @param n how many
     */
    void CountStray(uint32_t inPort, const CellLane& lane, uint32_t n);

    /// @return whether a sink is connected to UnknownVc
    bool IsUnknownVcWatched() const
    {
        return !m_unknownTrace.IsEmpty();
    }

    /// @param inPort where a cell arrived @param cell it: given to the sinks of UnknownVc
    void TraceUnknownVc(uint32_t inPort, const CellBurst& cell)
    {
        m_unknownTrace(inPort, cell);
    }

    /// @return whether a cell that has an event of its own is still to arrive now
    bool IsArrivalPending() const
    {
        return m_liveInputs > 0 && MoreArriveNow();
    }

    /** @} */

    /**
     * @brief TracedCallback signature for cells that no connection has.
     * @param [in] inPort number of the port the cell arrived at
     * @param [in] cell the cell
     */
    typedef void (*UnknownVcTracedCallback)(uint32_t inPort, const CellBurst& cell);

  protected:
    void DoDispose() override;

  private:
    friend class AtmSwitchPort;

    /// One output of a connection.
    struct Leg
    {
        uint32_t port;                   //!< output port
        AtmVcId vc;                      //!< label there
        CellDiscardState state;          //!< memory of the discard policy there
        std::unique_ptr<BurstFeed> feed; //!< itself in the burst engine
    };

    /// A connection as seen from its input.
    struct Connection
    {
        AtmServiceCategory category{ATM_UBR}; //!< buffer it uses
        Ptr<UsageParameterControl> upc;       //!< polices it, or null
        Ptr<AtmFrameFilter> filter;           //!< keeps frames from outputs, or null
        std::list<Leg> legs;               //!< where it leads; addresses stay while cells are tied
        std::unique_ptr<BurstInlet> inlet; //!< burst engine: if it is policed or has several legs
    };

    /// What the switch knows of a port.
    struct PortEntry
    {
        Ptr<AtmSwitchPort> port;                              //!< the port
        std::unordered_map<uint32_t, Connection> connections; //!< by label of arriving cells
        uint32_t lastKey{0};                                  //!< label looked up last
        Connection* last{nullptr};                            //!< what was found
        uint32_t lastInput{0}; //!< input whose cell got into this output last
        bool isLive{false};    //!< burst engine: its cells come one by one nevertheless
    };

    /// A copy of a cell that waits for the others that arrived at the same time.
    struct Tied
    {
        uint32_t input;              //!< where it came in
        uint64_t rank;               //!< its turn at the output
        Leg* leg;                    //!< where it goes
        AtmServiceCategory category; //!< buffer there
        CellBurst cell;              //!< the cell
    };

    /// @param entry input port @param vc label @return the connection, or null
    static Connection* Find(PortEntry& entry, const AtmVcId& vc);

    /// @param slotTime attribute SlotTime
    void SetSlotTime(Time slotTime);
    /// @return attribute SlotTime
    Time GetSlotTime() const;

    /// @param inPort port @param vc label @return who takes its cells in the burst engine, or null
    CellSink* FindSink(uint32_t inPort, const AtmVcId& vc);

    /// @param port number of a port @return its output in the burst engine
    BurstOutput& GetBurstOutput(uint32_t port) const;

    /// @param inPort number of a port @param connection that comes in there gets an inlet
    void MakeInlet(uint32_t inPort, Connection& connection);

    /// @param inPort number of a port: whether its cells come one by one may have changed
    void NotifyInput(uint32_t inPort);

    /// @param inPort port @param in label @return the connection; ends the program if there is none
    Connection& Get(uint32_t inPort, const AtmVcId& in);

    /// @param connection gets an inlet in the burst engine, if it has none @param inPort of it
    void NeedInlet(uint32_t inPort, Connection& connection);

    /**
     * @param inPort where a cell came in
     * @param connection of it
     * @param cell it: copied for its outputs
     * @param tied whether the copies wait
     */
    void Copy(uint32_t inPort, Connection& connection, CellBurst& cell, bool tied);

    /// @param input where it came in @param leg where it goes @param category buffer @param cell
    /// the cell
    void Forward(uint32_t input, Leg& leg, AtmServiceCategory category, CellBurst& cell);

    /// Lets the cells that wait in at the end of the slot.
    void AwaitSlot();

    /// The end of a slot: cells that arrive at that very time still belong to it.
    void EndSlot();

    /// Lets the cells that arrived together into the outputs.
    void ResolveTies();

    std::array<ObjectFactory, ATM_CATEGORIES> m_queueFactories; //!< buffers of new ports
    std::vector<std::unique_ptr<PortEntry>> m_ports;            //!< by number
    std::vector<Tied> m_tied;            //!< arrived now, or in this slot, not yet forwarded
    AtmSlotClock m_slots;                //!< attribute SlotTime
    const bool m_isBurst;                //!< engine: burst
    uint32_t m_liveInputs{0};            //!< burst engine: ports whose cells come one by one
    EventId m_slotEnd;                   //!< cells wait for it
    Ptr<AtmSwitchProcessor> m_processor; //!< what all cells go through, or null
    AtmLazy<Counters> m_counters;        //!< what happened
    TracedCallback<uint32_t, const CellBurst&> m_unknownTrace; //!< no connection
};
} // namespace hsn
} // namespace ns3

#endif // ATM_SWITCH_H
