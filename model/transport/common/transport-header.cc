// SPDX-License-Identifier: GPL-2.0-only
#include "transport-header.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @param octets an address @param size even number of them @return the sum of its 16-bit words,
 * low octet first, as Buffer::Iterator::CalculateIpChecksum() sums them */
uint32_t
SumOctets(const uint8_t* octets, uint32_t size)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < size; i += 2)
    {
        sum += octets[i] | octets[i + 1] << 8;
    }
    return sum;
}

/** @param address an address @param sum gets the sum of an IP address added @return whether it is
 * one */
bool
AddAddress(const Address& address, uint32_t& sum)
{
    uint8_t octets[16];
    if (Ipv4Address::IsMatchingType(address))
    {
        Ipv4Address::ConvertFrom(address).Serialize(octets);
        sum += SumOctets(octets, 4);
        return true;
    }
    if (Ipv6Address::IsMatchingType(address))
    {
        Ipv6Address::ConvertFrom(address).Serialize(octets);
        sum += SumOctets(octets, 16);
        return true;
    }
    return false;
}
} // namespace

NS_OBJECT_ENSURE_REGISTERED(TransportHeader);

TypeId
TransportHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TransportHeader").SetParent<Header>().SetGroupName("Hsn");
    return tid;
}

void
TransportHeader::SetSourcePort(uint16_t port)
{
    m_sourcePort = port;
}

uint16_t
TransportHeader::GetSourcePort() const
{
    return m_sourcePort;
}

void
TransportHeader::SetDestinationPort(uint16_t port)
{
    m_destinationPort = port;
}

uint16_t
TransportHeader::GetDestinationPort() const
{
    return m_destinationPort;
}

void
TransportHeader::EnableChecksum(const Address& source, const Address& destination, uint8_t protocol)
{
    m_checksumEnabled = true;
    m_addressSum = 0;
    m_pseudoHeader = AddAddress(source, m_addressSum) && AddAddress(destination, m_addressSum);
    m_protocol = protocol;
}

bool
TransportHeader::IsChecksumOk() const
{
    return m_checksumOk;
}

uint16_t
TransportHeader::ComputeChecksum(Buffer::Iterator start) const
{
    const uint32_t size = start.GetRemainingSize();
    uint32_t sum = 0;
    if (m_pseudoHeader)
    {
        const uint8_t rest[] = {0,
                                m_protocol,
                                static_cast<uint8_t>(size >> 24),
                                static_cast<uint8_t>(size >> 16),
                                static_cast<uint8_t>(size >> 8),
                                static_cast<uint8_t>(size)};
        sum = m_addressSum + SumOctets(rest, sizeof(rest));
    }
    return start.CalculateIpChecksum(static_cast<uint16_t>(size), sum);
}

void
TransportHeader::WriteChecksum(Buffer::Iterator start, uint32_t offset) const
{
    if (m_checksumEnabled)
    {
        const uint16_t checksum = ComputeChecksum(start);
        start.Next(offset);
        start.WriteU16(checksum);
    }
}

void
TransportHeader::VerifyChecksum(Buffer::Iterator start)
{
    m_checksumOk = !m_checksumEnabled || ComputeChecksum(start) == 0;
}

bool
TransportHeader::IsChecksumEnabled() const
{
    return m_checksumEnabled;
}

void
TransportHeader::SetChecksumOk(bool ok)
{
    m_checksumOk = ok;
}
} // namespace hsn
} // namespace ns3
