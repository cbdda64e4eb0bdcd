// SPDX-License-Identifier: GPL-2.0-only
#include "lean-segment.h"

#include "lean-header.h"

#include "ns3/inet-socket-address.h"
#include "ns3/tcp-l4-protocol.h"

#include <typeinfo>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t BASIC_BYTES = 20; // of an IPv4 or a TCP header (RFC 791, 3.1; RFC 9293, 3.1)
constexpr uint32_t TIMESTAMPS_BYTES = 12; // with padding (RFC 7323, 3.2)

} // namespace

LeanSegment::Path::Path(const TcpConnectionKey& key)
    : ends(key),
      flow(InetSocketAddress(Ipv4Address(key.local), key.localPort),
           InetSocketAddress(Ipv4Address(key.peer), key.peerPort),
           TcpL4Protocol::PROT_NUMBER)
{
}

uint32_t
LeanSegment::GetHeadBytes(bool hasTimestamps)
{
    return 2 * BASIC_BYTES + (hasTimestamps ? TIMESTAMPS_BYTES : 0);
}

const LeanSegment*
LeanSegment::Of(const LinkFrame& frame)
{
    return !frame.IsWritten() && typeid(frame) == typeid(LeanSegment)
               ? static_cast<const LeanSegment*>(&frame)
               : nullptr;
}

LeanSegment::LeanSegment(const Ptr<const Path>& path,
                         const Ip& ip,
                         const TcpHeader& header,
                         const std::optional<Timestamps>& timestamps,
                         const Ptr<Packet>& data)
    : LinkFrame(GetHeadBytes(timestamps.has_value()), data),
      m_path(path),
      m_ip(ip),
      m_seq(header.GetSequenceNumber()),
      m_ack(header.GetAckNumber()),
      m_window(header.GetWindowSize()),
      m_flags(header.GetFlags()),
      m_hasTimestamps(timestamps.has_value()),
      m_timestamps(timestamps.value_or(Timestamps()))
{
}

TcpSegment
LeanSegment::GetTcp() const
{
    TcpSegment tcp;
    tcp.seq = m_seq;
    tcp.ack = m_ack;
    tcp.flags = m_flags;
    tcp.window = m_window;
    tcp.headerSize = GetHeadBytes(m_hasTimestamps) - BASIC_BYTES;
    tcp.size = GetSize() - BASIC_BYTES - tcp.headerSize;
    tcp.hasTimestamp = m_hasTimestamps;
    tcp.timestamp = m_timestamps.value;
    tcp.echo = m_timestamps.echo;
    return tcp;
}

LinkFlow
LeanSegment::GetFlow() const
{
    return m_path->flow;
}

std::optional<Ipv4Address>
LeanSegment::GetDestination() const
{
    return Ipv4Address(m_path->ends.peer);
}

void
LeanSegment::AddHead(Packet& payload) const
{
    payload.AddHeader(LeanHeader(*this));
}
} // namespace hsn
} // namespace ns3
