// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_SOURCE_PORT_H
#define ATM_SOURCE_PORT_H

#include "atm-cell-source.h"
#include "atm-port.h"

#include "ns3/atm-vc-id.h"
#include "ns3/reusable-event.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief A generator of cells at the end of a link: sends what an AtmCellSource has ready, in one
 * VC.
 *
 * A cell leaves when it is ready and the link is free; those that wait meanwhile are never lost. In
 * the burst engine the port is asked for its cells up to a time, and has no events but those of its
 * start and end. Cells that arrive are counted by the link, and vanish.
 */
class AtmSourcePort : public AtmPort
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AtmSourcePort();
    ~AtmSourcePort() override;

    /**
     * @brief Sets what it sends; before the simulation starts, or the port is added to its node.
     * @param source of this port alone
     * @param vc label on the link
     */
    void SetSource(Ptr<AtmCellSource> source, AtmVcId vc);

    /// @return what it sends, or null
    Ptr<AtmCellSource> GetSource() const;

    /// @return label of what it sends
    AtmVcId GetVcId() const;

    void ReceiveBurst(CellBurst& burst) override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;
    bool CanSendAhead() const override;
    void Advance(int64_t t) override;
    void Settle(int64_t t) override;
    void DoReplan() override;

  private:
    /// Its source starts.
    void Start();
    /// @return time step at which the next cell leaves
    int64_t GetNextStart() const;
    /// Has an event when the next cell leaves, if cells have events.
    void Plan();
    /// The event.
    void OnTime();
    /// Sends the next cell. @param start time step at which it leaves, now
    void SendCell(int64_t start);

    Ptr<AtmCellSource> m_source; //!< what it sends, or null
    AtmVcId m_vc;                //!< its label
    CellLane* m_lane{nullptr};   //!< burst engine: its cells on the link, once it has started
    bool m_hasStarted{false};    //!< cells may leave
    int64_t m_freeAt{0};         //!< link is free from here on
    int64_t m_eventAt{-1};       //!< time step of the latest event
    ReusableEvent<AtmSourcePort, &AtmSourcePort::Start> m_startTimer; //!< start
    ReusableEvent<AtmSourcePort, &AtmSourcePort::OnTime> m_timer;     //!< next cell
};
} // namespace hsn
} // namespace ns3

#endif // ATM_SOURCE_PORT_H
