// SPDX-License-Identifier: GPL-2.0-only
#ifndef LEAN_LINK_CHANNEL_H
#define LEAN_LINK_CHANNEL_H

#include "flow-delay-table.h"

#include "ns3/channel.h"
#include "ns3/nstime.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace hsn
{
class LeanLinkNetDevice;

/**
 * @ingroup hsn-link
 * @brief The wire between two LeanLinkNetDevices: a propagation delay, and delays of flows.
 */
class LeanLinkChannel : public Channel
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    LeanLinkChannel();
    ~LeanLinkChannel() override;

    /**
     * @brief Takes a device as its next end; LeanLinkNetDevice::Attach() calls it.
     * @param device at most two
     * @return which end it is, 0 or 1
     */
    uint32_t Attach(Ptr<LeanLinkNetDevice> device);

    /// @param end 0 or 1 @return the device there, or null
    const Ptr<LeanLinkNetDevice>& GetLeanDevice(uint32_t end) const
    {
        return m_devices[end];
    }

    /// @param delay of propagation, for packets that have not started
    void SetDelay(Time delay);

    /// @return propagation delay
    Time GetDelay() const
    {
        return TimeStep(m_delay);
    }

    /// @return propagation delay, time steps
    int64_t GetDelaySteps() const
    {
        return m_delay;
    }

    /// @param delays of flows, added for packets that have not started; null: none
    void SetFlowDelays(Ptr<FlowDelayTable> delays);

    /// @return delays of flows, or null
    const Ptr<FlowDelayTable>& GetFlowDelays() const
    {
        return m_flowDelays;
    }

    // Inherited from Channel
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /// @return delays of flows, or null
    Ptr<FlowDelayTable> DoGetFlowDelays() const;
    /// Both ends work out their times anew.
    void Replan();

    std::array<Ptr<LeanLinkNetDevice>, 2> m_devices; //!< ends
    int64_t m_delay{0};                              //!< propagation, time steps
    Ptr<FlowDelayTable> m_flowDelays;                //!< of flows, or null
};
} // namespace hsn
} // namespace ns3

#endif // LEAN_LINK_CHANNEL_H
