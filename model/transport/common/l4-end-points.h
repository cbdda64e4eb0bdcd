// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_L4_END_POINTS_H
#define HSN_L4_END_POINTS_H

#include "end-point-allocator.h"

#include "ns3/net-device.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief Allocates end points of one of ns-3's transport protocols, whose ports sockets of this
 * module share.
 * @tparam L4 TcpL4Protocol or UdpL4Protocol
 */
template <typename L4>
class L4EndPoints : public EndPointAllocator
{
  public:
    /** @param protocol ns-3's protocol of the node; null once the node is disposed of */
    void SetProtocol(Ptr<L4> protocol)
    {
        m_protocol = protocol;
    }

    /** @return ns-3's protocol */
    Ptr<L4> GetProtocol() const
    {
        return m_protocol;
    }

    Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) override
    {
        if (port != 0)
        {
            return m_protocol->Allocate(device, address, port);
        }
        return address.IsAny() ? m_protocol->Allocate() : m_protocol->Allocate(address);
    }

    Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) override
    {
        if (port != 0)
        {
            return m_protocol->Allocate6(device, address, port);
        }
        return address.IsAny() ? m_protocol->Allocate6() : m_protocol->Allocate6(address);
    }

    void DeAllocate(Ipv4EndPoint* endPoint) override
    {
        m_protocol->DeAllocate(endPoint);
    }

    void DeAllocate(Ipv6EndPoint* endPoint) override
    {
        m_protocol->DeAllocate(endPoint);
    }

  private:
    Ptr<L4> m_protocol; //!< of the node
};
} // namespace hsn
} // namespace ns3

#endif // HSN_L4_END_POINTS_H
