// SPDX-License-Identifier: GPL-2.0-only
#include "host-cost.h"

#include "ns3/abort.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/tcp-l4-protocol.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(HostCost);
NS_OBJECT_ENSURE_REGISTERED(HostCostTable);

namespace
{
constexpr uint32_t IPV6_HEADER = 40;              //!< octets
constexpr uint32_t TCP_OFFSET = 12;               //!< of the octet with the header's length
constexpr uint32_t LONGEST = 60 + TCP_OFFSET + 1; //!< octets looked at
} // namespace

TypeId
HostCost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::HostCost")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<HostCost>();
    return tid;
}

Time
HostCost::GetCost(HostOperation, uint32_t, uint32_t) const
{
    return Time(0);
}

bool
HostCost::IsFree() const
{
    return true;
}

HostCost::Kind
HostCost::Classify(Ptr<const Packet> packet, uint16_t protocol)
{
    const uint32_t size = packet->GetSize();
    const Kind other{false, size};
    uint8_t bytes[LONGEST] = {};
    packet->CopyData(bytes, LONGEST);
    uint32_t header = 0;
    uint32_t total = 0;
    if (protocol == Ipv4L3Protocol::PROT_NUMBER && size >= 20)
    {
        header = 4 * (bytes[0] & 0xf);
        total = bytes[2] << 8 | bytes[3];
        const bool fragment = (bytes[6] & 0x3f) != 0 || bytes[7] != 0;
        if (bytes[0] >> 4 != 4 || header < 20 || fragment || bytes[9] != TcpL4Protocol::PROT_NUMBER)
        {
            return other;
        }
    }
    else if (protocol == Ipv6L3Protocol::PROT_NUMBER && size >= IPV6_HEADER)
    {
        header = IPV6_HEADER;
        total = IPV6_HEADER + (bytes[4] << 8 | bytes[5]);
        if (bytes[0] >> 4 != 6 || bytes[6] != TcpL4Protocol::PROT_NUMBER)
        {
            return other;
        }
    }
    else
    {
        return other;
    }
    const uint32_t tcp = 4 * (bytes[header + TCP_OFFSET] >> 4);
    if (total > size || tcp < 20 || header + tcp >= total)
    {
        return other;
    }
    return {true, total - header - tcp};
}

Time
HostCost::GetCost(HostOperation data,
                  HostOperation other,
                  Ptr<const Packet> packet,
                  uint16_t protocol) const
{
    if (IsFree())
    {
        return Time(0);
    }
    const Kind kind = Classify(packet, protocol);
    return GetCost(kind.tcpData ? data : other, kind.octets);
}

TypeId
HostCostTable::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::HostCostTable")
                            .SetParent<HostCost>()
                            .SetGroupName("Hsn")
                            .AddConstructor<HostCostTable>();
    return tid;
}

void
HostCostTable::SetCost(HostOperation operation, Time fixed, Time perPacket, double perOctet)
{
    NS_ABORT_MSG_IF(fixed.IsStrictlyNegative() || perPacket.IsStrictlyNegative() ||
                        !(perOctet >= 0 && perOctet <= 1e9),
                    "HostCostTable: " << fixed.As(Time::S) << ", " << perPacket.As(Time::S)
                                      << " and " << perOctet
                                      << " ns per octet must not be negative, the last one at most "
                                         "1e9");
    m_lines[static_cast<uint32_t>(operation)] = {
        fixed.GetTimeStep(),
        perPacket.GetTimeStep(),
        perOctet * static_cast<double>(NanoSeconds(1).GetTimeStep())};
}

void
HostCostTable::UseVirtualChoices()
{
    m_lines = {};
    SetCost(HostOperation::INTERRUPT, Time(0), MicroSeconds(150), 0);
    SetCost(HostOperation::COPY, Time(0), Time(0), 1e4 / 1024);
    SetCost(HostOperation::ENQUEUE, Time(0), MicroSeconds(10), 0);
    SetCost(HostOperation::POST, MicroSeconds(10), Time(0), 0);
    SetCost(HostOperation::PROTOCOL, Time(0), MicroSeconds(3000), 0);
    SetCost(HostOperation::PROTOCOL_DATA, Time(0), MicroSeconds(4500), 0);
}

Time
HostCostTable::GetCost(HostOperation operation, uint32_t octets, uint32_t packets) const
{
    const Line& line = m_lines[static_cast<uint32_t>(operation)];
    return TimeStep(line.fixed + packets * line.perPacket +
                    static_cast<int64_t>(std::llround(octets * line.perOctet)));
}

bool
HostCostTable::IsFree() const
{
    for (const Line& line : m_lines)
    {
        if (line.fixed != 0 || line.perPacket != 0 || line.perOctet != 0)
        {
            return false;
        }
    }
    return true;
}
} // namespace hsn
} // namespace ns3
