// SPDX-License-Identifier: GPL-2.0-only
#include "lean-header.h"

#include "ns3/abort.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(LeanHeader);

namespace
{

/// @param p where two octets go @param value of them @return behind them
uint8_t*
Put16(uint8_t* p, uint16_t value)
{
    p[0] = static_cast<uint8_t>(value >> 8);
    p[1] = static_cast<uint8_t>(value);
    return p + 2;
}

/// @param p where four octets go @param value of them @return behind them
uint8_t*
Put32(uint8_t* p, uint32_t value)
{
    return Put16(Put16(p, static_cast<uint16_t>(value >> 16)), static_cast<uint16_t>(value));
}
} // namespace

LeanHeader::LeanHeader(const LeanSegment& segment)
{
    const TcpConnectionKey& ends = segment.GetPath().ends;
    const LeanSegment::Ip& ip = segment.GetIp();
    const TcpSegment tcp = segment.GetTcp();
    // RFC 791, 3.1
    uint8_t* p = m_bytes.data();
    *p++ = 0x45; // version 4, five words
    *p++ = ip.tos;
    p = Put16(p, static_cast<uint16_t>(segment.GetSize()));
    p = Put16(p, ip.identification);
    p = Put16(p, 0); // may be fragmented, and is not
    *p++ = ip.ttl;
    *p++ = TcpL4Protocol::PROT_NUMBER;
    p = Put16(p, 0); // no checksum
    p = Put32(p, ends.local);
    p = Put32(p, ends.peer);
    // RFC 9293, 3.1
    p = Put16(p, ends.localPort);
    p = Put16(p, ends.peerPort);
    p = Put32(p, tcp.seq.GetValue());
    p = Put32(p, tcp.ack.GetValue());
    p = Put16(p, static_cast<uint16_t>(tcp.headerSize / 4 << 12 | tcp.flags));
    p = Put16(p, tcp.window);
    p = Put16(p, 0); // no checksum
    p = Put16(p, 0); // nothing urgent
    if (tcp.hasTimestamp)
    {
        // RFC 7323, 3.2; ns-3 pads behind the options
        *p++ = TcpOption::TS;
        *p++ = 10;
        p = Put32(p, tcp.timestamp);
        p = Put32(p, tcp.echo);
        p = Put16(p, 0);
    }
    m_size = p - m_bytes.data();
}

TypeId
LeanHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LeanHeader").SetParent<Header>().SetGroupName("Hsn");
    return tid;
}

TypeId
LeanHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
LeanHeader::GetSerializedSize() const
{
    return m_size;
}

void
LeanHeader::Serialize(Buffer::Iterator start) const
{
    start.Write(m_bytes.data(), m_size);
}

uint32_t
LeanHeader::Deserialize(Buffer::Iterator start)
{
    NS_ABORT_MSG("a LeanHeader is only written: Ipv4Header and TcpHeader read it");
    return 0;
}

void
LeanHeader::Print(std::ostream& os) const
{
    os << m_size << " octets of IPv4 and TCP";
}
} // namespace hsn
} // namespace ns3
