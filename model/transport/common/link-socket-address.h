// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LINK_SOCKET_ADDRESS_H
#define HSN_LINK_SOCKET_ADDRESS_H

#include "ns3/address.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Where a socket is that uses a device without IP: device, device address, and port.
 *
 * For local addresses, the device address is that of the device; for peers, that of the other end,
 * such as AtmVc::GetPeerAddress().
 *
 * As an Address it is ns-3's PacketSocketAddress with this device and a port in place of a
 * protocol: the applications of ns-3 3.47 and later take no kinds of addresses but ns-3's own.
 */
class LinkSocketAddress
{
  public:
    /** @param device index of the device on its node @param address device address
     * @param port port; 0: a free ephemeral port */
    LinkSocketAddress(uint32_t device, Mac48Address address, uint16_t port);
    /** @brief A local address. @param device device of the node, with a 48-bit address
     * @param port as above */
    LinkSocketAddress(Ptr<const NetDevice> device, uint16_t port);

    /** @return index of the device on its node */
    uint32_t GetDevice() const;
    /** @return address of the device, or of the other end */
    Mac48Address GetAddress() const;
    /** @return port */
    uint16_t GetPort() const;

    /** @param address any address @return whether it is one of this class */
    static bool IsMatchingType(const Address& address);
    /** @param address one of this class @return the same */
    static LinkSocketAddress ConvertFrom(const Address& address);
    /** @return the same as Address */
    operator Address() const; // NOLINT: like the addresses of ns-3

  private:
    uint32_t m_device;      //!< index on the node
    Mac48Address m_address; //!< of the device or its peer
    uint16_t m_port;        //!< port
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LINK_SOCKET_ADDRESS_H
