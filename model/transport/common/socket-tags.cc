// SPDX-License-Identifier: GPL-2.0-only
#include "socket-tags.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @param field a socket's TOS or traffic class @param ecn bits @return IP's octet of both */
uint8_t
WithEcn(uint8_t field, uint8_t ecn)
{
    return (field & 0xfc) | ecn;
}
} // namespace

void
AddTags(Ptr<Packet> packet, const Socket& socket, bool isIpv6, uint8_t ecn)
{
    // a value of 0 needs no tag: it is IP's default, or means that the user has set none
    if (const uint8_t tos = WithEcn(socket.GetIpTos(), ecn))
    {
        SocketIpTosTag tag;
        tag.SetTos(tos);
        packet->AddPacketTag(tag);
    }
    if (isIpv6)
    {
        if (const uint8_t tclass = WithEcn(socket.GetIpv6Tclass(), ecn))
        {
            SocketIpv6TclassTag tag;
            tag.SetTclass(tclass);
            packet->AddPacketTag(tag);
        }
        if (const uint8_t limit = socket.GetIpv6HopLimit())
        {
            SocketIpv6HopLimitTag tag;
            tag.SetHopLimit(limit);
            packet->AddPacketTag(tag);
        }
    }
    else if (const uint8_t ttl = socket.GetIpTtl())
    {
        SocketIpTtlTag tag;
        tag.SetTtl(ttl);
        packet->AddPacketTag(tag);
    }
    if (socket.GetPriority())
    {
        SocketPriorityTag tag;
        tag.SetPriority(socket.GetPriority());
        packet->ReplacePacketTag(tag);
    }
}

bool
NeedsTags(const Socket& socket, bool isIpv6, uint8_t ecn)
{
    return WithEcn(socket.GetIpTos(), ecn) || socket.GetPriority() ||
           (isIpv6 ? WithEcn(socket.GetIpv6Tclass(), 0) || socket.GetIpv6HopLimit()
                   : socket.GetIpTtl());
}
} // namespace hsn
} // namespace ns3
