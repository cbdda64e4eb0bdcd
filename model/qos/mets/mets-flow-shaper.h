// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_FLOW_SHAPER_H
#define METS_FLOW_SHAPER_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Shapes flows by budget, credit and period, and interleaves them (QoS-A, 2.2.1.2).
 *
 * A driver works at each tick: every `period` ticks a flow's credit becomes its `budget` (what was
 * left is lost), then flows take turns and send one unit each while they have units and credit,
 * until a whole round sends nothing or the adapter is busy. The turn is kept across ticks. So a
 * flow sends 1000 budget / period units a second with ticks of 1 ms, at most `budget` in a period
 * and twice that around its end.
 *
 * Units are cells, or packets of any application: the owner keeps them, adds their number, and
 * sends one when it is called. A tick at which nothing waits costs no event.
 */
class FlowShaper : public Object
{
  public:
    /// Budget and period of a flow.
    struct Setting
    {
        uint32_t budget{1}; //!< units a period
        uint32_t period{1}; //!< ticks
    };

    /// Sends a unit of a flow; false: the adapter is busy, and the unit stays.
    using Send = Callback<bool, uint32_t>;

    /// @return the TypeId
    static TypeId GetTypeId();

    FlowShaper();
    ~FlowShaper() override;

    /**
     * @brief Finds the shortest period in which a rate is met closely from above.
     * @param rate units a second, above 0; else the program ends with an error
     * @param tick of the shaper
     * @param maxPeriod ticks, at least 1
     * @param overshoot by which the rate may be exceeded, a share; if no period has so little, the
     * longest is taken
     * @return budget and period
     */
    static Setting GetSetting(double rate,
                              Time tick = MilliSeconds(1),
                              uint32_t maxPeriod = 50,
                              double overshoot = 0.02);

    /// @param send sends a unit
    void SetSend(Send send);

    /**
     * @brief Adds a flow, with a full credit.
     * @param setting budget and period, each at least 1; else the program ends with an error
     * @return number of the flow, from 0
     */
    uint32_t AddFlow(Setting setting);

    /**
     * @brief Changes a flow; its credit becomes the budget at once.
     * @param flow number
     * @param setting budget and period
     */
    void SetFlow(uint32_t flow, Setting setting);

    /// @param flow number @param units that wait from now on; they are sent from the next tick on
    void Add(uint32_t flow, uint32_t units);

    /// @param flow number @return units that wait
    uint64_t GetBacklog(uint32_t flow) const;
    /// @param flow number @return credit that is left, as of the last tick with work
    uint32_t GetCredit(uint32_t flow) const;
    /// @return flows
    uint32_t GetNFlows() const;

  protected:
    void DoDispose() override;

  private:
    /// A flow.
    struct Flow
    {
        Setting setting;     //!< budget and period
        uint32_t credit{0};  //!< units that may be sent until the period ends
        int64_t refresh{0};  //!< number of the tick at which the period ends
        uint64_t backlog{0}; //!< units that wait
    };

    /// @param flow number @return it; ends the program if there is none
    const Flow& Get(uint32_t flow) const;
    /// @param setting ends the program unless both parts are at least 1
    static void Check(Setting setting);
    /// @return number of the latest tick
    int64_t GetTick() const;
    /// Awaits the next tick if something waits.
    void Plan();
    /// The driver's work.
    void OnTick();

    Time m_tick;                          //!< period of the driver
    Send m_send;                          //!< sends a unit
    std::vector<Flow> m_flows;            //!< by number
    uint32_t m_turn{0};                   //!< flow that is asked next
    uint64_t m_backlog{0};                //!< of all flows
    bool m_working{false};                //!< in OnTick()
    EventId m_next;                       //!< next tick
    TracedCallback<uint32_t> m_sendTrace; //!< a unit is sent
};
} // namespace hsn
} // namespace ns3

#endif // METS_FLOW_SHAPER_H
