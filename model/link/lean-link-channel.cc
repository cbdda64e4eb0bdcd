// SPDX-License-Identifier: GPL-2.0-only
#include "lean-link-channel.h"

#include "lean-link-net-device.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/pointer.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanLinkChannel");
NS_OBJECT_ENSURE_REGISTERED(LeanLinkChannel);

TypeId
LeanLinkChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::LeanLinkChannel")
            .SetParent<Channel>()
            .SetGroupName("Hsn")
            .AddConstructor<LeanLinkChannel>()
            .AddAttribute("Delay",
                          "Propagation delay. Packets whose transmission has started keep theirs.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&LeanLinkChannel::SetDelay, &LeanLinkChannel::GetDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("FlowDelays",
                          "Delays that are added for each flow; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&LeanLinkChannel::SetFlowDelays,
                                              &LeanLinkChannel::DoGetFlowDelays),
                          MakePointerChecker<FlowDelayTable>());
    return tid;
}

LeanLinkChannel::LeanLinkChannel()
{
}

LeanLinkChannel::~LeanLinkChannel()
{
}

void
LeanLinkChannel::DoDispose()
{
    m_devices = {};
    m_flowDelays = nullptr;
    Channel::DoDispose();
}

uint32_t
LeanLinkChannel::Attach(Ptr<LeanLinkNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    const uint32_t end = m_devices[0] ? 1 : 0;
    NS_ABORT_MSG_IF(m_devices[end], "a lean link has two ends, both are taken");
    m_devices[end] = device;
    return end;
}

void
LeanLinkChannel::SetDelay(Time delay)
{
    NS_LOG_FUNCTION(this << delay);
    m_delay = delay.GetTimeStep();
    Replan();
}

void
LeanLinkChannel::SetFlowDelays(Ptr<FlowDelayTable> delays)
{
    NS_LOG_FUNCTION(this << delays);
    if (delays == m_flowDelays)
    {
        return;
    }
    if (delays)
    {
        delays->Claim();
    }
    m_flowDelays = delays;
    for (const auto& device : m_devices)
    {
        if (device)
        {
            device->ForgetFlowDelays();
        }
    }
    Replan();
}

Ptr<FlowDelayTable>
LeanLinkChannel::DoGetFlowDelays() const
{
    return m_flowDelays;
}

void
LeanLinkChannel::Replan()
{
    for (const auto& device : m_devices)
    {
        if (device)
        {
            device->Replan();
        }
    }
}

std::size_t
LeanLinkChannel::GetNDevices() const
{
    return (m_devices[0] ? 1 : 0) + (m_devices[1] ? 1 : 0);
}

Ptr<NetDevice>
LeanLinkChannel::GetDevice(std::size_t i) const
{
    NS_ABORT_MSG_IF(i >= m_devices.size(), "device " << i << " of a lean link, which has 2 ends");
    return m_devices[i];
}
} // namespace hsn
} // namespace ns3
