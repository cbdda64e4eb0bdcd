// SPDX-License-Identifier: GPL-2.0-only
#include "link-socket-address.h"

#include "ns3/abort.h"
#include "ns3/hsn-compat.h"
#include "ns3/network-order.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Octets of an address: device, device address, port.
constexpr uint8_t LENGTH = 4 + 6 + 2;
} // namespace

LinkSocketAddress::LinkSocketAddress(uint32_t device, Mac48Address address, uint16_t port)
    : m_device(device),
      m_address(address),
      m_port(port)
{
}

LinkSocketAddress::LinkSocketAddress(Ptr<const NetDevice> device, uint16_t port)
    : LinkSocketAddress(device->GetIfIndex(), Mac48Address::ConvertFrom(device->GetAddress()), port)
{
}

uint32_t
LinkSocketAddress::GetDevice() const
{
    return m_device;
}

Mac48Address
LinkSocketAddress::GetAddress() const
{
    return m_address;
}

uint16_t
LinkSocketAddress::GetPort() const
{
    return m_port;
}

uint8_t
LinkSocketAddress::GetType()
{
    static const uint8_t type = RegisterAddressType<Address>("HsnLinkSocketAddress", LENGTH);
    return type;
}

bool
LinkSocketAddress::IsMatchingType(const Address& address)
{
    return address.CheckCompatible(GetType(), LENGTH);
}

LinkSocketAddress::operator Address() const
{
    uint8_t octets[LENGTH];
    for (int i = 0; i < 4; ++i)
    {
        octets[i] = static_cast<uint8_t>(m_device >> (8 * (3 - i)));
    }
    m_address.CopyTo(octets + 4);
    octets[10] = static_cast<uint8_t>(m_port >> 8);
    octets[11] = static_cast<uint8_t>(m_port);
    return Address(GetType(), octets, LENGTH);
}

LinkSocketAddress
LinkSocketAddress::ConvertFrom(const Address& address)
{
    NS_ABORT_MSG_UNLESS(IsMatchingType(address), address << " is no LinkSocketAddress");
    uint8_t octets[Address::MAX_SIZE];
    address.CopyTo(octets);
    Mac48Address link;
    link.CopyFrom(octets + 4);
    return {ReadNetwork32(octets), link, ReadNetwork16(octets + 10)};
}
} // namespace hsn
} // namespace ns3
