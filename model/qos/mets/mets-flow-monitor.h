// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_FLOW_MONITOR_H
#define METS_FLOW_MONITOR_H

#include "mets-nic.h"

#include "ns3/atm-vc-id.h"
#include "ns3/callback.h"
#include "ns3/cell-burst.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Sees the congestion indication of a flow's cells at its receiver (QoS-A, 2.2.2.1).
 *
 * A switch marks cells that pass while more than EfciThreshold of its buffer wait (AtmCellQueue).
 * The monitor counts marked cells of a VC as the driver of its MetsNic reads them, or good frames
 * with such a cell, and tells a callback, e.g. MetsAdapter::NotifyCongestion(), of each one beyond
 * Threshold of them in an interval. With the default of 0 that is the paper's rule: one cell is
 * enough. Marks of frames that fail are seen in units of cells only.
 */
class MetsFlowMonitor : public Object
{
  public:
    /// What is counted.
    enum Unit
    {
        CELL, //!< every cell that was read, also of frames that fail
        FRAME //!< good frames; marked if one of their cells is
    };

    /// Called with the number of a flow that has met congestion.
    using CongestionCallback = Callback<void, uint16_t>;

    /// Cells or frames since Watch().
    struct Counters
    {
        uint64_t seen{0};   //!< of the flow
        uint64_t marked{0}; //!< of them: with congestion indication
        uint64_t told{0};   //!< of them: beyond Threshold in their interval
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsFlowMonitor();
    ~MetsFlowMonitor() override;

    /// @param congestion told of marks beyond Threshold; may be null
    void SetCongestionCallback(CongestionCallback congestion);

    /**
     * @brief Begins to watch a flow; once only. The adapter keeps the monitor from then on.
     * @param nic where it is received
     * @param vc its label there
     * @param flow number, for the callback and the trace
     */
    void Watch(Ptr<MetsNic> nic, AtmVcId vc, uint16_t flow);

    /// @return the counters
    const Counters& GetCounters() const;

    /**
     * @brief TracedCallback signature for congestion.
     * @param [in] flow number
     * @param [in] marked cells or frames of this interval, above Threshold
     */
    typedef void (*CongestionTracedCallback)(uint16_t flow, uint32_t marked);

  protected:
    void DoDispose() override;

  private:
    /// @param cell that the driver has read
    void NotifyCell(const CellBurst& cell);
    /// @param vc label @param congested whether a cell of a good frame is marked
    void NotifyFrame(AtmVcId vc, bool congested);
    /// @param marked whether a cell or a frame of the flow is
    void Count(bool marked);

    Unit m_unit;                                          //!< attribute
    uint32_t m_threshold;                                 //!< attribute
    Time m_interval;                                      //!< attribute
    bool m_watches{false};                                //!< since Watch()
    AtmVcId m_vc;                                         //!< of the flow
    uint16_t m_flow{0};                                   //!< number
    CongestionCallback m_congestion;                      //!< told
    int64_t m_intervalNumber{0};                          //!< of the last mark
    uint32_t m_marked{0};                                 //!< in that interval
    Counters m_counters;                                  //!< all
    TracedCallback<uint16_t, uint32_t> m_congestionTrace; //!< told
};
} // namespace hsn
} // namespace ns3

#endif // METS_FLOW_MONITOR_H
