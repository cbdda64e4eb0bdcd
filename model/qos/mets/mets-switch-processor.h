// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_SWITCH_PROCESSOR_H
#define METS_SWITCH_PROCESSOR_H

#include "ns3/atm-switch.h"
#include "ns3/cell-burst.h"
#include "ns3/host-cpu.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief The one processor of a switch, which handles the cells of all ports (QoS-A, 3.1: 200,000
 * cells/s).
 *
 * Cells of all inputs wait in one queue of QueueCells cells, the one being handled included; a cell
 * that finds it full is lost. Each takes CellTime of a HostCpu at interrupt level, so that other
 * tasks of that processor (signalling) can be given what is left.
 *
 * Written rule for ties: a cell that is handled completely at some time has left the queue before
 * cells that arrive then enter. Cells that arrive at one time enter in cyclic order of their ports,
 * starting after the port whose cell was the last to find a place (before there was one: after port
 * 0).
 */
class SwitchProcessor : public AtmSwitchProcessor
{
  public:
    /// Cells: submitted = handled + refused + those that wait.
    struct Counters
    {
        uint64_t submitted{0}; //!< arrived
        uint64_t handled{0};   //!< went on to the outputs
        uint64_t refused{0};   //!< found no place
        uint32_t longest{0};   //!< cells in the queue, at most
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    SwitchProcessor();
    ~SwitchProcessor() override;

    /**
     * @brief Makes all cells of a switch go through this processor.
     * @param owner the switch, which has received no cells yet
     * @param cpu that works on them, or null: one of its own
     */
    void Install(Ptr<AtmSwitch> owner, Ptr<HostCpu> cpu = nullptr);

    /// @return the processor, for further tasks
    Ptr<HostCpu> GetCpu() const;
    /// @return cells that wait, the one being handled included
    uint32_t GetNCells() const;
    /// @return the counters
    const Counters& GetCounters() const;

    void Submit(uint32_t inPort, const CellBurst& cell) override;

    /**
     * @brief TracedCallback signature for cells that find no place.
     * @param [in] inPort where it came in
     * @param [in] cell the cell
     */
    typedef void (*RefusedTracedCallback)(uint32_t inPort, const CellBurst& cell);

  protected:
    void DoDispose() override;

  private:
    /// A cell, and where it came in.
    struct Entry
    {
        uint32_t inPort; //!< number of the port
        CellBurst cell;  //!< the cell
    };

    /// All cells of this time step have arrived, or another call comes.
    void Admit();
    /// Begins to handle the next cell.
    void Begin();
    /// The next cell has been handled.
    void Finish();

    Time m_cellTime;              //!< attribute
    uint32_t m_queueCells;        //!< attribute
    AtmSwitch* m_owner{nullptr};  //!< the switch
    Ptr<HostCpu> m_cpu;           //!< works
    Ptr<HostTask> m_task;         //!< handles cells
    std::vector<Entry> m_arrived; //!< now, not admitted yet
    std::deque<Entry> m_queue;    //!< waiting, the first is being handled
    bool m_busy{false};           //!< a cell is being handled
    uint32_t m_lastInput{0};      //!< whose cell found a place last
    Counters m_counters;          //!< cells
    TracedCallback<uint32_t, const CellBurst&> m_refusedTrace; //!< found no place
};
} // namespace hsn
} // namespace ns3

#endif // METS_SWITCH_PROCESSOR_H
