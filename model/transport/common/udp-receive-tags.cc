// SPDX-License-Identifier: GPL-2.0-only
#include "udp-receive-tags.h"

#include "ns3/ipv4-packet-info-tag.h"
#include "ns3/ipv6-packet-info-tag.h"

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Removes a tag from a packet, if it has one.
 * @tparam T type of the tag
 * @param packet the packet
 */
template <typename T>
void
RemoveTag(Ptr<Packet> packet)
{
    T tag;
    packet->RemovePacketTag(tag);
}
} // namespace

void
UdpReceiveTags::RequestAll(Socket& inner)
{
    Set(inner, Kinds().set());
}

void
UdpReceiveTags::Request(Socket& inner, const Socket& outer)
{
    Set(inner, GetWanted(outer));
}

void
UdpReceiveTags::Fit(Ptr<Packet> packet, Socket& inner, const Socket& outer)
{
    const auto wanted = GetWanted(outer);
    Remove(packet, m_requested & ~wanted);
    Set(inner, wanted);
}

UdpReceiveTags::Kinds
UdpReceiveTags::GetWanted(const Socket& outer)
{
    Kinds kinds;
    kinds[INFO] = outer.IsRecvPktInfo();
    kinds[TOS] = outer.IsIpRecvTos();
    kinds[TTL] = outer.IsIpRecvTtl();
    kinds[TCLASS] = outer.IsIpv6RecvTclass();
    kinds[HOPS] = outer.IsIpv6RecvHopLimit();
    return kinds;
}

void
UdpReceiveTags::Set(Socket& inner, const Kinds& kinds)
{
    if (kinds == m_requested)
    {
        return;
    }
    m_requested = kinds;
    inner.SetRecvPktInfo(kinds[INFO]);
    inner.SetIpRecvTos(kinds[TOS]);
    inner.SetIpRecvTtl(kinds[TTL]);
    inner.SetIpv6RecvTclass(kinds[TCLASS]);
    inner.SetIpv6RecvHopLimit(kinds[HOPS]);
}

void
UdpReceiveTags::Remove(Ptr<Packet> packet, const Kinds& unwanted)
{
    if (unwanted[INFO])
    {
        RemoveTag<Ipv4PacketInfoTag>(packet);
        RemoveTag<Ipv6PacketInfoTag>(packet);
    }
    if (unwanted[TOS])
    {
        RemoveTag<SocketIpTosTag>(packet);
    }
    if (unwanted[TTL])
    {
        RemoveTag<SocketIpTtlTag>(packet);
    }
    if (unwanted[TCLASS])
    {
        RemoveTag<SocketIpv6TclassTag>(packet);
    }
    if (unwanted[HOPS])
    {
        RemoveTag<SocketIpv6HopLimitTag>(packet);
    }
}
} // namespace hsn
} // namespace ns3
