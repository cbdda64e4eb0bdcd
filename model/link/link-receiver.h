// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_RECEIVER_H
#define LINK_RECEIVER_H

#include "link-frame.h"

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Takes what a LeanLinkNetDevice receives, in place of the device's receive callback, which
 * costs as much as the work that it leads to.
 */
class LinkReceiver
{
  public:
    virtual ~LinkReceiver() = default;

    /**
     * @brief A packet has arrived.
     * @param frame the packet; it belongs to the receiver from now on
     * @return whether somebody has taken it
     */
    virtual bool Take(const Ptr<LinkFrame>& frame) = 0;

    /// Take() as a NetDevice::ReceiveCallback. @param packet its @param protocol its @return its
    bool TakeFrom(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&)
    {
        return Take(Create<LinkFrame>(ConstCast<Packet>(packet), protocol));
    }
};
} // namespace hsn
} // namespace ns3

#endif // LINK_RECEIVER_H
