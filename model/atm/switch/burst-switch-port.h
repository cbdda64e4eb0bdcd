// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_SWITCH_PORT_H
#define BURST_SWITCH_PORT_H

#include "burst-output.h"

#include "ns3/cell-burst.h"
#include "ns3/cell-lane.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
class AtmSwitch;
class AtmSwitchPort;

/**
 * @ingroup hsn-atm
 * @brief What an AtmSwitchPort is in the burst engine beyond a port: its output, and the cells that
 * no connection has.
 */
class BurstSwitchPort
{
  public:
    /// @param owner the switch @param port the port
    BurstSwitchPort(AtmSwitch& owner, AtmSwitchPort& port);

    BurstSwitchPort(const BurstSwitchPort&) = delete;
    BurstSwitchPort& operator=(const BurstSwitchPort&) = delete;

    /// @return the output side
    BurstOutput& GetOutput()
    {
        return m_output;
    }

    /// @return the output side
    const BurstOutput& GetOutput() const
    {
        return m_output;
    }

    /// @return who takes the cells that no connection has
    CellSink* GetStraySink()
    {
        return &m_stray;
    }

    /// @return whether somebody wants to see the cells that no connection has
    bool IsStrayWatched() const;

    /// @param cell arrives now, on a link that works cell by cell
    void Receive(const CellBurst& cell);

    /// @param cell was due now, but the link has lost it
    void NotifyCellLost(const CellBurst& cell);

    /// @param t time step before now, up to which everything is decided on
    void Settle(int64_t t);

  private:
    /// Takes the cells that no connection has.
    struct Stray : public CellSink
    {
        /// @param p where they arrive
        explicit Stray(BurstSwitchPort& p)
            : port(p)
        {
        }

        void NotifyArrival(CellLane& lane) override;
        void NotifyFull(CellLane& lane) override;
        bool WantsEvents() const override;

        BurstSwitchPort& port; //!< where they arrive
    };

    /// @param lane cells that no connection has @param t time step up to which they are taken
    void TakeStray(CellLane& lane, int64_t t);
    /// @param vc label @return lane of the cells that arrive with it
    CellLane& GetInLane(AtmVcId vc) const;

    AtmSwitch& m_owner;    //!< the switch
    AtmSwitchPort& m_port; //!< the port
    BurstOutput m_output;  //!< output side
    Stray m_stray;         //!< no connection
};
} // namespace hsn
} // namespace ns3

#endif // BURST_SWITCH_PORT_H
