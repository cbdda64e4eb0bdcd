// SPDX-License-Identifier: GPL-2.0-only
#include "link-frame.h"

#include "ns3/abort.h"
#include "ns3/rfc2684.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t HEADER_BYTES = 20; // RFC 791, 3.1
constexpr uint32_t DESTINATION = 16;  // where it is in the header
} // namespace

LinkFrame::LinkFrame(const Ptr<Packet>& packet, uint16_t protocol)
    : m_size(packet->GetSize()),
      m_protocol(protocol),
      m_packet(packet)
{
}

LinkFrame::LinkFrame(uint32_t headBytes, const Ptr<Packet>& payload)
    : m_size((payload ? payload->GetSize() : 0) + headBytes),
      m_protocol(Rfc2684::IPV4),
      m_isWritten(false),
      m_packet(payload)
{
}

LinkFlow
LinkFrame::GetFlow() const
{
    return LinkFlow::Of(*m_packet, m_protocol);
}

std::optional<Ipv4Address>
LinkFrame::GetDestination() const
{
    uint8_t header[HEADER_BYTES];
    if (m_protocol != Rfc2684::IPV4 || m_packet->CopyData(header, HEADER_BYTES) < HEADER_BYTES)
    {
        return std::nullopt;
    }
    return Ipv4Address::Deserialize(header + DESTINATION);
}

void
LinkFrame::Write() const
{
    if (!m_packet)
    {
        m_packet = Create<Packet>();
    }
    AddHead(*m_packet);
    m_isWritten = true;
}

void
LinkFrame::AddHead(Packet& payload) const
{
    NS_ABORT_MSG("a LinkFrame without headers of " << m_size << " bytes cannot write them: its "
                                                   << "class has to override AddHead");
}
} // namespace hsn
} // namespace ns3
