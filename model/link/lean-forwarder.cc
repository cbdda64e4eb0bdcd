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

namespace
{
constexpr uint16_t IPV4 = 0x0800;
constexpr uint32_t HEADER_BYTES = 20; // RFC 791, 3.1
constexpr uint32_t DESTINATION = 16;  // where it is in the header
} // namespace

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
    m_routes.clear();
    Object::DoDispose();
}

void
LeanForwarder::Serve(Ptr<LeanLinkNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    device->SetReceiver(*this);
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
LeanForwarder::Take(const Ptr<Packet>& packet, uint16_t protocol)
{
    uint8_t header[HEADER_BYTES];
    if (protocol != IPV4 || packet->CopyData(header, HEADER_BYTES) < HEADER_BYTES)
    {
        ++m_foreign;
        m_dropTrace(packet, protocol);
        return false;
    }
    const uint8_t* to = header + DESTINATION;
    const uint32_t address = static_cast<uint32_t>(to[0]) << 24 | to[1] << 16 | to[2] << 8 | to[3];
    const auto route = m_routes.find(address);
    if (route == m_routes.end())
    {
        NS_LOG_LOGIC("no route to " << Ipv4Address(address));
        ++m_unknown;
        m_dropTrace(packet, protocol);
        return false;
    }
    ++m_forwarded;
    return route->second->Transmit(packet, protocol);
}
} // namespace hsn
} // namespace ns3
