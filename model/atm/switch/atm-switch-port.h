// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_SWITCH_PORT_H
#define ATM_SWITCH_PORT_H

#include "burst-switch-port.h"

#include "ns3/atm-output-port.h"
#include "ns3/atm-port.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace hsn
{
class AtmSwitch;

/**
 * @ingroup hsn-atm
 * @brief One port of an AtmSwitch: hands arriving cells to the switch, sends those in its buffers.
 */
class AtmSwitchPort : public AtmPort
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AtmSwitchPort();
    ~AtmSwitchPort() override;

    /// @return the output side
    Ptr<AtmOutputPort> GetOutput() const;

    /// @return the number of the port at its switch
    uint32_t GetPortNumber() const;

    void ReceiveBurst(CellBurst& burst) override;
    void NotifyCellLost(const CellBurst& cell) override;

  protected:
    void DoDispose() override;
    void NotifyAttached() override;
    CellSink* FindSink(CellLane& lane) override;
    bool CanSendAhead() const override;
    bool CanTakeRuns() const override;
    void Advance(int64_t t) override;
    void Settle(int64_t t) override;
    void DoReplan() override;
    void DoAwait() override;
    void DoWithdraw() override;
    void DoRestore(bool isLive) override;
    std::string FindOmission() const override;

  private:
    friend class AtmSwitch;

    /// @param owner the switch @param number of the port there
    void Join(AtmSwitch& owner, uint32_t number);
    /// @param now time step: cells whose slot ends now are switched within this event
    void SwitchWaiting(int64_t now);
    /// The switch is disposed.
    void Leave();
    /// The switch has gone: what other ports referred to during Leave() can go too.
    void Release();

    AtmSwitch* m_switch{nullptr};             //!< the switch, which owns its ports
    uint32_t m_number{0};                     //!< port number there
    Ptr<AtmOutputPort> m_output;              //!< output side
    std::unique_ptr<BurstSwitchPort> m_burst; //!< burst engine, or null
};
} // namespace hsn
} // namespace ns3

#endif // ATM_SWITCH_PORT_H
