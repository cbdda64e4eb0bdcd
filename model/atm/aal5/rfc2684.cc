// SPDX-License-Identifier: GPL-2.0-only
#include "rfc2684.h"

#include "ns3/llc-snap-header.h"

namespace ns3
{
namespace hsn
{
const char*
ToString(Rfc2684Error error)
{
    switch (error)
    {
    case Rfc2684Error::NONE:
        return "NONE";
    case Rfc2684Error::TOO_SHORT:
        return "TOO_SHORT";
    case Rfc2684Error::WRONG_LLC:
        return "WRONG_LLC";
    case Rfc2684Error::UNKNOWN_OUI:
        return "UNKNOWN_OUI";
    }
    return "UNKNOWN";
}

std::ostream&
operator<<(std::ostream& os, Rfc2684Error error)
{
    return os << ToString(error);
}

void
Rfc2684::Encapsulate(Ptr<Packet> packet, uint16_t protocol, AtmEncapsulation encapsulation)
{
    if (encapsulation == LLC_SNAP)
    {
        LlcSnapHeader header;
        header.SetType(protocol);
        packet->AddHeader(header);
    }
}

Rfc2684Error
Rfc2684::Decapsulate(Ptr<Packet> packet,
                     AtmEncapsulation encapsulation,
                     uint16_t bound,
                     uint16_t& protocol)
{
    if (encapsulation == VC_MUX)
    {
        if (packet->GetSize() == 0)
        {
            return Rfc2684Error::TOO_SHORT;
        }
        protocol = bound;
        return Rfc2684Error::NONE;
    }
    // LlcSnapHeader reads the EtherType only and asserts that there is one.
    uint8_t b[LLC_SNAP_BYTES];
    if (packet->CopyData(b, LLC_SNAP_BYTES) < LLC_SNAP_BYTES)
    {
        return Rfc2684Error::TOO_SHORT;
    }
    if (b[0] != 0xaa || b[1] != 0xaa || b[2] != 0x03)
    {
        return Rfc2684Error::WRONG_LLC;
    }
    if (b[3] != 0 || b[4] != 0 || b[5] != 0)
    {
        return Rfc2684Error::UNKNOWN_OUI;
    }
    LlcSnapHeader header;
    packet->RemoveHeader(header);
    protocol = header.GetType();
    return Rfc2684Error::NONE;
}
} // namespace hsn
} // namespace ns3
