// SPDX-License-Identifier: GPL-2.0-only
#include "star-channel.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnStarChannel");
NS_OBJECT_ENSURE_REGISTERED(StarChannel);

TypeId
StarChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::StarChannel")
                            .SetParent<SimpleChannel>()
                            .SetGroupName("Hsn")
                            .AddConstructor<StarChannel>()
                            .AddAttribute("SharedErrorModel",
                                          "Loss on the link that all receivers share.",
                                          PointerValue(),
                                          MakePointerAccessor(&StarChannel::m_shared),
                                          MakePointerChecker<ErrorModel>())
                            .AddTraceSource("SharedDrop",
                                            "A packet is lost on the shared link.",
                                            MakeTraceSourceAccessor(&StarChannel::m_sharedDrop),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

void
StarChannel::Add(Ptr<SimpleNetDevice> device)
{
    SimpleChannel::Add(device);
    m_devices.push_back(device);
}

void
StarChannel::Send(Ptr<Packet> packet,
                  uint16_t protocol,
                  Mac48Address to,
                  Mac48Address from,
                  Ptr<SimpleNetDevice> sender)
{
    NS_LOG_FUNCTION(this << packet << protocol << to << from << sender);
    if (m_shared && m_shared->IsCorrupt(packet))
    {
        m_sharedDrop(packet);
        return;
    }
    TimeValue delay;
    GetAttribute("Delay", delay);
    Simulator::Schedule(delay.Get(),
                        &StarChannel::Deliver,
                        this,
                        packet,
                        protocol,
                        to,
                        from,
                        sender);
}

void
StarChannel::Deliver(Ptr<Packet> packet,
                     uint16_t protocol,
                     Mac48Address to,
                     Mac48Address from,
                     Ptr<SimpleNetDevice> sender)
{
    for (const auto& device : m_devices)
    {
        if (device != sender)
        {
            // no copy needed: neither error models nor receivers change the packet
            device->Receive(packet, protocol, to, from);
        }
    }
}
} // namespace hsn
} // namespace ns3
