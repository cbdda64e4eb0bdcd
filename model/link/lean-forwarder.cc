// SPDX-License-Identifier: GPL-2.0-only
#include "lean-forwarder.h"

#include "ns3/abort.h"
#include "ns3/log.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanForwarder");
NS_OBJECT_ENSURE_REGISTERED(LeanForwarder);

TypeId
LeanForwarder::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LeanForwarder")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LeanForwarder>()
                            .AddTraceSource("Drop",
                                            "A packet is dropped: it is not IPv4, or has no route.",
                                            MakeTraceSourceAccessor(&LeanForwarder::m_dropTrace),
                                            "ns3::hsn::LeanForwarder::DropTracedCallback");
    return tid;
}

LeanForwarder::LeanForwarder()
{
}

LeanForwarder::~LeanForwarder()
{
}

void
LeanForwarder::DoDispose()
{
    for (const auto& port : m_ports)
    {
        port.device->EndReceiver(*this, port.before);
    }
    m_ports.clear();
    m_routes.clear();
    Object::DoDispose();
}

void
LeanForwarder::Serve(Ptr<LeanLinkNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    m_ports.push_back({device, device->SetReceiver(*this)});
}

void
LeanForwarder::SetRoute(Ipv4Address destination, Ptr<LeanLinkNetDevice> device)
{
    NS_LOG_FUNCTION(this << destination << device);
    NS_ABORT_MSG_UNLESS(device, "a route of LeanForwarder to " << destination << " has no device");
    m_routes[destination.Get()] = device;
}

uint64_t
LeanForwarder::GetForwarded() const
{
    return m_forwarded;
}

uint64_t
LeanForwarder::GetUnknown() const
{
    return m_unknown;
}

uint64_t
LeanForwarder::GetForeign() const
{
    return m_foreign;
}

bool
LeanForwarder::Take(const Ptr<LinkFrame>& frame)
{
    const auto destination = frame->GetDestination();
    if (!destination)
    {
        ++m_foreign;
        m_dropTrace(frame->GetPacket(), frame->GetProtocol());
        return false;
    }
    const auto route = m_routes.find(destination->Get());
    if (route == m_routes.end())
    {
        NS_LOG_LOGIC("no route to " << *destination);
        ++m_unknown;
        m_dropTrace(frame->GetPacket(), frame->GetProtocol());
        return false;
    }
    ++m_forwarded;
    return route->second->Transmit(frame);
}
} // namespace hsn
} // namespace ns3
