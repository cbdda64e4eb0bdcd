// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_END_POINT_ALLOCATOR_H
#define HSN_END_POINT_ALLOCATOR_H

#include "packet-arrival.h"

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/packet.h"
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
 * TransportProtocol implements it for protocols with a header of their own, TcpEndPoints for those
 * that share the ports of ns-3's TCP.
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

    /** @return whether the protocol can use IP */
    virtual bool CanUseIp() const
    {
        return true;
    }

    /** @return whether the protocol can use a device without IP */
    virtual bool CanUseLink() const
    {
        return false;
    }

    /**
     * @brief Allocates an end point on a device without IP; for protocols that can use it.
     * @param device the device
     * @param port local port; 0: a free ephemeral port
     * @return the end point, or nullptr if the port is in use or none is free
     */
    virtual LinkEndPoint* AllocateLink([[maybe_unused]] Ptr<NetDevice> device,
                                       [[maybe_unused]] uint16_t port)
    {
        return nullptr;
    }

    /** @brief Frees an end point. @param endPoint allocated here */
    virtual void DeAllocateLink([[maybe_unused]] LinkEndPoint* endPoint)
    {
    }

    /**
     * @brief Checks a packet before its socket gets it.
     * @param packet with the header of the protocol
     * @param arrival its way
     * @return false to drop it
     */
    virtual bool Admit([[maybe_unused]] Ptr<const Packet> packet,
                       [[maybe_unused]] const PacketArrival& arrival)
    {
        return true;
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_END_POINT_ALLOCATOR_H
