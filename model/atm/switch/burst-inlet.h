// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_INLET_H
#define BURST_INLET_H

#include "atm-frame-filter.h"

#include "ns3/cell-lane.h"
#include "ns3/usage-parameter-control.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmSwitch;
class BurstFeed;
class BurstOutput;

/**
 * @ingroup hsn-atm
 * @brief Where a connection enters a switch in the burst engine, if it is policed, filtered or has
 * several legs: its cells go through usage parameter control and the filter once, and then into a
 * lane for each leg.
 *
 * Before an output decides, it has the inlet hand out the cells that have arrived.
 */
class BurstInlet : public CellSink
{
  public:
    /**
     * @param owner the switch
     * @param input number of the port its cells come in
     */
    BurstInlet(AtmSwitch& owner, uint32_t input);

    /// @param upc polices the connection, or null
    void SetUpc(Ptr<UsageParameterControl> upc);

    /// @param filter keeps frames from outputs, or null
    void SetFilter(Ptr<AtmFrameFilter> filter);

    /// @param output where a leg leads @param feed the leg @param label of the VC behind it
    /// @param port number of the output
    void AddLeg(BurstOutput& output, BurstFeed& feed, AtmVcId label, uint32_t port);

    /**
     * @brief Polices the cells that have arrived and gives them to the legs.
     * @param t time step up to which
     * @param asking output that needs them
     * @return whether there are cells that arrive later; if not, the output need not ask again
     */
    bool HandOut(int64_t t, const BurstOutput* asking);

    void NotifyCells(CellLane& lane) override;
    void NotifyLong(CellLane& lane) override;
    void NotifyArrival(CellLane& lane) override;
    void NotifyLost(CellLane& lane) override;
    bool WantsEvents() const override;
    int64_t GetDue(int64_t arrival) const override;

  private:
    /// A leg.
    struct Leg
    {
        BurstOutput* output;            //!< where it leads
        BurstFeed* feed;                //!< it
        std::unique_ptr<CellLane> lane; //!< cells that output has not decided on
        bool asks;                      //!< the output knows that there are cells
        uint32_t port;                  //!< number of that output
    };

    /// @param cells gone through usage parameter control: those that pass the filter go to the legs
    void HandToLegs(const CellSpan& cells);
    /// @param cells gone through usage parameter control, and the filter for some legs
    /// @param ports those that they leave by
    void HandToLegs(const CellSpan& cells, uint64_t ports);
    /// @param t time step @return whether cells that arrive later are left
    bool HandOutAll(int64_t t);

    AtmSwitch& m_owner;               //!< the switch
    const uint32_t m_input;           //!< port the cells come in
    Ptr<UsageParameterControl> m_upc; //!< polices the connection, or null
    Ptr<AtmFrameFilter> m_filter;     //!< keeps frames from outputs, or null
    std::vector<Leg> m_legs;          //!< where it leads
    CellLane* m_in{nullptr};          //!< cells that wait to be handed out
    Ptr<AtmPdu> m_latest;             //!< PDU of which a cell was handed out last
};
} // namespace hsn
} // namespace ns3

#endif // BURST_INLET_H
