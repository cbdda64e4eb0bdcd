// SPDX-License-Identifier: GPL-2.0-only
#include "link-socket-address.h"

#include "ns3/abort.h"
#include "ns3/packet-socket-address.h"

namespace ns3
{
namespace hsn
{
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

bool
LinkSocketAddress::IsMatchingType(const Address& address)
{
    if (!PacketSocketAddress::IsMatchingType(address))
    {
        return false;
    }
    const auto packet = PacketSocketAddress::ConvertFrom(address);
    return packet.IsSingleDevice() && Mac48Address::IsMatchingType(packet.GetPhysicalAddress());
}

LinkSocketAddress::operator Address() const
{
    PacketSocketAddress packet;
    packet.SetSingleDevice(m_device);
    packet.SetPhysicalAddress(m_address);
    packet.SetProtocol(m_port);
    return packet;
}

LinkSocketAddress
LinkSocketAddress::ConvertFrom(const Address& address)
{
    NS_ABORT_MSG_UNLESS(IsMatchingType(address), address << " is no LinkSocketAddress");
    const auto packet = PacketSocketAddress::ConvertFrom(address);
    return {packet.GetSingleDevice(),
            Mac48Address::ConvertFrom(packet.GetPhysicalAddress()),
            packet.GetProtocol()};
}
} // namespace hsn
} // namespace ns3
