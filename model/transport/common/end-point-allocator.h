// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_END_POINT_ALLOCATOR_H
#define HSN_END_POINT_ALLOCATOR_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
class Ipv4EndPoint;
class Ipv6EndPoint;
class NetDevice;

namespace hsn
{
/**
 * @brief Allocates the end points of a transport protocol on one node.
 *
 * TransportProtocol implements it for protocols with a protocol number of their own, TcpEndPoints
 * for those that share the ports of ns-3's TCP.
 */
class EndPointAllocator
{
  public:
    virtual ~EndPointAllocator() = default;

    /**
     * @brief Allocates an end point.
     * @param device the only device to receive from; null: any
     * @param address local address; may be Any
     * @param port local port; 0: a free ephemeral port
     * @return the end point, or nullptr if the address is in use or no port is free
     */
    virtual Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) = 0;
    /** @copydoc Allocate(Ptr<NetDevice>,Ipv4Address,uint16_t) */
    virtual Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) = 0;
    /** @brief Frees an end point. @param endPoint allocated here */
    virtual void DeAllocate(Ipv4EndPoint* endPoint) = 0;
    /** @brief Frees an end point. @param endPoint allocated here */
    virtual void DeAllocate(Ipv6EndPoint* endPoint) = 0;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_END_POINT_ALLOCATOR_H
