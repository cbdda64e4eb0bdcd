// SPDX-License-Identifier: GPL-2.0-only
#ifndef LINK_PACKET_H
#define LINK_PACKET_H

#include "link-frame.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief A packet that a lean link has accepted and not delivered yet.
 */
struct LinkPacket
{
    FrameHold frame;    //!< the packet
    int64_t arrival{0}; //!< of the last bit at the far end, time step
    uint64_t number{0}; //!< of this direction, counted from 0 in the order of sending
};
} // namespace hsn
} // namespace ns3

#endif // LINK_PACKET_H
