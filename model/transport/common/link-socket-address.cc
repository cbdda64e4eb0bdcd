// SPDX-License-Identifier: GPL-2.0-only
#include "link-socket-address.h"

#include "ns3/abort.h"
#include "ns3/packet-socket-address.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// @param address an address @param packet set to what it says, if it is one of a packet socket
/// @return whether it is a LinkSocketAddress
bool
Decode(const Address& address, PacketSocketAddress& packet)
{
    if (!PacketSocketAddress::IsMatchingType(address))
    {
        return false;
    }
    packet = PacketSocketAddress::ConvertFrom(address);
    return packet.IsSingleDevice() && Mac48Address::IsMatchingType(packet.GetPhysicalAddress());
}
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

bool
LinkSocketAddress::IsMatchingType(const Address& address)
{
    PacketSocketAddress packet;
    return Decode(address, packet);
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
    PacketSocketAddress packet;
    NS_ABORT_MSG_UNLESS(Decode(address, packet), address << " is no LinkSocketAddress");
    return {packet.GetSingleDevice(),
            Mac48Address::ConvertFrom(packet.GetPhysicalAddress()),
            packet.GetProtocol()};
}
} // namespace hsn
} // namespace ns3
