// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_END_POINTS_H
#define HSN_TCP_END_POINTS_H

#include "ns3/end-point-allocator.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3
{
namespace hsn
{
/** @brief Allocates end points of ns-3's TCP, whose ports sockets of this module share. */
class TcpEndPoints : public EndPointAllocator
{
  public:
    /** @param tcp ns-3's TCP of the node; null once the node is disposed of */
    void SetTcp(Ptr<TcpL4Protocol> tcp);

    // inherited from EndPointAllocator
    Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) override;
    Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) override;
    void DeAllocate(Ipv4EndPoint* endPoint) override;
    void DeAllocate(Ipv6EndPoint* endPoint) override;

  private:
    Ptr<TcpL4Protocol> m_tcp; //!< of the node
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_END_POINTS_H
